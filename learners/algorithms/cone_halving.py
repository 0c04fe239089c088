"""Halving for targets in dimension 1 to 3: it measures the cone of the remaining targets by its angles."""

from bisect import bisect_left
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import TYPE_CHECKING

from learners.protocol import Card, Label
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector
from proofs.settings import Setting

if TYPE_CHECKING:
    from flint import arb

MAX_DIMENSION = 3

ALIKE_BITS = 128
"""Parts of a cone that differ by less than 2^−128 of it are taken to be alike, if enclosures do not tell them apart."""

Normal = tuple[int, int, int]
"""A direction; in the plane the last coordinate is 0, which changes no part of the sphere that a cone has."""

Cone = tuple[Normal, ...]
"""The directions u with ⟨u, n⟩ > 0 for some normals n, in the order of the facets; none is the whole sphere."""


def _cell_bound(setting: Setting) -> int | None:
    squared = setting.unit_margin_squared
    return None if squared is None or setting.dimension > MAX_DIMENSION else cell_bound(setting.dimension, squared)


class ConeHalving:
    """Predicts the label with the larger part of the cone of targets that are left by its mistakes.

    After k mistakes that cone has at most 2^−k of the sphere, and k facets. It contains the cap of radius arcsin δ
    about the target, so that it has at least ``smallest_part`` of the sphere: together these bound k.

    Attributes:
        undecided: mistakes where enclosures did not tell which part was the larger one, so that +1 was predicted.

    """

    card = Card(
        summary="halves the cone of the targets that are left, in dimension 1, 2 or 3",
        sees="exact",
        conventions="learns on mistakes only; parts that enclosures by arb cannot tell apart, as they are alike to "
        "2^-128 of the cone, are predicted +1 and counted in undecided: the bound allows for that",
        source="Halving (Littlestone 1988) by volume; docs/margin-proofs.md proves the bound. Beyond the notes",
        theorem="on unit points with margin δ at most the largest k for which 2^k·V ≤ 1, where V is the smallest part "
        "of the sphere that k facets around a cap of radius arcsin δ enclose",
        mistake_bound=_cell_bound,
        conservative=True,
        copies=True,
        max_dimension=MAX_DIMENSION,
    )

    def __init__(self, dimension: int) -> None:
        if dimension > MAX_DIMENSION:
            raise InputError(f"cone-halving plays in dimension 1 to {MAX_DIMENSION}, not {dimension:,}")
        self.cone: Cone = ()
        self.undecided = 0

    def predict(self, x: Vector) -> Label:
        """Return the label with the larger part of the cone, and +1 where they are alike."""
        return -1 if self._larger(_normal(x)) < 0 else 1

    def update(self, x: Vector, y: Label) -> None:
        """Keep the part that a mistake leaves; a label that leaves nothing is ignored: it is not legal."""
        normal = _normal(x)
        larger = self._larger(normal)
        kept = part(self.cone, _times(y, normal))
        if kept is not None and y != (-1 if larger < 0 else 1):
            self.undecided += larger == 0 and bool(self.cone)  # halves of the whole sphere are known to be alike
            self.cone = kept

    def _larger(self, normal: Normal) -> int:
        """Return the label with the larger part, or 0."""
        plus, minus = part(self.cone, normal), part(self.cone, _times(-1, normal))
        if plus is None or minus is None:
            return (minus is None) - (plus is None)
        return 0 if not self.cone else _sign_of_difference(self.cone, plus, minus)


# --------------------------------------------------------------------------------------------- cones


def part(cone: Cone, normal: Normal) -> Cone | None:
    """Return the part of a cone on the positive side of a plane, or ``None`` if that is empty."""
    if not any(normal):
        return None
    if not cone:
        return (normal,)
    sides = [_dot(_cross(cone[place - 1], facet), normal) for place, facet in enumerate(cone)]  # of corners
    if not any(sides):
        return _part_of_a_wedge(cone, normal)
    if min(sides) >= 0:
        return cone
    if max(sides) <= 0:
        return None
    # Each corner is between the facet of its number and the one before. Those on the positive side are in a row.
    first = next(place for place, side in enumerate(sides) if side > 0 >= sides[place - 1])
    inside = next(count for count in range(1, len(cone)) if sides[(first + count) % len(cone)] <= 0)
    return (*[cone[(first + place) % len(cone)] for place in range(-1, inside)], normal)


def _part_of_a_wedge(cone: Cone, normal: Normal) -> Cone | None:
    """Return the part of a half-sphere, or of a wedge whose edge lies in the new plane."""
    side, other = cone[0], cone[-1]
    if len(cone) == 1:
        if any(_cross(side, normal)):
            return side, normal
        return cone if _dot(side, normal) > 0 else None
    axis = _cross(side, other)
    shares = _dot(_cross(normal, other), axis), _dot(_cross(side, normal), axis)  # the normal is a sum of both
    if min(shares) >= 0:
        return cone
    if max(shares) <= 0:
        return None
    return (other if shares[0] > 0 else side), normal


def _sign_of_difference(cone: Cone, plus: Cone, minus: Cone) -> int:
    """Return 1 if the first part of a cone is larger, -1 if the second is, and 0 if they are alike to 2^-128 of it."""
    from flint import arb, ctx

    bits = ALIKE_BITS
    while True:
        with ctx.workprec(bits):
            difference = _around(minus) - _around(plus)
            if difference > 0:
                return 1
            if difference < 0:
                return -1
            if abs(difference) * 2**ALIKE_BITS < 2 * arb.pi() - _around(cone):
                return 0
        bits *= 2


def _around(cone: Cone) -> "arb":
    """Return the sum of the angles from each normal to the next one: the cone has 2π less that of the sphere's 4π.

    An angle of a spherical polygon is π less the angle between the normals of its two sides.
    """
    from flint import arb

    angles = [
        arb.atan2(arb(_dot(cross, cross)).sqrt(), arb(_dot(before, facet)))
        for before, facet, cross in (
            (cone[place - 1], facet, _cross(cone[place - 1], facet)) for place, facet in enumerate(cone)
        )
    ]
    return sum(angles, arb(0))


def _normal(x: Vector) -> Normal:
    """Return the direction of a point in coprime integers."""
    common = lcm(*[value.denominator for _, value in x.entries])
    whole = [int(value * common) for value in x.coordinates(MAX_DIMENSION)]
    shared = gcd(*whole) or 1
    return whole[0] // shared, whole[1] // shared, whole[2] // shared


def _times(sign: int, normal: Normal) -> Normal:
    return sign * normal[0], sign * normal[1], sign * normal[2]


def _dot(a: Normal, b: Normal) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Normal, b: Normal) -> Normal:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


# --------------------------------------------------------------------------------------------- the bound


@lru_cache
def cell_bound(dimension: int, margin_squared: Fraction) -> int:
    """Return the largest k with 2^k times ``smallest_part`` at most 1: what cone halving never exceeds.

    ``k·2^-124`` is more than what k choices between parts that are alike to 2^-128 can cost.
    """
    from flint import ctx

    bits = margin_squared.denominator.bit_length()

    def too_many(mistakes: int) -> int:
        with ctx.workprec(2 * ALIKE_BITS + 4 * bits):
            share = 2**mistakes * smallest_part(dimension, margin_squared, mistakes)
            return int((share - 1) * 2 ** (ALIKE_BITS - 4) > mistakes)

    # 2 facets or more enclose at least the cap, which has more than δ²/4 of the sphere.
    return 1 + bisect_left(range(2, bits + 4), 1, key=too_many)


def smallest_part(dimension: int, margin_squared: Fraction, facets: int) -> "arb":
    """Enclose the smallest part of the sphere that a cone of so many facets has around a cap of radius r = arcsin δ.

    A facet cuts off most where it touches the cap. Of every circle about the cap's center such facets cut off equal
    arcs at most, which do not overlap, until nothing is left, in a regular polygon: so that is the smallest. The
    normals of its neighboring facets are at an angle θ with sin(θ/2) = cos r · sin(π/facets). In the plane two facets
    do the same, and on a line one.
    """
    from flint import arb, fmpq

    facets = facets if dimension == MAX_DIMENSION else min(facets, dimension)
    cosine = arb(fmpq(margin_squared.denominator - margin_squared.numerator, margin_squared.denominator)).sqrt()
    half = (cosine * (arb.pi() / facets).sin()).asin()
    return arb(fmpq(1, 2)) - facets * half / (2 * arb.pi())
