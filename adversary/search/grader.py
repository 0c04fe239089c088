"""Grading: one learner in a sandbox, every game of its kind, and what came of it."""

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from adversary.search.beam import Beam
from adversary.search.counterexample import STOPPED_EARLY, Counterexample, Played, rounds_of
from adversary.search.games.game import LABELS, Game, Trial
from adversary.search.replay import Replay, numbered, replay
from adversary.search.shrink import Case, Effort, Test, case_of, shrink
from adversary.search.spaces.simpler_points import pairs, plane_points
from adversary.search.spaces.space import SearchSpace, dense, float_margin_squared
from adversary.search.specification import Specification, explanation, forfeit, lifted
from learners.checks.properties import does_not_depend_on_the_hash_seed
from learners.checks.venue import GAME_SEED, OTHER_SEED, Answers, Rounds
from learners.loading.imports import own_folder
from learners.loading.sources import Source
from learners.protocol import Fault, Label, Prediction, View
from learners.runner.child import Limits
from learners.runner.client import Client, Host
from learners.runner.clock import CutShort, NotStarted, Stopwatch
from learners.runner.isolation import Sandbox, no_sandbox, sandbox, works_now
from learners.runner.program_client import ProgramClient
from proofs.exact.errors import InputError, counted
from proofs.exact.features import FeatureMap
from proofs.exact.mistake_bounds import PERCEPTRON_BOUNDS
from proofs.exact.vectors import Vector
from proofs.settings import Finite, Halfspaces, Point, SearchSetting

SPARE_STARTS = 2  # of a process that did not start
MAX_BESIDE = 12  # rounds of a game that is played beside others
NO_COIN = 30  # rounds in which chance does not give the same answers twice
FEW = 4  # cases that are played one by one
SHRINKING_ROUNDS = 300_000  # that are played to make a counterexample small
SPARE_SECONDS = 30  # of computing after which the system ends a process, beyond those of a whole grade
CONFIRMING_SECONDS = 30  # that are there, at least, to play a game again in which a grade may end
MAX_EXTENSIONS = 4  # of a grade's time, to so many seconds
FEW_ROUNDS, PART_ON_FEW = 12, 0.2  # where no shorter game on few points is looked for; the part of the effort for that
MAX_POINTS = 30  # of a counterexample that is tried without some of them
MAX_SUSPECTS = 80  # points of which one may have made a learner fail when it was asked about all of them


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played to its end: where, its rounds, and whether it asked about more points than it showed."""

    specification: Specification
    space: SearchSpace
    setting: SearchSetting
    played: tuple[Played, ...]
    peeks: bool
    fault: Fault | None = None

    @property
    def rounds(self) -> Rounds:
        """Its points and labels."""
        return rounds_of(self.played)

    @property
    def answers(self) -> Answers:
        """What the learner said."""
        return [entry.predicted for entry in self.played]

    @property
    def mistakes(self) -> int:
        """How many answers differ from the labels."""
        return sum(entry.wrong for entry in self.played)


def folder_of(source: Source) -> list[Path]:
    """Return what a user's own learner may read besides its file, in a search: its folder, if it imports from there.

    That is not for a grade, where the submissions of others are in the same folder.
    """
    return [own_folder(source.path)] if source.kind == "file" else []


class Grader:
    """The processes of one learner that is being graded, and what was seen of it.

    All that plays raises CutShort where the ``budget`` runs out or somebody kills the learner's process. A game that is
    cut short by that leaves nothing behind that could be compared or counted, unless its rounds are a violation.

    Attributes:
        budget: the time for all of it.
        records: the games so far. games, rounds: how many of them, and of their rounds, counting those not kept.
        in_force: what its sandbox keeps it from, in words. output: what it printed. events: what else it has tried.

    """

    def __init__(
        self,
        source: Source,
        isolation: str,
        visible: Path | None,
        limits: Limits,
        beside: Iterable[str | Path] = (),
    ) -> None:
        if not 0 < limits.game < math.inf:
            raise InputError(f"seconds should be above 0, but is {limits.game}")
        self.source, self._copies, self._cpu_seconds = source, ExitStack(), math.ceil(limits.game) + SPARE_SECONDS
        self.budget = Stopwatch(limits.game)
        if source.kind == "program":
            self._around = no_sandbox(isolation, visible, source.text)
            self._client: Callable[..., Host] = partial(ProgramClient, source)
        else:
            file = source.path if source.kind == "file" else None
            beside = sys.path if source.kind == "object" else beside
            self._sandbox = partial(sandbox, isolation, visible or file, file, beside=beside)
            self._around = self._surrounded()
            self._client = partial(Client, source, lost=self.close)
        self._client = partial(self._client, limits=limits, budget=self.budget)
        self._host: Host | None = None
        self._asks, self._apart = frozenset[str](), False
        self.records: list[Record] = []
        self.games = self.rounds = self._extensions = 0
        self.in_force = self._around.in_force
        self.output, self.events = "", list[str]()

    def _surrounded(self) -> Sandbox:
        """Return what is to be around each process; what is copied for it is removed in the end, or if it fails."""
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

    def host(self, setting: SearchSetting) -> Host:
        """Return the process that plays, a new one if there is none. Raises InputError or Fault, as ``Client``."""
        if self._host is None:
            self._host = self._open(setting, GAME_SEED)
            self.in_force, self._asks = self._host.in_force, self._host.asks
        return self._host

    def play(self, specification: Specification, game: Game) -> Record:
        """Play a game. A fault ends it, and the process with it; the round that it fell in has no prediction.

        Neither a fault nor what cuts the game short undoes the rounds before: if they break the specification, they are
        the game. If not, CutShort is raised.
        """
        setting = game.setting or game.space.setting
        trial: Trial | None = None
        fault: Fault | None = None
        cut: CutShort | None = None
        try:
            trial = Trial(self.host(setting), game.space, setting)
            game.run(trial)
        except Fault as found:
            fault = found
        except CutShort as found:
            cut = found
        played = tuple(trial.played) if trial else ()
        record = Record(specification, game.space, setting, played, game.peeks)
        if fault or cut:
            self.end()
            if record.mistakes:
                self._have_time_to_confirm()
            if not (record.mistakes and self.verdict(record)):
                if cut:
                    raise cut
                if trial:
                    played = self._fatal(setting, trial.space, played, trial.shown, specification.features)
                record = replace(record, played=played, fault=fault)
        self.games += 1
        self.rounds += len(record.played)
        self.records.append(record)
        return record

    def search(
        self,
        specification: Specification,
        beam: Beam,
        depth: int,
        most_rounds: float = math.inf,
        seen: Callable[[Record], None] = lambda _: None,
    ) -> Iterator[Record]:
        """Yield the games of a search that look like counterexamples. Raises Fault and CutShort, as ``Beam.levels``.

        ``seen`` is shown the most promising game of each level, whatever it looks like.
        """
        try:
            for played in beam.levels(depth, most_rounds):
                record = Record(specification, beam.space, beam.setting, tuple(played), peeks=True)
                seen(record)
                if self.verdict(record):
                    yield record
        finally:
            self.games += beam.games
            self.rounds += beam.rounds

    def forfeited(
        self,
        specification: Specification,
        space: SearchSpace,
        games: Sequence[Sequence[tuple[int, Label]]],
        fault: Fault,
    ) -> Record | None:
        """Return the game, of some with the whole pool after each, in which the learner failed, if it does again."""
        for rounds in games:
            try:
                host = self.host(space.setting)
                space.begin(host, space.setting)
                host.branches([rounds], space.points)
            except Fault:
                self.end()
                played = tuple([Played(space.pool[number], None, label) for number, label in rounds])
                played = self._fatal(space.setting, space, played, range(space.points), specification.features)
                return Record(specification, space, space.setting, played, peeks=True, fault=fault)
        return None

    def _fatal(
        self,
        setting: SearchSetting,
        space: SearchSpace,
        played: tuple[Played, ...],
        shown: Sequence[int],
        features: FeatureMap | None,
    ) -> tuple[Played, ...]:
        """Return the rounds with the one that made it fail, which is one of the points that it was shown last."""
        with suppress(Fault, CutShort), self.another(OTHER_SEED, setting) as host:
            for number in shown[:MAX_SUSPECTS]:
                x = space.pool[number]
                games = [(*played, Played(x, None, label)) for label in LABELS]
                legal = [game for game in games if explanation(setting, game, features)[1] is not None]
                game = (legal or games)[0]
                if len(shown) == 1:
                    return game
                again = replay(host, setting, rounds_of(game), space.sees)
                if again.fault:
                    return again.played
        return played

    def verdict(self, record: Record) -> Counterexample | None:
        """Return the game as a counterexample, if it breaks the specification or was forfeited."""
        self.budget.check()  # to judge a long game takes time, too
        if record.fault:
            features = record.specification.features
            return forfeit(
                self.source.text, record.setting, record.played, str(record.fault), features, told=self._told
            )
        told, bound = self._told, record.space.bound
        return record.specification.broken(self.source.text, bound, record.setting, record.played, told=told)

    @property
    def _told(self) -> bool:
        """Whether its constructor asks for the margin."""
        return "margin_squared" in self._asks

    def difference(self, record: Record, case: Case, how: str, said: Answers, again: Answers) -> Counterexample | None:
        """Return the first rounds of a case, which were answered in two ways; ``None`` if a round has no answer."""
        first, then = (tuple([label for label in answers if isinstance(label, int)]) for answers in (said, again))
        if not len(first) == len(then) == max(len(said), len(again)):
            return None
        played = tuple([Played(x, label, y) for (x, y), label in zip(case.rounds, first, strict=False)])
        legal, target, points = explanation(case.setting, played, record.specification.features, told=self._told)
        found = Counterexample(self.source.text, legal, played, "difference", "", None, how, target, again=then)
        return replace(found, before=case.before, sees=record.space.sees, lifted=points)

    def alone(self, case: Case, sees: View | None, hash_seed: int = OTHER_SEED) -> Replay:
        """Play rounds in a process of their own, all of them unless the learner fails.

        Raises:
            CutShort: as all that plays, and where a call takes too long that does not in one more process.

        """
        found = self._alone(case, sees, hash_seed)
        if found.fault and found.fault.kind == "timeout":
            self._have_time_to_confirm()
            again = self._alone(case, sees, hash_seed)
            if not (again.fault and again.fault.kind == "timeout" and again.answers == found.answers):
                raise CutShort(f"{found.fault.detail}, but not when it was asked again")
        return found

    def _have_time_to_confirm(self) -> None:
        """See to it that what may be a violation can be played again, but only so often: a grade is to end."""
        self._extensions += 1
        if self._extensions <= MAX_EXTENSIONS:
            self.budget.extend(CONFIRMING_SECONDS)

    def _alone(self, case: Case, sees: View | None, hash_seed: int) -> Replay:
        try:
            with self.another(hash_seed, case.setting) as host:
                if case.before:
                    replay(host, case.setting, case.before, sees)
                return replay(host, case.setting, case.rounds, sees)
        except Fault as fault:
            return Replay((), fault)

    def confirmed(self, record: Record, before: Rounds = ()) -> Counterexample | None:
        """Return the counterexample that a game is when it is played again, alone or after another learner's rounds."""
        if self.budget.slow:
            self._have_time_to_confirm()
        case = Case(record.setting, before, record.rounds)
        found = self._judged(record, case, self.alone(case, record.space.sees))
        if found and not record.fault:
            # Several times over, so that a coin does not fall the same way twice, and under different hash seeds.
            place = Replays(self, record, before=before)
            with suppress(CutShort):  # what was repeated once is a violation, or chance, which no learner may rest on
                if does_not_depend_on_the_hash_seed(place, long_enough(record.rounds)):
                    return None
        return found

    def _judged(self, record: Record, case: Case, again: Replay) -> Counterexample | None:
        if again.fault and not record.fault and len(again.played) == len(case.rounds) and again.answers[-1] is not None:
            again = replace(again, fault=None)  # it fails when all is over
        if (again.fault is None) != (record.fault is None):
            return None
        found = self.verdict(replace(record, setting=case.setting, played=again.played, fault=again.fault))
        while found and (shorter := _cut(found)):  # its margin may be larger, and fewer mistakes be allowed
            found = self.verdict(replace(record, setting=found.setting, played=shorter)) or found
            if found.rounds != shorter:
                break
        return found and replace(found, before=case.before, sees=record.space.sees)

    def shrunk(self, found: Counterexample, record: Record) -> Counterexample:
        """Make a counterexample small, as far as effort and time suffice."""
        self._apart = bool(found.before)  # they share state, and so nothing can be seen where others have played
        if found.fault and record.fault and record.fault.kind not in ("raised", "illegal label"):
            return replace(found, minimal=len(found.rounds) <= 1)  # the process ends each time: that takes too long

        smallest, effort = found, Effort(SHRINKING_ROUNDS)

        def test(cases: Sequence[Case]) -> Counterexample | None:
            nonlocal smallest
            cases = [case for case in cases if not _too_short(record, case, smallest)]
            effort.tries += len(cases)
            for case in self._promising(record, cases, effort):
                effort.left -= len(case.rounds)
                if effort.left <= 0:
                    return None
                smaller = self._again(record, case)
                if smaller and (smaller.target is not None or smallest.target is None):
                    smallest = smaller
                    return smaller
            return None

        over = "no shorter game was found in {attempts}"
        try:
            for small in self._smaller(record, found, test, effort):
                case = case_of(small)
                sure = self._judged(record, case, self.alone(case, record.space.sees))
                if sure is None:
                    break
                found = replace(sure, minimal=small.minimal)
            if effort.left <= 0:
                over = "the search for a shorter game reached its limit after {attempts}"
        except CutShort as cut:  # what the last step has left is a counterexample, too
            over = f"{STOPPED_EARLY} after {{attempts}}: {cut}"
        return replace(found, search=over.replace("{attempts}", counted(effort.tries, "attempt")))

    def _smaller(self, record: Record, found: Counterexample, test: Test, effort: Effort) -> Iterator[Counterexample]:
        """Yield ever smaller counterexamples. Games on few points are tried first, or last if the game is short.

        A short game mostly becomes as short without them, and is then easier to read.
        """
        last = found
        if len(found.rounds) > FEW_ROUNDS:
            for last in self._shorter(record, found, test, effort):
                yield last
        for last in shrink(last, test, effort):  # noqa: B020 - the last is what goes on
            yield last
        if len(last.rounds) <= FEW_ROUNDS:
            for shorter in self._shorter(record, last, test, effort):
                yield from shrink(shorter, test, effort)

    def _shorter(self, record: Record, found: Counterexample, test: Test, effort: Effort) -> Iterator[Counterexample]:
        """Look for shorter games on few points, of which always one is shown that the learner gets wrong.

        They are tried on two points, and then on those of the counterexample without as many as possible. Each of the
        two may take a part of the effort.
        """
        bounded = record.space.bound.text in PERCEPTRON_BOUNDS and record.specification.kind == "mistakes"
        if isinstance(found.setting, Finite) or not bounded or self._apart or self._told or record.fault:
            return
        enough = effort.left * (1 - PART_ON_FEW)
        for game in _on_two_points(record, found.setting, len(found.rounds)):
            if effort.left < enough:
                break
            if better := self._wrong_first(record, *game, test, effort):
                yield better
                return
        enough, script = effort.left * (1 - PART_ON_FEW), tuple(dict.fromkeys(rounds_of(found.rounds)))
        parts = [script] if len(script) <= MAX_POINTS else []
        while parts and effort.left > enough:
            counts = [(_fewest(record, part), part) for part in parts]
            parts = []
            for count, part in sorted(counts, key=lambda game: game[0]):
                if count > len(found.rounds) or effort.left < enough:
                    break
                if better := self._wrong_first(record, found.setting, part, int(count), test, effort):
                    yield (found := better)
                    parts = [part[:n] + part[n + 1 :] for n in range(len(part))]
                    break

    def _wrong_first(  # noqa: PLR0913, PLR0917 - a game, and who judges it
        self, record: Record, setting: SearchSetting, script: Rounds, count: int, test: Test, effort: Effort
    ) -> Counterexample | None:
        """Have a fresh learner be wrong so many times on some points; return the game if it is a counterexample."""
        points, numbers = numbered(setting, script)
        rounds: list[tuple[Point, Label]] = []
        effort.tries += 1
        try:
            host = self.host(setting)
            host.begin(setting, points, record.space.sees)
            while len(rounds) < count:
                said = host.predict([numbers[x] for x, _ in script])
                order = [*range(len(rounds) % len(script), len(script)), *range(len(script))]
                wrong = next((n for n in order if said[n] != script[n][1]), None)
                effort.left -= 1 + len(script)
                if wrong is None:
                    return None
                rounds.append(script[wrong])
                host.predict([numbers[script[wrong][0]]])
                host.tell(script[wrong][1])
        except Fault as fault:
            self._failed(fault)
            return None
        return test([Case(setting, (), tuple(rounds))])

    def _promising(self, record: Record, cases: Sequence[Case], effort: Effort) -> Iterable[Case]:
        """Leave out the cases that are not counterexamples at a quick look: all of them are played in one go."""
        if len(cases) < FEW or record.fault or self._apart or any(case.setting != cases[0].setting for case in cases):
            return cases
        setting = cases[0].setting
        points, numbers = numbered(setting, [entry for case in cases for entry in case.rounds])
        games = [[(numbers[x], y) for x, y in case.rounds] for case in cases]
        effort.left -= sum(map(len, games))
        try:
            host = self.host(setting)
            host.begin(setting, points, record.space.sees)
            said = host.branches(games, 0)
        except Fault as fault:
            self._failed(fault)
            return cases
        return [
            case
            for case, answers in zip(cases, said, strict=True)
            if not _hopeless(record, setting, [Played(x, p, y) for (x, y), p in zip(case.rounds, answers, strict=True)])
        ]

    def _again(self, record: Record, case: Case) -> Counterexample | None:
        """Play a case in the process at hand, if learners share nothing, or else in one of its own; and judge it."""
        if case.before or self._apart:
            again = self.alone(case, record.space.sees)
        else:
            again = replay(self.host(case.setting), case.setting, case.rounds, record.space.sees)
            if again.fault and again.fault.kind not in ("raised", "illegal label"):
                self._failed(again.fault)
        if not again.fault and _hopeless(record, case.setting, again.played):
            return None
        return self._judged(record, case, again)

    def _failed(self, fault: Fault) -> None:
        """End a process in which a learner failed. Raises CutShort if a call took too long: the machine may be slow."""
        self.end()
        if fault.kind == "timeout":
            raise CutShort(fault.detail)

    @contextmanager
    def another(self, hash_seed: int, setting: SearchSetting) -> Iterator[Host]:
        """Open one more process. Raises Fault, as ``Client``."""
        host = self._open(setting, hash_seed)
        try:
            yield host
        finally:
            self.close(host)

    def close(self, host: Host) -> None:
        """End a process, and keep what it printed and tried."""
        self.events += [event for event in host.audit_events() if event not in self.events]
        host.close()
        self.output = self.output or host.output
        if host.in_force[: len(self._around.in_force)] == self._around.in_force:  # otherwise a weaker one is told of
            self.in_force = max(self.in_force, host.in_force, key=len)

    def _open(self, setting: SearchSetting, hash_seed: int) -> Host:
        opened = partial(self._client, setting=setting, hash_seed=hash_seed, known=self.rounds > 0)
        for spare in reversed(range(SPARE_STARTS + 1)):
            left = self.budget.left
            try:
                return opened(sandbox=self._around)
            except NotStarted:
                nested = bool(self._around.prefix)
                if nested and not works_now(self._around.prefix[0]):
                    self._go_on_in_plain()
                if nested == bool(self._around.prefix):  # nothing is wrong with bubblewrap
                    self.budget.check()
                    if not spare:
                        raise
            self.budget.extend(left)  # to have waited for bubblewrap costs the learner nothing
        return opened(sandbox=self._around)  # bubblewrap stopped working at the last try

    def _go_on_in_plain(self) -> None:
        """Go on without bubblewrap, which does not work anymore. Raises NotStarted if it is required."""
        try:
            self._around = self._surrounded()
        except InputError as error:
            raise NotStarted(str(error)) from None
        told = " ".join(["bubblewrap until it stopped working, then", *self._around.in_force])
        self._around = self._around._replace(in_force=(told,))
        self.in_force = self._around.in_force

    def end(self) -> None:
        """End the process that plays; the next game gets a new one."""
        if self._host:
            self.close(self._host)
        self._host = None


@dataclass(frozen=True, slots=True)
class Replays:
    """A ``Venue`` in which recorded games are played again: in the process at hand, or in one that is given.

    Raises CutShort where a call takes too long that has not before: that tells nothing.
    """

    grader: Grader
    record: Record
    host: Host | None = None
    before: Rounds = ()  # what another learner is taught first, where a process is opened for a game

    @property
    def setting(self) -> SearchSetting:
        """The setting of the game."""
        return self.record.setting

    def play(self, rounds: Rounds) -> Answers:
        """Play rounds in the process that there is."""
        return self._played(self.host or self.grader.host(self.setting), rounds)

    def alone(self, rounds: Rounds, hash_seed: int = OTHER_SEED) -> Answers:
        """Play rounds in the process that is given, or in a new one."""
        if self.host:
            return self.play(rounds)
        case = Case(self.setting, self.before, rounds)
        return self.grader.alone(case, self.record.space.sees, hash_seed).answers

    def after(self, rounds: Rounds, setting: SearchSetting, before: Rounds) -> Answers:
        """Play rounds in a new process in which another learner has played before, whatever came of it."""
        with self.grader.another(OTHER_SEED, setting) as host:
            replay(host, setting, before, self.record.space.sees)
            return self._played(host, rounds)

    def beside(self, rounds: Rounds, others: Rounds) -> Answers:
        """Play the first rounds; after each, a new learner is taught as many of the others."""
        host = self.host or self.grader.host(self.setting)
        return self._played(host, rounds[:MAX_BESIDE], others[:MAX_BESIDE])

    def sparing(self, rounds: Rounds, kept: Sequence[bool]) -> dict[int, Prediction | None]:
        """Play only what is kept."""
        numbers = [number for number, wanted in enumerate(kept) if wanted]
        return dict(zip(numbers, self.play(tuple(rounds[number] for number in numbers)), strict=False))

    def asked_more(self, rounds: Rounds) -> Iterator[tuple[str, Answers]]:
        """Return what was said in the recorded game."""
        yield "asked about points that are not shown", self.record.answers[: len(rounds)]

    def _played(self, host: Host, rounds: Rounds, beside: Rounds = ()) -> Answers:
        ahead = not (beside or self.record.fault)
        again = replay(host, self.setting, rounds, self.record.space.sees, beside, ahead=ahead).in_time
        if again.fault and self.host is None:
            self.grader.end()
        return again.answers


def long_enough(rounds: Rounds) -> Rounds:
    """Return rounds so many times over that a coin does not fall the same way twice in them."""
    return rounds * -(-NO_COIN // max(len(rounds), 1))


def _on_two_points(record: Record, setting: SearchSetting, below: int) -> Iterator[tuple[SearchSetting, Rounds, int]]:
    """Yield pairs of points with labels, and how many mistakes are too many there, if below a number: least first."""
    pool, features = record.space.pool, record.specification.features
    if isinstance(setting, Halfspaces) and features is None:
        pool, setting = tuple(plane_points(unit_norm=setting.unit_norm)), replace(setting, dimension=2)
    points = [entry.x for entry in lifted([Played(x, None, 1) for x in pool], features)]
    width = max([x.entries[-1][0] + 1 for x in points if isinstance(x, Vector) and x.entries])
    for bound, one, other, sign in pairs(dense(points, width), below - 1):
        for label, (i, j) in product(LABELS, ((one, other), (other, one))):
            yield setting, ((pool[i], label), (pool[j], LABELS[sign != label])), _above(bound)


def _fewest(record: Record, rounds: Rounds) -> float:
    """Return how many mistakes are too many on some points with their labels."""
    played = [Played(x, None, label) for x, label in rounds]
    squared = float_margin_squared(lifted(played, record.specification.features)) if played else 0.0
    return _above(1 / squared) if squared else math.inf


def _above(bound: float) -> int:
    """Return the least number of mistakes above a bound, which is known but for rounding."""
    return int(bound * (1 + 1e-4)) + 1


def _cut(found: Counterexample) -> tuple[Played, ...] | None:
    """Return the rounds up to the first mistake too many, if there are more."""
    wrong = [number for number, entry in enumerate(found.rounds, 1) if entry.wrong]
    if found.allowed is None or not wrong:
        return None
    last = wrong[min(max(found.allowed, 0), len(wrong) - 1)]
    return found.rounds[:last] if last < len(found.rounds) else None


def _too_short(record: Record, case: Case, smallest: Counterexample) -> bool:
    """Tell, exactly, that a game is not a violation even if every one of its rounds is a mistake.

    For halfspaces that is seen where the points and labels are those of the counterexample, and so the best margin.
    """
    setting, rounds, specification = case.setting, case.rounds, record.specification
    if record.fault or specification.kind == "consistent" or specification.features or not rounds:
        return False
    if isinstance(setting, Finite):
        return _allowed(record, setting, len(rounds))
    shown = {(id(x), y): x for x, y in rounds if isinstance(x, Vector)}
    known = {(id(entry.x), entry.label) for entry in smallest.rounds}
    if record.space.bound.text not in PERCEPTRON_BOUNDS or {*shown} != known:
        return False
    longest = max([x.norm_squared() for x in shown.values()])
    return len(rounds) * setting.margin_squared * (1 - specification.tolerance) <= longest


def _hopeless(record: Record, setting: SearchSetting, played: Sequence[Played]) -> bool:
    """Tell, in floats, that rounds break no bound that falls as the margin grows; exactness is for those that do."""
    mistakes = sum(entry.wrong for entry in played)
    if record.specification.kind == "consistent":
        return False
    if isinstance(setting, Finite):
        return _allowed(record, setting, mistakes)
    if record.space.bound.text not in PERCEPTRON_BOUNDS or not played:
        return False
    return bool(mistakes * float_margin_squared(lifted(played, record.specification.features)) < 1 - 1e-6)


def _allowed(record: Record, setting: Finite, mistakes: int) -> bool:
    """Tell whether the bound allows so many mistakes on a class, which may be a part of the record's."""
    allowed = replace(record.space, setting=setting).allowed
    return allowed is not None and mistakes <= allowed
