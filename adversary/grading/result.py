"""What grading a learner found."""

from dataclasses import dataclass
from typing import Any, Literal

from adversary.search.counterexample import Counterexample
from adversary.views import Viewable

Status = Literal["passed", "failed", "skipped", "unknown"]
Verdict = Literal["passed", "failed", "error"]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was asked of a learner.

    ``expected`` says what, ``found`` what came of it, ``detail`` how much was tried or where it went wrong. A check
    that is not ``required`` is a habit of the textbook's learner, and nobody fails by it. ``unknown`` means that the
    time did not suffice, which is no pass; ``skipped`` that an earlier check left nothing to try.
    """

    name: str
    status: Status
    expected: str
    found: str
    detail: str = ""
    required: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        keys = ("name", "status", "expected", "found", "detail", "required")
        return {key: getattr(self, key) for key in keys}


@dataclass(frozen=True, slots=True)
class Grade(Viewable):
    """How a learner did: ``failed`` where a required check failed, ``error`` where one is unknown, else ``passed``.

    ``passed`` says that no violation was found in ``games`` games, never that the learner is right. ``problem`` is the
    line that says why nothing could be tried, such as a syntax error. ``isolation`` names the walls around it,
    ``output`` is what it printed (cut), ``seconds`` what grading it took, waiting for processors not counted.
    """

    learner: str
    kind: str
    checks: tuple[Check, ...]
    counterexample: Counterexample | None
    games: int
    rounds: int
    seconds: float
    isolation: tuple[str, ...]
    output: str = ""
    problem: str | None = None

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
        if self.problem:
            return self.problem
        for status in ("failed", "unknown"):
            for check in self.checks:
                if check.required and check.status == status:
                    return f"{check.name}: {check.found}"
        return f"no violation in {self.games:,} games, {self.rounds:,} rounds in all"

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals are strings."""
        return {
            "verdict": self.verdict,
            "learner": self.learner,
            "kind": self.kind,
            "checks": [check.to_json() for check in self.checks],
            "counterexample": self.counterexample and self.counterexample.to_json(),
            "seconds": round(self.seconds, 3),
            "games": self.games,
            "rounds": self.rounds,
            "isolation": list(self.isolation),
            "output": self.output,
            "problem": self.problem,
        }
