"""The w of a submission beside the textbook's: the first update that differs, and learners that show no w, or a lie."""

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from conftest import ROOT

from adversary.grading.grade import grade
from adversary.grading.hints import hints
from adversary.grading.result import Finding, Grade
from adversary.grading.weights import compared
from adversary.search.counterexample import Counterexample
from adversary.search.shrink import Shrinker
from adversary.views.cells import render
from adversary.views.excerpt import rounds_table, update_text
from adversary.views.game.files import counterexample_view
from learners.protocol import Label, shown_weights
from proofs.exact.vectors import Vector, add, frozen, vector
from proofs.formats.trace import Round
from proofs.settings import Halfspaces
from proofs.solvers.budget import Budget

POINTS = [vector(enumerate(map(Fraction, point.split()))) for point in ("3/5 4/5", "-3/5 4/5", "1 0", "3/5 4/5", "0 1")]
LABELS: list[Label] = [1, -1, 1, 1, -1]
ZERO = vector({})


def played(step: Callable[[int, int], Any], begins: Vector = ZERO) -> tuple[list[Round], list[Vector]]:
    """Return rounds, and w after each, of a learner that moves by so many times x where it is wrong."""
    w, rounds, own = dict(begins.entries), list[Round](), [begins]
    for number, (x, y) in enumerate(zip(POINTS, LABELS, strict=True), 1):
        said: Label = 1 if frozen(w).dot(x) > 0 else -1
        rounds.append(Round(x, said, y))
        add(w, x, Fraction(step(number, y)) if said != y else 0)
        own.append(frozen(w))
    return rounds, own


def test_the_textbooks_updates_do_not_differ_whatever_the_rate_and_the_rounding() -> None:
    for rate in (1, Fraction(1, 10), 0.1, 7):
        found = compared(*played(lambda _, y, rate=rate: rate * y))  # type: ignore[misc]
        assert (found.differs, found.rate) == (None, Fraction(rate).limit_denominator(10))
        assert found.textbook == tuple(played(lambda _, y: y)[1])


def test_the_first_update_that_differs_is_found() -> None:
    assert compared(*played(lambda *_: 1)).differs == 2  # adds x: the first label is +1
    assert compared(*played(lambda _, y: -y)).differs == 1
    assert compared(*played(lambda number, y: y if number < 2 else 2 * y)).differs == 2
    assert compared(*played(lambda *_: 0)).differs == 1
    assert compared(*played(lambda _, y: y, vector({1: 2}))).differs == 0


def test_a_grade_whose_time_ran_out_while_it_shrank_shows_weights_and_names_the_bug(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def takes_all(shrinker: Shrinker, found: Counterexample) -> Counterexample:
        budget = shrinker.grader.budget
        budget.ends = budget._least = time.monotonic() - budget._waited()  # noqa: SLF001 - nothing is left
        return found

    monkeypatch.setattr(Shrinker, "shrunk", takes_all)
    found = grade(ROOT / "examples" / "broken" / "wrong_sign.py", "perceptron", isolation="plain")
    assert found.counterexample is not None
    assert found.counterexample.weights is not None
    assert [one.name for one in found.likenesses] == ["a Perceptron with a wrong sign"]


@pytest.mark.long
@pytest.mark.usefixtures("local_learners")
def test_weights_that_no_float_holds_name_no_bug(
    learner_file: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shrinker, "shrunk", lambda _, found: found)
    text = "class L:\n    def __init__(self, dimension): self.w = [10**400] * dimension\n"
    path = learner_file(text + "    def predict(self, x): return 1\n    def update(self, x, y): pass\n")
    assert grade(path, "perceptron", isolation="plain").verdict == "failed"


def test_short_points_are_no_ties() -> None:
    """At length 2⁻⁵⁰ the textbook's learner is right the second time, whatever was said, and does not move."""
    x = vector({0: Fraction(1, 2**50)})
    found = compared([Round(x, 1, -1), Round(x, 1, -1)], [vector({0: 1})] * 3)
    assert found.textbook == (ZERO, vector({0: Fraction(-1, 2**50)}), vector({0: Fraction(-1, 2**50)}))


def test_ties_are_no_difference() -> None:
    rounds = [Round(x, y, y) for x, y in zip(POINTS[:1], LABELS, strict=False)]  # right, by the tie at w = 0
    for own in ([ZERO, ZERO], [ZERO, POINTS[0]]):
        assert compared(rounds, own).differs is None


SHOWN = {
    "a list": [0.5, 2], "a tuple": (Fraction(1, 2), 2), "floats": np.array([0.5, 2.0]), "half": np.array([0.5, 2], np.float16),
    "a dictionary": {0: 0.5, 1: 2.0}, "numpy's numbers": {np.int64(0): np.float32(0.5), 1: np.int8(2)},
}  # fmt: skip
NOT_SHOWN = {
    "none": None, "too long": [0.5, 2, 1], "too short": [1], "matrix": np.array([[0.5, 2]]), "text": ["0.5", "2"], "nan": [0.5, float("nan")],
    "infinite": np.array([np.inf, 1]), "another coordinate": {2: 1.0}, "names": {"a": 1.0, "b": 2.0}, "bool": [True, False], "large": [1 << 9_000, 1],
    "complex": np.array([1j, 2]), "a number": 3.5, "objects": np.array([object(), 1]), "a generator": (n for n in (1, 2)),
}  # fmt: skip


class Shows:
    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)


@pytest.mark.parametrize("name", SHOWN)
def test_a_vector_is_read_exactly(name: str) -> None:
    for attribute in ("w", "weights"):
        assert shown_weights(Shows(**{attribute: SHOWN[name]}), 2) == vector(enumerate((Fraction(1, 2), Fraction(2))))
    assert shown_weights(Shows(w=None, weights=SHOWN[name]), 2) is not None


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_what_is_no_vector_is_not_shown(name: str) -> None:
    assert shown_weights(Shows(w=NOT_SHOWN[name]), 2) is None
    assert shown_weights(Shows(w=[0.0] * 1_000), 1_000) is None


WRONG = """
class Student:
    def __init__(self, dimension): self.kept = [0.0] * dimension
    def score(self, x): return sum(a * b for a, b in zip(self.kept, x))
    def predict(self, x): return 1 if self.score(x) > 0 else -1
    def update(self, x, y):
        if y * self.score(x) <= 0: self.kept = [a - y * b for a, b in zip(self.kept, x)]
    @property
    def w(self): {body}
"""


@pytest.mark.usefixtures("local_learners")
@pytest.mark.parametrize(
    ("body", "shows"),
    [
        ("return self.kept", True),
        pytest.param("raise ValueError", False, marks=pytest.mark.long),
        pytest.param("raise SystemExit", False, marks=pytest.mark.long),
        pytest.param("return [1, 2, 3, 4, 5]", False, marks=pytest.mark.long),
        ("self.kept = [9.0] * len(self.kept); return self.kept", False),  # to look at it changes what it says
    ],
)
def test_no_verdict_depends_on_what_is_shown(learner_file: Callable[[str], str], body: str, shows: bool) -> None:
    found = grade(learner_file(WRONG.format(body=body)), "perceptron", isolation="plain")
    game = found.counterexample
    assert game is not None
    assert (found.verdict, len(game.rounds), game.mistakes, game.allowed) == ("failed", 2, 2, 1)
    assert (game.weights is not None) == shows
    assert ("its w" in render(rounds_table(game))) == shows
    if game.weights:
        assert game.weights.differs == 1
        assert len(game.weights.own) == len(game.weights.textbook) == 3
        data = counterexample_view(game, "student.py", "a command", Budget(states=10_000)).data
        assert (data.beside.differs, data.beside.own[1][0][:2]) == (1, (0, "-1"))
        assert [moment.w[0][1] for moment in data.moments[1:]] == [-1, -2]
        assert update_text(game) == "the update of round 1, marked ≠, is the first that differs from the textbook's"


@pytest.mark.usefixtures("local_learners")
def test_a_learner_whose_weights_are_shared_begins_with_anothers() -> None:
    game = grade(str(ROOT / "examples/broken/shared_state.py"), "perceptron", isolation="plain").counterexample
    assert game is not None
    assert game.weights is not None
    assert game.weights.differs == 0
    assert "its w begins with (" in update_text(game)
    assert [row[0] for row in rounds_table(game).rows] == ["other 1", "begins", "1", "2"]


TWICE = (Round(vector({0: 1}), -1, 1), Round(vector({0: 1}), -1, 1))
TEXTBOOK = (
    "The textbook's Perceptron, taught the same labels, has w = (1, 0) in round 2. There ⟨w, x⟩ = 1, so it says +1. "
)


def hint_of(rounds: tuple[Round, ...], own: list[int] | None) -> str:
    weights = compared(rounds, [vector({0: w}) for w in own]) if own else None
    game = Counterexample("a.py", Halfspaces(2, Fraction(1)), rounds, "mistakes", allowed=1, weights=weights)
    (hint,) = hints(Grade("a.py", "perceptron", (Finding("unit points", "failed", "", ""),), game, 1, 2, 1.0, ()))
    return hint


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (None, ""),
        ([0, -1, -1], ""),
        ([0, 1, 1], " Its own w is the same there: look at predict, which does not return the sign of ⟨w, x⟩."),
        ([0, 7, 7], " Its own w is 7 times that there: look at predict, which does not return the sign of ⟨w, x⟩."),
        ([1, 3, 3], " With its own w, ⟨w, x⟩ = 3 there: look at predict, which does not return the sign of ⟨w, x⟩."),
    ],
)
def test_a_learner_that_does_not_answer_by_its_w_is_sent_to_predict(own: list[int] | None, said: str) -> None:
    assert hint_of(TWICE, own) == f"{TEXTBOOK}Your learner says -1.{said}"


def test_the_hint_and_the_report_are_about_the_same_textbook() -> None:
    """One learns from the tie of round 1, the other one does not and is surprised in round 3 alone."""
    x, opposite = vector({0: 1}), vector({0: -1})
    rounds = (Round(x, -1, -1), Round(opposite, -1, 1), Round(opposite, -1, 1))
    own = [0, -1, -2, -2]
    assert compared(rounds, [vector({0: w}) for w in own]).textbook[1] == vector({0: -1})
    assert "has w = (-1, 0) in round 2" in hint_of(rounds, own)
    assert "has w = (-1, 0) in round 3" in hint_of(rounds, None)
