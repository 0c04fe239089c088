"""Partial labelings with a margin: brute force over 3^m, two counts that are theorems, and trees in the plane."""

import random
from fractions import Fraction
from itertools import product
from math import asin, comb, floor, isqrt, log2, pi
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.classes.files import load_class
from proofs.classes.margin_classes import margin_halfspaces, margin_labelings
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin
from proofs.exact.vectors import Target, Vector, basis_vector, vector
from proofs.margin_game.lower import best_tree
from proofs.margin_game.trees import MistakeTree, plane_tree
from proofs.solvers.littlestone import Littlestone

values = st.fractions(-3, 3, max_denominator=4)
vectors = st.dictionaries(st.integers(0, 2), values, max_size=3).map(vector)


def has_margin(points: list[Vector], labels: tuple[int, ...], margin_squared: Fraction) -> bool:
    found = best_margin([(x, y) for x, y in zip(points, labels, strict=True) if y])
    return isinstance(found, Separable) and found.margin_squared >= margin_squared


def brute_force(points: list[Vector], margin_squared: Fraction) -> list[tuple[int, ...]]:
    """Return the labelings with the margin that no other one with the margin extends."""
    every = product((1, 0, -1), repeat=len(points))
    kept = [labels for labels in every if any(labels) and has_margin(points, labels, margin_squared)]
    return [
        labels
        for labels in kept
        if not any(labels != more and all(y in (0, z) for y, z in zip(labels, more, strict=True)) for more in kept)
    ]


def check_targets(points: list[Vector], margin_squared: Fraction, found: list[tuple[tuple[int, ...], Target]]) -> None:
    for labels, target in found:
        assert target.norm_squared() == 1
        margins = [target.margin_squared(x, label) for x, label in zip(points, labels, strict=True) if label]
        assert None not in margins
        assert min([margin for margin in margins if margin is not None]) >= margin_squared


@given(
    st.lists(vectors, min_size=1, max_size=4),
    st.sampled_from([Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 9), Fraction(1, 3), Fraction(1)]),
)
def test_it_finds_what_trying_all_labelings_finds(points: list[Vector], margin_squared: Fraction) -> None:
    found = margin_labelings(points, margin_squared)
    assert [labels for labels, _ in found] == brute_force(points, margin_squared)
    check_targets(points, margin_squared, found)


@given(st.lists(vectors, min_size=1, max_size=5))
def test_opposite_labelings_have_opposite_targets_which_are_the_best(points: list[Vector]) -> None:
    found = dict(margin_labelings(points, Fraction(1, 50)))
    for labels, target in found.items():
        opposite = found[tuple(-label for label in labels)]
        assert opposite.direction.entries == tuple((i, -value) for i, value in target.direction.entries)
        assert opposite.scale_squared == target.scale_squared
        best = best_margin([(x, y) for x, y in zip(points, labels, strict=True) if y])
        assert isinstance(best, Separable)
        assert target == best.target()


@pytest.mark.parametrize("n", range(1, 7))
def test_orthonormal_points_have_all_labelings_or_none(n: int) -> None:
    points = [basis_vector(i) for i in range(n)]
    found = margin_labelings(points, Fraction(1, n))  # nδ² = 1: equality is enough
    assert [labels for labels, _ in found] == list(product((1, -1), repeat=n))
    check_targets(points, Fraction(1, n), found)
    fewer = [labels for labels, _ in margin_labelings(points, Fraction(1, n) + Fraction(1, 10**30))]
    assert fewer == [labels for labels in product((1, 0, -1), repeat=n) if labels.count(0) == 1 and n > 1]


def test_ten_points_in_dimension_3_have_as_many_labelings_as_cover_counts() -> None:
    rng = random.Random(3)
    points = [vector({i: Fraction(rng.randint(-20, 20), 10) for i in range(3)}) for _ in range(10)]
    found = margin_labelings(points, Fraction(1, 10**12))
    assert len(found) == 2 * sum(comb(9, i) for i in range(3)) == 92  # Cover (1965): points in general position
    check_targets(points, Fraction(1, 10**12), found)
    some = margin_labelings(points, Fraction(1, 100))
    assert any(0 in labels for labels, _ in some)
    assert {labels for labels, _ in some if 0 not in labels} < {labels for labels, _ in found}


def test_points_need_not_have_norm_1_and_margins_are_not_divided_by_it() -> None:
    points = [vector({0: 2}), vector({0: -6})]
    assert [labels for labels, _ in margin_labelings(points, Fraction(4))] == [(1, -1), (-1, 1)]
    above = margin_labelings(points, Fraction(4) + Fraction(1, 10**30))
    assert [labels for labels, _ in above] == [(0, 1), (0, -1)]


def test_a_zero_point_has_no_label_and_equal_points_have_one() -> None:
    x = basis_vector(0)
    assert [labels for labels, _ in margin_labelings([x, Vector(())], Fraction(1, 10**9))] == [(1, 0), (-1, 0)]
    assert margin_labelings([Vector(())], Fraction(1, 10**9)) == []
    assert margin_labelings([x, x], Fraction(1)) == [
        ((1, 1), Target(x, Fraction(1))),
        ((-1, -1), Target(vector({0: -1}), Fraction(1))),
    ]


@pytest.mark.parametrize(
    ("points", "margin_squared", "says"),
    [
        ([], Fraction(1), "there are no points to label; give at least one"),
        ([basis_vector(0)], Fraction(0), "the margin should be above 0, but its square is 0"),
        ([basis_vector(0)], Fraction(-1, 2), "the margin should be above 0, but its square is -1/2"),
        (
            [basis_vector(i) for i in range(13)],
            Fraction(1, 13),
            "13 points in 13 dimensions have too many labelings; take fewer points",
        ),
    ],
)
def test_unusable_input_is_refused(points: list[Vector], margin_squared: Fraction, says: str) -> None:
    with pytest.raises(InputError) as caught:
        margin_labelings(points, margin_squared)
    assert str(caught.value) == says


# ------------------------------------------------------------------------------------------------ the plane

PLANE = [(Fraction(1, 3), 3), (Fraction(1, 5), 3), (Fraction(1, 10), 4)]
"""Margins δ with ⌊log₂(π/arcsin δ)⌋, the depth of the deepest mistake tree in the plane."""


def unfolded(tree: MistakeTree) -> tuple[list[tuple[int | Fraction, ...]], list[tuple[int, ...]]]:
    """Return the unit points, one of ±x, and the targets of a tree, with the reflections that it leaves out."""
    points, targets = [*tree.points], [*tree.targets]
    for axis in range(tree.reflect):
        points += [tuple([-c if i == axis else c for i, c in enumerate(x)]) for x in points]
        targets += [tuple([-c if i == axis else c for i, c in enumerate(v)]) for v in targets]
    units: list[tuple[int | Fraction, ...]] = [
        tuple([Fraction(c, isqrt(sum(c * c for c in x))) for c in x]) for x in points
    ]
    units += [basis_vector(axis).coordinates(tree.dimension) for axis in range(tree.reflect)]
    assert all(sum(c * c for c in x) == 1 for x in units)
    return list({max(x, tuple([-c for c in x])): None for x in units}), targets


@pytest.mark.parametrize(("margin", "depth"), PLANE)
def test_points_and_targets_of_a_tree_have_its_depth(margin: Fraction, depth: int) -> None:
    assert floor(log2(pi / asin(margin))) == depth
    points, targets = unfolded(plane_tree(depth, scale=200))
    given_targets = margin_halfspaces(points, margin**2, targets=targets)
    assert Littlestone(given_targets).dimension() == depth
    all_targets = margin_halfspaces(points, margin**2)
    assert Littlestone(all_targets).dimension() == depth
    assert Littlestone(margin_halfspaces(points, (Fraction(margin) / 2) ** 2)).dimension() >= depth


@pytest.mark.parametrize(("margin", "depth"), PLANE)
def test_more_points_and_targets_of_the_plane_force_no_more(margin: Fraction, depth: int) -> None:
    """2^M ≤ π/arcsin δ: the targets of two leaves are at an angle of at least 2 arcsin δ."""
    places = [Fraction(place, 12) for place in range(-12, 13)]
    points: list[tuple[int | Fraction, ...]] = [(2 * t / (1 + t * t), (1 - t * t) / (1 + t * t)) for t in places]
    around: list[tuple[int | Fraction, ...]] = [(1, 0), *[(t, 1) for t in places], *[(-t, -1) for t in places], (-1, 0)]
    of_tree, targets = unfolded(plane_tree(depth, scale=200))
    found = margin_halfspaces(list(dict.fromkeys([*of_tree, *points])), margin**2, targets=[*targets, *around])
    assert found.undefined
    assert Littlestone(found).dimension() == depth


def test_no_target_of_a_tree_in_space_needs_a_margin_on_all_its_points() -> None:
    tree = best_tree(3, 4)
    margin_squared = Fraction(4, 25)
    assert tree.margin_squared >= margin_squared
    points, targets = unfolded(tree)
    found = margin_halfspaces(points, margin_squared, targets=targets)
    assert all(found.undefined)
    assert Littlestone(found).dimension() == tree.mistakes == 4
    assert Littlestone(margin_halfspaces(points, margin_squared)).dimension() == 4  # M(3, 2/5) = 4


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=5, unique=True), st.data())
def test_any_targets_force_no_more_than_all(points: list[tuple[int, int]], data: st.DataObject) -> None:
    """What one of some targets explains, a labeling explains that can take no more labels."""
    targets = data.draw(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=5))
    margin_squared = data.draw(st.sampled_from([Fraction(1, 4), Fraction(1), Fraction(4)]))
    try:
        some = margin_halfspaces(points, margin_squared, targets=targets)
    except InputError as error:
        assert "so the class is empty" in str(error)  # noqa: PT017 - it is one of two outcomes
        return
    every = margin_halfspaces(points, margin_squared)
    assert Littlestone(some).dimension() <= Littlestone(every).dimension()
    for plus, undefined in some.labelings:
        assert any(undefined | more == undefined and plus == row & ~undefined for row, more in every.labelings)


def test_targets_come_from_a_second_file(tmp_path: Path) -> None:
    (tmp_path / "points.csv").write_text("1,0\n0,1\n")
    (tmp_path / "targets.csv").write_text("3,1\n-1,4\n")
    name = f"margin-halfspaces:{tmp_path}/points.csv?margin=1/2&targets={tmp_path}/targets.csv"
    found = load_class(name)
    assert [found.row_text(concept) for concept in range(found.size)] == ["+*", "*+"]
    assert found.concept_names == ("√(1/10)·(3, 1)", "√(1/17)·(-1, 4)")
    (tmp_path / "targets.csv").write_text("3,1,1\n")
    with pytest.raises(InputError, match="points and targets have different numbers of coordinates"):
        load_class(name)


@pytest.mark.parametrize(
    ("points", "margin_squared", "targets", "says"),
    [
        ([], Fraction(1), [(1,)], "there are no points to label; give at least one"),
        ([(1,)], Fraction(0), [(1,)], "the margin should be above 0, but its square is 0"),
        ([(1,)], Fraction(4), [(1,)], "margin-halfspaces: no target has margin² 4 on any point, so the class is empty"),
        ([(1,)], Fraction(1), [(0,)], "margin-halfspaces: no target has margin² 1 on any point, so the class is empty"),
        ([(1,), (1,)], Fraction(1), None, "margin-halfspaces: a point appears twice"),
    ],
)
def test_unusable_classes_are_refused(
    points: list[tuple[int]], margin_squared: Fraction, targets: list[tuple[int]] | None, says: str
) -> None:
    with pytest.raises(InputError) as caught:
        margin_halfspaces(points, margin_squared, targets=targets)
    assert str(caught.value) == says
