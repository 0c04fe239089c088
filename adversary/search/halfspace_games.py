"""The games that try learners of halfspaces: at several sizes, on unit points and on others."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random

import numpy as np

from adversary.search import pools
from adversary.search.boundary import against_then_fine, corners_then_fine, fine, stale_then_fine
from adversary.search.games import (
    Game,
    against,
    boundary_first,
    greedy,
    one_sided,
    passes,
    seeded,
    weigh_down,
    wrong_first,
)
from adversary.search.spaces import SearchSpace, dense, halfspace_space
from adversary.strategies.orthonormal import orthonormal_basis
from learners.protocol import Label
from proofs.exact.features import FeatureMap, polynomial_features
from proofs.exact.mistake_bounds import Bound, read_bound
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, vector
from proofs.formats.settings import Halfspaces

BASES = (1, 2, 3, 4, 7, 12, 25, 60, 144)
"""Sizes of the orthonormal games; in the large ones a learner that stops learning, or forgets, is found out."""

LONG_BASIS_GAME = (16, 2_600)
"""Dimension and rounds of a game in which points are shown again long after everything is learned."""

MARGINS = (0.6, 0.3, 0.1)
ESSENTIAL_BASES, ESSENTIAL_SPACES = 4, ("unit circle", "corners of the 4-cube", "points of a grid in the plane")
"""What also a slow learner has to play: bases up to this one, and samples in these spaces."""

CONES = (Fraction(1, 4), 60), (Fraction(1, 12), 120), (Fraction(1, 30), 120), (Fraction(1, 60), 24)
"""Heights of cones, on which weights grow long in one direction, and how many points are on them."""

POWERS, BOUNDARY_SIZES = (1, 2, 3), (2, 5, 9, 16)
"""Of 4: sizes of games whose weights add up in one coordinate; and sizes of those at the decision boundary."""

TARGETS = 1500

FINE, FINE_ROUNDS = 6, 10
"""Dimensions in which points are made where the learner changes its mind, and rounds of these games."""

TIMES = 7
"""How often a point is shown before the next one, to learners that may learn too much from what they have got right."""


def unit_games(bound: str = "1/delta2", seed: int = 0) -> Iterator[Game]:
    """Yield games on unit points."""
    limit = read_bound(bound)
    yield from basis_games(limit)
    yield from boundary_games(limit, seed)
    for space in unit_spaces(bound):
        yield from sample_games(space, seed)
    for height, count in CONES:
        for game in cone_games(height, count, limit):
            yield replace(game, extra=True)
    yield from aligned_games(limit)
    yield stale_game(limit)
    size, rounds = LONG_BASIS_GAME
    space = _orthonormal(f"orthonormal basis of dimension {size}", pools.basis(size), limit)
    yield Game(space, partial(against, numbers=range(size), rounds=rounds, least=rounds), extra=True)


def _orthonormal(name: str, points: Sequence[Vector], bound: Bound, aside: int = 0) -> SearchSpace:
    """Return the search space of orthonormal points, and perhaps their opposites, in as many dimensions and some more.

    The game chooses its target; the margin is that of Σ yx for orthonormal points in all these dimensions.
    """
    dimension = max(x.entries[-1][0] for x in points) + 1 + aside
    return halfspace_space(name, points, dimension, bound, np.eye(dimension)[:1], Fraction(1, dimension))


def general_games(bound: str = "R2/gamma2", seed: int = 0) -> Iterator[Game]:
    """Yield games on points of many lengths, the integers of a grid among them."""
    for space in general_spaces(bound):
        yield from sample_games(space, seed)
    yield from unequal_games(read_bound(bound))


def basis_games(bound: Bound) -> Iterator[Game]:
    """Yield the games of Claim 1.4: orthonormal points, labeled against the prediction, and then shown again."""
    for size in BASES:
        extra = size > BASES[ESSENTIAL_BASES]
        points: list[Sequence[Vector]] = [pools.basis(size)]
        if 1 < size < BASES[-1]:
            points.append([*orthonormal_basis(size, size)])
        for number, basis in enumerate(points):
            name = f"{'another ' if number else ''}orthonormal basis of dimension {size}"
            run = partial(against, numbers=range(size), rounds=4 * size + 4)
            yield Game(_orthonormal(name, pools.signed(basis), bound), run, extra=extra or number > 0)


def aligned_games(bound: Bound) -> Iterator[Game]:
    """Yield orthonormal games whose weights add up in one coordinate."""
    for power in POWERS:
        size = 4**power
        name = f"orthonormal basis of dimension {size} about one axis"
        space = _orthonormal(name, pools.signed(pools.aligned(power)), bound)
        yield Game(space, partial(one_sided, size=size), peeks=True, extra=True)


def boundary_games(bound: Bound, seed: int) -> Iterator[Game]:
    """Yield games that show whether weights point to Σ yx after a mistake on each of some orthonormal points."""
    for size in BOUNDARY_SIZES:
        space = _orthonormal(f"orthonormal basis of {size}, and points near one more axis", pools.basis(size), bound, 1)
        run = partial(against_then_fine, size=size, random=seeded(seed, "edges", size))
        yield Game(space, run, peeks=True, extra=True)


def stale_game(bound: Bound) -> Game:
    """Return a game that shows whether early mistakes weigh as much as late ones."""
    size = EARLY_AND_LATE
    name = f"orthonormal basis of {size}, early and late, and points near one more axis"
    space = _orthonormal(name, pools.basis(size), bound, 1)
    return Game(space, partial(stale_then_fine, size=size, still=STILL), peeks=True, extra=True)


def unequal_games(bound: Bound) -> Iterator[Game]:
    """Yield games on long orthogonal points, and a short one at the cosine −3/5 to their sum."""
    for root, length in product(UNEQUAL_ROOTS, LENGTHS):
        size = root**2
        long = [pools.scaled(x, length) for x in pools.basis(size)]
        short = vector([*[(index, Fraction(-3, 5 * root)) for index in range(size)], (size, Fraction(4, 5))])
        target = np.array([[4 / 5 / root] * size + [length / root + 3 / 5]])
        name = f"{size} points of length {length}, and a short one"
        space = halfspace_space(name, [*pools.signed(long), short], size + 1, bound, target)
        yield Game(space, partial(weigh_down, size=size, rounds=UNEQUAL_ROUNDS), peeks=True, extra=True)


UNEQUAL_ROOTS, LENGTHS, UNEQUAL_ROUNDS = (1, 8), (4, 10), 600
"""Roots of how many long points there are, their lengths where the short one's is 1, and the most rounds."""

EARLY_AND_LATE, STILL = 64, 200
"""Mistakes in a game about early and late ones, and rounds without a mistake between them."""


def unit_spaces(bound: str = "1/delta2") -> list[SearchSpace]:
    """Return search spaces of unit points in small dimensions."""
    random = Random(7)  # noqa: S311 - reproducible, not secret
    corners = random.sample(list(pools.cube(9, 3)), 48)
    chosen: list[tuple[str, Sequence[Vector], int]] = [
        ("unit circle", pools.signed(pools.circle()), 2),
        ("unit sphere", random.sample(pools.signed(pools.sphere()), 70), 3),
        ("corners of the 4-cube", [*pools.cube(4, 2), *pools.signed(pools.basis(4))], 4),
        ("random unit points of dimension 6", pools.signed(pools.reflected(6, 30, random)), 6),
        ("corners of the 9-cube", corners, 9),
        ("random unit points of dimension 15", pools.signed(pools.reflected(15, 30, random)), 15),
    ]
    return _chosen_spaces(chosen, bound)


def general_spaces(bound: str = "R2/gamma2") -> list[SearchSpace]:
    """Return search spaces of points of many lengths."""
    random = Random(8)  # noqa: S311 - reproducible, not secret
    factors = (1, 2, 5, Fraction(1, 2), Fraction(1, 7))

    plane = pools.signed(pools.circle())[::2]

    def stretched(points: Sequence[Vector]) -> list[Vector]:
        return [pools.scaled(x, random.choice(factors)) for x in points]

    chosen: list[tuple[str, Sequence[Vector], int]] = [
        ("points of a grid in the plane", pools.grid(2, 3), 2),
        ("long and short points of the plane", [*plane, *[pools.scaled(x, Fraction(1, 12)) for x in plane]], 2),
        ("points on the line", pools.signed([pools.scaled(pools.basis(1)[0], factor) for factor in factors]), 1),
        ("points of a grid in space", random.sample(pools.grid(3, 2), 60), 3),
        ("random points of dimension 5", stretched(pools.signed(pools.reflected(5, 30, random))), 5),
        ("short and long axes of dimension 8", stretched(pools.signed(pools.basis(8)) * 2), 8),
    ]
    distinct = [(name, list(dict.fromkeys(points)), dimension) for name, points, dimension in chosen]
    return _chosen_spaces(distinct, bound, seed=3)


def _chosen_spaces(
    chosen: Sequence[tuple[str, Sequence[Vector], int]], bound: str, seed: int | None = None
) -> list[SearchSpace]:
    """Return the search spaces of some points, with many targets; the default seed is the dimension."""
    return [
        halfspace_space(
            name,
            points,
            dimension,
            read_bound(bound),
            pools.directions(dimension, TARGETS, dimension if seed is None else seed),
        )
        for name, points, dimension in chosen
    ]


def sample_games(space: SearchSpace, seed: int) -> Iterator[Game]:
    """Yield games in a search space: adaptive ones, and samples of a target at several margins, shown repeatedly."""
    for times in (1, TIMES):
        random = seeded(seed, "greedy", times)
        yield Game(space, partial(greedy, random=random, rounds=50 * times, times=times), peeks=True, extra=True)
    if isinstance(space.setting, Halfspaces) and space.setting.unit_norm and space.setting.dimension <= FINE:
        run = partial(fine, random=seeded(seed, "fine"), rounds=FINE_ROUNDS)
        yield Game(space, run, peeks=True, extra=True)
    random = seeded(seed, space.name)
    scale = float(np.sqrt(space.norms_squared.max()))
    for margin in (*MARGINS, *((0.05,) if space.name.startswith("long and short") else ())):
        chosen = _script(space, margin * scale, random)
        if chosen is None:
            continue
        script, setting = chosen
        rounds = 40 + 4 * int(1 / margin**2)
        extra = space.name not in ESSENTIAL_SPACES
        yield Game(space, partial(passes, script=script, rounds=rounds), setting, extra=extra)
        yield Game(space, partial(wrong_first, script=script, rounds=rounds), setting, peeks=True, extra=True)
        yield Game(space, partial(boundary_first, script=script, rounds=rounds), setting, peeks=True, extra=True)
        blocks = [entry for entry in _far_apart(space, script) for _ in range(TIMES)]
        yield Game(space, partial(passes, script=blocks, rounds=4 * len(blocks)), setting, extra=True)


def _script(space: SearchSpace, margin: float, random: Random) -> tuple[list[tuple[int, Label]], Halfspaces] | None:
    """Return the labels of a random target on the points where its margin is large enough, in a random order."""
    assert isinstance(space.setting, Halfspaces)  # noqa: S101 - it is a halfspace game
    row = space.targets[random.randrange(len(space.targets))]
    numbers = [int(number) for number in np.flatnonzero(np.abs(row) >= margin)]
    if len(numbers) < 2:  # noqa: PLR2004 - nothing to tell apart
        return None
    random.shuffle(numbers)
    least = float(np.abs(row[numbers]).min()) ** 2
    told = Fraction(int(least * (1 - 1e-9) * 10**9), 10**9)
    return [(n, 1 if row[n] > 0 else -1) for n in numbers], replace(space.setting, margin_squared=told)


def _far_apart(space: SearchSpace, script: list[tuple[int, Label]]) -> list[tuple[int, Label]]:
    """Return a few of the points, each as contrary to those before it as can be."""
    points = space.signed(script)
    products = points @ points.T
    chosen = [0]
    while len(chosen) < min(FAR_APART, len(script)):
        chosen.append(int(products[chosen].max(axis=0).argmin()))
    return [script[choice] for choice in chosen]


FAR_APART = 4


def cone_games(height: Fraction, count: int, bound: Bound) -> Iterator[Game]:
    """Yield games on a cone about e₁, where weights grow long in one direction."""
    points = pools.cone(height, count)
    points = [pools.scaled(x, 1 if number % 2 else -1) for number, x in enumerate(points)]
    low = 2 * height / (1 + height**2)
    space = halfspace_space(f"cone of height {low}", points, 3, bound, np.eye(3)[:1], low**2)
    script: list[tuple[int, Label]] = [(number, 1 if number % 2 else -1) for number in range(len(points))]
    rounds = int(1.1 / low**2) + 10
    yield Game(space, partial(boundary_first, script=script, rounds=rounds), peeks=True)
    yield Game(space, partial(passes, script=script, rounds=rounds))


def kernel_spaces(degree: int, constant: Rational) -> list[SearchSpace]:
    """Return search spaces whose targets are in the feature space of a polynomial kernel."""
    random = Random(9)  # noqa: S311 - reproducible, not secret
    chosen: list[tuple[str, list[Vector], int]] = [
        ("points on the line", [pools.scaled(pools.basis(1)[0], Fraction(k, 3)) for k in range(-9, 10)], 1),
        ("points of a grid in the plane", pools.grid(2, 2), 2),
        ("corners of the 4-cube", [pools.scaled(x, 2) for x in pools.cube(4, 2)], 4),
        ("points of a grid in space", random.sample(pools.grid(3, 1), 24), 3),
    ]
    found = [_kernel_space(name, pool, dimension, degree, constant) for name, pool, dimension in chosen]
    if constant and degree <= HIGHEST:
        found.append(_kernel_space(FOURTH, pools.tetrahedral(degree, constant), 4, degree, constant))
    return found


FOURTH, HIGHEST = "corners of a tetrahedron, and a fourth point", 4
"""A search space for ``corners_then_fine``, and the highest degree for which it is quickly made."""


def _kernel_space(name: str, pool: list[Vector], dimension: int, degree: int, constant: Rational) -> SearchSpace:
    features = polynomial_features(dimension, degree, constant)
    pool = [x for x in pool if features(x).entries]  # with the constant 0, no margin has room for the point 0
    lifted = [features(x) for x in pool]
    width = max(x.entries[-1][0] for x in lifted) + 1
    points = dense(lifted, width)
    directions = np.random.default_rng(1).standard_normal((TARGETS, width))
    directions = np.vstack([directions, points, -points])  # kernels of one point among them
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    setting, norms = Halfspaces(dimension, Fraction(1, 100), unit_norm=False), (points**2).sum(axis=1)
    return SearchSpace(name, setting, tuple(pool), read_bound("R2/gamma2"), directions @ points.T, norms)


def kernel_games(space: SearchSpace, features: FeatureMap, seed: int) -> Iterator[Game]:
    """Yield games in one of these spaces."""
    if space.name == FOURTH:
        yield Game(space, partial(corners_then_fine, corners=3, features=features), peeks=True)
        return
    for times in (1, TIMES):
        random = seeded(seed, "greedy", times)
        yield Game(space, partial(greedy, random=random, rounds=50 * times, times=times), peeks=True)
    random = seeded(seed, space.name)
    for margin in (0.3, 0.1, 0.03):
        for _ in range(3):
            if chosen := _script(space, margin * float(np.sqrt(space.norms_squared.max())), random):
                rounds = 40 + 2 * int(1 / margin**2)
                yield Game(space, partial(passes, script=chosen[0], rounds=rounds), chosen[1])
                yield Game(space, partial(wrong_first, script=chosen[0], rounds=rounds), chosen[1], peeks=True)
