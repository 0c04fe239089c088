"""A random walk down the optimal tree. It ignores the learner, so its lower bound also holds for randomized ones."""

from random import Random

from adversary.strategies.classes import VersionSpaceStrategy
from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import exact_text
from proofs.settings import Finite
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.values import randomized_littlestone

MAX_SECONDS = 20.0
"""A tree with lies is worth these."""


class RandomPath(VersionSpaceStrategy):
    """Labels each point of the optimal tree by a fair coin, so that any learner at all errs with probability ½.

    Over the coins, the expected number of mistakes of every learner is half the tree's average depth, which is RL(C);
    one game has the coins of one seed. (Filmus, Hanneke, Mehalel, Moran, 2023.) With ``lies``, a concept that is the
    only one left is worth the lies that it has left: it shows any point until these are used up.
    """

    card = AdversaryCard(
        summary="walks down the optimal tree by coin flips: --seed",
        source="Filmus, Hanneke, Mehalel, Moran, Optimal prediction … and randomized Littlestone dimension, 2023",
        theorem="RL(C) mistakes expected of every learner, randomized or not, over the coins",
        oblivious=True,
    )

    def __init__(self, *, concept_class: ConceptClass, seed: int = 0, lies: int = 0) -> None:
        super().__init__(concept_class, lies)
        self._values = randomized_littlestone(concept_class, Budget(seconds=MAX_SECONDS) if lies else None, lies)
        self._coins = Random(seed)  # noqa: S311 - reproducible, not secret
        try:
            expected = self._values.value()
        except OutOfBudget as error:
            fewer = f"{error} do not suffice for the tree with {counted(lies, 'lie')}: play with fewer lies"
            raise InputError(fewer) from None
        self._values.budget = Budget()  # what is left to be found is less
        mistakes = f"expected to make {exact_text(expected)} mistakes on this walk"
        note = f"over all seeds, every learner, randomized or not, is {mistakes}"
        self.plan = Plan(Finite(concept_class, lies), note=note)

    def next_point(self) -> int | None:
        """Return the point at which the tree branches, until one concept is left, without lies."""
        if self._values.value(self.space) == 0:
            return None
        point = self._values.point(self.space)
        return 0 if point is None else point

    def label(self, x: int, predicted: Label | None) -> Label:  # noqa: ARG002 - whatever it says
        """Flip a coin."""
        return self.give(x, self._coins.choice((-1, 1)))
