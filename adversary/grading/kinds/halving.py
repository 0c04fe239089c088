"""The kind ``halving``: learners that keep Halving's bound."""

from adversary.grading.bugs import classes
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import class_games

HALVING = Kind(
    "halving",
    "at most ⌊log₂|C|⌋ mistakes on every class",
    "Chan, CSCI4230 Notes 3, Claim 3.1; Littlestone 1988",
    (
        Requirement(
            "finite classes",
            "M ≤ ⌊log₂|C|⌋ mistakes on every sequence that a concept of the class explains",
            class_games.halving_games,
            lambda: class_games.searched(class_games.halving_spaces()),
        ),
    ),
    family=classes.HALVING_FAMILY,
)
