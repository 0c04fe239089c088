"""Tables as CSV for spreadsheets."""

import csv
from fractions import Fraction
from io import StringIO
from pathlib import Path

from adversary.files import write_new
from adversary.views.cells import Table, Value
from proofs.exact.errors import one_line

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a cell begins with that a spreadsheet calculates, in ASCII or in full width."""


def write_csv(path: str | Path, table: Table) -> None:
    """Write a line with the titles, and a line a row; the file appears when it is complete, or not at all.

    Nothing stands where nothing is known.

    Raises:
        InputError: it cannot be written there.

    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([inert(title) for title in table.titles])
    writer.writerows([[_cell(cell) for cell in row] for row in table.rows])
    write_new(path, text.getvalue())


def inert(text: str) -> str:
    """Return any text as one that a spreadsheet shows and does not calculate."""
    line = one_line(text)
    return f"'{line}" if line.startswith(_FORMULA) else line


def _cell(cell: Value) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if cell is None or isinstance(cell, int | Fraction):
        return "" if cell is None else str(cell)
    return inert(str(cell))
