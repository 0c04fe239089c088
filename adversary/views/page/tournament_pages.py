"""The pages of a tournament's folder: ``report.html``, the figures, and a page for every game.

The folder can be moved: the report links to what is in it, by relative names, and to nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from adversary.files import made_folder, remove, write_new
from adversary.tasks.engine import run
from adversary.tasks.task import Task, digest_of
from adversary.tasks.where import Where
from adversary.tournament.result import (
    FIGURES,
    GAMES,
    REPORT,
    RESULTS,
    RESULTS_TABLE,
    SUMMARY,
    PlayedGame,
    Tournament,
)
from adversary.views.figures.tournament_figures import FIGURE_NAMES, figures
from adversary.views.game.files import view_file
from adversary.views.page.page import html_page
from adversary.views.page.tournament_report import MAX_REASON, tournament_report
from adversary.views.stored_counterexample import command_line
from proofs.exact.errors import InputError, one_line

MAX_PAGES = 1_000
"""Games that get pages, unless more are asked for: a page has about 100 kB."""

PAGE_STATES = 200_000
"""Of searches for what a page shows besides, such as Littlestone dimensions: no seconds, so that pages are the same."""

HEAD = 2_000
"""Bytes of a page in which it says what it was made of."""


def write_report(
    folder: Path,
    tournament: Tournament,
    *,
    pages: bool | None = None,
    where: Where | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> None:
    """Write a tournament's report, its figures, and the pages of its games, into its folder.

    A page that is there, and was made of this trace by this version, stays. Pages are made on this machine, where the
    traces are. PDF and PNG are drawn where matplotlib is.

    Args:
        folder: of the tournament, with its traces.
        tournament: what was found.
        pages: whether every game with a trace gets a page; ``None``: if there are at most ``MAX_PAGES``.
        where: how many processes make pages.
        progress: is told how many pages are done, of how many, and the last.

    Raises:
        InputError: something cannot be written, or a trace cannot be read.

    """
    _write_figures(made_folder(folder / FIGURES), tournament)
    found = _pages(folder, tournament.games)
    if pages or (pages is None and len(tournament.games) <= MAX_PAGES):
        waiting = [game for game in tournament.games if game.number not in found and _kept(folder, game)]
        if waiting:
            made_folder(folder / GAMES)
        tasks = [_task(folder, game) for game in waiting]
        local = replace(where or Where(), scheduler=None, cluster=None)
        run(tasks, local, progress=progress)
        found = _pages(folder, tournament.games)
    files = [name for name in (RESULTS_TABLE, RESULTS, SUMMARY) if (folder / name).is_file()]
    write_new(folder / REPORT, tournament_report(tournament, found, files))


def write_page(request: Mapping[str, Any]) -> dict[str, str]:
    """Write the page of a game, and say why if there can be none: a task of the engine.

    The request has the ``trace``, its ``name`` in the tournament's folder, its ``digest``, the ``page``, and
    the ``reason`` why the learner's mistakes are not certified, if they are not.

    Raises:
        InputError: it cannot be written.

    """
    if digest_of(request["trace"]) != request["digest"]:
        return {"none": "its trace was changed"}
    try:
        found = view_file(request["trace"], None, states=PAGE_STATES)
    except InputError as error:  # it is too long for a page, for example
        return {"none": str(error)}
    found.data["verdict"]["how"] = f"{command_line('check', request['name'])}  # in the folder of {REPORT}"
    if request["reason"] is not None:
        reason = one_line(request["reason"], MAX_REASON)
        found.data["verdict"]["note"] = f"The mistakes of this learner are not certified: {reason}."
    write_new(request["page"], html_page(found.title, found.data, _mark(request["digest"])))
    return {}


def page_name(game: PlayedGame) -> str:
    """Return the relative name of a game's page."""
    return f"{GAMES}/{game.number:05}.html"


def _task(folder: Path, game: PlayedGame) -> Task:
    request = {
        "trace": str(folder / str(game.trace)),
        "name": game.trace,
        "digest": game.trace_sha256,
        "reason": game.reason if game.kind == "unproved" else None,
        "page": str(folder / page_name(game)),
    }
    return Task("adversary.views.page.tournament_pages:write_page", request, name=f"page {game.number}")


def _kept(folder: Path, game: PlayedGame) -> bool:
    return game.trace is not None and game.trace_sha256 is not None and (folder / game.trace).is_file()


def _pages(folder: Path, games: tuple[PlayedGame, ...]) -> dict[int, str]:
    """Return the pages that are there, by number, if they are about these games' traces."""
    return {game.number: page_name(game) for game in games if _belongs(folder / page_name(game), game)}


def _belongs(page: Path, game: PlayedGame) -> bool:
    if game.trace_sha256 is None:
        return False
    try:
        with page.open("rb") as file:
            return f'<meta name="about" content="{_mark(game.trace_sha256)}">'.encode() in file.read(HEAD)
    except OSError:
        return False


def _mark(digest: str) -> str:
    return f"trace sha256:{digest}, {version('forced-mistakes')}"


def _write_figures(folder: Path, tournament: Tournament) -> None:
    """Write the figures; PDF and PNG are drawn where the SVG has changed, or they are not there.

    What is there of a figure that there is no more, or that looked otherwise, is removed.
    """
    endings = ("pdf", "png") if find_spec("matplotlib") is not None else ()
    drawings = figures(tournament)
    for name in FIGURE_NAMES:
        place, text = folder / f"{name}.svg", drawings[name].svg() if name in drawings else None
        if text is None or not (place.is_file() and place.read_bytes() == text.encode()):
            for ending in ("svg", "pdf", "png"):
                remove(place.with_suffix(f".{ending}"))
        if text is None:
            continue
        for ending in endings:
            if not place.with_suffix(f".{ending}").is_file():
                write_new(place.with_suffix(f".{ending}"), drawings[name].figure(ending))
        write_new(place, text)  # last: until then the others are not known to be about it
