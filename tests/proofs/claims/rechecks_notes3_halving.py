"""The witnesses on kernels and Halving, and of gaps beyond the notes, from their plain numbers or by brute force."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import oracles.classes as oracle


def space(witness: Any) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(1 if sign == "+" else -1 for sign in text) for text in witness["concepts"])


def left_after(witness: Any) -> list[list[str]]:
    """Return what is left at the start and after each sample."""
    found = [list(witness["concepts"])]
    for point, label in witness["sequence"]:
        found.append([text for text in found[-1] if text[point] == "-+"[label > 0]])
    return found


def never_learned(witness: Any) -> bool:
    k, y = [[int(value) for value in row] for row in witness["matrix"]], witness["labels"]
    a, both = [int(value) for value in witness["target"]], range(len(y))
    f = [0] * len(y)
    for _ in range(20):
        made = 0
        for i in both:
            if (f[i] >= 0) != (y[i] == 1):
                made += 1
                f = [value + y[i] * k[i][j] for j, value in enumerate(f)]
        if not made:
            return False
    fits = all(y[i] * sum(a[j] * k[j][i] for j in both) > 0 for i in both)
    # y_1·f(x_1) + y_2·f(x_2) drops with every mistake, from 0: one of them is below 0 ever after.
    drops = all(sum(y[i] * y[j] * k[j][i] for i in both) < 0 for j in both)
    return fits and drops and all(k[i][i] == 1 and k[i][j] == k[j][i] for i in both for j in both)


def exceeds_the_logarithm(witness: Any) -> bool:
    mistakes = 0
    for (point, label), left in zip(witness["sequence"], left_after(witness), strict=False):
        plus = sum(text[point] == "+" for text in left)
        assert 2 * plus != len(left) > 0, "a clear majority"
        mistakes += (2 * plus > len(left)) != (label == 1)
    return bool(2**mistakes > len(witness["concepts"]))


def chances(witness: Any) -> Fraction:
    """Return the expected mistakes on the sequence, by what each sample eliminates."""
    left = [len(concepts) for concepts in left_after(witness)]
    return sum((Fraction(before - after, before) for before, after in pairwise(left)), Fraction(0))


def equation_fails(witness: Any) -> bool:
    """There are r = 4 concepts, all but the last eliminated together, so that r − 1 = 3 are left for M_3."""
    assert [len(left) for left in left_after(witness)] == [4, 1]
    m1, m2, m3 = (chances({**witness, "concepts": witness["concepts"][-size:]}) for size in (1, 2, 3))
    return m2 == Fraction(1, 2) and m3 == Fraction(2, 3) and 3 * m3 != 2 + m1 + m2


def second_is_right(witness: Any) -> bool:
    (first, second, _), after, last = left_after(witness)
    return first not in after and second in after and second not in last and len(last) == 1


def halving_is_not_optimal(witness: Any) -> bool:
    nine = space(witness)
    forced = {ties: oracle.halving(nine, ties) for ties in ("negative", "positive", "adversarial", "optimal")}
    return len(nine) == 9 and {*forced.values()} == {3} and oracle.littlestone(nine) == 2


RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("notes3-kernel", 0): never_learned,
    ("notes3-3", 1): exceeds_the_logarithm,
    ("notes3-3", 2): lambda w: 2.7 ** oracle.halving(space(w), "optimal") > len(w["concepts"]) == 2,
    ("notes3-4.1-order", 1): lambda w: len(left_after(w)[-1]) == 2,
    ("notes3-4.1-first", 0): second_is_right,
    ("notes3-4.1-equation", 0): equation_fails,
    ("notes3-4.1-factor", 1): lambda w: (
        oracle.halving(space(w), "adversarial") == 1 < oracle.randomized_halving(space(w)) == Fraction(13, 12)
    ),
    ("notes3-4.1-factor", 2): lambda w: len(set(w["concepts"])) == 1,
    ("tight-halving-log", 0): lambda w: len(space(w)) == 4 and oracle.halving(space(w), "adversarial") == 1,
    ("tight-halving-optimal", 0): halving_is_not_optimal,
    ("tight-randomized-halving", 0): lambda w: (
        oracle.randomized_halving_by_sequences(space(w)) == 1 < Fraction(1, 2) + Fraction(1, 3) + Fraction(1, 4)
    ),
    ("tight-randomized", 0): lambda w: (
        oracle.littlestone(space(w)) == 1 and oracle.randomized_littlestone(space(w)) == Fraction(3, 4)
    ),
}
