"""Quantities of many classes at once, by name. They are equal for classes that are alike.

Permuting the points, or exchanging the labels at a point, changes none of these quantities. It can change the mistakes
of a Halving that gives every tie the same label. So this quantity is left out.

The concepts with one label of a point form a class on the other points. So a table of all classes on n points comes
from the table on n − 1 points, and the values of any classes on 5 points from the table of the 2¹⁶ sets on 4. The
recursions are those of ``proofs.solvers``, which solves one class, without these tables.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.atlas.bitsets import Classes, all_sets, halves, sizes
from proofs.exact.errors import require_known
from proofs.exact.rationals import Rational, simplest


def codes(name: str, classes: Classes, points: int) -> NDArray[np.uint8]:
    """Return a quantity of many classes, as codes that ``decoded`` reads.

    Raises:
        InputError: there is no such quantity.

    """
    require_known("quantity", NAMES, name)
    if name in POINT_GAMES:
        numbers: NDArray[Any] = _over_points(name, classes, points)
    elif name in ORDERS:
        numbers = reduce(ORDERS[name], _orders(classes, points))
    else:
        numbers = _OTHERS[name](classes, points)
    return numbers.astype(np.uint8)


def decoded(name: str, code: int, points: int) -> Rational:
    """Return the value that a code stands for: it is the value, or of the randomized dimension 2ⁿ times the value."""
    return simplest(Fraction(code, 1 << points)) if name == "RL" else code


def values(name: str, classes: Classes, points: int) -> list[Rational]:
    """Return a quantity of many classes, exactly. Raises InputError."""
    return [decoded(name, int(code), points) for code in codes(name, classes, points)]


Numbers = NDArray[np.int16]
"""A whole number for each class; of the randomized dimension it is 2ⁿ times the value on n points."""

Worth = Callable[[int, Numbers, Numbers, Numbers, Numbers], Numbers]
"""What a point that splits is worth: of how many points there are, the sizes of V₋ and V₊, and their values."""

_NONE_YET = 1_000

_ONE = np.int16(1)


def _over_points(name: str, classes: Classes, points: int) -> Numbers:
    """Return the best value over all points that split, for the player who picks them."""
    worth, learner_picks = POINT_GAMES[name]
    best = np.full(len(classes), _NONE_YET if learner_picks else 0, dtype=np.int16)
    for bit in range(points):
        below = _table(name, points - 1)
        minus, plus = halves(classes, points, bit)
        split = (minus > 0) & (plus > 0)
        fewer, more = sizes(minus).astype(np.int16), sizes(plus).astype(np.int16)
        worths = worth(points, fewer, more, below[minus], below[plus])
        better = np.minimum(best, worths) if learner_picks else np.maximum(best, worths)
        best[split] = better[split]
    return np.where(best == _NONE_YET, np.int16(0), best)


@cache
def _table(name: str, points: int) -> Numbers:
    return _over_points(name, all_sets(points), points)


def _halving(fewer: Numbers, more: Numbers, minus: Numbers, plus: Numbers, tie: Numbers) -> Numbers:
    says_minus, says_plus = np.maximum(minus, plus + _ONE), np.maximum(minus + _ONE, plus)
    return np.where(fewer > more, says_minus, np.where(more > fewer, says_plus, tie))


def _ordered(minus: Numbers, plus: Numbers) -> Numbers:
    """Return the value of a point for a learner that predicts the side with the larger value."""
    mistakes: Numbers = np.maximum(minus, plus) + (minus == plus)
    return mistakes


POINT_GAMES: dict[str, tuple[Worth, bool]] = {
    "L": (lambda _points, _fewer, _more, minus, plus: np.minimum(minus, plus) + _ONE, False),
    "RL": (lambda points, _fewer, _more, minus, plus: minus + plus + np.int16(1 << (points - 1)), False),
    "halving_adversarial": (
        lambda _points, fewer, more, minus, plus: _halving(fewer, more, minus, plus, np.maximum(minus, plus) + _ONE),
        False,
    ),
    "halving_optimal": (
        lambda _points, fewer, more, minus, plus: _halving(fewer, more, minus, plus, _ordered(minus, plus)),
        False,
    ),
    "self_directed": (lambda _points, _fewer, _more, minus, plus: _ordered(minus, plus), True),
}
"""What a point is worth, and whether the learner picks the points: the adversary picks them where it does not.

Of the randomized dimension that is ½(1 + a + b), 2ⁿ times, where a and b come 2ⁿ⁻¹ times.
"""

ORDERS: dict[str, Callable[[Numbers, Numbers], Numbers]] = {"announced": np.maximum, "best_order": np.minimum}
"""Which of two announced orders counts: that which forces more mistakes, or that which forces fewer."""


def _orders(classes: Classes, points: int) -> Iterator[Numbers]:
    """Yield the number of mistakes that each order of the points forces on each class.

    Where the first point does not split, one of the sides is empty, and 0.
    """
    if points == 0:
        yield np.zeros(len(classes), dtype=np.int16)
    for bit in range(points):
        minus, plus = halves(classes, points, bit)
        split = (minus > 0) & (plus > 0)
        for below in _order_tables(points - 1):
            first, second = below[minus], below[plus]
            yield np.where(split, _ordered(first, second), np.maximum(first, second))


@cache
def _order_tables(points: int) -> list[Numbers]:
    return [*_orders(all_sets(points), points)]


def vc(classes: Classes, points: int) -> NDArray[np.int16]:
    """Return the largest number of points on which each class has all labelings; 0 for the empty set."""
    shattered = _shattered(classes, points)
    dimension = np.zeros(len(classes), dtype=np.int16)
    for size in range(1, points + 1):
        of_size = sum([1 << chosen for chosen in range(1 << points) if chosen.bit_count() == size])
        dimension[shattered & np.uint32(of_size) > 0] = size
    return dimension


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
    largest = np.zeros(len(classes), dtype=np.int16)
    for size in range(1, points + 1):
        for chosen in combinations(range(points), size):
            seen = _labelings(classes, points, chosen)
            for center in range(1 << size):
                has = seen[center].copy()
                for bit in range(size):
                    has &= seen[center ^ 1 << bit]
                largest[has] = size
    return largest


def _labelings(classes: Classes, points: int, chosen: tuple[int, ...]) -> list[NDArray[np.bool_]]:
    """Return for each labeling of some points, as bits, whether each class has it."""
    masks = [0] * (1 << len(chosen))
    for cell in range(1 << points):
        masks[sum([(cell >> point & 1) << bit for bit, point in enumerate(chosen)])] |= 1 << cell
    return [classes & np.uint32(mask) > 0 for mask in masks]


_Dimensions = NDArray[np.int8]
"""A dimension for each class; −1 where no concept is left."""

_TOGETHER = 8_192
"""Classes whose values in all positions are kept at once, in 30 MB on 5 points."""

_Labels = tuple[int, ...]
"""The labels of each point so far: 0 is none, ±1 one, and ±2 two of these."""

_TWICE = {2, -2}


def one_lie(classes: Classes, points: int) -> NDArray[np.uint8]:
    """Return the Littlestone dimension with one lie of each class, none of which is empty.

    A game is over for a concept that two labels are unlike. So all that matters of the labels so far is, for each
    point, whether it had none, one or two of the same: two at a point fix it for good. Had it both labels, one of these
    was the lie: the rest is a game without lies, in which the label at that point is open again. That makes 5ⁿ
    positions, and for games without lies the 3ⁿ subcubes in which some points have a label.
    ``proofs.solvers.littlestone`` solves one class by version spaces, and not by labels.
    """
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


_OTHERS: dict[str, Callable[[Classes, int], NDArray[Any]]] = {
    "VC": vc,
    "star": star,
    "lies_1": one_lie,
    "size": lambda classes, _points: sizes(classes),
    "points": lambda classes, points: np.full(len(classes), points),
}
"""What computes the quantities that are no games on points."""

NAMES = (*POINT_GAMES, *ORDERS, *_OTHERS)
"""Every quantity that the atlas has: its short name in ``proofs.solvers.dimensions.QUANTITY``."""
