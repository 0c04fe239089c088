"""What a kind of learner is: what each of the kind must keep, and the games that try it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from adversary.search.games.game import Game
from adversary.search.spaces.registry import SearchSpace
from adversary.search.specification import Specification

Games = Callable[[int], Iterator[Game[Any]]]
"""Games, from a seed."""

SearchSpaces = Callable[[], Sequence[SearchSpace]]
"""Where to search after the games."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that learners of a kind must keep: its name, what is expected, and where it is tried."""

    name: str
    expected: str
    games: Games
    spaces: SearchSpaces
    specification: Specification = field(default_factory=Specification)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of learner. ``optional_properties`` says that those of the textbook's learner are tried, too."""

    name: str
    summary: str
    source: str
    requirements: tuple[Requirement, ...]
    optional_properties: bool = False
