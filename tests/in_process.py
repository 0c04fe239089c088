"""Stand-ins for the processes that the program starts: in a test of the first tier, their work is done here.

What they answer is answered by the same code. A test of processes, time limits or kills is ``full`` and has real ones.
"""

import json
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec
import pytest

from adversary.game import second_opinion
from adversary.strategies.given import from_file
from adversary.strategies.given.file_worker import AdversaryServer
from adversary.tasks import local
from adversary.tasks.task import Task
from adversary.tasks.worker import TaskReply, reply_to
from proofs import second_judge
from proofs.solvers.linear import data_margin


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
    server = AdversaryServer()
    return LocalChild(lambda line: msgspec.json.encode(server.reply(line)))


def judge_child(*_: object, **__: object) -> LocalChild:
    """Return what stands for the process of the second judge."""
    return LocalChild(lambda line: json.dumps(second_judge.answer_to(json.loads(line))).encode())


class LocalTasks:
    """A ``TaskProcess`` without a process."""

    def start(self, task: Task) -> "Future[TaskReply]":
        future: Future[TaskReply] = Future()
        future.set_result(reply_to(task.function, task.request, task.digests))
        return future

    def reply(self, future: "Future[TaskReply]") -> TaskReply:
        return future.result()

    def has_died(self) -> bool:
        return False

    def stop(self) -> None:
        pass

    def join(self) -> None:
        pass


def margin_here(question: tuple[Any, str, float]) -> tuple[Any, str]:
    """Answer as the process does that finds the margin of data."""
    sample, name, _ = question
    return data_margin.margin_of(sample, name), ""


def replace_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing of ours run in a process of its own."""
    monkeypatch.setattr(from_file, "Child", adversary_child)
    monkeypatch.setattr(second_opinion, "Child", judge_child)
    monkeypatch.setattr(second_opinion, "resting", [])
    monkeypatch.setattr(local, "TaskProcess", LocalTasks)
    monkeypatch.setattr(data_margin, "_answered", margin_here)
