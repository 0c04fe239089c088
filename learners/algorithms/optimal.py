"""Optimal play on finite classes: the standard optimal algorithm, and its randomized counterpart."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.algorithms.halving import VersionSpace, with_lies
from learners.protocol import Card, Label
from proofs.classes.concepts import ConceptClass
from proofs.settings import Setting
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.orders import Announced
from proofs.solvers.values import randomized_littlestone

_MAX_STATES = 10_000
"""Version spaces that a bound with lies is worth."""


def _most_mistakes(setting: Setting) -> int | None:
    """Return the value of the game, which bounds SOA's mistakes; ``None`` if it is not computed quickly."""

    def worth(table: ConceptClass, lies: int) -> int | None:
        if setting.order is not None:
            return Announced(table, setting.order).mistakes()
        try:
            return Littlestone(table, Budget(states=_MAX_STATES) if lies else None, lies).dimension()
        except OutOfBudget:
            return None

    return setting.class_bound(worth)


class StandardOptimalAlgorithm(VersionSpace):
    """Predicts the label whose version space has the larger Littlestone dimension, so that a mistake lowers it.

    With ``lies`` that is the dimension with the lies that each concept has left. Where it is told the ``order`` of the
    points, it is the value of the rest of the announced game; if other points are shown, it goes on without.
    """

    card = Card(
        summary="SOA, the standard optimal algorithm: a mistake always lowers the Littlestone dimension",
        sees="index",
        conventions="where both labels leave the same dimension it predicts +1",
        source="Littlestone, Learning quickly when irrelevant attributes abound, 1988",
        theorem="at most L(C) mistakes, the Littlestone dimension, which no deterministic learner can improve; "
        "with lies, or told an order, at most what that game is worth",
        mistake_bound=_most_mistakes,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64], lies: int = 0, order: tuple[int, ...] | None = None) -> None:
        super().__init__(concepts, lies)
        self.solver = Littlestone(self.concept_class, lies=lies)
        self.announced = None if order is None else Announced(self.concept_class, order)
        self.round = 0

    def predict(self, x: int) -> Label:
        """Return the label whose side has the larger value: the dimension, or the value of the rest of the order."""
        minus, plus = self._sides(x)
        if not minus or not plus:
            return 1 if plus else -1
        return 1 if self._worth(x, plus) >= self._worth(x, minus) else -1

    def update(self, x: int, y: Label) -> None:
        """Learn the label, and check that the point was the announced one."""
        self.announced = self.announced if self._is_announced(x) else None
        self.round += self.announced is not None  # counted only where it matters: a state may come again
        super().update(x, y)

    def _worth(self, x: int, space: int) -> int:
        """Return the value of the game after x has been shown and this version space remains."""
        if self.announced and self._is_announced(x):
            return self.announced.value(space)
        return self.solver.dimension(space)

    def _is_announced(self, x: int) -> bool:
        return self.announced is not None and self.announced.order[self.round : self.round + 1] == (x,)


class OptimalRandomized(VersionSpace):
    """Predicts +1 with probability ½(1 + RL(V₊) − RL(V₋)), cut off at 0 and 1, which is optimal.

    RL(V) ≥ ½(1 + RL(V₋) + RL(V₊)), so that the expected mistake and what is left are together at most RL(V);
    where all that is left says +1, RL(V) ≥ 1 + RL(V₋), and so it does there.
    """

    card = Card(
        summary="the optimal randomized learner, with its exact probabilities",
        sees="index",
        source="Filmus, Hanneke, Mehalel, Moran, Optimal prediction … and randomized Littlestone dimension, 2023",
        theorem="expected mistakes at most RL(C), the randomized Littlestone dimension, on any fixed sequence",
        mistake_bound=with_lies(lambda table, lies: randomized_littlestone(table, lies=lies).value()),
        randomized=True,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64], lies: int = 0) -> None:
        super().__init__(concepts, lies)
        self.values = randomized_littlestone(self.concept_class, lies=lies)

    def probability(self, x: int) -> Fraction:
        """Return the probability of +1."""
        minus, plus = self._sides(x)
        if not minus or not plus:
            return Fraction(bool(plus))
        even = Fraction(1 + self.values.value(plus) - self.values.value(minus)) / 2
        return min(max(even, Fraction(0)), Fraction(1))
