"""Games that several claims are tried with: the strategies of Claim 1.4 against any learner."""

from collections.abc import Iterator
from fractions import Fraction

from adversary.game.referee import points_of
from adversary.strategies.halfspaces.hinge import HingeBudget
from adversary.strategies.halfspaces.orthonormal import Orthonormal
from adversary.strategies.halfspaces.standard_basis import StandardBasis
from learners.protocol import Label
from learners.rounds import Player, run_rounds
from proofs.claims.candidates import Example, Point
from proofs.exact.vectors import Vector


def orthonormal_strategies(margin_squared: Fraction, seed: int) -> Iterator[StandardBasis | Orthonormal]:
    """Yield the two strategies that force ⌊1/δ²⌋ mistakes."""
    yield StandardBasis(margin_squared=margin_squared)
    yield Orthonormal(margin_squared=margin_squared, seed=seed)


def forced_game(
    strategy: StandardBasis | Orthonormal | HingeBudget, learner: Player[Vector, object]
) -> tuple[list[Example], Point]:
    """Play a strategy against a learner, or a player; return the examples, each a mistake, and the target."""

    def label(x: Vector, said: object) -> Label:
        return strategy.label(x, 1 if said == 1 else -1)

    dimension = strategy.plan.setting.dimension
    rounds = run_rounds(learner, ((x, label) for x in points_of(strategy)))
    examples: list[Example] = [(x.coordinates(dimension), label) for x, _, label in rounds]
    return examples, strategy.target().direction.coordinates(dimension)
