"""The comparison of several learners, each against the worst adversary that strategies and searches find."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.compare.cell_search import SEARCH, STATES, UNLIKE, CellSearch
from adversary.compare.cell_tasks import SEARCHES, play_cells, write_traces
from adversary.compare.comparison import DOES_NOT_PLAY, Cell, Comparison
from adversary.files import made_folder
from adversary.game.ending import NOT_DETERMINISTIC
from adversary.search.worst_case import COUNTS, Count
from adversary.tasks.store import Store
from adversary.tasks.where import Where
from learners.loading import sources
from learners.runner.start import require_loadable
from proofs.classes.concepts import ConceptClass, validate_class_names
from proofs.exact.errors import InputError, require_known
from proofs.settings import Finite, Halfspaces, SearchSetting
from proofs.settings.finite import check_lies


def compare(  # noqa: PLR0913 - each is an option of the command line
    learners: Sequence[object],
    margins_squared: Sequence[Fraction] = (),
    classes: Sequence[ConceptClass] = (),
    *,
    dimension: int | None = None,
    lies: int = 0,
    count: Count = "mistakes",
    states: int = STATES,
    seconds: float = 30.0,
    seed: int = 0,
    traces: Path | None = None,
    where: Where | None = None,
    store: Store | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _what: None,
) -> Comparison:
    """Find, for every learner and setting, the largest number of mistakes that a strategy or a search causes.

    Args:
        learners: as for ``play``.
        margins_squared: δ² of games on halfspaces, on unit points.
        dimension: of these games, where it is below ⌊1/δ²⌋; otherwise they may have any dimension.
        classes: finite classes.
        lies: how many labels of a game on a class may differ from the target's.
        count: ``"mistakes"``, or on classes ``"updates"``: rounds that change the learner.
        states: how many of a learner's states are looked at for its worst case on a class.
        seconds: the most that the search of a cell may take, not counting what a busy machine keeps it waiting; it is
            looked at between calls and between games. The strategies before it, and judging the best game, come on top.
        seed: of what the games choose at random.
        traces: a folder in which the trace of each cell's game is written; it is made, if it is not there.
        where: a cell is a task of a run, which takes place there; those of objects and classes, and a single cell that
            is not kept, take place here.
        store: of cells that are not played again; those of objects and classes are.
        progress: is told how many cells are done, of how many, and what is under way or was last (at first, nothing):
            here, before each cell and after each game; elsewhere, after each cell.

    Raises:
        InputError: something given is unusable, two classes have one name, or none of the learners plays in any of the
            settings.

    """
    require_known("count", COUNTS, str(count))
    if margins_squared and (lies or count == "updates"):
        raise InputError("lies and updates are for games on classes: leave out the margins")
    found = [sources.find(learner) for learner in learners]
    validate_class_names(table.name for table in classes)
    settings: list[SearchSetting] = [*_with_margins(margins_squared, dimension)]
    settings += [Finite(table, check_lies(lies)) for table in classes]
    if settings:
        require_loadable(found)
    if traces is not None:
        made_folder(traces)
    options: dict[str, Any] = {"seconds": seconds, "seed": seed, "states": states, "count": count}
    run: dict[str, Any] = {"where": where, "store": store}
    searches = [SEARCHES[setting.kind].of(source, setting, **options) for setting in settings for source in found]
    cells, again = with_larger_margins(searches, play_cells(searches, **run, progress=progress), len(found))

    def told_again(_done: int, _total: int, what: str) -> None:
        if what:  # all cells have been played, and how many of them were kept has been said
            progress(len(searches), len(searches), f"{what}: a game of a larger margin")

    for number, cell in zip(again, play_cells([*again.values()], **run, progress=told_again), strict=True):
        cells[number] = better_of(cells[number], cell)
    cells = write_traces(cells, traces)
    if cells and not any(cell.plays for cell in cells):
        raise InputError(cells[0].note or DOES_NOT_PLAY)
    return Comparison(tuple([source.text for source in found]), tuple(cells), seconds, seed, count)


def _with_margins(margins_squared: Sequence[Fraction], dimension: int | None) -> Iterator[Halfspaces]:
    """Yield settings by decreasing margin: a game that is legal at one margin is legal at all smaller margins."""
    if dimension is not None and not margins_squared:
        raise InputError("a dimension is for games with a margin: give margins, too")
    if dimension is not None and dimension < 1:
        raise InputError(f"the dimension should be at least 1, but is {dimension}")
    for squared in sorted(margins_squared, reverse=True):
        most = max(int(1 / squared), 1)  # orthonormal points that strategies may use
        yield Halfspaces(min(most, dimension or most), squared)


def with_larger_margins(
    searches: Sequence[CellSearch], cells: Sequence[Cell], learners: int
) -> tuple[list[Cell], dict[int, CellSearch]]:
    """Return the cells, and the numbers of those for which a game at a larger margin has more mistakes.

    Only a learner that is not told the margin plays that game alike.

    Setting by setting, the largest margin first, there is a cell for each of so many ``learners``. Where a search at a
    larger margin was cut short, so is this: a game that it missed might be better.
    """
    found, again, best, cut_short = list(cells), dict[int, CellSearch](), dict[int, Cell](), set[int]()
    for number, search in enumerate(searches):
        who, own = number % learners, cells[number]
        if not own.inherits:
            if own.plays and own.search == "none" and own.mistakes is None and own.fault is None:
                cut_short.add(who)  # its search has not begun, or its progress is unknown
            continue
        if own.search == "cut short":
            cut_short.add(who)
        elif who in cut_short:
            said = filter(None, (own.note, "the search at a larger margin was cut short"))
            own = replace(own, search="cut short", note=own.note if own.mistakes is None else "; ".join(said))
            found[number] = own
        if own.mistakes is None:
            continue
        larger = best.get(who)
        if larger and larger.game is not None and (larger.mistakes or 0) > own.mistakes:
            again[number] = replace(search, own=own, larger=larger)
        elif (own.adversary or "").startswith(SEARCH):  # the strategy is played at each margin
            best[who] = own
    return found, again


def better_of(own: Cell, again: Cell) -> Cell:
    """Return the cell with the game at a larger margin; if that game cannot be judged, return its own with a note.

    A fault, or that it does not play the same way twice, is about the learner, and counts.
    """
    note = again.note or "it could not be judged"
    if again.mistakes is not None or again.fault or note.startswith((UNLIKE, NOT_DETERMINISTIC)):
        return replace(again, unchecked=again.unchecked or own.unchecked)
    said = filter(None, (own.note, f"with the game of a larger margin, which may be worse: {note}"))
    return replace(own, search="cut short", note="; ".join(said))
