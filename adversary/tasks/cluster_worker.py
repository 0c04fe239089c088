"""Workers of a cluster: what they do, and the local workers that a run starts with its own scheduler.

Each thread of a worker does its tasks in a separate process. So the worker survives a task that kills its process or
takes too long, and games run in the main thread of a process, which they need.
"""

import asyncio
import logging
import os
import subprocess
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from adversary.tasks.local import TaskProcess, TaskReply
from adversary.tasks.task import Task, program_version, python_version
from learners.runner.child import python_command
from proofs.exact.errors import InputError

NO_WATCH = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}
"""A worker of ours does not watch itself a hundred times a second."""

LOOPBACK: dict[str, Any] = {"host": "127.0.0.1", "dashboard": False, "dashboard_address": "127.0.0.1:0"}
NOISY = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio", "bokeh")
CLOSE_SECONDS = 5.0

_free: list[TaskProcess] = []


def do(wanted: tuple[str, str], task: Task) -> tuple[str, str, float]:
    """Do a task on a worker; return its TaskReply, also if the worker has other versions of the program or Python."""
    here = program_version(), python_version()
    for what, found, asked in zip(("this program", "Python"), here, wanted, strict=True):
        if found != asked:
            return TaskReply("unusable", f"a worker has version {found} of {what}, and here it is {asked}")
    try:
        process = _free.pop()
    except IndexError:  # other threads have them all
        process = TaskProcess()
    try:
        return process.do(task)
    except InputError as error:
        return TaskReply("unusable", f"a worker {error}")
    finally:
        _free.append(process)


def main(address: str) -> None:
    """Be a worker of the scheduler at an address; end when standard input does."""
    logging.disable(logging.CRITICAL)
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    _free.append(TaskProcess())
    with suppress(InputError):  # the first task will say so
        _free[0].open()  # and its process is there when the first task comes
    asyncio.run(_work(address))


def _end_with_standard_input() -> None:
    os.read(0, 1)
    os._exit(0)  # and the process that does the tasks ends with this one


async def _work(address: str) -> None:
    import dask
    from distributed import Worker

    dask.config.set(NO_WATCH)
    async with Worker(address, nthreads=1, memory_limit=0, **LOOPBACK) as worker:
        await worker.finished()


# ------------------------------------------------------------------------------------------------ on this machine


class LocalWorkers:
    """Workers on this machine, with one thread each. They end with this process."""

    def __init__(self, wanted: int, address: str) -> None:
        self.wanted, self.address, self._workers = wanted, address, list[subprocess.Popen[bytes]]()

    def replace(self) -> bool:
        """Start missing workers; tell whether any worker has ended."""
        ended = [worker for worker in self._workers if worker.poll() is not None]
        _close(ended)
        self._workers = [worker for worker in self._workers if worker not in ended]
        command = python_command(f"from {__name__} import main\nmain({self.address!r})")
        while len(self._workers) < self.wanted:
            self._workers.append(
                subprocess.Popen(  # noqa: S603 - ours
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # so that Ctrl-C is ours alone
                )
            )
        return bool(ended)

    def close(self) -> None:
        """End the workers."""
        _close(self._workers)
        for worker in self._workers:
            try:
                worker.wait(CLOSE_SECONDS)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()


def _close(workers: "Iterable[subprocess.Popen[bytes]]") -> None:
    for worker in workers:
        if worker.stdin:
            worker.stdin.close()


@contextmanager
def local_cluster(workers: int) -> Iterator[LocalWorkers]:
    """Start a scheduler in this process, and workers that are programs of their own; yield these.

    Those that dask starts would run the caller's main module again, which may be a script or a notebook.
    """
    from distributed import Scheduler, SpecCluster

    made: Any = SpecCluster
    scheduler = {"cls": Scheduler, "options": {"port": 0, "allowed_failures": 0, **LOOPBACK}}
    with quiet(), made(workers={}, scheduler=scheduler, silence_logs=logging.CRITICAL) as cluster:
        here = LocalWorkers(workers, cluster.scheduler_address)
        try:
            here.replace()
            yield here
        finally:
            here.close()  # before the scheduler


@contextmanager
def quiet() -> Iterator[None]:
    """Silence dask and the libraries that it uses: the caller reports what matters."""
    import distributed  # noqa: F401 - which sets its loggers up

    loggers = [logging.getLogger(name) for name in NOISY]
    before = [(logger.level, logger.propagate, list(logger.handlers)) for logger in loggers]
    for logger in loggers:
        logger.propagate = False
        logger.handlers[:] = [logging.NullHandler()]
    try:
        yield
    finally:
        for logger, (level, propagate, handlers) in zip(loggers, before, strict=True):
            logger.level, logger.propagate = level, propagate
            logger.handlers[:] = handlers
