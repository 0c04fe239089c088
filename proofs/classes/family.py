"""Families of named classes: their type, the limits on their size, and reading numbers in names."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError

MAX_CONCEPTS = 200_000
"""Concepts that a class may have, from the catalog or from a file."""

MAX_POINTS = 200_000
"""Points that a class may have."""

MAX_LABELS = 10_000_000
"""Labels, one for each concept and point, that a class may have."""

MAX_DIGITS = 18
"""Digits of a parameter that are read; every longer number is too large for every class."""


@dataclass(frozen=True)
class Family:
    """A named class for each n: what it is, how large it is, and how it is made.

    ``size`` returns the numbers of concepts and of points without making anything. ``build`` takes the n from
    ``smallest`` to ``largest``, the last n within the limits above.
    """

    summary: str
    definition: str
    source: str
    size: Callable[[int], tuple[int, int]]
    build: Callable[[int], ConceptClass]
    largest: int
    why: str = f"{MAX_LABELS:,} labels"
    smallest: int = 1
    example: int = 3
    parameter: str = "n"


@dataclass(frozen=True)
class PairFamily:
    """A named class for each n and a second number, which ``letter`` names: otherwise as ``Family``.

    ``ranges`` has for each second number the smallest and the largest n.
    """

    summary: str
    definition: str
    source: str
    size: Callable[[int, int], tuple[int, int]]
    build: Callable[[int, int], ConceptClass]
    letter: str
    ranges: Mapping[int, tuple[int, int]]
    example: tuple[int, int]


def number_in_name(before: str, text: str, letter: str, allowed: str) -> tuple[int, str]:
    """Return the whole number that stands in a name after ``before``, and the name up to it, shortened if it is long.

    Raises:
        InputError: it is no whole number; ``letter`` and ``allowed`` say what should be there.

    """
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        shown = text if len(text) <= 2 * MAX_DIGITS else text[: 2 * MAX_DIGITS] + "…"
        raise InputError(f"{before}{shown}: {letter} should be a whole number {allowed}")
    if len(text) <= MAX_DIGITS:
        return int(text), f"{before}{int(text)}"
    return 10**MAX_DIGITS * (-1 if text.startswith("-") else 1), f"{before}{text[:MAX_DIGITS]}…"
