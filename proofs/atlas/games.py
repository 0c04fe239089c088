"""Values of games on many classes at once: what a label leaves of a class is a class on the other points.

So a table of all classes on n points comes from that on n − 1, and the values of any classes on 5 points from the table
of the 2¹⁶ sets on 4. The recursions are those of ``proofs.solvers``, which solves one class, without these tables.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from proofs.atlas.bitsets import Classes, all_sets, halves, sizes

Numbers = NDArray[np.int16]
"""A whole number for each class; of the randomized dimension it is 2ⁿ times the value on n points."""

Worth = Callable[[int, Numbers, Numbers, Numbers, Numbers], Numbers]
"""What a point that splits is worth: of how many points there are, the sizes of V₋ and V₊, and their values."""

_NONE_YET = 1_000


def value(name: str, classes: Classes, points: int) -> Numbers:
    """Return the value of one of ``POINT_GAMES`` for each class; 0 for the empty set."""
    if name in ORDERS:
        return _over_orders(classes, points, ORDERS[name])
    return _over_points(name, classes, points)


def _over_points(name: str, classes: Classes, points: int) -> Numbers:
    """Return the best over all points that split, for whoever picks them."""
    worth, learner_picks = POINT_GAMES[name]
    best = np.full(len(classes), _NONE_YET if learner_picks else 0, dtype=np.int16)
    for bit in range(points):
        below = _table(name, points - 1)
        minus, plus = halves(classes, points, bit)
        split = (minus > 0) & (plus > 0)
        fewer, more = sizes(minus).astype(np.int16), sizes(plus).astype(np.int16)
        found = worth(points, fewer, more, below[minus], below[plus])
        better = np.minimum(best, found) if learner_picks else np.maximum(best, found)
        best[split] = better[split]
    return np.where(best == _NONE_YET, np.int16(0), best)


@cache
def _table(name: str, points: int) -> Numbers:
    return _over_points(name, all_sets(points), points)


def _littlestone(_points: int, _fewer: Numbers, _more: Numbers, minus: Numbers, plus: Numbers) -> Numbers:
    return np.minimum(minus, plus) + np.int16(1)


def _randomized(points: int, _fewer: Numbers, _more: Numbers, minus: Numbers, plus: Numbers) -> Numbers:
    """Return ½(1 + a + b), 2ⁿ times; a and b come 2ⁿ⁻¹ times."""
    return minus + plus + np.int16(1 << (points - 1))


def _halving(fewer: Numbers, more: Numbers, minus: Numbers, plus: Numbers, tie: Numbers) -> Numbers:
    one = np.int16(1)
    says_minus, says_plus = np.maximum(minus, plus + one), np.maximum(minus + one, plus)
    return np.where(fewer > more, says_minus, np.where(more > fewer, says_plus, tie))


def _halving_adversarial(_points: int, fewer: Numbers, more: Numbers, minus: Numbers, plus: Numbers) -> Numbers:
    return _halving(fewer, more, minus, plus, np.maximum(minus, plus) + np.int16(1))


def _halving_optimal(_points: int, fewer: Numbers, more: Numbers, minus: Numbers, plus: Numbers) -> Numbers:
    return _halving(fewer, more, minus, plus, _ordered(minus, plus))


def _self_directed(_points: int, _fewer: Numbers, _more: Numbers, minus: Numbers, plus: Numbers) -> Numbers:
    return _ordered(minus, plus)


def _ordered(minus: Numbers, plus: Numbers) -> Numbers:
    """Return what a point is worth to a learner that knows both values: it predicts the side with more."""
    found: Numbers = np.maximum(minus, plus) + (minus == plus)
    return found


POINT_GAMES: dict[str, tuple[Worth, bool]] = {
    "L": (_littlestone, False),
    "RL": (_randomized, False),
    "halving_adversarial": (_halving_adversarial, False),
    "halving_optimal": (_halving_optimal, False),
    "self_directed": (_self_directed, True),
}
"""What a point is worth, and whether the learner picks the points: the adversary picks them where it does not."""

ORDERS: dict[str, Callable[[Numbers, Numbers], Numbers]] = {"announced": np.maximum, "best_order": np.minimum}
"""Which of two announced orders counts: that which forces more mistakes, or that which forces fewer."""


def _over_orders(classes: Classes, points: int, pick: Callable[[Numbers, Numbers], Numbers]) -> Numbers:
    found: Numbers | None = None
    for bit in range(points):
        minus, plus = halves(classes, points, bit)
        split = (minus > 0) & (plus > 0)
        for below in _order_tables(points - 1):
            one = _in_order(split, below[minus], below[plus])
            found = one if found is None else pick(found, one)
    assert found is not None  # noqa: S101 - there is a point
    return found


@cache
def _order_tables(points: int) -> list[Numbers]:
    """Return what each order of the points forces, in a table of all sets on them."""
    sets = all_sets(points)
    if points == 0:
        return [np.zeros(len(sets), dtype=np.int16)]
    found = []
    for bit in range(points):
        minus, plus = halves(sets, points, bit)
        split = (minus > 0) & (plus > 0)
        found += [_in_order(split, below[minus], below[plus]) for below in _order_tables(points - 1)]
    return found


def _in_order(split: NDArray[np.bool_], minus: Numbers, plus: Numbers) -> Numbers:
    """Return what the first point of an order is worth; where it does not split, one of the sides is empty, and 0."""
    return np.where(split, _ordered(minus, plus), np.maximum(minus, plus))
