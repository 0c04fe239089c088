"""What a search has found at a larger margin, which is legal at a smaller one, too."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from adversary.compare.cell_search import UNLIKE, CellSearch
from adversary.compare.comparison import Cell
from adversary.compare.margin_search import HALFSPACE_STRATEGY
from adversary.game.replay import NOT_DETERMINISTIC


class WithLarger(NamedTuple):
    """Cells, and, by their numbers, those in which the game of a larger margin is to be played, since it is better."""

    cells: list[Cell]
    again: dict[int, CellSearch]


def with_larger_margins(searches: Sequence[CellSearch], cells: Sequence[Cell], learners: int) -> WithLarger:
    """Look for better games at larger margins, of learners that are not told the margin.

    Setting by setting, the largest margin first, there is a cell for each of so many ``learners``. Where a search at a
    larger margin was cut short, so is this: a game that it missed might be better.
    """
    found, best, cut_short = WithLarger(list(cells), {}), dict[int, Cell](), set[int]()
    for number, search in enumerate(searches):
        who, own = number % learners, cells[number]
        if not own.inherits:
            if own.plays and own.search == "none" and own.mistakes is None and own.fault is None:
                cut_short.add(who)  # its search has not even begun, or nobody knows how far it came
            continue
        if own.search == "cut short":
            cut_short.add(who)
        elif who in cut_short:
            said = filter(None, (own.note, "the search at a larger margin was cut short"))
            own = replace(own, search="cut short", note=own.note if own.mistakes is None else "; ".join(said))
            found.cells[number] = own
        if own.mistakes is None:
            continue
        larger = best.get(who)
        if larger and larger.game is not None and (larger.mistakes or 0) > own.mistakes:
            found.again[number] = replace(search, own=own, larger=larger)
        elif own.adversary != HALFSPACE_STRATEGY:  # which is played at each margin
            best[who] = own
    return found


def better_of(own: Cell, again: Cell) -> Cell:
    """Return the cell with the game of a larger margin, or, where that could not be judged, its own with a note.

    A fault, or that it does not play the same way twice, is about the learner, and counts.
    """
    note = again.note or "it could not be judged"
    if again.mistakes is not None or again.fault or note.startswith((UNLIKE, NOT_DETERMINISTIC)):
        return replace(again, unchecked=again.unchecked or own.unchecked)
    said = filter(None, (own.note, f"with the game of a larger margin, which may be worse: {note}"))
    return replace(own, search="cut short", note="; ".join(said))
