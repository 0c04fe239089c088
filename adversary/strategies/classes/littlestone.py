"""Walks down a mistake tree, the best or a greedy one, which force as many mistakes on every learner as it is deep."""

from adversary.strategies.classes import VersionSpaceStrategy
from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label, opposite
from proofs.classes.concepts import ConceptClass, Tree, first_concept
from proofs.exact.errors import InputError, counted
from proofs.settings import Finite
from proofs.solvers.littlestone import Littlestone, cost_of_lies, even_split, greedy_depth

MAX_LEVELS = 18
"""Levels of a complete tree that a trace has; without lies no class that is played on has as large a dimension."""


class LittlestoneAdversary:
    """Shows the point at the tree's root, labels it against the prediction, and goes on below that label.

    The tree is complete and of depth L, the Littlestone dimension, with a concept at every leaf that agrees with the
    path to it; so every deterministic learner errs L times. (Littlestone, 1988.) With ``lies`` that concept may be
    unlike so many labels of the path, and L is the dimension with these lies.

    Raises:
        InputError: the tree would be too large for a trace.

    """

    card = AdversaryCard(
        summary="walks down a Littlestone tree of the class, each label against the prediction",
        source="Littlestone, Learning quickly when irrelevant attributes abound, 1988",
        theorem="L(C) mistakes of every deterministic learner, the Littlestone dimension; with lies that with these",
    )

    def __init__(self, *, concept_class: ConceptClass, lies: int = 0) -> None:
        least = (concept_class.size > 1) + cost_of_lies(concept_class, lies)  # two concepts cost a mistake without lies
        _validate_depth(least, lies)  # before the slow solver starts
        solver = Littlestone(concept_class, lies=lies)
        depth = solver.dimension()
        _validate_depth(depth, lies)
        self._below: Tree = solver.tree(depth)
        self.plan = Plan(Finite(concept_class, lies), depth, depth, depth, tree=self._below)

    def next_point(self) -> int | None:
        """Return the point at which the tree branches, until a leaf is reached."""
        return None if isinstance(self._below, int) else self._below[0]

    def label(self, x: int, predicted: Label) -> Label:  # noqa: ARG002 - the tree knows the point
        """Return the opposite of the prediction, and go down there."""
        assert not isinstance(self._below, int)  # noqa: S101 - it has just shown a point
        _, minus, plus = self._below
        self._below = minus if predicted == 1 else plus
        return opposite(predicted)

    def target(self) -> int:
        """Return the concept at the leaf, or at some leaf below where the game has ended."""
        below = self._below
        while not isinstance(below, int):
            below = below[1]
        return below


def _validate_depth(depth: int, lies: int) -> None:
    if depth > MAX_LEVELS:
        tree = f"with {counted(lies, 'lie')} the mistake tree has {depth} levels or more"
        raise InputError(f"{tree}, and a trace may have {MAX_LEVELS}: play with fewer lies")


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
