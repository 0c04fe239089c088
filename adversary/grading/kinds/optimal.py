"""The kind ``optimal``: learners that make at most as many mistakes as the Littlestone dimension."""

from adversary.grading.bugs import classes
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import class_games

OPTIMAL = Kind(
    "optimal",
    "at most L mistakes, the Littlestone dimension of the class",
    "Littlestone 1988, the Standard Optimal Algorithm",
    (
        Requirement(
            "finite classes",
            "M ≤ L mistakes on every sequence that a concept of the class explains",
            lambda seed: class_games.games_in(class_games.optimal_spaces(), seed),
            class_games.optimal_spaces,
        ),
    ),
    family=classes.OPTIMAL_FAMILY,
)
