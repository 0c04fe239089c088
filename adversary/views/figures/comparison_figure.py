"""Learners compared, as a figure: mistakes against 1/δ², |C| or the dimension, beside the theorems' lines."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adversary.compare.comparison import Comparison
from adversary.tasks.task import NOT_CHECKED
from adversary.tournament.result import PlayedGame, Tournament
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
WIDE_RANGE = 200  # times the smallest number the largest one may be before axes are logarithmic


class Mark(NamedTuple):
    """What is drawn of a learner in a setting, which is called ``place``, at 1/δ², |C| or a dimension."""

    place: str
    size: Rational
    mistakes: Rational | None
    lower: Rational | None
    upper: Rational | None
    span: Rational | None = None
    open_end: bool = False
    unbounded: bool = False


class Panel(NamedTuple):
    """The marks of each learner, above an axis of numbers with a label, or, without one, of classes side by side."""

    x_label: str
    learners: list[tuple[str, list[Mark]]]


def draw_comparison(output: str | Path, found: Comparison) -> None:
    """Draw a comparison: a panel for margins, one for classes. Raises InputError, also if there is nothing to draw."""
    panels = [
        Panel(x_label, [(learner, _marks(found, number, kind)) for number, learner in enumerate(found.learners)])
        for kind, x_label in X_LABELS.items()
    ]
    stored = any(NOT_CHECKED in (cell.note or "") for cell in found.cells)
    _draw(output, panels, found.count, f"what searches say of some cells: {NOT_CHECKED}" if stored else None)


def _marks(found: Comparison, number: int, kind: str) -> list[Mark]:
    """Return those of the learner of a number, two of which may have one name, in the settings of a kind."""
    return [
        Mark(
            cell.place,
            cell.size,
            cell.number,
            cell.lower,
            cell.upper,
            open_end=cell.open_end,
            unbounded=cell.unbounded,
        )
        for cell in found.cells[number :: len(found.learners)]
        if cell.setting.kind == kind and cell.plays
    ]


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
    panels = [
        Panel(
            x_label,
            [(name, [worst[key] for key in worst if key[:2] == (kind, name)]) for name in found.learners],
        )
        for kind, x_label in labels.items()
    ]
    _draw(output, panels, "mistakes")


def _mark_of(game: PlayedGame, *, by_dimension: bool) -> Mark:
    statements = {one["statement"]: one.get("mistakes") for one in game.statements}
    numbers = game.mistakes if game.certified else None, game.lower, game.upper, statements.get(Statement.SPAN_BOUND)
    if game.concept_class is not None:
        return Mark(f"{game.concept_class}{lies_suffix(game.lies or 0)}", game.concepts or 0, *numbers)
    size = (game.dimension or 0) if by_dimension else 1 / (game.margin_squared or Fraction(1))
    return Mark(str(size), size, *numbers)


def _draw(output: str | Path, panels: Sequence[Panel], y_label: str, note: str | None = None) -> None:
    panels = [panel for panel in panels if any(marks for _, marks in panel.learners)]
    if not any(mark.mistakes is not None for panel in panels for _, marks in panel.learners for mark in marks):
        raise InputError(f"cannot draw {output}: no learner has a number of {y_label}")

    def draw(figure: "Figure") -> None:
        axes = figure.subplots(1, len(panels), squeeze=False)[0]
        handles: dict[str, Any] = {}
        for axis, panel in zip(axes, panels, strict=True):
            _draw_panel(axis, panel)
            axis.set_ylabel(y_label)
            named = zip(*axis.get_legend_handles_labels(), strict=True)
            handles |= {label: handle for handle, label in named}
        figure.legend(
            list(handles.values()),
            list(handles),
            loc="outside lower center",
            ncols=COLUMNS * len(panels),
            fontsize=7,
            frameon=False,
            title=note,
            title_fontsize=7,
        )

    write_figure(output, draw, width=5.5 * len(panels), height=4.2)


def _draw_panel(axis: "Axes", panel: Panel) -> None:
    marks, finite = [mark for _, some in panel.learners for mark in some], not panel.x_label
    places = {mark.place: float(number if finite else mark.size) for number, mark in enumerate(_first(marks))}
    forced = sorted({(places[mark.place], float(mark.lower)) for mark in marks if mark.lower is not None})
    _draw_forced(axis, forced, "forced on every deterministic learner", finite=finite)
    span = sorted({(places[mark.place], float(mark.span)) for mark in marks if mark.span is not None})
    _draw_forced(axis, span, "span bound: sign⟨w,x⟩ with w in the span of past points", finite=finite)
    learners = len(panel.learners)
    for number, (learner, own) in enumerate(panel.learners):
        aside = (number - (learners - 1) / 2) * SPREAD / learners if finite else 0.0
        if own:
            shifted = {place: x + aside for place, x in places.items()}
            _draw_learner(axis, learner, own, shifted, number, finite=finite)
    if finite:
        axis.set_xticks(list(places.values()), [_name(place) for place in places], rotation=30, ha="right")
        axis.set_xlim(-0.6, len(places) - 0.4)
    else:
        axis.set_xlabel(panel.x_label)
        _scale(axis.set_xscale, [float(mark.size) for mark in marks])
    _scale(axis.set_yscale, [float(mark.mistakes) for mark in marks if mark.mistakes is not None])


def _first(marks: Sequence[Mark]) -> list[Mark]:
    """Return a mark of each setting, the classes by their numbers of concepts."""
    found = {mark.place: mark for mark in reversed(marks)}
    return sorted(found.values(), key=lambda mark: (mark.size, mark.place))


def _draw_forced(axis: "Axes", forced: Sequence[tuple[float, float]], label: str, *, finite: bool) -> None:
    if finite and forced:
        ends = [(x - 0.45, x + 0.45) for x, _ in forced]
        axis.hlines([y for _, y in forced], *zip(*ends, strict=True), color="0.6", linewidth=5, alpha=0.5, label=label)
    elif forced:
        axis.plot(*zip(*forced, strict=True), color="0.6", linewidth=5, alpha=0.5, label=label)


def _draw_learner(  # noqa: PLR0913 - who, what and where
    axis: "Axes", learner: str, marks: Sequence[Mark], places: dict[str, float], number: int, *, finite: bool
) -> None:
    """Draw one learner: what was found, hollow where there may be more, and the bound on its card."""
    name, color, marker = _name(learner), f"C{number % 10}", MARKERS[number % len(MARKERS)]
    shown = [mark for mark in marks if mark.mistakes is not None and not mark.unbounded]
    points = sorted((places[mark.place], float(mark.mistakes or 0), mark.open_end) for mark in shown)
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
    bounds = sorted((places[mark.place], float(mark.upper)) for mark in marks if mark.upper is not None)
    if bounds and any(mark.upper != mark.lower for mark in marks):
        style: dict[str, Any] = {"linestyle": "--", "linewidth": 1.0}
        if finite:
            style = {"linestyle": "none", "marker": "_", "markersize": 9.0}
        axis.plot(*zip(*bounds, strict=True), color=color, label=f"{name}: its card’s bound", **style)
    for mark in marks:
        if mark.unbounded:
            top = axis.get_xaxis_transform()
            axis.text(places[mark.place], 1.0, "∞", color=color, transform=top, ha="center", va="top", fontsize=11)


def _scale(scale: "Callable[[str], None]", values: Sequence[float]) -> None:
    """Take logarithms where the numbers are far apart."""
    if values and min(values) > 0 and max(values) > WIDE_RANGE * min(values):
        scale("log")


def _name(learner: str) -> str:
    """Return a learner's name as a legend shows it: one line, and not too long."""
    name = one_line(learner)
    shown = name if len(name) <= MAX_IN_LEGEND else f"…{name[1 - MAX_IN_LEGEND :]}"
    return f" {shown}" if shown.startswith("_") else shown  # matplotlib leaves what begins with "_" out of legends
