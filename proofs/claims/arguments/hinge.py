"""Why hinge losses bound the mistakes of Online Perceptron, for every sequence and w⋆: Hsu, third theorem.

M counts mistakes, H sums their hinge losses, and b = ‖w⋆‖L.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.claims.arguments import perceptron
from proofs.steps import Step

INSTANCE = perceptron.INSTANCE | {
    **dict.fromkeys(("M", "x", "d"), 1),
    **dict.fromkeys(("H", "z", "loss", "over"), 0),
    "b": 2,
}
"""The symbols after the first of four mistakes, on orthonormal points labeled +1, with w⋆ their sum."""


def footnote() -> list[Step]:
    """Return why x² − bx − c ≤ 0 for b, c ≥ 0 gives x² ≤ (b + √(b² + 4c))²/4 ≤ b² + b√c + c, for every real x."""
    b, c = sp.symbols("b c", nonnegative=True)
    d = sp.Symbol("d", positive=True)
    root = sp.sqrt(b**2 + 4 * c)
    r = (b + root) / 2
    below = 2 * b * r + 2 * d * r + d**2 + b * d
    return [
        Step("r = (b + √(b² + 4c))/2 solves r² − br − c = 0", r**2 - b * r - c, sp.Integer(0)),
        Step(
            "at x = r + d > r, x² − bx − c = d(d + √(b² + 4c)) > 0, so x ≤ r",
            (r + d) ** 2 - b * (r + d) - c,
            d * (d + root),
            (d * (d + root),),
        ),
        Step(
            "at x = −(r + d), it is 2br + 2dr + d² + bd > 0, so x ≥ −r, and x² ≤ r²",
            (r + d) ** 2 + b * (r + d) - c,
            below,
            (below,),
        ),
        Step("r² = ½b² + ½b√(b² + 4c) + c", r**2, b**2 / 2 + b * root / 2 + c),
        *loosened(),
    ]


def loosened() -> list[Step]:
    """Return why ½b² + ½b√(b² + 4c) + c ≤ b² + b√c + c."""
    b, c = sp.symbols("b c", nonnegative=True)
    return [
        Step(
            "(b + 2√c)² = (b² + 4c) + 4b√c, so √(b² + 4c) ≤ b + 2√c",
            (b + 2 * sp.sqrt(c)) ** 2 - (b**2 + 4 * c),
            4 * b * sp.sqrt(c),
            (4 * b * sp.sqrt(c),),
        ),
        Step(
            "with b + 2√c in the place of that root: b² + b√c + c",
            b**2 / 2 + b * (b + 2 * sp.sqrt(c)) / 2 + c,
            b**2 + b * sp.sqrt(c) + c,
        ),
    ]


def lower() -> list[Step]:
    """Return why ⟨w⋆, ŵ⟩ ≥ M − H after M mistakes with the hinge losses' sum H, for any w⋆."""
    z, m, before, loss, over = sp.symbols("z M H loss over", nonnegative=True)
    beyond = sp.Symbol("beyond", nonnegative=True)
    return [
        Step("[z]₊ is z for z ≥ 0, and [−z]₊ = 0 ≥ −z: so y⟨w⋆, x⟩ = 1 − ℓ + over", sp.Max(0, -z), (-z) + z, (z,)),
        Step(
            "a mistake adds that to ⟨w⋆, ŵ⟩ ≥ M − H, which becomes ≥ (M + 1) − (H + ℓ)",
            (m - before + beyond) + (1 - loss + over),
            (m + 1) - (before + loss) + (beyond + over),
            (beyond + over,),
        ),
    ]


def bound() -> list[Step]:
    """Return why M ≤ ½b² + ½b√(b² + 4H) + H ≤ b² + b√H + H for every w⋆, with b = ‖w⋆‖L."""
    m, h, b, x = sp.symbols("M H b x", nonnegative=True)
    return [
        *lower(),
        *perceptron.upper(),
        *perceptron.cauchy_schwarz(),
        Step(
            "M − H ≤ ⟨w⋆, ŵ⟩ ≤ ‖w⋆‖‖ŵ‖ ≤ b√M: so M − b√M − H ≤ 0, a quadratic in x = √M, with c = H",
            (m - b * sp.sqrt(m) - h).subs(m, x**2),
            x**2 - b * x - h,
        ),
        *footnote(),
    ]
