"""A game of a tournament as a task: it is played where the engine says, and what is to be kept comes back as JSON."""

import hashlib
import io
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager, nullcontext, redirect_stderr, redirect_stdout
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adversary.files import located, without_folder
from adversary.game.play import play
from adversary.game.result import MAX_RECORDED, GameResult
from adversary.strategies.options import read_options
from adversary.strategies.protocol import AdversaryError
from adversary.strategies.registry import (
    ADVERSARY_ENTRY_POINTS,
    default_seed,
    find_adversary_file,
    is_registered,
    make_adversary,
)
from adversary.tasks.task import Task
from adversary.tournament.bound import bound_of
from adversary.tournament.pairs import Pair
from adversary.tournament.specification import TournamentSpecification
from learners.loading import sources
from learners.loading.needs import Needs, needs_of_code, needs_of_learner, needs_of_plugin, require_versions
from learners.runner.child import LIMITS
from learners.spec import parse
from proofs.classes.catalog import MARGIN_CLASSES
from proofs.exact.errors import InputError, ResourceError
from proofs.exact.rationals import is_short, plain_number, write_rational

SETTING_KEYS = ("setting", "margin_squared", "dimension", "unit_norm", "class", "concepts", "points", "lies", "seed")
"""What a game's JSON says of its setting, and its adversary's seed."""

_KEPT = (
    *SETTING_KEYS,
    *("rounds", "mistakes", "statements", "realizable", "replayed", "termination", "fault", "reason", "version"),
)
"""What is kept of a game's JSON as it is."""


class GameTask(Task):
    """A game as a task: where its folder is on a machine is no part of its key."""

    @cached_property
    def key(self) -> str:
        """Digest of all that the result depends on. Raises InputError if a file cannot be read."""
        folder = Path(self.request["folder"])
        files = [
            [str(path.relative_to(folder) if path.is_relative_to(folder) else path), digest]
            for path, digest in ((Path(name), digest) for name, digest in self.digests.items())
        ]
        return Task(self.function, self.request | {"folder": None, "files": files}).key


def tasks_of(pairs: Sequence[Pair], spec: TournamentSpecification) -> list[Task]:
    """Return the tasks of playing pairs. Raises InputError if a file cannot be read."""
    known = dict[tuple[str, str], Needs]()  # once for each player and class

    def needs(kind: str, name: str) -> Needs:
        if (kind, name) not in known:
            known[kind, name] = _NEEDS[kind](located(name, spec.folder))
        return known[kind, name]

    return [
        _task(
            pair,
            spec,
            [needs("learner", pair.learner), needs("adversary", pair.adversary)]
            + ([needs("class", pair.asked.concept_class)] if pair.asked.concept_class else []),
        )
        for pair in pairs
    ]


def _needs_of_adversary(text: str) -> Needs:
    if file := find_adversary_file(text):
        return needs_of_code(Path(file.path))
    name, colon, path = text.partition(":")
    return Needs(frozenset([Path(path)])) if colon else needs_of_plugin(ADVERSARY_ENTRY_POINTS, parse(name).name)


def _needs_of_class(text: str) -> Needs:
    path = text.partition(":")[2].partition("?")[0] if text.startswith(f"{MARGIN_CLASSES}:") else text
    return Needs(frozenset([Path(path)] if Path(path).is_file() else []))


_NEEDS: dict[str, Callable[[str], Needs]] = {
    "learner": lambda text: needs_of_learner(sources.find(text)),
    "adversary": _needs_of_adversary,
    "class": _needs_of_class,
}


def _task(pair: Pair, spec: TournamentSpecification, needs: Sequence[Needs]) -> Task:
    files = sorted({str(path.absolute()) for one in needs for path in one.files})
    request = {
        "learner": pair.learner,
        "against": pair.adversary,
        "asked": pair.asked.to_json(),
        "limits": [spec.time_limit, spec.game_limit],
        "with": dict(sorted(entry for one in needs for entry in one.packages)),
        "folder": str(spec.folder) if files else None,
    }
    name = f"{pair.learner} against {pair.adversary}"
    # A game has three players with a process of their own: the learner, the one of the replay, and the adversary.
    limit = 3 * spec.game_limit + 600
    task = GameTask if files else Task
    return task("adversary.tournament.game:play_game", request, files, name, limit)


def play_game(request: dict[str, Any]) -> dict[str, Any]:
    """Play, judge and return what is to be kept of a game, with its trace unless that is long.

    A pair that makes no game returns why, under ``unfit``. The folder of the specification is where files are found;
    where it is on a machine is left out of what comes back.

    Raises:
        InputError: the packages that its players use have other versions here.
        ResourceError: the machine lacks what the game takes, such as open files.

    """
    require_versions(request["with"])
    folder = request["folder"]
    with _quiet(), TemporaryDirectory(prefix="adversary-") as place:
        private = [Path(name) for name in (place, folder) if name]
        try:
            with chdir(folder) if folder else nullcontext():
                found: dict[str, Any] = _without(private, _played(request, Path(place)))
            trace = Path(place, "trace.jsonl")
            return found | (_of_trace(trace) if trace.is_file() else {})
        except (OSError, ResourceError) as error:
            raise ResourceError(_without(private, str(error))) from None


def plan_setting(request: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a game of a registered adversary is played on; None of others, or where it makes no plan: a task."""
    against, asked, folder = request["against"], request["asked"], request["folder"]
    try:
        with chdir(folder) if folder else nullcontext():
            if not is_registered(against):
                return None
            found = make_adversary(against, read_options(**asked)).plan.setting.identity()
    except (OSError, InputError):
        return None
    return found | {"seed": asked.get("seed", default_seed(against))}


def _without(private: Sequence[Path], found: Any) -> Any:
    for folder in private:
        found = without_folder(folder, found)
    return found


def _played(request: dict[str, Any], place: Path) -> dict[str, Any]:
    time_limit, game_limit = request["limits"]
    try:
        result = play(
            request["learner"],
            against=request["against"],
            output=place / "trace.jsonl",
            second_opinion=False,
            time_limit=time_limit,
            game_limit=game_limit,
            **request["asked"],
        )
    except ResourceError:  # which is no fact about the pair, and nothing to keep
        raise
    except InputError as error:
        return {"unfit": str(error), "by_adversary": isinstance(error, AdversaryError)}
    return _kept(result)


def _kept(result: GameResult) -> dict[str, Any]:
    found = result.to_json()
    bounds = {"lower": result.bounds["lower"], "upper": result.bounds["upper"], "bound": bound_of(result.setting)}
    numbers = {key: None if value is None else plain_number(value) for key, value in bounds.items()}
    if not is_short(result.mistakes):
        found["mistakes"] = None  # there is no room for it in a trace, so that nothing certifies it
    if not result.judged:
        found["realizable"] = None
    return {key: found.get(key) for key in _KEPT} | numbers | {"upper_is_word": result.upper_is_word}


def _of_trace(trace: Path) -> dict[str, Any]:
    """Return the trace, unless it is too long to be kept, and its digest and size."""
    with trace.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    size = trace.stat().st_size
    text = {"trace": trace.read_text("utf-8")} if size <= MAX_RECORDED else {}
    return {"trace_sha256": digest, "trace_bytes": size, **text}


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what players of this process print, and bars, from the terminal of whoever waits for many games."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        yield


def command_of(pair: Pair, spec: TournamentSpecification) -> str:
    """Return the command that plays the game of a pair in the folder where the specification's files are."""
    asked = pair.asked
    options = {
        "--against": pair.adversary,
        "--margin-squared": None if asked.margin_squared is None else write_rational(asked.margin_squared),
        "--dimension": asked.dimension,
        "--class": asked.concept_class,
        "--lies": asked.lies,
        "--seed": asked.seed,
        "--time-limit": None if spec.time_limit == LIMITS.call else _seconds(spec.time_limit),
        "--game-limit": None if spec.game_limit == LIMITS.game else _seconds(spec.game_limit),
    }
    given = [text for option, value in options.items() if value is not None for text in (option, str(value))]
    return shlex.join(["adversary", "play", pair.learner, *given])


def _seconds(limit: float) -> str:
    return repr(limit).removesuffix(".0")  # all of its digits, and no more
