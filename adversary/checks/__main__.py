"""The program ``python -m adversary.checks ADVERSARY …``: check an adversary and print which checks pass."""

import errno
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from adversary.checks import check_adversary
from adversary.strategies.options import OPTIONS
from learners.checks.runner import CheckResult
from proofs.exact.errors import InputError, require_known

FLAGS = {option.flag: name for name, option in OPTIONS.items() if option.help}
"""The options that take a value, as ``adversary play`` has them, with their names in Python."""

USAGE = f"usage: python -m adversary.checks ADVERSARY [{' …] ['.join(FLAGS)} …]"


def main(arguments: list[str]) -> int:
    """Check an adversary, and print a table; return 0 if nothing fails, 1 if something does, 2 on bad input."""
    if not arguments or arguments == ["--help"]:
        print(USAGE, file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    try:
        return print_results(arguments[0], check_adversary(arguments[0], **_options(arguments[1:])))
    except InputError as error:
        print(error, file=sys.stderr)  # noqa: T201 - likewise
        return 2


def _options(arguments: list[str]) -> dict[str, Any]:
    """Return the command-line options under their Python names. Raises InputError."""
    options: dict[str, Any] = {}
    for flag, value in zip(arguments[::2], [*arguments[1::2], None], strict=False):
        require_known("option", FLAGS, flag)
        if value is None:
            raise InputError(f"the option {flag} needs a value")
        name = FLAGS[flag]
        try:
            options[name] = OPTIONS[name].kind(value)
        except ValueError:
            raise InputError(f"the {name} should be an int, but is {value!r}") from None
    return options


def print_results(name: str, results: Sequence[CheckResult]) -> int:
    """Print a table of results; return 1 if a check failed, else 0."""
    counts = {status: sum(r.status == status for r in results) for status in ("passed", "failed", "skipped")}
    print(f"{name}: {len(results)} checks, " + ", ".join(f"{n} {status}" for status, n in counts.items()))  # noqa: T201 - a program
    for result in results:
        print(f"  {result.status:8}{result.name.replace('_', ' ')}{': ' if result.reason else ''}{result.reason}")  # noqa: T201
    return min(counts["failed"], 1)


def _terminate(number: int, _: object) -> NoReturn:
    raise KeyboardInterrupt(number)  # no SystemExit, because that could look like an adversary's fault


def run() -> NoReturn:
    """Exit with the program's code, or with another code if the process is terminated or cannot print."""
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that its child processes are also ended
        signal.signal(number, _terminate)
    try:
        if sys.stdout is None:  # it is closed, and no verdict could be read
            raise OSError(errno.EBADF, "it is closed")
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt as end:
        print("terminated" if end.args else "interrupted", file=sys.stderr)  # noqa: T201 - likewise
        code = 128 + (signal.SIGTERM if end.args else signal.SIGINT)
    except BrokenPipeError:  # the pipe is closed: no verdict
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 141
    except OSError as error:  # a full disk, for example: no verdict, either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)  # noqa: T201 - likewise
        code = 2
    raise SystemExit(code)


if __name__ == "__main__":
    run()
