"""Files of games that are played, changed, shown as pages and drawn, for tests of views."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from adversary.game.play import play
from adversary.views.figures.charts import Chart, chart_of, read_games
from adversary.views.game.files import view_file
from adversary.views.page.page import html_page
from proofs.classes.concepts import ConceptClass
from proofs.solvers.dimensions import dimensions


def trace(folder: Path, learner: str, name: str = "", **options: Any) -> Path:
    """Play a game, and return its trace."""
    path = folder / f"{name or learner}.jsonl"
    play(learner, output=path, **options)
    return path


def certificate(folder: Path, concept_class: ConceptClass) -> Path:
    """Write the certificate of a Littlestone dimension."""
    dimensions(concept_class, ["littlestone"]).certify().write(folder / "certificate.json")
    return folder / "certificate.json"


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


def svg_texts(svg: str | bytes) -> list[str]:
    """Return the texts of a figure."""
    texts = ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 - our own
    return ["".join(text.itertext()) for text in texts]


def _floats(values: Any) -> list[float]:
    return [float(value) for value in values]
