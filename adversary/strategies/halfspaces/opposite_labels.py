"""The adversary of Claim 1.4, of which those on halfspaces differ in their points."""

from array import array
from collections.abc import Callable, Iterable
from fractions import Fraction

from learners.protocol import Label
from proofs.exact.vectors import Target, Vector, Weights, add, frozen


class OppositeLabels:
    """Shows orthonormal points, each labeled against the prediction: Chan, CSCI4230 Notes 3, Claim 1.4.

    The target is v = δ·Σ yᵢxᵢ, which has the margin δ on all of them, and ‖v‖² = nδ² after n rounds. ``points``
    yields them; it is called again for the target, so that only labels are kept.
    """

    def __init__(self, points: Callable[[], Iterable[Vector]], margin_squared: Fraction) -> None:
        self._points, self._left, self._margin_squared = points, iter(points()), margin_squared
        self.labels = array("b")

    def next_point(self) -> Vector | None:
        """Return the next point."""
        return next(self._left, None)

    def label(self, x: Vector, predicted: Label) -> Label:  # noqa: ARG002 - the point does not matter
        """Return the opposite of the prediction."""
        label: Label = -1 if predicted == 1 else 1  # ``opposite``, without a call in every round
        self.labels.append(label)
        return label

    def target(self) -> Target:
        """Return δ·Σ yᵢxᵢ."""
        total: Weights = {}
        for label, x in zip(self.labels, self._points(), strict=False):
            add(total, x, label)
        return Target(frozen(total), self._margin_squared)
