"""The command ``tournament``: many learners in many settings, ranked."""

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adversary.api.lists import items_of
from adversary.cli.terminal import (
    SECONDS,
    Cache,
    Classes,
    Dimensions,
    Isolation,
    Json,
    Limit,
    Margins,
    Outputs,
    Seconds,
    output_to,
    print_json,
    print_line,
    print_views,
    read_outputs,
    shown_run,
    store_in,
    with_where,
)
from proofs.exact.errors import counted

if TYPE_CHECKING:
    from adversary.tasks.task import Where
    from adversary.tournaments.cell import Tournament

TOURNAMENT_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary tournament perceptron averaging student.py -m 1/2..1/6 -o out/\n"
    "  adversary tournament halving soa first-consistent -c intervals:3..6 -o t.csv\n"
    "  adversary tournament perceptron winnow --against hadamard -d 4,8,16 -o out/\n"
    "  adversary tournament weighted-majority --class thresholds:3 --lies 0,1\n"
    "  adversary tournament examples/tournament.toml --seed 3,4 -o out/ --jobs 2"
)

FIGURES, LINES = (".svg", ".pdf", ".png"), (".csv", ".json", ".jsonl")


@with_where
def tournament(  # noqa: PLR0913 - one parameter an option
    *,
    learners: Annotated[
        list[str],
        typer.Argument(
            help="Learners, named as for `adversary play`; or one FILE.toml, which says who plays where.",
            metavar="LEARNER...",
        ),
    ],
    margin: Margins = None,
    dimension: Dimensions = None,
    classes: Classes = None,
    lies: Annotated[
        str | None,
        typer.Option(help="On classes, how many labels may differ from the target's: 1, a list 0,1 or a range 0..2."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Play only these adversaries, with commas between; all means all registered ones that fit."),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Seeds of random choices: 1, a list 1,2 or a range 1..5.")] = None,
    seconds: Seconds = SECONDS,
    limit: Limit = None,
    count: Annotated[
        str, typer.Option(help="What to count: mistakes, or, on classes, updates (rounds that change the learner).")
    ] = "mistakes",
    isolation: Isolation = "auto",
    output: Annotated[
        Outputs,
        output_to(
            "Write a .csv, .json, .jsonl, .svg, .pdf or .png file, or a folder with everything. Repeat the option for "
            "several."
        ),
    ] = None,
    cache: Cache = None,
    where: "Where",
    verbose: bool = False,
    as_json: Json = False,
) -> None:
    """Play every learner against the worst adversary found for it, and rank the learners.

    Each learner plays the adversaries that fit the setting. Then the program searches for the learner's worst game,
    which proves no upper bound; --seconds, --isolation and --limit states=N are for this search. With --against, every
    learner plays only these adversaries, and there is no search. All games are replayed and judged. A run continues
    from the results in the folder of --cache, or of -o. Exit 1 if a game has no result, if a search ran out of time or
    states, or if no learner has played a game without forfeiting it.
    """
    from adversary.api.learners import specification
    from adversary.files import made_folder
    from adversary.tasks.store import Store
    from adversary.tournaments.run import require_ours, run_tournament

    started = time.monotonic()
    given = {"margin": margin, "dimension": dimension, "lies": lies, "seed": seed, "against": against, "limit": limit}
    spec = specification(learners, classes, given, seconds=seconds, count=count, isolation=isolation)
    outputs = read_outputs(
        output, (*LINES, *FIGURES), *learners, *items_of(against), *map(str, spec.classes), folder=True
    )
    folder = Path(outputs.pop("/")) if "/" in outputs else None
    if folder:
        require_ours(folder)
    with ExitStack() as held:
        kept = store_in(cache or folder)
        store = held.enter_context(Store(kept))
        with shown_run("playing", kept, "game") as progress:
            result = run_tournament(spec, where, store, progress)
        for ending, path in outputs.items():  # without a folder there are no traces
            named = tuple([cell if folder else replace(cell, trace=None) for cell in result.cells])
            _write(ending, path, replace(result, cells=named))
        if folder:
            _write_folder(made_folder(folder), result, where)
    took = round(time.monotonic() - started, 3)
    if as_json:
        from adversary.tournaments.ranking import rank

        print_json(result.to_json() | {"groups": [group.to_json() for group in rank(result)], "seconds": took})
    else:
        from adversary.views.terminal.tournament_table import tournament_table

        print_views(tournament_table(result, verbose=verbose))
        if folder:
            played = f"{counted(len(result.cells), 'game')} in {folder}: {len(result.cells) - result.skipped:,}"
            print_views("", f"{played} played now, {result.skipped:,} before")
    if not result.cells:
        why = "".join(f": {pair.reason}" for pair in result.without_game[:1])
        print_line(f"adversary: there is no game: no learner plays in any setting{why}")
    raise typer.Exit(0 if result.settled else 1)


def _write(ending: str, path: str, result: "Tournament") -> None:
    """Write one file about a tournament; its ending says which."""
    import json

    from adversary.files import write_new
    from adversary.tournaments.cell import lines_of

    if ending == ".csv":
        from adversary.views.cells import write_csv
        from adversary.views.terminal.tournament_table import results_csv

        write_csv(path, results_csv(result))
    elif ending in FIGURES:
        from adversary.views.figures.tournament_figure import write_mistakes

        write_mistakes(path, result)
    else:
        write_new(path, lines_of(result.cells) if ending == ".jsonl" else f"{json.dumps(result.to_json(), indent=2)}\n")


def _write_folder(folder: Path, result: "Tournament", where: "Where") -> None:
    """Write everything about a tournament into a folder."""
    from adversary.tournaments.cell import RESULTS_TABLE, TIMES_TABLE
    from adversary.tournaments.run import write_results
    from adversary.views.cells import write_csv
    from adversary.views.page.tournament_pages import write_report
    from adversary.views.terminal.tournament_table import results_csv, times_csv

    write_results(folder, result)
    write_csv(folder / TIMES_TABLE, times_csv(result))
    write_csv(folder / RESULTS_TABLE, results_csv(result))
    with shown_run("drawing", None) as progress:
        write_report(folder, result, where=where, progress=progress)
