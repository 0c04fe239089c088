"""A whole tournament: its cells are played as tasks, and written into a folder of results."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import made_folder, without_folder, write_new
from adversary.game.ending import NOT_DETERMINISTIC
from adversary.game.result import identity
from adversary.tasks import engine
from adversary.tasks.store import STORE, Store
from adversary.tasks.task import Task, TaskOutcome, Where
from adversary.tournament.cell import (
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
from adversary.tournament.ranking import summary
from adversary.tournament.search import SEARCH, UNLIKE
from adversary.tournament.specification import Asked, Pair, TournamentSpecification, pairs_of
from adversary.tournament.stored import check_stored
from adversary.tournament.task import SETTING_KEYS, CellTask, command_of, play_cell, tasks_of, trace_of, unpack
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
    outcomes, larger = with_larger_margins(pairs, outcomes)
    again = [_with_game(tasks[number], outcomes[number].value, value) for number, value in larger.items()]

    def begun_again(_done: int, _total: int, name: str) -> None:
        if name:  # all cells have been played, and how many of them were kept has been said
            progress(len(tasks), len(tasks), f"{name}: a game of a larger margin")

    ended = _played([pairs[number] for number in larger], again, where, store, begun_again) if larger else []
    for number, outcome in zip(larger, ended, strict=True):
        outcomes[number] = better_of(outcomes[number], outcome)
    return _assembled(spec, pairs, outcomes, unfit, _settings_of_lost(pairs, tasks, outcomes, where))


def _played(
    pairs: Sequence[Pair], tasks: Sequence[CellTask], where: Where | None, store: Store | None, progress: Progress
) -> list[TaskOutcome]:
    named = [task for pair, task in zip(pairs, tasks, strict=True) if pair.is_named]
    ended = iter(engine.run(named, where, store, progress, check=check_stored()) if named else ())
    return [
        next(ended) if pair.is_named else TaskOutcome(json.loads(json.dumps(play_cell(task.request))))
        for pair, task in zip(pairs, tasks, strict=True)
    ]


# ------------------------------------------------------------------------------------------------ larger margins


def with_larger_margins(
    pairs: Sequence[Pair], outcomes: Sequence[TaskOutcome]
) -> tuple[list[TaskOutcome], dict[int, dict[str, Any]]]:
    """Return the outcomes, and, by the number of a cell, that of a larger margin whose game has more mistakes.

    Only a learner that is not told the margin plays that game alike. Where a search at a larger margin was cut short,
    so is this: a game that it missed might be better.
    """
    ended, larger, best, cut_short = list(outcomes), dict[int, Any](), dict[Any, dict[str, Any]](), set[Any]()

    def margin(number: int) -> Fraction:
        return pairs[number].asked.margin_squared or Fraction(0)

    searches = [number for number, pair in enumerate(pairs) if pair.adversary is None and margin(number)]
    for number in sorted(searches, key=margin, reverse=True):
        pair, own = pairs[number], ended[number].value
        who = pair.learner, pair.asked.dimension, pair.asked.seed
        if own is None or "unfit" in own or not own["inherits"]:
            if own is None or (own.get("search") == "none" and own["mistakes"] is own["fault"] is None):
                cut_short.add(who)  # its search has not begun, or its progress is unknown
            continue
        if own["search"] == "cut short":
            cut_short.add(who)
        elif who in cut_short:
            note = "" if own["mistakes"] is None else "the search at a larger margin was cut short"
            own |= {"search": "cut short", "note": _joined(own["note"], note)}
        if own["mistakes"] is None:
            continue
        if who in best and best[who]["mistakes"] > own["mistakes"]:
            larger[number] = best[who]
        elif own["adversary"].startswith(SEARCH):  # the strategy is played at each margin
            best[who] = own
    return ended, larger


def _with_game(task: CellTask, own: dict[str, Any], larger: dict[str, Any]) -> CellTask:
    """Return the task of judging the game of a larger margin in a cell."""
    cells = {"own": Cell.from_json(own).to_json(), "larger": Cell.from_json(larger).to_json()}
    return replace(task, request=task.request | cells | {"larger": cells["larger"] | {"game": larger["game"]}})


def better_of(own: TaskOutcome, again: TaskOutcome) -> TaskOutcome:
    """Return the cell with the game of a larger margin; if that game cannot be judged, its own with a note.

    A fault, or that it does not play the same way twice, is about the learner, and counts.
    """
    value = again.value or {"unfit": again.failure}
    why = value.get("unfit") or value.get("reason") or "it could not be judged"
    counts = "unfit" not in value and (value["mistakes"] is not None or value["fault"])
    if counts or ("unfit" not in value and why.startswith((UNLIKE, NOT_DETERMINISTIC))):
        return again
    note = _joined(own.value["note"], f"with the game of a larger margin, which may be worse: {why}")
    return replace(own, value=own.value | {"search": "cut short", "note": note})


def _joined(*notes: str | None) -> str | None:
    return "; ".join(filter(None, notes)) or None


# ------------------------------------------------------------------------------------------------ results


def _settings_of_lost(
    pairs: Sequence[Pair], tasks: Sequence[Task], outcomes: Sequence[TaskOutcome], where: Where | None
) -> dict[tuple[str | None, Asked], dict[str, Any]]:
    """Return the setting of each cell without a result, from similar cells or its adversary's plan.

    No player's file is read for that, since it may be gone. Plans are made on this machine, where the classes are.
    """
    lost, settings = dict[Any, Task](), dict[tuple[str | None, Asked], dict[str, Any]]()
    for pair, task, outcome in zip(pairs, tasks, outcomes, strict=True):
        key = pair.adversary, pair.asked
        if outcome.value is None:
            lost[key] = Task("adversary.tournament.task:plan_setting", task.request, (), task.name, task.limit)
        elif "unfit" not in outcome.value:
            settings.setdefault(key, {name: outcome.value[name] for name in SETTING_KEYS})
    alone = [key for key in lost if key not in settings]
    plans = engine.run([lost[key] for key in alone], where and where.here)
    return settings | {key: plan.value or key[1].as_played() for key, plan in zip(alone, plans, strict=True)}


def _assembled(
    spec: TournamentSpecification,
    pairs: Sequence[Pair],
    outcomes: Sequence[TaskOutcome],
    unfit: Sequence[Unfit],
    settings: Mapping[tuple[str | None, Asked], dict[str, Any]],
) -> Tournament:
    """Return the results in the order of the specification; ``settings`` has those of cells without a result."""
    cells, pairs_unfit, seconds, traces = list[Cell](), list(unfit), list[float](), dict[str, str]()
    skipped = 0
    for pair, outcome in zip(pairs, outcomes, strict=True):
        value, asked, adversary = outcome.value, pair.asked, pair.adversary or WORST
        if value is not None and "unfit" in value:
            options = asked.options() | ({"concept_class": asked.class_name} if asked.concept_class else {})
            about: dict[str, Any] = {"setting": asked.group, "by_adversary": value["by_adversary"], **options}
            pairs_unfit.append(Unfit(pair.learner_name, adversary, value["unfit"], **about))
            continue
        if value is None:
            why = without_folder(spec.folder, outcome.failure or "")
            value = settings[pair.adversary, asked] | {"termination": "failed", "reason": why} | identity()
            value |= {"search": None if pair.adversary else "none"}
        elif value.get("game") is not None:
            traces[trace_of(value)] = value["game"]
            value = value | {"trace": trace_of(value)}
        if "unchecked" in value:
            value = value | {"note": _joined(value.get("note"), value["unchecked"])}
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
