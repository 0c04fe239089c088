"""The arguments of Notes 3, section 1, in the margin δ: for every dimension and every number of mistakes.

w and v enter by their inner products alone: p = w·v, norm = ‖w‖², and for the sample of a mistake σ ∈ {1, −1}, its
label, with σ(v·x) = δ + s and σ(w·x) = −t. That s, t ≥ 0 is all that a mistake means, whatever a tie is.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

INSTANCE = {
    **dict.fromkeys(("s", "t", "a", "q", "short"), 0),
    **dict.fromkeys(("delta", "p"), sp.Rational(3, 5)),
    **dict.fromkeys(("M", "norm"), 1),
    "sigma": -1,
}
"""After one mistake, on (3/5, 4/5) labeled 0 by v = (−1, 0), so that w = (−3/5, −4/5)."""

M, s, t, a, q = sp.symbols("M s t a q", nonnegative=True)
delta = sp.Symbol("delta", positive=True)
p, norm = sp.symbols("p norm", real=True)


def _grown(square: sp.Expr, inner: sp.Expr, step: sp.Expr, length: sp.Expr | int = 1) -> sp.Expr:
    """Return ‖w + step·x‖² from ‖w‖², w·x and ‖x‖²."""
    return square + 2 * step * inner + step**2 * length


def claim_1_2() -> list[Step]:
    """Return the induction for w·v ≥ δM, with w·v = δM + a, from w = 0."""
    return [
        Step(
            "a mistake adds σ(v·x) = δ + s to w·v = δM + a, and makes it δ(M + 1) + (a + s)",
            delta * M + a + (delta + s),
            delta * (M + 1) + (a + s),
            (a + s,),
        )
    ]


def claim_1_3() -> list[Step]:
    """Return the induction for ‖w‖² ≤ M, with ‖w‖² = M − q, from w = 0, on samples of length at most 1."""
    sigma = sp.Symbol("sigma", real=True)
    short = sp.Symbol("short", nonnegative=True)  # ‖x‖² = 1 − short
    step = sp.rem(sp.expand(_grown(M - q, -t * sigma, sigma, 1 - short)), sigma**2 - 1, sigma)
    return [
        Step(
            "a mistake has w·x = −σt: by σ² = 1, ‖w‖² = M − q becomes (M + 1) − (q + 2t + 1 − ‖x‖²)",
            step,
            (M + 1) - (q + 2 * t + short),
            (q + 2 * t + short,),
        )
    ]


def theorem_1_1() -> list[Step]:
    """Return the proof that M ≤ 1/δ²."""
    slack = (M - q) - (delta * M + a) ** 2
    return [
        *claim_1_2(),
        *claim_1_3(),
        Step(
            "‖w − (w·v)v‖² = ‖w‖² − (w·v)², for ‖v‖ = 1, so (w·v)² ≤ ‖w‖² (Cauchy-Schwarz)",
            _grown(norm, p, -p),
            norm - p**2,
        ),
        Step(
            "with r = ‖w‖² − (w·v)² ≥ 0: M(1 − δ²M) = r + q + a² + 2aδM ≥ 0, so M = 0 or M ≤ 1/δ²",
            M * (1 - delta**2 * M),
            slack + q + a**2 + 2 * a * delta * M,
            (q, a**2, 2 * a * delta * M),
        ),
    ]
