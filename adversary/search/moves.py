"""Whether a violation is more than rounding: the same game once more, on points that are moved a little.

A learner that computes in floats may compute one score by two formulas, or in two orders, and get two signs where the
score is 0, or nearly: then it errs, sees no error, and never learns. A game that rests on this says something of
floats, and nothing of the learner. docs/margin-proofs.md says what moving the points does, and why a
right learner hardly ever fails.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle, islice
from math import frexp, sqrt
from random import Random
from typing import NamedTuple

from adversary.search.games.game import Asking, UnderWay
from adversary.search.grader import Grader
from adversary.search.record import Record
from adversary.search.spaces.halfspaces import HalfspaceSpace, vector_of
from adversary.search.spaces.space import LABELS
from learners.protocol import Fault, Label
from learners.runner.clock import CutShort
from learners.runner.runner import Turn
from proofs.exact.vectors import Vector, Weights, add, vector
from proofs.formats.trace import Round
from proofs.settings import Halfspaces, Point

FAR, NEAR = 10, 20
"""A coordinate is moved by at most R/2^10, or by at most R/2^20: R is the largest norm of a point."""

GRAIN = {FAR: 13, NEAR: 30}
"""Bits of a move: single precision has the coordinates of points moved far, if they need not have length 1."""

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


def survives(grader: Grader, record: Record, *, fresh: bool = True) -> bool:
    """Tell whether a violation is more than rounding.

    It is in exact arithmetic, on a class, and where moved games are violations, too.
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
        if moved and (moved.fault or _is_broken(grader, moved)):
            violations.append(moved)
            if len(violations) == sort.enough:
                return violations
    return []


def _is_broken(grader: Grader, moved: Record) -> bool:
    return not moved.space.hopeless(moved.played) and grader.verdict(moved) is not None


def _moved(grader: Grader, record: Record, sort: Sort, seed: int) -> Record | None:
    """Play a game on moved points, which are legal, so that a learner that fails there forfeits; ``None`` if no target
    has the margin that is told. Raises CutShort, also where a call takes too long: the machine may be slow.
    """  # noqa: D205 - one sentence
    space, points = record.space, [vector_of(entry) for entry in record.played]
    assert isinstance(space, HalfspaceSpace)  # noqa: S101 - others are not moved
    if space.told:  # an unmoved target has at least this margin on moved points; of a kernel it may not
        ratio = sqrt(space.margin_squared(record.played))
        part = 1 - sqrt(space.setting.dimension) / (ratio * 2**sort.bits) if ratio else 0
        if part <= 0:
            return None
        space = space.at(replace(space.setting, margin_squared=space.setting.margin_squared * Fraction(part) ** 2))
    played: list[Round] = []

    def so_far() -> Record:
        return replace(record, space=space, played=tuple([entry for entry in played if entry.predicted is not None]))

    random = Random(f"{sort.bits} {seed}")  # noqa: S311 - reproducible, not secret
    places = _Places(points, space.setting, sort, random)
    game = UnderWay(_anew(space, record.played, places, played, lambda: _is_broken(grader, so_far()), asks=sort.asks))
    try:
        game.play_out(grader.runner)
    except Fault as unstarted:
        raise CutShort(unstarted.detail, unstarted.limit) from None
    if isinstance(game.stopped, Fault) and game.stopped.kind not in ("raised", "illegal label"):
        grader.end()
    if game.stopped is None or _is_broken(grader, so_far()):  # what comes after a violation does not undo it
        return so_far()
    if isinstance(game.stopped, CutShort):
        raise game.stopped
    if game.stopped.at_a_limit:
        raise CutShort(game.stopped.detail, game.stopped.limit)
    return replace(record, space=space, played=tuple(played), fault=game.stopped)


class _Places:
    """Where a point may be moved to: every coordinate by a dyadic number of at most R/2^bits, which is partly random.

    Unit points stay unit points, with other rationals as coordinates: x is reflected in a place half as far. Some
    places are towards Σ yx over the mistakes so far, or away from it: there a score that was 0 gets either sign.
    """

    def __init__(self, points: Sequence[Vector], setting: Halfspaces, sort: Sort, random: Random) -> None:
        self._reflects, dimension = setting.unit_norm, setting.dimension
        _, exponent = frexp(sqrt(max([x.norm_squared() for x in points])))  # R ≥ 2^(exponent − 1)
        self._unit = Fraction(2) ** (exponent - 1 - sort.bits - GRAIN[sort.bits])
        self._most, self._random = (1 << GRAIN[sort.bits]) - 1, random
        self._total, self._zeros = [0.0] * dimension, sort.zeros

    def towards(self, x: Vector, label: int) -> Vector:
        """Return a place at which weights that are Σ yx give the label, if their score of the point is 0."""
        longest = max(map(abs, self._total)) or 1.0
        ahead = [round(value / longest * self._most) for value in self._total]
        return self._place(x, [(a + label * b) // 2 for a, b in zip(self._random_move(), ahead, strict=True)])

    def near(self, x: Vector) -> Iterator[Vector]:
        """Yield places of a point, in pairs of opposite moves: the first are towards Σ yx, and away from it."""
        yield from (self.towards(x, label) for label in LABELS)
        for _ in range(PAIRS - 1):
            move = self._random_move()
            yield from (self._place(x, [sign * part for part in move]) for sign in LABELS)

    def _random_move(self) -> list[int]:
        return [self._random.randint(-self._most, self._most) for _ in self._total]

    def _place(self, x: Vector, move: Sequence[int]) -> Vector:
        units = [round(value / self._unit) for value in x.coordinates(len(self._total))]
        kept = [self._zeros and not unit and self._random.getrandbits(1) for unit in units]
        parts = [0 if zero else part // (2 if self._reflects else 1) for part, zero in zip(move, kept, strict=True)]
        place = vector(
            (index, (unit + part) * self._unit) for index, (unit, part) in enumerate(zip(units, parts, strict=True))
        )
        return reflected(x, place) if self._reflects else place

    def learn(self, x: Vector, label: Label) -> None:
        """Add yx of a mistake."""
        for index, value in x.entries:
            self._total[index] += label * float(value)


def reflected(x: Vector, near: Vector) -> Vector:
    """Return x reflected in the line of a vector near it: as long as x, and about twice as far from x as that."""
    factor = 2 * Fraction(x.dot(near)) / near.norm_squared()
    place: Weights = {index: factor * value for index, value in near.entries}
    add(place, x, -1)
    return vector(place)


def _anew(  # noqa: PLR0913 - a game, how it is moved, and where it ends
    space: HalfspaceSpace,
    game: Sequence[Round],
    places: _Places,
    played: list[Round],
    is_broken: Callable[[], bool],
    *,
    asks: bool,
) -> Asking[None]:
    """Show the points of a game with their labels; if that is no violation, show all again, for as many rounds at most.

    A point is moved to the first place where the learner says what it said in the game, if there is one and the game
    ``asks``; else to where weights Σ yx would say so.
    """
    turn = Turn(setting=space.setting, sees=space.sees)
    places_of, pool = dict[Point, int](), list[Vector]()
    first = list({entry.x: entry for entry in reversed(game)}.values())
    right = 0
    for number, entry in enumerate([*game, *islice(cycle(first), len(game) + len(first))]):
        if number >= len(game) and (right >= len(first) or (number == len(game) and is_broken())):
            break
        if entry.x not in places_of:
            x = vector_of(entry)
            near = list(places.near(x)) if asks else [places.towards(x, entry.predicted or 0)]
            numbers = range(len(pool), len(pool) + len(near))
            pool += near
            turn = turn._replace(pool=near)
            places_of[entry.x] = numbers[0]
            if asks:
                labels = yield turn._replace(points=numbers)
                turn = Turn()
                alike = [place for place, label in zip(numbers, labels, strict=True) if label == entry.predicted]
                places_of[entry.x] = (alike or numbers)[0]
        x = pool[places_of[entry.x]]
        played.append(Round(x, None, entry.label))  # where a learner fails to answer
        (label,) = yield turn._replace(points=(places_of[entry.x],))
        played[-1] = Round(x, label, entry.label)
        if label == entry.label:
            right += 1
        else:
            right = 0
            places.learn(x, entry.label)
        turn = Turn(entry.label)
    yield turn
