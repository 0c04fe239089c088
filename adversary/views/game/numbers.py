"""Numbers for a page: an exact text for people, and a float to draw with, of which nothing is claimed."""

from fractions import Fraction
from math import copysign, sqrt

from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector

MAX_BITS = 128
"""Of a numerator or a denominator that is written out; longer ones nobody reads."""

LARGEST = 1e300
"""What is drawn in the place of numbers that no float can hold."""

Coordinate = tuple[int, str, float]
"""One coordinate of a point: its index, its exact text, and its float."""


def number_text(value: Rational) -> str:
    """Return a rational as text: exactly, or nearly if it is long."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS:
        return str(value)
    near = drawn(value)
    return f"≈{near:.6g}" if abs(near) < LARGEST else f"{'above ' if near > 0 else 'below -'}1e300"


def drawn(value: Rational) -> float:
    """Return the float to draw a rational with."""
    try:
        return max(-LARGEST, min(LARGEST, float(value)))
    except OverflowError:
        return LARGEST if value > 0 else -LARGEST


def drawn_root(value: Rational) -> float:
    """Return the float to draw √value with, or −√−value below 0."""
    found = drawn(value)
    return copysign(sqrt(abs(found)), found)


def signed_square(value: Rational) -> Rational:
    """Return value², with the sign of the value."""
    return value * value if value > 0 else -value * value


def coordinates(x: Vector, kept: int) -> list[Coordinate]:
    """Return the first coordinates of a vector, so many of its space, as a page has them: those that are not 0."""
    return [(index, number_text(value), drawn(value)) for index, value in x.entries if index < kept]


def more_than(x: Vector, kept: int) -> int:
    """Return how many coordinates that are not 0 stand beyond the first."""
    return sum(index >= kept for index, _ in x.entries)


def drawn_target(x: Vector, scale_squared: Fraction, kept: int) -> list[tuple[int, float]]:
    """Return the first coordinates of s·x as floats, given s²."""
    return [(index, drawn_root(scale_squared * signed_square(value))) for index, value in x.entries if index < kept]
