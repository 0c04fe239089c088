"""Hsu's refuted readings, each judged again from the numbers of its witness; nothing is shared with the book."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from plain_numbers import Numbers, dot, numbers, points

MANY = 200


def line(witness: Any) -> Numbers:
    return [Fraction(witness["limit"]) + Fraction(witness["gap"]) / t for t in range(1, MANY)]


def one_iteration_more(witness: Any) -> bool:
    """The loop, with the first example that is wrong, takes more iterations than ‖w⋆‖²L²."""
    examples, w_star = points(witness), numbers(witness["target"])
    w, iterations = [Fraction(0)] * len(w_star), 1
    while wrong := [(x, y) for x, y in examples if y * dot(w, x) <= 0]:
        w = [p + wrong[0][1] * q for p, q in zip(w, wrong[0][0], strict=True)]
        iterations += 1
    bound = dot(w_star, w_star) * max(dot(x, x) for x, _ in examples)
    return min(y * dot(w_star, x) for x, y in examples) == 1 and iterations > bound


def no_longest(witness: Any) -> bool:
    """The first point is the least, so that 1 over it has margin 1, and each is below the next."""
    return line(witness)[0] > 0 and all(x < later for x, later in pairwise(line(witness)))


RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("hsu-1", 0): one_iteration_more,
    ("hsu-2", 1): no_longest,
}
