"""Independent second opinions on the Perceptron's own worst case: all games on a lattice of points, and plain replays."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np


def longest_game(dimension: int, margin_squared: Fraction, fineness: int) -> int:
    """Return the most mistakes of the Perceptron on points of ℤᵈ/``fineness`` no longer than 1, the target being e₁.

    All w after 1, 2, … mistakes are listed, in integers; mirror images and exchanged coordinates count once.
    """
    limit = fineness**2
    points = np.array(
        [
            point
            for point in product(range(1, fineness + 1), *[range(-fineness, fineness + 1)] * (dimension - 1))
            if sum(value**2 for value in point) <= limit and point[0] ** 2 >= margin_squared * limit
        ]
    )
    reached, mistakes = points[:, :], 1  # at w = 0 any point is a mistake
    while True:
        kinds = np.concatenate([reached[:, :1], np.sort(np.abs(reached[:, 1:]), axis=1)], axis=1)
        kinds = np.unique(kinds, axis=0)
        rows, columns = np.nonzero(kinds @ points.T <= 0)
        if not len(rows):
            return mistakes
        reached, mistakes = kinds[rows] + points[columns], mistakes + 1


def novikoff(points: Sequence[Sequence[int | Fraction]]) -> int:
    """Return how many times in a row a Perceptron is wrong on points of label +1, where w·x = 0 is wrong."""
    w: list[int | Fraction] = [0] * len(points[0])
    for count, x in enumerate(points):
        if sum(a * b for a, b in zip(w, x, strict=True)) > 0:
            return count
        w = [a + b for a, b in zip(w, x, strict=True)]
    return len(points)


def updates(points: Sequence[Sequence[int | Fraction]], rule: str) -> int:
    """Return the updates of the batch Perceptron on a sample of label +1, by a rule that picks violated examples."""
    w: list[int | Fraction] = [0] * len(points[0])
    place = count = 0
    while True:
        products = [sum(a * b for a, b in zip(w, x, strict=True)) for x in points]
        wrong = [index for index, value in enumerate(products) if value <= 0]
        if not wrong:
            return count
        pick = {
            "first": wrong[0],
            "last": wrong[-1],
            "largest": min(wrong, key=products.__getitem__),
            "cyclic": next((index for index in wrong if index >= place), wrong[0]),
        }[rule]
        w, place, count = [a + b for a, b in zip(w, points[pick], strict=True)], (pick + 1) % len(points), count + 1
