"""Tasks on a cluster: dask moves them, and does them again elsewhere when a worker is lost.

Each thread of a worker does its tasks in a ``Slot``. So the worker survives a task that kills its process or takes too
long, and games run in the main thread of a process, which they need.
"""

import asyncio
import logging
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.metadata import version
from queue import Empty, SimpleQueue
from typing import Any

from adversary.tasks.slots import MAX_DEATHS, Slots
from adversary.tasks.task import ClusterLost, Task, TaskReply, program_version, python_version
from proofs.exact.errors import InputError

CONNECT_SECONDS = 10
WORKERS_SECONDS = 60
"""How long a cluster may have no worker at all."""

RESULT_SECONDS = 2.0
"""How long results may be on their way before workers are looked at again; then twice as long."""

LOOK_SECONDS = 1.0

TASKS_A_THREAD = 4
"""Tasks that are sent for each thread of a worker: the next ones are there when one is done."""

NOISY = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio", "bokeh")

_free: list[Slots] = []
"""On a worker: the slots, one each, that no thread uses now."""


def do(wanted: tuple[str, str], task: Task) -> tuple[str, str, float]:
    """Do a task on a worker; return its TaskReply, also if the worker has other versions of the program or Python."""
    here = program_version(), python_version()
    for what, its, asked in zip(("this program", "Python"), here, wanted, strict=True):
        if its != asked:
            return TaskReply("unusable", f"a worker has version {its} of {what}, and here it is {asked}")
    try:
        slot = _free.pop()
    except IndexError:  # other threads have them all
        slot = Slots(1)
    try:
        ((_, reply),) = slot.replies([task])
    finally:
        _free.append(slot)
    return reply


@contextmanager
def cluster(address: str, say: Callable[[str], None]) -> Iterator["Cluster"]:
    """Yield what does tasks on the cluster of a scheduler. Raises InputError if there is none at the address."""
    _require_answer(address)
    from distributed import Client

    connect: Any = Client  # which has no types
    with quiet():
        try:
            with warnings.catch_warnings(action="ignore"):  # of other versions of libraries: ours is looked at
                client = connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:  # noqa: BLE001 - whatever was there, it was no scheduler
            raise InputError(f"cannot reach a dask scheduler at {address}: {_why(error)}") from None
        with client:
            yield Cluster(client, address, say)


def _require_answer(address: str) -> None:
    """Raise InputError unless a dask scheduler answers at an address: dask's client would wait forever."""
    from distributed.comm.core import connect

    async def greet() -> None:
        comm = await asyncio.wait_for(connect(address, timeout=CONNECT_SECONDS), CONNECT_SECONDS + 1)  # type: ignore[no-untyped-call]
        comm.abort()

    with ThreadPoolExecutor(1) as thread:  # here there may be a loop of events already
        try:
            thread.submit(asyncio.run, greet()).result()
        except Exception as error:  # noqa: BLE001 - whatever was there, it was no scheduler
            raise InputError(f"cannot reach a dask scheduler at {address}: {_why(error)}") from None


def _why(error: Exception) -> str:
    if isinstance(error, OSError | TimeoutError):
        return f"nothing there answers as one within {CONNECT_SECONDS} s"
    return f"{type(error).__name__}: {error}"


@contextmanager
def quiet() -> Iterator[None]:
    """Silence dask and the libraries that it uses: the caller reports what matters."""
    import distributed  # noqa: F401 - which sets its loggers up

    loggers = {logger: logger.level for logger in map(logging.getLogger, NOISY)}
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in loggers.items():
            logger.setLevel(level)


class Cluster:
    """A client of a scheduler."""

    def __init__(self, client: Any, address: str, say: Callable[[str], None]) -> None:
        self._client, self._address, self._say = client, address, say
        self._over: SimpleQueue[Any] = SimpleQueue()
        self._versions = program_version(), python_version()
        self._seen = time.monotonic()  # when there was a worker
        self._look_again, self._cores = 0.0, 0
        self._patience, self._have_it = RESULT_SECONDS, set[str]()

    def replies(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, TaskReply]]:
        """Do the tasks; yield each with its reply on arrival, and report when there is no worker.

        Raises:
            InputError: the workers have another version of this program.
            ClusterLost: the scheduler is lost, or has no workers.

        """
        self._look()
        while not self._cores:  # nothing is sent before it is known who is there
            time.sleep(max(self._look_again - time.monotonic(), 0))
            self._look()
        waiting, suspects, deaths, running = deque(tasks), deque[Task](), Counter[str](), dict[Any, Task]()
        while waiting or suspects or running:
            while waiting and len(running) < TASKS_A_THREAD * max(self._cores, 1):
                task = waiting.popleft()
                running[self._submit(task)] = task
            if suspects and not running:
                # Several tasks may have been running when a worker died. Each of them runs again, alone, at the end.
                task = suspects.popleft()
                running[self._submit(task)] = task
            ended = list[tuple[Task, TaskReply]]()
            for future, result in self._results(self._next()):
                task = running.pop(future)
                if not isinstance(result, BaseException):
                    ended.append((task, TaskReply(*result)))
                else:
                    died = self._deaths(result)
                    if deaths[task.key] and deaths[task.key] + died >= MAX_DEATHS:
                        ended.append((task, TaskReply("failed", f"it ended its workers, {MAX_DEATHS} or more")))
                    else:
                        suspects.append(task)
                    deaths[task.key] += died
                future.release()
            yield from sorted(ended, key=lambda entry: entry[1].kind != "done")  # what may end the run comes last

    def _deaths(self, error: BaseException) -> int:
        """Return the number of workers that died during a task. Raises InputError for any other error."""
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            return int(error.allowed_failures) + 1
        if isinstance(error, ImportError | AttributeError):  # it could not even read what it was to do
            raise InputError(f"a worker has no such version of this program: {error}") from None
        if isinstance(error, CancelledError | OSError):
            raise self._lost from None
        raise error

    def _submit(self, task: Task) -> Any:
        task.digests  # noqa: B018 - which it then takes along: they are those of now
        try:
            future = self._client.submit(do, self._versions, task, pure=False)
        except (OSError, RuntimeError, ValueError):
            raise self._lost from None
        future.add_done_callback(self._over.put)
        return future

    def _next(self) -> list[Any]:
        """Return the finished tasks, at least one."""
        over = list[Any]()
        while not over:
            if (rest := self._look_again - time.monotonic()) <= 0:
                self._look()
            with suppress(Empty):
                over.append(self._over.get(timeout=max(rest, LOOK_SECONDS / 10)))
                while True:
                    over.append(self._over.get_nowait())
        return over

    def _results(self, over: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the result or error of each finished task; queue the unfinished tasks again."""
        for future in over:
            try:
                result = future.result(timeout=self._patience)
                self._patience = RESULT_SECONDS
            except TimeoutError:  # it is long, or its worker was lost, and it is to be done again
                self._patience *= 2
                future.add_done_callback(self._over.put)
                continue
            except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is looked at
                result = error
            yield future, result

    def _require_this_program(self, workers: Sequence[str]) -> None:
        """Ask workers by a function of Python's: one that could not import ours would end. Raises InputError."""
        answers = self._client.run(version, "forced-mistakes", workers=workers, on_error="return") if workers else {}
        for worker, its in answers.items():
            if isinstance(its, ImportError):
                raise InputError(f"the worker {worker} does not have this program: install {self._versions[0]} there")
            if isinstance(its, str):  # and not that the worker has just left
                self._have_it.add(worker)

    @property
    def _lost(self) -> ClusterLost:
        return ClusterLost(f"the dask scheduler at {self._address} was lost")

    def _look(self) -> None:
        """Check that there are workers. Raises InputError if there have been none for a minute."""
        if self._client.status != "running":
            raise self._lost
        try:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            self._require_this_program([address for address in workers if address not in self._have_it])
        except OSError:
            raise self._lost from None
        self._cores = sum(worker["nthreads"] for worker in workers.values())
        now = time.monotonic()
        self._look_again = now + LOOK_SECONDS
        if self._cores:
            self._seen = now
        elif now > self._seen + WORKERS_SECONDS:
            raise ClusterLost(
                f"the dask scheduler at {self._address} has had no workers for {WORKERS_SECONDS} s: "
                f"start some with `dask worker {self._address}`"
            )
        else:
            self._say("(waiting for workers)")
