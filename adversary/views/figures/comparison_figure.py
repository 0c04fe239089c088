"""The figure of a comparison: mistakes against 1/δ², |C| or the dimension, with the theorems' bounds."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adversary.compare.comparison import Cell, Comparison
from adversary.tasks.task import NOT_CHECKED
from adversary.tournament.game import bound_of
from adversary.tournament.result import PlayedGame, Tournament
from adversary.views.figures.charts import columns
from adversary.views.figures.figure import write_figure
from proofs.exact.errors import InputError, lies_suffix, one_line
from proofs.exact.rationals import Rational
from proofs.statements import Statement

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKERS = "osD^vP*X<>hd"
MAX_IN_LEGEND = 28
COLUMNS = 2  # of the legend, below each panel
SPREAD = 0.7  # of the way from class to class, over which the learners are spread
X_LABELS = {"halfspaces": "1/δ²", "finite": ""}
"""The panels, by what is compared; classes have names."""
FORCED = {
    "lower": "forced on every deterministic learner",
    "span": "span bound: sign⟨w,x⟩ with w in the span of past points",
}
ENOUGH = "upper bound: some deterministic learner never makes more"
BETWEEN = "here is M(d, δ), the most that can be forced"
"""Of games in a small dimension, beside what is forced."""

WIDE_RANGE = 200  # times the smallest number the largest one may be before axes are logarithmic


class Mark(NamedTuple):
    """The mark of a learner in one setting, at 1/δ², |C| or a dimension.

    ``most`` is what some deterministic learner never exceeds there, where the dimension is small.
    """

    place: str
    size: Rational
    mistakes: Rational | None
    lower: Rational | None
    upper: Rational | None
    span: Rational | None = None
    most: Rational | None = None
    open_end: bool = False
    unbounded: bool = False


Panel = list[tuple[str, list[Mark]]]
"""The marks of each learner, two of which may have one name."""


def draw_comparison(output: str | Path, found: Comparison) -> None:
    """Draw a comparison: a panel for margins, one for classes. Raises InputError, also if there is nothing to draw."""
    panels = dict[str, Panel]()
    for kind, x_label in X_LABELS.items():
        panels[x_label] = [(learner, []) for learner in found.learners]
        for number, cell in enumerate(found.cells):
            if cell.setting.kind == kind and cell.plays:
                panels[x_label][number % len(found.learners)][1].append(mark_of_cell(cell))
    stored = any(NOT_CHECKED in (cell.note or "") for cell in found.cells)
    _draw(output, panels, found.count, f"what searches say of some cells: {NOT_CHECKED}" if stored else None)


def mark_of_cell(cell: Cell) -> Mark:
    """Return the mark of a cell."""
    most = bound_of(cell.setting) if cell.setting.is_small else None
    ends = {"open_end": cell.open_end, "unbounded": cell.unbounded}
    return Mark(cell.place, cell.size, cell.number, cell.lower, cell.upper, most=most, **ends)


def draw_tournament(output: str | Path, found: Tournament) -> None:
    """Draw the most mistakes of each learner in each setting: against dimensions, if margins are all the same.

    Raises:
        InputError: there is nothing to draw, or it cannot be written.

    """
    by_dimension = len({game.margin_squared for game in found.games if game.margin_squared is not None}) == 1
    labels = X_LABELS | ({"halfspaces": "dimension"} if by_dimension else {})
    worst = dict[tuple[str, str, str], Mark]()
    for game in found.games:
        if game.setting in labels:
            mark = _mark_of(game, by_dimension=by_dimension)
            key = game.setting, game.learner, mark.place
            if key not in worst or (mark.mistakes or 0) > (worst[key].mistakes or 0):
                worst[key] = mark
    panels = {
        x_label: [(name, [worst[key] for key in worst if key[:2] == (kind, name)]) for name in found.learners]
        for kind, x_label in labels.items()
    }
    _draw(output, panels, "mistakes")


def _mark_of(game: PlayedGame, *, by_dimension: bool) -> Mark:
    statements = {one["statement"]: one.get("mistakes") for one in game.statements}
    numbers = game.mistakes if game.certified else None, game.lower, game.upper, statements.get(Statement.SPAN_BOUND)
    if game.concept_class is not None:
        return Mark(f"{game.concept_class}{lies_suffix(game.lies or 0)}", game.concepts or 0, *numbers)
    size = (game.dimension or 0) if by_dimension else 1 / (game.margin_squared or Fraction(1))
    return Mark(str(size), size, *numbers)


def _draw(output: str | Path, panels: Mapping[str, Panel], y_label: str, note: str | None = None) -> None:
    """Draw panels, by the quantity of their horizontal axes; a panel without a label shows classes."""
    shown = {x_label: panel for x_label, panel in panels.items() if any(marks for _, marks in panel)}
    if not any(mark.mistakes is not None for panel in shown.values() for _, marks in panel for mark in marks):
        raise InputError(f"cannot draw {output}: no learner has a number of {y_label}")

    def draw(figure: "Figure") -> None:
        axes = figure.subplots(1, len(shown), squeeze=False)[0]
        handles: dict[str, Any] = {}
        for axis, (x_label, panel) in zip(axes, shown.items(), strict=True):
            _draw_panel(axis, x_label, panel)
            axis.set_ylabel(y_label)
            named = zip(*axis.get_legend_handles_labels(), strict=True)
            handles |= {label: handle for handle, label in named}
        look: Any = {"ncols": COLUMNS * len(shown), "fontsize": 7, "frameon": False, "title": note, "title_fontsize": 7}
        figure.legend(list(handles.values()), list(handles), loc="outside lower center", **look)

    write_figure(output, draw, width=5.5 * len(shown), height=4.2)


def _draw_panel(axis: "Axes", x_label: str, panel: Panel) -> None:
    marks, finite = [mark for _, some in panel for mark in some], not x_label
    by_place = {mark.place: mark for mark in reversed(marks)}
    ordered = sorted(by_place.values(), key=lambda mark: (mark.size, mark.place))
    places = {mark.place: float(number if finite else mark.size) for number, mark in enumerate(ordered)}
    most = _points(marks, places, "most")
    for bound, label in FORCED.items():
        if forced := _points(marks, places, bound):
            look: Any = {"color": "0.6", "linewidth": 5, "alpha": 0.5, "label": label}
            xs, ys = columns(forced)
            if finite:
                axis.hlines(ys, [x - 0.45 for x in xs], [x + 0.45 for x in xs], **look)
            else:
                axis.plot(xs, ys, **look, drawstyle="steps-post" if most else "default")
    if most:
        least = dict(_points(marks, places, "lower"))
        if between := _steps([(x, least[x], y) for x, y in most if x in least]):
            sizes, low, high = zip(*between, strict=True)
            axis.fill_between(sizes, low, high, color="0.6", alpha=0.2, linewidth=0, label=BETWEEN)
        axis.plot(*columns(most), color="0.4", linewidth=1.5, linestyle=":", drawstyle="steps-pre", label=ENOUGH)
    for number, (learner, own) in enumerate(panel):
        aside = (number - (len(panel) - 1) / 2) * SPREAD / len(panel) if finite else 0.0
        if own:
            _draw_learner(axis, learner, own, {place: x + aside for place, x in places.items()}, number, finite=finite)
    if finite:
        axis.set_xticks(list(places.values()), [_name(place) for place in places], rotation=30, ha="right")
        axis.set_xlim(-0.6, len(places) - 0.4)
    else:
        axis.set_xlabel(x_label)
        _scale(axis.set_xscale, [float(mark.size) for mark in marks])
    _scale(axis.set_yscale, [float(mark.mistakes) for mark in marks if mark.mistakes is not None])


def _steps(found: Sequence[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return bounds at some values of 1/δ² as steps: bounds never decrease as 1/δ² grows."""
    steps = list(found[:1])
    for (x, low, _), (after, *bounds) in pairwise(found):
        steps += [(x, low, bounds[1]), (after, low, bounds[1]), (after, bounds[0], bounds[1])]
    return steps


def _points(marks: Sequence[Mark], places: Mapping[str, float], what: str) -> list[tuple[float, float]]:
    """Return where marks have a number of that name, and which."""
    known = [(places[mark.place], getattr(mark, what)) for mark in marks]
    return sorted({(x, float(value)) for x, value in known if value is not None})


def _draw_learner(  # noqa: PLR0913 - who, what and where
    axis: "Axes", learner: str, marks: Sequence[Mark], places: Mapping[str, float], number: int, *, finite: bool
) -> None:
    """Draw one learner: its numbers (hollow marks for lower bounds), and the bound on its card."""
    name, color, marker = _name(learner), f"C{number % 10}", MARKERS[number % len(MARKERS)]
    shown = [mark for mark in marks if not mark.unbounded]
    if not finite:
        axis.plot(*columns(_points(shown, places, "mistakes")), color=color, linewidth=1)
    for more in (False, True):
        if some := _points([mark for mark in shown if mark.open_end == more], places, "mistakes"):
            axis.plot(
                *columns(some),
                marker=marker,
                markersize=5.5 if finite else max(8 - 2 * number, 4),  # so that one below another can be seen
                linestyle="none",
                color=color,
                markerfacecolor="white" if more else color,
                label=f"{name}, or more" if more else name,
            )
    bounds = _points(marks, places, "upper")
    if bounds and any(mark.upper != mark.lower for mark in marks):
        style: dict[str, Any] = {"linestyle": "--", "linewidth": 1.0}
        if finite:
            style = {"linestyle": "none", "marker": "_", "markersize": 9.0}
        axis.plot(*columns(bounds), color=color, label=f"{name}: its card’s bound", **style)
    for mark in marks:
        if mark.unbounded:
            top = axis.get_xaxis_transform()
            axis.text(places[mark.place], 1.0, "∞", color=color, transform=top, ha="center", va="top", fontsize=11)


def _scale(scale: "Callable[[str], None]", values: Sequence[float]) -> None:
    """Use logarithmic axes if the numbers are far apart."""
    if values and min(values) > 0 and max(values) > WIDE_RANGE * min(values):
        scale("log")


def _name(learner: str) -> str:
    """Return a learner's name as a legend shows it: one line, and not too long."""
    name = one_line(learner)
    shown = name if len(name) <= MAX_IN_LEGEND else f"…{name[1 - MAX_IN_LEGEND :]}"
    return f" {shown}" if shown.startswith("_") else shown  # matplotlib leaves what begins with "_" out of legends
