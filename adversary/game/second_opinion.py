"""The second opinion on a trace: a process that imports sympy while the game is played, and then judges the trace."""

import atexit
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from adversary.game.judge import Verdict, has_norms, judge_file
from learners.protocol import Fault
from learners.runner.child import Child, Limits, python_command
from proofs.exact.errors import InputError
from proofs.second_judge import JUDGING_SECONDS, MAX_JUDGED_ROUNDS, Judgment, judges_differ, read_judgment

ANSWER_SECONDS = 2.0 * JUDGING_SECONDS
"""Seconds that we wait for an answer: the judge ends itself before."""

FAILURES = {"timeout": "it took too long", "exited": "its process has ended"}

resting: list["SecondJudge"] = []
"""Judges that wait for the next game of this process, so that sympy is imported once."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The second judge's opinion of a verdict; ``because`` is the difference, or the reason for no opinion."""

    word: Literal["agrees", "differs", "not asked"] = "not asked"
    because: str | None = None

    @property
    def text(self) -> str | None:
        """Return a line for people, or ``None`` if there was nothing to ask."""
        if self.word == "agrees":
            return "the trusted checker; sympy agrees on points and target"
        if self.word == "differs":
            return f"the trusted checker and sympy differ: {self.because}"
        return self.because and f"the trusted checker alone; sympy was not asked: {self.because}"


NOT_ASKED = Opinion()


@contextmanager
def second_judge(*, wanted: bool) -> Iterator["SecondJudge"]:
    """Yield a second judge. If it is wanted, its process starts at once; otherwise it is never asked."""
    second = resting.pop() if resting else SecondJudge()
    try:
        if wanted:
            second.begin()
        yield second
        if second.rests:
            resting.append(second)
    finally:
        if second not in resting:
            second.close()


class SecondJudge:
    """The process of the second judge. If it fails, there is no opinion and no error."""

    def __init__(self) -> None:
        self._child: Child | None = None
        self._home = os.getpid()
        self._asked = False
        self._failed = ""

    @property
    def rests(self) -> bool:
        """Return whether it has answered all questions."""
        return self._child is not None and not self._asked and not self._failed

    def begin(self) -> None:
        """Start the process, so that it imports sympy during the game."""
        if self._child is not None and self._home == os.getpid():
            return
        command = python_command("from proofs.second_judge import serve_judgments\nserve_judgments()")
        try:
            self._child, self._home = Child(command, Limits(ANSWER_SECONDS, float("inf")), 0, stdio=False), os.getpid()
        except OSError as error:
            self._failed = f"its process cannot be started: {error.strerror}"

    def read(self, trace: str | Path) -> None:
        """Have it judge a complete trace while the checker runs. A second call does nothing."""
        if self._asked:
            return
        self.begin()
        if self._child is not None and not self._failed:
            self._child.tell(json.dumps(os.path.realpath(trace)).encode())  # /dev/stdin is another file there
            self._asked = True

    def opinion(self, verdict: Verdict) -> Opinion:
        """Return its opinion of the checker's verdict on the trace that it read."""
        if verdict.rounds is None or verdict.target["norm_squared"] is None:
            return NOT_ASKED  # a finite class, or a trace without a target
        if verdict.rounds > MAX_JUDGED_ROUNDS:
            return Opinion(because=f"its opinion is on at most {MAX_JUDGED_ROUNDS:,} rounds")
        if self._child is None or not self._asked:
            return Opinion(because=self._failed or "it was asked nothing")
        self._asked = False
        try:
            judgment = read_judgment(self._child.hear("the second judge", ANSWER_SECONDS))
        except Fault as fault:
            self._failed = FAILURES.get(fault.kind, "its answer is too long")
        except InputError as error:
            return Opinion(because=str(error))
        except (ValueError, TypeError):
            self._failed = "its answer cannot be read"
        if self._failed:
            return Opinion(because=self._failed)
        target = verdict.target
        first = Judgment(target["norm_squared"], target["margin_squared"], verdict.realizable, target.get("hinge"))
        differs = judges_differ(judgment, first)
        return Opinion("differs", differs) if differs else Opinion("agrees")

    def close(self) -> None:
        """End the process."""
        if self._child is not None and self._home == os.getpid():
            self._child.close()
        self._child = None


def judge_twice(path: str | Path, meanwhile: Callable[[], object]) -> tuple[Verdict, Opinion]:
    """Have a file judged by its checker and, at the same time, by sympy; run ``meanwhile`` during this.

    Raises MalformedError.
    """
    with second_judge(wanted=False) as second:
        if has_norms(path):
            second.read(path)
        verdict = judge_file(path)
        if verdict.about:
            return verdict, NOT_ASKED
        meanwhile()
        second.read(path)
        return verdict, second.opinion(verdict)


@atexit.register
def _close_all() -> None:
    while resting:
        resting.pop().close()
