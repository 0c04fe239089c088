"""Exact numbers from text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.exact.errors import InputError
from proofs.exact.rationals import (
    MAX_DIGITS,
    Rational,
    equals,
    exact_text,
    read_margin_squared,
    read_own_rational,
    read_rational,
    short_number,
    simplest,
    write_rational,
)
from proofs.exact.vectors import Target, vector
from proofs.settings import Halfspaces

rationals = st.fractions(max_denominator=10**12)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3/5", Fraction(3, 5)),
        ("0.1", Fraction(1, 10)),
        (".5", Fraction(1, 2)),
        ("-2", Fraction(-2)),
        ("-0.25", Fraction(-1, 4)),
        ("1e-2", Fraction(1, 100)),
        ("5.e3", Fraction(5000)),
        ("0.0e999999999", Fraction(0)),
        ("2.5E+3", Fraction(2500)),
        ("-.5e01", Fraction(-5)),
        (" 7 ", Fraction(7)),
        ("6/4", Fraction(3, 2)),
    ],
)
def test_reads_exactly(text: str, value: Fraction) -> None:
    assert read_rational(text) == value


@given(rationals)
def test_writing_then_reading_changes_nothing(value: Fraction) -> None:
    assert read_rational(write_rational(value)) == value
    assert read_rational(write_rational(simplest(value))) == value
    own = read_own_rational(write_rational(value))
    assert own == value
    assert type(own) is type(simplest(value))


@pytest.mark.parametrize("text", ["", "/2", "3/", "1/-2", "1/+2", "1/2/3", "0.5/2", "x", "1e", "1/²"])
def test_what_nobody_has_written_is_no_own_rational(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_own_rational(text)
    with pytest.raises(ZeroDivisionError):
        read_own_rational("1/0")


@pytest.mark.parametrize(
    ("text", "square"),
    [
        ("1/10", Fraction(1, 100)),
        ("0.1", Fraction(1, 100)),
        ("1e-1", Fraction(1, 100)),
        ("1e-1*sqrt(2e0)", Fraction(2, 100)),
        ("sqrt(1/7)", Fraction(1, 7)),
        ("1/sqrt(7)", Fraction(1, 7)),
        ("1 / sqrt(7)", Fraction(1, 7)),
        (" 1 / 10 ", Fraction(1, 100)),
        ("2 * sqrt( 1/7 ) / 3", Fraction(4, 63)),
        ("3/5/sqrt(2)", Fraction(9, 50)),
        ("2*sqrt(0.03)", Fraction(12, 100)),
        ("sqrt(2)/3", Fraction(2, 9)),
        ("1", Fraction(1)),
    ],
)
def test_reads_margins_with_roots(text: str, square: Fraction) -> None:
    assert read_margin_squared(text) == square


@given(st.fractions(min_value=Fraction(1, 10**6), max_denominator=10**6))
def test_a_root_is_the_inverse_of_squaring(value: Fraction) -> None:
    assert read_margin_squared(f"sqrt({value})") == value
    assert read_margin_squared(str(value)) == value**2


@pytest.mark.parametrize(
    "text",
    [
        *(
            "abc",
            "",
            "nan",
            "inf",
            "1e",
            "e3",
            "1e3.5",
            "1/3e5",
            "1/0",
            "sqrt(1/0)",
            "1//2",
            "1/2/3",
            "__import__('os')",
            "sqrt(sqrt(2))",
            "٣",
        ),
        *("1/1 0", "1 0", "0. 1", "1/sqrt(1 0)", "sq rt(7)", "1/\n1 0", "1/1\u00a00"),
    ],
)
def test_unreadable_margins_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_margin_squared(text)


@pytest.mark.parametrize(
    "text",
    ["0", "0e99999", "-.0E-999999999", "-1/10", "sqrt(0)", "sqrt(0e99999)", "-1/sqrt(7)", "1/sqrt(0)", "-2*sqrt(3)"],
)
def test_margins_are_above_zero(text: str) -> None:
    with pytest.raises(InputError, match="above 0"):
        read_margin_squared(text)


@pytest.mark.parametrize("text", ["1e999999999", "1e-999999999", "1E+00001000000", "1e1000", "sqrt(1e-99999)"])
def test_an_absurd_exponent_is_refused_at_once(text: str) -> None:
    with pytest.raises(InputError, match="takes more than 1000 digits to write exactly"):
        read_margin_squared(text)


def test_numbers_have_a_digit_limit() -> None:
    assert read_rational("1" * MAX_DIGITS) == int("1" * MAX_DIGITS)
    with pytest.raises(InputError, match="more than 1000 digits"):
        read_rational("1" * (MAX_DIGITS + 1))
    with pytest.raises(InputError, match="more than 1000 digits"):
        read_rational("1/" + "1" * 1_000_000)


@pytest.mark.parametrize("text", ["abc", "1/0", "9" * 2000, "0", "sqrt(-1)"])
def test_every_complaint_is_one_short_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_margin_squared(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3, 2), "3/2 = 1.5"),
        (Fraction(1, 3), "1/3 ≈ 0.333333"),
        (Fraction(2000001, 2), "2000001/2 ≈ 1e+06"),
        (4, "4"),
        (Fraction(10**50, 3 * 10**49 + 1), "≈ 3.33333333333 (--json: exactly)"),
        (Fraction(2 * 10**50, 10**50 + 1), "≈ 2 (--json: exactly)"),
        (Fraction(1, 3 * 10**42), "≈ 3.33333333333e-43 (--json: exactly)"),
        (Fraction(1, 3 * 10**400), "≈ 3.33333333333e-401 (--json: exactly)"),  # a float of it would be 0
        (Fraction(10**400, 3), "≈ 3.33333333333e+399 (--json: exactly)"),  # and one of this there is not
        (10**5000, "≈ 1e+5000"),  # more digits than Python writes
        (Fraction(1, 10**5000 + 1), "≈ 1e-5000"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_exact_is_said_to_be_near(value: Rational, text: str) -> None:
    assert exact_text(value) == text


def test_no_equation_has_two_signs() -> None:
    long = Fraction(10**50, 3 * 10**49 + 1)
    shown = [equals(text(value)) for text in (exact_text, short_number) for value in (Fraction(1, 4), long)]
    assert shown == ["= 1/4 = 0.25", "≈ 3.33333333333 (--json: exactly)", "= 1/4", "≈ 3.33333"]
    assert Halfspaces(2, Fraction(1)).target_text(Target(vector({0: 1}), long)) == "v = s·(1, 0) with s² ≈ 3.33333"
