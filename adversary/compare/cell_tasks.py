"""A comparison shared out: each cell is a task of a run, if another process can be told of its learner."""

import base64
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from adversary.compare.comparison import Cell, read_cell, write_cell
from adversary.files import made_folder, write_new
from adversary.game.judge import UndecidedError, first_line, judge_file
from adversary.game.play import upper_bound
from adversary.search.found_game import FoundGame
from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED, Task, TaskOutcome
from adversary.tasks.where import Where
from learners.loading.needs import Needs, needs_of_learner, require_versions
from learners.loading.sources import Source
from learners.runner.players import see_loadable
from proofs.settings import Finite, Halfspaces, SearchRecord, SearchSetting, Setting
from proofs.statements import CERTIFIED


@dataclass(frozen=True, slots=True)
class CellTask:
    """A cell that is to be played: one learner in one setting.

    ``options`` are plain JSON values that the cell depends on besides; ``needs`` are those of an adversary that
    was given, and ``dimension`` that of its game.
    """

    source: Source
    setting: SearchSetting
    options: dict[str, Any] = field(default_factory=dict)
    needs: Needs = field(default_factory=Needs)
    dimension: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values, for ``read_cell_task`` in another process, whatever folder that works in."""
        source = self.source
        if source.kind == "file":
            source = Source(source.kind, source.text, str(Path(source.payload).absolute()))
        plain: dict[str, Any] = msgspec.to_builtins({
            "source": source,
            "setting": self.setting.record(),
            "options": self.options,
            "dimension": self.dimension,
        })  # fmt: skip
        return plain


def read_cell_task(plain: dict[str, Any]) -> CellTask:
    """Return the share that ``CellTask.to_json`` has written."""
    return CellTask(
        msgspec.convert(plain["source"], Source),
        msgspec.convert(plain["setting"], SearchRecord).setting(),
        plain["options"],
        dimension=plain["dimension"],
    )


class _StoredCell(msgspec.Struct):
    cell: dict[str, Any]
    trace: str | None
    unchecked: str | None = None


class PlayedCell(NamedTuple):
    """A cell that was played, and the trace of its game, packed; its own ``trace`` says nothing yet.

    ``unchecked`` says what of it was stored, and is not shown by the trace.
    """

    cell: Cell
    packed: str | None
    unchecked: str | None = None


Tell = Callable[[str], None]
"""Is told what is under way."""

Play = Callable[[CellTask, Path, Tell], Cell]
"""Plays the games of a cell, here, and writes its trace to a path; the cell names it, if it has one."""


def prepare(sources: Sequence[Source], settings: Sequence[SearchSetting], traces: Path | None) -> None:
    """See that all files can be loaded, and make the folder of the traces, before anything is played.

    Raises:
        InputError: one cannot be loaded, or there can be no such folder.

    """
    if settings:
        see_loadable(sources, settings[0])
    if traces is not None:
        made_folder(traces)


def played_apart(play: Play, asked: dict[str, Any]) -> dict[str, Any]:
    """Play the games of a share that is a task; return its cell as plain JSON values, with the trace itself."""
    require_versions(asked["with"])
    return _plain(_played(play, read_cell_task(asked), lambda _: None))


def _played(play: Play, share: CellTask, told: Tell) -> PlayedCell:
    with TemporaryDirectory(prefix="adversary-") as folder:
        trace = Path(folder, "trace.jsonl")
        cell = play(share, trace, told)
        return PlayedCell(replace(cell, trace=None), cell.trace and pack(trace.read_bytes()))


def _plain(cell: PlayedCell) -> dict[str, Any]:
    return {"cell": write_cell(cell.cell), "trace": cell.packed}


def pack(trace: bytes) -> str:
    """Return a trace as a short text: of a long game there may be a line for each of a million rounds."""
    return base64.b64encode(zlib.compress(trace, 1)).decode()


def unpack(packed: str) -> bytes:
    """Return the trace that ``pack`` has packed. Raises ValueError."""
    try:
        return zlib.decompress(base64.b64decode(packed, validate=True))
    except zlib.error as error:
        raise ValueError(str(error)) from None


def write_traces(cells: Sequence[PlayedCell], folder: Path | None) -> list[Cell]:
    """Return the cells; write the traces of their games to a folder, if there is one, numbered in order.

    Raises:
        InputError: a trace cannot be written.

    """
    found = [
        replace(cell.cell, note="; ".join(filter(None, (cell.cell.note, cell.unchecked))) or None) for cell in cells
    ]
    if folder is not None:
        for number, cell in enumerate(cells):
            if cell.packed is not None:
                write_new(place := folder / f"{number + 1}.jsonl", unpack(cell.packed))
                found[number] = replace(found[number], trace=str(place))
    return found


def play_cells(  # noqa: PLR0913 - those of a run, and what is played
    shares: Sequence[CellTask],
    play: Play,
    function: str,
    *,
    where: Where | None = None,
    store: Store | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> list[PlayedCell]:
    """Return the cell of each share. Objects play here, and are not kept, as does a single one; all others are tasks.

    ``function`` is ``play`` for a task, by its name; what the store has is not played again. ``progress`` is told how
    many cells are done, of how many, and what is under way, or was last (at first, nothing). One whose process fails
    has a cell that says so.

    Raises:
        InputError: a worker of a cluster has other files, or the store has something else.

    """
    where, store, found = where or Where(), store or Store(None), dict[int, PlayedCell]()
    apart = [number for number, share in enumerate(shares) if share.source.kind != "object"]
    if len(apart) > 1 or (apart and (where.on_cluster or store.path)):  # one alone is not worth a process
        tasks = [_task(shares[number], function) for number in apart]
        outcomes = run(tasks, where, store, lambda done, _, name: progress(done, len(shares), name), check=check_cell)
        for number, outcome in zip(apart, outcomes, strict=True):
            found[number] = _cell(shares[number], outcome)
    else:
        progress(0, len(shares), "")
    for number, share in enumerate(shares):
        if number not in found:
            found[number] = _played(play, share, _after(len(found), len(shares), progress))
    return [found[number] for number in range(len(shares))]


def _after(done: int, total: int, progress: Callable[[int, int, str], None]) -> Tell:
    return lambda what: progress(done, total, what)


def _task(share: CellTask, function: str) -> Task:
    needs = needs_of_learner(share.source), share.needs
    files = sorted({str(path.absolute()) for one in needs for path in one.files})
    packages = dict(sorted(entry for one in needs for entry in one.packages))
    return Task(function, share.to_json() | {"with": packages}, files, share.source.text)


def check_cell(task: Task, value: Any) -> dict[str, Any]:
    """Return a stored cell, if its numbers are those of its trace, judged again, and say what no trace can show.

    Raises:
        ValueError: something in it is not as it should be.

    """
    share, found = read_cell_task(task.request), msgspec.convert(value, _StoredCell)
    cell, source = read_cell(found.cell, share.setting), share.source
    expected: dict[str, Any] = {"learner": source.text, "dimension": share.dimension}
    unchecked = [] if found.trace is not None else ["all of it"]
    if found.trace is not None:
        try:
            expected |= _proved_by(unpack(found.trace), share, cell)
        except UndecidedError:
            unchecked.append("all of it")
    elif cell.mistakes is not None:
        raise ValueError(f"it has {cell.mistakes} mistakes, and no trace of their game")
    if cell.mistakes is not None and source.is_ours:
        expected |= {"upper": upper_bound(source, share.setting), "upper_is_word": False}
    elif cell.upper is not None:
        unchecked.append("its word")
    if share.dimension is not None:
        expected |= {"exact": False, "unbounded": False, "search": "none"}
    elif cell.search == "not needed" and source.is_ours:
        expected |= {"exact": True, "unbounded": False, "mistakes": cell.upper}
    else:
        unchecked.append("what its search says of larger numbers")
    for key, right in expected.items():
        if (said := getattr(cell, key)) != right:
            raise ValueError(f"{key} should be {right}, but is {said}")
    told = f"{unchecked[0] if 'all of it' in unchecked else ' and '.join(unchecked)}: {NOT_CHECKED}"
    return {"cell": found.cell, "trace": found.trace, "unchecked": told if unchecked else None}


def _about(setting: Setting) -> object:
    """Return what a setting is, whatever a class, its points and its concepts are called."""
    return (set(setting.concept_class.rows), setting.lies) if isinstance(setting, Finite) else setting


def _proved_by(trace: bytes, share: CellTask, cell: Cell) -> dict[str, Any]:
    """Return what a cell has to say if this is the trace of its game. Raises ValueError if it is of another one."""
    with TemporaryDirectory(prefix="adversary-") as folder:
        path = Path(folder, "trace.jsonl")
        path.write_bytes(trace)
        found, first = judge_file(path), first_line(path)
    played, proved = found.setting, {one["statement"]: one.get("mistakes") for one in found.statements}
    if isinstance(played, Halfspaces) and isinstance(share.setting, Halfspaces) and share.dimension is None:
        played = replace(played, dimension=share.setting.dimension)  # a search may play in any
    same = _about(played) == _about(share.setting)
    adversary = FoundGame.called if (cell.adversary or "").startswith("search: ") else cell.adversary
    if not same or (first["learner"], first["adversary"]) != (share.source.text, adversary):
        raise ValueError("its trace is of another game")
    expected = {"rounds": found.rounds, "mistakes": found.mistakes if CERTIFIED & proved.keys() else None}
    if share.dimension is not None:
        expected |= {"adversary": share.options["against"], "lower": proved.get("universal bound")}
        expected |= {"span": proved.get("span bound")}
    elif cell.lower is not None:
        expected |= {"lower": share.options["lower"]}
    return expected


def _cell(share: CellTask, outcome: TaskOutcome) -> PlayedCell:
    if outcome.failure is not None:
        note = f"its games were not played to the end: {outcome.failure}"
        return PlayedCell(Cell(share.source.text, share.setting, note=note, dimension=share.dimension), None)

    plain = outcome.value
    return PlayedCell(read_cell(plain["cell"], share.setting), plain["trace"], plain.get("unchecked"))
