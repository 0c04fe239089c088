"""What is sent to the workers of a cluster, and what comes back; the cluster is none."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from adversary.tasks import cluster, engine
from adversary.tasks.cluster import Cluster
from adversary.tasks.store import Store
from adversary.tasks.task import Task, TaskReply, Where, program_version, python_version
from proofs.exact.errors import InputError

HERE = program_version(), python_version()


class Sent(Future[Any]):
    """A task that a client has sent, as dask has it."""

    status = "finished"

    def release(self) -> None:
        """Let it go."""


class Client:
    """A client of a scheduler with ``cores`` workers, who answer at once; ``sent`` are the requests, in their order."""

    status = "running"

    def __init__(self, answer: Callable[[Task], TaskReply], cores: int = 1) -> None:
        self.cores, self.sent, self._answer = cores, list[int](), answer

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": {f"w{number}": {"nthreads": 1} for number in range(self.cores)}}

    def run(self, ask: Callable[..., Any], *arguments: Any, workers: list[str], on_error: str) -> dict[str, Any]:
        return {worker: ask(*arguments) for worker in workers}

    def submit(self, do: Any, versions: tuple[str, str], task: Task, pure: bool) -> Sent:
        from distributed.scheduler import KilledWorker

        assert do is cluster.do
        assert versions == HERE
        self.sent.append(task.request)
        future = Sent()
        try:
            future.set_result(self._answer(task))
        except KilledWorker as error:
            future.status = "error"
            future.set_exception(error)
        return future


def quick(task: Task) -> TaskReply:
    return TaskReply("done", str(task.request), 0.001)


def numbers(count: int) -> list[Task]:
    return [Task("run_tasks:double", number) for number in range(count)]


def replies(client: Client, tasks: Sequence[Task]) -> Iterator[tuple[Task, TaskReply]]:
    return Cluster(client, "tcp://nowhere", lambda _: None).replies(tasks)


def test_each_task_is_sent_once_and_some_wait_at_each_worker() -> None:
    client = Client(quick, cores=2)
    come = replies(client, numbers(100))
    assert next(come)[1].kind == "done"
    assert client.sent == [*range(2 * cluster.TASKS_A_THREAD)]
    assert len(list(come)) == 99
    assert client.sent == [*range(100)]


def test_what_is_done_is_stored_before_what_cannot_be_used_ends_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also what comes at the same time."""
    tasks = numbers(10)
    client = Client(lambda task: quick(task) if task.request else TaskReply("unusable", "no such thing"))
    here = Cluster(client, "tcp://nowhere", lambda _: None)
    monkeypatch.setattr(engine, "_executor", lambda *_: nullcontext(here))
    with Store(tmp_path / "results") as store:
        with pytest.raises(InputError, match=r"^no such thing$"):
            engine.run(tasks, Where(1), store)
        assert {task.request for task in tasks if store.get(task.key)} == {*range(1, cluster.TASKS_A_THREAD)}


def test_a_scheduler_that_tries_four_times_blames_only_who_ended_its_workers() -> None:
    from distributed.scheduler import KilledWorker

    def answer(task: Task) -> TaskReply:
        if task.request == 50 or (task.request == 51 and client.sent.count(51) == 1):
            raise KilledWorker("do", None, 3)  # type: ignore[arg-type]
        return quick(task)

    client = Client(answer)
    by_request = {task.request: reply for task, reply in replies(client, numbers(100))}
    assert by_request.pop(50) == TaskReply("failed", "it ended its workers, 3 or more")
    assert set(by_request) == {*range(100)} - {50}
    assert {reply.kind for reply in by_request.values()} == {"done"}
    assert client.sent[100:] == [50, 51], "suspects come again, alone, at the end"
