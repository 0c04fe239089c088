"""The Littlestone dimension with one lie, of many classes at once.

A game is over for a concept that two labels are unlike. So all that matters of the labels so far is, for each point,
whether it had none, one or two of the same: two at a point fix it for good. Had it both labels, one of these was the
lie: the rest is a game without lies, in which the label at that point is open again. That makes 5ⁿ positions, and for
games without lies the 3ⁿ subcubes in which some points have a label. ``proofs.solvers.littlestone`` solves one class by
version spaces, and not by labels.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from proofs.atlas.bitsets import Classes

_Dimensions = NDArray[np.int8]
"""A dimension for each class; −1 where no concept is left."""

_TOGETHER = 8_192
"""Classes whose values in all positions are kept at once, in 30 MB on 5 points."""

_Labels = tuple[int, ...]
"""The labels of each point so far: 0 is none, ±1 one, and ±2 two of these."""

_TWICE = {2, -2}


def one_lie(classes: Classes, points: int) -> NDArray[np.uint8]:
    """Return the Littlestone dimension with one lie of each class, none of which is empty."""
    parts = [_one_lie(classes[start : start + _TOGETHER], points) for start in range(0, len(classes), _TOGETHER)]
    return np.concatenate([np.zeros(0, dtype=np.uint8), *parts])


def _one_lie(classes: Classes, points: int) -> NDArray[np.uint8]:
    without = _without_lies(classes, points)
    one = np.int8(1)
    values: dict[_Labels, _Dimensions] = {}
    for labels in sorted(product((0, 1, -1, 2, -2), repeat=points), key=lambda labels: -sum(map(abs, labels))):
        signs = tuple([(label > 0) - (label < 0) for label in labels])
        left = [without[signs]]
        worth = [without[signs] + one] if _TWICE & {*labels} else []  # the lie is told there
        for point, label in enumerate(labels):
            if label == 0:
                worth.append(np.minimum(values[_put(labels, point, 1)], values[_put(labels, point, -1)]) + one)
            elif abs(label) == 1:
                lie = without[_put(signs, point, 0)]
                worth.append(np.minimum(values[_put(labels, point, 2 * label)], lie) + one)
                left.append(lie)
        nothing = np.maximum.reduce(left) < 0
        values[labels] = np.where(nothing, -one, np.maximum.reduce(worth))
    return values[(0,) * points].astype(np.uint8)


def _without_lies(classes: Classes, points: int) -> dict[_Labels, _Dimensions]:
    """Return the Littlestone dimension of what is left of each class by some labels, for all of these."""
    one = np.int8(1)
    values: dict[_Labels, _Dimensions] = {}
    for labels in sorted(product((0, 1, -1), repeat=points), key=lambda labels: labels.count(0)):
        free = [point for point, label in enumerate(labels) if label == 0]
        if not free:
            cell = int("".join(["1" if label == 1 else "0" for label in labels]), 2)
            values[labels] = (classes >> np.uint32(cell) & np.uint32(1)).astype(np.int8) - one
            continue
        sides = [(values[_put(labels, point, 1)], values[_put(labels, point, -1)]) for point in free]
        nothing = np.maximum(*sides[0]) < 0
        worth = np.maximum.reduce([np.minimum(*pair) for pair in sides]) + one
        values[labels] = np.where(nothing, -one, worth)
    return values


def _put(labels: _Labels, point: int, label: int) -> _Labels:
    return (*labels[:point], label, *labels[point + 1 :])
