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
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from math import inf
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, NamedTuple, NoReturn

from adversary.tasks.task import Task, TaskError, changed_file
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

WORKER = "sys.path[:] = {path!r}\nfrom adversary.tasks.local import main\nmain({pipe})"
"""What a process runs: the caller's main module, which may be a script or a notebook, is not run again."""


class TaskReply(NamedTuple):
    """The reply to a task: its value as JSON, or the reason in one line why there is none, or a changed file.

    Before that a process says that it has ``begun``.
    """

    kind: Literal["begun", "done", "failed", "unusable", "changed"]
    text: str = ""
    seconds: float = 0.0


class TaskProcess:
    """A process that does one task at a time, and is replaced when it has died.

    It has a session of its own, so that Ctrl-C is its parent's, and it ends with its parent.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._stopped = False

    def open(self) -> Connection:
        """Return the pipe to the process, which is started if there is none. Raises InputError if it cannot be."""
        if self._pipe is None:
            path = [entry or str(Path.cwd()) for entry in sys.path]
            try:
                ours, its = Pipe()
                with its:
                    self._process = subprocess.Popen(  # noqa: S603 - this very interpreter
                        python_command(WORKER.format(path=path, pipe=its.fileno())),
                        stdin=subprocess.PIPE,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                        pass_fds=[its.fileno()],
                        start_new_session=True,
                    )
            except OSError as error:
                raise InputError(f"cannot start a process: {error.strerror}") from None
            self._pipe = ours
        if self._stopped:  # asked when there is a process: either ``stop`` has found it, or this finds ``stop``
            raise InputError("the run is over")
        return self._pipe

    def do(self, task: Task) -> TaskReply:
        """Do a task, again if its process dies.

        Raises:
            InputError: no process can be started, or each ends before it has taken the task.

        """
        deaths = unstarted = 0
        while True:
            begun = False
            try:
                self.open().send((task.function, task.request, task.digests))
                self._hear()
                begun = True
                return self._hear(task.limit)
            except TimeoutError:
                self.close()
                limit = task.limit or 0.0
                return TaskReply("failed", f"it did not end by itself, and was stopped after {limit:g} s", limit)
            except (EOFError, OSError):
                how = self.close()
            deaths, unstarted = (deaths + 1, 0) if begun else (deaths, unstarted + 1)
            if deaths == MAX_DEATHS:
                return TaskReply("failed", f"its process ended {MAX_DEATHS} times: {how}")
            if unstarted == MAX_UNSTARTED:
                raise InputError(f"processes end before they take a task: {how}")

    def _hear(self, limit: float | None = None) -> TaskReply:
        """Return the next message of the process. Raises EOFError or OSError if it has ended, and TimeoutError."""
        pipe, until = self.open(), time.monotonic() + (inf if limit is None else limit)
        while not pipe.poll(max(min(LOOK_SECONDS, until - time.monotonic()), 0)):
            if time.monotonic() >= until:
                raise TimeoutError
            if self._process and self._process.poll() is not None and not pipe.poll():
                raise EOFError
        reply: TaskReply = pipe.recv()
        return reply

    def stop(self) -> None:
        """Begin to end the process; there will be no other."""
        self._stopped = True
        if (process := self._process) is not None:
            process.terminate()

    def close(self) -> str:
        """End the process and the processes that its tasks left; return its exit status in words."""
        if (process := self._process) is None or process.stdin is None or self._pipe is None:
            return "it has not begun"
        process.terminate()  # which does nothing to one that has died
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
        process.stdin.close()
        self._pipe.close()
        self._process = self._pipe = None
        return f"killed by signal {-code}" if code < 0 else f"exit code {code}"


def replies_here(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, TaskReply]]:
    """Do the tasks, ``jobs`` at a time; yield each with its reply as it comes.

    Where no process can be started, those that run do the rest; a task for which there is none is ``unusable``.

    Raises:
        ResourceError: the system gives this process no more threads.

    """
    waiting, processes = deque(tasks), [TaskProcess() for _ in range(min(jobs, len(tasks)))]
    free, running = [*processes], dict[Future[TaskReply], tuple[Task, TaskProcess]]()
    threads = ThreadPoolExecutor(len(processes))

    def start() -> None:
        while waiting and free:
            task, process = waiting.popleft(), free.pop()
            try:
                running[threads.submit(process.do, task)] = task, process
            except RuntimeError as error:  # the system gives no more threads
                raise ResourceError(f"cannot start a process: {error}") from None

    try:
        start()
        while running:
            ended = list[tuple[Task, TaskReply]]()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task, process = running.pop(future)
                try:
                    ended.append((task, future.result()))
                    free.append(process)
                except InputError as error:
                    if running or free:
                        waiting.appendleft(task)
                    else:
                        ended.append((task, TaskReply("unusable", str(error))))
            start()  # before the caller takes time for the replies
            yield from sorted(ended, key=lambda one: one[1].kind != "done")  # what may end the run comes last
    finally:
        for process in processes:
            process.stop()
        threads.shutdown(cancel_futures=True)
        for process in processes:
            process.close()


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
