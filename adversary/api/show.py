"""``show``: judge a game and show it, or show the mistake tree of a class."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.progress import Bar
from proofs.exact.errors import BudgetError, InputError
from proofs.views import Viewable

if TYPE_CHECKING:
    from adversary.views.cells import Renderable

ENDINGS = (".html", ".svg", ".pdf", ".png", ".tex", ".dot")


def show(*names: object, chart: str | None = None, depth: int | None = None, seconds: float = 30.0) -> Any:
    """Judge a game, or make the mistake tree of a class, to look at; ``save`` writes it as a page, figure or table.

    Args:
        names: a trace, a certificate of a class, or a grade or an attack in JSON; or several traces. Or a class by its
            name or file. For a result you get its page, ``result.show()``.
        chart: of games: ``"plane"``, ``"rounds"``, ``"sphere"``, ``"squeeze"``, ``"mistakes"`` or ``"tree"``; of a
            class ``"tree"``, ``"halving"`` or ``"halving?tie=negative"``.
        depth: show only this many levels of a tree.
        seconds: processor time for what takes long, such as a tree.

    Raises:
        InputError: one of ``names`` cannot be read, or shown in this way.

    """
    if len(names) == 1 and isinstance(names[0], Viewable):
        return names[0].show()
    if not names:
        raise InputError("name what to show: a trace, or a class like intervals:5")
    from adversary.views.answer import Answer, View
    from adversary.views.game.files import is_game

    texts = [str(name) for name in names]
    drawn_later = is_game(texts[0]) and chart != "tree"  # by ``save``, which knows the file
    _, values, printed, valid = draw(texts, (), None if drawn_later else chart, depth, seconds)

    def write(_: object, path: Path) -> None:
        from adversary.files import refuse_overwrite, write_new

        refuse_overwrite(path, *texts)
        for place, content in draw(texts, [str(path)], chart, depth, seconds)[0].items():
            write_new(place, content)

    def view(_: object) -> Any:
        from adversary.views.figures.charts import read_games

        if not is_game(texts[0]):
            raise InputError("a class has a tree, which prints itself: its page is adversary.dimension(…).show()")
        return read_games(texts[:1], seconds)[0]

    plain = View(lambda _: printed, view, lambda _: is_game(texts[0]), files=dict.fromkeys(ENDINGS, write))
    return Answer(values, plain, valid)


def draw(
    names: Sequence[str], places: Sequence[str], chart: str | None, depth: int | None, seconds: float
) -> "Written":
    """Return what is written into which files of games or of a class, and what is printed. Raises InputError."""
    from adversary.views.game.files import is_game
    from proofs.solvers.budget import OutOfBudget

    for name in names:
        if Path(name).is_dir():
            raise InputError(f"{name} is a folder: name a file in it")
        if name.endswith((".py", ".ipynb")):
            raise InputError(f"{name} is code, which shows nothing yet: `adversary play {name}` has -o for a game")
    if depth is not None and depth < 1:
        raise InputError(f"--depth is a number of levels, at least 1, but is {depth}")
    try:
        with Bar("solving", None):
            return (_games if is_game(names[0]) else _class)(names, places, chart, depth, seconds)
    except OutOfBudget as error:
        raise BudgetError(f"no tree: {error} did not suffice; give --seconds more") from None


Written = tuple[dict[str, str | bytes], Any, "Renderable", bool]
"""What is written into which files, the JSON, what is printed, and whether all games are valid."""


def _games(
    names: Sequence[str], places: Sequence[str], chart: str | None, depth: int | None, seconds: float
) -> Written:
    """Show games; of those that are not valid there is a page, and nothing else."""
    from adversary.views.cells import details_table
    from adversary.views.export.tex_table import tex_table
    from adversary.views.figures.charts import caption, chart_of, read_games
    from adversary.views.figures.figure import COLUMN, figure_bytes, format_of
    from adversary.views.figures.tree import game_tree, terminal_tree, top_levels, tree_file
    from adversary.views.page.page import html_page
    from proofs.solvers.budget import Budget

    of_tree = _draws_tree(names, places, chart, depth)
    games = read_games(names, seconds)
    valid = all(game.data.verdict.valid for game in games)
    contents, rows = dict[str, str | bytes](), list[tuple[str, str]]()
    files = [game.facts(name) for name, game in zip(names, games, strict=True)]
    answer: dict[str, Any] = {**files[0], "files": files}
    if len(files) > 1:  # rounds are those of none
        answer |= {"valid": valid, "rounds": None, "mistakes": None, "statements": []}
    answer |= dict.fromkeys(("page", "figure", "table", "chart", "caption")) | {"left_out": []}
    tree = game_tree(names[0], Budget(seconds=seconds)) if of_tree and valid else None
    tree = top_levels(tree, depth) if tree and depth is not None else tree
    if tree is not None:
        answer |= {"chart": "tree", "caption": str(tree.name)}
    verdict = games[0].data.verdict
    reason = f": {verdict.reason}" if verdict.reason else ""
    told = [("shows", games[0].title), ("verdict", f"{verdict.word}{reason}")]
    rows += [] if places else told
    for place in places:
        ending = Path(place).suffix.lower()
        if ending == ".html":
            contents[place], answer["page"] = html_page(games[0].title, games[0].data), place
            rows += [("page", place), *told]
            continue
        if not valid:
            continue
        if ending == ".tex":
            table = tex_table(games, seconds)
            contents[place] = table.pop("tex")
            answer |= {"table": place, **table}
        elif tree is not None:
            contents[place], answer["figure"] = tree_file(tree, place), place
        else:
            drawn = chart_of(games, chart)
            contents[place] = figure_bytes(format_of(place), drawn.draw, COLUMN, drawn.height)
            answer |= {"figure": place, "chart": drawn.name, "left_out": drawn.notes}
            answer["caption"] = caption(games, drawn.shows, drawn.notes)
        rows += [("written", place), ("caption", answer["caption"] or "")]
    if not valid and answer["page"] is None:
        reasons = zip(names, (game.data.verdict for game in games), strict=True)
        rows += [("not valid", f"{name}: {verdict.reason}") for name, verdict in reasons if not verdict.valid]
    return contents, answer, terminal_tree(tree) if tree and not places else details_table(rows), valid


def _draws_tree(names: Sequence[str], places: Sequence[str], chart: str | None, depth: int | None) -> bool:
    """Tell whether the figures of games are trees. Raises InputError for what does not fit together."""
    endings = {Path(place).suffix.lower() for place in places}
    figures = endings - {".html", ".tex"}
    of_tree = chart == "tree" or figures == {".dot"}
    if chart not in (None, "tree") and not figures:
        raise InputError("--chart is about a figure: name its file, like -o figure.pdf")
    if depth is not None and not of_tree:
        raise InputError("--depth is about a tree: give --chart tree, or name a class in place of a game")
    if len(names) > 1 and (of_tree or ".html" in endings):
        raise InputError("a page and a tree are of one game; several are compared in a chart or a table")
    return of_tree


def _class(
    names: Sequence[str], places: Sequence[str], chart: str | None, depth: int | None, seconds: float
) -> Written:
    """Show a class: the page of its certificate, or its tree."""
    from adversary.views.cells import details_table
    from adversary.views.figures.tree import class_tree, terminal_tree, top_levels, tree_file
    from proofs.classes.files import load_class
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import dimensions

    if len(names) > 1:
        raise InputError(f"several names are compared where each is a trace of a game, and {names[0]} is a class")
    if any(Path(place).suffix.lower() == ".tex" for place in places):
        raise InputError(f"a .tex has a table of a game, and {names[0]} is a class: draw its tree, like -o tree.pdf")
    try:
        concept_class, budget = load_class(names[0]), Budget(seconds=seconds)
    except InputError as error:
        if not names[0].lower().endswith(".json"):
            raise
        games = "a trace, a certificate, or one grade with its game"
        raise InputError(f"{names[0]} is none of {games}, and no table of labels: {error}") from None
    contents, rows = dict[str, str | bytes](), list[tuple[str, str]]()
    tree = class_tree(concept_class, chart or "tree", budget)
    tree = tree if depth is None else top_levels(tree, depth)
    for place in places:
        if Path(place).suffix.lower() == ".html":
            contents[place] = dimensions(concept_class, ("littlestone",), budget).show().html
            rows += [("page", place), ("shows", f"the Littlestone dimension of {concept_class.name}")]
        else:
            contents[place] = tree_file(tree, place)
            rows += [("tree", place), ("shows", str(tree.name))]
    answer = {"file": next(iter(places), None), "name": str(tree.name), "nodes": len(tree)}
    return contents, answer, details_table(rows) if places else terminal_tree(tree), True
