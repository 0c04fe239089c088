"""The Perceptron on numpy arrays: what most people would write."""

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Card, Label


class DensePerceptron:
    """Predicts +1 iff w·x ≥ 0 in floats; on a mistake adds y·x to w."""

    card = Card(
        summary="Perceptron on dense float64 arrays",
        sees="dense",
        conventions="as the Perceptron's, but w·x is rounded, so that a tie may come out as either sign",
        source="Chan, CSCI4230 Notes 3, section 1",
        theorem="none: Theorem 1.1 is about exact arithmetic",
        conservative=True,
        weights=True,
        copies=True,
    )

    def __init__(self, dimension: int) -> None:
        self.weights = np.zeros(dimension)

    def predict(self, x: NDArray[np.float64]) -> Label:
        """Return the sign of w·x, with sign(0) = +1."""
        return 1 if self.weights @ x >= 0 else -1

    def update(self, x: NDArray[np.float64], y: Label) -> None:
        """Add y·x to w if the prediction was wrong."""
        if self.predict(x) != y:
            self.weights += y * x
