"""A claim of one's own: `adversary claims my_claim.py` judges it."""

from fractions import Fraction

import sympy as sp

from proofs.claims.model import Claim, Reading
from proofs.steps import Step


def violated(candidate):
    """Say by how much the sum of two unit vectors with this cosine is too long, if it is."""
    cosine = Fraction(candidate["cosine"])
    length_squared = 2 + 2 * cosine
    most = 2
    return None if length_squared <= most else f"at cosine {cosine} the squared length is {length_squared} > {most}"


def argument():
    """‖a + b‖² = ‖a‖² + ‖b‖² + 2⟨a, b⟩, where the last term is not positive."""
    product = sp.Symbol("p", nonnegative=True)  # −⟨a, b⟩
    return [Step("‖a + b‖² = 2 − 2p, for unit vectors with ⟨a, b⟩ = −p", 1 + 1 - 2 * product, 2 - 2 * product)]


CLAIMS = (
    Claim(
        "mine-1",
        "an exercise",
        "problem 1",
        "the sum of two unit vectors has squared length at most 2",
        (
            Reading(
                "for any two unit vectors",
                violated=violated,
                candidates=lambda: [{"cosine": f"{n}/4"} for n in range(-4, 5)],
                correction="at most 2 if ⟨a, b⟩ ≤ 0, as when the Perceptron errs",
            ),
            Reading("if ⟨a, b⟩ ≤ 0", kind="stronger", argument=argument),
        ),
    ),
)
