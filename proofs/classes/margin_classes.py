"""Halfspaces with a margin on finitely many rational points: ``margin-halfspaces:points.csv?margin=1/3``."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.classes.margin_labelings import margin_labelings
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, read_margin_squared, read_rational, simplest
from proofs.exact.targets import Target
from proofs.exact.vectors import vector

PREFIX = "margin-halfspaces"

MOST_POINTS = 64
"""Points that a file may have: there are hardly more labelings of them than can be listed."""


@dataclass(frozen=True, slots=True)
class MarginClass:
    """The labelings that targets of norm at most 1 reach with the margin, and one such target for each concept."""

    concept_class: ConceptClass
    targets: tuple[Target, ...]


def margin_halfspaces(
    points: Sequence[Sequence[Rational]], margin_squared: Fraction, name: str = PREFIX
) -> MarginClass:
    """Return every labeling of the points that some v, ‖v‖ ≤ 1, explains with y⟨v,x⟩ ≥ δ, with an exact v for each.

    ``points`` are rows of rationals, all of one length; δ² is ``margin_squared``.

    Raises:
        InputError: there are no points, their lengths differ, δ is not above 0, or no labeling has the margin.

    """
    if any(len(point) != len(points[0]) for point in points):
        raise InputError(f"{name}: the points have different numbers of coordinates")
    found = margin_labelings([vector(enumerate(point)) for point in points], margin_squared)
    if not found:
        raise InputError(f"{name}: no labeling has margin² {margin_squared}, so the class is empty")
    rows = [sum(1 << point for point, label in enumerate(labels) if label == 1) for labels, _ in found]
    point_names = ["(" + ", ".join(str(value) for value in point) + ")" for point in points]
    if len(set(point_names)) < len(point_names):
        raise InputError(f"{name}: a point appears twice")
    names = [_name(target, len(points[0])) for _, target in found]
    return MarginClass(class_of_rows(name, rows, point_names, names, points), tuple([target for _, target in found]))


def read_margin_class(text: str) -> MarginClass:
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
    return margin_halfspaces(_read_points(path), margin_squared, text)


def _read_points(path: str) -> list[list[Rational]]:
    try:
        if not Path(path).is_file():
            raise InputError(f"{path}: there is no such file of points")
        points: list[list[Rational]] = []
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            for cells in reader:
                if cells:
                    points.append([_coordinate(cell, path, reader.line_num) for cell in cells])
                if len(points) > MOST_POINTS:
                    raise InputError(f"{path} has more than {MOST_POINTS} points")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (csv.Error, UnicodeDecodeError):
        raise InputError(f"{path} is no CSV file in UTF-8") from None
    return points


def _coordinate(cell: str, path: str, line: int) -> Rational:
    try:
        return simplest(read_rational(cell))
    except InputError as error:
        raise InputError(f"{path}, line {line}: {error}") from None


def _name(target: Target, dimension: int) -> str:
    return f"√({target.scale_squared})·({', '.join(map(str, target.direction.coordinates(dimension)))})"
