"""The style of all figures, which matplotlib draws, and their files: PDF, SVG or PNG."""

import io
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

FORMATS = ("pdf", "png", "svg")

COLUMN = 5.5
"""Inches: a column of text on a page."""

MAX_INCHES = 200
"""Of a PDF's page, says its specification; a PNG of that size has 40,000 pixels."""

FONT = "DejaVu Sans"
"""It comes with matplotlib, so that a figure looks the same everywhere, and has the signs of mathematics."""

UNKNOWN_GLYPH = "Glyph .* missing from"
"""A warning: in SVG a reader's other fonts may have it, and elsewhere an escape is written."""

STYLE: Any = {
    "font.family": "sans-serif",  # which a reader of SVG without that font takes
    "font.sans-serif": [FONT],
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.hinting": "none",  # else small letters in a PNG are wider than their boxes
    "svg.fonttype": "none",  # text that can be read and searched
    "svg.hashsalt": "forced-mistakes",  # the same figure is the same file
    "pdf.fonttype": 42,
}

CREATOR = "Forced Mistakes (adversary)"
"""What a figure's metadata name as the program that has written it."""

_METADATA: Any = {
    "pdf": {"Creator": CREATOR, "CreationDate": None},
    "svg": {"Publisher": CREATOR, "Date": None},  # and matplotlib's version is the creator
    "png": {"Source": CREATOR},
}


ON_SCREEN = b'<svg style="max-width: 100%; height: auto" '
"""In place of the first tag of an SVG: a browser shrinks it to the width that there is."""

DARK = (
    b"<style>@media (prefers-color-scheme: dark) { svg { filter: invert(0.9) hue-rotate(180deg) } }"
    b" :root { color-scheme: light dark }</style><defs>"
)
"""Before the first definitions of an SVG: it has dark colors where the reader's system has."""


def format_of(output: str | Path) -> str:
    """Return the format that a file's name asks for. Raises InputError if there is no such format."""
    ending = Path(output).suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        raise InputError(f"cannot draw {output}: a figure is a .pdf, .png or .svg")
    return ending


def figure_bytes(ending: str, draw: Callable[["Figure"], None], width: float, height: float, title: str = "") -> bytes:
    """Draw a figure of a given size in inches with ``draw``, and return its bytes in one of the formats.

    Whatever texts it is given are text, and no mathematics of matplotlib's: they may come from anybody.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    file = io.BytesIO()
    with rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", UNKNOWN_GLYPH)
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        make_inert(figure, escape=ending != "svg")
        metadata = _METADATA[ending] | ({"Title": title} if title else {})
        figure.savefig(file, format=ending, dpi=200, metadata=metadata)
    content = file.getvalue()
    return content.replace(b"<svg ", ON_SCREEN, 1).replace(b"<defs>", DARK, 1) if ending == "svg" else content


def text_width(text: str, size: float) -> float:
    """Return how wide a line is, in points; of a character that the font lacks, at least what a terminal's cell is."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", UNKNOWN_GLYPH)
        font = FontProperties(family=FONT, size=size)
        width: float = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
    return width if text.isascii() else max(width, 0.6 * size * cell_len(text))


def make_inert(artist: "Artist", *, escape: bool = False) -> None:
    """Make every text of a figure literal: no mathematics and, to ``escape``, escapes for what the font lacks."""
    from matplotlib.text import Text

    for text in artist.findobj(Text):
        if isinstance(text, Text) and (content := text.get_text()):  # ticks have none yet, and make their own
            text.set_parse_math(False)
            if not escape:
                continue
            text.set_text("".join(c if c == "\n" or ord(c) in _characters() else ascii(c)[1:-1] for c in content))


@cache
def _characters() -> frozenset[int]:
    from matplotlib.font_manager import findfont, get_font

    return frozenset(get_font(findfont(FONT)).get_charmap())
