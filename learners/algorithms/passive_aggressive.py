"""The passive-aggressive algorithm, exactly."""

from fractions import Fraction

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label, unit_points
from proofs.exact.vectors import Vector


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

    def update(self, x: Vector, y: Label) -> None:
        """Move w just far enough."""
        loss = 1 - y * self._activation(x)
        if loss > 0 and x.entries:
            self._add(x, Fraction(y * loss) / x.norm_squared())
