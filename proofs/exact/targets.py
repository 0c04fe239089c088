"""Targets for halfspaces: the vector v that explains the labels."""

from dataclasses import dataclass
from fractions import Fraction

from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector


@dataclass(frozen=True, slots=True)
class Target:
    """The halfspace x ↦ sign⟨v, x⟩ of v = s·u, given as the rational direction u and the rational s² > 0.

    The scale may so be a square root (δ = 1/√7), and yet norms and margins, which are kept squared, are rational.
    """

    direction: Vector
    scale_squared: Fraction

    def norm_squared(self) -> Fraction:
        """Return ‖v‖² = s²‖u‖²."""
        return self.scale_squared * self.direction.norm_squared()

    def margin_squared(self, x: Vector, label: int) -> Fraction | None:
        """Return the squared margin s²⟨u,x⟩² on (x, label), or ``None`` where v does not give x that label."""
        product: Rational = self.direction.dot(x)
        return self.scale_squared * product**2 if product * label > 0 else None
