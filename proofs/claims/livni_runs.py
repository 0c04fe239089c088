"""Runs of the Perceptron as Livni, Lecture 8, prints it, and samples to run it on.

A candidate is a sample and a direction: ``points`` (lists of rationals as strings), ``labels`` (1 or -1) and
``target`` (a nonzero w*, of any length). Where a reading needs them there are ``gamma``, a rational, and ``support``,
the (point, label) pairs of a distribution.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

from proofs.claims.claim import Candidate
from proofs.claims.labeled_samples import Example, Point, dot, sign
from proofs.exact.rationals import Rational, simplest

MOST_PASSES = 1_000
"""Passes over a sample after which a run that should have ended is given up."""


@dataclass(frozen=True)
class Sample:
    """Examples of one dimension with a direction w* of any length: nothing is known of them but their shape."""

    examples: tuple[Example, ...]
    target: Point

    @property
    def least(self) -> Rational:
        """The least y⟨w*, x⟩, in units of ‖w*‖."""
        return min(label * dot(self.target, point) for point, label in self.examples)

    @property
    def norms(self) -> list[Rational]:
        """All ‖x‖²."""
        return [dot(point, point) for point, _ in self.examples]

    @property
    def ratio(self) -> Fraction | None:
        """R²/γ², R the largest ‖x‖ and γ the margin of w*/‖w*‖; ``None`` if w* does not separate the sample."""
        least = self.least
        return None if least <= 0 else Fraction(max(self.norms) * dot(self.target, self.target)) / least**2


def read_sample(candidate: Candidate) -> Sample | None:
    """Return the sample of a candidate, or ``None`` if it is none."""
    try:
        points = [_point(point) for point in candidate["points"]]
        target = _point(candidate["target"])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    labels = candidate.get("labels")
    shaped = isinstance(labels, list) and len(labels) == len(points) > 0 and all(label in (1, -1) for label in labels)
    if not shaped or not any(target) or any(len(point) != len(target) for point in points):
        return None
    return Sample(tuple(zip(points, candidate["labels"], strict=True)), target)


def _point(texts: list[str]) -> Point:
    return tuple([simplest(Fraction(text)) for text in texts])


@dataclass(frozen=True, slots=True)
class Round:
    """One example read: what w·x was, what was said, and the label."""

    activation: Rational
    said: int
    label: int


class Run:
    """The printed algorithm: ŷ = sgn(w·x), then w += ½(y − ŷ)x, for each example in turn, w from pass to pass."""

    def __init__(self, sample: Sample, zero: int) -> None:
        self.sample, self.zero = sample, zero
        self.double: Point = (0,) * len(sample.target)  # 2w, whose steps are whole

    def rounds(self) -> Iterator[Round]:
        """Read the sample once."""
        for point, label in self.sample.examples:
            activation = dot(self.double, point)
            said = sign(activation, self.zero)
            self.double = tuple([w + (label - said) * x for w, x in zip(self.double, point, strict=True)])
            yield Round(activation, said, label)


def written(examples: Sequence[Example], target: Point) -> Candidate:
    """Return the candidate of a sample."""
    return {
        "points": [[str(value) for value in point] for point, _ in examples],
        "labels": [label for _, label in examples],
        "target": [str(value) for value in target],
    }


@cache
def samples() -> tuple[Candidate, ...]:
    """Return samples that their direction separates: all small ones of some families first, then seeded long ones."""
    found: list[Candidate] = []
    for dimension, square, longest in ((1, 1, 3), (2, 1, 3), (2, 2, 2), (2, 5, 2), (3, 1, 2)):
        points = [point for point in _grid(dimension, 2) if dot(point, point) == square]
        found += _separated(points, dimension, longest)
    found += _separated(_grid(2, 1), 2, 2)  # of several lengths
    found += triples(10)
    found += _long(Random(8))  # noqa: S311 - reproducible, not secret
    return tuple(found)


def _grid(dimension: int, most: int) -> list[Point]:
    return list(product(range(-most, most + 1), repeat=dimension))


def _separated(points: Iterable[Point], dimension: int, longest: int) -> Iterator[Candidate]:
    """Yield each sequence of so many examples with the small direction that separates it best, if one does."""
    examples = [(point, label) for point in points for label in (1, -1)]
    directions = [direction for direction in _grid(dimension, 2) if any(direction)]
    for length in range(1, longest + 1):
        for chosen in product(examples, repeat=length):
            margins = [(min(y * dot(u, x) for x, y in chosen), u) for u in directions]
            good = [(Fraction(least**2) / dot(u, u), u) for least, u in margins if least > 0]
            if good:
                yield written(chosen, max(good)[1])


def triples(square: int) -> Iterator[Candidate]:
    """Yield three points of R³ of one length, labels +1: the first a tie, the second and third wrong after it.

    w is x₁/2, then x₁/2 + x₂. The direction has the same product with all three, so their margin is the largest.
    """
    points: list[tuple[int, int, int]] = [
        (a, b, c) for a, b, c in product(range(-3, 4), repeat=3) if a * a + b * b + c * c == square
    ]
    for first in points:
        if list(first) != sorted(map(abs, first)):  # the others are the same but for signs and order
            continue
        for second, third in product(points, repeat=2):
            w = tuple([p + 2 * q for p, q in zip(first, second, strict=True)])
            if dot(first, second) < 0 and dot(w, third) <= 0:
                sums = zip(_cross(first, second), _cross(second, third), _cross(third, first), strict=True)
                normal = tuple([sum(terms) for terms in sums])
                if height := dot(normal, first):
                    target = tuple([-value if height < 0 else value for value in normal])
                    yield written([(first, 1), (second, 1), (third, 1)], target)


def _cross(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _long(random: Random) -> Iterator[Candidate]:
    """Yield samples of some points with a small margin, read over and over, in two to four dimensions."""
    for dimension in (2, 3, 4) * 20:
        target = tuple([random.randint(1, 9) for _ in range(dimension)])
        draws = [tuple([random.randint(-5, 5) for _ in range(dimension)]) for _ in range(8)]
        examples: list[Example] = [(x, 1 if dot(target, x) > 0 else -1) for x in draws if dot(target, x)]
        if examples:
            yield written(examples * 4, target)


@cache
def longest_runs() -> tuple[Candidate, ...]:
    """Return the longest runs in the plane with half steps on ties, one for each direction, length R and margin γ.

    They are of all points of a grid that have at most that length and at least that margin, in any order and number,
    with labels +1. No run is endless, since each mistake adds to w·w*.
    """
    found: list[Candidate] = []
    for target in combinations_with_replacement(range(6), 2):
        near = [(dot(point, target), dot(point, point), point) for point in _grid(2, 5) if dot(point, target) > 0]
        for square, least in product((1, 2, 4, 5, 8, 9, 10, 13, 16, 18, 20, 25), range(1, 26)):
            points = [point for height, size, point in near if height >= least and size <= square]
            if any(height == least for height, size, _ in near if size <= square):
                found.append(written([(point, 1) for point in _longest_run(points)], target))
    return tuple(candidate for candidate in found if candidate["points"])


def _longest_run(points: list[Point]) -> list[Point]:
    @cache
    def run(p: Rational, q: Rational) -> list[Point]:  # from w = (p, q)/2 on
        best: list[Point] = []
        for x, y in points:
            activation = p * x + q * y
            if activation <= 0:
                step = 1 if activation == 0 else 2
                best = max(best, [(x, y), *run(p + step * x, q + step * y)], key=len)
        return best

    return run(0, 0)


def read_support(candidate: Candidate) -> Sample | None:
    """Return the support of a candidate's distribution, with its direction; ``None`` if it gives none."""
    support: Any = candidate.get("support")
    if not isinstance(support, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in support):  # noqa: PLR2004
        return None
    points, labels = [point for point, _ in support], [label for _, label in support]
    return read_sample({"points": points, "labels": labels, "target": candidate.get("target")})
