"""Families of named classes: their type, the limits on their size, and reading numbers in names."""

import re
from collections.abc import Callable, Iterable, Mapping
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
class ClassFamily:
    """A named class for each n, or for each n and a second number: what it is, how large it is, and how it is made.

    ``size`` returns the numbers of concepts and of points without making anything. ``ranges`` has the smallest n, and
    the largest one within the limits above, for each second number, which ``letter`` names; where there is none, for 0.
    ``example`` is what may follow the name.
    """

    summary: str
    definition: str
    source: str
    size: Callable[..., tuple[int, int]]
    build: Callable[..., ConceptClass]
    ranges: Mapping[int, tuple[int, int]]
    example: str = "3"
    why: str = f"{MAX_LABELS:,} labels"
    parameter: str = "n"
    letter: str = ""

    def numbers(self, name: str, text: str) -> tuple[int, ...]:
        """Return the numbers that follow the name of the family in a text: ``7``, or ``4?k=2``, which is also ``4,2``.

        Raises:
            InputError: a number is missing, no whole number, too small, or too large.

        """
        first, second, letter = text.strip(), 0, self.parameter
        if self.letter:
            first, second = self._second(name, text)
        smallest, largest = self.ranges[second]
        allowed = f"from {smallest} to {largest:,}" if smallest < largest else f"{smallest}"
        allowed += f" where {self.letter} = {second}" if self.letter else ""
        if not first:
            raise InputError(
                f"{name} needs {letter}, {allowed}: write {name}:{letter}, for instance {name}:{self.example}"
            )
        n, prefix = number_in_name(f"{name}:", first, letter, allowed)
        prefix += f"?{self.letter}={second}" if self.letter else ""
        if n < smallest:
            raise InputError(f"{prefix}: {letter} should be {allowed}")
        if n > largest:
            raise InputError(f"{prefix} is too large: the largest feasible is {self.largest(name, [second])}")
        return (n, second) if self.letter else (n,)

    def _second(self, name: str, text: str) -> tuple[str, int]:
        """Return the text of n, and the second number."""
        first, _, second = text.partition("?")
        if "," in first and not second:
            first, _, after = first.partition(",")
            second = f"{self.letter}={after}"
        key, equals, second = second.partition("=")
        if not first.strip() or key.strip() != self.letter or not equals or not second.strip():
            write = f"write {name}:n?{self.letter}=…, for instance {name}:{self.example}"
            raise InputError(f"{name} needs n and {self.letter}: {write}")
        allowed = f"from 1 to {max(self.ranges)}"
        number, prefix = number_in_name(f"{name}:…?{self.letter}=", second.strip(), self.letter, allowed)
        if number not in self.ranges:
            raise InputError(f"{prefix}: {self.letter} should be {allowed}")
        return first.strip(), number

    def largest(self, name: str, seconds: Iterable[int]) -> str:
        """Write which classes are the largest feasible ones, and what limits them."""
        sizes = {}
        for second in seconds:
            n = self.ranges[second][1]
            concepts, points = self.size(n, second) if self.letter else self.size(n)
            numbers = f"{n}?{self.letter}={second}" if self.letter else f"{n}"
            sizes[f"{name}:{numbers}"] = f"{concepts:,} concepts on {points:,} points"
        if self.letter:
            limits = f"{MAX_CONCEPTS:,} concepts, {MAX_POINTS:,} points and {MAX_LABELS:,} labels"
            largest = ", ".join([f"{example} with {size}" for example, size in sizes.items()])
            return f"{largest} (the limits are {limits})"
        ((example, size),) = sizes.items()
        return f"{example} ({size}; the limit is {self.why})"


def number_in_name(before: str, text: str, letter: str, allowed: str) -> tuple[int, str]:
    """Return the whole number that stands in a name after ``before``, and the name up to it, shortened if it is long.

    Raises:
        InputError: it is no whole number; ``letter`` and ``allowed`` say what should be there.

    """
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        digits = text if len(text) <= 2 * MAX_DIGITS else text[: 2 * MAX_DIGITS] + "…"
        raise InputError(f"{before}{digits}: {letter} should be a whole number {allowed}")
    if len(text) <= MAX_DIGITS:
        return int(text), f"{before}{int(text)}"
    return 10**MAX_DIGITS * (-1 if text.startswith("-") else 1), f"{before}{text[:MAX_DIGITS]}…"
