"""The argument of Claim 1.4 for every n, in sympy, under its documented name."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step


def claim_1_4() -> list[Step]:
    """Return the proof of the corrected Claim 1.4 (Chan, CSCI4230 Notes 3, section 1) for every n, as steps.

    x₁ … xₙ are orthonormal points, y₁ … yₙ are labels in {1, -1}, and vₙ = δ·Σ yᵢxᵢ. The proof uses only yᵢ² = 1
    (polynomials in y are reduced modulo y² − 1). So the labels may be the opposites of any predictions, and the bound
    holds for every deterministic learner. The proof is by induction on n. Each step is an identity between polynomials
    in inner products.
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
            "the printed ⌈1/δ²⌉ is too many where 1/δ² is not an integer: at δ² = 2/3, ‖v‖² = 4/3",
            sp.ceiling(1 / sp.Rational(2, 3)) * sp.Rational(2, 3),
            sp.Rational(4, 3),
        ),
    ]
