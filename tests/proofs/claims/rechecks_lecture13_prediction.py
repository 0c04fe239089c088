"""The witnesses of Lecture 13, 1.1, once more from their numbers, sharing nothing with the book."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from plain_numbers import Numbers, dot, numbers, signed


def wrong(w: Numbers, rows: list[Numbers]) -> int:
    return sum(dot(w, row) <= 0 for row in rows)


def fewest(rows: list[Numbers]) -> int:
    """Return Opt(S) in dimension 1 or 2, for coordinates up to 3: some w of the grid is best."""
    return min(wrong(numbers(list(w)), rows) for w in product(range(-9, 10), repeat=len(rows[0])))


def tie(found: Any) -> bool:
    product, label = Fraction(found["product"]), int(found["label"])
    return product * label <= 0 and (product >= 0) == (label == 1)


def all_products_0(found: Any) -> bool:
    w, rows = numbers(found["w"]), signed(found)
    return not any(dot(w, row) for row in rows) and wrong(w, rows) > fewest(rows)


def right_but_counted(found: Any) -> bool:
    """An example of {0, 1}^d × {0, 1} on which w, predicting 1 iff ⟨w, x⟩ > 0, is right, and which the count has."""
    value, x, y = dot(found["w"], found["x"]), found["x"], found["y"]
    return {*x, y} <= {0, 1} and int(value > 0) == y and y * value <= 0


def right_with_threshold(found: Any) -> bool:
    *w, b = numbers(found["w"])
    values = [int(y) * (dot(w, numbers(x)) + b) for x, y in found["examples"]]
    return sum(value <= 0 for value in values) < fewest(signed(found))


def count_above_share(found: Any) -> bool:
    rows = signed(found)
    return fewest(rows) != Fraction(fewest(rows), len(rows))


def weakly_right(found: Any) -> bool:
    w, rows = numbers(found["w"]), signed(found)
    return min(dot(w, row) for row in rows) == 0 < wrong(w, rows) and fewest(rows) == 0


def no_errors(found: Any) -> bool:
    return fewest(signed(found)) == 0


def as_many_pivots_as_axes(found: Any) -> bool:
    """Every coordinate stands alone in one of the d rows, all labeled +1: d pivots, each of d·d numbers."""
    rows = signed(found["sample"])
    unit = [[Fraction(i == j) for j in range(len(rows))] for i in range(len(rows))]
    return rows == unit and len(rows) > found["C"]


RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("lecture13-loss", 0): tie,
    ("lecture13-erm", 0): all_products_0,
    ("lecture13-instance", 0): right_but_counted,
    ("lecture13-instance", 3): right_with_threshold,
    ("lecture13-error", 0): count_above_share,
    ("lecture13-lp", 2): weakly_right,
    ("lecture13-display", 0): no_errors,
    ("lecture13-linear-time", 0): as_many_pivots_as_axes,
}
