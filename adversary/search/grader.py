"""Grading: one learner in a sandbox, every game of its kind, and what came of it."""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from adversary.search.beam import Beam
from adversary.search.counterexample import Counterexample, Played, rounds_of
from adversary.search.games import LABELS, Game, Replay, Trial, replay
from adversary.search.shrink import Case, Effort, case_of, shrink
from adversary.search.spaces import SearchSpace, float_margin_squared
from adversary.search.specification import PERCEPTRON_BOUNDS, Specification, forfeit
from learners.checks.properties import does_not_depend_on_the_hash_seed
from learners.checks.venue import GAME_SEED, OTHER_SEED, Answers, Rounds
from learners.loading.sources import Source
from learners.protocol import Fault, Label, Prediction, View
from learners.sandbox.child import Limits
from learners.sandbox.client import Client
from learners.sandbox.clock import CutShort, Stopwatch
from learners.sandbox.isolation import sandbox
from proofs.exact.vectors import Vector
from proofs.formats.settings import Finite, Halfspaces, Setting


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played to its end: where, its rounds, and whether it asked about more points than it showed."""

    specification: Specification
    space: SearchSpace
    setting: Setting
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
        return sum(entry.predicted != entry.label for entry in self.played)

    @property
    def case(self) -> Case:
        """What has to be played to see it again."""
        return self.setting, (), self.rounds


class Grader:
    """The processes of one learner that is being graded, and what was seen of it.

    All that plays raises CutShort where the ``budget`` runs out or the learner sleeps too long. A game that is cut
    short by that leaves nothing behind that could be compared or counted.

    Attributes:
        budget: the time for all of it.
        records: the games so far. games, rounds: how many of them, and of their rounds, counting those not kept.
        in_force: what its sandbox keeps it from, in words. output: what it printed. events: what else it has tried.

    """

    def __init__(self, source: Source, walls: str, visible: Path | None, limits: Limits) -> None:
        self.source, self._limits = source, limits
        around = sandbox(walls, visible or source.path.resolve())
        self._sandbox = around._replace(plan={**around.plan, "cpu_seconds": math.ceil(limits.game) + SPARE_SECONDS})
        self.budget = Stopwatch(limits.game)
        self._host: Client | None = None
        self._asks, self._apart = frozenset[str](), False
        self.records: list[Record] = []
        self.games = self.rounds = 0
        self.in_force: tuple[str, ...] = self._sandbox.in_force
        self.output, self.events = "", list[str]()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def host(self, setting: Setting) -> Client:
        """Return the process that plays, a new one if there is none. Raises InputError or Fault, as ``Client``."""
        if self._host is None:
            self._host = self._open(setting, GAME_SEED)
            self.in_force, self._asks = self._host.in_force, self._host.asks
        return self._host

    def asks(self, argument: str) -> bool:
        """Tell whether the learner's constructor names an argument."""
        return argument in self._asks

    def play(self, specification: Specification, game: Game) -> Record:
        """Play a game. A fault ends it, and the process with it; the round that it fell in has no prediction."""
        setting = game.setting or game.space.setting
        trial: Trial | None = None
        fault = None
        try:
            trial = Trial(self.host(setting), game.space, setting)
            game.run(trial)
        except Fault as found:
            fault = found
            self.end()
        played = tuple(trial.played) if trial else ()
        self.games += 1
        self.rounds += len(played)
        if fault and trial:
            played = self._fatal(setting, trial.space, played, trial.shown)
        record = Record(specification, game.space, setting, played, game.peeks, fault)
        self.records.append(record)
        return record

    def search(
        self, specification: Specification, beam: Beam, depth: int, most_rounds: float = math.inf
    ) -> Iterator[Record]:
        """Yield the games of a search that look like counterexamples. Raises Fault and CutShort, as ``Beam.levels``."""
        try:
            for played in beam.levels(depth, most_rounds):
                record = Record(specification, beam.space, beam.setting, tuple(played), peeks=True)
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
                played = self._fatal(space.setting, space, played, range(space.points))
                return Record(specification, space, space.setting, played, peeks=True, fault=fault)
        return None

    def _fatal(
        self, setting: Setting, space: SearchSpace, played: tuple[Played, ...], shown: Sequence[int]
    ) -> tuple[Played, ...]:
        """Return the rounds with the one that made it fail, which is one of the points that it was shown last."""
        rounds = rounds_of(played)
        with suppress(Fault), self.another(OTHER_SEED, setting) as host:
            for number in shown[:MOST_SUSPECTS]:
                games = [[*played, Played(space.pool[number], None, label)] for label in LABELS]
                legal = [game for game in games if forfeit("", setting, game, "").target is not None]
                last = (legal or games)[0][-1]
                again = replay(host, setting, (*rounds, (last.x, last.label)), space.sees)
                if again.fault:
                    return again.played
        return played

    def verdict(self, record: Record) -> Counterexample | None:
        """Return the game as a counterexample, if it breaks the specification or was forfeited."""
        self.budget.check()  # to judge a long game takes time, too
        if record.fault:
            return forfeit(self.source.text, record.setting, record.played, str(record.fault))
        told = self.asks("margin_squared")
        space = record.space
        return record.specification.broken(self.source.text, space.bound, record.setting, record.played, told=told)

    def alone(self, case: Case, sees: View | None, hash_seed: int = OTHER_SEED) -> Replay:
        """Play rounds in a process of their own, all of them unless the learner fails. Raises CutShort."""
        setting, before, rounds = case
        try:
            with self.another(hash_seed, setting) as host:
                if before:
                    replay(host, setting, before, sees)
                return replay(host, setting, rounds, sees)
        except Fault as fault:
            return Replay((), fault)

    def confirmed(self, record: Record, before: Rounds = ()) -> Counterexample | None:
        """Return the counterexample that a game is when it is played again, alone or after another learner's rounds."""
        case = record.setting, before, record.rounds
        found = self._judged(record, case, self.alone(case, record.space.sees))
        if found and not record.fault:
            # Several times over, so that a coin does not fall the same way twice, and under different hash seeds.
            place = Replays(self, record, before=before)
            if does_not_depend_on_the_hash_seed(place, long_enough(record.rounds)):
                return None
        return found

    def _judged(self, record: Record, case: Case, again: Replay) -> Counterexample | None:
        setting, before, _ = case
        if again.fault and not record.fault:
            return None
        seen = replace(record, setting=setting, played=again.played, fault=again.fault)
        found = self.verdict(seen) if again.fault or not record.fault else None
        return replace(found, before=before, sees=record.space.sees) if found else None

    def shrunk(self, found: Counterexample, record: Record) -> Counterexample:
        """Make a counterexample small, as far as effort and time suffice."""
        self._apart = bool(found.before)  # they share state, and so nothing can be seen where others have played
        if found.fault and record.fault and record.fault.kind not in ("raised", "illegal label"):
            return replace(found, minimal=len(found.rounds) <= 1)  # the process ends each time: that takes too long

        best = [found]  # the smallest so far
        effort, sees = Effort(SHRINKING_ROUNDS), record.space.sees

        def test(cases: Sequence[Case]) -> Counterexample | None:
            cases = [case for case in cases if not _too_short(record, case, best)]
            for case in self._promising(record, cases, effort):
                effort.left -= len(case[2])
                if effort.left <= 0:
                    return None
                smaller = self._again(record, case)
                if smaller is not None:
                    best[0] = smaller
                    return smaller
            return None

        try:
            for small in shrink(found, test, effort):
                case = case_of(small)
                sure = self._judged(record, case, self.alone(case, sees))
                if sure is None:
                    break
                found = replace(sure, minimal=small.minimal)
        except CutShort:
            pass  # what the last step has left is a counterexample, too
        return found

    def _promising(self, record: Record, cases: Sequence[Case], effort: Effort) -> Iterable[Case]:
        """Leave out the cases that are not counterexamples at a quick look: all of them are played in one go."""
        settings = [setting for setting, _, _ in cases]
        if len(cases) < FEW or record.fault or self._apart or any(setting != settings[0] for setting in settings):
            return cases
        setting = settings[0]
        points = list(dict.fromkeys(x for _, _, rounds in cases for x, _ in rounds))
        numbers = {x: x if isinstance(x, int) else number for number, x in enumerate(points)}
        games = [[(numbers[x], y) for x, y in rounds] for _, _, rounds in cases]
        effort.left -= sum(map(len, games))
        try:
            host = self.host(setting)
            host.begin(setting, points if isinstance(setting, Halfspaces) else (), record.space.sees)
            said = host.branches(games, 0)
        except Fault:
            self.end()
            return cases
        played = [
            tuple(Played(x, p, y) for (x, y), p in zip(rounds, answers, strict=True))
            for (_, _, rounds), answers in zip(cases, said, strict=True)
        ]
        return [case for case, game in zip(cases, played, strict=True) if not _hopeless(record, setting, game)]

    def _again(self, record: Record, case: Case) -> Counterexample | None:
        """Play a case in the process at hand, if learners share nothing, or else in one of its own; and judge it."""
        setting, before, rounds = case
        if before or self._apart:
            again = self.alone(case, record.space.sees)
        else:
            again = replay(self.host(setting), setting, rounds, record.space.sees)
            if again.fault and again.fault.kind not in ("raised", "illegal label"):
                self.end()
        if not again.fault and _hopeless(record, setting, again.played):
            return None
        return self._judged(record, case, again)

    @contextmanager
    def another(self, hash_seed: int, setting: Setting) -> Iterator[Client]:
        """Open one more process. Raises Fault, as ``Client``."""
        host = self._open(setting, hash_seed)
        try:
            yield host
        finally:
            self.close(host)

    def close(self, host: Client) -> None:
        """End a process, and keep what it printed and tried."""
        self.events += [event for event in host.audit_events() if event not in self.events]
        host.close()
        self.output = self.output or host.output
        self.in_force = max(self.in_force, host.in_force, key=len)

    def _open(self, setting: Setting, hash_seed: int) -> Client:
        known = self.rounds > 0
        return Client(
            self.source,
            setting,
            self._limits,
            hash_seed,
            sandbox=self._sandbox,
            budget=self.budget,
            known=known,
            lost=self.close,
        )

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
    host: Client | None = None
    before: Rounds = ()  # what another learner is taught first, where a process is opened for a game

    @property
    def setting(self) -> Setting:
        """The setting of the game."""
        return self.record.setting

    def play(self, rounds: Rounds) -> Answers:
        """Play rounds in the process that there is."""
        return self._played(self.host or self.grader.host(self.setting), rounds)

    def alone(self, rounds: Rounds, hash_seed: int = OTHER_SEED) -> Answers:
        """Play rounds in the process that is given, or in a new one."""
        if self.host:
            return self.play(rounds)
        case = self.setting, self.before, rounds
        return self.grader.alone(case, self.record.space.sees, hash_seed).in_time.answers

    def after(self, rounds: Rounds, setting: Setting, before: Rounds) -> Answers:
        """Play rounds in a new process in which another learner has played before, whatever came of it."""
        with self.grader.another(OTHER_SEED, setting) as host:
            replay(host, setting, before, self.record.space.sees)
            return self._played(host, rounds)

    def beside(self, rounds: Rounds, others: Rounds) -> Answers:
        """Play the first rounds; after each, a new learner is taught as many of the others."""
        host = self.host or self.grader.host(self.setting)
        return self._played(host, rounds[:MOST_BESIDE], others[:MOST_BESIDE])

    def sparing(self, rounds: Rounds, kept: Sequence[bool]) -> dict[int, Prediction | None]:
        """Play only what is kept."""
        numbers = [number for number, wanted in enumerate(kept) if wanted]
        return dict(zip(numbers, self.play(tuple(rounds[number] for number in numbers)), strict=False))

    def asked_more(self, rounds: Rounds) -> Iterator[tuple[str, Answers]]:
        """Return what was said in the recorded game."""
        yield "asked about points that are not shown", self.record.answers[: len(rounds)]

    def _played(self, host: Client, rounds: Rounds, beside: Rounds = ()) -> Answers:
        again = replay(host, self.setting, rounds, self.record.space.sees, beside).in_time
        if again.fault and self.host is None:
            self.grader.end()
        return again.answers


def long_enough(rounds: Rounds) -> Rounds:
    """Return rounds so many times over that a coin does not fall the same way twice in them."""
    return rounds * -(-NO_COIN // max(len(rounds), 1))


MOST_BESIDE = 12
"""Rounds of a game that is played beside others."""

NO_COIN = 30
"""Rounds in which chance does not give the same answers twice."""

FEW = 4
"""Cases that are played one by one."""

SHRINKING_ROUNDS = 300_000
"""Rounds that are played to make a counterexample small."""

SPARE_SECONDS = 30
"""Seconds of computing after which the system ends a process, beyond those of a whole grade."""

MOST_SUSPECTS = 80
"""Points of which one may have made a learner fail when it was asked about all of them."""


def _too_short(record: Record, case: Case, best: Sequence[Counterexample]) -> bool:
    """Tell, exactly, that a game is not a violation even if every one of its rounds is a mistake.

    For halfspaces that is seen where the points and labels are those of the counterexample, and so the best margin.
    """
    setting, _, rounds = case
    specification, bound = record.specification, record.space.bound
    if record.fault or specification.kind == "consistent" or specification.features or not rounds:
        return False
    if isinstance(setting, Finite):
        allowed = replace(record.space, setting=setting).allowed
        return allowed is not None and len(rounds) <= allowed
    shown = {(id(x), y): x for x, y in rounds if isinstance(x, Vector)}
    if bound.text not in PERCEPTRON_BOUNDS or {*shown} != {(id(entry.x), entry.label) for entry in best[0].rounds}:
        return False
    longest = max([x.norm_squared() for x in shown.values()])
    return len(rounds) * setting.margin_squared * (1 - specification.tolerance) <= longest


def _hopeless(record: Record, setting: Setting, played: Sequence[Played]) -> bool:
    """Tell, in floats, that rounds break no bound that falls as the margin grows; exactness is for those that do."""
    bound = record.space.bound.text
    mistakes = sum(entry.predicted != entry.label for entry in played)
    if record.specification.kind == "consistent":
        return False
    if isinstance(setting, Finite):
        allowed = replace(record.space, setting=setting).allowed
        return allowed is not None and mistakes <= allowed
    if bound not in PERCEPTRON_BOUNDS or not played:
        return False
    return bool(mistakes * float_margin_squared(record.specification.lifted(played)) < 1 - 1e-6)
