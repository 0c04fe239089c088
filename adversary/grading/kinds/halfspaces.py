"""The kinds on halfspaces: learners that keep the bounds of the Perceptron, also in feature space, or cone halving."""

from collections.abc import Iterator
from functools import partial

from adversary.grading.bugs.perceptron import BIAS, KNOWN_BUGS, kernel
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import halfspace_games
from adversary.search.games.game import HalfspaceGame
from adversary.search.record import ROUNDING
from adversary.search.spaces.halfspaces import HalfspaceSpace
from learners.algorithms.cone_halving import MAX_DIMENSION
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


def perceptron(bias: bool = False, *, name: str = "perceptron") -> Kind:  # noqa: FBT001, FBT002 - as in ?bias=true
    """Return the kind. With a ``bias`` targets have a threshold, and the bound is that of the points (x, 1)."""
    if not bias:
        return PERCEPTRON
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
    "docs/margin-format.md: a cone of measure 2^−M contains a cap of radius arcsin δ",
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
