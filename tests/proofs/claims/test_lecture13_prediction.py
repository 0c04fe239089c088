"""The tests of Lecture 13, 1.1: independent computations of Opt(S) and of distances, and false variants refuted."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

import pytest
import trials_margins
import trials_perceptron
from book import refuted, violations
from hypothesis import example, given
from hypothesis import strategies as st
from rechecks_lecture13_prediction import RECHECKS, fewest
from trials_margins import with_targets

from proofs.claims.candidates import Sample, sample
from proofs.claims.predicates import linear as made
from proofs.claims.predicates.linear import errors

vectors = st.tuples(st.integers(-2, 2), st.integers(-2, 2))


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    """Small coordinates, so that zeros, doubles, opposites and collinear points are common."""
    point = st.tuples(*[st.integers(-2, 2)] * draw(st.integers(1, 4)))
    return sample(*draw(st.lists(st.tuples(point, st.sampled_from((1, -1))), min_size=1, max_size=6)))


# ------------------------------------------------------------------------------------------------- independent oracles


def separable(rows: Sequence[list[Fraction]]) -> bool:
    """Tell whether some w has ⟨w, z⟩ > 0 for all rows z, by Fourier and Motzkin's elimination."""
    if not rows or not rows[0]:
        return not rows
    level, *sides = [[row for row in rows if (row[0] > 0) - (row[0] < 0) == sign] for sign in (0, 1, -1)]
    sums = [[a / p[0] - b / q[0] for a, b in zip(p, q, strict=True)] for p, q in product(*sides)]
    return separable([list(row) for row in {tuple(row[1:]) for row in level + sums}])


@given(samples())
@example(sample(((0, 0, -1, 1), 1), ((-1, 0, 0, 1), 1), ((-1, 0, -1, -1), 1), ((0, -1, 1, 0), 1)))  # needs every edge
def test_opt_is_what_all_subsets_say(case: Sample) -> None:
    least, w = made.optimum(case.examples)
    rows = [[Fraction(y * value) for value in x] for x, y in case.examples]
    sizes = range(len(rows), -1, -1)
    most = next(size for size in sizes if any(map(separable, combinations(rows, size))))
    assert least == len(rows) - most == errors(w, case.examples)
    assert case.dimension > 2 or fewest(rows) == least
    for test in (trials_perceptron.searched_in_vain, trials_perceptron.separable_above_0):
        assert not test(case)
    assert not trials_perceptron.unit_system_differs(case)


@given(vectors.filter(any), vectors)
def test_no_point_of_the_hyperplane_is_nearer(u: tuple[int, int], x: tuple[int, int]) -> None:
    on_it = [(Fraction(-u[1] * t, 12), Fraction(u[0] * t, 12)) for t in range(-60, 61)]
    near = min((x[0] - z[0]) ** 2 + (x[1] - z[1]) ** 2 for z in on_it)
    exact = trials_margins.distance_squared(u, x)
    assert exact <= near
    foot = Fraction(x[1] * u[0] - x[0] * u[1], u[0] ** 2 + u[1] ** 2)
    assert exact == (x[0] + u[1] * foot) ** 2 + (x[1] - u[0] * foot) ** 2


def test_a_real_w_that_errs_less_than_all_rational_ones_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right, cases = made.optimum, [*made.binary_samples()]
    assert len(cases) == 106
    assert not refuted(made.separated_beyond_optimum, cases)
    some_right = [case for case in cases if right(case.examples)[0] < len(case.examples)]
    monkeypatch.setattr(made, "optimum", lambda examples: (right(examples)[0] + 1, right(examples)[1]))
    assert violations(made.separated_beyond_optimum, some_right) == len(some_right) > 80


def test_a_point_without_coordinates_has_more_bits_than_its_size() -> None:
    assert made.size_is_not_bits(sample(((1, 0), 1), ((0, 0), -1))) is None
    assert made.size_is_not_bits(sample(((), 1))) == "1 bits, and md = 0"


def test_labels_0_and_1_by_hand() -> None:
    assert made.counts_what_is_right({"x": (1,), "y": 0, "w": (-1,)}) is not None
    assert made.counts_what_is_right({"x": (1,), "y": 1, "w": (1,)}) is None
    assert made.counts_what_is_right({"x": (1,), "y": 0, "w": (1,)}) is None, "wrong, and counted"


# -------------------------------------------------------------------------------------------------- tests that can fail


def test_a_number_is_a_share_only_of_one_or_of_none() -> None:
    one, several = sample(((0,), 1)), sample(((0,), 1), ((1,), 1))
    assert made.count_is_rate(one) is made.count_is_rate(sample(((1,), 1), ((2,), 1))) is None
    assert made.count_is_rate(several) is not None


def test_the_margin_is_a_distance_for_separators_alone() -> None:
    cases = [*trials_margins.multiples(), *with_targets()]
    assert not refuted(trials_margins.is_not_distance, cases)
    assert refuted(partial(trials_margins.is_not_distance, separates=False), cases)


def test_thresholds_and_weak_systems_need_their_place() -> None:
    both = (((1,), 1), ((2,), -1))
    assert made.threshold_errs_less(sample(*both, w=(-1, 0))) is None, "without a threshold none is better"
    assert made.threshold_errs_less(sample(*both, w=(-2, 3))) is not None
    assert made.weak_system_separates(sample(*both, w=(0,))) is None, "nothing separates the two"
    assert made.weak_system_separates(sample(((1, 1), 1), w=(1, 0))) is None, "it separates"
    assert made.two_counts_decide(sample(((1, 0), 1))) is None, "the plane is no line"


def test_a_point_0_costs_every_w_an_error() -> None:
    assert made.printed_mean_is_least(sample(((0, 0), 1), w=(1, -1))) is None, "all err on 0"


def test_pivots_are_counted_only_where_an_example_asks_for_its_coordinate() -> None:
    axes = sample(((1, 0, 0), 1), ((0, -2, 0), -1), ((0, 0, 1), 1))
    assert made.tableau_takes_longer({"sample": axes, "C": 2}) is not None
    assert made.tableau_takes_longer({"sample": axes, "C": 3}) is None
    assert made.tableau_takes_longer({"sample": sample(((1, 1, 1), 1)), "C": 0}) is None
    assert made.tableau_takes_longer({"sample": sample(((1,), 1), ((1,), -1)), "C": 0}) is None, "nothing solves it"


def pivots_of_simplex(rows: list[list[int]]) -> int:
    """Solve all ⟨w, x⟩ ≥ 1 by the dual simplex method in a dense tableau, from w = 0; return the number of pivots.

    Row i is w·xᵢ − sᵢ = 1 with sᵢ ≥ 0 basic at first; w is w⁺ − w⁻, so that its columns come twice.
    """
    m, d = len(rows), len(rows[0])
    table = [
        [*[Fraction(-v) for v in row], *[Fraction(v) for v in row], *[Fraction(i == k) for k in range(m)], Fraction(-1)]
        for i, row in enumerate(rows)
    ]
    pivots = 0
    while wrong := [row for row in table if row[-1] < 0]:
        row = wrong[0]
        column = next(j for j in range(2 * d + m) if row[j] < 0)
        row[:] = [value / row[column] for value in row]
        for other in table:
            if other is not row:
                other[:] = [p - other[column] * q for p, q in zip(other, row, strict=True)]
        pivots += 1
    return pivots


@pytest.mark.parametrize("d", range(1, 8))
def test_a_simplex_method_takes_a_pivot_for_each_axis(d: int) -> None:
    assert pivots_of_simplex([[int(i == j) for j in range(d)] for i in range(d)]) >= d


def test_the_display_says_something_of_inseparable_samples() -> None:
    assert made.holds_for_the_erm(sample(((1,), 1), ((2,), -1))) is None


FALSE: dict[tuple[str, int], Any] = {
    ("lecture13-loss", 0): {"product": 1, "label": -1},
    ("lecture13-erm", 0): {"examples": [[["1", "1"], 1]], "w": ["1", "1"]},
    ("lecture13-decision", 0): {"examples": [[["1"], 1], [["2"], 1]]},
    ("lecture13-instance", 0): {"x": [1], "y": 0, "w": [1]},
    ("lecture13-instance", 3): {"examples": [[["1"], 1], [["2"], -1]], "w": ["-1", "1"]},
    ("lecture13-error", 0): {"examples": [[["1"], 1], [["2"], 1]]},
    ("lecture13-lp", 2): {"examples": [[["1", "1"], 1]], "w": ["1", "0"]},
    ("lecture13-display", 0): {"examples": [[["1"], 1], [["2"], -1]]},
    ("lecture13-linear-time", 0): {"sample": {"examples": [[["1", "1"], 1], [["0", "1"], 1]]}, "C": 1},
}


@pytest.mark.parametrize(("claim", "number"), RECHECKS)
def test_a_recheck_can_fail(claim: str, number: int) -> None:
    assert not RECHECKS[claim, number](FALSE[claim, number])


def test_the_ones_are_not_best_for_labels_plus_and_minus() -> None:
    two = product((0, 1), repeat=2)
    assert any(made.optimum((((*x,), -1),))[0] < errors((1, 1), ((x, -1),)) for x in two)
