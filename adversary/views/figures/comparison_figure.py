"""The figure of a comparison: mistakes against 1/δ² or by class, with the theorems' bounds."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.compare.comparison import Cell, Comparison
from adversary.tasks.task import NOT_CHECKED
from adversary.tournament.game import bound_of
from adversary.views.figures.charts import columns
from adversary.views.figures.figure import write_figure
from adversary.views.words import short_name, short_names
from proofs.exact.errors import InputError, one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKERS = "osD^vP*X<>hd"
COLUMNS = 2  # of the legend, below each panel
SPREAD = 0.7  # of the way from class to class, over which the learners are spread
X_LABELS = {"halfspaces": "1/δ²", "finite": ""}
"""The panels, by what is compared; classes have names."""
FORCED = "forced on every deterministic learner"
ENOUGH = "upper bound: some deterministic learner never makes more"
BETWEEN = "here is M(d, δ), the most that can be forced"
"""Of games in a small dimension, beside what is forced."""

WIDE_RANGE = 200  # times the smallest number the largest one may be before axes are logarithmic

Panel = list[tuple[str, list[Cell]]]
"""The cells of each learner, two of which may have one name."""


def draw_comparison(output: str | Path, found: Comparison) -> None:
    """Draw a comparison: a panel for margins, one for classes. Raises InputError, also if there is nothing to draw."""
    panels = dict[str, Panel]()
    for kind, x_label in X_LABELS.items():
        panel: Panel = [(one_line(learner), []) for learner in found.learners]
        for number, cell in enumerate(found.cells):
            if cell.setting.kind == kind and cell.plays:
                panel[number % len(found.learners)][1].append(cell)
        if any(cells for _, cells in panel):
            panels[x_label] = panel
    if not any(cell.plays and cell.number is not None for cell in found.cells):
        raise InputError(f"cannot draw {output}: no learner has a number of {found.count}")
    stored = any(NOT_CHECKED in (cell.note or "") for cell in found.cells)

    def draw(figure: "Figure") -> None:
        axes = figure.subplots(1, len(panels), squeeze=False)[0]
        handles: dict[str, Any] = {}
        for axis, (x_label, panel) in zip(axes, panels.items(), strict=True):
            draw_panel(axis, x_label, panel)
            axis.set_ylabel(found.count)
            named = zip(*axis.get_legend_handles_labels(), strict=True)
            handles |= {label: handle for handle, label in named}
        look: Any = {"ncols": COLUMNS * len(panels), "fontsize": 7, "frameon": False, "title_fontsize": 7}
        look["title"] = f"what searches say of some cells: {NOT_CHECKED}" if stored else None
        figure.legend(list(handles.values()), list(handles), loc="outside lower center", **look)

    write_figure(output, draw, width=5.5 * len(panels), height=4.2)


def draw_panel(axis: "Axes", x_label: str, panel: Panel) -> None:
    """Draw the cells of a panel, which is about classes if its horizontal axis has no label."""
    cells, finite = [cell for _, some in panel for cell in some], not x_label
    by_place = {cell.place: cell for cell in reversed(cells)}
    ordered = sorted(by_place.values(), key=lambda cell: (cell.size, cell.place))
    places = {cell.place: float(number if finite else cell.size) for number, cell in enumerate(ordered)}
    most = sorted({(places[m.place], float(bound_of(m.setting) or 0)) for m in cells if m.setting.is_small})
    forced = _points(cells, places, "lower")
    if forced:
        look: Any = {"color": "0.6", "linewidth": 5, "alpha": 0.5, "label": FORCED}
        xs, ys = columns(forced)
        if finite:
            axis.hlines(ys, [x - 0.45 for x in xs], [x + 0.45 for x in xs], **look)
        else:
            axis.plot(xs, ys, **look, drawstyle="steps-post" if most else "default")
    if most:
        least = dict(forced)
        if between := _steps([(x, least[x], y) for x, y in most if x in least]):
            sizes, low, high = zip(*between, strict=True)
            axis.fill_between(sizes, low, high, color="0.6", alpha=0.2, linewidth=0, label=BETWEEN)
        axis.plot(*columns(most), color="0.4", linewidth=1.5, linestyle=":", drawstyle="steps-pre", label=ENOUGH)
    names = short_names([learner for learner, _ in panel])
    for number, (name, (_, own)) in enumerate(zip(names, panel, strict=True)):
        aside = (number - (len(panel) - 1) / 2) * SPREAD / len(panel) if finite else 0.0
        if own:
            _draw_learner(axis, name, own, {place: x + aside for place, x in places.items()}, number, finite=finite)
    if finite:
        axis.set_xticks(list(places.values()), [short_name(place) for place in places], rotation=30, ha="right")
        axis.set_xlim(-0.6, len(places) - 0.4)
    else:
        axis.set_xlabel(x_label)
        _scale(axis.set_xscale, [float(cell.size) for cell in cells])
    _scale(axis.set_yscale, [float(cell.number) for cell in cells if cell.number is not None])


def _steps(found: Sequence[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return bounds at some values of 1/δ² as steps: bounds never decrease as 1/δ² grows."""
    steps = list(found[:1])
    for (x, low, _), (after, *bounds) in pairwise(found):
        steps += [(x, low, bounds[1]), (after, low, bounds[1]), (after, bounds[0], bounds[1])]
    return steps


def _points(cells: Sequence[Cell], places: Mapping[str, float], what: str) -> list[tuple[float, float]]:
    """Return where cells have a number of that name, and which."""
    known = [(places[cell.place], getattr(cell, what)) for cell in cells]
    return sorted({(x, float(value)) for x, value in known if value is not None})


def _draw_learner(  # noqa: PLR0913 - who, what and where
    axis: "Axes", name: str, cells: Sequence[Cell], places: Mapping[str, float], number: int, *, finite: bool
) -> None:
    """Draw one learner: its numbers (hollow marks for lower bounds), and the bound on its card."""
    color, marker = f"C{number % 10}", MARKERS[number % len(MARKERS)]
    name = f" {name}" if name.startswith("_") else name  # matplotlib leaves what begins with "_" out of legends
    shown = [cell for cell in cells if not cell.unbounded]
    if not finite:
        axis.plot(*columns(_points(shown, places, "number")), color=color, linewidth=1)
    for more in (False, True):
        if some := _points([cell for cell in shown if cell.open_end == more], places, "number"):
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
    if bounds and any(cell.upper != cell.lower for cell in cells):
        style: dict[str, Any] = {"linestyle": "--", "linewidth": 1.0}
        if finite:
            style = {"linestyle": "none", "marker": "_", "markersize": 9.0}
        axis.plot(*columns(bounds), color=color, label=f"{name}: its card’s bound", **style)
    for cell in cells:
        if cell.unbounded:
            top = axis.get_xaxis_transform()
            axis.text(places[cell.place], 1.0, "∞", color=color, transform=top, ha="center", va="top", fontsize=11)


def _scale(scale: "Callable[[str], None]", values: Sequence[float]) -> None:
    """Use logarithmic axes if the numbers are far apart."""
    if values and min(values) > 0 and max(values) > WIDE_RANGE * min(values):
        scale("log")
