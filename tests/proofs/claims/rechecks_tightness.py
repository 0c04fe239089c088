"""The gaps of the bounds beyond the notes, by the brute force of the tests."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import oracles.classes as oracle


def space(witness: Any) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(1 if sign == "+" else -1 for sign in text) for text in witness["concepts"])


def halving_is_not_optimal(witness: Any) -> bool:
    nine = space(witness)
    forced = {ties: oracle.halving(nine, ties) for ties in ("negative", "positive", "adversarial", "optimal")}
    return len(nine) == 9 and {*forced.values()} == {3} and oracle.littlestone(nine) == 2


RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("tight-halving-log", 0): lambda w: len(space(w)) == 4 and oracle.halving(space(w), "adversarial") == 1,
    ("tight-halving-optimal", 0): halving_is_not_optimal,
    ("tight-randomized-halving", 0): lambda w: (
        oracle.randomized_halving_by_sequences(space(w)) == 1 < Fraction(1, 2) + Fraction(1, 3) + Fraction(1, 4)
    ),
    ("tight-randomized", 0): lambda w: (
        oracle.littlestone(space(w)) == 1 and oracle.randomized_littlestone(space(w)) == Fraction(3, 4)
    ),
}
