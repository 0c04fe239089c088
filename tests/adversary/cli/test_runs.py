"""What is said of a run while it goes on."""

from pathlib import Path

import pytest

from adversary.cli.terminal import shown_run, where_to_run
from adversary.tasks.task import ClusterLost, Where
from proofs.exact.errors import InputError


def test_what_an_earlier_run_has_left_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with shown_run("playing", tmp_path / "kept", "game") as progress:
        progress(1_200, 2_000, "")
        progress(1_201, 2_000, "perceptron")
    assert capsys.readouterr().err == f"adversary: 1,200 games of an earlier run taken from {tmp_path / 'kept'}\n"


def test_a_new_run_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with shown_run("playing", tmp_path / "kept") as progress:
        progress(0, 2, "")
    with shown_run("playing", None) as progress:
        progress(1, 2, "")
    assert capsys.readouterr().err == ""


def test_an_interrupted_run_says_where_it_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept"
    said = f"adversary: finished results are kept in {kept}; the same command continues from there\n"
    for end, line in ((KeyboardInterrupt(), said), (ClusterLost(""), said), (ValueError(), ""), (InputError(""), "")):
        kept.touch()
        with pytest.raises(type(end)), shown_run("playing", kept):
            raise end
        assert capsys.readouterr().err == line
    kept.unlink()
    with pytest.raises(KeyboardInterrupt), shown_run("playing", kept):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == ""


def test_where_tasks_run_is_read() -> None:
    assert where_to_run("3") == Where(jobs="3")
    assert where_to_run() == Where()
    with pytest.raises(
        InputError, match="--jobs is a number of processes, up to 1,024, or an address like tcp://host:8786, not '-1'"
    ):
        where_to_run("-1")
