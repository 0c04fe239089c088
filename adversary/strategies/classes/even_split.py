"""The greedy adversary: the point that splits the version space most evenly, labeled against the prediction."""

from adversary.strategies.classes import VersionSpaceStrategy
from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label, opposite
from proofs.classes.concepts import ConceptClass, Tree, first_concept
from proofs.settings import Finite
from proofs.solvers.littlestone import even_split, greedy_depth


class EvenSplit(VersionSpaceStrategy):
    """Forces a mistake in every round, as long as any point splits what is left; the first such point, of several.

    It looks at no more than one split, so that the tree that it walks down may be less deep than the best one.
    """

    card = AdversaryCard(
        summary="greedy: the point that splits most evenly, labeled against the prediction",
        source="what the proof that Halving errs at most ⌊log₂|C|⌋ times suggests: Chan, CSCI4230 Notes 3, section 3",
        theorem="as many mistakes of every deterministic learner as the greedy tree is deep on all branches",
    )

    def __init__(self, *, concept_class: ConceptClass) -> None:
        super().__init__(concept_class)
        depth = greedy_depth(concept_class)
        self.plan = Plan(Finite(concept_class), forces=depth, claims=depth, tree=self._tree(self.space, depth))

    def next_point(self) -> int | None:
        """Return the point that splits most evenly."""
        return even_split(self.concept_class, self.space)

    def label(self, x: int, predicted: Label) -> Label:
        """Return the opposite of the prediction."""
        return self.give(x, opposite(predicted))

    def _tree(self, space: int, depth: int) -> Tree:
        point = even_split(self.concept_class, space)
        if depth == 0 or point is None:
            return first_concept(space)
        minus, plus = (self._tree(self.concept_class.restrict(space, point, y), depth - 1) for y in (-1, 1))
        return point, minus, plus
