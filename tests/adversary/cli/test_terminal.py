"""What the options that commands share are read into."""

from pathlib import Path

import pytest

from adversary.api.lists import items_of, read_limits, whole_numbers
from adversary.cli.terminal import read_outputs, store_in
from proofs.exact.errors import InputError


def test_lists_and_ranges() -> None:
    assert items_of(["a, b", "c,a"]) == ["a", "b", "c"]
    assert (items_of(None), whole_numbers("--lies", None)) == ([], [])
    assert whole_numbers("--dimension", "3..6,4, 10") == [3, 4, 5, 6, 10]
    for text in ("x", "", "-1", "6..3", "1..100000", "1.5", "1,,2"):
        with pytest.raises(InputError, match="--dimension is a number, a list like 4,8,16 or a range"):
            whole_numbers("--dimension", text)


def test_limits() -> None:
    assert read_limits("states=10_000, call=0.5s,memory=500MB", "states", "call", "memory") == {
        "states": 10_000,
        "call": 0.5,
        "memory": 500,
    }
    assert read_limits(None, "states") == {}
    for text in ("states", "states=x", "call=5s", "states=1s", "states=-1", "stat=1", ""):
        with pytest.raises(InputError, match=f"--limit takes states=N, memory=NMB, with commas between, not '{text}'"):
            read_limits(text, "states", "memory")


def test_outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    endings = [".csv", ".svg"]
    assert read_outputs(["a.csv", "b.svg", "out/"], endings, folder=True) == {
        ".csv": "a.csv",
        ".svg": "b.svg",
        "/": "out/",
    }
    assert read_outputs(None, endings) == {}
    for names, why in {
        "a.pdf": "-o takes the name of a file that ends in .csv, .svg$",
        "out/": "-o takes the name of a file that ends in .csv, .svg$",
        "a.csv b.csv": "-o names a.csv and b.csv: give one .csv$",
        "input.csv": "that is the input",
        "nowhere/a.csv": "there is no folder",
    }.items():
        with pytest.raises(InputError, match=why):
            read_outputs(names.split(), endings, "input.csv")


def test_a_cache_is_a_folder(tmp_path: Path) -> None:
    assert store_in(None) is None
    store = store_in(tmp_path / "new" / "cache")
    assert store is not None
    assert store.parent == tmp_path / "new" / "cache"
    assert store.parent.is_dir()
