"""The program ``python -m learners.checks`` of version 1: it says what to type instead."""

import sys

if __name__ == "__main__":
    print("python -m learners.checks is no program any more: type `adversary grade FILE --as any`", file=sys.stderr)  # noqa: T201
    sys.exit(2)
