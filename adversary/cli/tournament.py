"""The command ``tournament``: many learners in many settings, ranked."""

import re
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adversary.cli.terminal import (
    SECONDS,
    Json,
    Seconds,
    output_to,
    print_json,
    print_line,
    print_views,
    shown_run,
    with_where,
)
from proofs.exact.errors import InputError, counted, require_known

if TYPE_CHECKING:
    from adversary.tasks.where import Where
    from adversary.tournament.cell import Tournament

TOURNAMENT_EXAMPLES = (
    "\b\nExamples:\n"
    "  adversary tournament perceptron averaging student.py --margin 1/2..1/6 -o out/\n"
    "  adversary tournament halving soa first-consistent --class intervals:3..6,thresholds:15 -o t.csv -o plot.svg\n"
    "  adversary tournament perceptron winnow --against hadamard --dimension 4,8,16 -o out/\n"
    "  adversary tournament weighted-majority --class thresholds:3 --lies 0,1\n"
    "  adversary tournament examples/tournament.toml --seed 3,4 -o out/ --jobs tcp://host:8786"
)

ENDINGS = (".csv", ".svg", ".pdf", ".png", ".json", ".jsonl")
"""Of the files that can be written alone; whatever ends otherwise is a folder."""

LIMITS = {"call": "time_limit", "game": "game_limit", "states": "states"}
_LIMIT = re.compile(r"(call|game)=([0-9]*\.?[0-9]+)s?|states=([1-9][0-9]{0,11})")


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
    margin: Annotated[
        str | None,
        typer.Option("--margin", "-m", help="Margins: a list such as 1/2,1/sqrt(7); 1/3..1/20 is 1/3, 1/4, …, 1/20."),
    ] = None,
    dimension: Annotated[
        str | None,
        typer.Option(
            "--dimension", "-d", help="Dimensions of games with a margin: 4,8 or 4..8. By default what each game needs."
        ),
    ] = None,
    classes: Annotated[
        str | None,
        typer.Option(
            "--class",
            "-c",
            help="Finite classes: a list such as intervals:5,my.csv; intervals:3..6 are four.",
        ),
    ] = None,
    lies: Annotated[
        str | None, typer.Option(help="On classes: how many labels may differ from the target's: 1, 0,1 or 0..2.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Only these adversaries, separated by commas; all: all registered ones that fit."),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Seeds of what is chosen at random: 1, 1,2 or 1..5.")] = None,
    seconds: Seconds = SECONDS,
    limit: Annotated[
        str | None,
        typer.Option(
            help="states=10000: states of a learner that are looked at on a class. call=5s, game=300s: the most that a "
            "call of a player from a file may take, and all calls of a game.",
            metavar="NAME=VALUE,...",
        ),
    ] = None,
    count: Annotated[
        str, typer.Option(help="What to count: mistakes, or, on classes, updates (rounds that change the learner).")
    ] = "mistakes",
    isolation: Annotated[
        str, typer.Option(help="The sandbox of a file whose worst game is searched for: auto, plain or strict.")
    ] = "auto",
    output: Annotated[
        list[str] | None,
        output_to(
            "Write a file (.csv, .json, .jsonl, .svg, .pdf or .png), or a folder with everything; repeat it for more.",
            "FILE|DIR/",
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(
            help="Keep results in this folder, and continue from those in it. By default a folder of -o.", metavar="DIR"
        ),
    ] = None,
    where: "Where",
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Also show every game, with its adversary.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show only the tables.")] = False,
    as_json: Json = False,
) -> None:
    """Play every learner against its worst adversary found, and rank the learners.

    Each learner plays the adversaries that fit the setting. Then the program searches for the learner's worst game,
    which proves no upper bound. --against plays the same adversaries against every learner instead. All games are
    replayed and judged. Exit 1 if a game has no result, if a search ran out of time or states, or if there is no game.
    """
    from adversary.files import made_folder
    from adversary.tasks.store import STORE, Store
    from adversary.tournament.run import require_ours, run_tournament
    from adversary.tournament.specification import read_specification
    from learners.runner.isolation import SANDBOXES

    started = time.monotonic()
    file = Path(learners[0]) if len(learners) == 1 and learners[0].endswith(".toml") else None
    require_known("isolation", SANDBOXES, isolation)
    files, folders = _outputs(output or [], [*learners, *(against or "").split(","), *(classes or "").split(",")])
    lists: dict[str, Any] = {"learners": None if file else list(dict.fromkeys(learners)), "against": against}
    lists |= {"margins": margin, "dimensions": dimension, "classes": classes, "lies": lies, "seeds": seed}
    options = {"seconds": seconds, "count": count, "isolation": isolation} | _limits(limit)
    spec = read_specification(file, lists, **options)
    for folder in folders:
        require_ours(folder)
    with ExitStack() as held:
        kept = None if not (cache or folders) else made_folder(cache or folders[0]) / STORE
        for folder in folders:
            made_folder(folder)
        store = held.enter_context(Store(kept))
        with shown_run("playing", kept, "game") as progress:
            result = run_tournament(spec, where, store, progress)
        for path in files:
            _write(path, result)
        for folder in folders:
            _write_folder(folder, result, where)
    seconds_taken = round(time.monotonic() - started, 3)
    if as_json:
        from adversary.tournament.ranking import rank

        print_json(result.to_json() | {"groups": [group.to_json() for group in rank(result)], "seconds": seconds_taken})
    else:
        from adversary.views.terminal.tournament_table import tournament_table

        print_views(tournament_table(result, verbose=verbose, quiet=quiet))
        if folders and not quiet:
            played = f"{counted(len(result.cells), 'game')} in {', '.join(map(str, folders))}"
            print_views("", f"{played}: {len(result.cells) - result.skipped:,} played now, {result.skipped:,} before")
    if not result.cells:
        why = "".join(f": {pair.reason}" for pair in result.without_game[:1])
        print_line(f"adversary: there is no game: no learner plays in any setting{why}")
    raise typer.Exit(0 if result.settled else 1)


def _limits(text: str | None) -> dict[str, Any]:
    """Return the limits that a text names. Raises InputError."""
    limits = dict[str, Any]()
    for part in filter(None, (text or "").split(",")):
        if not (match := _LIMIT.fullmatch(part.strip())):
            raise InputError(f"--limit should be like states=10000,call=5s,game=300s, and has {part.strip()!r}")
        limits[LIMITS[match[1] or "states"]] = int(match[3]) if match[3] else float(match[2])
    return limits


def _outputs(outputs: list[str], inputs: list[str]) -> tuple[list[Path], list[Path]]:
    """Return the files and the folders to write. Raises InputError if one would replace an input or another one."""
    from adversary.files import refuse_overwrite

    files = [Path(text) for text in outputs if Path(text).suffix.lower() in ENDINGS and not text.endswith("/")]
    folders = [Path(text) for text in outputs if Path(text) not in files]
    for path in (*files, *folders):
        refuse_overwrite(path, *inputs, folder=path in folders)
        if path in folders and path.suffix and not path.is_dir():
            raise InputError(f"cannot write {path}: a file ends with {', '.join(ENDINGS)}, and a folder with /")
    places = [path.resolve() for path in (*files, *folders)]
    if twice := next((place for place in places if places.count(place) > 1), None):
        raise InputError(f"two outputs are to be written to the same place, {twice.name}")
    return files, folders


def _write(path: Path, result: "Tournament") -> None:
    """Write one file about a tournament; its ending says which."""
    import json

    from adversary.files import write_new

    ending = path.suffix.lower()
    if ending == ".csv":
        from adversary.views.cells import write_csv
        from adversary.views.terminal.tournament_table import results_csv

        write_csv(path, results_csv(result))
    elif ending in {".json", ".jsonl"}:
        from adversary.tournament.cell import lines_of

        write_new(path, lines_of(result.cells) if ending == ".jsonl" else f"{json.dumps(result.to_json(), indent=2)}\n")
    else:
        from adversary.views.figures.tournament_figure import write_mistakes

        write_mistakes(path, result)


def _write_folder(folder: Path, result: "Tournament", where: "Where") -> None:
    """Write everything about a tournament into a folder."""
    from adversary.tournament.cell import RESULTS_TABLE, TIMES_TABLE
    from adversary.tournament.run import write_results
    from adversary.views.cells import write_csv
    from adversary.views.page.tournament_pages import write_report
    from adversary.views.terminal.tournament_table import results_csv, times_csv

    write_results(folder, result)
    write_csv(folder / TIMES_TABLE, times_csv(result))
    write_csv(folder / RESULTS_TABLE, results_csv(result))
    with shown_run("drawing", None) as progress:
        write_report(folder, result, where=where, progress=progress)
