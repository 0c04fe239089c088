"""The argument of Claim 1.4 on an orthonormal basis that is not the standard one."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from adversary.strategies.protocol import AdversaryCard, Plan, opposite
from adversary.strategies.standard_basis import plan_orthonormal
from learners.protocol import Label
from proofs.exact.rationals import Rational
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector, vector
from proofs.formats.settings import Halfspaces


class Orthonormal:
    """Shows an exact rational orthonormal basis, chosen by ``seed``, each vector labeled against the prediction.

    The basis is made of Householder reflections I − 2aaᵀ/‖a‖² of random integer vectors a, on disjoint blocks of 2 to
    9 coordinates, so that time and memory stay linear in the number of rounds. No vector of it is ±eᵢ (except in
    dimension 1, where there is no other), which defeats a learner that only knows the standard basis.
    (Chan, CSCI4230 Notes 3, Claim 1.4, whose argument uses nothing but orthonormality.)
    """

    card = AdversaryCard(
        summary="shows another rational orthonormal basis (--seed), each vector labeled against the prediction",
        source="Chan, CSCI4230 Notes 3, Claim 1.4, of which the proof only needs orthonormal points",
        theorem="min(⌊1/δ²⌋, dimension) mistakes of every deterministic learner",
    )

    def __init__(self, *, margin_squared: Fraction, dimension: int | None = None, seed: int = 0) -> None:
        self.plan = plan_orthonormal(margin_squared, dimension, as_printed=False)
        if dimension is None and self.plan.setting.dimension == 1:  # the line has only ±e₁ to offer, the plane more
            self.plan = Plan(Halfspaces(2, margin_squared), 1, 1, 1)
        self._basis = _basis(self.plan.setting.dimension, Random(seed))  # noqa: S311 - reproducible, not secret
        self._margin_squared, self._left = margin_squared, self.plan.rounds or 0
        self._sum: dict[int, Rational] = {}

    def next_point(self) -> Vector | None:
        """Return the next vector of the basis."""
        if not self._left:
            return None
        self._left -= 1
        return next(self._basis)

    def label(self, x: Vector, predicted: Label) -> Label:
        """Return the opposite of the prediction."""
        label = opposite(predicted)
        for index, value in x.entries:
            self._sum[index] = self._sum.get(index, 0) + label * value
        return label

    def target(self) -> Target:
        """Return δ·Σ yᵢxᵢ."""
        return Target(vector(self._sum), self._margin_squared)


def _basis(dimension: int, random: Random) -> Iterator[Vector]:
    """Yield an orthonormal basis of Q^dimension, block by block."""
    if dimension == 1:
        yield Vector(((0, -1),))
        return
    start = 0
    while start < dimension:
        size = min(random.randint(2, 8), dimension - start)
        if dimension - start - size == 1:  # no block of one coordinate is left over
            size += 1
        # Different sizes |aᵢ| keep every diagonal entry 1 − 2aᵢ²/‖a‖² of a block of two from being 0.
        axis = [random.choice((-1, 1)) * size_of for size_of in random.sample(range(1, 10), size)]
        length = sum(entry * entry for entry in axis)
        for row in range(size):
            entries = ((start + k, (row == k) - Fraction(2 * axis[row] * axis[k], length)) for k in range(size))
            yield vector(entries)
        start += size
