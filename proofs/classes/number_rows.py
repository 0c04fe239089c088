"""Rows of numbers from a CSV file, exactly."""

import csv
import io
import re
from fractions import Fraction
from pathlib import Path

from proofs.exact.errors import InputError, refusal_of
from proofs.exact.rationals import Rational, read_rational, simplest

MAX_BYTES = 64 << 20
"""The size of the largest file that is read, here and elsewhere."""

MAX_EXPONENT = 400
"""The size of an exponent: floats have smaller ones."""

_SCIENTIFIC = re.compile(r"(?P<digits>[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))[eE](?P<exponent>[-+]?[0-9]{1,4})")


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
        return [simplest(_number(cell)) for cell in cells]
    except InputError as error:
        raise InputError(f"{path}, line {line}: {error}") from None


def _number(cell: str) -> Fraction:
    match = _SCIENTIFIC.fullmatch(cell.strip())
    if match is None or abs(int(match["exponent"])) > MAX_EXPONENT:
        return read_rational(cell)
    return read_rational(match["digits"].replace("+", "")) * Fraction(10) ** int(match["exponent"])
