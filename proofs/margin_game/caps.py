"""Decide whether all targets of norm 1 in some caps of ℝ³ are so close that no mistake can be forced.

All numbers are enclosures (arb), so an answer "yes" is proved.

It needs the smallest ⟨v,w⟩ over an intersection Q of caps {v: ‖v‖ = 1, ⟨v,cᵢ⟩ ≥ aᵢ}, aᵢ > 0. Let v ≠ w be a pair that
has it. Both are on the boundary of Q, because an inner point could be moved away from the other. (That is possible,
because w ≠ −v: both have positive products with cᵢ.) Circle i is ⟨v,cᵢ⟩ = aᵢ, and a corner is a point of Q on two
circles. There are four cases:

* Both are corners. All pairs of corners are compared.
* v is a corner, and w is on circle i only. Then w is the point of circle i that is farthest from v.
* v is on circle i only, and w on another circle j only. Then ⟨·,w⟩ is smallest on circle i at v, and ⟨v,·⟩ is smallest
  on circle j at w. So v and w are on the great circle through cᵢ and cⱼ. The exception is w = cᵢ (or v = cⱼ), where
  ⟨·,w⟩ is constant on circle i. Then v can be turned on circle i until it is a corner, which is a case above. (Circle i
  is not contained in Q, because then its center w would be an inner point.)
* Both are on circle i only. Then they are opposite points of it, with ⟨v,w⟩ = 2aᵢ² − 1. Turn both. Either one of them
  becomes a corner, which is a case above, or the whole circle is in Q, and 2aᵢ² − 1 is compared.

Every candidate that may be in Q is compared, and it need not be known which is the minimum. If two centers may be
parallel, the answer is "no".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from flint import arb


class Enclosure(NamedTuple):
    """A vector of ℝ³, each coordinate enclosed."""

    x: arb
    y: arb
    z: arb

    def dot(self, other: "Enclosure") -> arb:
        """Return the inner product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def times(self, factor: arb) -> "Enclosure":
        """Return a multiple."""
        return Enclosure(factor * self.x, factor * self.y, factor * self.z)

    def plus(self, other: "Enclosure") -> "Enclosure":
        """Return the sum."""
        return Enclosure(self.x + other.x, self.y + other.y, self.z + other.z)

    def cross(self, other: "Enclosure") -> "Enclosure":
        """Return the cross product."""
        return Enclosure(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )


@dataclass(frozen=True, eq=False)
class Cap:
    """The vectors v of norm 1 with ⟨v,c⟩ ≥ a, for a ``center`` c of norm 1 and a number a > 0, ``least``."""

    center: Enclosure
    least: arb

    @cached_property
    def radius(self) -> arb:
        """The Euclidean radius of the circle that bounds it."""
        return _root(1 - self.least * self.least)


Crossing = tuple[list[Enclosure], list[tuple[Enclosure, Enclosure]]]
"""Of two circles the corners where they meet, and pairs of points on the great circle through both centers."""


def is_narrow(caps: Sequence[Cap], top: arb) -> bool:
    """Tell whether surely ⟨v,w⟩ > top for all v and w of norm 1 in all of the caps; top is below 1.

    "No" may also mean that the enclosures are too wide. The first lines of this file say why the candidates suffice.
    """
    corners = list[Enclosure]()
    for first, other in combinations(caps, 2):
        crossing = _crossing(first, other)
        if crossing is None:
            return False
        for corner in crossing[0]:
            if not _is_outside(corner, caps, first, other):
                if not all(corner.dot(earlier) > top for earlier in corners):
                    return False
                corners.append(corner)
    return not (
        any(_has_wide_circle(cap, caps, top) for cap in caps)
        or any(_may_reach(corner, cap, caps, top) for cap in caps for corner in corners)
        or any(_is_wide_between(first, other, caps, top) for first, other in combinations(caps, 2))
    )


def _is_outside(vector: Enclosure, caps: Sequence[Cap], *edges: Cap) -> bool:
    """Tell whether a vector is surely outside one of the caps, other than those on whose edge it is."""
    return any(cap not in edges and vector.dot(cap.center) < cap.least for cap in caps)


def _has_wide_circle(cap: Cap, caps: Sequence[Cap], top: arb) -> bool:
    """Tell whether the whole edge of a cap may be in all others, and opposite points of it too far apart."""
    if 2 * cap.least * cap.least - 1 > top:
        return False
    for other in caps:
        if other is not cap:
            g = cap.center.dot(other.center)
            smallest = cap.least * g - cap.radius * _root(1 - g * g)  # inner product of a point of the edge
            if smallest < other.least:
                return False
    return True


def _may_reach(corner: Enclosure, cap: Cap, caps: Sequence[Cap], top: arb) -> bool:
    """Tell whether the point of an edge that is farthest from a corner may be in all caps, and too far."""
    g = corner.dot(cap.center)
    rest = 1 - g * g
    if not rest > 0:
        return True
    factor = cap.radius / rest.sqrt()
    far = cap.center.times(cap.least + factor * g).plus(corner.times(-factor))
    return not corner.dot(far) > top and not _is_outside(far, caps, cap)


def _is_wide_between(first: Cap, other: Cap, caps: Sequence[Cap], top: arb) -> bool:
    """Tell whether a point of either edge, on the great circle through the centers, may be in all caps, and too far."""
    crossing = _crossing(first, other)
    return crossing is None or any(
        not v.dot(w) > top and not _is_outside(v, caps, first) and not _is_outside(w, caps, other)
        for v, w in crossing[1]
    )


@lru_cache(maxsize=1024)
def _crossing(first: Cap, other: Cap) -> Crossing | None:
    """Return where two circles cross and their great circle; ``None`` where their centers may be parallel."""
    g = first.center.dot(other.center)
    rest = 1 - g * g
    if not rest > 0:
        return None
    a, b = first.least, other.least
    p, q = (a - b * g) / rest, (b - a * g) / rest
    height = (1 - p * p - q * q - 2 * p * q * g) / rest
    corners = []
    if not height < 0:
        middle = first.center.times(p).plus(other.center.times(q))
        across = first.center.cross(other.center).times(_root(height))
        corners = [middle.plus(across), middle.plus(across.times(arb(-1)))]
    sine = rest.sqrt()
    on_first, on_other = [
        [
            cap.center.times(cap.least - s * g).plus(second.center.times(s))
            for s in (cap.radius / sine, -cap.radius / sine)
        ]
        for cap, second in ((first, other), (other, first))
    ]
    return corners, [(v, w) for v in on_first for w in on_other]


def _root(square: arb) -> arb:
    """Return an enclosure of the root of a number that is 0 or more, though its enclosure may reach below."""
    return square.sqrt() if square > 0 else square.upper().sqrt() * arb("0.5 +/- 0.5")
