"""The tests of the claims on kernels, Halving and Randomized Halving: they agree with brute force, and they can fail."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

import oracles.classes as oracle
import pytest
import trials_finite
from hypothesis import given
from hypothesis import strategies as st

from proofs.claims.candidates import FiniteClass, KernelSample
from proofs.claims.predicates import dual
from proofs.claims.predicates import halving as test
from proofs.solvers.values import harmonic_less_one

SMALL = [one for one in trials_finite.classes() if len(one.concepts[0]) <= 3]


def space(one: FiniteClass) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(1 if sign == "+" else -1 for sign in text) for text in one.concepts)


# -------------------------------------------------------------------------------------------------------------- kernels


@given(st.lists(st.integers(-2, 2), min_size=6, max_size=6))
def test_semidefinite_means_that_no_principal_minor_is_negative(values: list[int]) -> None:
    a, b, c, d, e, f = values
    minors = [a, d, f, a * d - b * b, a * f - c * c, d * f - e * e]
    minors.append(a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d))
    assert trials_finite.semidefinite(((a, b, c), (b, d, e), (c, e, f))) == (min(minors) >= 0)


def test_a_kernel_that_is_not_semidefinite_breaks_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = KernelSample(((1, 2), (2, 1)), (1, -1), (-1, 1))
    assert not trials_finite.exceeds_kernel_bound(twice)
    monkeypatch.setattr(trials_finite, "semidefinite", lambda matrix: True)
    assert trials_finite.exceeds_kernel_bound(twice)


def test_a_smaller_kernel_bound_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        trials_finite,
        "errors_until_right",
        lambda case, most, run=trials_finite.errors_until_right: run(case, most / 2),
    )
    assert any(map(trials_finite.exceeds_kernel_bound, trials_finite.kernel_samples()))


def test_what_is_learned_is_not_said_to_be_never_learned() -> None:
    assert not any(map(dual.never_learned, trials_finite.kernel_samples()))
    stuck = KernelSample(((1, 2), (2, 1)), (1, -1), (-1, 1))
    assert dual.never_learned(stuck)
    for broken in (
        replace(stuck, labels=(1, 1)),
        replace(stuck, target=(1, 1)),
        replace(stuck, matrix=((1, 2), (3, 1))),
        replace(stuck, matrix=((2, 2), (2, 1))),
    ):
        assert dual.never_learned(broken) is None


# -------------------------------------------------------------------------------------------------------------- Halving


@pytest.mark.parametrize("one", SMALL[::5])
def test_the_values_are_those_of_brute_force(one: FiniteClass) -> None:
    assert test.forced(one) == oracle.halving(space(one), "adversarial")
    assert test.expectation(one) == oracle.randomized_halving(space(one))
    assert test.dimension(one) == oracle.littlestone(space(one))


def test_a_greater_base_is_refuted_and_two_is_not() -> None:
    assert not any(map(test.exceeds_log, trials_finite.classes()))
    assert test.exceeds_log(FiniteClass(("+", "-")), base=Fraction(201, 100))


def test_labels_of_a_concept_never_exceed_the_logarithm() -> None:
    assert not any(map(test.exceeds_log_on, trials_finite.sequences()))
    assert test.exceeds_log_on(FiniteClass(("+",), ((0, -1),)))


def test_a_majority_is_a_concept_only_if_it_is_one_however_ties_go() -> None:
    assert trials_finite.votes_for_a_concept(FiniteClass(("--", "-+", "++"))), "no ties: -+"
    assert trials_finite.votes_for_a_concept(FiniteClass(("---", "--+", "-++", "+++"))), "-++ or --+"
    assert not trials_finite.votes_for_a_concept(FiniteClass(("+--", "-+-", "--+")))
    assert trials_finite.votes_for_a_concept(FiniteClass(("++", "-+", "+-"))), "++"
    assert not trials_finite.votes_for_a_concept(FiniteClass(("+-", "-+"))), "++ or --"


def test_a_vote_of_the_minority_removes_less_than_half(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(map(trials_finite.removes_less_than_half, SMALL))
    monkeypatch.setattr(trials_finite, "majority", lambda concepts, tie: "-" * len(concepts[0]))
    assert trials_finite.removes_less_than_half(FiniteClass(("++", "+-", "-+")))


# --------------------------------------------------------------------------------------------------- Randomized Halving


def drawn(concepts: tuple[str, ...], sequence: Any) -> Fraction:
    """Follow every draw of every round."""
    if not sequence:
        return Fraction(0)
    (point, label), rest = sequence[0], sequence[1:]
    right = tuple([text for text in concepts if text[point] == "-+"[label > 0]])
    return sum([(text not in right) + drawn(right, rest) for text in concepts], Fraction(0)) / len(concepts)


@given(st.sampled_from(trials_finite.sequences()))
def test_what_is_expected_is_the_mean_over_all_draws(one: FiniteClass) -> None:
    m = test.of_last(one)
    assert test.expected(one.concepts, one.sequence or ()) == m[-1] == drawn(one.concepts, one.sequence)
    assert m[-1] <= test.expectation(FiniteClass(one.concepts))


def test_no_bound_on_a_sequence_can_be_smaller() -> None:
    found = [test.of_last(one) for one in trials_finite.sequences()]
    steepest = max(gap for m in found for _, gap in trials_finite.gaps(m))
    assert steepest == 1, "r(M_r − M_{r−1}) ≤ 1 holds with equality"
    assert any(len(m) * m[-1] == len(m) - 1 + sum(m[:-1]) for m in found if len(m) > 2)
    assert not any(map(partial(test.breaks_recurrence, equal=False), trials_finite.sequences()))
    assert any(map(partial(test.breaks_recurrence, equal=True), trials_finite.sequences()))
    ends_with_a_half = [m[-1] - harmonic_less_one(len(m)) for m in found]
    assert max(ends_with_a_half) == 0, "1/r + … + 1/2 is reached"


def test_a_bound_below_the_logarithm_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(map(trials_finite.exceeds_ln, trials_finite.classes()))
    monkeypatch.setattr(trials_finite, "expectation", lambda one, right=test.expectation: right(one) + Fraction(1, 5))
    assert trials_finite.exceeds_ln(FiniteClass(("+", "-"))), "½ and ln 2 = 0.69…"


def test_two_concepts_have_a_ratio_of_logarithms() -> None:
    assert [bool(test.has_no_ratio(FiniteClass(rows))) for rows in (("+",), ("+", "-"))] == [True, False]


def test_no_smaller_class_shows_that_randomized_halving_can_be_worse() -> None:
    for points in (1, 2, 3):
        labelings = ["".join(signs) for signs in product("+-", repeat=points)]
        for size in (1, 2, 3):
            for rows in combinations(labelings, size):
                assert test.is_worse_than_halving(FiniteClass(rows)) is None
