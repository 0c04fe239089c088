"""An answer of a learner's process has the shape of its question, or it is a fault of that learner."""

from collections import deque
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from typing import Any

import pytest

from adversary.grading.grade import grade
from adversary.search.attack import attack
from learners.loading.sources import find
from learners.protocol import Fault
from learners.runner import worker_runner
from learners.runner.isolation import Sandbox
from learners.runner.runner import Turn
from learners.runner.worker_runner import WorkerRunner
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector, basis_vector, vector
from proofs.settings import Halfspaces

PLANE = Halfspaces(2, Fraction(1, 7))
X = basis_vector(0)

Lines = deque[bytes]


class Scripted:
    """A ``Child`` without a process, which answers with given lines."""

    output = b""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def ask(self, *_: object) -> bytes:
        return self.hear()

    def hear(self, *_: object) -> bytes:
        return self._lines.popleft() if self._lines else b"{}"

    def close(self) -> None:
        pass


RIGHT: dict[str, tuple[Callable[[WorkerRunner], object], bytes]] = {
    "begin": (lambda runner: runner.begin(PLANE, [X]), b"{}"),
    "pool": (lambda runner: runner.add_points([X]), b"{}"),
    "predict": (lambda runner: runner.predict(X), b'{"labels":[1]}'),
    "peek": (lambda runner: runner.peek([X, X]), b'{"labels":[1,-1]}'),
    "update": (lambda runner: runner.update(X, 1), b"{}"),
    "replay": (lambda runner: next(iter(runner.replay([(X, None, 1)]))), b'{"labels":[1]}'),
    "branches": (lambda runner: runner.branches([[(X, 1)]], 1), b'{"labels":[1,-1]}'),
    "a turn": (lambda runner: runner.take_turns([(0, Turn(points=[0]))]), b'{"turns":[{"labels":[1]}]}'),
    "two turns": (
        lambda runner: runner.take_turns([(0, Turn(setting=PLANE, pool=[X])), (1, Turn(points=[0]))]),
        b'{"turns":[{},{"labels":[1]}]}',
    ),
    "bound": (lambda runner: runner.bound(), b'{"bound":"9"}'),
    "weights": (lambda runner: runner.weights(), b'{"weights":[[0,"1"]]}'),
}
"""Each call of a runner that has an answer, and a right one."""

FORGED = (
    *(right for _, right in RIGHT.values()),
    *(b'{"labels":[1,1,1]}', b'{"labels":["1/2"]}', b'{"labels":[0]}', b'{"labels":[1.5]}', b'{"labels":1}', b"[1]", b"1", b""),
    *(b'{"turns":[]}', b'{"turns":[{"turns":[{"labels":[1]}]}]}', b'{"turns":[{"labels":[1]},{"labels":[1]}]}'),
    *(b'{"turns":[{"labels":[1],"words":["a"]}]}', b'{"turns":[{"bound":"9"}]}', b'{"turns":[{"unusable":"no"}]}'),
    *(b'{"words":["forged"]}', b'{"asks":["concepts"]}', b'{"reached":[1,1,1]}', b'{"bound":"1/0"}'),
    *(b'{"bound":"%s"}' % (b"9" * 20_000), b'{"weights":[[0,"1"],[0,"1"]]}', b'{"weights":[[7,"1"]]}'),
    *(b'{"fault":["raised","no","","","","",""]}', b'{"unusable":"no"}', b'{"more":true}', b'{"labels":[1],"more":true}', b'{"lables":[1]}'),
    *(b"\xff", b"{", b'{"turns":' * 3_000, b'{"labels":[%s]}' % (b"9" * 10_000)),
    *(b'{"unusable":"\xff"}', b'{"labels":' + b'[{"a":' * 100_000, b'{"labels":["%s"]}' % (b"1" * 5_000), b'{"labels":[1e999999]}'),
    *(b'{"unusable":"\\u0000no\\n\\u001b[2J"}', b'{"unusable":"%s"}' % (b"x" * 500_000), b"\0"),
    *(b'{"fault":["a","","","","","",""]}', b'{"fault":5}', b'{"fault":["timeout","the game took more than 3600 s","","","","",""]}'),
)  # fmt: skip


@pytest.fixture
def lines() -> Lines:
    """Return what the process is going to say; after that, it says nothing wrong."""
    return deque()


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch, learner_file: Callable[[str], str], lines: Lines) -> WorkerRunner:
    """Return the runner of a graded file whose process says what a test tells it to, after its game has begun."""
    monkeypatch.setattr(worker_runner, "Child", lambda *_, **__: Scripted(lines))
    runner = WorkerRunner(find(learner_file("return 1")), sandbox=Sandbox((), {}, {}, ()), known=True)
    with closing(runner):
        runner.begin(PLANE, [X])
    return runner


@pytest.mark.parametrize("call", RIGHT)
def test_what_does_not_answer_the_question_is_a_fault(scripted: WorkerRunner, lines: Lines, call: str) -> None:
    ask, right = RIGHT[call]
    lines.append(right)
    expected = ask(scripted)
    for forged in FORGED:
        lines.append(forged)
        outcome = _outcome(ask, scripted)
        lines.clear()
        if isinstance(outcome, Fault):
            assert str(outcome).isprintable()
            assert len(str(outcome)) < 500
            assert outcome.kind != "timeout"
            continue
        if isinstance(outcome, InputError):  # a card's bound may be no number
            assert (call, forged[:12]) == ("bound", b'{"unusable":')
            continue
        no_w = call == "weights" and outcome is None
        assert no_w or _only_other_labels(outcome, expected), forged


def _outcome(ask: Callable[[WorkerRunner], object], runner: WorkerRunner) -> object:
    try:
        return ask(runner)
    except (Fault, InputError) as error:
        return error


def _only_other_labels(found: Any, expected: Any) -> bool:
    """Tell whether an answer differs from another in its labels, numbers and faults alone."""
    if isinstance(found, Fault):
        return True
    if isinstance(found, list) and isinstance(expected, list):
        return len(found) == len(expected) and all(map(_only_other_labels, found, expected))
    return type(found) is type(expected) or {type(found), type(expected)} <= {int, Fraction, type(None)}


NO_ANSWER = "weights was answered with something that is not an answer"


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (b'{"weights":[[0,"1/2"],[1,"-3"]]}', vector({0: Fraction(1, 2), 1: Fraction(-3)})),
        (b"{}", None),
        (b'{"weights":[[2,"1"]]}', None),
        (b'{"weights":[[0,"1"],[0,"2"]]}', None),
        (b'{"weights":[[0,"%s"]]}' % (b"9" * 5_000), None),
        (b'{"weights":[[-1,"1"]]}', NO_ANSWER),
        (b'{"weights":[[0,"1/0"]]}', NO_ANSWER),
        (b'{"weights":[[0,0.5]]}', NO_ANSWER),
        (b'{"weights":[[0,"1"]],"labels":[1]}', "weights was answered with labels, which is no answer to that"),
        (b'{"weights":[[0,"1"]],"unusable":"no"}', "weights was answered with a complaint: no"),
    ],
)
def test_what_a_process_says_of_its_w_is_checked(
    scripted: WorkerRunner, lines: Lines, answer: bytes, shown: Vector | str | None
) -> None:
    lines.append(answer)
    if isinstance(shown, str):
        with pytest.raises(Fault, match=f"{shown}$"):
            scripted.weights()
    else:
        assert scripted.weights() == shown


PERCEPTRON = """
import os, sys
def forge(line):
    for number in range(3, 256):
        try: os.write(number, line + b"\\n")
        except OSError: pass
class Learner:
    calls = 0
    def __init__(self, dimension): self.w = [0] * dimension
    def predict(self, x):
        Learner.calls += 1
        if Learner.calls > {first}: forge({line!r})
        return 1 if sum(a * b for a, b in zip(self.w, x)) > 0 else -1
    def update(self, x, y):
        if y * sum(a * b for a, b in zip(self.w, x)) <= 0: self.w = [a + y * b for a, b in zip(self.w, x)]
"""


@pytest.mark.full
@pytest.mark.parametrize("first", [0, 40])
@pytest.mark.parametrize(
    "line", [b'{"labels":[1]}', b'{"turns":[{"labels":[1]}]}', b"{}", b'{"words":["x"]}', b'{"unusable":"no"}', b"nonsense"]
)  # fmt: skip
def test_forged_lines_are_a_fault_of_the_learner(learner_file: Callable[[str], str], line: bytes, first: int) -> None:
    file = learner_file(PERCEPTRON.format(line=line, first=first))
    grading = grade(file, kind="perceptron", isolation="plain")
    assert grading.verdict == "failed"
    assert not any(check.found.startswith(line.decode()) for check in grading.checks)  # shown as what it wrote
    found = attack(file, "R2/gamma2", seconds=10, isolation="plain")
    assert found.verdict == "refuted" or found.problem
