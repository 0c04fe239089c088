"""Upper bounds in ℝ³ by branch and bound: regions cover all points that an adversary may show.

This is the checker of the witness ``branch_and_bound`` in a certificate of the margin game. It is not one of the
trusted checkers: it rests on arb, and the check of a cover is the search for it, which always takes the same steps.

Suppose that k + 1 mistakes can be forced at margin δ. Then there is a mistake tree of depth K = k + 1 with targets of
norm 1. Let s = 1 − 2δ², and m = K − 2.

1. All targets may be assumed to have v₁ ≥ δ and v₂ ≥ δ, as if e₁ and e₂ had been shown with label +1. For let x₁ be
   the point of the root, x₂ the one below its label +1, and y a label for which z = y·x₂ has ⟨x₁,z⟩ ≤ 0. If z = −x₁,
   no target has margin δ on both. Otherwise the cone of x₁ and z contains two orthonormal vectors f₁ and f₂. Write fᵢ
   = αx₁ + βz with α, β ≥ 0. Then 1 = ‖fᵢ‖ ≤ α + β, so that a target v with ⟨v,x₁⟩ ≥ δ and ⟨v,z⟩ ≥ δ has ⟨v,fᵢ⟩ ≥ (α +
   β)δ ≥ δ. Below x₁ and x₂, with the labels +1 and y, is a mistake tree of depth m. Rotate it so that f₁ and f₂ become
   e₁ and e₂: all its targets are in Q = {v: ‖v‖ = 1, v₁ ≥ δ, v₂ ≥ δ}. The search shows that m mistakes cannot be
   forced within this Q.
2. If all pairs v, w of a set Q of targets have ⟨v,w⟩ > s, no mistake can be forced within Q: at the node where the
   paths of two targets part, one has ⟨v,x⟩ ≥ δ and the other ⟨w,x⟩ ≤ −δ, so that ‖v − w‖ ≥ 2δ, and ⟨v,w⟩ ≤ s. ``caps``
   decides this.
3. If m ≥ 2 mistakes can be forced within Q, with the point x at the root, then m − 1 can be forced within {v ∈ Q:
   ⟨v,x⟩ ≥ δ}, and also within {v ∈ Q: ⟨v,x⟩ ≤ −δ}. Say that x fails if one of these sets does not allow m − 1
   mistakes. If all points fail, m mistakes cannot be forced within Q. The points x and −x have the same two sets, so
   one suffices.
4. A region has the points (1, a, b)/‖(1, a, b)‖ with (a, b) in a square, where the 1 may also stand in the second or
   the third place. Up to sign, the squares |a|, |b| ≤ 1 for the three places cover all points. Let c be the point at
   the center of the square, and ε the largest distance ‖x − c‖ of a point x of the region. The vectors whose
   directions have at most a given distance (below √2) from c form a convex cone, which contains the region if it
   contains the four corners: so ε is the distance of a corner. If ⟨v,x⟩ ≥ δ, then ⟨v,c⟩ ≥ δ − ε. So all points of the
   region fail if δ > ε and one of the sets Q ∩ {⟨±v,c⟩ ≥ δ − ε} does not allow m − 1 mistakes, which the search shows
   by step 2, or by steps 3 and 4 for this set. If it does not succeed, it divides the square into four.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

from flint import arb, ctx, fmpq

from proofs import margin_checker
from proofs.checker import MAX_WORK, get, need
from proofs.formats.margin import CoverRecord, UpperRecord
from proofs.margin_game.caps import Cap, Enclosure, is_narrow
from proofs.margin_game.upper import Upper
from proofs.solvers.budget import Budget, OutOfBudget

DIMENSION, MISTAKES = 3, range(2, 9)
"""In which dimension it works, and for which bounds."""

MAX_REGIONS = 10**6
"""Regions that a witness may ask for: some minutes."""

SPARE = 8
"""The part of the regions that a witness has to spare: another version of arb may need a few more."""

MAX_HALVINGS = 12
"""Of the side of a region: smaller ones are undecided."""

DEEPER_BELOW = 0.1
"""The radius of a region from which on it is asked whether all further points fail, and not only the next one."""

BITS = 64
"""The precision of enclosures."""


class Region(NamedTuple):
    """The points (1, u, v) up to norm, sign and order of coordinates, u and v in a square of side 2h around a center.

    All three are multiples of a small power of 2, so these floats are exact.
    """

    face: int
    u: float
    v: float
    h: float

    def quarters(self) -> "Iterator[Region]":
        """Yield its four parts."""
        half = self.h / 2
        for u in (self.u - half, self.u + half):
            for v in (self.v - half, self.v + half):
                yield Region(self.face, u, v, half)

    def ball(self) -> tuple[Enclosure, arb]:
        """Return the center, of norm 1, and a radius in which all points are: one of the corners is farthest."""
        center = self._point(self.u, self.v)
        squares = []
        for u in (self.u - self.h, self.u + self.h):
            for v in (self.v - self.h, self.v + self.h):
                apart = center.plus(self._point(u, v).times(arb(-1)))
                squares.append(apart.dot(apart).upper())
        return center, reduce(arb.max, squares).sqrt()

    def _point(self, u: float, v: float) -> Enclosure:
        second, third = arb(u), arb(v)
        norm = (1 + second * second + third * third).sqrt()
        rest = [second / norm, third / norm]
        rest.insert(self.face, 1 / norm)
        return Enclosure(*rest)


def covers(margin_squared: Fraction, mistakes: int, spend: Callable[[], None]) -> bool:
    """Tell whether a cover in ℝ³ was found that shows that no more than so many mistakes, two or more, can be forced.

    ``spend`` is called for each region; what it raises ends the search.
    """

    def none(caps: tuple[Cap, ...], more: int) -> bool:
        """Tell whether surely not so many more mistakes can be forced with the targets in some caps."""
        return is_narrow(caps, top) or (
            more > 1 and all(fails(caps, more, Region(face, 0.0, 0.0, 1.0)) for face in range(DIMENSION))
        )

    def fails(caps: tuple[Cap, ...], more: int, region: Region) -> bool:
        """Tell whether surely no point of a region is the next one of so many mistakes."""
        spend()
        center, radius = region.ball()
        least = margin - radius
        if least > 0:
            sides = [(*caps, Cap(axis, least)) for axis in (center, center.times(arb(-1)))]
            if any(is_narrow(side, top) for side in sides):
                return True
            deeper = more > 2 and radius < DEEPER_BELOW  # noqa: PLR2004 - two below a point
            if deeper and any(none(side, more - 1) for side in sides):
                return True
        return region.h * 2**MAX_HALVINGS > 1 and all(fails(caps, more, part) for part in region.quarters())

    with ctx.workprec(BITS):
        squared, zero, unit = arb(fmpq(margin_squared.numerator, margin_squared.denominator)), arb(0), arb(1)
        margin, top = squared.sqrt(), 1 - 2 * squared
        basis = Enclosure(unit, zero, zero), Enclosure(zero, unit, zero)
        return none(tuple(Cap(axis, margin) for axis in basis), mistakes - 1)


def best_cover(
    dimension: int, margin_squared: Fraction, tried: Iterable[int], budget: Budget, look: Callable[[int], None]
) -> Upper | None:
    """Return the first of some upper bounds, in ascending order, that a cover proves, or ``None``.

    ``look`` is told how many regions were looked at. Raises OutOfBudget.
    """
    regions = 0

    def spend() -> None:
        nonlocal regions
        regions += 1
        budget.spend()
        look(budget.used)
        if regions > MAX_REGIONS:
            raise OutOfBudget(f"{MAX_REGIONS:,} regions")

    for mistakes in tried:
        regions = 0
        if dimension == DIMENSION and mistakes in MISTAKES and covers(margin_squared, mistakes, spend):
            spared = min(regions + regions // SPARE, MAX_REGIONS)
            return Upper(mistakes, "branch and bound", UpperRecord(branch_and_bound=CoverRecord(max(1, spared))))
    return None


def branch_and_bound(
    dimension: int, margin_squared: Fraction, k: int, witness: Any, count: Callable[[int], None]
) -> str:
    """Say why a cover does not rule out k + 1 forced mistakes, or nothing. The witness says how many regions it has."""
    regions = get(witness, "regions", int)
    need(0 < regions <= MAX_REGIONS, f'"regions" should be from 1 to {MAX_REGIONS:,}')
    if dimension != DIMENSION or k not in MISTAKES:
        return f"branch and bound is for dimension {DIMENSION} and from {MISTAKES[0]} to {MISTAKES[-1]} mistakes"
    count(MAX_WORK // (2 * MAX_REGIONS) * regions)  # a file may have many claims
    try:
        proved = covers(margin_squared, k, Budget(regions).spend)
    except OutOfBudget:
        return f"{regions:,} regions do not cover all points"
    return "" if proved else "a region is so small that it cannot be decided"


def check(path: str | Path) -> margin_checker.Report:
    """Judge a certificate of the margin game that may have the witness ``branch_and_bound``. Raises MalformedError."""
    return margin_checker.check(path, margin_checker.ARGUMENTS | {"branch_and_bound": branch_and_bound})
