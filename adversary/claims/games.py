"""Games that several claims are tried with: the strategies of Claim 1.4 against any learner."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from adversary.strategies.orthonormal import Orthonormal
from adversary.strategies.standard_basis import StandardBasis
from learners.protocol import Label
from proofs.claims.labeled_samples import Example, Point, coordinates
from proofs.exact.vectors import Vector


class Learning(Protocol):
    """Whatever predicts labels of vectors and is told them: a learner, or a player."""

    def predict(self, x: Vector, /) -> object:
        """Return a label."""
        ...

    def update(self, x: Vector, y: Label, /) -> object:
        """Learn the label."""
        ...


@dataclass(frozen=True, slots=True)
class ForcedGame:
    """A game in which every prediction was a mistake, with all coordinates of its points and of its target."""

    examples: list[Example]
    target: Point

    @property
    def points(self) -> list[Point]:
        """The points, in order."""
        return [x for x, _ in self.examples]

    @property
    def predictions(self) -> list[int]:
        """What the learner predicted: of each label the opposite."""
        return [-label for _, label in self.examples]


def orthonormal_strategies(margin_squared: Fraction, seed: int) -> Iterator[StandardBasis | Orthonormal]:
    """Yield the two strategies that force ⌊1/δ²⌋ mistakes."""
    yield StandardBasis(margin_squared=margin_squared)
    yield Orthonormal(margin_squared=margin_squared, seed=seed)


def forced_game(strategy: StandardBasis | Orthonormal, learner: Learning) -> ForcedGame:
    """Play a strategy against a learner."""
    dimension, examples = strategy.plan.setting.dimension, list[Example]()
    while (x := strategy.next_point()) is not None:
        label = strategy.label(x, 1 if learner.predict(x) == 1 else -1)
        learner.update(x, label)
        examples.append((coordinates(x, dimension), label))
    return ForcedGame(examples, coordinates(strategy.target().direction, dimension))
