"""Rational points and directions for the search spaces of halfspaces, and simpler points for a counterexample."""

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import gcd, isqrt, lcm
from random import Random

import numpy as np

from adversary.search.spaces.space import Floats
from proofs.exact.rationals import Rational, simplest
from proofs.exact.vectors import Vector, basis_vectors, reflection_row, vector
from proofs.settings import Halfspaces

_TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))
_QUADRUPLES = ((1, 2, 2, 3), (2, 3, 6, 7), (1, 4, 8, 9), (4, 4, 7, 9), (2, 6, 9, 11))

ALL_SIGNS_DIMENSION = 6  # dimensions up to which all vectors of ±1 are taken as directions

# For K: cosines of a point and the nearest corner; and its products with the other corners, before K's power, in those.
TETRA, OFF = ((1, 1, 1), (-1, -1, 1), (-1, 1, -1)), Fraction(1, 2000)
COSINES, OTHER_PRODUCTS = (0.2, 0.06, 0.02), tuple(step / 40 for step in range(18, 40))
FINENESS = 10**5


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

MAX_ROOTS, NEAREST, MAX_TOGETHER = {2: 25, 3: 9, 4: 5}, 8, 3
"""Denominators up to which the nearest unit points are tried, so many, in the place of so many points together, by the
dimension."""

DENOMINATORS = (1, 2, 3, 5)
"""Denominators up to which a coordinate is rounded."""

MAX_ENTRIES, MAX_SQUARED, TINY, PLACES = 4, 20, 1e-12, 9
"""Coordinates of unit points with the same signs; norm² of points of any length; what is 0, and decimal places."""

_Entries = list[tuple[int, Fraction]]


def signed(points: Sequence[Vector]) -> list[Vector]:
    """Return the points and their opposites."""
    return [*points, *[Vector(tuple([(index, -value) for index, value in x.entries])) for x in points]]


def scaled(x: Vector, factor: Rational) -> Vector:
    """Return factor·x."""
    return vector((index, value * factor) for index, value in x.entries)


def basis(dimension: int) -> list[Vector]:
    """Return e₁, …, e_d."""
    return list(basis_vectors(dimension))


def aligned(power: int) -> list[Vector]:
    """Return an orthonormal basis of dimension 4^power, all of whose vectors have the first coordinate 1/2^power.

    A Perceptron that has made a mistake on each has all its weight, 2^power, in that coordinate. They are the rows of
    Sylvester's Hadamard matrix, divided by 2^power: binary fractions, so that no float rounds them.
    """
    size, entry = 4**power, Fraction(1, 2**power)
    either = [((j, entry), (j, -entry)) for j in range(size)]  # made once: the largest such basis has a million
    return [Vector(tuple([either[j][(i & j).bit_count() % 2] for j in range(size)])) for i in range(size)]


def circle(triples: Iterable[tuple[int, int, int]] = _TRIPLES) -> list[Vector]:
    """Return points of the unit circle from Pythagorean triples: one for each line through the origin."""
    return basis(2) + [
        vector(enumerate((Fraction(x, c), Fraction(y, c))))
        for a, b, c in triples
        for x, y in ((a, b), (b, a), (a, -b), (b, -a))
    ]


def sphere() -> list[Vector]:
    """Return points of the unit sphere in three dimensions: one for each line through the origin."""
    return basis(3) + [
        vector(enumerate((Fraction(x, c), Fraction(up * y, c), Fraction(over * z, c))))
        for *sides, c in _QUADRUPLES
        for x, y, z in sorted(set(permutations(sides)))
        for up, over in product((1, -1), repeat=2)
    ]


def cube(dimension: int, side: int) -> Iterator[Vector]:
    """Yield the corners (±1/side, …), which are unit vectors where the dimension is side²."""
    corner = simplest(Fraction(1, side))
    for values in product((corner, -corner), repeat=dimension):
        yield Vector(tuple(enumerate(values)))


def reflected(dimension: int, count: int, random: Random) -> list[Vector]:
    """Return random rational unit vectors: e₁ reflected at integer vectors."""
    points = []
    for _ in range(count):
        axis = [random.randint(-4, 4) for _ in range(dimension - 1)] + [random.randint(1, 4)]
        random.shuffle(axis)
        points.append(reflection_row(axis, 0))
    return points


def around(count: int) -> list[Vector]:
    """Return points of the unit circle at nearly equal distances, one after the other."""
    return [unit([math.cos(2 * math.pi * step / count), math.sin(2 * math.pi * step / count)]) for step in range(count)]


def unit(near: Sequence[float], fineness: int = 1 << 10) -> Vector:
    """Return a rational unit vector near a float one, by stereographic projection from its largest coordinate."""
    pole = max(range(len(near)), key=lambda index: abs(near[index]))
    sign = 1 if near[pole] > 0 else -1
    flat = [round(value / (1 + abs(near[pole])) * fineness) for value in near]
    flat[pole] = 0
    length, square = sum(value * value for value in flat), fineness * fineness  # ‖flat‖² and 1, times fineness²
    flat[pole] = sign * (square - length)
    above = [value if i == pole else 2 * value * fineness for i, value in enumerate(flat)]
    return Vector(tuple([(i, simplest(Fraction(value, square + length))) for i, value in enumerate(above) if value]))


def cone(height: Fraction, count: int) -> list[Vector]:
    """Return unit vectors (δ, ρq) about the first axis, for which e₁ is a target with a small margin δ.

    δ = 2t/(1 + t²) for t = ``height``. The Perceptron's weights grow long on them, and hardly leave the axis.
    """
    low, long = 2 * height / (1 + height**2), (1 - height**2) / (1 + height**2)
    return [vector([(0, low), *[(index + 1, value * long) for index, value in q.entries]]) for q in around(count)]


def tetrahedral(degree: int, constant: Rational) -> list[Vector]:
    """Return corners of a tetrahedron, nearly orthogonal for K = (⟨a, b⟩ + constant)^degree, and points near them.

    Each of these is nearer to one of the three corners than to the others. How much nearer is where a kernel of
    another degree, or with another constant, sees a balance where there is not any.
    """
    shift, root = float(constant), math.sqrt(constant)
    corners = [[root * v for v in x] for x in (TETRA[0], (OFF - 1, -1, 1), (OFF - 1, 1, OFF / 2 - 1))]
    points = [*corners]
    for nearest, cosine, share in product(range(3), COSINES, OTHER_PRODUCTS):
        near = 4 * shift * cosine ** (1 / degree)
        products = [near * (1 if corner == nearest else share) - shift for corner in range(3)]
        weights = [(value + sum(products)) / (4 * root) for value in products]
        inside = [sum(weights[corner] * TETRA[corner][index] for corner in range(3)) for index in range(3)]
        points.append([*inside, math.sqrt(max(3 * shift - sum(v * v for v in inside), 0))])
    return [vector(enumerate(Fraction(v).limit_denominator(FINENESS) for v in x)) for x in points]


def directions(dimension: int, count: int, seed: int) -> Floats:
    """Return directions of targets, a row each: the axes, sparse and dense vectors of ±1, and random ones."""
    generator = np.random.default_rng(seed)
    signs = generator.choice((-1.0, 1.0), size=(count, dimension))
    sparse = signs[: count // 2] * (generator.random((count // 2, dimension)) < max(0.2, 2 / dimension))
    sparse[:, 0] += ~sparse.any(axis=1)
    normal = generator.standard_normal((count // 2, dimension))
    all_signs = list(product((-1.0, 1.0), repeat=dimension)) if dimension <= ALL_SIGNS_DIMENSION else []
    return np.vstack([np.eye(dimension), -np.eye(dimension), all_signs or signs[count // 2 :], sparse, normal])


def grid(dimension: int, most: int) -> list[Vector]:
    """Return the nonzero integer points with coordinates of at most so much."""
    values = range(-most, most + 1)
    return [vector(enumerate(point)) for point in product(values, repeat=dimension) if any(point)]


def burden(*points: Vector) -> tuple[bool, int, int, int]:
    """Return how hard points are to compute with by hand; of two of these the smaller one is for the easier points.

    Integers are easier than fractions. Then the number of characters counts, where 1 and -1 are one; then the common
    denominators, and the number of coordinates.
    """
    values = [value for point in points for _, value in point.entries]
    denominators = [lcm(*[value.denominator for _, value in point.entries]) for point in points]
    characters = sum(len(str(value)) if value not in (1, -1) else 1 for value in values)
    return sum(denominators) > len(points), characters, sum(denominators), len(values)


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
    padded = [*entries, *[(index, Fraction(1)) for index in range(2)]]  # also for a point on an axis
    for sizes, denominator in SHORT:
        places = padded[: len(sizes)]
        if len({index for index, _ in places}) == len(sizes):
            signs = [1 if value > 0 else -1 for _, value in places]
            shorter = [Fraction(sign * size, denominator) for sign, size in zip(signs, sizes, strict=True)]
            yield vector(zip([index for index, _ in places], shorter, strict=True))
    if burden(vector(entries))[1] >= LONG_POINT and 1 < len(entries) <= MAX_ENTRIES:
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
    return signed(circle(TRIPLES))


def pairs(points: Floats, below: float) -> list[tuple[float, int, int, int]]:
    """Return R²/γ² of every pair of points, if it is below a number, with the product of their labels: least first.

    γ is the best margin: the distance of 0 from the segment between the points, each times its label.
    """
    gram, bounded = points @ points.T, list[tuple[float, int, int, int]]()
    rows, columns = gram.diagonal()[:, None], gram.diagonal()[None, :]
    for sign in (1, -1):
        product = sign * gram
        apart = np.maximum(rows + columns - 2 * product, TINY)
        between = np.maximum(rows * columns - product**2, 0) / apart
        squared = np.where(product >= np.minimum(rows, columns), np.minimum(rows, columns), between)
        bounds = (np.maximum(rows, columns) / np.maximum(squared, TINY)).round(PLACES)  # equal ones stay in order
        chosen = np.argwhere(np.triu(bounds < below, 1))
        bounded += [(float(bounds[i, j]), int(i), int(j), sign) for i, j in chosen]
    return sorted(bounded)


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


@cache
def short_unit_points(dimension: int) -> tuple[list[Vector], Floats]:
    """Return the rational unit points with small denominators, also as floats, a row each."""
    points = dict.fromkeys(
        vector((index, Fraction(value, root)) for index, value in enumerate(values))
        for root in range(1, MAX_ROOTS[dimension] + 1)
        for values in product(range(-root, root + 1), repeat=dimension)
        if sum(value * value for value in values) == root * root
    )
    return [*points], np.array([[float(value) for value in x.coordinates(dimension)] for x in points])


def _short_together(points: Sequence[Vector], dimension: int) -> Iterator[list[Vector]]:
    """Yield unit points with small denominators near a few points, which may need to be changed together."""
    if dimension not in MAX_ROOTS or len(points) > MAX_TOGETHER:
        return
    short, floats = short_unit_points(dimension)
    near = []
    for x in points:
        products = floats @ [float(value) for value in x.coordinates(dimension)]
        order = np.argsort(-products.round(PLACES), kind="stable")  # the same one on every machine
        near.append([x, *[short[number] for number in order[:NEAREST] if short[number] != x]])
    yield from map(list, product(*near))


def all_simpler(points: Sequence[Vector], space: Halfspaces) -> Iterator[list[Vector]]:
    """Yield the points, each of them in the same way rounded, or multiplied by the same number."""
    if space.unit_norm:
        for fineness in COARSE:
            yield [unit([float(value) for value in x.coordinates(space.dimension)], fineness) for x in points]
        yield from _short_together(points, space.dimension)
        return
    values = [Fraction(value) for x in points for _, value in x.entries]
    if not values:
        return
    whole = lcm(*[value.denominator for value in values])
    factor = Fraction(whole, gcd(*[int(value * whole) for value in values]))
    yield [vector((index, value * factor) for index, value in x.entries) for x in points]
    for limit in DENOMINATORS:
        yield [vector((i, Fraction(value).limit_denominator(limit)) for i, value in x.entries) for x in points]
