"""Halfspaces through the origin with a margin: the setting of the Perceptron."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from proofs.exact.errors import InputError
from proofs.exact.rationals import shown_number, write_rational
from proofs.exact.vectors import Vector
from proofs.settings.vectors import Dimension, RationalText, VectorSetting


class HalfspacesRecord(msgspec.Struct, frozen=True, tag_field="setting", tag="halfspaces"):
    """``Halfspaces`` as JSON has them."""

    about: ClassVar[str] = "on halfspaces"
    margin_squared: RationalText
    dimension: Dimension
    unit_norm: bool = True

    def setting(self) -> "Halfspaces":
        """Return the setting. Raises ValueError where the record is not as we write it."""
        return Halfspaces(self.dimension, Fraction(self.margin_squared), self.unit_norm)


@dataclass(frozen=True, slots=True)
class Halfspaces(VectorSetting):
    """Halfspaces through the origin with a margin: points x in R^dimension, ‖x‖ = 1 where ``unit_norm`` holds.

    A target v is legal for a sequence if ‖v‖² ≤ 1 and y⟨v,x⟩ ≥ δ, i.e. (y⟨v,x⟩)² ≥ ``margin_squared``, on all of it.

    Raises:
        InputError: the dimension is below 1, or the margin is not above 0 (or is above 1, on unit points).

    """

    kind: ClassVar[str] = "halfspaces"
    title: ClassVar[str] = "halfspaces with a margin"
    target_name: ClassVar[str] = "v"

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

    # ------------------------------------------------------------------------------------------------ JSON

    def record(self, *, names: bool = True) -> HalfspacesRecord:  # noqa: ARG002 - those of a class
        """Return the setting as JSON has it."""
        return HalfspacesRecord(write_rational(self.margin_squared), self.dimension, self.unit_norm)

    def unusual(self) -> dict[str, Any]:
        """Return those keys of ``identity`` that only unusual games have."""
        return {}

    # ------------------------------------------------------------------------------------------------ bounds

    @property
    def most_mistakes(self) -> int:
        """Return ⌊1/δ²⌋, the Perceptron's bound on unit points, which orthonormal points force."""
        return self.margin_squared.denominator // self.margin_squared.numerator

    @property
    def is_small(self) -> bool:
        """Whether fewer orthonormal points fit into the dimension than the margin allows."""
        return self.dimension < self.most_mistakes

    @property
    def perceptron_bound(self) -> int | None:
        """Return the theorem's bound for the Perceptron, or ``None`` if points may have any norm.

        It is attained by some game, of real points no longer than 1: on a line 1, in the plane ⌊1/(2δ²)⌋ + 1, and from
        three dimensions on ⌊1/δ²⌋ (docs/margin-proofs.md, Theorem P).
        """
        if not self.unit_norm:
            return None
        return {1: 1, 2: 1 + 1 // (2 * self.margin_squared)}.get(self.dimension, self.most_mistakes)

    def of_points(self, points: Iterable[Vector]) -> "Halfspaces":
        """Return the setting for theorems about points no longer than 1, if these are not."""
        if self.unit_norm or self.margin_squared > 1 or any(x.norm_squared() > 1 for x in points):
            return self
        return replace(self, unit_norm=True)

    @property
    def unit_margin_squared(self) -> Fraction | None:
        """δ², where all points have norm 1."""
        return self.margin_squared if self.unit_norm else None

    # ------------------------------------------------------------------------------------------------ players

    def offer(self) -> dict[str, Any]:
        """Return what constructors of learners may ask for, by name."""
        return {"dimension": self.dimension, "margin_squared": self.margin_squared}

    def greeting(self) -> str:
        """Return the setting's words in the line protocol (docs/extend.md)."""
        return f"halfspaces dimension={self.dimension} margin_squared={write_rational(self.margin_squared)}"

    def watchable(self) -> "Halfspaces":
        """Return the setting, in which the theorems about weights are watched."""
        return self

    # ------------------------------------------------------------------------------------------------ texts

    @property
    def any_norm(self) -> str:
        """Why points need not have norm 1; nothing where they do."""
        return "" if self.unit_norm else "it plays points of any norm"

    def describe(self) -> str:
        """Return the setting in words."""
        return f"δ² = {shown_number(self.margin_squared)}, dimension {self.dimension:,}"

    def announce(self, *, as_printed: bool) -> list[str]:
        """Return the text for a person who predicts, before the first round."""
        claimed = "the notes claim, which the judge will check, that " if as_printed else ""
        margin = f"‖v‖² ≤ 1, and y⟨v,x⟩ ≥ δ, where δ² = {self.margin_squared}"
        return [f"{claimed}some v explains all labels: {margin}, in dimension {self.dimension:,}"]
