"""The commands ``dimension``, ``tree`` and ``margin``: analyze a finite class or a labeled sample."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.cli.terminal import (
    SECONDS,
    Condition,
    Json,
    Largest,
    Limit,
    Only,
    Outputs,
    Seconds,
    items_of,
    output_to,
    print_details,
    print_json,
    print_line,
    print_views,
    read_limits,
    read_outputs,
)
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from proofs.classes.concepts import ConceptClass
    from proofs.exact.mistake_bounds import Expression
    from proofs.exact.rationals import Rational
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import Dimensions

DIMENSION_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary dimension intervals:8\n"
    "  adversary dimension halfspaces:4 --only littlestone -o certificate.json\n"
    "  adversary dimension my_class.csv --seconds 60\n"
    "  adversary dimension intervals:3..11 --only littlestone,vc,announced -o table.csv\n"
    '  adversary dimension thresholds:2..9 singletons:2..9 --where "L > announced"'
)

MARGIN_EXAMPLES = (
    "\b\nExamples:\n  adversary margin examples/iris_two_classes.csv\n  adversary margin data.csv --constant --json"
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
            "FILE.json: a certificate of the Littlestone dimension, or with --only of what can be certified; FILE.csv: "
            "the table; DIR/: the table, and a certificate for each class."
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
    from adversary.views.terminal.atlas_table import classes_json, classes_table
    from adversary.views.terminal.show import dimensions_table
    from proofs.classes.files import class_names, load_class
    from proofs.exact.mistake_bounds import read_number, read_relation
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import CERTIFIABLE, SHORT, keys_of

    limits, names = read_limits(limit, "states", "memory"), items_of(only) or None
    states, memory = (int(limits[name]) if name in limits else None for name in ("states", "memory"))
    budget = partial(Budget, states, seconds, memory)
    budget()  # what is wrong with it is said before anything is computed
    relation = None if where is None else read_relation(where, SHORT)
    number = None if largest is None else read_number(largest, SHORT)
    files = read_outputs(output, (".json", ".csv"), *classes, folder=True)
    tables = [load_class(name) for text in classes for name in class_names(text)]
    notes = []
    if files.keys() == {".json"} and names is None:
        names = ["littlestone"]
        notes.append("-o certifies the Littlestone dimension, and so the other quantities were not computed")
    certifiable = {*keys_of(names, lies)} & {SHORT[name] for name in CERTIFIABLE}
    if ".json" in files and len(tables) > 1:
        raise InputError(f"{files['.json']} would be the certificate of one class; for several, type -o DIR/")
    if ".json" in files and not certifiable:
        raise InputError(f"no certificate has {', '.join(names or ())}; add --only littlestone")

    solved, undecided, undefined = _solved(tables, names, lies, budget, (relation, number))
    missing = _write(solved, files, budget, every="/" in files or certifiable != {"littlestone"})
    notes = [*missing, *undecided, *undefined, *notes]
    alone = solved[0] if len(solved) == len(tables) == 1 else None
    if as_json:
        print_json(alone.to_json() if alone else classes_json(solved, notes, files))
        for line in [*notes, *[line for found in solved for line in found.ran_out]]:
            print_line(f"note: {line}")
    else:
        print_views(dimensions_table(alone, notes) if alone else classes_table(solved, notes, files))
    raise typer.Exit(1 if missing or undecided or any(found.ran_out for found in solved) else 0)


def _solved(
    tables: "Sequence[ConceptClass]",
    names: list[str] | None,
    lies: int,
    budget: "Callable[[], Budget]",
    expressions: "tuple[Expression | None, Expression | None]",
) -> "tuple[list[Dimensions], list[str], list[str]]":
    """Return the classes for which the relation holds, and of these those for which the number is largest.

    Return also notes on classes of which this is not known, and on those for which an expression is not defined.
    """
    from adversary.progress import Bar
    from proofs.exact.mistake_bounds import Undecided
    from proofs.solvers.dimensions import QUANTITIES, WITH_LIES, dimensions

    relation, number = expressions
    in_expressions = {name for expression in expressions if expression for name in expression.names}
    if in_expressions:
        names = [*(names or (WITH_LIES if lies else QUANTITIES)), *in_expressions]
    chosen: list[tuple[Dimensions, Rational | None]] = []
    undecided, undefined = [], []
    for table in tables:
        with Bar("solving", None) as bar:
            found = dimensions(table, names, budget(), bar.rename, lies)
        values = found.short_values(in_expressions)
        try:
            if relation is None or relation.holds(values):
                chosen.append((found, None if number is None else number.value(values)))
        except Undecided as error:
            undecided.append(f"{table.name}: {error}")
        except InputError as error:
            undefined.append(f"{table.name}: {error}")
    largest = max([value for _, value in chosen if value is not None], default=None)
    return [found for found, value in chosen if value == largest], undecided, undefined


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
    for found in solved if home or ".json" in files else ():
        name = found.concept_class.name
        path = home / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.json" if home else Path(files[".json"])
        with Bar("certifying", None):
            certified = found.certify(budget(), every=every)
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
