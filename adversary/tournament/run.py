"""A whole tournament: every pair a task of the engine, and the files that stay of it."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import made_folder, without_folder, write_new
from adversary.game.result import MOST_RECORDED, identity
from adversary.runs import engine
from adversary.runs.store import Store
from adversary.runs.task import Task, TaskOutcome, digest_of
from adversary.runs.where import Where
from adversary.tournament.game import SETTING_KEYS, command_of, tasks_of
from adversary.tournament.pairs import Asked, Pair, pairs_of
from adversary.tournament.ranking import matrix, rank
from adversary.tournament.result import (
    RESULTS,
    STORE,
    SUMMARY,
    TRACES,
    UNFIT,
    WRITTEN,
    PlayedGame,
    Tournament,
    Unfit,
    read_plain_number,
    written,
)
from adversary.tournament.specification import TournamentSpecification
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


def run_tournament(
    spec: TournamentSpecification,
    folder: Path,
    where: Where | None = None,
    *,
    traces: bool = True,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> Run:
    """Run a tournament as ``tournament_run`` does, where no report is to be drawn."""
    with tournament_run(spec, folder, where, traces=traces, progress=progress) as run:
        return run


@contextmanager
def tournament_run(
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
            write_new(folder / _trace_of(value), text)
        return value

    with _Results(folder, traces=traces) as store:
        _remove_partial(folder)
        if traces:
            made_folder(folder / TRACES)
        outcomes = engine.run(tasks, where, store, progress, absorb)
        about, ended = _settings(pairs, tasks, outcomes, where), list(zip(pairs, outcomes, strict=True))
        yield _written(spec, folder, _assembled(spec, ended, unfit, about, traces=traces))


class _Results(Store):
    """The store of a folder; a result whose trace is wanted, and is not in the folder as it was, is not there."""

    def __init__(self, folder: Path, *, traces: bool) -> None:
        self._folder, self._traces = folder, traces
        super().__init__(folder / STORE)

    def get(self, key: str) -> tuple[Any, float] | None:
        found = super().get(key)
        if found is None or not self._traces or not _is_recorded(found[0]):
            return found
        with suppress(InputError):
            if digest_of(str(self._folder / _trace_of(found[0]))) == found[0]["trace_sha256"]:
                return found
        return None


def _is_recorded(value: Any) -> bool:
    return bool(value.get("trace_bytes", MOST_RECORDED + 1) <= MOST_RECORDED)


def _trace_of(value: Any) -> str:
    """Return a trace's place in the folder, by its digest: a game may have another number in another specification."""
    return f"{TRACES}/{value['trace_sha256'][:16]}.jsonl"


def _require_ours(folder: Path) -> None:
    """Raise InputError if a folder has something else in it that would be replaced."""
    if (folder / STORE).exists():
        return  # opening it says whether it is ours
    for name in WRITTEN:
        if (folder / name).exists():
            raise InputError(f"{folder} has a {name} that no tournament has left there; name another folder with -o")


def _remove_partial(folder: Path) -> None:
    """Remove what a run that was killed has left half-written."""
    for place in (folder, folder / TRACES):
        for path in place.glob(".????????.partial"):
            with suppress(OSError):
                path.unlink()


# ------------------------------------------------------------------------------------------------ results


def _assembled(
    spec: TournamentSpecification,
    ended: Sequence[tuple[Pair, TaskOutcome]],
    unfit: Sequence[Unfit],
    about: Mapping[tuple[str, Asked], dict[str, Any]],
    *,
    traces: bool,
) -> Run:
    games, none, seconds = list[PlayedGame](), list(unfit), list[float]()
    for pair, outcome in ended:
        value = outcome.value
        if value is not None and "unfit" in value:
            none.append(_unfit(pair, value))
            continue
        number = len(games) + 1
        named = _named(number, pair, spec)
        if value is None:
            games.append(_failed(named, about[pair.adversary, pair.asked], spec, outcome.failure or ""))
        else:
            games.append(_game(named, value, _trace_of(value) if traces and _is_recorded(value) else None))
        seconds.append(outcome.seconds)
    played = [outcome for _, outcome in ended if outcome.value is None or "unfit" not in outcome.value]
    failed = sum(outcome.value is None for outcome in played)
    skipped = sum(outcome.stored for outcome in played)
    tournament = Tournament(spec.title, tuple(games), tuple(none))
    return Run(tournament, len(played) - failed - skipped, skipped, failed, tuple(seconds))


def _game(named: dict[str, Any], value: dict[str, Any], trace: str | None) -> PlayedGame:
    found = _facts(value) | {key: read_plain_number(value[key]) for key in ("mistakes", "lower", "upper", "bound")}
    game = PlayedGame(**found | {"statements": tuple(value["statements"]), "trace": trace} | named)
    return game if game.certified else replace(game, mistakes=None)  # nobody is to take them for a result


def _failed(named: dict[str, Any], about: dict[str, Any], spec: TournamentSpecification, failure: str) -> PlayedGame:
    reason = without_folder(spec.folder, failure)
    ended = {"termination": "failed", "reason": reason, "version": identity()["version"]}
    return PlayedGame(**_facts(about) | ended | named)


def _facts(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a game's JSON has of ``PlayedGame``; a margin as a Fraction."""
    known = {entry.name for entry in fields(PlayedGame)}
    found = {key: entry for key, entry in value.items() if key in known} | {"concept_class": value.get("class")}
    if found.get("margin_squared") is not None:
        found["margin_squared"] = Fraction(found["margin_squared"])
    return found


def _settings(
    pairs: Sequence[Pair], tasks: Sequence[Task], outcomes: Sequence[TaskOutcome], where: Where | None
) -> dict[tuple[str, Asked], dict[str, Any]]:
    """Return what each game without a result was played on: as others of its kind were, or as its adversary plans."""
    lost, known = dict[tuple[str, Asked], Task](), dict[tuple[str, Asked], dict[str, Any]]()
    for pair, task, outcome in zip(pairs, tasks, outcomes, strict=True):
        key = pair.adversary, pair.asked
        if outcome.value is None:
            lost[key] = Task("adversary.tournament.game:plan_setting", task.request, task.files, task.name, task.limit)
        elif "unfit" not in outcome.value and key not in known:
            known[key] = {name: outcome.value[name] for name in SETTING_KEYS}
    alone = [key for key in lost if key not in known]
    for key, plan in zip(alone, engine.run([lost[key] for key in alone], where), strict=True):
        _, asked = key
        known[key] = plan.value or {
            "setting": asked.group or "halfspaces",
            **asked.to_json(),
            "class": asked.concept_class,
        }
    return known


def _named(number: int, pair: Pair, spec: TournamentSpecification) -> dict[str, Any]:
    named = {"learner": pair.learner, "adversary": pair.adversary, "asked": pair.asked.to_json()}
    return {"number": number, **named, "command": command_of(pair, spec)}


def _unfit(pair: Pair, value: dict[str, Any]) -> Unfit:
    asked = pair.asked
    return Unfit(
        pair.learner,
        pair.adversary,
        str(value["unfit"]),
        asked.group,
        asked.margin_squared,
        asked.dimension,
        asked.concept_class,
        asked.lies,
        asked.seed,
        by_adversary=bool(value["by_adversary"]),
    )


def _written(spec: TournamentSpecification, folder: Path, run: Run) -> Run:
    """Write results, pairs that make no game, and the summary."""
    found = run.tournament
    with suppress(FileNotFoundError):
        (folder / RESULTS).unlink()  # until all of the rest is about the same specification
    write_new(folder / UNFIT, written(found.unfit))
    write_new(folder / SUMMARY, f"{json.dumps(summary(spec.title, found), indent=2)}\n")
    write_new(folder / RESULTS, written(found.games))
    return run


def summary(title: str, found: Tournament) -> dict[str, Any]:
    """Return rankings and the matrix as plain JSON values."""
    ends = [game.termination for game in found.games]
    counts = {name: ends.count(name) for name in ("finished", "forfeit", "failed")}
    certified = sum(game.certified for game in found.games)
    games = {"games": len(ends), **counts, "certified": certified, "unfit": len(found.unfit)}
    absent = [{"learner": one.learner, "reason": one.reason} for one in found.without_game]
    standings, cells = ([one.to_json() for one in some] for some in (rank(found), matrix(found)))
    return {"title": title, **games, "without_game": absent, "groups": standings, "matrix": cells, **identity()}
