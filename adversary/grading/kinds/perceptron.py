"""The kind ``perceptron``: learners that keep the Perceptron's bound, without a bias or with one."""

from adversary.grading.bugs.perceptron import BIAS, FAMILY
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import halfspace_games
from adversary.search.record import ROUNDING, Specification

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
            Specification(tolerance=ROUNDING),
        ),
        Requirement(
            "points of any length",
            "M ≤ R²/γ² mistakes on every realizable sequence: R is its largest length, γ its best margin",
            lambda seed: halfspace_games.general_games(seed=seed),
            halfspace_games.general_spaces,
            Specification(tolerance=ROUNDING),
        ),
    ),
    optional_properties=True,
    family=FAMILY,
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
        Specification(tolerance=ROUNDING),
    )
    summary = "at most ⌊R²/γ²⌋ mistakes on the points (x, 1), for learners that predict by w·x + b"
    return Kind(name, summary, "Novikoff 1962, with one more coordinate, 1", (requirement,), family=BIAS)
