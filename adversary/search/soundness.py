"""Does a learner play the same game the same way: again, under another hash seed, after others have played."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

import numpy as np

from adversary.search.counterexample import Counterexample, Played
from adversary.search.games import replay
from adversary.search.grader import GAME_SEED, NO_COIN, OTHER_SEED, Grader, Record
from adversary.search.pools import circle, signed
from adversary.search.shrink import Rounds
from adversary.search.spaces import halfspace_arena
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector
from proofs.formats.settings import Finite, Halfspaces

ANSWERS = "answers with labels"
DETERMINISTIC = "is deterministic"
HASH_SEED = "does not depend on the hash seed"
SHARES = "shares no state"
ASKED = "predict changes nothing"

MOST_ROUNDS = 4_000
"""Rounds that are compared, the most telling games first: those with most mistakes."""


class Unsound(NamedTuple):
    """What it fails, how that showed, and the game in which it matters, if there is one."""

    check: str
    found: str
    counterexample: Counterexample | None = None
    record: Record | None = None


def compared(grader: Grader, records: Sequence[Record]) -> Unsound | None:
    """Play games again in another process, in the opposite order and under another hash seed, and compare."""
    chosen, rounds = list[Record](), 0
    for record in sorted(records, key=lambda record: -_mistakes(record.played)):
        if record.fault or record.peeks or rounds + len(record.played) > MOST_ROUNDS:
            continue
        rounds += len(record.played)
        chosen.append(record)
    host = grader.another(OTHER_SEED, chosen[0].setting) if chosen else None
    if host is None:
        return None
    try:
        for record in chosen:
            again = replay(host, record.setting, record.case[2], record.arena.sees).in_time
            if difference(record.played, again.played):
                return explained(grader, record)
    finally:
        grader.close(host)
    few = chosen[:SEEDED]
    return _by_hash_seed(grader, few) or _by_class(grader, few) or _side_by_side(grader, few)


def _by_class(grader: Grader, records: Sequence[Record]) -> Unsound | None:
    """Play a few games again after another learner has played the opposite game on the class with opposite labels.

    The same concepts are left there after every round, which finds what is kept under their numbers.
    """
    for record in records:
        if not isinstance(record.setting, Finite):
            continue
        other, sees = Finite(record.setting.concept_class.mirrored()), record.arena.sees
        host = grader.another(OTHER_SEED, other)
        try:
            replay(host, other, _opposite(record.case[2]), sees)  # whatever comes of it
            where = difference(record.played, replay(host, record.setting, record.case[2], sees).in_time.played)
        finally:
            grader.close(host)
        if where:
            return Unsound(
                SHARES, f"after a learner has played on {other.concept_class.name} it plays otherwise: {where}"
            )
    return None


def _side_by_side(grader: Grader, records: Sequence[Record]) -> Unsound | None:
    """Play a few games again while others are taught the opposite, between the rounds and in the same process.

    That finds what learners share and every new one begins afresh.
    """
    host = grader.another(OTHER_SEED, records[0].setting)
    try:
        for record in records:
            rounds = record.case[2][:MOST_BESIDE]
            again = replay(host, record.setting, rounds, record.arena.sees, _opposite(rounds)).in_time
            if where := difference(record.played[: len(rounds)], again.played):
                return Unsound(SHARES, f"while another learner is taught the opposite it plays otherwise: {where}")
    finally:
        grader.close(host)
    return None


MOST_BESIDE = 12
"""Rounds of a game that is played beside others."""


def _by_hash_seed(grader: Grader, records: Sequence[Record]) -> Unsound | None:
    """Play a few games again under more hash seeds."""
    for seed in MORE_SEEDS:
        host = grader.another(seed, records[0].setting)
        try:
            for record in records:
                again = replay(host, record.setting, record.case[2], record.arena.sees).in_time
                if where := difference(record.played, again.played):
                    found = f"under another PYTHONHASHSEED it plays the same game otherwise: {where}"
                    chance = explained(grader, record)
                    return chance if chance and chance.check == DETERMINISTIC else Unsound(HASH_SEED, found)
        finally:
            grader.close(host)
    return None


MORE_SEEDS, SEEDED = (4, 5, 12), 8
"""More hash seeds, and under how many games they are tried."""


def asked_more(grader: Grader, records: Sequence[Record]) -> str:
    """Play games again without asking about points that are not shown, and say where that makes a difference."""
    rounds = 0
    looked = [record for record in records if record.peeks and not record.fault]
    for record in sorted(looked, key=lambda record: len(record.played)):
        rounds += len(record.played)
        if rounds > MOST_LOOKED:
            break
        again = replay(grader.host(record.setting), record.setting, record.case[2], record.arena.sees).in_time
        if again.fault:
            grader.end()
        if where := difference(record.played, again.played):
            return f"asked about points that are not shown, it plays otherwise: {where}"
    return ""


MOST_LOOKED = 1_500
"""Rounds that are played again for this, the shortest games first."""


def explained(grader: Grader, record: Record) -> Unsound | None:  # noqa: PLR0911 - one for each reason
    """Say why a game goes otherwise when it is played again alone; ``None`` if that does not matter."""
    sees = record.arena.sees
    alone = grader.alone(record.case, sees, OTHER_SEED).in_time
    if alone.fault and not record.fault:
        return Unsound(ANSWERS, f"played again, it forfeits: {alone.fault}")
    again = record.setting, (), record.case[2] * (-(-NO_COIN // max(len(record.played), 1)))
    often = [grader.alone(again, sees, seed).in_time.played for seed in (GAME_SEED, *[OTHER_SEED] * 5)]
    if where := next((text for played in often[2:] if (text := difference(often[1], played))), ""):
        return Unsound(DETERMINISTIC, f"started again, it plays the same game otherwise: {where}")
    if where := difference(often[0], often[1]):
        return Unsound(HASH_SEED, f"under another PYTHONHASHSEED it plays the same game otherwise: {where}")
    if shared := _shared(grader, record):
        return shared
    if record.peeks:
        return None
    if record.fault:
        return Unsound(SHARES, f"after other learners have played in its process it forfeits: {record.fault}")
    where = difference(record.played, alone.played) or "in company and alone"
    return Unsound(SHARES, f"after other learners have played in its process it plays otherwise: {where}")


def _shared(grader: Grader, record: Record) -> Unsound | None:
    """Look for a game that becomes a counterexample once another learner of the class was taught something."""
    at = next((at for at, other in enumerate(grader.records) if other is record), len(grader.records))
    for game, before in islice(_pairs(record, grader.records[:at]), MOST_PAIRS[record.peeks]):
        found = grader.confirmed(game, before)
        if found:
            text = "what another learner of the class was taught changes what this one says"
            return Unsound(SHARES, text, found, game)
    return None


MOST_PAIRS = 16, 4
"""How many pairs of games are tried; and where more points were asked about, which is then the likelier reason."""


def _pairs(record: Record, earlier: Sequence[Record]) -> Iterator[tuple[Record, Rounds]]:
    """Yield games with what another learner may have been taught before, the likeliest first."""
    at_home = [other for other in earlier if _lives_in(other, record) and other.played and not other.fault]
    if not record.fault and at_home:
        yield record, tuple(entry for other in at_home for entry in other.case[2])
    for game in (record, *sorted(at_home, key=lambda other: -len(other.played))[:4]):
        if game.fault or not game.played:
            continue
        yield game, _opposite(game.case[2]) * 3 if isinstance(game.setting, Halfspaces) else game.case[2]
        for other in [other for other in at_home if other is not game][-3:]:
            yield game, other.case[2]
    if isinstance(record.setting, Halfspaces):
        for game in _tilted(record):
            yield game, _opposite(game.case[2]) * 3


def _lives_in(other: Record, record: Record) -> bool:
    """Tell whether the points of one game can be shown in the setting of another."""
    here, there = record.setting, other.setting
    if isinstance(here, Halfspaces) and isinstance(there, Halfspaces):
        return there.dimension <= here.dimension
    return here is there


def _opposite(rounds: Rounds) -> Rounds:
    """Return the rounds with the labels of the opposite target."""
    return tuple((x, -1 if label == 1 else 1) for x, label in rounds)


def _tilted(record: Record) -> Iterator[Record]:
    """Yield games with one target that is no axis, which a learner that was taught its opposite has to unlearn."""
    for corner in ((3, 1), (2, 5), (-4, 3)):
        points = [
            x for x in signed(circle()) if _product(corner, x) * _product(corner, x) * 2 >= sum(v * v for v in corner)
        ]
        arena = halfspace_arena("unit circle", points, 2, record.arena.bound, np.array([corner], dtype=float))
        played = [Played(x, None, 1 if _product(corner, x) > 0 else -1) for x in points[::3] * 3]
        setting = Halfspaces(2, Fraction(1, 2))
        yield Record(record.promise, arena, setting, tuple(played), peeks=False)


def _product(corner: tuple[int, int], x: Vector) -> Rational:
    total: Rational = sum([corner[index] * value for index, value in x.entries])
    return total


def difference(one: Sequence[Played], other: Sequence[Played]) -> str:
    """Say where two games that should be the same part; empty if they do not."""
    for number, (a, b) in enumerate(zip(one, other, strict=False), 1):
        if a.predicted != b.predicted:
            said = [f"{p:+d}" if p else "nothing" for p in (a.predicted, b.predicted)]
            return f"in round {number} it says {said[0]} and then {said[1]}"
    return "" if len(one) == len(other) else f"one game has {len(one)} rounds, the other {len(other)}"


def _mistakes(played: Sequence[Played]) -> int:
    return sum(entry.predicted != entry.label for entry in played)
