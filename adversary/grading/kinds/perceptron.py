"""The kind ``perceptron``: learners that keep the Perceptron's bound."""

from adversary.grading.kinds.kind import Kind, Requirement
from adversary.grading.variants.perceptron import FAMILY
from adversary.search.games import halfspace_games
from adversary.search.specification import ROUNDING, Specification

PERCEPTRON = Kind(
    "perceptron",
    "at most ⌊1/δ²⌋ mistakes on unit points with margin δ, and ⌊R²/γ²⌋ on others",
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
