"""What the commands share: options, the output of results, and messages about the progress of a run."""

import inspect
import json
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from proofs.exact.errors import InputError, counted, one_line

if TYPE_CHECKING:
    from adversary.tasks.where import Where
    from adversary.views.cells import Renderable

Json = Annotated[bool, typer.Option("--json", help="Print only one JSON value on standard output.")]


def output_to(text: str, metavar: str | None = None) -> Any:
    """Return the option --output, or -o, with this help."""
    return typer.Option("--output", "-o", help=text, metavar=metavar)


SecondOpinion = Annotated[
    bool | None,
    typer.Option(
        "--second-opinion/--no-second-opinion",
        help="Have sympy check norms and margins again. This is the default in games on vectors (halfspaces, hinge) of "
        "up to 2,000 rounds. Longer games get no second opinion.",
    ),
]

WHERE = {
    "jobs": Annotated[
        str | None,
        typer.Option(
            help="How many processes to use, or the dask cluster to run on, as its scheduler's address: 8 or "
            "tcp://host:8786. By default a process for each core.",
            metavar="N|ADDRESS",
            show_default=False,
        ),
    ],
}
"""The option that says where tasks run."""

Keep = Annotated[
    Path | None,
    typer.Option(
        help="Store results in this file, and reuse its results. By default nothing is stored.", metavar="FILE"
    ),
]

CLOSED_PIPE = 128 + signal.SIGPIPE
"""The exit code if the reader of the output has gone."""

SECONDS, MAX_SECONDS = 30.0, 3600.0


def _check_seconds(seconds: float) -> float:
    if not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"--seconds should be above 0 and at most {MAX_SECONDS:g}, not {seconds:g}")
    return seconds


Seconds = Annotated[float, typer.Option(help="Budget of processor time, in seconds.", callback=_check_seconds)]
"""Its default is ``SECONDS`` in all commands but ``value``, where it is twice as much."""

Classes = Annotated[
    list[str] | None,
    typer.Option(
        "--class", help="A finite class: intervals:11, or a .csv, .json or .npy file; repeat the option for more."
    ),
]

Only = Annotated[list[str] | None, typer.Option(help="Compute only NAME; repeat the option for more.", metavar="NAME")]


def with_options(
    name: str, options: Mapping[str, Any], make: Callable[..., Any] = dict
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command options, each by its type, in the place of a parameter: what ``make`` makes of those given."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**given: Any) -> None:
            chosen = {option: given.pop(option, None) for option in options}
            made = make(**{option: value for option, value in chosen.items() if value is not None})
            command(**given, **{name: made})

        parameters: list[inspect.Parameter] = []
        for one in inspect.signature(command).parameters.values():
            parameters += [one] if one.name != name else []
            for option, hint in options.items() if one.name == name else ():
                default = False if get_args(hint)[0] is bool else None
                parameters.append(one.replace(name=option, default=default, annotation=hint))
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return decorate


def where_to_run(**given: Any) -> "Where":
    """Return the place where tasks run, after a given scheduler has answered and before any file is written."""
    from adversary.tasks.where import Where

    where = Where(**given)
    if where.scheduler is not None:
        from adversary.tasks.cluster import require_answer

        require_answer(where.scheduler)
    return where


with_where = with_options("where", WHERE, where_to_run)

_printed_json: list[bool] = []


def json_was_printed() -> bool:
    """Tell whether standard output already has its JSON object: an error then prints no second one."""
    return bool(_printed_json)


def forget_json() -> None:
    """Forget, at the start of a command, that an earlier command printed JSON."""
    _printed_json.clear()


def print_json(found: Any, note: str | None = None) -> None:
    """Print an object or a list of them as JSON with its version, and a note, if there is one, on standard error."""
    from msgspec import to_builtins

    from proofs.formats.answers import JSON_VERSION

    _printed_json.append(True)
    plain, version = to_builtins(found), {"json_version": JSON_VERSION}
    told = [{**one, **version} for one in plain] if isinstance(plain, list) else {**plain, **version}
    print_text(json.dumps(told) + "\n")  # in ASCII, whatever the terminal's encoding is
    if note:
        print_line(f"note: {note}")


def print_views(*views: "Renderable") -> None:
    """Print tables, trees and texts."""
    from adversary.views.cells import render

    print_text(render(*views))


def print_details(rows: Sequence[tuple[str, str | None]]) -> None:
    """Print titles with their texts, and leave out titles whose text is empty."""
    from adversary.views.cells import details_table

    print_views(details_table([(title, text) for title, text in rows if text]))


def print_line(line: str) -> None:
    """Print one line on standard error, with control characters made visible."""
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
    from adversary.tasks.where import ClusterLost

    try:
        yield
    except BaseException as error:
        ended = isinstance(error, ClusterLost) or not isinstance(error, Exception)  # Ctrl-C, or a signal
        if ended and keep is not None and keep.exists():
            print_line(f"adversary: finished {noun}s are kept in {keep}; the same command continues from there")
        raise
