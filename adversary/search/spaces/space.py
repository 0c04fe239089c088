"""The base of all search spaces: points to show, targets that explain their labels, and a bound on mistakes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from adversary.search.counterexample import Counterexample
from learners.protocol import Label, View
from proofs.exact.mistake_bounds import Bound
from proofs.exact.rationals import Rational
from proofs.settings import Point, SearchSetting

LABELS: tuple[Label, Label] = (1, -1)

Floats = NDArray[np.float64]

Script = Sequence[tuple[int, Label]]
"""Points of a pool, by their numbers, with their labels, in order."""

Values = dict[str, Rational]
"""What a bound may name of a game."""

_Item = TypeVar("_Item")


@dataclass
class Effort:
    """How many rounds may still be played to make a counterexample small, and how many games were tried.

    ``test`` plays games afresh, takes that off, and returns the first that is a counterexample, or ``None``.
    """

    left: int
    test: Callable[[Sequence[Counterexample]], Counterexample | None]
    tries: int = 0


Step = Callable[[Counterexample, Effort], Counterexample | None]
"""Tries games that are simpler than a counterexample, and returns the simplest that is one, or ``None``."""


def without(items: Sequence[_Item], size: int) -> Iterator[tuple[_Item, ...]]:
    """Yield the items without each block of a given length."""
    for start in range(0, len(items), size):
        yield (*items[:start], *items[start + size :])


@dataclass(frozen=True, slots=True)
class SearchState:
    """A state of a search: the remaining targets, the largest ‖x‖² so far, and the mistakes.

    ``left`` has for halfspaces the smallest margin of each target; for a class it is the version space, as in
    ``Universe``.
    """

    left: Any
    mistakes: int = 0
    radius_squared: float = 0.0


@dataclass(frozen=True, eq=False)
class PointSpace:
    """A search space: a setting, points to show, and the bound on a learner's mistakes.

    What both kinds of search spaces have. ``targets`` has a row a target and a column a point, above 0 where the label
    is +1. ``sees`` is how a learner from a file is shown a point. ``told`` says that the learner is told the setting's
    margin, which is then the one that counts.
    """

    name: str
    setting: SearchSetting
    pool: tuple[Point, ...]
    bound: Bound
    targets: Floats
    sees: View | None = None
    told: bool = False

    @property
    def points(self) -> int:
        """How many points there are."""
        return len(self.pool)

    def labels_of(self, target: int, numbers: Sequence[int]) -> Script:
        """Return some points with the labels that a target gives them."""
        return [(number, 1 if self.targets[target, number] > 0 else -1) for number in numbers]

    def at(self, setting: SearchSetting) -> Self:
        """Return the space in another setting of its kind."""
        return self if setting is self.setting else replace(self, setting=setting)
