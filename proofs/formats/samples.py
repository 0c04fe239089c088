"""Labeled data from a CSV file, exactly: a point a row, its label in the last column."""

from dataclasses import dataclass
from pathlib import Path

from proofs.classes.number_rows import csv_rows, numbers_in
from proofs.exact.errors import InputError, counted
from proofs.exact.vectors import Vector, vector

_SIGNS = {"1": 1, "+1": 1, "+": 1, "-1": -1, "-": -1, "−1": -1, "−": -1}


@dataclass(frozen=True, slots=True)
class Sample:
    """Points with labels ±1, in a dimension; ``names`` say what −1 and +1 are called in the file."""

    examples: tuple[tuple[Vector, int], ...]
    dimension: int
    names: tuple[str, str]


def read_sample(path: str | Path, *, constant: bool = False) -> Sample:
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
    return Sample(tuple(examples), width - 1 + constant, (names.get(-1, "-1"), names.get(1, "1")))


def _is_number(cell: str) -> bool:
    """Tell whether a cell is a number, or something like one, so that it names nothing."""
    return not cell.strip() or cell.strip().lower() in ("nan", "inf", "-inf") or cell.strip()[:1] in "0123456789.+-"


def _signs_of(labels: list[str], path: str) -> dict[str, int]:
    if all(label in _SIGNS for label in labels):
        return {label: _SIGNS[label] for label in labels}
    if len(labels) == 2:  # noqa: PLR2004 - that is what labels are
        return {labels[0]: -1, labels[1]: 1}
    shown = ", ".join(repr(label[:20]) for label in labels[:3])
    raise InputError(f"{path}: the last column should have two labels, 1 and -1 or two names, but has {shown}, …")
