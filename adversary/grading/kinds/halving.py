"""Halving, and whatever keeps its bound."""

from adversary.grading.kinds.kind import Kind, Requirement
from adversary.search import finite_games
from adversary.search.specification import Specification


def halving() -> Kind:
    """Return the kind."""
    requirement = Requirement(
        "finite classes",
        "M ≤ ⌊log₂|C|⌋ on every sequence that a concept of the class explains",
        Specification(),
        finite_games.halving_games,
        finite_games.halving_spaces,
    )
    return Kind(
        "halving",
        "at most ⌊log₂|C|⌋ mistakes on every class",
        "Chan, CSCI4230 Notes 3, Claim 3.1; Littlestone 1988",
        (requirement,),
    )
