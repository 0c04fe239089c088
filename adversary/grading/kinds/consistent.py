"""Learners that never contradict what they have been told."""

from adversary.grading.kinds.kind import Kind, Requirement
from adversary.grading.variants import classes
from adversary.search.games import class_games
from adversary.search.specification import Specification

CONSISTENT = Kind(
    "consistent",
    "never contradicts what it has been told of a point, on any class",
    "Chan, CSCI4230 Notes 3, section 3",
    (
        Requirement(
            "points seen before",
            "says of every point what it has been told of it, if it has",
            class_games.consistent_games,
            lambda: class_games.searched(class_games.consistent_spaces()),
            Specification("consistent"),
        ),
    ),
    family=classes.CONSISTENT,
)
