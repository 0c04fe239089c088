"""Files of games that are changed, shown as pages and drawn, for tests of views."""

import json
from pathlib import Path
from typing import Any

from adversary.views.figures.charts import Chart, chart_of, read_games
from adversary.views.game.files import view_file
from adversary.views.page.page import html_page


def changed(path: Path, line: int, **keys: Any) -> Path:
    """Give a line of a file other values, and return the file."""
    lines = path.read_text().splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | keys)
    path.write_text("\n".join(lines) + "\n")
    return path


def shown(path: Path) -> Path:
    """Write the page of a file beside it."""
    found = view_file(path, 60)
    page = path.with_suffix(".html")
    page.write_text(html_page(found.title, found.data))
    assert page.stat().st_size < 1_000_000
    return page


def drawn_of(*files: Path, chart: str | None = None) -> Chart:
    """Return the chart of files."""
    return chart_of(read_games(files, 60), chart)


def lines_of(drawn: Chart) -> dict[str, tuple[list[float], list[float]]]:
    """Return the lines of a chart by what the legend calls them."""
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    drawn.fill(axes)
    legend = axes.get_legend()
    assert legend is not None
    named = {str(line.get_label()): line for line in axes.get_lines()}
    texts = {text.get_text() for text in legend.get_texts()}
    assert texts <= {*named, *(str(found.get_label()) for found in axes.collections)}
    return {name: (_floats(line.get_xdata()), _floats(line.get_ydata())) for name, line in named.items()}


def _floats(values: Any) -> list[float]:
    return [float(value) for value in values]
