"""Perceptrons with a bias: right ones keep the bound of the points (x, 1), and wrong ones break it in a proved game."""

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from conftest import ROOT

from adversary.game.judge import judge_file
from adversary.grading.grade import grade
from adversary.grading.result import read_grade
from adversary.search.counterexample import Counterexample, paragraph
from adversary.search.games.halfspace_games import bias_games, bias_spaces
from adversary.search.record import broken
from adversary.search.shrink import Shrinker
from adversary.search.spaces.halfspaces import HalfspaceSpace, vector_of
from adversary.search.spaces.space import Script
from adversary.views.game.files import counterexample_view
from learners.protocol import Label
from proofs.exact.margins import Separable, best_margin
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.vectors import Vector, vector
from proofs.formats.trace import Round, read_rounds
from proofs.solvers.budget import Budget

pytestmark = pytest.mark.usefixtures("local_learners")

KIND = "perceptron?bias=true"

LINEAR = """import numpy as np
class Student:
    def __init__(self, dimension):
        self.w, self.b, self.count = np.zeros(dimension), {start}, 0
    def score(self, x):
        return self.w @ x + self.b
    def predict(self, x):
        return 1 if {says} else -1
    def update(self, x, y):
        wrong = {wrong}
        self.count += wrong
        self.w = {weights}
        self.b = {bias}
"""
USUAL = {
    "start": 0,
    "says": "self.score(x) > 0",
    "wrong": "self.predict(x) != y",
    "rate": 1,
    "weights": "self.w + RATE * wrong * y * x",
    "bias": "self.b + RATE * wrong * y",
}


def student(**changed: object) -> str:
    """Return a Perceptron with a bias, as a file has it, with some lines changed."""
    lines = USUAL | changed
    return LINEAR.format(**lines).replace("RATE", str(lines["rate"]))


LAST = """import numpy as np
class Student:
    def __init__(self, dimension):
        self.w = np.zeros(dimension + 1)
    def predict(self, x):
        return 1 if self.w @ np.append(x, 1) > 0 else -1
    def update(self, x, y):
        if self.predict(x) != y:
            self.w += y * np.append(x, 1)
"""
LISTS = """class Student:
    def __init__(self, dimension):
        self.w = [0.0] * (1 + dimension)
    def predict(self, x):
        return 1 if self.w[0] + sum(a * b for a, b in zip(self.w[1:], x)) >= 0 else -1
    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [a + 0.01 * y * b for a, b in zip(self.w, [1, *x])]
"""
RIGHT = {
    "textbook": student(),
    "a tie is +1": student(says="self.score(x) >= 0"),
    "learns from ties": student(wrong="y * self.score(x) <= 0"),
    "the rate 0.1": student(rate=0.1),
    "the rate 0.01, and a tie is +1": student(rate=0.01, says="self.score(x) >= 0"),
    "a threshold that is subtracted": student(says="self.w @ x > self.b", bias="self.b - wrong * y"),
    "one vector": LAST,
    "lists": LISTS,
}
WRONG: dict[str, dict[str, object]] = {
    "never": {"bias": "self.b"},
    "upwards only": {"bias": "self.b + wrong * max(y, 0)"},
    "downwards only": {"bias": "self.b + wrong * min(y, 0)"},
    "the wrong sign": {"bias": "self.b - wrong * y"},
    "replaced": {"bias": "y if wrong else self.b"},
    "on right answers": {"bias": "self.b + (1 - wrong) * y"},
    "in every round": {"bias": "self.b + y"},
    "another rate than w": {"bias": "self.b + wrong * y", "rate": 0.1},
    "a tenth of the rate of w": {"bias": "self.b + 0.1 * wrong * y"},
    "clipped": {"bias": "max(-10, min(10, self.b + wrong * y))"},
    "reset": {"bias": "self.b + wrong * y if self.count % 12 else 0"},
    "starts at 1": {"start": 1},
    "clipped weights": {"weights": "np.clip(self.w + wrong * y * x, -50, 50)"},
    "not in predict": {"says": "self.w @ x > 0", "wrong": "y * self.score(x) <= 0"},
    "strictly below 0": {"wrong": "y * self.score(x) < 0"},
}
NAMES = {
    "never": "that never changes",
    "upwards only": "changes in one direction only, here +1",
    "downwards only": "changes in one direction only, here -1",
    "the wrong sign": "changes in the wrong direction",
    "replaced": "that is replaced by y",
    "on right answers": "changes only when the answer is right",
    "in every round": "that changes in every round",
    "another rate than w": "steps are longer or shorter than those of w, here 10 times as long",
    "a tenth of the rate of w": "steps are longer or shorter than those of w, here 0.1 times as long",
    "clipped weights": "clips its weights",
    "starts at 1": "does not start at w = 0 and b = 0",
    "strictly below 0": "always gives the same answer",
}


def violates(game: Counterexample) -> bool:
    """Judge a game by Novikoff's theorem on the points (x, 1), which are made here."""
    dimension = game.setting.dimension
    sample = [(vector([*e.x.entries, (dimension, 1)]), int(e.label)) for e in game.rounds if isinstance(e.x, Vector)]
    best = best_margin(sample)
    longest = max(x.norm_squared() for x, _ in sample)
    return isinstance(best, Separable) and sum(e.mistake for e in game.rounds) * best.margin_squared > longest


@pytest.mark.parametrize(
    "name", [next(iter(RIGHT)), *[pytest.param(name, marks=pytest.mark.long) for name in list(RIGHT)[1:]]]
)
def test_a_right_learner_passes(name: str, learner_file: Callable[..., str]) -> None:
    found = grade(learner_file(RIGHT[name]), KIND, isolation="plain", seconds=120)
    assert (found.verdict, found.problem) == ("passed", None), found.summary
    assert found.games > 200


@pytest.mark.long
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_learner_fails(name: str, learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shrinker, "shrunk", lambda _, game: game)  # which is tested below
    found = grade(learner_file(student(**WRONG[name])), KIND, isolation="plain", seconds=120)
    assert found.verdict == "failed"
    assert found.counterexample is not None
    assert violates(found.counterexample)
    assert name not in NAMES or any(NAMES[name] in likeness.name for likeness in found.likenesses)


OF_ONE_DIMENSION = {"never": [[0]], "upwards only": [[0], [1]], "the wrong sign": [[0]]}


@pytest.mark.parametrize("name", OF_ONE_DIMENSION)
@pytest.mark.parametrize("of_file", [False, True])
def test_a_counterexample_is_small_and_proved(
    name: str, learner_file: Callable[..., str], tmp_path: Path, *, of_file: bool
) -> None:
    trace, kind = tmp_path / "trace.jsonl", tmp_path / "kind.toml"
    kind.write_text('name = "mine"\nsetting = "halfspaces"\nbound = "R2/gamma2"\nbias = true\n')
    learner = learner_file(student(**WRONG[name]))
    found = grade(learner, str(kind) if of_file else KIND, isolation="plain", output=trace)
    game = found.counterexample
    assert game is not None
    assert (game.setting.dimension, game.minimal, game.has_threshold) == (1, True, True)
    shown = [entry.x for entry in game.rounds if isinstance(entry.x, Vector)]
    assert sorted({abs(Fraction(x.coordinates(1)[0])) for x in shown}) == [
        Fraction(x) for [x] in OF_ONE_DIMENSION[name]
    ]
    assert violates(game)
    assert [x for x, *_ in read_rounds(trace)] == [vector([*x.entries, (1, 1)]) for x in shown]
    proved = [{"statement": "realizable"}, {"statement": "run bound", "mistakes": game.mistakes}]
    assert judge_file(trace).statements == list(game.statements) == proved
    told = paragraph(game)
    assert "on the points (x, 1), where its last coordinate is the threshold" in told
    assert "the best margin of the points (x, 1) is γ² = " in told
    assert "kernel" not in told
    assert read_grade(found.to_json()).counterexample == game


def test_a_page_shows_the_points_with_a_1(learner_file: Callable[..., str]) -> None:
    game = grade(learner_file(student(**WRONG["never"])), KIND, isolation="plain").counterexample
    assert game is not None
    view = counterexample_view(game, "student.py", "adversary grade student.py", Budget(60))
    assert view.data.story.lifted == "(x, 1)"
    assert view.data.verdict.valid


LINE = bias_spaces()[0]


def test_the_points_2_and_3_allow_290_mistakes() -> None:
    label: Label = 1
    pair = [Round(vector({0: 2}), -label, label), Round(vector({0: 3}), label, -label)]
    explained = LINE.explained("it", pair)
    assert explained is not None
    assert explained[1] == {"M": 2, "T": 2, "d": 2, "R2": 10, "gamma2": Fraction(1, 29)}
    for rounds, allowed in ((290, True), (291, False)):
        found = broken("it", LINE, (pair * rounds)[:rounds])
        assert (found is None) == allowed
        assert found is None or (found.mistakes, found.allowed) == (291, 290)


@pytest.mark.parametrize(
    ("bound", "is_broken"), [("d*R2/gamma2", False), ("(d-1)*R2/gamma2", True), ("(R2+1)/gamma2", False)]
)
def test_r_and_d_are_those_of_the_points_with_a_1(bound: str, *, is_broken: bool) -> None:
    nothing = Round(Vector(()), -1, 1)  # R² of (0, 1) is 1, and so is γ²
    found = broken("it", replace(LINE, bound=read_bound(bound)), [nothing] * 2)
    assert (found is not None) == is_broken


def test_games_need_a_threshold() -> None:
    games = [*bias_games()]
    assert all(game.space.has_threshold for game in games)
    assert sum(game.space.setting.dimension == 1 for game in games) > 15
    assert all(Vector(()) in game.space.pool for game in games), "the point 0"
    scripts = [(game.space, game.run.keywords.get("script")) for game in games if isinstance(game.run, partial)]
    needed = [needs_a_threshold(space, script) for space, script in scripts if script]
    assert len(needed) > 100
    assert sum(needed) > len(needed) / 2


def needs_a_threshold(space: HalfspaceSpace, script: Script) -> bool:
    """Tell whether labels are those of a halfspace with a threshold, and of none through the origin."""
    played = [Round(space.pool[number], None, label) for number, label in script]
    assert space.margin_squared(played) > 0
    nothing = any(not vector_of(entry).entries for entry in played)
    return nothing or not replace(space, features=None).margin_squared(played)


SUBMISSIONS = sorted((ROOT / "benchmarks" / "submissions" / "perceptron").glob("*/*.py"))[::10]
OTHERWISE = ["bias_large", "bias_one", "bias_backwards", "margin_as_rate", "margin_updates"]
"""Submissions that have a bias of their own, need a margin, or break no game here."""

LIFTED = """

import inspect
import numpy as np

class Lifted:
    def __init__(self, dimension):
        asked = inspect.signature({name}).parameters
        self.learner = {name}(**{{"dimension": dimension + 1}} if "dimension" in asked else {{}})

    def predict(self, x):
        return self.learner.predict(np.append(x, 1.0))

    def update(self, x, y):
        self.learner.update(np.append(x, 1.0), y)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem) for path in SUBMISSIONS if path.stem not in OTHERWISE]
)
def test_what_is_wrong_without_a_bias_is_wrong_on_the_points_with_a_1(
    path: Path, learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what is right there is right."""
    monkeypatch.setattr(Shrinker, "shrunk", lambda _, game: game)
    text = path.read_text()
    name = re.findall(r"^class (\w+)", text, re.MULTILINE)[-1]
    found = grade(learner_file(text + LIFTED.format(name=name)) + ":Lifted", KIND, isolation="plain", seconds=120)
    assert found.verdict == ("passed" if path.parent.name == "right" else "failed"), found.summary
