"""Games against Hsu's theorems: Online Perceptron meets the points on which it is worst."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from operator import itemgetter
from random import Random

from adversary.claims.games import forced_game, greedy_game, orthonormal_strategies
from adversary.strategies.halfspaces.hinge import HingeBudget
from learners.algorithms.perceptron import OnlinePerceptron
from proofs.claims.candidates import Example, Sample, dot
from proofs.claims.grids import rescaled

PLANE_GAMES = 12
"""Games on points of the plane, each as long as the learner can be caught."""

MAX_CATCH = 40
"""Rounds after which such a game ends."""


def orthonormal_games() -> Iterator[Sample]:
    """Yield games of the strategies that force ⌊1/δ²⌋ mistakes: there w⋆ = v/δ makes the bound an equality."""
    for rounds in range(1, 6):
        for strategy in orthonormal_strategies(Fraction(1, rounds), seed=rounds):
            examples, target = forced_game(strategy, OnlinePerceptron())
            yield Sample(tuple(examples), rescaled(target, examples))


def plane_games(wrong: int = 0) -> Iterator[Sample]:
    """Yield games in which the learner errs in every round, on the point where it is furthest off.

    A halfspace labels the points, but for so many of them; w⋆ has the margin 1 on them without these errors.
    """
    random = Random(3 + wrong)  # noqa: S311 - reproducible, not secret
    for _ in range(PLANE_GAMES):
        w = (random.randint(1, 5), random.randint(-5, 5))
        points = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if dot(w, (a, b))]
        pool: list[Example] = [(x, 1 if dot(w, x) > 0 else -1) for x in random.sample(points, 12)]
        flipped = [(x, -label if number < wrong else label) for number, (x, label) in enumerate(pool)]
        game = tuple(greedy_game(OnlinePerceptron(), flipped, MAX_CATCH, partial(min, key=itemgetter(0))))
        yield Sample(game, rescaled(w, pool if wrong else game))


def separable_games() -> Iterator[Sample]:
    """Yield all games that a halfspace explains."""
    yield from orthonormal_games()
    yield from plane_games()


def noisy_games() -> Iterator[Sample]:
    """Yield games on pools with two wrong labels, so that hardly one ends early."""
    return plane_games(wrong=2)


def hinge_games() -> Iterator[Sample]:
    """Yield games with a hinge budget, where M is H + ‖w⋆‖√M: the proof's bound, before it is solved and loosened."""
    for rounds, quarters in product(range(1, 6), range(5)):
        scale = Fraction(quarters, 4)
        examples, direction = forced_game(HingeBudget(mistakes=rounds, scale=scale), OnlinePerceptron())
        yield Sample(tuple(examples), tuple([scale * value for value in direction]))


def budgeted_games() -> Iterator[Sample]:
    """Yield games that a halfspace need not explain."""
    yield from noisy_games()
    yield from hinge_games()


ATTACKS: dict[str, Callable[[], Iterable[Sample]]] = {
    **dict.fromkeys(("hsu-1", "hsu-1-below", "uml-9.1", "uml-9.1-stop", "uml-9.2"), orthonormal_games),
    "hsu-2": separable_games,
    **dict.fromkeys(("hsu-3", "hsu-3-below", "hsu-3-root"), budgeted_games),
}
"""Candidates for each claim, by its id; those of Understanding Machine Learning have (RB)² mistakes there."""
