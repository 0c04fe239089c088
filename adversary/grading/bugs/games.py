"""The games that tell the bugs of a kind apart: short ones with the labels of a hidden target."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random

from adversary.search.games import class_games
from adversary.search.spaces import pools
from adversary.search.spaces.classes import ClassSpace
from adversary.search.spaces.halfspaces import THRESHOLD
from adversary.search.spaces.registry import SearchSpace, space_of
from learners.checks.replayer import Rounds
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.rationals import Rational
from proofs.exact.vectors import FeatureMap, Vector, polynomial_features, vector
from proofs.settings import Halfspaces

Games = Iterator[tuple[SearchSpace, Rounds]]

ANY = read_bound("T")
DIMENSION, POINTS, ROUNDS, NONZERO = 4, 24, 40, 5
"""Of most games on vectors, and the coordinates that are not 0 in larger dimensions."""

LARGER = (6, 40), (30, 120), (100, 250)
"""Dimensions of the last games, where there are more mistakes, and their rounds."""

SCALES = tuple(Fraction(1, 2**bits) for bits in (0, 0, 0, 1, 2, 3, 7, 14, 20, 28))
"""Lengths of the points of a game: no float is rounded."""

FAR = 2**12, 2**25
"""Coordinates of the long points of a game, to which half and single precision add short ones with large errors."""

WITH_BIAS = [(DIMENSION, 160, scale) for scale in SCALES[:6]] + [(*larger, SCALES[0]) for larger in LARGER]
"""Dimensions, rounds and lengths of points of games with a bias: on much shorter ones the bias alone counts."""

KERNEL_DIMENSION, KERNEL_GAMES = 3, 8

SMALL_CLASSES = "intervals:7", "thresholds:15", "cube:5", "singletons:9", "decision-lists:2"
"""Classes on which a learner may also compute Littlestone dimensions."""

CLASS_ROUNDS, ON_FIRST = 25, 4
"""Rounds of a game on a class, and games on the first class."""


def _labeled(  # noqa: PLR0913 - where points are, and how many rounds
    points: Sequence[Vector],
    target: Vector,
    random: Random,
    dimension: int,
    *,
    lift: FeatureMap = lambda x: x,
    rounds: int = ROUNDS,
) -> tuple[SearchSpace, Rounds]:
    """Return a game on some points, shown at random, with the labels and the margin of a target."""
    products = {x: product for x in points if (product := Fraction(target.dot(lift(x))))}
    margin_squared = min(value * value for value in products.values()) / Fraction(target.norm_squared())
    sequence = random.choices([x for x in points if x in products], k=rounds)
    setting = Halfspaces(dimension, margin_squared, unit_norm=False)
    return space_of(setting, ANY), tuple((x, 1 if products[x] > 0 else -1) for x in sequence)


def _grid(random: Random, size: int, dimension: int, count: int) -> list[Vector]:
    """Return random integer points."""
    return [vector(enumerate(random.choices(range(-size, size + 1), k=dimension))) for _ in range(count)]


def perceptron_games() -> Games:
    """Yield games on integer points, times such lengths."""
    pointsets = []
    for number, scale in enumerate(SCALES):
        random = Random(number)  # noqa: S311 - reproducible, not secret
        pointsets.append((random, [pools.scaled(x, scale) for x in _grid(random, 3, DIMENSION, POINTS)]))
    for far in FAR:
        long = [vector(enumerate([sign * far] * DIMENSION)) for sign in (1, -1)]
        short = [vector([(i, size), (j, -size)]) for size in (1, 2, 3) for i, j in permutations(range(DIMENSION), 2)]
        pointsets.append((Random(far), [*long * 6, *short]))  # noqa: S311 - likewise
    for random, points in pointsets:
        weights = random.sample([sign * size for sign in (1, -1) for size in range(1, 9)], k=DIMENSION)
        yield _labeled(points, vector(enumerate(weights)), random, DIMENSION)
    for dimension, rounds in LARGER:
        random = Random(dimension)  # noqa: S311 - likewise
        points = [
            vector((place, random.choice((-2, -1, 1, 2))) for place in random.sample(range(dimension), k=NONZERO))
            for _ in range(3 * dimension)
        ]
        target = vector(enumerate(random.choices((-3, -2, -1, 1, 2, 3), k=dimension)))
        yield _labeled(points, target, random, dimension, rounds=rounds)


def bias_games() -> Games:
    """Yield games on integer points, times such lengths, where the target has a threshold."""
    for number, (dimension, rounds, scale) in enumerate(WITH_BIAS):
        random = Random(number)  # noqa: S311 - reproducible, not secret
        grid = _grid(random, 3, dimension, rounds // 2)
        target = vector(enumerate(random.choices((-3, -2, -1, 1, 2, 3), k=dimension + 1)))
        points = [pools.scaled(x, scale) for x in grid]
        yield _labeled(points, target, random, dimension, lift=THRESHOLD(dimension), rounds=rounds)


def kernel_games(degree: int, constant: Rational) -> Games:
    """Yield games on points of a grid in space, where the target is in the feature space."""
    lift = polynomial_features(KERNEL_DIMENSION, degree, constant)
    for number in range(KERNEL_GAMES):
        random = Random(number)  # noqa: S311 - reproducible, not secret
        target = vector(enumerate(random.choices(range(-3, 4), k=40)))
        points = [pools.scaled(x, Fraction(1, 2)) for x in _grid(random, 4, KERNEL_DIMENSION, POINTS)]
        yield _labeled(points, target, random, KERNEL_DIMENSION, lift=lift)


def games_on_classes() -> Games:
    """Yield games on small classes, several on the first."""
    tables = [table for table in class_games.random_classes() if table.size > 5]  # noqa: PLR2004 - too few to tell
    spaces = class_games.class_spaces(SMALL_CLASSES, ANY) + class_games.class_spaces((), ANY, tables)
    for place, space in enumerate(spaces):
        for number in range(1 if place else ON_FIRST):
            yield _on_class(space, number, CLASS_ROUNDS)


def winnow_games() -> Games:
    """Yield three games on each of some classes of disjunctions."""
    for space in class_games.winnow_spaces(class_games.DISJUNCTIONS[1:4]):
        for number in range(3):
            yield _on_class(space, number, ROUNDS)


def _on_class(space: ClassSpace, number: int, rounds: int) -> tuple[SearchSpace, Rounds]:
    """Return a game with the labels of a concept, on points that come again."""
    random = Random(number)  # noqa: S311 - reproducible, not secret
    concept = random.randrange(len(space.targets))
    return space, tuple(space.labels_of(concept, random.choices(range(space.points), k=rounds)))
