"""Concept classes on n points as numbers, and their restrictions, for many classes at once.

A concept on n points is a text of n digits, 0 for the label −1 and 1 for +1; read as a binary number it is a *cell*,
0 to 2ⁿ − 1. A class is a bitset of 2ⁿ cells: bit c is set iff the concept c is in the class. Arrays of classes have the
type uint32, which is enough for 5 points.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.errors import InputError

Classes = NDArray[np.uint32]
ATLAS_POINTS = 5
"""Points of a class that has a number."""

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
    found: NDArray[np.uint8] = counts[low] + counts[high]
    return found


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
