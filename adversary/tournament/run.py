"""A whole tournament: every pair a task of the engine, and the files that stay of it."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from adversary.files import made_folder, write_new
from adversary.tasks import engine
from adversary.tasks.store import STORE, Store
from adversary.tasks.task import Task, TaskOutcome
from adversary.tasks.where import Where
from adversary.tournament.assembly import Run, assembled, summary, trace_of
from adversary.tournament.game import SETTING_KEYS, tasks_of
from adversary.tournament.pairs import Asked, Pair, pairs_of
from adversary.tournament.result import (
    FIGURES,
    GAMES,
    RESULTS,
    SUMMARY,
    TRACES,
    UNFIT,
    WRITTEN,
    lines_of,
)
from adversary.tournament.specification import TournamentSpecification
from adversary.tournament.stored import check_stored
from proofs.exact.errors import InputError


@contextmanager
def run_tournament(
    spec: TournamentSpecification,
    folder: Path,
    where: Where | None = None,
    *,
    traces: bool = True,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> Iterator[Run]:
    """Play all games of a specification that are not in the folder yet, and write the files of all of them.

    No other run uses the folder until the context is left, since one that begins removes what seems to be half-written.

    Args:
        spec: says who plays, and where.
        folder: is made, if it is not there; results of games that other specifications have asked for stay in it.
        where: the games run; by default a process a core.
        traces: whether to write a file for each that is not too long.
        progress: as for the engine.

    Raises:
        InputError: there is nothing to play, or the folder is somebody else's or cannot be written.

    """
    pairs, unfit = pairs_of(spec)
    if not pairs:
        why = "".join(f": {one.adversary}: {one.reason}" for one in unfit[:1])
        raise InputError(f"there is no game to play, since no adversary fits a setting{why}")
    tasks = tasks_of(pairs, spec)
    _require_ours(folder)
    made_folder(folder)

    def absorb(_task: Task, value: Any) -> Any:
        text = value.pop("trace", None)
        if traces and text is not None:
            made_folder(folder / TRACES)  # a player may have removed it
            write_new(folder / trace_of(value), text)
        return value

    with Store(folder / STORE) as store:
        _remove_partial(folder)
        if traces:
            made_folder(folder / TRACES)
        outcomes = engine.run(tasks, where, store, progress, absorb, check=check_stored(folder, traces=traces))
        about, ended = _settings_of_lost(pairs, tasks, outcomes, where), list(zip(pairs, outcomes, strict=True))
        yield _write(spec, folder, assembled(spec, ended, unfit, about, traces=traces))


def _settings_of_lost(
    pairs: Sequence[Pair], tasks: Sequence[Task], outcomes: Sequence[TaskOutcome], where: Where | None
) -> dict[tuple[str, Asked], dict[str, Any]]:
    """Return what each game without a result was played on: as others of its kind were, or as its adversary plans.

    No player's file is read for that, since it may be gone. Plans are made on this machine, where the classes are.
    """
    lost, known = dict[tuple[str, Asked], Task](), dict[tuple[str, Asked], dict[str, Any]]()
    for pair, task, outcome in zip(pairs, tasks, outcomes, strict=True):
        key = pair.adversary, pair.asked
        if outcome.value is None or "unchecked" in outcome.value:
            lost[key] = Task("adversary.tournament.game:plan_setting", task.request, (), task.name, task.limit)
        elif "unfit" not in outcome.value:
            known.setdefault(key, {name: outcome.value[name] for name in SETTING_KEYS})
    alone = [key for key in lost if key not in known]
    local = replace(where or Where(), scheduler=None, cluster=None)
    plans = engine.run([lost[key] for key in alone], local)
    return known | {key: plan.value or _as_asked(key[1]) for key, plan in zip(alone, plans, strict=True)}


def _as_asked(asked: Asked) -> dict[str, Any]:
    """Return what is known of a setting that nobody has seen, by the keys of a game's JSON."""
    return asked.to_json() | {"setting": asked.group or "halfspaces", "class": asked.concept_class}


def _require_ours(folder: Path) -> None:
    """Raise InputError if a folder has something else in it that would be replaced."""
    if (folder / STORE).exists():
        return  # opening it says whether it is ours
    for name in WRITTEN:
        if (folder / name).exists():
            raise InputError(f"{folder} has a {name} that no tournament has left there; name another folder with -o")


def _remove_partial(folder: Path) -> None:
    """Remove what a run that was killed has left half-written."""
    for place in (folder, *(folder / name for name in (TRACES, GAMES, FIGURES))):
        for path in place.glob(".????????.partial"):
            with suppress(OSError):
                path.unlink()


def _write(spec: TournamentSpecification, folder: Path, run: Run) -> Run:
    """Write results, pairs that make no game, and the summary."""
    found = run.tournament
    with suppress(FileNotFoundError):
        (folder / RESULTS).unlink()  # until all of the rest is about the same specification
    write_new(folder / UNFIT, lines_of(found.unfit))
    write_new(folder / SUMMARY, f"{json.dumps(summary(spec.title, found), indent=2)}\n")
    write_new(folder / RESULTS, lines_of(found.games))
    return run
