"""Version spaces as a solver sees them: bitsets in a table of just the concepts that still matter.

A search starts in the table of the whole class. Where a version space has become much smaller than its table, it
moves into a table of its own, in canonical form; version spaces that differ only by names so share it, and everything
that was found out about it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from proofs.classes.concepts import ConceptClass
from proofs.solvers.canonical_form import MOST_ARRANGED, CanonicalForm, Table, canonical_form


@contextmanager
def deep_recursion(concepts: int) -> Iterator[None]:
    """Allow recursion as deep as a sequence that eliminates concepts one by one; Python's own limit is 1,000."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 4 * concepts + 1_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@dataclass(eq=False)
class Universe:
    """A table of concepts, in which a version space is a bitset, and what a solver remembers about these."""

    table: Table
    memo: dict[int, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many concepts there are."""
        return len(self.table)

    @property
    def everything(self) -> int:
        """The version space of all concepts."""
        return (1 << len(self.table)) - 1

    @cached_property
    def columns(self) -> list[int]:
        """For each point the concepts that label it +1."""
        packed = np.packbits(self.table.T, axis=1, bitorder="little")
        return [int.from_bytes(column.tobytes(), "little") for column in packed]

    def rows(self, space: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Return the concepts of a version space, in order."""
        packed = np.frombuffer(space.to_bytes((self.size + 7) // 8, "little"), dtype=np.uint8)
        return np.flatnonzero(np.unpackbits(packed, bitorder="little", count=self.size))

    def twins(self, one: int, other: int) -> bool:
        """Tell whether exchanging two points leaves the class as it is, so that no game tells them apart."""
        exchanged = self.table.copy()
        exchanged[:, [one, other]] = self.table[:, [other, one]]
        return _row_set(exchanged) == self._rows_packed

    @cached_property
    def _rows_packed(self) -> set[bytes]:
        return _row_set(self.table)

    def splits(self, space: int, least: int = 1) -> list[tuple[int, int, int, int]]:
        """Return (how uneven, point, space of −1, space of +1) for each point with so many concepts on either side."""
        size = space.bit_count()
        found = []
        for point, column in enumerate(self.columns):
            plus = space & column
            count = plus.bit_count()
            if least <= count <= size - least:
                found.append((abs(2 * count - size), point, space ^ plus, plus))
        return found


def _row_set(table: Table) -> set[bytes]:
    return {row.tobytes() for row in np.packbits(table, axis=1)}


class Spaces:
    """Every universe that one search has met.

    ``flips`` says whether what is searched for stays the same when labels are exchanged at a point. A version space
    moves where it is ``ratio`` times smaller than its table, and at least ``small``.
    """

    def __init__(self, concept_class: ConceptClass, *, flips: bool, ratio: int, small: int) -> None:
        self.root = Universe(concept_class.table() > 0)
        self._flips, self._ratio, self._small = flips, ratio, small
        self._known: dict[tuple[int, int, bytes], Universe] = {}

    def place(self, universe: Universe, space: int) -> tuple[Universe, int]:
        """Return where a version space is best looked at: a universe, and the bitset that it is there."""
        if not self.moves(universe, space):
            return universe, space
        there = self.universe_of(self.form(universe, space))
        return there, there.everything

    def moves(self, universe: Universe, space: int) -> bool:
        """Tell whether ``place`` moves the version space into another universe."""
        size = space.bit_count()
        few = self._small <= size < universe.size and size * self._ratio <= universe.size
        return few and universe.table.shape[1] <= MOST_ARRANGED

    def form(self, universe: Universe, space: int) -> CanonicalForm:
        """Return the canonical form of a version space; its ``concepts`` are numbers in the universe."""
        rows = universe.rows(space)
        form = canonical_form(universe.table[rows], flips=self._flips)
        return form._replace(concepts=rows[form.concepts])

    def universe_of(self, form: CanonicalForm) -> Universe:
        """Return the universe that is the table of this form, an old one if there is one."""
        return self._known.setdefault(form.key, Universe(form.table))
