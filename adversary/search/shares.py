"""A comparison shared out: some cells of one learner are a task of a run, if another process can be told of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from adversary.files import write_new
from adversary.runs.engine import run
from adversary.runs.task import Task, TaskOutcome
from adversary.runs.where import Where
from adversary.search.comparison import Standing, read_standing, write_standing
from learners.loading.sources import Source
from proofs.formats.settings import SearchRecord, SearchSetting, read_setting, write_setting


@dataclass(frozen=True, slots=True)
class Share:
    """Cells of one learner: in each of the settings, in order, with ``outputs``: where each trace goes, if anywhere.

    ``options`` are plain JSON values that the cells depend on besides; ``dimension`` is that of all of them, where the
    games are against one adversary.
    """

    source: Source
    settings: tuple[SearchSetting, ...]
    outputs: tuple[Path | None, ...]
    options: dict[str, Any] = field(default_factory=dict)
    dimension: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values, for ``read_share`` in another process, whatever folder that works in."""
        source = self.source
        if source.kind == "file":
            source = Source(source.kind, source.text, str(Path(source.payload).absolute()))
        outputs = [None if output is None else str(output.absolute()) for output in self.outputs]
        plain: dict[str, Any] = msgspec.to_builtins({
            "source": source,
            "settings": [write_setting(setting) for setting in self.settings],
            "outputs": outputs,
            "options": self.options,
            "dimension": self.dimension,
        })  # fmt: skip
        return plain


def read_share(plain: dict[str, Any]) -> Share:
    """Return the share that ``Share.to_json`` has written."""
    settings = msgspec.convert(plain["settings"], list[SearchRecord])
    return Share(
        msgspec.convert(plain["source"], Source),
        tuple(map(read_setting, settings)),
        tuple([None if output is None else Path(output) for output in plain["outputs"]]),
        plain["options"],
        plain["dimension"],
    )


Tell = Callable[[int, str], None]
"""Is told how many cells of a share are done, and what is under way."""

Play = Callable[[Share, Tell], list[Standing]]
"""Plays the games of a share, here."""


def played_apart(play: Play, asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Play the games of a share that is a task; return its cells for ``read_standing``, with the traces themselves."""
    with TemporaryDirectory(prefix="adversary-") as folder:
        share = read_share(asked)
        here = [output and Path(folder, f"{number}.jsonl") for number, output in enumerate(share.outputs)]
        cells = play(replace(share, outputs=tuple(here)), lambda _done, _what: None)
        return [write_standing(cell) | {"trace": cell.trace and Path(cell.trace).read_text("utf-8")} for cell in cells]


def _with_traces_written(task: Task, cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Write the traces of a share's cells to where they go, and put these places into the cells."""
    for output, cell in zip(task.request["outputs"], cells, strict=True):
        if cell["trace"] is not None:
            write_new(output, cell["trace"])
            cell["trace"] = output
    return cells


def play_shares(
    shares: Sequence[Share], play: Play, function: str, where: Where, progress: Callable[[int, int, str], None]
) -> list[list[Standing]]:
    """Return the cells of each share. Objects play here, as does a single share; all others are tasks.

    ``function`` is ``play`` for a task, by its name. ``progress`` is told how many cells are done, of how many, and
    what is under way, or was last. A share whose process fails has cells that say so.

    Raises:
        InputError: a worker of a cluster has other files, or a trace cannot be written.

    """
    total, found = sum(len(share.settings) for share in shares), dict[int, list[Standing]]()
    apart = [number for number, share in enumerate(shares) if share.source.kind != "object"]
    if len(apart) > 1 or (apart and where.on_cluster):  # one alone is not worth a process
        size = len(shares[0].settings)
        tasks = [_task(shares[number], function) for number in apart]

        def ended(done: int, _: int, name: str) -> None:
            if name:
                progress(size * done, total, name)

        outcomes = run(tasks, where, progress=ended, absorb=_with_traces_written)
        found = {number: _cells(shares[number], outcome) for number, outcome in zip(apart, outcomes, strict=True)}
    for number, share in enumerate(shares):
        if number not in found:
            found[number] = play(share, _after(sum(map(len, found.values())), total, progress))
    return [found[number] for number in range(len(shares))]


def _after(before: int, total: int, progress: Callable[[int, int, str], None]) -> Tell:
    return lambda done, what: progress(before + done, total, what)


def _task(share: Share, function: str) -> Task:
    files = [str(share.source.path.absolute())] if share.source.plays_apart else []
    return Task(function, share.to_json(), files, share.source.text)


def _cells(share: Share, outcome: TaskOutcome) -> list[Standing]:
    if outcome.failure is not None:
        note = f"its games were not played to the end: {outcome.failure}"
        return [Standing(share.source.text, one, note=note, dimension=share.dimension) for one in share.settings]
    cells = [read_standing(plain, setting) for plain, setting in zip(outcome.value, share.settings, strict=True)]
    return [replace(cell, trace=cell.trace and str(output)) for cell, output in zip(cells, share.outputs, strict=True)]
