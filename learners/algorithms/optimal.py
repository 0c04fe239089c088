"""Optimal play on finite classes: the standard optimal algorithm, and its randomized counterpart."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.algorithms.version_space import VersionSpace, of_class
from learners.protocol import Card, Label
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import randomized_littlestone


class StandardOptimalAlgorithm(VersionSpace):
    """Predicts the label that leaves the version space of larger Littlestone dimension, so that a mistake lowers it."""

    card = Card(
        summary="SOA, the standard optimal algorithm: a mistake always lowers the Littlestone dimension",
        sees="index",
        conventions="where both labels leave the same dimension it predicts +1",
        source="Littlestone, Learning quickly when irrelevant attributes abound, 1988",
        theorem="at most L(C) mistakes, the Littlestone dimension, which no deterministic learner can improve",
        mistake_bound=of_class(lambda table: Littlestone(table).dimension()),
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        super().__init__(concepts)
        self.solver = Littlestone(self.concept_class)

    def predict(self, x: int) -> Label:
        """Return the label on whose side the dimension is larger."""
        minus, plus = self._sides(x)
        if not minus or not plus:
            return 1 if plus else -1
        return 1 if self.solver.dimension(plus) >= self.solver.dimension(minus) else -1


class OptimalRandomized(VersionSpace):
    """Predicts +1 with probability ½(1 + RL(V₊) − RL(V₋)), cut off at 0 and 1: either label then costs what it may.

    RL(V) ≥ ½(1 + RL(V₋) + RL(V₊)), so that the expected mistake and what is left are together at most RL(V).
    """

    card = Card(
        summary="the optimal randomized learner, with its exact probabilities",
        sees="index",
        source="Filmus, Hanneke, Mehalel, Moran, Optimal prediction … and randomized Littlestone dimension, 2023",
        theorem="expected mistakes at most RL(C), the randomized Littlestone dimension, on any fixed sequence",
        mistake_bound=of_class(lambda table: randomized_littlestone(table).value()),
        randomized=True,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        super().__init__(concepts)
        self.values = randomized_littlestone(self.concept_class)

    def probability(self, x: int) -> Fraction:
        """Return the probability of +1."""
        minus, plus = self._sides(x)
        if not minus or not plus:
            return Fraction(bool(plus))
        even = Fraction(1 + self.values.value(plus) - self.values.value(minus)) / 2
        return min(max(even, Fraction(0)), Fraction(1))
