"""Charts of numbers against rounds, for papers: the pages' numbers, drawn with matplotlib."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Any

from adversary.views.figures.figure import make_inert
from adversary.views.figures.picture import Picture, game_names, unfit
from adversary.views.game.page_data import PageData
from proofs.exact.errors import counted, lies_suffix

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

COLORS = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
LINE_STYLES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 3)))
LINE_MARKS = ("o", "s", "^", "D", "v", "P")
"""One a game: colors that the color-blind tell apart (Okabe and Ito, 2008); styles and marks for print in gray."""

GRAY, PALE = "#999999", "#ededed"

WIDEST_LEGEND = 0.85
"""Of a figure's width: what is left beside the numbers of an axis."""

ALLOWED = "H + ‖u‖√M so far, the Perceptron's bound"
"""With the hinge losses H and the mistakes M of the rounds so far."""

FEW_MARKS = 32
"""Points of a line that are marked one by one."""


def squeeze(games: Sequence[PageData]) -> Picture:
    """Draw the Perceptron's proof, δM ≤ ⟨w,v⟩ ≤ ‖w‖ ≤ √M, against M. Raises InputError where w is not known."""
    for game in games:
        if game.data["kind"] != "halfspaces":
            finite = "it is about a finite class, where there is no w"
            hinge = "with a hinge budget there is no δ; its chain, M − H ≤ ⟨w,u⟩, is on the page of adversary show"
            raise unfit("squeeze", game, hinge if game.data["kind"] == "hinge" else finite)
        if game.data["weights"] is None:
            raise unfit("squeeze", game, f"its w is not known: {game.data['no_weights']}")
    lines = [_squeezed(game) for game in games]
    names, delta = game_names(games), games[0].data["delta"]["drawn"]
    most = max(len(line) for line in lines) - 1
    broken = [(name, number) for name, game in zip(names, games, strict=True) if (number := _broken(game)) is not None]

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
        axes.set_xlabel(f"M, the {'mistakes' if _on_mistakes(games) else 'rounds in which w has changed'} so far")
        legend_above(axes)

    notes = [f"{name}: the chain breaks in round {number}." for name, number in broken]
    if broken and not all(game.setting[1] for game in games):
        notes.append("The proof is about points of norm 1; here they may have any norm.")
    quiet = sum(len(game.data["rounds"]) for game in games) - sum(len(line) - 1 for line in lines)
    notes += [f"Not drawn: {counted(quiet, 'round')} in which no w changes."] if quiet else []
    return Picture("squeeze", "The squeeze of the Perceptron's proof, δM ≤ ⟨w,v⟩ ≤ ‖w‖ ≤ √M", draw, notes)


def mistakes(games: Sequence[PageData]) -> Picture:
    """Draw the mistakes so far against the rounds, and what theorems, or a grader, allow."""
    counts, names, bounds = [_counts(game) for game in games], game_names(games), _bounds(games)
    budgeted = len(games) == 1 and games[0].data["kind"] == "hinge"
    allowed = [entry["drawn"] for entry in games[0].data["allowed"] or ()] if budgeted else []
    untold = games[0].data["no_losses"] if budgeted else None

    def draw(axes: "Axes") -> None:
        for (title, value), style in zip(bounds, ("-", "--", ":"), strict=False):
            axes.axhline(value, color=GRAY, linewidth=2, linestyle=style, label=f"{value:,}: {title}")
        if allowed:
            axes.plot(range(len(allowed)), allowed, color=GRAY, linewidth=1.2, linestyle="-.", label=ALLOWED)
        for number, (name, values) in enumerate(zip(names, counts, strict=True)):
            # what lies below is wider, so that lines that are the same are all to be seen
            looks: Any = {"color": COLORS[number], "linestyle": LINE_STYLES[number]}
            wide = 1.3 + 1.6 * (len(games) - 1 - number)
            axes.step(
                range(len(values)), values, where="mid", linewidth=wide, label=f"{values[-1]:.6g}: {name}", **looks
            )
        whole_numbers(axes.xaxis)
        random = any(value != int(value) for values in counts for value in values)
        if not random:
            whole_numbers(axes.yaxis)
        axes.set(xlabel="round", ylabel="expected mistakes so far" if random else "mistakes so far", ylim=(0, None))
        legend_above(axes)

    notes = [f"Not drawn: {ALLOWED}, as the hinge losses are left out: {untold}."] if untold else []
    return Picture("mistakes", "Mistakes so far, round after round", draw, notes)


def spaces(games: Sequence[PageData]) -> Picture:
    """Draw log₂|V|, L and the mistakes of a game on a finite class. Raises InputError for halfspaces."""
    game = only(games, "spaces")
    if game.data["kind"] != "finite":
        raise unfit("spaces", game, "it is about halfspaces, which are not a finite class")
    if not game.data["rounds"]:
        raise unfit("spaces", game, "it has no round")
    left = [game.data["start"], *(entry["plus" if entry["label"] == 1 else "minus"] for entry in game.data["rounds"])]
    sizes, ranks = [log2(space["size"]) for space in left], [space["rank"] for space in left]
    known, rank = None not in ranks, f"{worth_letter(game.data)}(V)"

    def draw(axes: "Axes") -> None:
        rounds = range(len(left))
        marks: Any = {"markersize": 4, "linewidth": 1.2}
        axes.plot(rounds, sizes, "-", color=COLORS[0], marker=_mark(rounds, "o"), label="log₂|V|", **marks)
        if known:
            axes.plot(rounds, ranks, "--", color=COLORS[1], marker=_mark(rounds, "s"), label=rank, **marks)
        errors = _counts(game)
        axes.step(rounds, errors, where="mid", linestyle=":", color=COLORS[2], linewidth=2.4, label="mistakes so far")
        whole_numbers(axes.xaxis)
        axes.set(xlabel="round", ylim=(0, None))
        legend_above(axes)

    worth = "their Littlestone dimension L(V)"
    if game.data["order"]:
        worth = "what the rest of the announced order can force on them, A(V)"
    elif game.data["lies"]:
        worth = "their Littlestone dimension with the lies that each has left, D(V)"
    says = f"The concepts left, |V|, {worth}, and the mistakes"
    if game.kind == "certificate":
        led = "the majority of the concepts left" if game.data["lies"] else "Halving"
        says += f" of {led}, which is led down the tree of the certificate"
    why = f"as {game.data['ran_out']} did not suffice" if game.data["ran_out"] else "as it is not known"
    notes = [] if known else [f"Not drawn: {rank}, {why}."]
    return Picture("spaces", says, draw, notes)


def worth_letter(data: dict[str, Any]) -> str:
    """Return what a game's ``rank`` is called: in an announced order A, with lies D, else L."""
    return "A" if data["order"] else "D" if data["lies"] else "L"


def only(games: Sequence[PageData], chart: str) -> PageData:
    """Return the one game of a chart that overlays none. Raises InputError."""
    if len(games) > 1:
        raise unfit(chart, games[1], "this chart shows one file; several are compared by --chart mistakes or squeeze")
    return games[0]


def whole_numbers(axis: "Axis") -> None:
    """Let an axis be one of whole numbers."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def legend_above(axes: "Axes") -> None:
    """Put the legend where it covers nothing."""
    place: Any = {"loc": "lower left", "bbox_to_anchor": (0, 1.01), "borderaxespad": 0, "frameon": False}
    for columns in (2, 1):  # in one where two have no room
        legend = axes.legend(ncols=columns, fontsize=8, handlelength=2.6, **place)
        make_inert(legend)  # before it is measured: names may come from anybody
        if legend.get_window_extent().width <= WIDEST_LEGEND * axes.figure.bbox.width:
            return


def _mark(points: Iterable[int], mark: str) -> str | None:
    return mark if len(list(points)) <= FEW_MARKS else None


def _squeezed(game: PageData) -> list[tuple[float, float]]:
    """Return ⟨w,v⟩ and ‖w‖ by M: where w does not change, neither do they."""
    by_steps = {int(moment["squares"][3]): moment["drawn"] for moment in game.data["weights"]["moments"]}
    return [(by_steps[steps][1], by_steps[steps][2]) for steps in sorted(by_steps)]


def _broken(game: PageData) -> int | None:
    moments = game.data["weights"]["moments"]
    return next((number for number, moment in enumerate(moments) if moment["broken"]), None)


def _on_mistakes(games: Sequence[PageData]) -> bool:
    return all(game.data["weights"]["on_mistakes"] for game in games)


def _counts(game: PageData) -> list[float]:
    """Return the mistakes after each round; expected ones of a learner that tosses coins."""
    if game.data["kind"] == "finite":
        return [0.0, *(float(Fraction(entry["mistakes"].removeprefix("≈"))) for entry in game.data["rounds"])]
    counts = [0.0]
    for entry in game.data["rounds"]:
        counts.append(counts[-1] + (entry["said"] != entry["label"]))
    return counts


def _bounds(games: Sequence[PageData]) -> list[tuple[str, int]]:
    """Return what the theorems say of the setting that all games have, and of the rounds of a single one."""
    data = games[0].data
    if data["kind"] == "finite":
        start, lying = data["start"], lies_suffix(data["lies"])
        bounds = [] if lying else [("⌊log₂|C|⌋, Halving never makes more", start["size"].bit_length() - 1)]
        if start["rank"] is not None:
            whom = "all who are told the order" if data["order"] else "every deterministic learner"
            bounds.insert(0, (f"{worth_letter(data)}(C), forced on {whom}{lying}", start["rank"]))
    elif data["kind"] == "hinge":
        most = data["most"]
        bounds = [] if most is None else [("M ≤ H + N√M, the Perceptron never makes more", most["count"])]
    else:
        bounds = [] if data["most"] is None else [("⌊1/δ²⌋, the Perceptron never makes more", data["most"])]
        if len(games) == 1 and data["allowed"] not in (None, data["most"]):
            bounds.append(("⌊R²‖v‖²/γ²⌋ of these rounds, likewise", data["allowed"]))
    story = data.get("story") or {"allowed": None}
    if story["allowed"] is not None:
        bounds = [(title, value) for title, value in bounds if value != story["allowed"]]
        bounds.insert(0, (f"allowed, says the {story['by']}", story["allowed"]))
    return bounds
