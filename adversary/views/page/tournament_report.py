"""A tournament as one page: its ranking, its figures, and every game with what is proved of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adversary.tournament.ranking import Group, Placing, rank
from adversary.tournament.result import PlayedGame, PlayedSetting, Tournament, Unfit
from adversary.views.cells import MAX_CELL
from adversary.views.figures.tournament_figures import figures
from adversary.views.figures.tournament_tables import departures
from adversary.views.page.page import still_page
from adversary.views.stored_counterexample import command_line
from adversary.views.tournament_words import (
    GROUP_TITLES,
    KIND_WORDS,
    NO_MISTAKES,
    setting_name,
    that_count,
    uncounted,
    why_unranked,
)
from adversary.views.words import long_number, statement_numbers, statement_text
from proofs.exact.errors import counted, one_line
from proofs.exact.rationals import Rational

MAX_REASON = 500
"""Characters of a fault or a reason."""

SHORT_REASON = 120
"""Characters of one in the table."""

NO_PAGE = "page.html"
"""What a command calls the page of a game that has none."""


def tournament_report(tournament: Tournament, pages: Mapping[int, str], files: Sequence[str] = ()) -> str:
    """Return the page; ``pages`` are those of games by number, ``files`` what else it links to, beside it."""
    drawn = figures(tournament)
    return still_page(
        "tournament.html",
        script="table",
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
    kinds = Counter(game.kind for game in tournament.games)
    played = f"{counted(len(tournament.learners), 'learner')}, {counted(len(tournament.games), 'game')}"
    certified = kinds["ratio"] + kinds["zero"] + kinds["unknown"]
    others = [(kinds[kind], KIND_WORDS[kind]) for kind in NO_MISTAKES if kinds[kind]]
    told = [f"{certified:,} certified", *(f"{count:,} {what}" for count, what in others)]
    return f"{played}: {', '.join(told)}"


# ------------------------------------------------------------------------------------------------ ranking


def _ranking(group: Group) -> dict[str, Any]:
    times = Counter(one.rank for one in group.ranked)
    return {
        "title": GROUP_TITLES[group.name].capitalize(),
        "says": f"By the mean of M/bound, the smallest first, over the {that_count(group.slots)}.",
        "ranked": [
            (f"{'= ' if times[one.rank] > 1 else ''}{one.rank}", one_line(one.learner), _score(one))
            for one in group.ranked
        ],
        "apart": [(one_line(one.learner), why_unranked(one), _score(one)) for one in group.apart],
        "notes": [f"Not counted: {text}." for text in uncounted(group)],
    }


def _score(one: Placing) -> str:
    return "none" if one.score is None else f"{long_number(one.score)}, over {counted(one.games, 'game')}"


# ------------------------------------------------------------------------------------------------ games

_TITLES = (
    ("game", True),
    ("", False),
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
    """Return the lines of games; a number is sorted by its place among those of its column, which is exact."""
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
    """Return the command that plays the game again, and the one that makes its page where there is none."""
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
