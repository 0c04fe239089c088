"""The commands ``dimension`` and ``margin``: analyze a finite class or a labeled sample."""

from pathlib import Path
from typing import Annotated

import typer

from adversary.cli.terminal import (
    SECONDS,
    Json,
    Only,
    Seconds,
    output_to,
    print_details,
    print_json,
    print_line,
    print_views,
)
from proofs.exact.errors import InputError

DIMENSION_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary dimension intervals:8\n"
    "  adversary dimension halfspaces:4 --only littlestone -o certificate.json\n"
    "  adversary dimension my_class.csv --seconds 60\n"
    "  adversary dimension halfspaces:2 --lies 1\n"
    "  adversary dimension thresholds:7 --models"
)

MARGIN_EXAMPLES = (
    "\b\nExamples:\n  adversary margin examples/iris_two_classes.csv\n  adversary margin data.csv --constant --json"
)


def dimension(  # noqa: PLR0913 - one parameter an option
    *,
    concept_class: Annotated[
        str,
        typer.Argument(metavar="CLASS", help="A class as in `adversary list classes`, or a .csv, .json or .npy file."),
    ],
    only: Only = None,
    lies: Annotated[
        int,
        typer.Option(
            help="Compute the Littlestone dimension and the randomized Littlestone dimension for games in which up to "
            "this many labels may differ from the target's."
        ),
    ] = 0,
    with_models: Annotated[
        bool,
        typer.Option("--models", help="Also compute the other models: announced orders, self-directed, don't know, …"),
    ] = False,
    certificate: Annotated[
        str | None,
        output_to(
            "Write a certificate of the Littlestone dimension to this file (with --models, of all quantities that can "
            "be certified). Without --only and --models, compute only this dimension."
        ),
    ] = None,
    seconds: Seconds = SECONDS,
    states: Annotated[
        int | None, typer.Option(help="The maximum number of version spaces to examine, for each quantity.")
    ] = None,
    megabytes: Annotated[int | None, typer.Option(help="Budget of memory, in megabytes.")] = None,
    as_json: Json = False,
) -> None:
    """Compute the exact dimensions of a finite class; exit 1 if a budget ran out before all were known.

    --seconds is the budget of all quantities together. With -o, the certificate gets the same budget again.
    """
    from adversary.files import refuse_overwrite, write_new
    from adversary.progress import Bar
    from proofs.classes.files import load_class
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import ALL_MODELS, QUANTITIES, dimensions

    if with_models and (only or lies):
        raise InputError("--models computes everything, including one lie: leave out --only and --lies")
    if ALL_MODELS in (only or ()):
        raise InputError("models is not a quantity; write --models in place of --only models")
    if certificate is not None and only and "littlestone" not in only:
        raise InputError("-o certifies the Littlestone dimension, which --only leaves out; add --only littlestone")
    table = load_class(concept_class)
    refuse_overwrite(certificate, concept_class)

    wanted = (*QUANTITIES, ALL_MODELS) if with_models else only or (None if certificate is None else ("littlestone",))
    with Bar("solving", None) as bar:
        found = dimensions(table, wanted, Budget(states, seconds, megabytes), bar.rename, lies)
    statements, missing = None, []
    if certificate is not None:
        with Bar("certifying", None):
            certified = found.certify(Budget(states, seconds, megabytes))
        statements, missing = certified.statements, certified.notes
        if statements:
            write_new(certificate, certified.text)
        else:
            older = ", and the one that is there is older" if Path(certificate).exists() else ""
            missing.append(f"{certificate} was not written{older}")
    left_out = "-o certifies the Littlestone dimension, and so the other quantities were not computed"
    notes = missing + ([left_out] if certificate is not None and not only and not with_models else [])
    if as_json:
        print_json(found.to_json() | ({} if certificate is None else {"statements": statements}))
        for line in [*notes, *found.ran_out]:
            print_line(f"note: {line}")
    else:
        from adversary.views.terminal.show import dimensions_table

        print_views(dimensions_table(found, statements, notes))
    raise typer.Exit(1 if found.ran_out or missing else 0)


def margin(
    *,
    file: Annotated[
        Path,
        typer.Argument(
            help="A CSV file: each row is a point (numbers like 5.1 or 3/5) with its label in the last column."
        ),
    ],
    constant: Annotated[
        bool, typer.Option(help="Add a coordinate 1 to each point, for halfspaces with a threshold.")
    ] = False,
    seconds: Seconds = SECONDS,
    as_json: Json = False,
) -> None:
    """Find the exact maximum margin of labeled data, with its certificate.

    Exit 1 if no halfspace separates the data, or if time ran out.
    """
    from adversary.progress import Bar
    from adversary.views.terminal.show import margin_rows
    from proofs.exact.samples import read_sample
    from proofs.solvers.data_margin import margin_within

    with Bar("solving", None):
        found = margin_within(read_sample(file, constant=constant), str(file), seconds)
    if as_json:
        print_json(found, f"unknown: {found['note']}" if "note" in found else None)
    else:
        print_details(margin_rows(found))
    raise typer.Exit(0 if found["separable"] else 1)
