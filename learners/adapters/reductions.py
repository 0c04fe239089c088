"""The reductions of Notes 3 as wrappers around any learner: threshold to origin, and normalization."""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

from learners.construct import arguments_for
from learners.protocol import Card, Label, Learner
from proofs.exact.vectors import Vector


class Homogeneous:
    """Shows its learner (x, 1) for x, so that a halfspace through the origin can do with a threshold.

    w·x ≥ θ iff (w, −θ)·(x, 1) ≥ 0: Chan, Notes 3, section 1, first normalization.
    """

    def __init__(self, inner: Learner, sees: str, dimension: int) -> None:
        self._inner = inner
        self._lift: Callable[[Any], Any] = self._exact if sees == "exact" else self._dense
        self._dimension = dimension

    def predict(self, x: Any) -> Label:
        """Return its learner's label for (x, 1)."""
        return self._inner.predict(self._lift(x))

    def update(self, x: Any, y: Label) -> None:
        """Teach its learner the label of (x, 1)."""
        self._inner.update(self._lift(x), y)

    def _exact(self, x: Vector) -> Vector:
        return Vector((*x.entries, (self._dimension, 1)))

    @staticmethod
    def _dense(x: Any) -> Any:
        import numpy as np

        return np.append(x, 1.0)


class Normalized:
    """Shows its learner x/‖x‖ for x: Chan, Notes 3, section 1, second normalization. 0 is shown as it is.

    A learner on exact points can only be shown those whose norm is rational; another one forfeits.
    """

    def __init__(self, inner: Learner, sees: str) -> None:
        self._inner = inner
        self._scale: Callable[[Any], Any] = self._exact if sees == "exact" else self._dense

    def predict(self, x: Any) -> Label:
        """Return its learner's label for x/‖x‖."""
        return self._inner.predict(self._scale(x))

    def update(self, x: Any, y: Label) -> None:
        """Teach its learner the label of x/‖x‖."""
        self._inner.update(self._scale(x), y)

    @staticmethod
    def _exact(x: Vector) -> Vector:
        square = Fraction(x.norm_squared())
        norm = Fraction(isqrt(square.numerator), isqrt(square.denominator))
        if norm * norm != square:
            raise ValueError(f"the norm √{square} is irrational, so an exact learner cannot be shown x/‖x‖")
        return Vector(tuple((index, value / norm) for index, value in x.entries)) if norm not in (0, 1) else x

    @staticmethod
    def _dense(x: Any) -> Any:
        import numpy as np

        norm = np.linalg.norm(x)
        return x / norm if norm else x


class Reduction:
    """Makes a wrapped learner: ``homogeneous:NAME`` or ``normalized:NAME``."""

    def __init__(self, kind: str, inner: Callable[..., Learner], inner_card: Card) -> None:
        self._kind, self._inner, self._sees = kind, inner, inner_card.sees or "dense"
        what = {"homogeneous": "shown (x, 1) for x", "normalized": "shown x/‖x‖ for x"}[kind]
        self.card = Card(
            summary=f"{inner_card.summary}; {what}",
            sees=self._sees,
            conventions=inner_card.conventions,
            source=f"Chan, CSCI4230 Notes 3, section 1, around: {inner_card.source}",
            theorem="none in these coordinates: proofs.reductions has the margin before and after",
            conservative=inner_card.conservative,
        )

    def __call__(self, dimension: int, margin_squared: Fraction | None = None) -> Learner:
        """Make the learner, for one dimension more where there is one, and wrap it."""
        lifted = dimension + (self._kind == "homogeneous")
        offer = {"dimension": lifted} | ({} if margin_squared is None else {"margin_squared": margin_squared})
        inner = self._inner(**arguments_for(self._inner, offer, self._kind))
        return (
            Homogeneous(inner, self._sees, dimension) if self._kind == "homogeneous" else Normalized(inner, self._sees)
        )
