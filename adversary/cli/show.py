"""The commands ``show`` (pages) and ``plot`` (figures for papers)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adversary.cli.terminal import SECONDS, Json, Seconds, output_to, print_details, print_json, print_text
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from adversary.views.game.view import GameView

SHOW_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary show trace.jsonl\n"
    "  adversary show certificate.json -o page.html\n"
    "  adversary grade student.py --as perceptron --json > grade.json; adversary show grade.json"
)
PLOT_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary plot trace.jsonl -o squeeze.pdf\n"
    "  adversary plot perceptron.jsonl winnow.jsonl -o compared.svg\n"
    "  adversary plot certificate.json -o spaces.png\n"
    "  adversary plot trace.jsonl --chart budget\n"
    "  adversary plot trace.jsonl --tex -o table.tex"
)

PAGE = '<meta name="generator" content="adversary show">', "is no page of this program's"
"""What every page has, and what is said of a file without it."""


def show(
    *,
    file: Annotated[
        Path,
        typer.Argument(
            help="A trace, a certificate of a class, or the --json output of `grade` or `attack` with a counterexample."
        ),
    ],
    output: Annotated[str | None, output_to("Where to write the page; by default FILE's name, with .html.")] = None,
    seconds: Seconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Judge FILE, and write an HTML page with its rounds and with what is proved.

    The page shows the verdict. Exit 0 if FILE is valid, 1 if it is not, and 2 if it cannot be read.
    """
    from adversary.files import refuse_overwrite, write_new
    from adversary.progress import Bar
    from adversary.views.game.files import view_file
    from adversary.views.page.page import html_page

    place = _place_of_page(output, f"{file.stem}.html")
    refuse_overwrite(place, file)
    with Bar("drawing", None):
        page = view_file(file, seconds)
        write_new(place, html_page(page.title, page.data))
    verdict = page.data["verdict"]
    if as_json:
        print_json(page.facts | {"page": place})
    else:
        reason = f": {verdict['reason']}" if verdict["reason"] else ""
        print_details([("page", place), ("shows", page.title), ("verdict", f"{verdict['word']}{reason}")])
    raise typer.Exit(0 if verdict["valid"] else 1)


def _place_of_page(output: str | None, otherwise: str) -> str:
    """Return where the page goes. Raises InputError."""
    from adversary.files import default_place

    if output and not output.lower().endswith(".html"):
        raise InputError(f"cannot write {output}: a page is a .html file")
    return output or default_place(otherwise, *PAGE)


def plot(  # noqa: PLR0913 - one parameter an option
    *,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="A trace, a certificate of a dimension, or the --json output of `grade` or `attack` with a "
            "counterexample; or several traces.",
        ),
    ],
    output: Annotated[
        str | None, output_to("A .pdf, .svg or .png file, by default FILE's name with .pdf. For a table, a .tex file.")
    ] = None,
    chart: Annotated[
        str | None,
        typer.Option(help="plane, squeeze, budget, spaces or mistakes; the default depends on FILE."),
    ] = None,
    tex: Annotated[
        bool, typer.Option("--tex", help="Write a LaTeX table (package booktabs) in place of a figure.")
    ] = False,
    seconds: Seconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Judge each FILE, and draw a figure for a paper; with --tex, write a table.

    Without -o, a table goes to standard output. Exit 1 if a FILE is not valid: then nothing is drawn. Exit 2 if a FILE
    cannot be read, or if the files cannot share a chart.
    """
    from adversary.progress import Bar
    from adversary.views.figures.plot import read_games

    if chart == "tree":
        raise InputError("plot draws no tree any more; type: adversary tree CLASS -o tree.pdf")
    if tex and chart is not None:
        raise InputError("--chart is about a figure, and --tex writes a table: give one of them")
    place = _place(files, output, tex=tex)
    with Bar("judging", None):
        games = read_games(files, seconds)
    refused = [
        (file, game.data["verdict"])
        for file, game in zip(files, games, strict=True)
        if not game.data["verdict"]["valid"]
    ]
    found: dict[str, Any] = {}
    if not refused:
        found = _table(games, place, seconds) if tex else _figure(games, str(place), chart)
    if as_json:
        if place is not None:
            found.pop("tex", None)
        judged = [game.facts | {"file": str(file)} for file, game in zip(files, games, strict=True)]
        print_json({"figure": None, "table": None} | found | {"files": judged})
    elif refused:
        print_details(
            [("not valid", f"{file}: {verdict['reason']}") for file, verdict in refused] + [("written", "nothing")]
        )
    elif place is None:
        print_text(found["tex"])
    else:
        print_details([("written", place), ("caption", found["caption"])])
    raise typer.Exit(1 if refused else 0)


def _figure(games: "Sequence[GameView]", place: str, chart: str | None) -> dict[str, Any]:
    from adversary.progress import Bar
    from adversary.views.figures.charts import COLUMN
    from adversary.views.figures.figure import write_figure
    from adversary.views.figures.plot import caption, chart_of

    with Bar("drawing", None):
        drawn = chart_of(games, chart)
        write_figure(place, drawn.draw, COLUMN, drawn.height)
    says = caption(games, drawn.shows, drawn.notes)
    return {"figure": place, "chart": drawn.name, "caption": says, "left_out": drawn.notes}


def _table(games: "Sequence[GameView]", place: str | None, seconds: float) -> dict[str, Any]:
    from adversary.files import write_new
    from adversary.progress import Bar
    from adversary.views.export.tex_table import tex_table

    with Bar("computing", None):
        table = tex_table(games, seconds)
        if place is not None:
            write_new(place, table["tex"])
    return {"table": place} | table


def _place(files: Sequence[Path], output: str | None, *, tex: bool) -> str | None:
    """Return where the figure goes, or the table, if not to standard output. Raises InputError."""
    from adversary.files import default_place, refuse_overwrite
    from adversary.views.figures.figure import CREATOR, format_of

    refuse_overwrite(output, *files)
    if tex:
        if output is not None and not output.lower().endswith(".tex"):
            raise InputError(f"cannot write a table to {output}: it is a .tex; for a figure, leave out --tex")
        return output
    if output is not None:
        format_of(output)
        return output
    if len(files) > 1:
        raise InputError("a figure of several files needs a name: give one, like -o compared.svg")
    return default_place(f"{files[0].stem}.pdf", CREATOR, "no figure of this program is in it")
