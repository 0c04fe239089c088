"""Games against real learners, and searches, for the claims of Chan, CSCI4230 Notes 3, sections 1 and 2."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from adversary.claims.games import forced_game, orthonormal_strategies
from adversary.strategies.orthonormal import Orthonormal
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from learners.sandbox.local import open_local
from proofs.claims.claim import Candidate
from proofs.claims.labeled_samples import coordinates
from proofs.claims.notes3_kernel import kernel_case
from proofs.claims.notes3_runs import UNIT, Vec, game, write_vec
from proofs.exact.margins import Separable, best_margin
from proofs.exact.vectors import vector

EXACT_LEARNERS = (
    "perceptron", "perceptron-ties", "perceptron-half-step", "batch-perceptron", "dual-perceptron",
    "kernel-perceptron", "averaging", "averaged-perceptron", "voted-perceptron", "passive-aggressive",
    "hinge-descent", "nearest-neighbor", "memorizer", "last-label", "always-plus", "always-minus",
)  # fmt: skip
"""Deterministic learners that play exactly."""

INVERSES = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(4), Fraction(9, 2), Fraction(7))
"""1/δ² of the games."""

LONGEST_SAMPLE = 6
OTHERS = (-2, -1, 0, 1, 2)


def forced() -> Iterator[Candidate]:
    """Yield the games of both adversaries of Claim 1.4 against every learner."""
    for name, inverse in product(EXACT_LEARNERS, INVERSES):
        for strategy in orthonormal_strategies(1 / inverse, seed=1):
            examples, _ = forced_game(strategy, open_local(find(name), strategy.plan.setting))
            points, predictions = [write_vec(x) for x, _ in examples], [-label for _, label in examples]
            yield {"margin_squared": str(1 / inverse), "points": points, "predictions": predictions}


def largest_margins() -> Iterator[Candidate]:
    """Yield games in which each sample is one of the mistakes that leave v the largest margin, for the best v."""
    for dimension, start in ((2, 0), (2, 3), (3, 0), (3, 4)):
        learner, sample = Perceptron(), list[tuple[Vec, int]]()
        points = UNIT[dimension][start:] + UNIT[dimension][:start]
        for _ in range(LONGEST_SAMPLE):
            options = []
            for number, (x, label) in enumerate(product(points, (-1, 1))):
                if learner.predict(vector(enumerate(x))) != label:
                    best = best_margin([(vector(enumerate(z)), y) for z, y in (*sample, (x, label))])
                    if isinstance(best, Separable):
                        options.append((best.margin_squared, -number, x, label, best.w))
            if not options:
                break
            _, _, x, label, w = max(options)
            sample.append((x, label))
            learner.update(vector(enumerate(x)), 1 if label == 1 else -1)
            yield {"u": write_vec(coordinates(w, dimension)), "points": [write_vec(z) for z, _ in sample]}


def perceptron_on_bases() -> Iterator[Candidate]:
    """Yield the Perceptron's games against an orthonormal basis, with the target of all its labels."""
    for inverse in range(1, LONGEST_SAMPLE + 1):
        strategy = Orthonormal(margin_squared=Fraction(1, inverse), seed=inverse)
        examples, target = forced_game(strategy, Perceptron())
        yield {"u": write_vec(target), "points": [write_vec(x) for x, _ in examples]}


def perceptron_games() -> Iterator[Candidate]:
    """Yield all games of the Perceptron, and a sample that is shown twice."""
    yield from perceptron_on_bases()
    yield from largest_margins()
    for u, x in product(UNIT[2], UNIT[2][:4]):
        yield game(u, [x, x])


def random_kernels() -> Iterator[Candidate]:
    """Yield labels of three samples under random symmetric matrices with targets, and the matrices alone."""
    random = Random(7)  # noqa: S311 - reproducible, not secret
    for _ in range(40):
        a, b, c, d, e, f = (Fraction(random.choice(OTHERS)) for _ in range(6))
        matrix = ((a, b, c), (b, d, e), (c, e, f))
        yield {"K": [write_vec(row) for row in matrix]}
        labels = (-1, random.choice((-1, 1)), random.choice((-1, 1)))
        if case := kernel_case(matrix, labels):
            yield case


@cache
def _tried(attack: Callable[[], Iterator[Candidate]]) -> tuple[Candidate, ...]:
    """Return what an attack yields, which is the same for every reading and every claim."""
    return tuple(attack())


ATTACKS: dict[str, Callable[[], Iterable[Candidate]]] = {
    "notes3-update": lambda: _tried(perceptron_games),
    "notes3-1.1": lambda: _tried(perceptron_games),
    "notes3-1.2": lambda: _tried(perceptron_games),
    "notes3-1.3": lambda: _tried(perceptron_games),
    "notes3-1.4": lambda: _tried(forced),
    "notes3-dual": lambda: _tried(perceptron_games),
    "notes3-kernel": lambda: _tried(random_kernels),
}
"""What to try, by the id of a claim."""
