"""Does somebody's learner keep what learners of its kind keep? What ``adversary grade`` does."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from adversary.grading.beam import Beam
from adversary.grading.counterexample import Counterexample
from adversary.grading.grader import Grader, Record
from adversary.grading.habits import habit_checks
from adversary.grading.kinds import Demand, Kind, find_kind
from adversary.grading.result import Check, Grade
from adversary.grading.soundness import (
    ANSWERS,
    ASKED,
    DETERMINISTIC,
    HASH_SEED,
    SHARES,
    Unsound,
    asked_more,
    compared,
    explained,
)
from adversary.grading.traces import traced
from learners import sources
from learners.child import Limits
from learners.protocol import Fault
from proofs.errors import InputError
from proofs.mistake_bounds import Undecided

SECONDS = 25.0
"""For a whole grade."""

CALL_SECONDS = 2.0
"""For a call of the learner's."""

SHRINKING_SECONDS = 12.0

FOR_THE_REST = 0.2
"""The part of the time that is kept from games that are not essential: a slow learner has the others to play."""

SEARCH_SECONDS, SEARCH_WIDTH, SEARCH_DEPTH = 1.2, 40, 12
"""Of the search among many games at once, after the others: for all arenas, games kept, and rounds."""

OWN_BUSINESS = "keeps to itself"
BUSINESS = "it opens no files to write, sockets or processes, and leaves this program alone"

_SOUND = {
    DETERMINISTIC: "started again, it says the same",
    HASH_SEED: "under another PYTHONHASHSEED it says the same",
    SHARES: "what one learner is taught does not change another one",
}


def grade(  # noqa: PLR0913 - each is an option of the command line
    learner: object,
    kind: str | Kind,
    *,
    walls: str = "auto",
    seconds: float = SECONDS,
    visible: Path | None = None,
    output: str | Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Grade:
    """Grade a learner, which plays behind walls in a process of its own.

    Args:
        learner: a file (``student.py``, ``student.py:Name``), a name, a class or a factory.
        kind: the name of a kind, like ``"perceptron"``, a ``.toml`` file, or a ``Kind``.
        walls: ``"auto"`` (bubblewrap where it works), ``"plain"`` (limits alone) or ``"strict"`` (bubblewrap or none).
        seconds: the time for all of it.
        visible: the file or folder that its process may read; by default its file.
        output: where to write the trace of a counterexample.
        progress: is told what is under way.

    Raises:
        InputError: there is no such learner, kind or isolation.

    """
    source = sources.find(learner)
    if source.kind == "program":
        raise InputError(f"{source.text}: a program cannot be graded, only played; grade a Python file")
    chosen = find_kind(kind) if isinstance(kind, str) else kind
    started = time.monotonic()
    with Grader(source, walls, visible, Limits(min(CALL_SECONDS, seconds), seconds)) as grader:
        grading = _Grading(grader, chosen, progress, seconds)
        problem = None
        try:
            grading.run()
        except (InputError, Undecided) as error:
            problem = str(error)
    checks = grading.business() if problem else grading.checks()
    found = grading.counterexample
    return Grade(
        source.text,
        chosen.name,
        checks,
        traced(found, f"grade:{chosen.name}", output) if found else None,
        grader.games,
        grader.rounds,
        time.monotonic() - started,
        grader.in_force,
        grader.output,
        problem,
    )


@dataclass
class _Grading:
    """One grading under way. ``failed`` is the check that it fails, and how that showed."""

    grader: Grader
    kind: Kind
    progress: Callable[[str], None]
    seconds: float
    counterexample: Counterexample | None = None
    failed: tuple[str, str] | None = None
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)  # games and rounds, for each demand
    cut: dict[str, int] = field(default_factory=dict)  # games that were left out or cut short
    habits: tuple[Check, ...] = ()
    impure: str = ""
    compared: bool = False
    deadline: float = 0.0  # of the search

    def run(self) -> None:
        """Try everything, until something fails."""
        for demand in self.kind.demands:
            self.progress(f"playing on {demand.name}")
            self._try(demand)
            if self.failed or self.grader.late:
                return
        self.progress("playing again")
        unsound = compared(self.grader, self.grader.records)
        self.compared = not self.grader.late
        if unsound:
            self._unsound(unsound)
            return
        self.impure = self.impure or asked_more(self.grader, self.grader.records)
        self.progress("searching")
        self.deadline = time.monotonic() + SEARCH_SECONDS
        self._search()
        if self.kind.habits and not self.failed:
            self.progress("looking at habits")
            self.habits = habit_checks(self.grader)

    def _try(self, demand: Demand) -> None:
        games, rounds = self.grader.games, self.grader.rounds
        finished, cut = True, 0
        for plan in demand.plans():
            if plan.extra and self.grader.left < self.seconds * FOR_THE_REST:
                cut += 1
                continue
            record = self.grader.play(demand.promise, plan)
            if self.grader.late:
                finished = False
                break
            cut += record.cut
            found = self.grader.verdict(record)
            if found and self._weigh(demand, record):
                return
        if finished:
            self.counts[demand.name] = self.grader.games - games, self.grader.rounds - rounds
            self.cut[demand.name] = cut

    def _search(self) -> None:
        """Search the arenas of all demands, one after the other, for a game that breaks one."""
        where = [(demand, arena) for demand in self.kind.demands for arena in demand.arenas()]
        for number, (demand, arena) in enumerate(where):
            now = time.monotonic()
            deadline = now + max(self.deadline - now, 0) / (len(where) - number)
            if self.grader.late or now > deadline:
                return
            beam = Beam(self.grader.host(arena.setting), arena, arena.setting, Random(number), SEARCH_WIDTH)  # noqa: S311 - reproducible
            try:
                for played in beam.levels(SEARCH_DEPTH, deadline):
                    record = Record(demand.promise, arena, arena.setting, tuple(played), peeks=True)
                    if self.grader.verdict(record) and self._weigh(demand, record):
                        return
            except Fault as fault:
                self.grader.end()
                if self.grader.late:
                    return
                found = self.grader.forfeited(demand.promise, arena, beam.pending, fault)
                if found is None or not self._weigh(demand, found):
                    self.failed = ANSWERS, f"it forfeits in a search: {fault}"
                return
            finally:
                self.grader.games += beam.games
                self.grader.rounds += beam.rounds

    def _weigh(self, demand: Demand, record: Record) -> bool:
        """Settle whether a game that looks like a counterexample is one; say whether it fails the learner."""
        confirmed = self.grader.confirmed(record)
        if self.grader.late and confirmed is None:
            confirmed = self.grader.verdict(record) if record.fault else None
            if confirmed is None:
                return True  # nothing is known of it
        if confirmed is None:
            unsound = explained(self.grader, record)
            if unsound is None:
                self.impure = "asked about points that are not shown, it plays otherwise"
                return False
            self._unsound(unsound)
            return True
        self.progress("shrinking the counterexample")
        self.counterexample = small = self.grader.shrunk(confirmed, record, SHRINKING_SECONDS)
        if small.why == "forfeit":
            self.failed = ANSWERS, f"it forfeits: {small.fault}"
        elif small.why == "contradiction":
            self.failed = demand.name, "it denies what it has been told"
        else:
            self.failed = demand.name, f"{small.mistakes} mistakes, where {small.allowed} are allowed"
        return True

    def _unsound(self, unsound: Unsound) -> None:
        self.failed = unsound.check, unsound.found
        if unsound.counterexample and unsound.record:
            self.progress("shrinking the counterexample")
            self.counterexample = self.grader.shrunk(unsound.counterexample, unsound.record, SHRINKING_SECONDS)

    def checks(self) -> tuple[Check, ...]:
        """Return what was asked of the learner, and what came of it."""
        found = [self._check(ANSWERS, "every answer is the int 1 or -1, in time; no call raises", played=True)]
        for demand in self.kind.demands:
            games, rounds = self.counts.get(demand.name, (0, 0))
            tried = f"no violation in {games:,} games, {rounds:,} rounds" if games else ""
            cut = self.cut.get(demand.name, 0)
            if cut and not self.failed:
                tried += f"; for {cut} more the time did not suffice"
                found.append(Check(demand.name, "unknown", demand.expected, tried))
            else:
                found.append(self._check(demand.name, demand.expected, tried))
        for name, expected in _SOUND.items():
            found.append(
                self._check(name, expected, f"so it was in {len(self.grader.records):,} games" if self.compared else "")
            )
        found += self.business() or [Check(OWN_BUSINESS, "passed", BUSINESS, "it tried nothing else")]
        if not self.failed:
            said = self.impure or "asked about other points between rounds, it plays the same game"
            status = "failed" if self.impure else "passed"
            found.append(Check(ASKED, status, "asking more often changes nothing", said, required=False))  # type: ignore[arg-type]
        return (*found, *self.habits)

    def business(self) -> tuple[Check, ...]:
        """Return the check that it fails if it tried what is not its business."""
        deeds = "; ".join(self.grader.deeds)
        return (Check(OWN_BUSINESS, "failed", BUSINESS, deeds),) if deeds else ()

    def _check(self, name: str, expected: str, tried: str = "", *, played: bool = False) -> Check:
        if self.failed and self.failed[0] == name:
            detail = "" if self.counterexample is None else "see the counterexample"
            return Check(name, "failed", expected, self.failed[1], detail)
        if played:
            return Check(name, "passed", expected, f"so it was in {self.grader.rounds:,} rounds")
        if tried:
            return Check(name, "passed", expected, tried)
        if self.failed:
            return Check(name, "skipped", expected, "not tried to the end, since something else failed first")
        return Check(name, "unknown", expected, "the time did not suffice")
