"""Games that several claims are tried with: the strategies of Claim 1.4 against any learner."""

from collections.abc import Iterator
from fractions import Fraction

from adversary.strategies.orthonormal import Orthonormal
from adversary.strategies.standard_basis import StandardBasis
from learners.protocol import Learner
from learners.sandbox.players import Player
from proofs.claims.labeled_samples import Example, Point, coordinates


def orthonormal_strategies(margin_squared: Fraction, seed: int) -> Iterator[StandardBasis | Orthonormal]:
    """Yield the two strategies that force ⌊1/δ²⌋ mistakes."""
    yield StandardBasis(margin_squared=margin_squared)
    yield Orthonormal(margin_squared=margin_squared, seed=seed)


def forced_game(strategy: StandardBasis | Orthonormal, learner: Learner | Player) -> tuple[list[Example], Point]:
    """Play a strategy against a learner; return the examples, whose labels no prediction was, and the target."""
    dimension, examples = strategy.plan.setting.dimension, list[Example]()
    while (x := strategy.next_point()) is not None:
        label = strategy.label(x, 1 if learner.predict(x) == 1 else -1)
        learner.update(x, label)
        examples.append((coordinates(x, dimension), label))
    return examples, coordinates(strategy.target().direction, dimension)
