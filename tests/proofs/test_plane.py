"""The value of the randomized margin game in the plane, beside the finite solver and the deterministic game."""

from fractions import Fraction
from math import asin, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversary import value
from proofs.classes.catalog import find_class
from proofs.margin_game.plane import arcs, randomized_plane, thresholds
from proofs.margin_game.value import value_of
from proofs.solvers.values import randomized_littlestone


@pytest.mark.parametrize(
    ("squared", "expected"),
    [
        (Fraction(1), Fraction(1, 2)),
        (Fraction(1, 2), Fraction(1)),
        (Fraction(1, 4), Fraction(5, 4)),
        (Fraction(100, 401), Fraction(5, 4)),
        (Fraction(1, 9), Fraction(3, 2)),
    ],
)
def test_known_values(squared: Fraction, expected: Fraction) -> None:
    assert randomized_plane(squared) == expected
    assert value(dimension=2, margin=f"sqrt({squared})").randomized == expected


@given(st.fractions(Fraction(1, 500), 1))
def test_arcs_are_counted_exactly(squared: Fraction) -> None:
    ratio = pi / (2 * asin(sqrt(squared)))
    count = arcs(squared)
    assert abs(ratio - round(ratio)) < 1e-9 or count == int(ratio)
    found = value_of(2, squared)
    assert found.lower.mistakes == found.upper.mistakes == count.bit_length()
    expected = randomized_plane(squared)
    assert (
        Fraction(found.lower.mistakes, 2) <= expected <= min(found.upper.mistakes - Fraction(1, 2), 1 / (2 * squared))
    )


def test_arcs_that_fill_the_half_circle() -> None:
    """sin² of 90°, 45° and 30°: a little more margin, and there is room for one arc less."""
    for count, squared in enumerate((Fraction(1), Fraction(1, 2), Fraction(1, 4)), 1):
        assert arcs(squared) == count
        assert arcs(squared - Fraction(1, 10**40)) == count
        if count > 1:
            assert arcs(squared + Fraction(1, 10**40)) == count - 1


@pytest.mark.parametrize("count", range(2, 14))
def test_an_arc_is_worth_what_thresholds_are(count: int) -> None:
    assert thresholds(count) == randomized_littlestone(find_class(f"thresholds:{count - 1}")).value()


def test_tiny_margins_have_values_by_the_theorems() -> None:
    """⌊π/2r⌋ for a small r is next to ⌊π/2δ⌋, and the doubled angles of a second program agree where it is quick."""
    assert [arcs(Fraction(1, 10 ** (2 * k))) for k in (3, 6, 8)] == [1570, 1570796, 157079632]
    assert arcs(Fraction(1, 6_000**2)) == by_signs(Fraction(1, 6_000**2))
    near = Fraction(1, 20) + Fraction(1, 10**900)
    assert randomized_plane(near**2) == randomized_plane(Fraction(1, 20**2))
    found = value(dimension=2, margin="1/100000000")
    assert (found.lower, found.upper, found.exact) == (28, 28, True)
    assert found.randomized == Fraction(1, 2) + thresholds(157079632)
    assert "14, by a tree of dimension 2 and depth 14" in found.by["lower"], "what its certificate shows"
    assert "randomized" not in value(dimension=3, margin="1/2").to_dict()


def by_signs(margin_squared: Fraction) -> int:
    """Return how many arcs of 2r a half-circle has room for, by the signs of sin 2kr / sin 2r, as cos 2r = 1 − 2δ²."""
    down = margin_squared.denominator
    twice = 2 * (down - 2 * margin_squared.numerator)
    count, before, now = 0, 0, 1  # the numbers are down^(k − 1) times the ratio, for k = 0 and 1
    while now >= 0:
        count, before, now = count + 1, now, twice * now - down * down * before
    return count


@given(st.fractions(Fraction(1, 10_000), 1))
def test_enclosures_count_what_signs_count(squared: Fraction) -> None:
    assert arcs(squared) == by_signs(squared)
