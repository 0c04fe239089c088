"""The command ``atlas``: all small concept classes."""

from typing import TYPE_CHECKING, Annotated

import typer

from adversary.api.lists import items_of
from adversary.cli.terminal import (
    Condition,
    Jobs,
    Json,
    Largest,
    Only,
    finish,
    output_to,
    resumable,
    shown_run,
    where_to_run,
    with_options,
)
from adversary.files import made_folder

if TYPE_CHECKING:
    from adversary.tasks.task import Where

ATLAS_EXAMPLES = (
    "\b\nQuantities: L, VC, RL, halving_adversarial, halving_optimal, announced,\n"
    "best_order, self_directed, lies_1, star, size, points.\n\n"
    "\b\nExamples:\n"
    "  adversary atlas --points 3\n"
    '  adversary atlas --points 4 --where "L - announced >= 1"\n'
    '  adversary atlas --points 4 --largest "L - RL" --where "VC <= 1"\n'
    '  adversary atlas --points 5 --largest "halving_optimal - L" --jobs 2\n'
    "  adversary atlas --points 5 --only L,lies_1 -o out/"
)


@with_options("place", {"jobs": Jobs}, where_to_run)
def atlas(  # noqa: PLR0913 - one parameter an option
    *,
    points: Annotated[int, typer.Option(help="The number of points of the classes, from 1 to 5.", show_default=False)],
    where: Condition = None,
    largest: Largest = None,
    only: Only = None,
    output: Annotated[
        str | None,
        output_to("A folder for classes.csv (compressed if it is long), certificates, and stored results.", "DIR"),
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(
            metavar="classes=N",
            help="How many classes to show, with certificates, smallest first; by default 5.",
        ),
    ] = None,
    place: "Where",
    as_json: Json = False,
) -> None:
    """Compute quantities of all concept classes on a few points, up to symmetry; exit 1 if a value is unknown.

    An expression (EXPR) may have quantities, numbers, + - * / **, functions such as `min`, `max` and `floor`,
    comparisons, `and`, `or` and `not`. Without an expression, the command counts how many classes have each combination
    of values.
    """
    from adversary.api.classes import atlas_answer, certify_classes, classes_to_certify
    from adversary.survey import answer_question, ask, tabulate
    from adversary.tasks.store import STORE, Store

    many = classes_to_certify(limit, where, largest)
    question = ask(points, where, largest, items_of(only))
    folder = None if output is None else made_folder(output)
    keep = None if folder is None else folder / STORE
    with shown_run("computing", keep) as progress, Store(keep) as store:
        answer = answer_question(question, tabulate(question, place, store, progress))
    with resumable(keep):
        certify_classes(answer, many, folder)
    finish(atlas_answer(answer), as_json=as_json)
