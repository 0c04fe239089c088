"""What the end of a process means to whoever asks it: here it is one that has ended."""

import io
import os
import signal
import subprocess
from contextlib import closing

import pytest

from learners.protocol import Fault
from learners.runner.child import LIMITS, Child
from learners.runner.clock import CutShort, Stopwatch


class Ended:
    """A process that has ended, and has read nothing."""

    code = 3
    pid = 1 << 30  # there is none of that number

    def __init__(self, *_: object, **__: object) -> None:
        self.stdin, self.stdout, self.stderr = None, io.BytesIO(), io.BytesIO()

    def wait(self, timeout: float = 0) -> int:
        return self.code


@pytest.fixture(autouse=True)
def ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have processes end as they begin."""
    monkeypatch.setattr(subprocess, "Popen", Ended)
    monkeypatch.setattr(os, "killpg", lambda *_: None)


@pytest.mark.parametrize(("code", "how"), [(3, "ended with exit code 3"), (-9, "was killed by signal 9")])
def test_who_has_ended_before_it_is_asked_forfeits(code: int, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ended, "code", code)
    with (
        closing(Child(["learner"], LIMITS, 1, stdio=True)) as child,
        pytest.raises(Fault, match=f"^exited: the learner's process {how} during predict$"),
    ):
        child.ask("predict", b"point", 5.0)


def test_a_grade_blames_nobody_who_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ended, "code", -signal.SIGKILL)
    with (
        closing(Child(["learner"], LIMITS, 1, stdio=True, budget=Stopwatch(60.0))) as child,
        pytest.raises(CutShort, match="the learner's process was killed during predict"),
    ):
        child.ask("predict", b"point", 5.0)
