"""Why Claim 1.4 of Notes 3 is right with ⌊1/δ²⌋, and with ⌈1/δ²⌉ only where 1/δ² is an integer."""

import sympy as sp  # type: ignore[import-untyped]

from proofs.claims.arguments.margin import theorem_1_1
from proofs.steps import Step
from proofs.symbolic import claim_1_4

INSTANCE = {
    **dict.fromkeys(("n", "M", "norm"), 8),
    **dict.fromkeys(("s", "t", "a", "q", "short"), 0),
    "delta": sp.Rational(1, 3),
    "D": 9,
    "y": -1,
    "sigma": -1,
    "p": sp.Rational(8, 3),
    "d2": sp.Rational(2, 3),
    "over": sp.Rational(1, 2),
}
"""Before the ninth round at δ = 1/3; and for the ceiling δ² = ``d2`` = 2/3, 1/δ² = 3/2, ⌈1/δ²⌉ = 3/2 + ``over`` = 2."""


def value() -> list[Step]:
    """Return why ⌊1/δ²⌋ mistakes can be forced on every deterministic learner, and are never exceeded."""
    return [*claim_1_4()[1:4], *theorem_1_1()]


def ceiling() -> list[Step]:
    """Return why the Perceptron makes fewer than ⌈1/δ²⌉ mistakes, unless 1/δ² is an integer."""
    square, over = sp.symbols("d2 over", positive=True)  # δ², and ⌈1/δ²⌉ − 1/δ², which is 0 for integers only
    claimed = 1 / square + over
    return [
        Step(
            "for M = ⌈1/δ²⌉ = 1/δ² + over mistakes (w·v)² ≥ δ²M² (Claim 1.2) and (w·v)² ≤ ‖w‖²‖v‖² ≤ M (Claim 1.3), "
            "but δ²M² = (1 + over·δ²)M is larger than M, if over > 0",
            square * claimed**2,
            claimed + over * square * claimed,
            (over * square * claimed,),
        )
    ]
