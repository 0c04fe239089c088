"""How a learner's game ends before its time: by its own doing, which forfeits, or by somebody else's, which does not."""

import re
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import pytest
from sampled_kinds import sampled

from adversary.grading import grade as grading
from adversary.grading.grade import grade
from adversary.grading.result import Grade
from adversary.search import grader
from learners.protocol import Fault, Label
from learners.runner.clock import CutShort
from learners.runner.isolation import sandbox
from learners.runner.runner import Turn
from learners.runner.worker_runner import WorkerRunner

pytestmark = pytest.mark.full

SEVERAL_WAYS = """
import ctypes, os, resource, select, signal, sys, threading, time
import numpy as np

def spin():
    while True: pass

def runs(function):
    thread = threading.Thread(target=function, daemon=True)
    thread.start()
    thread.join()

class Learner:
    def __init__(self, dimension): self.w, self.mistakes = np.zeros(dimension), 0
    def predict(self, x): return 1 if self.w @ x > 0 else -1
    def update(self, x, y):
        self.mistakes += y * (self.w @ x) <= 0
        if self.mistakes >= {after}: {ends}
"""
ENDINGS = {
    "os._exit(137)": "exited: the sandbox ended the learner's process during update: it tried to end as if it had",
    "os._exit(159)": "exited: the sandbox ended",
    "os._exit(0)": "exited: the learner's process ended with exit code 0 during update",
    "threading.Thread(target=lambda: os._exit(137)).start(); time.sleep(60)": "exited",
    "ctypes.CDLL(None).syscall(231 if os.uname().machine == 'x86_64' else 94, 137)": "exited",
    "sys.exit(137)": "exited: update called exit",
    "raise KeyboardInterrupt": "raised: update raised KeyboardInterrupt",
    "os.abort()": "exited",
    "ctypes.string_at(0)": "exited",
    "os.closerange(3, 256); time.sleep(60)": "exited",
    "os.kill(os.getpid(), 9)": "raised",
    "os.kill(os.getpid(), 19)": "raised",
    "signal.raise_signal(9)": "raised",
    "signal.raise_signal(31)": "raised",
    "signal.pthread_kill(threading.get_ident(), 9)": "raised",
    "signal.pidfd_send_signal(os.pidfd_open(os.getpid()), 9)": "raised",
    "resource.setrlimit(resource.RLIMIT_CPU, (0, 0))": "raised",
    "resource.prlimit(0, resource.RLIMIT_CPU, (0, 0))": "raised",
    "self.update(x, y)": "raised",
    "bytearray(3 << 30)": "raised",
    "input()": "raised",
    "time.sleep(60)": "timeout",
    "signal.pause()": "timeout",
    "select.select([], [], [])": "timeout",
    "lock = threading.Lock(); lock.acquire(); lock.acquire()": "timeout",
    "runs(signal.pause)": "timeout",
    "spin()": "timeout",
    "runs(spin)": "timeout",
}
"""What a learner may do to end its game, and the kind of fault that it is."""

CASES = [
    *[("plain", ends) for ends in ENDINGS],
    *[("bubblewrap", ends) for ends, fault in ENDINGS.items() if fault.startswith("exited")],  # where a process ends
]


@pytest.fixture(params=["plain", "bubblewrap"])
def isolation(request: pytest.FixtureRequest, tmp_path: Any) -> str:
    """Return how a learner is isolated: with bubblewrap, where it works."""
    if request.param == "bubblewrap" and not sandbox("auto", tmp_path).prefix:
        pytest.skip("bubblewrap does not work on this machine")
    return "plain" if request.param == "plain" else "strict"


@pytest.fixture
def ended(
    learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch, isolation: str
) -> Callable[[str, int], Grade]:
    """Return what grades a learner that ends its game after so many mistakes; its calls have little time."""
    monkeypatch.setattr(grading, "GRADE_CALL_SECONDS", 0.1)

    def graded(ends: str, after: int) -> Grade:
        file = learner_file(SEVERAL_WAYS.format(ends=ends, after=after))
        return grade(file, sampled("perceptron", 60), isolation=isolation, seconds=60)

    return graded


@pytest.mark.parametrize(("isolation", "ends"), CASES, indirect=["isolation"])
def test_a_learner_that_ends_its_game_after_a_mistake_forfeits_it(
    ended: Callable[[str, int], Grade], ends: str
) -> None:
    found = ended(ends, 1)
    game = found.counterexample
    assert found.verdict == "failed", found.summary
    assert game is not None
    assert (game.why, game.mistakes) == ("forfeit", 1)
    assert game.fault is not None
    assert game.fault.startswith(ENDINGS[ends])


@pytest.mark.parametrize("ends", ["os._exit(137)", "time.sleep(60)"])
def test_too_many_mistakes_count_whatever_comes_after_them(ended: Callable[[str, int], Grade], ends: str) -> None:
    found = ended(f"{ends}\n    predict = lambda self, x: -1", 2)
    assert found.verdict == "failed", found.summary
    assert found.counterexample is not None
    assert (found.counterexample.why, found.counterexample.mistakes) == ("mistakes", 2)


@pytest.mark.parametrize(("number", "verdict"), [(1, "error"), (2, "failed")])
def test_a_violation_before_a_process_is_killed_counts(
    learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch, number: int, verdict: str
) -> None:
    calls, usual = count(1), WorkerRunner.take_turns

    def take_turns(runner: WorkerRunner, turns: Iterable[tuple[int, Turn]]) -> list[list[Label] | Fault]:
        asked = list(turns)
        if any(turn.label for _, turn in asked) and next(calls) == number:
            raise CutShort("the learner's process was killed")
        return usual(runner, asked)

    monkeypatch.setattr(WorkerRunner, "take_turns", take_turns)
    found = grade(learner_file("return -1"), sampled("perceptron", 60), isolation="plain", seconds=60)
    assert found.verdict == verdict
    assert (found.counterexample is not None) == (verdict == "failed")


def test_slow_calls_are_named_where_the_time_did_not_suffice(learner_file: Callable[..., str]) -> None:
    file = learner_file(SEVERAL_WAYS.format(ends="time.sleep(0.6); self.w = self.w + y * x", after=1))
    found = grade(file, sampled("perceptron", 60), isolation="plain", seconds=2)
    assert found.verdict == "error"
    assert re.search(
        r"did not suffice \(\d+ slow calls took \d\.\d s, update or predict up to \d.\d\d s\): give more", found.summary
    )


def test_slow_calls_do_not_hide_a_violation(learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grader, "CONFIRMING_SECONDS", 8)
    found = grade(learner_file("import time; time.sleep(0.5); return -1"), "perceptron", seconds=10)
    assert found.verdict == "failed", found.summary
    assert found.counterexample is not None
    assert found.counterexample.mistakes == 2
