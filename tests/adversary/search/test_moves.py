"""Violations that are more than rounding: pairs of formulas for ⟨w,x⟩, right ones and others, and games that are moved."""

import functools
import math
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversary.grading.grade import grade
from adversary.grading.result import TIES
from adversary.search.games.game import UnderWay
from adversary.search.games.halfspace_games import WITHOUT_TIES, general_games
from adversary.search.grader import Grader
from adversary.search.moves import FAR, NEAR, PAIRS, SORTS, Sort, _Places, rounds_off, survives
from adversary.search.record import Record
from adversary.search.spaces.halfspaces import dense
from adversary.search.spaces.pools import unit
from adversary.search.spaces.registry import space_of
from learners.loading.sources import find
from learners.protocol import Fault, Label
from learners.runner.child import Limits
from learners.runner.clock import CutShort
from proofs.classes.catalog import find_class
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, Weights, add, basis_vector, vector
from proofs.formats.trace import Round
from proofs.settings import Finite, Halfspaces

PERCEPTRON = """import functools, itertools, math
import numpy as np

class Student:
    def __init__(self, dimension):
        self.w, self.seen, self.last = np.zeros(dimension), [], 0

    def predict(self, x):
        w = self.w
        return 1 if {predict} > 0 else -1

    def update(self, x, y):
        w = self.w
        if y * ({update}) <= 0:
            self.seen.append((x, y))
            self.w = w + y * x
"""
"""Right in exact arithmetic: both formulas are ⟨w,x⟩, or a positive multiple."""

LOOP = "functools.reduce(lambda total, pair: total + pair[0] * pair[1], zip(w, x), 0.0)"
BACKWARDS = "functools.reduce(lambda total, pair: total + pair[0] * pair[1], zip(w[::-1], x[::-1]), 0.0)"
UNIT = "w @ (x / np.linalg.norm(x))"
DUAL = "sum(y * float(np.dot(z, x)) for z, y in self.seen)"
FORMULAS = [
    ("w @ x", LOOP),
    ("w @ x", "sum(w * x)"),
    ("w @ x", "np.sum(w * x)"),
    ("w @ x", "np.einsum('i,i', w, x)"),
    ("0.1 * (w @ x)", "(0.1 * w) @ x"),
    ("w @ x", UNIT),
    (LOOP, BACKWARDS),
    ("math.fsum(w * x)", "w @ x"),
    ("np.inner(w, x)", "(w * x).cumsum()[-1]"),
    (DUAL, "w @ x"),
    ("np.dot(w, x)", "math.fsum(w * x)"),
    ("sum(a * b for a, b in zip(w, x))", "w.dot(x)"),
    ("(w[::2] @ x[::2]) + (w[1::2] @ x[1::2])", "w @ x"),
    ("(w + x) @ (w + x) - (w - x) @ (w - x)", "w @ x"),
    ("(3.0 * w) @ x / 7.0", "w @ (x / 3.0)"),
    ("np.tensordot(w, x, 1)", BACKWARDS),
    ("w @ x / max(np.linalg.norm(w), 1e-300)", "w @ x"),
    ("np.sort(w * x).sum()", "w @ x"),
    ("(w.reshape(1, -1) @ x.reshape(-1, 1))[0, 0]", "math.fsum(w * x)"),
    ("float(np.float64(0.3) * w @ x)", "w @ (0.3 * x)"),
]
"""Twenty pairs: what predict computes, and what update does."""

BUGS = [
    ("w + y * x", "w - y * x"),
    ("w + y * x", "y * x"),
    ("w + y * x", "w + x"),
    ("w + y * x", "w"),
    ("w + y * x", "0.5 * w + y * x"),
    ("w + y * x", "w + y * x if y > 0 else w"),
    ("w + y * x", "w + y * np.sign(x)"),
    ("w + y * x", "w + y * x ** 2"),
    ("w + y * x", "np.clip(w + y * x, -1, 1)"),
    ("<= 0", "< 0"),
    ("<= 0", "> 0"),
    ("w + y * x", "w + y"),
    ("w + y * x", "(w + y * x) / max(np.linalg.norm(w + y * x), 1e-300)"),
    ("w + y * x", "w + y * x * np.linalg.norm(x) ** 3"),
    ("w + y * x", "np.round(w + y * x)"),
    ("w + y * x", "w + y * x / len(self.seen)"),
    ("w + y * x", "w + y * x * 3.0 ** len(self.seen)"),
    ("w + y * x", "w + y * x if len(self.seen) < 20 else w"),
    ("w + y * x", "w + y * x if len(self.seen) % 12 else np.zeros_like(w)"),
    ("w + y * x", "w + y * np.roll(x, 1)"),
]
"""Twenty bugs: a right line, and a wrong one in its place."""

KERNELS = [pytest.param("", marks=pytest.mark.long), pytest.param("Prescott", marks=pytest.mark.full)]
"""Kernels of OpenBLAS, whose sums differ: that of the processor here, or an old one, which a process is told of."""


def source(number: int, *, wrong: bool) -> str:
    predict, update = FORMULAS[number]
    right = PERCEPTRON.format(predict=predict, update=update)
    return right.replace(*BUGS[number]) if wrong else right


def test_each_formula_is_a_positive_multiple_of_the_product_up_to_rounding() -> None:
    generator = np.random.default_rng(3)
    for _ in range(20):
        w, x = generator.standard_normal((2, 5))
        learner = SimpleNamespace(seen=[(w, 1)])
        for formula in chain(*FORMULAS):
            names = {"functools": functools, "math": math, "np": np, "w": w, "x": x, "self": learner}
            score = eval(formula, names)  # noqa: S307 - ours
            assert abs(score) > 1e-9
            assert (score > 0) == (w @ x > 0)


@given(st.data(), st.sampled_from([FAR, NEAR]), st.integers(-30, 30))
def test_a_move_is_small_and_leaves_floats(data: st.DataObject, bits: int, exponent: int) -> None:
    coordinates = st.lists(st.fractions(-3, 3, max_denominator=9), min_size=3, max_size=3).filter(any)
    factor = Fraction(2) ** exponent
    points = [vector((i, v * factor) for i, v in enumerate(data.draw(coordinates))) for _ in range(3)]
    setting = Halfspaces(3, Fraction(1, 4), unit_norm=False)
    places = _Places(points, setting, Sort(bits, 1), Random(data.draw(st.integers(0, 99))))
    longest = max(x.norm_squared() for x in points)
    for x in points:
        near = list(places.near(x))
        assert len({*near}) == len(near) == 2 * PAIRS
        for place in near:
            for moved, unmoved in zip(place.coordinates(3), x.coordinates(3), strict=True):
                assert (moved - unmoved) ** 2 * 4**bits <= longest
                exact = np.float32(float(moved)) if bits == FAR else float(moved)
                assert Fraction(float(exact)) == moved
        places.learn(x, 1)


SKIPS_ZEROS = """import numpy as np

class Student:
    def __init__(self, dimension): self.w = np.zeros(dimension)
    def predict(self, x): return 1 if self.w @ x > 0 else -1
    def update(self, x, y):
        if y * (self.w @ x) <= 0 and {}:
            self.w = self.w + y * x
"""


@pytest.mark.long
@pytest.mark.parametrize("skips", ["0 not in x", "np.count_nonzero(x) > 1", "x[0] != 0"])
def test_a_bug_that_shows_on_zeros_alone_is_found(skips: str, learner_file: Callable[..., str]) -> None:
    found = grade(learner_file(SKIPS_ZEROS.format(skips)), "perceptron", seconds=300)
    assert found.verdict == "failed", found.summary


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=5).filter(lambda x: sum(map(abs, x)) > 0.1), st.integers(0, 99))
def test_unit_points_stay_unit_points(near: list[float], seed: int) -> None:
    length = math.hypot(*near)
    x = unit([value / length for value in near])
    setting = Halfspaces(len(near), Fraction(1, 4))
    for sort in SORTS:
        for place in _Places([x], setting, sort, Random(seed)).near(x):
            assert place.norm_squared() == 1
            assert (
                max((a - b) ** 2 for a, b in zip(*[v.coordinates(len(near)) for v in (x, place)], strict=True))
                * 4**sort.bits
                < 4
            )


UNIT_ALONE = """import numpy as np

class Student:
    def __init__(self, dimension): self.w = np.zeros(dimension)
    def predict(self, x):
        assert abs(x @ x - 1) < 1e-9
        return 1 if self.w @ x > 0 else -1
    def update(self, x, y):
        if y * {} <= 0:
            self.w = self.w + {}
"""


@pytest.mark.long
@pytest.mark.parametrize(("score", "step", "verdict"), [("(self.w @ x)", "0 * x", "failed"), ("sum(self.w * x)", "y * x", "passed")])  # fmt: skip
def test_a_learner_may_insist_on_unit_points(
    score: str, step: str, verdict: str, learner_file: Callable[..., str], tmp_path: Path
) -> None:
    kind = tmp_path / "unit.toml"
    kind.write_text('name = "unit"\nsetting = "halfspaces"\nbound = "1/delta2"\n')
    found = grade(learner_file(UNIT_ALONE.format(score, step)), str(kind), seconds=300)
    assert found.verdict == verdict, found.summary


RAISES = """
class Student:
    def __init__(self, dimension): self.n = 0
    def predict(self, x):
        if any(value != round(value, 2) for value in x): raise ValueError("not a nice point")
        return 1
    def update(self, x, y): pass
"""


@pytest.mark.usefixtures("local_learners")
def test_a_learner_that_fails_on_moved_points_does_not_pass(learner_file: Callable[..., str]) -> None:
    assert grade(learner_file(RAISES), "perceptron", seconds=300).verdict == "failed"


def test_a_moved_game_in_which_a_call_takes_too_long_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    played = (Round(basis_vector(0), -1, 1), Round(basis_vector(0), -1, 1))
    space = space_of(Halfspaces(2, Fraction(1, 4), unit_norm=False), read_bound("R2/gamma2"))

    def too_long(game: UnderWay, _: object) -> None:
        game.stop(Fault("timeout", "predict took too long"))

    monkeypatch.setattr(UnderWay, "play_out", too_long)
    with (
        Grader(find("dense-perceptron"), "plain", None, Limits(5, 30)) as grader,
        pytest.raises(CutShort, match="too long"),
    ):
        survives(grader, Record(space, played))


def test_only_what_floats_answer_on_vectors_is_moved() -> None:
    bound = read_bound("R2/gamma2")
    on_vectors = space_of(Halfspaces(2, Fraction(1, 4)), bound)
    on_a_class = space_of(Finite(find_class("cube:2")), read_bound("L"))
    limits = Limits(5, 30)
    origin, unit = Round(Vector(()), -1, 1), Round(basis_vector(0), -1, 1)
    for learner, space, played, moved in (
        ("dense-perceptron", on_vectors, (origin, unit), True),
        ("dense-perceptron", on_vectors, (origin,), False),
        ("perceptron", on_vectors, (unit,), False),
        ("dense-perceptron", on_a_class, (Round(0, -1, 1),), False),
    ):
        with Grader(find(learner), "plain", None, limits) as grader:
            assert rounds_off(grader, Record(space, played)) == moved
            assert not rounds_off(grader, Record(space, played, fault=Fault("raised", "it")))


@pytest.mark.long
@pytest.mark.parametrize("number", [0, 5])
def test_a_right_learner_with_two_formulas_passes_with_a_remark(number: int, learner_file: Callable[..., str]) -> None:
    found = grade(learner_file(source(number, wrong=False)), "perceptron", seconds=300)
    assert found.verdict == "passed", found.summary
    (remark,) = [check for check in found.checks if check.name == TIES]
    assert (remark.status, remark.required) == ("failed", False)
    assert "Compute w·x once, in one method" in remark.found
    (games,) = [check for check in found.checks if check.name == "unit points"]
    assert "no violation but on exact ties in 113 games" in games.found
    assert found.summary.startswith("no violation but on exact ties in ")


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("number", range(len(FORMULAS)))
def test_no_pair_of_right_formulas_fails(
    number: int, kernel: str, learner_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if kernel:
        monkeypatch.setenv("OPENBLAS_CORETYPE", kernel)
    found = grade(learner_file(source(number, wrong=False)), "perceptron", isolation="plain", seconds=300)
    assert found.verdict == "passed", found.summary


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(FORMULAS)))
def test_every_pair_of_formulas_with_a_bug_fails(number: int, learner_file: Callable[..., str]) -> None:
    found = grade(learner_file(source(number, wrong=True)), "perceptron", isolation="plain", seconds=300)
    assert found.verdict == "failed", found.summary
    assert found.counterexample is not None


@pytest.mark.parametrize(("seed", "rate"), [(0, 1), (1, Fraction(1, 10)), (2, 3)])
def test_no_score_is_0_on_points_without_ties(seed: int, rate: Rational) -> None:
    random = Random(seed)
    games = [game for game in general_games(seed=seed) if game.space.name == WITHOUT_TIES]
    assert len(games) > 30
    for game in games[::2]:
        points = [x for x in game.space.pool if isinstance(x, Vector)]
        target = game.space.directions[0]
        labels: list[Label] = [1 if row @ target > 0 else -1 for row in dense(points, game.space.setting.dimension)]
        w = Weights()
        for _ in range(20):  # passes, each in an order of its own
            for x, y in random.sample(list(zip(points, labels, strict=True)), len(points)):
                score = sum(w.get(index, 0) * value for index, value in x.entries)
                assert score != 0 or not w
                if y * score <= 0:
                    add(w, x, y * rate)
