"""The version spaces of a solver: bitsets in a table that has only the concepts that still matter.

A search starts in the table of the whole class. A version space that has become much smaller than its table moves into
its own table, in canonical form. So version spaces that differ only by names share this table, and everything that was
found out about it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property, reduce
from itertools import product
from math import comb
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.classes.concepts import ConceptClass, bitsets, first_concept
from proofs.exact.rationals import floor_log2
from proofs.solvers.canonical_form import MAX_ARRANGED, CanonicalForm, Table, canonical_form, packed


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
    """A table of concepts, in which a version space is a bitset, and what a solver remembers about these.

    Each concept has so many ``lies_left``: labels that may yet be unlike its own. Bit i + j·(concepts) of a version
    space stands for concept i with j lies left; a label moves the concepts that it is unlike one place down, or out.
    Where a concept is undefined, either label moves it out; tables with such concepts have no lies.

    In a ``symmetric`` universe the ``counts`` of a version space tell its value. There is ``every_labeling``, so that
    to rename concepts is to rename points; and the value stays the same when labels are exchanged.
    """

    table: Table
    lies_left: NDArray[np.int64]
    memo: dict[int, Any] = field(default_factory=dict)
    symmetric: bool = False

    @property
    def size(self) -> int:
        """How many concepts there are."""
        return len(self.table)

    @cached_property
    def lies(self) -> int:
        """The most lies that a concept has left."""
        return int(self.lies_left.max())

    @cached_property
    def everything(self) -> int:
        """The version space of all concepts."""
        if not self.lies:
            return (1 << self.size) - 1
        bits = np.zeros((self.lies + 1, self.size), dtype=np.bool_)
        bits[self.lies_left, np.arange(self.size)] = True
        return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

    @cached_property
    def partial(self) -> bool:
        """Whether some concept is undefined at some point."""
        return not self.table.all()

    @cached_property
    def columns(self) -> list[int]:
        """For each point the concepts that label it +1, whatever lies they have left."""
        return [column * self._copies for column in bitsets(self.table.T > 0)]

    @cached_property
    def minus_columns(self) -> list[int]:
        """For each point the concepts that label it −1, whatever lies they have left."""
        if self.partial:
            return [column * self._copies for column in bitsets(self.table.T < 0)]
        full = (1 << self.size * (self.lies + 1)) - 1
        return [full ^ column for column in self.columns]

    @cached_property
    def _copies(self) -> int:
        """What copies a bitset of concepts for each number of lies that is left."""
        return sum([1 << (lies * self.size) for lies in range(self.lies + 1)])

    def rows(self, space: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the concepts of a version space, and what lies they have left."""
        bits = self.size * (self.lies + 1)
        packed = np.frombuffer(space.to_bytes((bits + 7) // 8, "little"), dtype=np.uint8)
        lies, concepts = np.divmod(np.flatnonzero(np.unpackbits(packed, bitorder="little", count=bits)), self.size)
        return concepts, lies

    def total(self, space: int, factor: int) -> int:
        """Return the sum of factor^j over the concepts, where j are the lies that each has left."""
        if not self.lies:
            return space.bit_count()
        return sum([factor**lies for lies in self.rows(space)[1].tolist()])

    def labels_left(self, space: int) -> int:
        """Return how many labels unlike its concepts, counted for each concept, leave nothing of a version space."""
        return self.total(space, 1) + int(self.rows(space)[1].sum())

    def concepts(self, space: int) -> int:
        """Return the concepts of a version space without their lies, as a bitset like those of ``ConceptClass``."""
        return reduce(or_, self._by_lies(space))

    def weight(self, space: int, rounds: int) -> int:
        """Return the sum of (rounds choose at most j) over the concepts, where j are the lies that each has left.

        Where it is below 2^rounds, so many mistakes in so many rounds cannot be forced: a weighted majority has them
        wrong for fewer than all sequences of labels. Without lies it is the number of concepts.
        """
        return _weight(self.counts(space), rounds) if self.lies else space.bit_count()

    def counts(self, space: int) -> tuple[int, ...]:
        """Return how many concepts of a version space have 0 lies left, 1 lie, and so on."""
        return tuple([concepts.bit_count() for concepts in self._by_lies(space)])

    def most_mistakes(self, space: int) -> int:
        """Return the most mistakes that the weights of the concepts allow to force: ⌊log₂|V|⌋ without lies."""
        return most_rounds(self.counts(space)) if self.lies else floor_log2(space.bit_count())

    def only_left(self, space: int) -> int:
        """Return what lies the only concept of a version space has left."""
        return (space.bit_length() - 1) // self.size

    def sides(self, space: int, point: int) -> tuple[int, int]:
        """Return what is left of a version space after the labels −1 and +1 at a point."""
        plus, minus = space & self.columns[point], space & self.minus_columns[point]
        return minus | plus >> self.size, plus | minus >> self.size

    def after(self, space: int, point: int, label: int) -> int:
        """Return what is left of a version space after a label at a point."""
        return self.sides(space, point)[label == 1]

    def concept(self, space: int) -> int:
        """Return a concept of a version space, of those with the fewest lies left the first."""
        return first_concept(space) % self.size

    def unlike(self, space: int, point: int, label: int) -> int:
        """Return the concepts of a version space that do not give a point this label, as ``concepts`` does."""
        return self.concepts(space & ~self._labeled(label)[point])

    def lost(self, space: int, point: int, label: int) -> int:
        """Return the part of a version space that a label excludes: concepts that it is unlike, with no lie left."""
        return space & ~self._labeled(label)[point] & ((1 << self.size) - 1)

    def _labeled(self, label: int) -> list[int]:
        return self.columns if label == 1 else self.minus_columns

    def twins(self, point: int, other: int) -> bool:
        """Tell whether exchanging two points leaves the class as it is, so that no game tells them apart."""
        exchanged = self.table.copy()
        exchanged[:, [point, other]] = self.table[:, [other, point]]
        return self._row_set(exchanged) == self._rows_packed

    def splits(self, space: int, least: int = 1) -> list[tuple[int, int, int, int]]:
        """Return (how uneven, point, space after −1, space after +1) for each point that so many concepts label −1,
        and so many +1.
        """  # noqa: D205 - one sentence
        size = space.bit_count()
        splits = []
        if self.partial:
            for point, (column, other) in enumerate(zip(self.columns, self.minus_columns, strict=True)):
                plus, minus = space & column, space & other
                counts = plus.bit_count(), minus.bit_count()
                if least <= min(counts):  # the larger the smaller side, the more even
                    splits.append((size - 2 * min(counts), point, minus, plus))
            return splits
        for point, column in enumerate(self.columns):
            plus = space & column
            count = plus.bit_count()
            if least <= count <= size - least:
                splits.append((abs(2 * count - size), point, space ^ plus, plus))
        if not self.lies:
            return splits
        down = self.size
        return [(uneven, point, minus | plus >> down, plus | minus >> down) for uneven, point, minus, plus in splits]

    @cached_property
    def every_labeling(self) -> bool:
        """Whether some point divides the concepts in each way that there is, up to an exchange of the labels."""
        different = self._points_by_side.keys() - {0}
        return not self.partial and len(different) == (1 << self.size - 1) - 1

    def sorted_space(self, space: int) -> int:
        """Return the version space with the same ``counts`` in which the first concepts have the fewest lies left."""
        bits, begin = 0, 0
        for lies, count in enumerate(self.counts(space)):
            bits |= (1 << count) - 1 << begin + lies * self.size
            begin += count
        return bits

    def different_splits(self, space: int, least: int = 1) -> list[tuple[int, int, int, int]]:
        """Return what ``splits`` does; if ``symmetric``, one point for each pair of ``counts`` of the sides."""
        if not self.symmetric:
            return self.splits(space, least)
        splits, size, full = [], space.bit_count(), (1 << self.size) - 1
        groups = [_prefixes(concepts) for concepts in self._by_lies(space)]
        for chosen in product(*groups):
            count = sum([part.bit_count() for part in chosen])
            others = [group[len(group) - 1 - group.index(part)] for group, part in zip(groups, chosen, strict=True)]
            if least <= count <= size - least and list(chosen) <= others:
                side = reduce(or_, chosen)
                point = self._points_by_side[min(side, full ^ side)]
                splits.append((abs(2 * count - size), point, *self.sides(space, point)))
        return splits

    def narrowings(self, space: int) -> list[tuple[int, int, int, int]]:
        """Return, as ``splits`` does, each point with one possible label that excludes concepts undefined there."""
        if not self.partial:
            return []
        sides = [self.sides(space, point) for point in range(self.table.shape[1])]
        return [
            (space.bit_count(), point, minus, plus)
            for point, (minus, plus) in enumerate(sides)
            if not (minus and plus) and minus | plus not in (0, space)
        ]

    def _by_lies(self, space: int) -> list[int]:
        """Return the concepts that have 0 lies left, 1 lie, and so on, as bitsets like those of ``ConceptClass``."""
        if not self.lies:
            return [space]
        block = (1 << self.size) - 1
        return [space >> lies * self.size & block for lies in range(self.lies + 1)]

    @cached_property
    def _points_by_side(self) -> dict[int, int]:
        """A point for each way to divide the concepts, which is the smaller one of its two sides as numbers."""
        full = (1 << self.size) - 1
        sides = [column & full for column in self.columns]
        return {min(side, full ^ side): point for point, side in enumerate(sides)}

    @cached_property
    def _rows_packed(self) -> set[tuple[bytes, int]]:
        return self._row_set(self.table)

    def _row_set(self, table: Table) -> set[tuple[bytes, int]]:
        return {(row.tobytes(), lies) for row, lies in zip(packed(table), self.lies_left.tolist(), strict=True)}


def _prefixes(concepts: int) -> list[int]:
    """Return the first 0, 1, 2, … of some concepts, as bitsets."""
    prefixes = [0]
    while concepts:
        prefixes.append(prefixes[-1] | concepts & -concepts)
        concepts &= concepts - 1
    return prefixes


@cache
def ways(rounds: int, most: int) -> int:
    """Return (rounds choose at most so many)."""
    return sum([comb(rounds, chosen) for chosen in range(most + 1)])


def _weight(counts: tuple[int, ...], rounds: int) -> int:
    return sum([count * ways(rounds, lies) for lies, count in enumerate(counts) if count])


@cache
def most_rounds(counts: tuple[int, ...]) -> int:
    """Return the most rounds with a weight of 2^rounds or more, if ``counts[j]`` concepts have j lies left."""
    rounds = 0
    while _weight(counts, rounds + 1) >= 2 << rounds:
        rounds += 1
    return rounds


def whole_class(concept_class: ConceptClass, lies: int = 0) -> Universe:
    """Return the universe of a class, in which each concept has so many lies left; a partial class has no lies."""
    if lies:
        concept_class.check_total("a game with lies")
    return Universe(concept_class.table().astype(np.int8), np.full(concept_class.size, lies))


class Spaces:
    """Every universe that one search has met.

    ``flips`` says whether what is searched for stays the same when labels are exchanged at a point. A version space
    moves where it is ``ratio`` times smaller than its table, and at least ``small``.
    """

    def __init__(self, concept_class: ConceptClass, lies: int = 0, *, flips: bool, ratio: int, small: int) -> None:
        self.root = whole_class(concept_class, lies)
        self._flips, self._ratio, self._small = flips, ratio, small
        self.root.symmetric = flips and self.root.every_labeling
        self._known: dict[tuple[int, int, bytes], Universe] = {}

    def place(self, universe: Universe, space: int) -> tuple[Universe, int]:
        """Return where a version space is best looked at: a universe, and the bitset that it is there."""
        if universe.symmetric:
            return universe, universe.sorted_space(space)
        if not self.moves(universe, space):
            return universe, space
        new = self.universe_of(self.form(universe, space))
        return new, new.everything

    def moves(self, universe: Universe, space: int) -> bool:
        """Tell whether ``place`` moves the version space into another universe."""
        if universe.symmetric:
            return False
        size = space.bit_count()
        few = self._small <= size and size * self._ratio <= universe.size and space != universe.everything
        return few and universe.table.shape[1] <= MAX_ARRANGED

    def form(self, universe: Universe, space: int) -> CanonicalForm:
        """Return the canonical form of a version space; its ``concepts`` are numbers in the universe."""
        rows, lies = universe.rows(space)
        form = canonical_form(universe.table[rows], lies, flips=self._flips)
        return form._replace(concepts=rows[form.concepts])

    def universe_of(self, form: CanonicalForm) -> Universe:
        """Return the universe that is the table of this form, an old one if there is one."""
        return self._known.setdefault(form.key, Universe(form.table, form.lies_left))

    def point_map(self, space: int, form: CanonicalForm, its_form: CanonicalForm) -> list[int]:
        """Return how a version space of the whole class is like another one, whose form is the same.

        For each point that is 0 where no label excludes anything, or else ±(1 + the point that it is in the other).
        """
        labels = list(zip(self.root.columns, self.root.minus_columns, strict=True))
        images: dict[tuple[int, int], int] = {}
        for place, point in enumerate(form.points.tolist()):
            image = int(its_form.points[place]) + 1
            sign = -1 if form.flipped[place] != its_form.flipped[place] else 1
            plus, minus = labels[point]
            images[space & plus, space & minus] = sign * image
            if self._flips:
                images[space & minus, space & plus] = -sign * image
        return [images.get((space & plus, space & minus), 0) for plus, minus in labels]
