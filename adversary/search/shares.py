"""A comparison shared out: some cells of one learner are a task of a run, if another process can be told of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from adversary.runs.engine import run
from adversary.runs.task import Task, TaskOutcome
from adversary.runs.where import Where
from adversary.search.comparison import Standing, read_standing, write_standing
from learners.loading.sources import Source
from proofs.exact.errors import InputError
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
        """Return it as plain JSON values, for ``read_share`` in another process."""
        outputs = [None if output is None else str(output.absolute()) for output in self.outputs]
        plain: dict[str, Any] = msgspec.to_builtins({
            "source": self.source,
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
    """Play the games of a share that is a task; return its cells for ``read_standing``."""
    return [write_standing(cell) for cell in play(read_share(asked), lambda _done, _what: None)]


def play_shares(
    shares: Sequence[Share], play: Play, function: str, where: Where, progress: Callable[[int, int, str], None]
) -> list[list[Standing]]:
    """Return the cells of each share. Objects play here, as does a single share; all others are tasks.

    ``function`` is ``play`` for a task, by its name. ``progress`` is told how many cells are done, of how many, and
    what is under way, or was last. A share whose process fails has cells that say so.

    Raises:
        InputError: a worker of a cluster has other files, or another folder for the traces.

    """
    total, found = sum(len(share.settings) for share in shares), dict[int, list[Standing]]()
    apart = [number for number, share in enumerate(shares) if share.source.kind != "object"]
    if len(apart) > 1 or (apart and where.on_cluster):  # one alone is not worth a process
        size = len(shares[0].settings)
        tasks = [_task(shares[number], function) for number in apart]

        def ended(done: int, _: int, name: str) -> None:
            if name:
                progress(size * done, total, name)

        outcomes = run(tasks, where, progress=ended)
        found = {number: _cells(shares[number], outcome) for number, outcome in zip(apart, outcomes, strict=True)}
    for number, share in enumerate(shares):
        if number not in found:
            found[number] = play(share, _after(sum(map(len, found.values())), total, progress))
    return [found[number] for number in range(len(shares))]


def _after(before: int, total: int, progress: Callable[[int, int, str], None]) -> Tell:
    return lambda done, what: progress(before + done, total, what)


def _task(share: Share, function: str) -> Task:
    files = [str(share.source.path)] if share.source.plays_apart else []
    return Task(function, share.to_json(), files, share.source.text)


def _cells(share: Share, outcome: TaskOutcome) -> list[Standing]:
    if outcome.failure is not None:
        for output in share.outputs:
            if output is not None:
                output.unlink(missing_ok=True)
        note = f"its games were not played to the end: {outcome.failure}"
        return [Standing(share.source.text, one, note=note, dimension=share.dimension) for one in share.settings]
    cells = [read_standing(plain, setting) for plain, setting in zip(outcome.value, share.settings, strict=True)]
    return [_with_trace(cell, output) for cell, output in zip(cells, share.outputs, strict=True)]


def _with_trace(cell: Standing, output: Path | None) -> Standing:
    if cell.trace is None or output is None:
        return cell
    if not output.is_file():
        raise InputError(f"no trace has come to {output}: workers of a cluster need that folder at the same place")
    return replace(cell, trace=str(output))
