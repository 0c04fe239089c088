"""The relaxed online maximum margin algorithm (ROMMA): the shortest vector of two half-spaces, not of all examples.

It keeps p = w/‖w‖², by which it predicts the same. The u with ⟨u,w⟩ ≥ ‖w‖² are those with ⟨u,p⟩ ≥ 1, and the shortest
of them with ⟨u,a⟩ ≥ 1 is q/‖q‖², q being the shortest point of the segment from p to a. Any point of the segment keeps
that ⟨u,q⟩ ≥ 1, so that numbers may be rounded.
"""

from dataclasses import replace
from fractions import Fraction

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Label, unit_points
from proofs.exact.vectors import Vector, Weights, add, frozen
from proofs.settings import Setting

LONG, FINE = 1024, 64
"""Bits of a share of the segment from which on it is rounded, and to which: else digits double with every mistake."""


def shortest(p: Vector, a: Vector) -> Vector:
    """Return the shortest point of the segment from p to a, exactly or nearly; it is 0 where no u has both products."""
    square, product = p.norm_squared(), p.dot(a)
    if not p.entries or (gap := square - 2 * product + a.norm_squared()) == 0:
        return a
    share = min(max(Fraction(square - product) / gap, Fraction(0)), Fraction(1))
    if share.denominator.bit_length() > LONG:
        share = Fraction(round(share * 2**FINE), 1 << FINE)
    total: Weights = {}
    add(total, p, 1 - share)
    add(total, a, share)
    return frozen(total)


def _bound(setting: Setting) -> int | None:
    # The square of what is rounded, 2^(2 − 2·FINE), over δ⁴ in each mistake is less than 1/δ² is below an integer.
    most, squared = unit_points(setting), setting.unit_margin_squared
    small = squared is None or most is None or (squared.numerator * (most + 1) ** 3).bit_length() < 2 * FINE - 4
    return most if small else None


class Romma(Perceptron):
    """Predicts as a Perceptron, and on a mistake takes the shortest u with ⟨u,w⟩ ≥ ‖w‖² and y⟨u,x⟩ ≥ 1 for w."""

    card = replace(
        Perceptron.card,
        summary="relaxed online maximum margin algorithm (ROMMA), exact until its fractions have become long",
        conventions="w·x = 0 is predicted +1; learns on mistakes only; w is shown as w/‖w‖²",
        source="Li and Long, The relaxed online maximum margin algorithm, 2002",
        theorem="at most ‖v/δ‖² = ⌊1/δ²⌋ mistakes on unit points with margin δ: each makes ‖w‖² larger by 1 or more",
        mistake_bound=_bound,
    )

    def update(self, x: Vector, y: Label) -> None:
        """Move w, if the prediction was wrong and the labels were not contradictory."""
        if self.predict(x) != y:
            a = Vector(tuple([(index, y * value) for index, value in x.entries]))
            if (w := shortest(frozen(self.weights), a)).entries:
                self.weights = dict(w.entries)
