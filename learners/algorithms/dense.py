"""Learners on dense float64 arrays: a plain Perceptron, and learners with other predictions or steps."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Card, Label
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational

Array = NDArray[np.float64]

TOLERANCE = 1e-9
"""Of the support vector machine: how far from its margin floats may be."""


class DensePerceptron:
    """Predicts +1 iff w·x ≥ 0 in floats; on a mistake adds y·x to w, the sum of all that it has added."""

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
        self.weights: Array = np.zeros(dimension)

    def predict(self, x: Array) -> Label:
        """Return the sign of the learner's product with x, with sign(0) = +1."""
        return 1 if self._product(x) >= 0 else -1

    def update(self, x: Array, y: Label) -> None:
        """Add y·x to the sum if the prediction was wrong."""
        if self.predict(x) != y:
            self._add(x, y)

    def _product(self, x: Array) -> float:
        return float(self.weights @ x)

    def _add(self, x: Array, y: Label) -> None:
        self.weights += y * x


class Winnow(DensePerceptron):
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
        super().__init__(dimension)
        self.rate = float(rate)

    def _product(self, x: Array) -> float:
        """Return Σ sinh(ηzᵢ)xᵢ, scaled, in floats: terms far below the largest count as 0."""
        exponents = self.rate * self.weights
        top = np.abs(exponents).max()
        return float((np.exp(exponents - top) - np.exp(-exponents - top)) @ x)


class PNormPerceptron(DensePerceptron):
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
        super().__init__(dimension)
        self.power = float(p) - 1

    def _product(self, x: Array) -> float:
        """Return Σ sign(zᵢ)|zᵢ|^{p-1}xᵢ, scaled, in floats: terms far below the largest are 0."""
        size = np.abs(self.weights)
        top = size.max()
        link = np.sign(self.weights) * (size / top) ** self.power if top > 0 else self.weights
        return float(link @ x)


class SecondOrderPerceptron(DensePerceptron):
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
        super().__init__(dimension)
        self.inverse = np.eye(dimension) / float(a)

    def _product(self, x: Array) -> float:
        """Return the product; the current point would scale it by a positive factor, which changes no sign."""
        return float(self.weights @ (self.inverse @ x))

    def _add(self, x: Array, y: Label) -> None:
        """Add the point to the matrix, by its inverse (Sherman and Morrison), and to the sum."""
        direction = self.inverse @ x
        self.inverse -= np.outer(direction, direction) / (1 + x @ direction)
        super()._add(x, y)


class HardMarginSVM(DensePerceptron):
    """Predicts by the shortest w with y⟨w,x⟩ ≥ 1 on all rounds so far, as scipy finds it.

    The program is the one of Hsu's notes; its dual is the nonnegative least squares problem min ‖[Zᵀ; 1ᵀ]u − e‖ where
    the rows of Z are y·x: with r = 1 − Σu, w = Zᵀu/r.
    """

    card = Card(
        summary="hard-margin SVM on floats, refit to all rounds so far: the shortest w with margins ≥ 1",
        sees="dense",
        conventions="w·x = 0 is predicted +1; it also learns from right predictions with a margin below 1",
        source="Hsu, COMS 4771, Margins; as an online learner beyond the notes",
        theorem="none for floats; in exact arithmetic ⌊1/δ²⌋ mistakes, for each adds 1 to ‖w‖² ≤ 1/δ²",
        weights=True,
        copies=True,
    )

    def __init__(self, dimension: int) -> None:
        super().__init__(dimension)
        self.signed: list[Array] = []

    def update(self, x: Array, y: Label) -> None:
        """Refit, unless the margin is there already; where no w fits (or floats cannot tell), keep w."""
        self.signed.append(y * x)
        if y * self._product(x) >= 1 - TOLERANCE:
            return
        from scipy.optimize import nnls  # type: ignore[import-untyped]

        rows = np.array(self.signed)
        system = np.vstack([rows.T, np.ones(len(rows))])
        goal = np.zeros(len(system))
        goal[-1] = 1
        u, _ = nnls(system, goal, maxiter=100 * len(rows))
        rest = 1 - u.sum()
        if rest > TOLERANCE:
            self.weights = rows.T @ u / rest
