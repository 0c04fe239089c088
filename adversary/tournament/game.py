"""A game of a tournament as a task: it is played where the engine says, and what is to be kept comes back as JSON."""

import hashlib
import io
import shlex
from collections.abc import Iterator
from contextlib import chdir, contextmanager, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adversary.files import paths_in, without_folder
from adversary.game.options import is_short
from adversary.game.play import play
from adversary.game.result import MOST_RECORDED, GameResult
from adversary.runs.task import Task
from adversary.strategies.protocol import AdversaryError
from adversary.tournament.bound import bound_of
from adversary.tournament.pairs import Pair
from adversary.tournament.specification import GAME_LIMIT, TIME_LIMIT, Schedule
from proofs.exact.errors import InputError
from proofs.exact.rationals import plain_number
from proofs.exact.rationals import write_rational as written

_SETTING = (
    *("setting", "margin_squared", "dimension", "unit_norm", "class", "concepts", "points", "lies", "seed"),
    *("rounds", "mistakes", "statements", "realizable", "replayed", "termination", "fault", "reason", "version"),
)
"""What is kept of a game's JSON as it is."""


def task_of(pair: Pair, spec: Schedule) -> Task:
    """Return the task of playing a pair. Raises InputError if a file cannot be read."""
    texts = (pair.learner, pair.adversary, pair.asked.concept_class or "")
    files = sorted({str(path) for text in texts for path in _files(spec.folder, text)})
    asked = pair.asked.options()
    if pair.asked.margin_squared is not None:
        asked["margin_squared"] = written(pair.asked.margin_squared)
    request = {
        "learner": pair.learner,
        "against": pair.adversary,
        "asked": asked,
        "limits": [spec.time_limit, spec.game_limit],
        "folder": str(spec.folder) if files else None,
    }
    name = f"{pair.learner} against {pair.adversary}"
    # A game has three players with a process of their own: the learner, the one of the replay, and the adversary.
    return Task("adversary.tournament.game:play_game", request, files, name, 3 * spec.game_limit + 600)


def _files(folder: Path, text: str) -> Iterator[Path]:
    for name in paths_in(text):
        path = folder / name
        if name and "\0" not in name and path.is_file():
            yield path


def play_game(request: dict[str, Any]) -> dict[str, Any]:
    """Play, judge and return what is to be kept of a game, with its trace unless that is long.

    A pair that makes no game returns why, under ``unfit``. The folder of the specification is where files are found;
    where it is on a machine is left out of what comes back.
    """
    folder = request["folder"]
    with _quiet(), chdir(folder) if folder else nullcontext(), TemporaryDirectory(prefix="adversary-") as place:
        found: dict[str, Any] = _played(request, Path(place))
        for private in (place, folder) if folder else (place,):
            found = without_folder(Path(private), found)
        trace = Path(place, "trace.jsonl")
        if trace.is_file():
            found |= _of_trace(trace)
    return found


def _played(request: dict[str, Any], place: Path) -> dict[str, Any]:
    time_limit, game_limit = request["limits"]
    asked = request["asked"]
    try:
        result = play(
            request["learner"],
            against=request["against"],
            margin_squared=asked.get("margin_squared"),
            dimension=asked.get("dimension"),
            concept_class=asked.get("concept_class"),
            lies=asked.get("lies"),
            seed=asked.get("seed"),
            output=place / "trace.jsonl",
            second_opinion=False,
            time_limit=time_limit,
            game_limit=game_limit,
        )
    except InputError as error:
        return {"unfit": str(error), "by_adversary": isinstance(error, AdversaryError)}
    return _kept(result)


def _kept(result: GameResult) -> dict[str, Any]:
    found = result.to_json()
    bounds = {"lower": result.bounds["lower"], "upper": result.bounds["upper"], "bound": bound_of(result.setting)}
    numbers = {key: None if value is None else plain_number(value) for key, value in bounds.items()}
    if not is_short(result.mistakes):
        found["mistakes"] = None  # there is no room for it in a trace, so that nothing certifies it
    return {key: found.get(key) for key in _SETTING} | numbers | {"upper_is_word": result.upper_is_word}


def _of_trace(trace: Path) -> dict[str, Any]:
    """Return the trace, unless it is too long to be kept, and its digest and size."""
    with trace.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    size = trace.stat().st_size
    text = {"trace": trace.read_text("utf-8")} if size <= MOST_RECORDED else {}
    return {"trace_sha256": digest, "trace_bytes": size, **text}


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what players of this process print, and bars, from the terminal of whoever waits for many games."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        yield


def command_of(pair: Pair, spec: Schedule) -> str:
    """Return the command that plays the game of a pair in the folder where the specification's files are."""
    asked = pair.asked
    options = {
        "--against": pair.adversary,
        "--margin-squared": None if asked.margin_squared is None else written(asked.margin_squared),
        "--dimension": asked.dimension,
        "--class": asked.concept_class,
        "--lies": asked.lies,
        "--seed": asked.seed,
        "--time-limit": None if spec.time_limit == TIME_LIMIT else f"{spec.time_limit:g}",
        "--game-limit": None if spec.game_limit == GAME_LIMIT else f"{spec.game_limit:g}",
    }
    given = [text for option, value in options.items() if value is not None for text in (option, str(value))]
    return shlex.join(["adversary", "play", pair.learner, *given])
