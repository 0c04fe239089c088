"""The argument of Claim 1.4 on an orthonormal basis that is not the standard one."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random

from adversary.strategies.halfspaces.standard_basis import OppositeLabels, plan_orthonormal
from adversary.strategies.protocol import AdversaryCard, Plan
from proofs.exact.vectors import Vector, reflection_row
from proofs.settings import Halfspaces


class Orthonormal(OppositeLabels):
    """Shows an exact rational orthonormal basis, chosen by ``seed``, each vector labeled against the prediction.

    The basis is made of Householder reflections I − 2aaᵀ/‖a‖² of random integer vectors a, on disjoint blocks of 2 to
    9 coordinates, so that time and memory stay linear in the number of rounds. No vector of it is ±eᵢ (except in
    dimension 1, where there is no other), which defeats a learner that only knows the standard basis.
    (Chan, CSCI4230 Notes 3, Claim 1.4, whose argument uses nothing but orthonormality.)
    """

    card = AdversaryCard(
        summary="shows another rational orthonormal basis (--seed), each vector labeled against the prediction",
        source="Chan, CSCI4230 Notes 3, Claim 1.4, whose proof needs only orthonormal points",
        theorem="min(⌊1/δ²⌋, dimension) mistakes of every deterministic learner",
    )

    def __init__(self, *, margin_squared: Fraction, dimension: int | None = None, seed: int = 0) -> None:
        self.plan = plan_orthonormal(margin_squared, dimension, as_printed=False)
        if dimension is None and self.plan.setting.dimension == 1:  # the line has only ±e₁ to offer, the plane more
            self.plan = Plan(Halfspaces(2, margin_squared), 1, 1, 1)
        dimension, rounds = self.plan.setting.dimension, self.plan.rounds
        super().__init__(lambda: islice(orthonormal_basis(dimension, seed), rounds), margin_squared)


def orthonormal_basis(dimension: int, seed: int) -> Iterator[Vector]:
    """Yield an orthonormal basis of Q^dimension, block by block."""
    random = Random(seed)  # noqa: S311 - reproducible, not secret
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
        yield from (reflection_row(axis, row, start) for row in range(size))
        start += size
