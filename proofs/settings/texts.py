"""Numbers and vectors as people write them: short, and rounded where exact digits would be long."""

from decimal import Decimal
from fractions import Fraction

from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector

MAX_SHORT = 24
"""Characters of a rational that is written exactly."""

NEAR = Fraction(1, 1000)
"""How near another one is to an integer of which it is written as so much more or less."""

MAX_WRITTEN = 6
"""Coordinates of a vector that are written out."""

_UNIT_FACTORS: dict[Rational, str] = {1: "", -1: "-"}  # in place of these factors


def short_number(value: Rational) -> str:
    """Return a rational as people read it: exactly if it is short, or else nearly, and how far from an integer."""
    if len(exact := str(value)) <= MAX_SHORT:
        return exact
    near = round(value)
    if abs(near) >= 10**MAX_SHORT:  # which may be too much for a float
        return f"≈{Decimal(near):.6g}"
    off = Fraction(value) - near
    if near and abs(off) < NEAR:
        return f"≈{near} {'+' if off > 0 else '−'} {float(abs(off)):.2g}"
    return f"≈{float(value):.6g}"


def vector_text(x: Vector, dimension: int) -> str:
    """Return a vector as a tuple of few coordinates, or in many dimensions as a sum of the first basis vectors."""
    if dimension <= MAX_WRITTEN:
        return f"({', '.join(map(short_number, x.coordinates(dimension)))})"
    parts = [
        f"{_UNIT_FACTORS[value] if value in _UNIT_FACTORS else f'{short_number(value)}·'}e{index + 1}"
        for index, value in x.entries[:MAX_WRITTEN]
    ]
    left = {value > 0 for _, value in x.entries[MAX_WRITTEN:]}
    more = f" {'±' if len(left) > 1 else '+' if True in left else '−'} …" if left else ""
    return " + ".join(parts).replace("+ -", "− ") + more
