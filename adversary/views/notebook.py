"""How results show themselves: as text, in a notebook's cell, as a page, a chart, files, JSON, and rows of pandas.

``VIEWS`` has what differs between the classes of results; the functions that ``proofs.views.Viewable`` calls by their
names come first.
"""

import html as escaping
import json as encoder
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.files import new_file, write_new
from adversary.game.result import GameResult
from adversary.grading.hints import hints
from adversary.grading.result import Grade, Marks
from adversary.search.attack import BY_ROUNDING, Attack
from adversary.search.counterexample import Counterexample, readable, traced
from adversary.tournaments.cell import Tournament, lines_of
from adversary.tournaments.ranking import rank
from adversary.views.answer import Answer, View
from adversary.views.cells import Column, Table, render, to_html, write_csv
from adversary.views.excerpt import rounds_table
from adversary.views.export.exporters import EXPORTERS, FOLDER, TRACE
from adversary.views.export.grades_csv import grades_csv
from adversary.views.export.outputs import read_places, write_outputs
from adversary.views.export.tex_table import tex_table
from adversary.views.figures.charts import Chart, chart_of
from adversary.views.figures.figure import COLUMN, FORMATS, STYLE, figure_bytes
from adversary.views.figures.tournament_figure import write_mistakes
from adversary.views.figures.tree import class_tree, tree_file
from adversary.views.game.files import Finder, attack_command, counterexample_view, grade_command, view_file
from adversary.views.game.view import GameView
from adversary.views.page.page import html_page
from adversary.views.terminal.atlas_table import classes_csv
from adversary.views.terminal.grade_table import attack_table, grade_table
from adversary.views.terminal.show import dimensions_table, game_table
from adversary.views.terminal.tournament_table import results_csv, tournament_table
from proofs.exact.errors import InputError, one_line
from proofs.formats.answers import versioned
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.certificates import littlestone_certificate
from proofs.solvers.dimensions import Dimensions
from proofs.views import Viewable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame  # type: ignore[import-untyped]

WIDTH = 80
"""Characters of a line of text."""

PAGE_SECONDS = 5.0
"""For what takes long on a page, such as weights and Littlestone dimensions; what is not there in time is left out."""

MAX_FRAMED = 4_000_000
"""Characters of a page that a notebook keeps with its cell."""

MAX_FRAMED_ROUNDS = 3_000
"""Of a game whose page a cell shows unasked; a longer one takes seconds to draw."""

MAX_DRAWN_LABELS = 50_000
"""Labels of a class whose mistake tree is looked for because a cell shows its dimensions; ``show`` does so for any."""

FRAME_HEIGHT = 760
"""Pixels."""

CERTIFY = ".save('certificate.json'), then adversary check certificate.json"
"""How a user has a certificate checked that a page has shown."""

PLAY_AGAIN = ".save('game.jsonl'), then adversary check game.jsonl"
"""How a user has a game checked that has no file."""


@dataclass(frozen=True, slots=True, repr=False)
class Page(Viewable):
    """A self-contained HTML page. A notebook shows it in a frame; ``save`` writes it to a file for a browser."""

    title: str
    html: str

    def __repr__(self) -> str:
        return f"<a page, {self.title!r}: .save('page.html') keeps it>"

    __str__ = __repr__


def text(result: Any) -> str:
    """Return what the command prints, in plain text."""
    return render(_view(result).table(result), width=WIDTH).removesuffix("\n")


def html(result: Any) -> str:
    """Return the table, and below it the page in a frame or a sentence with the reason why there is none."""
    if isinstance(result, Page):
        return _frame(result)
    view = _view(result)
    table = to_html(view.table(result))
    framed = view.framed(result) if view.game else False
    if not isinstance(framed, bool):
        return table + _paragraph(framed)
    try:
        return table + (_frame(page(result)) if framed else "")
    except InputError as error:
        return table + _paragraph(f"No page: {error}.")


def page(result: Any) -> Page:
    """Return the page about a result. Raises InputError if there is none."""
    game = _game(result, "page")
    return Page(game.title, html_page(game.title, game.data))


def plot(result: Any, axes: "Axes | None" = None) -> "Axes":
    """Draw the chart of a result's game into axes, by default into new ones. Raises InputError if there is none."""
    chart = _chart(result)
    if axes is not None and not hasattr(axes, "fill_between"):
        raise InputError(
            f"plot takes axes of matplotlib, not {axes!r}; show(file, chart=…).save(figure) draws others of a file"
        )
    if axes is None:
        from matplotlib import pyplot as plt
        from matplotlib import rc_context

        with rc_context(STYLE):
            _, axes = plt.subplots(figsize=(COLUMN, chart.height), layout="constrained")
    chart.fill(axes)
    return axes


def save(result: Any, path: str | Path) -> None:
    """Write a result to a file, by its ending. Raises InputError."""
    view = _view(result)
    ending = FOLDER if str(path).endswith("/") or Path(path).is_dir() else Path(path).suffix.lower()
    known: dict[str, Callable[[], Any]] = {".json": lambda: write_new(path, f"{encoder.dumps(json(result))}\n")}
    if view.data and not view.game:
        known[".csv"] = lambda: write_csv(path, view.data(result))  # type: ignore[misc]
    if view.game:
        known[".html"] = lambda: write_new(path, page(result).html)
        known[".tex"] = lambda: write_new(path, tex_table([_game(result, "table")], PAGE_SECONDS)["tex"])
        for figure in FORMATS:
            known[f".{figure}"] = lambda figure=figure: write_new(path, _drawn(_chart(result), figure))  # type: ignore[misc]
    known |= {end: lambda write=write: write(result, Path(path)) for end, write in view.files.items()}  # type: ignore[misc]
    if ending not in known:
        raise InputError(f"cannot write {path}: known endings are {', '.join(known)}")
    known[ending]()


def json(result: Any) -> Any:
    """Return what the command prints with --json."""
    return versioned(_view(result).json(result))


def frame(result: Any) -> "DataFrame":
    """Return the rows of a result for pandas; those of a game are numbered from 1. Raises InputError without pandas."""
    try:
        import pandas as pd
    except ImportError:
        raise InputError("to_frame needs pandas: pip install pandas") from None
    data = _view(result).data
    if data is None:
        return pd.DataFrame([result.to_json()])
    table = data(result)
    rows = pd.DataFrame([list(row) for row in table.rows], columns=table.titles)
    return rows.set_index("round") if "round" in table.titles else rows


# ------------------------------------------------------------------------------------------------ games


def _recorded(result: GameResult) -> GameView:
    how = f"adversary check {result.trace}" if result.trace else PLAY_AGAIN
    return _of_file(result.recording, "the game", how)


def _unasked(result: GameResult) -> bool | str:
    if result.played > MAX_FRAMED_ROUNDS and result.recorded is not None:
        return f"The page of {result.played:,} rounds takes seconds to draw: .show() does it."
    return True


def _of_grade(grade: Grade) -> GameView:
    if grade.counterexample is None:
        raise InputError(f"a grade without a counterexample has no page: {grade.verdict}, {grade.summary}")
    budget = Budget(seconds=PAGE_SECONDS)
    return counterexample_view(grade.counterexample, "the grade", grade_command(grade), budget)


def _of_attack(attack: Attack) -> GameView:
    if attack.counterexample is None:
        raise InputError(f"an attack without a counterexample has no page: {attack.games:,} games were tried")
    command = attack_command(attack.learner, attack.bound, attack.class_name, attack.seed, attack.lies)
    by: Finder = "rounding" if attack.verdict == BY_ROUNDING else "search"
    return counterexample_view(attack.counterexample, "the attack", command, Budget(seconds=PAGE_SECONDS), by)


def _of_counterexample(counterexample: Counterexample) -> GameView:
    how = f"{counterexample.learner}, by adversary grade or adversary attack"
    return counterexample_view(counterexample, "the counterexample", how, Budget(seconds=PAGE_SECONDS))


def _of_dimensions(dimensions: Dimensions) -> GameView:
    if dimensions.solver is None:
        raise InputError("a page of a class needs its Littlestone dimension, and that was not asked for")
    try:
        certificate = encoder.dumps(littlestone_certificate(dimensions.solver)).encode() + b"\n"
    except OutOfBudget as error:
        raise InputError(
            f"no page: the Littlestone dimension has no certificate yet, for {error} did not suffice"
        ) from None
    return _of_file(certificate, "the certificate", CERTIFY)


def _of_file(content: bytes, called: str, how: str) -> GameView:
    """Return the view of a file with this content, of which its page says how to check it."""
    with new_file(None) as path:
        path.write_bytes(content)
        view = view_file(path, PAGE_SECONDS, called)
    view.data.verdict.how = one_line(how)
    return view


def _has_rounds(result: Grade | Attack) -> bool:
    return result.counterexample is not None and bool(result.counterexample.rounds)


def _is_drawn(dimensions: Dimensions) -> bool:
    """Tell whether a cell looks for the tree of a class."""
    table = dimensions.concept_class
    return table.size * table.points <= MAX_DRAWN_LABELS and dimensions.littlestone is not None


def _rounds(game: GameResult | Counterexample) -> Table:
    """Return the rounds of a game as rows, with the weights after each, if known; points of a class are named."""
    setting, weights = game.setting, getattr(game, "weights", None)
    rows: list[list[Any]] = [
        [number, e.point if setting.has_norms else setting.point_name(e.x), e.predicted, e.label, e.mistake]
        for number, e in enumerate(game.rounds, 1)
    ]
    for row, *after in zip(rows, weights.own[1:], weights.textbook[1:], strict=True) if weights else ():
        row += [readable(w).coordinates(setting.dimension) for w in after]
    titles = ["round", "point", "predicted", "label", "mistake", *(["w", "textbook_w"] if weights else [])]
    return _table(titles, rows)


def _bounds(dimensions: Dimensions) -> Table:
    """Return the quantities of a class as rows, with both bounds on each."""
    rows = [[name, bounds.at_least, bounds.at_most] for name, bounds in dimensions.named.items()]
    return _table(["quantity", "at_least", "at_most"], rows)


def _table(titles: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    return Table([Column(title) for title in titles], rows)


def export_of(files: Sequence[str], kind: str, *, many: bool, marks: Sequence[Marks] = ()) -> Mapping[str, Any]:
    """Return what writes grades, or marks for several kinds, into a file or a folder, by its ending."""

    def write(ending: str, result: Any, path: Path) -> None:
        groups = [list(group) for group in zip(*[mark.grades for mark in marks], strict=True)]
        grades = groups or [list(result) if many else [result]]
        places = read_places({ending: str(path)}, files, kind, many=many, several_kinds=bool(marks))
        write_outputs(places, files, grades, marks, lambda _: None, many=many)

    return {ending: partial(write, ending) for ending in (TRACE, *EXPORTERS)}


def _write_grade(ending: str, grade: Grade, path: Path) -> None:
    export_of([grade.learner], grade.kind, many=False)[ending](grade, path)


def _write_attack(attack: Attack, path: Path) -> None:
    tightest = attack.tightest.game if attack.tightest else None
    if (game := attack.counterexample or tightest) is None:
        raise InputError(f"cannot write {path}: there is no game")
    traced(game, f"attack:{attack.bound}", path)


def _write_certificate(dimensions: Dimensions, path: Path) -> None:
    if not dimensions.certificate.statements:
        raise InputError(f"cannot write {path}: {'; '.join(dimensions.certificate.notes)}")
    write_new(path, dimensions.certificate.text)


def _write_tree(dimensions: Dimensions, path: Path) -> None:
    write_new(path, tree_file(class_tree(dimensions.concept_class, budget=Budget(seconds=PAGE_SECONDS)), path))


def _tournament_json(tournament: Tournament) -> dict[str, Any]:
    return tournament.to_json() | {"groups": [group.to_json() for group in rank(tournament)]}


VIEWS: dict[str, View] = {
    "GameResult": View(
        game_table, _recorded, _unasked, _rounds, {".jsonl": lambda game, path: write_new(path, game.recording)}
    ),
    "Counterexample": View(rounds_table, _of_counterexample, data=_rounds),
    "Grade": View(
        grade_table,
        _of_grade,
        _has_rounds,
        lambda grade: grades_csv([grade]),
        {ending: partial(_write_grade, ending) for ending in (TRACE, *EXPORTERS)},
        lambda grade: grade.to_json() | {"hints": hints(grade)},
    ),
    "Attack": View(attack_table, _of_attack, _has_rounds, files={".jsonl": _write_attack}),
    "Dimensions": View(
        dimensions_table,
        _of_dimensions,
        _is_drawn,
        _bounds,
        {
            ".json": _write_certificate,
            ".csv": lambda result, path: write_csv(path, classes_csv([result])),
            **dict.fromkeys((".dot", ".svg", ".pdf", ".png"), _write_tree),
        },
    ),
    "Tournament": View(
        tournament_table,
        data=results_csv,
        files={
            ".jsonl": lambda result, path: write_new(path, lines_of(result.cells)),
            **dict.fromkeys((".svg", ".pdf", ".png"), lambda result, path: write_mistakes(path, result)),
        },
        json=_tournament_json,
    ),
    "Page": View(repr, files={".html": lambda page, path: write_new(path, page.html)}),
}
"""The view of each class of results, by its name; an ``Answer`` has its own."""


def _view(result: Any) -> View:
    return result.view if isinstance(result, Answer) else VIEWS[type(result).__name__]


def _game(result: Any, what: str) -> GameView:
    view = _view(result)
    if view.game is None:
        raise InputError(f"there is no {what} of it")
    return view.game(result)


def _chart(result: Any) -> Chart:
    return chart_of([_game(result, "chart")])


def _drawn(chart: Chart, ending: str) -> bytes:
    return figure_bytes(ending, chart.draw, COLUMN, chart.height)


def _frame(page: Page) -> str:
    """Return a page in a frame in which only its own scripts run; links do not work in it."""
    if len(page.html) > MAX_FRAMED:
        size = f"{len(page.html) / 1e6:.0f} MB, is too large for a notebook"
        return _paragraph(f"The page, {size}; .show().save('page.html') keeps it for a browser.")
    style = f"width:100%;height:{FRAME_HEIGHT}px;border:0"
    source, title = escaping.escape(page.html), escaping.escape(page.title)
    return f'<iframe sandbox="allow-scripts" title="{title}" style="{style}" srcdoc="{source}"></iframe>'


def _paragraph(text: str) -> str:
    return f"<p>{escaping.escape(one_line(text))}</p>"
