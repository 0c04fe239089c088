"""What a worker of a cluster does: a process of its own for each of its threads does the tasks.

A task that kills its process, or takes too long, has its worker go on; and games need the main thread of a process.
"""

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import util

from adversary.tasks.local import replies_by
from adversary.tasks.runner import Runner, close_all
from adversary.tasks.task import Task, program_version, python_version
from adversary.tasks.worker import TaskReply
from proofs.exact.errors import InputError

SECONDS_TOGETHER = 0.2
"""How long tasks that have come together are done before what is done goes back, and what is left, to come again."""

NO_WATCH = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}
"""A worker of ours does not watch itself a hundred times a second."""

_free: list[Runner] = []
_runners: list[Runner] = []
util.Finalize(None, close_all, args=(_runners,), exitpriority=100)


def do(wanted: tuple[str, str], tasks: Sequence[Task]) -> list[tuple[str, str, float]]:
    """Do the first of the tasks, and more of them as long as there is time; return a TaskReply for each that is done.

    After one that may end the run no other is done, since it may be for nothing.
    That there are other versions of this program and of Python here than where it was asked is the reply to the first.
    """
    here, began = (program_version(), python_version()), time.monotonic()
    for what, (found, asked) in zip(("this program", "Python"), zip(here, wanted, strict=True), strict=True):
        if found != asked:
            return [TaskReply("unusable", f"a worker has version {found} of {what}, and here it is {asked}")]
    replies = list[tuple[str, str, float]]()
    try:
        runner = _free.pop()
    except IndexError:  # other threads have them all
        runner = _new_runner()
    try:
        for task in tasks:
            replies.append(next(replies_by([runner], [task]))[1])
            if time.monotonic() > began + SECONDS_TOGETHER or replies[-1][0] in {"unusable", "changed"}:
                break
    except InputError as error:
        replies.append(TaskReply("unusable", f"a worker {error}"))
    finally:
        _free.append(runner)
    return replies


def _new_runner() -> Runner:
    runner = Runner()
    _runners.append(runner)
    return runner


def main() -> None:
    """Be a worker of the scheduler whose address is the first line of standard input; end when standard input does."""
    logging.disable(logging.CRITICAL)
    runner = _new_runner()
    with suppress(InputError):  # the first task will say so
        runner.start(Task("builtins:bool", None))  # and its process is there when the first task comes
    _free.append(runner)
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
