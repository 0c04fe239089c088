"""The store of results: whole after any end, and nobody else's file."""

import errno
import fcntl
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stores import line

from adversary.tasks.store import HEADER, Store
from proofs.exact.errors import InputError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=10)
@given(st.lists(JSON, max_size=5))
def test_what_is_found_again_is_what_was_stored(tmp_path_factory: pytest.TempPathFactory, values: list[Any]) -> None:
    path = tmp_path_factory.mktemp("store") / "results"
    with Store(path) as store:
        for number, value in enumerate(values):
            store.add(str(number), value, 0.5)
            assert store.get(str(number)) == (value, 0.5)
    with Store(path) as store:
        found = [store.get(str(number)) for number in range(len(values))]
        assert repr(found) == repr([(value, 0.5) for value in values])
        assert store.get("another") is None


def test_what_is_not_plain_is_found_as_another_run_finds_it(path: Path) -> None:
    for where in (path, None):
        with Store(where) as store:
            found = [{"1": "x"}, [2, 3]], 0.0
            assert store.add("a", ({1: "x"}, (2, 3)), 0.0) == found
            assert store.get("a") == (found if where else None)
            with pytest.raises(ValueError, match="JSON"):
                store.add("b", float("nan"), 0.0)
            assert store.get("b") is None
    assert len(path.read_bytes().splitlines()) == 2


def filled(path: Path, number: int = 3) -> bytes:
    with Store(path) as store:
        for key in range(number):
            store.add(f"key {key}", {"value": "é" * key}, 0.25)
    return path.read_bytes()


def test_wherever_it_was_cut_what_was_whole_is_found_and_it_goes_on(path: Path) -> None:
    whole = filled(path)
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        lines = whole[:size].count(b"\n")
        with Store(path) as store:
            found = [key for key in range(3) if store.get(f"key {key}") is not None]
            assert found == list(range(max(lines - 1, 0)))
            store.add("new", 1, 0.0)
        with Store(path) as store:
            assert store.get("new") == (1, 0.0)
        assert path.read_bytes().startswith(whole[:size][: whole[:size].rfind(b"\n") + 1] or HEADER)


@pytest.mark.parametrize("after", [b"", b'", "seconds": 1, "value": 1}\n'])
def test_what_a_power_cut_has_left_as_zeros_is_dropped(path: Path, after: bytes) -> None:
    whole = filled(path)
    path.write_bytes(whole + bytes(4096) + after)
    filled(path, 0)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (b"hello\n", 1),
        (b"\x00\xff" * 50, 1),
        (b'{"format": "forced-mistakes/trace/1"}\n', 1),
        (HEADER + b"garbage\n", 2),
        (HEADER + b'{"key": "a", "seconds": 1, "value": 1}\n', 2),
        (HEADER + b"[" * 100_000 + b"\n", 2),
        (HEADER + HEADER, 2),
    ],
)
def test_a_file_of_somebody_else_is_left_as_it_is(path: Path, text: bytes, number: int) -> None:
    path.write_bytes(text)
    what = "it" if number == 1 else "that line, and its result is found again"
    with pytest.raises(
        InputError, match=f"something else than results in line {number}: remove {what}, or name another"
    ):
        Store(path)
    assert path.read_bytes() == text
    path.write_bytes(filled(path.with_name("other")))
    Store(path).close()  # and it is not in use


def test_a_line_that_was_damaged_can_be_removed_at_the_cost_of_its_result(path: Path) -> None:
    lines = filled(path).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b"key", b"yek", 1), lines[3]]))
    why = "has a damaged result in line 3: remove that line, and its result is found again, or name another"
    with pytest.raises(InputError, match=why):
        Store(path)
    path.write_bytes(b"".join([*lines[:2], lines[3]]))
    with Store(path) as store:
        assert [store.get(f"key {key}") is None for key in range(3)] == [False, True, False]


@pytest.mark.parametrize("place", range(0, 120, 7))
def test_any_change_of_a_line_is_damage(path: Path, place: int) -> None:
    head, text = filled(path, 1).splitlines(keepends=True)
    for byte in (b"7", b"a", b"}"):
        changed = text[:place] + byte + text[place + 1 :]
        path.write_bytes(head + changed)
        if changed != text:
            with pytest.raises(InputError, match=r"in line 2: remove that line, and its result is found again"):
                Store(path)


@pytest.mark.parametrize(
    "text",
    [
        line(1, 1),  # type: ignore[arg-type]
        line("a", 1, True),
        line("a", 1, -1),
        line("a", 1, float("nan")),
        line("a", float("nan")),
    ],
)
def test_a_line_of_wrong_types_is_damaged_though_its_digest_is_right(path: Path, text: bytes) -> None:
    path.write_bytes(HEADER + text)
    with pytest.raises(InputError, match="has a damaged result in line 2"):
        Store(path)
    path.write_bytes(HEADER + line("a", 1))
    with Store(path) as store:
        assert store.get("a") == (1, 0.25)


def test_two_runs_do_not_use_one_file(path: Path) -> None:
    text = filled(path)
    with Store(path), pytest.raises(InputError, match=f"another run is at work with {path}: wait until it ends"):
        Store(path)
    Store(path).close()
    assert path.read_bytes() == text


def test_a_file_that_another_run_removes_meanwhile_is_made_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flock, removed = fcntl.flock, list[Path]()

    def slow(file: int, how: int) -> None:
        if not removed:
            removed.append(path)
            path.unlink()
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", slow)
    filled(path)
    assert removed
    with Store(path) as store:
        assert store.get("key 2") == ({"value": "éé"}, 0.25)


def test_where_there_are_no_locks_nothing_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    with pytest.raises(InputError, match="its file system has no locks, and two runs could write at once"):
        Store(path)


def test_what_is_no_place_for_a_file_is_refused_in_one_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for name, why in (
        ("", "it exists and is not a regular file"),
        ("fifo", "it exists and is not a regular file"),
        ("none/results", "No such file or directory"),
    ):
        with pytest.raises(InputError, match=f"cannot keep results in .*: {why}"):
            Store(tmp_path / name)
    with pytest.raises(InputError, match=r"cannot keep results in x*: File name too long"):
        Store("x" * 300)


FULL = """
import resource, signal, sys
from adversary.tasks.store import Store
from proofs.exact.errors import InputError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Store(sys.argv[1]) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
    for key in range(100):
        try:
            store.add(f"{key}", "x" * 100, 0.0)
        except InputError as error:
            print(key, error)
            break
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    store.add("at last", "there is room", 0.0)
"""


@pytest.mark.full
def test_a_full_disk_leaves_a_whole_file(path: Path) -> None:
    if resource.getrlimit(resource.RLIMIT_FSIZE)[1] != resource.RLIM_INFINITY:
        pytest.skip("files have a limit here")
    command = [sys.executable, "-c", FULL, str(path), "1000"]  # so that a line is written in part
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    number, _, said = done.stdout.strip().partition(" ")
    assert said == f"cannot keep results in {path}: the disk is full, or the file has reached its limit"
    assert int(number) > 1
    with Store(path) as store:
        assert store.get("at last") == ("there is room", 0.0)
        assert store.get(str(int(number) - 1)) == ("x" * 100, 0.0)
        assert store.get(number) is None


def test_an_empty_file_is_removed_by_whom_it_was_made(tmp_path: Path) -> None:
    (tmp_path / "theirs").touch()
    for name in ("ours", "theirs", "kept"):
        with Store(tmp_path / name) as store:
            assert (tmp_path / name).read_bytes() == HEADER
            if name == "kept":
                store.add("key", 1, 0.0)
    assert {path.name for path in tmp_path.iterdir()} == {"theirs", "kept"}
    Store(tmp_path / "kept").close()
    with Store(tmp_path / "kept") as store:
        assert store.get("key") == (1, 0.0)
