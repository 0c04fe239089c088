"""Halfspaces with a margin on finitely many rational points: ``margin-halfspaces:points.csv?margin=1/3``."""

from collections.abc import Sequence
from fractions import Fraction

from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.classes.margin_labelings import margin_labelings
from proofs.classes.number_rows import csv_rows, numbers_in
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, read_margin_squared, read_rational
from proofs.exact.vectors import vector

PREFIX = "margin-halfspaces"

MOST_MARGIN_POINTS = 64
"""Points that a file may have: there are hardly more labelings of them than can be listed."""


def margin_halfspaces(
    points: Sequence[Sequence[Rational]], margin_squared: Fraction, name: str = PREFIX
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
    path, _, parameter = text.removeprefix(f"{PREFIX}:").partition("?")
    key, _, value = parameter.partition("=")
    if not path or key not in ("margin", "margin_squared"):
        raise InputError(f"write it like {PREFIX}:points.csv?margin=1/3 or …?margin_squared=1/9, not {text!r}")
    margin_squared = read_margin_squared(value) if key == "margin" else read_rational(value)
    rows = csv_rows(path, "file of points")
    if len(rows) > MOST_MARGIN_POINTS:
        raise InputError(f"{path} has more than {MOST_MARGIN_POINTS} points")
    return margin_halfspaces([numbers_in(cells, path, line) for line, cells in rows], margin_squared, text)
