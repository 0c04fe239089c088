"""Apple tasting: the learner sees the label only after it predicts +1. Exact values for deterministic learners.

A state has the concepts that agree with all labels that were seen, and for each the mistakes that the learner may yet
make if it is the target. After −1 nothing is seen, and the concepts that label the point +1 have one mistake less;
after +1 the label is seen, and −1 is a mistake. (Helmbold, Littlestone, Long, Apple tasting, 2000; there, too, the
label that is not seen has to be explained by the target, which so is defined at every point that is shown.)
"""

import numpy as np

from proofs.classes.concepts import ConceptClass
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.spaces import Universe, deep_recursion


def apple_tasting_bounds(
    concept_class: ConceptClass, at_least: int, budget: Budget, rounds: int | None = None
) -> Bounds:
    """Return the most mistakes forced on every deterministic learner, or what is known when the budget has run out.

    It is that of games of so many ``rounds``, by default of any length. ``at_least`` is known already: 0, or in games
    of any length the Littlestone dimension, since a learner that sees all labels has it easier. A
    learner that predicts +1 wherever some concept says so that agrees with the labels seen errs at most once at a
    point, and then loses a concept.
    """
    labels = concept_class.table().astype(np.int8)
    sides = zip(concept_class.columns, concept_class.minus_columns, strict=True)
    some = {plus for plus, minus in sides if plus and minus}
    most = min(concept_class.size - 1, len(some))
    try:
        while at_least < most and not _can_keep(Universe(labels, np.full(len(labels), at_least)), rounds, budget):
            at_least += 1
    except OutOfBudget as error:
        return Bounds(at_least, most, str(error))
    return Bounds(at_least, at_least)


def _can_keep(universe: Universe, rounds: int | None, budget: Budget) -> bool:
    """Tell whether some learner never makes more mistakes than each concept has lies left in the universe."""
    known = dict[tuple[int, int | None], bool]()
    spent = (1 << universe.size) - 1  # the concepts for which there may be no further mistake

    def safe(space: int, rounds: int | None) -> bool:
        """Tell whether at every point one of the answers is safe, so that no concept is left with too many mistakes.

        Canonical forms would cost more than they save: they mix up the points, and the first ones decide most states.
        """
        if rounds == 0 or space.bit_count() == 1:
            return True
        if (space, rounds) not in known:
            budget.spend()
            after = None if rounds is None else rounds - 1
            labels = zip(universe.columns, universe.minus_columns, strict=True)
            known[space, rounds] = all(answered(space & plus, space & minus, after) for plus, minus in labels)
        return known[space, rounds]

    def answered(positive: int, negative: int, after: int | None) -> bool:
        if not (positive and negative):
            return True  # all agree that are defined there
        if not negative & spent and safe(negative >> universe.size, after) and safe(positive, after):
            return True
        return not positive & spent and safe(negative | positive >> universe.size, after)

    with deep_recursion(universe.size * (universe.lies + 1)):
        return safe(universe.everything, rounds)
