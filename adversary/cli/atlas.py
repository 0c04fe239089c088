"""The command ``atlas``, and ``attack --relation``: all small concept classes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from adversary.cli.terminal import (
    Condition,
    Jobs,
    Json,
    Largest,
    Only,
    items_of,
    output_to,
    print_json,
    print_views,
    read_limits,
    resumable,
    shown_run,
    where_to_run,
    with_options,
)
from adversary.files import made_folder
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from adversary.atlas.survey import AtlasAnswer
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
FEW = 5
"""Classes that are shown if nothing is said."""


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
    from adversary.atlas.survey import answer_question, ask, tabulate
    from adversary.tasks.store import STORE, Store
    from adversary.views.terminal.atlas_table import atlas_json, atlas_table

    many = read_limits(limit, "classes").get("classes", FEW)
    if limit is not None and where is None and largest is None:
        raise InputError("--limit is how many classes to show, and without --where or --largest none are; leave it out")
    question = ask(points, where, largest, items_of(only))
    folder = None if output is None else made_folder(output)
    keep = None if folder is None else folder / STORE
    with shown_run("computing", keep) as progress, Store(keep) as store:
        answer = answer_question(question, tabulate(question, place, store, progress))
    with resumable(keep):
        _certify(answer, int(many), folder)
    if as_json:
        print_json(atlas_json(answer))
    else:
        print_views(atlas_table(answer))
    raise typer.Exit(1 if answer.unknown or answer.failures else 0)


def attack_relation(relation: str, points: int, seconds: float, output: str | None, *, as_json: bool) -> NoReturn:
    """Look for a class that refutes a relation, print the answer, and exit: this is what ``attack --relation`` does."""
    from msgspec import to_builtins

    from adversary.atlas.survey import attack_relation as search
    from adversary.files import refuse_overwrite
    from adversary.progress import Bar
    from adversary.views.terminal.atlas_table import relation_table

    refuse_overwrite(output)
    with Bar("computing", None):
        answer = search(relation, points, seconds, None if output is None else Path(output))
    if as_json:
        print_json(to_builtins(answer))
    else:
        print_views(relation_table(answer))
    raise typer.Exit(0 if answer.verdict == "not refuted" else 1)


def _certify(answer: "AtlasAnswer", limit: int, folder: Path | None) -> None:
    """Certify the first classes of an answer, and write what there is to be written."""
    from adversary.atlas.survey import ClassAnswer, certify, write_classes
    from adversary.progress import Bar
    from proofs.atlas.bitsets import class_name, rows
    from proofs.formats.answers import plain_json
    from proofs.solvers.certificates import RefusedError

    places, points = [] if answer.question.counts else answer.chosen[:limit].tolist(), answer.question.points
    home = None if folder is None else made_folder(folder / "certificates")
    with Bar("certifying", len(places)) as bar:
        for place in places:
            number = int(answer.numbers[place])
            name, values = class_name(number, points), answer.values(place)
            try:
                certified = certify(number, points, values, None if home is None else home / f"{name}.json")
            except RefusedError as error:
                certified = ClassAnswer(name, rows(number, points), plain_json(values), [], [], None)
                answer.failures.append(f"{name}: {error}")
            answer.certified.append(certified)
            bar.done += 1
    if folder is not None:
        with Bar("writing", len(answer.chosen)) as bar:
            table = write_classes(folder, answer, bar.advance_to)
        answer.files = [
            str(table),
            *[entry.certificate for entry in answer.certified if entry.certificate is not None],
        ]
