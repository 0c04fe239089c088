"""Learners compared, as a figure: mistakes against 1/δ², |C| or the dimension, beside the theorems' lines."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.compare.comparison import Cell, Comparison
from adversary.tasks.task import NOT_CHECKED
from adversary.views.figures.figure import write_figure
from proofs.exact.errors import InputError, one_line
from proofs.settings import Finite

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKERS = "osD^vP*X<>hd"
MAX_IN_LEGEND = 28
COLUMNS = 2  # of the legend, below each panel
SPREAD = 0.7  # of the way from class to class, over which the learners are spread
WIDE_RANGE = 200  # times the smallest number the largest one may be before axes are logarithmic


def draw_comparison(output: str | Path, found: Comparison) -> None:
    """Draw a comparison: a panel for margins, one for classes. Raises InputError, also if there is nothing to draw."""
    if not any(cell.mistakes is not None for cell in found.cells):
        raise InputError(f"cannot draw {output}: no learner has a number of mistakes")
    margins = [cell for cell in found.cells if not isinstance(cell.setting, Finite)]
    classes = [cell for cell in found.cells if isinstance(cell.setting, Finite)]
    panels = [cells for cells in (margins, classes) if cells]

    def draw(figure: "Figure") -> None:
        axes = figure.subplots(1, len(panels), squeeze=False)[0]
        handles: dict[str, Any] = {}
        for axis, cells in zip(axes, panels, strict=True):
            _panel(axis, found.learners, cells)
            named = zip(*axis.get_legend_handles_labels(), strict=True)
            handles |= {label: handle for handle, label in named}
        columns = COLUMNS * len(panels)
        stored = any(NOT_CHECKED in (cell.note or "") for cell in found.cells)
        figure.legend(
            list(handles.values()),
            list(handles),
            loc="outside lower center",
            ncols=columns,
            fontsize=7,
            frameon=False,
            title=f"what searches say of some cells: {NOT_CHECKED}" if stored else None,
            title_fontsize=7,
        )

    write_figure(output, draw, width=5.5 * len(panels), height=4.2)


def _panel(axis: "Axes", learners: Sequence[str], cells: Sequence[Cell]) -> None:
    finite = isinstance(cells[0].setting, Finite)
    places = {cell.place: (float(number) if finite else float(cell.size)) for number, cell in enumerate(_first(cells))}
    forced = sorted({(places[cell.place], cell.lower) for cell in cells if cell.lower is not None})
    _draw_forced(axis, forced, "forced on every deterministic learner", finite=finite)
    span = sorted({(places[cell.place], cell.span) for cell in cells if cell.span is not None})
    _draw_forced(axis, span, "span bound: sign⟨w,x⟩ with w in the span of past points", finite=finite)
    for number in range(len(learners)):
        own = cells[number :: len(learners)]  # two may have one name
        aside = (number - (len(learners) - 1) / 2) * SPREAD / len(learners) if finite else 0.0
        _draw_learner(axis, own, {place: x + aside for place, x in places.items()}, number, finite=finite)
    if finite:
        axis.set_xticks(list(places.values()), [_name(place) for place in places], rotation=30, ha="right")
        axis.set_xlim(-0.6, len(places) - 0.4)
    else:
        axis.set_xlabel("1/δ²" if cells[0].dimension is None else "dimension")
        _scale(axis.set_xscale, [float(cell.size) for cell in cells])
    axis.set_ylabel("mistakes")
    _scale(axis.set_yscale, [float(cell.mistakes) for cell in cells if cell.mistakes is not None])


def _first(cells: Sequence[Cell]) -> list[Cell]:
    """Return a cell of each setting, the classes by their numbers of concepts."""
    found = {cell.place: cell for cell in reversed(cells)}
    return sorted(found.values(), key=lambda cell: (cell.size, cell.place))


def _draw_forced(axis: "Axes", forced: Sequence[tuple[float, int]], label: str, *, finite: bool) -> None:
    if finite and forced:
        ends = [(x - 0.45, x + 0.45) for x, _ in forced]
        axis.hlines([y for _, y in forced], *zip(*ends, strict=True), color="0.6", linewidth=5, alpha=0.5, label=label)
    elif forced:
        axis.plot(*zip(*forced, strict=True), color="0.6", linewidth=5, alpha=0.5, label=label)


def _draw_learner(axis: "Axes", cells: Sequence[Cell], places: dict[str, float], number: int, *, finite: bool) -> None:
    """Draw one learner: what was found, hollow where there may be more, and the bound on its card."""
    if not cells or not any(cell.plays for cell in cells):
        return
    name, color, marker = _name(cells[0].learner), f"C{number % 10}", MARKERS[number % len(MARKERS)]
    shown = [cell for cell in cells if cell.mistakes is not None and not cell.unbounded]
    points = sorted((places[cell.place], float(cell.mistakes or 0), cell.open_end) for cell in shown)
    if not finite:
        axis.plot([x for x, _, _ in points], [y for _, y, _ in points], color=color, linewidth=1)
    for more in (False, True):
        some = [(x, y) for x, y, at_least in points if at_least == more]
        if some:
            axis.plot(
                *zip(*some, strict=True),
                marker=marker,
                markersize=5.5 if finite else max(8 - 2 * number, 4),  # so that one below another can be seen
                linestyle="none",
                color=color,
                markerfacecolor="white" if more else color,
                label=f"{name}, or more" if more else name,
            )
    bounds = sorted((places[cell.place], float(cell.upper)) for cell in cells if cell.upper is not None)
    if bounds and any(cell.upper != cell.lower for cell in cells):
        style: dict[str, Any] = {"linestyle": "--", "linewidth": 1.0}
        if finite:
            style = {"linestyle": "none", "marker": "_", "markersize": 9.0}
        axis.plot(*zip(*bounds, strict=True), color=color, label=f"{name}: its card’s bound", **style)
    for cell in cells:
        if cell.unbounded:
            top = axis.get_xaxis_transform()
            axis.text(places[cell.place], 1.0, "∞", color=color, transform=top, ha="center", va="top", fontsize=11)


def _scale(scale: "Callable[[str], None]", values: Sequence[float]) -> None:
    """Take logarithms where the numbers are far apart."""
    if values and min(values) > 0 and max(values) > WIDE_RANGE * min(values):
        scale("log")


def _name(learner: str) -> str:
    """Return a learner's name as a legend shows it: one line, and not too long."""
    name = one_line(learner)
    shown = name if len(name) <= MAX_IN_LEGEND else f"…{name[1 - MAX_IN_LEGEND :]}"
    return f" {shown}" if shown.startswith("_") else shown  # matplotlib leaves what begins with "_" out of legends
