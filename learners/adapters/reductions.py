"""The reductions of Notes 3 as wrappers around any learner: threshold to origin, and normalization."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from learners.protocol import Card, Factory, Label, Learner, with_card
from learners.spec import call_with
from proofs.exact.rationals import rational_root
from proofs.exact.vectors import Vector


class Reduced:
    """A wrapper that shows its learner f(x) in place of x."""

    def __init__(self, inner: Learner, f: Callable[[Any], Any]) -> None:
        self._inner, self._f = inner, f

    def predict(self, x: Any) -> Label:
        """Return its learner's label for f(x)."""
        return self._inner.predict(self._f(x))

    def probability(self, x: Any) -> Fraction:
        """Return the probability with which a learner that tosses coins predicts +1 for f(x)."""
        return self._inner.probability(self._f(x))  # type: ignore[attr-defined,no-any-return]

    def update(self, x: Any, y: Label) -> None:
        """Teach its learner the label of f(x)."""
        self._inner.update(self._f(x), y)


def append_one(x: Any, dimension: int) -> Any:
    """Return (x, 1), a vector or an array as x is, so that a halfspace through the origin can do with a threshold.

    w·x ≥ θ iff (w, −θ)·(x, 1) ≥ 0: Chan, Notes 3, section 1, first normalization.
    """
    if isinstance(x, Vector):
        return Vector((*x.entries, (dimension, 1)))
    import numpy as np

    return np.append(x, 1.0)


def normalize(x: Any) -> Any:
    """Return x/‖x‖, a vector or an array as x is: Chan, Notes 3, section 1, second normalization. 0 stays as it is.

    Raises:
        ValueError: x is a vector of irrational norm, which no learner on exact points can be shown: it forfeits.

    """
    if not isinstance(x, Vector):
        import numpy as np

        length = np.linalg.norm(x)
        return x / length if length else x
    square = x.norm_squared()
    norm = rational_root(square)
    if norm is None:
        raise ValueError(f"the norm √{square} is irrational, so an exact learner cannot be shown x/‖x‖")
    return Vector(tuple((index, value / norm) for index, value in x.entries)) if norm not in (0, 1) else x


def reduction(kind: str, inner: Factory, inner_card: Card) -> Factory:
    """Return the factory of a wrapped learner: ``homogeneous:NAME`` or ``normalized:NAME``."""
    lifts = kind == "homogeneous"
    what = {"homogeneous": "shown (x, 1) for x", "normalized": "shown x/‖x‖ for x"}[kind]
    card = Card(
        summary=f"{inner_card.summary}; {what}",
        sees=inner_card.sees or "dense",
        conventions=inner_card.conventions,
        source=f"Chan, CSCI4230 Notes 3, section 1, around: {inner_card.source}",
        theorem="none in these coordinates: section 1 of the notes says what becomes of the margin",
        randomized=inner_card.randomized,
        conservative=inner_card.conservative,
        max_dimension=None if inner_card.max_dimension is None else inner_card.max_dimension - lifts,
    )

    def make(dimension: int, margin_squared: Fraction | None = None) -> Learner:
        """Make the learner, for one dimension more where there is one, and wrap it."""
        offer: dict[str, Any] = {"dimension": dimension + lifts}
        if margin_squared is not None:
            offer["margin_squared"] = margin_squared
        learner = call_with(inner, offer, kind)
        return Reduced(learner, partial(append_one, dimension=dimension) if lifts else normalize)

    return with_card(card, make)
