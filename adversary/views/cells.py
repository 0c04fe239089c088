"""Texts, tables and trees, and their output to terminals, notebooks and spreadsheets.

A text is one printable line. Names, scripts, messages and players' words are untrusted. Only this module hands texts to
rich, and it passes each of them through ``line``. So a file cannot write lines in our name by a newline, an escape
code, rich's own markup or a bidirectional override.
"""

import csv
import html
import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
from shutil import get_terminal_size

import rich.table
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, JustifyMethod, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from adversary.files import write_new
from proofs.exact.errors import one_line

MAX_CELL = 1 << 16
"""Characters of a cell: a witness may be long, and a name that is longer is not a name."""

SHORT = 8
"""Characters of a title that does not wrap; a column of texts is twice as wide, if they are."""

MAX_CODE = 160
"""Characters of a line of code."""

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write."""

Cell = str | Text
"""A text of anybody's, or what ``line`` and ``joined`` have made of texts."""

Value = Cell | int | Fraction | None
"""A cell of a table; those for programs have numbers, and nothing where nothing is known."""

Renderable = RenderableType
"""What ``render`` takes, and ``stack``, ``Table`` and ``tree`` make."""


def line(text: str, style: str = "") -> Text:
    """Return any text as one printable line."""
    return Text(one_line(text, MAX_CELL), style)


def code(text: str) -> Text:
    """Return any line of code as one printable line that keeps its indentation."""
    return Text(code_line(text))


def block(lines: Iterable[str]) -> Text:
    """Return lines of code to be copied: none is broken."""
    return Text("\n".join(map(code_line, lines)), no_wrap=True, overflow="ignore")


def code_line(text: str) -> str:
    """Return any line of code as one printable line, with its indentation as spaces."""
    words = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text.expandtabs(4).rstrip())
    return words if len(words) <= MAX_CODE else f"{words[: MAX_CODE - 1]}…"


def joined(pieces: Iterable[Cell], between: str) -> Text:
    """Join the pieces that are not empty; ``between`` may contain a newline."""
    return Text(between).join([words for piece in pieces if (words := _text(piece))])


def indented(what: Renderable) -> Renderable:
    """Return a table, or any text as a paragraph, so that none of its lines can look like a line of ours."""
    return Padding(line(what) if isinstance(what, str) else what, (0, 0, 0, 2))


def stack(*parts: "Cell | Renderable") -> Renderable:
    """Stack texts, tables and trees vertically."""
    return Group(*(line(part) if isinstance(part, str) else part for part in parts))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a ``Table``, at least ``least`` wide, whose cells wrap where there is no room for them."""

    title: str = ""
    right: bool = False
    style: str = ""
    least: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table: a row is as long as there are columns. It has a head if its columns have titles.

    Its first columns, ``names`` of them, name a row: they come again where the others do not fit in a line.

    What it becomes is for its backends: ``render`` and ``to_html``, ``markdown_table``, ``latex_table``, ``write_csv``.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    title: str = ""
    names: int = 1

    @property
    def titles(self) -> list[str]:
        """Return the titles of the columns; an empty list if no column has one."""
        titles = [column.title for column in self.columns]
        return titles if any(titles) else []

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table; one that is too wide as several, each with some of the columns."""
        if self.title:
            yield line(self.title, "table.title")
        cells = [[line(c.title), *(_text(row[place]) for row in self.rows)] for place, c in enumerate(self.columns)]
        gap, room = (3 if self.titles else 2), options.max_width
        sizes = [_size(column, texts, room) for column, texts in zip(self.columns, cells, strict=True)]
        parts = [list(range(self.names))]
        for place in range(self.names, len(self.columns)):
            if len(parts[-1]) > self.names and sum(sizes[one][0] + gap for one in (*parts[-1], place)) - gap > room:
                parts.append(list(range(self.names)))
            parts[-1].append(place)
        for part in parts:
            table = rich.table.Table(
                box=SIMPLE_HEAD if self.titles else None, show_header=bool(self.titles), show_edge=False, pad_edge=False
            )
            widths = {place: min(sizes[place][1], room) for place in part}
            while sum(widths.values()) + gap * (len(part) - 1) > max(room, (gap + 1) * len(part)):
                loose = [place for place in part if widths[place] > sizes[place][0]]
                loose = loose or [place for place in part[self.names :] if widths[place] > room // 3] or part
                widths[max(loose, key=widths.__getitem__)] -= 1
            for place in part:
                right, style = self.columns[place].right, self.columns[place].style
                justify: JustifyMethod = "right" if right else "left"
                table.add_column(cells[place][0], justify=justify, overflow="fold", style=style, width=widths[place])
            for row in range(1, len(self.rows) + 1):
                table.add_row(*(cells[place][row] for place in part))
            yield table if part is parts[0] else Padding(table, (1, 0, 0, 0))


def _size(column: Column, cells: Sequence[Text], room: int) -> tuple[int, int]:
    """Return how wide the words of a column are, which do not wrap, and its lines; what is short is one word."""
    words = [max(map(cell_len, re.findall(r"^ *\S+|\S+", cell.plain)), default=0) for cell in cells]
    lines = [max(map(cell_len, cell.plain.split("\n"))) for cell in cells]
    widest = (
        max(words[0], min(lines[0], SHORT), *lines[1:]) if column.right else max(*words, min(max(lines), 2 * SHORT), 0)
    )
    return max(column.least, min(widest, 2 * room // 3)), max(column.least, *lines)


def columns(*titles: str, right: Collection[str] = ()) -> list[Column]:
    """Return columns that wrap, some of them aligned to the right."""
    return [Column(title, right=title in right) for title in titles]


def tree(title: Cell, lines: Iterable[tuple[Hashable, Hashable, Cell]]) -> Renderable:
    """Return a tree of lines: of each its key, that of the line which it is below (``None``: the title), and a text."""
    branches: dict[Hashable, Tree] = {None: Tree(_text(title), guide_style="dim")}
    for key, above, text in lines:
        branches[key] = branches[above].add(_text(text))
    return branches[None]


def details_table(rows: Iterable[tuple[str, str]], least: int = 0) -> Table:
    """Return a table of titles, ``least`` wide, and texts; equal titles in a row appear once, leading blanks indent."""
    cells, last = list[tuple[Text, str]](), ""
    for title, text in rows:
        cell = line("" if title == last else title)
        cell.pad_left(len(title) - len(title.lstrip(" ")))
        cells.append((cell, text))
        last = title
    return Table((Column(style="dim", least=least), Column()), cells)


def render(*what: Renderable, width: int | None = None) -> str:
    """Return the text for a terminal or, without one or for a given width, plain lines.

    Without a terminal the width is that of COLUMNS, or 80.
    """
    console = Console(highlight=False, force_terminal=False if width else None, force_jupyter=False)
    if not console.is_terminal:
        width = width or get_terminal_size().columns
        console = Console(highlight=False, width=width, no_color=True, force_terminal=False, force_jupyter=False)
    with console.capture() as capture:
        console.print(stack(*what), crop=False)
    text = capture.get()
    return text if console.is_terminal else "".join(f"{row.rstrip()}\n" for row in text.split("\n")[:-1])


def to_html(*what: Renderable) -> str:
    """Return tables and texts as HTML for a notebook."""
    return "".join(map(_html, what))


def _html(part: Renderable) -> str:
    if isinstance(part, Group):
        return to_html(*part.renderables)
    if isinstance(part, Padding):
        return _html(part.renderable)
    if isinstance(part, Table):
        head = [[_html_cell("th", place, place.title) for place in part.columns]] if part.titles else []
        body = [
            [_html_cell("th" if c.style else "td", c, t) for c, t in zip(part.columns, row, strict=True)]
            for row in part.rows
        ]
        rows = [f"<tr>{''.join(row)}</tr>" for row in (*head, *body)]
        return f"<table>{''.join(rows)}</table>"
    tag = "pre" if isinstance(part, Text) and part.no_wrap else "p"
    return f"<{tag}>{html.escape(str(part))}</{tag}>" if str(part) else ""


def _html_cell(tag: str, place: Column, cell: Value) -> str:
    """Return a cell; a column in a style is one of titles."""
    align = "" if place.right else ' style="text-align:left"'
    text = html.escape(str(_text(cell))).replace("\n", "<br>")
    return f"<{tag}{align}>{text}</{tag}>"


def _text(cell: Value) -> Text:
    return cell if isinstance(cell, Text) else line("" if cell is None else str(cell))


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a cell begins with that a spreadsheet calculates, in ASCII or in full width."""


def write_csv(path: str | Path, table: Table) -> None:
    """Write a table as CSV: the titles, then the rows. The file appears when it is complete, or not at all.

    A cell is empty where nothing is known.

    Raises:
        InputError: it cannot be written there.

    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([inert(title) for title in table.titles])
    writer.writerows([[_csv_cell(cell) for cell in row] for row in table.rows])
    write_new(path, text.getvalue())


def inert(text: str) -> str:
    """Return any text in a form that a spreadsheet does not treat as a formula."""
    line = one_line(text)
    return f"'{line}" if line.startswith(_FORMULA) else line


def _csv_cell(cell: Value) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if cell is None or isinstance(cell, int | Fraction):
        return "" if cell is None else str(cell)
    return inert(str(cell))
