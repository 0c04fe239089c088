"""Determinism in a grade: replay recorded games, and say whether chance, the hash seed or shared state changes them.

``learners.checks`` has the properties. This module has what only a grader does: it chooses games, saves processes, and
looks for a small game that shows the difference.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import NamedTuple

from adversary.search.counterexample import Counterexample
from adversary.search.grader import Grader, Replays, long_enough
from adversary.search.record import Record, replay_together
from adversary.search.shrink import shrink
from adversary.search.spaces.space import Effort
from learners.checks.properties import (
    does_not_depend_on_the_hash_seed,
    is_deterministic,
    predict_changes_nothing,
    shares_no_state,
)
from learners.checks.replayer import GAME_SEED, OTHER_SEED, Answers, Rounds, first_difference
from learners.protocol import Fault, as_label
from learners.runner.clock import CutShort
from learners.runner.runner import Runner
from proofs.exact.errors import counted


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
MAX_OTHERS = 4  # games that are tried after another learner besides the one that differed, the longest first


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
    with grader.another(OTHER_SEED) as process:
        together = replay_together(process, chosen)
        if together == [record.answers for record in chosen]:
            return _in_company(grader, process, chosen)
    with grader.another(OTHER_SEED) as process:  # what differs one by one is easier to read
        for record in chosen:
            if Replays(grader, record, process).play(record.rounds) != record.answers:
                return diagnose(grader, record)
        if failed := _in_company(grader, process, chosen):
            return failed
    pairs = zip(chosen, together or (), strict=False)
    return next((diagnose(grader, record) for record, answers in pairs if answers != record.answers), None)


def _in_company(grader: Grader, process: Runner, chosen: Sequence[Record]) -> FailedCheck | None:
    """Play a few games after and beside games of other learners."""
    for record in chosen[:SEEDED]:
        if difference := shares_no_state(Replays(grader, record, process), record.rounds, record.answers):
            return FailedCheck(
                SHARES, f"{difference.how} it plays differently: {difference.where}", _after_others(grader, record)
            )
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
    two learners, where a grade has made hundreds.
    """
    part, telling = -(-len(sample) // len(MORE_SEEDS)), _most_telling(grader.records)[:SEEDED]
    for number, seed in enumerate(MORE_SEEDS):
        with grader.another(seed) as process:
            for record in sample[number * part : (number + 1) * part]:
                fresh, answers_here = Replays(grader, record, process).play(record.rounds), _replayed(grader, record)
                if difference := first_difference(fresh, answers_here):
                    failed = diagnose(grader, record, seed)
                    if failed and (failed.check != SHARES or failed.counterexample):
                        return failed
                    where = f"in a process that has made {counted(grader.runner.made, 'learner')}"
                    seen = grader.difference(
                        record, where, fresh[: difference.number], answers_here[: difference.number]
                    )
                    return FailedCheck(SHARES, f"{where} it plays differently: {difference.where}", seen)
            together = replay_together(process, telling)
            again = together or (grader.alone(record, seed).answers for record in telling)
            for record, answers in zip(telling, again, strict=True):
                if answers != record.answers:
                    return diagnose(grader, record, seed)
    return None


def _replayed(grader: Grader, record: Record) -> Answers:
    """Return the answers of a replay in the process where all games were played."""
    return Replays(grader, record).play(record.rounds)


def asked_more(grader: Grader, records: Sequence[Record]) -> str:
    """Replay games without questions about points that are not shown, and return the first difference."""
    rounds, looked = 0, list[Record]()
    for record in sorted(records, key=lambda record: len(record.played)):
        if record.peeks and not record.fault and rounds + len(record.played) <= MAX_LOOKED:
            rounds += len(record.played)
            looked.append(record)
    together = replay_together(grader.runner, looked)
    if together is None:
        grader.end()
    for number, record in enumerate(looked):
        answers = together[number] if together else _replayed(grader, record)
        if difference := first_difference(record.answers, answers):
            return f"asked about points that are not shown, it plays differently: {difference.where}"
    return ""


def diagnose(grader: Grader, record: Record, seed: int = OTHER_SEED) -> FailedCheck | None:
    """Return the reason why a replay of a game alone differs, or ``None`` if there is no such reason.

    It is chance, the hash ``seed`` of the replay, or state that learners share.
    """
    place, alone = Replays(grader, record), grader.alone(record)
    if alone.fault and not record.fault:
        return FailedCheck(ANSWERS, f"played again, it forfeits: {alone.fault}", fault=alone.fault)
    often = long_enough(record.rounds)
    check, difference = DETERMINISTIC, is_deterministic(place, often, times=4)
    if not difference:
        check, difference = HASH_SEED, does_not_depend_on_the_hash_seed(place, often, seed=seed)
    if difference:
        times, how = len(often) // max(len(record.rounds), 1), difference.how
        game = _in_processes(grader, record.on(often), AGAIN, [OTHER_SEED] * TIMES)
        if game:  # a coin, which may have fallen the same way until now; of chance, no more is known
            check, how, game = DETERMINISTIC, "started again", replace(game, minimal=len(game.rounds) == 1)
        elif check == HASH_SEED:
            game = _in_processes(grader, record.on(often), UNDER_SEED, [GAME_SEED, seed])
        over = f" (one of {counted(len(record.rounds), 'round')}, {times} times over)" if times > 1 else ""
        comma = "," if check == DETERMINISTIC else ""
        words = f"{how}{comma} it plays the same game differently{over}: {difference.where}"
        return FailedCheck(check, words, game)
    for pupil, before in _pairs(grader, record):
        if confirmed := grader.confirmed(pupil, before):
            words = "what another learner of the class was taught changes what this one says"
            return FailedCheck(SHARES, words, confirmed, pupil)
    if record.peeks:
        return None
    company = "after other learners have played in its process it"
    if record.fault:
        return FailedCheck(SHARES, f"{company} forfeits: {record.fault}", fault=record.fault)
    shared = first_difference(record.answers, alone.answers)
    where = shared.where if shared else "in company and alone"
    return FailedCheck(SHARES, f"{company} plays differently: {where}", _after_others(grader, record))


Way = Callable[[Record], Answers]
"""Plays a game in some way: fresh learners should say the same in each."""


def _in_processes(grader: Grader, record: Record, how: str, seeds: Sequence[int]) -> Counterexample | None:
    """Return a small game whose answers are not the same each time in processes under these hash seeds."""
    with suppress(Fault, CutShort), ExitStack() as opened:
        processes = {seed: opened.enter_context(grader.another(seed)) for seed in {*seeds}}
        quick = [lambda game, seed=seed: Replays(grader, game, processes[seed]).play(game.rounds) for seed in seeds]
        sure = [lambda game, seed=seed: grader.alone(game, seed).answers for seed in seeds]
        return _smallest(grader, record, how, sure, quick)
    return None


def _after_others(grader: Grader, record: Record) -> Counterexample | None:
    """Return a small game whose answers change after another learner was taught the rounds of an earlier game."""
    ways: list[Way] = [
        lambda game: grader.alone(game.on(game.rounds)).answers,
        lambda game: grader.alone(game).answers,
    ]
    for game, before in _pairs(grader, record):
        if smallest := _smallest(grader, replace(game, before=before), "", ways):
            return with_turn(grader, smallest, game)
    return None


def with_turn(grader: Grader, counterexample: Counterexample, game: Record) -> Counterexample:
    """Return a counterexample with the answers without the other learner, and the round that changes them.

    ``game`` is how it is played. Where that cannot be found out, the counterexample is as it was.
    """

    def after(count: int) -> Answers:
        return grader.alone(replace(game.of(counterexample), before=counterexample.before[:count])).answers

    before = len(counterexample.before)
    with suppress(Fault, CutShort):
        alone = after(0)
        labels = tuple([as_label(label) for label in alone if label is not None])
        if not counterexample.fault and after(before) != alone and len(labels) == len(counterexample.rounds):
            turned = 1 + bisect_left(range(1, before), 1, key=lambda count: after(count) != alone)
            return replace(counterexample, alone=() if counterexample.again else labels, turned=turned)
    return counterexample


def _smallest(
    grader: Grader, record: Record, how: str, ways: Sequence[Way], quick: Sequence[Way] = ()
) -> Counterexample | None:
    """Return the smallest game, starting from a recorded one, whose answers are not the same in all ways.

    The ``quick`` ways play in processes at hand, which takes less time; the result is then also played in the others.
    """
    cost, best = 0 if quick else 2 * START_ROUNDS, None

    def differing(game: Record, ways: Sequence[Way]) -> Counterexample | None:
        first: Answers | None = None
        for way in ways if game.played else ():
            answers = way(game)
            first = answers if first is None else first
            effort.left -= len(game.played) + len(game.before)
            if difference := first_difference(first, answers):
                seen = grader.difference(game, how, first[: difference.number], answers[: difference.number])
                return None if seen and best and best.target is not None and seen.target is None else seen
        return None

    def test(games: Sequence[Counterexample]) -> Counterexample | None:
        for game in games:
            effort.left -= cost
            if effort.left <= 0:
                return None
            if smaller := differing(record.of(game), quick or ways):
                return smaller
        return None

    effort = Effort(DIFFERENCE_ROUNDS, test)
    with suppress(Fault, CutShort):  # the result of the last step is also one
        best = differing(record, ways)
        for small in shrink(record.space, best, effort) if best else ():
            if (sure := differing(record.of(small), ways)) is None:
                break
            best = replace(sure, minimal=small.minimal and sure.rounds == small.rounds)
    return best


def _pairs(grader: Grader, record: Record) -> Iterator[tuple[Record, Rounds]]:
    """Yield games with what another learner may have been taught before, the likeliest first."""
    space = record.space
    at = next((at for at, other in enumerate(grader.records) if other is record), len(grader.records))
    earlier = grader.records[:at]
    at_home = [other for other in earlier if space.has_points_of(other.space) and other.played and not other.fault]
    if not record.fault and at_home:
        yield record, tuple(entry for other in at_home for entry in other.rounds)
    for game in (record, *sorted(at_home, key=lambda other: -len(other.played))[:MAX_OTHERS]):
        if game.played and not game.fault:
            yield game, game.space.taught_before(game.rounds)
