"""Winnow, and whatever keeps its bound on disjunctions."""

from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search import finite_games

WINNOW = Kind(
    "winnow",
    "at most 2k·log₂ n + 2 mistakes on disjunctions of k of n variables, points in {0,1}ⁿ",
    "Littlestone 1988, Winnow1 with α = 2 and threshold n/2",
    (
        Requirement(
            "disjunctions",
            "M ≤ 2k·log₂ n + 2 on every sequence that a monotone disjunction of k variables explains",
            finite_games.winnow_games,
            finite_games.winnow_spaces,
        ),
    ),
)
