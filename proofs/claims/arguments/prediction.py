"""Arguments on MinDisOpt, for every sample: rational w, and the size of S. Lecture 13, 1.1.1.

A letter that is declared nonnegative and that a step adds is the slack of an inequality: "y⟨U, x⟩ = γ + e" says that
y⟨U, x⟩ ≥ γ.
"""

import sympy as sp  # type: ignore[import-untyped]

from proofs.steps import Step

INSTANCE = {"e": 0, "h": 0, "R": 1, "gamma": 1, "m": 1}
"""The symbols for the example (1, 0), labeled +1, and U = (1, √3)."""

e, h = sp.symbols("e h", nonnegative=True)
R, gamma, m = sp.symbols("R gamma m", positive=True)  # max ‖x‖, γ(U) where U is right, the size of S


def rational_w() -> list[Step]:
    """Return why a rational w errs on no more examples than a real U that attains the least number."""
    return [
        Step(
            "where U is right, y⟨U, x⟩ = γ + e; there a rational w within γ/(2R) of U has y⟨w, x⟩ ≥ γ/2 + e > 0",
            gamma + e - gamma / (2 * R) * R,
            gamma / 2 + e,
            (e,),
        )
    ]


def input_size() -> list[Step]:
    """Return why m points of {0, 1}^d with labels take md bits up to a factor of 2."""
    d = 1 + h
    return [
        Step("m(d + 1) = md + m ≥ md", m * (d + 1), m * d + m, (m,)),
        Step("m(d + 1) = 2md − m(d − 1) ≤ 2md", m * (d + 1), 2 * m * d - m * h, (m * h,)),
    ]
