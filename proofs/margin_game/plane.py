"""The randomized margin game in the plane: the expected mistakes of the best learner, exactly."""

from fractions import Fraction
from functools import cache

MAX_BITS = 240_000
"""Up to so long numbers the value is computed, which takes a second: to margins of about 1/6000, if these are short."""


def randomized_plane(margin_squared: Fraction) -> Fraction | None:
    """Return the expected mistakes of the best learner in the plane, or ``None`` if numbers become too long.

    The first point costs ½, and leaves an arc of targets of 180° − 2r, r = arcsin δ. A point that cuts an arc leaves
    two that are shorter by 2r together, so that an arc of length ℓ is worth what 1 + ⌊ℓ/2r⌋ thresholds are: Theorem R,
    docs/margin-proofs.md.
    """
    count = arcs(margin_squared)
    return None if count is None else Fraction(1, 2) + thresholds(count)


def arcs(margin_squared: Fraction) -> int | None:
    """Return how many arcs of 2r a half-circle has room for, by the signs of sin 2kr / sin 2r, as cos 2r = 1 − 2δ²."""
    down = margin_squared.denominator
    twice = 2 * (down - 2 * margin_squared.numerator)
    count, before, now = 0, 0, 1  # the numbers are down^(k − 1) times the ratio, for k = 0 and 1
    while now >= 0:
        if now.bit_length() > MAX_BITS:
            return None
        count, before, now = count + 1, now, twice * now - down * down * before
    return count


@cache
def thresholds(count: int) -> Fraction:
    """Return the expected mistakes of the best learner on so many thresholds, which a point cuts in the middle."""
    return Fraction(1 + thresholds(count // 2) + thresholds(count - count // 2)) / 2 if count > 1 else Fraction(0)
