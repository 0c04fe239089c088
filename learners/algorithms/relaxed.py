"""The shortest vector of two half-spaces, not of all examples: ROMMA, and a randomized learner with half its bound.

They keep p = w/‖w‖², which has the direction of w. The u with ⟨u,w⟩ ≥ ‖w‖² are those with ⟨u,p⟩ ≥ 1, and the shortest
of them with ⟨u,a⟩ ≥ 1 is q/‖q‖², q being the shortest point of the segment from p to a. Any point of the segment keeps
that ⟨u,q⟩ ≥ 1, so that numbers may be rounded.
"""

from dataclasses import replace
from fractions import Fraction

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label, unit_points
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
    share = _short(share)
    total: Weights = {}
    add(total, p, 1 - share)
    add(total, a, share)
    return frozen(total)


def _short(share: Fraction) -> Fraction:
    return share if share.denominator.bit_length() <= LONG else Fraction(round(share * 2**FINE), 1 << FINE)


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
        if self.predict(x) != y and (w := _shorter(frozen(self.weights), x, y)) is not None:
            self.weights = dict(w.entries)


class AggressiveRomma(Romma):
    """Learns in every round, as ``HalfMargin`` does, and predicts the label that makes ‖w‖² the less longer.

    That is the sign of ⟨w,x⟩. A mistake makes ‖w‖² longer by 1 at least, because both labels together do so by 2.
    """

    card = replace(
        Romma.card,
        summary="aggressive ROMMA: learns in every round; the half-margin learner without its coin",
        conventions="w·x = 0 is predicted +1; the label of the larger ‖w‖² would be wrong for ever on some games",
        conservative=False,
    )

    def update(self, x: Vector, y: Label) -> None:
        """Move w."""
        self.weights = dict((_shorter(frozen(self.weights), x, y) or frozen(self.weights)).entries)


def _shorter(p: Vector, x: Vector, y: Label) -> Vector | None:
    q = shortest(p, Vector(tuple([(index, y * value) for index, value in x.entries])))
    return q if q.entries else None


class HalfMargin:
    """Predicts −1 with a probability q such that its expected mistakes grow at most by half of what ‖u‖² does.

    Let c be ‖u‖², and c₊ and c₋ what it becomes with either label. The mean of both vectors is in the half-space of the
    u with ⟨u,u_before⟩ ≥ c, and they are at least 2 apart: so c₊ + c₋ ≥ 2c + 2, and there is such a q, from
    1 − (c₋ − c)/2 to (c₊ − c)/2. As ‖u‖ ≤ ‖u*‖ for every u* with y⟨u*,x⟩ ≥ 1 in all rounds, the bound is ‖u*‖²/2.
    """

    card = Card(
        summary="randomized, with half the Perceptron's bound: keeps the shortest vector of two half-spaces",
        sees="exact",
        conventions="of the possible probabilities the middle; fractions of more than 1,024 bits are rounded to 64",
        source="beyond the notes; the update is that of Li and Long, 2002, in every round",
        theorem="Theorem R: at most 1/(2δ²) expected mistakes on unit points with margin δ, which N orthonormal points "
        "force where N = 1/δ² is an integer",
        mistake_bound=lambda setting: setting.unit_margin_squared and 1 / (2 * setting.unit_margin_squared),
        randomized=True,
        copies=True,
    )

    def __init__(self) -> None:
        self._p = Vector(())

    def probability(self, x: Vector) -> Fraction:
        """Return the probability with which it predicts +1."""
        before = self._length(self._p)
        plus, minus = (_shorter(self._p, x, label) for label in (1, -1))
        if plus is None or minus is None:
            return Fraction(plus is not None)
        low = max(1 - (self._length(minus) - before) / 2, Fraction(0))
        return 1 - _short((low + min((self._length(plus) - before) / 2, Fraction(1))) / 2)

    def update(self, x: Vector, y: Label) -> None:
        """Take the shortest vector that has the right products."""
        self._p = _shorter(self._p, x, y) or self._p

    @staticmethod
    def _length(p: Vector) -> Fraction:
        return Fraction(1) / p.norm_squared() if p.entries else Fraction(0)
