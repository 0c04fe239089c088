"""The kinds on halfspaces: learners that keep the bounds of the Perceptron, also in feature space, or cone halving."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import msgspec

from adversary.grading.bugs.perceptron import BIAS, KNOWN_BUGS, kernel
from adversary.grading.kinds.kind import Kind, Requirement, in_dimension
from adversary.search.games import halfspace_games
from adversary.search.games.game import HalfspaceGame
from adversary.search.record import ROUNDING
from adversary.search.spaces.halfspaces import HalfspaceSpace
from learners.algorithms.cone_halving import MAX_DIMENSION
from learners.shapes.reading import Reading
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.rationals import Rational

PERCEPTRON = Kind(
    "perceptron",
    "at most ⌊1/δ²⌋ mistakes on unit points with margin δ, and ⌊R²/γ²⌋ on others; ?bias=true for w·x + b",
    "Chan, CSCI4230 Notes 3, Theorem 1.1; Novikoff 1962",
    (
        Requirement(
            "unit points",
            "M ≤ 1/δ² mistakes on every realizable sequence of unit points: δ is its best margin",
            lambda seed: halfspace_games.unit_games(seed=seed),
            halfspace_games.unit_spaces,
        ),
        Requirement(
            "points of any length",
            "M ≤ R²/γ² mistakes on every realizable sequence: R is its largest length, γ its best margin",
            lambda seed: halfspace_games.general_games(seed=seed),
            halfspace_games.general_spaces,
        ),
    ),
    optional_properties=True,
    known_bugs=KNOWN_BUGS,
    tolerance=ROUNDING,
)


HALF_STEPS = read_bound("9/8*R2/gamma2")
"""The bound for learners that say 0 where w·x = 0, and then move by half a step, read as +1.

After K steps and H half steps, (K + H/2)γ ≤ ‖w‖ ≤ R√(K + H/4), as the length of w grows by a quarter in a half step.
With s = K + H/2 and B = R²/γ² this is s² ≤ B(s − H/4), so K + H ≤ 3s − 2s²/B, which is at most 9B/8.
"""


def perceptron(
    bias: bool = False,  # noqa: FBT001, FBT002 - as in ?bias=true
    dimension: int = 0,
    half_step: bool = False,  # noqa: FBT001, FBT002 - likewise
    *,
    name: str = "perceptron",
) -> Kind:
    """Return the kind.

    Args:
        bias: whether targets have a threshold: the bound is that of the points (x, 1).
        dimension: the one dimension in which learners work.
        half_step: whether they may say 0 where w·x = 0, as ``numpy.sign`` does: see ``HALF_STEPS``.
        name: what it is called.

    Raises:
        InputError: there are few games in that dimension.

    """
    kind = _with_bias(name) if bias else replace(PERCEPTRON, name=name)
    if half_step:
        games, spaces = halfspace_games.bias_games, halfspace_games.bias_spaces
        if not bias:
            games, spaces = halfspace_games.general_games, halfspace_games.general_spaces
        expected = kind.requirements[-1].expected.replace("M ≤ R²/γ²", f"M ≤ {HALF_STEPS.text}")
        last = replace(
            kind.requirements[-1],
            expected=f"{expected}; 0 is read as +1",
            games=partial(games, HALF_STEPS),
            spaces=partial(spaces, HALF_STEPS),
        )
        summary = "at most ⌊9R²/(8γ²)⌋ mistakes, for learners that may say 0 where w·x = 0 and then take half a step"
        reading = Reading(zero=1)
        kind = replace(kind, summary=summary, requirements=(last,), reading=reading, optional_properties=False)
    if dimension:
        fixed = msgspec.structs.replace(kind.reading, dimension=dimension)
        requirements = tuple(in_dimension(each, dimension, name) for each in kind.requirements)
        kind = replace(kind, requirements=requirements, reading=fixed)
    return kind


def _with_bias(name: str) -> Kind:
    requirement = Requirement(
        "halfspaces with a threshold",
        "M ≤ R²/γ² mistakes on every sequence that a halfspace with a threshold explains: R is the largest length of "
        "the points (x, 1), γ their best margin",
        lambda seed: halfspace_games.bias_games(seed=seed),
        halfspace_games.bias_spaces,
    )
    summary = "at most ⌊R²/γ²⌋ mistakes on the points (x, 1), for learners that predict by w·x + b"
    source = "Novikoff 1962, with one more coordinate, 1"
    return Kind(name, summary, source, (requirement,), known_bugs=BIAS, tolerance=ROUNDING)


def kernel_perceptron(degree: int = 2, constant: Rational = 1, *, name: str = "kernel-perceptron") -> Kind:
    """Return the kind for K(a, b) = (⟨a, b⟩ + constant)^degree: a requirement for each dimension, as Φ depends on it.

    Raises:
        InputError: there is no such kernel, or none whose features can be computed.

    """
    requirements = [
        Requirement(
            space.name,
            f"M ≤ max K(x, x)/γ² mistakes: K is (⟨a, b⟩ + {constant})^{degree}, γ the best margin in its feature space",
            partial(halfspace_games.kernel_games, space, degree, constant),
            list if space.name == halfspace_games.FOURTH else partial(list, (space,)),
        )
        for space in halfspace_games.kernel_spaces(degree, constant)
    ]
    summary = (
        f"at most R²/γ² mistakes in the feature space of the kernel (⟨a, b⟩ + {constant})^{degree}; "
        "?degree=3&constant=1/2 sets another"
    )
    source, bugs = "Chan, CSCI4230 Notes 3, section 2", kernel(degree, constant)
    return Kind(name, summary, source, tuple(requirements), known_bugs=bugs, tolerance=ROUNDING)


CONE_HALVING_BOUND = read_bound("floor(log2(2/(1 - sqrt(1 - delta2))))")
"""How often the part of the sphere that a cap of radius arcsin δ has fits into it, in bits; on the circle fewer do."""


def _small_games(seed: int) -> Iterator[HalfspaceGame]:
    games = halfspace_games.unit_games(CONE_HALVING_BOUND, seed)
    return (game for game in games if game.space.setting.dimension <= MAX_DIMENSION)


def _small_spaces() -> list[HalfspaceSpace]:
    return [
        space for space in halfspace_games.unit_spaces(CONE_HALVING_BOUND) if space.setting.dimension <= MAX_DIMENSION
    ]


CONE_HALVING = Kind(
    "cone-halving",
    "at most ⌊log₂(2/(1 − √(1 − δ²)))⌋ mistakes on unit points with margin δ in dimension 1 to 3",
    "docs/margin-proofs.md: a cone of measure 2^−M contains a cap of radius arcsin δ",
    (
        Requirement(
            "unit points in small dimension",
            "M ≤ ⌊log₂(2/(1 − √(1 − δ²)))⌋ mistakes on every realizable sequence of unit points: δ is its best margin",
            _small_games,
            _small_spaces,
        ),
    ),
    tolerance=ROUNDING,
)
