"""The table of families: what `adversary atlas --families` prints and writes."""

from typing import TYPE_CHECKING, NoReturn

import typer

from adversary.cli.terminal import print_json, print_views
from adversary.files import made_folder

if TYPE_CHECKING:
    from adversary.tasks.where import Where


def table_of_families(
    only: str | None, states: int | None, output: str | None, where: "Where", *, as_json: bool
) -> NoReturn:
    """Print the table; with an ``output``, write it there, with certificates, and results to go on with.

    Raises:
        InputError: there is no such family, the budget is not above 0, or something cannot be written or run.
        typer.Exit: always, with 1 if something is unknown.

    """
    from adversary.atlas.families import family_table
    from adversary.cli.runs import shown_run
    from adversary.tasks.store import Store
    from adversary.views.terminal.families_table import families_json, families_table, write_families
    from proofs.atlas.families import FAMILY_STATES, members
    from proofs.solvers.budget import Budget

    names = [] if only is None else [name.strip() for name in only.split(",")]
    members(names)  # what is wrong with these, or with the budget, is said before anything is written
    states = FAMILY_STATES if states is None else states
    Budget(states=states)
    folder = None if output is None else made_folder(output)
    certificates = None if folder is None else made_folder(folder / "certificates")
    keep = None if folder is None else folder / "results-store"
    with shown_run("computing", keep) as progress, Store(keep) as store:
        found = family_table(names, states, where, store, certificates, progress=progress)
    files = []
    if folder is not None:
        write_families(folder / "families.csv", found)
        files = [str(folder / "families.csv"), *[str(row.certificate) for row in found.rows if row.certificate]]
    if as_json:
        print_json(families_json(found, files))
    else:
        told = [] if folder is None else [files[0], str(certificates)]
        print_views(families_table(found, told))
    raise typer.Exit(1 if found.unknown or found.failures else 0)
