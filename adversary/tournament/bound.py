"""What an optimal deterministic learner never exceeds in a setting: what mistakes are compared with."""

from functools import lru_cache

from proofs.classes.concepts import ConceptClass
from proofs.exact.rationals import Rational
from proofs.settings import Setting
from proofs.solvers.budget import Budget
from proofs.solvers.littlestone import Littlestone

BOUND_STATES, BOUND_WORK = 300_000, 400_000_000
"""What a Littlestone dimension is worth: counted, and not timed, so that it is the same everywhere.

It is so many version spaces, and fewer where each takes longer: some seconds in all.
"""


def bound_of(setting: Setting) -> Rational | None:
    """Return the most mistakes that some deterministic learner never exceeds, or None if that is not known.

    With a margin, on unit points, it is ⌊1/δ²⌋, the Perceptron's (Chan, Notes 3, Theorem 1.1), which orthonormal points
    force in dimensions as large. In smaller ones less may suffice; how much is known for the line alone, which has ±e₁.
    On a class it is the Littlestone dimension, with the lies; in an announced order less may suffice. With a hinge
    budget it is what the proof of Hsu's third theorem gives.
    """
    bound = setting.perceptron_bound  # None on a class, or where nothing says how long points are
    if bound is None:
        return setting.class_bound(_dimension)
    return min(bound, 1) if setting.dimension == 1 and setting.unit_margin_squared is not None else bound


def states_for(concept_class: ConceptClass, lies: int) -> int:
    """Return how many version spaces of a class its bound is worth."""
    # One is split at each point, for each number of lies, and has a bit for every concept.
    each = concept_class.points * (lies + 1) * (16 + concept_class.size // 64)
    return min(BOUND_STATES, BOUND_WORK // each + 1)


@lru_cache(maxsize=256)
def _dimension(concept_class: ConceptClass, lies: int) -> int | None:
    value = Littlestone(concept_class, Budget(states=states_for(concept_class, lies)), lies).bounds().value
    return None if value is None else int(value)
