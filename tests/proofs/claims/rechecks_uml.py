"""The refuted readings of Hsu and of Understanding Machine Learning, judged again from the numbers of the witness."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from plain_numbers import Numbers, dot, numbers, plus, points


def run(examples: list[tuple[Numbers, int]], most: int) -> list[Numbers]:
    """Return w before each iteration, the last one where none is wrong, or ``most`` are over."""
    w, seen = [Fraction(0)] * len(examples[0][0]), []
    for _ in range(most):
        seen.append(w)
        wrong = [(x, y) for x, y in examples if y * dot(w, x) <= 0]
        if not wrong:
            break
        x, y = wrong[0]
        w = plus(w, [y * q for q in x])
    return seen


def opposed(witness: Any) -> bool:
    """Two points y·x lie on one line through 0, on both sides: no w has a positive product with both."""
    (x, y), (z, v) = points(witness)
    p, q = [y * value for value in x], [v * value for value in z]
    return dot(p, q) < 0 and dot(p, q) ** 2 == dot(p, p) * dot(q, q) and len(run(points(witness), 500)) == 500


def right_but_opposed(witness: Any) -> bool:
    w = numbers(witness["w"])
    return opposed(witness) and all((1 if dot(w, x) >= 0 else -1) == y for x, y in points(witness))


def a_tie_with_its_label(witness: Any) -> bool:
    product, label = Fraction(witness["product"]), int(witness["label"])
    return label * product <= 0 and (1 if product >= 0 else -1) == label


def right_by_its_sign(witness: Any) -> bool:
    return all(y * dot(numbers(witness["w"]), x) > 0 for x, y in points(witness))


def not_more_correct(witness: Any) -> bool:
    ((x, y),) = points(witness)
    w = numbers(witness["w"])
    before, after = y * dot(w, x), y * dot(plus(w, [y * q for q in x]), x)
    return before <= 0 and after <= before


def one_iteration_more(witness: Any) -> bool:
    """Of a single example, the shortest w is x/‖x‖² with its label, so that (RB)² = 1, and no cosine is above it."""
    ((x, _),) = points(witness)
    return any(x) and 1 < len(run(points(witness), 500)) < 500


def no_longest(witness: Any) -> bool:
    """The first point is the least, so that 1 over it has margin 1, and each is below the next."""
    line = [Fraction(witness["limit"]) + Fraction(witness["gap"]) / t for t in range(1, 200)]
    return line[0] > 0 and all(x < later for x, later in pairwise(line))


def stops_early(witness: Any) -> bool:
    """The first coordinates are positive, the least of them on a multiple of e₁: so 1 over it is B; all labels are +1."""
    examples = points(witness)
    least = min(x[0] for x, _ in examples)
    exact = any(x[0] == least and not any(x[1:]) for x, _ in examples) and least > 0 and {y for _, y in examples} == {1}
    return exact and len(run(examples, 500)) - 1 < max(dot(x, x) for x, _ in examples) / least**2 // 1


RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("hsu-1", 0): one_iteration_more,
    ("hsu-2", 1): no_longest,
    ("uml-erm", 0): opposed,
    ("uml-mislabeled", 0): a_tie_with_its_label,
    ("uml-mislabeled-sign", 0): right_by_its_sign,
    ("uml-update", 1): not_more_correct,
    ("uml-realizable", 0): right_but_opposed,
    ("uml-9.1", 0): one_iteration_more,
    ("uml-9.2", 1): one_iteration_more,
    ("tight-perceptron-own", 0): stops_early,
    ("tight-batch", 0): stops_early,
}
