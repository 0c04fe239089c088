"""Points that are easier to read than those of a counterexample: what shrinking tries in their place."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import TYPE_CHECKING

from adversary.search.spaces.pools import basis, grid, signed, unit
from proofs.exact.vectors import Vector, vector
from proofs.settings import Halfspaces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COARSE = (1, 2, 3, 4, 6, 8, 16, 64)
"""How finely unit points are rounded when a coordinate is left out, or all of them at once."""

FINE = (1, 2, 4, 8, 16, 64, 256, 1024)
"""How finely one unit point is rounded."""

SHORT = (((3, 4), 5), ((4, 3), 5), ((12, 5), 13), ((2, 2, 1), 3), ((6, 3, 2), 7), ((1, 1, 1, 1), 2))
"""Coordinates of unit points, with their denominators; they take the places of the largest coordinates."""

TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (12, 35, 37), (9, 40, 41), (11, 60, 61))
"""Coordinates and length of points in the plane, for games on two of them."""

MAX_ROOT, LONG_POINT = 23, 16
"""Denominators up to which unit points with the same signs are tried, where one has at least so many characters."""

DENOMINATORS = (1, 2, 3, 5)
"""Denominators up to which a coordinate is rounded."""

MAX_ENTRIES, MAX_SQUARED, TINY, PLACES = 4, 20, 1e-12, 9
"""Coordinates of unit points with the same signs; norm² of points of any length; what is 0, and decimal places."""

_Entries = list[tuple[int, Fraction]]


def length(point: Vector) -> tuple[int, int]:
    """Return how much there is to read: characters, and then the number of coordinates."""
    return digits(point), len(point.entries)


def digits(point: Vector) -> int:
    """Return how many characters a point's coordinates have; 1 and -1 are one."""
    return sum(len(str(value)) if value not in (1, -1) else 1 for _, value in point.entries)


def simpler(point: Vector, space: Halfspaces) -> Iterator[Vector]:
    """Yield points that may take one point's place: axes, shorter fractions, fewer coordinates."""
    exact = [(index, Fraction(value)) for index, value in point.entries]
    entries = sorted(exact, key=lambda entry: abs(entry[1]), reverse=True)
    if not entries:
        return
    for index, value in entries:
        yield vector({index: 1 if value > 0 else -1})
    if space.unit_norm:
        yield from _of_length_1(entries, [float(value) for value in point.coordinates(space.dimension)])
    else:
        yield from _of_any_length(entries)


def _of_length_1(entries: _Entries, floats: list[float]) -> Iterator[Vector]:
    padded = [*entries, *[(index, Fraction(1)) for index in range(2)]]  # for a point on an axis, too
    for sizes, denominator in SHORT:
        places = padded[: len(sizes)]
        if len({index for index, _ in places}) == len(sizes):
            signs = [1 if value > 0 else -1 for _, value in places]
            shorter = [Fraction(sign * size, denominator) for sign, size in zip(signs, sizes, strict=True)]
            yield vector(zip([index for index, _ in places], shorter, strict=True))
    if digits(vector(entries)) >= LONG_POINT and 1 < len(entries) <= MAX_ENTRIES:
        signs = [1 if value > 0 else -1 for _, value in entries]
        for root in range(2, MAX_ROOT + 1):
            for squares in _squares(root * root, len(entries)):
                values = [Fraction(sign * size, root) for sign, size in zip(signs, squares, strict=True)]
                yield vector(zip([index for index, _ in entries], values, strict=True))
    yield from (unit(floats, fineness) for fineness in FINE)
    for index, _ in entries if len(entries) > 1 else ():
        fewer = [0.0 if i == index else value for i, value in enumerate(floats)]
        yield from (unit(fewer, fineness) for fineness in COARSE)


def _squares(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield so many integers from 1 whose squares add up to a number, in every order."""
    if count == 1:
        if isqrt(total) ** 2 == total and total:
            yield (isqrt(total),)
        return
    for first in range(1, isqrt(max(total - count + 1, 0)) + 1):
        for others in _squares(total - first * first, count - 1):
            yield (first, *others)


def plane_points(*, unit_norm: bool) -> list[Vector]:
    """Return points of the plane with short coordinates."""
    if not unit_norm:
        return [x for x in grid(2, 4) if x.norm_squared() <= MAX_SQUARED]
    corners = [(Fraction(a, c), Fraction(b, c)) for a, b, c in TRIPLES]
    return signed([*basis(2), *[vector(enumerate(p)) for a, b in corners for p in ((a, b), (b, a), (a, -b), (b, -a))]])


def pairs(points: "NDArray[np.float64]", below: float) -> list[tuple[float, int, int, int]]:
    """Return R²/γ² of every pair of points, if it is below a number, with the product of their labels: least first.

    γ is the best margin: the distance of 0 from the segment between the points, each times its label.
    """
    import numpy as np

    gram, found = points @ points.T, list[tuple[float, int, int, int]]()
    one, other = gram.diagonal()[:, None], gram.diagonal()[None, :]
    for sign in (1, -1):
        product = sign * gram
        apart = np.maximum(one + other - 2 * product, TINY)
        between = np.maximum(one * other - product**2, 0) / apart
        squared = np.where(product >= np.minimum(one, other), np.minimum(one, other), between)
        bounds = (np.maximum(one, other) / np.maximum(squared, TINY)).round(PLACES)  # equal ones stay in order
        chosen = np.argwhere(np.triu(bounds < below, 1))
        found += [(float(bounds[i, j]), int(i), int(j), sign) for i, j in chosen]
    return sorted(found)


def _of_any_length(entries: _Entries) -> Iterator[Vector]:
    largest = abs(entries[0][1])
    for limit in DENOMINATORS:
        for size in (largest, Fraction(1)):
            yield vector([(index, (value / size).limit_denominator(limit)) for index, value in entries])
    for place, (index, value) in enumerate(entries):
        others = entries[:place] + entries[place + 1 :]
        yield vector(others)
        sign = 1 if value > 0 else -1
        for near in (*[Fraction(sign * small) for small in (1, 2, 3)], *map(value.limit_denominator, DENOMINATORS)):
            yield vector([*others, (index, near)])


def all_simpler(points: Sequence[Vector], space: Halfspaces) -> Iterator[list[Vector]]:
    """Yield the points, each of them in the same way rounded, or multiplied by the same number."""
    if space.unit_norm:
        for fineness in COARSE:
            yield [unit([float(value) for value in x.coordinates(space.dimension)], fineness) for x in points]
        return
    values = [Fraction(value) for x in points for _, value in x.entries]
    if not values:
        return
    whole = lcm(*[value.denominator for value in values])
    factor = Fraction(whole, gcd(*[int(value * whole) for value in values]))
    yield [vector((index, value * factor) for index, value in x.entries) for x in points]
    for limit in DENOMINATORS:
        yield [vector((i, Fraction(value).limit_denominator(limit)) for i, value in x.entries) for x in points]
