"""Hsu's refuted readings, each judged again from the numbers of its witness; nothing is shared with the book."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from plain_numbers import Numbers, dot, numbers, plus, points

MANY = 200


def line(witness: Any) -> Numbers:
    return [Fraction(witness["limit"]) + Fraction(witness["gap"]) / t for t in range(1, MANY)]


def mistakes(examples: list[tuple[Numbers, int]]) -> list[tuple[Numbers, int]]:
    w, made = [Fraction(0)] * len(examples[0][0]), []
    for x, y in examples:
        if y * dot(w, x) <= 0:
            w = plus(w, [y * q for q in x])
            made.append((x, y))
    return made


def no_least_product(witness: Any) -> bool:
    """All points are positive, so that w > 0 separates them, and each is above the next."""
    return all(x > later > 0 for x, later in pairwise(line(witness)))


def two_have_the_largest_margin(witness: Any) -> bool:
    """The target w and the w of least y⟨w, x⟩ = 1 are two, equally wide, and no vector of a grid is wider."""

    def width(w: Numbers) -> Fraction:
        least = min(y * dot(w, x) for x, y in points(witness))
        return least * abs(least) / dot(w, w)

    w = numbers(witness["target"])
    least = min(y * dot(w, x) for x, y in points(witness))
    steps = [Fraction(k, 4) for k in range(-20, 21)]
    grid = [list(other) for other in product(steps, repeat=len(w)) if any(other)]
    return least not in (0, 1) and width(w) == width([p / least for p in w]) == max(map(width, grid))


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


def more_than_without_length(witness: Any) -> bool:
    examples, w = points(witness), numbers(witness["target"])
    return min(y * dot(w, x) for x, y in examples) == 1 and len(mistakes(examples)) > dot(w, w)


def halts_inseparable(witness: Any) -> bool:
    """Any two points have a positive product, so that one update is right on all, but t·x is the same for all t."""
    xs = line(witness)
    return all(x * xs[-1] > 0 for x in xs) and len({t * x for t, x in enumerate(xs, 1)}) == 1


def square_above(witness: Any) -> bool:
    """2x ≤ b + s with s² = b² + 4c, but 4x² > (b + s)²; this witness has a rational s."""
    x, b, c = [Fraction(witness[name]) for name in ("x", "b", "c")]
    roots = [s for s in map(Fraction, range(100)) if s * s == b * b + 4 * c]
    return bool(roots) and 2 * x <= b + roots[0] and 4 * x * x > (b + roots[0]) ** 2


RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("hsu-margin", 1): no_least_product,
    ("hsu-program", 1): two_have_the_largest_margin,
    ("hsu-1", 0): one_iteration_more,
    ("hsu-2", 1): no_longest,
    ("hsu-2", 2): more_than_without_length,
    ("hsu-endless", 1): halts_inseparable,
    ("hsu-3-footnote", 2): square_above,
}
