"""Tasks in processes of this machine: they survive the death of any of them."""

import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from adversary.tasks.process import UNHEARD_SECONDS, Died, TaskProcess, close_all
from adversary.tasks.task import Task
from adversary.tasks.worker import TaskReply
from proofs.exact.errors import InputError

MAX_DEATHS = 3
"""Processes that a task may end before it is given up."""

MAX_UNSTARTED = 10
"""Processes in a row that may end before they have taken a task: no task is blamed for that."""


def replies_here(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, TaskReply]]:
    """Do the tasks, ``jobs`` at a time; yield each with its reply as it comes.

    Raises:
        InputError: no process can be started, or each ends before it has taken a task.

    """
    processes = [TaskProcess() for _ in range(min(jobs, len(tasks)))]
    try:
        yield from replies_by(processes, tasks)
    finally:
        close_all(processes)


def replies_by(processes: Sequence[TaskProcess], tasks: Sequence[Task]) -> Iterator[tuple[Task, TaskReply]]:
    """Do the tasks by these processes, which are left open; all else is as in ``replies_here``."""
    waiting, free, deaths, unstarted = deque(tasks), list(processes), Counter[str](), list[Died]()
    running = dict[Future[TaskReply], tuple[Task, TaskProcess]]()
    silent, asked = set[Future[TaskReply]](), time.monotonic()

    def start() -> None:
        if len(unstarted) >= MAX_UNSTARTED:
            raise InputError(f"processes end before they take a task: {unstarted[-1]}")
        _start(waiting, free, running)

    start()
    while running:
        over = wait(running, timeout=UNHEARD_SECONDS, return_when=FIRST_COMPLETED).done
        if time.monotonic() > asked + UNHEARD_SECONDS:  # a pool takes no notice of a process that ends with code 0
            dead = {future for future, (_, process) in running.items() if process.has_died()}
            over |= silent & dead  # dead twice in a row: what it has said last has had time to come
            silent, asked = dead, time.monotonic()
        ended = list[tuple[Task, TaskReply]]()
        for future in over:
            task, process = running.pop(future)
            free.append(process)
            try:
                ended.append((task, process.reply(future)))
            except Died as death:
                deaths[task.key] += death.started
                unstarted = [] if death.started else [*unstarted, death]
                if deaths[task.key] < MAX_DEATHS:
                    waiting.append(task)
                else:
                    ended.append((task, TaskReply("failed", f"its process ended {MAX_DEATHS} times: {death}")))
            else:
                unstarted = []
        ended.sort(key=lambda one: one[1].kind != "done")  # what may end the run comes after what is to be stored
        try:
            start()  # before somebody takes time for the replies
        finally:
            yield from ended  # what is done is not lost, if no process can be started


def _start(
    waiting: deque[Task], free: list[TaskProcess], running: dict[Future[TaskReply], tuple[Task, TaskProcess]]
) -> None:
    """Have free processes do what waits. Raises InputError if no process can be started and none is running."""
    while waiting and free:
        task, process = waiting.popleft(), free.pop()
        try:
            running[process.start(task)] = task, process
        except InputError:
            if not running:
                raise
            waiting.appendleft(task)  # those that run go on with it, and this one is given up
