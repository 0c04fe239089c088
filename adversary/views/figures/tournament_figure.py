"""The figure of a tournament: mistakes against 1/δ² or by class, with what is forced and what suffices."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.files import write_new
from adversary.tasks.task import NOT_CHECKED
from adversary.tournaments.cell import Cell, Place, Tournament
from adversary.views.figures.charts import columns
from adversary.views.figures.figure import COLUMN, figure_bytes, format_of
from adversary.views.terminal.tournament_table import worst_cells
from adversary.views.words import setting_name, short_name, short_names
from proofs.exact.errors import InputError, one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKERS = "osD^vP*X<>hd"
PHONE = 3.55  # inches: the width of a panel on a page
SPREAD = 0.7  # of the way from class to class, over which the learners are spread
FORCED = "forced on every deterministic learner"
ENOUGH = "upper bound: an optimal deterministic\nlearner never makes more"

WIDE_RANGE = 200  # times the smallest number the largest one may be before axes are logarithmic

LEAST = Fraction(1, 10**200)
"""A squared margin below which no float holds 1/δ², and a figure leaves its cells out."""

Panel = dict[str, list[Cell]]
"""The worst cell of each learner in each setting."""


def write_mistakes(output: str | Path, tournament: Tournament) -> None:
    """Write the figure to a .svg, .pdf or .png file. Raises InputError, also if there is nothing to draw."""
    if (figure := mistakes_figure(tournament, format_of(output))) is None:
        raise InputError(f"cannot draw {output}: no learner has a number of {tournament.count}")
    write_new(output, figure)


def mistakes_figure(tournament: Tournament, ending: str) -> bytes | None:
    """Return the figure: a panel for games with a margin, one for classes; ``None`` if there is nothing to draw."""
    panels = _panels(tournament)
    return _figure(tournament, panels, ending, COLUMN, 7) if panels else None


def mistakes_panels(tournament: Tournament) -> list[bytes]:
    """Return each panel as an SVG that is no wider than a phone."""
    return [_figure(tournament, {title: panel}, "svg", PHONE, 8.5) for title, panel in _panels(tournament).items()]


def _panels(tournament: Tournament) -> dict[str, Panel]:
    """Return what is drawn, by the label of the horizontal axis, which classes do not have."""
    panels = dict[str, Panel]()
    vectors = [cell for cell in tournament.cells if cell.margin_squared is not None and cell.margin_squared > LEAST]
    by_dimension = len({cell.margin_squared for cell in vectors}) == 1 < len({cell.dimension for cell in vectors})
    label = "dimension" if by_dimension else "1/δ²"
    for title, cells in ((label, vectors), ("", [cell for cell in tournament.cells if cell.setting == "finite"])):
        if any(cell.most is not None for cell in cells):
            panels[title] = {name: [] for name in tournament.learners}
            for (name, _), cell in worst_cells(cells).items():
                panels[title][name].append(cell)
    return panels


def _figure(tournament: Tournament, panels: Mapping[str, Panel], ending: str, width: float, letters: float) -> bytes:
    """Draw panels of a width in inches side by side, above a legend in letters of so many points."""
    stored = any(NOT_CHECKED in (cell.note or "") for cell in tournament.cells)

    def draw(figure: "Figure") -> None:
        axes = figure.subplots(1, len(panels), squeeze=False)[0]
        handles: dict[str, Any] = {}
        for axis, (title, panel) in zip(axes, panels.items(), strict=True):
            draw_panel(axis, title, panel)
            axis.set_ylabel(tournament.count)
            named = zip(*axis.get_legend_handles_labels(), strict=True)
            handles |= {label: handle for handle, label in named}
        columns = max(1, round(width * len(panels) / 2.75))
        look: Any = {"ncols": columns, "fontsize": letters, "frameon": False, "title_fontsize": letters}
        look["title"] = f"what searches say of some cells:\n{NOT_CHECKED}" if stored else None
        figure.legend(list(handles.values()), list(handles), loc="outside lower center", **look)

    return figure_bytes(ending, draw, width=width * len(panels), height=4.2)


def size(cell: Cell, label: str) -> float:
    """Return the horizontal coordinate of a cell: 1/δ² or the dimension, or |C|."""
    if cell.margin_squared is None:
        return float(cell.concepts or 0)
    return float(cell.dimension or 0) if label == "dimension" else float(1 / cell.margin_squared)


def draw_panel(axis: "Axes", label: str, panel: Panel) -> None:
    """Draw the cells of a panel, which is about classes if its horizontal axis has no label."""
    cells, finite = [cell for own in panel.values() for cell in own], not label
    ordered = sorted({cell.place: cell for cell in cells}.values(), key=lambda cell: size(cell, label))
    places = {cell.place: float(n) if finite else size(cell, label) for n, cell in enumerate(ordered)}
    from matplotlib.ticker import MaxNLocator

    forced, bounds = _points(cells, places, "lower"), _points(cells, places, "bound")
    apart = bounds != forced  # then they hold at each place, and between two of them no more than at one
    if forced:
        look: Any = {"color": "0.4", "linewidth": 5, "alpha": 0.5, "label": FORCED}
        xs, ys = columns(forced)
        if finite:
            axis.hlines(ys, [x - 0.45 for x in xs], [x + 0.45 for x in xs], **look)
        else:
            axis.plot(xs, ys, **look, drawstyle="steps-post" if apart else "default")
    if bounds and apart:
        look = {"color": "0.4", "linewidth": 1.5, "linestyle": ":", "label": ENOUGH, "drawstyle": "steps-pre"}
        axis.plot(*columns(bounds), **look | ({"linestyle": "none", "marker": "_"} if finite else {}))
    learners = zip(short_names([one_line(name) for name in panel]), panel.values(), strict=True)
    for number, (name, own) in enumerate(learners):
        aside = (number - (len(panel) - 1) / 2) * SPREAD / len(panel) if finite else 0.0
        if own:
            _draw_learner(axis, name, own, {place: x + aside for place, x in places.items()}, number, finite=finite)
    if finite:
        names = [short_name(setting_name(place)) for place in places]
        axis.set_xticks(list(places.values()), names, rotation=30, ha="right")
        axis.set_xlim(-0.6, len(places) - 0.4)
    else:
        axis.set_xlabel(label)
        _scale(axis.set_xscale, list(places.values()))
    axis.yaxis.set_major_locator(MaxNLocator(integer=True))
    _scale(axis.set_yscale, [float(cell.most) for cell in cells if cell.most is not None])


def _points(cells: Sequence[Cell], places: Mapping[Place, float], what: str) -> list[tuple[float, float]]:
    """Return where cells have a number of that name, and the largest one there."""
    numbers = dict[float, float]()
    for cell in cells:
        if (value := getattr(cell, what)) is not None:
            x = places[cell.place]
            numbers[x] = max(numbers.get(x, float(value)), float(value))
    return sorted(numbers.items())


def _draw_learner(  # noqa: PLR0913 - who, what and where
    axis: "Axes", name: str, cells: Sequence[Cell], places: Mapping[Place, float], number: int, *, finite: bool
) -> None:
    """Draw one learner: its numbers (hollow marks for lower bounds), and the bound on its card."""
    color, marker = f"C{number % 10}", MARKERS[number % len(MARKERS)]
    name = f" {name}" if name.startswith("_") else name  # matplotlib leaves what begins with "_" out of legends
    bounded = [cell for cell in cells if not cell.unbounded]
    if not finite:
        axis.plot(*columns(_points(bounded, places, "most")), color=color, linewidth=1)
    for more in (False, True):
        if some := _points([cell for cell in bounded if cell.open_end == more], places, "most"):
            axis.plot(
                *columns(some),
                marker=marker,
                markersize=5.5 if finite else max(8 - 2 * number, 4),  # so that one below another can be seen
                linestyle="none",
                color=color,
                markerfacecolor="white" if more else color,
                label=f"{name}, or more" if more else name,
            )
    bounds = _points(cells, places, "upper")
    if bounds and any(cell.upper not in (cell.lower, cell.bound) for cell in cells):
        style: dict[str, Any] = {"linestyle": "--", "linewidth": 1.0}
        if finite:
            style = {"linestyle": "none", "marker": "_", "markersize": 9.0}
        axis.plot(*columns(bounds), color=color, label=f"{name}: its card’s bound", **style)
    for cell in cells:
        if cell.unbounded:
            top = axis.get_xaxis_transform()
            place = places[cell.place]
            axis.text(place, 1.0, "∞", color=color, transform=top, ha="center", va="top", fontsize=11)


def _scale(scale: "Callable[[str], None]", values: Sequence[float]) -> None:
    """Use logarithmic axes if the numbers are far apart."""
    if values and min(values) > 0 and max(values) > WIDE_RANGE * min(values):
        scale("log")
