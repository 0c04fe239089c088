"""Numbers in few characters, for cells, axes and names."""

from fractions import Fraction

from proofs.exact.rationals import Rational, exact_text, is_short, rounded

WIDEST_EXACT = 9
"""Characters of a number in a cell, if it is exact."""

MAX_EXACT = 40
"""Characters of an exact number that has a line of its own."""

_PLAIN = range(-3, 7)
"""Powers of ten that are not written as such."""


def cell_number(value: Rational, widest: int = WIDEST_EXACT) -> str:
    """Return a number exactly where it takes few characters, or two digits and a power of ten; else nearly, with ≈.

    No float is made of it, so that no number is too large, and none but 0 is shown as 0.
    """
    exact = _exact(value, widest)
    if exact is not None:
        return exact
    near = rounded(value, 2)
    power, sign = near.adjusted(), "" if Fraction(near) == value else "≈"
    if sign and power in _PLAIN:
        return f"≈{rounded(value, max(4, power + 1)):f}"
    digits = near.scaleb(-power).normalize()
    return f"{sign}{'' if digits == 1 and not sign else f'{digits:f}·'}10^{power}"


def long_number(value: Rational) -> str:
    """Return a number for a line of its own: a fraction with its float beside it; one that is too long, nearly."""
    return cell_number(value) if _exact(value, MAX_EXACT) is None else exact_text(value)


def _exact(value: Rational, widest: int) -> str | None:
    """Return a number in full, unless that is too wide."""
    if not is_short(value):  # Python writes no more than 4,300 digits
        return None
    text = f"{int(value):,}" if value.denominator == 1 else str(value)
    return text if len(text) <= widest else None
