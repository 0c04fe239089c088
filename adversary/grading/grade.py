"""The grading of a learner: try every requirement of a kind, and shrink the first violation."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from adversary.grading.bugs import perceptron
from adversary.grading.diagnosis import likenesses, telling_games
from adversary.grading.hints import failing_lines, imports_random, method_lines, optional_checks
from adversary.grading.kinds.any import ANY, fitness
from adversary.grading.kinds.find import find_kind
from adversary.grading.kinds.kind import LEAST_GAMES, Kind, Requirement
from adversary.grading.kinds.registry import KINDS_OF_CLASSES
from adversary.grading.reproduce import reproduction
from adversary.grading.result import SIDE_EFFECTS, TIES, Finding, Grade, Likeness, weighed
from adversary.grading.weights import with_weights
from adversary.search.beam import Beam
from adversary.search.counterexample import Counterexample, traced
from adversary.search.determinism import (
    ANSWERS,
    ASKED,
    DETERMINISTIC,
    HASH_SEED,
    MORE_SEEDS,
    SHARES,
    FailedCheck,
    asked_more,
    compared,
    compared_in_fresh_processes,
    diagnose,
    sampled,
    with_turn,
)
from adversary.search.games.game import Game, seeded
from adversary.search.grader import Grader, check_seconds
from adversary.search.moves import survives
from adversary.search.record import Record
from adversary.search.shrink import Shrinker
from adversary.search.spaces.registry import SearchSpace
from adversary.search.vary import varied
from learners.loading import sources
from learners.loading.scripts import MissingPackageError
from learners.loading.sources import Source
from learners.protocol import Fault
from learners.runner.child import Limits
from learners.runner.clock import CutShort, NotStarted
from learners.spec import NEEDS_A_CLASS
from proofs.exact.errors import InputError, ResourceError, counted
from proofs.exact.mistake_bounds import Undecided, Undefined

GRADE_SECONDS = 30.0
"""For a whole grade."""

GRADE_CALL_SECONDS = 2.0
"""For a call of the learner's."""

HINTS_SECONDS = 10
"""That are there, at least, to compare a learner that failed with known bugs, and to look at its w."""

SEARCH_ROUNDS, SEARCH_WIDTH, SEARCH_DEPTH = 30_000, 40, 12
"""Of the search among many games at once, after the others: rounds in all spaces, games kept, and rounds of a game."""

NO_SIDE_EFFECTS = "it does not write files, open sockets, start processes or reach into the grader"

UNSEEN = "not tried: other actions of a program are not observed"
ASKED_ONCE = "not tried: the protocol of programs has one question a round"

_DETERMINISM_CHECKS = {
    DETERMINISTIC: "a new process gives the same answers",
    HASH_SEED: "a process with another PYTHONHASHSEED gives the same answers",
    SHARES: "labels told to one learner do not change the answers of another learner",
}


def grade(  # noqa: PLR0913 - each is an option of the command line
    learner: object,
    kind: str | Kind,
    *,
    isolation: str = "auto",
    seconds: float = GRADE_SECONDS,
    seed: int = 0,
    visible: Path | None = None,
    output: str | Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Grade:
    """Grade a learner in a sandbox, in a separate process.

    The arguments are those of ``adversary.grade``; besides, ``output`` is the file for the trace of a counterexample,
    and ``progress`` receives the current stage.

    Raises:
        InputError: as there; an ``Undefined`` if in some game the kind's bound has no value or is below 0.

    """
    check_seconds(seconds)
    source = sources.find(learner)
    chosen = kind if isinstance(kind, Kind) else find_kind(kind)
    if chosen.reading.batch and source.kind != "file":
        raise InputError(f"{source.text}: the kind {chosen.name} trains programs in one call, and is for files alone")
    if chosen is ANY:
        return weighed(fitness(source, seconds, isolation), chosen.weights)
    attempt = partial(
        _grade, kind=chosen, isolation=isolation, seconds=seconds, seed=seed, visible=visible, progress=progress
    )
    first = attempt(msgspec.structs.replace(source, reading=chosen.reading))
    result = first.grade
    if (
        (fault := result.fault)
        and fault.is_zero
        and source.kind == "file"
        and not (chosen.reading.batch or chosen.reading.labels or chosen.reading.zero)
    ):
        others: list[dict[str, Any]] = [] if first.said_minus else [{"labels": (0, 1)}]
        others += [{"zero": 1}] * (first.said_minus or fault.answer != "False")  # numbers may be 0 on ties alone
        others += [] if first.said_minus else [{"zero": -1}]
        attempts = list[_Attempt]()
        for declared in others:
            reading = msgspec.structs.replace(chosen.reading, **declared)
            again = attempt(msgspec.structs.replace(source, reading=reading))
            passed, fault = again.grade.verdict == "passed", again.grade.fault
            illegal = fault is not None and fault.kind == "illegal label"
            if passed or (not illegal and (reading.zero < 1 or again.grade.likenesses)):
                attempts.append(again)  # without a known bug its answer 0 is what it is told
            if passed:
                break
        result = max(attempts, key=_how_far, default=first).grade
    game = result.counterexample
    return replace(result, counterexample=game and traced(game, f"grade:{chosen.name}", output))


class _Attempt(NamedTuple):
    """The grade of a learner in a way of reading it, whether it ever answered -1, and after how many games."""

    grade: Grade
    said_minus: bool
    games: int


def _how_far(attempt: _Attempt) -> tuple[bool, bool, int, bool]:
    """Return how well a learner does in a way of reading it: of two in which it fails, its own takes it farther."""
    grade = attempt.grade
    return grade.verdict == "passed", grade.verdict != "failed", attempt.games, bool(grade.likenesses)


def _is_its_own(fault: Fault, source: Source) -> bool:
    """Tell whether a fault is the learner's own: no package is missing here, and no adapter has raised."""
    adapter = Path(source.reading.adapter).name
    missing = fault.error == MissingPackageError.__name__
    missing = missing or (fault.error == ModuleNotFoundError.__name__ and bool(fault.place))  # a method imports it
    return not missing and not (adapter and fault.place.startswith(f"the adapter {adapter},"))


def _grade(  # noqa: PLR0913, PLR0917 - as of ``grade``
    source: Source,
    kind: Kind,
    isolation: str,
    seconds: float,
    seed: int,
    visible: Path | None,
    progress: Callable[[str], None],
) -> _Attempt:
    """Grade a learner that is read in one way.

    Its counterexample is not judged yet.
    """
    limits, beside = Limits(min(GRADE_CALL_SECONDS, seconds), seconds), [*filter(None, [source.reading.adapter])]
    asked = partial(Grader, tolerance=kind.tolerance, consistent=kind.consistent)
    with asked(source, isolation, visible, limits, beside) as grader:
        grading = _Grading(grader, kind, progress, seed)
        grading.run_to_an_end()
        problem = grading.problem
        if grading.failed and not problem:
            grader.budget.extend(HINTS_SECONDS)  # to make the counterexample small may have taken all
            grading.diagnose()
            grading.look_at_weights()
            grading.vary()
            grading.look_for_hints()
    game = grading.failed and grading.failed.counterexample
    reason = grading.reason
    if grading.failed and not problem:
        reason = (game and game.failure) or grading.failed.fault
    if not problem and isinstance(reason, Fault) and not _is_its_own(reason, source):
        problem, game = reason.detail, None
    checks = grading.side_effects() if problem else grading.checks()
    fault, recipe = reason if isinstance(reason, Fault) else None, grader.recipe
    predicts = any(bug.advice.startswith(("In predict", "Predict")) for bug in grading.likenesses[:1])
    call = fault.call if fault else "predict" if predicts else "update"
    excerpt = failing_lines(source.path, fault.place) if source.kind == "file" and fault else ()
    excerpt = excerpt or (method_lines(source.path, recipe, call) if recipe and game else ())
    result = Grade(
        source.text,
        kind.name,
        checks,
        game or None,
        grader.games,
        grader.rounds,
        grader.budget.spent,
        grader.in_force,
        grader.output,
        problem,
        excerpt,
        likenesses=grading.likenesses,
        fault=fault,
        reads=grader.reads,
        reproduce=reproduction(game, recipe, source.reading, source.path) if recipe and game else (),
    )
    said_minus = any(-1 in record.answers for record in grader.records)
    return _Attempt(
        weighed(result, kind.weights),
        said_minus,
        sum(count for (_, of), count in grading.counts.items() if of == "games"),
    )


@dataclass
class _Grading:
    """One grading under way.

    ``failed`` is the check that it fails, with the game in which it does; ``cut`` why it was not graded to the end, and
    ``problem`` why it cannot be graded at all; ``reason`` is the fault behind either, if there is one.
    ``on_ties`` has, by requirement, a game that breaks the bound, but no longer once its points are moved a little.
    ``done`` are the names of the checks that were tried to the end.
    """

    grader: Grader
    kind: Kind
    progress: Callable[[str], None]
    seed: int
    failed: FailedCheck | None = None
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)  # games and rounds, for each requirement
    optional_findings: tuple[Finding, ...] = ()
    asking_changes: str = ""
    done: set[str] = field(default_factory=set)
    searched: dict[int, Record] = field(default_factory=dict)  # the deepest game of each search
    fresh: int = 0  # how many games were compared with fresh processes
    telling: list[Record] = field(default_factory=list)  # games that tell variants apart
    likenesses: tuple[Likeness, ...] = ()
    cut: str = ""
    problem: str | None = None
    reason: BaseException | None = None
    on_ties: dict[str, Counterexample] = field(default_factory=dict)

    @property
    def _is_program(self) -> bool:
        return self.grader.source.kind == "program"

    def _plays_in(self, space: SearchSpace) -> bool:
        return self.grader.source.plays_in(space.setting)

    @property
    def _in_dimensions(self) -> str:
        """Return the dimensions of the games, if the learner does not play in all."""
        most = self.grader.source.max_dimension
        return "" if most is None else f" in dimension 1 to {most}, where {self.grader.source.text} plays"

    def run_to_an_end(self) -> None:
        """Try everything, until something fails, or the grade is cut short. Raises Undefined, or ResourceError."""
        try:
            self._run()
        except CutShort as cut:
            if isinstance(cut, NotStarted) and not self.failed:
                raise ResourceError(str(cut)) from None
            self.cut = f"{cut}: give more with --seconds" if cut.limit == "game" else str(cut)
            self.reason = Fault("timeout", str(cut), limit=cut.limit)
        except Fault as fault:  # one more process of it could not be started
            if fault.kind == "timeout":
                self.cut, self.reason = f"{fault.detail}, but it did in an earlier process", fault
            else:
                failed = FailedCheck(DETERMINISTIC, f"started again, it fails: {fault}", fault=fault)
                self.failed = self.failed or failed
        except Undefined as error:
            raise Undefined(f"the kind {self.kind.name}: its bound is unusable in some game: {error}") from None
        except (InputError, Undecided) as error:
            self.problem, self.reason = str(error), error.__cause__
            if NEEDS_A_CLASS in self.problem:
                self.problem = self.problem.replace(NEEDS_A_CLASS, f"grade it as {' or '.join(KINDS_OF_CLASSES)}")
        if self.failed or not self.cut:
            self.done |= {ANSWERS, SIDE_EFFECTS}

    def _run(self) -> None:
        """Try everything, in the same order on every machine, until something fails. Raises CutShort."""
        games = list[tuple[Requirement, Game[Any]]]()
        for requirement in self.kind.requirements:
            own = [(requirement, game) for game in self._within(requirement) if self._plays_in(game.space)]
            if not own and self._in_dimensions:
                raise InputError(f"{requirement.name}: the kind {self.kind.name} has no games{self._in_dimensions}")
            games += own
        games.sort(key=lambda game: game[1].extra)
        played = self.grader.play_all([game for _, game in games])
        for requirement, _ in games:
            self.progress(f"playing on {requirement.name}")
            record = next(played)
            self.counts[requirement.name, "games"] += 1
            self.counts[requirement.name, "rounds"] += len(record.played)
            if self.grader.verdict(record) and self._weigh(requirement, record):
                return
        self.done |= {requirement.name for requirement in self.kind.requirements}
        self.progress("playing again")
        if failed := compared(self.grader, self.grader.records):
            self._fail_check(failed)
            return
        self.done |= {DETERMINISTIC, HASH_SEED}
        if self._is_program:
            self.done.add(SHARES)
        else:
            self.asking_changes = self.asking_changes or asked_more(self.grader, self.grader.records)
            self.done.add(ASKED)
        self.progress("searching")
        self._search()
        if not self.failed:
            self.progress("playing in fresh processes")
            # What a program has seen before is not compared: it is started for each game.
            sample = [] if self._is_program else sampled(self.grader.records) + sampled([*self.searched.values()])
            if failed := compared_in_fresh_processes(self.grader, sample):
                self._fail_check(failed)
            else:
                self.fresh = len(sample)
                self.done.add(SHARES)
        if self.kind.optional_properties and not self.failed:
            self.progress("looking at optional properties")
            self.optional_findings = optional_checks(self.grader)

    def _within(self, requirement: Requirement) -> Iterator[Game[Any]]:
        """Return the games that suit a program's number of passes, if it counts. Raises InputError if they are few."""
        if self.kind.within is None:
            return requirement.games(self.seed)
        with suppress(Fault, CutShort):
            _ = self.grader.runner  # knows it
        most = self.grader.most_passes
        games = list(self.kind.within(self.seed, most))
        if len(games) >= LEAST_GAMES:
            return iter(games)
        few = f"only {counted(len(games), 'data set')} of this kind need no more"
        if not most:
            raise InputError(f"{self.kind.name}: start is too large: {few} passes than can be tried")
        advice = f"let an argument say how many, such as n_iter ({self.grader.reads})"
        raise InputError(f"it makes {counted(most, 'pass', 'es')} over its data, and {few}: {advice}")

    def look_for_hints(self) -> None:
        """Find the optional properties that a failing learner lacks: they may explain the failure."""
        game = self.failed and self.failed.counterexample
        if not (self.kind.optional_properties and self.failed and game) or game.why != "mistakes" or game.before:
            return
        if self.likenesses:  # a bug that has a name says more
            return
        self.progress("looking at optional properties")
        with suppress(CutShort, Fault):  # then there are none
            self.optional_findings = optional_checks(self.grader, self.failed.record, self.telling)

    def diagnose(self) -> None:
        """Find the known variants of the textbook's learner that give the same answers as the failed learner."""
        if self.kind.known_bugs is None or self.failed is None or self.failed.check in (DETERMINISTIC, HASH_SEED):
            return
        self.progress("comparing it with known bugs")
        games = [*self.grader.records, *([self.failed.record] if self.failed.record else [])]
        self.telling = telling_games(self.grader, self.kind.known_bugs)
        shares = self.failed.check == SHARES
        self.likenesses = likenesses(self.grader, self.kind.known_bugs, games, self.telling, shares=shares)

    def look_at_weights(self) -> None:
        """Read the w that a failed Perceptron shows in its counterexample, if it has one."""
        failed = self.failed
        if failed and failed.counterexample and failed.record and self.kind.known_bugs is perceptron.KNOWN_BUGS:
            self.progress("looking at its weights")
            game = with_weights(self.grader, failed.counterexample, failed.record)
            self.failed = failed._replace(counterexample=game)

    def vary(self) -> None:
        """Find out what does not matter in the counterexample."""
        failed = self.failed
        if failed and failed.counterexample and failed.record:
            self.progress("looking at what does not matter")
            shrinker = Shrinker(self.grader, failed.record)
            game = varied(failed.counterexample, lambda other: shrinker.again(shrinker.record.of(other)))
            self.failed = failed._replace(counterexample=game)

    def _search(self) -> None:
        """Search the spaces of all requirements, one after the other, for a game that breaks one."""
        where = [
            (requirement, space)
            for requirement in self.kind.requirements
            for space in requirement.spaces()
            if self._plays_in(space)
        ]
        for number, (requirement, space) in enumerate(where):
            random = seeded(self.seed, "search", number)
            beam = Beam(self.grader.runner, space, random, SEARCH_WIDTH)
            seen = partial(self.searched.__setitem__, number)
            games = self.grader.search(beam, SEARCH_DEPTH, SEARCH_ROUNDS / len(where), seen=seen)
            try:
                if any(self._weigh(requirement, record) for record in games):
                    return
            except Fault as fault:
                self.grader.end()
                forfeit = self.grader.forfeited(beam, fault)
                if forfeit is None and fault.at_a_limit:
                    words = f"{fault.detail}; this did not happen when it was asked again"
                    raise CutShort(words, fault.limit) from None
                if forfeit is None or not self._weigh(requirement, forfeit):
                    self.failed = FailedCheck(ANSWERS, f"it forfeits in a search: {fault}", fault=fault)
                return

    def _weigh(self, requirement: Requirement, record: Record) -> bool:
        """Confirm a game that may be a counterexample; tell whether it fails the learner."""
        name = requirement.name
        again = name in self.on_ties
        if again and not survives(self.grader, record, fresh=False):
            return False  # to confirm such a game takes processes, and says nothing new
        confirmed = self.grader.confirmed(record)
        if confirmed is None:
            if record.fault and record.fault.at_a_limit:
                words = f"{record.fault.detail}; this did not happen when it was asked again"
                raise CutShort(words, record.fault.limit)
            if self.asking_changes and record.peeks:
                return False  # the reason is known
            failed = diagnose(self.grader, record)
            if failed is None:
                self.asking_changes = "asked about points that are not shown, it plays differently"
                return False
            self._fail_check(failed)
            return True
        if not confirmed.keepable:
            raise Undefined(f"it does not even allow 0 mistakes: {confirmed.reason}")
        if self.grader.budget.slow:
            self.grader.have_time_to_confirm()
        if not again and not survives(self.grader, record):
            self.on_ties[name] = confirmed
            return False
        self._fails(name, confirmed, record)
        return True

    def _fails(self, name: str, game: Counterexample, record: Record, why: str = "") -> None:
        """Keep a counterexample at once, and make it small."""
        self.failed = _failure(name, game, why)
        self.progress("shrinking the counterexample")
        game = Shrinker(self.grader, record).shrunk(game)
        self.failed = _failure(name, game, why)
        if game.before:
            game = with_turn(self.grader, game, record)
        fatal = replace(record, space=record.space.at(game.setting), played=game.rounds, peeks=False)
        self.failed = self.failed._replace(counterexample=game, record=fatal)

    def _fail_check(self, failed: FailedCheck) -> None:
        source, words = self.grader.source, failed.found
        if failed.check == DETERMINISTIC and source.kind == "file" and imports_random(source.path):
            words += "; its file imports random"
        self.failed = failed._replace(found=words, record=None)
        if failed.counterexample and failed.record:  # else it is a difference, which is small already
            self._fails(failed.check, failed.counterexample, failed.record, words)

    def checks(self) -> tuple[Finding, ...]:
        """Return all checks with their results."""
        answers = "every answer is 1 or -1, in time; no call raises"
        rounds = self.grader.rounds
        findings = [self._check(ANSWERS, answers, _in_all(rounds, "round") if rounds else "")]
        for requirement in self.kind.requirements:
            games, rounds = self.counts[requirement.name, "games"], self.counts[requirement.name, "rounds"]
            but = " but on exact ties" if requirement.name in self.on_ties else ""
            tried = f"no violation{but} in {counted(games, 'game')}, {counted(rounds, 'round')}{self._in_dimensions}"
            findings.append(self._check(requirement.name, requirement.expected, tried if games else ""))
        for name, expected in _DETERMINISM_CHECKS.items():
            tried = _in_all(len(self.grader.records), "game")
            if name == SHARES and self.fresh:
                again = f"{counted(self.fresh, 'game')} from all stages had the same answers"
                tried += f"; {again} in {len(MORE_SEEDS)} fresh processes"
            findings.append(self._check(name, expected, tried if DETERMINISTIC in self.done else ""))
        if self._is_program:
            findings.append(Finding(SIDE_EFFECTS, "skipped", NO_SIDE_EFFECTS, UNSEEN, required=False))
        else:
            findings += self.side_effects() or [self._check(SIDE_EFFECTS, NO_SIDE_EFFECTS, "it tried none of these")]
        if not self.failed:
            findings.append(self._asked())
            findings += self._ties()
        return (*findings, *self.optional_findings)

    def _asked(self) -> Finding:
        """Return the optional check that a prediction changes nothing."""
        expected = "calls of predict between the rounds change no answer"
        if self._is_program:
            return Finding(ASKED, "skipped", expected, ASKED_ONCE, required=False)
        if self.asking_changes:
            return Finding(ASKED, "failed", expected, self.asking_changes, required=False)
        tried = "its answers stay the same if it is also asked about other points between the rounds"
        return replace(self._check(ASKED, expected, tried if ASKED in self.done else ""), required=False)

    def _ties(self) -> list[Finding]:
        """Return the optional check of ties, if a game broke the bound, but no longer once its points were moved."""
        game = next(iter(self.on_ties.values()), None)
        if game is None:
            return []
        tried = (
            f"{counted(game.mistakes, 'mistake')}, where {game.allowed} may be made, but no more than allowed once "
            "the points are moved a little. Where ⟨w,x⟩ = 0 perhaps a sum rounds, or update has < in place of <=. "
            "Compute w·x once, in one method, and learn on ties"
        )
        return [Finding(TIES, "failed", "it also keeps its bound where ⟨w,x⟩ is exactly 0", tried, required=False)]

    def side_effects(self) -> tuple[Finding, ...]:
        """Return the check "keeps to itself"."""
        tried = "; ".join(self.grader.events)
        return (Finding(SIDE_EFFECTS, "failed", NO_SIDE_EFFECTS, tried),) if tried else ()

    def _check(self, name: str, expected: str, tried: str) -> Finding:
        if self.failed and self.failed.check == name:
            detail = "" if self.failed.counterexample is None else "see the counterexample"
            return Finding(name, "failed", expected, self.failed.found, detail)
        if name in self.done:
            return Finding(name, "passed", expected, tried)
        if self.failed:
            return Finding(name, "skipped", expected, "not tried to the end: another check failed first")
        return Finding(name, "unknown", expected, f"{tried}{', but ' if tried else ''}{self.cut}")


def _in_all(number: int, noun: str) -> str:
    return f"in {'all ' if number > 1 else ''}{counted(number, noun)}"


def _failure(name: str, game: Counterexample, why: str) -> FailedCheck:
    """Return the check that a counterexample fails, with a description."""
    if game.why == "forfeit":
        return FailedCheck(ANSWERS, f"it forfeits: {game.fault}", game)
    if game.why == "contradiction":
        return FailedCheck(name, why or "it denies what it has been told", game)
    be = "is" if game.allowed == 1 else "are"
    return FailedCheck(name, why or f"{counted(game.mistakes, 'mistake')}, where {game.allowed} {be} allowed", game)
