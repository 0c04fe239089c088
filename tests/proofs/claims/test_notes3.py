"""The tests that the first half of Notes 3 is tried with: each can fail, and none fails where the theorems hold."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

import pytest
import trials_perceptron
from book import refuted
from hypothesis import given
from hypothesis import strategies as st
from rechecks_notes3 import played
from trial_samples import UNIT, games_of_lengths, in_passes, unit_games
from trials_perceptron import exceeds_bound, grows_too_long

from learners.algorithms.perceptron import Perceptron
from proofs.claims import predicates
from proofs.claims.candidates import Sample, labeled, norm_squared, sample
from proofs.claims.perceptron import HALF, mistakes
from proofs.claims.predicates import dual, unit_samples
from proofs.claims.predicates.perceptron import falls_behind
from proofs.exact.vectors import vector

NINE_TENTHS = Fraction(9, 10)

Test = Callable[[Any], object]


@pytest.mark.parametrize(
    ("wrong", "candidates"),
    [
        (partial(exceeds_bound, tie=1, factor=NINE_TENTHS), unit_games),
        (partial(exceeds_bound, tie=1, factor=NINE_TENTHS), in_passes),
        (partial(exceeds_bound, tie=1, longest=False), games_of_lengths),
        (partial(falls_behind, tie=0, step=HALF), unit_games),
        (partial(grows_too_long, tie=1, longest=False), games_of_lengths),
        (partial(unit_samples.too_long, rounded_up=True), trials_perceptron.settings),
        (unit_samples.inverse_not_attained, trials_perceptron.settings),
    ],
)
def test_a_smaller_bound_is_refuted(wrong: Test, candidates: Callable[[], Iterable[Any]]) -> None:
    assert refuted(wrong, candidates())


@pytest.mark.parametrize(
    "test",
    [trials_perceptron.is_not_signed_sum, partial(falls_behind, tie=1), partial(grows_too_long, tie=1, unit=True)],
)
def test_another_w_is_refuted(test: Test, monkeypatch: pytest.MonkeyPatch) -> None:
    def turned_and_doubled(examples: Any, tie: int = 0, step: int = 1) -> list[Any]:
        made = mistakes(examples, tie=tie, step=step)
        return [replace(one, after=tuple([-2 * value for value in one.after])) for one in made]

    assert not refuted(test, unit_games())
    for module in (trials_perceptron, predicates.perceptron):
        monkeypatch.setattr(module, "mistakes", turned_and_doubled)
    assert refuted(test, unit_games())


def test_the_ceiling_is_wrong_where_it_is_not_the_floor() -> None:
    for setting in trials_perceptron.settings():
        inverse = 1 / setting["margin_squared"]
        said = unit_samples.too_many_claimed(setting)
        assert bool(said) == (1 <= inverse <= setting["dimension"] and inverse.denominator != 1)
        assert bool(unit_samples.nothing_is_legal(setting)) == (inverse < 1)
    third = {"margin_squared": Fraction(3, 7), "dimension": 3}
    assert "⌈7/3⌉ = 3 mistakes are claimed" in str(unit_samples.too_many_claimed(third))
    assert ceil(Fraction(7, 3)) * Fraction(3, 7) == Fraction(9, 7) > 1


def test_labels_of_orthonormal_points_have_a_target() -> None:
    assert not refuted(trials_perceptron.value_differs, trials_perceptron.labelings())
    assert len(list(trials_perceptron.labelings())) == 2 + 4 + 8 + 16 + 32 + 4 + 8
    longer = sample(((2, 0), 1), ((0, 2), -1), target=(1, -1))
    assert not trials_perceptron.value_differs(longer), "its points are not of length 1"
    tilted = sample((UNIT[2][0], 1), (UNIT[2][-1], -1), target=(1, 0))
    assert trials_perceptron.value_differs(tilted) == exceeds_bound(tilted, tie=1, unit=True)


@given(
    st.sampled_from([1, 2, 3]).flatmap(
        lambda d: st.lists(st.tuples(st.sampled_from(UNIT[d]), st.sampled_from([1, -1])), min_size=1, max_size=9)
    )
)
def test_the_printed_algorithm_is_what_the_learner_plays(examples: list[tuple[Any, int]]) -> None:
    made, learner = mistakes(examples, tie=1), Perceptron()
    for x, label in examples:
        learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
    wrong, every = played([list(map(Fraction, x)) for x, _ in examples], [int(label == 1) for _, label in examples])
    assert [one.number + 1 for one in made] == wrong
    after = made[-1].after if made else ()
    assert vector(enumerate(after)) == vector(learner.weights) == vector(enumerate(every[-1]))


def test_what_no_hypothesis_allows_is_no_violation() -> None:
    separable = labeled((3, 4), [(1, 0), (Fraction(-3, 5), Fraction(4, 5))])
    assert dual.endless(separable) is None
    assert dual.endless(replace(separable, target=(-1, 0))) is None, "another target, another label"
    assert dual.labels_otherwise(separable) is None
    assert dual.needs_repetition(separable) is None
    assert unit_samples.still_wrong(labeled((1, 0), [(-1, 0)])) is None
    assert unit_samples.has_no_length(sample(x=(0, 1))) is None
    assert unit_samples.no_unit_target(sample(target=(0, 1))) is None
    assert unit_samples.errs_elsewhere_when_rescaled(labeled((1, 2), [(1, 1), (3, 4)])) is None, "√2 is irrational"
    assert unit_samples.length((3, -4)) == 5
    assert unit_samples.length((1, 1)) == 0


@given(st.integers(1, 50), st.integers(-50, 50), st.integers(1, 50), st.booleans())
def test_products_that_approach_a_number_from_above_have_no_least(p: int, q: int, n: int, turned: bool) -> None:
    v = (Fraction(2 * p * q, p * p + q * q), Fraction(p * p - q * q, p * p + q * q))
    a, b = v = v[::-1] if turned else v
    found = unit_samples.no_least_product({"v": v, "x_n": unit_samples.CIRCLE})
    assert bool(found) == (a > b >= 0)
    if found:
        here, then = ((2 * a * k + b * (k * k - 1)) / (k * k + 1) for k in (n, 10**6))
        assert min(here, then) > b
        assert then - b < Fraction(1, 10**5)
        assert unit_samples.no_least_product({"v": (2 * a, 2 * b), "x_n": unit_samples.CIRCLE}) is None


def test_unit_samples_alone_bound_the_length_of_w() -> None:
    long = Sample((((Fraction(-3), Fraction(4)), -1),), (1, 0))
    assert norm_squared(mistakes(long.examples, tie=1)[-1].after) == 25
    assert not grows_too_long(long, tie=1, unit=True)
    assert grows_too_long(long, tie=1, longest=False)
