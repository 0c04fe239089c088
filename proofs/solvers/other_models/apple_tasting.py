"""Apple tasting: the learner sees the label only where it predicts +1. Values against deterministic learners, exactly.

A state has the concepts that agree with all labels that were seen, and for each the mistakes that the learner may yet
make if it is the target. After −1 nothing is seen, and the concepts that label the point +1 have one mistake less;
after +1 the label is seen, and −1 is a mistake. (Helmbold, Littlestone, Long, Apple tasting, 2000; there, too, the
label that is not seen has to be explained by the target, which so is defined at every point that is shown.)
"""

import numpy as np

from proofs.classes.concepts import ConceptClass
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.spaces import Universe, deep_recursion


class AppleTasting:
    """The most mistakes forced on every deterministic learner."""

    def __init__(self, concept_class: ConceptClass, budget: Budget | None = None) -> None:
        self.concept_class = concept_class
        self._budget = budget or Budget()
        self._allowing: list[Universe] = []

    def value(self, rounds: int | None = None) -> int:
        """Return it for games of so many rounds, by default of any length. Raises OutOfBudget."""
        mistakes = 0
        while not self._can_keep(mistakes, rounds):
            mistakes += 1
        return mistakes

    def bounds(self, at_least: int = 0) -> Bounds:
        """Return it for games of any length, or what is known when the budget has run out.

        ``at_least`` is known already: the Littlestone dimension, since a learner that sees all labels has it easier. A
        learner that predicts +1 wherever some concept says so that agrees with the labels seen errs at most once at a
        point, and then loses a concept.
        """
        table = self.concept_class
        some = {plus for plus, minus in zip(table.columns, table.minus_columns, strict=True) if plus and minus}
        most = min(table.size - 1, len(some))
        try:
            while at_least < most and not self._can_keep(at_least, None):
                at_least += 1
        except OutOfBudget as error:
            return Bounds(at_least, most, str(error))
        return Bounds(at_least, at_least)

    def _can_keep(self, mistakes: int, rounds: int | None) -> bool:
        """Tell whether some learner never makes more mistakes than these."""
        while len(self._allowing) <= mistakes:
            left = np.full(self.concept_class.size, len(self._allowing))
            self._allowing.append(Universe(self.concept_class.table().astype(np.int8), left))
        universe = self._allowing[mistakes]
        with deep_recursion(self.concept_class.size * (mistakes + 1)):
            return self._safe(universe, universe.everything, rounds)

    def _safe(self, universe: Universe, space: int, rounds: int | None) -> bool:
        """Tell whether at every point one of the answers is safe, so that no concept is left with too many mistakes.

        Canonical forms would cost more than they save: they mix up the points, and the first ones decide most states.
        """
        if rounds == 0 or space.bit_count() == 1:
            return True
        known: dict[int | None, bool] = universe.memo.setdefault(space, {})
        if rounds not in known:
            self._budget.spend()
            fewer = None if rounds is None else rounds - 1
            labels = zip(universe.columns, universe.minus_columns, strict=True)
            known[rounds] = all(self._answered(universe, space & plus, space & minus, fewer) for plus, minus in labels)
        return known[rounds]

    def _answered(self, universe: Universe, positive: int, negative: int, rounds: int | None) -> bool:
        if not (positive and negative):
            return True  # all agree that are defined there
        spent = (1 << universe.size) - 1  # the concepts for which there may be no further mistake
        seen = not negative & spent and self._safe(universe, negative >> universe.size, rounds)
        if seen and self._safe(universe, positive, rounds):
            return True
        return not positive & spent and self._safe(universe, negative | positive >> universe.size, rounds)
