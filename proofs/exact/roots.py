"""Square roots and logarithms of rationals: exact where they are rational, else enclosed by balls of python-flint."""

from fractions import Fraction
from math import ceil, floor, isqrt
from typing import TYPE_CHECKING, NamedTuple

from proofs.exact.rationals import Rational

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import arb


class Interval(NamedTuple):
    """Two rationals with the value between them; where they are equal, they are the value."""

    low: Fraction
    high: Fraction


def floor_log2(number: int) -> int:
    """Return ⌊log₂ n⌋ for an integer n ≥ 1; −1 for 0."""
    return number.bit_length() - 1


def rational_root(x: Rational) -> Fraction | None:
    """Return the square root of a rational that is not negative, or ``None`` where it is irrational."""
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    return root if root * root == x else None


def sqrt(x: Fraction, bits: int) -> Interval:
    """Enclose the square root of a rational to 2^−bits, or exactly where it is rational.

    Raises:
        ValueError: x is negative.

    """
    root = rational_root(x)
    return Interval(root, root) if root is not None else _enclosed(lambda ball: ball.sqrt(), x, bits)


def log2(x: Fraction, bits: int) -> Interval:
    """Enclose the logarithm of a rational between two multiples of 2^−bits, or exactly where x is a power of 2.

    Other logarithms of rationals are irrational. An end is at most two multiples from the other.

    Raises:
        ValueError: x is not above 0.

    """
    if x <= 0:
        raise ValueError(x)
    power = Fraction(floor_log2(x.numerator) - floor_log2(x.denominator))
    if x == Fraction(2) ** int(power):
        return Interval(power, power)
    low, high = _enclosed(lambda ball: ball.log() / type(ball).const_log2(), x, bits)
    return Interval(Fraction(floor(low * 2**bits), 2**bits), Fraction(ceil(high * 2**bits), 2**bits))


def _enclosed(function: "Callable[[arb], arb]", x: Fraction, bits: int) -> Interval:
    """Evaluate a function on a ball so small that ``bits`` binary digits are right, whatever size x has."""
    from flint import arb, ctx, fmpq

    precision = ctx.prec
    try:
        ctx.prec = bits + x.numerator.bit_length() + x.denominator.bit_length() + 32
        value = function(arb(fmpq(x.numerator, x.denominator)))
        ends = [end.man_exp() for end in (value.lower(), value.upper())]
    finally:
        ctx.prec = precision
    return Interval(*[Fraction(int(mantissa)) * Fraction(2) ** int(exponent) for mantissa, exponent in ends])
