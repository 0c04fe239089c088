"""Fit to play: for each check a learner that is broken in just that way."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from sampled_kinds import sampled

from adversary.grading.grade import grade
from learners.algorithms.perceptron import Perceptron, averaging
from learners.checks import CheckResult, check_isolated, check_learner, learner_checks, parametrize_with_learner_checks
from learners.checks.under_test import learner_under_test
from learners.loading.sources import find
from learners.protocol import Card, unit_points, with_card
from learners.registry import LEARNERS, REDUCTIONS
from proofs.exact.errors import InputError

Write = Callable[[str], str]


class Sound:
    """A dense Perceptron that claims everything there is to claim."""

    card = Card(
        summary="sound",
        mistake_bound=unit_points,
        conservative=True,
        weights=True,
        copies=True,
    )

    def __init__(self, dimension: int) -> None:
        self.weights = np.zeros(dimension)

    def predict(self, x: Any) -> Any:
        return 1 if self.weights @ x >= 0 else -1

    def update(self, x: Any, y: Any) -> None:
        if self.predict(x) != y:
            self.weights = self.weights + y * x


class NeedsAnUpdateFirst(Sound):
    def __init__(self, dimension: int) -> None:
        super().__init__(dimension)
        self.taught = False

    def predict(self, x: Any) -> Any:
        if not self.taught:
            raise RuntimeError("not fitted yet")
        return super().predict(x)


class SaysZero(Sound):
    def predict(self, x: Any) -> Any:
        return int(np.sign(self.weights @ x)) if self.weights.any() else 1


class SharesState(Sound):
    def __init__(self, dimension: int, weights: list[Any] = []) -> None:  # noqa: B006 - that is the mistake
        weights.append(np.zeros(dimension))
        self.weights = weights[0]

    def update(self, x: Any, y: Any) -> None:
        if self.predict(x) != y:
            self.weights += y * x


class CountsQuestions(Sound):
    def __init__(self, dimension: int) -> None:
        super().__init__(dimension)
        self.asked = 0

    def predict(self, x: Any) -> Any:
        self.asked += 1
        return super().predict(x) if self.asked % 5 else 1


class WritesToX(Sound):
    def update(self, x: Any, y: Any) -> None:
        if self.predict(x) != y:
            x *= y
            self.weights = self.weights + x


class KeepsX(Sound):
    card = Card(summary="keeps the last point it erred on, and does not copy it")

    def __init__(self, dimension: int) -> None:
        super().__init__(dimension)
        self.last = np.zeros(dimension)

    def predict(self, x: Any) -> Any:
        return 1 if self.last @ x >= 0 else -1

    def update(self, x: Any, y: Any) -> None:
        self.last = x


class Random(Sound):
    card = Card(summary="tosses a coin")

    def predict(self, x: Any) -> Any:
        return 1 if os.urandom(1)[0] % 2 else -1


class DependsOnTheHashSeed(Sound):
    card = Card(summary="asks the hash of a string")

    def predict(self, x: Any) -> Any:
        return 1 if hash(str(x.tolist())) % 2 else -1


class LosesItselfInCopies(Sound):
    def __deepcopy__(self, _memo: Any) -> Any:
        return LosesItselfInCopies(len(self.weights))


class LearnsAlways(Sound):
    card = Card(
        summary="learns from every round, and says that it does not", conservative=True, weights=True, copies=True
    )

    def update(self, x: Any, y: Any) -> None:
        self.weights = self.weights + y * x


class ClaimsTooMuch(Sound):
    card = Card(
        summary="no mistakes, it says", mistake_bound=lambda setting: 0, conservative=True, weights=True, copies=True
    )


class ShowsOtherWeights(Sound):
    def __init__(self, dimension: int) -> None:
        super().__init__(dimension)
        self.real = np.zeros(dimension)

    def predict(self, x: Any) -> Any:
        return 1 if self.real @ x >= 0 else -1

    def update(self, x: Any, y: Any) -> None:
        if self.predict(x) != y:
            self.real = self.real + y * x
            self.weights = -self.real


class Vote:
    """Halving, which claims nothing, and fails where no concept is left: nobody tells it such labels."""

    def __init__(self, concepts: Any) -> None:
        self.left = concepts

    def predict(self, x: int) -> Any:
        return 1 if self.left[:, x].sum() >= 0 else -1

    def update(self, x: int, y: int) -> None:
        self.left = self.left[self.left[:, x] == y]
        if not len(self.left):
            raise ValueError("no concept is left")


BROKEN: dict[type, tuple[str, str]] = {
    NeedsAnUpdateFirst: ("predicts_before_any_update", "it raised RuntimeError: not fitted yet"),
    SaysZero: ("gives_labels_only", "illegal label: predict returned 0 of type int; a label is 1 or -1"),
    WritesToX: ("leaves_its_input_alone", "it writes to the array that it is shown"),
    Random: ("is_deterministic", "it predicts differently when it is started again: it is not deterministic"),
    DependsOnTheHashSeed: (
        "does_not_depend_on_the_hash_seed",
        "it predicts differently under another PYTHONHASHSEED: it uses hash() or the order of a set",
    ),
    SharesState: (
        "shares_no_state",
        "a learner predicts differently once another one has been taught: they share state",
    ),
    CountsQuestions: (
        "predict_changes_nothing",
        "asked 2 times a round, it answers differently in round 8: predict changes it",
    ),
    KeepsX: (
        "does_not_keep_its_input",
        "it keeps the array that it is shown, so later changes to this array change its answers: keep a copy",
    ),
    LosesItselfInCopies: ("can_be_copied", "a deep copy predicts differently from the learner it was made of"),
    LearnsAlways: (
        "is_conservative",
        "in round 4 a round without a mistake shows: it is not conservative, as its card says",
    ),
    ClaimsTooMuch: ("keeps_its_bound", "1 mistake on a game with margin² 4/15; its card says at most 0"),
    ShowsOtherWeights: ("predicts_by_its_weights", "in round 5 it says +1, but w·x is -2"),
}


def with_status(results: list[CheckResult], status: str) -> dict[str, str]:
    return {result.name: result.reason for result in results if result.status == status}


def test_a_sound_learner_passes_everything() -> None:
    results = check_learner(Sound)
    assert [result.name for result in results] == [name for name, _ in learner_checks()]
    assert {result.status for result in results} == {"passed"}
    assert len(results) == 12


ABOUT_PROCESSES: dict[type, Any] = dict.fromkeys((DependsOnTheHashSeed, SharesState), pytest.mark.full)


@pytest.mark.parametrize(
    "learner", [pytest.param(broken, marks=ABOUT_PROCESSES.get(broken, ()), id=broken.__name__) for broken in BROKEN]
)
def test_a_broken_learner_fails_its_check_and_no_other(learner: type) -> None:
    name, reason = BROKEN[learner]
    results = check_learner(learner)
    assert with_status(results, "failed") == {name: reason}
    for result in results:  # whatever is not run says why
        assert (result.status == "skipped") == bool(result.reason and result.name != name)


def test_only_the_checks_that_apply_to_a_learner_are_tests_of_it() -> None:
    skipped = with_status(check_learner(Vote), "skipped")
    assert len(skipped) == 6
    applying = {name for name, _ in learner_checks(learner_under_test(Vote))}
    assert applying == {name for name, _ in learner_checks()} - {*skipped}


def test_every_check_has_its_broken_learner() -> None:
    assert {name for name, _ in BROKEN.values()} == {name for name, _ in learner_checks()}


REDUCED = [f"{kind}:dense-perceptron" for kind in REDUCTIONS]
SLOW = {"aggressive-romma", "batch-perceptron", "half-margin"}


@parametrize_with_learner_checks([ROOT / "examples" / "student.py"])
def test_a_student_s_learner_is_fit_to_play(learner_check: Callable[[], None]) -> None:
    learner_check()


@pytest.mark.parametrize(
    "learner",
    [*sorted({*LEARNERS} - SLOW), *REDUCED, *[pytest.param(slow, marks=pytest.mark.long) for slow in sorted(SLOW)]],
)
def test_every_registered_learner_is_fit_to_play(learner: str) -> None:
    results = check_learner(learner)
    assert with_status(results, "failed") == {}
    card = find(learner).card()
    claimed = {
        "keeps_its_bound": card.mistake_bound,
        "is_conservative": card.conservative,
        "can_be_copied": card.copies,
    }
    assert {name for name, value in claimed.items() if value} <= with_status(results, "passed").keys()


@pytest.mark.ml
@pytest.mark.parametrize("learner", ["sklearn:Perceptron", "river:linear_model.Perceptron"])
def test_other_people_s_learners_are_fit_to_play(learner: str) -> None:
    assert not with_status(check_learner(learner), "failed")


def test_a_learner_that_cannot_be_made_is_unusable_input() -> None:
    with pytest.raises(InputError, match="its constructor raised ZeroDivisionError"):
        check_learner(lambda: 1 / 0)
    with pytest.raises(InputError, match="a program has no methods"):
        check_learner(f"exec:{ROOT / 'examples' / 'learner_in_sh'}")


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False)


STUDENT = str(ROOT / "examples" / "student.py")


@pytest.mark.full
def test_the_program_of_version_1_says_what_to_type() -> None:
    done = run("learners.checks", STUDENT)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "adversary grade FILE --as any" in done.stderr


@pytest.mark.full
def test_the_plugin_checks_a_learner_named_on_pytests_command_line(
    learner_file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = "pytest", "-q", "-p", "no:cacheprovider", "--learner"
    good = run(*command, STUDENT)
    assert "8 passed" in good.stdout
    assert "skipped" not in good.stdout  # what does not apply to a learner is not a test of it
    bad = run(*command, learner_file("return 0"))
    assert bad.returncode == 1
    assert "illegal label: predict returned 0 of type int" in bad.stdout
    unusable = run(*command, "nobody.py")
    assert unusable.returncode == 4
    assert "there is no file nobody.py" in unusable.stderr


@pytest.mark.full
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("__import__('os')._exit(0)", "exited: the learner's process ended with exit code 0 during predicts_before_any_update"),
        ("raise KeyboardInterrupt", "it raised KeyboardInterrupt"),
    ],
)  # fmt: skip
def test_a_learner_that_ends_or_interrupts_only_fails_its_check(body: str, reason: str, learner_file: Write) -> None:
    assert check_isolated(learner_file(body))[0] == CheckResult("predicts_before_any_update", "failed", reason)


@pytest.mark.full
def test_a_learner_that_hangs_only_fails_its_check(learner_file: Write) -> None:
    hung = check_isolated(learner_file("\n        while True: pass"), seconds=1)
    assert hung[0].reason == "timeout: predicts_before_any_update gave no answer within 1 s of CPU time"
    assert {result.reason for result in hung[1:]} == {"its process has ended"}


@pytest.mark.full
def test_the_time_limit_is_on_a_call_and_not_on_a_check(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\ncalls = []\nclass L:\n    def predict(self, x):\n        calls.append(x)\n"
        "        if len(calls) < 50: time.sleep(0.03)\n        return 1\n    def update(self, x, y): pass\n"
    )
    results = check_isolated(str(tmp_path / "slow.py"), seconds=1)  # its short games alone take 1.5 s
    assert [result.reason for result in results if result.status == "failed"] == []


@pytest.mark.parametrize("seconds", [0.0, float("nan"), 1e9])
def test_a_time_limit_is_a_number_of_seconds(seconds: float) -> None:
    with pytest.raises(InputError, match="a time limit should be above 0 seconds"):
        check_isolated("halving", seconds)


@pytest.mark.full
@pytest.mark.parametrize(
    "nonsense",
    [b"\xff", pytest.param(b"[" * 400_000, id="deep"), b'{"name":"x","status":"great"}', b"7"],  # ids are passed on
)
def test_what_a_learner_writes_to_the_pipe_of_the_results_fails_its_check(nonsense: bytes, learner_file: Write) -> None:
    body = f"import os, sys; os.write(int(sys.argv[-1]), {nonsense!r} + b'\\n'); return 1"
    results = check_isolated(learner_file(body))
    assert results[0].reason == "exited: the process answered with nonsense"
    assert {result.status for result in results[1:]} == {"skipped"}


@pytest.mark.parametrize(
    ("learner", "bound", "says"),
    [
        (Perceptron, lambda setting: setting.most_mistakes // 2, ""),
        (Perceptron, lambda setting: setting.most_mistakes // 2 + 1, ""),
        (Perceptron, lambda setting: setting.most_mistakes - 1, ""),
        (averaging, unit_points, "11 mistakes on a game with margin² 1/10; its card says at most 10"),
    ],
)
def test_a_bound_that_is_a_little_too_small_is_seen(learner: Any, bound: Any, says: str) -> None:
    boasts = with_card(Card(summary="", sees="exact", mistake_bound=bound), lambda: learner())  # noqa: PLW0108 - a class has a card
    failed = with_status(check_learner(boasts), "failed")
    assert list(failed) == ["keeps_its_bound"]
    assert says in failed["keeps_its_bound"]


def test_a_fixed_file_is_checked_anew(learner_file: Write) -> None:
    assert with_status(check_learner(learner_file("return 0")), "failed")
    assert not with_status(check_learner(learner_file("return -1")), "failed")


@pytest.mark.parametrize("dimension", [0, 1, 4.0])
def test_the_checks_need_a_dimension(dimension: Any) -> None:
    with pytest.raises(InputError, match="at least 2, an int"):
        check_learner("perceptron", dimension)


CACHES = """
LABELS = {}
class L:
    def __init__(self, concepts):
        self.concepts, self.left = concepts, tuple(range(len(concepts)))
    def predict(self, x):
        key = self.left, x
        LABELS.setdefault(key, 1 if sum(self.concepts[i][x] for i in self.left) >= 0 else -1)
        return LABELS[key]
    def update(self, x, y):
        self.left = tuple(i for i in self.left if self.concepts[i][x] == y)
"""
RESETS = """
class L:
    weights = {}
    def __init__(self): self.begun = False
    def predict(self, x):
        if not self.begun:
            self.begun = True
            L.weights.clear()
        return 1 if sum(L.weights.get(i, 0) * v for i, v in enumerate(x)) > 0 else -1
    def update(self, x, y):
        if self.predict(x) != y:
            for i, v in enumerate(x):
                L.weights[i] = L.weights.get(i, 0) + y * v
"""


@pytest.mark.parametrize(("text", "kind"), [(CACHES, "halving"), (CACHES, "consistent"), (RESETS, "perceptron")])
def test_what_is_kept_under_numbers_or_begins_afresh_is_shared_too(learner_file: Write, text: str, kind: str) -> None:
    path = learner_file(text)
    assert list(with_status(check_learner(path), "failed")) == ["shares_no_state"]
    found = grade(path, sampled(kind, 8))
    assert (found.verdict, found.summary.partition(":")[0]) == ("failed", "shares no state")
