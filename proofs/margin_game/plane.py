"""The margin game in the plane, where the best learners are known exactly: a deterministic one, and one with coins."""

from fractions import Fraction


def randomized_plane(margin_squared: Fraction) -> Fraction:
    """Return the expected mistakes of the best learner in the plane.

    The first point costs ½, and leaves an arc of targets of 180° − 2r, r = arcsin δ. A point that cuts an arc leaves
    two that are shorter by 2r together, so that an arc of length ℓ is worth what 1 + ⌊ℓ/2r⌋ thresholds are: Theorem R,
    docs/margin-proofs.md.
    """
    return Fraction(1, 2) + thresholds(arcs(margin_squared))


def deterministic_plane(margin_squared: Fraction) -> int:
    """Return M(2, δ) = ⌊log₂(π/r)⌋, the mistakes of the best deterministic learner in the plane: docs/margin-proofs.md.

    It is 1 + ⌊log₂ n⌋ for n = ⌊π/2r⌋, the number of ``arcs``.
    """
    return arcs(margin_squared).bit_length()


def arcs(margin_squared: Fraction) -> int:
    """Return ⌊π/2r⌋, how many arcs of 2r a half-circle has room for, by enclosures that leave no doubt.

    The ratio itself is an integer n only if cos 2r = 1 − 2δ² is cos π/n, which is rational for n ≤ 3 alone (Niven).
    """
    from flint import arb, ctx, fmpq  # which nobody else needs here

    if whole := {Fraction(1): 1, Fraction(1, 2): 2, Fraction(1, 4): 3}.get(margin_squared):
        return whole
    bits = 64
    while True:
        with ctx.workprec(bits):
            squared = arb(fmpq(margin_squared.numerator, margin_squared.denominator))
            count = (arb.pi() / (2 * squared.sqrt().asin())).floor().unique_fmpz()
        if count is not None:
            return int(count)
        bits *= 2


def thresholds(count: int) -> Fraction:
    """Return the expected mistakes of the best learner on so many thresholds, which a point cuts in the middle.

    From 2ᵏ to 2ᵏ⁺¹ of them each adds 2^−(k + 1).
    """
    power = count.bit_length() - 1
    return Fraction(power - 1, 2) + Fraction(count, 2 << power)
