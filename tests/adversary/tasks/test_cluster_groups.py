"""Tasks that travel together to a worker of a cluster, and what comes back of them; the cluster is none, but for one test."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from distributed.scheduler import KilledWorker

from adversary.tasks import cluster, cluster_worker, engine, local_cluster
from adversary.tasks.store import Store
from adversary.tasks.task import Task, program_version, python_version
from adversary.tasks.where import ClusterLost, Where
from adversary.tasks.worker import TaskReply
from proofs.exact.errors import InputError

pytestmark = pytest.mark.full

HERE = program_version(), python_version()
Answer = Callable[[Sequence[Task]], Sequence[TaskReply]]


class Sent(Future[Any]):
    """A group that a client has sent, as dask has it."""

    status = "finished"

    def release(self) -> None:
        """Let it go."""


class Client:
    """A client of a scheduler with ``cores`` workers, who answer at once; ``sent`` are the groups of requests."""

    status = "running"

    def __init__(self, answer: Answer, cores: int = 1) -> None:
        self.cores, self.sent, self._answer = cores, list[list[int]](), answer

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": {f"w{number}": {"nthreads": 1} for number in range(self.cores)}}

    def run(self, ask: Callable[..., Any], *arguments: Any, workers: list[str], on_error: str) -> dict[str, Any]:
        return {worker: ask(*arguments) for worker in workers}

    def submit(self, do: Any, versions: tuple[str, str], group: list[Task], pure: bool) -> Sent:
        assert do is cluster_worker.do
        assert versions == HERE
        self.sent.append([task.request for task in group])
        future = Sent()
        try:
            future.set_result(self._answer(group))
        except KilledWorker as error:
            future.status = "error"
            future.set_exception(error)
        return future

    def gather(self, futures: list[Sent], asynchronous: bool) -> list[Any]:
        return [future.result() for future in futures]

    def sync(self, gather: Callable[[], list[Any]], callback_timeout: float) -> list[Any]:
        return gather()


def quick(group: Sequence[Task]) -> list[TaskReply]:
    return [TaskReply("done", str(task.request), 0.001) for task in group]


def slow(group: Sequence[Task]) -> list[TaskReply]:
    return [TaskReply("done", str(group[0].request), 30.0)]


def numbers(count: int) -> list[Task]:
    return [Task("run_tasks:double", number) for number in range(count)]


def replies(client: Client, tasks: Sequence[Task]) -> Iterator[tuple[Task, TaskReply]]:
    return cluster._Cluster(client, "tcp://nowhere", None, lambda _: None).replies(tasks)  # noqa: SLF001 - as it is used


def lengths(client: Client) -> list[int]:
    return [len(group) for group in client.sent]


def test_small_tasks_travel_together_more_and_more_and_alone_at_the_end() -> None:
    client = Client(quick)
    assert [int(reply.text) for _, reply in replies(client, numbers(500))] == list(range(500))
    assert lengths(client)[:6] == [1, 1, 2, 2, 3, 3]
    assert max(lengths(client)) == cluster.MAX_TOGETHER
    assert lengths(client)[-1] == 1


def test_a_long_task_travels_alone() -> None:
    """A second one would wait behind it, though another worker may have nothing to do."""
    client = Client(slow, cores=2)
    assert len(list(replies(client, numbers(60)))) == 60
    assert set(lengths(client)) == {1}


def test_groups_shrink_when_tasks_become_long_and_what_was_not_done_comes_again() -> None:
    client = Client(lambda group: quick(group) if group[0].request < 300 else slow(group))
    assert sorted(int(reply.text) for _, reply in replies(client, numbers(400))) == list(range(400))
    cut = next(at for at, group in enumerate(client.sent) if group[0] >= 300)
    assert lengths(client)[cut] == cluster.MAX_TOGETHER
    assert set(lengths(client)[cut + 2 * cluster.GROUPS_A_THREAD :]) == {1}


def test_what_is_done_is_stored_before_what_cannot_be_used_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what comes at the same time in another group that has such a one."""
    tasks, done = numbers(600), set[int]()

    def answer(group: Sequence[Task]) -> list[TaskReply]:
        if len(client.sent) <= 40:
            done.update(task.request for task in group)
            return quick(group)
        done.update(task.request for task in group[:-1])
        return [*quick(group[:-1]), TaskReply("unusable", "no such thing")]

    client, store = Client(answer), Store(None)
    monkeypatch.setattr(engine, "_replies", lambda waiting, _where, _say: replies(client, waiting))
    with pytest.raises(InputError, match=r"^no such thing$"):
        engine.run(tasks, Where(1), store)
    assert lengths(client)[40:] == [cluster.MAX_TOGETHER] * 2
    assert {task.request for task in tasks if store.get(task.key)} == done


def test_after_a_changed_file_the_rest_of_the_group_comes_again() -> None:
    def answer(group: Sequence[Task]) -> list[TaskReply]:
        whole = quick(group)
        bad = next((at for at, task in enumerate(group) if task.request % 50 == 49), len(group))
        return whole if bad == len(group) else [*whole[:bad], TaskReply("changed", "file")]

    client = Client(answer)
    kinds = {task.request: reply.kind for task, reply in replies(client, numbers(200))}
    assert kinds == {number: "changed" if number % 50 == 49 else "done" for number in range(200)}
    assert max(lengths(client)) > 1


def test_a_scheduler_that_tries_four_times_blames_only_who_ended_its_workers() -> None:
    def answer(group: Sequence[Task]) -> list[TaskReply]:
        if any(task.request == 100 for task in group):
            raise KilledWorker("do", None, 3)  # type: ignore[arg-type]
        return quick(group)

    client = Client(answer)
    found = {task.request: reply for task, reply in replies(client, numbers(200))}
    assert found.pop(100) == TaskReply("failed", "it ended its workers, 3 or more")
    assert set(found) == {*range(200)} - {100}
    assert {reply.kind for reply in found.values()} == {"done"}
    first, again = (group for group in client.sent if 100 in group)
    assert len(first) > 1, "others were with it"
    assert again == [100]


class Workers:
    """Workers of ours, of which none has ended."""

    wanted = 2

    def replace_workers(self) -> bool:
        return False


def test_workers_of_ours_are_looked_at_ten_times_a_second_only_until_all_have_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    client, looks = Client(quick, cores=1), list[float]()
    made = cluster._Cluster(client, "tcp://nowhere", Workers(), lambda _: None)  # type: ignore[arg-type]  # noqa: SLF001
    for client.cores in (1, 2, 1, 0):
        made._look()  # noqa: SLF001 - and what it finds is seen nowhere else
        looks.append(made._look_again)  # noqa: SLF001
    assert looks == [cluster.LOOK_SECONDS / 10, *[cluster.LOOK_SECONDS] * 3]


def test_workers_that_end_as_they_begin_are_not_started_ten_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    started = list[str]()

    def ends(code: str) -> list[str]:
        started.append(code)
        return [sys.executable, "-S", "-c", ""]

    monkeypatch.setattr(local_cluster, "python_command", ends)
    monkeypatch.setattr(cluster, "WORKERS_SECONDS", 2)
    with pytest.raises(ClusterLost, match="has had no workers for 2 s"):
        engine.run(numbers(1), Where(cluster="local:1"))
    assert len(started) <= 6


@pytest.fixture
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests"))


def kinds_of(*tasks: Task) -> list[str]:
    return [kind for kind, _, _ in cluster_worker.do(HERE, tasks)]


@pytest.mark.usefixtures("_path")
def test_a_worker_does_a_group_until_its_time_is_up_or_something_may_end_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("as it was")
    good, bad = numbers(1)[0], Task("run_tasks:complain", "no such thing")
    changes = Task("run_tasks:change", str(file), files=[str(file)])
    long, endless = Task("run_tasks:sleep", 0.4), Task("run_tasks:sleep", 60, limit=0.4)
    assert kinds_of(long, good) == ["done"]
    monkeypatch.setattr(cluster_worker, "SECONDS_TOGETHER", 60)
    assert kinds_of(good, bad, good) == ["done", "unusable"]
    assert kinds_of(good, changes, good) == ["done", "changed"]
    assert kinds_of(good, Task("run_tasks:fail", "so"), good) == ["done", "failed", "done"]
    assert kinds_of(good, endless, good) == ["done", "failed", "done"]
    monkeypatch.setattr(cluster_worker, "SECONDS_TOGETHER", 0.3)
    assert kinds_of(endless, good) == ["failed"]
