"""The rounds of a game as a table."""

from adversary.game.steps import PlayedRound, Steps
from adversary.views.cells import Cell, Grid, column, line
from learners.protocol import loss
from proofs.exact.errors import counted
from proofs.exact.rationals import exact_text
from proofs.settings import Finite, Setting


def steps_table(steps: Steps, setting: Setting) -> Grid:
    """Return the rounds as a table, with a row for those that are left out in the middle."""
    titles = ["round", "point", "predicted", "label", "mistakes", *(["concepts left"] if _finite(setting) else [])]
    table = Grid(*(column(title, fold=title == "point", right=title != "point") for title in titles))
    before = 0
    for entry in steps.rounds:
        if left_out := entry.number - before - 1:
            table.add_row("…", counted(left_out, "more round"), *[""] * (len(titles) - 2))
        table.add_row(*_cells(entry, setting))
        before = entry.number
    return table


def _cells(entry: PlayedRound, setting: Setting) -> list[Cell]:
    said = f"{entry.predicted:+d}" if isinstance(entry.predicted, int) else f"+1 with {exact_text(entry.predicted)}"
    point = setting.point_name(entry.x)
    predicted = line(said, "red" if loss(entry.predicted, entry.label) == 1 else "")
    cells: list[Cell] = [
        f"{entry.number:,}",
        point,
        predicted,
        f"{entry.label:+d}{' (a lie)' if entry.lie else ''}",
        exact_text(entry.mistakes),
    ]
    return cells if entry.left is None else [*cells, f"{entry.left:,}"]


def _finite(setting: Setting) -> bool:
    return isinstance(setting, Finite)
