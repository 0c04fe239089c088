"""What a search has found at a larger margin, which is legal at a smaller one, too."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from adversary.compare.cell_search import HALFSPACE_STRATEGY, UNLIKE
from adversary.compare.cell_tasks import CellTask, PlayedCell
from adversary.compare.comparison import write_cell
from adversary.game.replay import NOT_DETERMINISTIC


class WithLarger(NamedTuple):
    """Cells, and, by their numbers, those in which the game of a larger margin is to be played, since it is better."""

    cells: list[PlayedCell]
    again: dict[int, CellTask]


def with_larger_margins(shares: Sequence[CellTask], cells: Sequence[PlayedCell], learners: int) -> WithLarger:
    """Look for better games at larger margins, of learners that are not told the margin.

    Setting by setting, the largest margin first, there is a cell for each of so many ``learners``. Where a search at a
    larger margin was cut short, so is this: a game that it missed might be better.
    """
    found, best, cut_short = WithLarger(list(cells), {}), dict[int, PlayedCell](), set[int]()
    for number, (share, cell) in enumerate(zip(shares, cells, strict=True)):
        who, own = number % learners, cell.cell
        if not own.inherits:
            if own.plays and own.search == "none" and own.mistakes is None and own.fault is None:
                cut_short.add(who)  # its search has not even begun, or nobody knows how far it came
            continue
        if own.search == "cut short":
            cut_short.add(who)
        elif who in cut_short:
            said = filter(None, (own.note, "the search at a larger margin was cut short"))
            own = replace(own, search="cut short", note=own.note if own.mistakes is None else "; ".join(said))
            found.cells[number] = cell._replace(cell=own)
        if own.mistakes is None:
            continue
        larger = best.get(who)
        if larger and larger.packed is not None and (larger.cell.mistakes or 0) > own.mistakes:
            games = {"own": write_cell(own), "larger": write_cell(larger.cell), "trace": larger.packed}
            found.again[number] = replace(share, options=share.options | games)
        elif own.adversary != HALFSPACE_STRATEGY:  # which is played at each margin
            best[who] = cell
    return found


def better_of(own: PlayedCell, again: PlayedCell) -> PlayedCell:
    """Return the cell with the game of a larger margin, or, where that could not be judged, its own with a note.

    A fault, or that it does not play the same way twice, is about the learner, and counts.
    """
    found = again.cell
    again = again._replace(unchecked=again.unchecked or own.unchecked)
    note = found.note or "it could not be judged"
    if found.mistakes is not None or found.fault or note.startswith((UNLIKE, NOT_DETERMINISTIC)):
        return again
    said = filter(None, (own.cell.note, f"with the game of a larger margin, which may be worse: {note}"))
    return own._replace(cell=replace(own.cell, search="cut short", note="; ".join(said)))
