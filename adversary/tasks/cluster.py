"""Tasks on a cluster: dask moves them, and does them again elsewhere when a worker is lost."""

import asyncio
import platform
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from importlib.metadata import version
from queue import Empty, SimpleQueue
from typing import Any

from adversary.tasks.cluster_worker import LocalWorkers, do, local_cluster, quiet
from adversary.tasks.local import MAX_DEATHS, TaskReply
from adversary.tasks.task import Task, program_version, python_version
from adversary.tasks.where import ClusterLost, Where
from proofs.exact.errors import InputError

CONNECT_SECONDS = 10
WORKERS_SECONDS = 60
"""How long a cluster may have no worker at all."""

RESULT_SECONDS = 2.0
"""How long results may be on their way before workers are looked at again; then twice as long."""

LOOK_SECONDS = 1.0

TASKS_A_THREAD = 4
"""Tasks that are sent for each thread of a worker: the next ones are there when one is done."""


def replies_there(tasks: Sequence[Task], where: Where, say: Callable[[str], None]) -> Iterator[tuple[Task, TaskReply]]:
    """Do the tasks on a cluster; yield each with its reply on arrival, and report when there is no worker.

    Raises:
        InputError: the scheduler cannot be reached, or its workers have another version of this program.
        ClusterLost: the scheduler is lost, or has no workers.

    """
    with ExitStack() as opened:
        here = None if where.scheduler else opened.enter_context(local_cluster(where.workers))
        opened.enter_context(quiet())
        address = here.address if here else where.scheduler or ""
        if not here:
            require_answer(address)
        from distributed import Client

        connect: Any = Client  # which has no types
        try:
            with warnings.catch_warnings(action="ignore"):  # of other versions of libraries: ours is looked at
                client = opened.enter_context(connect(address, timeout=CONNECT_SECONDS, set_as_default=False))
        except Exception as error:  # noqa: BLE001 - whatever was there, it was no scheduler
            raise InputError(f"cannot reach a dask scheduler at {address}: {_why(error)}") from None
        yield from _Cluster(client, address, here, say).replies(tasks)


def require_answer(address: str) -> None:
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


class _Cluster:
    """A client of a scheduler. ``here`` is a local cluster, whose lost workers are replaced."""

    def __init__(self, client: Any, address: str, here: LocalWorkers | None, say: Callable[[str], None]) -> None:
        self._client, self._address, self._here, self._say = client, address, here, say
        self._over: SimpleQueue[Any] = SimpleQueue()
        self._versions = program_version(), python_version()
        self._seen = time.monotonic()  # when there was a worker
        self._look_again, self._cores, self._starting = 0.0, 0, here is not None
        self._patience, self._known = RESULT_SECONDS, set[str]()

    def replies(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, TaskReply]]:
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
            for future, said in self._results(self._next()):
                task = running.pop(future)
                if not isinstance(said, BaseException):
                    ended.append((task, TaskReply(*said)))
                else:
                    died = self._deaths(said)
                    if deaths[task.key] and deaths[task.key] + died >= MAX_DEATHS:
                        ended.append((task, TaskReply("failed", f"it ended its workers, {MAX_DEATHS} or more")))
                    else:
                        suspects.append(task)
                    deaths[task.key] += died
                future.release()
            yield from sorted(ended, key=lambda one: one[1].kind != "done")  # what may end the run comes last

    def _deaths(self, error: BaseException) -> int:
        """Return the number of workers that died during a task. Raises InputError for any other error."""
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            return int(error.allowed_failures) + 1
        if isinstance(error, ImportError | AttributeError):  # it could not even read what it was to do
            raise InputError(f"a worker of {self._address} has no such version of this program: {error}") from None
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
                said = future.result(timeout=self._patience)
                self._patience = RESULT_SECONDS
            except TimeoutError:  # it is long, or its worker was lost, and it is to be done again
                self._patience *= 2
                future.add_done_callback(self._over.put)
                continue
            except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is looked at
                said = error
            yield future, said

    def _require_this_program(self, workers: list[str]) -> None:
        """Ask new workers by a function of Python's: one that could not import ours would end. Raises InputError."""
        if not workers:
            return
        (ours, python), ask = self._versions, partial(self._client.run, workers=workers, on_error="return")
        for worker, found in ask(platform.python_version).items():
            if isinstance(found, str) and found.rpartition(".")[0] != python:
                raise InputError(f"the worker {worker} has Python {found}, not {python}")
        for worker, found in ask(version, "forced-mistakes").items():
            if isinstance(found, ImportError):
                raise InputError(f"the worker {worker} does not have this program: install {ours} there")
            if isinstance(found, str) and found != ours:
                raise InputError(f"the worker {worker} has version {found} of this program, not {ours}")
            if isinstance(found, str):  # and not that the worker has just left
                self._known.add(worker)

    @property
    def _lost(self) -> ClusterLost:
        return ClusterLost(f"the dask scheduler at {self._address} was lost")

    def _look(self) -> None:
        """Check that there are workers. Raises InputError if there have been none for a minute."""
        if self._client.status != "running":
            raise self._lost
        if self._here and self._here.replace():
            self._starting = False  # one that ends as it begins is not to be started ten times a second
        try:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            self._require_this_program([address for address in workers if address not in self._known])
        except OSError:
            raise self._lost from None
        self._cores = sum(worker["nthreads"] for worker in workers.values())
        if self._here and self._cores >= self._here.wanted:
            self._starting = False
        now = time.monotonic()
        self._look_again = now + (LOOK_SECONDS / 10 if self._starting else LOOK_SECONDS)
        if self._cores:
            self._seen = now
        elif now > self._seen + WORKERS_SECONDS:
            raise ClusterLost(
                f"the dask scheduler at {self._address} has had no workers for {WORKERS_SECONDS} s: "
                f"start some with `dask worker {self._address}`"
            )
        else:
            self._say("(waiting for workers)")
