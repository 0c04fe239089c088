"""What views are made of, for terminals and notebooks: whatever text they are given comes out as one printable line.

Names of classes, points and labels, scripts, messages and players' words come from anybody. This module is the only one
that hands texts to rich, and each of them goes through ``line``; so no view can forget that a newline, an escape code,
rich's own markup or a bidirectional override would let a file write lines in our name.
"""

import html
import re
from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text
from rich.tree import Tree

from proofs.exact.errors import one_line

MAX_CELL = 1 << 16
"""Characters of a cell: a witness may be long, and a name that is longer is not a name."""

MAX_CODE = 160
"""Characters of a line of code."""

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write."""

Cell = str | Text
"""A text of anybody's, or what ``line`` and ``joined`` have made of texts."""

Renderable = RenderableType
"""What ``render`` takes, and ``stack``, ``Grid`` and ``Branch`` make."""


def line(text: str, style: str = "") -> Text:
    """Return any text as one printable line."""
    return Text(one_line(text, MAX_CELL), style)


def code(text: str) -> Text:
    """Return any line of code as one printable line that keeps its indentation."""
    return Text(code_line(text))


def code_line(text: str) -> str:
    """Return any line of code as one printable line, with its indentation as spaces."""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text.expandtabs(4).rstrip())
    return shown if len(shown) <= MAX_CODE else f"{shown[: MAX_CODE - 1]}…"


def joined(pieces: Iterable[Cell], between: str) -> Text:
    """Return pieces that are not empty as one text; ``between`` may also begin a new line."""
    return Text(between).join([shown for piece in pieces if (shown := _text(piece))])


def indented(text: str) -> Renderable:
    """Return any text as a paragraph no line of which begins where our own lines begin, where they have titles."""
    return Padding(line(text), (0, 0, 0, 2))


def stack(*parts: "Cell | Renderable") -> Renderable:
    """Return texts, tables and trees one below the other."""
    return Group(*(line(part) if isinstance(part, str) else part for part in parts))


def column(  # noqa: PLR0913 - one parameter for each property
    title: str = "",
    *,
    right: bool = False,
    fold: bool = False,
    no_wrap: bool = False,
    style: str = "",
    least: int | None = None,
) -> Column:
    """Return a column of a ``Grid``, ``least`` wide or wider; it folds words that are too long for it, or cuts them."""
    justify, overflow = "right" if right else "left", "fold" if fold else "ellipsis"
    return Column(line(title), justify=justify, overflow=overflow, no_wrap=no_wrap, style=style, min_width=least)  # type: ignore[arg-type]


class Grid:
    """A table; it has a head if its columns have titles."""

    def __init__(self, *columns: Column, title: str = "") -> None:
        headed = any(map(str, (found.header for found in columns)))
        self._table = Table(
            *columns,
            box=SIMPLE_HEAD if headed else None,
            show_header=headed,
            show_edge=False,
            pad_edge=False,
            title=line(title, "table.title") if title else None,
            title_justify="left",
        )

    def add_row(self, *cells: Cell) -> None:
        """Add a row."""
        self._table.add_row(*map(_text, cells))

    def __rich__(self) -> Table:
        return self._table

    def html(self) -> str:
        """Return it as an HTML table; a column in a style is one of titles."""
        columns = self._table.columns
        head = [_html_cell("th", found, found.header) for found in columns] if self._table.show_header else []
        body = [[_html_cell("th" if found.style else "td", found, cell) for cell in found.cells] for found in columns]
        rows = ["".join(row) for row in (head, *zip(*body, strict=True)) if row]
        return f"<table>{''.join([f'<tr>{row}</tr>' for row in rows])}</table>"


class Branch:
    """A tree, or a branch of one."""

    def __init__(self, label: Cell) -> None:
        self._tree = Tree(_text(label), guide_style="dim")

    def add(self, label: Cell) -> "Branch":
        """Add a branch, and return it."""
        below = Branch(label)
        self._tree.children.append(below._tree)
        return below

    def __rich__(self) -> Tree:
        return self._tree


def details_table(rows: Iterable[tuple[str, str]]) -> Grid:
    """Return titles with texts, a title once where it is the same; blanks before a title are an indentation."""
    table = Grid(column(style="dim", no_wrap=True), column(fold=True))
    last = ""
    for title, text in rows:
        shown = line("" if title == last else title)
        shown.pad_left(len(title) - len(title.lstrip(" ")))
        table.add_row(shown, text)
        last = title
    return table


def render(*what: Renderable) -> str:
    """Return the text that a terminal shows, or, where no terminal is, plain lines of at most 120 characters."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=120, no_color=True)
    with console.capture() as capture:
        console.print(stack(*what))
    text = capture.get()
    return text if console.is_terminal else "".join(f"{shown.rstrip()}\n" for shown in text.split("\n")[:-1])


def to_html(*what: Renderable) -> str:
    """Return tables and texts as HTML for a notebook."""
    return "".join(map(_html, what))


def _html(part: Renderable) -> str:
    if isinstance(part, Group):
        return to_html(*part.renderables)
    if isinstance(part, Padding):
        return _html(part.renderable)
    if isinstance(part, Grid):
        return part.html()
    return f"<p>{html.escape(str(part))}</p>" if str(part) else ""


def _html_cell(tag: str, place: Column, cell: RenderableType) -> str:
    left = "" if place.justify == "right" else ' style="text-align:left"'
    text = html.escape(str(cell)).replace("\n", "<br>")
    return f"<{tag}{left}>{text}</{tag}>"


def _text(cell: Cell) -> Text:
    return line(cell) if isinstance(cell, str) else cell
