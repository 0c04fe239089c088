"""The pages in a tournament's folder: ``report.html``, the figures, and a page for every game.

The folder can be moved: the report links to what is in it, by relative names, and to nothing else. The report has the
ranking, the figures, and every game with what is proved of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from adversary.files import made_folder, remove, write_new
from adversary.tasks.engine import run
from adversary.tasks.task import Task, digest_of
from adversary.tasks.where import Where
from adversary.tournament.ranking import Group, rank
from adversary.tournament.result import (
    FIGURES,
    GAMES,
    REPORT,
    RESULTS,
    RESULTS_TABLE,
    SUMMARY,
    PlayedGame,
    PlayedSetting,
    Tournament,
    Unfit,
)
from adversary.views.cells import MAX_CELL
from adversary.views.figures.tournament_figures import FIGURE_NAMES, figures
from adversary.views.figures.tournament_tables import departures
from adversary.views.game.files import view_file
from adversary.views.page.page import html_page, page_of
from adversary.views.stored_counterexample import command_line
from adversary.views.terminal.tournament_table import ranking_table
from adversary.views.words import (
    KIND_WORDS,
    NO_MISTAKES,
    long_number,
    setting_name,
    statement_numbers,
    statement_text,
    that_count,
    uncounted,
    without_mistakes,
)
from proofs.exact.errors import InputError, counted, one_line
from proofs.exact.rationals import Rational
from proofs.settings import SETTINGS

MAX_PAGES = 1_000
"""Games that get pages, unless more are asked for: a page has about 100 kB."""

PAGE_STATES = 200_000
"""Of searches for what a page shows besides, such as Littlestone dimensions: no seconds, so that pages are the same."""

HEAD = 2_000
"""Bytes of a page in which it says what it was made of."""

MAX_REASON = 500
"""Characters of a fault or a reason."""

SHORT_REASON = 120
"""Characters of one in the table."""

NO_PAGE = "page.html"
"""What a command calls the page of a game that has none."""


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
    """Write the page of a game, or return the reason why there is none; a task function of the engine.

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
    found.data.verdict.how = f"{command_line('check', request['name'])}  # in the folder of {REPORT}"
    if request["reason"] is not None:
        reason = one_line(request["reason"], MAX_REASON)
        found.data.verdict.note = f"The mistakes of this learner are not certified: {reason}."
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
    """Return the existing pages of these games' traces, by the game's number."""
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
    """Write the figures, and remove those of an earlier run that there are no more."""
    endings = {"svg", "pdf", "png"} if find_spec("matplotlib") is not None else {"svg"}
    drawings = figures(tournament)
    for name in FIGURE_NAMES:
        for ending in ("svg", "pdf", "png"):
            place = folder / f"{name}.{ending}"
            if name in drawings and ending in endings:
                write_new(place, drawings[name].figure(ending))
            else:
                remove(place)


# ------------------------------------------------------------------------------------------------ the report


def tournament_report(tournament: Tournament, pages: Mapping[int, str], files: Sequence[str] = ()) -> str:
    """Return the page; it links to ``pages`` of games, by number, and to other ``files`` in its folder."""
    drawn = figures(tournament)
    return page_of(
        "tournament.html",
        scripts=("table",),
        title=one_line(tournament.title) or "Tournament",
        told=_told(tournament),
        files=files,
        groups=[_ranking(group) for group in rank(tournament)],
        absent=[(one_line(one.learner or ""), one_line(one.reason, MAX_REASON)) for one in tournament.without_game],
        leaving=[(one_line(found.learner), one_line(found.text, MAX_CELL)) for found in departures(tournament)],
        figures=[(name, drawing.says, drawing.svg()) for name, drawing in drawn.items()],
        games=_games(tournament.games, pages),
        titles=_TITLES,
        unfit=[_unfit(entry) for entry in tournament.unfit],
    )


def _told(tournament: Tournament) -> str:
    """Return the headline's numbers."""
    played = f"{counted(len(tournament.learners), 'learner')}, {counted(len(tournament.games), 'game')}"
    certified = sum(game.kind not in NO_MISTAKES for game in tournament.games)
    told = [f"{certified:,} certified", *without_mistakes(tournament.games)]
    return f"{played}: {', '.join(told)}"


# ------------------------------------------------------------------------------------------------ ranking


def _ranking(group: Group) -> dict[str, Any]:
    return {
        "title": SETTINGS[group.name].title.capitalize(),
        "says": f"The score is the mean of M/bound over the {that_count(group.slots)}. The smallest score is the best.",
        "table": ranking_table(group),
        "apart": group.apart,
        "notes": [f"Not counted: {text}." for text in uncounted(group)],
    }


# ------------------------------------------------------------------------------------------------ games

_TITLES = (
    ("game", True),
    ("details", False),
    ("learner", False),
    ("adversary", False),
    ("setting", False),
    ("seed", True),
    ("rounds", True),
    ("mistakes", True),
    ("lower bound", True),
    ("upper bound", True),
    ("bound", True),
    ("M/bound", True),
    ("proved", False),
)
"""The columns; those of numbers are sorted as such, and the one of pages and evidence is not."""


def _games(games: Sequence[PlayedGame], pages: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the table of games. Numbers have exact sort keys."""
    columns = zip(*(_numbers(game) for game in games), strict=True)
    places = [{value: place for place, value in enumerate(sorted({*column} - {None}))} for column in columns]
    return [_game(game, pages.get(game.number), places) for game in games]


def _numbers(game: PlayedGame) -> tuple[Rational | None, ...]:
    return game.seed, game.rounds, game.mistakes, game.lower, game.upper, game.bound, game.ratio


def _game(game: PlayedGame, page: str | None, places: Sequence[Mapping[Rational | None, int]]) -> dict[str, Any]:
    learner, lies = one_line(game.learner), game.lies or 0
    texts = [statement_text(found, learner, lies, game.setting) for found in game.statements]
    kind = game.kind
    cells = [
        ("–" if value is None else long_number(value), str(keys.get(value, "")))
        for value, keys in zip(_numbers(game), places, strict=True)
    ]
    if kind in NO_MISTAKES:
        cells[2] = (NO_MISTAKES[kind], "")
    if game.upper_is_word and game.upper is not None:
        cells[4] = (f"{cells[4][0]} (its word)", cells[4][1])
    return {
        "number": game.number,
        "names": [one_line(game.learner), one_line(game.adversary), setting_name(game.slot.setting)],
        "numbers": cells,
        "proved": statement_numbers(texts),
        "status": KIND_WORDS[kind] if kind in NO_MISTAKES else "",
        "reason": one_line(game.reason or game.fault or "", SHORT_REASON) if kind in NO_MISTAKES else "",
        "page": page,
        "facts": _facts(game, texts, page),
        "commands": _commands(game, page),
    }


def _facts(game: PlayedGame, texts: Sequence[str], page: str | None) -> list[tuple[str, str]]:
    rows = [("proved", text) for text in texts] or [("proved", "nothing")]
    rows += [("forfeit", one_line(game.fault, MAX_REASON))] if game.fault else []
    rows += [("but", one_line(game.reason, MAX_REASON))] if game.reason and game.reason != game.fault else []
    rows += [("replay", "not the same predictions")] if game.replayed is False else []
    rows += [("trace", f"SHA-256 {game.trace_sha256}")] if game.trace_sha256 else []
    if page is None and game.trace is None:
        rows.append(("no page", "its trace is not kept here; play it again to have one"))
    return rows


def _commands(game: PlayedGame, page: str | None) -> list[tuple[str, str]]:
    """Return the command that replays a game, and the command that makes its page if there is none."""
    found = [("play it again", one_line(game.command, MAX_CELL))] if game.command else []
    if page is None and game.trace is not None:
        found.append(("its page", command_line("show", game.trace, "-o", NO_PAGE)))
    elif page is None and game.command:
        again = one_line(f"{game.command} -o trace.jsonl; adversary show trace.jsonl -o {NO_PAGE}", MAX_CELL)
        found.append(("its page", again))
    return found


def _unfit(entry: Unfit) -> tuple[str, str, str, str]:
    where = ""
    if entry.setting is not None:
        setting = entry.setting, entry.margin_squared, entry.dimension, entry.concept_class, entry.lies
        where = setting_name(PlayedSetting(*setting))
    learner = "every learner" if entry.learner is None else one_line(entry.learner)
    return learner, one_line(entry.adversary), where, one_line(entry.reason, MAX_REASON)
