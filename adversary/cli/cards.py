"""The command ``list``: the cards of what the program has by name, and the theorems."""

from typing import Annotated

import typer

from adversary.cli.terminal import Json, finish, print_line

LIST_EXAMPLES = "Example: adversary list learners"


def list_cards(
    *,
    kind: Annotated[
        str | None,
        typer.Argument(
            help="What to list: learners, adversaries, classes, kinds (of grades), claims or theorems.",
            autocompletion=lambda: ["learners", "adversaries", "classes", "kinds", "claims", "theorems"],
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Count the learners, adversaries, classes, kinds of grades, claims and theorems, or list those of one KIND.

    With --json and without a KIND, list all.
    """
    from adversary.api.classes import list_of

    answer = list_of(kind)
    for line in () if as_json else answer.notes:
        print_line(f"note: {line}")
    finish(answer, as_json=as_json)
