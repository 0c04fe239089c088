"""The program ``python -m learners.checks [--time-limit SECONDS] LEARNER…``: print which checks pass."""

import sys

from learners.checks.report import end_with, print_results
from learners.checks.runner import check_isolated
from learners.runner.child import LIMITS
from proofs.exact.errors import InputError

_USAGE = f"""usage: python -m learners.checks [--time-limit SECONDS] LEARNER…
a call of a learner may take {LIMITS.call:g} seconds, or as many as you say"""


def main(arguments: list[str]) -> int:
    """Check the learners that are named, and print a table; return 0 if none fails, 1 if one does, 2 on bad input."""
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


if __name__ == "__main__":
    end_with(lambda: main(sys.argv[1:]))
