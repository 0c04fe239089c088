"""Hsu's statements: the verdicts found, every witness computed again in a few lines, and tests that can fail."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import sympy as sp  # type: ignore[import-untyped]
from book import reading
from hypothesis import given, settings
from hypothesis import strategies as st

from adversary.claims.hsu import noisy_games, online_games, orthonormal_games
from learners.algorithms.perceptron import OnlinePerceptron
from proofs.claims import hinge_arguments, perceptron_arguments
from proofs.claims.claim import Candidate
from proofs.claims.hsu import CLAIMS, above_test, below_test, iterations_test, mistaken_forever, mistakes_test
from proofs.claims.hsu_footnote import square_too_large
from proofs.claims.hsu_hinge import above_bound, above_root, losses, losses_test
from proofs.claims.hsu_margins import distance_squared
from proofs.claims.labeled_samples import (
    Example,
    at_most_root,
    batch_states,
    halted,
    most_updates,
    online_run,
    read_examples,
    sample_candidates,
    separated_candidates,
    separated_sequences,
    sequence_candidates,
)
from proofs.exact.errors import InputError
from proofs.exact.vectors import vector

# ------------------------------------------------------------------------------------------------- witnesses, once more


def test_one_example_takes_two_iterations() -> None:
    w, iterations, done = 0, 0, False
    while not done:
        iterations += 1
        if w <= 0:
            w += 1
        else:
            done = True
    assert iterations == 2 > 1**2 * 1**2


def test_twice_the_solution_is_as_wide() -> None:
    def width_squared(w: int) -> Fraction:
        return Fraction((w * 1) ** 2, w * w)

    assert width_squared(2) == width_squared(1) == 1
    assert 2**2 > 1**2


def test_halves_have_no_least_point() -> None:
    points = [Fraction(1, 2**t) for t in range(1, 60)]
    assert all(later < point for point, later in pairwise(points))
    assert all(points[0] * x > 0 for x in points), "ŵ after the one update, on the first of them, is right on all"
    assert all(w * points[-1] < Fraction(1, 2**50) for w in (1, 2, 3)), "and no w keeps a distance"


def test_the_points_below_1_have_no_longest() -> None:
    points = [1 - Fraction(1, 2**t) for t in range(1, 60)]
    assert min(2 * x for x in points) == 2 * points[0] == 1
    assert all(point < later < 1 for point, later in pairwise(points))


def hinge_bound_at(w: Fraction, mistakes: list[tuple[int, int]], longest: int) -> tuple[Fraction, Fraction]:
    """Return what is rational in the bound, and the square of its root."""
    total = sum([max(Fraction(0), 1 - y * w * x) for x, y in mistakes], Fraction(0))
    square = w * w * longest**2
    return square + total, square * total


def test_at_zero_the_bound_is_the_number_of_mistakes() -> None:
    assert hinge_bound_at(Fraction(0), [(1, 1)], 1) == (Fraction(1), Fraction(0))


def test_elsewhere_the_bound_is_above_two_and_comes_near() -> None:
    for w in [Fraction(sign * k, 8) for k in range(1, 40) for sign in (1, -1)] + [Fraction(1, 10**6)]:
        rational, root_squared = hinge_bound_at(w, [(0, 1), (1, 1)], 1)
        assert rational > 2 or root_squared > (2 - rational) ** 2
    rational, root_squared = hinge_bound_at(Fraction(1, 10**6), [(0, 1), (1, 1)], 1)
    assert rational < 2 + Fraction(1, 10**5)
    assert root_squared < Fraction(1, 10**10)


def test_a_round_without_a_mistake_changes_nothing() -> None:
    w_after = [1, 1]  # 0 + 1 in the first round; in the second 1·1 > 0
    assert w_after[1] - w_after[0] < 1 - max(0, 1 - 1 * 1)


def test_a_negative_x_below_the_root_may_have_a_larger_square() -> None:
    x, b, c = -1, 0, 0
    assert x <= (b + 0) / 2
    assert x * x > 0 == b * b + b * 0 + c
    assert x * x - b * x - c > 0, "but it does not solve the inequality"


# -------------------------------------------------------------------------------------------------- tests that can fail


def refuted(test: Callable[[Candidate], str | None], candidates: Any) -> Candidate | None:
    return next((candidate for candidate in candidates if test(candidate) is not None), None)


def test_one_update_less_would_be_too_few() -> None:
    assert refuted(iterations_test(counted=0, allowed=-1), separated_candidates()) is not None
    for candidate in orthonormal_games():
        found = iterations_test(counted=0, allowed=-1)(candidate)
        assert found is not None, "the bound is attained"


LESS, MORE = Fraction(99, 100), Fraction(101, 100)


def test_no_factor_can_be_sharper() -> None:
    separated = list(separated_candidates())
    sequences = list(separated_sequences())
    assert refuted(below_test(MORE), separated) is not None
    assert refuted(above_test(LESS), sample_candidates()) is not None
    assert refuted(mistakes_test(all_orders=False, factor=LESS), sequences) is not None
    assert refuted(mistakes_test(all_orders=True, factor=LESS), separated) is not None
    assert refuted(losses_test(LESS), sequence_candidates()) is not None
    for test, candidates in ((below_test(), separated), (mistakes_test(all_orders=False), sequences)):
        assert refuted(test, candidates) is None


def violated(claim: str, number: int) -> Callable[[Candidate], str | None]:
    found = reading(claim, number).violated
    assert found is not None
    return found


def test_only_points_that_come_near_zero_are_not_separable() -> None:
    def family(limit: str, gap: str, ratio: str = "1/2") -> Candidate:
        return {"limit": limit, "gap": gap, "ratio": ratio}

    for number, claim in ((1, "hsu-margin"), (1, "hsu-endless"), (0, "hsu-2-largest")):
        found = violated(claim, number)
        assert found(family("1", "0")) is None, "one point, again and again"
        assert found(family("0", "1", "1")) is None, "the same"
        assert found(family("0", "-1")) is None, "negative points are the mirror image"
    assert violated("hsu-endless", 1)(family("1", "1")) is None, "w = 1 keeps the distance 1"
    assert violated("hsu-margin", 1)(family("1", "1")) is not None, "which no point has"


def test_where_the_bound_is_attained_away_from_zero() -> None:
    found = violated("hsu-3", 3)
    assert [found(game) for game in orthonormal_games()] == [None] * 10
    assert found({"examples": [[["1"], 1]]}) is None, "at w⋆ = 1"
    assert found({"examples": [[["1"], 1], [["2"], 1]]}) is not None, "L = 2, but the mistake is at x = 1"
    assert found({"examples": [[["0"], 1]]}) is None, "L = 0"


def test_the_points_on_which_every_round_is_a_mistake() -> None:
    assert [x for x, _ in mistaken_forever(4)] == [(1, 1), (1, -3), (1, 5), (1, -7)]
    assert [w for w, mistake in online_run(mistaken_forever(4)) if mistake] == [(1, 1), (2, -2), (3, 3), (4, -4)]


def test_the_bounds_fail_without_their_terms() -> None:
    def without(square: bool, total: bool, of: Callable[[int, Any, Any], bool]) -> bool:
        for candidate in [*sequence_candidates(), *noisy_games()]:
            w = tuple(Fraction(text) for text in candidate["w_star"])
            terms = losses(read_examples(candidate), w)
            if of(terms.mistakes, terms.square * square, terms.over_mistakes * total):
                return True
        return False

    for of in (above_bound, above_root):
        assert without(False, True, of)
        assert without(True, False, of)
        assert not without(True, True, of)


def test_hypotheses_that_fail_are_no_violation() -> None:
    lying = {"examples": [[["1"], 1], [["-1"], 1]], "w_star": ["1"]}
    for claim in CLAIMS:
        if claim.id in ("hsu-1", "hsu-1-below", "hsu-2", "hsu-2-orders", "hsu-margin-scale", "hsu-program"):
            for reading in claim.readings:
                assert reading.violated is not None
                assert reading.violated(lying) is None


def test_a_distance_is_what_no_point_of_the_hyperplane_undercuts() -> None:
    assert distance_squared((3, 4), (1, 0)) == Fraction(9, 25)
    nearest = min((1 - 4 * Fraction(k, 100)) ** 2 + (3 * Fraction(k, 100)) ** 2 for k in range(-100, 101))
    assert nearest == Fraction(9, 25), "at k = 16"


def test_the_repaired_bound_says_something() -> None:
    sequence: list[Example] = [((1,), 1)] * 9
    terms = losses(sequence, (1,))
    assert (terms.mistakes, terms.square, terms.over_all) == (1, 1, 0)
    assert not above_bound(1, terms.square, terms.over_all)
    assert above_bound(2, terms.square, terms.over_all), "it allows one mistake in nine rounds, not nine"


@pytest.mark.parametrize(
    "examples", ["x", [[["1"], 2]], [[["1"], True]], [[[1], 1]], [[["1"], 1], [["1", "2"], 1]], [["1"]], [[["one"], 1]]]
)
def test_what_is_no_sample_is_refused(examples: Any) -> None:
    with pytest.raises(InputError):
        read_examples({"examples": examples})


# --------------------------------------------------------------------------------------------- laws, and another judge

rationals = st.fractions(min_value=-4, max_value=4, max_denominator=4)
points = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
samples = st.lists(st.tuples(points, st.sampled_from([1, -1])), min_size=1, max_size=3)


@given(rationals, rationals)
@settings(max_examples=60)
def test_a_comparison_with_a_root(value: Fraction, root: Fraction) -> None:
    assert at_most_root(value, root * root) == (value <= abs(root))
    square = abs(root)
    assert at_most_root(value, square) == bool(sp.Rational(str(value)) <= sp.sqrt(sp.Rational(str(square))))


@given(samples)
def test_runs_are_those_of_the_definition(sample: list[tuple[tuple[int, int], int]]) -> None:
    def explore(w: tuple[int, int], left: int) -> tuple[int, set[tuple[int, int]]]:
        wrong = [(x, y) for x, y in sample if y * (w[0] * x[0] + w[1] * x[1]) <= 0]
        if not wrong:
            return 0, {w}
        if not left:
            return 0, set()
        deeper = [explore((w[0] + y * x[0], w[1] + y * x[1]), left - 1) for x, y in wrong]
        return 1 + max(steps for steps, _ in deeper), set.union(*[ends for _, ends in deeper])

    steps, ends = explore((0, 0), 5)
    assert most_updates(sample, 5) == steps
    assert set(halted(sample, 5)) == ends
    assert next(iter(batch_states(sample, 5))) == {(0, 0)}


@given(st.lists(st.tuples(points, st.sampled_from([1, -1])), max_size=12))
def test_online_runs_are_those_of_the_learner(sequence: list[tuple[tuple[int, int], int]]) -> None:
    learner = OnlinePerceptron()
    for (x, label), (w, mistake) in zip(sequence, online_run(sequence), strict=True):
        before = vector(learner.weights)
        learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
        assert vector(learner.weights) == vector(enumerate(w))
        assert mistake == (label * before.dot(vector(enumerate(x))) <= 0)


@given(rationals, st.fractions(0, 4, max_denominator=4), st.fractions(0, 4, max_denominator=4))
@settings(max_examples=60)
def test_the_footnote_by_real_roots(x: Fraction, b: Fraction, c: Fraction) -> None:
    xs, bs, cs = (sp.Rational(str(value)) for value in (x, b, c))
    exact = (bs + sp.sqrt(bs**2 + 4 * cs)) ** 2 / 4
    within = sp.expand(exact - xs**2).evalf(50) >= 0 and (bs**2 + bs * sp.sqrt(cs) + cs - xs**2).evalf(50) >= 0
    assert square_too_large(x, b, c) == (not within)


def test_all_candidates_are_the_same_each_time() -> None:
    for make in (sample_candidates, separated_sequences, sequence_candidates, online_games, noisy_games):
        assert list(make()) == list(make())


def test_the_games_are_what_they_should_be() -> None:
    assert [len(game["examples"]) for game in orthonormal_games()] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    for game in online_games():
        assert all(mistake for _, mistake in online_run(read_examples(game)))
    assert sum(len(game["examples"]) == 40 for game in noisy_games()) == 11


# ------------------------------------------------------------------------------------------------------------ arguments


@pytest.mark.parametrize("module", [perceptron_arguments, hinge_arguments])
def test_no_argument_is_empty(module: Any) -> None:
    makers = [value for key, value in vars(module).items() if callable(value) and value.__module__ == module.__name__]
    assert len(makers) >= 7
    for maker in makers:
        steps = maker()
        assert steps
        assert [step.says for step in steps if not step.holds] == []


def test_the_hinge_bound_is_never_the_smaller_of_two() -> None:
    assert above_root(3, 1, 1)
    assert not above_bound(3, 1, 1)
