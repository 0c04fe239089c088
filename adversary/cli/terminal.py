"""What the commands share: options, the output of results, and messages about the progress of a run."""

import inspect
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, get_args

import typer

from proofs.exact.errors import InputError, counted, one_line

if TYPE_CHECKING:
    from adversary.tasks.task import Where
    from adversary.views.answer import Answer
    from adversary.views.cells import Renderable

Json = Annotated[bool, typer.Option("--json", help="Print only one JSON value on standard output.")]


def output_to(text: str, metavar: str | None = None) -> Any:
    """Return the option --output, or -o, with this help; ``Outputs`` is its type where it can be repeated."""
    return typer.Option("--output", "-o", help=text, metavar=metavar)


def names_of(kind: str) -> Callable[[str], list[str]]:
    """Return what completes names in a shell: of learners, adversaries, classes or kinds."""

    def complete(incomplete: str) -> list[str]:
        from adversary.api.classes import list_of

        names = [f"{card['name']}{':' if kind == 'classes' else ''}" for card in list_of(kind)]
        return [name for name in names if name.startswith(incomplete)]

    return complete


Jobs = Annotated[
    str | None,
    typer.Option(
        "--jobs",
        metavar="N|ADDRESS",
        help="How many processes to use, by default one for each core; or the dask scheduler that hands out the work: "
        "tcp://host:8786.",
    ),
]

Cache = Annotated[
    Path | None,
    typer.Option("--cache", metavar="DIR", help="Store results in this folder, and continue from the results in it."),
]

Isolation = Annotated[
    str,
    typer.Option(
        "--isolation",
        metavar="MODE",
        help="auto: bubblewrap if it works; plain: never bubblewrap, but Landlock and seccomp if the kernel has them; "
        "strict: only with bubblewrap.",
    ),
]

Limit = Annotated[
    str | None,
    typer.Option("--limit", metavar="NAME=N,…", help="Other budgets than --seconds, such as states=10000."),
]

Outputs = list[str] | None
"""The files of a repeatable -o; ``read_outputs`` reads them."""

CLOSED_PIPE = 128 + signal.SIGPIPE
"""The exit code if the reader of the output has gone."""

SECONDS, MAX_SECONDS = 30.0, 3600.0


def _check_seconds(seconds: float) -> float:
    if not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"--seconds should be above 0 and at most {MAX_SECONDS:g}, not {seconds:g}")
    return seconds


Seconds = Annotated[float, typer.Option(help="Budget of processor time, in seconds.", callback=_check_seconds)]
"""Its default is ``SECONDS`` in all commands but ``value``, where it is twice as much."""

Margins = Annotated[
    str | None,
    typer.Option("--margin", "-m", help="Margins δ: 1/3, sqrt(1/7), a list 1/2,1/5 or a range 1/2..1/6."),
]

Dimensions = Annotated[str | None, typer.Option("--dimension", "-d", help="Dimensions: 4, a list 4,8 or a range 3..6.")]

Classes = Annotated[
    list[str] | None,
    typer.Option(
        "--class", "-c", help="Finite classes, with commas between: intervals:11, or .csv, .json or .npy files."
    ),
]

Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="NAME,…", help="Compute only these quantities, such as littlestone,vc,announced."),
]

Condition = Annotated[
    str | None,
    typer.Option("--where", metavar="EXPR", help="Show only classes for which EXPR holds, like L - announced >= 1."),
]

Largest = Annotated[
    str | None,
    typer.Option("--largest", metavar="EXPR", help="Show the classes for which EXPR is largest, like L - RL."),
]


def with_options(
    name: str, options: Mapping[str, Any], make: Callable[..., Any] = dict
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command options, each by its type, in the place of a parameter: what ``make`` makes of those given."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**arguments: Any) -> None:
            values = {option: arguments.pop(option, None) for option in options}
            value = make(**{option: value for option, value in values.items() if value is not None})
            command(**arguments, **{name: value})

        parameters: list[inspect.Parameter] = []
        for parameter in inspect.signature(command).parameters.values():
            parameters += [parameter] if parameter.name != name else []
            for option, hint in options.items() if parameter.name == name else ():
                default = False if get_args(hint)[0] is bool else None
                parameters.append(parameter.replace(name=option, default=default, annotation=hint))
        return _with_signature(run, parameters)

    return decorate


def where_to_run(jobs: str | None = None) -> "Where":
    """Return where tasks run, by --jobs: a number of processes, or the address of a scheduler. Raises InputError."""
    from adversary.tasks.task import Where

    return Where(jobs)


with_where = with_options("where", {"jobs": Jobs}, where_to_run)

# ------------------------------------------------------------------------------------------------ files


def read_outputs(outputs: Outputs, endings: Sequence[str], *inputs: object, folder: bool = False) -> dict[str, str]:
    """Return the files of -o by their endings, and a folder, if the command writes one, as "/".

    Raises:
        InputError: a file has another ending, two have the same, or one cannot be written or would replace an input.

    """
    from adversary.files import refuse_overwrite, refuse_source

    places: dict[str, str] = {}
    for name in outputs or ():
        is_folder = folder and (name.endswith("/") or Path(name).is_dir())
        ending = "/" if is_folder else Path(name).suffix
        if not is_folder and ending not in endings:
            forms = ", ".join(endings) + (", or a folder, which ends in /" if folder else "")
            pages = f"pages go into a folder, as -o {Path(name).stem}/; " if folder and ending == ".html" else ""
            raise InputError(f"cannot write {name}: {pages}-o takes the name of a file that ends in {forms}")
        if ending in places:
            raise InputError(f"-o names {places[ending]} and {name}: give one {'folder' if is_folder else ending}")
        refuse_overwrite(name, *(() if is_folder else inputs), folder=is_folder)
        if ending == ".py":
            from adversary.views.export.pytest_file import BEGINS

            refuse_source(name, BEGINS)
        places[ending] = name
    return places


TRACES = (".jsonl", ".json", "")
"""How the name of a trace may end."""


def require_trace(command: str, output: str | None) -> None:
    """Raise InputError if a file that a command writes is named like something other than a trace."""
    if output and Path(output).suffix.lower() not in TRACES:
        raise InputError(f"{output}: {command} writes a trace, like -o trace.jsonl; adversary show draws it")


def store_in(cache: Path | None) -> Path | None:
    """Return the file of the results in the folder of --cache, which is made."""
    from adversary.files import made_folder
    from adversary.tasks.store import STORE

    return None if cache is None else made_folder(cache) / STORE


# ------------------------------------------------------------------------------------------------ output


@dataclass
class Terminal:
    """How much the command that runs prints, by --quiet and --verbose, and whether it has printed its JSON."""

    quiet: bool = False
    json_printed: bool = False


terminal = Terminal()

LOUDNESS = {
    "quiet": Annotated[bool, typer.Option("--quiet", "-q", help="Print no result for people, and no notes.")],
    "verbose": Annotated[bool, typer.Option("--verbose", "-v", help="Print explanations too, and how long it took.")],
}
"""Options of every command."""


COMPLETED = {
    **dict.fromkeys(("learner", "learners"), "learners"),
    **dict.fromkeys(("concept_class", "classes"), "classes"),
    "against": "adversaries",
    "kind": "kinds",
}
"""What parameters of commands name: a shell completes these names."""


def with_loudness(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of ``LOUDNESS``; one with a parameter ``verbose`` has more to say itself."""
    signature = inspect.signature(command)

    @wraps(command)
    def run(*, quiet: bool, verbose: bool, **arguments: Any) -> None:
        from adversary.progress import Bar

        terminal.quiet = Bar.silent = quiet
        began = time.monotonic()
        try:
            command(**arguments, **({"verbose": verbose} if "verbose" in signature.parameters else {}))
        finally:
            if verbose:
                print_line(f"note: this took {time.monotonic() - began:.1f} s")

    own = [parameter for name, parameter in signature.parameters.items() if name != "verbose"]
    for parameter in own:
        if kind := COMPLETED.get(parameter.name):
            option = get_args(parameter.annotation)[1]
            option.autocompletion = option.autocompletion or names_of(kind)
    own += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=hint)
        for name, hint in LOUDNESS.items()
    ]
    return _with_signature(run, own)


def _with_signature(run: Callable[..., None], parameters: Sequence[inspect.Parameter]) -> Callable[..., None]:
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def print_json(answer: Any, note: str | None = None) -> None:
    """Print an object or a list of them as JSON with its version, and a note, if there is one, on standard error."""
    from proofs.formats.answers import versioned

    terminal.json_printed = True
    print_text(json.dumps(versioned(answer)) + "\n")  # in ASCII, whatever the terminal's encoding is
    if note:
        print_line(f"note: {note}")


def print_views(*views: "Renderable") -> None:
    """Print tables, trees and texts."""
    from adversary.views.cells import render

    if not terminal.quiet:
        print_text(render(*views))


def finish(answer: "Answer", *, as_json: bool, **looks: Any) -> NoReturn:
    """Print an answer, and exit with 0 if it is ``ok``, or else with 1; ``looks`` are for its table."""
    if as_json:
        print_json(answer.view.json(answer), "; ".join(answer.notes) or None)
    else:
        print_views(answer.view.table(answer, **looks))
    raise typer.Exit(0 if answer.ok else 1)


def print_line(line: str) -> None:
    """Print one line on standard error, with control characters made visible."""
    if not terminal.quiet:
        typer.echo(one_line(line, 1_000), err=True)


def print_text(text: str) -> None:
    """Print text; if the reader has closed the pipe, exit as if by SIGPIPE, because exit code 1 would be a verdict."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise SystemExit(CLOSED_PIPE) from None


@contextmanager
def shown_run(what: str, keep: Path | None, noun: str = "result") -> Iterator[Callable[[int, int, str], None]]:
    """Show how far a run is; yield what ``adversary.tasks.engine.run`` takes as its ``progress``.

    Args:
        what: is under way, as in "playing".
        keep: the file of the run's ``Store``, or ``None`` if nothing is kept.
        noun: what a result is called, as in "game": how many of an earlier run there are is said, and, when Ctrl-C,
            SIGTERM or the loss of a cluster end the run, that the same command continues from there.

    """
    from adversary.progress import Bar

    with Bar(what if keep is None or not keep.exists() else "checking what is stored", None) as bar:

        def progress(done: int, total: int, name: str) -> None:
            if name:
                bar.advance_to(done)
                bar.rename(f"{what} {name}")
                return
            bar.begin(done, total)
            bar.rename(what)
            if done and keep is not None:
                print_line(f"adversary: {counted(done, noun)} of an earlier run taken from {keep}")

        with resumable(keep, noun):
            yield progress


@contextmanager
def resumable(keep: Path | None, noun: str = "result") -> Iterator[None]:
    """Say where it goes on, if Ctrl-C, SIGTERM or the loss of a cluster end what is done with a run's results."""
    from adversary.tasks.task import ClusterLost

    try:
        yield
    except BaseException as error:
        ended = isinstance(error, ClusterLost) or not isinstance(error, Exception)  # Ctrl-C, or a signal
        if ended and keep is not None and keep.exists():
            print_line(f"adversary: finished {noun}s are kept in {keep}; the same command continues from there")
        raise
