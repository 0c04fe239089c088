"""Livni, Lecture 8: checks that can fail, and oracles for them."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest
import trials_finite
import trials_perceptron
from book import refuted
from hypothesis import given
from hypothesis import strategies as st
from rechecks_livni import RECHECKS, play, ratio
from trials_perceptron import exceeds_bound

from proofs.claims.candidates import plain, sample
from proofs.claims.perceptron import HALF
from proofs.claims.predicates import networks, passes
from proofs.claims.predicates.perceptron import Test, falls_behind

NINE_EIGHTHS = Fraction(9, 8)


# ------------------------------------------------------------------------------------------------------ the Perceptron


@pytest.mark.parametrize(
    "false",
    [
        trials_perceptron.either_tie(exceeds_bound, factor=Fraction(9, 10)),
        partial(exceeds_bound, step=HALF),
        partial(falls_behind, step=HALF),
        partial(passes.exceeds_at, gamma=Fraction(59, 20), tie=0, step=HALF),
        partial(passes.display, late=1),
        partial(passes.display, late=1, tie=-1),
        passes.wrong_after_pass,
    ],
)
def test_false_variants_are_refuted(false: Test) -> None:
    assert refuted(false, trials_perceptron.games())


def test_the_first_mistake_comes_late_after_right_answers() -> None:
    late = [sample(*[((1,), 1)] * right, ((-1,), -1), target=(1,)) for right in (1, 2)]
    assert [passes.changes_late(game, factor=1) is None for game in late] == [True, False]


def test_where_the_hypotheses_fail_nothing_is_violated() -> None:
    both = sample(((1,), 1), ((1,), -1), target=(1,))
    tests = (partial(passes.display, late=1), falls_behind, partial(passes.changes_late, factor=0))
    for test in (*tests, partial(passes.exceeds_at, gamma=HALF), passes.wrong_after_pass):
        assert not test(both)
    good = sample(((1,), 1), target=(1,))
    at_once = [falls_behind(good, step=HALF, gamma=gamma) is None for gamma in (HALF, Fraction(3, 4), 1)]
    assert at_once == [True, False, True], "margins are to be above γ"
    assert passes.exceeds_at(sample(((2,), -1), target=(-2,)), gamma=-1) is None, "and w⋆ is to have length 1"
    assert passes.exceeds_elsewhere({"sample": both, "support": both}) is None
    assert passes.exceeds_elsewhere({"sample": both, "support": good}) is None


signed = st.tuples(*[st.integers(-3, 3)] * 3)


@given(st.lists(signed, min_size=1, max_size=12), signed.filter(any), st.sampled_from([0, 1, -1]))
def test_the_bounds_hold_for_every_sample(points: list[tuple[int, ...]], u: tuple[int, ...], zero: int) -> None:
    products = [(x, sum(p * q for p, q in zip(x, u, strict=True))) for x in points]
    square = max(sum(q * q for q in x) for x, _ in products)
    game = sample(*[(x, 1 if d > 0 else -1) for x, d in products if d and sum(q * q for q in x) == square], target=u)
    if game.examples:
        assert game.ratio == ratio(plain(game))
        made = len(play(plain(game), zero)[0])
        assert made <= ratio(plain(game)) * (1 if zero else NINE_EIGHTHS)
        allowed = [
            exceeds_bound(game, tie=zero, step=HALF, factor=most / ratio(plain(game))) for most in (made, made - 1)
        ]
        assert allowed == [False, True], "the book counts as many"


# ------------------------------------------------------------------------------------------------------------ networks


number = st.integers(-3, 3)


@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_networks_are_intersections_by_definition(n: int, k: int, data: st.DataObject) -> None:
    weights = tuple([tuple(data.draw(st.lists(number, min_size=n, max_size=n))) for _ in range(k)])
    biases = tuple(data.draw(st.lists(number, min_size=k, max_size=k)))
    case = {"weights": weights, "biases": biases}
    for x in product((-1, 1), repeat=n):
        sums = [sum(p * q for p, q in zip(w, x, strict=True)) for w in weights]
        each = [total - b - Fraction(1, 2) > 0 for total, b in zip(sums, biases, strict=True)]
        assert networks.values(case, x) == each
        assert (sum(1 if one else -1 for one in each) - k + Fraction(1, 2) > 0) == all(each)
    assert networks.computes_otherwise(case) is None
    assert networks.computes_otherwise(case, layers=3) is None
    assert not trials_finite.of_zero(case)


def test_another_threshold_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = networks.doubled
    monkeypatch.setattr(trials_finite, "doubled", lambda w, b, x: printed(w, b, x) + 1)
    assert refuted(trials_finite.of_zero, trials_finite.single_halfspaces())


def test_a_network_with_one_bias_is_refuted() -> None:
    assert refuted(partial(networks.computes_otherwise, one_bias=True), trials_finite.intersections())
    assert refuted(partial(networks.computes_otherwise, one_bias=True, layers=2), trials_finite.intersections())


def test_few_functions_are_intersections() -> None:
    assert {trials_finite.functions(1, 1, k) for k in (1, 2)} == {frozenset({0b00, 0b01})}, "−1 everywhere, and x"
    assert {len(trials_finite.functions(2, 2, k)) for k in (1, 2, 3)} == {4}, "and x₁, x₂, and both"
    assert not refuted(trials_finite.are_too_many, trials_finite.class_sizes())


def test_what_no_halfspace_labels_is_never_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    case = {"weights": ((1, 1),), "biases": (0,)}
    assert not trials_finite.is_slow(case)
    monkeypatch.setattr(trials_finite, "doubled", lambda _w, _b, x: x[0] * x[1])
    assert trials_finite.is_slow(case)


# ------------------------------------------------------------------------------------------------------------ rechecks


RIGHT = {"examples": [[["1"], 1]], "target": ["1"]}
OTHERS: dict[tuple[str, int], Any] = {
    ("livni-8.1", 2): {"examples": [[["1"], 1], [["1"], 1]], "target": ["1"]},
    ("livni-8.1", 3): {"sample": RIGHT, "support": RIGHT},
    ("livni-8.1", 4): RIGHT,
    ("livni-8.1", 5): RIGHT,
    ("livni-8.1-step", 1): {"said": -1, "label": 1},
    ("livni-8.1-display", 0): RIGHT,
    ("livni-8.1-progress", 2): {"examples": [[["2"], 1], [["1"], 1]], "target": ["1"]},
    ("livni-8.1-bound", 1): {"examples": [[["3"], 1]], "target": ["1"]},
    ("livni-8.3-network", 1): {"weights": [[1], [1]], "biases": [0, 0]},
}


@pytest.mark.parametrize("place", RECHECKS)
def test_a_recheck_can_fail(place: tuple[str, int]) -> None:
    assert not RECHECKS[place](OTHERS[place])
