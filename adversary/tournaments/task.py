"""A cell of a tournament as a task: a game against an adversary, or the search for the worst game."""

import base64
import hashlib
import io
import shlex
import zlib
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adversary.files import located, without_folder
from adversary.game.play import play
from adversary.game.result import identity
from adversary.strategies.protocol import AdversaryError
from adversary.strategies.registry import (
    ADVERSARY_ENTRY_POINTS,
    find_user_supplied,
    is_registered,
)
from adversary.tasks.task import Task
from adversary.tournaments.cell import TRACES, WORST, Cell
from adversary.tournaments.class_search import ClassSearch
from adversary.tournaments.margin_search import MarginSearch
from adversary.tournaments.search import CellSearch, bound_of
from adversary.tournaments.specification import Pair, TournamentSpecification
from learners.loading import sources
from learners.loading.needs import Needs, needs_of_code, needs_of_learner, needs_of_plugin, require_versions
from learners.runner.child import LIMITS
from learners.spec import parse
from proofs.classes.catalog import MARGIN_CLASSES
from proofs.classes.concepts import ConceptClass
from proofs.classes.files import load_class
from proofs.exact.errors import InputError, ResourceError
from proofs.exact.rationals import is_short, plain_number, read_rational
from proofs.settings import Finite, Halfspaces, SearchSetting

FUNCTION = f"{__name__}:play_cell"

SEARCHES: dict[str, type[CellSearch]] = {"halfspaces": MarginSearch, "finite": ClassSearch}
"""The search of each kind of setting in which the worst game can be searched for."""

SETTING_KEYS = ("setting", "margin_squared", "dimension", "unit_norm", "class", "concepts", "points", "lies", "seed")
"""What a cell's JSON says of its setting, and its adversary's seed."""

_KEPT = (
    *SETTING_KEYS,
    *("rounds", "mistakes", "statements", "realizable", "replayed", "termination", "fault", "reason", "version"),
)
"""What is kept of a game's JSON as it is."""


class CellTask(Task):
    """A cell as a task. Its key does not depend on the location of its folder."""

    @cached_property
    def key(self) -> str:
        """Return a digest of all inputs of the result. Raises InputError if a file cannot be read."""
        folder = Path(self.request["folder"])
        files = [
            [str(path.relative_to(folder) if path.is_relative_to(folder) else path), digest]
            for path, digest in ((Path(name), digest) for name, digest in self.digests.items())
        ]
        return Task(self.function, self.request | {"folder": None, "files": files}).key


def tasks_of(pairs: Sequence[Pair], spec: TournamentSpecification) -> list[CellTask]:
    """Return the tasks of playing pairs. Raises InputError if a file cannot be read."""

    @cache
    def needs(of: Callable[[str], Needs], name: str) -> Needs:
        return of(located(name, spec.folder))

    tasks = []
    for pair in pairs:
        used = [needs(_needs_of_adversary, pair.adversary)] if pair.adversary else []
        if isinstance(pair.learner, str):
            used.append(needs(_needs_of_learner, pair.learner))
        if isinstance(pair.asked.concept_class, str):
            used.append(needs(_needs_of_class, pair.asked.concept_class))
        request = {
            "learner": pair.learner,
            "against": pair.adversary,
            "asked": pair.asked.to_json() | ({} if pair.is_named else pair.asked.options()),
            "limits": [spec.time_limit, spec.game_limit],
            "with": dict(sorted(entry for need in used for entry in need.packages)),
            "folder": str(spec.folder),
        }
        if pair.adversary is None:
            request["search"] = {key: getattr(spec, key) for key in ("seconds", "states", "count", "isolation")}
        files = sorted({str(path.absolute()) for need in used for path in need.files})
        title = pair.learner_name + (f" against {pair.adversary}" if pair.adversary else "")
        # A game has three players with a process of their own: the learner, the one of the replay, and the adversary.
        limit = None if pair.adversary is None else 3 * spec.game_limit + 600
        tasks.append(CellTask(FUNCTION, request, files, title, limit))
    return tasks


def _needs_of_learner(text: str) -> Needs:
    return needs_of_learner(sources.find(text))


def _needs_of_adversary(text: str) -> Needs:
    if file := find_user_supplied(text):
        if file.entry_point:
            return needs_of_plugin(ADVERSARY_ENTRY_POINTS, parse(text).name)
        return needs_of_code(Path(file.path))
    _, colon, path = text.partition(":")
    return Needs(frozenset([Path(path)] if colon else []))


def _needs_of_class(text: str) -> Needs:
    path = text.partition(":")[2].partition("?")[0] if text.startswith(f"{MARGIN_CLASSES}:") else text
    return Needs(frozenset([Path(path)] if Path(path).is_file() else []))


def play_cell(request: dict[str, Any]) -> dict[str, Any]:
    """Play the games of a cell and judge the last; return it as JSON, with the packed trace as ``game``.

    A pair that makes no game returns why, under ``unfit``. The folder of the specification is where files are found;
    where it is on a machine is left out of what comes back. What players of this process print is not shown.

    Raises:
        InputError: the packages that its players use have other versions here.
        ResourceError: the machine lacks what the game takes, such as open files.

    """
    require_versions(request["with"])
    folder = request["folder"]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), TemporaryDirectory(prefix="adversary-") as own:
        private = [Path(name) for name in (own, folder)]
        trace = Path(own, "trace.jsonl")
        played = _searched if request["against"] is None else _played
        try:
            with chdir(folder):
                value: dict[str, Any] = _without(private, played(request, trace))
            return value | (_packed(trace) if "unfit" not in value and trace.is_file() else {})
        except (OSError, ResourceError) as error:
            raise ResourceError(_without(private, str(error))) from None


def _without(private: Sequence[Path], value: Any) -> Any:
    for folder in private:
        value = without_folder(folder, value)
    return value


def _played(request: dict[str, Any], trace: Path) -> dict[str, Any]:
    """Play against the adversary that was asked for."""
    time_limit, game_limit = request["limits"]
    limits: dict[str, Any] = {"time_limit": time_limit, "game_limit": game_limit}
    options = {"against": request["against"], "output": trace, "second_opinion": False, **limits, **request["asked"]}
    try:
        result = play(request["learner"], **options)
    except ResourceError:  # which is no fact about the pair, and nothing to keep
        raise
    except InputError as error:
        return {"unfit": str(error), "by_adversary": isinstance(error, AdversaryError)}
    answer = result.to_json()
    lower, proved = result.bounds["lower"], [entry["statement"] for entry in result.statements]
    if result.randomized:
        lower = None  # as in a search: the column is about deterministic learners
    if not is_registered(request["against"]) and result.setting.lower_statement not in proved:
        lower = None  # its plan claims too much, so that its trace proves none
    bounds = {"lower": lower, "upper": result.bounds["upper"], "bound": bound_of(result.setting)}
    numbers = {key: None if value is None else plain_number(value) for key, value in bounds.items()}
    if not is_short(result.mistakes):
        answer["mistakes"] = None  # too long for a trace, so that nothing certifies it
    if not result.judged:
        answer["realizable"] = None
    return {key: answer.get(key) for key in _KEPT} | numbers | {"upper_is_word": result.upper_is_word}


def setting_of(asked: dict[str, Any]) -> SearchSetting:
    """Return the setting in which the worst game is searched for. Raises InputError."""
    if "concept_class" in asked:
        table = asked["concept_class"]
        return Finite(table if isinstance(table, ConceptClass) else load_class(table), asked.get("lies", 0))
    if "margin_squared" not in asked:
        raise InputError("the worst adversary is searched for in games with a margin, or on a class")
    squared = read_rational(str(asked["margin_squared"]))
    most = max(int(1 / squared), 1)  # orthonormal points that strategies may use
    return Halfspaces(min(most, asked.get("dimension") or most), squared)


def _searched(request: dict[str, Any], trace: Path) -> dict[str, Any]:
    """Search for the worst game."""
    try:
        setting = setting_of(request["asked"])
        of = SEARCHES[setting.kind]
        seed = request["asked"].get("seed", 0)
        call, game = request["limits"]
        source = sources.find(request["learner"])
        known = {"number": 0, "learner": source.text, "adversary": WORST, "seed": seed, "search": "none", "games": 0}
        known |= {"lower": of.lower(setting), "bound": plain_number(bound) if (bound := bound_of(setting)) else bound}
        empty = Cell.from_json(setting.identity() | known | identity())
        options = request["search"] | {"seed": seed, "call": call, "game": game}
        search = of(source, setting, empty, trace, **options)
        cell = search.cell()
    except ResourceError:
        raise
    except InputError as error:
        return {"unfit": str(error), "by_adversary": False}
    if cell.mistakes is None or cell.updates is not None:
        trace.unlink(missing_ok=True)
    elif not is_short(cell.mistakes):
        raise ResourceError("the number of mistakes has too many digits")
    return cell.to_json()


def _packed(trace: Path) -> dict[str, Any]:
    """Return a trace as a compressed text, as a long game has a million lines, and its digest."""
    text = trace.read_bytes()
    packed = base64.b64encode(zlib.compress(text, 1)).decode()
    return {"trace_sha256": hashlib.sha256(text).hexdigest(), "game": packed}


def unpack(packed: str) -> bytes:
    """Return the trace of a value's ``game``. Raises ValueError."""
    try:
        return zlib.decompress(base64.b64decode(packed, validate=True))
    except zlib.error as error:
        raise ValueError(str(error)) from None


def trace_of(value: dict[str, Any]) -> str:
    """Return a trace's place in the folder, by its digest: a cell may have another number in another specification."""
    return f"{TRACES}/{value['trace_sha256'][:16]}.jsonl"


def command_of(pair: Pair, spec: TournamentSpecification) -> str:
    """Return the command that plays the game of a pair, in the folder where the specification's files are."""
    asked, squared = pair.asked, pair.asked.margin_squared
    limits = [f"call={_seconds(spec.time_limit)}s"] if spec.time_limit != LIMITS.call else []
    limits += [f"game={_seconds(spec.game_limit)}s"] if spec.game_limit != LIMITS.game else []
    options = {
        "--against": pair.adversary,
        "--margin": squared and f"sqrt({squared})",
        "--dimension": asked.dimension,
        "--class": asked.class_name,
        "--lies": asked.lies,
        "--seed": asked.seed,
        "--limit": ",".join(limits) or None,
    }
    if pair.adversary is None:
        options |= {"--seconds": _seconds(spec.seconds), "--count": None if spec.count == "mistakes" else spec.count}
    words = [text for option, value in options.items() if value is not None for text in (option, str(value))]
    return shlex.join(["adversary", "play" if pair.adversary else "tournament", pair.learner_name, *words])


def _seconds(limit: float) -> str:
    return repr(limit).removesuffix(".0")  # all of its digits, and no more
