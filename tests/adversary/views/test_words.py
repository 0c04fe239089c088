"""Numbers where there is little room: exact, or marked as not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversary.views.words import WIDEST_EXACT, cell_number, long_number


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (1_234_567, "1,234,567"),
        (12_345_678, "≈1.2·10^7"),
        (10**10, "10^10"),
        (15 * 10**30, "1.5·10^31"),
        (10**360, "10^360"),
        (10**5000 + 1, "≈1·10^5000"),  # more digits than Python writes
        (-(10**20) - 1, "≈-1·10^20"),
        (Fraction(10, 3), "10/3"),
        (Fraction(123_456_789, 1000), "≈123457"),
        (Fraction(99_999_999, 10**7), "≈10.00"),
        (Fraction(1, 10**400), "10^-400"),
        (Fraction(4, 3 * 10**360), "≈1.3·10^-360"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_number_is_short(value: Fraction | int, shown: str) -> None:
    assert cell_number(value) == shown


def test_where_there_is_room_a_fraction_has_its_float() -> None:
    assert [long_number(value) for value in (10**10, Fraction(10, 3), 10**360, Fraction(10**361, 6))] == [
        "10,000,000,000", "10/3 ≈ 3.33333", "10^360", "≈1.7·10^360",
    ]  # fmt: skip


@given(
    st.integers()
    | st.fractions()
    | st.builds(lambda a, b: Fraction(a) * Fraction(10) ** b, st.integers(), st.integers(-400, 400))
)
def test_what_is_not_marked_is_exact_and_what_is_marked_is_near(value: Fraction | int) -> None:
    shown = cell_number(value)
    digits, _, power = shown.removeprefix("≈").replace(",", "").partition("10^")
    mantissa = {"": "1", "-": "-1"}.get(digits.rstrip("·"), digits.rstrip("·")) if power else digits
    read = Fraction(mantissa) * Fraction(10) ** int(power or 0)
    if shown.startswith("≈"):
        size = max(value, -value)
        assert 20 * abs(read - value) <= size
        assert len(str(value)) > WIDEST_EXACT or size >= 10**6  # with its commas it is longer
    else:
        assert read == value
