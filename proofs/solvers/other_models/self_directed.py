"""Self-directed learning: the learner picks each point itself, and predicts its label. The fewest mistakes, exactly.

V ↦ min over the points that split V of what they are worth, as in an announced order.
(Goldman, Sloan, The power of self-directed learning, 1994.)
"""

from functools import cache
from math import comb

from proofs.classes.concepts import ConceptClass
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.other_models.orders import point_worth
from proofs.solvers.spaces import Spaces, Universe, deep_recursion


class SelfDirected:
    """Answers about version spaces, which are bitsets as in ``ConceptClass``."""

    def __init__(self, concept_class: ConceptClass, budget: Budget | None = None) -> None:
        self.concept_class = concept_class
        self._budget = budget or Budget()
        self._spaces = Spaces(concept_class, flips=True, ratio=1, small=4)

    def value(self, space: int | None = None) -> int:
        """Return the value of a version space, by default of the whole class. Raises OutOfBudget."""
        space = self.concept_class.everything if space is None else space
        with deep_recursion(self.concept_class.size):
            return self._value(self._spaces.root, space)

    def bounds(self, at_most: int) -> Bounds:
        """Return the value of the whole class, or what is known when the budget has run out; it is at most so much."""
        try:
            value = self.value()
        except OutOfBudget as error:
            return Bounds(fewest_by_counting(self.concept_class.size, self.concept_class.points), at_most, str(error))
        return Bounds(value, value)

    def _value(self, universe: Universe, space: int) -> int:
        if space.bit_count() == 1:
            return 0
        universe, space = self._spaces.place(universe, space)
        if (known := universe.memo.get(space)) is not None:
            return int(known)
        self._budget.spend()
        best = space.bit_count()
        splits = universe.splits(space)
        least = fewest_by_counting(space.bit_count(), len(splits))
        for _, _, minus, plus in sorted(splits, reverse=True):
            fewer, more = sorted((minus, plus), key=int.bit_count)
            if (below := self._value(universe, fewer)) < best:
                best = min(best, point_worth(below, self._value(universe, more)))
            if best == least:
                break
        universe.memo[space] = best
        return best


@cache
def fewest_by_counting(concepts: int, points: int) -> int:
    """Return the least M with as many subsets of at most M points as there are concepts.

    A learner that is shown every point errs on such a subset, and a deterministic one that picks the points, or knows
    their order, errs on another for each concept: from the subset, all that happens can be told.
    """
    mistakes, subsets = 0, 1
    while subsets < concepts:
        mistakes += 1
        subsets += comb(points, mistakes)
    return mistakes
