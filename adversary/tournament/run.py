"""A whole tournament: every pair a task of the engine, and the files that stay of it."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import write_new
from adversary.game.result import MOST_RECORDED, identity
from adversary.runs import engine
from adversary.runs.store import Store
from adversary.runs.task import Task, TaskOutcome
from adversary.runs.where import Where
from adversary.tournament.game import command_of, task_of
from adversary.tournament.pairs import Pair, pairs_of
from adversary.tournament.ranking import matrix, rank
from adversary.tournament.result import RESULTS, SUMMARY, UNFIT, PlayedGame, Tournament, Unfit, written
from adversary.tournament.specification import Schedule
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational

STORE, TRACES = "store.jsonl", "traces"
"""What has been played, and the traces, in a tournament's folder."""


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
    spec: Schedule,
    folder: Path,
    where: Where | None = None,
    *,
    traces: bool = True,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> Run:
    """Play all games of a specification that are not in the folder yet, and write the files of all of them.

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
    _prepare(folder, traces=traces)
    tasks = [task_of(pair, spec) for pair in pairs]

    def absorb(_task: Task, value: Any) -> Any:
        text = value.pop("trace", None)
        if traces and text is not None:
            write_new(folder / _trace_of(value), text)
        return value

    with _Results(folder, traces=traces) as store:
        outcomes = engine.run(tasks, where, store, progress, absorb)
    return _written(spec, folder, _assembled(spec, pairs, unfit, outcomes, traces=traces))


class _Results(Store):
    """The store of a folder; a result whose trace is wanted, and is not in the folder, is not there."""

    def __init__(self, folder: Path, *, traces: bool) -> None:
        self._folder, self._traces = folder, traces
        super().__init__(folder / STORE)

    def get(self, key: str) -> tuple[Any, float] | None:
        found = super().get(key)
        if found is None or not self._traces or not _is_recorded(found[0]):
            return found
        with suppress(OSError):
            if (self._folder / _trace_of(found[0])).stat().st_size == found[0]["trace_bytes"]:
                return found
        return None


def _is_recorded(value: Any) -> bool:
    return bool(value.get("trace_bytes", MOST_RECORDED + 1) <= MOST_RECORDED)


def _trace_of(value: Any) -> str:
    """Return a trace's place in the folder, by its digest: a game may have another number in another specification."""
    return f"{TRACES}/{value['trace_sha256'][:16]}.jsonl"


def _prepare(folder: Path, *, traces: bool) -> None:
    """Make the folder. Raises InputError if it has something else in it that would be replaced, or cannot be made."""
    if folder.is_dir() and not (folder / STORE).exists():
        for name in (RESULTS, UNFIT, SUMMARY, "results.csv", "times.csv"):
            if (folder / name).exists():
                raise InputError(
                    f"{folder} has a {name} that no tournament has left there; name another folder with -o"
                )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if traces:
            (folder / TRACES).mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write to the folder {folder}: {error.strerror}") from None


# ------------------------------------------------------------------------------------------------ results


def _assembled(
    spec: Schedule, pairs: Sequence[Pair], unfit: Sequence[Unfit], outcomes: Sequence[TaskOutcome], *, traces: bool
) -> Run:
    games, none, seconds = list[PlayedGame](), list(unfit), list[float]()
    for pair, outcome in zip(pairs, outcomes, strict=True):
        value = outcome.value
        if value is not None and "unfit" in value:
            none.append(_unfit(pair, value))
            continue
        number = len(games) + 1
        games.append(
            _failed(number, pair, spec, outcome.failure) if value is None else _game(number, pair, spec, value, traces)
        )
        seconds.append(outcome.seconds)
    played = [outcome for outcome in outcomes if outcome.value is None or "unfit" not in outcome.value]
    failed = sum(outcome.value is None for outcome in played)
    skipped = sum(outcome.stored for outcome in played)
    tournament = Tournament(spec.title, tuple(games), tuple(none))
    return Run(tournament, len(played) - failed - skipped, skipped, failed, tuple(seconds))


def _game(number: int, pair: Pair, spec: Schedule, value: dict[str, Any], traces: bool) -> PlayedGame:  # noqa: FBT001
    known = {entry.name for entry in fields(PlayedGame)}
    found = {key: entry for key, entry in value.items() if key in known} | {"concept_class": value["class"]}
    for key in ("mistakes", "lower", "upper", "bound"):
        found[key] = _number(value[key])
    if value["margin_squared"] is not None:
        found["margin_squared"] = Fraction(value["margin_squared"])
    trace = _trace_of(value) if traces and _is_recorded(value) else None
    found |= {"statements": tuple(value["statements"]), "trace": trace}
    return PlayedGame(**found | _about(number, pair, spec))


def _failed(number: int, pair: Pair, spec: Schedule, failure: str | None) -> PlayedGame:
    asked = pair.asked
    return PlayedGame(
        **_about(number, pair, spec),
        setting="halfspaces" if asked.concept_class is None else "finite",
        margin_squared=asked.margin_squared,
        dimension=asked.dimension,
        concept_class=asked.concept_class,
        lies=asked.lies,
        seed=asked.seed,
        termination="failed",
        reason=failure,
        version=identity()["version"],
    )


def _about(number: int, pair: Pair, spec: Schedule) -> dict[str, Any]:
    named = {"learner": pair.learner, "adversary": pair.adversary}
    return {"number": number, **named, "command": command_of(pair, spec)}


def _unfit(pair: Pair, value: dict[str, Any]) -> Unfit:
    asked = pair.asked
    return Unfit(
        pair.learner,
        pair.adversary,
        str(value["unfit"]),
        None if asked == type(asked)() else "halfspaces" if asked.concept_class is None else "finite",
        asked.margin_squared,
        asked.dimension,
        asked.concept_class,
        asked.lies,
        asked.seed,
        by_adversary=bool(value["by_adversary"]),
    )


def _number(value: int | str | None) -> Rational | None:
    return Fraction(value) if isinstance(value, str) else value


def _written(spec: Schedule, folder: Path, run: Run) -> Run:
    """Write results, pairs that make no game, and the summary."""
    found = run.tournament
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
    standings, cells = ([one.to_json() for one in some] for some in (rank(found), matrix(found)))
    return {"title": title, **games, "groups": standings, "matrix": cells, **identity()}
