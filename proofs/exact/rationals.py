"""Exact numbers: read from text like ``3/5``, ``0.1`` (1/10) or ``1/sqrt(7)``, printed, and their roots and logarithms.

Text is matched against a grammar and never evaluated. Roots and logarithms are exact where they are rational, else
enclosed by balls of python-flint.
"""

import re
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, isqrt
from typing import TYPE_CHECKING, NamedTuple

from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import arb

Rational = int | Fraction
"""What every public number is. Integral values may be ``int``: they compare equal and compute faster."""

MAX_DIGITS = 1_000
"""Digits that a numerator or a denominator may have in a text; the trace format has the same limit."""

_MAX_SHOWN = 40
"""Characters of an unreadable text that a message repeats."""

_MAX_EXACT = 40
"""Characters of an exact number that is shown to people; JSON has all of them."""

_MAX_SHORT = 24
"""Characters of a rational that a text among others has exactly."""

_NEAR = Fraction(1, 1000)
"""How near another one is to an integer of which it is written as so much more or less."""

_DIGITS = 12
"""Of a number in place of which something rounded is shown."""

_PLAIN = range(-5, 12)
"""Powers of ten that are not written as such."""

_UNSIGNED = r"(?:[0-9]+(?:\.[0-9]+|\.(?=[eE]))?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[0-9]+/[0-9]+"
_LONG_EXPONENT = re.compile(r"[eE][-+]?0*[1-9][0-9]{4}")
_NUMBER = re.compile(rf"-?(?:{_UNSIGNED})")
_OPERATOR = re.compile(r"\s*([*/()])\s*")
_ROOT = re.compile(
    rf"(?:(?P<factor>-?(?:{_UNSIGNED}))(?P<operator>[*/]))?sqrt\((?P<radicand>{_UNSIGNED})\)(?:/(?P<divisor>{_UNSIGNED}))?"
)


def simplest(value: Rational) -> Rational:
    """Return ``value`` as an ``int`` where it is integral."""
    return value.numerator if value.denominator == 1 else value


def read_rational(text: str) -> Fraction:
    """Read ``3/5``, ``-2``, ``0.1``, ``.5`` or ``1e-3`` exactly.

    Raises:
        InputError: the text is none of these, divides by zero, or has more than ``MAX_DIGITS`` digits in a number.

    """
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        raise InputError(f"{_shown(text)} is not a rational number; write it like 3/5, 0.1 or 7")
    if exponent := _LONG_EXPONENT.search(text):  # which Python would take for ever to write out
        if not re.search("[1-9]", text[: exponent.start()]):
            return Fraction(0)
        raise InputError(f"{_shown(text)} takes more than {MAX_DIGITS} digits to write exactly")
    if len(text) > MAX_DIGITS and max(map(len, re.split("[./]", text.lstrip("-")))) > MAX_DIGITS:
        raise InputError(f"a number has more than {MAX_DIGITS} digits: {_shown(text)}")
    try:
        return _limited(Fraction(text), text)
    except ZeroDivisionError:
        raise InputError(f"{text} divides by zero") from None


def write_rational(value: Rational) -> str:
    """Write ``value`` as the trace format has it: ``-3/5`` or ``7``."""
    return str(value)


def shown_number(value: Rational | None) -> str:
    """Return a number as text, however long: Python itself stops at 4,300 digits."""
    big = value is not None and not is_short(value)
    return f"a rational of more than {MAX_DIGITS} digits" if big else str(value)


def plain_number(value: Rational) -> int | str:
    """Return what JSON has for a number: an ``int``, or a ``Fraction`` as text."""
    return str(value) if isinstance(value, Fraction) else value


def exact_text(value: Rational | None) -> str:
    """Return an exact number for people with a decimal value; a long number is only rounded.

    No float is made of what is long: it might be too large for one, or so small that a float shows it as 0.
    """
    if value is None:
        return "too long to write"
    if not is_short(value):
        return f"≈ {rounded(value, _DIGITS).normalize():e}"
    if value.denominator == 1:
        return f"{int(value):,}"
    if len(exact := str(value)) <= _MAX_EXACT:
        decimal = f"{float(value):.6g}"
        return f"{exact} {'=' if Fraction(decimal) == value else '≈'} {decimal}"
    near = rounded(value, _DIGITS).normalize()
    decimal = f"{near:f}" if near.adjusted() in _PLAIN else f"{near:e}"
    return f"≈ {decimal} (--json: exactly)"


def short_number(value: Rational) -> str:
    """Return a rational as people read it: exactly if it is short, or else nearly, and how far from an integer."""
    if len(exact := str(value)) <= _MAX_SHORT:
        return exact
    near = round(value)
    if abs(near) >= 10**_MAX_SHORT:  # which may be too much for a float
        return f"≈{Decimal(near):.6g}"
    off = Fraction(value) - near
    if near and abs(off) < _NEAR:
        return f"≈{near} {'+' if off > 0 else '−'} {float(abs(off)):.2g}"
    return f"≈{float(value):.6g}"


def equals(shown: str) -> str:
    """Return what follows the name of a number that is shown in one of these ways: "= 1/2", or "≈ 0.5"."""
    return f"≈ {shown[1:].lstrip()}" if shown.startswith("≈") else f"= {shown}"


def is_short(number: Rational) -> bool:
    """Tell whether people can read a number, and a trace hold it."""
    return bool(max(abs(number.numerator), number.denominator) < 10**MAX_DIGITS)


def rounded(value: Rational, digits: int) -> Decimal:
    """Return a number rounded to a number of digits, for numbers of any size."""
    context = Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


@lru_cache(maxsize=1 << 16)
def read_own_rational(text: str) -> Rational:
    """Read what ``write_rational`` wrote, however long: unlike people's numbers, ours are as long as they are.

    Raises:
        ValueError, ZeroDivisionError: it is not as we write it.

    """
    above, slash, below = text.partition("/")
    if not slash:
        return int(text)
    if below.isdecimal():
        return simplest(Fraction(int(above), int(below)))  # much sooner than by the pattern of Fraction
    return simplest(Fraction(text))


def read_margin_squared(text: str) -> Fraction:
    """Read a margin δ, which may have a square root in it, and return δ².

    Understood: a rational, ``sqrt(q)``, ``a*sqrt(q)``, ``a/sqrt(q)``, and any of the last three divided by a rational.
    Blanks may stand around operators and parentheses, not inside a number.

    Raises:
        InputError: the text is none of these, or the margin is not above 0.

    """
    compact = _OPERATOR.sub(r"\1", text.strip())
    match = _ROOT.fullmatch(compact)
    if match is None:
        try:
            margin = read_rational(compact)
        except InputError as error:
            if "sqrt" in compact or _NUMBER.fullmatch(compact) is None:
                message = f"{_shown(text)} is not a margin; write it like 1/10, 0.1, sqrt(1/7) or 1/sqrt(7)"
                raise InputError(message) from None
            raise error from None
        return _limited(_positive(margin, text) * margin, text)
    factor, divisor = read_rational(match["factor"] or "1"), read_rational(match["divisor"] or "1")
    radicand = _positive(read_rational(match["radicand"]), text)
    _positive(factor, text)
    _positive(divisor, text)
    squared = factor**2 / radicand if match["operator"] == "/" else factor**2 * radicand
    return _limited(squared / divisor**2, text)


def _positive(value: Fraction, text: str) -> Fraction:
    if value <= 0:
        raise InputError(f"the margin should be above 0, but is {_shown(text)}")
    return value


def _limited(value: Fraction, text: str) -> Fraction:
    if not is_short(value):
        raise InputError(f"{_shown(text)} takes more than {MAX_DIGITS} digits to write exactly")
    return value


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 3] + "...")


# --------------------------------------------------------------------------------------------- roots and logarithms


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
    power = floor_log2(x.numerator) - floor_log2(x.denominator) if x > 0 else 0
    return _logarithm(x, bits, lambda ball: ball.log() / type(ball).const_log2(), Fraction(2) ** power, power)


def ln(x: Fraction, bits: int) -> Interval:
    """Enclose the natural logarithm, as ``log2``; it is exact at 1."""
    return _logarithm(x, bits, lambda ball: ball.log(), Fraction(1), 0)


def _logarithm(x: Fraction, bits: int, function: "Callable[[arb], arb]", exact: Fraction, its: int) -> Interval:
    if x <= 0:
        raise ValueError(x)
    if x == exact:
        return Interval(Fraction(its), Fraction(its))
    low, high = _enclosed(function, x, bits)
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
