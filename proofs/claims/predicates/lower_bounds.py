"""What contradicts a statement of how many mistakes a margin forces: Notes 3, Claim 1.4, its proof, and "tight".

A setting is {"margin_squared": δ², "dimension": d}.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

from proofs.claims.candidates import Point, Sample, add, dot, margin, norm_squared, sample
from proofs.claims.perceptron import mistakes
from proofs.claims.predicates.perceptron import counted, exceeds_bound

Setting = dict[str, Any]

TWO_THIRDS: Setting = {"margin_squared": Fraction(2, 3), "dimension": 2}
"""1/δ² = 3/2: the simplest setting in which it is not an integer."""

BASES: tuple[tuple[Point, ...], ...] = (
    *[tuple([tuple([int(i == j) for j in range(n)]) for i in range(n)]) for n in range(1, 6)],
    ((Fraction(3, 5), Fraction(4, 5)), (Fraction(4, 5), Fraction(-3, 5))),
    tuple([tuple([Fraction(value, 3) for value in x]) for x in ((1, 2, 2), (2, 1, -2), (2, -2, 1))]),
)
"""Orthonormal points: standard bases, and two others."""


def settings() -> Iterator[Setting]:
    """Yield margins up to 2 in one to four dimensions."""
    squares = sorted({Fraction(p, q) for q in range(1, 8) for p in range(1, 2 * q + 1)})
    return ({"margin_squared": square, "dimension": dimension} for square in squares for dimension in range(1, 5))


def labelings() -> Iterator[Sample]:
    """Yield orthonormal points with all labels: as the opposites of predictions they may be any."""
    for basis in BASES:
        for labels in product((1, -1), repeat=len(basis)):
            yield sample(*zip(basis, labels, strict=True))


def too_many_claimed(setting: Setting) -> str | None:
    """Test that ⌈1/δ²⌉ mistakes are no more than Theorem 1.1 allows the Perceptron, where 0 < δ ≤ 1 and d ≥ 1/δ²."""
    most, dimension = 1 / Fraction(setting["margin_squared"]), setting["dimension"]
    if not 1 <= most <= dimension or ceil(most) == most:
        return None
    claimed = f"⌈1/δ²⌉ = ⌈{most}⌉ = {ceil(most)} mistakes are claimed of every algorithm"
    made = f"the Perceptron makes at most 1/δ² = {most}, and so at most {floor(most)}"
    return f"δ² = {1 / most}, d = {dimension}: {claimed}, but {made}"


def nothing_is_legal(setting: Setting) -> str | None:
    """Test that some unit v has the margin δ on some unit sample."""
    square = Fraction(setting["margin_squared"])
    none = f"δ² = {square}: |v·x| ≤ 1 < δ, so that no sample can be shown, but ⌈1/δ²⌉ = {ceil(1 / square)} is claimed"
    return none if square > 1 else None


def value_differs(game: Sample) -> str | None:
    """Test that n orthonormal points may have any labels at δ² = 1/n, and that the Perceptron makes ≤ 1/δ² mistakes.

    v = δ·Σ yᵢxᵢ has length 1 and margin δ.
    """
    points = [x for x, _ in game.examples]
    if any(dot(x, z) != (i == j) for i, x in enumerate(points) for j, z in enumerate(points)):
        return exceeds_bound(game, tie=1, unit=True, bound="1/δ²")
    total: Point = (0,) * game.dimension
    for x, label in game.examples:
        total = add(total, x, label)
    square, least = norm_squared(total), margin(total, game.examples)
    right = square == len(points) and least == 1
    return None if right else f"δ² = 1/n, n = {len(points)}: ‖v‖² = {square}δ², and the least y(v·x) is {least}δ"


def inverse_not_attained(setting: Setting) -> str | None:
    """Test that 1/δ² can be a number of mistakes."""
    inverse = 1 / Fraction(setting["margin_squared"])
    return None if inverse.denominator == 1 else f"δ² = {1 / inverse}: 1/δ² = {inverse} is not a number of mistakes"


def floor_not_attained(setting: Setting) -> str | None:
    """Test that the Perceptron makes ⌊1/δ²⌋ mistakes on e₁, e₂, … labeled against it: v = −δ·Σ eᵢ, and ‖v‖² ≤ 1."""
    n = floor(1 / Fraction(setting["margin_squared"]))
    made = len(mistakes([(tuple([int(i == j) for j in range(n)]), -1) for i in range(n)], tie=1))
    return None if made == n else f"{counted(made, 'mistake')}, and ⌊1/δ²⌋ = {n}"


def labels_differ(case: dict[str, Any]) -> str | None:
    """Find that no v has v·e₁ = y₁δ for two labels y₁ of e₁."""
    square, labels = Fraction(case["margin_squared"]), case["labels"]
    if square <= 0 or len(set(labels)) == 1:
        return None
    named, both = (
        " and ".join([f"{label:+d}" for label in labels]),
        " and ".join(["δ" if y > 0 else "−δ" for y in labels]),
    )
    return f"δ² = {square}, n = 1: for y₁ = {named} the one v·e₁ would be {both}"


def too_long(setting: Setting, *, rounded_up: bool) -> str | None:
    """Test that ‖v‖² = nδ² ≤ 1 for the v with n coordinates ±δ: n = ⌈1/δ²⌉, or ⌊1/δ²⌋; where δ ≤ 1 and d ≥ 1/δ²."""
    square, d = Fraction(setting["margin_squared"]), setting["dimension"]
    n = ceil(1 / square) if rounded_up else floor(1 / square)
    given = f"δ² = {square}, d = {d} ≥ 1/δ² = {1 / square}, n = {n}"
    return f"{given}: ‖v‖² = nδ² = {n * square} > 1" if square <= 1 <= d * square and n * square > 1 else None
