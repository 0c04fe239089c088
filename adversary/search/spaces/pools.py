"""Rational points for the search spaces of halfspaces, mostly on the unit sphere, and directions of targets."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, basis_vector, reflection_row, vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))
_QUADRUPLES = ((1, 2, 2, 3), (2, 3, 6, 7), (1, 4, 8, 9), (4, 4, 7, 9), (2, 6, 9, 11))

ALL_SIGNS_DIMENSION = 6  # dimensions up to which all vectors of ±1 are taken as directions

# For K: cosines of a point and the nearest corner; and its products with the other corners, before K's power, in those.
TETRA, OFF = ((1, 1, 1), (-1, -1, 1), (-1, 1, -1)), Fraction(1, 2000)
COSINES, OTHER_PRODUCTS = (0.2, 0.06, 0.02), tuple(step / 40 for step in range(18, 40))
FINENESS = 10**5


def signed(points: Sequence[Vector]) -> list[Vector]:
    """Return the points and their opposites."""
    return [*points, *[scaled(x, -1) for x in points]]


def scaled(x: Vector, factor: Rational) -> Vector:
    """Return factor·x."""
    return vector((index, value * factor) for index, value in x.entries)


def basis(dimension: int) -> list[Vector]:
    """Return e₁, …, e_d."""
    return [basis_vector(index) for index in range(dimension)]


def aligned(power: int) -> list[Vector]:
    """Return an orthonormal basis of dimension 4^power, all of whose vectors have the first coordinate 1/2^power.

    A Perceptron that has made a mistake on each has all its weight, 2^power, in that coordinate. They are the rows of
    Sylvester's Hadamard matrix, divided by 2^power: binary fractions, so that no float rounds them.
    """
    size, entry = 4**power, Fraction(1, 2**power)
    either = [((j, entry), (j, -entry)) for j in range(size)]  # made once: the largest such basis has a million
    return [Vector(tuple([either[j][(i & j).bit_count() % 2] for j in range(size)])) for i in range(size)]


def circle() -> list[Vector]:
    """Return points of the unit circle from Pythagorean triples: one for each line through the origin."""
    return basis(2) + [
        vector(enumerate((Fraction(x, c), Fraction(y, c))))
        for a, b, c in _TRIPLES
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
    for signs in product((1, -1), repeat=dimension):
        yield vector(enumerate(Fraction(sign, side) for sign in signs))


def reflected(dimension: int, count: int, random: Random) -> list[Vector]:
    """Return random rational unit vectors: e₁ reflected at integer vectors."""
    found = []
    for _ in range(count):
        axis = [random.randint(-4, 4) for _ in range(dimension - 1)] + [random.randint(1, 4)]
        random.shuffle(axis)
        found.append(reflection_row(axis, 0))
    return found


def around(count: int) -> list[Vector]:
    """Return points of the unit circle at nearly equal distances, one after the other."""
    return [unit([math.cos(2 * math.pi * step / count), math.sin(2 * math.pi * step / count)]) for step in range(count)]


def unit(near: Sequence[float], fineness: int = 1 << 10) -> Vector:
    """Return a rational unit vector near a float one, by stereographic projection from its largest coordinate."""
    pole = max(range(len(near)), key=lambda index: abs(near[index]))
    sign = 1 if near[pole] > 0 else -1
    flat = [Fraction(round(value / (1 + abs(near[pole])) * fineness), fineness) for value in near]
    flat[pole] = Fraction(0)
    length = Fraction(sum(value * value for value in flat))
    top = sign * (1 - length) / (1 + length)
    return vector([(i, top if i == pole else 2 * value / (1 + length)) for i, value in enumerate(flat)])


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
    corners = [[root * v for v in x] for x in (*TETRA[:2], (OFF - 1, 1, OFF / 2 - 1))]
    points = [*corners]
    for nearest, cosine, share in product(range(3), COSINES, OTHER_PRODUCTS):
        near = 4 * shift * cosine ** (1 / degree)
        products = [near * (1 if corner == nearest else share) - shift for corner in range(3)]
        weights = [(value + sum(products)) / (4 * root) for value in products]
        inside = [sum(weights[corner] * TETRA[corner][index] for corner in range(3)) for index in range(3)]
        points.append([*inside, math.sqrt(max(3 * shift - sum(v * v for v in inside), 0))])
    return [vector(enumerate(Fraction(v).limit_denominator(FINENESS) for v in x)) for x in points]


def directions(dimension: int, count: int, seed: int) -> "NDArray[np.float64]":
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
