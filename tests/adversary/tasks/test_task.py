"""Tasks are known by what they ask; and where they may run."""

import sys
from pathlib import Path

import pytest

from adversary.tasks import task as tasks
from adversary.tasks.task import Task, Where
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
    "jobs",
    [0, 1025, -1, "", "two", "1e3", "local:2", "host:8786", "tcp://ho st:1", "tcp://host:0", "tcp://host:99999"],
)
def test_what_is_no_place_is_said(jobs: int | str) -> None:
    with pytest.raises(InputError, match=f"^--jobs is a number of processes, up to 1,024, or .*, not '{jobs}'$"):
        Where(jobs)


def test_places() -> None:
    assert [Where(3).workers, Where("4").workers, Where("4").scheduler] == [3, 4, None]
    assert Where().workers >= 1
    assert Where("tcp://[::1]:8786").scheduler == "tcp://[::1]:8786"
    assert (Where("tls://host").here, Where(2).here) == (Where(), Where(2))


def test_without_dask_there_is_no_cluster_and_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"a cluster needs dask: .*pip install '\.\[cluster\]'"):
        Where("tcp://host:1")
