"""The kind ``kernel-perceptron``: learners that keep the Perceptron's bound in a polynomial kernel's feature space."""

from functools import partial

from adversary.grading.bugs.perceptron import kernel
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import halfspace_games
from adversary.search.record import ROUNDING, Specification
from proofs.exact.rationals import Rational


def kernel_perceptron(degree: int = 2, constant: Rational = 1, *, name: str = "kernel-perceptron") -> Kind:
    """Return the kind for K(a, b) = (⟨a, b⟩ + constant)^degree: a requirement for each dimension, as Φ depends on it.

    Raises:
        InputError: there is no such kernel, or none whose features can be computed.

    """
    requirements = [
        Requirement(
            space.name,
            f"M ≤ max K(x, x)/γ² mistakes: K is (⟨a, b⟩ + {constant})^{degree}, γ the best margin in its feature space",
            partial(halfspace_games.kernel_games, space, degree, constant),
            list if space.name == halfspace_games.FOURTH else partial(list, (space,)),
            Specification(tolerance=ROUNDING),
        )
        for space in halfspace_games.kernel_spaces(degree, constant)
    ]
    summary = (
        f"at most R²/γ² mistakes in the feature space of the kernel (⟨a, b⟩ + {constant})^{degree}; "
        "?degree=3&constant=1/2 sets another"
    )
    return Kind(
        name, summary, "Chan, CSCI4230 Notes 3, section 2", tuple(requirements), family=kernel(degree, constant)
    )
