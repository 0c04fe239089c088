"""All labelings of finitely many points that halfspaces with a margin explain."""

from collections.abc import Sequence
from fractions import Fraction

from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector


def margin_labelings(points: Sequence[Vector], margin_squared: Fraction) -> list[tuple[tuple[int, ...], Target]]:
    """Return every labeling of the points that some v, ‖v‖² ≤ 1, explains with margin δ, and such a v for each.

    The margin is y⟨v,x⟩ ≥ δ on every point, not divided by ‖x‖, and is given as δ² = ``margin_squared``. The v returned
    has norm 1 and the largest margin there is. Labelings are tuples of 1 and -1, in the order of the points, and sorted
    with 1 before -1. Equal points get equal labels, and a point of norm below δ leaves no labeling.

    Raises:
        InputError: there are no points, or δ² is not above 0.

    """
    if not points:
        raise InputError("there are no points to label; give at least one")
    if margin_squared <= 0:
        raise InputError(f"the margin should be above 0, but its square is {margin_squared}")
    if any(x.norm_squared() < margin_squared for x in points):
        return []
    half = []
    # The largest margin only falls as points are added, so what fails on the first few is not extended. A labeling and
    # its opposite are explained by v and -v: only those are searched that begin with 1.
    pending: list[tuple[tuple[int, ...], Target | None]] = [((1,), None)]
    while pending:
        labels, target = pending.pop()
        target = _explained(points, labels, target, margin_squared)
        if target is None:
            continue
        if len(labels) == len(points):
            half.append((labels, target))
        else:
            pending += [((*labels, label), target) for label in (-1, 1)]
    return half + [_opposite(*found) for found in reversed(half)]


def _explained(
    points: Sequence[Vector], labels: tuple[int, ...], before: Target | None, margin_squared: Fraction
) -> Target | None:
    """Return the v of norm 1 with the largest margin on the points labeled so far, if that is at least δ.

    ``before`` is it for all but the last of the labels. Its direction w is the shortest with y⟨w,x⟩ ≥ 1 on those, and
    so stays the shortest where the last point has that, too.
    """
    if before and before.direction.dot(points[len(labels) - 1]) * labels[-1] >= 1:
        return before
    found = best_margin(list(zip(points, labels, strict=False)))
    return found.target() if isinstance(found, Separable) and found.margin_squared >= margin_squared else None


def _opposite(labels: tuple[int, ...], target: Target) -> tuple[tuple[int, ...], Target]:
    direction = Vector(tuple([(index, -value) for index, value in target.direction.entries]))
    return tuple([-label for label in labels]), Target(direction, target.scale_squared)
