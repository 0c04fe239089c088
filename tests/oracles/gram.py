"""A kernel that is given by its matrix."""

from collections.abc import Sequence
from fractions import Fraction

from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector


class Gram:
    """A kernel on finitely many points, by its symmetric matrix: ``matrix[i][j]`` is K(points[i], points[j])."""

    def __init__(self, points: Sequence[Vector], matrix: Sequence[Sequence[Rational]]) -> None:
        self._values = {(a, b): Fraction(matrix[i][j]) for i, a in enumerate(points) for j, b in enumerate(points)}

    def __call__(self, a: Vector, b: Vector) -> Fraction:
        return self._values[a, b]
