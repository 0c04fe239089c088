"""Points that are easier to read than those of a counterexample: what shrinking tries in their place."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

from adversary.search.pools import unit
from proofs.exact.vectors import Vector, vector
from proofs.formats.settings import Halfspaces

COARSE = (1, 2, 3, 4, 6, 8, 16, 64)
"""How finely unit points are rounded when a coordinate is left out, or all of them at once."""

FINE = (1, 2, 4, 8, 16, 64, 256, 1024)
"""How finely one unit point is rounded."""

SHORT = (((3, 4), 5), ((4, 3), 5), ((12, 5), 13), ((2, 2, 1), 3), ((6, 3, 2), 7), ((1, 1, 1, 1), 2))
"""Coordinates of unit points, with their denominators; they take the places of the largest coordinates."""

DENOMINATORS = (1, 2, 3, 5)
"""Denominators up to which a coordinate is rounded."""

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
    yield from (unit(floats, fineness) for fineness in FINE)
    for index, _ in entries if len(entries) > 1 else ():
        fewer = [0.0 if i == index else value for i, value in enumerate(floats)]
        yield from (unit(fewer, fineness) for fineness in COARSE)


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
