"""Perceptrons that also learn from right predictions, where the margin is too small; exact."""

from fractions import Fraction

from learners.algorithms.linear.perceptron import Perceptron
from learners.protocol import Card, Label, unit_points
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, product


class PassiveAggressive(Perceptron):
    """Moves w as little as gives y(w·x) ≥ 1, by y(1 − y(w·x))/‖x‖² · x.

    It is the PA of Crammer and others, 2006, without slack. In exact arithmetic the numbers grow with the number of
    updates on points that overlap.
    """

    card = Card(
        summary="passive-aggressive algorithm (PA), exact and sparse: the least change that gives margin 1",
        sees="exact",
        conventions="w·x = 0 is predicted +1; it also learns from right predictions with a margin below 1",
        source="Crammer, Dekel, Keshet, Shalev-Shwartz, Singer, Online passive-aggressive algorithms, 2006, Theorem 2",
        theorem="at most ‖v/δ‖² = ⌊1/δ²⌋ mistakes on unit points with margin δ: each has loss ≥ 1, and Σ loss² ≤ 1/δ²",
        mistake_bound=unit_points,
        weights=True,
        copies=True,
    )

    def _step(self, x: Vector, y: Label) -> Rational:
        missing = 1 - y * product(self.weights, x)
        return Fraction(y * missing) / x.norm_squared() if missing > 0 and x.entries else 0


class HingeDescent(Perceptron):
    """Gradient descent on the hinge loss max(0, 1 − y(w·x)), with a fixed step η: w += ηy·x wherever y(w·x) < 1."""

    card = Card(
        summary="gradient descent on the hinge loss, exact, with a fixed step; ?step=1/10",
        sees="exact",
        conventions="w·x = 0 is predicted +1; it also learns from right predictions with too small a margin",
        source="Hsu, COMS 4771, for the hinge loss; the descent is beyond the notes",
        theorem="none is claimed for a fixed step",
        weights=True,
        copies=True,
    )

    def __init__(self, step: Rational = Fraction(1, 10)) -> None:
        super().__init__()
        if type(step) not in (int, Fraction) or step <= 0:
            raise InputError(f"the step should be above 0, but is {step}")
        self.step = step

    def _step(self, x: Vector, y: Label) -> Rational:
        return self.step * y if y * product(self.weights, x) < 1 else 0
