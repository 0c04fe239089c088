"""The greedy adversary: the point that splits the version space most evenly, labeled against the prediction."""

from adversary.strategies.protocol import Card, Plan
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass, Tree, first_concept
from proofs.formats.settings import Finite
from proofs.solvers.littlestone import even_split, greedy_depth


class EvenSplit:
    """Forces a mistake in every round, as long as any point splits what is left; the first such point, of several.

    It looks at no more than one split, so that the tree that it walks down may be less deep than the best one.
    """

    card = Card(
        summary="greedy: the point that splits most evenly, labeled against the prediction",
        source="what the proof that Halving errs at most ⌊log₂|C|⌋ times suggests: Chan, CSCI4230 Notes 3, section 3",
        theorem="as many mistakes of every deterministic learner as the greedy tree is deep on all branches",
    )

    def __init__(self, *, concept_class: ConceptClass) -> None:
        self._class, self._space = concept_class, concept_class.everything
        depth = greedy_depth(concept_class)
        tree = self._tree(self._space, depth)
        self.plan = Plan(Finite(concept_class), forces=depth, claims=depth, tree=tree)

    def next_point(self) -> int | None:
        """Return the point that splits most evenly."""
        return even_split(self._class, self._space)

    def label(self, x: int, predicted: Label) -> Label:
        """Return the opposite of the prediction."""
        label: Label = -1 if predicted == 1 else 1
        self._space = self._class.restrict(self._space, x, label)
        return label

    def target(self) -> int:
        """Return the first concept that is left."""
        return first_concept(self._space)

    def _tree(self, space: int, depth: int) -> Tree:
        point = even_split(self._class, space)
        if depth == 0 or point is None:
            return first_concept(space)
        minus, plus = (self._tree(self._class.restrict(space, point, y), depth - 1) for y in (-1, 1))
        return point, minus, plus
