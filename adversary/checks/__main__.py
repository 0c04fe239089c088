"""``python -m adversary.checks ADVERSARY --margin 1/5 --dimension 25``: what passes, and what does not."""

import sys
from typing import Any

from adversary.checks.runner import check_adversary
from learners.checks.report import end_with, print_results
from proofs.exact.errors import InputError, unknown

OPTIONS = {
    "--margin": "margin",
    "--margin-squared": "margin_squared",
    "--dimension": "dimension",
    "--class": "concept_class",
    "--seed": "seed",
    "--mistakes": "mistakes",
    "--scale": "scale",
    "--lies": "lies",
    "--order": "order",
}
"""The options, as ``adversary play`` has them."""

USAGE = f"usage: python -m adversary.checks ADVERSARY [{' …] ['.join(OPTIONS)} …]"


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
    """Return the options by their names in Python. Raises InputError."""
    found: dict[str, Any] = {}
    for option, value in zip(arguments[::2], [*arguments[1::2], None], strict=False):
        if option not in OPTIONS:
            raise unknown("option", option, OPTIONS)
        if value is None:
            raise InputError(f"the option {option} needs a value")
        found[OPTIONS[option]] = value
    for name in ("dimension", "seed", "lies", "mistakes"):
        if name in found:
            found[name] = _whole(name, found[name])
    return found


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"the {name} should be an int, but is {text!r}") from None


if __name__ == "__main__":
    end_with(lambda: main(sys.argv[1:]))
