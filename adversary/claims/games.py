"""Games that several claims are tried with: strategies against any learner, and a learner's worst points."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from adversary.game.referee import points_of
from adversary.strategies.halfspaces.hinge import HingeBudget
from adversary.strategies.halfspaces.orthonormal import Orthonormal
from adversary.strategies.halfspaces.standard_basis import StandardBasis
from learners.algorithms.perceptron import Perceptron
from learners.protocol import Label, Player, run_rounds
from proofs.claims.candidates import Example, Point, dot
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, vector


def orthonormal_strategies(margin_squared: Fraction, seed: int) -> Iterator[StandardBasis | Orthonormal]:
    """Yield the two strategies that force ⌊1/δ²⌋ mistakes."""
    yield StandardBasis(margin_squared=margin_squared)
    yield Orthonormal(margin_squared=margin_squared, seed=seed)


Wrong = tuple[Rational, Point, int]
"""An example that a learner gets wrong: y⟨w, x⟩, which is not positive, x, and y."""


def greedy_game(
    learner: Perceptron, pool: Sequence[Example], rounds: int, pick: Callable[[list[Wrong]], Wrong]
) -> Iterator[Example]:
    """Yield the examples of a game: in each round one that the learner gets wrong, until there is none."""
    dimension = len(pool[0][0]) if pool else 0
    for _ in range(rounds):
        w = tuple([learner.weights.get(index, 0) for index in range(dimension)])
        products = [(label * dot(w, x), x, label) for x, label in pool]
        wrong = [entry for entry in products if entry[0] <= 0]
        if not wrong:
            return
        _, x, label = pick(wrong)
        learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
        yield x, label


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
