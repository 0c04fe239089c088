"""Markdown that no foreign text can break out of.

A character reference such as ``&#42;`` is text to every Markdown, never a mark, so that is how marks are written.
"""

import re
from collections.abc import Iterable

from adversary.views.cells import Table
from proofs.exact.errors import one_line

_MARKS = str.maketrans({mark: f"&#{ord(mark)};" for mark in "\\`*_[]{}<>&#|~$^!@"})

MAX_TEXT = 400
"""Characters of a text that are kept, unless more are asked for."""


def inline(text: str, most: int = MAX_TEXT) -> str:
    """Return any text as one line of Markdown that shows just that text."""
    line = one_line(text, most).translate(_MARKS).replace("://", "&#58;//")
    # a list's bullet or number; an address that GitHub makes a link without any mark
    return re.sub(r"(?i)^[-+=:]|(?<=^[0-9])[.)]|^[0-9](?=[0-9]+[.)])|(?<=www)\.", _reference, line)


def _reference(mark: re.Match[str]) -> str:
    return f"&#{ord(mark[0])};"


def markdown_table(table: Table) -> str:
    """Return a table; nothing for one without rows."""
    shown = [f"| {' | '.join([inline(str(cell)) for cell in line])} |" for line in (table.titles, *table.rows)]
    return "\n".join([shown[0], f"|{' --- |' * len(table.columns)}", *shown[1:]]) if table.rows else ""


def code_block(lines: Iterable[str]) -> str:
    """Return lines, whatever is in them, as an indented block, which ends only where a line is not indented."""
    return "\n".join([f"    {one_line(line) or ' '}" for line in lines])


def listing(lines: Iterable[str]) -> str:
    """Return lines that ``code_line`` has made as such a block; they keep their indentation."""
    return "\n".join([f"    {line or ' '}" for line in lines])


def paragraphs(*blocks: str) -> str:
    """Join blocks with an empty line between them, without the empty ones."""
    return "\n\n".join([block for block in blocks if block])
