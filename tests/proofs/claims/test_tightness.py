"""Tightness: where the gaps are, and between which bounds."""

from fractions import Fraction

import oracles.classes as oracle
import pytest
import trials_finite

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
