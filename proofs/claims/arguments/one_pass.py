"""The printed proof for one pass of the Perceptron, in its own letters (Livni, Lecture 8, Theorem 8.1).

w is w⁽ᵏ⁾ after k mistakes, each of which adds y·x, and w⋆ has length 1.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

INSTANCE = {"gamma": 1, "R": 2, "norm": 4, "gap": 3} | dict.fromkeys(("k", "p", "y"), 1)
INSTANCE |= dict.fromkeys(("beyond", "margin", "slack", "s"), 0)
"""The first mistake on points of length 2 whose margins are all 1."""

k = sp.Symbol("k", integer=True, positive=True)
gamma, R = sp.symbols("gamma R", positive=True)
beyond, margin, slack, gap, s = sp.symbols("beyond margin slack gap s", nonnegative=True)
norm, p = sp.symbols("norm p", real=True)


def progress() -> list[Step]:
    """Return why w·w⋆ ≥ kγ after k mistakes."""
    return [
        Step(
            "from w⁽⁰⁾ = 0 on, a mistake adds y(x·w⋆) = γ + margin to w·w⋆ = kγ + beyond: at least (k + 1)γ",
            (k * gamma + beyond) + (gamma + margin),
            (k + 1) * gamma + (beyond + margin),
            (beyond + margin,),
        )
    ]


def length() -> list[Step]:
    """Return why ‖w‖² ≤ kR² after k mistakes."""
    y = sp.Symbol("y", real=True)
    grown = sp.rem(sp.expand(norm + 2 * y * (-s * y) + y**2 * R**2), y**2 - 1, y)
    return [
        Step("at a mistake y(w·x) = −s ≤ 0: ‖w + yx‖² = ‖w‖² + R² − 2s, as y² = 1", grown, norm + R**2 - 2 * s),
        Step(
            "so ‖w‖² = kR² − slack becomes at most (k + 1)R²",
            (k * R**2 - slack) + R**2 - 2 * s,
            (k + 1) * R**2 - (slack + 2 * s),
            (slack + 2 * s,),
        ),
    ]


def cauchy_schwarz() -> list[Step]:
    """Return why ‖w‖² ≥ (w·w⋆)² for ‖w⋆‖ = 1."""
    return [Step("p = w·w⋆: 0 ≤ ‖w − p·w⋆‖² = ‖w‖² − p², as ‖w⋆‖ = 1", norm - 2 * p * p + p**2, norm - p**2)]


def bound() -> list[Step]:
    """Return why k ≤ R²/γ²."""
    over = 2 * k * gamma * beyond + beyond**2 + gap + slack
    return [
        *progress(),
        *length(),
        *cauchy_schwarz(),
        Step(
            "with ‖w‖² = (w·w⋆)² + gap: kR² = (kγ + beyond)² + gap + slack ≥ k²γ²",
            (k * gamma + beyond) ** 2 + gap + slack,
            k**2 * gamma**2 + over,
            (over,),
        ),
        Step(
            "divided by kγ²: R²/γ² − k ≥ 0",
            (k**2 * gamma**2 + over) / (k * gamma**2) - k,
            over / (k * gamma**2),
            (over / (k * gamma**2),),
        ),
    ]
