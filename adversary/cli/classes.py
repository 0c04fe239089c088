"""The command ``dimension``: what finite classes cost the best learner."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.api.lists import items_of
from adversary.cli.terminal import (
    SECONDS,
    Condition,
    Json,
    Largest,
    Limit,
    Only,
    Outputs,
    Seconds,
    output_to,
    print_json,
    print_line,
    print_views,
    read_outputs,
)
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import Dimensions

DIMENSION_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary dimension intervals:8\n"
    "  adversary dimension halfspaces:4 --only littlestone -o certificate.json\n"
    "  adversary dimension my_class.csv --seconds 60\n"
    "  adversary dimension intervals:3..11 --only littlestone,vc,announced -o t.csv\n"
    '  adversary dimension thresholds:2..9 singletons:2..9 --where "L > announced"'
)


def dimension(  # noqa: PLR0913 - one parameter an option
    *,
    classes: Annotated[
        list[str],
        typer.Argument(
            metavar="CLASS…",
            help="Classes as in `adversary list classes`, also in a range like intervals:3..11; or .csv, .json or .npy "
            "files.",
        ),
    ],
    only: Only = None,
    lies: Annotated[
        int,
        typer.Option(
            help="Compute the Littlestone dimension and the randomized Littlestone dimension for games in which up to "
            "this many labels may differ from the target's."
        ),
    ] = 0,
    where: Condition = None,
    largest: Largest = None,
    output: Annotated[
        Outputs,
        output_to(
            "FILE.json: a certificate of the Littlestone dimension, or with --only of the quantities that can be "
            "certified; FILE.csv: the table; DIR/: the table, and a certificate for each class."
        ),
    ] = None,
    seconds: Seconds = SECONDS,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Compute the exact dimensions of finite classes; exit 1 if a budget ran out before all were known.

    --seconds is the budget of all quantities of a class together, and --limit states=N that of each quantity. With -o,
    the certificate of a class gets the same budget again.
    """
    from adversary.api.classes import budget_of, solve, tables_of
    from adversary.views.terminal.atlas_table import classes_json, classes_table
    from adversary.views.terminal.show import dimensions_table
    from proofs.solvers.dimensions import CERTIFIABLE, SHORT, keys_of

    names, budget = items_of(only) or None, budget_of(seconds, limit)
    files = read_outputs(output, (".json", ".csv"), *classes, folder=True)
    tables = tables_of(classes)
    notes = []
    if files.keys() == {".json"} and names is None:
        names = ["littlestone"]
        notes.append("-o certifies the Littlestone dimension, and so the other quantities were not computed")
    certifiable = {*keys_of(names, lies)} & {SHORT[name] for name in CERTIFIABLE}
    if ".json" in files and len(tables) > 1:
        raise InputError(f"{files['.json']} would be the certificate of one class; for several, type -o DIR/")
    if ".json" in files and not certifiable:
        raise InputError(f"no certificate has {', '.join(names or ())}; add --only littlestone")

    solved, undecided, undefined = solve(tables, names, lies, budget, where, largest)
    missing = _write(solved, files, budget, every="/" in files or certifiable != {"littlestone"})
    notes = [*missing, *undecided, *undefined, *notes]
    alone = solved[0] if len(solved) == len(tables) == 1 else None
    if as_json:
        print_json(alone.to_json() if alone else classes_json(solved, notes, files))
        for line in [*notes, *[line for result in solved for line in result.ran_out]]:
            print_line(f"note: {line}")
    else:
        print_views(dimensions_table(alone, notes) if alone else classes_table(solved, notes, files))
    raise typer.Exit(1 if missing or undecided or any(result.ran_out for result in solved) else 0)


def _write(
    solved: "Sequence[Dimensions]", files: Mapping[str, str], budget: "Callable[[], Budget]", *, every: bool
) -> list[str]:
    """Write certificates and tables; return what is not certified, and why."""
    from adversary.files import made_folder, write_new
    from adversary.progress import Bar
    from adversary.views.cells import write_csv
    from adversary.views.terminal.atlas_table import classes_csv

    home = made_folder(Path(files["/"], "certificates")) if "/" in files else None
    notes = []
    for result in solved if home or ".json" in files else ():
        name = result.concept_class.name
        path = home / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.json" if home else Path(files[".json"])
        with Bar("certifying", None):
            certified = result.certify(budget(), every=every)
        lines = list(certified.notes)
        if certified.statements:
            write_new(path, certified.text)
        else:
            older = ", and the one that is there is older" if path.exists() else ""
            lines.append(f"{path} was not written{older}")
        notes += [f"{name}: {line}" if len(solved) > 1 else line for line in lines]
    for table in (files.get(".csv"), home and home.parent / "dimensions.csv"):
        if table is not None:
            write_csv(table, classes_csv(solved))
    return notes
