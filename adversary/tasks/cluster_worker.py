"""What a worker of a cluster does: a process of its own for each of its threads does the tasks.

A task that kills its process, or takes too long, has its worker go on; and games need the main thread of a process.
"""

import asyncio
import logging
import os
import sys
import threading
from contextlib import suppress

from adversary.tasks.local import TaskProcess
from adversary.tasks.task import Task, program_version, python_version
from adversary.tasks.worker import TaskReply
from proofs.exact.errors import InputError

NO_WATCH = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}
"""A worker of ours does not watch itself a hundred times a second."""

_free: list[TaskProcess] = []


def do(wanted: tuple[str, str], task: Task) -> tuple[str, str, float]:
    """Do a task; return a TaskReply: also where there are other versions of this program and of Python here."""
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


def main() -> None:
    """Be a worker of the scheduler whose address is the first line of standard input; end when standard input does."""
    logging.disable(logging.CRITICAL)
    _free.append(TaskProcess())
    with suppress(InputError):  # the first task will say so
        _free[0].open()  # and its process is there when the first task comes
    import distributed  # noqa: F401 - which takes time, while the scheduler starts

    if address := sys.stdin.readline().strip():
        threading.Thread(target=_end_with_standard_input, daemon=True).start()
        asyncio.run(_work(address))


def _end_with_standard_input() -> None:
    os.read(0, 1)
    os._exit(0)  # and the process that does the tasks ends with this one


async def _work(address: str) -> None:
    import dask
    from distributed import Worker

    dask.config.set(NO_WATCH)
    async with Worker(
        address, nthreads=1, memory_limit=0, dashboard=False, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as worker:
        await worker.finished()
