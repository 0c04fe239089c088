"""The commands grade, attack and autograder, run as a user runs them."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def test_a_right_learner_passes(adversary: Run) -> None:
    done = adversary("grade", HALVING, "--as", "halving", "--json")
    found = done.json
    assert done.code == 0
    assert set(found) >= {"verdict", "learner", "checks", "counterexample", "seconds"}
    assert found["verdict"] == "passed"
    assert found["counterexample"] is None
    assert all(set(check) >= {"name", "status", "expected", "found", "detail"} for check in found["checks"])
    assert {check["status"] for check in found["checks"]} == {"passed"}


@pytest.mark.full
def test_a_broken_one_gets_the_smallest_game_and_every_report(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(BROKEN.read_text())
    outputs = "-o", "game.jsonl", "--pytest", "test_it.py", "--results", "r.json", "--junit", "g.xml", "--csv", "g.csv"
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


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["grade", "nobody.py", "--as", "perceptron"], "there is no file nobody.py"),
        (["grade", "nope", "--as", "perceptron"], "there is no file or folder nope; unknown learner 'nope'; known: "),
        (["grade", STUDENT, "--as", "percetron"], "unknown kind 'percetron'; did you mean 'perceptron'?"),
        (["grade", STUDENT, "--as", "halving?x=1"], "the kind halving takes no parameters"),
        (["grade", STUDENT, "--as", "nobody.toml"], "the kind nobody.toml cannot be read"),
        (["grade", STUDENT, "--as", "perceptron", "--isolation", "strong"], "unknown isolation 'strong'"),
        (["grade", STUDENT, "--as", "perceptron", "--seconds", "0"], "--seconds should be above 0"),
        (["grade", STUDENT, "--as", "perceptron", "-o", STUDENT], "that is the input"),
        (["grade", STUDENT, "--as", "perceptron", "--csv", "/nowhere/g.csv"], "there is no folder"),
        (["grade", ROOT / "docs" / "schemas", "--as", "perceptron"], "schemas has no submissions"),
        (["grade", ROOT / "examples", "--as", "perceptron", "--visible", ROOT], "is a folder"),
        (
            ["grade", ROOT / "examples", "--as", "perceptron", "--reports", ROOT / "README.md"],
            "exists and is not a folder",
        ),
        (
            ["grade", STUDENT, "--as", "perceptron", "--reports", ROOT / "README.md" / "deep" / "reports"],
            "README.md is not a folder",
        ),
        (["attack", "perceptron", "--bound", "R2/gama2"], "did you mean 'gamma2'?"),
        (["attack", "perceptron", "--bound", "floor(log2(C))", "--class", "nothing:3"], "unknown class 'nothing'"),
        (["attack", "perceptron", "--bound", "1/gamma2 + C"], "the bound names gamma2, which a finite class"),
        pytest.param(
            ["attack", "exec:true", "--bound", "1/gamma2"],
            "exec:true does not answer the handshake with ready",
            marks=pytest.mark.full,
        ),
        (["grade", "exec:true", "--as", "perceptron", "--isolation", "strict"], "a program has no sandbox"),
        (["grade", "exec:true", "--as", "perceptron", "-o", "true"], "that is the input"),
        (
            ["grade", "exec:./student.py", "--as", "perceptron", "--pytest", "t.py"],
            "--pytest is for a learner in a .py",
        ),
        (["autograder", ROOT / "docs", "--as", "perceptron"], "docs"),
        (["grade", STUDENT, "--as", "perceptron", "--visible", "loop"], "--visible should be a folder"),
        (["grade", STUDENT, "--as", "perceptron", "--reports", "loop"], "its symbolic links lead in a circle"),
        (["autograder", "loop", "--as", "perceptron"], "its symbolic links lead in a circle"),
        (["autograder", "/nowhere/x", "--as", "percptron"], "did you mean 'perceptron'?"),
    ],
)
def test_unusable_input_is_one_line(arguments: list[object], line: str, adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    assert line in adversary(*arguments).refusal


def test_a_report_says_whether_a_test_was_written(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "few.toml").write_text(FEW)
    done = adversary("grade", HALVING, "--as", "few.toml", "--pytest", "t.py")
    assert done.out.endswith("\ntest  not written: there is no counterexample\n")
    assert not (tmp_path / "t.py").exists()
    broken = ROOT / "examples" / "broken" / "first_consistent.py"
    done = adversary("grade", broken, "--as", "few.toml", "--pytest", "t.py")
    assert done.out.endswith("\ntest  t.py: it fails until the learner is fixed\n")
    assert (tmp_path / "t.py").exists()


@pytest.mark.parametrize("option", ["-o", "--pytest", "--results", "--junit", "--csv"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_graded(
    option: str, adversary: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def graded(*_: object, **__: object) -> None:
        raise AssertionError("nothing is to be graded")

    monkeypatch.setattr("adversary.grading.grade.grade", graded)
    done = adversary("grade", STUDENT, "--as", "perceptron", option, "/nowhere/file.py")
    assert done.refusal == "adversary: cannot write /nowhere/file.py: there is no folder /nowhere\n"


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


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1, 0])
def test_seconds_are_above_0(seconds: float) -> None:
    line = "seconds should be above 0, but is"
    with pytest.raises(InputError, match=line):
        attack("perceptron", "1/delta2", seconds=seconds)
    with pytest.raises(InputError, match=line):
        grade("perceptron", "perceptron", seconds=seconds)


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


@pytest.mark.full
def test_a_folder_is_graded_side_by_side(adversary: Run, tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    (folder / "ann.py").write_text(HALVING.read_text())
    (folder / "bob.py").write_text((ROOT / "examples" / "broken" / "first_consistent.py").read_text())
    (folder / "eve.py").write_text("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n")
    (tmp_path / "few.toml").write_text(FEW)
    done = adversary("grade", "submissions/", "--as", "few.toml", "--csv", "grades.csv")
    assert done.code == 1, done
    rows = (tmp_path / "grades.csv").read_text().splitlines()
    assert [row.split(",")[:2] for row in rows[1:]] == [
        ["ann.py", "passed"],
        ["bob.py", "failed"],
        ["eve.py", "failed"],
    ]
    assert "3 learners: 1 passed, 2 failed, 0 error" in done.out
    assert sorted(os.listdir(tmp_path)) == ["few.toml", "grades.csv", "submissions"]  # noqa: PTH208


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
        grade_file(file=str(folder), kind=str(tmp_path / "few.toml"), csv=str(csv), jobs=1)

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
    said = f"adversary: finished grades are kept in {keep}; the same command goes on from there\n"
    assert capsys.readouterr() == ("", said)
    with pytest.raises(typer.Exit) as ended:
        graded()
    assert ended.value.exit_code == 1
    shown, said = capsys.readouterr()
    assert "3 learners: 2 passed, 0 failed, 1 error" in shown
    assert said == f"adversary: 1 grade of an earlier run taken from {keep}\n"
    assert sorted(os.listdir(tmp_path)) == ["few.toml", "g.csv", "submissions"]  # noqa: PTH208


def test_a_cluster_is_for_many_submissions(adversary: Run) -> None:
    done = adversary("grade", HALVING, "--as", "halving", "--cluster", "local:2")
    assert "is not a folder of submissions: --scheduler and --cluster are for many submissions" in done.refusal


def test_a_bound_that_is_not_defined_is_charged_to_nobody(adversary: Run, tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    (folder / "ann.py").write_text(HALVING.read_text())
    text = 'setting = "finite"\nclasses = ["thresholds:7"]\nbound = "log2(C)/(d-1)"\n'
    (tmp_path / "own.toml").write_text(text)
    (tmp_path / "course.toml").write_text('[[parts]]\nkind = "own.toml"\n')
    for file in ("submissions", "submissions/ann.py"):
        for kind in ("own.toml", "course.toml"):
            done = adversary("grade", file, "--as", kind, "--csv", "g.csv")
            assert "adversary: the kind own: its bound is not defined in some game: division by zero" in done.refusal
            assert not (tmp_path / "g.csv").exists()


def test_an_autograder_is_written(adversary: Run, tmp_path: Path) -> None:
    done = adversary("autograder", tmp_path / "build", "--as", "perceptron")
    assert done.code == 0
    assert os.access(tmp_path / "build" / "run_autograder", os.X_OK)
    assert os.access(tmp_path / "build" / "setup.sh", os.X_OK)
    assert done.err == ""
    (tmp_path / "build" / "notes.txt").write_text("mine")
    again = adversary("autograder", tmp_path / "build", "--as", "halving")
    assert (again.code, again.out) == (0, done.out)
    assert again.err == (
        "the autograder of an earlier run was replaced\n"
        "not written by this command, and zipped with the rest if they stay: notes.txt\n"
    )


@pytest.mark.parametrize("command", [("grade", STUDENT), ("autograder", "out")])
def test_without_a_kind_they_are_listed(command: tuple[object, ...], adversary: Run, tmp_path: Path) -> None:
    done = adversary(*command)
    assert (done.code, done.out, list(tmp_path.iterdir())) == (2, "", [])
    *listed, last = done.err.splitlines()
    assert [line.split()[1] for line in listed] == list(GRADE_KINDS)
    assert "--as halving at most ⌊log₂|C|⌋ mistakes on every class" in listed
    assert last.startswith("adversary: --as is missing: name one of these kinds")


def test_what_is_graded_has_a_name(adversary: Run) -> None:
    assert "name the learner to grade" in adversary("grade", "", "--as", "halving").refusal
    with pytest.raises(InputError, match=r"a kind is a name such as .*, not NoneType"):
        grade(STUDENT, None)  # type: ignore[arg-type]
