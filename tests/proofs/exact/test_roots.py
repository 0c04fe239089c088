"""Roots and logarithms: enclosed, and exact where they are rational."""

from fractions import Fraction
from math import floor, isqrt

import pytest
from flint import ctx
from hypothesis import given
from hypothesis import strategies as st

from proofs.exact.rationals import Interval, floor_log2, log2, rational_root, sqrt

positive = st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6)
precisions = st.sampled_from([64, 128, 256])


@given(positive, precisions)
def test_log2_is_enclosed(x: Fraction, bits: int) -> None:
    """Whether a/b <= log2(x) is whether 2**a <= x**b; the enclosure is widened to small b to check it by integers."""
    low, high = log2(x, bits)
    assert (low == high) == (x == Fraction(2) ** floor(low))
    assert high - low <= Fraction(2, 2**bits)
    finer = log2(x, 2 * bits)
    assert low <= finer.low <= finer.high <= high
    below, above = Fraction(floor(low * 64), 64), Fraction(-floor(-high * 64), 64)
    assert Fraction(2) ** below.numerator <= x**below.denominator
    assert Fraction(2) ** above.numerator >= x**above.denominator


@given(positive, st.integers(1, 10))
def test_log2_is_enclosed_at_its_own_ends(x: Fraction, bits: int) -> None:
    low, high = log2(x, bits)
    assert Fraction(2) ** low.numerator <= x**low.denominator
    assert Fraction(2) ** high.numerator >= x**high.denominator


@given(st.integers(-300, 300), precisions)
def test_log2_of_powers_of_2_is_exact(power: int, bits: int) -> None:
    assert log2(Fraction(2) ** power, bits) == Interval(Fraction(power), Fraction(power))


@given(st.one_of(positive, st.integers(0, 10**40).map(Fraction)), precisions)
def test_sqrt_is_enclosed(x: Fraction, bits: int) -> None:
    low, high = sqrt(x, bits)
    assert low >= 0
    assert low**2 <= x <= high**2
    assert high - low <= Fraction(1, 2**bits)
    perfect = isqrt(x.numerator) ** 2 == x.numerator and isqrt(x.denominator) ** 2 == x.denominator
    assert (low == high) == perfect


@given(positive)
def test_a_perfect_square_has_an_exact_root(x: Fraction) -> None:
    assert sqrt(x * x, 64) == (x, x)


@given(positive)
def test_a_rational_root_is_one(x: Fraction) -> None:
    assert rational_root(x * x) == x
    root = rational_root(x)
    assert (root is None) == (sqrt(x, 64).low < sqrt(x, 64).high)
    assert root is None or root * root == x


def test_near_a_rational_value_the_enclosure_has_as_many_digits_as_it_takes() -> None:
    for x in (1 + Fraction(1, 2**8000), 1 - Fraction(1, 2**8000), 4**1000 + Fraction(1, 2**4000)):
        around = sqrt(x, 64)
        assert around.low**2 < x < around.high**2
        assert (around.low > 1) == (x > 1)
    assert log2(1 + Fraction(1, 2**8000), 64) == Interval(Fraction(0), Fraction(1, 2**64))
    assert log2(1 - Fraction(1, 2**8000), 64) == Interval(-Fraction(1, 2**64), Fraction(0))


@pytest.mark.parametrize("x", [Fraction(-1, 9), Fraction(-2)])
def test_what_has_no_root_or_logarithm(x: Fraction) -> None:
    for function in (sqrt, log2):
        with pytest.raises(ValueError):  # noqa: PT011 - with whatever message
            function(x, 64)
    with pytest.raises(ValueError):  # noqa: PT011
        log2(Fraction(0), 64)


def test_the_precision_of_others_is_left_alone() -> None:
    before = ctx.prec
    sqrt(Fraction(2), 999)
    assert ctx.prec == before


def test_floor_log2() -> None:
    assert [floor_log2(n) for n in range(10)] == [-1, 0, 1, 1, 2, 2, 2, 2, 3, 3]
