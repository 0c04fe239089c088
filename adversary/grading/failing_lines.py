"""The lines of a submission's own file around the one where it failed."""

import re
from pathlib import Path

from learners.loading.code_file import NOTEBOOK, code_cells
from proofs.exact.errors import InputError

AROUND = 3
"""Lines before and after it."""

MAX_FILE = 1 << 20
"""Of a file that is looked into."""


def failing_lines(path: Path, told: str) -> tuple[str, ...]:
    """Return the lines around the one that a fault or a problem names, numbered; ">" marks that one.

    What names it comes from the submission's process, and may be any line of its file; if there is none, nothing is
    returned.
    """
    # "… (student.py, line 3)" at the end, or "student.py, line 3: …"; a notebook has a cell, too
    place = re.compile(rf"{re.escape(path.name)}, (?:cell ([0-9]{{1,6}}), )?line ([0-9]{{1,6}})(?:\)$|: )")
    if not (found := list(place.finditer(told))):
        return ()
    cell, line = found[-1].groups()
    number, lines = int(line), _lines(path, cell)
    if not 1 <= number <= len(lines):
        return ()
    first, last = max(number - AROUND, 1), min(number + AROUND, len(lines))
    width = len(str(last))
    return tuple(
        f"{'>' if shown == number else ' '} {shown:>{width}} | {lines[shown - 1]}" for shown in range(first, last + 1)
    )


def imports_random(path: Path) -> bool:
    """Tell whether a file, or a cell of a notebook, has a line that imports the module ``random``."""
    pattern = re.compile(
        r"^ *(?:import\b(?: *[\w.]+(?: as \w+)? *,)* *random\b(?!\.)|from +random +import\b)", re.MULTILINE
    )
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE:
            return False
        notebook = path.suffix == NOTEBOOK
        texts = [cell.code for cell in code_cells(path)] if notebook else [path.read_text("utf-8", "replace")]
    except (OSError, InputError):
        return False
    return any(map(pattern.search, texts))


def _lines(path: Path, cell: str | None) -> list[str]:
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE:
            return []
        if path.suffix == NOTEBOOK:
            return next((found.text.splitlines() for found in code_cells(path) if str(found.number) == cell), [])
        return path.read_bytes().decode(errors="replace").splitlines() if cell is None else []
    except (OSError, InputError):
        return []
