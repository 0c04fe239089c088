"""The commands that analyze: a finite class, a learner on one, or a labeled sample."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from adversary.cli.terminal import Json, print_details, print_json, print_line, print_views
from proofs.exact.errors import BudgetError, InputError, lies_suffix

if TYPE_CHECKING:
    from collections.abc import Callable

    from adversary.search.worst_case import LabeledPoints
    from proofs.classes.concepts import ConceptClass
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import Dimensions
    from proofs.solvers.littlestone import Littlestone

DIMENSION_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary dimension intervals:8\n"
    "  adversary dimension halfspaces:4 --only littlestone -o certificate.json\n"
    "  adversary dimension my_class.csv --seconds 60\n"
    "  adversary dimension halfspaces:2 --lies 1\n"
    "  adversary dimension thresholds:7 --models"
)
TREE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary tree thresholds:7\n"
    "  adversary tree intervals:5 --kind halving --tie negative\n"
    "  adversary tree halfspaces:3 -o tree.svg\n"
    "  adversary tree intervals:11 --depth 2 -o tree.pdf\n"
    "  adversary tree game.jsonl -o game.svg"
)
MARGIN_EXAMPLES = (
    "\b\nExamples:\n  adversary margin examples/iris_two_classes.csv\n  adversary margin data.csv --constant --json"
)
WORST_CASE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary worst-case halving --class intervals:5\n"
    "  adversary worst-case homogeneous:perceptron --class halfspaces:2\n"
    "  adversary worst-case weighted-majority --class thresholds:3 --lies 1"
)


def dimension(  # noqa: PLR0913 - one parameter an option
    *,
    concept_class: Annotated[
        str,
        typer.Argument(metavar="CLASS", help="A class as in `adversary list classes`, or a .csv, .json or .npy file."),
    ],
    only: Annotated[list[str] | None, typer.Option(help="Just this; may be given several times.")] = None,
    lies: Annotated[int, typer.Option(help="Both Littlestone dimensions if so many labels may be wrong.")] = 0,
    with_models: Annotated[
        bool, typer.Option("--models", help="And announced orders, self-directed, don't know, apple tasting, one lie.")
    ] = False,
    certificate: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Compute just the Littlestone dimension, or with --models everything, and write its certificate here.",
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(help="Budget for each quantity.")] = 30.0,
    states: Annotated[int | None, typer.Option(help="Budget in version spaces looked at, for each quantity.")] = None,
    megabytes: Annotated[int | None, typer.Option(help="Budget of memory.")] = None,
    as_json: Json = False,
) -> None:
    """Compute the exact combinatorics of a finite class; exit 1 if a budget does not suffice for something."""
    from adversary.files import keep_inputs
    from adversary.progress import Bar
    from proofs.classes.files import load_class
    from proofs.solvers.budget import Budget
    from proofs.solvers.dimensions import ALL_MODELS, QUANTITIES, dimensions

    if with_models and (only or lies):
        raise InputError("--models computes everything, and one lie, too; leave out --only and --lies")
    table = load_class(concept_class)
    keep_inputs(certificate, concept_class)

    def budget() -> Budget:
        return Budget(states, seconds, megabytes)

    wanted = (*QUANTITIES, ALL_MODELS) if with_models else only or (None if certificate is None else ("littlestone",))
    with Bar("solving", None) as bar:
        found = dimensions(table, wanted, budget, bar.rename, lies)
    statements = None if certificate is None else _certify(found, certificate, budget)
    left_out = "-o certifies the Littlestone dimension, and so the other quantities were not computed"
    note = left_out if certificate is not None and not only and not with_models else None
    if as_json:
        print_json(found.to_json() | ({} if certificate is None else {"statements": statements}), note)
        for line in found.ran_out:
            print_line(f"note: {line}")
    else:
        from adversary.report.show import dimensions_table

        print_views(dimensions_table(found, statements, note))
    raise typer.Exit(1 if found.ran_out else 0)


def _certify(found: "Dimensions", path: str, budget: "Callable[[], Budget]") -> list[dict[str, Any]]:
    """Write the certificate, and return what the trusted checker makes of it."""
    from adversary.files import new_file
    from adversary.game.judge import judge_file
    from adversary.progress import Bar
    from proofs.solvers.budget import OutOfBudget

    if found.solver is None or found.littlestone is None:
        raise InputError("-o certifies the Littlestone dimension, which --only leaves out; add --only littlestone")
    if found.littlestone.value is None and found.models is None:
        raise InputError("there is nothing to certify: the Littlestone dimension is not known")
    try:
        with new_file(path) as partial, Bar("certifying", None):
            partial.write_text(json.dumps(_certificate(found, found.solver, budget)) + "\n")
            findings = judge_file(partial)
            if not findings.valid:
                raise AssertionError(f"the checker refuses our certificate: {findings.reason}")
    except OutOfBudget as error:
        raise BudgetError(f"no certificate: {error} did not suffice; give --seconds more") from None
    return findings.statements


def _certificate(found: "Dimensions", solver: "Littlestone", budget: "Callable[[], Budget]") -> dict[str, Any]:
    """Return the certificate of all that is known exactly, or of the Littlestone dimension. Raises OutOfBudget."""
    from proofs.solvers.certificates import littlestone_certificate, models_certificate

    if found.models is None:
        return littlestone_certificate(solver)
    one_lie = [found.models.one_lie] if found.models.lies_1.value is not None else []
    plain = [solver] if found.littlestone and found.littlestone.value is not None else []
    return models_certificate(found.concept_class, found.exact_values(), [*plain, *one_lie], budget())


def tree(  # noqa: PLR0913 - one parameter an option
    *,
    concept_class: Annotated[
        str, typer.Argument(metavar="CLASS", help="As in `adversary list classes`, a file, or a game's trace.jsonl.")
    ],
    kind: Annotated[
        str, typer.Option(help="littlestone: what forces any learner; halving: what Halving is led to.")
    ] = "littlestone",
    tie: Annotated[str, typer.Option(help="Halving's rule: negative, positive, adversarial or optimal.")] = "positive",
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="Write a .svg, .pdf, .png, .dot, .graphml or .json file instead."),
    ] = None,
    depth: Annotated[int | None, typer.Option(help="Only so many levels; it is said how much is left out.")] = None,
    seconds: Annotated[float, typer.Option(help="Budget for solving the class.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Show the mistake tree that forces any learner, the halving tree, or how a game split the version space."""
    from adversary.files import keep_inputs
    from adversary.progress import Bar
    from adversary.report.drawing import draw_class, draw_game
    from adversary.report.tree_files import export, node_link
    from adversary.report.tree_layout import top_levels
    from adversary.report.tree_terminal import terminal_tree
    from proofs.classes.files import load_class
    from proofs.solvers.budget import Budget, OutOfBudget

    keep_inputs(output, concept_class)
    if depth is not None and depth < 1:
        raise InputError(f"--depth is a number of levels, at least 1, but is {depth}")
    budget = Budget(seconds=seconds)
    try:
        with Bar("solving", None):
            if concept_class.endswith(".jsonl"):
                graph = draw_game(concept_class, budget)
            else:
                graph = draw_class(load_class(concept_class), cast("Any", kind), cast("Any", tie), budget)
    except OutOfBudget as error:
        raise BudgetError(f"no tree: {error} did not suffice; give --seconds more") from None
    if depth is not None:
        graph = top_levels(graph, depth)
    if output is not None:
        export(graph, output)
    if as_json:
        about = {"file": output, "name": str(graph.name), "nodes": len(graph)}
        print_json(about | ({"tree": node_link(graph)} if output is None else {}))
    elif output is None:
        print_views(terminal_tree(graph))


def margin(
    *,
    file: Annotated[
        Path, typer.Argument(help="CSV: a point a row, rationals like 5.1 or 3/5, its label in the last column.")
    ],
    constant: Annotated[bool, typer.Option(help="Add a coordinate 1, for halfspaces with a threshold.")] = False,
    seconds: Annotated[float, typer.Option(help="Budget.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Find the exact maximum margin of labeled data, with its certificate; exit 1 if not separable, or unknown."""
    from adversary.progress import Bar
    from adversary.report.margin_table import margin_rows
    from proofs.formats.samples import read_sample
    from proofs.solvers.data_margin import margin_within

    with Bar("solving", None):
        found = margin_within(read_sample(file, constant=constant), str(file), seconds)
    if as_json:
        print_json(found, f"unknown: {found['note']}" if "note" in found else None)
    else:
        print_details(margin_rows(found))
    raise typer.Exit(0 if found["separable"] else 1)


def worst_case(  # noqa: PLR0913 - one parameter an option
    *,
    learner: Annotated[
        str, typer.Argument(help="A registered learner, which is copied in the middle of games; or a file, or exec:….")
    ],
    concept_class: Annotated[
        str, typer.Option("--class", help="A finite class: intervals:11, or a .csv, .json or .npy file.")
    ],
    lies: Annotated[int, typer.Option(help="Labels that may be unlike the target's, in the whole game.")] = 0,
    count: Annotated[str, typer.Option(help="mistakes, or updates: rounds that change its weights.")] = "mistakes",
    seconds: Annotated[float, typer.Option(help="Budget.")] = 60.0,
    states: Annotated[int | None, typer.Option(help="Budget in states of the learner looked at.")] = None,
    as_json: Json = False,
) -> None:
    """Find the most mistakes that a deterministic learner can be led to on a class, exactly; exit 1 if unknown.

    Of a file's learner or a program the states cannot be looked at: there it is "at least", from a search, and exit 1.
    """
    from adversary.progress import Bar
    from adversary.search import worst_case as search
    from learners.loading.sources import find
    from learners.protocol import Fault
    from proofs.classes.files import load_class
    from proofs.solvers.budget import Budget

    table = load_class(concept_class)
    source, note = find(learner), None
    apart = source.plays_apart and count == "mistakes"
    if lifted := search.homogeneous(source, table):
        source = lifted
        note = (
            f"a halfspace through the origin says nothing of the point 0: {learner} is shown (x, 1), as {source.text}"
        )
    try:
        with Bar("solving", None):
            if apart:
                from adversary.search.worst_case_apart import NOT_SEEN, worst_case_apart

                found, note = worst_case_apart(source, table, seconds, lies), NOT_SEEN
            else:
                found = search.worst_case(source, table, Budget(states, seconds), count=cast("Any", count), lies=lies)
    except Fault as fault:
        raise InputError(f"{learner} failed: {fault}") from None
    rounds = [(table.point_names[x], y) for x, y in (found.cycle or found.rounds)]
    concept, unbounded = table.concept_name(found.concept), found.cycle is not None
    before = found.rounds if unbounded else []
    exact = found.at_most == found.at_least and not unbounded
    notes = [said for said in (note, found.ran_out and f"{found.ran_out} did not suffice") if said]
    if as_json:
        print_json(
            {
                "learner": source.text,
                "class": table.name,
                "lies": lies,
                count: found.at_least if exact else None,
                "at_least": found.at_least,
                "at_most": found.at_most,
                "unbounded": unbounded,
                "before": [(table.point_names[x], y) for x, y in before],
                "rounds": rounds,
                "concept": concept,
                "states": None if apart else found.states,
                "note": "; ".join(notes) or None,
            }
        )
    else:
        rows = [
            (
                "learner",
                f"{source.text} on {table.name}{lies_suffix(lies)}, {found.states:,} {'games' if apart else 'states'}",
            ),
            (count, str(found)),
            *([("after", _rounds_text(table, found.concept, before))] if before else []),
            ("cycle" if unbounded else "reached by", _rounds_text(table, found.concept, found.cycle or found.rounds)),
            ("target", concept),
        ]
        print_details(rows + [("note", said) for said in notes])
    raise typer.Exit(0 if exact or unbounded else 1)


def _rounds_text(table: "ConceptClass", concept: int, rounds: "LabeledPoints") -> str:
    """Return points with their labels, those marked that are not the concept's."""
    shown = [f"{table.point_names[x]}:{y:+d}{'' if y == table.label(concept, x) else ' (a lie)'}" for x, y in rounds]
    return " ".join(shown) or "no round"
