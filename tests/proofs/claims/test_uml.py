"""Understanding Machine Learning, 9.1.2: laws of the tests of its claims, and that they can fail."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from book import refuted
from hypothesis import given
from hypothesis import strategies as st
from trial_samples import separable_samples, small_samples, updates
from trials_perceptron import labelings

from proofs.claims.candidates import ONE, Sample, norm_squared, sample, sign
from proofs.claims.perceptron import every_run, mislabeled, most_updates, returned
from proofs.claims.predicates.linear import equal_sign_is_right, errs, explained_but_inseparable
from proofs.claims.predicates.perceptron import cosine, iterations, returns_wrong, update


@pytest.mark.parametrize("of_zero", [1, 0, -1])
def test_signs(of_zero: int) -> None:
    assert [sign(value, of_zero) for value in (Fraction(-1, 2), 0, 3)] == [-1, of_zero, 1]


def test_smaller_bounds_are_refuted() -> None:
    assert not refuted(partial(iterations, returning=0, allowed=0), separable_samples())
    assert refuted(partial(iterations, returning=0, allowed=-1), separable_samples())
    assert refuted(partial(iterations, returning=1, allowed=0), separable_samples())


def test_a_cosine_is_not_larger_than_shown() -> None:
    assert not refuted(cosine, separable_samples())
    assert refuted(partial(cosine, factor=Fraction(101, 100)), separable_samples())
    assert cosine(replace(ONE, target=(-1,))) is None, "it does not separate"
    assert refuted(partial(cosine, returning=1), separable_samples())


def test_an_example_with_another_sign_is_not_right() -> None:
    assert equal_sign_is_right(sample(((1,), -1), w=(1,))) is None
    assert equal_sign_is_right(sample(((1,), 1), w=(0,))) is None


def test_an_update_helps_only_where_the_point_is_not_zero() -> None:
    assert refuted(partial(update, grows=True), updates())
    assert not refuted(partial(update, grows=True, zero=False), updates())
    right = sample(((1,), 1), w=(1,))
    assert update(right, grows=True) is None, "it is not mislabeled, so there is no update"


def test_ties_that_are_right_stop_the_loop_too_early() -> None:
    assert not refuted(returns_wrong, separable_samples())
    assert refuted(partial(returns_wrong, tie=1), separable_samples())


def test_samples_that_are_not_separable_are_outside_the_theorem() -> None:
    both = sample(((1,), 1), ((1,), -1), target=(1,))
    for test in (
        partial(iterations, returning=9, allowed=0),
        partial(returns_wrong, tie=0),
        partial(returns_wrong, tie=1),
        partial(cosine, factor=9),
    ):
        assert test(both) is None
    assert errs(both) is not None


def test_only_a_tie_explains_what_nothing_separates() -> None:
    found = [replace(case, w=(0,) * case.dimension) for case in small_samples()]
    shown = [case for case in found if explained_but_inseparable(case)]
    assert shown
    assert all(label == 1 and case.shortest is None for case in shown for _, label in case.examples)


points = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
samples = st.lists(st.tuples(points, st.sampled_from([1, -1])), min_size=1, max_size=3)


@given(samples)
def test_runs_are_those_of_the_definition(examples: list[tuple[tuple[int, int], int]]) -> None:
    def explore(w: tuple[int, int], left: int) -> tuple[int, set[tuple[int, int]]]:
        wrong = [(x, y) for x, y in examples if y * (w[0] * x[0] + w[1] * x[1]) <= 0]
        if not wrong:
            return 0, {w}
        if not left:
            return 0, set()
        deeper = [explore((w[0] + y * x[0], w[1] + y * x[1]), left - 1) for x, y in wrong]
        return 1 + max(steps for steps, _ in deeper), set.union(*[ends for _, ends in deeper])

    steps, ends = explore((0, 0), 5)
    assert most_updates(examples, 5) == steps
    assert set(returned(examples, 5)) == ends
    assert next(iter(every_run(examples, 5))) == {(0, 0)}


@given(samples)
def test_no_vector_of_a_grid_is_shorter_than_b(examples: list[tuple[tuple[int, int], int]]) -> None:
    grid = [(Fraction(a, 4), Fraction(b, 4)) for a in range(-8, 9) for b in range(-8, 9)]
    feasible = [w for w in grid if all(y * (w[0] * x[0] + w[1] * x[1]) >= 1 for x, y in examples)]
    best = Sample(tuple(examples)).shortest
    if best is None:
        assert feasible == []
        return
    assert not mislabeled(best, examples)
    assert Sample(tuple(examples), best).margin == 1
    assert all(norm_squared(w) >= norm_squared(best) for w in feasible)


@pytest.mark.parametrize("game", list(labelings()))
def test_the_games_reach_the_bound(game: Sample) -> None:
    assert game.radius_squared == 1
    assert game.shortest is not None
    assert game.ratio == len(game.examples) == norm_squared(game.shortest)
    assert most_updates(game.examples, 9) == len(game.examples)
