"""A busy machine costs time and never a verdict: right learners, slow ones among them, beside busy loops."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from sampled_kinds import sampled

from adversary.grading.folder import grade_folder
from adversary.grading.grade import grade
from adversary.search.counterexample import STOPPED_EARLY, Counterexample
from adversary.search.shrink import Shrinker
from adversary.tasks.task import Where
from adversary.views.excerpt import violation_rows
from learners.protocol import Fault
from learners.runner import child, worker_runner
from learners.runner.worker_runner import WorkerRunner
from proofs.exact.errors import ResourceError

pytestmark = pytest.mark.full

SUBMISSIONS = ROOT / "benchmarks" / "submissions" / "perceptron"
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
RIGHT = WAITS.replace("time.sleep(0.001)", "")
SECONDS = 1.2


@contextmanager
def busy() -> Iterator[None]:
    """Keep two processors busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def test_no_right_learner_fails_where_time_runs_out(tmp_path: Path) -> None:
    (tmp_path / "dual_form.py").write_text((SUBMISSIONS / "right" / "gram_matrix.py").read_text())
    aggressive = RIGHT.replace("+= y * x", "+= max(1 - y * (self.w @ x), 0) * y * x / (x @ x)")
    (tmp_path / "aggressive.py").write_text(aggressive)
    (tmp_path / "waits.py").write_text(WAITS)
    (tmp_path / "right.py").write_text(RIGHT)
    with busy():
        grades = grade_folder(tmp_path, "perceptron", seconds=SECONDS, where=Where(jobs=4))
    assert len(grades) == 4
    for found in grades:
        assert found.verdict in ("passed", "error"), found.summary
        assert found.verdict == "passed" or "unknown" in {check.status for check in found.checks}


def test_a_busy_machine_changes_no_counterexample() -> None:
    path = SUBMISSIONS / "wrong" / "averaged.py"
    with busy():
        beside = grade(path, "perceptron", seconds=200).counterexample
    alone = grade(path, "perceptron", seconds=200).counterexample
    assert alone is not None
    assert alone.minimal
    assert alone == beside


@pytest.mark.parametrize("seconds", [0.6, 1.2, 2.4])
def test_wherever_time_runs_out_a_right_learner_does_not_fail(tmp_path: Path, seconds: float) -> None:
    (tmp_path / "waits.py").write_text(WAITS)
    found = grade(tmp_path / "waits.py", "perceptron", seconds=seconds)
    assert found.verdict == "error"
    assert found.counterexample is None
    assert found.problem is None
    assert {check.status for check in found.checks} == {"unknown"}


def spoiled(method: str, number: int, spoil: Callable[[WorkerRunner], None]) -> Callable[..., Any]:
    """Return a method of worker runners that once, when it is called the given time, does something else before."""
    calls = count(1)
    usual = getattr(WorkerRunner, method)

    def call(runner: WorkerRunner, *arguments: Any, **options: Any) -> Any:
        if next(calls) == number:
            spoil(runner)
        return usual(runner, *arguments, **options)

    return call


def is_slow(_: WorkerRunner) -> None:
    raise Fault("timeout", "predict gave no answer within 2 s of CPU time")


def is_killed(runner: WorkerRunner) -> None:
    os.kill(runner._child._process.pid, signal.SIGKILL)  # noqa: SLF001 - as the system does where memory is short


@pytest.mark.parametrize(
    ("spoil", "method", "number"),
    [
        (is_slow, "take_turns", 1),
        (is_slow, "take_turns", 540),  # in the last games
        (is_slow, "predict", 20),
        (is_slow, "_ask", 345),  # when they are played again
        (is_slow, "branches", 20),
        (is_killed, "take_turns", 100),
        (is_killed, "_ask", 345),
        (is_killed, "branches", 20),
    ],
)
def test_what_happens_once_fails_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[WorkerRunner], None], method: str, number: int
) -> None:
    verdict = "passed" if (spoil, method) == (is_slow, "take_turns") else "error"  # the turns are taken again
    (tmp_path / "right.py").write_text(RIGHT)
    spoils = []

    def once(runner: WorkerRunner) -> None:
        spoils.append(runner)
        spoil(runner)

    monkeypatch.setattr(WorkerRunner, method, spoiled(method, number, once))
    found = grade(tmp_path / "right.py", sampled("perceptron", 30), isolation="plain", seconds=200)
    assert spoils, f"no grade calls {method} {number} times"
    assert found.verdict == verdict, found.summary
    assert "failed" not in {check.status for check in found.checks}
    assert ("unknown" in {check.status for check in found.checks}) == (verdict == "error")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_processes_that_do_not_start_fail_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    (tmp_path / "right.py").write_text(RIGHT)
    calls, usual = count(1), child.Child

    def started(command: list[str], *arguments: Any, **options: Any) -> child.Child:
        return usual(["sh", "-c", "exit 1"] if next(calls) >= number else command, *arguments, **options)

    monkeypatch.setattr(worker_runner, "Child", started)
    with pytest.raises(ResourceError, match="could not be started"):
        grade(tmp_path / "right.py", sampled("perceptron", 30), seconds=200)


def test_a_slow_call_ends_the_search_for_a_shorter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a game in which nothing was found, it would change the result, and no report would say so."""
    usual = Shrinker.shrunk

    def shrunk(shrinker: Shrinker, found: Counterexample) -> Counterexample:
        monkeypatch.setattr(WorkerRunner, "branches", spoiled("branches", 1, is_slow))
        return usual(shrinker, found)

    monkeypatch.setattr(Shrinker, "shrunk", shrunk)
    path = SUBMISSIONS / "wrong" / "averaged.py"
    game = grade(path, "perceptron", isolation="plain", seconds=200).counterexample
    assert game is not None
    words = re.fullmatch(r"(.*) after [\d,]+ attempts?: predict gave no answer within 2 s of CPU time", game.search)
    assert words
    assert words[1] == STOPPED_EARLY
    assert dict(violation_rows(game, "averaged.py"))["length"].endswith(game.search)
