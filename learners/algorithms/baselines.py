"""Baselines: learners of one rule, without a mistake bound."""

from dataclasses import replace
from typing import Literal

from learners.protocol import Card, Label, with_card
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector


class AlwaysPlus:
    """Predicts +1, or another label, for every point."""

    card = Card(summary="always +1", sees="exact", theorem="none: it never learns", conservative=True, copies=True)

    def __init__(self, label: Literal[-1, 1] = 1) -> None:
        self.label = label

    def predict(self, _x: Vector) -> Label:
        """Return the label."""
        return self.label

    def update(self, _x: Vector, _y: Label) -> None:
        """Learn nothing."""


always_minus = with_card(replace(AlwaysPlus.card, summary="always -1"), lambda: AlwaysPlus(-1))


class LastLabel:
    """Predicts the last label; +1 in the first round."""

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
    """Remembers the label of every point, and predicts +1 for new points."""

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
    """Predicts the label of the nearest point seen (exact distance; the earliest of equally near points)."""

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
