"""Tasks are known by what they ask; and where they may run."""

import sys
from pathlib import Path

import pytest

from adversary.tasks import task as tasks
from adversary.tasks.task import Task
from adversary.tasks.where import Where
from proofs.exact.errors import InputError


def test_a_key_is_that_of_what_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("one")
    one = Task("module:name", {"a": 1, "b": [2]}, (str(file),))
    same = Task("module:name", {"b": [2], "a": 1}, (str(file),), name="another", limit=3)
    keys = {one.key, same.key}
    assert len(keys) == 1
    others = [
        Task("module:other", one.request, one.files),
        Task(one.function, {"a": 1, "b": [3]}, one.files),
        Task(one.function, one.request),
    ]
    keys |= {other.key for other in others}
    file.write_text("two")
    keys.add(Task(one.function, one.request, one.files).key)
    monkeypatch.setattr(tasks, "program_version", lambda: "another")
    keys.add(Task(one.function, one.request, one.files).key)
    monkeypatch.setattr(tasks, "python_version", lambda: "3.99")
    keys.add(Task(one.function, one.request, one.files).key)
    assert len(keys) == 7


def test_a_file_that_is_not_there_is_said() -> None:
    with pytest.raises(InputError, match="cannot read nowhere: No such file or directory"):
        _ = Task("module:name", 1, ("nowhere",)).key


@pytest.mark.parametrize(
    ("jobs", "scheduler", "cluster", "why"),
    [
        (0, None, None, "--jobs should be from 1 to 1,024, but is 0"),
        (1025, None, None, "--jobs should be from 1 to 1,024, but is 1025"),
        (1, None, "local:2", "give one of --jobs, --scheduler and --cluster"),
        (None, "tcp://host:1", "local:2", "give one of --jobs, --scheduler and --cluster"),
        (None, None, "local:0", "--cluster should be local:N"),
        (None, None, "local:9999", "--cluster should be local:N"),
        (None, None, "slurm:4", "--cluster should be local:N"),
        (None, "tcp://host:99999", None, "--scheduler tcp://host:99999: a port is a number from 1 to 65535"),
        (None, "host:8786", None, "--scheduler should be an address like tcp://host:8786, not 'host:8786'"),
    ],
)
def test_what_is_no_place_is_said(jobs: int | None, scheduler: str | None, cluster: str | None, why: str) -> None:
    with pytest.raises(InputError, match=why):
        Where(jobs, scheduler, cluster)


def test_places() -> None:
    assert Where(3).workers == 3
    assert Where(cluster="local:4").workers == 4
    assert Where().workers >= 1
    assert [Where().on_cluster, Where(cluster="local:1").on_cluster, Where(scheduler="tcp://h:1").on_cluster] == [
        False,
        True,
        True,
    ]


def test_without_dask_there_is_no_cluster_and_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"a cluster needs dask: .*pip install '\.\[cluster\]'"):
        Where(cluster="local:1")
