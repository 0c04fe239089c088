"""The command line: parse, call, print."""

import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from proofs.errors import InputError, unknown

app = typer.Typer(
    help="Play mistake-bound learning games for real, and judge them exactly.",
    epilog="\b\nExample:\n  adversary play perceptron --against standard-basis --margin 1/10",
    rich_markup_mode=None,
    add_completion=False,
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output, and nothing else there.")]


@app.callback(invoke_without_command=True)
def _about(
    context: typer.Context,
    *,
    version_wanted: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version_wanted:
        typer.echo(version("forced-mistakes"))
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    epilog="\b\nExamples:\n"
    "  adversary play perceptron --against standard-basis --margin 1/10 -o trace.jsonl\n"
    "  adversary play student.py --against orthonormal --margin 1/5 --seed 3\n"
    "  adversary play perceptron --against standard-basis --margin-squared 2/5 --as-printed"
)
def play(  # noqa: PLR0913 - one parameter an option
    *,
    learner: Annotated[
        str, typer.Argument(help="A learner as in `adversary list`, student.py[:Name], sklearn:…, river:…, exec:….")
    ],
    against: Annotated[str, typer.Option(help="The adversary, as in `adversary list`.")] = "standard-basis",
    margin: Annotated[str | None, typer.Option(help="δ, exactly: 1/10, 0.1, sqrt(1/7), 1/sqrt(7).")] = None,
    margin_squared: Annotated[str | None, typer.Option(help="δ², a rational: 1/7.")] = None,
    dimension: Annotated[int | None, typer.Option(help="Of the space; by default what the adversary needs.")] = None,
    seed: Annotated[int | None, typer.Option(help="For adversaries that choose at random.")] = None,
    as_printed: Annotated[bool, typer.Option(help="Play the notes' claim as printed, though it is false.")] = False,
    watch: Annotated[bool, typer.Option(help="Check the theorems' claims about w after each mistake.")] = False,
    output: Annotated[str | None, typer.Option("--output", "-o", help="Write the trace to this file.")] = None,
    time_limit: Annotated[float, typer.Option(help="Seconds a call, for a file's learner or a program.")] = 5.0,
    game_limit: Annotated[float, typer.Option(help="Seconds for all its calls together.")] = 3600.0,
    as_json: Json = False,
) -> None:
    """Play one game and judge it exactly; exit 0 if all that it claims is proved, 1 if not."""
    from adversary.match import play as play_game

    result = play_game(
        learner,
        against=against,
        margin=margin,
        margin_squared=margin_squared,
        dimension=dimension,
        seed=seed,
        as_printed=as_printed,
        output=output,
        watch=watch,
        time_limit=time_limit,
        game_limit=game_limit,
    )
    if as_json:
        _print_json(result.to_json())
        if result.note:
            typer.echo(f"note: {result.note}", err=True)
    else:
        from adversary.show import game_table, render

        _print(render(game_table(result)))
    raise typer.Exit(0 if result.ok else 1)


@app.command(epilog="Example: adversary check trace.jsonl")
def check(
    *,
    file: Annotated[Path, typer.Argument(help="A trace.")],
    second_opinion: Annotated[bool, typer.Option(help="Have sympy recompute norm and margins, too (slow).")] = False,
    as_json: Json = False,
) -> None:
    """Check a trace independently; exit 0 if it is valid, 1 if not, 2 if it cannot be read."""
    from adversary.progress import Bar
    from proofs import checker

    try:
        with Bar("checking", None):
            report = checker.check(file)
    except checker.MalformedError as error:
        if as_json:
            empty: dict[str, Any] = {"valid": False, "rounds": None, "mistakes": None, "statements": []}
            _print_json({**empty, "reason": f"malformed: {error}"})
        raise InputError(f"{file} is no trace: {error}") from None
    if second_opinion:
        from proofs.symbolic import contradiction

        if differs := contradiction(file, report):
            report = report._replace(valid=False, reason=differs)
    if as_json:
        keys = ("valid", "rounds", "mistakes", "statements", "reason")
        _print_json({key: getattr(report, key) for key in keys})
    else:
        from adversary.show import render, report_table

        _print(render(report_table(report, "the recorded learner")))
    raise typer.Exit(0 if report.valid else 1)


@app.command(name="list", epilog="Example: adversary list learners")
def list_(
    *,
    kind: Annotated[str | None, typer.Argument(help="learners, adversaries, classes or claims.")] = None,
    verbose: Annotated[bool, typer.Option(help="Say also what the exact arithmetic runs on.")] = False,
    as_json: Json = False,
) -> None:
    """List the learners, adversaries, classes and claims, with what is known about each."""
    kinds: dict[str, Callable[[], list[dict[str, Any]]]] = {
        "learners": _learner_cards,
        "adversaries": _adversary_cards,
        "classes": list,
        "claims": list,
    }
    if kind is not None and kind not in kinds:
        raise unknown("kind", kind, kinds)
    found = {name: cards() for name, cards in kinds.items() if kind in (None, name)}
    if as_json:
        _print_json(found)
        return
    from adversary.show import cards_table, render

    _print(render(*(cards_table(name, cards) for name, cards in found.items())))
    if verbose:
        from sympy.external.gmpy import GROUND_TYPES  # type: ignore[import-untyped]

        _print(f"sympy's ground types: {GROUND_TYPES}\n")


def _learner_cards() -> list[dict[str, Any]]:
    from learners import sources
    from learners.plugins import plugins

    cards = [
        (name, sources.card_of(sources.find(name))) for name in (*sources.REGISTRY, *plugins(sources.ENTRY_POINTS))
    ]
    return [{"name": name, **{k: v for k, v in asdict(card).items() if k != "mistake_bound"}} for name, card in cards]


def _adversary_cards() -> list[dict[str, Any]]:
    from adversary import registry
    from learners.plugins import plugins

    return [
        {"name": name, **asdict(registry.load(name).card)}
        for name in (*registry.REGISTRY, *plugins(registry.ENTRY_POINTS))
    ]


def _print_json(found: dict[str, Any]) -> None:
    _print(json.dumps(found) + "\n")  # in ASCII, whatever the terminal's encoding is


def _print(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads on: end as if the signal had ended us, lest 1 be taken for a verdict
        raise SystemExit(141) from None


def main() -> NoReturn:
    """Run the command line; unusable input is one line on standard error and exit code 2."""
    _prepare()
    try:
        code = app(standalone_mode=False)
    except InputError as error:
        _stop(str(error), 2)
    except KeyboardInterrupt:
        _stop("interrupted; nothing was written", 130)
    except _Terminated:
        _stop("terminated; nothing was written", 143)
    except SystemExit as end:
        _leave(int(end.code or 0))
    except OSError as error:
        _stop(f"cannot write to standard output: {error.strerror}", 2)
    except Exception as error:
        if not hasattr(error, "format_message"):  # typer's own complaints about the command line have it
            raise
        _stop(error.format_message(), 2)
    _leave(code)


class _Terminated(BaseException):
    """Someone has asked the process to end; no ``SystemExit``, which a learner might be blamed for."""


def _terminate(*_: object) -> NoReturn:
    raise _Terminated


def _prepare() -> None:
    """Make the process fit for whatever it was started with."""
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that what is half-written is removed
        signal.signal(number, _terminate)
    for pipe in (0, 1, 2):  # a closed one would be taken by the next pipe or file that is opened
        try:
            os.fstat(pipe)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115 - it lasts as long as the process
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115 - likewise
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # for terminals that know no ²
    try:
        " ".join(sys.argv).encode()
    except UnicodeEncodeError:
        _stop("an argument is not valid text in UTF-8", 2)


def _stop(line: str, code: int) -> NoReturn:
    typer.echo(f"adversary: {' '.join(line.split())}", err=True)
    _leave(code)


def _leave(code: int | None) -> NoReturn:
    """End with the code, although standard output may not take what is still to be written to it."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)
