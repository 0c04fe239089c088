"""A cluster on this machine: a scheduler in this process, and workers that are programs of their own.

Those that dask starts would run the caller's main module again, which may be a script or a notebook.
"""

import logging
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Self

from learners.runner.child import python_command

NOISY = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio", "bokeh")
CLOSE_SECONDS = 5.0


class LocalCluster:
    """A context with ``workers`` workers, of one thread each, on the loopback interface."""

    def __init__(self, workers: int) -> None:
        self.wanted, self._workers = workers, list[subprocess.Popen[bytes]]()
        self._opened = ExitStack()
        self.address = ""

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            opened.callback(self._end_workers)
            self._start_workers()  # first: they import what they need while we do
            opened.enter_context(quiet())
            opened.enter_context(self._scheduler())
            opened.callback(self._end_workers)  # before the scheduler
            for worker in self._workers:
                self._tell_address(worker)
            self._opened = opened.pop_all()
        return self

    @contextmanager
    def _scheduler(self) -> Iterator[None]:
        from distributed import Scheduler, SpecCluster

        options = {
            "host": "127.0.0.1",
            "port": 0,
            "dashboard": False,
            "dashboard_address": "127.0.0.1:0",
            "allowed_failures": 0,
        }
        made: Any = SpecCluster
        spec = {"cls": Scheduler, "options": options}
        with made(workers={}, scheduler=spec, silence_logs=logging.CRITICAL) as cluster:
            self.address = cluster.scheduler_address
            yield

    def replace_workers(self) -> bool:
        """Start workers in the place of those that have ended; tell whether there were any."""
        ended = [worker for worker in self._workers if worker.poll() is not None]
        for worker in ended:
            self._workers.remove(worker)
            _close(worker)
        for worker in self._start_workers():
            self._tell_address(worker)
        return bool(ended)

    def _start_workers(self) -> "list[subprocess.Popen[bytes]]":
        """Start as many workers as are missing; return them."""
        command, started = python_command("from adversary.tasks.cluster_worker import main\nmain()"), len(self._workers)
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
        return self._workers[started:]

    def _tell_address(self, worker: "subprocess.Popen[bytes]") -> None:
        if worker.stdin:
            with suppress(BrokenPipeError):  # it has ended already, and will be replaced
                worker.stdin.write(f"{self.address}\n".encode())
                worker.stdin.flush()

    def _end_workers(self) -> None:
        for worker in self._workers:
            _close(worker)
        for worker in self._workers:
            try:
                worker.wait(CLOSE_SECONDS)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()

    def __exit__(self, *_: object) -> None:
        self._opened.close()


def _close(worker: "subprocess.Popen[bytes]") -> None:
    if worker.stdin:
        with suppress(BrokenPipeError):  # what it did not take
            worker.stdin.close()


@contextmanager
def quiet() -> Iterator[None]:
    """Have dask and the libraries that it uses say nothing: what matters is said by whoever asks."""
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
