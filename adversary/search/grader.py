"""Play the games of a search with one learner, and judge and confirm possible counterexamples."""

import math
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import msgspec

from adversary.search.beam import Beam
from adversary.search.counterexample import Counterexample
from adversary.search.games.game import FIRST_ALONE, MAX_TOGETHER, Game, Trial, UnderWay, take_turns
from adversary.search.record import Record, broken, contradiction, explained_game, forfeit, in_time, replay
from adversary.search.spaces.space import LABELS
from learners.checks.properties import does_not_depend_on_the_hash_seed
from learners.checks.replayer import GAME_SEED, OTHER_SEED, Answers, Rounds
from learners.loading.needs import own_folder
from learners.loading.sources import Source
from learners.protocol import Fault, Prediction
from learners.runner.child import Limits
from learners.runner.clock import CutShort, NotStarted, Stopwatch
from learners.runner.isolation import Sandbox, no_sandbox, sandbox, works_now
from learners.runner.runner import Runner
from learners.runner.start import start_runner
from learners.shapes.recipe import Recipe
from proofs.exact.errors import InputError
from proofs.formats.trace import Round
from proofs.settings import SearchSetting

SPARE_STARTS = 2  # of a process that did not start
SPARE_SECONDS = 30  # of computing after which the system ends a process, beyond those of a whole search


def folder_of(source: Source) -> list[Path]:
    """Return what a user's own learner may read in a search besides its file: its folder, if it imports from there.

    That is not for a grade, where the submissions of others are in the same folder.
    """
    return [own_folder(source.path)] if source.kind == "file" else []


def check_seconds(seconds: object) -> None:
    """Raise InputError unless these are the seconds of a search: a number above 0."""
    if not (isinstance(seconds, int | float) and 0 < seconds < math.inf):
        raise InputError(f"seconds should be a number above 0, not {seconds!r}")


MAX_BESIDE = 12  # rounds of a game that is played at the same time as others
NO_COIN = 30  # rounds in which chance does not give the same answers twice
CONFIRMING_SECONDS = 30  # that are there, at least, to play a game again in which a grade may end
MAX_EXTENSIONS = 4  # of a grade's time, to so many seconds
MAX_SUSPECTS = 80  # points of which one may have made a learner fail when it was asked about all of them


_Begun = tuple[Record, Trial[Any], UnderWay]
"""A game that is being played: its record without rounds, its rounds so far, and its turns."""


class Grader:
    """A learner that is graded or attacked: its games, and its processes with their output and audit events.

    All that plays raises CutShort where the ``budget`` runs out or the learner's process is killed. A game that is
    cut short by that leaves nothing behind that could be compared or counted, unless its rounds are a violation.

    Attributes:
        records: the games so far. games, rounds: how many of them, and of their rounds, counting those not kept.
        budget: the time for all of it.
        consistent: whether the learner may not contradict what it was told, in place of a bound on its mistakes.
        tolerance: what ``broken`` forgives of γ².
        started: whether a game was played, so that the learner can be loaded.
        reads: how its code is called, in words, if that is not as it stands; recipe: in code, if that is short.
        most_passes: over its data, if fixed.
        in_force: what its sandbox keeps it from, in words. output: what it printed. events: what else it has tried.

    """

    def __init__(  # noqa: PLR0913 - what is asked of the learner, and how it runs
        self,
        source: Source,
        isolation: str,
        visible: Path | None,
        limits: Limits,
        beside: Iterable[str | Path] = (),
        *,
        tolerance: Fraction = Fraction(0),
        consistent: bool = False,
    ) -> None:
        if not isinstance(visible, str | Path | None):
            raise InputError(f"visible should be a file or a folder, not {visible!r}")
        self.source, self._copies, self._cpu_seconds = source, ExitStack(), math.ceil(limits.game) + SPARE_SECONDS
        self.budget = Stopwatch(limits.game)
        self.tolerance, self.consistent = tolerance, consistent
        if source.kind == "program":
            self._around = no_sandbox(isolation, visible, source.text)
        else:
            file = source.path if source.kind == "file" else None
            beside = sys.path if source.kind == "object" else beside
            self._sandbox = partial(sandbox, isolation, visible or file, file, beside=beside)
            self._around = self._surrounded()
        self._start = partial(start_runner, source, limits, budget=self.budget)
        self._runner: Runner | None = None
        self.asks, self.reads, self.most_passes, self.started = frozenset[str](), "", 0, False
        self.recipe: Recipe | None = None
        self.in_force = self._around.in_force
        self.output, self.events = "", list[str]()
        self.records: list[Record] = []
        self.games = self.rounds = self._extensions = 0
        self._one_by_one = False

    def _surrounded(self) -> Sandbox:
        """Return the sandbox of each process. Its copies are removed at the end or on failure."""
        copies = TemporaryDirectory(prefix="adversary-", ignore_cleanup_errors=True)
        try:
            around = self._sandbox(copies=Path(self._copies.enter_context(copies)))
        except BaseException:
            copies.cleanup()
            raise
        return around._replace(plan={**around.plan, "cpu_seconds": self._cpu_seconds})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._copies:
            self.end()

    @property
    def runner(self) -> Runner:
        """Return the runner of the learners, a new one if there is none. Raises InputError or Fault, as ``Runner``."""
        if self._runner is None:
            self._runner = self._open(GAME_SEED)
            self.in_force, self.asks, self.reads = self._runner.in_force, self._runner.asks, self._runner.reads
            self.recipe, self.most_passes = self._runner.recipe, self._runner.most_passes
            self._pin()
        return self._runner

    def _pin(self) -> None:
        """Have all further processes read the program as the first one did, which may have tried for seconds."""
        reading, shape = self.source.reading, self.reads.partition(";")[0]
        if reading.batch and shape and not shape.endswith("…"):
            self.source = msgspec.structs.replace(self.source, reading=msgspec.structs.replace(reading, shape=shape))
            self._start = partial(self._start.func, self.source, *self._start.args[1:], **self._start.keywords)

    @contextmanager
    def another(self, hash_seed: int) -> Iterator[Runner]:
        """Start one more runner. Raises Fault, as ``Runner``."""
        runner = self._open(hash_seed)
        try:
            yield runner
        finally:
            self.close(runner)

    def close(self, runner: Runner) -> None:
        """End a runner, and keep its output and audit events."""
        self.events += [event for event in runner.audit_events() if event not in self.events]
        runner.close()
        self.output = self.output or runner.output
        if runner.in_force[: len(self._around.in_force)] == self._around.in_force:  # else a weaker one is reported
            self.in_force = max(self.in_force, runner.in_force, key=len)

    def _open(self, hash_seed: int) -> Runner:
        for spare in reversed(range(SPARE_STARTS + 1)):
            seconds = self.budget.left
            try:
                return self._loaded(hash_seed)
            except NotStarted:
                nested = bool(self._around.prefix)
                if nested and not works_now(self._around.prefix[0]):
                    self._go_on_in_plain()
                if nested == bool(self._around.prefix):  # nothing is wrong with bubblewrap
                    self.budget.check()
                    if not spare:
                        raise
            self.budget.extend(seconds)  # to have waited for bubblewrap costs the learner nothing
        return self._loaded(hash_seed)  # bubblewrap stopped working at the last try

    def _loaded(self, hash_seed: int) -> Runner:
        """Start a runner that has loaded the learner's code; keep what that code printed and tried if it fails."""
        runner = self._start(hash_seed, sandbox=self._around, known=self.started)
        try:
            runner.load()
        except NotStarted:
            runner.close()
            raise
        except BaseException:
            self.close(runner)
            raise
        return runner

    def _go_on_in_plain(self) -> None:
        """Continue without bubblewrap, which no longer works. Raises NotStarted if it is required."""
        try:
            self._around = self._surrounded()
        except InputError as error:
            raise NotStarted(str(error)) from None
        words = " ".join(["bubblewrap until it stopped working, then", *self._around.in_force])
        self._around = self._around._replace(in_force=(words,))
        self.in_force = self._around.in_force

    def end(self) -> None:
        """End the process that plays; the next game gets a new one."""
        if self._runner:
            self.close(self._runner)
        self._runner = None

    @property
    def told(self) -> bool:
        """Return whether the learner's constructor names the margin."""
        return "margin_squared" in self.asks

    def play(self, game: Game[Any]) -> Record:
        """Play a game."""
        return next(self.play_all([game]))

    def play_all(self, games: Iterable[Game[Any]]) -> Iterator[Record]:
        """Play games and yield them in order: the first few one by one, later ones several at a time.

        A fault ends a game, and the process with it, once it is the game's turn to be yielded; the round that it fell
        in has no prediction. Where the process ends by itself, nobody knows whose fault that is: from then on games are
        played one by one, and those that were under way are played again in a new process.

        Neither a fault nor what cuts games short undoes the rounds before: if they are a violation, they are the
        game. If not, CutShort is raised.
        """
        waiting, begun, over = iter(games), deque[_Begun](), 0
        cut: CutShort | None = None
        while True:
            live = [game for *_, game in begun if game.turn is not None]
            free = min(max(over - FIRST_ALONE, 0) + 1, MAX_TOGETHER) - len(live)
            if begun and begun[0][-1].turn is None:
                record = self._over(*begun.popleft())
                if isinstance(record, Record):
                    yield record
                else:
                    cut = record
                    for *_, game in begun:
                        game.stop(game.stopped or cut)
            elif not cut and free > 0 and not any(game.stopped for *_, game in begun) and (new := next(waiting, None)):
                begun.append(self._begin(new))
            elif begun:
                self._advance(live)
                over += sum(game.turn is None for game in live)
            else:
                break
        if cut is not None:
            raise cut

    def _begin(self, game: Game[Any]) -> _Begun:
        """Begin a game without taking its first turn. If no learner can be loaded, the game is over at once."""
        why = None
        try:
            _ = self.runner  # knows whether the constructor asks for the margin
        except (Fault, CutShort) as error:
            why = error
        space = replace(game.space, told=True) if self.told else game.space
        trial: Trial[Any] = Trial(space)
        under_way = UnderWay(trial.game(game.run))
        if why:
            under_way.stop(why)
        return Record(space, (), game.peeks), trial, under_way

    def _advance(self, live: list[UnderWay]) -> None:
        """Take a turn in all games; if this fails, play the first game to its end."""
        try:
            runner = self.runner
        except (Fault, CutShort) as why:
            live[0].stop(why)
            return
        lost = any(game.runner not in (None, runner) for game in live)
        if lost or self._one_by_one or not runner.takes_turns:
            live[0].play_out(runner)
            return
        try:
            take_turns(runner, live)
        except Fault:
            self._one_by_one = True
            self.end()
        except CutShort as cut:
            for game in live:
                game.stop(cut)

    def _over(self, begun: Record, trial: Trial[Any], under_way: UnderWay) -> Record | CutShort:
        """Return a finished game, or the error that cut it short."""
        stopped, record = under_way.stopped, replace(begun, played=tuple(trial.played))
        if stopped:
            self.end()
            if record.mistakes:
                self.have_time_to_confirm()
            if not (record.mistakes and self.verdict(record)):
                if isinstance(stopped, CutShort):
                    return stopped
                record = replace(record, fault=stopped)
                if trial.shown and under_way.runner:
                    record = self._with_failing_round(replace(record, space=trial.space), trial.shown)
                    record = replace(record, space=begun.space)
        self._count(1, len(record.played))
        self.records.append(record)
        return record

    def _count(self, games: int, rounds: int) -> None:
        self.games += games
        self.rounds += rounds
        self.started = self.rounds > 0

    def search(
        self,
        beam: Beam,
        depth: int,
        most_rounds: float = float("inf"),
        seen: Callable[[Record], None] = lambda _: None,
    ) -> Iterator[Record]:
        """Yield the games of a search that look like counterexamples. Raises Fault and CutShort, as ``Beam.levels``.

        ``seen`` is shown the most promising game of each level, whatever it looks like.
        """
        try:
            for played in beam.levels(depth, most_rounds):
                record = Record(beam.space, tuple(played), peeks=True)
                seen(record)
                if self.verdict(record):
                    yield record
                    beam.runner = self.runner
        finally:
            self._count(beam.games, beam.rounds)

    def forfeited(self, beam: Beam, fault: Fault) -> Record | None:
        """Return the game of the last search in which the learner failed, if a replay fails again."""
        space = beam.space
        for rounds in beam.pending:
            try:
                runner = self.runner
                runner.begin(space.setting, space.named, space.sees)
                runner.branches([rounds], space.points)
            except Fault:
                self.end()
                played = tuple([Round(space.pool[number], None, label) for number, label in rounds])
                record = Record(space, played, peeks=True, fault=fault)
                return self._with_failing_round(record, range(space.points))
        return None

    def _with_failing_round(self, record: Record, numbers: Sequence[int]) -> Record:
        """Return the game with the round that made the learner fail, one of the points that it was shown last."""
        space = record.space
        with suppress(Fault, CutShort), self.another(OTHER_SEED) as runner:
            for number in numbers[:MAX_SUSPECTS]:
                games = [(*record.played, Round(space.pool[number], None, label)) for label in LABELS]
                game = next((game for game in games if space.explained(self.source.text, game)), games[0])
                if len(numbers) == 1:
                    return replace(record, played=game)
                again = replay(runner, replace(record, played=game))
                if again.fault:
                    return replace(record, played=again.played)
        return record

    def verdict(self, record: Record) -> Counterexample | None:
        """Return the game as a counterexample, if it is a violation or was forfeited."""
        self.budget.check()  # judging a long game also takes time
        name, space, played = self.source.text, record.space, record.played
        if record.fault:
            return forfeit(name, space, played, record.fault)
        if self.consistent:
            return contradiction(name, space, played, trained=self.source.reading.batch)
        return broken(name, space, played, self.tolerance)

    def difference(self, game: Record, how: str, first_answers: Answers, again: Answers) -> Counterexample | None:
        """Return the first rounds of a game, which were answered in two ways; ``None`` if a round has no answer."""
        first, then = (
            tuple([label for label in replies if isinstance(label, int)]) for replies in (first_answers, again)
        )
        if not len(first) == len(then) == max(len(first_answers), len(again)):
            return None
        played = tuple([Round(x, label, y) for (x, y), label in zip(game.rounds, first, strict=False)])
        counterexample = explained_game(self.source.text, game.space, played)
        return replace(counterexample, reason=how, again=then, before=game.before, sees=game.space.sees)

    def alone(self, game: Record, hash_seed: int = OTHER_SEED) -> Record:
        """Play all rounds of a game in a separate process, unless the learner fails.

        Raises:
            CutShort: as all that plays, and where a call takes too long that does not in one more process.

        """
        replayed = self._alone(game, hash_seed)
        if replayed.fault and replayed.fault.at_a_limit:
            self.have_time_to_confirm()
            again = self._alone(game, hash_seed)
            if not (again.fault and again.fault.at_a_limit and again.answers == replayed.answers):
                raise CutShort(
                    f"{replayed.fault.detail}; this did not happen when it was asked again", replayed.fault.limit
                )
        return replayed

    def have_time_to_confirm(self) -> None:
        """Extend the time so that a possible violation can be replayed, a limited number of times."""
        self._extensions += 1
        if self._extensions <= MAX_EXTENSIONS:
            self.budget.extend(CONFIRMING_SECONDS)

    def _alone(self, game: Record, hash_seed: int) -> Record:
        try:
            with self.another(hash_seed) as runner:
                if game.before:
                    replay(runner, game.on(game.before))
                return replay(runner, game)
        except Fault as fault:
            return replace(game, played=(), fault=fault)

    def confirmed(self, record: Record, before: Rounds = ()) -> Counterexample | None:
        """Return the counterexample of a replay of a game, alone or after another learner's rounds."""
        if self.budget.slow:
            self.have_time_to_confirm()
        game = replace(record, before=before)
        counterexample = self.judged(game, self.alone(game))
        if counterexample and not record.fault:
            # Several times over, so that a coin does not fall the same way twice, and under different hash seeds.
            with suppress(CutShort):  # what was repeated once is a violation, or chance, which no learner may rest on
                if does_not_depend_on_the_hash_seed(Replays(self, game), long_enough(record.rounds)):
                    return None
        return counterexample

    def judged(self, game: Record, again: Record) -> Counterexample | None:
        """Return the counterexample of a replayed game, if the replay ended in the same way."""
        if again.fault and not game.fault and len(again.played) == len(game.played) and again.answers[-1] is not None:
            again = replace(again, fault=None)  # it fails when all is over
        if (again.fault is None) != (game.fault is None):
            return None
        counterexample = self.verdict(replace(again, fault=game.fault and again.fault))
        while counterexample and (
            shorter := _cut(counterexample)
        ):  # its margin may be larger, and fewer mistakes be allowed
            cut = self.verdict(replace(again, space=again.space.at(counterexample.setting), played=shorter))
            if cut is None or cut.keepable < counterexample.keepable:
                break
            counterexample = cut
        return counterexample and replace(counterexample, before=game.before, sees=game.space.sees)


@dataclass(frozen=True, slots=True)
class Replays:
    """A ``Replayer`` of a recorded game's rounds: in the process at hand, or in one that is given.

    Raises CutShort where a call takes too long that has not before: that tells nothing.
    """

    grader: Grader
    record: Record
    runner: Runner | None = None

    @property
    def setting(self) -> SearchSetting:
        """The setting of the game."""
        return self.record.setting

    def play(self, rounds: Rounds) -> Answers:
        """Play rounds in the current process."""
        return self._played(self.runner or self.grader.runner, rounds)

    def alone(self, rounds: Rounds, hash_seed: int = OTHER_SEED) -> Answers:
        """Play rounds in a given or new process, after the rounds that come before the game."""
        if self.runner:
            return self.play(rounds)
        return self.grader.alone(replace(self.record.on(rounds), before=self.record.before), hash_seed).answers

    def after(self, rounds: Rounds, setting: SearchSetting, before: Rounds) -> Answers:
        """Play rounds after another learner has played, in a new process if necessary."""
        with nullcontext(self.runner) if self.runner else self.grader.another(OTHER_SEED) as runner:
            replay(runner, replace(self.record.on(before), space=self.record.space.at(setting)))
            return self._played(runner, rounds)

    def beside(self, rounds: Rounds, others: Rounds) -> Answers:
        """Play the first rounds; after each, a new learner is taught as many of the others."""
        runner = self.runner or self.grader.runner
        return self._played(runner, rounds[:MAX_BESIDE], others[:MAX_BESIDE])

    def sparing(self, rounds: Rounds, kept: Sequence[bool]) -> dict[int, Prediction | None]:
        """Play only the kept rounds."""
        numbers = [number for number, wanted in enumerate(kept) if wanted]
        return dict(zip(numbers, self.play(tuple(rounds[number] for number in numbers)), strict=False))

    def asked_more(self, rounds: Rounds) -> Iterator[tuple[str, Answers]]:
        """Return the answers of the recorded game."""
        yield "asked about points that are not shown", self.record.answers[: len(rounds)]

    def _played(self, runner: Runner, rounds: Rounds, beside: Rounds = ()) -> Answers:
        ahead = not (beside or self.record.fault)
        again = in_time(replay(runner, self.record.on(rounds), beside, ahead=ahead))
        if again.fault and self.runner is None:
            self.grader.end()
        return again.answers


def long_enough(rounds: Rounds) -> Rounds:
    """Repeat rounds until a learner that tosses coins would almost surely answer differently."""
    return rounds * -(-NO_COIN // max(len(rounds), 1))


def _cut(counterexample: Counterexample) -> tuple[Round, ...] | None:
    """Return the rounds up to the first mistake that exceeds the bound."""
    wrong = [number for number, entry in enumerate(counterexample.rounds, 1) if entry.mistake]
    if counterexample.allowed is None or not wrong:
        return None
    last = wrong[min(max(counterexample.allowed, 0), len(wrong) - 1)]
    return counterexample.rounds[:last] if last < len(counterexample.rounds) else None
