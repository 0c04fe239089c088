"""A lower and an upper bound of M(d, δ), the most mistakes that can be forced in the margin game."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from proofs.exact.errors import InputError
from proofs.formats.margin import MarginCertificate, MarginClaim
from proofs.margin_checker import FORMAT, MAX_DIMENSION
from proofs.margin_game.lower import Lower, best_lower
from proofs.margin_game.upper import Upper, best_upper
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.statements import Statement


@dataclass(frozen=True)
class Value:
    """Bounds on M(d, δ), with what proves each.

    d is ``dimension`` and δ² ``margin_squared``. ``lower`` says how many mistakes every deterministic learner can be
    forced to make, and ``upper`` how many some deterministic learner never exceeds. ``ran_out`` names the budget that
    branch and bound used up, or is empty.
    """

    dimension: int
    margin_squared: Fraction
    lower: Lower
    upper: Upper
    ran_out: str = ""

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.lower.mistakes == self.upper.mistakes

    def certificate(self) -> MarginCertificate:
        """Return the certificate of both bounds, which ``proofs.margin_checker`` reads."""
        claims = [
            MarginClaim(Statement.UNIVERSAL_BOUND.value, self.lower.mistakes),
            MarginClaim(Statement.UPPER_BOUND.value, self.upper.mistakes),
        ]
        numbers = self.dimension, str(self.margin_squared)
        return MarginCertificate(FORMAT, *numbers, claims, self.lower.record(), self.upper.witness)


def certificate_of(lower: Lower, dimension: int) -> MarginCertificate:
    """Return the certificate of a lower bound at the largest margin where its sum of blocks forces it."""
    claims = [MarginClaim(Statement.UNIVERSAL_BOUND.value, lower.mistakes)]
    return MarginCertificate(FORMAT, dimension, str(lower.margin_squared), claims, lower.record())


def value_of(
    dimension: int,
    margin_squared: Fraction,
    budget: Budget | None = None,
    look: Callable[[int], None] = lambda _: None,
) -> Value:
    """Return the best known bounds on M(d, δ).

    If they do not meet, branch and bound looks for a smaller upper bound within a budget, if there is one; ``look`` is
    told how many regions it has looked at.

    Raises:
        InputError: the dimension or the margin is out of range.

    """
    if not 0 < margin_squared <= 1:
        raise InputError(f"the margin should be above 0, and at most 1, but its square is {margin_squared}")
    if not 0 < dimension <= MAX_DIMENSION:
        raise InputError(f"the dimension should be from 1 to {MAX_DIMENSION:,}, not {dimension}")
    lower = best_lower(dimension, margin_squared)
    upper, ran_out = best_upper(dimension, margin_squared, lower.mistakes), ""
    if budget and lower.mistakes < upper.mistakes:
        from proofs.margin_game.cover import best_cover  # which loads arb

        smaller = range(lower.mistakes, upper.mistakes)
        try:
            upper = best_cover(dimension, margin_squared, smaller, budget, look) or upper
        except OutOfBudget as error:
            ran_out = str(error)
    return Value(dimension, margin_squared, lower, upper, ran_out)
