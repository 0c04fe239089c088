"""Lists, ranges and limits, as they are written in an option, or given in Python."""

import re
from collections.abc import Sequence
from fractions import Fraction

from adversary.strategies.options import Number, exact_number
from proofs.exact.errors import InputError

_RANGE = re.compile(r"([0-9]{1,12})(?:\.\.([0-9]{1,12}))?")
MAX_IN_RANGE = 10_000

LIMITS = {"states": "", "classes": "", "memory": "MB", "call": "s", "game": "s"}
"""The budgets of --limit, and their units."""


Items = str | Number | Sequence[str | Number] | None
"""A list: a text with commas, or a sequence; or one item. Its name alone is what signatures show."""


def items_of(given: Items) -> list[str]:
    """Return the texts of a list, each once, in order: what stands between commas; a float is its shortest decimal."""
    parts = [] if given is None else [given] if isinstance(given, str | int | float | Fraction) else given
    texts = [part if isinstance(part, str) else exact_number(part, "number") for part in parts]
    return list(dict.fromkeys(item.strip() for text in texts for item in text.split(",")))


def whole_numbers(option: str, given: Items) -> list[int]:
    """Return the numbers of a list like ``4,8,16`` or ``3..11,20``. Raises InputError."""
    numbers: list[int] = []
    for item in items_of(given):
        match = _RANGE.fullmatch(item)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not first <= last < first + MAX_IN_RANGE:
            raise InputError(f"{option} is a number, a list like 4,8,16 or a range like 3..11, not {item!r}")
        numbers += range(first, last + 1)
    return list(dict.fromkeys(numbers))


def read_limits(given: Items, *names: str) -> dict[str, int | float]:
    """Return the budgets of --limit that a command has, by these of the names of ``LIMITS``. Raises InputError."""
    limits: dict[str, int | float] = {}
    for item in items_of(given):
        name, _, number = item.partition("=")
        unit = LIMITS.get(name, "")
        size = number.removesuffix(unit) if unit else number.replace("_", "")
        if name not in names or not re.fullmatch(r"[0-9]{1,12}" + (r"(\.[0-9]{1,6})?" if unit == "s" else ""), size):
            forms = ", ".join(f"{each}=N{LIMITS[each]}" for each in names)
            raise InputError(f"--limit takes {forms}, with commas between, not {item!r}")
        limits[name] = float(size) if unit == "s" else int(size)
    return limits
