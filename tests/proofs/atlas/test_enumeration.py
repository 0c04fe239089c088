"""The classes of the atlas: each once, none missing, and their shards."""

from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

from proofs.atlas.bitsets import (
    HOW_MANY,
    cell_maps,
    class_name,
    classes,
    concept_class,
    halves,
    number_of,
    rows,
    shards,
    sizes,
)
from proofs.exact.errors import InputError


def alike(number: int, points: int) -> set[int]:
    """Return the numbers of all classes that are like this one, from their texts."""
    texts = rows(number, points)
    found = set()
    for order in permutations(range(points)):
        for exchanged in product("01", repeat=points):
            moved = ["".join([text[place] for place in order]) for text in texts]
            found.add(number_of(["".join(["01"[a != b] for a, b in zip(t, exchanged, strict=True)]) for t in moved]))
    return found


@pytest.mark.parametrize("points", [1, 2, 3])
def test_each_class_is_once_among_them_up_to_symmetry(points: int) -> None:
    rest = set(range(1, 1 << (1 << points)))
    smallest = []
    while rest:
        smallest.append(min(rest))
        rest -= alike(smallest[-1], points)
    assert classes(points).tolist() == smallest


def test_each_class_on_four_points_is_once_among_them() -> None:
    found = classes(4)
    images = np.zeros((384, len(found)), dtype=np.uint32)
    for cell in range(16):
        images |= (found >> np.uint32(cell) & np.uint32(1))[None, :] << cell_maps(4)[:, cell, None]
    assert (images.min(axis=0) == found).all()
    assert len(np.unique(images)) == (1 << 16) - 1


def cycles(cells: list[int]) -> int:
    """Return how many cycles a permutation has."""
    ways = list(cells)
    for _ in range(len(cells).bit_length()):  # each cell points to the smallest of a longer part of its cycle
        ways, cells = [min(way, ways[cell]) for way, cell in zip(ways, cells, strict=True)], [cells[c] for c in cells]
    return len(set(ways))


@pytest.mark.parametrize("points", HOW_MANY)
def test_as_many_are_counted_as_are_known(points: int) -> None:
    """By Burnside: 2 to the power of the cycles of a symmetry is how many sets stay as they are under it."""
    maps = cell_maps(points).tolist()
    assert sum(1 << cycles(cells) for cells in maps) == (HOW_MANY[points] + 1) * len(maps)
    assert len(maps) == factorial(points) << points


@pytest.mark.full
def test_all_shards_of_five_points_have_together_what_is_counted() -> None:
    assert len(shards(5)) == 402
    found = [classes(5, shard) for shard in shards(5)]
    assert sum(map(len, found)) == HOW_MANY[5]
    together = np.concatenate(found)
    assert (np.diff(together.astype(np.int64)) > 0).all()  # so none is there twice, and shards follow each other
    for shard, some in zip(shards(5), found, strict=True):
        assert (some >> np.uint32(16) == shard).all()


@pytest.mark.long
def test_classes_on_five_points_are_the_smallest_of_those_alike() -> None:
    chance = np.random.default_rng(1)
    some = [int(chance.choice(classes(5, shard))) for shard in chance.choice(shards(5), 4).tolist()]
    for number in some:
        assert min(alike(number, 5)) == number


def test_any_five_point_class_is_like_one_of_them() -> None:
    for number in np.random.default_rng(2).integers(1, 1 << 32, 3).tolist():
        smallest = min(alike(number, 5))
        assert smallest in classes(5, smallest >> 16)


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_halves_are_what_a_label_leaves(points: int) -> None:
    for number in classes(points).tolist():
        for bit in range(points):
            minus, plus = (int(half[0]) for half in halves(np.array([number], dtype=np.uint32), points, bit))
            place = points - 1 - bit
            for half, label in ((minus, "0"), (plus, "1")):
                left = [text for text in rows(number, points) if text[place] == label]
                assert sorted(map(sorted, (text[:place] + text[place + 1 :] for text in left))) == sorted(
                    map(sorted, rows(half, points - 1) if points > 1 else [""] * half)
                )


def test_a_class_is_what_its_rows_say() -> None:
    found = concept_class(0b1011, 2)
    assert rows(0b1011, 2) == ["00", "01", "11"]
    assert [found.row_text(concept) for concept in range(found.size)] == ["--", "-+", "++"]
    assert found.name == class_name(0b1011, 2) == "atlas-2-b"
    assert sizes(np.array([0b1011, 0xFFFFFFFF, 0], dtype=np.uint32)).tolist() == [3, 32, 0]


def test_what_is_not_there_is_refused() -> None:
    for points in (0, 6, -1):
        with pytest.raises(InputError, match="1 to 5 points"):
            classes(points)
    with pytest.raises(InputError, match="not a canonical half"):
        classes(5, 2)
    for number, points in ((0, 2), (16, 2), (1, 6)):
        with pytest.raises(InputError, match="no class"):
            concept_class(number, points)
