"""What a chart for a paper is before it is drawn, and what it calls the games that it shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from adversary.views.figures.drawing import short_name
from adversary.views.game.page_data import PageData
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMN = 5.5
"""Inches: a column of text on a page."""

NOTE_CHARACTERS = 112
"""Of a line of small print in a column."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart: its name, what is to be seen, what draws it into axes, and what it leaves out, a sentence each."""

    chart: str
    shows: str
    fill: Callable[["Axes"], None]
    notes: list[str]
    height: float = 3.0

    def draw(self, figure: "Figure") -> None:
        """Fill a figure: the chart, and in small print what it leaves out."""
        self.fill(figure.subplots())
        if self.notes:
            lines = [line for note in self.notes for line in wrap(note, NOTE_CHARACTERS)]
            figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=6.5, color="#555555")


def unfit(chart: str, game: PageData, why: str) -> InputError:
    """Return the error for a chart that cannot be drawn of a game."""
    return InputError(f"no {chart} of {game_title(game)}: {why}")


def game_title(game: PageData) -> str:
    """Return what a sentence calls a game."""
    story = game.data.get("story")
    if story is None:
        return game.title
    return f"{game.data['learner']}: a counterexample" + (f" to {story['bound']}" if story["bound"] else "")


def forfeits(games: Sequence[PageData]) -> list[str]:
    """Return which learners gave no answer after their last round, and why: a sentence each."""
    return [f"{game.data['learner']} then forfeits: {game.data['fault']}." for game in games if game.data["fault"]]


def game_names(games: Sequence[PageData]) -> list[str]:
    """Return what a legend calls games: by their learners, if that is enough."""
    learners = [short_name(game.data["learner"]) for game in games]
    if len(set(learners)) == len(learners):
        return learners
    return [f"{name} vs {short_name(game.data['adversary'])}" for name, game in zip(learners, games, strict=True)]
