"""The command ``show``: pages, figures, tables and trees."""

from pathlib import Path
from typing import Annotated

import typer

from adversary.cli.terminal import SECONDS, Json, Seconds, names_of, output_to, print_json, print_views
from proofs.exact.errors import InputError

SHOW_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary show trace.jsonl\n"
    "  adversary show trace.jsonl -o page.html -o squeeze.pdf -o table.tex\n"
    "  adversary show perceptron.jsonl winnow.jsonl -o compared.svg\n"
    "  adversary show intervals:11 --depth 2\n"
    "  adversary show intervals:5 --chart 'halving?tie=negative' -o tree.svg"
)
PAGE = '<meta name="generator" content="adversary show">', "is no page of this program's"
"""What every page has, and what is said of a file without it."""


def show(  # noqa: PLR0913 - one parameter an option
    *,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME|CLASS...",
            help="A trace, a certificate of a class, or the --json output of `grade` or `attack` with a "
            "counterexample; or several traces. Or a class as in `adversary list classes`, or a file of a class.",
            autocompletion=names_of("classes"),
        ),
    ],
    outputs: Annotated[
        list[str] | None,
        output_to(
            "A page (.html), a figure (.svg, .pdf, .png), a table for LaTeX (.tex), or a tree for Graphviz (.dot); "
            "repeat the option for more. By default a game's page is written under GAME's name, and a class is printed."
        ),
    ] = None,
    chart: Annotated[
        str | None,
        typer.Option(
            help="Of games: plane, rounds, sphere, squeeze, mistakes, or, on a finite class, tree; the default "
            "depends on GAME. Of a class: tree, halving, or halving?tie=negative."
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(help="Show only this many levels of a tree, and say how many nodes are left out.")
    ] = None,
    seconds: Seconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Judge a game and show it: as a page, a figure or a table. Or show the mistake tree of a class.

    Exit 1 if a GAME is not valid: then a page says so, and nothing else is written. Exit 2 if it cannot be read or
    shown in this way.
    """
    from adversary.api.show import ENDINGS, draw
    from adversary.files import default_place, refuse_overwrite, write_new
    from adversary.views.game.files import is_game

    places = list(outputs or ())
    for place in places:
        refuse_overwrite(place, *names)
        if Path(place).suffix.lower() not in ENDINGS:
            raise InputError(f"cannot write {place}: known endings are {', '.join(ENDINGS)}")
    if is_game(names[0]) and not places and chart is None:
        places.append(default_place(f"{Path(names[0]).stem}.html", *PAGE))
    contents, answer, printed, valid = draw(names, places, chart, depth, seconds)
    for place, content in contents.items():
        write_new(place, content)
    if as_json:
        print_json(answer)
    else:
        print_views(printed)
    raise typer.Exit(0 if valid else 1)
