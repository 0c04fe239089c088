"""Rows of numbers and labeled samples from CSV files, exactly."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofs.exact.errors import InputError, counted, refusal_of
from proofs.exact.rationals import Rational, read_rational, simplest
from proofs.exact.vectors import Vector, vector

MAX_BYTES = 64 << 20
"""The size of the largest file that is read, here and elsewhere."""

_SIGNS = {"1": 1, "+1": 1, "+": 1, "-1": -1, "-": -1, "−1": -1, "−": -1}


def csv_rows(path: str | Path, what: str = "file") -> list[tuple[int, list[str]]]:
    """Return the line number and the cells of every row that is not empty.

    Raises:
        InputError: there is no such file, it is larger than ``MAX_BYTES``, or it is not CSV in UTF-8.

    """
    file = Path(path)
    try:
        if not file.is_file():
            raise InputError(
                f"{path}: " + ("it is not a regular file" if file.exists() else f"there is no such {what}")
            )
        if file.stat().st_size > MAX_BYTES:
            raise InputError(f"{path} is larger than {MAX_BYTES >> 20} MiB")
        reader = csv.reader(io.StringIO(file.read_text(encoding="utf-8-sig")))
        return [(reader.line_num, cells) for cells in reader if cells]
    except OSError as error:
        raise refusal_of(f"{path} cannot be read", error) from None
    except (csv.Error, UnicodeDecodeError):
        raise InputError(f"{path} is not a CSV file in UTF-8") from None


def numbers_in(cells: list[str], path: str | Path, line: int) -> list[Rational]:
    """Read cells like 5.1, 3/5 or 3.7e-05 exactly. Raises InputError with the place."""
    try:
        return [simplest(read_rational(re.sub(r"^\s*\+(?=[0-9.])", "", cell))) for cell in cells]
    except InputError as error:
        raise InputError(f"{path}, line {line}: {error}") from None


@dataclass(frozen=True, slots=True)
class LabeledData:
    """Points with labels ±1, in a dimension; ``names`` say what −1 and +1 are called in the file."""

    examples: tuple[tuple[Vector, int], ...]
    dimension: int
    names: tuple[str, str]


def read_sample(path: str | Path, *, constant: bool = False) -> LabeledData:
    """Read labeled points from a CSV file: rationals like 5.1 or 3/5, read exactly, and a label in the last column.

    A first row without a single number before its label is a header; a number may have an exponent, as in 3.7e-05.
    Labels are 1 and -1, 0 and 1, or any two names, of which the first in alphabetical order is −1. ``constant`` adds a
    last coordinate 1, so that a halfspace through the origin can do with a threshold.

    Raises:
        InputError: the file cannot be read, with the line; or it has more than two labels, or no examples.

    """
    rows = csv_rows(path)
    if len(rows) > 1 and len(rows[0][1]) > 1 and not any(map(_is_number, rows[0][1][:-1])):
        rows = rows[1:]
    return _sample(rows, path, constant=constant)


def sample_of(points: Iterable[Iterable[Any]], labels: Iterable[Any], *, constant: bool = False) -> LabeledData:
    """Return points with their labels as ``read_sample`` reads them; a float counts as its shortest decimal.

    Raises:
        InputError: these are not as many labels as points, or a point is not a row of numbers.

    """
    try:
        pairs = list(zip([list(point) for point in points], labels, strict=True))
    except (TypeError, ValueError):
        raise InputError("labeled data are rows of numbers, and as many labels as rows") from None
    rows = [(number, [str(value) for value in (*point, label)]) for number, (point, label) in enumerate(pairs, 1)]
    return _sample(
        [(number, [*cells[:-1], cells[-1].removesuffix(".0")]) for number, cells in rows], "the data", constant=constant
    )


def _sample(rows: list[tuple[int, list[str]]], path: str | Path, *, constant: bool) -> LabeledData:
    if not rows:
        raise InputError(f"{path} has no examples")
    width = len(rows[0][1])
    labels = sorted({cells[-1].strip() for _, cells in rows})
    signs = _signs_of(labels, str(path))
    examples = []
    for line, cells in rows:
        if len(cells) != width or width < 2:  # noqa: PLR2004 - a coordinate and a label
            wanted = max(width, 2)
            raise InputError(
                f"{path}, line {line}: {counted(len(cells), 'cell')} where there should be {wanted}, the last the label"
            )
        values = numbers_in(cells[:-1], path, line)
        examples.append((vector(enumerate([*values, *([1] if constant else [])])), signs[cells[-1].strip()]))
    names = {sign: name for name, sign in signs.items()}
    return LabeledData(tuple(examples), width - 1 + constant, (names.get(-1, "-1"), names.get(1, "1")))


def _is_number(cell: str) -> bool:
    """Tell whether a cell is a number, or something like one, so that it names nothing."""
    return not cell.strip() or cell.strip().lower() in ("nan", "inf", "-inf") or cell.strip()[:1] in "0123456789.+-"


def _signs_of(labels: list[str], path: str) -> dict[str, int]:
    if all(label in _SIGNS for label in labels):
        return {label: _SIGNS[label] for label in labels}
    if len(labels) == 2:  # noqa: PLR2004 - that is what labels are
        return {labels[0]: -1, labels[1]: 1}
    examples = ", ".join(repr(label[:20]) for label in labels[:3])
    raise InputError(f"{path}: the last column should have two labels, 1 and -1 or two names, but has {examples}, …")
