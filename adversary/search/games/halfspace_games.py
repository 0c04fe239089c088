"""The games that try learners of halfspaces: at several sizes, on unit points and on others."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from random import Random

import numpy as np

from adversary.search.games.boundary import at_boundary, basis_then_boundary, corners_then_boundary, early_then_late
from adversary.search.games.game import (
    Game,
    HalfspaceGame,
    against,
    boundary_first,
    greedy,
    long_then_short,
    one_sided,
    passes,
    seeded,
    wrong_first,
)
from adversary.search.spaces import pools
from adversary.search.spaces.halfspaces import (
    LINE,
    THRESHOLD,
    Features,
    HalfspaceSpace,
    dense,
    float_margin_squared,
    halfspace_space,
)
from adversary.search.spaces.space import LABELS, Floats, Script
from adversary.strategies.halfspaces.standard_basis import orthonormal_basis
from learners.protocol import opposite
from proofs.exact.mistake_bounds import Bound, read_bound
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector, polynomial_features, vector
from proofs.formats.trace import Round
from proofs.settings import Halfspaces, Point

# Sizes of the orthonormal games; in the large ones a learner that stops learning, or forgets, is found out.
BASES, MAX_ESSENTIAL_BASIS, MAX_OTHER_BASIS = (1, 2, 3, 4, 7, 12, 25, 60, 144), 7, 60
POWERS = (1, 2, 3)  # of 4: sizes of games whose weights add up in one coordinate
BOUNDARY_SIZES = (2, 5, 9, 16)  # sizes of games at the decision boundary
EARLY_AND_LATE, STILL = 64, 200  # mistakes in a game about early and late ones, and rounds without one between them
LONG_SIZE, LONG_ROUNDS = 16, 2_600  # of a game in which points are shown again long after everything is learned

# Heights of cones, on which weights grow long in one direction, and how many points are on them.
CONES = (Fraction(1, 4), 60), (Fraction(1, 12), 120), (Fraction(1, 30), 120), (Fraction(1, 60), 24)

# Roots of how many long points there are, their lengths where the short one's is 1, and the most rounds.
UNEQUAL_ROOTS, LENGTHS, UNEQUAL_ROUNDS = (1, 8), (4, 10), 600

ON_UNIT_POINTS, ON_ALL_POINTS = read_bound("1/delta2"), read_bound("R2/gamma2")
"""The Perceptron's bounds."""

TARGETS = 1500
MARGINS, KERNEL_MARGINS = (0.6, 0.3, 0.1), (0.3, 0.1, 0.03)
ESSENTIAL_SPACES = ("unit circle", "corners of the 4-cube", "points of a grid in the plane")  # also if it is slow
FINE_ROUNDS = 10  # on points that are made where the learner changes its mind
TIMES = 7  # how often a point is shown on end to learners that may learn too much from what they have got right
FAR_APART = 4  # points that are so shown, each contrary to the last ones

# Of games on very short and very long points: more rounds than any has, the bits of a float, and the exponents of their
# products. Single precision has exponents from -126 to 127; this leaves some for a learning rate.
STRETCHED_ROUNDS, FLOAT_BITS, MAX_EXPONENT = 1 << 10, 53, 100

# Dimensions of integer points without ties, and their largest coordinate; how many there are; the q of such games.
TIE_FREE, TIE_FREE_POINTS, TIE_FREE_PARTS = ((1, 3), (2, 3), (3, 2)), 9, (16, 64, 256, 1024)

WITHOUT_TIES = "points without ties"
FOURTH = "corners of a tetrahedron, and a fourth point"  # the search space for ``corners_then_boundary``
BOUNDARY_SPACES = ("unit circle", "unit sphere", "random unit points of dimension 6")  # with a threshold
IN_SPACE = "points of a grid in space"  # the space that also has games on very short and very long points
FEW = 4  # points whose kernels are added up in all ways
HIGHEST = 4  # degree for which it is quickly made

# Of games with a threshold: integers with different labels, the rounds on them, and sizes of games as those in BASES.
PAIRS, PAIR_ROUNDS = ((0, 1), (1, 2), (2, 3), (1, 3)), 700
POWERS_OF_2, MAX_ESSENTIAL_POWER = (0, 1, 2, 3, 5, 7), 3


def unit_games(bound: Bound = ON_UNIT_POINTS, seed: int = 0) -> Iterator[HalfspaceGame]:
    """Yield games on unit points."""
    yield from _basis_games(bound)
    for size in BOUNDARY_SIZES:  # do weights point to Σ yx after a mistake on each of some orthonormal points?
        space = _orthonormal(f"orthonormal basis of {size}, and points near one more axis", pools.basis(size), bound, 1)
        run = partial(basis_then_boundary, size=size, random=seeded(seed, "edges", size))
        yield Game(space, run, peeks=True, extra=True)
    for space in unit_spaces(bound):
        yield from _sample_games(space, seed)
    for height, count in CONES:
        yield from _cone_games(height, count, bound)
    for size, points in ((4**power, pools.signed(pools.aligned(power))) for power in POWERS):
        space = _orthonormal(f"orthonormal basis of dimension {size} about one axis", points, bound)
        yield Game(space, partial(one_sided, size=size), peeks=True, extra=True)
    name = f"orthonormal basis of {EARLY_AND_LATE}, early and late, and points near one more axis"
    space = _orthonormal(name, pools.basis(EARLY_AND_LATE), bound, 1)
    yield Game(space, partial(early_then_late, size=EARLY_AND_LATE, still=STILL), peeks=True, extra=True)
    space = _orthonormal(f"orthonormal basis of dimension {LONG_SIZE}", pools.basis(LONG_SIZE), bound)
    run = partial(against, numbers=range(LONG_SIZE), rounds=LONG_ROUNDS, least=LONG_ROUNDS)
    yield Game(space, run, extra=True)


def general_games(bound: Bound = ON_ALL_POINTS, seed: int = 0) -> Iterator[HalfspaceGame]:
    """Yield games on points of many lengths, the integers of a grid among them.

    Some have long orthogonal points, and a short one at the cosine −3/5 to their sum. The last ones have only very
    short points, or only very long ones.
    """
    yield from _tie_free_games(bound, seed)
    for space in general_spaces(bound):
        yield from _sample_games(space, seed)
    for root, length in product(UNEQUAL_ROOTS, LENGTHS):
        size = root**2
        long = [pools.scaled(x, length) for x in pools.basis(size)]
        short = vector([*[(index, Fraction(-3, 5 * root)) for index in range(size)], (size, Fraction(4, 5))])
        target = np.array([[4 / 5 / root] * size + [length / root + 3 / 5]])
        name, points = f"{size} points of length {length}, and a short one", [*pools.signed(long), short]
        space = halfspace_space(name, points, size + 1, bound, target)
        yield Game(space, partial(long_then_short, size=size, rounds=UNEQUAL_ROUNDS), peeks=True, extra=True)
    yield from _stretched_games(bound, seed)


def _tie_free_games(bound: Bound, seed: int) -> Iterator[HalfspaceGame]:
    """Yield games on integer points x that are shown as x + y·e₁/q, where q = 2^s > 2(B + 3), and B = R²/γ².

    A Perceptron of any constant rate that began at 0 has no score 0 there after its first mistake: with z = yx, after
    K mistakes q²⟨w,z⟩ ≡ K modulo q in units of the rate, and 0 < K < q.
    """
    random = seeded(seed, "without ties")
    for dimension, most in TIE_FREE:
        integers = pools.grid(dimension, most)
        for _ in range(TIMES):
            target, chosen = random.choice(integers), random.sample(integers, min(len(integers), TIE_FREE_POINTS))
            signed = [
                pools.scaled(x, 1 if target.dot(x) > 0 else -1).coordinates(dimension) for x in chosen if target.dot(x)
            ]
            for q in TIE_FREE_PARTS:
                positive = [
                    vector(enumerate((first + Fraction(1, q), *rest))) for first, *rest in dict.fromkeys(signed)
                ]
                margin = float_margin_squared([Round(x, None, 1) for x in positive])
                if margin and q > 2 * (1 / margin + 3) * (1 + 1e-6):
                    break
            else:
                continue
            script: Script = [(number, random.choice(LABELS)) for number in range(len(positive))]
            points = [pools.scaled(x, label) for x, (_, label) in zip(positive, script, strict=True)]
            space = halfspace_space(WITHOUT_TIES, points, dimension, bound, dense([target], dimension))
            rounds = 4 * int(1 / margin) + 4 * len(points)
            yield Game(space, partial(passes, script=script, rounds=rounds))
            yield Game(space, partial(wrong_first, script=script, rounds=rounds), peeks=True)


def _stretched_games(bound: Bound, seed: int) -> Iterator[HalfspaceGame]:
    """Yield games on integer points times a power of two, where a tolerance, a clip or half precision fails."""
    for integers, times in ((pools.signed(pools.basis(2)), 0), (pools.grid(2, 3), 1), ([*pools.cube(5, 1)], TIMES)):
        dimension = integers[-1].entries[-1][0] + 1
        directions = pools.directions(dimension, TARGETS, dimension)
        for exponent in exponents(integers):
            factor = Fraction(2) ** exponent
            points = [pools.scaled(x, factor) for x in integers]
            space = halfspace_space(f"times 2^{exponent}", points, dimension, bound, directions, factor**2 / 16)
            if times:
                yield replace(_greedy_game(space, seed, times), extra=True)
            else:
                yield Game(space, partial(against, numbers=range(dimension), rounds=UNEQUAL_ROUNDS))


def exponents(integers: Sequence[Vector], degree: int = 1, constant: Rational = 0) -> list[int]:
    """Return the least and the largest e for which no float is rounded where integer points z are shown as 2^e·z.

    A product ⟨x, x'⟩ is 4^e·n with an integer |n| ≤ N, the largest ‖z‖². Let u be a power of two of which 4^e and the
    constant are multiples. Then every kernel (⟨x, x'⟩ + constant)^degree is a multiple of u^degree, and its size is
    at most K = (4^e·N + constant)^degree. A learner adds up one kernel for each of T mistakes at most, where T is
    ``STRETCHED_ROUNDS``. In whatever order it does, each partial sum is a multiple of u^degree of size T·K at most.
    The same holds for a linear learner that adds up the points first and then products of coordinates: for each
    mistake the sizes of these add up to at most 4^e·N. A float holds such a number exactly where T·K/u^degree is
    at most 2^53 and the exponents are in range.

    The list is empty where the constant is no binary fraction: a float of it is rounded.
    """
    if not integers or Fraction(constant).denominator.bit_count() > 1:
        return []
    longest = max([x.norm_squared() for x in integers])
    low, high = Fraction(2) ** -MAX_EXPONENT, Fraction(2) ** MAX_EXPONENT

    def is_exact(exponent: int) -> bool:
        square = Fraction(4) ** exponent
        unit = min(square, Fraction(1, Fraction(constant).denominator)) if constant else square
        largest = STRETCHED_ROUNDS * (longest * square + constant) ** degree
        return low <= unit**degree and largest <= min(high, unit**degree * 2**FLOAT_BITS)

    exact = [exponent for exponent in range(-MAX_EXPONENT, MAX_EXPONENT) if is_exact(exponent)]
    return exact[:1] + exact[1:][-1:]


def _orthonormal(name: str, points: Sequence[Vector], bound: Bound, aside: int = 0) -> HalfspaceSpace:
    """Return the search space of orthonormal points, and perhaps their opposites, in as many dimensions and some more.

    The game chooses its target; the margin is that of Σ yx for orthonormal points in all these dimensions.
    """
    dimension = max(x.entries[-1][0] for x in points) + 1 + aside
    margin = Fraction(1, dimension)
    return halfspace_space(name, points, dimension, bound, np.eye(dimension)[:1], margin, unit=True)


def _basis_games(bound: Bound) -> Iterator[HalfspaceGame]:
    """Yield the games of Claim 1.4: orthonormal points, labeled against the prediction, and then shown again."""
    for size in BASES:
        bases = {"orthonormal basis": pools.basis(size)}
        if 1 < size <= MAX_OTHER_BASIS:
            bases["another orthonormal basis"] = [*orthonormal_basis(size, size)]
        for name, basis in bases.items():
            extra = size > MAX_ESSENTIAL_BASIS or name.startswith("another")
            space = _orthonormal(f"{name} of dimension {size}", pools.signed(basis), bound)
            yield Game(space, partial(against, numbers=range(size), rounds=4 * size + 4), extra=extra)


def _cone_games(height: Fraction, count: int, bound: Bound) -> Iterator[HalfspaceGame]:
    """Yield games on a cone about e₁, where weights grow long in one direction."""
    space, script = cone_space(height, count, bound)
    rounds = int(1.1 / space.setting.margin_squared) + 10
    yield Game(space, partial(boundary_first, script=script, rounds=rounds), peeks=True, extra=True)
    yield Game(space, partial(passes, script=script, rounds=rounds), extra=True)


def cone_space(
    height: Fraction, count: int, bound: Bound, margin_squared: Fraction | None = None
) -> tuple[HalfspaceSpace, Script]:
    """Return the space of points of a cone about e₁, with its margin unless one is given, and their labels in turn."""
    script: Script = [(number, 1 if number % 2 else -1) for number in range(count)]
    points = [pools.scaled(x, label) for x, (_, label) in zip(pools.cone(height, count), script, strict=True)]
    low = 2 * height / (1 + height**2)
    return halfspace_space(f"cone of height {low}", points, 3, bound, np.eye(3)[:1], margin_squared or low**2), script


@lru_cache(maxsize=4)
def unit_spaces(bound: Bound = ON_UNIT_POINTS) -> Sequence[HalfspaceSpace]:
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
    return tuple(
        [
            halfspace_space(name, points, dimension, bound, pools.directions(dimension, TARGETS, dimension), unit=True)
            for name, points, dimension in chosen
        ]
    )


@lru_cache(maxsize=4)
def general_spaces(bound: Bound = ON_ALL_POINTS) -> Sequence[HalfspaceSpace]:
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
    return tuple(
        [
            halfspace_space(name, [*dict.fromkeys(points)], dimension, bound, pools.directions(dimension, TARGETS, 3))
            for name, points, dimension in chosen
        ]
    )


def _sample_games(space: HalfspaceSpace, seed: int) -> Iterator[HalfspaceGame]:
    """Yield games in a search space: adaptive ones, and samples of a target at several margins, shown repeatedly."""
    for game in _greedy_games(space, seed):
        yield replace(game, extra=True)
    if space.extensible:
        run = partial(at_boundary, random=seeded(seed, "fine"), rounds=FINE_ROUNDS)
        yield Game(space, run, peeks=True, extra=True)
    random = seeded(seed, space.name)
    for margin in (*MARGINS, *((0.05,) if space.name.startswith("long and short") else ())):
        script, where = _sample(space, margin, random)
        if not script:
            continue
        rounds = 40 + 4 * int(1 / margin**2)
        extra = space.name not in ESSENTIAL_SPACES
        yield Game(where, partial(passes, script=script, rounds=rounds), extra=extra)
        yield Game(where, partial(wrong_first, script=script, rounds=rounds), peeks=True, extra=True)
        yield Game(where, partial(boundary_first, script=script, rounds=rounds), peeks=True, extra=True)
        blocks = [entry for entry in _far_apart(space, script) for _ in range(TIMES)]
        yield Game(where, partial(passes, script=blocks, rounds=4 * len(blocks)), extra=True)


def _greedy_games(space: HalfspaceSpace, seed: int) -> Iterator[HalfspaceGame]:
    for times in (1, TIMES):
        yield _greedy_game(space, seed, times)


def _greedy_game(space: HalfspaceSpace, seed: int, times: int) -> HalfspaceGame:
    run = partial(greedy, random=seeded(seed, "greedy", times), rounds=50 * times, times=times)
    return Game(space, run, peeks=True)


def _sample(space: HalfspaceSpace, margin: float, random: Random) -> tuple[Script, HalfspaceSpace]:
    """Return the labels of a random target on the points where its margin is large enough, in a random order.

    That is in the length of the longest point.
    With less than two points, there are none. The space returned has the margin.
    """
    margin *= float(np.sqrt(space.norms_squared.max()))
    target = random.randrange(len(space.targets))
    margins = np.abs(space.targets[target])
    numbers = [int(number) for number in np.flatnonzero(margins >= margin)]
    if len(numbers) < 2:  # noqa: PLR2004 - nothing to tell apart
        return [], space
    random.shuffle(numbers)
    margin_squared = Fraction(int(float(margins[numbers].min()) ** 2 * (1 - 1e-9) * 10**9), 10**9)
    return space.labels_of(target, numbers), space.at(replace(space.setting, margin_squared=margin_squared))


def _far_apart(space: HalfspaceSpace, script: Script) -> Script:
    """Return a few of the points, each as contrary to those before it as can be."""
    points = space.signed(script)
    products = points @ points.T
    chosen = [0]
    while len(chosen) < min(FAR_APART, len(script)):
        chosen.append(int(products[chosen].max(axis=0).argmin()))
    return [script[choice] for choice in chosen]


def kernel_spaces(degree: int, constant: Rational) -> list[HalfspaceSpace]:
    """Return search spaces whose targets are in the feature space of a polynomial kernel.

    Raises:
        InputError: as ``polynomial_features``.

    """
    random = Random(9)  # noqa: S311 - reproducible, not secret
    chosen: list[tuple[str, list[Vector], int]] = [
        ("points on the line", [pools.scaled(pools.basis(1)[0], Fraction(k, 3)) for k in range(-9, 10)], 1),
        ("points of a grid in the plane", pools.grid(2, 2), 2),
        ("corners of the 4-cube", [pools.scaled(x, 2) for x in pools.cube(4, 2)], 4),
        (IN_SPACE, random.sample(pools.grid(3, 1), 24), 3),
    ]
    features = partial(polynomial_features, degree=degree, constant=constant)
    _ = [features(dimension) for *_, dimension in chosen]  # complains now
    if constant and degree <= HIGHEST:
        chosen.append((FOURTH, pools.tetrahedral(degree, constant), 4))
    return [_kernel_space(name, pool, dimension, features) for name, pool, dimension in chosen]


def _kernel_space(name: str, pool: list[Vector], dimension: int, features: Features) -> HalfspaceSpace:
    lift = features(dimension)
    pool = [x for x in pool if lift(x).entries]  # with the constant 0, the point 0 has no margin
    lifted = [lift(x) for x in pool]
    width = max(x.entries[-1][0] for x in lifted) + 1
    points = dense(lifted, width)
    directions = np.random.default_rng(1).standard_normal((TARGETS, width))
    directions = np.vstack([directions, points, -points])  # kernels of one point among them
    if len(pool) <= FEW:  # and all sums and differences of kernels
        sums = np.array([*product((-1, 0, 1), repeat=len(pool))]) @ points
        directions = np.vstack([directions, sums[sums.any(axis=1)]])
    return _lifted_space(name, pool, dimension, features, ON_ALL_POINTS, directions)


def _lifted_space(  # noqa: PLR0913, PLR0917 - as of ``halfspace_space``, and where targets are
    name: str, pool: Sequence[Vector], dimension: int, features: Features, bound: Bound, directions: Floats
) -> HalfspaceSpace:
    """Return the search space of some points with targets in these directions of the space of their features."""
    lift = features(dimension)
    space = halfspace_space(name, [lift(x) for x in pool], directions.shape[1], bound, directions)
    setting = Halfspaces(dimension, Fraction(1, 100), unit_norm=False)
    return replace(space, setting=setting, pool=tuple(pool), features=features)


def kernel_games(space: HalfspaceSpace, degree: int, constant: Rational, seed: int) -> Iterator[HalfspaceGame]:
    """Yield games in one of these spaces; in three dimensions, also on very short and on very long points."""
    if space.name == FOURTH:
        yield Game(space, partial(corners_then_boundary, corners=3), peeks=True)
        return
    yield from _greedy_games(space, seed)
    random = seeded(seed, space.name)
    for margin in KERNEL_MARGINS:
        for script, where in (_sample(space, margin, random) for _ in range(3)):
            if script:
                rounds = 40 + 2 * int(1 / margin**2)
                yield Game(where, partial(passes, script=script, rounds=rounds))
                yield Game(where, partial(wrong_first, script=script, rounds=rounds), peeks=True)
    integers = [*pools.cube(3, 1)][:FEW] if space.name == IN_SPACE else []  # one corner for each line
    features = partial(polynomial_features, degree=degree, constant=constant)
    for exponent in exponents(integers, degree, constant):
        points = [pools.scaled(x, Fraction(2) ** exponent) for x in integers]
        far = _kernel_space(f"corners of the cube, times 2^{exponent}", points, 3, features)
        legal = Halfspaces(3, Fraction(far.norms_squared.max()) / 100, unit_norm=False)
        yield from _greedy_games(far.at(legal), seed)


def bias_games(bound: Bound = ON_ALL_POINTS, seed: int = 0) -> Iterator[HalfspaceGame]:
    """Yield games whose targets have a threshold: what is known of a target is about the points (x, 1).

    Most labels are those of no halfspace through the origin. The first games are on two integers; then the (x, 1) are
    orthogonal, as in Claim 1.4; the points of circles all have one label, so that a bias has to grow.
    """
    line = _bias_space("integers on the line", LINE, 1, bound)
    for (near, far), side, label in product(PAIRS, (1, -1), LABELS):
        script = [(LINE.index(vector({0: side * x})), y) for x, y in ((near, label), (far, opposite(label)))]
        yield Game(line, partial(passes, script=script, rounds=PAIR_ROUNDS))
    for power in POWERS_OF_2:
        size = 2**power
        name = f"{size} points whose (x, 1) are orthogonal"
        space = _bias_space(name, _orthogonal(power), max(size - 1, 1), bound)
        run = partial(against, numbers=range(size), rounds=4 * size + 4)
        yield Game(space, run, extra=power > MAX_ESSENTIAL_POWER)
    for (height, count), label in product(CONES, LABELS):
        radius = (1 - height**2) / (2 * height)
        points = [pools.scaled(x, radius) for x in pools.around(count)]
        space = _bias_space(f"circle of radius {radius}", points, 2, bound)
        script, rounds = [(number, label) for number in range(count)], int(1.1 * (radius**2 + 1)) + 10
        yield Game(space, partial(boundary_first, script=script, rounds=rounds), peeks=True, extra=True)
        yield Game(space, partial(passes, script=script, rounds=rounds), extra=True)
    for space in bias_spaces(bound):
        yield from _sample_games(space, seed)
        if space.name in BOUNDARY_SPACES:
            run = partial(at_boundary, random=seeded(seed, "fine"), rounds=FINE_ROUNDS)
            yield Game(space, run, peeks=True, extra=True)
    orthogonal = [pools.scaled(x, 2) for x in pools.aligned(1)]
    for exponent in exponents(orthogonal, 1, 1):
        points = [pools.scaled(x, Fraction(2) ** exponent) for x in orthogonal]
        space = _bias_space(f"times 2^{exponent}", points, len(points), bound)
        yield Game(space, partial(against, numbers=range(len(points)), rounds=UNEQUAL_ROUNDS))
        yield from _greedy_games(space, seed)


@lru_cache(maxsize=4)
def bias_spaces(bound: Bound = ON_ALL_POINTS) -> Sequence[HalfspaceSpace]:
    """Return search spaces whose targets have a threshold: of the line, and of the points of all other spaces."""
    others = [*unit_spaces(bound), *general_spaces(bound)]
    pools_of = [
        ("integers on the line", LINE, 1),
        *[(space.name, space.pool, space.setting.dimension) for space in others],
    ]
    return tuple([_bias_space(*pool, bound) for pool in pools_of])


def _bias_space(name: str, pool: Sequence[Point], dimension: int, bound: Bound) -> HalfspaceSpace:
    """Return the search space of some points, and 0, with targets that pass at the height of two, or beside all."""
    points = [x for x in dict.fromkeys([*pool, Vector(())]) if isinstance(x, Vector)]
    floats, normals = dense(points, dimension), pools.directions(dimension, TARGETS, dimension)
    generator = np.random.default_rng(1)
    ends = generator.integers(len(points), size=(2, len(normals)))
    heights = np.abs((normals * floats[ends]).sum(axis=2)).mean(axis=0) * generator.choice((-1, 1), len(normals))
    aside = np.eye(dimension + 1)[-1:]
    directions = np.vstack([np.column_stack([normals, heights]), aside, -aside])
    return _lifted_space(name, points, dimension, THRESHOLD, bound, directions)


def _orthogonal(power: int) -> list[Vector]:
    """Return 2^power points x of ±1 for which the (x, 1) are orthogonal: the rows of Sylvester's matrix without a 1."""
    size = 2**power
    return [vector([(j - 1, (-1) ** (i & j).bit_count()) for j in range(1, size)]) for i in range(size)]
