"""``python -m learners.checks LEARNER…``: what passes, and what does not."""

import sys

from learners.checks.isolated import check_isolated
from learners.checks.report import end_with, print_results
from proofs.exact.errors import InputError


def main(arguments: list[str]) -> int:
    """Check the learners that are named, and print a table; return 0 if none fails, 1 if one does, 2 on bad input."""
    if not arguments or arguments == ["--help"]:
        print("usage: python -m learners.checks LEARNER…", file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    code = 0
    for learner in arguments:
        try:
            results = check_isolated(learner)
        except InputError as error:
            print(error, file=sys.stderr)  # noqa: T201 - likewise
            return 2
        code = max(code, print_results(learner, results))
    return code


if __name__ == "__main__":
    end_with(lambda: main(sys.argv[1:]))
