"""The command that compares learners: parse, call, print."""

import os
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from adversary.cli.grading import MAX_SECONDS
from adversary.cli.terminal import Classes, Cluster, Jobs, Json, Keep, Scheduler, print_json, print_views
from proofs.exact.errors import InputError

COMPARE_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary compare perceptron winnow student.py --margins 1/3..1/10 --csv c.csv --plot c.svg --keep games\n"
    "  adversary compare perceptron averaging --margins 1/2,1/sqrt(7),1/5..1/8\n"
    "  adversary compare halving soa first-consistent --class intervals:5 --class thresholds:15\n"
    "  adversary compare perceptron balanced-winnow --against hadamard --dimensions 4,8,16,32,64,128 --plot h.svg"
)

SECONDS = 30.0
"""Of a search, where nothing else is said."""


def compare(  # noqa: PLR0913 - one parameter an option
    *,
    learners: Annotated[list[str], typer.Argument(help="Each as for `adversary play`.", metavar="LEARNER...")],
    margins: Annotated[
        str | None, typer.Option(help="1/3..1/20 is every unit fraction between; also a list: 1/2,1/sqrt(7).")
    ] = None,
    classes: Classes = None,
    against: Annotated[
        str | None, typer.Option(help="Play this adversary, as in `adversary list`, and search for no other.")
    ] = None,
    dimensions: Annotated[str | None, typer.Option(help="Of the games --against it: 4,8,16.")] = None,
    csv: Annotated[str | None, typer.Option(help="Write a table for a spreadsheet here.")] = None,
    plot: Annotated[str | None, typer.Option(help="Draw the mistakes to this .svg, .pdf or .png.")] = None,
    traces: Annotated[Path | None, typer.Option(help="Write the trace of each cell's game into this folder.")] = None,
    seconds: Annotated[
        float | None, typer.Option(help="For the search of each cell; most take less.", show_default=f"{SECONDS:g}")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of what the searches, or the adversary, choose at random.")] = 0,
    keep: Keep = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Compare learners, each against the adversary that is worst for it; exit 1 if some number is not known.

    The adversaries are the strategies that fit and a search for this very learner, which proves no bound. What it found
    is played again and judged. On a class the worst case is exact where all of a learner's states can be looked at.
    With --against there is one game a cell: all learners play the same adversary, in each of the --dimensions.
    """
    from adversary.cli.runs import ready, shown_run
    from adversary.tasks.store import Store
    from adversary.tasks.where import Where

    where = ready(Where(jobs, scheduler, cluster))
    _see_settings(margins, classes, against, dimensions)
    if against is not None and seconds is not None:
        raise InputError("--seconds is for searches, and --against searches for nothing: leave it out")
    seconds = SECONDS if seconds is None else seconds
    _usable(seconds, [*learners, *(classes or ())], [csv, plot, keep], traces)
    if plot is not None:
        from adversary.views.figures.figure import format_of

        format_of(plot)
    names = list(dict.fromkeys(learners))
    with shown_run("comparing", keep, "cell") as progress, Store(keep) as store:
        run: dict[str, Any] = {"seed": seed, "traces": traces, "where": where, "store": store, "progress": progress}
        if against is not None and dimensions is not None:
            from adversary.compare.compare_against import compare_against, read_dimensions

            sizes = read_dimensions(dimensions)
            found = compare_against(names, against, sizes, **run)
        else:
            from adversary.compare import compare as comparing
            from adversary.strategies.options import read_margins
            from proofs.classes.files import load_class

            found = comparing.compare(
                names,
                read_margins(margins) if margins is not None else [],
                [load_class(name) for name in dict.fromkeys(classes or ())],
                seconds=seconds,
                **run,
            )
    if csv is not None:
        from adversary.views.terminal.comparison_table import write_comparison

        write_comparison(csv, found)
    if plot is not None:
        from adversary.views.figures.comparison_figure import draw_comparison

        draw_comparison(plot, found)
    if as_json:
        print_json(found.to_json())
    else:
        from adversary.views.terminal.comparison_table import comparison_table

        print_views(comparison_table(found))
    raise typer.Exit(0 if found.settled else 1)


def _see_settings(margins: str | None, classes: list[str] | None, against: str | None, dimensions: str | None) -> None:
    """Raise InputError unless it is said what is played: margins and classes, or an adversary in some dimensions."""
    if (against is None) != (dimensions is None):
        raise InputError("--against and --dimensions go together, as in --against hadamard --dimensions 4,8,16")
    if against is not None and (margins is not None or classes):
        raise InputError("--against is for --dimensions alone: give no --margins or --class beside it")
    if against is None and margins is None and not classes:
        raise InputError("compare needs settings: --margins 1/3..1/20, or --class intervals:5, or both")


def _usable(seconds: float, inputs: list[str], outputs: list[str | Path | None], traces: Path | None) -> None:
    """Raise InputError if something cannot be, before anything is played."""
    from adversary.files import keep_inputs

    if not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"--seconds should be above 0 and at most {MAX_SECONDS:g}, not {seconds:g}")
    for output in outputs:
        keep_inputs(output, *inputs)
    places = [Path(output).resolve() for output in outputs if output is not None]
    if twice := next((place for place in places if places.count(place) > 1), None):
        raise InputError(f"two outputs are to be written to the same file, {twice.name}")
    folder = None if traces is None else Path(os.path.realpath(traces))  # which may be a circle of links
    for place in places:
        if place.parent == folder and re.fullmatch(r"[0-9]+\.jsonl", place.name):
            raise InputError(f"{traces}/{place.name} may be the name of a trace: name another file, or another folder")
