"""One form for classes that differ only by the names of concepts and points and by which label is called +1.

The Littlestone dimension and similar values are the same for such classes. So a solver need not examine a version space
whose form it has seen. The form is the class itself, rearranged. Two equal forms are always isomorphic classes, and
correctness needs only this. Isomorphic classes often have equal forms, but not always: points are told apart by how
they split and agree, again and again, and a draw that remains is decided arbitrarily. (McKay and Piperno, Practical
graph isomorphism II, without its search. networkx compares graphs, and hashes them, but rearranges none.)
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int8]
"""The label that a concept (row) gives a point (column): 1, −1, or 0 where it is undefined."""

_Colors = NDArray[np.uint64]

_MAX_CELLS = 1 << 15
"""The maximum number of cells of a table whose rows take part in the refinement, beside its columns."""

MAX_ARRANGED = 128
"""Points up to which a canonical form is worth its cost, which is cubic in them."""

_ONE = np.uint64(1)
_A, _B, _C = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0x165667B19E3779F9)


class CanonicalForm(NamedTuple):
    """A rearranged table: column j is point ``points[j]``, with labels exchanged where ``flipped[j]``; row i is row
    ``concepts[i]``, with ``lies_left[i]``. Points whose labels exclude no concept, or leave what those of another one
    do, are left out.
    """  # noqa: D205 - one sentence

    table: Table
    lies_left: NDArray[np.int64]
    points: NDArray[np.int64]
    flipped: NDArray[np.bool_]
    concepts: NDArray[np.int64]

    @property
    def key(self) -> tuple[int, int, bytes]:
        """What equal forms, and only these, have in common."""
        labels = packed(self.table).tobytes()
        return *self.table.shape, labels + (self.lies_left.tobytes() if self.lies_left.any() else b"")


def packed(table: Table) -> NDArray[np.uint8]:
    """Return the rows of a table in few bytes: a bit for each label, and another one if some are undefined."""
    positive = np.packbits(table > 0, axis=1)
    return positive if table.all() else np.concatenate([positive, np.packbits(table < 0, axis=1)], axis=1)


def canonical_form(table: Table, lies_left: NDArray[np.int64] | None = None, *, flips: bool) -> CanonicalForm:
    """Rearrange a class of distinct rows, each of which has so many ``lies_left`` (by default none).

    ``flips`` says whether labels may be exchanged point by point.
    """
    size, width = table.shape
    lies_left = np.zeros(size, dtype=np.int64) if lies_left is None else lies_left
    signs = table.astype(np.float32)
    agreement = (signs.T @ signs).astype(np.int64)  # agreeing minus disagreeing concepts; exact below 2^24 of them
    defined = np.diagonal(agreement)
    balance = signs.sum(axis=0, dtype=np.float64).astype(np.int64)
    alike = np.abs(agreement) if flips else agreement
    same = (alike == defined) & (alike == defined[:, None])
    kept = np.flatnonzero((np.abs(balance) < size) & (defined > 0) & ~np.triu(same, 1).any(axis=0))
    if len(kept) < width:
        agreement, balance = agreement[np.ix_(kept, kept)], balance[kept]
    flipped = np.zeros(len(kept), dtype=np.bool_)
    if len(kept) > 1:
        order = np.argsort(_colors(table[:, kept], lies_left, agreement, balance, flips=flips), kind="stable")
        kept, agreement, balance = kept[order], agreement[np.ix_(order, order)], balance[order]
    if flips:
        flipped = _flips(table[:, kept], agreement, balance)
    arranged = np.where(flipped, -table[:, kept], table[:, kept])
    concepts = np.lexsort(packed(arranged).T[::-1]) if len(kept) else np.arange(size)
    return CanonicalForm(arranged[concepts], lies_left[concepts], kept, flipped, concepts)


def _colors(
    table: Table, lies_left: NDArray[np.int64], agreement: NDArray[np.int64], balance: NDArray[np.int64], *, flips: bool
) -> _Colors:
    """Return a color for each point, all different, that depends as little as possible on how points are ordered.

    Colors are hashes. Two that collide by chance cost a rearrangement that is not recognized, nothing else.
    """
    width = len(balance)
    likeness = _mix((np.abs(agreement) if flips else agreement).astype(np.uint64) * _A)
    colors = _mix((np.abs(balance) if flips else balance).astype(np.uint64) * _A + _ONE)
    rows_matter = table.size <= _MAX_CELLS
    if rows_matter:
        open_ = (balance == 0) if flips else np.zeros(width, dtype=np.bool_)  # which label is + is not settled
        signs = np.where(balance < 0, -table, table) if flips else table
        positive, negative = (signs > 0).astype(np.uint64), (signs < 0).astype(np.uint64)
        lies = lies_left.astype(np.uint64) * _C

    def step(colors: _Colors) -> _Colors:
        new = likeness @ colors + colors * _A
        if rows_matter:
            weight = _mix(colors * _A + _B)
            rows = _mix(positive @ weight + negative @ np.where(open_, weight, _mix(weight + _ONE)) + lies)
            up, down = _mix(positive.T @ rows), _mix(negative.T @ rows)
            new += np.where(open_, up + down, up - down)
        return _mix(new)

    distinct = len(set(colors.tolist()))
    while True:
        while distinct < width:
            new = step(colors)
            different = len(set(new.tolist()))
            if different == distinct:
                break
            colors, distinct = new, different
        if distinct == width:
            return colors
        shades = colors.tolist()
        counts: dict[int, int] = {}
        for shade in shades:
            counts[shade] = counts.get(shade, 0) + 1
        picked = shades.index(min((count, shade) for shade, count in counts.items() if count > 1)[1])
        colors = colors.copy()
        colors[picked : picked + 1] = _mix(colors[picked : picked + 1] + _B)
        distinct = len(set(colors.tolist()))


def _mix(values: _Colors) -> _Colors:
    values = (values ^ (values >> np.uint64(29))) * _B
    values = (values ^ (values >> np.uint64(32))) * _C
    return values ^ (values >> np.uint64(29))


def _flips(table: Table, agreement: NDArray[np.int64], balance: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say where to exchange labels: the rarer one becomes +1. A draw is settled by an earlier point, or else so that
    one concept, which the points without a draw pick, gets the label −1.
    """  # noqa: D205 - one sentence
    signs = np.sign(balance)
    settled = np.flatnonzero(signs)
    marks = packed(np.where(signs[settled] < 0, -table[:, settled], table[:, settled]))
    picked = np.lexsort(marks.T[::-1])[0] if len(settled) else 0
    for point in np.flatnonzero(signs == 0).tolist():
        related = np.flatnonzero(agreement[point, :point])
        if len(related):
            signs[point] = np.sign(agreement[point, related[0]]) * signs[related[0]]
        else:
            signs[point] = -1 if table[picked, point] > 0 else 1
    return np.asarray(signs < 0)
