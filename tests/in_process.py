"""Stand-ins for the processes that the program starts: in a test of the first tier, or a long one, their work is done here.

What they answer is answered by the same code. A test of processes, time limits or kills is ``full`` and has real ones.
"""

import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NoReturn

import msgspec
import pytest

from adversary.game import second_opinion
from adversary.strategies.given import from_file
from adversary.tasks.slots import Slots, reply_to
from adversary.tasks.task import Task, TaskReply
from learners.loading.sources import Source
from learners.protocol import Fault, Label, View
from learners.runner import isolation
from learners.runner.clock import Stopwatch
from learners.runner.isolation import Sandbox
from learners.runner.runner import LocalRunner, Turn
from learners.runner.start import RUNNERS
from proofs import second_judge
from proofs.settings import Point, Setting
from proofs.solvers import data_margin


class LocalChild:
    """A ``Child`` without a process: a function answers each line."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self._answer, self._waiting = answer, deque[bytes]()

    def tell(self, request: bytes) -> None:
        self._waiting.append(request)

    def hear(self, call: str, seconds: float) -> bytes:
        return self._answer(self._waiting.popleft())

    def ask(self, call: str, request: bytes, seconds: float) -> bytes:
        self.tell(request)
        return self.hear(call, seconds)

    def close(self) -> None:
        pass


def adversary_child(*_: object, **__: object) -> LocalChild:
    """Return what stands for the process of an adversary from a file."""
    requests = deque[bytes]()
    replies = from_file.replies(iter(requests.popleft, b""))

    def answer(line: bytes) -> bytes:
        requests.append(line)
        return msgspec.json.encode(next(replies))

    return LocalChild(answer)


def judge_child(*_: object, **__: object) -> LocalChild:
    """Return what stands for the process of the second judge."""
    return LocalChild(lambda line: json.dumps(second_judge.answer_to(json.loads(line))).encode())


class LearnersHere(LocalRunner):
    """A runner of learners that has the arguments of one with a process, and none."""

    def __init__(self, source: Source, *_: object, sandbox: Sandbox | None = None, **graded: Any) -> None:
        super().__init__(source.again())
        self._budget: Stopwatch | None = graded.get("budget")
        if sandbox:
            self.in_force = *sandbox.in_force, "nothing, as it is in the process of a test"

    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:
        if self._budget:
            self._budget.check()
        super().begin(setting, pool, sees)

    def take_turns(self, turns: Iterable[tuple[int, Turn]]) -> Iterator[list[Label] | Fault]:
        if self._budget:
            self._budget.check()
        yield from super().take_turns(turns)


def replies_here(_slots: Slots, tasks: Sequence[Task]) -> Iterator[tuple[Task, TaskReply]]:
    """Do the tasks, one after the other."""
    for task in tasks:
        yield task, reply_to(task.function, task.request, task.digests)


def margin_here(question: tuple[Any, str, float]) -> tuple[Any, str]:
    """Answer as the process does that finds the margin of data."""
    sample, name, _ = question
    return data_margin.margin_of(sample, name), ""


def replace_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing of ours run in a process of its own."""
    monkeypatch.setattr(from_file, "Child", adversary_child)
    monkeypatch.setattr(second_opinion, "Child", judge_child)
    monkeypatch.setattr(second_opinion, "resting", [])
    monkeypatch.setattr(Slots, "replies", replies_here)
    for kind in ("named", "object", "file"):
        monkeypatch.setitem(RUNNERS, kind, LearnersHere)
    monkeypatch.setattr(isolation, "_why_not", cache(lambda program: ""))  # the sandbox would work
    monkeypatch.setattr(sys, "path", [*sys.path])  # learners' folders are put on it
    monkeypatch.setattr(data_margin, "_answered", margin_here)


FORBIDDEN = (
    "subprocess.Popen",
    "os.posix_spawn",
    "os.fork",
    "os.forkpty",
    "os.system",
    "os.exec",
    "os.kill",
    "os.killpg",
)
"""Audit events of what a test of the first tier must not do."""

ASKED = "fc-list", "lscpu"
"""What matplotlib and numpy ask of the system when they are first used on a machine, or first imported."""

_done: list[str] = []
"""What tests of the first tier have done of that; the hook stays for as long as the process."""

_state = {"forbidden": False}


def _audit_hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event in FORBIDDEN and _state["forbidden"] and not (arguments and arguments[0] in ASKED):
        _forbid(f"{event}{arguments[:2]!r}")


def _forbid(what: str) -> NoReturn:
    _done.append(what)
    raise AssertionError(f"a test without processes of its own does this: {what}")


sys.addaudithook(_audit_hook)


@contextmanager
def no_processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail where a process is started or this one is ended, or where anybody sleeps."""
    monkeypatch.setattr(time, "sleep", lambda seconds: _forbid(f"time.sleep({seconds})"))
    monkeypatch.setattr(os, "_exit", lambda code: _forbid(f"os._exit({code})"))  # it would end the run of tests
    _done.clear()
    _state["forbidden"] = True
    try:
        yield
    finally:
        _state["forbidden"] = False
    assert _done == [], "mark this test as full and not long, or have it start no process and not sleep"
