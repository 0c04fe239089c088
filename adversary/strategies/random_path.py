"""A random walk down the optimal tree, which takes no notice of the learner: a lower bound for randomized ones, too."""

from random import Random

from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass, first_concept
from proofs.exact.rationals import exact_text
from proofs.formats.settings import Finite
from proofs.solvers.values import randomized_littlestone


class RandomPath:
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
        self._values = randomized_littlestone(concept_class, lies=lies)
        self._space = self._values.everything
        self._coins = Random(seed)  # noqa: S311 - reproducible, not secret
        expected = self._values.value()
        shown = exact_text(expected)
        note = f"over all seeds, every learner, randomized or not, is expected to make {shown} mistakes on this walk"
        self.plan = Plan(Finite(concept_class, lies), note=note)

    def next_point(self) -> int | None:
        """Return the point at which the tree branches, until one concept is left, without lies."""
        if self._values.value(self._space) == 0:
            return None
        point = self._values.point(self._space)
        return 0 if point is None else point

    def label(self, x: int, predicted: Label | None) -> Label:  # noqa: ARG002 - whatever it says
        """Flip a coin."""
        label: Label = self._coins.choice((-1, 1))
        self._space = self._values.sides(self._space, x)[label == 1]
        return label

    def target(self) -> int:
        """Return the first concept that is left."""
        return first_concept(self._space) % self._values.concept_class.size
