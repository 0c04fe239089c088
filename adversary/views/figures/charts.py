"""Charts of games for papers, drawn from the same numbers as the pages, and their captions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import cycle
from math import atan2, cos, hypot, sin, tau
from operator import mul
from pathlib import Path
from string import ascii_uppercase
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeVar

from adversary.views.figures.figure import make_inert
from adversary.views.game.files import view_file
from adversary.views.game.vectors import VectorData, VectorRound, VectorView
from adversary.views.game.view import GameView, forfeits
from adversary.views.words import SPAN_LEARNERS, mistakes_made, numbers_text, short_name
from proofs.exact.errors import InputError, counted, unknown
from proofs.statements import Statement

_View = TypeVar("_View", bound=GameView)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure


NOTE_CHARACTERS = 112
"""Of a line of small print in a column."""

COLORS = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
LINE_STYLES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 3)))
LINE_MARKS = ("o", "s", "^", "D", "v", "P")
"""One a game: colors that the color-blind tell apart (Okabe and Ito, 2008); styles and marks for print in gray."""

Place = tuple[float, float]
Sight = tuple[float, float, float]

GRAY, PALE = "#999999", "#ededed"

WIDEST_LEGEND = 0.85
"""Of a figure's width: what is left beside the numbers of an axis."""

ALLOWED = "H + ‖u‖√M so far, the Perceptron's bound"
"""With the hinge losses H and the mistakes M of the rounds so far."""

FEW_MARKS = 32
"""Points of a line that are marked one by one."""

MOST_ROUNDS, IN_A_ROW = 6, 3
"""Rounds that are drawn one by one, the first of a longer game, and how many side by side."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its name, its description, the function that draws it, and sentences on what it leaves out."""

    name: str
    shows: str
    fill: Callable[["Axes"], None]
    notes: list[str]
    height: float = 3.0

    def draw(self, figure: "Figure") -> None:
        """Draw the chart into a figure, with a note on what it leaves out."""
        self.fill(figure.subplots())
        if self.notes:
            lines = [line for note in self.notes for line in wrap(note, NOTE_CHARACTERS)]
            figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=6.5, color="#555555")


def plane(games: Sequence[VectorView]) -> Chart:
    """Draw the points of a game in two dimensions, with v, w and its decision boundary after the last round.

    Raises:
        InputError: it is not in two dimensions, or there is no target.

    """
    game = only(games, "plane")
    data, called, (clear, least) = game.data, game.setting.target_name, (game.data.clear, game.clear_name)
    if game.setting.dimension != 2:  # noqa: PLR2004 - a plane
        raise game.unfit("plane", "it is not a game of halfspaces in two dimensions")
    if data.no_losses:
        raise game.unfit("plane", f"its hinge losses are left out, and u with them: {data.no_losses}")
    if data.target is None or not data.target.v:
        raise game.unfit("plane", f"it has no target, or {called} = 0")
    points = {(label, wrong): _points(data.rounds, label, wrong=wrong) for label in (1, -1) for wrong in (True, False)}
    v, w = _place(data.target.v), _last_weights(data)
    whole = [*(place for places in points.values() for place in places), v]
    reach = max(hypot(*place) for place in whole) or 1.0

    def draw(axes: "Axes") -> None:
        axes.set_aspect("equal")
        axes.axis("off")
        far = 1.15 * reach
        axes.set(xlim=(-far, far), ylim=(-far, far))
        for across, up in (([-far, far], [0, 0]), ([0, 0], [-far, far])):
            axes.plot(across, up, color="#dddddd", linewidth=0.8, zorder=0)
        long = hypot(*v)
        _crossing(axes, v, 0, far, color=GRAY, linewidth=1, linestyle=":", label=f"decision boundary of {called}")
        for side in (1, -1):
            name = f"{least} of {called}" if side == 1 else None
            _crossing(axes, v, side * clear / long, far, color=GRAY, linestyle="--", linewidth=1, label=name)
        _arrow(axes, v, "#d55e00", f"{called}, the target")
        if w is not None and hypot(*w) > 0:
            scale = min(1.0, reach / hypot(*w))
            name = "w" if scale == 1 else f"w, drawn ×{scale:.2g}"
            _crossing(axes, w, 0, far, color="#0072b2", linewidth=1.4, label="decision boundary of w")
            _arrow(axes, (scale * w[0], scale * w[1]), "#0072b2", name)
        for label, name in ((1, "label +1"), (-1, "label −1")):
            look: Any = {"c": "black"} if label == 1 else {"c": "white", "edgecolors": "black"}
            places = points[label, True] + points[label, False]
            axes.scatter(*columns(places), s=22, zorder=3, marker="o" if label == 1 else "s", label=name, **look)
        ring: Any = {"s": 110, "facecolors": "none", "edgecolors": "#cc0000", "linewidths": 1.1}
        axes.scatter(*columns(points[1, True] + points[-1, True]), label="a mistake", **ring)
        below: Any = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.02), "ncols": 2}  # with space for wider fonts
        axes.legend(**below, frameon=False, fontsize=8, handlelength=2.4)

    notes = [] if data.moments else [f"Not drawn: w, for {data.no_weights}."]
    return Chart("plane", f"The points, the target {called}, and w after the last round", draw, notes, 4.0)


def rounds(games: Sequence[VectorView]) -> Chart:
    """Draw the first rounds of a game in two dimensions one by one: the points, and w before each round.

    Raises:
        InputError: it is not in two dimensions, or w is not known.

    """
    game = only(games, "rounds")
    data = game.data
    if game.setting.dimension != 2:  # noqa: PLR2004 - a plane
        raise game.unfit("rounds", "it is not a game of halfspaces in two dimensions")
    if data.moments is None:
        raise game.unfit("rounds", f"its w is not known: {data.no_weights}")
    shown, points = data.rounds[:MOST_ROUNDS], list(dict.fromkeys(_place(entry.x) for entry in data.rounds))
    names = dict(zip(points, ascii_uppercase, strict=False)) if len(points) <= len(ascii_uppercase) else {}
    own = [w[:2] for w in _weights(data)[: len(shown)]]
    book = [_place(w) for w in data.beside.textbook[: len(shown)]] if data.beside else []
    far, long = (max(hypot(*place) for place in places) or 1.0 for places in (points, own + book))

    def draw(axes: "Axes") -> None:
        axes.set_aspect("equal")
        axes.axis("off")
        for number, entry in enumerate(shown):
            center, here = (3.2 * (number % IN_A_ROW), -3.9 * (number // IN_A_ROW)), _place(entry.x)
            mark, color = ("✗", "#cc0000") if entry.is_mistake else ("✓", "#00734f")
            if isinstance(entry.said, int):
                said = f"says {entry.said:+d} {mark}".replace("-", "−")
            else:  # the learner tosses coins
                said, color = f"says +1 with {entry.said}", "black"
            beside: Any = {"ha": "center", "va": "center", "fontsize": 10}
            axes.text(center[0], center[1] + 1.6, f"{number + 1}: shows {names.get(here, 'a point')}", **beside)
            axes.text(center[0], center[1] - 1.65, said, color=color, **beside)
            axes.plot(*_arc(center, 0, tau), color=PALE)
            _tried(axes, center, _scaled(own[number], long), _scaled(book[number], long) if book else (0.0, 0.0))
            for place in points:
                along, up = _scaled(place, far)
                look: Any = {"edgecolors": "black", "facecolors": "black" if place == here else "white"}
                axes.scatter([center[0] + along], [center[1] + up], s=26, zorder=3, **look)
                axes.text(center[0] + 1.24 * along, center[1] + 1.24 * up, names.get(place, ""), **beside)
        axes.set(xlim=(-1.5, 3.2 * min(len(shown), IN_A_ROW) - 1.7), ylim=(1.9 - 3.9 * high, 1.9))
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0.01), ncols=3, frameon=False, fontsize=9)

    high = -(-len(shown) // IN_A_ROW)
    left = len(data.rounds) - len(shown)
    notes = [f"Not drawn: the {counted(left, 'round')} after these."] if left else []
    shows = "The rounds one by one: the points, of which the black one is shown, and w before the round"
    return Chart("rounds", shows, draw, notes, 0.4 + 2.15 * high)


def sphere(games: Sequence[VectorView]) -> Chart:
    """Draw the points yx of a game in three dimensions, and the way of w around v, as they are seen along the target v.

    Raises:
        InputError: it is not in three dimensions, or there is no target, or its w is not known.

    """
    game = only(games, "sphere")
    data, called = game.data, game.setting.target_name
    if game.setting.dimension != 3:  # noqa: PLR2004 - a sphere
        raise game.unfit("sphere", "it is not a game of halfspaces in three dimensions")
    if data.target is None or not data.target.v:
        raise game.unfit("sphere", f"it has no target, or {called} = 0")
    if data.moments is None:
        raise game.unfit("sphere", f"its w is not known: {data.no_weights}")
    across = _across(_space(data.target.v))
    points = [_seen(_space(entry.x), across, entry.label) for entry in data.rounds]
    way = [_seen(w, across) for w in _weights(data)]
    longest = max(hypot(*w) for w in way)
    most = max(hypot(*x) for x in points) or 1.0
    scale = most / longest if longest else 1.0

    def draw(axes: "Axes") -> None:
        axes.set_aspect("equal")
        axes.axis("off")
        axes.plot(*_arc((0.0, 0.0), 0, tau, most), color="#dddddd", linewidth=1, zorder=0)
        axes.scatter([0], [0], c="#d55e00", marker="x", s=40, label=f"{called}, which points to the reader")
        axes.scatter(*columns(points), c="black", s=22, zorder=3, label="the points yx")
        w = [(scale * x, scale * y) for x, y in way]
        name = f"w after each round, drawn ×{scale:.2g}"
        axes.plot(*columns(w), color="#0072b2", linewidth=1.2, marker=".", label=name)
        if len(points) <= FEW_MARKS:
            for number, (x, y) in enumerate(points, 1):
                beside: Any = {"xytext": (9 * x / most, 9 * y / most), "textcoords": "offset points"}
                axes.annotate(str(number), (x, y), ha="center", va="center", fontsize=7, **beside)
        below: Any = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.02), "ncols": 2}
        axes.legend(**below, frameon=False, fontsize=8, handlelength=2.4)

    return Chart("sphere", f"The points yx, and w round after round, seen along the target {called}", draw, [], 4.0)


def squeeze(games: Sequence[GameView]) -> Chart:
    """Draw the Perceptron's proof, δM ≤ ⟨w,v⟩ ≤ ‖w‖ ≤ √M, against M. Raises InputError where w is not known."""
    for game in games:
        if game.data.moments is None:
            raise game.unfit("squeeze", f"its w is not known: {game.data.no_weights}")
    lines = [_squeezed(game) for game in games]
    names, delta = game_names(games), games[0].data.clear
    most = max(len(line) for line in lines) - 1
    broken = [(name, number) for name, game in zip(names, games, strict=True) if (number := _broken(game)) is not None]
    on_mistakes = all(game.data.on_mistakes for game in games)

    def draw(axes: "Axes") -> None:
        steps = [most * part / 200 for part in range(201)]
        low, high = [delta * m for m in steps], [m**0.5 for m in steps]
        if low[-1] <= high[-1]:
            axes.fill_between(steps, low, high, color=PALE, linewidth=0)
        axes.plot(steps, high, color=GRAY, linewidth=4, label="√M", solid_capstyle="butt")
        axes.plot(steps, low, color="#c4c4c4", linewidth=4, label="δM", solid_capstyle="butt")
        for name, line, color, mark in zip(names, lines, COLORS, LINE_MARKS, strict=False):
            who = "" if len(names) == 1 else f", {name}"
            every = max(1, len(line) // FEW_MARKS)
            looks: Any = {"color": color, "linewidth": 1.2, "marker": mark, "markersize": 3.5, "markevery": every}
            axes.plot([w for _, w in line], "-", label=f"‖w‖{who}", **looks)
            axes.plot([wv for wv, _ in line], "--", label=f"⟨w,v⟩{who}", **looks)
        whole_numbers(axes.xaxis)
        axes.set_xlabel(f"M, the {'mistakes' if on_mistakes else 'rounds in which w has changed'} so far")
        legend_above(axes)

    notes = [f"{name}: the chain breaks in round {number}." for name, number in broken]
    if broken and any(game.setting.any_norm for game in games):
        notes.append("The proof is about points of norm 1; here they may have any norm.")
    quiet = sum(len(game.data.rounds) for game in games) - sum(len(line) - 1 for line in lines)
    notes += [f"Not drawn: {counted(quiet, 'round')} in which no w changes."] if quiet else []
    return Chart("squeeze", "The squeeze of the Perceptron's proof, δM ≤ ⟨w,v⟩ ≤ ‖w‖ ≤ √M", draw, notes)


def mistakes(games: Sequence[GameView]) -> Chart:
    """Draw the mistakes so far against the rounds, with the bounds of theorems or of a grader."""
    alone = len(games) == 1
    counts, names = [game.counts() for game in games], game_names(games)
    own = dict.fromkeys(bound for game in games for bound in game.expected_bound())
    bounds = [*games[0].bounds(alone=alone), *own]
    allowed = games[0].allowed_so_far() if alone else []
    no_losses = games[0].data.no_losses if alone else None
    story = games[0].data.story

    def draw(axes: "Axes") -> None:
        for (title, value), style in zip(bounds, cycle(("-", "--", ":"))):
            text = f"{value:,}" if isinstance(value, int) else f"{float(value):.6g}"
            axes.axhline(float(value), color=GRAY, linewidth=2, linestyle=style, label=f"{text}: {title}")
        if allowed:
            axes.plot(range(len(allowed)), allowed, color=GRAY, linewidth=1.2, linestyle="-.", label=ALLOWED)
        for number, (name, values) in enumerate(zip(names, counts, strict=True)):
            # what lies below is wider, so that lines that are the same are all to be seen
            looks: Any = {"color": COLORS[number], "linestyle": LINE_STYLES[number], "where": "mid"}
            wide = 1.3 + 1.6 * (len(games) - 1 - number)
            axes.step(range(len(values)), values, linewidth=wide, label=f"{values[-1]:.6g}: {name}", **looks)
        whole_numbers(axes.xaxis)
        random = any(value != int(value) for values in counts for value in values)
        whole_numbers(axes.yaxis)
        axes.set(xlabel="round", ylabel="expected mistakes so far" if random else "mistakes so far", ylim=(0, None))
        legend_above(axes)

    notes = [f"Not drawn: {ALLOWED}, as the hinge losses are left out: {no_losses}."] if no_losses else []
    notes += [f"The bound {story.unkept}."] if story and story.unkept else []
    shows = "Mistakes so far, round after round"
    if games[0].kind == "certificate":
        shows += f", of {games[0].data.learner}, which is led down the tree of the certificate"
    return Chart("mistakes", shows, draw, notes)


def only(games: Sequence[_View], chart: str) -> _View:
    """Return the only game of a chart that cannot show several. Raises InputError."""
    if len(games) > 1:
        raise games[1].unfit(chart, "this chart shows one file; several are compared by --chart mistakes or squeeze")
    return games[0]


def game_names(games: Sequence[GameView]) -> list[str]:
    """Return the names of games in a legend: their learners, if these are different."""
    learners = [short_name(game.data.learner) for game in games]
    if len(set(learners)) == len(learners):
        return learners
    return [f"{name} vs {short_name(game.data.adversary)}" for name, game in zip(learners, games, strict=True)]


def columns(places: Sequence[Place]) -> tuple[list[float], list[float]]:
    """Return all x, and all y, as matplotlib takes them."""
    return [x for x, _ in places], [y for _, y in places]


def whole_numbers(axis: "Axis") -> None:
    """Put ticks only at whole numbers of an axis."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def legend_above(axes: "Axes") -> None:
    """Put the legend above the axes, so that it covers nothing."""
    place: Any = {"loc": "lower left", "bbox_to_anchor": (0, 1.01), "borderaxespad": 0, "frameon": False}
    for columns in (2, 1):  # one column if two do not fit
        legend = axes.legend(ncols=columns, fontsize=8, handlelength=2.6, **place)
        make_inert(legend)  # before it is measured
        if legend.get_window_extent().width <= WIDEST_LEGEND * axes.figure.bbox.width:
            return


def _squeezed(game: GameView) -> list[tuple[float, float]]:
    """Return ⟨w,v⟩ and ‖w‖ by M: where w does not change, neither do they."""
    by_steps = {int(moment.squares[3]): moment.drawn for moment in game.data.moments}
    return [(by_steps[steps][1], by_steps[steps][2]) for steps in sorted(by_steps)]


def _broken(game: GameView) -> int | None:
    moments = game.data.moments
    return next((number for number, moment in enumerate(moments) if moment.broken), None)


def _place(entries: Sequence[Sequence[Any]]) -> Place:
    """Return two coordinates, of which those that are not named are 0."""
    return _space(entries)[:2]


def _tried(axes: "Axes", center: Place, own: Place, book: Place) -> None:
    """Draw the two w of a round from a center, and where the learner's own has a score above 0."""
    known = axes.get_legend_handles_labels()[1]
    arrows: Any = [("textbook's w", book, "#0072b2", (0, (2, 1))), ("w", own, "#d55e00", "-")]
    for name, (x, y), color, style in arrows:
        if not hypot(x, y):
            continue
        if name == "w":
            sector = _arc(center, atan2(y, x) - tau / 4, atan2(y, x) + tau / 4)
            axes.fill(*sector, color="#fbe3d0", linewidth=0, label=None if name in known else "⟨w, x⟩ above 0")
        look = {"color": color, "linestyle": style, "linewidth": 1.8}
        shape = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", (center[0] + x, center[1] + y), center, arrowprops=shape | look)
        if name not in known:
            axes.plot([], [], label=name, **look)


def _scaled(place: Place, length: float) -> Place:
    return place[0] / length, place[1] / length


def _arc(center: Place, first: float, last: float, radius: float = 1.0) -> tuple[list[float], list[float]]:
    """Return points of a circle, from one angle to another, as matplotlib takes them."""
    angles = [first + (last - first) * part / 90 for part in range(91)]
    return (
        [center[0] + radius * cos(angle) for angle in angles],
        [center[1] + radius * sin(angle) for angle in angles],
    )


def _points(rounds: Sequence[VectorRound], label: int, *, wrong: bool) -> list[Place]:
    """Return the points of a label, each once, that had a mistake, or those that had none."""
    mine = [(_place(entry.x), entry.is_mistake) for entry in rounds if entry.label == label]
    missed = {place for place, mistake in mine if mistake}
    return sorted({place for place, _ in mine if (place in missed) == wrong})


def _last_weights(data: VectorData) -> Place | None:
    return None if data.moments is None else _weights(data)[-1][:2]


def _weights(data: VectorData) -> list[Sight]:
    """Return w before the first round and after each, of which the first three coordinates are drawn."""
    w, places = dict[int, float](), list[Sight]()
    for moment in data.moments or ():
        w |= dict(moment.w)
        places.append(_space([*w.items()]))
    return places


def _space(entries: Sequence[Sequence[Any]]) -> Sight:
    """Return three coordinates, of which those that are not named are 0."""
    coordinates = {entry[0]: float(entry[-1]) for entry in entries}
    return coordinates.get(0, 0.0), coordinates.get(1, 0.0), coordinates.get(2, 0.0)


def _across(v: Sight) -> tuple[Sight, Sight]:
    """Return two directions that are perpendicular to v and to each other, of length 1."""
    a, b, c = (value / hypot(*v) for value in v)
    if hypot(b, c) < abs(a):
        long = hypot(a, b)
        first = (-b / long, a / long, 0.0)
    else:
        long = hypot(b, c)
        first = (0.0, c / long, -b / long)
    x, y, z = first
    return first, (b * z - c * y, c * x - a * z, a * y - b * x)


def _seen(place: Sight, across: tuple[Sight, Sight], label: int = 1) -> Place:
    first, second = (label * sum(map(mul, place, direction)) for direction in across)
    return first, second


def _crossing(axes: "Axes", normal: Place, off: float, far: float, **look: Any) -> None:
    """Draw the line perpendicular to a vector, at a given distance from 0."""
    a, b = normal[0] / hypot(*normal), normal[1] / hypot(*normal)
    middle, long = (off * a, off * b), 2 * far
    axes.plot([middle[0] - long * b, middle[0] + long * b], [middle[1] + long * a, middle[1] - long * a], **look)


def _arrow(axes: "Axes", end: Place, color: str, name: str) -> None:
    axes.quiver(0, 0, *end, color=color, angles="xy", scale_units="xy", scale=1, width=0.009, zorder=2.5)
    long = hypot(*end)
    beside: Any = {"xytext": (7 * end[0] / long, 7 * end[1] / long), "textcoords": "offset points"}
    axes.annotate(name[0], end, color=color, ha="center", va="center", weight="bold", **beside)
    axes.plot([], [], color=color, linewidth=2, marker=">", markevery=[-1], label=name)


# ------------------------------------------------------------------------------------------------ files

CHARTS: dict[str, Callable[[Sequence[Any]], Chart]] = {
    "plane": plane,
    "rounds": rounds,
    "sphere": sphere,
    "squeeze": squeeze,
    "mistakes": mistakes,
}
"""What can be drawn; the view of a file says what there never is of it."""

MAX_FILES = len(COLORS)
"""Games in one chart: more lines nobody tells apart."""


def read_games(files: Sequence[str | Path], seconds: float) -> list[GameView]:
    """Judge files, and return a view of each; ``seconds`` is the budget for each file.

    Raises:
        InputError: one cannot be read, there are too many, or they are not of one kind and one setting.

    """
    if len(files) > MAX_FILES:
        raise InputError(f"one chart compares at most {counted(MAX_FILES, 'file')}, and these are {len(files)}")
    games = [view_file(file, seconds) for file in files]
    for file, game in zip(files, games, strict=True):
        if game.kind != "game" and len(files) > 1:
            raise InputError(f"{file} is a {game.kind}; several files are compared where each is a trace of a game")
        if game.compared_by != games[0].compared_by:
            first, other = games[0].setting_text, game.setting_text
            other = other if other != first else "another one that is called so"
            raise InputError(f"{files[0]} is about {first} and {file} about {other}; games are compared in one setting")
    return games


def chart_of(games: Sequence[GameView], name: str | None = None) -> Chart:
    """Return the named chart, or the default chart, of valid files that ``read_games`` has read.

    Raises:
        InputError: there is no such chart, or not of these files.

    """
    if name is not None and name not in CHARTS:
        raise unknown("chart", name, [*CHARTS, "tree"])
    if games[0].kind == "certificate" and games[0].data.values:
        raise games[0].unfit("figure", "a certificate of many values has a page, and nothing else")
    chart = _by_default(games) if name is None else _chart(games, name)
    return replace(chart, notes=[*chart.notes, *forfeits(games)])


def _chart(games: Sequence[GameView], name: str) -> Chart:
    for game in games:
        if name in game.lacks:
            raise game.unfit(name, game.lacks[name])
    return CHARTS[name](games)


def _by_default(games: Sequence[GameView]) -> Chart:
    if len(games) > 1 or games[0].kind == "counterexample":
        return mistakes(games)
    for name in games[0].charts:
        try:
            return _chart(games, name)
        except InputError:  # not of this file
            continue
    raise AssertionError("the mistakes of every game can be drawn")


def caption(games: Sequence[GameView], shows: str, notes: Sequence[str]) -> str:
    """Return the caption: what the figure shows, what each file proves, and what is left out."""
    first = games[0]
    if len(games) == 1:
        verdict = first.data.verdict
        proved = "; ".join(verdict.statements) or "nothing"
        setting = "" if first.kind == "certificate" else f", {first.about}"  # which its title names
        return " ".join([f"{shows}. {first.name}{setting} ({'; '.join(verdict.facts)}). Proved: {proved}.", *notes])
    each = [
        f"{game.name}: {counted(game.findings.rounds or 0, 'round')}, {mistakes_made(game.findings.mistakes)}, "
        f"proved {_proved(game)}"
        for game in games
    ]
    spans = any(fact["statement"] == Statement.SPAN_BOUND for game in games for fact in game.findings.statements)
    more = [f"(Span bound: {SPAN_LEARNERS} makes at least as many as its file says.)"] if spans else []
    legend = numbers_text(first.setting, expected=any(isinstance(game.findings.mistakes, Fraction) for game in games))
    compared = f"{shows}, in {first.setting_text}. {'; '.join(each)}. {legend}"
    return " ".join([compared, *more, *notes])


def _proved(game: GameView) -> str:
    forced = game.forced_on_all
    return game.proved + ("" if forced is None else f" (at least {forced:,})")
