"""A finite concept class, perhaps with lies or an announced order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NoReturn, TypeVar

import msgspec

from proofs.exact.errors import InputError, counted, lies_allowed, lies_suffix, one_line
from proofs.exact.rationals import Rational, read_own_rational, write_rational
from proofs.exact.vectors import Vector, basis_vectors, vector
from proofs.settings.forced import Forced, by_order
from proofs.statements import Statement

if TYPE_CHECKING:
    from proofs.classes.concepts import ConceptClass

MAX_LIES, MAX_LIES_PLAYED = 100, 10_000  # of games that are solved; of those that are played alone
"""In games that are played: each lie is one more copy of the class, and numbers that are longer."""

MAX_NAMED = 16
"""Concepts of a class, and points of an announced order, that are told one by one."""

Index = Annotated[int, msgspec.Meta(ge=0)]
Labels = Annotated[str, msgspec.Meta(pattern="^[+*-]+$")]

_Bound = TypeVar("_Bound", bound=Rational | None)


def check_lies(lies: object, where: str = "", most: int = MAX_LIES) -> int:
    """Return a number of lies. Raises InputError if it is none, or above the ``most``."""
    if type(lies) is not int or not 0 <= lies <= most:
        raise InputError(f"{where}lies should be an int from 0 to {most:,}, but are {lies!r}")
    return lies


class FiniteRecord(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="setting", tag="finite", rename={"class_name": "class"}
):
    """A class as JSON has it: a text of ``+``, ``-`` and ``*`` a concept, names, and, not in traces, vectors and notes.

    Without names of the points, all of these are the catalog's if it has this very class; else points are numbered.
    """

    about: ClassVar[str] = "on a finite class, a text of + and - a concept"
    class_name: str
    points: Annotated[int, msgspec.Meta(ge=1)]
    concepts: Annotated[tuple[Labels, ...], msgspec.Meta(min_length=1)]
    point_names: tuple[str, ...] | None = None
    concept_names: tuple[str, ...] | None = None
    vectors: tuple[tuple[str, ...], ...] | None = None
    notes: tuple[str, ...] = ()
    lies: Index = 0
    order: tuple[Index, ...] | None = None

    def setting(self) -> "Finite":
        """Return the setting. Raises ValueError where the record is not as we write it."""
        from proofs.classes.catalog import known_as_named
        from proofs.classes.concepts import ConceptClass, bitsets_of_texts, default_names

        check_lies(self.lies, most=MAX_LIES_PLAYED)
        rows, undefined = bitsets_of_texts(self.concepts)
        if self.point_names is None:
            table = ConceptClass(self.class_name, rows, default_names(self.points), undefined=undefined)
            return Finite(known_as_named(table), self.lies, self.order)
        vectors = None if self.vectors is None else tuple([tuple(map(read_own_rational, x)) for x in self.vectors])
        names = self.point_names, self.concept_names
        table = ConceptClass(self.class_name, rows, *names, vectors, self.notes, undefined)
        return Finite(table, self.lies, self.order)


@dataclass(frozen=True)
class Finite:
    """A finite class: points are numbers from 0, and a legal target for a sequence is any concept of the class.

    Up to ``lies`` labels may differ from the target's. Where there is an ``order``, of different points, the learner
    is told it before the first round, and the rounds show its points one by one. In a partial class a legal target is
    defined on all points that are shown; there it has no lies and no order.

    Raises:
        InputError: the lies are below 0, the order has a point twice, or one that the class does not have, there are
            lies and an order, or either in a partial class.

    """

    kind: ClassVar[str] = "finite"
    title: ClassVar[str] = "finite classes"
    default_view: ClassVar[Literal["index"]] = "index"
    has_norms: ClassVar[bool] = False
    any_norm: ClassVar[str] = "a point of a class has no norm"
    perceptron_bound: ClassVar[None] = None
    unit_margin_squared: ClassVar[None] = None
    is_small: ClassVar[bool] = False

    concept_class: "ConceptClass"
    lies: int = 0
    order: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if self.lies < 0:
            raise InputError(f"lies should be 0 or more, but are {self.lies}")
        if self.lies and self.order is not None:
            raise InputError("lies and an announced order do not go together")
        if self.order is not None and len(set(self.order)) < len(self.order):
            raise InputError("a point appears twice in the order")
        if self.lies or self.order is not None:
            self.concept_class.check_total("a game with lies" if self.lies else "an announced order")
        self.concept_class.check_points(self.order or ())

    # ------------------------------------------------------------------------------------------------ points

    @property
    def dimension(self) -> int:
        """Return the dimension of the points as vectors: that of the class's vectors, or the number of points."""
        vectors = self.concept_class.vectors
        return len(vectors[0]) if vectors else self.concept_class.points

    @cached_property
    def vectors(self) -> tuple[Vector, ...]:
        """Return the points as vectors, for learners that see vectors: those of the class, or basis vectors."""
        if self.concept_class.vectors is None:
            return tuple(basis_vectors(self.concept_class.points))
        return tuple([vector(enumerate(values)) for values in self.concept_class.vectors])

    @property
    def order_names(self) -> list[str] | None:
        """The announced order by the names of its points, if there is one."""
        names = self.concept_class.point_names
        return None if self.order is None else [names[point] for point in self.order]

    # ------------------------------------------------------------------------------------------------ labels

    def is_lie(self, target: Any, x: Any, y: int) -> bool:
        """Tell whether the label y of a point is not that of the target, a concept, which may be undefined there."""
        return isinstance(target, int) and self.concept_class.label(target, x) != y

    @property
    def everything(self) -> tuple[int, ...]:
        """The concepts that may be the target before any label: bitsets, one for each number of lies that is left."""
        return (*(0 for _ in range(self.lies)), self.concept_class.everything)

    def after(self, space: tuple[int, ...], x: Any, y: int) -> tuple[int, ...]:
        """Return the version space after a label: a concept that disagrees loses one lie."""
        agree = self.concept_class.restrict(self.concept_class.everything, x, y)
        spent = [more & ~agree for more in (*space[1:], 0)]
        return tuple([same & agree | less for same, less in zip(space, spent, strict=True)])

    def left(self, space: tuple[int, ...]) -> int:
        """Return how many concepts may still be the target."""
        return sum(part.bit_count() for part in space)

    @property
    def mirrored(self) -> "Finite":
        """The class in which every label is the opposite one, without lies or an order."""
        return Finite(self.concept_class.mirrored())

    # ------------------------------------------------------------------------------------------------ JSON

    def record(self, *, names: bool = True) -> FiniteRecord:
        """Return the setting as JSON has it; without what a reader finds by the class's name, if not ``names``."""
        from proofs.classes.catalog import names_to_write

        table = self.concept_class
        rows = tuple([table.row_text(concept) for concept in range(table.size)])
        record = FiniteRecord(table.name, table.points, rows, lies=self.lies, order=self.order)
        if not names:
            return msgspec.structs.replace(record, **{key: tuple(x) for key, x in names_to_write(table).items()})
        vectors = None if table.vectors is None else tuple([tuple(map(write_rational, x)) for x in table.vectors])
        called = {"point_names": table.point_names, "concept_names": table.concept_names}
        return msgspec.structs.replace(record, **called, vectors=vectors, notes=table.notes)

    def identity(self) -> dict[str, Any]:
        """Return what games in this setting are played on, for the JSON of a result."""
        table = self.concept_class
        size = {"class": table.name, "concepts": table.size, "points": table.points}
        return {"setting": self.kind, **size, "lies": self.lies, "order": self.order_names}

    def unusual(self) -> dict[str, Any]:
        """Return those keys of ``identity`` that only unusual games have."""
        keys = {"lies": self.lies or None, "order": self.order_names}
        return {key: value for key, value in keys.items() if value is not None}

    # ------------------------------------------------------------------------------------------------ bounds

    @property
    def lower_statement(self) -> Statement:
        """Which statement says what every deterministic learner is forced to."""
        return Statement.UNIVERSAL_BOUND if self.order is None else Statement.ANNOUNCED_ORDER

    def class_bound(self, bound: "Callable[[ConceptClass, int], _Bound]") -> _Bound:
        """Return what a function of the class and the lies says."""
        return bound(self.concept_class, self.lies)

    def forced_by(self, points: Sequence[Any]) -> Forced:
        """Return how many mistakes the points of a game force on every deterministic learner, in their order.

        Of an announced order it is all of its points, and there is no tree: what it forces needs no witness.
        """
        if self.lies:
            return Forced(reason="with lies, a bound needs a tree in the adversary's plan")
        forced = by_order(self.concept_class, self.order or points)
        return forced._replace(tree=None) if self.order else forced

    # ------------------------------------------------------------------------------------------------ players

    def offer(self) -> dict[str, Any]:
        """Return what constructors of learners may ask for, by name."""
        concepts = self.concept_class.table()
        concepts.setflags(write=False)
        announced = {} if self.order is None else {"order": self.order}
        return {"dimension": self.dimension, "concepts": concepts, "lies": self.lies, **announced}

    def options(self) -> dict[str, Any]:
        """Return the options of a game that ask for this setting, by name."""
        return {"concept_class": self.concept_class, "lies": self.lies, "order": self.order}

    def greeting(self) -> str:
        """Return the setting's words in the line protocol (docs/extend.md)."""
        table = self.concept_class
        rows = ",".join([table.row_text(concept) for concept in range(table.size)])
        lies = f" lies={self.lies}" if self.lies else ""
        order = "" if self.order is None else f" order={','.join(map(str, self.order))}"
        return f"finite points={table.points} concepts={rows}{lies}{order}"

    def read_point(self, x: Any, did: str) -> int:
        """Return the point that foreign code shows. Raises InputError, which says who ``did`` it."""
        return _foreign_number(x, self.concept_class.points, did, "point")

    def read_target(self, target: Any, did: str) -> int:
        """Return the target that foreign code offers. Raises InputError, which says who ``did`` it."""
        return _foreign_number(target, self.concept_class.size, did, "concept")

    def watchable(self) -> NoReturn:
        """Raise InputError: the theorems about weights are not about classes."""
        raise InputError("the theorems about weights are about halfspaces; there is nothing to watch on a finite class")

    # ------------------------------------------------------------------------------------------------ texts

    def remarks(self) -> list[str]:
        """Return the special rules of games in this setting, in words."""
        lies = [lies_allowed(self.lies)] if self.lies else []
        return lies if self.order is None else [*lies, f"the order was announced: {self.order_text()}"]

    def describe(self) -> str:
        """Return the setting in words."""
        table = self.concept_class
        size = f"{table.name}: {counted(table.size, 'concept')} on {counted(table.points, 'point')}"
        if self.order is not None:
            return f"{size}, announced in the order {self.order_text()}"
        return f"{size},{lies_suffix(self.lies)}" if self.lies else size

    def introduction(self) -> list[str]:
        """Return the sentences with which the story of a game begins."""
        table = self.concept_class
        size = f"{counted(table.size, 'concept')} on {counted(table.points, 'point')}"
        lies = [f"{lies_allowed(self.lies).capitalize()}: the target gives the other label."] if self.lies else []
        return [f"The class is {table.name}: {size}.", *lies]

    def announce(self, *, as_printed: bool) -> list[str]:  # noqa: ARG002 - nothing is printed otherwise
        """Return the text for a person who predicts, before the first round."""
        table = self.concept_class
        but = f" but at most {self.lies}" if self.lies else ""
        size = f"{counted(table.size, 'concept')} on {counted(table.points, 'point')}"
        lines = [f"some concept of {table.name} explains all labels{but}: {size}"]
        if table.size <= MAX_NAMED:
            lines.append(f"these are {', '.join(map(table.concept_name, range(table.size)))}")
        return [*lines, f"the points will be {self.order_text()}, in this order"] if self.order is not None else lines

    def order_text(self) -> str:
        """Return the announced order by the names of the points, of a long one the beginning."""
        names = self.order_names or []
        rest = f", … ({counted(len(names), 'point')})" if len(names) > MAX_NAMED + 1 else ""
        return one_line(", ".join(map(_quoted, names[:MAX_NAMED] if rest else names))) + rest

    def point_name(self, x: Any) -> str:
        """Return a point as a cell of a table has it."""
        return str(self.concept_class.point_names[x])

    def point_text(self, x: Any) -> str:
        """Return a point as people write it."""
        return f"the point {self.point_name(x)}"

    def target_text(self, target: Any) -> str:
        """Return a target as people write it."""
        return f"the concept {self.concept_class.concept_name(target)}" if isinstance(target, int) else "a target"

    def named_target(self, finding: dict[str, Any]) -> dict[str, Any]:
        """Return the checker's finding on a target, with its name, if it has one."""
        concept = finding.get("concept")
        return finding if concept is None else {**finding, "name": self.concept_class.concept_name(concept)}


def _quoted(name: str) -> str:
    """Return the name of a point as ``announced-order?order=…`` takes it: quoted if it has a comma."""
    return '"' + name.replace('"', '""') + '"' if {",", '"'} & set(name) or name != name.strip() else name


def _foreign_number(number: Any, count: int, did: str, what: str) -> int:
    """Return the number of a point or a concept. Raises InputError, which says who ``did`` it, if it is not one."""
    if isinstance(number, Integral) and not isinstance(number, bool) and 0 <= int(number) < count:
        return int(number)
    value = number if type(number) is int else f"a {type(number).__name__}"
    raise InputError(f"{did} {value}, but a {what} is an int in range({count})")
