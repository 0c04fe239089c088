"""The style of figures for papers, which matplotlib draws, and their files: PDF, SVG or PNG."""

import io
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.files import write_new
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

FORMATS = ("pdf", "png", "svg")

PIXELS = 96
"""An inch has so many of a drawing's pixels."""

MAX_INCHES = 200
"""Of a PDF's page, says its specification; a PNG of that size has 40,000 pixels."""

FONT = "DejaVu Sans"
"""It comes with matplotlib, so that a figure looks the same everywhere, and has the signs of mathematics."""

STYLE: Any = {
    "font.family": FONT,
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
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


def format_of(output: str | Path) -> str:
    """Return the format that a file's name asks for. Raises InputError if there is no such format."""
    ending = Path(output).suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        raise InputError(f"cannot draw {output}: a figure is a .pdf, .png or .svg")
    return ending


def require_matplotlib(ending: str) -> None:
    """Raise InputError if matplotlib is missing, which draws this figure."""
    if find_spec("matplotlib") is None:
        raise InputError(f"cannot draw this .{ending}: it needs matplotlib; type pip install matplotlib")


def write_figure(output: str | Path, draw: Callable[["Figure"], None], width: float = 5.5, height: float = 3.4) -> None:
    """Draw a figure of a given size in inches with ``draw``, and write it completely or not at all.

    Raises:
        InputError: the name asks for another format, nothing can be written there, or matplotlib is missing.

    """
    write_new(output, figure_bytes(format_of(output), draw, width, height))


def figure_bytes(ending: str, draw: Callable[["Figure"], None], width: float, height: float) -> bytes:
    """Draw a figure of a given size in inches with ``draw``, and return its bytes in one of the formats.

    Whatever texts it is given are text, and no mathematics of matplotlib's: they may come from anybody.

    Raises:
        InputError: matplotlib is missing.

    """
    require_matplotlib(ending)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    written = io.BytesIO()
    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        make_inert(figure)
        figure.savefig(written, format=ending, dpi=200, metadata=_METADATA[ending])
    return written.getvalue()


def make_inert(artist: "Artist") -> None:
    """Make every text of a figure literal: no mathematics, and escapes for characters that the font lacks."""
    from matplotlib.text import Text

    known = _characters()
    for text in artist.findobj(Text):
        if isinstance(text, Text) and (shown := text.get_text()):  # ticks have none yet, and make their own
            text.set_parse_math(False)
            text.set_text("".join(c if c == "\n" or ord(c) in known else ascii(c)[1:-1] for c in shown))


@cache
def _characters() -> frozenset[int]:
    from matplotlib.font_manager import findfont, get_font

    return frozenset(get_font(findfont(FONT)).get_charmap())
