"""The type of a kind: what it requires of learners, and the games that test this."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from adversary.grading.bugs.rule import KnownBugs
from adversary.grading.result import CONDUCT
from adversary.search.games.game import Game
from adversary.search.spaces.registry import SearchSpace
from learners.checks.properties import CHECKS
from learners.shapes.reading import Reading
from proofs.exact.errors import InputError, require_known

LEAST_GAMES, FEW_GAMES = 30, 10
"""Of a grade, if not all of the kind's are played; and of a requirement in one dimension."""

Games = Callable[[int], Iterator[Game[Any]]]
"""Games, from a seed."""

SearchSpaces = Callable[[], Sequence[SearchSpace]]
"""Where to search after the games."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement of a kind: its name, what is expected, and the games and spaces that test it."""

    name: str
    expected: str
    games: Games
    spaces: SearchSpaces


def in_dimension(requirement: Requirement, dimension: int, where: str) -> Requirement:
    """Return a requirement with its games in one dimension alone. Raises InputError if they are few."""
    games, spaces = requirement.games, requirement.spaces
    counts = Counter(game.space.setting.dimension for game in games(0))
    if counts[dimension] < FEW_GAMES:
        those = ", ".join([str(size) for size, number in sorted(counts.items()) if number >= FEW_GAMES])
        raise InputError(f"{where} has few games in dimension {dimension}, or none; those with enough: {those}")
    return replace(
        requirement,
        games=lambda seed: (game for game in games(seed) if game.space.setting.dimension == dimension),
        spaces=lambda: [space for space in spaces() if space.setting.dimension == dimension],
    )


MAX_WEIGHT = 10**6
"""Of a part of a course, and of a check."""


def check_weights(weights: Any, requirements: Sequence[Requirement], where: str) -> dict[str, int]:
    """Return the weights of checks as a file has them, by name. Raises InputError, which begins with ``where``."""
    games = [requirement.name for requirement in requirements] or [check.name.replace("_", " ") for check in CHECKS]
    if not isinstance(weights, dict):
        raise InputError(f'{where}checks are written as checks = {{ "{games[0]}" = 3 }}, not {weights!r}')
    for name, weight in weights.items():
        require_known(f"check in {where.removesuffix(': ')}:", (*games, *CONDUCT), name)
        if type(weight) is not int or not 0 <= weight <= MAX_WEIGHT:
            raise InputError(f"{where}the weight of {name} is an integer from 0 to {MAX_WEIGHT:,}, not {weight!r}")
    if not any(weights.get(name, 1) for name in games):
        raise InputError(f"{where}some check of a game should have a weight above 0: {', '.join(games)}")
    return weights


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of learner to grade. With ``optional_properties``, properties of the textbook's learner are also tested.

    ``weights`` has the weights of checks, if they are not 1. ``known_bugs`` are bugs of the textbook's learner.
    The ``tolerance`` is what rounding may cost a learner, as a part of γ², the squared margin. With
    ``consistent``, a learner may make any number of mistakes, but must not contradict what it was told.
    ``reading`` says how submissions are read. ``within(seed, passes)`` yields at least ``LEAST_GAMES`` games for
    programs that are trained in one call. ``passes`` is the program's number of passes, or 0 if this is not fixed.
    """

    name: str
    summary: str
    source: str
    requirements: tuple[Requirement, ...]
    optional_properties: bool = False
    weights: Mapping[str, int] = field(default_factory=dict)
    known_bugs: KnownBugs | None = None
    tolerance: Fraction = Fraction(0)
    consistent: bool = False
    within: Callable[[int, int], Iterator[Game[Any]]] | None = None
    reading: Reading = field(default_factory=Reading)
