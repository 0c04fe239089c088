"""The cells of a comparison as tasks of a run. A learner that is a Python object plays in this process instead."""

import base64
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from adversary.compare.cell_search import SEARCH, CellSearch
from adversary.compare.class_search import ClassSearch
from adversary.compare.comparison import Cell, read_cell, write_cell
from adversary.compare.margin_search import MarginSearch
from adversary.files import write_new
from adversary.game.judge import UndecidedError, first_line, judge_file
from adversary.search.counterexample import FoundGame
from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED, Task, TaskOutcome
from adversary.tasks.where import Where
from learners.loading.needs import needs_of_learner, require_versions
from learners.loading.sources import Source
from proofs.settings import SearchRecord
from proofs.statements import CERTIFIED

SEARCHES: dict[str, type[CellSearch]] = {"halfspaces": MarginSearch, "finite": ClassSearch}
"""The search of each kind of setting that learners are compared in."""

FUNCTION = f"{__name__}:play_task"


def task_of(search: CellSearch) -> Task:
    """Return a search as a task with absolute paths. Raises InputError."""
    source, needs = search.source, needs_of_learner(search.source)
    if source.kind == "file":
        source = Source(source.kind, source.text, str(Path(source.payload).absolute()))
    request: dict[str, Any] = msgspec.to_builtins({
        "source": source,
        "setting": search.setting.record(),
        "options": {key: getattr(search, key) for key in ("lower", "seconds", "seed", "states", "count")},
        "own": search.own and write_cell(search.own),
        "larger": search.larger and write_cell(search.larger),
        "with": dict(sorted(needs.packages)),
    })  # fmt: skip
    return Task(FUNCTION, request, sorted(str(path.absolute()) for path in needs.files), search.source.text)


def search_of(request: dict[str, Any]) -> CellSearch:
    """Return the search of a task's request."""
    setting = msgspec.convert(request["setting"], SearchRecord).setting()
    cells: dict[str, Any] = {key: request[key] and read_cell(request[key], setting) for key in ("own", "larger")}
    return SEARCHES[setting.kind](msgspec.convert(request["source"], Source), setting, **request["options"], **cells)


def play_task(request: dict[str, Any]) -> dict[str, Any]:
    """Play the games of a cell, in a process of a run; return it as plain JSON values, with the trace itself."""
    require_versions(request["with"])
    return write_cell(played(search_of(request)))


def played(search: CellSearch) -> Cell:
    """Play the games of a cell in this process."""
    with TemporaryDirectory(prefix="adversary-") as folder:
        trace = Path(folder, "trace.jsonl")
        search = replace(search, output=trace)
        search.told(search.source.text)
        if search.own is not None and search.larger is not None:
            trace.write_bytes(unpack(search.larger.game or ""))
            cell = search.with_larger_game(search.own, search.larger)
        else:
            cell = search.cell()
        return replace(cell, trace=None, game=pack(trace.read_bytes()) if cell.trace else None)


def pack(trace: bytes) -> str:
    """Return a trace as a compressed text: a long game has a line for each of up to a million rounds."""
    return base64.b64encode(zlib.compress(trace, 1)).decode()


def unpack(packed: str) -> bytes:
    """Return the trace that ``pack`` has packed. Raises ValueError."""
    try:
        return zlib.decompress(base64.b64decode(packed, validate=True))
    except zlib.error as error:
        raise ValueError(str(error)) from None


def write_traces(cells: Sequence[Cell], folder: Path | None) -> list[Cell]:
    """Return the cells as they are shown; write the traces of their games to a folder, if there is one, in order.

    Raises:
        InputError: a trace cannot be written.

    """
    found = [replace(cell, note="; ".join(filter(None, (cell.note, cell.unchecked))) or None) for cell in cells]
    if folder is not None:
        for number, cell in enumerate(cells):
            if cell.game is not None:
                write_new(place := folder / f"{number + 1}.jsonl", unpack(cell.game))
                found[number] = replace(found[number], trace=str(place))
    return [replace(cell, game=None, unchecked=None) for cell in found]


def play_cells(
    searches: Sequence[CellSearch],
    *,
    where: Where | None = None,
    store: Store | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> list[Cell]:
    """Return the cell of each search. Python objects, and a single cell, play in this process; all others are tasks.

    What the store has is not played again. ``progress`` is told how many cells are done, of how many, and what is under
    way, or was last (at first, nothing). One whose process fails has a cell that says so.

    Raises:
        InputError: a worker of a cluster has other files, or the store has something else.

    """
    where, store, found = where or Where(), store or Store(None), dict[int, Cell]()
    total = len(searches)
    apart = [number for number, search in enumerate(searches) if search.source.kind != "object"]
    if len(apart) > 1 or (apart and (where.on_cluster or store.path)):  # one alone is not worth a process
        tasks = [task_of(searches[number]) for number in apart]
        outcomes = run(tasks, where, store, lambda done, _, name: progress(done, total, name), check=check_cell)
        found |= {number: _cell_of(searches[number], outcome) for number, outcome in zip(apart, outcomes, strict=True)}
    else:
        progress(0, total, "")
    for number, search in enumerate(searches):
        if number not in found:
            found[number] = played(replace(search, told=partial(progress, len(found), total)))
    return [found[number] for number in range(total)]


def _cell_of(search: CellSearch, outcome: TaskOutcome) -> Cell:
    if outcome.failure is None:
        return read_cell(outcome.value, search.setting)
    return Cell(search.source.text, search.setting, note=f"its games were not played to the end: {outcome.failure}")


def check_cell(task: Task, value: Any) -> dict[str, Any]:
    """Return a stored cell if its trace, judged again, confirms its numbers; name what no trace can show.

    Raises:
        ValueError: something in it is not as it should be.

    """
    search = search_of(task.request)
    cell, source = read_cell(value, search.setting), search.source
    expected: dict[str, Any] = {"learner": source.text, "trace": None}
    unchecked = [] if cell.game is not None else ["all of it"]
    if cell.game is not None:
        try:
            expected |= _proved_by(unpack(cell.game), search, cell)
        except UndecidedError:
            unchecked.append("all of it")
    elif cell.mistakes is not None:
        raise ValueError(f"it has {cell.mistakes} mistakes, and no trace of their game")
    if cell.mistakes is not None and source.is_ours:
        expected |= {"upper": source.bound(search.setting), "upper_is_word": False}
    elif cell.upper is not None:
        unchecked.append("its word")
    if cell.search == "not needed" and source.is_ours:
        expected |= {"exact": True, "unbounded": False, "mistakes": cell.upper}
    else:
        unchecked.append("what its search says of larger numbers")
    for key, right in expected.items():
        if (said := getattr(cell, key)) != right:
            raise ValueError(f"{key} should be {right}, but is {said}")
    told = f"{unchecked[0] if 'all of it' in unchecked else ' and '.join(unchecked)}: {NOT_CHECKED}"
    return write_cell(replace(cell, unchecked=told if unchecked else None))


def _proved_by(trace: bytes, search: CellSearch, cell: Cell) -> dict[str, Any]:
    """Return the values that a cell must have if this is the trace of its game. Raises ValueError for another game."""
    with TemporaryDirectory(prefix="adversary-") as folder:
        path = Path(folder, "trace.jsonl")
        path.write_bytes(trace)
        found, first = judge_file(path), first_line(path)
    statements = {one["statement"] for one in found.statements}
    adversary = FoundGame.called if (cell.adversary or "").startswith(SEARCH) else cell.adversary
    players = first["learner"], first["adversary"]
    if not search.is_of(found.setting) or players != (search.source.text, adversary):
        raise ValueError("its trace is of another game")
    expected = {"rounds": found.rounds, "mistakes": found.mistakes if CERTIFIED & statements else None}
    return expected if cell.lower is None else expected | {"lower": search.lower}
