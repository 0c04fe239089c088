"""Several learners against one adversary, in several dimensions: a game a cell, and no search for a worse one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from adversary.compare.cell_tasks import CellTask, Tell, play_cells, played_apart, prepare, write_traces
from adversary.compare.comparison import DOES_NOT_PLAY, Cell, Comparison
from adversary.game.play import play
from adversary.game.result import GameResult
from adversary.strategies.given.from_file import find_adversary_file
from adversary.strategies.given.needs import needs_of_adversary
from adversary.strategies.registry import make_adversary
from adversary.tasks.store import Store
from adversary.tasks.where import Where
from learners.loading import sources
from learners.loading.sources import Source
from proofs.exact.errors import InputError, NotLoadedError, ResourceError, one_line
from proofs.settings import Hinge, SearchSetting
from proofs.statements import CERTIFIED

MAX_COMPARED_DIMENSIONS = 16
"""Of a list: as many as a table shows side by side."""

MAX_DIMENSION = 20
"""Digits of a dimension."""


def read_dimensions(text: str) -> list[int]:
    """Return the dimensions of a list like ``4,8,16``, each once, in its order. Raises InputError."""
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) <= MAX_DIMENSION and int(part)):
            raise InputError(f"{part!r} is not a dimension: write ints from 1, like --dimensions 4,8,16")
    found = list(dict.fromkeys(map(int, parts)))
    if len(found) > MAX_COMPARED_DIMENSIONS:
        raise InputError(
            f"--dimensions {text} are {len(found)} dimensions, and at most {MAX_COMPARED_DIMENSIONS} are compared"
        )
    return found


def compare_against(  # noqa: PLR0913 - each is an option of the command line
    learners: Sequence[object],
    against: str,
    dimensions: Sequence[int],
    *,
    seed: int = 0,
    traces: Path | None = None,
    where: Where | None = None,
    store: Store | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _what: None,
) -> Comparison:
    """Play every learner against one adversary in every dimension.

    Args:
        learners: as for ``play``.
        against: a registered adversary that takes a dimension, and nothing else that has no default.
        dimensions: of the games.
        seed: of the adversary, unless it is 0: then its own.
        traces: a folder in which the trace of each cell's game is written; it is made, if it is not there.
        where: a game is a task of a run, which takes place there; those of objects and classes, and a single game that
            is not kept, take place here.
        store: of games that are not played again; objects and classes are.
        progress: is told how many cells are done, of how many, and whose turn it is, or was last (at first, nobody's).

    Raises:
        InputError: something given is unusable, or none of the learners plays in these settings.

    """
    found = [sources.find(learner) for learner in learners]
    options: list[dict[str, Any]] = [{"dimension": dimension} for dimension in dimensions]
    if seed:
        options = [{**given, "seed": seed} for given in options]
    settings = [_setting(against, given) for given in options]  # all that is wrong, before a game
    asked = [(given, setting, source) for given, setting in zip(options, settings, strict=True) for source in found]
    needs = needs_of_adversary(against)
    traced = traces is not None or (store is not None and store.path is not None)  # what is kept may be asked for later
    prepare(found, settings, traces)
    tasks = [
        CellTask(
            source,
            setting,
            {"against": against, "given": given, "traced": traced},
            needs,
            given["dimension"],
        )
        for given, setting, source in asked
    ]
    played = play_cells(tasks, _play, f"{__name__}:play_cell", where=where, store=store, progress=progress)
    cells = write_traces(played, traces)
    if cells and not any(cell.plays for cell in cells):
        raise InputError(cells[0].note or DOES_NOT_PLAY)
    return Comparison(tuple([source.text for source in found]), tuple(cells), 0.0, seed, against)


def _setting(against: str, given: dict[str, Any]) -> SearchSetting:
    if find_adversary_file(against):
        raise InputError(f"{against} is a file: compare takes registered adversaries (`adversary list`)")
    setting = make_adversary(against, given).plan.setting
    if isinstance(setting, Hinge):
        raise InputError(f"games with a hinge budget are not compared, and {against} plays one")
    return setting


def _play(task: CellTask, trace: Path, told: Tell) -> Cell:
    told(task.source.text)
    against, given, traced = (task.options[key] for key in ("against", "given", "traced"))
    return _cell(task.source, task.setting, against, given, trace if traced else None)


def play_cell(asked: dict[str, Any]) -> dict[str, Any]:
    """Play the game of a cell, in a process of a run."""
    return played_apart(_play, asked)


def _cell(source: Source, setting: SearchSetting, against: str, given: dict[str, Any], output: Path | None) -> Cell:
    empty = Cell(source.text, setting, dimension=given["dimension"])
    try:
        game = play(source, against=against, output=output, second_opinion=False, **given)
    except ResourceError:
        raise
    except NotLoadedError as error:
        return replace(empty, note=one_line(str(error)))
    except InputError as error:
        return replace(empty, plays=False, note=f"{DOES_NOT_PLAY}: {one_line(str(error))}")
    cell = replace(
        empty,
        adversary=against,
        rounds=game.rounds,
        games=1,
        lower=_proved(game, "universal bound"),
        upper=game.bounds["upper"],
        upper_is_word=game.upper_is_word,
        span=_proved(game, "span bound"),
        trace=game.trace,
    )
    if game.fault:
        return replace(cell, fault=game.fault, note=f"forfeits: {game.fault}")
    if not any(found["statement"] in CERTIFIED for found in game.statements):
        return replace(cell, note=game.reason or "its game could not be judged")
    return replace(cell, mistakes=game.mistakes)


def _proved(game: GameResult, statement: str) -> int | None:
    return next((found["mistakes"] for found in game.statements if found["statement"] == statement), None)
