"""Concept classes on n points as numbers, for many at once: every class, once up to symmetry, and its restrictions.

A concept on n points is a text of n digits, 0 for the label −1 and 1 for +1; read as a binary number it is a *cell*,
0 to 2ⁿ − 1. A class is a bitset of 2ⁿ cells: bit c is set iff the concept c is in the class. Arrays of classes have the
type uint32, which is enough for 5 points.

Of classes that are alike up to permuting the points and exchanging the labels at a point, the one with the smallest
number stands for all of them. Its two halves at the first point are classes on the other points. The half of the label
+1 is the high one, so it comes first when numbers are compared: it is the smallest of all 2n halves up to symmetry, and
itself canonical. So the classes on 5 points fall into shards, one for each canonical half on 4 points. (Of {0,1}ⁿ these
are the subsets up to the hyperoctahedral group.)
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.errors import InputError

Classes = NDArray[np.uint32]
ATLAS_POINTS = 5
"""Points of a class that has a number."""

HOW_MANY = {1: 2, 2: 5, 3: 21, 4: 401, 5: 1_228_157}
"""How many classes there are on so many points, up to symmetry and without the empty one: switching functions up to
permuting and complementing inputs (OEIS A000616, less 1)."""

_HALF_WORD = 16


def all_sets(points: int) -> Classes:
    """Return every set of concepts on at most 4 points, in the order of their numbers, the empty one first."""
    return np.arange(1 << (1 << points), dtype=np.uint32)


def halves(classes: Classes, points: int, bit: int) -> tuple[Classes, Classes]:
    """Return what the labels −1 and +1 at a point leave of each class, as classes on the other points.

    The point is the one of that bit of a cell, 0 the last. The first of the other points takes its place, so that it
    matters how they are ordered only where a quantity is not symmetric in them.
    """
    top = points - 1
    width = 1 << top
    shift = width - (1 << bit)
    if shift:
        mask = np.uint32(sum([1 << cell for cell in range(1 << points) if cell >> bit & 1 and not cell >> top & 1]))
        moved = ((classes >> np.uint32(shift)) ^ classes) & mask
        classes = classes ^ moved ^ (moved << np.uint32(shift))
    return classes & np.uint32((1 << width) - 1), classes >> np.uint32(width)


def sizes(classes: Classes) -> NDArray[np.uint8]:
    """Return how many concepts each class has."""
    counts = _bit_counts()
    low, high = classes & np.uint32((1 << _HALF_WORD) - 1), classes >> np.uint32(_HALF_WORD)
    totals: NDArray[np.uint8] = counts[low] + counts[high]
    return totals


@cache
def _bit_counts() -> NDArray[np.uint8]:
    counts = np.zeros(1, dtype=np.uint8)
    for _ in range(_HALF_WORD):
        counts = np.concatenate([counts, counts + np.uint8(1)])
    return counts


def rows(number: int, points: int) -> list[str]:
    """Return the concepts of a class as texts of 0 and 1, a digit for each point, the smallest first."""
    return [f"{cell:0{points}b}" for cell in range(1 << points) if number >> cell & 1]


def number_of(texts: list[str]) -> int:
    """Return the number of a class of concepts that are texts of 0 and 1."""
    return sum([1 << cell for cell in {int(text, 2) for text in texts}])


def class_name(number: int, points: int) -> str:
    """Return what a class of the atlas is called in files: its points, and its number in hexadecimal digits."""
    return f"atlas-{points}-{number:0{max(1, (1 << points) // 4)}x}"


def concept_class(number: int, points: int) -> ConceptClass:
    """Return the class with this number, for the solvers of one class.

    Raises:
        InputError: there is no such class; the empty one is none.

    """
    if not 1 <= points <= ATLAS_POINTS or not 0 < number < 1 << (1 << points):
        raise InputError(f"there is no class {number} on {points} points")
    signs = str.maketrans("01", "-+")
    return class_of_texts(class_name(number, points), [row.translate(signs) for row in rows(number, points)])


_BYTE = 8
_TABLED = 4


@dataclass(frozen=True)
class Symmetry:
    """The symmetries of n ≤ 4 points: where each takes the cells, byte by byte, and each set to its canonical one.

    ``images[g][b]`` has, for each value of byte b of a set, the image of its cells under g. ``canonical`` has the
    smallest image of each set, and ``taken_by`` the number of a symmetry that takes it there; 0 is the identity.
    """

    images: NDArray[np.uint32]
    canonical: Classes
    taken_by: NDArray[np.uint16]

    def image(self, symmetry: int | NDArray[np.uint16], sets: Classes) -> Classes:
        """Return the images of sets, under one symmetry or under one for each."""
        images: Classes = self.images[symmetry, 0, sets & np.uint32(255)]
        for byte in range(1, self.images.shape[1]):
            images = images | self.images[symmetry, byte, sets >> np.uint32(_BYTE * byte) & np.uint32(255)]
        return images


@cache
def symmetry(points: int) -> Symmetry:
    """Return the symmetries of at most 4 points."""
    cells = cell_maps(points)
    byte_values = np.arange(256, dtype=np.uint32)
    images = np.zeros((len(cells), max(1, cells.shape[1] // _BYTE), 256), dtype=np.uint32)
    for cell in range(cells.shape[1]):
        has = byte_values >> np.uint32(cell % _BYTE) & np.uint32(1)
        images[:, cell // _BYTE] |= has[None, :] << cells[:, cell, None]
    sets = all_sets(points)
    table = Symmetry(images, sets.copy(), np.zeros(len(sets), dtype=np.uint16))
    for number in range(1, len(cells)):
        image = table.image(number, sets)
        smaller = image < table.canonical
        table.canonical[smaller] = image[smaller]
        table.taken_by[smaller] = number
    return table


def cell_maps(points: int) -> NDArray[np.uint32]:
    """Return where each symmetry takes each cell, the identity first: an array of shape (n!·2ⁿ, 2ⁿ)."""
    maps = []
    for order in permutations(range(points)):
        moved = [sum([(cell >> bit & 1) << to for bit, to in enumerate(order)]) for cell in range(1 << points)]
        maps += [[cell ^ exchanged for cell in moved] for exchanged in range(1 << points)]
    return np.array(maps, dtype=np.uint32)


def shards(points: int) -> list[int]:
    """Return the canonical halves that the classes on so many points are told apart by, the empty one first.

    On at most 4 points there is one shard with everything, 0.

    Raises:
        InputError: there are no points, or more than 5.

    """
    check_points(points)
    if points <= _TABLED:
        return [0]
    return [int(number) for number in np.unique(symmetry(points - 1).canonical)]


def check_points(points: int) -> None:
    """Raise InputError where the atlas has no classes on so many points."""
    if not 1 <= points <= ATLAS_POINTS:
        raise InputError(f"the atlas has the classes on 1 to {ATLAS_POINTS} points, and not on {points}")


def classes(points: int, shard: int = 0) -> Classes:
    """Return the canonical classes of a shard, none of them empty, in the order of their numbers.

    Raises:
        InputError: there is no such shard.

    """
    if shard not in shards(points):
        raise InputError(f"{shard} is not a canonical half of the classes on {points} points")
    if points <= _TABLED:
        return np.unique(symmetry(points).canonical)[1:]
    return _with_high_half(points, shard)


def _with_high_half(points: int, high: int) -> Classes:
    """Return the canonical classes whose half at the first point, for the label +1, is this canonical one."""
    below = symmetry(points - 1)
    sets = all_sets(points - 1)
    smallest = sets.copy()  # of the images of a low half under what keeps the high one
    for number in range(len(below.images)):
        if int(below.image(number, np.array([high], dtype=np.uint32))[0]) == high:
            np.minimum(smallest, below.image(number, sets), out=smallest)
    low = sets[(smallest == sets) & (below.canonical >= high)]
    numbers = (np.uint32(high) << np.uint32(1 << (points - 1))) | low
    low_half, high_half = halves(numbers, points, points - 1)
    pairs = [(low_half, high_half)]  # the first point with its labels exchanged; as it is, ``smallest`` has seen to it
    for bit in range(points - 1):
        minus, plus = halves(numbers, points, bit)
        pairs += [(minus, plus), (plus, minus)]
    kept = np.ones(len(numbers), dtype=bool)
    for half, other in pairs:
        canonical = below.canonical[half]
        kept &= canonical >= high
        alike = kept & (canonical == high)
        image = below.image(below.taken_by[half[alike]], other[alike])
        kept[alike] &= smallest[image] >= low_half[alike]
    chosen: Classes = numbers[kept & (numbers > 0)]
    return chosen
