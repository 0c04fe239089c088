"""The command that computes the table of families."""

from typing import Annotated

import typer

from adversary.cli.terminal import Cluster, Jobs, Json, Only, Scheduler, print_json, print_views
from adversary.files import made_folder
from proofs.exact.errors import InputError

FAMILIES_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary families\n"
    "  adversary families --only monotone --only symmetric\n"
    "  adversary families -o families/"
)


def families(  # noqa: PLR0913 - one parameter an option
    *,
    only: Only = None,
    states: Annotated[
        int | None, typer.Option(help="Budget for each quantity; 50,000 version spaces by default.", show_default=False)
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="A folder for families.csv, certificates, and results to go on with.",
            metavar="DIR",
        ),
    ] = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Compute the quantities of `adversary atlas` for classes of named families; exit 1 if something is unknown."""
    from adversary.atlas.families import family_table
    from adversary.cli.runs import ready, shown_run
    from adversary.tasks.store import STORE, Store
    from adversary.tasks.where import Where
    from adversary.views.csv_file import write_csv
    from adversary.views.terminal.families_table import families_csv, families_json, families_table
    from proofs.atlas.families import FAMILY_STATES, members
    from proofs.solvers.budget import Budget

    where, names = ready(Where(jobs, scheduler, cluster)), only or []
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
