"""The Perceptron, and whatever keeps its bound."""

from adversary.grading.kinds.kind import ROUNDING, Kind, Requirement
from adversary.search import halfspace_games
from adversary.search.specification import Specification


def perceptron() -> Kind:
    """Return the kind."""
    specification = Specification(tolerance=ROUNDING)
    unit_points = Requirement(
        "unit points",
        "M·δ² ≤ 1 for the best margin δ of every realizable sequence of unit points",
        specification,
        lambda seed: halfspace_games.unit_games(seed=seed),
        halfspace_games.unit_spaces,
    )
    other_points = Requirement(
        "points of any length",
        "M·γ² ≤ R² for the best margin γ of every realizable sequence",
        specification,
        lambda seed: halfspace_games.general_games(seed=seed),
        halfspace_games.general_spaces,
    )
    return Kind(
        "perceptron",
        "at most ⌊1/δ²⌋ mistakes on unit points with margin δ, and ⌊R²/γ²⌋ on others",
        "Chan, CSCI4230 Notes 3, Theorem 1.1; Novikoff 1962",
        (unit_points, other_points),
        optional_properties=True,
    )
