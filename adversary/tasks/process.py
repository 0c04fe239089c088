"""A process of this machine that does one task at a time, and is replaced when it has died."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TimeIsUp
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import TYPE_CHECKING, Any

from adversary.tasks.task import Task
from adversary.tasks.worker import TaskReply, begin, reply_here
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from pebble import ProcessPool

UNHEARD_SECONDS = 1.0
"""How often it is asked whether a process has ended of which the pool has said nothing."""

_starting = threading.Lock()


class _Process(SpawnProcess):
    """A process that does not run the caller's main module again: tasks name modules of ours.

    It is born deaf to Ctrl-C, and a daemon (as dask's workers are) may have it.
    """

    def start(self) -> None:
        with _starting:  # pools start processes from threads of their own
            main, config = sys.modules["__main__"], multiprocessing.current_process()._config  # type: ignore[attr-defined]  # noqa: SLF001
            heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            daemon = config.pop("daemon", None)
            sys.modules["__main__"] = ModuleType("__main__")
            try:
                super().start()
            finally:
                sys.modules["__main__"] = main
                if daemon is not None:
                    config["daemon"] = daemon
                signal.pthread_sigmask(signal.SIG_SETMASK, heard)


class _Context(SpawnContext):
    """Knows the processes that it has made."""

    def __init__(self) -> None:
        super().__init__()
        self.made = list[SpawnProcess]()

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802 - as there
        process = _Process(*args, **kwargs)
        self.made.append(process)
        return process


class Died(Exception):  # noqa: N818 - it is what has happened
    """A process ended in the middle of a task (``started``), or before it had taken one; the message says how."""

    def __init__(self, how: str, *, started: bool) -> None:
        super().__init__(how)
        self.started = started


class TaskProcess:
    """One process that does a task at a time; ``close_all`` ends it.

    It is a pool of one: the processes of a larger pool share pipes and locks, so that one that dies with a lock in its
    hands holds up the others, and it may be unclear whose task it had.
    """

    def __init__(self) -> None:
        self._pool: ProcessPool | None = None
        self._context = _Context()
        self._limit: float | None = None

    def start(self, task: Task) -> "Future[TaskReply]":
        """Have a task done. Raises InputError if no process can be started."""
        from pebble import ProcessPool

        self._limit, asked = task.limit, [task.function, task.request, task.digests]
        for _ in range(2):
            if self._pool is None:
                try:
                    _have_a_quiet_tracker()
                except OSError as error:
                    raise InputError(f"cannot start a process: {error.strerror}") from None
                self._context = _Context()
                self._pool = ProcessPool(1, initializer=begin, context=self._context)
            try:
                future: Future[TaskReply] = self._pool.schedule(reply_here, asked, timeout=task.limit)
            except BrokenProcessPool as error:
                self.drop()
                why = getattr(error.__cause__, "strerror", None) or "the system does not let it"
                raise InputError(f"cannot start a process: {why}") from None
            except RuntimeError:  # its process was killed while it had nothing to do
                self.drop()
            else:
                return future
        raise InputError("cannot start a process: each ends as it begins")

    def reply(self, future: "Future[TaskReply]") -> TaskReply:
        """Return what is said of a task that is over. Raises Died."""
        from pebble import ProcessExpired

        try:
            return future.result(timeout=0)
        except TimeIsUp:
            if future.done():
                self.drop()
                limit = self._limit or 0.0
                return TaskReply("failed", f"it did not end by itself, and was stopped after {limit:g} s", limit)
            code = self._exit_code()
            self.drop()
            raise Died(_how(code), started=True) from None
        except ProcessExpired as error:
            self.drop()
            raise Died(_how(error.exitcode), started=True) from None
        except BrokenProcessPool:
            code = self._exit_code()
            self.drop()
            raise Died(_how(code), started=False) from None

    def has_died(self) -> bool:
        """Tell whether a process of the pool's has ended, of which the pool may never say anything."""
        return self._exit_code() is not None

    def _exit_code(self) -> int | None:
        codes = [process.exitcode for process in self._context.made if process.pid is not None]
        return next((code for code in codes if code is not None), None)

    def drop(self) -> None:
        """End the process; the next task has a new one."""
        close_all([self])

    def stop(self) -> None:
        """Begin to end the process."""
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]  # so that no new one is started
            for process in self._context.made:
                with suppress(AttributeError, ValueError):  # it has hardly begun, or is over
                    process.terminate()

    def join(self) -> None:
        """Wait until the process has ended, and end what its tasks have left of their own."""
        if self._pool is not None:
            self._pool.join()
        self._pool = None
        for process in self._context.made:
            if process.pid is not None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
        self._context = _Context()


def close_all(processes: Sequence[TaskProcess]) -> None:
    """End the processes, all at a time."""
    for process in processes:
        process.stop()
    for process in processes:
        process.join()


def _how(code: int | None) -> str:
    if code is None:
        return "nobody knows how"
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"


def _have_a_quiet_tracker() -> None:
    """Start the process in which Python counts locks, and which would complain of those that a killed run has left."""
    sys.warnoptions.append("ignore:resource_tracker")
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove("ignore:resource_tracker")
