"""The second-order Perceptron, on dense float64 arrays."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Card, Label
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational


class SecondOrderPerceptron:
    """Predicts by (aI + Σ xxᵀ)⁻¹Σ yx over its mistakes and, in the matrix, the current point.

    A round costs dimension² operations. (Cesa-Bianchi, Conconi, Gentile 2005.)
    """

    card = Card(
        summary="second-order Perceptron on floats; ?a=1; costs dimension² a round",
        sees="dense",
        conventions="a product of 0 is predicted +1; learns on mistakes only",
        source="Cesa-Bianchi, Conconi, Gentile, A second-order Perceptron algorithm, 2005. Beyond the notes",
        theorem="none in this setting: its bound is in the eigenvalues of the points",
        conservative=True,
        copies=True,
    )

    def __init__(self, dimension: int, a: Rational = 1) -> None:
        if type(a) not in (int, Fraction) or a <= 0:
            raise InputError(f"the second-order Perceptron's a should be above 0, but is {a}")
        self.inverse = np.eye(dimension) / float(a)
        self.sum = np.zeros(dimension)

    def predict(self, x: NDArray[np.float64]) -> Label:
        """Return the sign of the product; the current point scales it by a positive factor, which changes no sign."""
        return 1 if self.sum @ (self.inverse @ x) >= 0 else -1

    def update(self, x: NDArray[np.float64], y: Label) -> None:
        """Add the point to matrix (by its inverse: Sherman and Morrison) and sum if the prediction was wrong."""
        if self.predict(x) != y:
            direction = self.inverse @ x
            self.inverse -= np.outer(direction, direction) / (1 + x @ direction)
            self.sum += y * x
