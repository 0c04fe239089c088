"""What a game is about: the instance space and the targets that are legal in it."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.errors import InputError
from proofs.exact.rationals import read_rational, write_rational
from proofs.exact.vectors import Vector, basis_vector, vector

Point = Vector | int
"""A vector in halfspace games; the number of a point, from 0, in games on a finite class."""


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
    """A finite class: points are numbers from 0, and a legal target for a sequence is any concept of the class."""

    concept_class: ConceptClass

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


Setting = Halfspaces | Finite


def write_setting(setting: Setting) -> dict[str, Any]:
    """Return a setting as plain JSON values, from which ``read_setting`` makes it again in another process."""
    if isinstance(setting, Halfspaces):
        margin = write_rational(setting.margin_squared)
        return {"dimension": setting.dimension, "margin_squared": margin, "unit_norm": setting.unit_norm}
    table = setting.concept_class
    vectors = table.vectors and [[write_rational(value) for value in values] for values in table.vectors]
    rows = [f"{row:x}" for row in table.rows]
    return {"class": table.name, "rows": rows, "points": table.point_names, "vectors": vectors}


def read_setting(plain: dict[str, Any]) -> Setting:
    """Make the setting that ``write_setting`` wrote."""
    if "class" not in plain:
        return Halfspaces(plain["dimension"], read_rational(plain["margin_squared"]), plain["unit_norm"])
    vectors = plain["vectors"] and [[read_rational(text) for text in values] for values in plain["vectors"]]
    return Finite(
        class_of_rows(plain["class"], [int(row, 16) for row in plain["rows"]], plain["points"], None, vectors)
    )
