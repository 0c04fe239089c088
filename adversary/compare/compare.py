"""Several learners, each against the adversary that is worst for it, as far as strategies and searches find one."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.compare.cell_search import CellSearch
from adversary.compare.cell_tasks import CellTask, Tell, play_cells, played_apart, prepare, unpack, write_traces
from adversary.compare.comparison import DOES_NOT_PLAY, Cell, Comparison, read_cell
from adversary.compare.larger_margins import better_of, with_larger_margins
from adversary.tasks.store import Store
from adversary.tasks.where import Where
from learners.loading import sources
from proofs.classes.concepts import ConceptClass, see_names_apart
from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import Rational
from proofs.settings import Finite, Halfspaces, SearchSetting
from proofs.solvers.budget import Budget
from proofs.solvers.dimensions import dimensions

SPACES = 100_000
"""Version spaces of a class that are looked at for its Littlestone dimension."""


def compare(  # noqa: PLR0913 - each is an option of the command line
    learners: Sequence[object],
    margins_squared: Sequence[Fraction] = (),
    classes: Sequence[ConceptClass] = (),
    *,
    seconds: float = 30.0,
    seed: int = 0,
    traces: Path | None = None,
    where: Where | None = None,
    store: Store | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _what: None,
) -> Comparison:
    """Find, for every learner and setting, the largest number of mistakes that a strategy or a search leads it to.

    Args:
        learners: as for ``play``.
        margins_squared: δ² of games on halfspaces, on unit points, of any dimension.
        classes: finite classes.
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
    found = [sources.find(learner) for learner in learners]
    settings: list[SearchSetting] = [Halfspaces(most_points(squared), squared) for squared in margins_squared]
    settings += [Finite(table) for table in classes]
    see_names_apart(table.name for table in classes)
    settings.sort(key=_hardest_last)
    prepare(found, settings, traces)
    lowers = [_lower(setting) for setting in settings]
    tasks = [
        CellTask(source, setting, {"lower": lower, "seconds": seconds, "seed": seed})
        for setting, lower in zip(settings, lowers, strict=True)
        for source in found
    ]
    played = play_cells(tasks, _play, f"{__name__}:search_cell", where=where, store=store, progress=progress)
    better = with_larger_margins(tasks, played, len(found))

    def told_again(_done: int, _total: int, what: str) -> None:
        if what:  # all cells have been played, and how many of them were kept has been said
            progress(len(tasks), len(tasks), f"{what}: a game of a larger margin")

    again = play_cells(
        [*better.again.values()],
        _play_again,
        f"{__name__}:play_larger_margin",
        where=where,
        store=store,
        progress=told_again,
    )
    for number, cell in zip(better.again, again, strict=True):
        better.cells[number] = better_of(better.cells[number], cell)
    cells = write_traces(better.cells, traces)
    if cells and not any(cell.plays for cell in cells):
        raise InputError(cells[0].note or DOES_NOT_PLAY)
    return Comparison(tuple([source.text for source in found]), tuple(cells), seconds, seed)


def _play(task: CellTask, trace: Path, told: Tell) -> Cell:
    """Play strategies and a search."""
    name = task.source.text
    told(name)
    return _search(task, trace, lambda games: told(f"{name}: {counted(games, 'game')}")).cell()


def _play_again(task: CellTask, trace: Path, told: Tell) -> Cell:
    """Play the game of a larger margin."""
    told(task.source.text)
    trace.write_bytes(unpack(task.options["trace"]))
    own, larger = (read_cell(task.options[name], task.setting) for name in ("own", "larger"))
    return _search(task, trace, lambda _: None).again(own, larger, trace)


def _search(task: CellTask, trace: Path, played: Callable[[int], None]) -> CellSearch:
    lower, seconds, seed = (task.options[key] for key in ("lower", "seconds", "seed"))
    return CellSearch(task.source, task.setting, lower, seconds, seed, trace, played)


def search_cell(asked: dict[str, Any]) -> dict[str, Any]:
    """Play the games of a cell, in a process of a run."""
    return played_apart(_play, asked)


def play_larger_margin(asked: dict[str, Any]) -> dict[str, Any]:
    """Play a cell's game of a larger margin, in a process of a run."""
    return played_apart(_play_again, asked)


def _hardest_last(setting: SearchSetting) -> Rational:
    """Order margins from the largest down: what is legal at one is legal at those that follow. Classes come last."""
    return -setting.margin_squared if isinstance(setting, Halfspaces) else 1


def most_points(margin_squared: Fraction) -> int:
    """Return ⌊1/δ²⌋, at least 1: the dimension in which strategies have room for as many orthonormal points."""
    return max(int(1 / margin_squared), 1)


def _lower(setting: SearchSetting) -> int | None:
    """Return what every deterministic learner can be forced to, or ``None`` where the budget does not suffice."""
    if isinstance(setting, Halfspaces):
        return setting.most_mistakes
    found = dimensions(setting.concept_class, ("littlestone",), Budget(states=SPACES)).littlestone
    return None if found is None or found.value is None else int(found.value)
