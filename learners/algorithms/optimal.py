"""Optimal play on finite classes: the standard optimal algorithm, and its randomized counterpart."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.algorithms.version_space import VersionSpace
from learners.protocol import Card, Label
from proofs.exact.rationals import Rational
from proofs.formats.settings import Finite, Setting
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import randomized_littlestone


def _littlestone(setting: Setting) -> int | None:
    return Littlestone(setting.concept_class).dimension() if isinstance(setting, Finite) else None


def _randomized_littlestone(setting: Setting) -> Rational | None:
    return randomized_littlestone(setting.concept_class).value() if isinstance(setting, Finite) else None


class StandardOptimalAlgorithm:
    """Predicts the label that leaves the version space of larger Littlestone dimension, so that a mistake lowers it."""

    card = Card(
        summary="SOA, the standard optimal algorithm: a mistake always lowers the Littlestone dimension",
        sees="index",
        conventions="where both labels leave the same dimension it predicts +1",
        source="Littlestone, Learning quickly when irrelevant attributes abound, 1988",
        theorem="at most L(C) mistakes, the Littlestone dimension, which no deterministic learner can improve",
        mistake_bound=_littlestone,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        self.left = VersionSpace(concepts)
        self.solver = Littlestone(self.left.concept_class)

    def predict(self, x: int) -> Label:
        """Return the label on whose side the dimension is larger."""
        minus, plus = self.left.sides(x)
        if not minus or not plus:
            return 1 if plus else -1
        return 1 if self.solver.dimension(plus) >= self.solver.dimension(minus) else -1

    def update(self, x: int, y: Label) -> None:
        """Drop the concepts that are refuted."""
        self.left.learn(x, y)


class OptimalRandomized:
    """Predicts +1 with probability ½(1 + RL(V₊) − RL(V₋)), cut off at 0 and 1: either label then costs what it may.

    RL(V) ≥ ½(1 + RL(V₋) + RL(V₊)), so that the expected mistake and what is left are together at most RL(V).
    """

    card = Card(
        summary="the optimal randomized learner, with its exact probabilities",
        sees="index",
        source="Filmus, Hanneke, Mehalel, Moran, Optimal prediction … and randomized Littlestone dimension, 2023",
        theorem="expected mistakes at most RL(C), the randomized Littlestone dimension, on any fixed sequence",
        mistake_bound=_randomized_littlestone,
        randomized=True,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        self.left = VersionSpace(concepts)
        self.values = randomized_littlestone(self.left.concept_class)

    def probability(self, x: int) -> Fraction:
        """Return the probability of +1."""
        minus, plus = self.left.sides(x)
        if not minus or not plus:
            return Fraction(bool(plus))
        even = Fraction(1 + self.values.value(plus) - self.values.value(minus)) / 2
        return min(max(even, Fraction(0)), Fraction(1))

    def update(self, x: int, y: Label) -> None:
        """Drop the concepts that are refuted."""
        self.left.learn(x, y)
