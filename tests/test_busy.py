"""A busy machine costs time and never a verdict: right learners, slow ones among them, beside busy loops."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from adversary.grading.folder import grade_folder
from adversary.grading.grade import grade

SUBMISSIONS = ROOT / "tests" / "submissions" / "perceptron"
WAITS = """import time
import numpy as np

class Learner:
    def __init__(self, dimension): self.w = np.zeros(dimension)
    def predict(self, x):
        time.sleep(0.001)
        return 1 if self.w @ x > 0 else -1
    def update(self, x, y):
        if y * (self.w @ x) <= 0: self.w += y * x
"""
SECONDS = 5.0


@pytest.fixture
def busy() -> Iterator[None]:
    """Keep two processors busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()


@pytest.mark.usefixtures("busy")
def test_no_right_learner_fails_where_time_runs_out(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"dual_form_{number}.py").write_text((SUBMISSIONS / "right" / "dual_form.py").read_text())
    aggressive = WAITS.replace("time.sleep(0.001)", "").replace(
        "+= y * x", "+= max(1 - y * (self.w @ x), 0) * y * x / (x @ x)"
    )
    (tmp_path / "aggressive.py").write_text(aggressive)
    (tmp_path / "waits.py").write_text(WAITS)
    (tmp_path / "wrong.py").write_text((SUBMISSIONS / "wrong" / "averaged.py").read_text())
    grades = {found.learner: found for found in grade_folder(tmp_path, "perceptron", seconds=SECONDS, jobs=6)}
    wrong = grades.pop("wrong.py")
    assert {found.verdict for found in grades.values()} <= {"passed", "error"}, [g.summary for g in grades.values()]
    assert len(grades) == 5
    assert all(found.seconds < SECONDS + 2 for found in grades.values())
    assert all(
        "unknown" in {check.status for check in found.checks} for found in grades.values() if found.verdict == "error"
    )
    assert wrong.verdict == "failed"
    alone = grade(tmp_path / "wrong.py", "perceptron").counterexample
    assert wrong.counterexample is not None
    assert alone is not None
    assert (wrong.counterexample.setting, wrong.counterexample.rounds) == (alone.setting, alone.rounds)


@pytest.mark.parametrize("seconds", [0.6, 1.2, 2.4])
def test_wherever_time_runs_out_a_right_learner_does_not_fail(tmp_path: Path, seconds: float) -> None:
    (tmp_path / "waits.py").write_text(WAITS)
    found = grade(tmp_path / "waits.py", "perceptron", seconds=seconds)
    assert found.verdict == "error"
    assert found.counterexample is None
    assert found.problem is None
    assert {check.status for check in found.checks} == {"unknown"}
