"""Whether a violation is more than rounding: the same game once more, on points that are moved a little.

A learner that computes in floats may compute one score by two formulas, or in two orders, and get two signs where the
score is 0, or nearly: then it errs, sees no error, and never learns. A game that rests on this says something of
floats, and nothing of the learner. docs/grading-reference.md says what moving the points guarantees, and proves it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle, islice
from math import frexp, sqrt
from random import Random
from typing import NamedTuple

from adversary.search.counterexample import Played
from adversary.search.games.game import Asking
from adversary.search.grader import Grader
from adversary.search.record import Record
from adversary.search.spaces.halfspaces import HalfspaceSpace, vector_of
from adversary.search.spaces.space import LABELS
from adversary.search.under_way import UnderWay
from learners.protocol import Label
from learners.runner.clock import CutShort
from learners.runner.runner import Begin, Turn
from proofs.exact.vectors import Vector, vector
from proofs.settings import Point

FAR, NEAR = 10, 20
"""A coordinate is moved by at most R/2^10, or by at most R/2^20: R is the largest norm of a point."""

GRAIN = {FAR: 13, NEAR: 30}
"""Bits of a move. So single precision has all coordinates of points that are moved far, and a float has all others."""

TRIES = 4
"""Moved games of each sort."""


class Sort(NamedTuple):
    """A sort of moved games, and how many of the ``TRIES`` must be violations.

    In games that ``ask``, the learner is first asked about several places of a point. In those that keep ``zeros``, a
    coordinate 0 stays 0 half the time: some bugs show on zeros alone.
    """

    bits: int
    enough: int
    asks: bool = False
    zeros: bool = False


SORTS = (Sort(FAR, 2), Sort(FAR, 2, asks=True), Sort(NEAR, 4), Sort(NEAR, 4, asks=True), Sort(FAR, 4, zeros=True))
"""What is tried, one after the other. Where zeros stay, so may ties: then every game must be a violation."""

PAIRS = 3
"""Moves of a point that are tried, each also in the opposite direction, which turns the sign of a score that was 0."""


def counts(grader: Grader, record: Record, *, fresh: bool = True) -> bool:
    """Tell whether a violation counts: in exact arithmetic, or on a class, or if moved games are violations, too.

    As many of one sort must be as it says. One of them is repeated in a ``fresh`` process. Raises CutShort.
    """
    if not rounds_off(grader, record):
        return True
    for sort in SORTS:
        violations = _violations(grader, record, sort)
        if violations and (not fresh or grader.alone(violations[0]).answers == violations[0].answers):
            return True
    return False


def rounds_off(grader: Grader, record: Record) -> bool:
    """Tell whether rounding may decide a game: the learner computes in floats, and points are vectors other than 0."""
    if not isinstance(record.space, HalfspaceSpace) or record.fault or grader.source.card().sees == "exact":
        return False
    return any(vector_of(entry).entries for entry in record.played)


def _violations(grader: Grader, record: Record, sort: Sort) -> list[Record]:
    """Return as many moved games that are violations as it takes, or none if there are not so many."""
    violations: list[Record] = []
    for number in range(TRIES):
        if len(violations) + TRIES - number < sort.enough:
            break
        moved = _moved(grader, record, sort, number)
        if moved and not moved.space.hopeless(moved.played) and grader.verdict(moved):
            violations.append(moved)
            if len(violations) == sort.enough:
                return violations
    return []


def _moved(grader: Grader, record: Record, sort: Sort, seed: int) -> Record | None:
    """Play a game on moved points; ``None`` if no target has the margin that is told, or the learner fails."""
    space, points = record.space, [vector_of(entry) for entry in record.played]
    assert isinstance(space, HalfspaceSpace)  # noqa: S101 - others are not moved
    if grader.told:  # an unmoved target has at least this margin on moved points; of a kernel it may not
        ratio = sqrt(space.margin_squared(record.played))
        left = 1 - sqrt(space.setting.dimension) / (ratio * 2**sort.bits) if ratio else 0
        if left <= 0:
            return None
        space = space.at(replace(space.setting, margin_squared=space.setting.margin_squared * Fraction(left) ** 2))
    played: list[Played] = []
    random = Random(f"{sort.bits} {seed}")  # noqa: S311 - reproducible, not secret
    places = _Places(points, space.setting.dimension, sort, random)
    game = UnderWay(_anew(space, record.played, places, played, asks=sort.asks))
    game.play_out(grader.runner)
    if isinstance(game.stopped, CutShort):
        raise game.stopped
    if game.stopped:
        if game.stopped.kind not in ("raised", "illegal label"):
            grader.end()
        return None
    return replace(record, space=space, played=tuple(played))


class _Places:
    """Where a point may be moved to: every coordinate by a dyadic number of at most R/2^bits, which is partly random.

    Some places are towards Σ yx over the mistakes so far, or away from it: there a score that was 0 gets either sign.
    """

    def __init__(self, points: Sequence[Vector], dimension: int, sort: Sort, random: Random) -> None:
        _, exponent = frexp(sqrt(max([x.norm_squared() for x in points])))  # R ≥ 2^(exponent − 1)
        self._unit = Fraction(2) ** (exponent - 1 - sort.bits - GRAIN[sort.bits])
        self._most, self._random = (1 << GRAIN[sort.bits]) - 1, random
        self._total, self._zeros = [0.0] * dimension, sort.zeros

    def towards(self, x: Vector, label: int) -> Vector:
        """Return a place at which weights that are Σ yx give the label, if their score of the point is 0."""
        units = self._units(x)
        longest = max(map(abs, self._total)) or 1.0
        ahead = [round(value / longest * self._most) for value in self._total]
        return self._place(units, [(a + label * b) // 2 for a, b in zip(self._random_move(), ahead, strict=True)])

    def near(self, x: Vector) -> Iterator[Vector]:
        """Yield places of a point, in pairs of opposite moves: the first are towards Σ yx, and away from it."""
        yield from (self.towards(x, label) for label in LABELS)
        units = self._units(x)
        for _ in range(PAIRS - 1):
            move = self._random_move()
            yield from (self._place(units, [sign * part for part in move]) for sign in LABELS)

    def _units(self, x: Vector) -> list[int]:
        return [round(value / self._unit) for value in x.coordinates(len(self._total))]

    def _random_move(self) -> list[int]:
        return [self._random.randint(-self._most, self._most) for _ in self._total]

    def _place(self, units: Sequence[int], move: Sequence[int]) -> Vector:
        moved = [
            0 if self._zeros and not unit and self._random.getrandbits(1) else (unit + part) * self._unit
            for unit, part in zip(units, move, strict=True)
        ]
        return vector(enumerate(moved))

    def learn(self, x: Vector, label: Label) -> None:
        """Add yx of a mistake."""
        for index, value in x.entries:
            self._total[index] += label * float(value)


def _anew(
    space: HalfspaceSpace, game: Sequence[Played], places: _Places, played: list[Played], *, asks: bool
) -> Asking[None]:
    """Show the points of a game with their labels, and then all again until none is a mistake, or once as many rounds.

    A point is moved to the first place where the learner says what it said in the game, if there is one and the game
    ``asks``; else to where weights Σ yx would say so.
    """
    turn = Turn(begin=Begin(space.setting, (), space.sees))
    shown, pool = dict[Point, int](), list[Vector]()
    first = list({entry.x: entry for entry in reversed(game)}.values())
    right = 0
    for number, entry in enumerate([*game, *islice(cycle(first), len(game) + len(first))]):
        if number >= len(game) and right >= len(first):
            break
        if entry.x not in shown:
            x = vector_of(entry)
            near = list(places.near(x)) if asks else [places.towards(x, entry.predicted or 0)]
            numbers = range(len(pool), len(pool) + len(near))
            pool += near
            turn = turn._replace(more=near)
            shown[entry.x] = numbers[0]
            if asks:
                said = yield turn._replace(points=numbers)
                turn = Turn()
                alike = [place for place, label in zip(numbers, said, strict=True) if label == entry.predicted]
                shown[entry.x] = (alike or numbers)[0]
        x = pool[shown[entry.x]]
        (label,) = yield turn._replace(points=(shown[entry.x],))
        played.append(Played(x, label, entry.label))
        if label == entry.label:
            right += 1
        else:
            right = 0
            places.learn(x, entry.label)
        turn = Turn(entry.label)
    yield turn
