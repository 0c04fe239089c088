"""Games against the claims of Hsu, COMS 4771, Perceptron and Online Perceptron: a real learner meets its worst points.

What comes out are samples and sequences; the claims' own tests play them again by the definition.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from random import Random

from adversary.claims.games import forced_game, orthonormal_strategies
from learners.algorithms.perceptron import OnlinePerceptron
from proofs.claims.claim import Candidate
from proofs.claims.labeled_samples import Example, Point, dot, scaled, write_examples, write_point
from proofs.exact.vectors import vector

PLANE_GAMES = 12
"""Games on points of the plane, each as long as the learner can be caught."""

LONGEST_CATCH = 40
"""Rounds after which such a game ends."""


def orthonormal_games() -> Iterator[Candidate]:
    """Yield games of the strategies that force ⌊1/δ²⌋ mistakes: there w⋆ = v/δ makes the bound an equality."""
    for rounds in range(1, 6):
        for strategy in orthonormal_strategies(Fraction(1, rounds), seed=rounds):
            examples, target = forced_game(strategy, OnlinePerceptron())
            yield {"examples": write_examples(examples), "w_star": write_point(scaled(target, examples))}


def plane_games() -> Iterator[Candidate]:
    """Yield separable games in which the learner errs in every round, on the point where it is furthest off."""
    random = Random(3)  # noqa: S311 - reproducible, not secret
    for _ in range(PLANE_GAMES):
        w, pool = _pool(random)
        game = _caught(pool)
        yield {"examples": write_examples(game), "w_star": write_point(scaled(w, game))}


def noisy_games() -> Iterator[Candidate]:
    """Yield such games on pools in which two labels are wrong, so that hardly one ends early."""
    random = Random(4)  # noqa: S311 - reproducible, not secret
    for _ in range(PLANE_GAMES):
        w, pool = _pool(random)
        w_star = write_point(scaled(w, pool))
        wrong = random.sample(range(len(pool)), 2)
        noisy = [(x, -label if number in wrong else label) for number, (x, label) in enumerate(pool)]
        yield {"examples": write_examples(_caught(noisy)), "w_star": w_star}


def _pool(random: Random) -> tuple[Point, list[Example]]:
    """Return a halfspace, and points of a grid that it labels."""
    w = (random.randint(1, 5), random.randint(-5, 5))
    points = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if dot(w, (a, b))]
    return w, [(x, 1 if dot(w, x) > 0 else -1) for x in random.sample(points, 12)]


def _caught(pool: list[Example]) -> list[Example]:
    """Play the learner's worst example, again and again, until it has none or ``LONGEST_CATCH`` rounds are over."""
    learner, game = OnlinePerceptron(), list[Example]()
    for _ in range(LONGEST_CATCH):
        weights = (learner.weights.get(0, 0), learner.weights.get(1, 0))
        x, label = min(pool, key=lambda example: example[1] * dot(weights, example[0]))
        if label * dot(weights, x) > 0:
            break
        learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
        game.append((x, label))
    return game


def online_games() -> Iterator[Candidate]:
    """Yield all games that a halfspace explains."""
    yield from orthonormal_games()
    yield from plane_games()


ATTACKS: dict[str, Callable[[], Iterable[Candidate]]] = {
    "hsu-1": orthonormal_games,
    "hsu-1-below": orthonormal_games,
    "hsu-2": online_games,
    "hsu-3": noisy_games,
    "hsu-3-below": noisy_games,
    "hsu-3-root": noisy_games,
}
