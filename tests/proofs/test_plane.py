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
    assert count is not None
    assert abs(ratio - round(ratio)) < 1e-9 or count == int(ratio)
    found = value_of(2, squared)
    assert found.lower.mistakes == found.upper.mistakes == count.bit_length()
    expected = randomized_plane(squared)
    assert expected is not None
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


def test_tiny_margins_have_no_value_here() -> None:
    assert randomized_plane(Fraction(1, 6_000**2)) is not None
    assert randomized_plane(Fraction(1, 6_200**2)) is None
    assert randomized_plane((Fraction(1, 5_000) + Fraction(1, 10**900)) ** 2) is None, "its numbers are too long"
    assert randomized_plane((Fraction(1, 20) + Fraction(1, 10**900)) ** 2) == randomized_plane(Fraction(1, 20**2))
    assert "randomized" not in value(dimension=2, margin="1/30000").to_dict()
    assert "randomized" not in value(dimension=3, margin="1/2").to_dict()
