"""Hsu's claims: laws of their tests, other judges of the numbers in them, and tests that can fail."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
import sympy as sp  # type: ignore[import-untyped]
import trial_samples
import trials_margins
from book import refuted, violations
from hypothesis import given
from hypothesis import strategies as st
from trials_perceptron import exceeds_bound, halts_inseparable, in_every_order, labelings

from learners.algorithms.perceptron import online_perceptron
from proofs.claims.candidates import ONE, Sample, norm_squared, sample
from proofs.claims.perceptron import run
from proofs.claims.predicates.perceptron import has_no_longest, iterations
from proofs.exact.vectors import vector

LESS, MORE = Fraction(99, 100), Fraction(101, 100)


# -------------------------------------------------------------------------------------------------- tests that can fail


def test_one_update_less_would_be_too_few() -> None:
    fewer = partial(iterations, returning=0, allowed=-1)
    assert refuted(fewer, trial_samples.separated_samples())
    assert violations(fewer, labelings()) == len([*labelings()]), "the bound is reached"


def test_no_factor_can_be_sharper() -> None:
    assert refuted(partial(exceeds_bound, factor=LESS), trial_samples.separated_sequences())
    assert refuted(in_every_order(partial(exceeds_bound, factor=LESS)), trial_samples.separated_samples())
    assert refuted(partial(trials_margins.falls_behind_losses, factor=LESS), trials_margins.with_targets())
    assert not refuted(partial(trials_margins.falls_behind_losses, factor=MORE), trials_margins.with_targets())


@pytest.mark.parametrize("above", [trials_margins.above_bound, trials_margins.above_root])
def test_the_bounds_fail_without_their_terms(above: trials_margins.Bound) -> None:
    games = [*trials_margins.with_targets()]
    assert not refuted(partial(trials_margins.exceeds_losses, above=above), games)
    assert refuted(partial(trials_margins.exceeds_losses, above=lambda made, square, _: above(made, square, 0)), games)
    assert refuted(partial(trials_margins.exceeds_losses, above=lambda made, _, total: above(made, 0, total)), games)
    one_more = partial(trials_margins.exceeds_losses, above=lambda made, square, total: above(made + 1, square, total))
    assert refuted(one_more, games)


def test_the_root_is_the_sharper_bound() -> None:
    assert trials_margins.above_root(3, 1, 1)
    assert not trials_margins.above_bound(3, 1, 1)


def test_the_corrected_bound_says_something() -> None:
    made, square, _, over_all = trials_margins.losses(sample(*[((1,), 1)] * 9), (1,))
    assert (made, square, over_all) == (1, 1, 0)
    assert not trials_margins.above_bound(1, square, over_all)
    assert trials_margins.above_bound(2, square, over_all), "it allows one mistake in nine rounds, not nine"


def test_a_separator_is_as_far_as_its_rescaled_margin_says_and_another_length_is_not() -> None:
    case = sample(((3, 1), 1), target=(3, 4))
    assert not trials_margins.is_not_distance(case)
    assert trials_margins.distance_squared((3, 4), (3, 1)) == Fraction(169, 25)
    nearest = min((3 - 4 * Fraction(k, 100)) ** 2 + (1 + 3 * Fraction(k, 100)) ** 2 for k in range(200))
    assert nearest == Fraction(169, 25), "at k = 36"


def test_only_the_solution_and_its_multiples_are_widest() -> None:
    assert refuted(partial(trials_margins.is_wider, multiples=False), trials_margins.multiples())
    slanted = sample(((1, 0), 1), ((1, 1), 1), target=(2, 1))
    assert not trials_margins.is_wider(slanted, multiples=False), "it is less wide than (1, 0)"
    assert trials_margins.is_wider(replace(slanted, target=(2, 0)), multiples=False)


def test_lines_of_points() -> None:
    assert has_no_longest({"limit": 2, "gap": -1}) is not None
    assert has_no_longest({"limit": 2, "gap": 0}) is None, "one point, again and again"
    assert has_no_longest({"limit": -2, "gap": 1}) is None, "the mirror image"


def test_hypotheses_that_fail_are_no_violation() -> None:
    lying = sample(((1,), 1), ((-1,), 1), target=(1,))
    for test in (
        partial(iterations, returning=9, allowed=0),
        partial(exceeds_bound, factor=0),
        partial(trials_margins.is_wider, multiples=False),
    ):
        assert not test(lying)
    assert not halts_inseparable(ONE), "it halts, and is separable"


# ----------------------------------------------------------------------------------------------------- and other judges

rationals = st.fractions(min_value=-4, max_value=4, max_denominator=4)
nonnegative = st.fractions(0, 4, max_denominator=4)
points = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
labels = st.sampled_from([1, -1])


@given(st.lists(st.tuples(points, labels), max_size=12))
def test_the_run_is_that_of_the_learner(examples: list[tuple[tuple[int, int], int]]) -> None:
    learner = online_perceptron()
    for (x, label), made in zip(examples, run(examples), strict=True):
        before = vector(learner.weights)
        learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
        assert vector(learner.weights) == vector(enumerate(made.after))
        assert made.mistake == (label * before.dot(vector(enumerate(x))) <= 0)


@given(rationals, nonnegative, nonnegative)
def test_the_footnote_by_real_roots(x: Fraction, b: Fraction, c: Fraction) -> None:
    root = (sp.Rational(str(b)) + sp.sqrt(sp.Rational(str(b)) ** 2 + 4 * sp.Rational(str(c)))) / 2
    real = sp.Rational(str(x))
    found = trials_margins.square_is_too_large({"x": x, "b": b, "c": c}, from_root=True)
    assert found == bool(real <= root and real**2 > root**2)
    assert not trials_margins.square_is_too_large({"x": x, "b": b, "c": c}, from_root=False)


@given(st.lists(st.tuples(points, labels), min_size=1, max_size=6), st.tuples(rationals, rationals))
def test_losses_are_sums_over_the_run(
    examples: list[tuple[tuple[int, int], int]], w: tuple[Fraction, Fraction]
) -> None:
    _, square, over_mistakes, over_all = trials_margins.losses(Sample(tuple(examples)), w)
    each = [max(Fraction(0), 1 - y * (w[0] * x[0] + w[1] * x[1])) for x, y in examples]
    assert over_all == sum(each)
    assert over_mistakes == sum(loss for loss, made in zip(each, run(examples), strict=True) if made.mistake)
    assert square == norm_squared(w) * max(x[0] ** 2 + x[1] ** 2 for x, _ in examples)
