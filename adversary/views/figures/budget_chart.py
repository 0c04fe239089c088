"""What a target has spent of its budget, for papers: its norm², of which there is 1, or its hinge losses."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adversary.views.figures.line_charts import FEW_MARKS, GRAY, legend_above, only, whole_numbers
from adversary.views.figures.picture import Picture, unfit
from adversary.views.game.page_data import PageData

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def budget(games: Sequence[PageData]) -> Picture:
    """Draw the norm² of the target, nδ², growing to the 1 that it may have, or its hinge losses growing to H.

    Raises:
        InputError: the norm² does not grow, or there is no target.

    """
    game = only(games, "budget")
    return _losses(game) if game.data["kind"] == "hinge" else _norms(game)


def _norms(game: PageData) -> Picture:
    if game.data["kind"] != "halfspaces" or game.data["sums"] is None:
        why = "its target is not δ times the labeled sum of orthonormal points, so that no norm² grows with the rounds"
        raise unfit("budget", game, why)
    each = f"norm² of the target, {game.data['delta']['squared']} a round"
    shows = "The norm² nδ² of the target after n rounds"
    return _growing(shows, game.data["sums"]["drawn"], each, 1, "1, all that a legal target has")


def _losses(game: PageData) -> Picture:
    if game.data["target"] is None:
        left_out = game.data["no_losses"] and f"its hinge losses are left out: {game.data['no_losses']}"
        raise unfit("budget", game, left_out or "it has no target, and so no hinge losses")
    most, spent = game.data["budget"]["hinge"], [entry["drawn"] for entry in game.data["target"]["spent"]]
    limit = f"H = {most['text']}, the budget".replace("= ≈", "≈ ")
    shows = "The hinge losses of the target u, summed round after round"
    return _growing(shows, spent, "hinge losses of u so far", most["drawn"], limit)


def _growing(shows: str, values: Sequence[float], each: str, most: float, limit: str) -> Picture:
    def draw(axes: "Axes") -> None:
        axes.axhline(most, color=GRAY, linewidth=3, label=limit)
        looks: Any = {"marker": "o" if len(values) <= FEW_MARKS else None, "markersize": 3}
        axes.plot(range(len(values)), values, "-", color="black", linewidth=1.2, label=each, **looks)
        whole_numbers(axes.xaxis)
        axes.set(xlabel="round", ylim=(0, None))
        legend_above(axes)

    return Picture("budget", shows, draw, [])
