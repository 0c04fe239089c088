"""Results that a tournament's folder has of an earlier run: judged again from their traces before they are shown."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from adversary.files import located
from adversary.game.judge import (
    MalformedError,
    UndecidedError,
    UnreadableError,
    judge_file,
    plain,
)
from adversary.game.result import identity
from adversary.strategies.options import read_options
from adversary.strategies.registry import default_seed, is_registered, make_adversary
from adversary.tasks.task import NOT_CHECKED, Task, digest_of
from adversary.tournament.assembly import is_recorded, trace_of
from adversary.tournament.bound import bound_of
from adversary.tournament.game import SETTING_KEYS
from learners.loading import sources
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.errors import InputError
from proofs.exact.rationals import is_short, plain_number
from proofs.settings import Setting
from proofs.statements import CERTIFIED


class _StoredGame(msgspec.Struct):
    """What is stored of a game besides what its trace says."""

    trace_sha256: str
    trace_bytes: int
    lower: int | str | None
    upper: int | str | None
    upper_is_word: bool
    replayed: bool | None
    reason: str | None


class _StoredUnfit(msgspec.Struct):
    unfit: str
    by_adversary: bool


class _Known(NamedTuple):
    """What takes long, and is the same in many games: what adversaries force, and classes."""

    forced: Callable[[str, str], int | str | None]
    table: Callable[[str], ConceptClass]


def check_stored(folder: Path, *, traces: bool) -> Callable[[Task, Any], Any]:
    """Return what the engine checks the results of a tournament's store with.

    A game whose trace is in the folder, as it was, is judged again; one whose trace is wanted, and is not there as it
    was, is played again. Of any other game nothing is said but that it is not checked.
    """
    known = _Known(cache(_forced), cache(load_class))

    def check(task: Task, value: Any) -> Any:
        if isinstance(value, dict) and "unfit" in value:
            pair = msgspec.convert(value, _StoredUnfit)
            return {"unfit": f"{pair.unfit} ({NOT_CHECKED})", "by_adversary": pair.by_adversary}
        stored = msgspec.convert(value, _StoredGame)
        trace = folder / trace_of(value)
        with suppress(InputError):
            if is_recorded(value) and digest_of(str(trace)) == stored.trace_sha256:
                return _judged_again(task.request, value, trace, known)
        return None if traces and is_recorded(value) else {"unchecked": True}

    return check


def _judged_again(request: dict[str, Any], value: dict[str, Any], trace: Path, known: _Known) -> dict[str, Any]:
    """Return what is stored of a game, if all of it that can be shown again is as its trace says. Raises ValueError."""
    first, *_, last = map(json.loads, _ends(trace))
    try:
        findings = judge_file(trace)
        setting = findings.setting
    except (UndecidedError, UnreadableError):
        return {"unchecked": True}
    except MalformedError as error:
        raise ValueError(f"its trace, {trace.name}, is malformed: {error}") from None
    _require_asked(request, first, setting, known)
    proved = {found["statement"]: found["mistakes"] for found in findings.statements if "mistakes" in found}
    about = setting.identity()
    bound, lower = bound_of(setting), proved.get(setting.lower_statement)
    if value["lower"] != lower:  # of a forfeit, for example, the checker finds nothing, and a theorem says it
        lower = known.forced(_located(request["against"], request), json.dumps(request["asked"]))
    expected = {key: about.get(key) for key in SETTING_KEYS if key != "seed"} | {
        "seed": _seed(request),
        "rounds": findings.rounds,
        "statements": msgspec.to_builtins(findings.statements, enc_hook=plain),
        "realizable": findings.realizable,
        "termination": last["termination"],
        "fault": last.get("fault"),
        "lower": lower,
        "bound": None if bound is None else plain_number(bound),
        "version": identity()["version"],
    }
    if CERTIFIED & proved.keys() and findings.mistakes is not None:
        expected |= {"mistakes": plain(findings.mistakes) if is_short(findings.mistakes) else None, "replayed": True}
    source = sources.find(_located(request["learner"], request))
    expected["upper_is_word"] = value["upper"] is not None and not source.is_ours
    if source.is_ours:
        upper = source.bound(setting)
        expected["upper"] = None if upper is None else plain_number(upper)
    for key, right in expected.items():
        if (said := value.get(key)) != right or type(said) is not type(right):
            raise ValueError(
                f"{key} is {json.dumps(said)}, but should be {json.dumps(right)} by its trace, {trace.name}"
            )
    return value


def _ends(trace: Path) -> list[bytes]:
    with trace.open("rb") as file:
        lines = file.readlines()
    return [lines[0], lines[-1]]


def _require_asked(request: dict[str, Any], first: dict[str, Any], setting: Setting, known: _Known) -> None:
    """Raise ValueError if a trace is of another game than was asked for."""
    asked = request["asked"]
    players = {"learner": request["learner"], "adversary": request["against"]}
    wanted = {key: asked[key] for key in ("margin_squared", "dimension", "lies") if key in asked}
    about = players | setting.identity()
    found = {key: first[key] for key in players} | {key: about.get(key) for key in wanted}
    for key, right in (players | wanted).items():
        if str(found[key]) != str(right):
            raise ValueError(f"its trace has the {key} {found[key]}, and {right} was asked for")
    if "concept_class" in asked:
        rows = set(known.table(_located(asked["concept_class"], request)).rows)
        if setting.class_bound(lambda table, _lies: set(table.rows) == rows):
            return
        raise ValueError(f"its trace is about another class than {asked['concept_class']}")


def _located(name: str, request: dict[str, Any]) -> str:
    return located(name, Path(request["folder"])) if request["folder"] else name


def _seed(request: dict[str, Any]) -> int | None:
    usual = default_seed(request["against"]) if is_registered(request["against"]) else None
    seed: int | None = request["asked"].get("seed", usual)
    return seed


def _forced(against: str, asked: str) -> int | str | None:
    """Return what the theorem of a registered adversary forces on every deterministic learner."""
    if not is_registered(against):
        return None
    forces = make_adversary(against, read_options(**json.loads(asked))).plan.forces
    return None if forces is None else plain_number(forces)
