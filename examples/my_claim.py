"""A claim of one's own: `adversary claims my_claim.py` judges it."""

from fractions import Fraction

from proofs.claims.model import Claim, Reading


def violated(candidate):
    """Say by how much the sum of two unit vectors with this cosine is too long, if it is."""
    cosine = Fraction(candidate["cosine"])
    length_squared = 2 + 2 * cosine
    most = 2
    return None if length_squared <= most else f"at cosine {cosine} the squared length is {length_squared} > {most}"


def cosines(least, most):
    """Return a function that yields the cosines between two numbers of quarters."""
    return lambda: [{"cosine": f"{n}/4"} for n in range(least, most + 1)]


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
                candidates=cosines(-4, 4),
                correction="at most 2 if ⟨a, b⟩ ≤ 0, as when the Perceptron errs",
            ),
            Reading("if ⟨a, b⟩ ≤ 0", kind="stronger", violated=violated, candidates=cosines(-4, 0)),
        ),
    ),
)
