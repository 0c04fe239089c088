"""The kind ``consistent``: learners that never contradict a label that they were told."""

from adversary.grading.bugs import classes
from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search.games import class_games
from adversary.search.record import Specification

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
            Specification("consistent"),
        ),
    ),
    family=classes.CONSISTENT_FAMILY,
)
