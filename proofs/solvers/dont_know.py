"""Learners that may say "don't know": the fewest times, if so many mistakes are allowed, exactly.

K(V, k) = max over the points that split V of the best answer's worth: "don't know" costs 1 and shows the label, and so
leaves max over y of K(V_y, k); a prediction y leaves K(V_y, k) where it is right and K(V_−y, k − 1) where it is wrong,
which is allowed if k > 0. K(V, 0) is the eluder dimension with a fixed target, and K(V, k) = 0 from the Littlestone
dimension on. (Li, Littman, Walsh, Knows what it knows, 2008; Sayedi, Zadimoghaddam, Blum, Trading off mistakes and
don't-know predictions, 2010.)
"""

from proofs.classes.concepts import ConceptClass
from proofs.solvers.budget import Budget
from proofs.solvers.spaces import Spaces, Universe, deep_recursion


class DontKnow:
    """Answers about version spaces, which are bitsets as in ``ConceptClass``. Raises OutOfBudget."""

    def __init__(self, concept_class: ConceptClass, budget: Budget | None = None) -> None:
        self.concept_class = concept_class
        self._budget = budget or Budget()
        self._spaces = Spaces(concept_class, flips=True, ratio=1, small=4)

    def fewest(self, mistakes: int, space: int | None = None) -> int:
        """Return the fewest "don't know" with which a learner makes at most so many mistakes."""
        space = self.concept_class.everything if space is None else space
        with deep_recursion(self.concept_class.size):
            return self._fewest(self._spaces.root, space, mistakes)

    def all(self) -> list[int]:
        """Return the fewest for 0 mistakes, 1 mistake and so on, to the first number that needs none."""
        found = [self.fewest(0)]
        while found[-1]:
            found.append(self.fewest(len(found)))
        return found

    def _fewest(self, universe: Universe, space: int, mistakes: int) -> int:
        if space.bit_count() == 1:
            return 0
        universe, space = self._spaces.place(universe, space)
        known = universe.memo.setdefault(space, {})
        if mistakes not in known:
            self._budget.spend()
            known[mistakes] = max(
                [self._worth(universe, minus, plus, mistakes) for _, _, minus, plus in universe.splits(space)]
            )
        return int(known[mistakes])

    def _worth(self, universe: Universe, minus: int, plus: int, mistakes: int) -> int:
        right = [self._fewest(universe, side, mistakes) for side in (minus, plus)]
        answers = [1 + max(right)]
        if mistakes:
            wrong = [self._fewest(universe, side, mistakes - 1) for side in (minus, plus)]
            answers += [max(right[0], wrong[1]), max(right[1], wrong[0])]
        return min(answers)
