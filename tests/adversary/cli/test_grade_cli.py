"""The commands grade and attack, run as a user runs them."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
import typer
from conftest import ROOT, Ran

from adversary.cli.grading import grade as grade_file
from adversary.grading import folder as folders
from adversary.grading.grade import grade
from adversary.grading.kinds.registry import GRADE_KINDS
from adversary.search.attack import attack
from adversary.tasks.store import Store
from proofs.exact.errors import InputError

Run = Callable[..., Ran]

STUDENT = ROOT / "examples" / "student.py"
BROKEN = ROOT / "examples" / "broken" / "strict_inequality.py"
HALVING = ROOT / "examples" / "student_halving.py"
FEW = 'setting = "finite"\nbound = "log2(C)"\nclasses = ["thresholds:3"]\n'
"""A kind with few games, for what is about many submissions."""


@pytest.mark.full
def test_a_broken_one_gets_the_smallest_game_and_every_report(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(BROKEN.read_text())
    outputs = [word for file in ("game.jsonl", "test_it.py", "r.json", "g.xml", "g.csv") for word in ("-o", file)]
    done = adversary("grade", "student.py", "--as", "perceptron", "--json", *outputs)
    assert done.code == 1
    game = done.json["counterexample"]
    assert [entry["label"] for entry in game["rounds"]] == [1, 1]
    assert [entry["x"] for entry in game["rounds"]] == [[[0, "1"]], [[0, "1"]]]
    assert (game["mistakes"], game["allowed"], game["minimal"]) == (2, 1, True)
    assert adversary("check", "game.jsonl").code == 0
    alone = [sys.executable, "-I", "-S", str(ROOT / "proofs" / "checker.py"), "game.jsonl"]
    assert b"run bound 2" in subprocess.run(alone, capture_output=True, cwd=tmp_path, check=True).stdout
    test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    assert subprocess.run(test, cwd=tmp_path, capture_output=True, check=False).returncode == 1
    (tmp_path / "student.py").write_text(STUDENT.read_text())
    assert subprocess.run(test, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    score = json.loads((tmp_path / "r.json").read_text())["score"]
    assert 0 <= score < 100
    assert ET.parse(tmp_path / "g.xml").getroot().find(".//failure") is not None  # noqa: S314 - our own
    assert (tmp_path / "g.csv").read_text().count("\n") == 2


def test_a_report_says_whether_a_test_was_written(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "few.toml").write_text(FEW)
    done = adversary("grade", HALVING, "--as", "few.toml", "-o", "t.py")
    assert done.out.endswith("\ntest  not written: there is no counterexample\n")
    assert not (tmp_path / "t.py").exists()
    broken = ROOT / "examples" / "broken" / "first_consistent.py"
    done = adversary("grade", broken, "--as", "few.toml", "-o", "t.py")
    assert done.out.endswith("\ntest  t.py: it fails until the learner is fixed\n")
    written = (tmp_path / "t.py").read_text()
    assert adversary("grade", broken, "--as", "few.toml", "-o", "t.py").code == 1
    assert (tmp_path / "t.py").read_text() == written  # a test is replaced, and no other source code
    (tmp_path / "t.py").write_text("# mine\n")
    assert "looks like source code" in adversary("grade", broken, "--as", "few.toml", "-o", "t.py").refusal
    assert (tmp_path / "t.py").read_text() == "# mine\n"


def test_a_file_that_cannot_be_imported_is_an_error_and_no_verdict(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class A:\n    def predict(self, x): return 1 +\n")
    done = adversary("grade", tmp_path / "bad.py", "--as", "perceptron", "--json")
    assert done.code == 2
    assert done.json["verdict"] == "error"
    assert "line 2" in done.json["problem"]
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("events", "code"), [((), 2), (("tried to write to a file: /x",), 1)])
def test_a_file_that_tries_to_write_as_it_is_imported_fails(
    events: tuple[str, ...], code: int, adversary: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("learners.runner.runner.Runner.audit_events", lambda _: list(events))
    (tmp_path / "bad.py").write_text("open('/x/y', 'w')\n")
    done = adversary("grade", tmp_path / "bad.py", "--as", "perceptron", "--json")
    assert (done.code, done.json["verdict"]) == (code, "failed" if events else "error")
    assert done.err.count("\n") == code - 1


def test_a_learner_of_classes_is_told_what_to_be_graded_as(adversary: Run) -> None:
    done = adversary("grade", HALVING, "--as", "perceptron", "--json")
    assert (done.code, done.json["verdict"]) == (2, "error")
    assert "it learns finite classes; grade it as halving or optimal or consistent or winnow" in done.json["problem"]
    assert "--class" not in done.err


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1, 0, "a"])
def test_seconds_are_above_0(seconds: Any) -> None:
    line = f"seconds should be a number above 0, not {seconds!r}"
    with pytest.raises(InputError, match=line):
        attack("perceptron", "1/delta2", seconds=seconds)
    with pytest.raises(InputError, match=line):
        grade("perceptron", "perceptron", seconds=seconds)


def test_what_is_visible_is_a_file_or_a_folder() -> None:
    with pytest.raises(InputError, match="visible should be a file or a folder, not 5"):
        grade("perceptron", "perceptron", visible=cast("Any", 5))


@pytest.mark.long
def test_a_false_bound_is_refuted_and_a_true_one_is_not(adversary: Run, tmp_path: Path) -> None:
    done = adversary(
        "attack", "perceptron", "--bound", "R2/gamma2 - 1", "--seconds", "30", "--json", "-o", tmp_path / "t.jsonl"
    )
    found = done.json
    assert (done.code, found["verdict"]) == (1, "refuted")
    assert len(found["counterexample"]["rounds"]) == 1
    assert found["counterexample"]["statements"] == [
        {"statement": "realizable"},
        {"statement": "run bound", "mistakes": 1},
    ]
    assert adversary("check", tmp_path / "t.jsonl").code == 0
    done = adversary("attack", "perceptron", "--bound", "R2/gamma2", "--seconds", "2")
    assert done.code == 0
    assert "not refuted: no violation in" in done.out


def test_an_interrupted_folder_says_what_is_kept_and_what_it_took_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, csv = tmp_path / "submissions", tmp_path / "g.csv"
    folder.mkdir()
    for name in ("ann.py", "bob.py"):
        (folder / name).write_text(HALVING.read_text())
    (tmp_path / "few.toml").write_text(FEW)
    (folder / "eve").mkdir()  # it is not even tried, and is no grade of an earlier run

    def graded() -> None:
        grade_file(files=[str(folder)], kind=str(tmp_path / "few.toml"), output=[str(csv)], jobs="1")

    class Interrupted(Store):  # Ctrl-C comes when one has been graded
        def add(self, key: str, value: Any, seconds: float) -> tuple[Any, float]:
            if value["learner"] == "bob.py":
                raise KeyboardInterrupt
            return super().add(key, value, seconds)

    with monkeypatch.context() as patch:
        patch.setattr(folders, "Store", Interrupted)
        with pytest.raises(KeyboardInterrupt):
            graded()
    keep = f"{csv}.store.jsonl"
    said = f"adversary: finished grades are kept in {keep}; the same command continues from there\n"
    assert capsys.readouterr() == ("", said)
    with pytest.raises(typer.Exit) as ended:
        graded()
    assert ended.value.exit_code == 1
    shown, said = capsys.readouterr()
    assert "3 learners: 2 passed, 0 failed, 1 error" in shown
    assert said == f"adversary: 1 grade of an earlier run taken from {keep}\n"
    assert sorted(os.listdir(tmp_path)) == ["few.toml", "g.csv", "submissions"]  # noqa: PTH208


def test_a_bound_that_is_not_defined_is_charged_to_nobody(adversary: Run, tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    (folder / "ann.py").write_text(HALVING.read_text())
    text = 'setting = "finite"\nclasses = ["thresholds:7"]\nbound = "log2(C)/(d-1)"\n'
    (tmp_path / "own.toml").write_text(text)
    (tmp_path / "course.toml").write_text('[[parts]]\nkind = "own.toml"\n')
    for file in ("submissions", "submissions/ann.py"):
        for kind in ("own.toml", "course.toml"):
            done = adversary("grade", file, "--as", kind, "-o", "g.csv")
            assert "own.toml: on thresholds:7, division by zero" in done.refusal
            assert not (tmp_path / "g.csv").exists()


@pytest.mark.long
def test_an_autograder_is_written(adversary: Run, tmp_path: Path) -> None:
    done = adversary("grade", "--gradescope", tmp_path / "build", "--as", "perceptron")
    assert done.code == 0
    assert os.access(tmp_path / "build" / "run_autograder", os.X_OK)
    assert os.access(tmp_path / "build" / "setup.sh", os.X_OK)
    assert done.err == ""
    (tmp_path / "build" / "notes.txt").write_text("mine")
    again = adversary("grade", "--gradescope", tmp_path / "build", "--as", "halving")
    assert (again.code, again.out) == (0, done.out)
    assert again.err == (
        "the autograder of an earlier run was replaced\n"
        "not written by this command, and zipped with the rest if they stay: notes.txt\n"
    )


def test_several_files_are_graded_side_by_side(adversary: Run, tmp_path: Path) -> None:
    for folder in ("ann", "bob"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "halving.py").write_text(HALVING.read_text())
    (tmp_path / "few.toml").write_text(FEW)
    done = adversary("grade", "ann/halving.py", "bob/halving.py", "--as", "few.toml", "--json", "-o", "grades.csv")
    assert [(grade["learner"], grade["verdict"]) for grade in done.json] == [
        ("ann/halving.py", "passed"),
        ("bob/halving.py", "passed"),
    ]
    assert (tmp_path / "grades.csv").read_text().count("\n") == 3


@pytest.mark.full
@pytest.mark.parametrize(
    ("file", "code", "status"),
    [(STUDENT, 0, "passed"), (ROOT / "examples" / "broken" / "shared_state.py", 1, "failed")],
)
def test_any_learner_is_graded_without_a_bound(adversary: Run, file: Path, code: int, status: str) -> None:
    done = adversary("grade", file, "--as", "any", "--json")
    statuses = {check["name"]: check["status"] for check in done.json["checks"]}
    assert (done.code, done.json["verdict"]) == (code, status)
    assert (len(statuses), statuses["shares no state"], statuses["keeps its bound"]) == (12, status, "skipped")


@pytest.mark.parametrize("command", [("grade", STUDENT), ("grade", "--gradescope", "out")])
def test_without_a_kind_they_are_listed(command: tuple[object, ...], adversary: Run, tmp_path: Path) -> None:
    done = adversary(*command)
    assert (done.code, done.out, list(tmp_path.iterdir())) == (2, "", [])
    *listed, last = done.err.splitlines()
    assert [line.split()[1] for line in listed] == list(GRADE_KINDS)
    assert "--as halving at most ⌊log₂|C|⌋ mistakes on every class" in listed
    assert last.startswith("adversary: --as is missing: name one of these kinds")
