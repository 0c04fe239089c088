"""A game in the plane, for papers: its points, the target v, and where a learner's w has come to."""

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Any

from adversary.views.figures.charts import GRAY, Chart, only
from adversary.views.game.vectors import VectorView

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Place = tuple[float, float]


def plane(games: Sequence[VectorView]) -> Chart:
    """Draw the points of a game in two dimensions, with v, w and its decision boundary after the last round.

    Raises:
        InputError: it is not in two dimensions, or there is no target.

    """
    game = only(games, "plane")
    data, called, (clear, least) = game.data, game.setting.target_name, game.clear
    if game.setting.dimension != 2:  # noqa: PLR2004 - a plane
        raise game.unfit("plane", "it is not a game of halfspaces in two dimensions")
    if data.get("no_losses"):
        raise game.unfit("plane", f"its hinge losses are left out, and u with them: {data['no_losses']}")
    if data["target"] is None or not data["target"][called]:
        raise game.unfit("plane", f"it has no target, or {called} = 0")
    points = {
        (label, wrong): _points(data["rounds"], label, wrong=wrong) for label in (1, -1) for wrong in (True, False)
    }
    v, w = _place([(index, value) for index, *_, value in data["target"][called]]), _last_weights(data)
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
            axes.scatter(*_columns(places), s=22, zorder=3, marker="o" if label == 1 else "s", label=name, **look)
        ring: Any = {"s": 110, "facecolors": "none", "edgecolors": "#cc0000", "linewidths": 1.1}
        axes.scatter(*_columns(points[1, True] + points[-1, True]), label="a mistake", **ring)
        below: Any = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.02), "ncols": 2}  # with room for wider fonts
        axes.legend(**below, frameon=False, fontsize=8, handlelength=2.4)

    notes = [] if data["weights"] else [f"Not drawn: w, for {data['no_weights']}."]
    return Chart("plane", f"The points, the target {called}, and w after the last round", draw, notes, 4.0)


def _place(entries: Sequence[Sequence[Any]]) -> Place:
    """Return two coordinates, of which those that are not given are 0."""
    given = {entry[0]: float(entry[-1]) for entry in entries}
    return given.get(0, 0.0), given.get(1, 0.0)


def _points(rounds: Sequence[dict[str, Any]], label: int, *, wrong: bool) -> list[Place]:
    """Return the points of a label in which there was, or never was, a mistake, each once."""
    mine = [(_place(entry["x"]), entry["said"] != entry["label"]) for entry in rounds if entry["label"] == label]
    missed = {place for place, mistake in mine if mistake}
    return sorted({place for place, _ in mine if (place in missed) == wrong})


def _last_weights(data: dict[str, Any]) -> Place | None:
    if data["weights"] is None:
        return None
    w: dict[int, float] = {}
    for moment in data["weights"]["moments"]:
        w |= dict(moment["w"])
    return _place(list(w.items()))


def _crossing(axes: "Axes", normal: Place, off: float, far: float, **look: Any) -> None:
    """Draw the line at right angles to a vector, so far from 0 along it."""
    a, b = normal[0] / hypot(*normal), normal[1] / hypot(*normal)
    middle, long = (off * a, off * b), 2 * far
    axes.plot([middle[0] - long * b, middle[0] + long * b], [middle[1] + long * a, middle[1] - long * a], **look)


def _arrow(axes: "Axes", end: Place, color: str, name: str) -> None:
    axes.quiver(0, 0, *end, color=color, angles="xy", scale_units="xy", scale=1, width=0.009, zorder=2.5)
    long = hypot(*end)
    beside: Any = {"xytext": (7 * end[0] / long, 7 * end[1] / long), "textcoords": "offset points"}
    axes.annotate(name[0], end, color=color, ha="center", va="center", weight="bold", **beside)
    axes.plot([], [], color=color, linewidth=2, marker=">", markevery=[-1], label=name)


def _columns(places: Sequence[Place]) -> tuple[list[float], list[float]]:
    return [x for x, _ in places], [y for _, y in places]
