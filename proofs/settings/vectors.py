"""What settings whose points are vectors have in common: their points, targets and texts."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec

from proofs.exact.vectors import Target, Vector
from proofs.settings.foreign import foreign_halfspace, foreign_vector
from proofs.settings.texts import short_number, vector_text
from proofs.statements import Statement

if TYPE_CHECKING:
    from proofs.classes.concepts import ConceptClass
    from proofs.exact.rationals import Rational

RationalText = Annotated[str, msgspec.Meta(pattern="^-?[0-9]+(/[1-9][0-9]*)?$", description='A rational: "-3/5", "7".')]
Dimension = Annotated[int, msgspec.Meta(ge=1)]


class VectorSetting:
    """A setting whose points are vectors in R^dimension, and whose targets are halfspaces through the origin."""

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

    def record(self, *, names: bool = True) -> msgspec.Struct:
        """Return the setting as JSON has it."""
        raise NotImplementedError

    def identity(self) -> dict[str, Any]:
        """Return what games in this setting are played on, for the JSON of a result."""
        return dict(msgspec.to_builtins(self.record()))

    def offer(self) -> dict[str, Any]:
        """Return what constructors of learners may ask for, by name."""
        return {"dimension": self.dimension}

    def options(self) -> dict[str, Any]:
        """Return the options of a game that ask for this setting, by name."""
        return self.offer()

    def class_bound(self, bound: "Callable[[ConceptClass, int], Rational | None]") -> None:
        """Return ``None``: such a bound is about a finite class and lies."""

    def read_point(self, x: Any, did: str) -> Vector:
        """Return the point that foreign code shows. Raises InputError, which says who ``did`` it."""
        return foreign_vector(x, self.dimension, did)

    def read_target(self, target: Any, did: str) -> Target:
        """Return the target that foreign code offers. Raises InputError, which says who ``did`` it."""
        return foreign_halfspace(target, self.dimension, did)

    def after(self, space: object, x: object, y: int) -> None:
        """Return ``None``: nothing is counted here of what a label leaves."""

    def left(self, space: object) -> None:
        """Return ``None``, likewise."""

    def is_lie(self, target: object, x: object, y: int) -> bool:  # noqa: ARG002 - none is
        """Tell whether the label y of a point is one of the lies that a setting counts: never here."""
        return False

    def remarks(self) -> list[str]:
        """Return what is unusual about games in this setting, in words."""
        return []

    def introduction(self) -> list[str]:
        """Return the sentences with which the story of a game begins: none."""
        return []

    def point_text(self, x: Any) -> str:
        """Return a point as people write it."""
        return vector_text(x, self.dimension) if isinstance(x, Vector) else f"point {x}"

    def point_name(self, x: Any) -> str:
        """Return a point as a cell of a table has it."""
        return self.point_text(x)

    def target_text(self, target: Any) -> str:
        """Return a target as people write it."""
        if not isinstance(target, Target):
            return "a target"
        direction = vector_text(target.direction, self.dimension)
        direction = f"({direction})" if " " in direction and direction[0] != "(" else direction
        return f"{self.target_name} = s·{direction} with s² = {short_number(target.scale_squared)}"

    def named_target(self, found: dict[str, Any]) -> dict[str, Any]:
        """Return what the checker has found of a target, with its name, if it has one."""
        return found
