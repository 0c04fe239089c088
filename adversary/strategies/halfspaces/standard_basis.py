"""Claim 1.4 of Notes 3: orthonormal points labeled against the prediction, of the standard basis or another one."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from math import ceil, floor, isqrt
from random import Random

from adversary.strategies.protocol import MAX_GAME, AdversaryCard, Plan, validate_rounds
from learners.protocol import Label
from proofs.exact.errors import InputError, counted
from proofs.exact.vectors import Target, Vector, Weights, add, basis_vectors, frozen, reflection_row
from proofs.settings import Halfspaces


class OppositeLabels:
    """Shows orthonormal points, each labeled against the prediction: Chan, CSCI4230 Notes 3, Claim 1.4.

    The target is v = δ·Σ yᵢxᵢ, which has the margin δ on all of them, and ‖v‖² = nδ² after n rounds. ``points``
    yields them; it is called again for the target, so that only labels are kept.
    """

    def __init__(self, points: Callable[[], Iterable[Vector]], margin_squared: Fraction) -> None:
        self._points, self._margin_squared = points, margin_squared
        # Not a method: that would be a call of a Python function in every round of a long game.
        self.next_point: Callable[[], Vector | None] = partial(next, iter(points()), None)
        self.labels: list[Label] = []

    def label(self, x: Vector, predicted: Label) -> Label:  # noqa: ARG002 - the point does not matter
        """Return the opposite of the prediction."""
        label: Label = -1 if predicted == 1 else 1  # ``opposite``, without a call in every round
        self.labels.append(label)
        return label

    def target(self) -> Target:
        """Return δ·Σ yᵢxᵢ."""
        total: Weights = {}
        for label, x in zip(self.labels, self._points(), strict=False):
            add(total, x, label)
        return Target(frozen(total), self._margin_squared)


class StandardBasis(OppositeLabels):
    """Round i shows eᵢ and labels it yᵢ, the opposite of the prediction; the target is v = δ·Σ yᵢeᵢ.

    ‖v‖² = nδ² is at most 1 only for n ≤ 1/δ², so it plays n = min(⌊1/δ²⌋, dimension) rounds. The printed claim has
    ⌈1/δ²⌉; ``as_printed`` plays that many, so that the certificate can be seen to fail unless 1/δ² is an integer.
    (Chan, CSCI4230 Notes 3, Claim 1.4.)
    """

    card = AdversaryCard(
        summary="shows e_1, e_2, …, each labeled against the prediction",
        source="Chan, CSCI4230 Notes 3, Claim 1.4, with ⌊1/δ²⌋ for the printed ⌈1/δ²⌉",
        theorem="min(⌊1/δ²⌋, dimension) mistakes of every deterministic learner",
    )

    def __init__(self, *, margin_squared: Fraction, dimension: int | None = None, as_printed: bool = False) -> None:
        self.plan = plan_orthonormal(margin_squared, dimension, as_printed=as_printed)
        rounds = self.plan.rounds or 0
        super().__init__(lambda: basis_vectors(rounds), margin_squared)


def plan_orthonormal(margin_squared: Fraction, dimension: int | None, *, as_printed: bool) -> Plan:
    """Return the plan of an adversary that shows orthonormal points. Raises InputError."""
    Halfspaces(dimension or 1, margin_squared)  # legal numbers first
    most, printed = floor(1 / margin_squared), ceil(1 / margin_squared)
    setting = Halfspaces(dimension or (printed if as_printed else most), margin_squared)
    if as_printed and setting.dimension < printed:
        raise InputError(f"as printed, the claim needs dimension ≥ 1/δ², so at least {printed}, not {dimension}")
    forces = min(most, setting.dimension)
    note = None
    if forces < most:
        mistakes = counted(forces, "mistake")
        note = f"in dimension {dimension} only {mistakes} can be forced this way; dimension {most} allows {most}"
    rounds = printed if as_printed else forces
    validate_rounds(rounds, f": the smallest margin is 1/{isqrt(MAX_GAME)}, unless a --dimension limits them")
    return Plan(setting, rounds, forces, rounds, note)


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
