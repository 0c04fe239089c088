"""Plain arithmetic on the numbers of a witness, for the rechecks; it shares nothing with the book."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Numbers = list[Fraction]


def numbers(texts: Sequence[Any]) -> Numbers:
    return [Fraction(text) for text in texts]


def dot(a: Sequence[Any], b: Sequence[Any]) -> Fraction:
    return sum((Fraction(p) * Fraction(q) for p, q in zip(a, b, strict=True)), Fraction(0))


def plus(a: Sequence[Fraction], b: Sequence[Fraction]) -> Numbers:
    return [p + q for p, q in zip(a, b, strict=True)]


def points(found: Any) -> list[tuple[Numbers, int]]:
    return [(numbers(x), y) for x, y in found["examples"]]


def signed(found: Any) -> list[Numbers]:
    """Return y·x of every example."""
    return [[y * value for value in x] for x, y in points(found)]
