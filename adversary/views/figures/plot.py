"""The choice of a chart for files that are drawn in one figure, and its caption."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from adversary.views.figures.budget_chart import budget
from adversary.views.figures.line_charts import COLORS, mistakes, spaces, squeeze
from adversary.views.figures.picture import Picture, forfeits, game_title
from adversary.views.figures.plane_chart import plane
from adversary.views.game.page_data import PageData, mistakes_text, page_data
from adversary.views.words import SPAN_LEARNERS, statement_numbers
from proofs.exact.errors import InputError, counted, lies_suffix, unknown

CHARTS: dict[str, Callable[[Sequence[PageData]], Picture]] = {
    "plane": plane,
    "squeeze": squeeze,
    "budget": budget,
    "spaces": spaces,
    "mistakes": mistakes,
}
"""What can be drawn. By default, of one game or certificate, it is the first that there is."""

STATEMENTS = (
    "(1: the target is legal and explains every label; 2: this learner makes so many mistakes on this sequence; "
    "3: every deterministic learner makes at least as many as is said.)"
)
HINGE_STATEMENTS = STATEMENTS.replace("explains every label", "its hinge losses are within the budget").replace(
    "as is said", "as is said, within this hinge budget"
)
LYING_STATEMENTS = STATEMENTS.replace("explains every label", "is unlike no more labels than may be lies")
ORDERED_STATEMENTS = STATEMENTS.replace(
    "every deterministic learner", "every deterministic learner that is told the order"
)


MAX_FILES = len(COLORS)
"""Games in one chart: more lines nobody tells apart."""


def read_games(files: Sequence[str | Path], seconds: float) -> list[PageData]:
    """Judge files, and return what there is to draw of them; ``seconds`` is the budget for each.

    Raises:
        InputError: one cannot be read, there are too many, or they are not of one kind and one setting.

    """
    if len(files) > MAX_FILES:
        raise InputError(f"one chart compares at most {counted(MAX_FILES, 'file')}, and these are {len(files)}")
    games = [page_data(file, seconds) for file in files]
    for file, game in zip(files, games, strict=True):
        if game.data.get("values"):
            raise InputError(
                f"{file} is a certificate of many values, which no figure and no table shows; adversary show has a page"
            )
        if game.kind != "game" and len(files) > 1:
            raise InputError(f"{file} is a {game.kind}; several files are compared where each is a trace of a game")
        if game.setting != games[0].setting:
            first, here = _setting(games[0]), _setting(game)
            here = here if here != first else "another one that is called so"
            raise InputError(f"{files[0]} is about {first} and {file} about {here}; games are compared in one setting")
    return games


def picture(games: Sequence[PageData], chart: str | None = None) -> Picture:
    """Return a chart of files that are valid, as ``read_games`` has read them: the one that is asked for, or another.

    Raises:
        InputError: there is no such chart, or not of these files.

    """
    if chart is not None and chart not in CHARTS:
        raise unknown("chart", chart, CHARTS)
    drawn = _by_default(games) if chart is None else CHARTS[chart](games)
    return replace(drawn, notes=[*drawn.notes, *forfeits(games)])


def _by_default(games: Sequence[PageData]) -> Picture:
    if games[0].kind == "certificate":
        return spaces(games)
    if len(games) > 1 or games[0].kind == "counterexample" or games[0].data["kind"] == "hinge":
        return mistakes(games)
    for draw in CHARTS.values():
        try:
            return draw(games)
        except InputError:  # not of this file
            continue
    raise AssertionError("the mistakes of every game can be drawn")


def caption(games: Sequence[PageData], drawn: str, notes: Sequence[str]) -> str:
    """Return what to write below: what is seen, what is proved of each file, and what is left out."""
    if len(games) == 1:
        verdict = games[0].data["verdict"]
        proved = "; ".join(verdict["statements"]) or "nothing"
        setting = "" if games[0].kind == "certificate" else f", {_about(games[0])}"  # which its title names
        about = f"{game_title(games[0])}{setting} ({'; '.join(verdict['facts'])}). Proved: {proved}."
        return " ".join([f"{drawn}.", about, *notes])
    data = games[0].data
    statements = LYING_STATEMENTS if data.get("lies") else ORDERED_STATEMENTS if data.get("order") else STATEMENTS
    statements = HINGE_STATEMENTS if data["kind"] == "hinge" else statements
    each = [
        f"{game_title(game)}: {counted(game.findings.rounds or 0, 'round')}, "
        f"{mistakes_text(game.findings)}, proved {_proved(game)}"
        for game in games
    ]
    spans = any(fact["statement"] == "span bound" for game in games for fact in game.findings.statements)
    more = [f"(Span bound: {SPAN_LEARNERS} makes at least as many as its file says.)"] if spans else []
    return " ".join([f"{drawn}, in {_setting(games[0])}. {'; '.join(each)}. {statements}", *more, *notes])


def forced_on_all(game: PageData) -> int | None:
    """Return how many mistakes a file proves to be forced on all deterministic learners (told its order, if any)."""
    forced = ("universal bound", "announced order")
    return next((fact["mistakes"] for fact in game.findings.statements if fact["statement"] in forced), None)


def proved_numbers(game: PageData) -> str:
    """Return which of the three statements a file proves, by their numbers; by their names those without a number."""
    return statement_numbers(game.data["verdict"]["statements"])


def _proved(game: PageData) -> str:
    forced = forced_on_all(game)
    return proved_numbers(game) + ("" if forced is None else f" (at least {forced:,})")


def _setting(game: PageData) -> str:
    """Return what a game is about, with the order that was announced."""
    order = game.data.get("order") and game.findings.setting.order_text()
    return f"{_about(game)}, announced in the order {order}" if order else _about(game)


def _about(game: PageData) -> str:
    """Return what a game is about."""
    if game.data["kind"] == "halfspaces":
        unit = "" if game.setting[1] else " and points of any norm"
        return f"halfspaces with δ² = {game.data['delta']['squared']}{unit}".replace("= ≈", "≈ ")
    if game.data["kind"] == "hinge":
        most, norm = game.data["budget"]["hinge"]["text"], game.data["budget"]["norm_squared"]["text"]
        return f"halfspaces with hinge losses of at most {most} and ‖u‖² ≤ {norm}"
    return f"the class {game.data['table']['name']}{lies_suffix(game.data['lies'])}"
