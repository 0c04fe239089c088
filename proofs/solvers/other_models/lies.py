"""Both Littlestone dimensions with lies, between what is known of them without looking when a budget runs out.

With K lies, and D₀ and RL₀ without any: a learner that begins anew, with the whole class, whenever it has erred D₀ + 1
times, or no concept is left, does so at most K times; so D_K ≤ (K + 1)·D₀ + K. At least two concepts have
D_K ≥ D_{K−1} + 2: that holds for one concept with b lies left beside another, since two of them, with a and b lies
left, are worth a + b + 1; and it is kept from the two sides of a point to what the point is worth. And
D_K/2 ≤ RL_K ≤ D_K, as without lies.
"""

from collections.abc import Callable
from fractions import Fraction

from proofs.classes.concepts import ConceptClass
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import randomized_littlestone


def littlestone_bounds(solver: Littlestone, without: Callable[[], Bounds]) -> Bounds:
    """Return the dimension with the solver's lies; ``without`` finds the one without lies, where that is of use."""
    found = solver.bounds()
    if found.value is not None or not solver.lies:
        return found
    plain, lies = without(), solver.lies
    least = plain.at_least + cost_of_lies(solver.concept_class, lies)
    return found.within(least, (lies + 1) * plain.at_most + lies)


def cost_of_lies(concept_class: ConceptClass, lies: int) -> int:
    """Return how many mistakes more than without lies can be forced at least: two for each, of a lone concept one."""
    return 2 * lies if concept_class.size > 1 else lies


def randomized_bounds(concept_class: ConceptClass, budget: Budget, lies: int, littlestone: Bounds | None) -> Bounds:
    """Return the randomized dimension with so many lies; ``littlestone`` is the other one with as many, if known."""
    found = randomized_littlestone(concept_class, budget, lies).bounds()
    if littlestone is None:
        return found
    return found.within(Fraction(littlestone.at_least, 2), littlestone.at_most)
