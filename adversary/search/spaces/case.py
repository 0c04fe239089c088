"""What is played to see a counterexample, and what tests and steps of shrinking take and return."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from adversary.search.counterexample import Counterexample, rounds_of
from learners.checks.replayer import Rounds
from proofs.settings import Point, SearchSetting

_Item = TypeVar("_Item")


class Case(NamedTuple):
    """What is played: in which setting, the rounds that another learner is taught before, and the rounds."""

    setting: SearchSetting
    before: Rounds
    rounds: Rounds

    def moved(self, setting: SearchSetting, place: Callable[[Any], Point]) -> "Case":
        """Return the case in another setting, where every point has another place."""
        return Case(setting, *(tuple((place(x), y) for x, y in rounds) for rounds in (self.before, self.rounds)))


def case_of(found: Counterexample) -> Case:
    """Return what has to be played to see a counterexample."""
    return Case(found.setting, found.before, rounds_of(found.rounds))


@dataclass
class Effort:
    """How many rounds may still be played to make a counterexample small, and how many games were tried."""

    left: int
    tries: int = 0


Test = Callable[[Sequence[Case]], Counterexample | None]
"""Returns the first of these cases that is a counterexample, played afresh, or ``None``."""

Step = Callable[[Counterexample, Test, Effort], Counterexample | None]
"""Tries games that are simpler than a counterexample, and returns the simplest that is one, or ``None``."""


def without(items: Sequence[_Item], size: int) -> Iterator[tuple[_Item, ...]]:
    """Yield the items without each stretch of so many."""
    for start in range(0, len(items), size):
        yield (*items[:start], *items[start + size :])
