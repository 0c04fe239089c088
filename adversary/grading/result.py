"""What grading a learner found."""

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from adversary.search.counterexample import (
    Counterexample,
    CounterexampleRecord,
    read_counterexample,
    write_counterexample,
)
from adversary.tasks.task import NOT_CHECKED
from proofs.views import Paged

Status = Literal["passed", "failed", "skipped", "unknown"]
Verdict = Literal["passed", "failed", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one thing that was asked of a learner: one of a grade's checks.

    ``expected`` says what was asked, ``found`` what came of it, ``detail`` how much was tried or where it went wrong.
    What is not ``required`` is an optional property, and nobody fails by it. ``unknown`` means that the time did not
    suffice, which is not a pass; ``skipped`` that an earlier check left nothing to try, or that it cannot be
    tried on a program.
    """

    name: str
    status: Status
    expected: str
    found: str
    detail: str = ""
    required: bool = True


@dataclass(frozen=True, slots=True)
class Grade(Paged):
    """How a learner did: ``failed`` where a required check failed, ``error`` where one is unknown, else ``passed``.

    ``passed`` says that no violation was found in ``games`` games, never that the learner is right. ``problem`` is the
    line that says why nothing could be tried, such as a syntax error. ``isolation`` names what was around its process,
    ``output`` is what it printed (cut), ``seconds`` what grading it took, waiting for processors not counted.
    ``excerpt`` are numbered lines of its own file around the one where it failed, which begins with ">". A ``stored``
    grade is an earlier run's: its counterexample was judged again, and the learner was not played again.
    """

    learner: str
    kind: str
    checks: tuple[Finding, ...]
    counterexample: Counterexample | None
    games: int
    rounds: int
    seconds: float
    isolation: tuple[str, ...]
    output: str = ""
    problem: str | None = None
    excerpt: tuple[str, ...] = ()
    stored: bool = False

    @property
    def verdict(self) -> Verdict:
        """Return the word for it."""
        statuses = {check.status for check in self.checks if check.required}
        if "failed" in statuses:
            return "failed"
        return "error" if self.problem or "unknown" in statuses or not statuses else "passed"

    @property
    def summary(self) -> str:
        """Return one line that says it."""
        asked = [check for check in self.checks if check.required]
        short = [check for status in ("failed", "unknown") for check in asked if check.status == status]
        tried = f"no violation in {self.games:,} games, {self.rounds:,} rounds in all"
        found = self.problem or (f"{short[0].name}: {short[0].found}" if short else tried)
        return f"{found} ({NOT_CHECKED})" if self.stored else found

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals are strings."""
        return write_grade(self, names=False) | {"seconds": round(self.seconds, 3)}


class GradeRecord(msgspec.Struct):
    """A grade as JSON has it."""

    verdict: Verdict
    learner: str
    kind: str
    checks: tuple[Finding, ...]
    counterexample: CounterexampleRecord | None
    seconds: float
    games: int
    rounds: int
    isolation: tuple[str, ...]
    output: str
    problem: str | None
    excerpt: tuple[str, ...] = ()
    stored: bool = False


def write_grade(grade: Grade, *, names: bool = True) -> dict[str, Any]:
    """Return a grade as plain JSON values; ``names`` are those of points and concepts, which only our reports need."""
    fields = {name: getattr(grade, name) for name in GradeRecord.__struct_fields__}
    found = grade.counterexample and write_counterexample(grade.counterexample, names=names)
    plain: dict[str, Any] = msgspec.to_builtins(fields | {"counterexample": found})
    return plain


def read_grade(plain: Any) -> Grade:
    """Return the grade that ``write_grade`` or ``Grade.to_json`` has written. Raises ValueError if it is none.

    The second leaves out the names of points and concepts, which are then those of the catalog, if it has that very
    class, or else numbers; and how the learner was shown points, and what is cut from ``seconds``.
    """
    record = msgspec.convert(plain, GradeRecord)
    found = record.counterexample and read_counterexample(record.counterexample, record.learner)
    fields = msgspec.structs.asdict(record) | {"counterexample": found}
    del fields["verdict"]  # which follows from the checks
    return Grade(**fields)
