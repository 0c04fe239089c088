"""A tournament as tables for a spreadsheet: its games, and how long each took."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from adversary.files import write_new
from adversary.tournament.result import RESULTS_TABLE, TIMES_TABLE, PlayedGame, Tournament
from adversary.views.csv_file import cell

GAME_COLUMNS = (
    *("number", "learner", "adversary", "setting", "margin_squared", "dimension", "class", "lies", "seed"),
    *("rounds", "mistakes", "lower", "upper", "upper_is_word", "bound", "ratio", "certified", "statements"),
    *("realizable", "replayed", "termination", "fault", "reason", "trace_sha256", "trace", "command", "version"),
)
"""The first line of ``results.csv``. Nothing stands where nothing is known, or nothing belongs there."""


def write_tables(folder: Path, tournament: Tournament, seconds: Sequence[float]) -> None:
    """Write ``results.csv`` and ``times.csv`` into a tournament's folder. Raises InputError."""
    write_results(folder / RESULTS_TABLE, tournament)
    rows = ([str(game.number), cell(game.learner), cell(game.adversary)] for game in tournament.games)
    timed = ([*row, f"{took:.6f}"] for row, took in zip(rows, seconds, strict=True))
    write_new(folder / TIMES_TABLE, _table(("number", "learner", "adversary", "seconds"), timed))


def write_results(path: str | Path, tournament: Tournament) -> None:
    """Write a line a game. Raises InputError."""
    rows = ([_cell(key, _facts(game)) for key in GAME_COLUMNS] for game in tournament.games)
    write_new(path, _table(GAME_COLUMNS, rows))


def _table(columns: Sequence[str], rows: Iterable[list[str]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def _facts(game: PlayedGame) -> dict[str, Any]:
    proved = [" ".join(map(str, filter(None, map(found.get, ("statement", "mistakes"))))) for found in game.statements]
    return game.to_json() | {"certified": game.certified, "statements": "; ".join(proved)}


def _cell(key: str, facts: dict[str, Any]) -> str:
    value = facts[key]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value) if isinstance(value, int) else cell(str(value))
