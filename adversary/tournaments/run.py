"""A whole tournament: its cells are played as tasks, and written into a folder of results."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from adversary.files import made_folder, without_folder, write_new
from adversary.game.result import identity
from adversary.tasks import engine
from adversary.tasks.store import STORE, Store
from adversary.tasks.task import TaskOutcome, Where
from adversary.tournaments.cell import (
    FIGURES,
    GAMES,
    RESULTS,
    SUMMARY,
    TRACES,
    UNFIT,
    WORST,
    WRITTEN,
    Cell,
    Tournament,
    Unfit,
    lines_of,
)
from adversary.tournaments.ranking import summary
from adversary.tournaments.specification import Pair, TournamentSpecification, pairs_of
from adversary.tournaments.stored import check_stored
from adversary.tournaments.task import SETTING_KEYS, CellTask, command_of, play_cell, tasks_of, trace_of, unpack
from proofs.exact.errors import InputError

Progress = Callable[[int, int, str], None]


def run_tournament(
    spec: TournamentSpecification,
    where: Where | None = None,
    store: Store | None = None,
    progress: Progress = lambda _done, _total, _name: None,
) -> Tournament:
    """Play all cells of a specification that the store lacks.

    Args:
        spec: says who plays, and where.
        where: the cells are played; by default a process a core. What has no name plays in this process.
        store: of results; they are judged again.
        progress: as for the engine.

    Raises:
        InputError: there is nothing to play, or the store has a result that its trace does not show.

    """
    pairs, unfit = pairs_of(spec)
    tasks = tasks_of(pairs, spec)
    outcomes = _played(pairs, tasks, where, store, progress)
    return _assembled(spec, pairs, outcomes, unfit)


def _played(
    pairs: Sequence[Pair], tasks: Sequence[CellTask], where: Where | None, store: Store | None, progress: Progress
) -> list[TaskOutcome]:
    named = [task for pair, task in zip(pairs, tasks, strict=True) if pair.is_named]
    ended = iter(engine.run(named, where, store, progress, check=check_stored()) if named else ())
    return [
        next(ended) if pair.is_named else TaskOutcome(json.loads(json.dumps(play_cell(task.request))))
        for pair, task in zip(pairs, tasks, strict=True)
    ]


# ------------------------------------------------------------------------------------------------ results


def _assembled(
    spec: TournamentSpecification, pairs: Sequence[Pair], outcomes: Sequence[TaskOutcome], unfit: Sequence[Unfit]
) -> Tournament:
    """Return the results in the order of the specification; a cell without one has the setting of similar cells."""
    settings = {
        (pair.adversary, pair.asked): {name: outcome.value[name] for name in SETTING_KEYS}
        for pair, outcome in zip(pairs, outcomes, strict=True)
        if outcome.value is not None and "unfit" not in outcome.value
    }
    cells, pairs_unfit, seconds, traces = list[Cell](), list(unfit), list[float](), dict[str, str]()
    skipped = 0
    for pair, outcome in zip(pairs, outcomes, strict=True):
        value, asked, adversary = outcome.value, pair.asked, pair.adversary or WORST
        if value is not None and "unfit" in value:
            pairs_unfit.append(Unfit(pair.learner_name, adversary, value["unfit"], asked, value["by_adversary"]))
            continue
        if value is None:
            why = without_folder(spec.folder, outcome.failure or "")
            unplayed = asked.to_json() | {"setting": asked.kind or "halfspaces", "class": asked.class_name}
            lost = settings.get((pair.adversary, asked), unplayed)
            value = lost | {"termination": "failed", "reason": why} | identity()
            value |= {"search": None if pair.adversary else "none"}
        elif value.get("game") is not None:
            traces[trace_of(value)] = value["game"]
            value = value | {"trace": trace_of(value)}
        if "unchecked" in value:
            value = value | {"note": "; ".join(filter(None, (value.get("note"), value["unchecked"])))}
        named = {"number": len(cells) + 1, "learner": pair.learner_name, "asked": asked.to_json()}
        named |= {"adversary": pair.adversary or value.get("adversary", WORST), "command": command_of(pair, spec)}
        cell = Cell.from_json(value | named)
        cells.append(cell if cell.certified else replace(cell, mistakes=None))  # only certified numbers are shown
        seconds.append(outcome.seconds)
        skipped += outcome.stored
    return Tournament(spec.title, tuple(cells), tuple(pairs_unfit), spec.count, skipped, tuple(seconds), traces)


# ------------------------------------------------------------------------------------------------ the folder


def require_ours(folder: Path) -> None:
    """Raise InputError if a folder has files of other origin that would be replaced."""
    if (folder / STORE).exists() or (folder / SUMMARY).exists():
        return  # opening the store says whether it is ours
    for name in WRITTEN:
        if (folder / name).exists():
            raise InputError(f"{folder} has a {name} that no tournament has left there; name another folder with -o")


def write_results(folder: Path, tournament: Tournament) -> None:
    """Write traces, pairs that make no game, the summary, and, when all of it is there, the results."""
    for inside in ("", TRACES, GAMES, FIGURES):
        for path in (folder / inside).glob(".????????.partial"):  # of a killed run
            with suppress(OSError):
                path.unlink()
    with suppress(FileNotFoundError):
        (folder / RESULTS).unlink()  # until all of the rest is about the same specification
    for place, packed in tournament.traces.items():
        made_folder(folder / TRACES)  # a player may have removed it
        write_new(folder / place, unpack(packed))
    write_new(folder / UNFIT, lines_of(tournament.unfit))
    write_new(folder / SUMMARY, f"{json.dumps(summary(tournament), indent=2)}\n")
    write_new(folder / RESULTS, lines_of(tournament.cells))
