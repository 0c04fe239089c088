"""Tasks in processes of this machine: they survive the death of any of them."""

import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from math import inf
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from adversary.tasks.task import Task
from adversary.tasks.worker import GRACE, TaskReply
from learners.runner.child import python_command
from proofs.exact.errors import InputError

MAX_DEATHS = 3
"""Processes that a task may end before it is given up."""

MAX_UNSTARTED = 10
"""Processes in a row that may end before they have taken a task: no task is blamed for that."""

LOOK_SECONDS = 1.0
"""How often it is asked whether a process has ended: one that it has started may keep its pipe open."""

WORKER = "sys.path[:] = {path!r}\nfrom adversary.tasks.worker import main\nmain({pipe})"
"""What a process runs: the caller's main module, which may be a script or a notebook, is not run again."""


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
        """Return what the process says next. Raises EOFError or OSError where it ends, and TimeoutError."""
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
        """End the process, and what its tasks have left of their own; return how it has ended."""
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
    """
    waiting, processes = deque(tasks), [TaskProcess() for _ in range(min(jobs, len(tasks)))]
    free, running = [*processes], dict[Future[TaskReply], tuple[Task, TaskProcess]]()
    threads = ThreadPoolExecutor(len(processes))

    def start() -> None:
        while waiting and free:
            task, process = waiting.popleft(), free.pop()
            running[threads.submit(process.do, task)] = task, process

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
            start()  # before somebody takes time for the replies
            yield from sorted(ended, key=lambda one: one[1].kind != "done")  # what may end the run comes last
    finally:
        for process in processes:
            process.stop()
        threads.shutdown(cancel_futures=True)
        for process in processes:
            process.close()
