"""The command ``tournament``: play many games, and rank the learners."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.cli.terminal import Classes, Json, output_to, print_json, print_line, print_views, shown_run, with_where
from proofs.exact.errors import InputError, counted

if TYPE_CHECKING:
    from adversary.tasks.where import Where

TOURNAMENT_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary tournament examples/tournament.toml -o out\n"
    "  adversary tournament --learners perceptron,averaging,student.py --margins 1/2..1/6 --seeds 1,2 -o out\n"
    "  adversary tournament --learners halving,soa --class intervals:5 --class cube:3 --against littlestone -o out\n"
    "  adversary tournament --learners perceptron,winnow --against hadamard --dimensions 4,8,16 --plot h.svg -o out\n"
    "  adversary tournament examples/tournament.toml --seeds 3,4 -o out --jobs tcp://host:8786"
)


@with_where
def tournament(  # noqa: PLR0913 - one parameter an option
    *,
    file: Annotated[
        Path | None,
        typer.Argument(
            help="What to play, in TOML; the paths in it are relative to its folder.", metavar="[FILE.toml]"
        ),
    ] = None,
    output: Annotated[
        Path | None, output_to("The folder of the results. A run continues from the results in it.")
    ] = None,
    learners: Annotated[
        str | None, typer.Option(help="Learners, separated by commas, named as for `play`: perceptron,student.py.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Adversaries, separated by commas; by default all registered ones that fit.")
    ] = None,
    margins: Annotated[
        str | None, typer.Option(help="A list such as 1/2,1/sqrt(7); 1/3..1/20 is 1/3, 1/4, …, 1/20.")
    ] = None,
    dimensions: Annotated[
        str | None, typer.Option(help="A list such as 4,8,16; by default what each adversary needs.")
    ] = None,
    classes: Classes = None,
    lies: Annotated[
        str | None,
        typer.Option(help="On classes: how many labels may differ from the target's. A list such as 0,1."),
    ] = None,
    seeds: Annotated[
        str | None, typer.Option(help="A list of seeds such as 1,2, for adversaries that choose at random.")
    ] = None,
    csv: Annotated[str | None, typer.Option(help="Write another copy of results.csv to this file.")] = None,
    plot: Annotated[
        str | None,
        typer.Option(
            help="Draw the mistakes of each learner to this .svg, .pdf or .png file: the folder's figures/mistakes, or "
            "figures/heatmap if there is no such figure."
        ),
    ] = None,
    traces: Annotated[bool, typer.Option(help="Write the trace of each game, or keep only its digest.")] = True,
    pages: Annotated[
        bool | None,
        typer.Option(
            "--pages/--no-pages", help="Write a page for each game; by default only if there are at most 1,000."
        ),
    ] = None,
    where: "Where",
    as_json: Json = False,
) -> None:
    """Play every learner against every adversary that fits it; certify each game, and rank the learners.

    An option replaces the key of the same name in FILE.toml. Each game is written to the folder of -o as soon as it
    ends. After an interruption, the same command plays the rest. Exit 0 if every game has a result; a forfeit is a
    result. Exit 1 if a game has no result, or if there is no game.
    """
    from adversary.files import refuse_overwrite
    from adversary.tasks.store import STORE
    from adversary.tournament.run import run_tournament
    from adversary.tournament.specification import read_specification

    started = time.monotonic()
    if output is None:
        raise InputError("a tournament needs a folder for its results: give one, like -o out")
    for other in (csv, plot):
        refuse_overwrite(other, file, *(learners or "").split(","), *(against or "").split(","), *(classes or ()))
    if plot is not None:
        from adversary.views.figures.figure import format_of

        format_of(plot)
    options: dict[str, str | list[str] | None] = {
        "learners": learners,
        "against": against,
        "margins": margins,
        "dimensions": dimensions,
    }
    spec = read_specification(file, options | {"classes": classes, "lies": lies, "seeds": seeds})
    with ExitStack() as held:
        with shown_run("playing", output / STORE, "pair") as progress:
            run = held.enter_context(run_tournament(spec, output, where, traces=traces, progress=progress))
        from adversary.tournament.result import RESULTS_TABLE, TIMES_TABLE
        from adversary.views.cells import write_csv
        from adversary.views.page.tournament_pages import write_report
        from adversary.views.terminal.tournament_table import results_csv, times_csv

        write_csv(output / TIMES_TABLE, times_csv(run.tournament, run.seconds))
        results = results_csv(run.tournament)
        write_csv(output / RESULTS_TABLE, results)
        if csv is not None:
            write_csv(csv, results)
        if plot is not None:
            from adversary.views.figures.tournament_figures import write_mistakes

            write_mistakes(plot, run.tournament)
        with shown_run("drawing", None) as progress:
            write_report(output, run.tournament, pages=pages, where=where, progress=progress)
    seconds = round(time.monotonic() - started, 3)
    if as_json:
        counts = {"finished": run.finished, "skipped": run.skipped, "failed": run.failed}
        print_json({"games": len(run.tournament.games)} | counts | {"seconds": seconds})
    else:
        from adversary.views.terminal.tournament_table import tournament_table

        played = f"{counted(len(run.tournament.games), 'game')} in {output}: {run.finished:,} played now"
        print_views(tournament_table(run.tournament), "", f"{played}, {run.skipped:,} before, {run.failed:,} failed")
    if not run.tournament.games:
        print_line("adversary: there is no game: no learner plays in any setting (unfit.jsonl says why)")
    raise typer.Exit(1 if run.failed or not run.tournament.games else 0)
