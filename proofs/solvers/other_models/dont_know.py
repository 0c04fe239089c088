"""Learners that may answer "don't know": the exact minimum number of these answers if k mistakes are allowed.

K(V, k) = max over the points that split V of the best answer's worth: "don't know" costs 1 and shows the label, and so
leaves max over y of K(V_y, k); a prediction y leaves K(V_y, k) where it is right and K(V_−y, k − 1) where it is wrong,
which is allowed if k > 0. K(V, 0) is the eluder dimension with a fixed target, and K(V, k) = 0 from the Littlestone
dimension on. (Li, Littman, Walsh, Knows what it knows, 2008; Sayedi, Zadimoghaddam, Blum, Trading off mistakes and
don't-know predictions, 2010.)
"""

from functools import cache

from proofs.classes.concepts import ConceptClass
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.spaces import Spaces, Universe, deep_recursion


class DontKnow:
    """Answers about version spaces, which are bitsets as in ``ConceptClass``."""

    def __init__(self, concept_class: ConceptClass, budget: Budget | None = None) -> None:
        self.concept_class = concept_class
        self._budget = budget or Budget()
        self._spaces = Spaces(concept_class, flips=True, ratio=1, small=16)

    def fewest(self, mistakes: int) -> int:
        """Return the minimum number of "don't know" answers if a number of mistakes is allowed. Raises OutOfBudget."""
        with deep_recursion(self.concept_class.size):
            return self._fewest(self._spaces.root, self._spaces.root.everything, mistakes)

    def bounds(self, littlestone: Bounds) -> list[Bounds]:
        """Return the minimum numbers for 0, 1, …, L allowed mistakes, or bounds if the budget runs out.

        A complete mistake tree of depth L costs a learner a mistake or a "don't know" on each level: K(V, k) ≥ L − k.
        A learner with one mistake more predicts where another one says "don't know" first, and so needs one less,
        if that was not 0. At most ``sufficient`` are needed, and none at a point that has been shown.
        """
        depth, deepest = int(littlestone.at_least), int(littlestone.at_most)
        bounds: list[Bounds] = []
        ran_out = ""
        for mistakes in range(deepest + 1):
            try:
                value = self.fewest(mistakes) if not ran_out else None
            except OutOfBudget as error:
                value, ran_out = None, str(error)
            if value is None:
                most = self.concept_class.points if mistakes == 0 else max(0, int(bounds[-1].at_most) - 1)
                most = min(most, sufficient(self.concept_class.size, mistakes))
                bounds.append(Bounds(max(0, depth - mistakes), 0 if mistakes == deepest else most, ran_out))
            else:
                bounds.append(Bounds(value, value))
                if value == 0:
                    break
        return bounds

    def _fewest(self, universe: Universe, space: int, mistakes: int) -> int:
        if space.bit_count() == 1:
            return 0
        universe, space = self._spaces.place(universe, space)
        by_mistakes = universe.memo.setdefault(space, {})
        if mistakes not in by_mistakes:
            self._budget.spend()
            splits = universe.splits(space)
            best, most = 0, min(len(splits), sufficient(space.bit_count(), mistakes))
            for _, _, minus, plus in sorted(splits):
                best = max(best, self._worth(universe, minus, plus, mistakes, best))
                if best == most:
                    break
            by_mistakes[mistakes] = best
        return int(by_mistakes[mistakes])

    def _worth(self, universe: Universe, minus: int, plus: int, mistakes: int, best: int) -> int:
        """Return what a point is worth, or something that is not above ``known`` if that is not, either."""
        if 1 + max([sufficient(side.bit_count(), mistakes) for side in (minus, plus)]) <= best:
            return best
        right = [self._fewest(universe, side, mistakes) for side in (minus, plus)]
        answers = [1 + max(right)]
        if mistakes and answers[0] > best:
            wrong = [self._fewest(universe, side, mistakes - 1) for side in (minus, plus)]
            answers += [max(right[0], wrong[1]), max(right[1], wrong[0])]
        return min(answers)


@cache
def sufficient(concepts: int, mistakes: int) -> int:
    """Return how many "don't know" suffice for every class of so many concepts, if so many mistakes are allowed.

    N(t, k) concepts can always be told apart with t "don't know" and k mistakes, where N(0, k) = 2ᵏ⁺¹ − 1, which is
    Halving, N(t, −1) = 0, and N(t, k) = N(t − 1, k) + N(t, k − 1) + 1: if a side has at most N(t, k − 1) concepts,
    predict the other one; if none has, each has at most N(t − 1, k), and "don't know" leaves one of them.
    """
    able = [(2 << allowed) - 1 for allowed in range(mistakes + 1)]
    rounds = 0
    while able[mistakes] < concepts:
        rounds += 1
        for allowed in range(mistakes + 1):
            able[allowed] += (able[allowed - 1] if allowed else 0) + 1
    return rounds
