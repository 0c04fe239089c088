"""Learners on dense float64 arrays whose geometry is not Euclid's: Winnow and the p-norm Perceptron."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Card, Label
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational

Array = NDArray[np.float64]


class Winnow:
    """Balanced Winnow: weights e^{±ηz}, where z adds up y·x over the mistakes; predicts by their difference."""

    card = Card(
        summary="balanced Winnow (exponentiated gradient) on floats; ?rate=1/2",
        sees="dense",
        conventions="a difference of 0 is predicted +1; learns on mistakes only",
        source="Littlestone 1988; Kivinen and Warmuth 1997. Beyond the notes",
        theorem="none in this setting: its bound is in the 1-norm of v and the ∞-norm of x",
        conservative=True,
        copies=True,
    )

    def __init__(self, dimension: int, rate: Rational = 1) -> None:
        if type(rate) not in (int, Fraction) or rate <= 0:
            raise InputError(f"Winnow's rate should be above 0, but is {rate}")
        self.exponents = np.zeros(dimension)
        self.rate = float(rate)

    def predict(self, x: Array) -> Label:
        """Return the sign of Σ sinh(ηzᵢ)xᵢ, with sign(0) = +1, in floats: terms far below the largest count as 0."""
        scaled = self.rate * self.exponents
        top = np.abs(scaled).max()
        return 1 if (np.exp(scaled - top) - np.exp(-scaled - top)) @ x >= 0 else -1

    def update(self, x: Array, y: Label) -> None:
        """Add y·x to the exponents if the prediction was wrong."""
        if self.predict(x) != y:
            self.exponents += y * x


class PNormPerceptron:
    """Predicts by the gradient of ½‖z‖ₚ², where z adds up y·x over the mistakes; p = 2 is the Perceptron."""

    card = Card(
        summary="p-norm Perceptron on floats; ?p=4 (p ≥ 2; large p is close to Winnow)",
        sees="dense",
        conventions="a product of 0 is predicted +1; learns on mistakes only",
        source="Grove, Littlestone, Schuurmans 2001; Gentile 2003. Beyond the notes",
        theorem="none in this setting: its bound, (p-1)·‖x‖ₚ²‖v‖_q²/δ², is in other norms, and not about floats",
        conservative=True,
        copies=True,
    )

    def __init__(self, dimension: int, p: Rational = 3) -> None:
        if type(p) not in (int, Fraction) or p < 2:  # noqa: PLR2004 - it is the p of the p-norm
            raise InputError(f"the p of the p-norm should be at least 2, but is {p}")
        self.sum = np.zeros(dimension)
        self.power = float(p) - 1

    def predict(self, x: Array) -> Label:
        """Return the sign of Σ sign(zᵢ)|zᵢ|^{p-1}xᵢ, sign(0) = +1, in floats: terms far below the largest are 0."""
        size = np.abs(self.sum)
        top = size.max()
        link = np.sign(self.sum) * (size / top) ** self.power if top > 0 else self.sum
        return 1 if link @ x >= 0 else -1

    def update(self, x: Array, y: Label) -> None:
        """Add y·x to z if the prediction was wrong."""
        if self.predict(x) != y:
            self.sum += y * x
