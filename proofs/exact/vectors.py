"""Sparse rational vectors; targets of halfspaces, each a vector v that explains the labels; and features of kernels.

A polynomial kernel K(a, b) = ⟨Φ(a), Φ(b)⟩ is a sum of products of monomials with rational weights. In general a weight
is not a square, but by Lagrange's theorem it is a sum of four, so that each monomial gets up to four coordinates.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, repeat
from math import comb, factorial, isqrt, lcm, prod
from typing import Any

import msgspec

from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, simplest

MUCH_SPARSER = 16
"""By this factor: then the other's entries are searched for, and not all looked at."""


class Coordinates(tuple[Rational, ...]):
    """The coordinates of a point, exactly; numpy takes them as floats."""

    __slots__ = ()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: FBT001 - as numpy calls it
        import numpy as np

        return np.array([*map(float, self)], dtype)

    def __repr__(self) -> str:
        return f"({', '.join(map(str, self))}{',' if len(self) == 1 else ''})"


class Vector(msgspec.Struct, frozen=True, gc=False):
    """A vector with finitely many nonzero rational coordinates; immutable, and in no particular dimension.

    ``entries`` are (index, value) pairs with increasing indices from 0 and nonzero values. The constructor trusts
    them; ``vector`` makes them from anything. (Numbers form no cycles, so the garbage collector may leave it alone.)
    """

    entries: tuple[tuple[int, Rational], ...]

    def dot(self, other: "Vector") -> Rational:
        """Return the inner product ⟨self, other⟩, exactly."""
        few, many = sorted((self.entries, other.entries), key=len)
        if len(few) * MUCH_SPARSER < len(many):
            places = [bisect_left(many, (entry[0],), hi=len(many) - 1) for entry in few]
            return sum([a * many[k][1] for k, (index, a) in zip(places, few, strict=True) if many[k][0] == index])
        values = dict(few)
        return sum([value * values[index] for index, value in many if index in values])

    def norm_squared(self) -> Rational:
        """Return ‖self‖², exactly."""
        values = [value for _, value in self.entries]
        if Fraction not in set(map(type, values)):  # as in most games
            return sum([value * value for value in values])
        common = lcm(*[value.denominator for value in values])
        total = sum([(value.numerator * (common // value.denominator)) ** 2 for value in values])
        return simplest(Fraction(total, common**2))

    def coordinates(self, dimension: int) -> Coordinates:
        """Return the first coordinates, so many, zeros among them."""
        values = dict(self.entries)
        return Coordinates([values.get(index, 0) for index in range(dimension)])


def vector(coordinates: Mapping[int, Rational] | Iterable[tuple[int, Rational]]) -> Vector:
    """Make a vector from a mapping or from pairs: index to rational value; zeros are left out.

    Raises:
        ValueError: an index is negative or appears twice.
        TypeError: an index is not an ``int``, or a value neither ``int`` nor ``Fraction``.

    """
    pairs = list(coordinates.items() if isinstance(coordinates, Mapping) else coordinates)
    for index, value in pairs:
        if type(index) is not int or type(value) not in (int, Fraction):
            raise TypeError(f"coordinate {index!r}: {value!r} is not an int index with an int or Fraction value")
        if index < 0:
            raise ValueError(f"coordinate {index} is negative")
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a coordinate appears twice in one vector")
    return Vector(tuple(sorted((index, simplest(value)) for index, value in pairs if value)))


def reflection_row(axis: Sequence[int], row: int, start: int = 0) -> Vector:
    """Return a row of I − 2aaᵀ/‖a‖² for a nonzero integer vector a: rational unit vectors, all rows orthogonal.

    ``start`` is the first coordinate.
    """
    length = sum(entry * entry for entry in axis)
    entries = ((start + k, (row == k) - Fraction(2 * axis[row] * value, length)) for k, value in enumerate(axis))
    return vector(entries)


def basis_vector(index: int) -> Vector:
    """Return the standard basis vector with its 1 at ``index`` (from 0)."""
    return Vector(((index, 1),))


def basis_vectors(count: int) -> Iterator[Vector]:
    """Yield the first standard basis vectors, so many, without a call of Python for each."""
    return map(Vector, zip(zip(range(count), repeat(1))))


Weights = dict[int, Rational]
"""A vector that changes: its entries by coordinate, 0 where there is none."""


def frozen(weights: Weights) -> Vector:
    """Return the vector that ``add`` has made: nothing of it is checked, as ``vector`` does."""
    entries = [(index, value if type(value) is int else simplest(value)) for index, value in weights.items() if value]
    return Vector(tuple(sorted(entries)))


def product(weights: Weights, x: Vector) -> Rational:
    """Return w·x."""
    total: Rational = 0
    for index, value in x.entries:
        total += weights.get(index, 0) * value
    return total


def add(weights: Weights, x: Vector, step: Rational) -> None:
    """Add step·x to w, in place."""
    for index, value in x.entries:
        weights[index] = weights.get(index, 0) + step * value


# -------------------------------------------------------------------------------------------------------------- targets


@dataclass(frozen=True, slots=True)
class Target:
    """The halfspace x ↦ sign⟨v, x⟩ of v = s·u, given as the rational direction u and the rational s² > 0.

    The scale may so be a square root (δ = 1/√7), and yet norms and margins, which are kept squared, are rational.
    """

    direction: Vector
    scale_squared: Fraction

    def norm_squared(self) -> Fraction:
        """Return ‖v‖² = s²‖u‖²."""
        return self.scale_squared * self.direction.norm_squared()

    def margin_squared(self, x: Vector, label: int) -> Fraction | None:
        """Return the squared margin s²⟨u,x⟩² on (x, label), or ``None`` where v does not give x that label."""
        product: Rational = self.direction.dot(x)
        return self.scale_squared * product**2 if product * label > 0 else None


# ------------------------------------------------------------------------------------------- features of kernels


FeatureMap = Callable[[Vector], Vector]

_MAX_FEATURES, _MAX_WEIGHT = 2_000, 10**10
"""Monomials, and the integer that a weight comes down to, of which four squares are sought."""


@lru_cache(maxsize=32)
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
            rest = number - a * a - b * b
            for c in range(min(b, isqrt(rest)), -1, -1):
                d = isqrt(rest - c * c)
                if d * d == rest - c * c:
                    return a, b, c, d
    raise AssertionError(f"{number} is not a sum of four squares")  # there is no such number
