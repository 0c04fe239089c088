"""Finite concept classes: a table of labels, kept as bitsets.

A version space, the set of concepts that agree with all labels so far, is an ``int`` whose bit i stands for concept i.
In a *partial* class a concept may be undefined at some points, written ``*``. It is a legal target only of sequences
whose points it labels, so that a point where it is undefined takes it out of the version space, whatever the label.
(Alon, Hanneke, Holzman, Moran, A theory of PAC learnability of partial concept classes, 2021.)
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from proofs.exact.errors import InputError, counted, one_line
from proofs.exact.rationals import Rational

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Tree = int | tuple[int, Any, Any]
"""A mistake tree: a concept at a leaf; elsewhere a point, the tree below the label −1, and the tree below +1."""


@dataclass(frozen=True)
class ConceptClass:
    """A finite class of distinct concepts on finitely many points.

    ``rows[i]`` is concept i: bit j is set iff the label of point j is +1. ``undefined[i]`` has bit j set iff concept i
    does not label point j; ``undefined`` is empty if every concept labels every point. ``point_names`` and
    ``concept_names`` are for people. ``vectors`` are the points as rational vectors, if they have any, for learners
    that see vectors. ``notes`` say what was left out when the class was made, and what is unusual about it.

    Raises:
        InputError: there is no concept or no point, a concept appears twice, has a bit for a point that does not exist,
            or ``undefined`` is neither empty nor as long as ``rows``.

    """

    name: str
    rows: tuple[int, ...]
    point_names: tuple[str, ...]
    concept_names: tuple[str, ...] | None = None
    vectors: tuple[tuple[Rational, ...], ...] | None = field(default=None, repr=False)
    notes: tuple[str, ...] = ()
    undefined: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.rows:
            raise InputError(
                f"the class {self.name} is empty: nothing is realizable in it, and no dimension is defined"
            )
        if not self.point_names:
            raise InputError(f"the class {self.name} has no points")
        if len(self.undefined) not in (0, len(self.rows)):
            raise InputError(
                f"the class {self.name} has {len(self.rows)} rows, and {len(self.undefined)} of undefined points"
            )
        bits = self.rows + self.undefined
        if min(bits) < 0 or max(bits) >> len(self.point_names):
            raise InputError(f"the class {self.name} has a concept with a bit for a point that does not exist")
        if len(set(self.labelings)) < len(self.rows):
            raise InputError(f"the class {self.name} has a concept twice")

    @property
    def points(self) -> int:
        """Return the number of points."""
        return len(self.point_names)

    @property
    def size(self) -> int:
        """Return the number of concepts."""
        return len(self.rows)

    @property
    def everything(self) -> int:
        """Return the version space before any label: all concepts."""
        return (1 << len(self.rows)) - 1

    @property
    def labelings(self) -> tuple[tuple[int, int], ...]:
        """Return each concept as two bitsets of points: those with label +1, and those where it is undefined."""
        return tuple(zip(self.rows, self.undefined or (0,) * len(self.rows), strict=True))

    @property
    def named_by_coordinates(self) -> bool:
        """Whether the names of the points are their coordinates, as in a file that lists points by coordinates."""
        return self.vectors is not None and all(" " in name for name in self.point_names)

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """For each point the version space of the label +1: the concepts that give it that label."""
        return tuple(bitsets(self.table().T > 0))

    @cached_property
    def minus_columns(self) -> tuple[int, ...]:
        """For each point the version space of the label −1."""
        if not self.undefined:
            return tuple([self.everything ^ column for column in self.columns])
        return tuple(bitsets(self.table().T < 0))

    def label(self, concept: int, point: int) -> int:
        """Return the label, +1 or −1, that a concept gives to a point; 0 where it is undefined. Raises InputError."""
        if not 0 <= point < len(self.point_names):
            self.check_points([point])
        if self.undefined and self.undefined[concept] >> point & 1:
            return 0
        return 1 if self.rows[concept] >> point & 1 else -1

    def same_concepts(self, other: "ConceptClass") -> bool:
        """Tell whether another class has the same concepts in any order; names do not matter."""
        return (self.points, set(self.labelings)) == (other.points, set(other.labelings))

    def check_total(self, what: str) -> None:
        """Raise InputError if the class is partial, because ``what`` is defined only for total classes."""
        if self.undefined:
            raise InputError(f"{what} needs a class without undefined labels, and {self.name} has some (*)")

    def check_points(self, points: Iterable[int]) -> None:
        """Raise InputError if one of these is not the number of a point."""
        for point in points:
            if not 0 <= point < self.points:
                raise InputError(f"{self.name} has no point {point}; its points are 0 to {self.points - 1}")

    def restrict(self, space: int, point: int, label: int) -> int:
        """Return the version space once the point is known to have the label."""
        return space & (self.columns if label == 1 else self.minus_columns)[point]

    def concept_name(self, concept: int) -> str:
        """Return the concept's name or, without a name, its labels."""
        return self.concept_names[concept] if self.concept_names else self.row_text(concept)

    def row_text(self, concept: int) -> str:
        """Return the labels of a concept as a text of ``+``, ``-`` and ``*``."""
        text = f"{self.rows[concept]:0{self.points}b}"[::-1].replace("1", "+").replace("0", "-")
        if not self.undefined:
            return text
        undefined = f"{self.undefined[concept]:0{self.points}b}"[::-1]
        return "".join(["*" if bit == "1" else sign for sign, bit in zip(text, undefined, strict=True)])

    def mirrored(self) -> "ConceptClass":
        """Return the class in which every label is the opposite one."""
        every = (1 << self.points) - 1
        rows = tuple([every ^ row ^ undefined for row, undefined in self.labelings])
        return replace(self, name=f"{self.name} with opposite labels", rows=rows, notes=())

    def table(self) -> "NDArray[np.int64]":
        """Return a new array of labels, ±1, and 0 where a concept is undefined, of shape (concepts, points).

        The type is int64: in a smaller one, sums of labels overflow.
        """
        import numpy as np

        signs = _bits(self.rows, self.points).astype(np.int64)
        signs *= 2
        signs -= 1
        if self.undefined:
            signs += _bits(self.undefined, self.points)
        return signs


def _bits(rows: Sequence[int], points: int) -> "NDArray[np.uint8]":
    """Return bitsets as rows of 0 and 1."""
    import numpy as np

    width = (points + 7) // 8
    data = b"".join([row.to_bytes(width, "little") for row in rows])
    bits = np.frombuffer(data, dtype=np.uint8).reshape(len(rows), width)
    return np.unpackbits(bits, axis=1, count=points, bitorder="little")


def bitsets(rows: "NDArray[np.bool_]") -> list[int]:
    """Return each row of a table of truth values as an int whose bit j is the row's entry j."""
    import numpy as np

    packed = np.packbits(rows, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


_SIGNS: dict[int | str, str] = {1: "+", -1: "-", "*": "*"}
_PLUS, _UNDEFINED = str.maketrans("+-*", "100"), str.maketrans("+-*", "001")


def bitsets_of_texts(texts: Iterable[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rows and the undefined points of concepts that are texts of ``+``, ``-`` and ``*``. Raises ValueError.

    The undefined points are as ``ConceptClass`` has them: empty where there are none.
    """
    reversed_texts = [text[::-1] for text in texts]
    rows = tuple([int(text.translate(_PLUS), 2) for text in reversed_texts])
    if not any("*" in text for text in reversed_texts):
        return rows, ()
    return rows, tuple([int(text.translate(_UNDEFINED), 2) for text in reversed_texts])


def class_of_rows(  # noqa: PLR0913 - what a class is
    name: str,
    rows: Iterable[int],
    point_names: Sequence[str],
    concept_names: Sequence[str] | None = None,
    vectors: Sequence[Sequence[Rational]] | None = None,
    *,
    undefined: Iterable[int] = (),
) -> ConceptClass:
    """Make a class from bitsets of positive points, one a concept, and perhaps those of the undefined ones.

    Of concepts that agree everywhere the first is kept, with a note; points that split nothing are kept, with a note,
    so that points keep their numbers.

    Raises:
        InputError: there is no row, or no point.

    """
    seen: dict[tuple[int, int], int] = {}
    number, missing = 0, iter(undefined)
    for number, row in enumerate(rows, 1):
        seen.setdefault((row, next(missing, 0)), number - 1)
    notes = []
    if number > len(seen):
        notes.append(
            f"{counted(number - len(seen), 'concept')} left out: each agrees with an earlier one on all points"
        )
    kept = tuple([concept_names[original] for original in seen.values()]) if concept_names else None
    places = tuple([tuple(vector) for vector in vectors]) if vectors else None
    stars = tuple([undefined_points for _, undefined_points in seen])
    table = tuple([row for row, _ in seen]), tuple(point_names), kept, places
    concept_class = ConceptClass(name, *table, undefined=stars if any(stars) else ())
    splitting = sum(
        bool(plus and minus) for plus, minus in zip(concept_class.columns, concept_class.minus_columns, strict=True)
    )
    if splitting < concept_class.points and concept_class.size > 1:
        agree = "no two concepts contradict each other" if concept_class.undefined else "all concepts agree"
        notes.append(f"{counted(concept_class.points - splitting, 'point')} of {concept_class.points:,}: {agree} there")
    if concept_class.undefined:
        count = sum(map(int.bit_count, concept_class.undefined))
        notes.append(f"{counted(count, 'label')} undefined (*): a concept is a target only of points that it labels")
    if concept_class.size == 1:
        notes.append("there is only one concept: without lies there is nothing to learn")
    return replace(concept_class, notes=tuple(notes))


def class_of_labels(
    name: str,
    labels: Iterable[Sequence[int | str]],
    point_names: Sequence[str],
    concept_names: Sequence[str] | None = None,
    vectors: Sequence[Sequence[Rational]] | None = None,
) -> ConceptClass:
    """Make a class from rows of labels, one a concept: +1 or −1, or ``"*"`` where it is undefined.

    Otherwise as ``class_of_rows``.

    Raises:
        InputError: there is no row or no point, a row has another length, or something is not a label.

    """
    texts = []
    for number, row in enumerate(labels):
        if len(row) != len(point_names):
            raise InputError(f"{name}: concept {number} has {len(row)} labels, but there are {len(point_names)} points")
        if wrong := [label for label in row if label not in _SIGNS]:
            raise InputError(f'{name}: concept {number} has the label {wrong[0]!r}; a label is 1 or -1, or "*"')
        texts.append("".join([_SIGNS[label] for label in row]) or "-")
    rows, undefined = bitsets_of_texts(texts)
    return class_of_rows(name, rows, point_names, concept_names, vectors, undefined=undefined)


def default_names(count: int) -> tuple[str, ...]:
    """Return the names of points that have none: their numbers, from 1."""
    return tuple([str(number) for number in range(1, count + 1)])


def class_of_texts(name: str, texts: Sequence[str]) -> ConceptClass:
    """Make a class from texts of ``+``, ``-`` and ``*``, one for each point, which ``default_names`` calls.

    Raises:
        InputError: there is no text or no point, the texts differ in length, or have something else in them.

    """
    if any(not {*text} <= {"+", "-", "*"} for text in texts):
        raise InputError("a concept is a text of + and -, a label for each point, or * where it is undefined")
    points = default_names(len(texts[0]) if texts else 0)
    labels: dict[str, int | str] = {"+": 1, "-": -1, "*": "*"}
    return class_of_labels(name, [[labels[sign] for sign in text] for text in texts], points)


def validate_class_names(names: Iterable[str]) -> None:
    """Raise InputError if two classes have the same name."""
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        why = "and results would not tell them apart: rename one"
        raise InputError(f"two classes are called {one_line(twice[0])}, {why}")


def first_concept(space: int) -> int:
    """Return the first concept of a version space that is not empty."""
    return (space & -space).bit_length() - 1


def class_of_table(name: str, table: "NDArray[np.int64]") -> ConceptClass:
    """Make a class from an array of labels as ``ConceptClass.table`` returns; ``default_names`` calls the points."""
    return class_of_rows(name, bitsets(table > 0), default_names(table.shape[1]), undefined=bitsets(table == 0))
