"""Stored results of an earlier run of a tournament, judged again from their traces before they are shown."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from adversary.files import located
from adversary.game.judge import (
    MalformedError,
    UndecidedError,
    UnreadableError,
    Verdict,
    first_line,
    judge_file,
)
from adversary.game.result import identity
from adversary.strategies.options import read_options
from adversary.strategies.registry import default_seed, is_registered, make_adversary
from adversary.tasks.task import NOT_CHECKED, Task, changed_file
from adversary.tournament.game import SETTING_KEYS, bound_of
from adversary.tournament.result import is_recorded, trace_of
from learners.loading import sources
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.rationals import is_short, plain_number
from proofs.formats.answers import plain_json
from proofs.settings import Setting
from proofs.statements import CERTIFIED


class _StoredGame(msgspec.Struct):
    """The stored values of a game that are not in its trace."""

    trace_sha256: str
    trace_bytes: int
    lower: int | str | None
    upper: int | str | None
    upper_is_word: bool
    replayed: bool | None
    reason: str | None


class _StoredUnfit(msgspec.Struct):
    """The stored values of a pair that does not fit."""

    unfit: str
    by_adversary: bool


def check_stored(folder: Path, *, traces: bool) -> Callable[[Task, Any], Any]:
    """Return the function that checks stored results for the engine.

    A game whose trace is in the folder, as it was, is judged again; one whose trace is wanted, and is not there as it
    was, is played again. Of any other game nothing is said but that it is not checked.
    """
    forced, table = cache(_forced), cache(load_class)  # they take long, and are the same in many games

    def check(task: Task, value: Any) -> Any:
        if isinstance(value, dict) and "unfit" in value:
            pair = msgspec.convert(value, _StoredUnfit)
            return {"unfit": f"{pair.unfit} ({NOT_CHECKED})", "by_adversary": pair.by_adversary}
        stored = msgspec.convert(value, _StoredGame)
        trace, request = folder / trace_of(value), task.request
        if not is_recorded(value) or changed_file({str(trace): stored.trace_sha256}):
            return None if traces and is_recorded(value) else {"unchecked": True}
        try:
            findings = judge_file(trace)
        except (UndecidedError, UnreadableError):
            return {"unchecked": True}
        except MalformedError as error:
            raise ValueError(f"its trace, {trace.name}, is malformed: {error}") from None
        _require_asked(request, trace, findings.setting, table)
        for key, right in _proved_by(trace, findings, request, value, forced).items():
            if (said := value.get(key)) != right or type(said) is not type(right):
                raise ValueError(
                    f"{key} is {json.dumps(said)}, but should be {json.dumps(right)} by its trace, {trace.name}"
                )
        return value

    return check


def _proved_by(
    trace: Path, findings: Verdict, request: dict[str, Any], value: dict[str, Any], forced: Callable[[str, str], Any]
) -> dict[str, Any]:
    """Return the values of a game that its trace proves; they must equal the stored values."""
    setting, against = findings.setting, request["against"]
    with trace.open("rb") as file:
        *_, last = file
    ended = json.loads(last)
    proved = {found["statement"]: found["mistakes"] for found in findings.statements if "mistakes" in found}
    about, bound, lower = setting.identity(), bound_of(setting), proved.get(setting.lower_statement)
    if value["lower"] != lower:  # of a forfeit, for example, the checker finds nothing, and a theorem says it
        lower = forced(_located(against, request), json.dumps(request["asked"]))
    expected = {key: about.get(key) for key in SETTING_KEYS} | {
        "seed": request["asked"].get("seed", default_seed(against) if is_registered(against) else None),
        "rounds": findings.rounds,
        "statements": msgspec.to_builtins(plain_json(findings.statements)),
        "realizable": findings.realizable,
        "termination": ended["termination"],
        "fault": ended.get("fault"),
        "lower": lower,
        "bound": None if bound is None else plain_number(bound),
        "version": identity()["version"],
    }
    if CERTIFIED & proved.keys() and findings.mistakes is not None:
        mistakes = plain_json(findings.mistakes) if is_short(findings.mistakes) else None
        expected |= {"mistakes": mistakes, "replayed": True}
    source = sources.find(_located(request["learner"], request))
    expected["upper_is_word"] = value["upper"] is not None and not source.is_ours
    if source.is_ours:
        upper = source.bound(setting)
        expected["upper"] = None if upper is None else plain_number(upper)
    return expected


def _require_asked(
    request: dict[str, Any], trace: Path, setting: Setting, table: Callable[[str], ConceptClass]
) -> None:
    """Raise ValueError if a trace is of another game than was asked for."""
    asked, first = request["asked"], first_line(trace)
    players = {"learner": request["learner"], "adversary": request["against"]}
    about = setting.identity() | {key: first[key] for key in players}
    for key, right in (
        players | {key: asked[key] for key in ("margin_squared", "dimension", "lies") if key in asked}
    ).items():
        if str(about.get(key)) != str(right):
            raise ValueError(f"its trace has the {key} {about.get(key)}, and {right} was asked for")
    if "concept_class" in asked:
        right = table(_located(asked["concept_class"], request))
        if not setting.class_bound(lambda found, _lies: found.same_concepts(right)):
            raise ValueError(f"its trace is about another class than {asked['concept_class']}")


def _located(name: str, request: dict[str, Any]) -> str:
    return located(name, Path(request["folder"])) if request["folder"] else name


def _forced(against: str, asked: str) -> int | str | None:
    """Return what the theorem of a registered adversary forces on every deterministic learner."""
    if not is_registered(against):
        return None
    forces = make_adversary(against, read_options(**json.loads(asked))).plan.forces
    return None if forces is None else plain_number(forces)
