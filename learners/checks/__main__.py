"""``python -m learners.checks LEARNER…``: what passes, and what does not."""

import os
import sys

from learners.checks.isolated import check_isolated
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
        counts = {status: sum(r.status == status for r in results) for status in ("passed", "failed", "skipped")}
        print(f"{learner}: {len(results)} checks, " + ", ".join(f"{n} {status}" for status, n in counts.items()))  # noqa: T201
        for result in results:
            print(f"  {result.status:8}{result.name.replace('_', ' ')}{': ' if result.reason else ''}{result.reason}")  # noqa: T201
        code = max(code, min(counts["failed"], 1))
    return code


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads on: no verdict
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 141
    except OSError as error:  # a full disk, for example: no verdict, either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)  # noqa: T201 - likewise
        code = 2
    raise SystemExit(code)
