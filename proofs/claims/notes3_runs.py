"""The Perceptron as Notes 3 define it, in a few lines, and small games to try claims on: Chan, CSCI4230 Notes 3.

A game is a candidate {"u": direction of v, "points": samples in order}, rationals as strings; v is u/‖u‖, so that
‖v‖ = 1 whatever u is, and the label of x is 1 (+1) iff u·x ≥ 0. A margin is kept squared: δ² = min (u·x)²/‖u‖².
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations, product
from random import Random
from typing import Any, Literal

from proofs.claims.claim import Candidate
from proofs.exact.errors import InputError
from proofs.exact.rationals import read_rational

SOURCE = "Chan, CSCI4230 Notes 3"

AT_A_THIRD: dict[str, Any] = {
    "n": 8,
    "delta": Fraction(1, 3),
    "D": 9,
    "y": -1,
    "c": Fraction(1, 3),
    "norm": Fraction(8, 9),
    "slack": 0,
    "M": 8,
    "a": 0,
    "s": 0,
    "q": 0,
    "t": 0,
    "short": 0,
    "p": Fraction(2, 3),
}
"""Values for the symbols of the arguments: the ninth round at margin 1/3."""

Vec = tuple[Fraction, ...]

Rule = Literal["printed", "strict", "ties", "halves"]
"""What w·x = 0 is: predicted 1, as printed; predicted 0; a mistake whatever the label; the same, with half a step."""

RULES: tuple[Rule, ...] = ("printed", "strict", "ties", "halves")
FULL_STEPS: tuple[Rule, ...] = ("strict", "ties")
"""The other conventions under which every mistake moves w by the whole sample."""


@dataclass(frozen=True, slots=True)
class Game:
    """A direction of v, samples and their labels ±1, and what convention the Perceptron plays by."""

    u: Vec
    points: tuple[Vec, ...]
    labels: tuple[int, ...]
    rule: Rule

    @property
    def margin_squared(self) -> Fraction:
        """δ², the least (v·x)² of a sample."""
        return min(dot(self.u, x) ** 2 for x in self.points) / norm_squared(self.u)

    @property
    def longest(self) -> Fraction:
        """The largest ‖x‖² of a sample."""
        return max(map(norm_squared, self.points))

    def run(self) -> "list[Mistake]":
        """Return the Perceptron's mistakes on the samples, in order."""
        return list(mistakes(self.points, self.labels, self.rule))


@dataclass(frozen=True, slots=True)
class Mistake:
    """The sample's number (from 0), the σ of w + σx, w before, and w after."""

    number: int
    step: Fraction
    before: Vec
    after: Vec


def mistakes(points: Iterable[Vec], labels: Iterable[int], rule: Rule = "printed") -> Iterator[Mistake]:
    """Run the Perceptron from w = 0 on samples with labels ±1, and yield its mistakes: Notes 3, section 1."""
    w: Vec | None = None
    for number, (x, label) in enumerate(zip(points, labels, strict=True)):
        w = w or (Fraction(0),) * len(x)
        if step := step_on(dot(w, x), label, rule):
            after = add(w, x, step)
            yield Mistake(number, step, w, after)
            w = after


def step_on(activation: Fraction, label: int, rule: Rule) -> Fraction:
    """Return the σ of the update w + σx at w·x = ``activation``; 0 where it is no mistake."""
    if rule == "ties":
        return Fraction(label if label * activation <= 0 else 0)
    if rule == "halves":
        return Fraction(label - (activation > 0) + (activation < 0), 2)
    predicted = 1 if activation > 0 or (activation == 0 and rule == "printed") else -1
    return Fraction(label if label != predicted else 0)


def dot(a: Vec, b: Vec) -> Fraction:
    """Return a·b."""
    return sum([p * q for p, q in zip(a, b, strict=True)], Fraction(0))


def norm_squared(a: Vec) -> Fraction:
    """Return ‖a‖²."""
    return dot(a, a)


def add(a: Vec, b: Vec, factor: Fraction | int = 1) -> Vec:
    """Return a + factor·b."""
    return tuple([p + factor * q for p, q in zip(a, b, strict=True)])


@lru_cache(maxsize=4096)
def rational(text: str) -> Fraction:
    """Read a rational of a candidate. Raises InputError."""
    return read_rational(text)


def read_vec(texts: Sequence[str]) -> Vec:
    """Read a vector of a candidate. Raises InputError."""
    return tuple([rational(text) for text in texts])


def write_vec(values: Iterable[Fraction | int]) -> list[str]:
    """Write a vector for a candidate."""
    return [str(value) for value in values]


def show(values: Iterable[Fraction]) -> str:
    """Write a vector for people: (3/5, 4/5)."""
    return f"({', '.join(map(str, values))})"


def read_game(candidate: Candidate, *, unit: bool = True) -> Game | None:
    """Read a game; ``None`` if the candidate is none, u = 0, or (where ``unit``) a sample has not length 1.

    Raises:
        InputError: a number cannot be read, the vectors have different dimensions, or the rule is unknown.

    """
    if not {"u", "points"} <= candidate.keys():
        return None
    u, points = read_vec(candidate["u"]), tuple(map(read_vec, candidate["points"]))
    rule = candidate.get("rule", "printed")
    if not u or any(len(x) != len(u) for x in points):
        raise InputError(f"the vectors of a game have one dimension, at least 1: {candidate}")
    if rule not in RULES:
        raise InputError(f"the rule of a game is one of {', '.join(RULES)}, not {rule}")
    if not points or not any(u) or (unit and any(norm_squared(x) != 1 for x in points)):
        return None
    return Game(u, points, tuple([1 if dot(u, x) >= 0 else -1 for x in points]), rule)


def exceeds_bound(candidate: Candidate, *, unit: bool = True, longest: bool = False) -> str | None:
    """Say that there are more mistakes than 1/δ² (where ``longest``, than R²/δ²); δ = 0 bounds nothing."""
    known = read_game(candidate, unit=unit)
    if known is None or known.rule == "halves" or not known.margin_squared:
        return None
    made, bound = len(known.run()), (known.longest if longest else 1) / known.margin_squared
    return None if made <= bound else f"{made} mistake{'s' * (made != 1)} at δ² = {known.margin_squared}: above {bound}"


def game(u: Iterable[Fraction | int], points: Iterable[Iterable[Fraction | int]], **more: Any) -> Candidate:
    """Write a game as a candidate."""
    return {"u": write_vec(u), "points": [write_vec(x) for x in points], **more}


def _signed(values: Iterable[tuple[int, ...]], over: int) -> tuple[Vec, ...]:
    """Return all vectors that permutations and signs make of these, divided by ``over``; in a fixed order."""
    found = {
        tuple([Fraction(sign * part, over) for sign, part in zip(signs, order, strict=True)])
        for parts in values
        for order in permutations(parts)
        for signs in product((1, -1), repeat=len(parts))
    }
    return tuple(sorted(found, reverse=True))


UNIT: dict[int, tuple[Vec, ...]] = {
    1: _signed([(1,)], 1),
    2: _signed([(1, 0)], 1) + _signed([(3, 4)], 5),
    3: _signed([(1, 0, 0)], 1) + _signed([(1, 2, 2)], 3),
}
"""Rational points of length 1, by dimension."""

DIRECTIONS: tuple[Vec, ...] = (
    *UNIT[1],
    *[read_vec(u.split()) for u in ("1 1", "-1 -1", "1 2", "-1 2", "1 -2", "-1 -2", "1 -3", "-1 -3")],
    *[read_vec(u.split()) for u in ("1 1 3", "-1 -1 -3", "-1 2 -3", "-1 -1 -1")],
)
"""Targets to try, up to a length: w = 0 is predicted 1, so u and −u differ, but the order of coordinates is free."""

INSTANCE: dict[str, Any] = {"M": 1, "delta": Fraction(3, 5), "s": 0, "t": 0, "a": 0, "q": 0}
"""For the symbols of ``notes3_arguments``: one mistake, on (−3/5, 4/5) labeled 0 by v = (1, 0)."""

WALKS, LONGEST_WALK = 40, 8


@cache
def games(rule: Rule = "printed") -> tuple[Candidate, ...]:
    """Return games in which every sample is a mistake: all of up to two samples, then seeded walks of up to eight.

    Samples that are no mistakes leave w alone and can only lower δ, so that leaving them out loses nothing. Of three
    dimensions there are only walks.
    """
    return tuple(_games(rule))


def _games(rule: Rule) -> Iterator[Candidate]:
    more = {} if rule == "printed" else {"rule": rule}
    for u in DIRECTIONS:
        if len(u) <= 2:  # noqa: PLR2004 - in three dimensions there would be thousands
            for first in _wrong(u, (Fraction(0),) * len(u), rule):
                yield game(u, [first[0]], **more)
                yield from (game(u, [first[0], second[0]], **more) for second in _wrong(u, first[1], rule))
    random = Random(3)  # noqa: S311 - reproducible, not secret
    for _ in range(WALKS):
        u = random.choice(DIRECTIONS[2:])
        w, points = (Fraction(0),) * len(u), list[Vec]()
        while len(points) < LONGEST_WALK and (found := _wrong(u, w, rule)):
            x, w = random.choice(found)
            points.append(x)
        yield game(u, points, **more)


def games_in_passes(rule: Rule = "printed") -> Iterator[Candidate]:
    """Yield every fifth game with its samples shown three times over: what is not learned is a mistake again."""
    for candidate in games(rule)[::5]:
        yield {**candidate, "points": candidate["points"] * 3}


def games_of_lengths() -> Iterator[Candidate]:
    """Yield games of samples that have not length 1: one on the line, three in the plane."""
    for end, start in product(UNIT[1], (-2, 2)):
        yield game(end, [[start]])
    points = [(1, 0), (0, -1), (2, 0), (0, -2), (3, -4), (-3, 4)]
    for u, shown in product(((1, 2), (-1, -2)), product(points, repeat=3)):
        yield game(u, shown)


def _wrong(u: Vec, w: Vec, rule: Rule) -> list[tuple[Vec, Vec]]:
    """Return every sample with a margin on which w is wrong, and w after it."""
    found = []
    for x in UNIT[len(u)]:
        if goal := dot(u, x):
            step = step_on(dot(w, x), 1 if goal > 0 else -1, rule)
            if step:
                found.append((x, add(w, x, step)))
    return found
