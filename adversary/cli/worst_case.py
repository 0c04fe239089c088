"""The command that finds the worst case of a learner on a finite class."""

from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from adversary.cli.terminal import Json, print_details, print_json
from proofs.exact.errors import InputError, counted, lies_suffix

if TYPE_CHECKING:
    from adversary.search.worst_case import LabeledPoints
    from proofs.classes.concepts import ConceptClass

WORST_CASE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary worst-case halving --class intervals:5\n"
    "  adversary worst-case homogeneous:perceptron --class halfspaces:2\n"
    "  adversary worst-case weighted-majority --class thresholds:3 --lies 1"
)


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
                from adversary.compare.worst_case_apart import NOT_SEEN, worst_case_apart

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
        looked_at = counted(found.states, "game" if apart else "state")
        rows = [
            ("learner", f"{source.text} on {table.name}{lies_suffix(lies)}, {looked_at}"),
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
