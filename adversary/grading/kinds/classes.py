"""The kinds on finite classes: learners that keep the bounds of Halving, of the optimal algorithm and of Winnow1."""

from adversary.grading.bugs import classes, winnow
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
    known_bugs=classes.HALVING_BUGS,
)

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
    known_bugs=classes.OPTIMAL_BUGS,
)

CONSISTENT = Kind(
    "consistent",
    "repeats the label that it was told when a point is shown again, on any class. "
    "On a new point it may predict anything",
    "Chan, CSCI4230 Notes 3, section 3",
    (
        Requirement(
            "points seen before",
            "says of every point what it has been told of it, if it has",
            class_games.consistent_games,
            lambda: class_games.searched(class_games.consistent_spaces()),
        ),
    ),
    known_bugs=classes.CONSISTENT_BUGS,
    consistent=True,
)

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
    known_bugs=winnow.KNOWN_BUGS,
)
