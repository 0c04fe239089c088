"""A random walk down the optimal tree, which takes no notice of the learner: a lower bound for randomized ones, too."""

from random import Random

from adversary.strategies.protocol import AdversaryCard, Plan
from adversary.strategies.version_space import VersionSpaceStrategy
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass
from proofs.exact.rationals import exact_text
from proofs.formats.settings import Finite
from proofs.solvers.values import randomized_littlestone


class RandomPath(VersionSpaceStrategy):
    """Labels each point of the optimal tree by a fair coin, so that any learner at all errs with probability ½.

    Over the coins, the expected number of mistakes of every learner is half the tree's average depth, which is RL(C);
    one game has the coins of one seed. (Filmus, Hanneke, Mehalel, Moran, 2023.)
    """

    card = AdversaryCard(
        summary="walks down the optimal tree by coin flips: --seed",
        source="Filmus, Hanneke, Mehalel, Moran, Optimal prediction … and randomized Littlestone dimension, 2023",
        theorem="RL(C) mistakes expected of every learner, randomized or not, over the coins",
        oblivious=True,
    )

    def __init__(self, *, concept_class: ConceptClass, seed: int = 0) -> None:
        super().__init__(concept_class)
        self._values = randomized_littlestone(concept_class)
        self._coins = Random(seed)  # noqa: S311 - reproducible, not secret
        expected = self._values.value()
        shown = exact_text(expected)
        note = f"over all seeds, every learner, randomized or not, is expected to make {shown} mistakes on this walk"
        self.plan = Plan(Finite(concept_class), note=note)

    def next_point(self) -> int | None:
        """Return the point at which the tree branches, until one concept is left."""
        return self._values.point(self.space)

    def label(self, x: int, predicted: Label | None) -> Label:  # noqa: ARG002 - whatever it says
        """Flip a coin."""
        return self.give(x, self._coins.choice((-1, 1)))
