"""Results for people to read: tables for the terminal, HTML for notebooks."""

import html
from fractions import Fraction
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from adversary.match import GameResult
from proofs.checker import Report, show


def statement_text(statement: dict[str, Any], learner: str) -> str:
    """Say in words what a statement states."""
    count = statement.get("mistakes")
    mistakes = f"{count or 0:,} mistake{'' if count == 1 else 's'}"
    return {
        "realizable": "1 realizable: the target is legal and explains every label",
        "run bound": f"2 run bound: {learner} made {mistakes} on this sequence",
        "universal bound": f"3 universal bound: every deterministic learner makes at least {mistakes}",
    }[statement["statement"]]


def game_rows(result: GameResult) -> list[tuple[str, str]]:
    """Return the headline of a game: column titles with their values."""
    lower, upper = (("none known" if bound is None else f"{bound:,}") for bound in result.bounds.values())
    tight = {True: "tight", False: "not tight", None: "–"}[result.tight]
    return [
        ("rounds", f"{result.rounds:,}"),
        ("mistakes", f"{result.mistakes:,}"),
        ("lower bound", lower),
        ("upper bound", upper),
        ("", tight),
    ]


def game_details(result: GameResult) -> list[tuple[str, str]]:
    """Return what stands below the headline of a game."""
    norm_squared, margin_squared = result.target.values()
    legal = "legal" if result.realizable else "not legal"
    replays = {
        True: "a fresh process, under another hash seed, predicted the same",
        False: "a fresh process did not predict the same",
        None: "did not take place",
    }
    setting = f"δ² = {show(result.setting.margin_squared)}, dimension {result.setting.dimension:,}"
    details = [
        ("game", f"{result.learner} against {result.adversary}, {setting}"),
        ("target", f"{_target(norm_squared, margin_squared)}: {legal}" if norm_squared is not None else "none"),
        ("replay", replays[result.replayed]),
    ]
    details += [("proved", statement_text(statement, result.learner)) for statement in result.statements]
    if not result.statements:
        details.append(("proved", "nothing"))
    for entry in result.watched or ():
        holds = entry.violation or f"held after each of {entry.mistakes:,} mistakes"
        details.append(("watched", f"{entry.claim}, {entry.statement}: {holds}"))
    if result.fault:
        details.append(("forfeit", result.fault))
    elif result.reason:
        details.append(("but", result.reason))
    if result.note:
        details.append(("note", result.note))
    if result.trace:
        details.append(("trace", result.trace))
    return details


def game_table(result: GameResult) -> RenderableType:
    """Return a game as two small tables for the terminal."""
    headline = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for title, _ in game_rows(result):
        headline.add_column(title, justify="right" if title else "left")
    headline.add_row(*(value for _, value in game_rows(result)))
    return Group(headline, Text(), _details(game_details(result)))


def game_html(result: GameResult) -> str:
    """Return a game as HTML tables for a notebook."""
    rows = game_rows(result)
    heads = "".join(f"<th>{html.escape(title)}</th>" for title, _ in rows)
    values = "".join(f"<td>{html.escape(value)}</td>" for _, value in rows)
    left = 'style="text-align:left"'
    details = "".join(
        f"<tr><th {left}>{html.escape(title)}</th><td {left}>{html.escape(text)}</td></tr>"
        for title, text in game_details(result)
    )
    return f"<table><tr>{heads}</tr><tr>{values}</tr></table><table>{details}</table>"


def report_table(report: Report, learner: str) -> RenderableType:
    """Return the checker's findings as a table for the terminal."""
    details = [
        ("rounds", f"{report.rounds:,}"),
        ("mistakes", f"{report.mistakes:,}"),
        ("target", _target(report.norm_squared, report.margin_squared)),
    ]
    details += [("proved", statement_text(statement, learner)) for statement in report.statements]
    details.append(("verdict", "valid" if report.valid else f"not valid: {report.reason}"))
    return _details(details)


def cards_table(kind: str, cards: list[dict[str, Any]]) -> RenderableType:
    """Return the cards of one kind of thing as a table for the terminal."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, title=kind, title_justify="left")
    table.add_column("name", no_wrap=True)
    table.add_column("what it is")
    table.add_column("theorem")
    for card in cards:
        table.add_row(card["name"], card["summary"], card["theorem"])
    if not cards:
        table.add_row("none yet", "", "")
    return Group(table, Text())


def render(*what: RenderableType) -> str:
    """Return the text that a terminal shows, or, where no terminal is, plain lines of at most 120 characters."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=120, no_color=True)
    with console.capture() as capture:
        console.print(*what, sep="\n")
    text = capture.get()
    return text if console.is_terminal else "".join(f"{line.rstrip()}\n" for line in text.split("\n")[:-1])


def _target(norm_squared: Fraction | None, margin_squared: Fraction | None) -> str:
    if norm_squared is None:
        return "none"
    margin = "none, for it contradicts a label" if margin_squared is None else show(margin_squared)
    return f"norm² {show(norm_squared)}, margin² {margin}"


def _details(rows: list[tuple[str, str]]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    last = ""
    for title, text in rows:
        table.add_row("" if title == last else title, Text(text))
        last = title
    return table
