"""The number of mistakes that the points of a game force on every deterministic learner, for all labels.

A game shows only one label of each point. So a mistake in every round is no bound for other learners: a legal target
must be left for all sequences of labels. A trusted checker judges each such bound that a game claims.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.exact.vectors import Vector

if TYPE_CHECKING:
    from proofs.classes.concepts import ConceptClass, Tree

MAX_MULTIPLIED = 1_000
"""Points of which each is multiplied with each other one, to see that they are orthogonal."""

MAX_ORDERED, MAX_LABELS = 200, 500_000
"""Different points of a game on a class, and labels of the class, for which a tree is looked for."""


class Forced(NamedTuple):
    """How many mistakes points force, and on a class the mistake tree that shows it; or the reason why none."""

    mistakes: int | None = None
    tree: "Tree | None" = None
    reason: str = ""


def by_orthonormal(points: Sequence[Any], dimension: int, most: int) -> Forced:
    """Return what orthonormal points force, of which at most so many count."""
    if len(points) > dimension:
        return Forced(reason=f"{len(points):,} points cannot be orthogonal in dimension {dimension:,}")
    if fault := _not_orthogonal(points):
        return Forced(reason=f"{fault}, and only of orthonormal points it is known")
    if bad := next((number for number, x in enumerate(points, 1) if x.dot(x) != 1), None):
        return Forced(reason=f"the point of round {bad:,} does not have norm 1")
    return Forced(min(len(points), most))


def _not_orthogonal(points: Sequence[Vector]) -> str:
    """Say which points are not orthogonal, or that it was not looked at, or ""."""
    indices = [index for x in points for index, _ in x.entries]
    if len(set(indices)) == len(indices):  # no two have a coordinate in common
        return ""
    if len(points) > MAX_MULTIPLIED:
        return f"whether {len(points):,} points are orthogonal was not looked at"
    pairs = ((k, n) for n in range(len(points)) for k in range(n) if points[k].dot(points[n]))
    return next((f"the points of rounds {k + 1:,} and {n + 1:,} are not orthogonal" for k, n in pairs), "")


def by_order(table: "ConceptClass", rounds: Sequence[Any]) -> Forced:
    """Return what points of a class force in this order, with a mistake tree along it."""
    points = list(dict.fromkeys(rounds))
    if len(points) > MAX_ORDERED or table.size * table.points > MAX_LABELS:
        return Forced(reason=f"with {len(points):,} points and {table.size:,} concepts, no tree was looked for")

    @cache
    def deepest(space: int, number: int) -> "tuple[int, Tree]":
        """Return the deepest tree that is complete and whose points are those from a number on."""
        first = (space & -space).bit_length() - 1
        if number == len(points) or space.bit_count() == 1:
            return 0, first
        sides = [table.restrict(space, points[number], label) for label in (-1, 1)]
        below = [deepest(side, number + 1) for side in sides if side]
        if len(below) > 1 and below[0][0] == below[1][0]:
            return below[0][0] + 1, (points[number], below[0][1], below[1][1])
        return max(below, key=lambda deep: deep[0], default=(0, first))

    mistakes, tree = deepest(table.everything, 0)
    return Forced(mistakes, tree) if mistakes else Forced(reason="no point of it splits the class")
