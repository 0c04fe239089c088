"""How tight a bound is: the game with the largest M/bound, exactly, and judged."""

import json
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from searches import ends_after

from adversary.game.judge import judge_file
from adversary.search.attack import _larger as larger
from adversary.search.attack import attack
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.rationals import Interval
from proofs.exact.vectors import Vector

PLENTY = 3600.0
"""Seconds that no search in these tests needs."""

pytestmark = pytest.mark.usefixtures("local_learners")

attacked = partial(attack, isolation="plain", seconds=PLENTY)


def tightest(learner: str, bound: str, **options: Any) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(
        json.dumps(attacked(learner, bound, progress=ends_after(60), **options).to_json())
    )["tightest"]
    return plain


@pytest.mark.parametrize(
    ("learner", "bound", "name", "mistakes", "ratio"),
    [
        ("soa", "L", "intervals:4", 3, "1"),  # whose worst case is L, by enumeration
        ("halving", "M <= 2*L", "intervals:4", 3, "1/2"),
        ("first-consistent", "C", "singletons:4", 3, "3/4"),
    ],
)
def test_on_a_class_it_is_the_worst_case(learner: str, bound: str, name: str, mistakes: int, ratio: str) -> None:
    found = tightest(learner, bound, concept_class=name)
    assert (found["mistakes"], found["ratio"]) == (mistakes, ratio)
    assert (found["ratio_at_least"], found["ratio_at_most"]) == (ratio, ratio)
    assert found["statements"] == [{"statement": "realizable"}, {"statement": "run bound", "mistakes": mistakes}]


def test_of_games_that_are_as_tight_the_one_with_more_mistakes_is_kept() -> None:
    third, half, two_thirds = (Interval(part, part) for part in (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)))
    best: Any = SimpleNamespace(ratio=half, game=SimpleNamespace(mistakes=3))
    games = [(half, 2), (half, 3), (half, 4), (two_thirds, 1), (third, 9)]
    assert [larger(ratio, mistakes, best) for ratio, mistakes in games] == [False, False, True, True, False]


def test_a_bound_twice_too_large_is_half_attained_and_the_trace_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "tightest.jsonl"
    found = attacked("perceptron", "2*R2/gamma2", output=path, progress=ends_after(30))
    assert found.counterexample is None
    assert found.tightest is not None
    verdict = judge_file(path)
    assert (verdict.valid, verdict.mistakes) == (True, found.tightest.game.mistakes)
    sample = [(entry.x, int(entry.label)) for entry in found.tightest.game.rounds if isinstance(entry.x, Vector)]
    best = best_margin(list(dict.fromkeys(sample)))
    assert isinstance(best, Separable)
    radius = max(x.norm_squared() for x, _ in sample)
    exact = found.tightest.game.mistakes * best.margin_squared / (2 * radius)
    assert found.tightest.ratio == (exact, exact)
    assert exact == Fraction(1, 2)  # which is all that Theorem 1.1 leaves
    assert "M/bound = 1/2" in found._repr_html_()


def test_an_irrational_bound_is_enclosed() -> None:
    found = tightest("halving", "2*sqrt(C)", concept_class="thresholds:4")
    low, high = Fraction(found["ratio_at_least"]), Fraction(found["ratio_at_most"])
    assert found["ratio"] is None
    assert low < high
    assert low**2 < Fraction(found["mistakes"] ** 2, 4 * 5) < high**2
    assert high - low < high / 10**5


def test_a_refuted_bound_has_a_tightest_game_above_1(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    found = attacked("always-plus", "T/2", output=path)
    assert found.counterexample is not None
    assert found.tightest is not None
    assert found.tightest.ratio.low > 1
    assert judge_file(path).rounds == len(found.counterexample.rounds)  # the file is the counterexample's


def test_a_larger_bound_than_the_perceptrons_is_played_up_to() -> None:
    found = attacked("always-plus", "3/delta2")
    assert found.verdict == "refuted"


@pytest.mark.parametrize(
    ("bound", "values", "ratio"),
    [
        ("1/delta2", {"M": 3, "delta2": Fraction(1, 5)}, Fraction(3, 5)),
        ("floor(log2(C))", {"M": 3, "C": 9}, Fraction(1)),
        ("M*gamma2 <= R2", {"M": 3, "R2": 1, "gamma2": Fraction(2, 7)}, Fraction(1)),
        ("M*gamma2 < R2", {"M": 2, "R2": 1, "gamma2": Fraction(1, 4)}, Fraction(2, 3)),
    ],
)
def test_a_part_of_a_bound(bound: str, values: dict[str, Any], ratio: Fraction) -> None:
    assert read_bound(bound).share(values) == (ratio, ratio)


@pytest.mark.parametrize("bound", ["C - 4", "M >= 0", "M < 0"])
def test_a_part_of_nothing_is_none(bound: str) -> None:
    with pytest.raises(InputError, match="nothing is allowed, or anything"):
        read_bound(bound).share({"M": 1, "C": 3})
