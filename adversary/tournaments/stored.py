"""Stored results of an earlier run of a tournament, judged again from their traces before they are shown."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from adversary.files import located, new_file
from adversary.game.judge import UndecidedError, Verdict, judge_file
from adversary.game.result import identity
from adversary.strategies.options import read_options
from adversary.strategies.protocol import Script
from adversary.strategies.registry import default_seed, is_registered, make_adversary
from adversary.tasks.task import NOT_CHECKED, Task
from adversary.tournaments.cell import Cell
from adversary.tournaments.search import SEARCH, bound_of
from adversary.tournaments.task import SEARCHES, SETTING_KEYS, setting_of, unpack
from learners.loading import sources
from proofs.classes.files import load_class
from proofs.exact.rationals import is_short, plain_number
from proofs.formats.answers import SHORT, Number, plain_json, worst_case
from proofs.settings import Setting
from proofs.statements import CERTIFIED

NO_TRACE = f"all of it: {NOT_CHECKED}"
NO_SEARCH = f"what its search says of larger numbers: {NOT_CHECKED}"


def check_stored() -> Callable[[Task, Any], Any]:
    """Return the function that checks stored results for the engine.

    A cell with a trace is judged again. Of a cell without one, and of what a search says of larger numbers, nothing is
    said but that it is not checked.
    """
    forced = cache(_forced)  # it may take long, and is the same in many games

    def check(task: Task, value: Any) -> Any:
        if "unfit" in value:
            return {"unfit": f"{value['unfit']} ({NOT_CHECKED})", "by_adversary": bool(value["by_adversary"])}
        request, packed = task.request, value.get("game")
        if packed is None:
            if value["mistakes"] is not None:
                raise ValueError(f"it has {value['mistakes']} mistakes, and no trace of their game")
            return value | {"unchecked": NO_TRACE}
        trace = unpack(packed)
        if sha256(trace).hexdigest() != value["trace_sha256"]:
            raise ValueError("its trace has another digest")
        try:
            verdict = _judge(trace)
        except UndecidedError as error:
            if value["statements"]:
                raise ValueError(f"it has statements, and of its trace nothing is known: {error}") from None
            return value | {"unchecked": NO_TRACE}
        _require_proved(request, trace, verdict, value, forced)
        own = sources.find(_located(request["learner"], request)).is_ours
        not_needed = request["against"] is not None or (value["search"] == "not needed" and own)
        return value if not_needed else value | {"unchecked": NO_SEARCH}

    return check


def _judge(trace: bytes) -> Verdict:
    with new_file(None) as path:
        path.write_bytes(trace)
        return judge_file(path)


def _require_proved(
    request: dict[str, Any], trace: bytes, verdict: Verdict, value: dict[str, Any], forced: Callable[[str, str], Any]
) -> None:
    """Raise ValueError if a stored value is not what the trace of the cell's game proves."""
    first, *_, last = trace.splitlines()
    expected = _judged(verdict)
    if request["against"] is None:
        expected |= _of_search(request, verdict, json.loads(first), value)
    else:
        _require_asked(request, json.loads(first), verdict.setting)
        expected |= _of_game(request, verdict, json.loads(last), value, forced)
    msgspec.convert(value["upper"], Number | None)  # which may be anybody's word
    source = sources.find(_located(request["learner"], request))
    expected["upper_is_word"] = value["upper"] is not None and not source.is_ours
    if source.is_ours:
        upper = source.bound(verdict.setting if request["against"] else setting_of(_with_class(request)))
        expected["upper"] = None if upper is None else plain_number(upper)
        if upper is not None and upper == verdict.mistakes:  # the theorem on its card says more than the trace
            said = [worst_case(upper, condition) for condition in ("", SHORT)]
            expected["statements"] += [entry for entry in said if entry in value["statements"]]
    for key, right in expected.items():
        if (own := value.get(key)) != right or type(own) is not type(right):
            raise ValueError(f"{key} is {json.dumps(own)}, but should be {json.dumps(right)} by its trace")


def _judged(verdict: Verdict) -> dict[str, Any]:
    """Return the values of any cell that its trace proves; they must equal the stored values."""
    expected: dict[str, Any] = {
        "rounds": verdict.rounds,
        "statements": msgspec.to_builtins(plain_json(verdict.statements)),
        "realizable": verdict.realizable,
        "version": identity()["version"],
    }
    if CERTIFIED & {entry["statement"] for entry in verdict.statements} and verdict.mistakes is not None:
        mistakes = plain_json(verdict.mistakes) if is_short(verdict.mistakes) else None
        expected |= {"mistakes": mistakes, "replayed": True}
    return expected


def _of_search(request: dict[str, Any], verdict: Verdict, first: dict[str, Any], value: Any) -> dict[str, Any]:
    """Return what the worst game found must have besides, if it was played in the cell's setting."""
    asked, cell = setting_of(_with_class(request)), Cell.from_json(value)
    search = SEARCHES[asked.kind]
    adversary = Script.called if cell.adversary.startswith(SEARCH) else cell.adversary
    players = first["learner"], first["adversary"]
    if not search.is_of(asked, verdict.setting) or players != (request["learner"], adversary):
        raise ValueError("its trace is of another game")
    about, bound = asked.identity(), bound_of(asked)
    expected = {key: about.get(key) for key in SETTING_KEYS if key != "seed"}
    expected |= {"learner": request["learner"], "bound": bound if bound is None else plain_number(bound)}
    if cell.mistakes is None:
        expected |= {"mistakes": None}
    if value["lower"] is not None:
        expected |= {"lower": search.lower(asked)}
    if cell.search == "not needed":
        expected |= {"exact": True, "unbounded": False, "upper": value["mistakes"]}
    return expected


def _of_game(
    request: dict[str, Any], verdict: Verdict, ended: dict[str, Any], value: Any, forced: Callable[[str, str], Any]
) -> dict[str, Any]:
    """Return what a game against the adversary that was asked for must have besides."""
    setting, against = verdict.setting, request["against"]
    proved = {entry["statement"]: entry["mistakes"] for entry in verdict.statements if "mistakes" in entry}
    about, bound, lower = setting.identity(), bound_of(setting), proved.get(setting.lower_statement)
    if value["lower"] is None:
        lower = None  # nothing is claimed
    elif value["lower"] != lower:  # of a forfeit, for example, the checker finds nothing, and a theorem says it
        lower = forced(_located(against, request), json.dumps(_with_class(request)))
    return {key: about.get(key) for key in SETTING_KEYS} | {
        "seed": request["asked"].get("seed", default_seed(against) if is_registered(against) else None),
        "termination": ended["termination"],
        "fault": ended.get("fault"),
        "lower": lower,
        "bound": None if bound is None else plain_number(bound),
    }


def _require_asked(request: dict[str, Any], first: dict[str, Any], setting: Setting) -> None:
    """Raise ValueError if a trace is of another game than was asked for."""
    asked = request["asked"]
    players = {"learner": request["learner"], "adversary": request["against"]}
    about = setting.identity() | {key: first[key] for key in players}
    for key, right in (
        players | {key: asked[key] for key in ("margin_squared", "dimension", "lies") if key in asked}
    ).items():
        if str(about.get(key)) != str(right):
            raise ValueError(f"its trace has the {key} {about.get(key)}, and {right} was asked for")
    if "concept_class" in asked:
        right = load_class(_located(asked["concept_class"], request))
        if not setting.class_bound(lambda played, _lies: played.same_concepts(right)):
            raise ValueError(f"its trace is about another class than {asked['concept_class']}")


def _located(name: str, request: dict[str, Any]) -> str:
    return located(name, Path(request["folder"]))


def _with_class(request: dict[str, Any]) -> dict[str, Any]:
    """Return what was asked, with the place of the class's file."""
    asked: dict[str, Any] = request["asked"]
    name = asked.get("concept_class")
    return asked if name is None else asked | {"concept_class": _located(name, request)}


def _forced(against: str, asked: str) -> int | str | None:
    """Return what the theorem of a registered adversary forces on every deterministic learner."""
    if not is_registered(against):
        return None
    forces = make_adversary(against, read_options(**json.loads(asked))).plan.forces
    return None if forces is None else plain_number(forces)
