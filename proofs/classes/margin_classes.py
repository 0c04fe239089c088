"""Halfspaces with a margin on finitely many rational points: ``margin-halfspaces:points.csv?margin=1/3``.

A target v, ‖v‖ ≤ 1, labels the points x with |⟨v,x⟩| ≥ δ, and is undefined at the others, which it may not be asked
about. So this is a partial class, and its Littlestone dimension is the depth of the deepest mistake tree that has only
these points: the margin game, with fewer points.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, product
from math import comb
from operator import and_, itemgetter
from typing import Any

from proofs.classes.catalog import MARGIN_CLASSES
from proofs.classes.concepts import ConceptClass, class_of_labels
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, read_margin_squared, read_rational
from proofs.exact.samples import csv_rows, numbers_in
from proofs.exact.vectors import Target, Vector, vector

MAX_MARGIN_POINTS = 64
"""Points that a file may have: there are hardly more labelings of them than can be listed."""

MAX_SUPPORTS = 600_000
"""Labeled points, as many as dimensions or fewer, that are looked at to list the labelings."""


def margin_halfspaces(
    points: Sequence[Sequence[Rational]],
    margin_squared: Fraction,
    name: str = MARGIN_CLASSES,
    targets: Sequence[Sequence[Rational]] | None = None,
) -> ConceptClass:
    """Return the partial class of what targets v of norm 1 say on the points, where |⟨v,x⟩| ≥ δ.

    ``points`` are rows of rationals, all of one length; δ² is ``margin_squared``. Without ``targets`` a concept stands
    for each labeling that ``margin_labelings`` returns: every sequence that has a target in the ball has one of these.
    Or ``targets`` are the directions of the v's, and no other one is in the class. Concepts are called by their v.

    Raises:
        InputError: there are no points, their lengths differ, δ is not above 0, or no v has the margin on any point.

    """
    _check(points, margin_squared)
    if any(len(row) != len(points[0]) for row in chain(points, targets or ())):
        what = "points and targets" if targets else "the points"
        raise InputError(f"{name}: {what} have different numbers of coordinates")
    vectors = [vector(enumerate(point)) for point in points]
    if targets is None:
        all_targets = [target for _, target in margin_labelings(vectors, margin_squared)]
    else:
        directions = [vector(enumerate(target)) for target in targets]
        all_targets = [Target(v, Fraction(1) / v.norm_squared()) for v in directions if v.entries]
    labels = [[_label(target, x, margin_squared) for x in vectors] for target in all_targets]
    if not any(label != "*" for row in labels for label in row):
        raise InputError(f"{name}: no target has margin² {margin_squared} on any point, so the class is empty")
    point_names = [_tuple_text(point) for point in points]
    if len(set(point_names)) < len(point_names):
        raise InputError(f"{name}: a point appears twice")
    names = [
        f"√({target.scale_squared})·{_tuple_text(target.direction.coordinates(len(points[0])))}"
        for target in all_targets
    ]
    return class_of_labels(name, labels, point_names, names, points)


def _label(target: Target, x: Vector, margin_squared: Fraction) -> int | str:
    """Return the label that a target gives a point with the margin, if it does."""
    product = target.direction.dot(x)
    return "*" if target.scale_squared * product**2 < margin_squared else 1 if product > 0 else -1


def _tuple_text(values: Sequence[Rational]) -> str:
    return f"({', '.join(map(str, values))})"


def read_margin_class(text: str) -> ConceptClass:
    """Return the class of ``margin-halfspaces:FILE?margin=1/3`` (or ``?margin_squared=1/9``).

    The file is CSV: a point a row, its coordinates rationals like 3/5 or 0.6. After ``&targets=`` may follow another
    such file, of the directions of targets.

    Raises:
        InputError: a file cannot be read, or has something else; or no margin is given.

    """
    path, _, parameters = text.removeprefix(f"{MARGIN_CLASSES}:").partition("?")
    parameter, _, others = parameters.partition("&targets=")
    key, _, value = parameter.partition("=")
    if not path or key not in ("margin", "margin_squared"):
        raise InputError(f"write it like {MARGIN_CLASSES}:points.csv?margin=1/3 or …?margin_squared=1/9, not {text!r}")
    margin_squared = read_margin_squared(value) if key == "margin" else read_rational(value)
    points = _read_rows(path)
    if len(points) > MAX_MARGIN_POINTS:
        raise InputError(f"{path} has more than {MAX_MARGIN_POINTS} points")
    return margin_halfspaces(points, margin_squared, text, _read_rows(others) if others else None)


def _read_rows(path: str) -> list[Sequence[Rational]]:
    return [numbers_in(cells, path, line) for line, cells in csv_rows(path, "file of points")]


def margin_labelings(points: Sequence[Vector], margin_squared: Fraction) -> list[tuple[tuple[int, ...], Target]]:
    """Return every maximal labeling of points that some v, ‖v‖² ≤ 1, explains with margin δ, and such a v for each.

    The margin is y⟨v,x⟩ ≥ δ on the points labeled, not divided by ‖x‖, and is given as δ² = ``margin_squared``. The v
    returned has norm 1 and the largest margin there is. Labelings are tuples of 1, 0 and -1, in the order of the
    points, and sorted with 1 first; 0 is no label, and no label can be added. Points of norm below δ have no label.

    Raises:
        InputError: there are no points, δ² is not above 0, or there are too many points for their dimension.

    """
    _check(points, margin_squared)
    count = len(points)
    dimension = min(count, len({index for x in points for index, _ in x.entries}))
    if sum([comb(count, size) << size for size in range(1, dimension + 1)]) > MAX_SUPPORTS:
        raise InputError(f"{count} points in {dimension} dimensions have too many labelings; take fewer points")
    best: dict[int, Target] = {}
    for labels, target in _supported(points, dimension, 1 / margin_squared):
        best[labels], best[_opposite(labels, count)] = target, _negative(target)
    every = [
        (tuple([(labels >> 2 * point & 1) - (labels >> 2 * point + 1 & 1) for point in range(count)]), best[labels])
        for labels in _maximal(best, 2 * count)
    ]
    return sorted(every, key=itemgetter(0), reverse=True)


def _check(points: Sequence[object], margin_squared: Fraction) -> None:
    if not points:
        raise InputError("there are no points to label; give at least one")
    if margin_squared <= 0:
        raise InputError(f"the margin should be above 0, but its square is {margin_squared}")


def _maximal(sets: Iterable[int], size: int) -> list[int]:
    """Return the bitsets, of so many bits, that are part of no other one."""
    kept: list[int] = []
    having = [0] * size  # for each bit those kept that have it
    for labels in sorted(sets, key=int.bit_count, reverse=True):
        bits = [bit for bit in range(size) if labels >> bit & 1]
        if not reduce(and_, [having[bit] for bit in bits], (1 << len(kept)) - 1):
            for bit in bits:
                having[bit] |= 1 << len(kept)
            kept.append(labels)
    return kept


def _supported(points: Sequence[Vector], dimension: int, most: Fraction) -> Iterator[tuple[int, Target]]:
    """Yield labelings, one of two opposite ones, and for each its best v, if the ‖w‖² below is at most so much.

    Let S be a maximal labeling, and w the shortest with y⟨w,x⟩ ≥ 1 on it: ‖w‖² ≤ 1/δ². Then w = Σ aᵢyᵢxᵢ with aᵢ > 0
    for some independent points of S with yᵢ⟨w,xᵢ⟩ = 1 (Karush, Kuhn, Tucker; Carathéodory). With their Gram matrix G,
    the aᵢyᵢ are G⁻¹y. Every point with |⟨w,x⟩| ≥ 1 has its label in S, since w also explains these. So S is found from
    those few points. That some labelings are found that are not maximal does no harm.
    """
    from flint import fmpq, fmpq_mat

    gram = [[x.dot(z) for z in points] for x in points]
    table = fmpq_mat([[fmpq(value.numerator, value.denominator) for value in map(Fraction, row)] for row in gram])
    bound = fmpq(most.numerator, most.denominator)
    for size in range(1, dimension + 1):
        signs = [(1, *others) for others in product((1, -1), repeat=size - 1)]
        for chosen in combinations(range(len(points)), size):
            part = fmpq_mat([[table[row, column] for column in chosen] for row in chosen])
            if not part.det():
                continue
            inverse = part.inv()
            rows = fmpq_mat([[table[row, column] for column in range(len(points))] for row in chosen])
            for y in signs:
                weights = fmpq_mat([[*y]]) * inverse
                signed = [weights[0, place] for place in range(size)]
                length = sum([label * weight for label, weight in zip(y, signed, strict=True)], fmpq(0))
                if length > bound or any(label * weight <= 0 for label, weight in zip(y, signed, strict=True)):
                    continue
                values = weights * rows
                labels = sum(
                    [
                        (1 if value > 0 else 2) << 2 * point
                        for point in range(len(points))
                        if abs(value := values[0, point]) >= 1
                    ]
                )
                yield labels, _target([points[place] for place in chosen], signed, length)


def _target(points: Sequence[Vector], weights: Sequence[Any], length: Any) -> Target:
    """Return the sum of the points with these weights, scaled to norm 1; ``length`` is its ‖w‖²."""
    entries: dict[int, Rational] = {}
    for x, weight in zip(points, weights, strict=True):
        for index, value in x.entries:
            entries[index] = entries.get(index, 0) + Fraction(int(weight.p), int(weight.q)) * value
    return Target(vector(entries), Fraction(int(length.q), int(length.p)))


def _negative(target: Target) -> Target:
    opposite = Vector(tuple([(index, -value) for index, value in target.direction.entries]))
    return Target(opposite, target.scale_squared)


def _opposite(labels: int, points: int) -> int:
    positive = int("01" * points, 2)
    return (labels & positive) << 1 | labels >> 1 & positive
