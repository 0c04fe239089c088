"""Learners that always say the same: the baseline of baselines."""

from learners.protocol import Card, Label
from proofs.exact.vectors import Vector


class AlwaysPlus:
    """Says +1 to everything."""

    card = Card(summary="always +1", sees="exact", theorem="none: it never learns", conservative=True, copies=True)

    def predict(self, _x: Vector) -> Label:
        """Return +1."""
        return 1

    def update(self, _x: Vector, _y: Label) -> None:
        """Learn nothing."""


class AlwaysMinus:
    """Says -1 to everything."""

    card = Card(summary="always -1", sees="exact", theorem="none: it never learns", conservative=True, copies=True)

    def predict(self, _x: Vector) -> Label:
        """Return -1."""
        return -1

    def update(self, _x: Vector, _y: Label) -> None:
        """Learn nothing."""
