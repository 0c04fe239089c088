"""The commands ``atlas`` (all small concept classes) and ``families`` (named families of classes)."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.cli.terminal import Json, Only, output_to, print_json, print_views, resumable, shown_run, with_where
from adversary.files import made_folder
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from adversary.atlas.survey import AtlasAnswer
    from adversary.tasks.where import Where
    from adversary.views.terminal.atlas_table import Shown

ATLAS_EXAMPLES = (
    "\b\nQuantities: L, VC, RL, halving_adversarial, halving_optimal, announced,\n"
    "best_order, self_directed, lies_1, star, size, points.\n\n"
    "\b\nExamples:\n"
    "  adversary atlas --points 3\n"
    '  adversary atlas --points 4 --where "L - announced >= 1"\n'
    '  adversary atlas --points 4 --extremal "L - RL" --where "VC <= 1"\n'
    '  adversary atlas --points 5 --extremal "halving_optimal - L" --jobs 2\n'
    "  adversary atlas --points 5 --quantities L,lies_1 -o out/"
)
FAMILIES_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary families\n"
    "  adversary families --only monotone --only symmetric\n"
    "  adversary families -o families/"
)

FEW = 5
"""Classes that are shown if nothing is said."""


@with_where
def atlas(  # noqa: PLR0913 - one parameter an option
    *,
    points: Annotated[int, typer.Option(help="The number of points of the classes, from 1 to 5.", show_default=False)],
    wanted: Annotated[
        str | None,
        typer.Option(
            "--where", help="Show only classes for which this holds, such as L - announced >= 1.", metavar="EXPR"
        ),
    ] = None,
    extremal: Annotated[
        str | None,
        typer.Option(help="Show the classes for which this is largest, such as halving_optimal - L.", metavar="EXPR"),
    ] = None,
    quantities: Annotated[
        str, typer.Option(help="Also compute these quantities, separated by commas.", metavar="NAMES")
    ] = "",
    output: Annotated[
        str | None,
        output_to("A folder for classes.csv (compressed if it is long), certificates, and stored results.", "DIR"),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            help="How many classes to show, with certificates, smallest first; by default 5.", show_default=False
        ),
    ] = None,
    where: "Where",
    as_json: Json = False,
) -> None:
    """Compute quantities of all concept classes on a few points, up to symmetry; exit 1 if a value is unknown.

    An expression (EXPR) may have quantities, whole numbers, + - * /, comparisons, `and`, `or`, `not`, `min` and `max`.
    Without an expression, the command counts how many classes have each combination of values.
    """
    from adversary.atlas.survey import answer_question, ask, tabulate
    from adversary.tasks.store import STORE, Store
    from adversary.views.terminal.atlas_table import atlas_json, atlas_table

    if limit is not None and limit < 0:
        raise InputError(f"--limit is how many classes to show, 0 or more, but is {limit}")
    if limit is not None and wanted is None and extremal is None:
        raise InputError(
            "--limit is how many classes to show, and without --where or --extremal none are; leave it out"
        )
    names = [name.strip() for name in quantities.split(",")] if quantities else []
    question = ask(points, wanted, extremal, names)
    folder = None if output is None else made_folder(output)
    keep = None if folder is None else folder / STORE
    with shown_run("computing", keep) as progress, Store(keep) as store:
        found = answer_question(question, tabulate(question, where, store, progress))
    with resumable(keep):
        shown = _shown(found, FEW if limit is None else limit, folder)
    if as_json:
        print_json(atlas_json(found, shown))
    else:
        print_views(atlas_table(found, shown))
    raise typer.Exit(1 if found.unknown or found.table.failures or shown.failures else 0)


@with_where
def families(
    *,
    only: Only = None,
    states: Annotated[
        int | None,
        typer.Option(
            help="The maximum number of version spaces to examine, for each quantity; by default 50,000.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str | None, output_to("A folder for families.csv, certificates, and stored results.", "DIR")
    ] = None,
    where: "Where",
    as_json: Json = False,
) -> None:
    """Compute the quantities of `adversary atlas` for named families of classes; exit 1 if a value is unknown."""
    from adversary.atlas.families import family_table
    from adversary.tasks.store import STORE, Store
    from adversary.views.cells import write_csv
    from adversary.views.terminal.atlas_table import families_csv, families_json, families_table
    from proofs.atlas.families import FAMILY_STATES, members
    from proofs.solvers.budget import Budget

    names = only or []
    if together := next((name for name in names if "," in name), None):
        raise InputError(f"--only takes one family: type --only {' --only '.join(together.split(','))}")
    members(names)  # what is wrong with these, or with the budget, is said before anything is written
    states = FAMILY_STATES if states is None else states
    Budget(states=states)
    folder = None if output is None else made_folder(output)
    certificates = None if folder is None else made_folder(folder / "certificates")
    keep = None if folder is None else folder / STORE
    with shown_run("computing", keep) as progress, Store(keep) as store:
        found = family_table(names, states, where, store, certificates, progress=progress)
    files = []
    if folder is not None:
        write_csv(folder / "families.csv", families_csv(found))
        files = [str(folder / "families.csv"), *[str(row.certificate) for row in found.rows if row.certificate]]
    if as_json:
        print_json(families_json(found, files))
    else:
        print_views(families_table(found, [] if folder is None else [files[0], str(certificates)]))
    raise typer.Exit(1 if found.unknown or found.failures else 0)


def _shown(found: "AtlasAnswer", limit: int, folder: Path | None) -> "Shown":
    """Certify the first classes of an answer, and write what there is to be written."""
    from adversary.atlas.certificates import ClassAnswer, certify
    from adversary.atlas.survey import write_classes
    from adversary.progress import Bar
    from adversary.views.terminal.atlas_table import Shown
    from proofs.atlas.bitsets import class_name, rows
    from proofs.formats.answers import plain_json
    from proofs.solvers.certificates import RefusedError

    places = [] if found.question.counts else found.chosen[:limit].tolist()
    home = None if folder is None else made_folder(folder / "certificates")
    certified, failures = [], []
    with Bar("certifying", len(places)) as bar:
        for place in places:
            number, points = int(found.table.numbers[place]), found.table.points
            try:
                certified.append(certify(number, points, found.values(place), home))
            except RefusedError as error:
                name, values = class_name(number, points), plain_json(found.values(place))
                certified.append(ClassAnswer(name, rows(number, points), values, [], [], None))
                failures.append(f"{name}: {error}")
            bar.done += 1
    files = []
    if folder is not None:
        with Bar("writing", len(found.chosen)) as bar:
            table = write_classes(folder, found, bar.advance_to)
        files = [str(table), *[one.certificate for one in certified if one.certificate is not None]]
    return Shown(places, certified, files, failures)
