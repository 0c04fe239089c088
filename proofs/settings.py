"""What a game is about: the instance space and the targets that are legal in it."""

from dataclasses import dataclass
from fractions import Fraction

from proofs.errors import InputError


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
