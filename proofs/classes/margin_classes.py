"""Halfspaces with a margin on finitely many rational points: ``margin-halfspaces:points.csv?margin=1/3``.

A target v, ‖v‖ ≤ 1, labels the points x with |⟨v,x⟩| ≥ δ, and is undefined at the others, which it may not be asked
about. So this is a partial class, and its Littlestone dimension is the depth of the deepest mistake tree that has only
these points: the margin game, with fewer points.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain

from proofs.classes.catalog import MARGIN_CLASSES
from proofs.classes.concepts import ConceptClass, class_of_labels
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin
from proofs.exact.rationals import Rational, read_margin_squared, read_rational
from proofs.exact.samples import csv_rows, numbers_in
from proofs.exact.vectors import Target, Vector, vector

MAX_MARGIN_POINTS = 64
"""Points that a file may have: there are hardly more labelings of them than can be listed."""


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
    if any(len(row) != len(points[0]) for row in chain(points, targets or ())):
        what = "points and targets" if targets else "the points"
        raise InputError(f"{name}: {what} have different numbers of coordinates")
    vectors = [vector(enumerate(point)) for point in points]
    if targets is None:
        found = [target for _, target in margin_labelings(vectors, margin_squared)]
    else:
        directions = [vector(enumerate(target)) for target in targets]
        found = [Target(v, Fraction(1) / v.norm_squared()) for v in directions if v.entries]
    labels = [[_label(target, x, margin_squared) for x in vectors] for target in found]
    if not any(label != "*" for row in labels for label in row):
        raise InputError(f"{name}: no target has margin² {margin_squared} on any point, so the class is empty")
    point_names = [_tuple_text(point) for point in points]
    if len(set(point_names)) < len(point_names):
        raise InputError(f"{name}: a point appears twice")
    names = [
        f"√({target.scale_squared})·{_tuple_text(target.direction.coordinates(len(points[0])))}" for target in found
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
        InputError: there are no points, or δ² is not above 0.

    """
    if not points:
        raise InputError("there are no points to label; give at least one")
    if margin_squared <= 0:
        raise InputError(f"the margin should be above 0, but its square is {margin_squared}")
    known = _Known(points, margin_squared)
    maximal = [0]
    for point in range(len(points)):
        # A maximal labeling of the points so far either has no label for this one, or it is maximal among those with
        # this label, and without it a part of a maximal labeling of the points before.
        longer = [known.with_label(before, point, negative) for before in maximal for negative in (0, 1)]
        found = {*maximal, *chain.from_iterable(longer)}
        maximal = []
        for labels in sorted(found, key=int.bit_count, reverse=True):
            if not any(labels & other == labels for other in maximal):
                maximal.append(labels)
    written = [(tuple([_sign(labels, point) for point in range(len(points))]), labels) for labels in maximal]
    return [(signs, known.targets[labels]) for signs, labels in sorted(written, reverse=True) if labels]


def _sign(labels: int, point: int) -> int:
    return (labels >> 2 * point & 1) - (labels >> 2 * point + 1 & 1)


class _Known:
    """What is known of sets of labels, which are bitsets: bit 2i says that point i has the label 1, bit 2i + 1 −1.

    ``targets`` has the best v for sets that have the margin. No superset of one of the ``cores`` has it. What is found
    for some labels is known for the opposite ones, too.
    """

    def __init__(self, points: Sequence[Vector], margin_squared: Fraction) -> None:
        self.points, self.margin_squared = points, margin_squared
        self.targets: dict[int, Target] = {}
        self.cores: list[int] = []

    def with_label(self, labels: int, point: int, negative: int) -> Iterator[int]:
        """Yield sets with this label and some of the others, all that are maximal among them, and with the margin."""
        added, waiting, seen = 1 << 2 * point + negative, [labels], set[int]()
        while waiting:
            if (kept := waiting.pop()) in seen:
                continue
            seen.add(kept)
            core = self.core(kept | added, before=kept)
            if core is None:
                yield kept | added
            else:  # something of it has to go
                waiting += [kept ^ bit for bit in _bits(core & ~added)]

    def core(self, labels: int, before: int) -> int | None:
        """Return a part of the labels that has no v with the margin; ``None`` if all of them have one.

        Where the v of all but one label, ``before``, has the direction w, the shortest with y⟨w,x⟩ ≥ 1 on those, and it
        has that on the last one, too, it stays the shortest. Otherwise it is found anew, and what shows that no w is
        shorter, or that there is none, rests on few labels: these are a core.
        """
        for core in self.cores:
            if core & labels == core:
                return core
        if labels in self.targets:
            return None
        bits = [*_bits(labels)]
        places = [bit.bit_length() - 1 for bit in bits]
        sample = [(self.points[place // 2], 1 - 2 * (place % 2)) for place in places]
        known = self.targets.get(before)
        x, y = sample[-1]
        if known and known.direction.dot(x) * y >= 1:
            self._explain(labels, known)
            return None
        found = best_margin(sample)
        if isinstance(found, Separable) and found.margin_squared >= self.margin_squared:
            self._explain(labels, found.target())
            return None
        core = sum(bits[number] for number in found.support)
        self.cores += [core, _opposite(core)]
        return core

    def _explain(self, labels: int, target: Target) -> None:
        direction = Vector(tuple([(index, -value) for index, value in target.direction.entries]))
        self.targets[labels] = target
        self.targets[_opposite(labels)] = Target(direction, target.scale_squared)


def _opposite(labels: int) -> int:
    """Return the same points with opposite labels."""
    positive = int("01" * (labels.bit_length() // 2 + 1), 2)
    return (labels & positive) << 1 | labels >> 1 & positive


def _bits(labels: int) -> Iterator[int]:
    while labels:
        yield labels & -labels
        labels &= labels - 1
