"""The program ``python -m learners.checks [--time-limit SECONDS] LEARNER…``: print which checks pass."""

import errno
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from learners.checks.runner import CheckResult, check_isolated
from learners.runner.child import LIMITS
from proofs.exact.errors import InputError

_USAGE = f"""usage: python -m learners.checks [--time-limit SECONDS] LEARNER…
a call of a learner may take {LIMITS.call:g} seconds, or the limit that you give"""


def main(arguments: list[str]) -> int:
    """Check the named learners and print a table; return 0 if no check fails, 1 if one fails, 2 on bad input."""
    if not arguments or arguments == ["--help"]:
        print(_USAGE, file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    code = 0
    try:
        seconds, learners = _limit(arguments)
        for learner in learners:
            code = max(code, print_results(learner, check_isolated(learner, seconds)))
    except InputError as error:
        print(error, file=sys.stderr)  # noqa: T201 - likewise
        return 2
    return code


def _limit(arguments: list[str]) -> tuple[float, list[str]]:
    """Return the time limit, and the learners. Raises InputError."""
    if arguments[0] != "--time-limit":
        return LIMITS.call, arguments
    try:
        seconds, learners = float(arguments[1]), arguments[2:]
    except (IndexError, ValueError):
        raise InputError("--time-limit needs a number of seconds, as in --time-limit 10") from None
    if not learners:
        raise InputError("name a learner after --time-limit SECONDS")
    return seconds, learners


def print_results(name: str, results: Sequence[CheckResult]) -> int:
    """Print a table of results; return 1 if a check failed, else 0."""
    counts = {status: sum(r.status == status for r in results) for status in ("passed", "failed", "skipped")}
    print(f"{name}: {len(results)} checks, " + ", ".join(f"{n} {status}" for status, n in counts.items()))  # noqa: T201 - a program
    for result in results:
        print(f"  {result.status:8}{result.name.replace('_', ' ')}{': ' if result.reason else ''}{result.reason}")  # noqa: T201
    return min(counts["failed"], 1)


class _Terminated(BaseException):
    """The process was asked to end. It is not a ``SystemExit``, because that could look like a learner's fault."""


def _terminate(*_: object) -> NoReturn:
    raise _Terminated


def end_with(main: Callable[[], int]) -> NoReturn:
    """Exit with the program's code, or with another code if the process is terminated or cannot print."""
    for number in (signal.SIGTERM, signal.SIGHUP):  # so that its child processes are also ended
        signal.signal(number, _terminate)
    try:
        if sys.stdout is None:  # it is closed, and no verdict could be read
            raise OSError(errno.EBADF, "it is closed")
        code = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)  # noqa: T201 - likewise
        code = 128 + signal.SIGINT
    except _Terminated:
        print("terminated", file=sys.stderr)  # noqa: T201 - likewise
        code = 128 + signal.SIGTERM
    except BrokenPipeError:  # the pipe is closed: no verdict
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 141
    except OSError as error:  # a full disk, for example: no verdict, either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)  # noqa: T201 - likewise
        code = 2
    raise SystemExit(code)


if __name__ == "__main__":
    end_with(lambda: main(sys.argv[1:]))
