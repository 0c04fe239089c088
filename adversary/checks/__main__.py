"""The program ``python -m adversary.checks ADVERSARY …``: check an adversary and print which checks pass."""

import sys
from collections import Counter
from typing import Any

from adversary import INTERRUPTED
from adversary.checks import check_adversary
from adversary.strategies.options import OPTIONS
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
        results = check_adversary(arguments[0], **_options(arguments[1:]))
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    counts = Counter(result.status for result in results)
    numbers = ", ".join(f"{counts[status]} {status}" for status in ("passed", "failed", "skipped"))
    print(f"{arguments[0]}: {len(results)} checks, {numbers}")
    for result in results:
        print(f"  {result.status:8}{result.name.replace('_', ' ')}{': ' if result.reason else ''}{result.reason}")
    return min(counts["failed"], 1)


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


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
