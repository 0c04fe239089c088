"""Violations of a statement about linear classifiers: signs and errors, Opt(S), bias, systems of inequalities.

Opt(S) is the least number of examples of S with y⟨w, x⟩ ≤ 0; a w that attains it is an ERM.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import gcd, lcm
from typing import Any

from proofs.claims.candidates import Example, Point, Sample, dot, margin, show, shown, sign
from proofs.exact.errors import counted
from proofs.exact.margins import pivot_columns
from proofs.exact.rationals import Rational


def errors(w: Point, examples: tuple[Example, ...], of_zero: int = 0) -> int:
    """Return how many examples have sign⟨w, x⟩ ≠ y."""
    return sum([sign(dot(w, x), of_zero) != label for x, label in examples])


def sign_and_product_differ(candidate: dict[str, Any]) -> str | None:
    """Test that sign(a) ≠ y where, and only where, ya ≤ 0, for a = ⟨w, x⟩ and sign(0) = +1."""
    value: Rational = candidate["product"]
    label: int = candidate["label"]
    if (sign(value, 1) != label) == (label * value <= 0):
        return None
    return f"⟨w, x⟩ = {value} and y = {label}: sign⟨w, x⟩ = {sign(value, 1)}, and y⟨w, x⟩ ≤ 0"


def equal_sign_is_right(case: Sample) -> str | None:
    """Find an example with sign⟨w, x⟩ = y, which w therefore labels rightly."""
    ((x, label),) = case.examples
    w = case.w or ()
    right = f"w = {show(w)} has sign⟨w, x⟩ = {label:+d} = y, and is right"
    return right if label * dot(w, x) > 0 else None


def explained_but_inseparable(case: Sample) -> str | None:
    """Find a sample on which w has no error with sign(0) = +1, but none has all y⟨w, x⟩ > 0: no run stops."""
    if case.w is None or errors(case.w, case.examples, 1) or case.shortest is not None:
        return None
    labels = f"has sign⟨w, x⟩ = y on {shown(case.examples)}"
    return f"w = {show(case.w)} {labels}, but none has all y⟨w, x⟩ > 0, so that the loop is endless"


def never_stops(case: Sample) -> str | None:
    """Test that the Perceptron stops."""
    return f"it never stops on {shown(case.examples)}, which no w separates" if case.shortest is None else None


@cache
def optimum(examples: tuple[Example, ...]) -> tuple[int, Point]:
    """Return Opt(S), with a w that attains it, for few examples.

    A best w may be perturbed until it lies in an open cell of the hyperplanes z⊥, z = y·x. In the span of the z, of
    dimension r, the closed cell has an edge v that is orthogonal to r − 1 independent z. Wherever ⟨v, z⟩ is not 0, it
    has the sign of ⟨w, z⟩; the other z are the same problem in a lower dimension. So it is enough to try all edges ±v.
    (Johnson and Preparata, The densest hemisphere problem, 1978.)
    """
    w = _densest([_primitive([label * value for value in x]) for x, label in examples])
    return errors(w, examples), w


def _densest(rows: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return a w with ⟨w, z⟩ > 0 on as many rows z as possible."""
    size = len(rows[0])
    best, most = (0,) * size, 0
    axes = [tuple([int(place == column) for place in range(size)]) for column in pivot_columns(rows)]
    for edge in _edges(rows, axes, 0):
        products = [dot(edge, row) for row in rows]
        flat = [row for row, along in zip(rows, products, strict=True) if not along]
        for side in (1, -1):
            ahead = sum([side * along > 0 for along in products])
            if ahead + len(flat) > most:
                inner = _densest(flat) if flat else (0,) * size
                # So long an edge that inner changes no sign where the edge has one: it is at least 1 there.
                length = 1 + max([way * dot(inner, row) for row in rows for way in (1, -1)])
                w = _primitive([side * length * a + b for a, b in zip(edge, inner, strict=True)])
                right = sum([dot(w, row) > 0 for row in rows])
                if right > most:
                    best, most = w, right
    return best


def _edges(rows: list[tuple[int, ...]], basis: list[tuple[int, ...]], start: int) -> Iterator[tuple[int, ...]]:
    """Yield, for all independent rows from ``start`` on that leave one dimension of the basis, what spans that."""
    if len(basis) == 1:
        yield basis[0]
        return
    for number in range(start, len(rows)):
        products = [dot(direction, rows[number]) for direction in basis]
        chosen = next((place for place, along in enumerate(products) if along), None)
        if chosen is not None:
            pivot, scale = basis[chosen], products[chosen]
            rest = [
                _primitive([scale * a - products[place] * b for a, b in zip(direction, pivot, strict=True)])
                for place, direction in enumerate(basis)
                if place != chosen
            ]
            yield from _edges(rows, rest, number + 1)


def _primitive(values: list[Rational]) -> tuple[int, ...]:
    """Return a positive multiple of a vector: integers without a common factor."""
    common = lcm(*[value.denominator for value in values])
    integers = [int(common * value) for value in values]
    factor = gcd(*integers) or 1
    return tuple([value // factor for value in integers])


# ---------------------------------------------------------------------------------------------------- what is minimized


def printed_mean_is_least(case: Sample) -> str | None:
    """Find a w with all y⟨w, x⟩ = 0, so that I{y⟨w, x⟩}, 1 for what is not 0, has mean 0; but some w errs on fewer."""
    w, (least, best) = case.w or (), optimum(case.examples)
    if any(dot(w, x) for x, _ in case.examples) or errors(w, case.examples) == least:
        return None
    zero = f"w = {show(w)} has y⟨w, x⟩ = 0 on {shown(case.examples)}, so the printed mean is 0, its smallest value"
    wrong = f"by the rule y⟨w, x⟩ ≤ 0, this w errs on {counted(errors(w, case.examples), 'example')}"
    return f"{zero}. But {wrong}, and w = {show(best)} errs on {least or 'none'}"


def threshold_errs_less(case: Sample) -> str | None:
    """Test that no classifier with a threshold, the last coordinate of w, errs on fewer than Opt(S) examples."""
    *w, b = case.w or (0,)
    least, wrong = optimum(case.examples)[0], sum([y * (dot(tuple(w), x) + b) <= 0 for x, y in case.examples])
    if wrong >= least:
        return None
    errs = f"⟨w, x⟩ + b with w = {show(w)} and b = {b} errs on {wrong or 'none'} of {shown(case.examples)}"
    return f"{errs}; without b every w errs on {least} or more"


# ------------------------------------------------------------------------------------------------------- labels 0 and 1


def counts_what_is_right(case: dict[str, Any]) -> str | None:
    """Find an example, y = 0 or 1, with y⟨w, x⟩ ≤ 0 that w labels correctly if it predicts 1 iff ⟨w, x⟩ > 0."""
    w, x, y = case["w"], case["x"], case["y"]
    if y * dot(w, x) > 0 or (dot(w, x) > 0) != y:
        return None
    always = f"x = {show(x)}, y = {y}: y⟨w, x⟩ = 0 ≤ 0 for every w"
    return f"{always}; so w = {show(w)} is counted as an error, although it labels x correctly with {y}"


# ------------------------------------------------------------------------------------------------------ training errors


def separated_beyond_optimum(case: Sample) -> str | None:
    """Test that no w in R^d is right on one example more than the best w in Q^d.

    On any so many examples nonnegative multiples of the y·x add up to 0, which is a certificate over the reals.
    """
    right = len(case.examples) - optimum(case.examples)[0]
    parts = map(Sample, combinations(case.examples, right + 1))
    separated = next((part for part in parts if part.shortest is not None), None)
    return f"{show(separated.shortest or ())} is right on {shown(separated.examples)}" if separated else None


def size_is_not_bits(case: Sample) -> str | None:
    """Test that the bits of S, of which each example has one for its label, are between md and 2md."""
    bits, size = sum([len(x) + 1 for x, _ in case.examples]), len(case.examples) * case.dimension
    return None if size <= bits <= 2 * size else f"{bits} bits, and md = {size}"


def binary_samples() -> Iterator[Sample]:
    """Yield samples of one to three different examples on {0, 1} and on {0, 1}²."""
    for dimension in (1, 2):
        examples = [(x, label) for x in product((0, 1), repeat=dimension) for label in (1, -1)]
        for size in (1, 2, 3):
            yield from map(Sample, combinations(examples, size))


def count_is_rate(case: Sample) -> str | None:
    """Test that Opt(S) is the training error of an ERM."""
    (least, best), m = optimum(case.examples), len(case.examples)
    error = Fraction(errors(best, case.examples), m)
    if error == least:
        return None
    errs = f"ŵ = {show(best)} errs on {least} of the {m} examples {shown(case.examples)}, and no w on fewer"
    return f"{errs}: Opt(S) = {least}, and the training error is {error}"


def holds_for_the_erm(case: Sample) -> str | None:
    """Find that an ERM's training error is ≥ C times the ERM's, whatever C is: both are 0."""
    least, best = optimum(case.examples)
    both = f"on {shown(case.examples)} the ERM w = {show(best)} has the training error 0"
    return None if least else f"{both} ≥ C·0 = 0 for every C; so the statement is also true of the ERM"


# ------------------------------------------------------------------------------------------------------------- systems


def tableau_takes_longer(case: dict[str, Any]) -> str | None:
    """Find that a dense simplex tableau takes more than C·md steps to a w with all y⟨w, x⟩ ≥ 1.

    A pivot brings one variable into the basis. If an example has one coordinate other than
    0, that coordinate of w is not 0.
    """
    examples, factor = case["sample"].examples, case["C"]
    used = [[i for i, value in enumerate(x) if value] for x, _ in examples]
    pivots, size = len({axes[0] for axes in used if len(axes) == 1}), len(examples) * case["sample"].dimension
    if case["sample"].shortest is None or pivots <= factor:
        return None
    needed = f"on {shown(examples)} every w with all y⟨w, x⟩ ≥ 1 has {pivots} coordinates that are not 0"
    steps = f"each pivot makes one of them nonzero, and computes md = {size} numbers: {pivots * size} steps"
    above = f"{needed}; {steps} or more, which is more than C·md = {factor * size} for C = {factor}"
    return f"{above}. For every C < d, the same happens on the d unit vectors e₁, …, e_d"


def weak_system_separates(case: Sample) -> str | None:
    """Test that a solution w of all y⟨w, x⟩ ≥ 0 of a separable sample has all y⟨w, x⟩ > 0."""
    w = case.w or ()
    if margin(w, case.examples) or case.shortest is None:
        return None
    wrong = f"errs on {errors(w, case.examples)} of {len(case.examples)}"
    return f"w = {show(w)} has all y⟨w, x⟩ ≥ 0 on {shown(case.examples)}, but one is 0: it {wrong}, which are separable"
