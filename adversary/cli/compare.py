"""The command ``compare``: compare learners, each against its worst adversary found."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from adversary.cli.terminal import (
    SECONDS,
    Classes,
    Json,
    Keep,
    Seconds,
    print_json,
    print_views,
    shown_run,
    with_where,
)
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from adversary.tasks.where import Where

COMPARE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary compare perceptron winnow student.py --margins 1/3..1/10 --csv c.csv --plot c.svg --keep games\n"
    "  adversary compare perceptron averaging --margins 1/2,1/sqrt(7),1/5..1/8\n"
    "  adversary compare perceptron cone-halving --margins 1/3,1/5 --dimension 3\n"
    "  adversary compare halving soa first-consistent --class intervals:5 --class thresholds:15\n"
    "  adversary compare weighted-majority --class thresholds:3 --lies 1\n"
    "  adversary compare homogeneous:perceptron-ties --class halfspaces:2 --count updates"
)


@with_where
def compare(  # noqa: PLR0913 - one parameter an option
    *,
    learners: Annotated[
        list[str], typer.Argument(help="Learners, named as for `adversary play`.", metavar="LEARNER...")
    ],
    margins: Annotated[
        str | None, typer.Option(help="A list such as 1/2,1/sqrt(7); 1/3..1/20 is 1/3, 1/4, …, 1/20.")
    ] = None,
    classes: Classes = None,
    dimension: Annotated[
        int | None,
        typer.Option(help="The dimension of games with a margin; by default what each game needs.", show_default=False),
    ] = None,
    lies: Annotated[int, typer.Option(help="How many labels of a game on a class may differ from the target's.")] = 0,
    count: Annotated[
        str, typer.Option(help="What to count: mistakes, or, on classes, updates (rounds that change the learner).")
    ] = "mistakes",
    csv: Annotated[str | None, typer.Option(help="Write a table for a spreadsheet to this file.")] = None,
    plot: Annotated[
        str | None, typer.Option(help="Draw the numbers of mistakes to this .svg, .pdf or .png file.")
    ] = None,
    traces: Annotated[
        Path | None, typer.Option(help="Write the trace of the worst game of each row into this folder.")
    ] = None,
    seconds: Seconds = SECONDS,
    states: Annotated[
        int | None,
        typer.Option(
            help="The maximum number of states of a learner to examine on a class; by default 10,000.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random choices of the searches.")] = 0,
    keep: Keep = None,
    where: "Where",
    as_json: Json = False,
) -> None:
    """Compare learners, each against its worst adversary found; exit 1 if a search ran out of time or states.

    Each learner plays all registered adversaries that fit the setting. Then the program searches for the learner's
    worst game. The search proves no upper bound. The games that it finds are replayed and judged. On a class, the worst
    case is exact if all states of the learner could be examined. For one learner on one class, the output shows the
    game. To play all learners against one adversary, use `adversary tournament`.
    """
    from adversary.compare import compare as comparing
    from adversary.compare.cell_search import STATES
    from adversary.strategies.options import read_margins
    from adversary.tasks.store import Store
    from proofs.classes.files import load_class

    if margins is None and not classes:
        raise InputError("compare needs settings: --margins 1/3..1/20, or --class intervals:5, or both")
    if states is not None and not classes:
        raise InputError("--states is a budget of searches on classes: give a --class too")
    _require_usable([*learners, *(classes or ())], [csv, plot, keep], traces)
    if plot is not None:
        from adversary.views.figures.figure import format_of

        format_of(plot)
    with shown_run("comparing", keep, "cell") as progress, Store(keep) as store:
        found = comparing.compare(
            list(dict.fromkeys(learners)),
            read_margins(margins) if margins is not None else [],
            [load_class(name) for name in dict.fromkeys(classes or ())],
            dimension=dimension,
            lies=lies,
            count=cast("Any", count),
            states=STATES if states is None else states,
            seconds=seconds,
            seed=seed,
            traces=traces,
            where=where,
            store=store,
            progress=progress,
        )
    if csv is not None:
        from adversary.views.cells import write_csv
        from adversary.views.terminal.comparison_table import comparison_csv

        write_csv(csv, comparison_csv(found))
    if plot is not None:
        from adversary.views.figures.comparison_figure import draw_comparison

        draw_comparison(plot, found)
    if as_json:
        print_json(found.to_json())
    else:
        from adversary.views.terminal.comparison_table import comparison_table

        print_views(comparison_table(found))
    raise typer.Exit(0 if found.settled else 1)


def _require_usable(inputs: list[str], outputs: list[str | Path | None], traces: Path | None) -> None:
    """Raise InputError if an output would replace an input or another output, before anything is played."""
    from adversary.files import refuse_overwrite

    for output in outputs:
        refuse_overwrite(output, *inputs)
    places = [Path(output).resolve() for output in outputs if output is not None]
    if twice := next((place for place in places if places.count(place) > 1), None):
        raise InputError(f"two outputs are to be written to the same file, {twice.name}")
    folder = None if traces is None else Path(os.path.realpath(traces))  # which may be a circle of links
    for place in places:
        if place.parent == folder and re.fullmatch(r"[0-9]+\.jsonl", place.name):
            raise InputError(f"{traces}/{place.name} may be the name of a trace: name another file, or another folder")
