"""Which recorded games are played again, where, to see whether a learner plays the same game the same way.

What is asked of them are the properties of ``learners.checks``; here is what only a grader can do: choose games, spare
processes, and look for a game that shows why it matters.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

import numpy as np

from adversary.search.counterexample import Counterexample, Played
from adversary.search.grader import Grader, Record, Replays, long_enough
from adversary.search.pools import circle, signed
from adversary.search.shrink import Case
from adversary.search.spaces import halfspace_space
from learners.checks.properties import (
    does_not_depend_on_the_hash_seed,
    is_deterministic,
    predict_changes_nothing,
    shares_no_state,
)
from learners.checks.venue import OTHER_SEED, Difference, Rounds, flipped, parting
from proofs.exact.errors import counted
from proofs.exact.vectors import vector
from proofs.formats.settings import Halfspaces


def name_of(check: Callable[..., object]) -> str:
    """Return what a property is called in a grade."""
    return check.__name__.replace("_", " ")


ANSWERS = "answers with labels"
DETERMINISTIC = name_of(is_deterministic)
HASH_SEED = name_of(does_not_depend_on_the_hash_seed)
SHARES = name_of(shares_no_state)
ASKED = name_of(predict_changes_nothing)

MOST_COMPARED = 4_000  # rounds that are compared, the most telling games first: those with most mistakes
MORE_SEEDS, SEEDED = (4, 5, 12), 8  # more hash seeds, and how many games are tried under them, and in company
MOST_LOOKED = 1_500  # rounds that are played again without asking about other points, the shortest games first
MOST_PAIRS = 16, 4  # pairs of games; and where more points were asked about, which is then the likelier reason


class Unsound(NamedTuple):
    """What it fails, how that showed, and the game in which it matters, if there is one."""

    check: str
    found: str
    counterexample: Counterexample | None = None
    record: Record | None = None


def compared(grader: Grader, records: Sequence[Record]) -> Unsound | None:
    """Play games again in another process, in the opposite order and under another hash seed, and compare."""
    chosen, rounds = list[Record](), 0
    for record in sorted(records, key=lambda record: -record.mistakes):
        if record.fault or record.peeks or rounds + len(record.played) > MOST_COMPARED:
            continue
        rounds += len(record.played)
        chosen.append(record)
    if not chosen:
        return None
    with grader.another(OTHER_SEED, chosen[0].setting) as host:
        for record in chosen:
            if parting(record.answers, Replays(grader, record, host).play(record.rounds)):
                return diagnosed(grader, record)
    return _by_hash_seed(grader, chosen[:SEEDED]) or _by_company(grader, chosen[:SEEDED])


def _by_hash_seed(grader: Grader, records: Sequence[Record]) -> Unsound | None:
    """Play a few games again under more hash seeds, all in one process for each."""
    for seed in MORE_SEEDS:
        with grader.another(seed, records[0].setting) as host:
            for record in records:
                place = Replays(grader, record, host)
                if found := does_not_depend_on_the_hash_seed(place, record.rounds, record.answers, seed=seed):
                    chance = diagnosed(grader, record)
                    return chance if chance and chance.check == DETERMINISTIC else _otherwise(HASH_SEED, found)
    return None


def _by_company(grader: Grader, records: Sequence[Record]) -> Unsound | None:
    """Play a few games again after and while others are taught the opposite, in the same process."""
    with grader.another(OTHER_SEED, records[0].setting) as host:
        for record in records:
            if found := shares_no_state(Replays(grader, record, host), record.rounds, record.answers):
                return Unsound(SHARES, f"{found.how} it plays otherwise: {found.where}")
    return None


def _otherwise(check: str, found: Difference, over: str = "") -> Unsound:
    comma = "," if found.how == "started again" else ""
    return Unsound(check, f"{found.how}{comma} it plays the same game otherwise{over}: {found.where}")


def asked_more(grader: Grader, records: Sequence[Record]) -> str:
    """Play games again without asking about points that are not shown, and say where that makes a difference."""
    rounds = 0
    looked = [record for record in records if record.peeks and not record.fault]
    for record in sorted(looked, key=lambda record: len(record.played)):
        rounds += len(record.played)
        if rounds > MOST_LOOKED:
            break
        if found := predict_changes_nothing(Replays(grader, record), record.rounds):
            return f"{found.how}, it plays otherwise: {found.where}"
    return ""


def diagnosed(grader: Grader, record: Record) -> Unsound | None:
    """Say why a game goes otherwise when it is played again alone; ``None`` if that does not matter."""
    place = Replays(grader, record)
    alone = grader.alone(Case(record.setting, (), record.rounds), record.space.sees)
    if alone.fault and not record.fault:
        return Unsound(ANSWERS, f"played again, it forfeits: {alone.fault}")
    often = long_enough(record.rounds)
    times = len(often) // max(len(record.rounds), 1)
    over = f" (one of {counted(len(record.rounds), 'round')}, {times} times over)" if times > 1 else ""
    if found := is_deterministic(place, often, times=4):
        return _otherwise(DETERMINISTIC, found, over)
    if found := does_not_depend_on_the_hash_seed(place, often):
        return _otherwise(HASH_SEED, found, over)
    if (shared := _shared(grader, record)) or record.peeks:
        return shared
    if record.fault:
        return Unsound(SHARES, f"after other learners have played in its process it forfeits: {record.fault}")
    found = parting(record.answers, alone.answers)
    where = found.where if found else "in company and alone"
    return Unsound(SHARES, f"after other learners have played in its process it plays otherwise: {where}")


def _shared(grader: Grader, record: Record) -> Unsound | None:
    """Look for a game that becomes a counterexample once another learner of the class was taught something."""
    at = next((at for at, other in enumerate(grader.records) if other is record), len(grader.records))
    for game, before in islice(_pairs(record, grader.records[:at]), MOST_PAIRS[record.peeks]):
        if found := grader.confirmed(game, before):
            text = "what another learner of the class was taught changes what this one says"
            return Unsound(SHARES, text, found, game)
    return None


def _pairs(record: Record, earlier: Sequence[Record]) -> Iterator[tuple[Record, Rounds]]:
    """Yield games with what another learner may have been taught before, the likeliest first."""
    at_home = [other for other in earlier if _lives_in(other, record) and other.played and not other.fault]
    if not record.fault and at_home:
        yield record, tuple(entry for other in at_home for entry in other.rounds)
    for game in (record, *sorted(at_home, key=lambda other: -len(other.played))[:4]):
        if game.fault or not game.played:
            continue
        yield game, flipped(game.rounds) * 3 if isinstance(game.setting, Halfspaces) else game.rounds
        for other in [other for other in at_home if other is not game][-3:]:
            yield game, other.rounds
    if isinstance(record.setting, Halfspaces):
        for game in _tilted(record):
            yield game, flipped(game.rounds) * 3


def _lives_in(other: Record, record: Record) -> bool:
    """Tell whether the points of one game can be shown in the setting of another."""
    here, there = record.setting, other.setting
    if isinstance(here, Halfspaces) and isinstance(there, Halfspaces):
        return there.dimension <= here.dimension
    return here is there


def _tilted(record: Record) -> Iterator[Record]:
    """Yield games with one target that is not an axis, which a learner that was taught its opposite has to unlearn."""
    for corner in ((3, 1), (2, 5), (-4, 3)):
        target = vector(enumerate(corner))
        points = [x for x in signed(circle()) if target.dot(x) ** 2 * 2 >= target.norm_squared()]
        space = halfspace_space("unit circle", points, 2, record.space.bound, np.array([corner], dtype=float))
        played = [Played(x, None, 1 if target.dot(x) > 0 else -1) for x in points[::3] * 3]
        yield Record(record.specification, space, Halfspaces(2, Fraction(1, 2)), tuple(played), peeks=False)
