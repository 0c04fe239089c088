"""The kind ``winnow``: learners that keep Winnow1's bound on disjunctions."""

from adversary.grading.bugs.winnow import FAMILY
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import class_games

WINNOW = Kind(
    "winnow",
    "at most 2k·log₂ n + 2 mistakes on disjunctions of k of n variables, points in {0,1}ⁿ: the bound of Winnow1, which "
    "doubles weights, sets them to 0, and has the threshold n/2",
    "Littlestone 1988, Winnow1 with α = 2 and threshold n/2",
    (
        Requirement(
            "disjunctions",
            "M ≤ 2k·log₂ n + 2 mistakes on every sequence that a monotone disjunction of k variables explains",
            class_games.winnow_games,
            class_games.winnow_spaces,
        ),
    ),
    family=FAMILY,
)
