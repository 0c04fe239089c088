"""The choice of a chart for files that are drawn in one figure, and its caption."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from adversary.views.figures.charts import COLORS, Chart, budget, mistakes, plane, spaces, squeeze
from adversary.views.game.files import mistakes_text, view_file
from adversary.views.game.view import GameView, forfeits
from adversary.views.words import SPAN_LEARNERS, numbers_text
from proofs.exact.errors import InputError, counted, unknown
from proofs.statements import Statement

CHARTS: dict[str, Callable[[Sequence[Any]], Chart]] = {
    "plane": plane,
    "squeeze": squeeze,
    "budget": budget,
    "spaces": spaces,
    "mistakes": mistakes,
}
"""What can be drawn; the view of a file says what there never is of it."""

MAX_FILES = len(COLORS)
"""Games in one chart: more lines nobody tells apart."""


def read_games(files: Sequence[str | Path], seconds: float) -> list[GameView]:
    """Judge files, and return a view of each; ``seconds`` is the budget for each file.

    Raises:
        InputError: one cannot be read, there are too many, or they are not of one kind and one setting.

    """
    if len(files) > MAX_FILES:
        raise InputError(f"one chart compares at most {counted(MAX_FILES, 'file')}, and these are {len(files)}")
    games = [view_file(file, seconds) for file in files]
    for file, game in zip(files, games, strict=True):
        if game.data.get("values"):
            raise InputError(
                f"{file} is a certificate of many values, which no figure and no table shows; adversary show has a page"
            )
        if game.kind != "game" and len(files) > 1:
            raise InputError(f"{file} is a {game.kind}; several files are compared where each is a trace of a game")
        if game.compared_by != games[0].compared_by:
            first, here = games[0].setting_text, game.setting_text
            here = here if here != first else "another one that is called so"
            raise InputError(f"{files[0]} is about {first} and {file} about {here}; games are compared in one setting")
    return games


def chart_of(games: Sequence[GameView], name: str | None = None) -> Chart:
    """Return the named chart, or the default chart, of valid files that ``read_games`` has read.

    Raises:
        InputError: there is no such chart, or not of these files.

    """
    if name is not None and name not in CHARTS:
        raise unknown("chart", name, CHARTS)
    drawn = _by_default(games) if name is None else _chart(games, name)
    return replace(drawn, notes=[*drawn.notes, *forfeits(games)])


def _chart(games: Sequence[GameView], name: str) -> Chart:
    for game in games:
        if name in game.lacks:
            raise game.unfit(name, game.lacks[name])
    return CHARTS[name](games)


def _by_default(games: Sequence[GameView]) -> Chart:
    if games[0].kind == "certificate":
        return spaces(games)
    if len(games) > 1 or games[0].kind == "counterexample":
        return mistakes(games)
    for name in games[0].charts:
        try:
            return _chart(games, name)
        except InputError:  # not of this file
            continue
    raise AssertionError("the mistakes of every game can be drawn")


def caption(games: Sequence[GameView], drawn: str, notes: Sequence[str]) -> str:
    """Return the caption: what the figure shows, what each file proves, and what is left out."""
    first = games[0]
    if len(games) == 1:
        verdict = first.data["verdict"]
        proved = "; ".join(verdict["statements"]) or "nothing"
        setting = "" if first.kind == "certificate" else f", {first.about}"  # which its title names
        return " ".join([f"{drawn}. {first.name}{setting} ({'; '.join(verdict['facts'])}). Proved: {proved}.", *notes])
    each = [
        f"{game.name}: {counted(game.findings.rounds or 0, 'round')}, {mistakes_text(game.findings)}, "
        f"proved {_proved(game)}"
        for game in games
    ]
    spans = any(fact["statement"] == Statement.SPAN_BOUND for game in games for fact in game.findings.statements)
    more = [f"(Span bound: {SPAN_LEARNERS} makes at least as many as its file says.)"] if spans else []
    says = f"{drawn}, in {first.setting_text}. {'; '.join(each)}. {numbers_text(first.setting)}"
    return " ".join([says, *more, *notes])


def _proved(game: GameView) -> str:
    forced = game.forced_on_all
    return game.proved + ("" if forced is None else f" (at least {forced:,})")
