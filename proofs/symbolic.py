"""Arguments that hold for every n, in sympy; and sympy's second opinion on a small game."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import sympy as sp  # type: ignore[import-untyped]
from sympy import QQ
from sympy.polys.matrices import DomainMatrix  # type: ignore[import-untyped]

from proofs.checker import Report
from proofs.errors import InputError
from proofs.rationals import Rational, read_rational
from proofs.steps import Step
from proofs.trace import read_foreign_point
from proofs.vectors import Vector

MOST_ROUNDS = 2_000
"""Rounds up to which a second opinion is given: it holds the whole game in one matrix."""


def claim_1_4() -> list[Step]:
    """Return the proof, for every n, of Claim 1.4 as repaired: Chan, CSCI4230 Notes 3, section 1.

    x₁ … xₙ are orthonormal points, y₁ … yₙ labels in {1, -1}, and vₙ = δ·Σ yᵢxᵢ. Of the labels only yᵢ² = 1 is used
    (polynomials in y are reduced modulo y² − 1), so they may be the opposites of any predictions, and the bound holds
    for every deterministic learner. By induction on n, each step an identity between polynomials in inner products.
    """
    n = sp.Symbol("n", integer=True, nonnegative=True)
    delta, inverse = sp.symbols("delta D", positive=True)  # D stands for 1/δ²
    y, c = sp.symbols("y c", real=True)
    norm = sp.Symbol("norm", nonnegative=True)

    def grown(square: sp.Expr, product: sp.Expr, t: sp.Expr) -> sp.Expr:
        """Return ‖a + t·x‖² for ‖x‖ = 1, given ‖a‖² and ⟨a, x⟩."""
        return square + 2 * t * product + t**2

    def of_labels(polynomial: sp.Expr) -> sp.Expr:
        return sp.rem(sp.expand(polynomial), y**2 - 1, y)

    zero, one = sp.Integer(0), sp.Integer(1)
    formula = sp.Lambda(n, n * delta**2)
    orthogonal = zero  # ⟨vₙ, xₙ₊₁⟩: every term of vₙ is orthogonal to the new point
    own_share = delta * y * one + orthogonal  # ⟨vⱼ, xⱼ⟩; later terms are orthogonal to xⱼ and add nothing
    residue = grown(norm, c, -c)  # rₙ₊₁ = rₙ − c·x, where c = ⟨v, x⟩ = ⟨rₙ, x⟩, for rₙ = v − Σ cᵢxᵢ
    slack = sp.Symbol("slack", nonnegative=True)  # cᵢ² = δ² + slack, as a legal v needs
    return [
        Step("‖v₀‖² = 0·δ²", formula(0), zero),
        Step(
            "‖vₙ₊₁‖² = ‖vₙ‖² + δ², by y² = 1 alone, so ‖vₙ‖² = nδ²",
            of_labels(grown(formula(n), orthogonal, delta * y)),
            formula(n + 1),
        ),
        Step("y·⟨v, x⟩ = δ on every point shown: the margin is δ exactly", of_labels(y * own_share), delta),
        Step("‖vₙ‖² ≤ 1 iff n ≤ ⌊1/δ²⌋, for n is an integer", sp.floor(inverse) >= n, inverse >= n),
        Step(
            "conversely, for any v, with cᵢ = ⟨v, xᵢ⟩: ‖rₙ₊₁‖² = ‖rₙ‖² − cₙ₊₁², so ‖v‖² ≥ Σ cᵢ²", residue, norm - c**2
        ),
        Step(
            "if all cᵢ² ≥ δ² then Σ cᵢ² ≥ nδ², so norm 1 allows no more than ⌊1/δ²⌋ points",
            formula(n) + (delta**2 + slack),
            formula(n + 1) + slack,
        ),
        Step(
            "the printed ⌈1/δ²⌉ is too many where 1/δ² is no integer: at δ² = 2/5, ‖v‖² = 6/5",
            sp.ceiling(1 / sp.Rational(2, 5)) * sp.Rational(2, 5),
            sp.Rational(6, 5),
        ),
    ]


def contradiction(trace: str | Path, report: Report) -> str | None:
    """Recompute a report's norm² and margin² with sympy's exact matrices; return the first difference, or ``None``.

    The trace is one that ``proofs.checker.check`` has read, of at most ``MOST_ROUNDS`` rounds.

    Raises:
        InputError: the trace is longer.

    """
    if report.rounds > MOST_ROUNDS:
        raise InputError(
            f"a second opinion is given on at most {MOST_ROUNDS:,} rounds; this trace has {report.rounds:,}"
        )
    lines = Path(trace).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    header, *rounds, footer = map(json.loads, lines)
    target = footer["target"]
    if target is None or not rounds:
        return None if not report.realizable else "sympy: there is nothing to be realizable"
    points = [read_foreign_point(entry["x"]) for entry in rounds]
    direction, scale = read_foreign_point(target["direction"]), _qq(read_rational(target["scale_squared"]))
    used = sorted({index for vector in (*points, direction) for index, _ in vector.entries})
    columns = {index: column for column, index in enumerate(used)}
    u = _matrix([direction], columns)
    x = _matrix(points, columns)
    norm_squared = scale * _entry(u * u.transpose(), 0, 0)
    products = [_entry(x * u.transpose(), row, 0) * entry["label"] for row, entry in enumerate(rounds)]
    margin_squared = min(scale * product**2 for product in products) if min(products) > 0 else None
    lengths = [sum((q * q for q in row.values()), QQ(0)) for row in _rows(points)]
    legal_points = header.get("unit_norm") is False or all(length == 1 for length in lengths)
    enough = margin_squared is not None and margin_squared >= _qq(read_rational(header["margin_squared"]))
    found = {
        "norm²": (_fraction(norm_squared), report.norm_squared),
        "margin²": (None if margin_squared is None else _fraction(margin_squared), report.margin_squared),
        "realizable": (bool(legal_points and norm_squared <= 1 and enough), report.realizable),
    }
    for what, (ours, theirs) in found.items():
        if ours != theirs:
            return f"sympy finds {what} {ours}, the checker {theirs}"
    return None


def _qq(value: Rational) -> Any:
    return QQ(value.numerator, value.denominator)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(QQ.numer(value)), int(QQ.denom(value)))


def _rows(vectors: list[Vector]) -> list[dict[int, Any]]:
    return [{index: _qq(value) for index, value in vector.entries} for vector in vectors]


def _matrix(vectors: list[Vector], columns: dict[int, int]) -> DomainMatrix:
    rows = {
        number: {columns[index]: value for index, value in row.items()}
        for number, row in enumerate(_rows(vectors))
        if row
    }
    return DomainMatrix(rows, (len(vectors), len(columns)), QQ)


def _entry(matrix: DomainMatrix, row: int, column: int) -> Any:
    return matrix.rep.getitem(row, column)
