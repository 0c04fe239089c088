"""Mistake trees of the margin game: points and targets as integer directions, with the exact margin² that they have."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import cos, gcd, hypot, pi, sin
from operator import mul

from proofs.formats.margin import TreeRecord

Direction = tuple[int, ...]
"""A nonzero vector of integers, of which only the direction matters."""


@dataclass(frozen=True)
class MistakeTree:
    """A complete mistake tree, as ``proofs.checker.forced`` reads it.

    ``points`` and ``targets`` are in the order of levels; with ``reflect`` r, the first r basis vectors come before the
    root. Every point's norm is an integer, so that it can be shown in a game.
    """

    dimension: int
    reflect: int
    points: tuple[Direction, ...]
    targets: tuple[Direction, ...]

    @property
    def mistakes(self) -> int:
        """How many mistakes it forces: its depth."""
        return self.reflect + len(self.targets).bit_length() - 1

    @cached_property
    def margin_squared(self) -> Fraction:
        """The largest margin² at which it is a mistake tree; 0 if there is none."""
        squares = [sum(map(mul, point, point)) for point in self.points]
        up, down = 1, 1
        for leaf, target in enumerate(self.targets):
            length = sum(map(mul, target, target))
            signed = [(target[axis], 1) for axis in range(self.reflect)]
            node = leaf + len(self.targets)
            while node > 1:
                node, right = node >> 1, node & 1
                product = sum(map(mul, target, self.points[node - 1]))
                signed.append((product if right else -product, squares[node - 1]))
            for product, square in signed:
                if product <= 0:
                    return Fraction(0)
                if product * product * down < up * length * square:
                    up, down = product * product, length * square
        return Fraction(up, down)

    def rounded(self, scale: int) -> "MistakeTree":
        """Return the same tree with coordinates rounded to multiples of 1/scale: it may have less of a margin."""
        points, targets = (
            [[value / hypot(*row) for value in row] for row in rows] for rows in (self.points, self.targets)
        )
        return rounded_tree(points, targets, self.reflect, scale)

    def record(self) -> TreeRecord:
        """Return the tree as a witness has it."""
        points, targets = ([list(row) for row in rows] for rows in (self.points, self.targets))
        return TreeRecord(self.dimension, self.reflect, str(self.margin_squared), points, targets)


def rounded_tree(
    points: Sequence[Sequence[float]], targets: Sequence[Sequence[float]], reflect: int, scale: int
) -> MistakeTree:
    """Return the tree of these unit vectors, with coordinates rounded to multiples of 1/scale."""
    return MistakeTree(
        len(targets[0]),
        reflect,
        tuple([on_sphere(parameters_of(point, scale), scale) for point in points]),
        tuple([tuple([round(scale * value) for value in target]) for target in targets]),
    )


def plane_tree(mistakes: int, scale: int = 10**9) -> MistakeTree:
    """Return the tree of the plane, two mistakes or more: its margin is sin(π/2^k), rounded down.

    2^k targets are spread evenly over the circle, and each point halves the arc that is left. The first two points are
    the basis vectors, so that only the targets of the first quadrant are listed.
    """
    levels = mistakes - 2
    halves = [(2 * node + 1) / 2 ** (level + 2) for level in range(levels) for node in range(2**level)]  # times π
    points = [(-sin(pi * half), cos(pi * half)) for half in halves]
    angles = [(2 * leaf + 1) * pi / 2**mistakes for leaf in range(2**levels)]
    return rounded_tree(points, [(cos(angle), sin(angle)) for angle in angles], 2, scale)


def parameters_of(point: Sequence[float], scale: int) -> Direction:
    """Return the stereographic projection of a unit vector from the last basis vector, times scale, rounded."""
    *others, last = point
    return tuple([round(scale * value / max(1 - last, 1e-9)) for value in others])


def on_sphere(parameters: Sequence[int], scale: int) -> Direction:
    """Return the direction of integers, of integer norm, whose projection is a/scale."""
    square = sum(map(mul, parameters, parameters))
    whole = [*[2 * scale * value for value in parameters], square - scale * scale]
    common = gcd(*whole)
    return tuple([value // common for value in whole])


def tree_of(record: TreeRecord) -> MistakeTree:
    """Return the tree that a witness has."""
    points, targets = (tuple(map(tuple, rows)) for rows in (record.points, record.targets))
    return MistakeTree(record.dimension, record.reflect, points, targets)
