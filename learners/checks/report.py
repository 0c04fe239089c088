"""How the checks say what they have found, as programs of their own."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from learners.checks.runner import CheckResult


def print_results(name: str, results: Sequence[CheckResult]) -> int:
    """Print a table of what was found; return 1 if something failed, and else 0."""
    counts = {status: sum(r.status == status for r in results) for status in ("passed", "failed", "skipped")}
    print(f"{name}: {len(results)} checks, " + ", ".join(f"{n} {status}" for status, n in counts.items()))  # noqa: T201 - a program
    for result in results:
        print(f"  {result.status:8}{result.name.replace('_', ' ')}{': ' if result.reason else ''}{result.reason}")  # noqa: T201
    return min(counts["failed"], 1)


def end_with(main: Callable[[], int]) -> NoReturn:
    """End the process with the code that the program returns, unless what it prints cannot be written."""
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads on: no verdict
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 141
    except OSError as error:  # a full disk, for example: no verdict, either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)  # noqa: T201 - likewise
        code = 2
    raise SystemExit(code)
