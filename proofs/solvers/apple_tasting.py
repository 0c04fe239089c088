"""Apple tasting: the learner sees the label only where it predicts +1. Values against deterministic learners, exactly.

A state has the concepts that agree with all labels that were seen, and for each the mistakes that there have been if it
is the target. After −1 nothing is seen, and the concepts that label the point +1 have one mistake more; after +1 the
label is seen, and −1 is a mistake. (Helmbold, Littlestone, Long, Apple tasting, 2000; there, too, the label that is not
seen has to be explained by the target.)
"""

from functools import cache

from proofs.classes.concepts import ConceptClass
from proofs.solvers.budget import Budget
from proofs.solvers.spaces import deep_recursion

State = tuple[int, ...]
"""Version spaces: entry i has the concepts for which there have been i mistakes. Their union is what is left."""


class AppleTasting:
    """The most mistakes forced on every deterministic learner. Raises OutOfBudget."""

    def __init__(self, concept_class: ConceptClass, budget: Budget | None = None) -> None:
        self.concept_class = concept_class
        self._budget = budget or Budget()
        self._kept = cache(self._can_keep)

    def value(self, rounds: int | None = None) -> int:
        """Return it for games of so many rounds, by default of any length."""
        mistakes = 0
        with deep_recursion(self.concept_class.size * 8):
            while not self._kept((self.concept_class.everything, *[0] * mistakes), rounds):
                mistakes += 1
        return mistakes

    def _can_keep(self, state: State, rounds: int | None) -> bool:
        """Tell whether a learner can go on without a further entry: at every point one of its answers is safe."""
        if rounds == 0:
            return True
        self._budget.spend()
        rounds = None if rounds is None else rounds - 1
        left = 0
        for entry in state:
            left |= entry
        for column in self.concept_class.columns:
            if not left & column:
                continue  # −1 is right whatever the target is
            positive = tuple([entry & column for entry in state])
            negative = tuple([entry & ~column for entry in state])
            if not any(negative):
                continue  # +1 is
            seen = self._moved(negative)
            if seen is not None and self._kept(seen, rounds) and self._kept(positive, rounds):
                continue
            moved = self._moved(positive)
            if moved is None:
                return False
            unseen = tuple([one | other for one, other in zip(moved, negative, strict=True)])
            if not self._kept(unseen, rounds):
                return False
        return True

    def _moved(self, state: State) -> State | None:
        """Return a state after a mistake, or ``None`` if there is no entry for it."""
        return None if state[-1] else (0, *state[:-1])
