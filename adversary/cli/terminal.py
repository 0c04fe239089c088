"""What every command of the command line prints with."""

import json
import sys
from typing import Annotated, Any

import typer

from proofs.exact.errors import one_line

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output, and nothing else there.")]


def print_json(found: Any) -> None:
    """Print plain values as JSON."""
    print_text(json.dumps(found) + "\n")  # in ASCII, whatever the terminal's encoding is


def print_line(line: str) -> None:
    """Print one line on standard error, whatever anybody has written into it."""
    typer.echo(one_line(line, 1_000), err=True)


def print_text(text: str) -> None:
    """Print text, and end as if a signal had ended us where nobody reads on, lest 1 be taken for a verdict."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise SystemExit(141) from None
