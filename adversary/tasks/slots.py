"""Tasks in processes on this machine: the parent's side and the child's side. A run survives the death of a process."""

import importlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from math import inf
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NoReturn

from adversary.tasks.task import Task, TaskError, TaskReply, changed_file
from learners.runner.child import python_command
from proofs.exact.errors import InputError, ResourceError, one_line

MAX_DEATHS = 3
"""Processes that a task may end before it is given up."""

MAX_UNSTARTED = 10
"""Processes in a row that may end before they have taken a task: no task is blamed for that."""

GRACE = 2.0
"""Seconds that a task has to tidy up, when its process is to end."""

SPARE = 200
"""How much deeper in calls than here a result can still be read."""

LOOK_SECONDS = 1.0
"""How often it is asked whether a process has ended: one that it has started may keep its pipe open."""

WORKER = "sys.path[:] = {path!r}\nfrom adversary.tasks.slots import main\nmain({pipe})"
"""What a process runs: the caller's main module, which may be a script or a notebook, is not run again."""


class Slot:
    """A process that does one task at a time, and is replaced when it has died; and the task that it does.

    It has a session of its own, so that Ctrl-C is its parent's, and it ends with its parent.
    """

    def __init__(self) -> None:
        self.pipe: Connection | None = None
        self.task: Task | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._begun, self.until = False, inf
        self._deaths = self._unstarted = 0

    def give(self, task: Task) -> None:
        """Have a task done. Raises InputError if no process can be started."""
        if self.task is not task:
            self.task, self._deaths, self._unstarted = task, 0, 0
        self._begun, self.until = False, inf
        if self.pipe is None:
            self.pipe, self._process = _start()
        with suppress(OSError):  # if it has just died, there will be no reply
            self.pipe.send((task.function, task.request, task.digests))

    def reply(self) -> TaskReply | None:
        """Return the reply to the task, or ``None`` if there is none yet; a process that has died is replaced.

        Raises:
            InputError: no process can be started, or each ends before it has taken the task.

        """
        task, pipe, process = self.task, self.pipe, self._process
        if task is None or pipe is None or process is None:
            raise AssertionError("a slot without a task has no reply")
        try:
            if pipe.poll():
                answer: TaskReply = pipe.recv()
                if answer.kind != "begun":
                    self.task = None
                    return answer
                self._begun, self.until = True, time.monotonic() + (task.limit or inf)
                return None
            if process.poll() is None or pipe.poll():
                if time.monotonic() < self.until:
                    return None
                self.close()
                limit = task.limit or 0.0
                return TaskReply("failed", f"it did not end by itself, and was stopped after {limit:g} s", limit)
        except (EOFError, OSError):
            pass
        how = self.close(task)
        self._deaths, self._unstarted = (self._deaths + 1, 0) if self._begun else (self._deaths, self._unstarted + 1)
        if self._deaths == MAX_DEATHS:
            self.task = None
            return TaskReply("failed", f"its process ended {MAX_DEATHS} times: {how}")
        if self._unstarted == MAX_UNSTARTED:
            raise InputError(f"cannot start a process: each ends before it takes a task: {how}")
        self.give(task)
        return None

    def stop(self) -> None:
        """Begin to end the process."""
        if self._process is not None:
            self._process.terminate()  # which does nothing to one that has died

    def close(self, task: Task | None = None) -> str:
        """End the process and the processes that its tasks left; return its exit status in words. Keep ``task``."""
        self.task = task
        if (process := self._process) is None or process.stdin is None or self.pipe is None:
            return "it has not begun"
        self.stop()
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
        process.stdin.close()
        self.pipe.close()
        self._process = self.pipe = None
        return f"killed by signal {-code}" if code < 0 else f"exit code {code}"


def _start() -> tuple[Connection, "subprocess.Popen[bytes]"]:
    path = [entry or str(Path.cwd()) for entry in sys.path]
    try:
        ours, its = Pipe()
        with its:
            process = subprocess.Popen(  # noqa: S603 - this very interpreter
                python_command(WORKER.format(path=path, pipe=its.fileno())),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[its.fileno()],
                start_new_session=True,
            )
    except OSError as error:
        raise InputError(f"cannot start a process: {error.strerror}") from None
    return ours, process


def _wait(slots: Sequence[Slot]) -> None:
    """Wait until a reply may have come to one of the slots, if there are any."""
    left = min([LOOK_SECONDS, *(slot.until - time.monotonic() for slot in slots)])
    if pipes := [slot.pipe for slot in slots if slot.pipe is not None]:
        wait(pipes, max(left, 0))


class Slots(AbstractContextManager["Slots"]):
    """So many processes on this machine; they end with the context."""

    def __init__(self, jobs: int) -> None:
        self._slots = [Slot() for _ in range(jobs)]

    def replies(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, TaskReply]]:
        """Do the tasks; yield each with its reply as it comes.

        Where no process can be started, those that run do the rest; a task for which there is none is ``unusable``.
        """
        waiting, usable = deque(tasks), [*self._slots]
        while waiting or any(slot.task for slot in usable):
            ended = list[tuple[Task, TaskReply]]()
            for slot in [*usable]:
                if (under_way := slot.task) is None and not waiting:
                    continue
                task = under_way or waiting.popleft()
                try:
                    if under_way is None:
                        slot.give(task)
                    elif reply := slot.reply():
                        ended.append((task, reply))
                except InputError as error:
                    slot.close()
                    if len(usable) > 1:
                        usable.remove(slot)
                        waiting.appendleft(task)
                    else:
                        ended.append((task, TaskReply("unusable", str(error))))
            yield from sorted(ended, key=lambda entry: entry[1].kind != "done")  # what may end the run comes last
            if not ended:
                _wait([slot for slot in usable if slot.task is not None])

    def __exit__(self, *_: object) -> None:
        for slot in self._slots:
            slot.stop()
        for slot in self._slots:
            slot.close()


# ------------------------------------------------------------------------------------------------ in the process


def reply_to(function: str, request: Any, digests: Mapping[str, str]) -> TaskReply:
    """Do a task in this process, if its files have these digests before and after."""
    if path := changed_file(digests):
        return TaskReply("changed", path)
    reply = _reply(function, request)
    return TaskReply("changed", path, reply.seconds) if (path := changed_file(digests)) else reply


def _reply(function: str, request: Any) -> TaskReply:
    started = time.monotonic()
    try:
        module, _, name = function.partition(":")
        text = _text_of(getattr(importlib.import_module(module), name)(request))
        return TaskReply("done", text, time.monotonic() - started)
    except (ResourceError, TaskError) as error:
        return TaskReply("failed", one_line(str(error)), time.monotonic() - started)
    except InputError as error:
        return TaskReply("unusable", str(error))
    except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001 - it is this task's failure alone
        where = re.sub(r"\b0x[0-9a-f]+", "0x…", f"{type(error).__name__}: {error}")  # the same wherever it is run
        return TaskReply("failed", one_line(where), time.monotonic() - started)


def _text_of(value: Any, spare: int = SPARE) -> str:
    """Return JSON. Raises RecursionError if it is nested so deeply that others may be unable to read it."""
    return _text_of(value, spare - 1) if spare else json.dumps(value, allow_nan=False)


_state = {"at work": False}


def main(pipe: int) -> NoReturn:
    """Do the tasks that come through a pipe, one at a time; end with the parent, which holds standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    os.set_inheritable(pipe, False)  # noqa: FBT003 - so that child processes of a task do not inherit it
    parent = Connection(pipe)
    while True:
        asked = parent.recv()
        _state["at work"] = True
        parent.send(TaskReply("begun"))
        try:
            reply = reply_to(*asked)
        except KeyboardInterrupt:  # it was to end, and has tidied up
            os._exit(1)
        _state["at work"] = False
        parent.send(reply)


def _end(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if not _state["at work"]:
        os._exit(1)
    raise KeyboardInterrupt


def _end_with_the_parent() -> NoReturn:
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)
