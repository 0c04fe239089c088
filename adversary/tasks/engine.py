"""The engine: it does many independent tasks once each, and stores each result at once."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from adversary.tasks.store import Store
from adversary.tasks.task import Task, TaskOutcome, TaskReply, Where, changed_file
from proofs.exact.errors import InputError, one_line

if TYPE_CHECKING:
    from adversary.tasks.cluster import Cluster
    from adversary.tasks.slots import Slots


def run(
    tasks: Sequence[Task],
    where: Where | None = None,
    store: Store | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
    *,
    check: Callable[[Task, Any], Any] | None = None,
) -> list[TaskOutcome]:
    """Do the tasks; return how each ended, in their order.

    What the store has is not done again, and what is done is stored at once, unless it failed; so a run that was ended
    in any way goes on where it was. Tasks with the same key are done once. A task that raises, takes longer than its
    limit, or ends its process three times has failed, and the rest goes on.

    Args:
        tasks: they depend on nothing but what they ask.
        where: on this machine, one process a core, unless it says something else.
        store: of results.
        progress: is told how many are done, of how many, and the name of the last (at first, an empty one).
        check: is given a task and the value that the store has for it, which anybody may have edited, and returns what
            is to be returned in its place: what it has checked again, and of the rest that it is ``NOT_CHECKED``;
            ``None``: the task is to be done again. What it raises says what is wrong with the line in the store.

    Raises:
        InputError: a task has found that what it was asked is unusable, or the store or the cluster cannot be used, or
            a line of the store does not pass its check.

    """
    where, store = where or Where(), store or Store(None)
    unlike = {task.key: task for task in tasks}
    ended: dict[str, TaskOutcome] = {}
    for key, task in unlike.items():
        if (stored := store.get(key)) is not None:
            value = stored[0] if check is None else _checked(task, stored[0], store, check)
            if check is None or value is not None:
                ended[key] = TaskOutcome(value, None, stored[1], stored=True)
    copies = Counter(task.key for task in tasks)
    done = sum(copies[key] for key in ended)
    progress(done, len(tasks), "")
    waiting = [task for key, task in unlike.items() if key not in ended]

    def say(what: str) -> None:
        progress(done, len(tasks), what)

    if waiting:
        with _executor(where, len(waiting), say) as executor:
            for task, reply in executor.replies(waiting):
                if reply.kind == "done":
                    value, seconds = store.add(task.key, json.loads(reply.text), reply.seconds)
                    ended[task.key] = TaskOutcome(value, None, seconds)
                else:
                    ended[task.key] = TaskOutcome(None, _failure(task, reply, where), reply.seconds)
                done += copies[task.key]
                progress(done, len(tasks), task.name)
    return [ended[task.key] for task in tasks]


def _checked(task: Task, value: Any, store: Store, check: Callable[[Task, Any], Any]) -> Any:
    try:
        return check(task, value)
    except (AttributeError, LookupError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        why = str(error) if isinstance(error, ValueError) else repr(error)
        what = "remove that line, and its result is found again"
        raise InputError(f"{store.line_of(task.key)}, has been changed: {one_line(why)}; {what}") from None


def _failure(task: Task, reply: TaskReply, where: Where) -> str:
    """Return the reason why a task has no value. Raises InputError if this reason ends the run."""
    if reply.kind == "unusable":
        raise InputError(reply.text)
    if reply.kind == "failed":
        return reply.text
    if where.scheduler and not changed_file({reply.text: task.digests[reply.text]}):
        raise InputError(f"a worker has another {reply.text} than is here, or cannot read it")
    return f"{reply.text} was changed during the run"


def _executor(where: Where, tasks: int, say: Callable[[str], None]) -> AbstractContextManager["Slots | Cluster"]:
    if where.scheduler is not None:
        from adversary.tasks.cluster import cluster

        return cluster(where.scheduler, say)
    from adversary.tasks import slots

    return slots.Slots(min(where.workers, tasks))
