"""A search space: finitely many points to show, and finitely many targets to explain their labels.

What a search asks of a setting is asked of its space. There is a class for each kind of setting, and the registry
beside this module is the only place that says which.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from adversary.search.counterexample import Counterexample, Played
from adversary.search.spaces.case import Step
from learners.checks.venue import Rounds
from learners.protocol import Label, View
from proofs.exact.mistake_bounds import Bound
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Target
from proofs.settings import Point, SearchSetting

LABELS: tuple[Label, Label] = (1, -1)

Floats = NDArray[np.float64]

Script = Sequence[tuple[int, Label]]
"""Points of a pool, by their numbers, with their labels, in order."""

Values = dict[str, Rational]
"""What a bound may name of a game."""


class Explained(NamedTuple):
    """Where rounds are legal: the setting, a target, and what a bound may name there.

    ``lifted`` are the points in the feature space where the target and the margin are, if that is another one.
    """

    setting: SearchSetting
    target: Target | int
    values: Values
    lifted: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchState:
    """A moment of a search: how much room every target has left, the largest ‖x‖² so far, the mistakes.

    For halfspaces the room is the smallest margin; for a class the lies that are left, below 0 where a concept is the
    target no more.
    """

    room: Floats
    mistakes: int = 0
    radius_squared: float = 0.0


@dataclass(frozen=True)
class SearchSpace(ABC):
    """A setting, the points that are shown in it, and what a learner may do there: at most ``bound`` mistakes.

    ``targets`` has a row a target and a column a point, above 0 where the label is +1. ``sees`` is how a learner from
    a file is shown a point.
    """

    complete: ClassVar[bool]  # whether the targets are all there are

    name: str
    setting: SearchSetting
    pool: tuple[Point, ...]
    bound: Bound
    targets: Floats
    sees: View | None = None

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

    @property
    @abstractmethod
    def named(self) -> Sequence[Point]:
        """The points that a learner is made with, to be shown them by their numbers in the pool."""

    @abstractmethod
    def numbered(self, points: Iterable[Point]) -> tuple[Sequence[Point], dict[Point, int]]:
        """Return those that a learner is made with which is shown these points only, and their numbers."""

    def told(self, asks: frozenset[str]) -> Fraction | None:  # noqa: ARG002 - for spaces that have something to tell
        """Return the margin² that a learner is told whose constructor asks for these arguments."""
        return None

    # What guides a search, in floats.

    @abstractmethod
    def start(self) -> SearchState:
        """Return the search's beginning: no round, every target alive."""

    @abstractmethod
    def after(self, state: SearchState, number: int, label: Label, *, mistake: bool) -> SearchState:
        """Return the state once a point has got its label."""

    @abstractmethod
    def potentials(self, state: SearchState, labels: Sequence[Label], told: Fraction | None) -> Floats:
        """Return, for every point, how near the game is to too many mistakes once the point gets its label.

        Above 1 there are too many. A label that nothing explains has 0.
        """

    @abstractmethod
    def reached(self, state: SearchState) -> float:
        """Return how near the game is to too many mistakes; above 1 there are, unless the bound ``allows`` more."""

    def allows(self, state: SearchState, rounds: int) -> bool:  # noqa: ARG002 - for spaces where bounds differ
        """Tell whether the bound allows more mistakes than the potential 1 stands for."""
        return False

    @property
    def extensible(self) -> bool:
        """Whether more points may be made for a learner, where it changes its mind."""
        return False

    @abstractmethod
    def hopeless(self, played: Sequence[Played]) -> bool:
        """Tell that rounds break no bound that is known to hold for fewer mistakes; the others are judged exactly."""

    # What judges a game, exactly.

    @abstractmethod
    def explained(self, played: Sequence[Played], *, told: bool = False) -> Explained | None:
        """Return where rounds are legal; ``None`` if no target explains them.

        A learner that was ``told`` the margin plays on with it.
        """

    @abstractmethod
    def holds_at_once(self, played: Sequence[Played], *, told: bool) -> bool:
        """Tell that the bound holds without a target; whether it is broken is for ``explained``."""

    @abstractmethod
    def about(self, values: Values, *, told: bool) -> str:
        """Return why no more mistakes are allowed, before the bound and its value."""

    @abstractmethod
    def estimates(self, played: Sequence[Played], *, told: bool) -> Iterator[Values]:
        """Yield values with which a bound is at most as large as with those of ``explained``, ever better ones."""

    def judged_soon(self, played: Sequence[Played]) -> bool:  # noqa: ARG002 - for spaces where it may take long
        """Tell whether ``explained`` takes little time."""
        return True

    # What makes a counterexample small, and what else may be played.

    @abstractmethod
    def steps(self) -> tuple[Step, ...]:
        """Return what makes a counterexample simpler, besides fewer rounds, in this order."""

    def too_short(self, rounds: Rounds, known: Counterexample, tolerance: Fraction) -> bool:  # noqa: ARG002
        """Tell, exactly, that rounds are no violation even if every one of them is a mistake."""
        return False

    def few_points(self, below: int) -> Iterator[tuple[SearchSetting, Rounds, int]]:  # noqa: ARG002
        """Yield a few labeled points each, and how many mistakes are too many there, if below a number: least first."""
        return iter(())

    def fewest(self, rounds: Rounds) -> float:  # noqa: ARG002
        """Return how many mistakes are too many on some points with their labels."""
        return math.inf

    # What shows that learners share state.

    @abstractmethod
    def has_points_of(self, other: "SearchSpace") -> bool:
        """Tell whether the points of another space can be shown in this one's setting."""

    def taught_before(self, rounds: Rounds) -> Rounds:
        """Return what another learner is taught before these rounds."""
        return rounds

    def tilted(self) -> Iterator[tuple["SearchSpace", tuple[Played, ...]]]:
        """Yield games, with their spaces, that go otherwise after a learner was taught the opposite target."""
        return iter(())
