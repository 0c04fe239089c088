"""Which recorded games are played again, where, to see whether a learner plays the same game the same way.

What is asked of them are the properties of ``learners.checks``; here is what only a grader can do: choose games, spare
processes, and look for a game that shows why it matters.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from adversary.search.counterexample import Counterexample, Played
from adversary.search.grader import MAX_BESIDE, NO_COIN, Grader, Record, Replays, long_enough
from adversary.search.shrink import Case, Effort, case_of, shrink
from adversary.search.spaces.pools import circle, signed
from adversary.search.spaces.space import halfspace_space
from learners.checks.properties import (
    does_not_depend_on_the_hash_seed,
    is_deterministic,
    predict_changes_nothing,
    shares_no_state,
)
from learners.checks.venue import GAME_SEED, OTHER_SEED, Answers, Difference, Rounds, flipped, mirrored, parting
from learners.protocol import Fault, as_label
from learners.runner.client import Client
from learners.runner.clock import CutShort
from proofs.exact.errors import counted
from proofs.exact.vectors import vector
from proofs.settings import Finite, Halfspaces


def name_of(check: Callable[..., object]) -> str:
    """Return what a property is called in a grade."""
    return check.__name__.replace("_", " ")


ANSWERS = "answers with labels"
DETERMINISTIC = name_of(is_deterministic)
HASH_SEED = name_of(does_not_depend_on_the_hash_seed)
SHARES = name_of(shares_no_state)
ASKED = name_of(predict_changes_nothing)

MAX_COMPARED = 4_000  # rounds that are compared, the most telling games first: those with most mistakes
MORE_SEEDS, SEEDED = (4, 5, 12), 8  # more hash seeds, and how many games are tried under them, and in company
FRESH = 4  # processes in which games are compared, and as many for the games of a search
MAX_LOOKED = 1_500  # rounds that are played again without asking about other points, the shortest games first
MAX_PAIRS = 16, 4  # pairs of games; and where more points were asked about, which is then the likelier reason


DIFFERENCE_ROUNDS = 100_000  # that are played to find a small game that goes otherwise
START_ROUNDS = 1_000  # what starting a process costs, in rounds
AGAIN, UNDER_SEED = "by a learner that was started again", "under another PYTHONHASHSEED"
TIMES = 12  # processes that play a game again which may go otherwise by chance


class FailedCheck(NamedTuple):
    """What it fails, how that showed, and a game in which it does; ``record`` if it also makes too many mistakes."""

    check: str
    found: str
    counterexample: Counterexample | None = None
    record: Record | None = None


def compared(grader: Grader, records: Sequence[Record]) -> FailedCheck | None:
    """Play games again in another process, in the opposite order and under another hash seed, and compare."""
    chosen, rounds = list[Record](), 0
    for record in sorted(records, key=lambda record: -record.mistakes):
        if record.fault or record.peeks or rounds + len(record.played) > MAX_COMPARED:
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


def spread(records: Sequence[Record]) -> list[Record]:
    """Return a few of some games, in equal steps from the first to the last."""
    played = [record for record in records if record.played and not record.fault]
    steps = min(FRESH, len(played)) - 1
    return [played[step * (len(played) - 1) // max(steps, 1)] for step in range(steps + 1)]


def elsewhere(grader: Grader, record: Record) -> FailedCheck | None:
    """Play a game again in a fresh process, and in the one in which all games were played, and compare."""
    case = Case(record.setting, (), record.rounds)
    fresh = grader.alone(case, record.space.sees, GAME_SEED).answers
    made, here = _made(grader, record), Replays(grader, record).play(record.rounds)
    for said in [here] if record.peeks else [here, record.answers]:
        if found := parting(fresh, said):
            labels = [None if label is None else as_label(label) for label in said]
            played = tuple([Played(x, label, y) for (x, y), label in zip(record.rounds, labels, strict=False)])
            other = diagnosed(grader, replace(record, played=played, peeks=False))
            if other and (other.check != SHARES or other.counterexample):
                return other
            how = f"in the process of this grade, which had made {counted(made, 'learner')} before"
            seen = grader.difference(record, case, how, fresh[: found.number], said[: found.number])
            words = f"in a process that has made {counted(made, 'learner')} it plays otherwise: {found.where}"
            return FailedCheck(SHARES, words, _after_made(grader, record) or seen)
    return None


def _made(grader: Grader, record: Record) -> int:
    """Return how many learners were made in the process in which games are played."""
    host = grader.host(record.setting)
    return host.made if isinstance(host, Client) else 0


def _after_made(grader: Grader, record: Record) -> Counterexample | None:
    """Return a small game that goes otherwise after other learners were made, as few as it takes."""

    def after(made: int, place: Replays, case: Case) -> Iterator[Answers]:
        with grader.another(OTHER_SEED, case.setting) as host:
            for _ in range(made):
                host.begin(case.setting, sees=record.space.sees)
            yield replace(place, host=host).play(case.rounds)

    def apart(place: Replays, case: Case) -> Iterator[Answers]:
        yield place.alone(case.rounds)
        yield from after(most, place, case)

    given, place, least, most = Case(record.setting, (), record.rounds), Replays(grader, record), 0, 0
    with suppress(Fault, CutShort):
        most, alone = _made(grader, record), place.alone(record.rounds)
        while least < most:
            middle = (least + most) // 2
            if any(parting(alone, said) for said in after(middle, place, given)):
                most = middle
            else:
                least = middle + 1
    how = f"after {counted(most, 'learner')} had been made in its process"
    return _smallest(grader, record, given, how, apart)


def _by_hash_seed(grader: Grader, records: Sequence[Record]) -> FailedCheck | None:
    """Play a few games again under more hash seeds, all in one process for each."""
    for seed in MORE_SEEDS:
        with grader.another(seed, records[0].setting) as host:
            for record in records:
                place = Replays(grader, record, host)
                if found := does_not_depend_on_the_hash_seed(place, record.rounds, record.answers, seed=seed):
                    chance = diagnosed(grader, record)
                    if chance and chance.check in (DETERMINISTIC, HASH_SEED):
                        return chance
                    return _otherwise(HASH_SEED, found, _by_seed(grader, record, record.rounds, seed))
    return None


def _by_company(grader: Grader, records: Sequence[Record]) -> FailedCheck | None:
    """Play a few games again after and while others are taught the opposite, in the same process."""
    with grader.another(OTHER_SEED, records[0].setting) as host:
        for record in records:
            if found := shares_no_state(Replays(grader, record, host), record.rounds, record.answers):
                shown = _in_company(grader, record, found.how)
                return FailedCheck(SHARES, f"{found.how} it plays otherwise: {found.where}", shown)
    return None


def _otherwise(check: str, found: Difference, shown: Counterexample | None, over: str = "") -> FailedCheck:
    comma = "," if found.how == "started again" else ""
    return FailedCheck(check, f"{found.how}{comma} it plays the same game otherwise{over}: {found.where}", shown)


def asked_more(grader: Grader, records: Sequence[Record]) -> str:
    """Play games again without asking about points that are not shown, and say where that makes a difference."""
    rounds = 0
    looked = [record for record in records if record.peeks and not record.fault]
    for record in sorted(looked, key=lambda record: len(record.played)):
        rounds += len(record.played)
        if rounds > MAX_LOOKED:
            break
        if found := predict_changes_nothing(Replays(grader, record), record.rounds):
            return f"{found.how}, it plays otherwise: {found.where}"
    return ""


def diagnosed(grader: Grader, record: Record) -> FailedCheck | None:  # noqa: PLR0911 - one for each reason
    """Say why a game goes otherwise when it is played again alone; ``None`` if that does not matter."""
    place = Replays(grader, record)
    alone = grader.alone(Case(record.setting, (), record.rounds), record.space.sees)
    if alone.fault and not record.fault:
        return FailedCheck(ANSWERS, f"played again, it forfeits: {alone.fault}")
    often = long_enough(record.rounds)
    times = len(often) // max(len(record.rounds), 1)
    over = f" (one of {counted(len(record.rounds), 'round')}, {times} times over)" if times > 1 else ""
    if found := is_deterministic(place, often, times=4):
        return _otherwise(DETERMINISTIC, found, _by_chance(grader, record, often), over)
    if found := does_not_depend_on_the_hash_seed(place, often):
        if shown := _by_chance(grader, record, often):  # a coin that fell the same way until now
            return _otherwise(DETERMINISTIC, found._replace(how="started again"), shown, over)
        return _otherwise(HASH_SEED, found, _by_seed(grader, record, often, OTHER_SEED), over)
    if (shared := _shared(grader, record)) or record.peeks:
        return shared
    company = "after other learners have played in its process it"
    if record.fault:
        return FailedCheck(SHARES, f"{company} forfeits: {record.fault}")
    found = parting(record.answers, alone.answers)
    where = found.where if found else "in company and alone"
    return FailedCheck(
        SHARES, f"{company} plays otherwise: {where}", _after_others(grader, record) or _after_made(grader, record)
    )


def _shared(grader: Grader, record: Record) -> FailedCheck | None:
    """Look for a game that becomes a counterexample once another learner of the class was taught something."""
    for game, before in islice(_pairs(record, _earlier(grader, record)), MAX_PAIRS[record.peeks]):
        if found := grader.confirmed(game, before):
            text = "what another learner of the class was taught changes what this one says"
            return FailedCheck(SHARES, text, found, game)
    return None


def _earlier(grader: Grader, record: Record) -> Sequence[Record]:
    at = next((at for at, other in enumerate(grader.records) if other is record), len(grader.records))
    return grader.records[:at]


Games = Callable[[Replays, Case], Iterator[Answers]]
"""Plays the same rounds in several ways, and yields what fresh learners say: it should be the same each time."""


def _by_chance(grader: Grader, record: Record, rounds: Rounds) -> Counterexample | None:
    """Return a small game that goes otherwise when the learner is started again."""
    with suppress(Fault, CutShort), grader.another(OTHER_SEED, record.setting) as host:

        def at_hand(place: Replays, case: Case) -> Iterator[Answers]:
            for _ in range(max(TIMES, NO_COIN // len(case.rounds))):
                yield replace(place, host=host).play(case.rounds)

        def apart(place: Replays, case: Case) -> Iterator[Answers]:
            return (place.alone(case.rounds) for _ in range(TIMES))

        found = _smallest(grader, record, Case(record.setting, (), rounds), AGAIN, at_hand, apart)
        return found and replace(found, minimal=len(found.rounds) == 1)  # of chance, no more is known
    return None


def _by_seed(grader: Grader, record: Record, rounds: Rounds, seed: int) -> Counterexample | None:
    """Return a small game that goes otherwise under another hash seed."""
    opened = partial(grader.another, setting=record.setting)
    with suppress(Fault, CutShort), opened(GAME_SEED) as host, opened(seed) as other:

        def at_hand(place: Replays, case: Case) -> Iterator[Answers]:
            return (replace(place, host=one).play(case.rounds) for one in (host, other))

        def apart(place: Replays, case: Case) -> Iterator[Answers]:
            return (place.alone(case.rounds, one) for one in (GAME_SEED, seed))

        return _smallest(grader, record, Case(record.setting, (), rounds), UNDER_SEED, at_hand, apart)
    return None


def _in_company(grader: Grader, record: Record, how: str) -> Counterexample | None:
    """Return a small game that goes otherwise beside another learner's game, or after one on the mirrored class."""

    def apart(place: Replays, case: Case) -> Iterator[Answers]:
        rounds, setting = case.rounds, case.setting
        yield place.alone(rounds)
        if isinstance(setting, Finite) and how.startswith("after"):
            yield place.after(rounds, mirrored(setting), flipped(rounds))
        else:
            with grader.another(OTHER_SEED, setting) as host:
                yield replace(place, host=host).beside(rounds, flipped(rounds))

    beside = how.startswith("while")
    rounds = record.rounds[:MAX_BESIDE] if beside else record.rounds
    return _smallest(grader, record, Case(record.setting, (), rounds), f"{how} labels" if beside else how, apart)


def _after_others(grader: Grader, record: Record) -> Counterexample | None:
    """Return a small game that goes otherwise after another learner was taught the rounds of an earlier one."""
    alone: dict[Case, Answers] = {}

    def apart(place: Replays, case: Case) -> Iterator[Answers]:
        game = case._replace(before=())
        alone[game] = said = alone.get(game) or place.alone(case.rounds)
        yield said
        yield place.after(case.rounds, case.setting, case.before)

    for game, before in islice(_pairs(record, _earlier(grader, record)), MAX_PAIRS[1]):
        if found := _smallest(grader, game, Case(game.setting, before, game.rounds), "", apart):
            return found
    return None


def _smallest(  # noqa: PLR0913, PLR0917 - whose game, and how it is played
    grader: Grader, record: Record, given: Case, how: str, games: Games, apart: Games | None = None
) -> Counterexample | None:
    """Return the smallest game found, beginning with a given one, that does not go the same way each time.

    ``games`` plays in processes at hand, which takes less time; what it finds is played ``apart``, too.
    """
    effort, cost, best = Effort(DIFFERENCE_ROUNDS), 0 if apart else 2 * START_ROUNDS, None

    def differing(case: Case, games: Games) -> Counterexample | None:
        first: Answers | None = None
        for said in games(Replays(grader, replace(record, setting=case.setting)), case) if case.rounds else ():
            first = said if first is None else first
            effort.left -= len(case.rounds) + len(case.before)
            if found := parting(first, said):
                shown = grader.difference(record, case, how, first[: found.number], said[: found.number])
                return None if shown and best and best.target is not None and shown.target is None else shown
        return None

    def test(cases: Sequence[Case]) -> Counterexample | None:
        for case in cases:
            effort.left -= cost
            if effort.left <= 0:
                return None
            if found := differing(case, games):
                return found
        return None

    with suppress(Fault, CutShort):  # what the last step has left is one, too
        best = differing(given, apart or games)
        for small in shrink(best, test, effort) if best else ():
            if (sure := differing(case_of(small), apart or games)) is None:
                break
            best = replace(sure, minimal=small.minimal and sure.rounds == small.rounds)
    return best


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
