"""Version spaces of the threshold functions of up to 6 variables, and a search for mistake trees of small ones."""

import hashlib
from collections.abc import Sequence
from itertools import chain, combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

Space = NDArray[np.uint64]
"""Truth tables: bit p is set iff the function is +1 at point p."""

MAX_WEIGHT = {2: 1, 3: 2, 4: 3, 5: 5, 6: 9}
"""Integer weights up to this realize all threshold functions."""

TRIED = 4
"""Trees of this depth or less are found, but not written: the checker finds them again."""

NARROW = 8
"""Trees of this depth or less are searched with bitsets as version spaces, others with arrays."""


def threshold_functions(n: int) -> Space:
    """Return all, sorted: those with weights of 0 or more from these, and the others by flipping bits of points."""
    codes = np.arange(1 << n)
    points = np.vstack([*(1 - 2 * (codes >> bit & 1) for bit in range(n)), np.ones(1 << n, dtype=np.int64)])

    def tables(weights: list[tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        values = np.array(weights) @ points
        packed = np.packbits(values > 0, axis=1, bitorder="little")
        signed = np.all(values, axis=1).tolist()  # a product of 0 has no sign, and other weights realize the function
        rows = zip(packed, weights, signed, strict=True)
        return {int.from_bytes(row.tobytes(), "little"): one for row, one, has_signs in rows if has_signs}

    different = tables(list(combinations_with_replacement(range(MAX_WEIGHT[n] + 1), n + 1)))
    permuted = tables([order for weights in different.values() for order in set(permutations(weights))])
    found = np.array(list(permuted), dtype=np.uint64)
    for bit in range(n):
        ones, step = np.uint64(sum(1 << code for code in codes.tolist() if code >> bit & 1)), np.uint64(1 << bit)
        found = distinct(found, (found & ones) >> step | (found & ~ones) << step)
    every = np.uint64((1 << (1 << n)) - 1)
    return distinct(found, found ^ every)


def distinct(some: Space, others: Space) -> Space:
    """Return what is in either, sorted, as ``np.union1d`` does, which takes minutes for millions."""
    found = np.sort(np.concatenate([some, others]))
    once: Space = found[np.append(True, found[1:] != found[:-1])]
    return once


def least_size(depth: int) -> int:
    """Return how many functions are worth a search for a tree: 2^depth at least, and more for a deeper one.

    With 11 % a level a tree for 6 variables is soon found: what has less seldom has one, and takes long to refute.
    """
    return -((-100 - 11 * max(depth - 5, 0) << depth) // 100)


def splits(plus: Sequence[int], size: int, least: int) -> list[int]:
    """Return the points at which each label leaves so many functions, the most even split first."""
    uneven = [(abs(2 * ones - size), point) for point, ones in enumerate(plus) if least <= ones <= size - least]
    return [point for _, point in sorted(uneven)]


class FlatTrees:
    """Looks for mistake trees of small version spaces, and remembers what it finds.

    A tree is its points in preorder, to the depth ``TRIED``; ``None`` if none was found.
    """

    def __init__(self, points: int) -> None:
        self.points = points
        self._known = dict[tuple[int, bytes], list[int] | None]()

    def find(self, space: Space, depth: int) -> list[int] | None:
        """Return a tree of a space."""
        if len(space) < least_size(depth):
            return None
        key = depth, hashlib.sha256(space.tobytes()).digest()
        if key not in self._known:
            self._known[key] = (self._narrow if depth <= NARROW else self._wide)(space, depth)
        return self._known[key]

    def _narrow(self, space: Space, depth: int) -> list[int] | None:
        rows = np.packbits(np.vstack([table(space).T[: self.points], np.ones(len(space), dtype=np.uint8)]), axis=1)
        *columns, everything = [int.from_bytes(row.tobytes()) for row in rows]
        return narrow_tree(columns, everything, depth, {})

    def _wide(self, space: Space, depth: int) -> list[int] | None:
        plus = table(space).sum(axis=0).tolist()[: self.points]
        for point in splits(plus, len(space), least_size(depth - 1)):
            ones = (space >> np.uint64(point) & np.uint64(1)).astype(bool)
            sides = space[ones], space[~ones]
            if all(self.find(side, depth - 1) is not None for side in sorted(sides, key=len)):
                return [point, *chain(*(self.find(side, depth - 1) or () for side in sides))]
        return None


def narrow_tree(
    columns: list[int], space: int, depth: int, known: dict[tuple[int, int], list[int] | None]
) -> list[int] | None:
    """Do the same for a bitset; a column is the bitset of the functions that are +1 at a point."""
    size = space.bit_count()
    if depth <= 1:
        return [] if size >= 1 << depth else None
    if (depth, space) in known:
        return known[depth, space]
    found = None
    for point in splits([(space & column).bit_count() for column in columns], size, least_size(depth - 1)):
        sides = (ones := space & columns[point]), space ^ ones
        below = depth == 2 or all(  # noqa: PLR2004 - two on either side are told apart by some point
            narrow_tree(columns, side, depth - 1, known) is not None for side in sorted(sides, key=int.bit_count)
        )
        if below:
            found = [point, *chain(*(known[depth - 1, side] or () for side in sides))] if depth > TRIED else []
            break
    known[depth, space] = found
    return found


def table(space: Space) -> NDArray[np.uint8]:
    """Return a row of 64 labels, 0 or 1, for each function."""
    return np.unpackbits(space.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
