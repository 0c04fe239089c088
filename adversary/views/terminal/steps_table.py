"""The rounds of a game as a table."""

from typing import TYPE_CHECKING

from adversary.views.cells import Cell, Column, Table, line
from learners.protocol import loss
from proofs.exact.errors import counted
from proofs.exact.rationals import exact_text
from proofs.settings import Setting

if TYPE_CHECKING:
    from adversary.game.result import PlayedRound, Steps


def steps_table(steps: "Steps", setting: Setting) -> Table:
    """Return the rounds as a table, with a row for those that are left out in the middle."""
    rows, before = list[list[Cell]](), 0
    for entry in steps.rounds:
        cells = _cells(entry, setting)
        if left_out := entry.number - before - 1:
            rows.append(["…", counted(left_out, "more round"), *[""] * (len(cells) - 2)])
        rows.append(cells)
        before = entry.number
    titles = ("round", "point", "predicted", "label", "mistakes", "concepts left")[: len(rows[0])]
    return Table([Column(title, fold=title == "point", right=title != "point") for title in titles], rows)


def _cells(entry: "PlayedRound", setting: Setting) -> list[Cell]:
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
