"""What a worker of a cluster does: a process of its own for each of its threads does the tasks.

A task that kills its process, or takes too long, has its worker go on; and games need the main thread of a process.
"""

import asyncio
import logging
import os
import sys
import threading
from importlib.metadata import version
from multiprocessing import util

from adversary.runs.local import replies_by
from adversary.runs.runner import Runner, close_all
from adversary.runs.task import Task, python_version
from adversary.runs.worker import TaskReply
from proofs.exact.errors import InputError

_mine = threading.local()
_runners: list[Runner] = []


def do(wanted: tuple[str, str], task: Task) -> tuple[str, str, float]:
    """Do a task, if these are the versions of this program and of Python where it was asked; return a TaskReply."""
    here = version("forced-mistakes"), python_version()
    for what, (found, asked) in zip(("this program", "Python"), zip(here, wanted, strict=True), strict=True):
        if found != asked:
            return TaskReply("unusable", f"a worker has version {found} of {what}, and here it is {asked}")
    try:
        if not hasattr(_mine, "runner"):
            _mine.runner = Runner()
            _runners.append(_mine.runner)
            if len(_runners) == 1:
                util.Finalize(None, close_all, args=(_runners,), exitpriority=100)
        return next(replies_by([_mine.runner], [task]))[1]
    except InputError as error:
        return TaskReply("unusable", f"a worker {error}")


def main() -> None:
    """Be a worker of the scheduler whose address is the first argument; end when standard input does."""
    logging.disable(logging.CRITICAL)
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    asyncio.run(_work(sys.argv[1]))


def _end_with_standard_input() -> None:
    os.read(0, 1)
    os._exit(0)  # and the process that does the tasks ends with this one


async def _work(address: str) -> None:
    from distributed import Worker

    async with Worker(
        address, nthreads=1, memory_limit=0, dashboard=False, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as worker:
        await worker.finished()
