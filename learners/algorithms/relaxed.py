"""The shortest vector of two half-spaces, not of all examples: ROMMA, and a randomized learner with half its bound.

They keep a vector w, at first 0. After a labeled point it becomes the shortest u with ⟨u,w⟩ ≥ ‖w‖² and y⟨u,x⟩ ≥ 1. Who
has y⟨u,x⟩ ≥ 1 in all rounds has ⟨u,w⟩ ≥ ‖w‖² by induction, so that ‖w‖² never exceeds the least ‖u‖², which is 1/δ².
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from learners.algorithms.perceptron import Perceptron
from learners.protocol import Card, Label, unit_points
from proofs.exact.vectors import Vector, Weights, add, frozen

LABELS: tuple[Label, Label] = 1, -1

LONG, FINE = 1024, 32
"""Bits of a fraction from which on it is rounded, and to how many, or twice or four times as many, and so on: without
that, digits double with every round. A gain of fewer bits is next to nothing.
"""


class Step(NamedTuple):
    """What w becomes, ``old``·w + ``new``·yx, and its norm²."""

    old: Fraction
    new: Fraction
    norm_squared: Fraction


def steps(w: Vector, x: Vector) -> dict[Label, Step]:
    """Return how w moves to the shortest u with ⟨u,w⟩ ≥ ‖w‖² and y⟨u,x⟩ ≥ 1, for each label y for which there is one.

    Let c be ‖w‖², n be ‖x‖², and c₊ and c₋ what c becomes with either label. The mean of both u has a product of at
    least c with w, and they are at least 2/√n apart. So c₊ + c₋ ≥ 2c + 2/n, by the parallelogram law.

    Of long fractions others below them are taken: any u = αw + βyx with α, β ≥ 0 and ‖u‖² ≤ αc + β serves the purpose,
    and α and β a little below those of the shortest u do. So ‖u‖² keeps both: that it is at least c, and the sum. Long
    ones have no room for that only if the sum is 2c + 2/n. Then x is orthogonal to w, and α = 1 and β = 1/n are short.
    """
    c, n, product = Fraction(w.norm_squared()), Fraction(x.norm_squared()), Fraction(w.dot(x))
    exact = {label: step for label in LABELS if (step := _shortest(c, n, label * product))}
    least = dict.fromkeys(exact, c)
    if len(exact) == len(LABELS):
        room = (exact[1].norm_squared + exact[-1].norm_squared) / 2 - c - 1 / n
        least = {label: max(c, step.norm_squared - room) for label, step in exact.items()}
    return {label: _short(step, c, n, label * product, least[label]) for label, step in exact.items()}


def _shortest(c: Fraction, n: Fraction, product: Fraction) -> Step | None:
    """Return the step for a = yx with ⟨w,a⟩ = ``product``, in closed form, or ``None`` if no u has both products."""
    if product >= 1:
        return Step(Fraction(1), Fraction(0), c)
    if not n:
        return None
    if not c or product >= n * c:
        return Step(Fraction(0), 1 / n, 1 / n)
    if not (area := c * n - product**2):
        return None
    old, new = (c * n - product) / area, c * (1 - product) / area
    return Step(old, new, old * c + new)


def _short(step: Step, c: Fraction, n: Fraction, product: Fraction, least: Fraction) -> Step:
    """Return a step with short fractions and a norm² of at least ``least``, unless it is short itself.

    A step with long fractions that gains next to nothing is left out, where it may be: the next one on the same point
    would gain about the square of that, with twice the digits.
    """
    longest = max(step.old.denominator.bit_length(), step.new.denominator.bit_length())
    if longest <= LONG:
        return step
    if least <= c and (step.norm_squared - c) * 2**FINE < 1:
        return Step(Fraction(1), Fraction(0), c)
    for bits in _precisions(longest):
        old, new = [Fraction(value * 2**bits // 1, 1 << bits) for value in step[:2]]
        norm_squared = old**2 * c + 2 * old * new * product + new**2 * n
        if least <= norm_squared <= old * c + new:
            return Step(old, new, norm_squared)
    return step


def _precisions(longest: int) -> Iterator[int]:
    """Yield to how many bits a number with so many may be rounded, one try after another."""
    bits = FINE
    while bits < longest:
        yield bits
        bits *= 2


def moved(w: Vector, x: Vector, y: Label) -> Vector:
    """Return what w becomes; if the labels were contradictory, it stays as it is."""
    if (step := steps(w, x).get(y)) is None or not step.new:
        return w
    total: Weights = {}
    add(total, w, step.old)
    add(total, x, y * step.new)
    return frozen(total)


class Romma(Perceptron):
    """Predicts as a Perceptron, and on a mistake takes the shortest u with ⟨u,w⟩ ≥ ‖w‖² and y⟨u,x⟩ ≥ 1 for w."""

    card = replace(
        Perceptron.card,
        summary="relaxed online maximum margin algorithm (ROMMA), exact until its fractions have become long",
        source="Li and Long, The relaxed online maximum margin algorithm, 2002",
        theorem="at most ‖v/δ‖² = ⌊1/δ²⌋ mistakes on unit points with margin δ: each makes ‖w‖² larger by 1 or more",
        mistake_bound=unit_points,
    )

    def update(self, x: Vector, y: Label) -> None:
        """Move w, if the prediction was wrong and the labels were not contradictory."""
        if self.predict(x) != y:
            self.weights = dict(moved(frozen(self.weights), x, y).entries)


class AggressiveRomma(Romma):
    """Learns in every round, as ``HalfMargin`` does, and predicts the label after which ‖w‖² is smaller.

    That is the sign of ⟨w,x⟩. On unit points a mistake makes ‖w‖² larger by 1 at least, because both labels together do
    so by 2. A learner that predicts the other label has no bound: on (1, 0), and then on (4/5, 3/5) again and again,
    all with the label +1, it errs in every round but the first, perhaps, which is a tie.
    """

    card = replace(
        Romma.card,
        summary="aggressive ROMMA: learns in every round; the half-margin learner without its coin",
        conventions="w·x = 0 is predicted +1; learns in every round. To predict the label after which ‖w‖² is larger, "
        "the other choice, would have no bound",
        theorem="Theorem R: at most ⌊1/δ²⌋ mistakes on unit points with margin δ: each makes ‖w‖² larger by 1 or more",
        conservative=False,
    )

    def update(self, x: Vector, y: Label) -> None:
        """Move w, unless the labels were contradictory."""
        self.weights = dict(moved(frozen(self.weights), x, y).entries)


class HalfMargin:
    """Predicts −1 with a probability q such that its expected mistakes grow by at most half of what ‖w‖² does.

    With c, c₊ and c₋ as in ``steps`` and unit points, q lies between 1 − (c₋ − c)/2 and (c₊ − c)/2, which is possible
    because c₊ + c₋ ≥ 2c + 2. On points of the norm² n both halves are n/2, so that the bound is R²‖u‖²/2 for points of
    length R at most and every u with y⟨u,x⟩ ≥ 1 in all rounds. Nothing here has to know δ or R.
    """

    card = Card(
        summary="randomized, with half the Perceptron's bound: keeps the shortest vector of two half-spaces",
        sees="exact",
        conventions="of the probabilities that keep the bound it takes the middle one, or a shorter one next to it",
        source="beyond the notes; w moves as in Li and Long, The relaxed online maximum margin algorithm, 2002",
        theorem="Theorem R: at most 1/(2δ²) expected mistakes on unit points with margin δ, in every dimension; where "
        "N = 1/δ² is an integer, N orthonormal points force as many on every learner",
        mistake_bound=lambda setting: setting.unit_margin_squared and 1 / (2 * setting.unit_margin_squared),
        randomized=True,
        copies=True,
    )

    def __init__(self) -> None:
        self._w = Vector(())

    def probability(self, x: Vector) -> Fraction:
        """Return the probability of +1."""
        after = steps(self._w, x)
        if len(after) < len(LABELS):
            return Fraction(1 in after)
        now, half = self._w.norm_squared(), Fraction(x.norm_squared()) / 2
        plus, minus = [half * (after[label].norm_squared - now) for label in LABELS]
        low, high = max(1 - plus, Fraction(0)), min(minus, Fraction(1))
        middle = (low + high) / 2
        near = (Fraction(round(middle * 2**bits), 1 << bits) for bits in _precisions(middle.denominator.bit_length()))
        return next((value for value in near if low <= value <= high), middle)

    def update(self, x: Vector, y: Label) -> None:
        """Take the shortest vector that has the right products, unless the labels were contradictory."""
        self._w = moved(self._w, x, y)
