"""Runs on a cluster: a real dask scheduler and workers of this machine, which are lost, wrong, or not there."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from adversary.tasks import cluster, engine
from adversary.tasks.store import Store
from adversary.tasks.task import ClusterLost, Task, TaskOutcome, Where
from proofs.exact.errors import InputError

pytestmark = [pytest.mark.full, pytest.mark.xdist_group("dask")]

SURROUNDINGS = os.environ | {"PYTHONPATH": str(ROOT / "tests")}


class Machines:
    """A scheduler at an address, and workers that can be started and killed."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._opened, self._file = opened, folder / "scheduler.json"
        self.scheduler = self._start("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        until = time.monotonic() + 250
        while not self._file.exists() or not self._file.read_text().endswith("}"):
            assert time.monotonic() < until
            time.sleep(0.05)
        self.address = str(json.loads(self._file.read_text())["address"])

    def worker(self, *options: str, first: str = "") -> "subprocess.Popen[bytes]":
        """Start a worker; ``first`` is what its Python does before."""
        code = f"{first}\nfrom distributed.cli.dask_worker import main\nif __name__ == '__main__':\n    main()"
        return self._start("-c", code, "--no-nanny", "--nthreads", "1", *options)

    def _start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [
                sys.executable,
                *arguments,
                "--no-dashboard",
                "--dashboard-address",
                "127.0.0.1:0",
                "--scheduler-file",
                str(self._file),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=SURROUNDINGS,
            cwd=ROOT,
        )
        self._opened.callback(process.wait)
        self._opened.callback(process.kill)
        return process

    def run(self, *tasks: Task, **options: Any) -> list[TaskOutcome]:
        return engine.run(tasks, Where(self.address), **options)


@pytest.fixture(autouse=True)
def _workers_of_ours_find_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", SURROUNDINGS["PYTHONPATH"])


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """Return a scheduler without workers."""
    with ExitStack() as opened:
        yield Machines(tmp_path, opened)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Return a scheduler with two workers, one of them with a nanny and two threads."""
    with ExitStack() as opened:
        made = Machines(tmp_path_factory.mktemp("dask"), opened)
        made.worker()
        made.worker("--nanny", "--nthreads", "2")
        yield made


def task(function: str, request: Any = None, **options: Any) -> Task:
    return Task(f"run_tasks:{function}", request, **options)


def counted(folder: Path, number: int, seconds: float = 0.05) -> list[Task]:
    return [task("counted", {"notes": str(folder / "notes"), "number": n, "seconds": seconds}) for n in range(number)]


def noted(folder: Path, what: str) -> Counter[int]:
    lines = (folder / "notes").read_text().splitlines() if (folder / "notes").exists() else []
    return Counter(int(line.split()[1]) for line in lines if line.startswith(what))


def text_of(outcomes: list[TaskOutcome]) -> str:
    return json.dumps([[outcome.value, outcome.failure] for outcome in outcomes])


def test_all_places_give_the_same(two: Machines) -> None:
    tasks = [
        *[task("double", number) for number in range(30)],
        task("fail", "so"),
        task("die", signal.SIGKILL),
        task("sleep", 60, limit=0.3),
        task("an_object"),
        task("long_text", 300_000),
    ]
    texts = {text_of(engine.run(tasks, where)) for where in (Where(1), Where(2))}
    assert texts == {text_of(two.run(*tasks))}


def test_a_killed_worker_costs_nothing_but_what_was_lost(machines: Machines, tmp_path: Path) -> None:
    workers = [machines.worker(), machines.worker()]

    def kill(done: int, _total: int, _name: str) -> None:
        if done == 10 and workers[0].poll() is None:
            workers[0].kill()

    with Store(tmp_path / "kept") as store:
        outcomes = machines.run(*counted(tmp_path, 40), store=store, progress=kill)
    assert workers[0].wait(10) == -signal.SIGKILL
    assert [outcome.value["number"] for outcome in outcomes] == list(range(40))
    ends = noted(tmp_path, "end")
    assert set(ends) == set(range(40))
    again = [number for number, times in ends.items() if times > 1]
    assert len(again) <= cluster.TASKS_A_THREAD
    with Store(tmp_path / "kept") as store:
        assert [outcome.stored for outcome in machines.run(*counted(tmp_path, 40), store=store)] == [True] * 40


def test_a_lost_scheduler_is_one_line_and_the_run_can_go_on(machines: Machines, tmp_path: Path) -> None:
    machines.worker()

    def kill(done: int, _total: int, _name: str) -> None:
        if done == 5:
            machines.scheduler.kill()

    with (
        pytest.raises(ClusterLost, match=rf"the dask scheduler at {machines.address} was lost"),
        Store(tmp_path / "kept") as store,
    ):
        machines.run(*counted(tmp_path, 500), store=store, progress=kill)
    with Store(tmp_path / "kept") as store:
        outcomes = engine.run(counted(tmp_path, 12), Where(2), store=store)
    assert [outcome.value["number"] for outcome in outcomes] == list(range(12))
    assert sum(outcome.stored for outcome in outcomes) >= 5


def test_a_scheduler_that_is_none_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        with pytest.raises(InputError, match=f"cannot reach a dask scheduler at {address}: nothing there answers"):
            engine.run([task("double", 1)], Where(address))
    with pytest.raises(InputError, match="cannot reach a dask scheduler at carrier-pigeon://coop: "):
        engine.run([task("double", 1)], Where("carrier-pigeon://coop"))


def test_a_scheduler_without_workers_is_waited_for_but_not_for_ever(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WORKERS_SECONDS", 2)
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.1)
    said = list[str]()
    with pytest.raises(InputError, match="has had no workers for 2 s: start some with `dask worker tcp://"):
        machines.run(task("double", 1), progress=lambda *what: said.append(what[2]))
    assert said[-1] == "(waiting for workers)"
    monkeypatch.setattr(cluster, "WORKERS_SECONDS", 60)
    machines.worker()
    assert machines.run(task("double", 2))[0].value == 4


OTHER_VERSION = (
    "import importlib.metadata as m\nv = m.version\nm.version = lambda n: '9.9' if n == 'forced-mistakes' else v(n)"
)
NO_VERSION = "import importlib.metadata as m\nv = m.version\ndef none(n):\n    if n == 'forced-mistakes':\n        raise m.PackageNotFoundError(n)\n    return v(n)\nm.version = none"
OTHER_PYTHON = "import platform\nplatform.python_version = lambda: '3.99.0'"


@pytest.mark.parametrize(
    ("first", "why"),
    [
        (OTHER_PYTHON, "a worker has version 3.99 of Python, and here it is 3\\."),
        (OTHER_VERSION, "a worker has version 9.9 of this program, and here it is "),
        (NO_VERSION, "the worker tcp://.* does not have this program: install "),
    ],
    ids=["python", "another", "none"],
)
def test_a_worker_with_another_version_refuses(machines: Machines, first: str, why: str) -> None:
    machines.worker(first=first)
    with pytest.raises(InputError, match=why):
        machines.run(task("double", 1))


def test_a_worker_has_the_files_of_a_task_or_says_so(
    two: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("as it is")
    assert two.run(task("read", str(file), files=[str(file)]))[0].value == "as it is"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text("not the one of the workers' folder")
    for name in ("README.md", "file"):
        with pytest.raises(InputError, match=f"^a worker has another {name} than is here, or cannot read it$"):
            two.run(task("read", name, files=[name]))
