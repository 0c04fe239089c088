"""VC dimension, exactly, with a set of points that is shattered.

In a partial class these 2^d labelings are of concepts that are defined on the whole set. (Alon, Hanneke, Holzman and
Moran, A theory of PAC learnability of partial concept classes, 2021.)
"""

from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from proofs.classes.concepts import ConceptClass
from proofs.exact.rationals import floor_log2
from proofs.solvers.budget import Bounds, Budget, OutOfBudget

_FEW, _FEW_LABELS = 5_000, 50_000_000
"""Sets of points that are looked at one by one, before many are looked at together; fewer if the class is large: sets
times concepts are at most so many."""

_TURNS = 4
"""Turns of the search for larger sets, for one of the search for sets that are too large."""

_NARROW = 64
"""Points up to which many sets are looked at together."""

_WORDS = 1 << 17
"""Words of memory that sets of points looked at together take at each point; below that only one set does."""

_WORD = 6
"""Points whose labelings are as many as the bits of a word: 64."""

Points = tuple[int, ...]


def vc_dimension(concept_class: ConceptClass, budget: Budget | None = None) -> tuple[Bounds, Points]:
    """Return the largest number of points that are shattered, or bounds where the budget does not suffice.

    The points are shattered: the concepts give them all 2^d labelings. They are as many as the lower bound says.
    One search looks for sets that are larger than the largest so far, another one for sets as large as the number of
    concepts allows, which seldom takes long to exclude; they take turns until they meet. Where there are few points
    and they have not met soon, all sets are looked at, many together.
    """
    search = _Search(concept_class, budget or Budget())
    try:
        search.run()
    except OutOfBudget as error:
        return Bounds(len(search.best), search.most, str(error)), search.best
    return Bounds(len(search.best), len(search.best)), search.best


class _Search:
    """A search under way: ``best`` is shattered, and no set of more than ``most`` points is."""

    def __init__(self, concept_class: ConceptClass, budget: Budget) -> None:
        self._class, self._budget = concept_class, budget
        self.best: Points = ()
        self.most = min(floor_log2(concept_class.size), concept_class.points)

    def run(self) -> None:
        """Go on until ``best`` has as many points as any shattered set. Raises OutOfBudget."""
        upwards, downwards = self._larger(lambda: len(self.best) + 1), self._larger(lambda: self.most)
        few = min(_FEW, _FEW_LABELS // self._class.size)
        for turn in count():
            if len(self.best) == self.most:
                return
            if turn == few and self._class.points <= _NARROW and not self._class.undefined:
                self._look_at_many()
                return
            if next(upwards, None) is None:  # there is none larger
                return
            if turn % _TURNS == 0 and self.most > len(self.best) + 1 and next(downwards, None) is None:
                self.most -= 1
                downwards = self._larger(lambda: self.most)

    def _found(self, points: Points) -> None:
        if len(points) > len(self.best):
            self.best = points

    def _larger(self, least: Callable[[], int]) -> Iterator[bool]:
        """Look for shattered sets of so many points or more, a set at a time.

        The search goes through sets of points in order, and keeps the version space of each labeling of the set. A
        point that does not split all of them now will not do so later, and d more points need 2^d concepts in each.
        """
        sides = list(zip(self._class.columns, self._class.minus_columns, strict=True))

        def extend(chosen: Points, cells: list[int], candidates: list[int]) -> Iterator[bool]:
            self._budget.spend()
            self._found(chosen)
            yield True
            useful = [point for point in candidates if all(cell & side for side in sides[point] for cell in cells)]
            room = floor_log2(min(cell.bit_count() for cell in cells))
            for place, point in enumerate(useful):
                if len(chosen) + min(len(useful) - place, room) < least():
                    return
                parts = [cell & side for cell in cells for side in sides[point]]
                yield from extend((*chosen, point), parts, useful[place + 1 :])

        return extend((), [self._class.everything], list(range(self._class.points)))

    def _look_at_many(self) -> None:
        """Go through all shattered sets of points, many at a time.

        Points are taken or left out one after the other. Of the concepts only the labels of the points yet to come
        matter then, and these come to fewer and fewer labelings. A set of k points is shattered where each of its 2^k
        labelings appears with one of these; a set that is not shattered has no superset that is.
        """
        links, every = _links(self._class), np.ones((1, self._class.size + 1, 1), dtype=np.uint64)
        every[:, -1] = 0
        waiting = [(0, [_Sets(np.zeros((1, 0), dtype=np.int64), every)])]
        while waiting:
            point, groups = waiting.pop()
            if point == self._class.points:
                continue
            after: dict[int, list[_Sets]] = {}
            for sets in groups:
                size = sets.points.shape[1]
                if size + self._class.points - point <= len(self.best):
                    continue
                self._budget.spend(len(sets.points))
                minus, plus = (sets.bits[:, link] for link in links[point])
                left_out, taken = _step(sets, minus, plus, point)
                after.setdefault(size, []).append(left_out)
                if len(taken.points):
                    self._found(tuple(taken.points[0].tolist()))
                    after.setdefault(size + 1, []).append(taken)
            merged = [_Sets(*map(np.concatenate, zip(*after[size], strict=True))) for size in sorted(after)]
            if sum(sets.bits.size for sets in merged) <= _WORDS:
                waiting.append((point + 1, merged))
            else:  # the largest sets are gone on with first
                waiting += [(point + 1, [part]) for sets in merged for part in sets.parts()]


class _Sets(NamedTuple):
    """Shattered sets of equally many points: ``points[i]`` are those of set i. Bit c of ``bits[i, q]``, in words of 64,
    says that some concept gives labeling c to the points of set i, and labeling q to all points that are yet to come.
    The last q stands for none.
    """  # noqa: D205 - one sentence

    points: NDArray[np.int64]
    bits: NDArray[np.uint64]

    def parts(self) -> "list[_Sets]":
        """Return these sets in parts small enough to be gone on with one after the other."""
        each = max(1, _WORDS * len(self.points) // self.bits.size)
        starts = range(0, len(self.points), each)
        return [_Sets(self.points[start : start + each], self.bits[start : start + each]) for start in starts]


def _step(sets: _Sets, minus: NDArray[np.uint64], plus: NDArray[np.uint64], point: int) -> tuple[_Sets, _Sets]:
    """Return the sets without the point, and those that are shattered with it.

    ``minus`` and ``plus`` are the bits of the sets for what goes on with either label of the point.
    """
    size = sets.points.shape[1]
    both = minus | plus << np.uint64(1 << size) if size < _WORD else np.concatenate([minus, plus], axis=2)
    full = np.uint64((1 << (1 << min(size + 1, _WORD))) - 1)
    shattered = (np.bitwise_or.reduce(both, axis=1) == full).all(axis=1)
    before = sets.points[shattered]
    points = np.concatenate([before, np.full((len(before), 1), point)], axis=1)
    return _Sets(sets.points, minus | plus), _Sets(points, both[shattered])


def _links(concept_class: ConceptClass) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return for each point where the labelings of later points come from.

    For each of these, and at the end for none, that is the number of the labeling which is −1 at the point and goes on
    so, and of the one which is +1 there, among those of the points from this one on; where there is none, it is −1.
    """
    links, labelings = [], {row: number for number, row in enumerate(concept_class.rows)}
    for _ in range(concept_class.points):
        later = {row >> 1: None for row in labelings}
        minus = [labelings.get(row << 1, -1) for row in later]
        plus = [labelings.get(row << 1 | 1, -1) for row in later]
        links.append((np.array([*minus, -1]), np.array([*plus, -1])))
        labelings = {row: number for number, row in enumerate(later)}
    return links
