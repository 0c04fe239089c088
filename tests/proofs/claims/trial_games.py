"""Games on which theorems are tried: strategies against any learner, and points that are bad for one learner."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, product
from operator import itemgetter
from random import Random

from trial_samples import UNIT, rescaled

from adversary.game.referee import points_of
from adversary.strategies.halfspaces.hinge import HingeBudget
from adversary.strategies.halfspaces.standard_basis import Orthonormal, StandardBasis
from learners.algorithms.perceptron import (
    HalfStepPerceptron,
    OnlinePerceptron,
    Perceptron,
)
from learners.loading.sources import find
from learners.protocol import Label, Player, run_rounds
from learners.runner.runner import LocalRunner
from proofs.claims.candidates import Example, Point, Sample, dot
from proofs.claims.perceptron import mistakes
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
    """Yield the examples of a greedy game: each is one that the learner gets wrong, until none is left."""
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


def forced_game(strategy: StandardBasis | Orthonormal | HingeBudget, learner: Player[Vector, object]) -> Sample:
    """Play a strategy against a learner, or a player; return the examples, each a mistake, with the target."""

    def label(x: Vector, said: object) -> Label:
        return strategy.label(x, 1 if said == 1 else -1)

    dimension = strategy.plan.setting.dimension
    rounds = run_rounds(learner, ((x, label) for x in points_of(strategy)))
    examples = tuple([(x.coordinates(dimension), label) for x, _, label in rounds])
    return Sample(examples, strategy.target().direction.coordinates(dimension))


# ----------------------------------------------------------------------------------------------- Hsu: Online Perceptron


PLANE_GAMES = 12
"""Games on points of the plane, each as long as the learner can be caught."""

MAX_CATCH = 40
"""Rounds after which such a game ends."""


def orthonormal_games() -> Iterator[Sample]:
    """Yield games of the strategies that force ⌊1/δ²⌋ mistakes: there w⋆ = v/δ makes the bound an equality."""
    for rounds in range(1, 6):
        for strategy in orthonormal_strategies(Fraction(1, rounds), seed=rounds):
            game = forced_game(strategy, OnlinePerceptron())
            yield Sample(game.examples, rescaled(game.target or (), game.examples))


def plane_games(wrong: int = 0) -> Iterator[Sample]:
    """Yield games in which every round shows the point with the largest error of the learner.

    A halfspace labels the points, except so many of them; w⋆ has the margin 1 on them without these errors. With two
    wrong labels hardly one game ends early.
    """
    random = Random(3 + wrong)
    for _ in range(PLANE_GAMES):
        w = (random.randint(1, 5), random.randint(-5, 5))
        points = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if dot(w, (a, b))]
        pool: list[Example] = [(x, 1 if dot(w, x) > 0 else -1) for x in random.sample(points, 12)]
        flipped = [(x, -label if number < wrong else label) for number, (x, label) in enumerate(pool)]
        game = tuple(greedy_game(OnlinePerceptron(), flipped, MAX_CATCH, partial(min, key=itemgetter(0))))
        yield Sample(game, rescaled(w, pool if wrong else game))


def hinge_games() -> Iterator[Sample]:
    """Yield games with a hinge budget, where M is H + ‖w⋆‖√M: the proof's bound, before it is solved and loosened."""
    for rounds, quarters in product(range(1, 6), range(5)):
        scale = Fraction(quarters, 4)
        game = forced_game(HingeBudget(mistakes=rounds, scale=scale), OnlinePerceptron())
        yield Sample(game.examples, tuple([scale * value for value in game.target or ()]))


# ----------------------------------------------------------------------------------------- Livni: sgn(0) is 0, +1 or −1


HALF_STEP_LEARNERS = [partial(HalfStepPerceptron, sign) for sign in (0, 1, -1)]  # of zero

MAX_GREEDY_GAME = 60
"""Rounds after which a game is over."""

MAX_BASIS = 9
"""Rounds of the longest game with a new basis vector in each."""


def _basis_games() -> Iterator[Sample]:
    """Play e₁, …, eₙ with each label against the prediction: some target explains all labels with margin 1/√n."""
    for n, learner in product(range(1, MAX_BASIS + 1), HALF_STEP_LEARNERS):
        yield forced_game(StandardBasis(margin_squared=Fraction(1, n)), learner())


def _greedy_games() -> Iterator[Sample]:
    """Play points of one length with the labels of a fixed target: always a point that the learner gets wrong, if any.

    Of these the one whose w·x is nearest to 0 makes ‖w‖² grow most; ties come first, or last.
    """
    targets: tuple[Point, ...] = ((1, 1, 2), (1, 2, 3), (2, 3, 3), (1, 3, 4))
    for square, target, late, learner in product((3, 5, 6, 9, 10, 14), targets, (False, True), HALF_STEP_LEARNERS):
        examples = tuple(_greedy(learner(), square, target, late=late))
        if examples:
            yield Sample(examples, target)


def _greedy(learner: HalfStepPerceptron, square: int, target: Point, *, late: bool) -> Iterator[Example]:
    points = [point for point in product(range(-3, 4), repeat=3) if dot(point, point) == square and dot(point, target)]
    examples: list[Example] = [(point, 1 if dot(point, target) > 0 else -1) for point in points]
    least = min([dot(target, point) * label for point, label in examples], default=0)
    examples = [(point, label) for point, label in examples if dot(target, point) * label <= least + 2]

    def pick(wrong: list[Wrong]) -> Wrong:
        strict = [entry for entry in wrong if entry[0] < 0]
        return max(strict if late and strict else wrong)

    return greedy_game(learner, examples, MAX_GREEDY_GAME, pick)


@cache
def half_step_games() -> tuple[Sample, ...]:
    """Return the games on orthonormal points and the greedy games that try learners with half steps."""
    return (*_basis_games(), *_greedy_games())


# -------------------------------------------------------------------------------------------- Notes 3, sections 1 and 2


EXACT_LEARNERS = (
    "perceptron",
    "perceptron-half-step",
    "averaging",
    "passive-aggressive",
    "nearest-neighbor",
    "always-minus",
)
"""Deterministic learners that play exactly."""

INVERSES = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4), Fraction(9, 2), Fraction(7))
"""1/δ² of the games."""

MAX_SAMPLE = 4


@cache
def forced() -> tuple[Sample, ...]:
    """Return the games of both strategies of Claim 1.4 against learners: every round is a mistake."""
    games = []
    for name, inverse in product(EXACT_LEARNERS, INVERSES):
        for strategy in orthonormal_strategies(1 / inverse, seed=1):
            runner = LocalRunner(find(name))
            runner.begin(strategy.plan.setting)
            games.append(forced_game(strategy, runner))
    return tuple(games)


def largest_margins() -> Iterator[Sample]:
    """Yield games in which each example is the mistake that leaves the largest margin for the best target."""
    for dimension, start in ((2, 3), (3, 4)):
        examples: tuple[Example, ...] = ()
        points = UNIT[dimension][start:] + UNIT[dimension][:start]
        while len(examples) < MAX_SAMPLE:
            grown = [(*examples, (x, label)) for x, label in product(points, (-1, 1))]
            games = [Sample(one, Sample(one).shortest) for one in grown if len(mistakes(one, tie=1)) == len(one)]
            best = min([game for game in games if game.ratio], key=lambda game: game.ratio or 0, default=None)
            if best is None:
                break
            examples = best.examples
            yield best


@cache
def perceptron_games() -> tuple[Sample, ...]:
    """Return the Perceptron's games against orthonormal bases, with the target of all labels, and all others of it."""
    inverses = range(1, MAX_SAMPLE + 1)
    strategies = chain.from_iterable(orthonormal_strategies(Fraction(1, n), seed=n) for n in inverses)
    return (*[forced_game(strategy, Perceptron()) for strategy in strategies], *largest_margins())
