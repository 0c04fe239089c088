"""Halfspaces with a margin on finitely many rational points: ``margin-halfspaces:points.csv?margin=1/3``."""

from collections.abc import Sequence
from fractions import Fraction

from proofs.classes.catalog import MARGIN_CLASSES
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin
from proofs.exact.rationals import Rational, read_margin_squared, read_rational
from proofs.exact.samples import csv_rows, numbers_in
from proofs.exact.vectors import Target, Vector, vector

MAX_MARGIN_POINTS = 64
"""Points that a file may have: there are hardly more labelings of them than can be listed."""


def margin_halfspaces(
    points: Sequence[Sequence[Rational]], margin_squared: Fraction, name: str = MARGIN_CLASSES
) -> ConceptClass:
    """Return every labeling of the points that some v, ‖v‖ ≤ 1, explains with y⟨v,x⟩ ≥ δ, named by such an exact v.

    ``points`` are rows of rationals, all of one length; δ² is ``margin_squared``.

    Raises:
        InputError: there are no points, their lengths differ, δ is not above 0, or no labeling has the margin.

    """
    if any(len(point) != len(points[0]) for point in points):
        raise InputError(f"{name}: the points have different numbers of coordinates")
    found = margin_labelings([vector(enumerate(point)) for point in points], margin_squared)
    if not found:
        raise InputError(f"{name}: no labeling has margin² {margin_squared}, so the class is empty")
    point_names = [_tuple_text(point) for point in points]
    if len(set(point_names)) < len(point_names):
        raise InputError(f"{name}: a point appears twice")
    rows, names = [], []
    for labels, target in found:
        rows.append(sum(1 << point for point, label in enumerate(labels) if label == 1))
        direction = _tuple_text(target.direction.coordinates(len(points[0])))
        names.append(f"√({target.scale_squared})·{direction}")
    return class_of_rows(name, rows, point_names, names, points)


def _tuple_text(values: Sequence[Rational]) -> str:
    return f"({', '.join(map(str, values))})"


def read_margin_class(text: str) -> ConceptClass:
    """Return the class of ``margin-halfspaces:FILE?margin=1/3`` (or ``?margin_squared=1/9``).

    The file is CSV: a point a row, its coordinates rationals like 3/5 or 0.6.

    Raises:
        InputError: the file cannot be read, or has something else; or no margin is given.

    """
    path, _, parameter = text.removeprefix(f"{MARGIN_CLASSES}:").partition("?")
    key, _, value = parameter.partition("=")
    if not path or key not in ("margin", "margin_squared"):
        raise InputError(f"write it like {MARGIN_CLASSES}:points.csv?margin=1/3 or …?margin_squared=1/9, not {text!r}")
    margin_squared = read_margin_squared(value) if key == "margin" else read_rational(value)
    rows = csv_rows(path, "file of points")
    if len(rows) > MAX_MARGIN_POINTS:
        raise InputError(f"{path} has more than {MAX_MARGIN_POINTS} points")
    return margin_halfspaces([numbers_in(cells, path, line) for line, cells in rows], margin_squared, text)


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
