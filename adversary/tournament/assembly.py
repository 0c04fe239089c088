"""What was found in the games of a tournament, put together: its results, and their summary."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

import msgspec

from adversary.files import without_folder
from adversary.game.result import MAX_RECORDED, identity
from adversary.tasks.task import NOT_CHECKED, TaskOutcome
from adversary.tournament.game import command_of
from adversary.tournament.pairs import Asked, Pair
from adversary.tournament.ranking import matrix, rank
from adversary.tournament.result import TRACES, PlayedGame, Tournament, Unfit, read_plain_number
from adversary.tournament.specification import TournamentSpecification
from proofs.exact.rationals import plain_number


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


def assembled(
    spec: TournamentSpecification,
    ended: Sequence[tuple[Pair, TaskOutcome]],
    unfit: Sequence[Unfit],
    about: Mapping[tuple[str, Asked], dict[str, Any]],
    *,
    traces: bool,
) -> Run:
    """Return what was found in the pairs of a specification, in its order; ``about`` is what lost games were on."""
    games, none, seconds = list[PlayedGame](), list(unfit), list[float]()
    for pair, outcome in ended:
        value = outcome.value
        if value is not None and "unfit" in value:
            where = {"setting": pair.asked.group} | pair.asked.options()
            none.append(
                Unfit(pair.learner, pair.adversary, value["unfit"], **where, by_adversary=value["by_adversary"])
            )
            continue
        number = len(games) + 1
        named: dict[str, Any] = {"learner": pair.learner, "adversary": pair.adversary, "asked": pair.asked.to_json()}
        named |= {"number": number, "command": command_of(pair, spec)}
        if value is None or "unchecked" in value:
            ended_so = "finished" if value else "failed"
            why = NOT_CHECKED if value else without_folder(spec.folder, outcome.failure or "")
            games.append(_without_result(named, about[pair.adversary, pair.asked], ended_so, why))
        else:
            games.append(_game(named, value, trace_of(value) if traces and is_recorded(value) else None))
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


def _without_result(named: dict[str, Any], about: dict[str, Any], termination: str, reason: str) -> PlayedGame:
    ended = {"termination": termination, "reason": reason, "version": identity()["version"]}
    return PlayedGame(**_facts(about) | ended | named)


def _facts(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a game's JSON has of ``PlayedGame``; a margin as a Fraction."""
    known = {entry.name for entry in fields(PlayedGame)}
    found = {key: entry for key, entry in value.items() if key in known} | {"concept_class": value.get("class")}
    if found.get("margin_squared") is not None:
        found["margin_squared"] = Fraction(found["margin_squared"])
    return found


def is_recorded(value: Any) -> bool:
    """Tell whether a game's trace is short enough to be kept."""
    return bool(value.get("trace_bytes", MAX_RECORDED + 1) <= MAX_RECORDED)


def trace_of(value: Any) -> str:
    """Return a trace's place in the folder, by its digest: a game may have another number in another specification."""
    return f"{TRACES}/{value['trace_sha256'][:16]}.jsonl"


def summary(title: str, found: Tournament) -> dict[str, Any]:
    """Return rankings and the matrix as plain JSON values."""
    ends = [game.termination for game in found.games]
    counts = {name: ends.count(name) for name in ("finished", "forfeit", "failed")}
    certified = sum(game.certified for game in found.games)
    games = {"games": len(ends), **counts, "certified": certified, "unfit": len(found.unfit)}
    absent = [{"learner": one.learner, "reason": one.reason} for one in found.without_game]
    groups, cells = [one.to_json() for one in rank(found)], msgspec.to_builtins(matrix(found), enc_hook=plain_number)
    return {"title": title, **games, "without_game": absent, "groups": groups, "matrix": cells, **identity()}
