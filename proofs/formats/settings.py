"""What a game is about: the instance space and the targets that are legal in it."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import overload

import msgspec

from proofs.classes.catalog import known_as_named
from proofs.classes.concepts import ConceptClass, default_names, row_of_text
from proofs.classes.names import names_to_write
from proofs.exact.errors import InputError
from proofs.exact.rationals import read_own_rational, write_rational
from proofs.exact.vectors import Vector, basis_vector, vector

Point = Vector | int
"""A vector in halfspace games; the number of a point, from 0, in games on a finite class."""


MAX_LIES = 100
"""Each lie is one more copy of the class, and numbers that are longer."""


def check_lies(given: object, where: str = "") -> int:
    """Return a number of lies. Raises InputError if it is none, or more than ``MAX_LIES``."""
    if type(given) is not int or not 0 <= given <= MAX_LIES:
        raise InputError(f"{where}lies should be an int from 0 to {MAX_LIES}, but are {given!r}")
    return given


@dataclass(frozen=True, slots=True)
class Halfspaces:
    """Halfspaces through the origin with a margin: points x in R^dimension, ‖x‖ = 1 where ``unit_norm`` holds.

    A target v is legal for a sequence if ‖v‖² ≤ 1 and y⟨v,x⟩ ≥ δ, i.e. (y⟨v,x⟩)² ≥ ``margin_squared``, on all of it.

    Raises:
        InputError: the dimension is below 1, or the margin is not above 0 (or is above 1, on unit points).

    """

    dimension: int
    margin_squared: Fraction
    unit_norm: bool = True

    def __post_init__(self) -> None:
        if self.dimension < 1:
            raise InputError(f"the dimension should be at least 1, but is {self.dimension}")
        if self.margin_squared <= 0:
            raise InputError(f"the margin should be above 0, but its square is {self.margin_squared}")
        if self.unit_norm and self.margin_squared > 1:
            raise InputError(
                f"the margin should be at most 1, but its square is {self.margin_squared}: "
                "no vector of norm 1 has a larger margin on unit points"
            )

    @property
    def most_mistakes(self) -> int:
        """⌊1/δ²⌋: what the Perceptron never exceeds on unit points, and what orthonormal points force."""
        return self.margin_squared.denominator // self.margin_squared.numerator


@dataclass(frozen=True)
class Finite:
    """A finite class: points are numbers from 0, and a legal target for a sequence is any concept of the class.

    A target may be unlike at most so many labels as there are ``lies``. Where there is an ``order``, of different
    points, the learner is told it before the first round, and the rounds show its points one by one.

    Raises:
        InputError: the lies are not from 0 to ``MAX_LIES``, the order has a point twice, or one that the class does
            not have, or there are lies and an order.

    """

    concept_class: ConceptClass
    lies: int = 0
    order: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        check_lies(self.lies)
        if self.lies and self.order is not None:
            raise InputError("lies and an announced order do not go together")
        if self.order is not None and len(set(self.order)) < len(self.order):
            raise InputError("a point appears twice in the order")
        self.concept_class.check_points(self.order or ())

    @property
    def order_names(self) -> list[str] | None:
        """The announced order by the names of its points, if there is one."""
        names = self.concept_class.point_names
        return None if self.order is None else [names[point] for point in self.order]

    def is_lie(self, target: int, x: int, y: int) -> bool:
        """Tell whether the label y of a point is unlike the target's, a concept's."""
        return self.concept_class.label(target, x) != y

    @property
    def dimension(self) -> int:
        """Of the points as vectors: what the class says, or else the number of points."""
        vectors = self.concept_class.vectors
        return len(vectors[0]) if vectors else self.concept_class.points

    @cached_property
    def vectors(self) -> tuple[Vector, ...]:
        """The points as vectors: what the class says, or else basis vectors; for learners that see such."""
        if self.concept_class.vectors is None:
            return tuple([basis_vector(point) for point in range(self.concept_class.points)])
        return tuple([vector(enumerate(values)) for values in self.concept_class.vectors])


@dataclass(frozen=True, slots=True)
class Hinge:
    """Halfspaces through the origin that need not explain every label: points x in R^dimension, ‖x‖ = 1.

    A target u is legal for a sequence if ‖u‖² ≤ ``norm_squared`` and Σ max(0, 1 − y⟨u,x⟩) ≤ ``hinge`` over all of it.

    Raises:
        InputError: the dimension is below 1, or one of the two is below 0.

    """

    dimension: int
    hinge: Fraction
    norm_squared: Fraction

    def __post_init__(self) -> None:
        if self.dimension < 1:
            raise InputError(f"the dimension should be at least 1, but is {self.dimension}")
        for name, value in (("hinge budget", self.hinge), ("norm_squared", self.norm_squared)):
            if value < 0:
                raise InputError(f"the {name} should be 0 or more, but is {value}")

    @property
    def most_mistakes(self) -> int:
        """The largest integer m with m ≤ H + N√m, decided in squares: the proof of Hsu's third theorem, with L = 1."""
        mean = self.hinge + self.norm_squared / 2  # the roots of (m − H)² = N²m are mean ± √square
        square = self.norm_squared * (self.norm_squared / 4 + self.hinge)
        most = int(mean) + isqrt(int(square))  # at most that root, and the root is below it + 2
        return most + ((most + 1 - self.hinge) ** 2 <= self.norm_squared * (most + 1))


SearchSetting = Halfspaces | Finite
"""What games are searched, compared and graded in."""

Setting = SearchSetting | Hinge
"""What a game is played in."""


class HalfspacesRecord(msgspec.Struct, frozen=True, tag_field="setting", tag="halfspaces"):
    """``Halfspaces`` as JSON has them."""

    dimension: int
    margin_squared: str
    unit_norm: bool


class HingeRecord(msgspec.Struct, frozen=True, tag_field="setting", tag="hinge"):
    """``Hinge`` as JSON has it."""

    dimension: int
    hinge: str
    norm_squared: str


class FiniteRecord(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="setting", tag="finite", rename={"class_name": "class"}
):
    """A class as JSON has it: a text of ``+`` and ``-`` a concept; names; and, but for traces, vectors and notes.

    Without names of the points, all of these are the catalog's if it has this very class; else points are numbered.
    """

    class_name: str
    points: int
    concepts: tuple[str, ...]
    point_names: tuple[str, ...] | None = None
    concept_names: tuple[str, ...] | None = None
    vectors: tuple[tuple[str, ...], ...] | None = None
    notes: tuple[str, ...] = ()
    lies: int = 0
    order: tuple[int, ...] | None = None


SearchRecord = HalfspacesRecord | FiniteRecord
"""A ``SearchSetting`` as JSON has it."""

SettingRecord = SearchRecord | HingeRecord
"""The one encoding of a setting: for other processes, stored grades, counterexamples and the headers of traces."""


@overload
def write_setting(setting: SearchSetting, *, names: bool = True) -> SearchRecord: ...
@overload
def write_setting(setting: Setting, *, names: bool = True) -> SettingRecord: ...
def write_setting(setting: Setting, *, names: bool = True) -> SettingRecord:
    """Return a setting as JSON has it; a class without what a reader finds by its name, where ``names`` is false."""
    if isinstance(setting, Halfspaces):
        return HalfspacesRecord(setting.dimension, write_rational(setting.margin_squared), setting.unit_norm)
    if isinstance(setting, Hinge):
        return HingeRecord(setting.dimension, *map(write_rational, (setting.hinge, setting.norm_squared)))
    table = setting.concept_class
    rows = tuple([table.row_text(concept) for concept in range(table.size)])
    record = FiniteRecord(table.name, table.points, rows, lies=setting.lies, order=setting.order)
    if not names:
        return msgspec.structs.replace(record, **{key: tuple(every) for key, every in names_to_write(table).items()})
    vectors = None if table.vectors is None else tuple([tuple(map(write_rational, x)) for x in table.vectors])
    called = {"point_names": table.point_names, "concept_names": table.concept_names}
    return msgspec.structs.replace(record, **called, vectors=vectors, notes=table.notes)


@overload
def read_setting(record: SearchRecord) -> SearchSetting: ...
@overload
def read_setting(record: SettingRecord) -> Setting: ...
def read_setting(record: SettingRecord) -> Setting:
    """Make the setting that ``write_setting`` wrote. Raises ValueError where somebody else has written it."""
    if isinstance(record, HalfspacesRecord):
        return Halfspaces(record.dimension, Fraction(record.margin_squared), record.unit_norm)
    if isinstance(record, HingeRecord):
        return Hinge(record.dimension, Fraction(record.hinge), Fraction(record.norm_squared))
    rows = tuple(map(row_of_text, record.concepts))
    if record.point_names is None:
        named = known_as_named(ConceptClass(record.class_name, rows, default_names(record.points)))
        return Finite(named, record.lies, record.order)
    vectors = None if record.vectors is None else tuple([tuple(map(read_own_rational, x)) for x in record.vectors])
    names = record.point_names, record.concept_names
    return Finite(ConceptClass(record.class_name, rows, *names, vectors, record.notes), record.lies, record.order)
