"""What the reductions of Notes 3 do to a margin, exactly: Chan, CSCI4230 Notes 3, section 1.

A margin here is geometric and squared: the least squared distance of a point from the hyperplane. ``None`` means that
the hyperplane does not give every point its label, so that there is no margin to speak of.
"""

from collections.abc import Iterable
from fractions import Fraction

from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector

Sample = Iterable[tuple[Vector, int]]


def margin_with_threshold(u: Vector, threshold: Rational, sample: Sample) -> Fraction | None:
    """Return min (u·x − θ)²/‖u‖², or ``None`` unless y(u·x − θ) > 0 on all of the sample."""
    return _least((y * (u.dot(x) - threshold), Fraction(u.norm_squared())) for x, y in sample)


def margin_homogeneous(u: Vector, threshold: Rational, sample: Sample) -> Fraction | None:
    """Return the margin of (u, −θ) on the points (x, 1): min (u·x − θ)²/(‖u‖² + θ²). At most the one before."""
    return _least((y * (u.dot(x) - threshold), Fraction(u.norm_squared() + threshold**2)) for x, y in sample)


def margin_normalized(u: Vector, sample: Sample) -> Fraction | None:
    """Return the margin of u on the points x/‖x‖, min (u·x)²/(‖u‖²‖x‖²): with ‖x‖ ≤ R at least 1/R² of the one before.

    ``None`` where a point is 0, too.
    """
    return _least((y * u.dot(x), Fraction(u.norm_squared() * x.norm_squared())) for x, y in sample)


def _least(products: Iterable[tuple[Rational, Fraction]]) -> Fraction | None:
    least: Fraction | None = None
    for signed, lengths in products:
        if signed <= 0:
            return None
        squared = signed**2 / lengths
        least = squared if least is None else min(least, squared)
    return least
