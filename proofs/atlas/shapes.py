"""VC dimensions and star numbers of many classes at once."""

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from proofs.atlas.bitsets import Classes, all_sets, halves


def vc(classes: Classes, points: int) -> NDArray[np.int16]:
    """Return the largest number of points on which each class has all labelings; 0 for the empty set."""
    shattered = _shattered(classes, points)
    found = np.zeros(len(classes), dtype=np.int16)
    for size in range(1, points + 1):
        found[shattered & np.uint32(_of_size(points, size)) > 0] = size
    return found


def _of_size(points: int, size: int) -> int:
    return sum([1 << chosen for chosen in range(1 << points) if chosen.bit_count() == size])


def _shattered(classes: Classes, points: int) -> Classes:
    """Return which sets of points each class shatters: a bitset of 2ⁿ bits, one a set.

    A set without the first point is shattered if it is by what both labels there leave together, and one with it if the
    others are by each of the two. The empty set is shattered by what is not empty.
    """
    if points == 0:
        return classes
    below = _shattered_table(points - 1)
    minus, plus = halves(classes, points, points - 1)
    found: Classes = below[minus | plus] | (below[minus] & below[plus]) << np.uint32(1 << (points - 1))
    return found


@cache
def _shattered_table(points: int) -> Classes:
    return _shattered(all_sets(points), points)


def star(classes: Classes, points: int) -> NDArray[np.int16]:
    """Return the star number of each class; 0 for the empty set.

    That is the largest k such that on some k points some concept h of the class has, for each of these points, a
    concept that differs from it there and on none of the others. (Hanneke, Yang, Minimax analysis of active learning,
    2015.) So on these points the class has the labeling of h, and all labelings that differ from it in one.
    """
    found = np.zeros(len(classes), dtype=np.int16)
    for size in range(1, points + 1):
        for chosen in combinations(range(points), size):
            seen = _labelings(classes, points, chosen)
            for center in range(1 << size):
                has = seen[center].copy()
                for bit in range(size):
                    has &= seen[center ^ 1 << bit]
                found[has] = size
    return found


def _labelings(classes: Classes, points: int, chosen: tuple[int, ...]) -> list[NDArray[np.bool_]]:
    """Return for each labeling of some points, as bits, whether each class has it."""
    masks = [0] * (1 << len(chosen))
    for cell in range(1 << points):
        masks[sum([(cell >> point & 1) << bit for bit, point in enumerate(chosen)])] |= 1 << cell
    return [classes & np.uint32(mask) > 0 for mask in masks]
