"""Learners that behave until many others were made in their process, as a grade makes them and no student does."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sampled_kinds import KIND, RIGHT, sampled

from adversary.grading.grade import grade
from adversary.search import determinism
from adversary.search.counterexample import Counterexample
from adversary.search.determinism import FRESH, MORE_SEEDS, SHARES
from learners.checks.replayer import first_difference
from learners.runner.child import Child
from learners.runner.clock import CutShort

pytestmark = pytest.mark.full

COUNTS = """
import builtins, os, sys
import numpy as np

def once_more(to=[]): to.append(1); return len(to)
def of(thing): thing.made = getattr(thing, "made", 0) + 1; return thing.made
def told(): os.environ["MADE"] = str(int(os.environ.get("MADE", 0)) + 1); return int(os.environ["MADE"])
def loaded(): sys.modules[f"made{{len(sys.modules)}}"] = sys; return sum(name.startswith("made") for name in sys.modules)

class Learner:
    made, asked = 0, 0
    def __init__(self, dimension):
        Learner.made += 1
        self.w, self.number = np.zeros(dimension), {number}
    def predict(self, x):
        Learner.asked += 1
        return -1 if {late} else 1 if self.w @ x > 0 else -1
    def update(self, x, y):
        if y * (self.w @ x) <= 0: self.w += y * x
"""
ELSEWHERE = ["once_more()", "of(builtins)", "told()", "loaded()"]
"""Where a learner may count those made before it, other than in its class."""


@pytest.fixture
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have few smaller games tried once a game differs: each of them takes two processes."""
    monkeypatch.setattr(determinism, "DIFFERENCE_ROUNDS", 10_000)


def after_a_hundred(file: str, isolation: str = "auto") -> Counterexample:
    """Return the game that shows that a learner changes once a hundred were made."""
    found = grade(file, sampled("perceptron", 10), seconds=100, isolation=isolation)
    assert (found.verdict, found.problem) == ("failed", None), found.summary
    assert [check.name for check in found.checks if check.required and check.status == "failed"] == [SHARES]
    game = found.counterexample
    assert game is not None
    made = re.fullmatch(r"in a process that has made (\d+) learners", game.reason)
    assert made is not None
    assert (game.why, int(made[1]) > 100) == ("difference", True)
    return game


def test_a_learner_that_counts_those_before_it_shares_state(learner_file: Callable[..., str]) -> None:
    game = after_a_hundred(learner_file(COUNTS.format(number="Learner.made", late="self.number > 100")))
    first, again = [entry.predicted for entry in game.rounds], [*game.again]
    assert again == [-1] * len(again)
    assert first == [-1] * (len(first) - 1) + [1]


@pytest.mark.usefixtures("little_effort")
@pytest.mark.parametrize("number", ELSEWHERE)
def test_it_may_count_anywhere(learner_file: Callable[..., str], number: str) -> None:
    game = after_a_hundred(learner_file(COUNTS.format(number=number, late="self.number > 100")), isolation="plain")
    assert first_difference([entry.predicted for entry in game.rounds], game.again)


@pytest.mark.usefixtures("little_effort")
@pytest.mark.parametrize("late", ["Learner.asked > 4000", "self.number % 10 > 7", "10 < self.number < 4000"])
def test_other_counters_are_found_too(learner_file: Callable[..., str], late: str) -> None:
    text = COUNTS.format(number="Learner.made", late=late)
    found = grade(learner_file(text), sampled("perceptron", 10), seconds=100, isolation="plain")
    assert (found.verdict, found.problem) == ("failed", None), found.summary


def test_a_difference_that_is_seen_once_is_not_forgotten(learner_file: Callable[..., str]) -> None:
    """Only the second learner of one of the fresh processes differs, so that the game goes the same way alone."""
    command = [sys.executable, "-c", "print(hash('one'))"]
    environment = {"PYTHONHASHSEED": str(MORE_SEEDS[0])}
    there = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()
    text = COUNTS.format(number="Learner.made", late=f"self.number == 2 and hash('one') == {there}")
    found = grade(learner_file(text), sampled("perceptron", 10), seconds=100)
    assert (found.verdict, found.problem) == ("failed", None), found.summary
    assert [check.name for check in found.checks if check.required and check.status == "failed"] == [SHARES]


def test_who_counts_nothing_passes_and_the_number_of_fresh_processes_is_told(learner_file: Callable[..., str]) -> None:
    found = grade(learner_file(COUNTS.format(number="0", late="False")), sampled("perceptron", 10), seconds=100)
    assert found.verdict == "passed", found.summary
    (shares,) = [check for check in found.checks if check.name == SHARES]
    told = re.fullmatch(
        r"in all \d+ games; (\d) games from all stages had the same answers in 3 fresh processes",
        shares.found,
    )
    assert told is not None
    assert FRESH < int(told[1]) <= 2 * FRESH  # also those of searches


def test_a_grade_that_is_cut_short_says_nothing_of_fresh_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(*_: object) -> None:
        raise CutShort("the time did not suffice", limit="game")

    monkeypatch.setattr("adversary.grading.grade.compared_in_fresh_processes", cut_short)
    (shares,) = [check for check in grade("perceptron", sampled("perceptron", 10)).checks if check.name == SHARES]
    assert shares.status == "unknown"
    assert re.fullmatch(r"in all \d+ games, but the time did not suffice: give more with --seconds", shares.found)


def test_a_passing_grade_starts_five_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started, usual = list[object](), Child.__init__

    def start(child: Child, *arguments: Any, **options: Any) -> None:
        started.append(child)
        usual(child, *arguments, **options)

    monkeypatch.setattr(Child, "__init__", start)
    (tmp_path / "small.toml").write_text(KIND)
    (tmp_path / "right.py").write_text(RIGHT)
    found = grade(tmp_path / "right.py", str(tmp_path / "small.toml"), isolation="plain")
    assert found.verdict == "passed"
    assert len(started) == 2 + len(MORE_SEEDS)  # that of the grade, one to compare, and the fresh ones
