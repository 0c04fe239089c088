"""Games against the claims of Notes 3, sections 1 and 2: of any learner, and of the Perceptron at its worst."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from adversary.claims.games import forced_game, orthonormal_strategies
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from learners.runner.local import LocalRunner
from proofs.claims.candidates import Example, Sample
from proofs.claims.grids import UNIT
from proofs.claims.perceptron import mistakes

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
            examples, target = forced_game(strategy, runner)
            games.append(Sample(tuple(examples), target))
    return tuple(games)


def largest_margins() -> Iterator[Sample]:
    """Yield games in which each sample is one of the mistakes that leave v the largest margin, for the best v."""
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


def on_bases() -> Iterator[Sample]:
    """Yield the Perceptron's games against orthonormal bases, with the target of all labels."""
    for inverse in range(1, MAX_SAMPLE + 1):
        for strategy in orthonormal_strategies(Fraction(1, inverse), seed=inverse):
            examples, target = forced_game(strategy, Perceptron())
            yield Sample(tuple(examples), target)


@cache
def perceptron_games() -> tuple[Sample, ...]:
    """Return all games of the Perceptron."""
    return (*on_bases(), *largest_margins())


ATTACKS: dict[str, Callable[[], Iterable[Sample]]] = {
    **dict.fromkeys(("notes3-1.1", "notes3-1.2", "notes3-1.3", "notes3-dual"), perceptron_games),
    "notes3-1.4": forced,
}
"""What to try, by the id of a claim."""
