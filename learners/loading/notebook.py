"""The code of a Jupyter notebook, cell by cell, without outputs."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from proofs.exact.errors import InputError

SUFFIX = ".ipynb"

_PYTHON_MAGICS = frozenset({"capture", "prun", "time", "timeit"})
"""Magics of a whole cell whose other lines are Python; other cells with one are in another language."""

_MAGIC = re.compile(r"(\s*)(?:[%!?]|[\w.]+\?|(?:[\w.]+\s*=\s*)[%!]).*")
"""A line for the notebook alone: ``%magic``, ``!command``, ``?help``, ``help?``, ``name = !command``."""


class CodeCell(NamedTuple):
    """A cell with code: its number among these, from 1, what stands there, and the Python of it, line for line."""

    number: int
    text: str
    code: str


def code_cells(path: Path) -> list[CodeCell]:
    """Return the cells with code. Raises InputError if the file is not a notebook of version 4."""
    try:
        found = json.loads(path.read_bytes())
        texts = [_source(cell) for cell in found["cells"] if cell["cell_type"] == "code"]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise InputError(f"{path} is not a Jupyter notebook: save it as one of version 4, or as a .py file") from None
    return [CodeCell(number, text, _python(text)) for number, text in enumerate(texts, 1)]


def _source(cell: dict[str, Any]) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def _python(text: str) -> str:
    """Return a cell without what only a notebook understands; every other line keeps its number.

    A line that begins with % may be Python, too, in the middle of an expression: so nothing is left out of a cell that
    is Python as it stands.
    """
    if _is_python(text):
        return text
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        name = (lines[first][2:].split() or [""])[0]
        if name not in _PYTHON_MAGICS:
            return ""
        lines[first] = ""
        if _is_python("\n".join(lines)):
            return "\n".join(lines)
    return "\n".join([f"{found[1]}pass" if (found := _MAGIC.fullmatch(line)) else line for line in lines])


def _is_python(text: str) -> bool:
    try:
        compile(text, "cell", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
