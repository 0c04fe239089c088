"""A whole tournament: run the games as tasks, and write the folder of results."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adversary.files import made_folder, without_folder, write_new
from adversary.game.result import identity
from adversary.tasks import engine
from adversary.tasks.store import STORE, Store
from adversary.tasks.task import NOT_CHECKED, Task, TaskOutcome
from adversary.tasks.where import Where
from adversary.tournament.game import SETTING_KEYS, command_of, tasks_of
from adversary.tournament.ranking import summary
from adversary.tournament.result import (
    FIGURES,
    GAMES,
    RESULTS,
    SUMMARY,
    TRACES,
    UNFIT,
    WRITTEN,
    PlayedGame,
    Tournament,
    Unfit,
    is_recorded,
    lines_of,
    trace_of,
)
from adversary.tournament.specification import Asked, Pair, TournamentSpecification, pairs_of
from adversary.tournament.stored import check_stored
from proofs.exact.errors import InputError


@dataclass(frozen=True, slots=True)
class Run:
    """A tournament that has been run: how many of its games were ``finished`` now, were ``skipped`` since their results
    were in the folder, and have ``failed``: there is no result. ``seconds`` are those of each game, in order.
    """  # noqa: D205 - one sentence

    tournament: Tournament
    finished: int
    skipped: int
    failed: int
    seconds: tuple[float, ...]


@contextmanager
def run_tournament(
    spec: TournamentSpecification,
    folder: Path,
    where: Where | None = None,
    *,
    traces: bool = True,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> Iterator[Run]:
    """Play all games of a specification that the folder lacks, and write the files about all games.

    No other run uses the folder until the context is left, since one that begins removes what seems to be half-written.

    Args:
        spec: says who plays, and where.
        folder: is made, if it is not there; results of games that other specifications have asked for stay in it.
        where: the games run; by default a process a core.
        traces: whether to write a file for each that is not too long.
        progress: as for the engine.

    Raises:
        InputError: there is nothing to play, or the folder has other files or cannot be written.

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
        about = _settings_of_lost(pairs, tasks, outcomes, where)
        run = _assembled(spec, list(zip(pairs, outcomes, strict=True)), unfit, about, traces=traces)
        _write(folder, run.tournament)
        yield run


def _settings_of_lost(
    pairs: Sequence[Pair], tasks: Sequence[Task], outcomes: Sequence[TaskOutcome], where: Where | None
) -> dict[tuple[str, Asked], dict[str, Any]]:
    """Return the setting of each game without a result, from similar games or its adversary's plan.

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
    return known | {key: plan.value or key[1].as_played() for key, plan in zip(alone, plans, strict=True)}


def _assembled(
    spec: TournamentSpecification,
    ended: Sequence[tuple[Pair, TaskOutcome]],
    unfit: Sequence[Unfit],
    about: Mapping[tuple[str, Asked], dict[str, Any]],
    *,
    traces: bool,
) -> Run:
    """Return the results in the order of the specification; ``about`` has the settings of games without a result."""
    games, none, seconds, counts = list[PlayedGame](), list(unfit), list[float](), Counter[str]()
    for pair, outcome in ended:
        value, asked = outcome.value, pair.asked
        if value is not None and "unfit" in value:
            where: dict[str, Any] = {"setting": asked.group, "by_adversary": value["by_adversary"], **asked.options()}
            none.append(Unfit(pair.learner, pair.adversary, value["unfit"], **where))
            continue
        if value is None:
            why = without_folder(spec.folder, outcome.failure or "")
            value = about[pair.adversary, asked] | {"termination": "failed", "reason": why} | identity()
        elif "unchecked" in value:
            value = about[pair.adversary, asked] | {"reason": NOT_CHECKED} | identity()
        elif traces and is_recorded(value):
            value = value | {"trace": trace_of(value)}
        named = {"number": len(games) + 1, "learner": pair.learner, "adversary": pair.adversary}
        game = PlayedGame.from_json(value | named | {"asked": asked.to_json(), "command": command_of(pair, spec)})
        games.append(game if game.certified else replace(game, mistakes=None))  # only certified numbers are shown
        seconds.append(outcome.seconds)
        counts["failed" if outcome.failure else "skipped" if outcome.stored else "finished"] += 1
    found = Tournament(spec.title, tuple(games), tuple(none))
    return Run(found, counts["finished"], counts["skipped"], counts["failed"], tuple(seconds))


def _require_ours(folder: Path) -> None:
    """Raise InputError if a folder has files of other origin that would be replaced."""
    if (folder / STORE).exists():
        return  # opening it says whether it is ours
    for name in WRITTEN:
        if (folder / name).exists():
            raise InputError(f"{folder} has a {name} that no tournament has left there; name another folder with -o")


def _remove_partial(folder: Path) -> None:
    """Remove the incomplete files of a killed run."""
    for place in (folder, *(folder / name for name in (TRACES, GAMES, FIGURES))):
        for path in place.glob(".????????.partial"):
            with suppress(OSError):
                path.unlink()


def _write(folder: Path, found: Tournament) -> None:
    """Write results, pairs that make no game, and the summary."""
    with suppress(FileNotFoundError):
        (folder / RESULTS).unlink()  # until all of the rest is about the same specification
    write_new(folder / UNFIT, lines_of(found.unfit))
    write_new(folder / SUMMARY, f"{json.dumps(summary(found), indent=2)}\n")
    write_new(folder / RESULTS, lines_of(found.games))
