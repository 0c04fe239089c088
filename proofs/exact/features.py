"""The feature space of a polynomial kernel, exactly: K(a, b) = ⟨Φ(a), Φ(b)⟩ with rational coordinates.

K is a sum of products of monomials with rational weights. In general a weight is not a square, but by Lagrange's
theorem it is a sum of four, so that each monomial gets up to four coordinates.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, isqrt, prod

from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, vector

FeatureMap = Callable[[Vector], Vector]

_MAX_FEATURES, _MAX_WEIGHT = 2_000, 10**10
"""Monomials, and the integer that a weight comes down to, of which four squares are sought."""


def polynomial_features(dimension: int, degree: int, constant: Rational) -> FeatureMap:
    """Return Φ for K(a, b) = (⟨a, b⟩ + constant)^degree on points of a dimension.

    Raises:
        InputError: it is not a kernel (degree below 1, constant below 0), or has too many monomials.

    """
    if degree < 1 or constant < 0:
        raise InputError(f"a polynomial kernel has degree ≥ 1 and constant ≥ 0, not {degree} and {constant}")
    if comb(dimension + degree, degree) > _MAX_FEATURES:
        raise InputError(f"a polynomial kernel of degree {degree} has too many monomials in dimension {dimension}")
    parts: list[tuple[tuple[int, ...], list[Fraction]]] = []
    for powers in combinations_with_replacement(range(dimension + 1), degree):
        counts = [powers.count(index) for index in range(dimension + 1)]
        weight = Fraction(factorial(degree), prod(map(factorial, counts))) * Fraction(constant) ** counts[-1]
        if weight:
            parts.append((tuple(index for index in powers if index < dimension), _roots(weight)))

    @lru_cache(maxsize=1 << 14)
    def features(x: Vector) -> Vector:
        values = dict(x.entries)
        coordinates = list[Rational]()
        for indices, roots in parts:
            monomial: Rational = prod([values.get(index, 0) for index in indices])
            coordinates += [root * monomial for root in roots]
        return vector(enumerate(coordinates))

    return features


def _roots(weight: Fraction) -> list[Fraction]:
    """Return up to four rationals whose squares add up to a positive rational."""
    number = weight.numerator * weight.denominator
    if number > _MAX_WEIGHT:
        raise InputError(
            "a polynomial kernel has weights with too many digits: take a lower degree, or a simpler constant"
        )
    return [Fraction(root, weight.denominator) for root in _four_squares(number) if root]


def _four_squares(number: int) -> tuple[int, ...]:
    """Return four integers, largest first, whose squares add up to a positive integer (Lagrange)."""
    for a in range(isqrt(number), -1, -1):
        for b in range(min(a, isqrt(number - a * a)), -1, -1):
            left = number - a * a - b * b
            for c in range(min(b, isqrt(left)), -1, -1):
                d = isqrt(left - c * c)
                if d * d == left - c * c:
                    return a, b, c, d
    raise AssertionError(f"{number} is not a sum of four squares")  # there is no such number
