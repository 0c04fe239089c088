"""The command that looks through all small concept classes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.cli.terminal import Cluster, Jobs, Json, Scheduler, print_json, print_views
from adversary.files import made_folder
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from adversary.atlas.answer import AtlasAnswer
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
FEW = 5
"""Classes that are shown if nothing is said."""


def atlas(  # noqa: PLR0913 - one parameter an option
    *,
    points: Annotated[int, typer.Option(help="Classes on so many points: 1 to 5.", show_default=False)],
    where: Annotated[
        str | None, typer.Option(help="Only classes of which this holds, such as L - announced >= 1.", metavar="EXPR")
    ] = None,
    extremal: Annotated[
        str | None, typer.Option(help="The classes where this is largest, such as halving_optimal - L.", metavar="EXPR")
    ] = None,
    quantities: Annotated[str, typer.Option(help="And these, with commas between.", metavar="NAMES")] = "",
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="A folder for classes.csv (many: .csv.gz), certificates, and results to go on with.",
            metavar="DIR",
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(help="Classes to show, with certificates; the smallest. 5 by default.", show_default=False),
    ] = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Look through every concept class on a few points, each once up to symmetry; exit 1 if something is unknown.

    An expression has quantities, whole numbers, + - * /, comparisons, and, or, not, min and max. Without one it is
    counted how many classes have which values.
    """
    from adversary.atlas.answer import answer_question
    from adversary.atlas.survey import ask, tabulate
    from adversary.cli.runs import ready, resumable, shown_run
    from adversary.tasks.store import STORE, Store
    from adversary.tasks.where import Where
    from adversary.views.terminal.atlas_table import atlas_json, atlas_table

    if limit is not None and limit < 0:
        raise InputError(f"--limit is how many classes to show, 0 or more, but is {limit}")
    if limit is not None and where is None and extremal is None:
        raise InputError(
            "--limit is how many classes to show, and without --where or --extremal none are; leave it out"
        )
    names = [name.strip() for name in quantities.split(",")] if quantities else []
    question, place = ask(points, where, extremal, names), ready(Where(jobs, scheduler, cluster))
    folder = None if output is None else made_folder(output)
    keep = None if folder is None else folder / STORE
    with shown_run("computing", keep) as progress, Store(keep) as store:
        found = answer_question(question, tabulate(question, place, store, progress))
    with resumable(keep):
        shown = _shown(found, FEW if limit is None else limit, folder)
    if as_json:
        print_json(atlas_json(found, shown))
    else:
        print_views(atlas_table(found, shown))
    raise typer.Exit(1 if found.unknown or found.table.failures or shown.failures else 0)


def _shown(found: "AtlasAnswer", limit: int, folder: Path | None) -> "Shown":
    """Certify the first classes of an answer, and write what there is to be written."""
    from adversary.atlas.certificates import Certified, certify
    from adversary.atlas.table_file import write_classes
    from adversary.progress import Bar
    from adversary.views.terminal.atlas_table import Shown
    from proofs.atlas.bitsets import class_name
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
                certified.append(Certified([], []))
                failures.append(f"{class_name(number, points)}: {error}")
            bar.done += 1
    files = []
    if folder is not None:
        with Bar("writing", len(found.chosen)) as bar:
            table = write_classes(folder, found, bar.advance_to)
        files = [str(table), *[str(one.file) for one in certified if one.file is not None]]
    return Shown(places, certified, files, failures)
