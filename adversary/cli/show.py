"""The commands that write pages: ``show`` of a file, ``challenge`` for a person to play."""

from pathlib import Path
from typing import Annotated

import typer

from adversary.cli.terminal import SECONDS, Json, Seconds, output_to, print_details, print_json
from proofs.exact.errors import BudgetError, InputError

SHOW_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary show trace.jsonl\n"
    "  adversary show certificate.json -o page.html\n"
    "  adversary grade student.py --as perceptron --json > grade.json; adversary show grade.json"
)
CHALLENGE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary challenge --class thresholds:15 -o challenge.html\n"
    "  adversary challenge --margin 1/5 -o challenge.html\n"
    "  adversary challenge --margin 1/10 --dimension 2 -o challenge.html"
)

PAGE = '<meta name="generator" content="adversary show">', "is no page of this program's"
"""What every page has, and what is said of a file without it."""


def show(
    *,
    file: Annotated[
        Path, typer.Argument(help="A trace, a certificate, or a grade's or an attack's JSON with a counterexample.")
    ],
    output: Annotated[str | None, output_to("Where to write the page; by default FILE's name, with .html.")] = None,
    seconds: Seconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Judge FILE, and write a page that shows it: round after round, and what is proved.

    Exit 0 if it is valid, 1 if not, which the page says, 2 if it cannot be read.
    """
    from adversary.files import default_place, refuse_overwrite, write_new
    from adversary.progress import Bar
    from adversary.views.game.files import view_file
    from adversary.views.page.page import html_page

    place = output or default_place(f"{file.stem}.html", *PAGE)
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


def challenge(  # noqa: PLR0913 - one parameter an option
    *,
    margin: Annotated[str | None, typer.Option(help="δ, exactly: 1/5, 0.2, 1/sqrt(7).")] = None,
    dimension: Annotated[
        int | None, typer.Option(help="With --margin; by default ⌊1/δ²⌋, in smaller ones trees.", show_default=False)
    ] = None,
    concept_class: Annotated[
        str | None, typer.Option("--class", help="A finite class: thresholds:15, or a .csv, .json or .npy file.")
    ] = None,
    output: Annotated[str | None, output_to("Where to write the page; by default challenge.html.")] = None,
    seconds: Seconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Write a page on which a person is the learner, and the adversary is one that nobody beats."""
    from adversary.files import default_place, refuse_overwrite, write_new
    from adversary.progress import Bar
    from adversary.views.page.challenge import class_challenge, margin_challenge
    from adversary.views.page.page import html_page
    from proofs.classes.files import load_class
    from proofs.exact.rationals import read_margin_squared
    from proofs.solvers.budget import Budget, OutOfBudget

    if (margin is None) == (concept_class is None):
        raise InputError("challenge takes one of two: --margin, or --class")
    if margin is None and dimension is not None:
        raise InputError("--dimension is of a challenge by a margin: give --margin, and no --class")
    place = output or default_place("challenge.html", *PAGE)
    refuse_overwrite(place, concept_class)
    try:
        with Bar("solving", None):
            if concept_class is not None:
                data = class_challenge(load_class(concept_class), Budget(seconds=seconds))
            else:
                data = margin_challenge(read_margin_squared(margin or ""), dimension)
    except OutOfBudget as error:
        raise BudgetError(f"no challenge: {error} did not suffice; give --seconds more") from None
    write_new(place, html_page(data["title"], data))
    if as_json:
        print_json({"page": place, "rounds": data["count"], "adversary": data["adversary"]})
    else:
        print_details([("page", place), ("rounds", f"{data['count']:,}, and a mistake in each, whatever you predict")])
