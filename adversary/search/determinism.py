"""Determinism in a grade: replay recorded games, and find a small game whose answers differ.

``learners.checks`` has the properties. This module has what only a grader does: it chooses games, saves processes, and
looks for a game that shows why the difference matters.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from adversary.search.counterexample import Counterexample, Played
from adversary.search.grader import MAX_BESIDE, NO_COIN, Grader, Replays, long_enough
from adversary.search.record import Record, replay_together
from adversary.search.shrink import shrink
from adversary.search.spaces.space import Effort
from learners.checks.properties import (
    does_not_depend_on_the_hash_seed,
    is_deterministic,
    predict_changes_nothing,
    shares_no_state,
)
from learners.checks.replayer import GAME_SEED, OTHER_SEED, Answers, Difference, Rounds, first_difference, flipped
from learners.protocol import Fault, as_label
from learners.runner.clock import CutShort
from learners.runner.runner import Runner
from proofs.exact.errors import counted
from proofs.settings import SearchSetting


def name_of(check: Callable[..., object]) -> str:
    """Return the name of a property in grades."""
    return check.__name__.replace("_", " ")


ANSWERS = "answers with labels"
DETERMINISTIC = name_of(is_deterministic)
HASH_SEED = name_of(does_not_depend_on_the_hash_seed)
SHARES = name_of(shares_no_state)
ASKED = name_of(predict_changes_nothing)

MAX_COMPARED = 4_000  # rounds that are compared, the most telling games first: those with most mistakes
MORE_SEEDS, SEEDED = (4, 5, 12), 8  # of fresh processes, and how many games are tried there, and in company
FRESH = 4  # games that are played again in fresh processes, and as many of those of a search
MAX_LOOKED = 1_500  # rounds that are played again without asking about other points, the shortest games first
MAX_PAIRS = 16, 4  # pairs of games; and where more points were asked about, which is then the likelier reason


DIFFERENCE_ROUNDS = 100_000  # that are played to find a small game that goes differently
START_ROUNDS = 1_000  # what starting a process costs, in rounds
AGAIN, UNDER_SEED = "by a learner that was started again", "under another PYTHONHASHSEED"
TIMES = 12  # processes that replay a game whose answers may depend on chance


class FailedCheck(NamedTuple):
    """A failed check: its name, a description, a game, and how it is played, if it also has too many mistakes.

    ``fault`` is how the learner failed, if there is no game in which it does.
    """

    check: str
    found: str
    counterexample: Counterexample | None = None
    record: Record | None = None
    fault: Fault | None = None


def compared(grader: Grader, records: Sequence[Record]) -> FailedCheck | None:
    """Play games again in another process, in the opposite order and under another hash seed, and compare.

    A few of them are then played after and while others are taught the opposite, in the same process.
    """
    if not (chosen := _most_telling(records)):
        return None
    with grader.another(OTHER_SEED) as runner:
        together = replay_together(runner, chosen)
        if together == [record.answers for record in chosen]:
            return _compared(grader, runner, chosen, together)
    with grader.another(OTHER_SEED) as runner:  # what differs one by one is easier to read
        if found := _compared(grader, runner, chosen, (_in(grader, runner, record) for record in chosen)):
            return found
    pairs = zip(chosen, together or (), strict=False)
    return next((diagnose(grader, record) for record, said in pairs if first_difference(record.answers, said)), None)


def _compared(grader: Grader, runner: Runner, chosen: Sequence[Record], again: Iterable[Answers]) -> FailedCheck | None:
    for record, said in zip(chosen, again, strict=True):
        if first_difference(record.answers, said):
            return diagnose(grader, record)
    for record in chosen[:SEEDED]:
        if found := shares_no_state(Replays(grader, record, runner), record.rounds, record.answers):
            shown = _beside_others(grader, record, found.how)
            return FailedCheck(SHARES, f"{found.how} it plays differently: {found.where}", shown)
    return None


def _most_telling(records: Sequence[Record]) -> list[Record]:
    """Return the games that are compared, those with most mistakes first."""
    chosen, rounds = list[Record](), 0
    for record in sorted(records, key=lambda record: -record.mistakes):
        if not (record.fault or record.peeks or rounds + len(record.played) > MAX_COMPARED):
            rounds += len(record.played)
            chosen.append(record)
    return chosen


def sampled(records: Sequence[Record]) -> list[Record]:
    """Return a sample of some games, in equal steps from the first to the last."""
    played = [record for record in records if record.played and not record.fault]
    steps = min(FRESH, len(played)) - 1
    return [played[step * (len(played) - 1) // max(steps, 1)] for step in range(steps + 1)]


def compared_in_fresh_processes(grader: Grader, sample: Sequence[Record]) -> FailedCheck | None:
    """Play the games of a sample again in fresh processes, and others after them, each process under a hash seed.

    Each process has a part of the sample, so that its first game is played alone there, and the next ones after one or
    two learners, where a grade has made hundreds. A difference is a failure; to say why, the game is also played alone
    in a fresh process.
    """
    part = -(-len(sample) // len(MORE_SEEDS))
    for number, seed in enumerate(MORE_SEEDS):
        with grader.another(seed) as runner:
            for game in sample[number * part : (number + 1) * part]:
                how = "in another process"
                if differs := first_difference(_in(grader, runner, game), _again(grader, game), how):
                    why = _in_fresh_process(grader, game) or _by_hash_seed(grader, runner, seed)
                    return why or diagnose(grader, game) or _otherwise(SHARES, differs, None)
            if found := _by_hash_seed(grader, runner, seed):
                return found
    return None


def _again(grader: Grader, record: Record) -> Answers:
    """Return the answers of a replay in the process where all games were played."""
    return Replays(grader, record).play(record.rounds)


def _in_fresh_process(grader: Grader, record: Record) -> FailedCheck | None:
    """Play a game again in a fresh process, and in the one in which all games were played, and compare."""
    fresh = grader.alone(record, GAME_SEED).answers
    made, here = grader.runner.made, _again(grader, record)
    for said in [here] if record.peeks else [here, record.answers]:
        if found := first_difference(fresh, said):
            labels = [None if label is None else as_label(label) for label in said]
            played = tuple([Played(x, label, y) for (x, y), label in zip(record.rounds, labels, strict=False)])
            other = diagnose(grader, replace(record, played=played, peeks=False))
            if other and (other.check != SHARES or other.counterexample):
                return other
            how = f"in the process of this grade, which had made {counted(made, 'learner')} before"
            seen = grader.difference(record, how, fresh[: found.number], said[: found.number])
            words = f"in a process that has made {counted(made, 'learner')} it plays differently: {found.where}"
            return FailedCheck(SHARES, words, _after_made(grader, record) or seen)
    return None


def _after_made(grader: Grader, record: Record) -> Counterexample | None:
    """Return a small game whose answers change after other learners were made, with the smallest such number found."""

    def after(made: int, game: Record) -> Answers:
        with grader.another(OTHER_SEED) as runner:
            for _ in range(made):
                runner.begin(game.setting, sees=game.space.sees)
            return _in(grader, runner, game)

    def apart(game: Record) -> Iterator[Answers]:
        yield _in(grader, None, game)
        yield after(most, game)

    most = 0
    with suppress(Fault, CutShort):
        most, alone = grader.runner.made, _in(grader, None, record)
        most = bisect_left(range(most), 1, key=lambda made: bool(first_difference(alone, after(made, record))))
    return _smallest(grader, record, f"after {counted(most, 'learner')} had been made in its process", apart)


def _in(grader: Grader, runner: Runner | None, game: Record, hash_seed: int = OTHER_SEED) -> Answers:
    """Return a fresh learner's answers in a game, in a given process or in a new one."""
    return Replays(grader, game, runner).alone(game.rounds, hash_seed)


def _by_hash_seed(grader: Grader, runner: Runner, seed: int) -> FailedCheck | None:
    """Play a few games again in a process under a hash seed."""
    chosen = _most_telling(grader.records)[:SEEDED]
    again = replay_together(runner, chosen)
    for number, record in enumerate(chosen):
        said = again[number] if again else grader.alone(record, seed).answers
        if found := first_difference(record.answers, said, UNDER_SEED):
            other = diagnose(grader, record)
            if other and other.check in (DETERMINISTIC, HASH_SEED):
                return other
            return _otherwise(HASH_SEED, found, _by_seed(grader, record, record.rounds, seed))
    return None


def _otherwise(check: str, found: Difference, shown: Counterexample | None, over: str = "") -> FailedCheck:
    comma = "," if found.how == "started again" else ""
    return FailedCheck(check, f"{found.how}{comma} it plays the same game differently{over}: {found.where}", shown)


def asked_more(grader: Grader, records: Sequence[Record]) -> str:
    """Replay games without questions about points that are not shown, and return the first difference."""
    rounds, looked = 0, list[Record]()
    for record in sorted(records, key=lambda record: len(record.played)):
        if record.peeks and not record.fault and rounds + len(record.played) <= MAX_LOOKED:
            rounds += len(record.played)
            looked.append(record)
    once = replay_together(grader.runner, looked)
    if once is None:
        grader.end()
    for number, record in enumerate(looked):
        said = once[number] if once else _again(grader, record)
        if found := first_difference(record.answers, said):
            return f"asked about points that are not shown, it plays differently: {found.where}"
    return ""


def diagnose(grader: Grader, record: Record) -> FailedCheck | None:  # noqa: PLR0911 - one for each reason
    """Return the reason why a replay of a game alone differs, or ``None`` if there is no such reason."""
    place = Replays(grader, record)
    alone = grader.alone(record)
    if alone.fault and not record.fault:
        return FailedCheck(ANSWERS, f"played again, it forfeits: {alone.fault}", fault=alone.fault)
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
        return FailedCheck(SHARES, f"{company} forfeits: {record.fault}", fault=record.fault)
    found = first_difference(record.answers, alone.answers)
    where = found.where if found else "in company and alone"
    return FailedCheck(
        SHARES, f"{company} plays differently: {where}", _after_others(grader, record) or _after_made(grader, record)
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


Ways = Callable[[Record], Iterator[Answers]]
"""Plays a game in several ways, and yields what fresh learners say: it should be the same each time."""


def _by_chance(grader: Grader, record: Record, rounds: Rounds) -> Counterexample | None:
    """Return a small game whose answers differ when the learner is started again."""
    with suppress(Fault, CutShort), grader.another(OTHER_SEED) as runner:
        found = _smallest(
            grader,
            record.on(rounds),
            AGAIN,
            lambda game: (_in(grader, runner, game) for _ in range(max(TIMES, NO_COIN // len(game.played)))),
            lambda game: (_in(grader, None, game) for _ in range(TIMES)),
        )
        return found and replace(found, minimal=len(found.rounds) == 1)  # of chance, no more is known
    return None


def _by_seed(grader: Grader, record: Record, rounds: Rounds, seed: int) -> Counterexample | None:
    """Return a small game whose answers differ under another hash seed."""
    with suppress(Fault, CutShort), grader.another(GAME_SEED) as runner, grader.another(seed) as other:
        return _smallest(
            grader,
            record.on(rounds),
            UNDER_SEED,
            lambda game: (_in(grader, one, game) for one in (runner, other)),
            lambda game: (_in(grader, None, game, one) for one in (GAME_SEED, seed)),
        )
    return None


def _beside_others(grader: Grader, record: Record, how: str) -> Counterexample | None:
    """Return a small game whose answers change during another learner's game, or after one on the mirrored class."""

    def apart(game: Record) -> Iterator[Answers]:
        yield _in(grader, None, game)
        opposite = flipped(game.rounds)
        if (mirrored := game.setting.mirrored) and how.startswith("after"):
            yield Replays(grader, game).after(game.rounds, mirrored, opposite)
        else:
            with grader.another(OTHER_SEED) as runner:
                yield Replays(grader, game, runner).beside(game.rounds, opposite)

    beside = how.startswith("while")
    game = record.on(record.rounds[:MAX_BESIDE] if beside else record.rounds)
    return _smallest(grader, game, f"{how} labels" if beside else how, apart)


def _after_others(grader: Grader, record: Record) -> Counterexample | None:
    """Return a small game whose answers change after another learner was taught the rounds of an earlier game."""
    alone: dict[tuple[SearchSetting, Rounds], Answers] = {}

    def apart(game: Record) -> Iterator[Answers]:
        case = game.setting, game.rounds
        alone[case] = said = alone.get(case) or _in(grader, None, game.on(game.rounds))
        yield said
        yield Replays(grader, game).after(game.rounds, game.setting, game.before)

    for game, before in islice(_pairs(record, _earlier(grader, record)), MAX_PAIRS[1]):
        if found := _smallest(grader, replace(game, before=before), "", apart):
            return with_turn(grader, found, game)
    return None


def with_turn(grader: Grader, found: Counterexample, game: Record) -> Counterexample:
    """Return a counterexample with the answers without the other learner, and the round that changes them.

    ``game`` is how it is played. Where that cannot be found out, the counterexample is as it was.
    """

    def said(count: int) -> Answers:
        return grader.alone(replace(game.of(found), before=found.before[:count])).answers

    with suppress(Fault, CutShort):
        alone, whole = said(0), said(len(found.before))
        labels = tuple([as_label(label) for label in alone if label is not None])
        if not found.fault and whole != alone and len(labels) == len(found.rounds):
            turned = bisect_left(range(1, len(found.before)), 1, key=lambda count: said(count) != alone)
            return replace(found, alone=() if found.again else labels, turned=1 + turned)
    return found


def _smallest(grader: Grader, given: Record, how: str, ways: Ways, apart: Ways | None = None) -> Counterexample | None:
    """Return the smallest game found, starting from a given one, whose answers are not the same each time.

    ``ways`` play in processes at hand, which takes less time; what they find is then also played ``apart``.
    """
    cost, best = 0 if apart else 2 * START_ROUNDS, None

    def differing(game: Record, ways: Ways) -> Counterexample | None:
        first: Answers | None = None
        for said in ways(game) if game.played else ():
            first = said if first is None else first
            effort.left -= len(game.played) + len(game.before)
            if found := first_difference(first, said):
                shown = grader.difference(game, how, first[: found.number], said[: found.number])
                return None if shown and best and best.target is not None and shown.target is None else shown
        return None

    def test(games: Sequence[Counterexample]) -> Counterexample | None:
        for game in games:
            effort.left -= cost
            if effort.left <= 0:
                return None
            if found := differing(given.of(game), ways):
                return found
        return None

    effort = Effort(DIFFERENCE_ROUNDS, test)
    with suppress(Fault, CutShort):  # the result of the last step is also one
        best = differing(given, apart or ways)
        for small in shrink(given.space, best, effort) if best else ():
            if (sure := differing(given.of(small), apart or ways)) is None:
                break
            best = replace(sure, minimal=small.minimal and sure.rounds == small.rounds)
    return best


def _pairs(record: Record, earlier: Sequence[Record]) -> Iterator[tuple[Record, Rounds]]:
    """Yield games with what another learner may have been taught before, the likeliest first."""
    space = record.space
    at_home = [other for other in earlier if space.has_points_of(other.space) and other.played and not other.fault]
    if not record.fault and at_home:
        yield record, tuple(entry for other in at_home for entry in other.rounds)
    for game in (record, *sorted(at_home, key=lambda other: -len(other.played))[:4]):
        if game.fault or not game.played:
            continue
        yield game, game.space.taught_before(game.rounds)
        others = [other for other in at_home if other is not game and game.space.has_points_of(other.space)]
        for other in others[-3:]:
            yield game, other.rounds
    for tilted, played in space.tilted():
        game = Record(tilted, played, record.specification)
        yield game, tilted.taught_before(game.rounds)
