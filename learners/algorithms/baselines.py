"""Learners that lose instructively."""

from fractions import Fraction

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector


class LastLabel:
    """Says what the last label was; +1 at first."""

    card = Card(
        summary="repeats the last label", sees="exact", theorem="none: labels may alternate for ever", copies=True
    )

    def __init__(self) -> None:
        self.last: Label = 1

    def predict(self, _x: Vector) -> Label:
        """Return the last label."""
        return self.last

    def update(self, _x: Vector, y: Label) -> None:
        """Remember the label."""
        self.last = y


class Memorizer:
    """Never errs twice on a point, and says +1 to every new one."""

    card = Card(
        summary="knows every point that it has seen, says +1 to the others",
        sees="exact",
        theorem="none: there are always new points",
        copies=True,
    )

    def __init__(self) -> None:
        self.seen: dict[Vector, Label] = {}

    def predict(self, x: Vector) -> Label:
        """Return the label of x if it is known."""
        return self.seen.get(x, 1)

    def update(self, x: Vector, y: Label) -> None:
        """Remember the label of x."""
        self.seen[x] = y


class NearestNeighbor:
    """Says what the nearest point that it has seen was labeled, by the exact distance; the first one wins a draw."""

    card = Card(
        summary="the label of the nearest point seen, exactly; a round costs a distance to each",
        sees="exact",
        conventions="+1 before the first round; of points as near, the first seen decides",
        theorem="none: orthonormal points are all as near",
        copies=True,
    )

    def __init__(self) -> None:
        self.seen: dict[Vector, tuple[Rational, Label]] = {}

    def predict(self, x: Vector) -> Label:
        """Return the label of the nearest point."""
        nearest, best = None, None
        for point, (norm_squared, label) in self.seen.items():
            distance = norm_squared - 2 * point.dot(x)  # ‖point − x‖² − ‖x‖²
            if best is None or distance < best:
                nearest, best = label, distance
        return nearest or 1

    def update(self, x: Vector, y: Label) -> None:
        """Remember the point with its label."""
        self.seen[x] = x.norm_squared(), y


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

    def update(self, x: Vector, y: Label) -> None:
        """Take a step down the loss at (x, y)."""
        if y * self._activation(x) < 1:
            self._add(x, self.step * y)
