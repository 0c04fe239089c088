"""Tightness: where the gaps are, between which bounds, and that the book runs in order."""

from fractions import Fraction

import oracles.classes as oracle
import pytest
import trials_finite

from adversary.claims.runner import claims, judge_claims
from proofs.claims.candidates import FiniteClass
from proofs.claims.predicates import halving as test

SMALL = [one for one in trials_finite.classes() if len(one.concepts[0]) <= 3][::3]


@pytest.mark.parametrize("one", SMALL)
def test_the_gaps_are_between_the_bounds(one: FiniteClass) -> None:
    space = frozenset(tuple(1 if sign == "+" else -1 for sign in text) for text in one.concepts)
    best, size = oracle.littlestone(space), len(one.concepts)
    assert (size > 1) <= best <= test.forced(one, "optimal") <= test.forced(one) < size.bit_length()
    assert Fraction(best, 2) <= oracle.randomized_littlestone(space) <= best
    assert bool(test.misses_log(one)) == (oracle.halving(space, "adversarial") < size.bit_length() - 1)
    assert bool(test.is_not_half(one)) == (oracle.randomized_littlestone(space) != Fraction(best, 2))
    assert test.is_not_optimal(one, ties="adversarial") is None, "more than eight concepts are needed, or more points"


def test_singletons_and_cubes_reach_the_bounds() -> None:
    assert not any(map(test.misses_harmonic, trials_finite.singletons()))
    assert not any(map(test.misses_log, trials_finite.cubes()))
    assert all(map(test.misses_log, list(trials_finite.singletons())[2:])), "one mistake, from four singletons on"
    assert all(map(test.misses_harmonic, list(trials_finite.cubes())[1:])), "n/2, from four labelings on"


def test_the_book_runs_on_several_cores_and_in_order() -> None:
    told: list[tuple[int, int, str]] = []
    found = judge_claims(
        [claims()["tight-perceptron"], claims()["tight-halving-optimal"]], progress=lambda *said: told.append(said)
    )
    assert [(row.id, row.verdict) for row in found] == [
        ("tight-perceptron", "proved"),
        ("tight-halving-optimal", "refuted"),
    ]
    assert [done for done, _, _ in told] == [0, 1, 2]
    assert {total for _, total, _ in told} == {2}
    assert sorted([name for _, _, name in told]) == ["", "tight-halving-optimal", "tight-perceptron"]
