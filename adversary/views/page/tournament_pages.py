"""The pages in a tournament's folder: ``report.html``, the figure, and a page for every game.

The folder can be moved: the report links to what is in it, by relative names, and to nothing else. The report has the
ranking, the figure, and every cell with what is proved of it.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from adversary.files import made_folder, remove, write_new
from adversary.tasks.engine import run
from adversary.tasks.task import Task, Where, digest_of
from adversary.tournaments.cell import (
    FIGURES,
    GAMES,
    REPORT,
    RESULTS,
    RESULTS_TABLE,
    SUMMARY,
    Cell,
    Tournament,
    Unfit,
)
from adversary.tournaments.ranking import Group, rank
from adversary.views.cells import MAX_CELL
from adversary.views.figures.figure import FORMATS
from adversary.views.figures.tournament_figure import mistakes_figure, mistakes_panels
from adversary.views.game.files import command_line, view_file
from adversary.views.page.page import html_page, page_of
from adversary.views.terminal.tournament_table import mistakes_text, ranking_table, ranking_title
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

MAX_PAGES = 1_000
"""Games that get pages: a page has about 100 kB."""

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
    where: Where | None = None,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> None:
    """Write a tournament's report, its figure, and the pages of its games, into its folder.

    A page that is there, and was made of this trace by this version, stays. Pages are made on this machine, where the
    traces are, if there are at most ``MAX_PAGES``.

    Args:
        folder: of the tournament, with its traces.
        tournament: the results.
        where: how many processes make pages.
        progress: is told how many pages are done, of how many, and the last.

    Raises:
        InputError: something cannot be written, or a trace cannot be read.

    """
    made_folder(folder / FIGURES)
    for ending in FORMATS:
        place = folder / FIGURES / f"mistakes.{ending}"
        if (figure := mistakes_figure(tournament, ending)) is None:
            remove(place)
        else:
            write_new(place, figure)
    pages = _pages(folder, tournament.cells)
    if len(tournament.cells) <= MAX_PAGES:
        waiting = [cell for cell in tournament.cells if cell.number not in pages and _kept(folder, cell)]
        if waiting:
            made_folder(folder / GAMES)
        run([_task(folder, cell) for cell in waiting], where and where.here, progress=progress)
        pages = _pages(folder, tournament.cells)
    files = [name for name in (RESULTS_TABLE, RESULTS, SUMMARY) if (folder / name).is_file()]
    write_new(folder / REPORT, tournament_report(tournament, pages, files))


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
        view = view_file(request["trace"], None, states=PAGE_STATES)
    except InputError as error:  # it is too long for a page, for example
        return {"none": str(error)}
    view.data.verdict.how = f"{command_line('check', request['name'])}  # in the folder of {REPORT}"
    if request["reason"] is not None:
        reason = one_line(request["reason"], MAX_REASON)
        view.data.verdict.note = f"The mistakes of this learner are not certified: {reason}."
    write_new(request["page"], html_page(view.title, view.data, _mark(request["digest"])))
    return {}


def page_name(cell: Cell) -> str:
    """Return the relative name of a game's page."""
    return f"{GAMES}/{cell.number:05}.html"


def _task(folder: Path, cell: Cell) -> Task:
    request = {
        "trace": str(folder / str(cell.trace)),
        "name": cell.trace,
        "digest": cell.trace_sha256,
        "reason": cell.reason if cell.kind == "unproved" else None,
        "page": str(folder / page_name(cell)),
    }
    return Task("adversary.views.page.tournament_pages:write_page", request, name=f"page {cell.number}")


def _kept(folder: Path, cell: Cell) -> bool:
    return cell.trace is not None and cell.trace_sha256 is not None and (folder / cell.trace).is_file()


def _pages(folder: Path, cells: tuple[Cell, ...]) -> dict[int, str]:
    """Return the existing pages of these games' traces, by the game's number."""
    return {cell.number: page_name(cell) for cell in cells if _belongs(folder / page_name(cell), cell)}


def _belongs(page: Path, cell: Cell) -> bool:
    if cell.trace_sha256 is None:
        return False
    try:
        with page.open("rb") as file:
            return f'<meta name="about" content="{_mark(cell.trace_sha256)}">'.encode() in file.read(HEAD)
    except OSError:
        return False


def _mark(digest: str) -> str:
    return f"trace sha256:{digest}, {version('forced-mistakes')}"


# ------------------------------------------------------------------------------------------------ the report


def tournament_report(tournament: Tournament, pages: Mapping[int, str], files: Sequence[str] = ()) -> str:
    """Return the page; it links to ``pages`` of games, by number, and to other ``files`` in its folder."""
    return page_of(
        "tournament.html",
        scripts=("table",),
        images=True,
        title=one_line(tournament.title) or "Tournament",
        told=_headline(tournament),
        files=files,
        groups=[_ranking(tournament, group) for group in rank(tournament)],
        absent=[(one_line(pair.learner or ""), one_line(pair.reason, MAX_REASON)) for pair in tournament.without_game],
        figures=[base64.b64encode(panel).decode() for panel in mistakes_panels(tournament)],
        games=_games(tournament.cells, pages),
        titles=_TITLES,
        unfit=[_unfit(entry) for entry in tournament.unfit],
    )


def _headline(tournament: Tournament) -> str:
    """Return the headline's numbers."""
    played = f"{counted(len(tournament.learners), 'learner')}, {counted(len(tournament.cells), 'game')}"
    certified = sum(cell.kind not in NO_MISTAKES for cell in tournament.cells)
    return f"{played}: {', '.join([f'{certified:,} certified', *without_mistakes(tournament.cells)])}"


def _ranking(tournament: Tournament, group: Group) -> dict[str, Any]:
    score = f"The score is the mean of M/bound over the {that_count(group.slots)}. The smallest score is the best."
    score += " What is forced is forced on every deterministic learner, not on one that tosses coins."
    notes = [f"Not counted, in parentheses: {text}." for text in uncounted(group)]
    return {
        "title": ranking_title(tournament, group),
        "says": score,
        "table": ranking_table(tournament, group),
        "notes": notes,
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


def _games(cells: Sequence[Cell], pages: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the table of games. Numbers have exact sort keys."""
    columns = zip(*(_numbers(cell) for cell in cells), strict=True)
    places = [{value: place for place, value in enumerate(sorted({*column} - {None}))} for column in columns]
    return [_game(cell, pages.get(cell.number), places) for cell in cells]


def _numbers(cell: Cell) -> tuple[Rational | None, ...]:
    return cell.seed, cell.rounds, cell.mistakes, cell.lower, cell.upper, cell.bound, cell.ratio


def _game(cell: Cell, page: str | None, places: Sequence[Mapping[Rational | None, int]]) -> dict[str, Any]:
    learner, lies = one_line(cell.learner), cell.lies or 0
    texts = [statement_text(entry, learner, lies, cell.setting) for entry in cell.statements]
    kind = cell.kind
    numbers = [
        ("–" if value is None else long_number(value), str(keys.get(value, "")))
        for value, keys in zip(_numbers(cell), places, strict=True)
    ]
    if kind in NO_MISTAKES or cell.search:
        numbers[2] = (mistakes_text(cell), "" if kind in NO_MISTAKES else numbers[2][1])
    if cell.upper_is_word and cell.upper is not None:
        numbers[4] = (f"{numbers[4][0]} (its word)", numbers[4][1])
    return {
        "number": cell.number,
        "names": [one_line(cell.learner), one_line(cell.adversary), setting_name(cell.place)],
        "numbers": numbers,
        "proved": statement_numbers(texts),
        "status": KIND_WORDS[kind] if kind in NO_MISTAKES else "",
        "reason": one_line(cell.reason or cell.fault or "", SHORT_REASON) if kind in NO_MISTAKES else "",
        "page": page,
        "facts": _facts(cell, texts, page),
        "commands": _commands(cell, page),
    }


def _facts(cell: Cell, texts: Sequence[str], page: str | None) -> list[tuple[str, str]]:
    rows = [("proved", text) for text in texts] or [("proved", "nothing")]
    rows += [("forfeit", one_line(cell.fault, MAX_REASON))] if cell.fault else []
    rows += [("but", one_line(cell.reason, MAX_REASON))] if cell.reason and cell.reason != cell.fault else []
    rows += [("note", one_line(cell.note, MAX_REASON))] if cell.note else []
    rows += [("replay", "not the same predictions")] if cell.replayed is False else []
    rows += [("trace", f"SHA-256 {cell.trace_sha256}")] if cell.trace_sha256 else []
    if page is None and cell.trace is None:
        rows.append(("no page", "its trace is not kept here; play it again to have one"))
    return rows


def _commands(cell: Cell, page: str | None) -> list[tuple[str, str]]:
    """Return the command that replays a game, and the command that makes its page if there is none."""
    again = "search again" if cell.search else "play it again"
    commands = [(again, one_line(cell.command, MAX_CELL))] if cell.command else []
    if page is None and cell.trace is not None:
        commands.append(("its page", command_line("show", cell.trace, "-o", NO_PAGE)))
    elif page is None and cell.command and not cell.search:
        to_page = one_line(f"{cell.command} -o trace.jsonl; adversary show trace.jsonl -o {NO_PAGE}", MAX_CELL)
        commands.append(("its page", to_page))
    return commands


def _unfit(entry: Unfit) -> tuple[str, str, str, str]:
    where = setting_name(entry.place) if entry.place.kind else ""
    learner = "every learner" if entry.learner is None else one_line(entry.learner)
    return learner, one_line(entry.adversary), where, one_line(entry.reason, MAX_REASON)
