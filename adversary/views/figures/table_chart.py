"""A chart that is a table: rows and columns with names, and in each cell a number or a sign, readable without color."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from adversary.views.figures.drawing import (
    INK,
    PAPER,
    PROSE,
    RULE,
    SMALL,
    SOFT,
    WIDE,
    Box,
    Drawing,
    Item,
    Words,
    short_names,
    small_print,
)

CELL, ROW = 54.0, 34.0
"""Pixels of a cell, across (at least) and down."""

ABOVE = "#fdbe85"
"""The ground of cells that are above a bound."""

NAME = 12.0
"""Size of the names."""

BELOW = 9.5
"""Size of what stands below in a cell."""

NARROWEST = 560.0
"""Pixels of a table with its notes, at least."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of the table; ``alarm`` has a thick frame and bold letters, ``hatched`` oblique lines."""

    text: str = ""
    below: str = ""
    fill: str = PAPER
    alarm: bool = False
    hatched: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its name, a cell a column, and what is said at its end."""

    name: str
    cells: tuple[TableCell, ...]
    end: str = ""


def table_chart(
    title: str, says: str, columns: Sequence[str], rows: Sequence[TableRow], notes: Sequence[str]
) -> Drawing:
    """Draw the table; ``notes`` stand below. The columns' names rise above them."""
    heads, names = short_names(columns), short_names([row.name for row in rows])
    left = 24 + WIDE * NAME * max(map(cell_len, names), default=0)
    rise = WIDE * NAME * max(map(cell_len, heads), default=0)
    cell_width = max([CELL, *(_room(cell) for row in rows for cell in row.cells)])
    top, right = 18 + 0.75 * rise, left + cell_width * len(columns)
    items, frames = list[Item](), list[Item]()
    for number, (head, name) in enumerate(zip(heads, columns, strict=True)):
        x = left + cell_width * (number + 0.5)
        items.append(Words(x, top - 8, head, NAME, turned=48, tip=name))
    y = top
    for name, row in zip(names, rows, strict=True):
        items.append(Words(left - 10, y + ROW / 2 + 4, name, NAME, "end", tip=row.name))
        for number, cell in enumerate(row.cells):
            (frames if cell.alarm else items).extend(_drawn(cell, left + cell_width * number, y, cell_width))
        if row.end:
            items.append(Words(right + 12, y + ROW / 2 + 4, row.end, SMALL, color=SOFT))
        y += ROW
    items += frames  # above those of their neighbors
    ends = max((WIDE * SMALL * cell_len(row.end) for row in rows), default=0)
    width = 12 + max(right + max(12 + ends, 0.75 * rise), NARROWEST)
    words, below = small_print(notes, y + 22, width)
    return Drawing(width, below, title, says, (*items, *words))


def _room(cell: TableCell) -> float:
    return 8 + PROSE * max(NAME * cell_len(cell.text), BELOW * cell_len(cell.below))


def _drawn(cell: TableCell, x: float, y: float, width: float) -> list[Item]:
    edge, thick = (INK, 2.5) if cell.alarm else (RULE, 1.0)
    items: list[Item] = [Box(x, y, width, ROW, cell.fill, edge, thick, cell.hatched, cell.tip)]
    middle, base = x + width / 2, y + ROW / 2 + (-1 if cell.below else 4)
    if cell.text:
        items.append(Words(middle, base, cell.text, NAME, "middle", INK, cell.alarm, tip=cell.tip))
    if cell.below:
        items.append(Words(middle, base + 13, cell.below, BELOW, "middle", SOFT, tip=cell.tip))
    return items
