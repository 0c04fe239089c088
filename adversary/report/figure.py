"""Figures for papers: matplotlib, in one style, written as PDF, SVG or PNG. Nothing exact is read off them."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.files import write_new
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("pdf", "png", "svg")

STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.fonttype": "none",  # text that can be read and searched
    "svg.hashsalt": "forced-mistakes",  # the same figure is the same file
    "pdf.fonttype": 42,
}

NO_DATE = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}


def format_of(output: str | Path) -> str:
    """Return the format that a file's name asks for. Raises InputError if there is no such format."""
    ending = Path(output).suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        raise InputError(f"cannot draw {output}: a figure is a .pdf, .png or .svg")
    return ending


def write_figure(output: str | Path, draw: Callable[["Figure"], None], width: float = 5.5, height: float = 3.4) -> None:
    """Let ``draw`` fill a figure so many inches wide and high, and write it: complete, or not at all.

    Raises:
        InputError: the name asks for another format, nothing can be written there, or matplotlib is missing.

    """
    ending = format_of(output)
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(f"cannot draw {output}: figures need matplotlib; pip install matplotlib") from None
    written = io.BytesIO()
    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        figure.savefig(written, format=ending, dpi=200, metadata=NO_DATE[ending])
    write_new(output, written.getvalue())
