"""What settings whose points are vectors have in common: their points, targets and texts.

Points and targets from a user's code are converted, or refused in one line that names their source. They may be plain:
a list or a tuple of ints and Fractions, one for each dimension, or a dict of those that are not 0. A plain target is v
itself, or a pair of a direction u and s² for v = s·u.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec

from proofs.exact.errors import InputError
from proofs.exact.rationals import MAX_DIGITS, Rational, equals, is_short, short_number
from proofs.exact.vectors import Target, Vector, vector
from proofs.settings.forced import Forced, by_orthonormal
from proofs.statements import Statement

if TYPE_CHECKING:
    from proofs.classes.concepts import ConceptClass

RationalText = Annotated[str, msgspec.Meta(pattern="^-?[0-9]+(/[1-9][0-9]*)?$", description='A rational: "-3/5", "7".')]
Dimension = Annotated[int, msgspec.Meta(ge=1)]

_MAX_WRITTEN = 6
"""Coordinates of a vector that are written out."""

_UNIT_FACTORS: dict[Rational, str] = {1: "", -1: "-"}  # in place of these factors


class VectorSetting:
    """A setting whose points are vectors in R^dimension, and whose targets are halfspaces through the origin.

    A setting must define ``kind``, ``title``, ``target_name``, ``any_norm``, ``unit_margin_squared``, ``record``,
    ``unusual``, ``perceptron_bound``, ``greeting``, ``watchable``, ``describe`` and ``announce``, as ``Hinge`` does.
    It also defines ``forced_by`` if its points have other norms than 1. Searches use what else ``Halfspaces`` has.
    """

    __slots__ = ()

    lies: ClassVar[int] = 0
    order: ClassVar[None] = None
    vectors: ClassVar[None] = None
    everything: ClassVar[None] = None
    mirrored: ClassVar[None] = None
    default_view: ClassVar[Literal["dense"]] = "dense"
    lower_statement: ClassVar[Statement] = Statement.UNIVERSAL_BOUND
    has_norms: ClassVar[bool] = True
    target_name: ClassVar[str]
    dimension: int

    @property
    def perceptron_bound(self) -> int | None:
        """Return the theorem's bound for the Perceptron, which orthonormal points force."""
        raise NotImplementedError

    def record(self, *, names: bool = True) -> msgspec.Struct:
        """Return the setting as JSON has it."""
        raise NotImplementedError

    def identity(self) -> dict[str, Any]:
        """Return what games in this setting are played on, for the JSON of a result."""
        return dict(msgspec.to_builtins(self.record()))

    def offer(self) -> dict[str, Any]:
        """Return what constructors of learners may ask for, by name: the dimension, and ``margin_squared`` if any."""
        return {"dimension": self.dimension}

    def options(self) -> dict[str, Any]:
        """Return the options of a game that ask for this setting, by name: those of ``--help``, and no others."""
        return self.offer()

    def class_bound(self, bound: "Callable[[ConceptClass, int], Rational | None]") -> None:
        """Return ``None``: such a bound is about a finite class and lies."""

    def forced_by(self, points: Sequence[Any]) -> Forced:
        """Return how many mistakes the points of a game force on every deterministic learner."""
        most = self.perceptron_bound
        return (
            Forced(reason="its setting has points of any norm")
            if most is None
            else by_orthonormal(points, self.dimension, most)
        )

    def read_point(self, x: Any, did: str) -> Vector:
        """Return the point that foreign code shows. Raises InputError, which says who ``did`` it."""
        return _foreign_vector(x, self.dimension, did)

    def read_target(self, target: Any, did: str) -> Target:
        """Return the target that foreign code offers. Raises InputError, which says who ``did`` it."""
        return _foreign_halfspace(target, self.dimension, did)

    def after(self, space: object, x: object, y: int) -> None:
        """Return ``None``: nothing is counted here of what a label leaves."""

    def left(self, space: object) -> None:
        """Return ``None``, likewise."""

    def is_lie(self, target: object, x: object, y: int) -> bool:  # noqa: ARG002 - none is
        """Tell whether the label y of a point is one of the lies that a setting counts: never here."""
        return False

    def remarks(self) -> list[str]:
        """Return the special rules of games in this setting, in words."""
        return []

    def introduction(self) -> list[str]:
        """Return the sentences with which the story of a game begins: none."""
        return []

    def point_text(self, x: Any) -> str:
        """Return a point as people write it."""
        return _vector_text(x, self.dimension) if isinstance(x, Vector) else f"point {x}"

    def point_name(self, x: Any) -> str:
        """Return a point as a cell of a table has it."""
        return self.point_text(x)

    def target_text(self, target: Any) -> str:
        """Return a target as people write it."""
        if not isinstance(target, Target):
            return "a target"
        direction = _vector_text(target.direction, self.dimension)
        direction = f"({direction})" if " " in direction and direction[0] != "(" else direction
        return f"{self.target_name} = s·{direction} with s² {equals(short_number(target.scale_squared))}"

    def named_target(self, finding: dict[str, Any]) -> dict[str, Any]:
        """Return the checker's finding on a target, with its name, if it has one."""
        return finding


def _vector_text(x: Vector, dimension: int) -> str:
    """Return a vector as a tuple of few coordinates, or in many dimensions as a sum of the first basis vectors."""
    if dimension <= _MAX_WRITTEN:
        return f"({', '.join(map(short_number, x.coordinates(dimension)))})"
    parts = [
        f"{_UNIT_FACTORS[value] if value in _UNIT_FACTORS else f'{short_number(value)}·'}e{index + 1}"
        for index, value in x.entries[:_MAX_WRITTEN]
    ]
    signs = {value > 0 for _, value in x.entries[_MAX_WRITTEN:]}
    more = f" {'±' if len(signs) > 1 else '+' if True in signs else '−'} …" if signs else ""
    return " + ".join(parts).replace("+ -", "− ") + more


def _foreign_vector(x: Any, dimension: int, did: str) -> Vector:
    """Return a vector in the dimension. Raises InputError, which says who ``did`` it, if it is not one."""
    if not _is_vector(x):
        wanted = f"a list or tuple of {dimension} ints and Fractions"
        raise InputError(f"{did} a value of type {type(x).__name__}, not {wanted}")
    try:
        point = vector(_entries(x, dimension, did))
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{did} a vector that is not one: {error}") from None
    if (type(x) is Vector and point != x) or any(index >= dimension for index, _ in point.entries):
        raise InputError(f"{did} a vector out of order, or outside dimension {dimension}")
    if not all(is_short(value) for _, value in point.entries):
        raise InputError(f"{did} a number of more than {MAX_DIGITS} digits")
    return point


def _foreign_halfspace(target: Any, dimension: int, did: str) -> Target:
    """Return the target that a vector, a pair or a ``Target`` stands for. Raises InputError if it is none of these."""
    scale_squared: Any = 1
    if type(target) is Target:
        target, scale_squared = target.direction, target.scale_squared
    elif isinstance(target, tuple) and len(target) == 2 and _is_vector(target[0]):  # noqa: PLR2004 - a pair
        target, scale_squared = target
    direction = _foreign_vector(target, dimension, did)
    if type(scale_squared) not in (int, Fraction) or scale_squared <= 0 or not is_short(scale_squared):
        raise InputError(f"{did} a target whose scale_squared is not a Fraction above 0 of at most {MAX_DIGITS} digits")
    return Target(direction, Fraction(scale_squared))


def _is_vector(x: Any) -> bool:
    """Tell whether something could be a vector: ours, a list, a tuple, a mapping, or an array of one dimension."""
    return isinstance(x, Vector | list | tuple | Mapping) or getattr(x, "ndim", 0) == 1


def _entries(x: Any, dimension: int, did: str) -> list[tuple[Any, Any]]:
    if type(x) is Vector:
        return list(x.entries)
    if isinstance(x, Mapping):
        return [(index, _rational(value, did)) for index, value in x.items()]
    values = x if isinstance(x, list | tuple) else x.tolist()
    if len(values) != dimension:
        raise InputError(f"{did} {len(values)} coordinates, but the dimension is {dimension}")
    return [(index, _rational(value, did)) for index, value in enumerate(values)]


def _rational(value: Any, did: str) -> Rational:
    if type(value) in (int, Fraction):
        return value  # type: ignore[no-any-return]
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        raise InputError(f"{did} {value!r}, which is a float; exact numbers are ints and Fractions")
    raise InputError(f"{did} a {type(value).__name__} as a coordinate, not an int or a Fraction")
