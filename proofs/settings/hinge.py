"""Halfspaces with a budget of hinge losses: the setting of Hsu's third theorem."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any, ClassVar, NoReturn

import msgspec

from proofs.exact.errors import InputError
from proofs.exact.rationals import shown_number, write_rational
from proofs.settings.vectors import Dimension, RationalText, VectorSetting


class HingeRecord(msgspec.Struct, frozen=True, tag_field="setting", tag="hinge"):
    """``Hinge`` as JSON has it: H, and N², the most that ‖u‖² may be."""

    about: ClassVar[str] = "with a hinge budget H, and N², the most that ‖u‖² may be"
    dimension: Dimension
    hinge: RationalText
    norm_squared: RationalText

    def setting(self) -> "Hinge":
        """Return the setting. Raises ValueError where the record is not as we write it."""
        return Hinge(self.dimension, Fraction(self.hinge), Fraction(self.norm_squared))


@dataclass(frozen=True, slots=True)
class Hinge(VectorSetting):
    """Halfspaces through the origin that need not explain every label: points x in R^dimension, ‖x‖ = 1.

    A target u is legal for a sequence if ‖u‖² ≤ ``norm_squared`` and Σ max(0, 1 − y⟨u,x⟩) ≤ ``hinge`` over all of it.

    Raises:
        InputError: the dimension is below 1, or one of the two is below 0.

    """

    kind: ClassVar[str] = "hinge"
    title: ClassVar[str] = "games with a hinge budget"
    target_name: ClassVar[str] = "u"
    unit_margin_squared: ClassVar[None] = None
    any_norm: ClassVar[str] = ""

    dimension: int
    hinge: Fraction
    norm_squared: Fraction

    def __post_init__(self) -> None:
        if self.dimension < 1:
            raise InputError(f"the dimension should be at least 1, but is {self.dimension}")
        for name, value in (("hinge budget", self.hinge), ("norm_squared", self.norm_squared)):
            if value < 0:
                raise InputError(f"the {name} should be 0 or more, but is {value}")

    # ------------------------------------------------------------------------------------------------ JSON

    def record(self, *, names: bool = True) -> HingeRecord:  # noqa: ARG002 - those of a class
        """Return the setting as JSON has it."""
        return HingeRecord(self.dimension, *map(write_rational, (self.hinge, self.norm_squared)))

    def identity(self) -> dict[str, Any]:
        """Return what games in this setting are played on, for the JSON of a result."""
        return self.unusual() | {"dimension": self.dimension}

    def unusual(self) -> dict[str, Any]:
        """Return those keys of ``identity`` that only unusual games have."""
        budget = {"hinge": write_rational(self.hinge), "norm_squared": write_rational(self.norm_squared)}
        return {"setting": self.kind, **budget}

    # ------------------------------------------------------------------------------------------------ bounds

    @property
    def most_mistakes(self) -> int:
        """The largest integer m with m ≤ H + N√m, decided in squares: the proof of Hsu's third theorem, with L = 1."""
        mean = self.hinge + self.norm_squared / 2  # the roots of (m − H)² = N²m are mean ± √square
        square = self.norm_squared * (self.norm_squared / 4 + self.hinge)
        most = int(mean) + isqrt(int(square))  # at most that root, and the root is below it + 2
        return most + ((most + 1 - self.hinge) ** 2 <= self.norm_squared * (most + 1))

    @property
    def perceptron_bound(self) -> int:
        """Return the theorem's bound for the Perceptron."""
        return self.most_mistakes

    # ------------------------------------------------------------------------------------------------ players

    def greeting(self) -> str:
        """Return the setting's words in the line protocol (docs/extend.md)."""
        hinge, square = map(write_rational, (self.hinge, self.norm_squared))
        return f"hinge dimension={self.dimension} hinge={hinge} norm_squared={square}"

    def watchable(self) -> NoReturn:
        """Raise InputError: the theorems about weights that are watched are about a margin."""
        raise InputError("what is watched is about a target with a margin, and a game with a hinge budget has none")

    # ------------------------------------------------------------------------------------------------ texts

    def describe(self) -> str:
        """Return the setting in words."""
        budget = f"hinge losses of at most {shown_number(self.hinge)}, ‖u‖² ≤ {shown_number(self.norm_squared)}"
        return f"{budget}, dimension {self.dimension:,}"

    def announce(self, *, as_printed: bool) -> list[str]:  # noqa: ARG002 - nothing is printed otherwise
        """Return the text for a person who predicts, before the first round."""
        losses = f"its hinge losses max(0, 1 − y⟨u,x⟩) sum to at most {self.hinge}"
        budget = f"‖u‖² ≤ {self.norm_squared}, and {losses}"
        return [f"some u explains the labels within a budget: {budget}, in dimension {self.dimension:,}"]
