"""A tournament as tables for programs: its games, and how long each took."""

from collections.abc import Sequence

from adversary.tournament.result import PlayedGame, Tournament
from adversary.views.cells import Table, Value, columns

GAME_COLUMNS = (
    *("number", "learner", "adversary", "setting", "margin_squared", "dimension", "class", "lies", "seed"),
    *("rounds", "mistakes", "lower", "upper", "upper_is_word", "bound", "ratio", "certified", "statements"),
    *("realizable", "replayed", "termination", "fault", "reason", "trace_sha256", "trace", "command", "version"),
)
"""The first line of ``results.csv``. Nothing stands where nothing is known, or nothing belongs there."""


def results_csv(tournament: Tournament) -> Table:
    """Return a line a game."""
    return Table(columns(*GAME_COLUMNS), list(map(_row, tournament.games)))


def times_csv(tournament: Tournament, seconds: Sequence[float]) -> Table:
    """Return how long each game took."""
    games = zip(tournament.games, seconds, strict=True)
    rows = [(game.number, game.learner, game.adversary, f"{took:.6f}") for game, took in games]
    return Table(columns("number", "learner", "adversary", "seconds"), rows)


def _row(game: PlayedGame) -> list[Value]:
    proved = [" ".join(map(str, filter(None, map(found.get, ("statement", "mistakes"))))) for found in game.statements]
    facts = game.to_json() | {"certified": game.certified, "statements": "; ".join(proved)}
    return [facts[key] for key in GAME_COLUMNS]
