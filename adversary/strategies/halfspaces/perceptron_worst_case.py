"""The Perceptron's own worst case: ⌊1/δ²⌋ mistakes from three dimensions on, about half of them in the plane."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, isqrt
from operator import mul

from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label, opposite
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, rational_root
from proofs.exact.vectors import Target, Vector, Weights, add, basis_vector, frozen, vector
from proofs.settings import Halfspaces

MAX_ROUNDS = 1_000
"""Of a game: it takes time that grows with their square."""

MAX_FINE = 400
"""Bits for the slack that 1/δ² leaves above an integer, as files have only so many digits."""


class _OneTarget:
    """Labels all points against the prediction of round 1, by the target e₁ or −e₁."""

    def __init__(self) -> None:
        self._label: Label | None = None

    def label(self, x: Vector, predicted: Label | None) -> Label:  # noqa: ARG002 - one label for all
        """Return the opposite of the prediction of round 1."""
        if self._label is None:
            self._label = 1 if predicted is None else opposite(predicted)
        return self._label

    def target(self) -> Target:
        """Return ±e₁."""
        return Target(Vector(((0, self._label or 1),)), Fraction(1))


class ThreeDimensions(_OneTarget):
    """Turns about the target, and shows points on a circle of latitude on which w is wrong: Theorem P, d ≥ 3.

    If each mistake adds some a of norm 1 with ⟨w,a⟩ = 0 and ⟨e₁,a⟩ = δ to w, then ‖w‖² = t and ⟨w,e₁⟩ = tδ after t of
    them, and a next a exists while t + 1 ≤ 1/δ². Rational points are a little off: they have the height c, with c²
    half-way between δ² and 1/T, and ⟨w,a⟩ is slightly negative, which costs less than the slack that T < 1/δ² leaves.
    Each is computed from ``weights()``, the learner's own w; without it, from that of a Perceptron that errs in every
    round.
    """

    card = AdversaryCard(
        summary="shows points on a circle of latitude around the target, on which the learner's own w is wrong",
        source="the Perceptron's own worst case: equality in each step of Novikoff's proof. Beyond the notes",
        theorem="⌊1/δ²⌋ mistakes (one less where 1/δ² is an integer) of perceptron, passive-aggressive and romma in "
        "dimension 3 or more; of others none",
    )

    def __init__(self, *, margin_squared: Fraction, dimension: int = 3) -> None:
        super().__init__()
        setting = Halfspaces(dimension, margin_squared)
        if dimension < 3:  # noqa: PLR2004 - its name
            raise InputError(
                f"three-dimensions needs a dimension of at least 3, not {dimension}: "
                "in the plane the Perceptron's bound is half as large, see --against plane"
            )
        rounds = max(ceil(1 / margin_squared) - 1, 1)
        if rounds > MAX_ROUNDS:
            raise InputError(
                f"three-dimensions plays at most {MAX_ROUNDS:,} rounds, not {rounds:,}: give a larger margin"
            )
        self._bits = max(24, 2 * _slack_bits(rounds * margin_squared))
        self._height = _root((margin_squared + Fraction(1, rounds)) / 2, 2 * self._bits)
        self._margin_squared = margin_squared
        self._shown: list[Vector] = []
        self.weights: Callable[[], Vector | None] = lambda: None
        self.plan = Plan(setting, rounds, note=_note(setting, "1/δ²", 1 / margin_squared, rounds))

    def next_point(self) -> Vector | None:
        """Return the next point. Raises InputError if the numbers of the learner's w have become too long."""
        if len(self._shown) == self.plan.rounds:
            return None
        w, label = self.weights() or self._sum(), self._label or 1
        bits = self._bits
        while True:
            x, wrong = _turned([label * value for value in w.coordinates(3)], self._height, bits)
            if wrong and x[0] ** 2 >= self._margin_squared:
                break
            bits += 8
        self._shown.append(vector(enumerate(x)))
        return self._shown[-1]

    def _sum(self) -> Vector:
        """Return the w of a Perceptron that errs in every round."""
        total: Weights = {}
        for x in self._shown:
            add(total, x, self._label or 1)
        return frozen(total)


def _note(setting: Halfspaces, called: str, ratio: Fraction, rounds: int) -> str | None:
    """Say who forces one mistake more where 1/δ² or half of it is an integer: docs/margin-proofs.md, Theorem P."""
    if ratio.denominator != 1 or setting.margin_squared == 1:
        return None
    if not setting.is_small:
        more = "e₁, e₂, … force (--against standard-basis)"
    elif setting.dimension == 3 and rational_root(ratio - 2) is None:  # noqa: PLR2004 - space
        more = "real points force, and no rational ones in dimension 3"
    else:
        more = "real points force"
    has = f"this game has {rounds} of the {rounds + 1} mistakes of the Perceptron"
    return f"{called} = {ratio} is an integer: {has} that {more}"


def _turned(w: Sequence[Rational], height: Fraction, bits: int) -> tuple[tuple[Fraction, Fraction, Fraction], bool]:
    """Return a unit vector near (c, √(1 − c²)·n), n such that ⟨w,a⟩ is slightly negative, and whether it is.

    Where no n does that, the vector is that of the smallest ⟨w,a⟩, and counts as if it did. Stereographic coordinates
    of so many bits are what keeps the norm at 1 exactly.
    """
    radius, fine = _root(1 - height**2, 2 * bits), 4 * bits
    near = [_rounded(value, fine) for value in w]
    length = _root(near[1] * near[1] + near[2] * near[2], 2 * bits)
    little = Fraction(1, 1 << bits // 2) * min(Fraction(1), sum(value * value for value in near))
    least = height * near[0] + little  # that n has to take away
    n = Fraction(1), Fraction(0)
    if length:
        cosine = min(least / (radius * length), Fraction(1))
        sine = _root(1 - cosine**2, 2 * bits)
        x, y = near[1] / length, near[2] / length
        n = -cosine * x - sine * y, sine * x - cosine * y
    p, q = (_rounded(radius * value / (1 + height), bits) for value in n)
    scale = 1 + p * p + q * q
    a = (2 - scale) / scale, 2 * p / scale, 2 * q / scale
    return a, least >= radius * length or sum(map(mul, near, a)) < -Fraction(4, 1 << fine)  # w's rounding is below that


class Plane(_OneTarget):
    """Swings from one side of the target to the other: ⌊1/(2δ²)⌋ + 1 mistakes of the Perceptron, Theorem P, d = 2.

    After t mistakes w = (tp, Y), and a = (p, ∓S), against the sign of Y, is a mistake if |Y| ≥ tp²/S. A first point
    shorter than 1 starts |Y| such that it goes to and fro between z and S − z, z in the middle of what is allowed.
    """

    card = AdversaryCard(
        summary="swings from one side of the target to the other in the plane, with points of length at most 1",
        source="the Perceptron's own worst case in the plane. Beyond the notes",
        theorem="⌊1/(2δ²)⌋ + 1 mistakes of the Perceptron (one less where 1/(2δ²) is an integer); of others none",
    )

    def __init__(self, *, margin_squared: Fraction, dimension: int = 2) -> None:
        super().__init__()
        Halfspaces(dimension, margin_squared)  # legal numbers first
        if dimension != 2:  # noqa: PLR2004 - its name
            raise InputError(f"plane plays in dimension 2, not {dimension}")
        swings = ceil(1 / (2 * margin_squared)) - 1
        setting = Halfspaces(2, margin_squared, unit_norm=False)
        self.plan = Plan(setting, swings + 1, note=_note(setting, "1/(2δ²)", 1 / (2 * margin_squared), swings + 1))
        self._points = plane_points(margin_squared, swings)

    def next_point(self) -> Vector | None:
        """Return the next point."""
        return next(self._points, None)


def plane_points(margin_squared: Fraction, swings: int) -> Iterator[Vector]:
    """Yield the points of the plane on which a Perceptron errs ``swings`` + 1 times, if 2·swings·δ² < 1.

    Raises:
        InputError: there are no such points.

    """
    if not swings:
        yield basis_vector(0)
        return
    bits = 8 + swings.bit_length() + _slack_bits(2 * swings * margin_squared)
    height = _root(margin_squared, bits)
    height += (height**2 < margin_squared) * Fraction(1, 1 << bits)
    side = _root(1 - height**2, bits)
    drop = height**2 / side
    if (2 * swings - 1) * drop >= side:
        raise InputError(
            f"no points of the plane force {swings + 1} mistakes of the Perceptron at margin² {margin_squared}"
        )
    middle = _rounded((side - drop) / 2, 2 * bits)  # of what is allowed after swings − 1 mistakes
    place = side - middle if swings % 2 else middle
    yield vector(enumerate((height, place)))
    for swing in range(swings):
        yield vector(enumerate((height, side if swing % 2 else -side)))


def _slack_bits(used: Fraction) -> int:
    """Return the bits of a number that is small beside what is left of 1. Raises InputError if that is too many."""
    bits = ceil(8 / abs(1 - used or Fraction(1))).bit_length()
    if bits > MAX_FINE:
        raise InputError(
            "1/δ² is so near to an integer that points would need too many digits: change the margin a little"
        )
    return bits


def _root(square: Fraction | int, bits: int) -> Fraction:
    """Return a root, rounded down."""
    return Fraction(isqrt(int(square * 4**bits)), 1 << bits)


def _rounded(value: Rational, bits: int) -> Fraction:
    """Return the nearest number with so many bits behind the point."""
    return Fraction(round(value * 2**bits), 1 << bits)
