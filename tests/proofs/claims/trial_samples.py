"""Small samples on which theorems are tried: grids of the line and the plane, rational unit points, and seeded walks."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from random import Random

from proofs.claims.candidates import Example, Point, Sample, dot, labeled, margin, sample
from proofs.claims.perceptron import run
from proofs.exact.rationals import Rational, simplest


def examples_on_grid(dimension: int, reach: int) -> list[Example]:
    """Return all examples with coordinates 0, 1, -1, … up to ``reach`` in size, small ones first."""
    values = sorted(range(-reach, reach + 1), key=lambda value: (abs(value), -value))
    points = sorted(product(values, repeat=dimension), key=lambda point: sum(map(abs, point)))
    return [(point, label) for point in points for label in (1, -1)]


@cache
def small_samples() -> tuple[Sample, ...]:
    """Return samples of one to three examples on grids of the line and the plane, zero vectors included."""
    line, plane = examples_on_grid(1, 2), examples_on_grid(2, 1)
    random = Random(1)
    wide = [(x, label) for x, label in examples_on_grid(2, 2) if any(x)]
    made = (
        *[chosen for size in (1, 2) for chosen in combinations(line, size)],
        *[(example,) for example in plane],
        *[chosen for chosen in combinations(plane, 2) if chosen[0][1] == 1],
        *combinations([(x, label) for x, label in plane if label == 1 and any(x)], 3),
        *[tuple(random.sample(wide, 3)) for _ in range(40)],
    )
    return tuple(map(Sample, made))


@cache
def separable_samples() -> tuple[Sample, ...]:
    """Return the separable small samples; the target is the shortest w with y⟨w, x⟩ ≥ 1."""
    found = [(made, made.shortest) for made in small_samples()]
    return tuple([Sample(made.examples, target) for made, target in found if target is not None])


@cache
def separated_samples() -> tuple[Sample, ...]:
    """Return separable samples with targets whose least y⟨w, x⟩ is 1: the shortest, and others."""
    made = []
    for best in separable_samples():
        others = [w for w in product((1, -1, 2, 0), repeat=best.dimension) if margin(w, best.examples) > 0]
        made += [best, *[Sample(best.examples, rescaled(w, best.examples)) for w in others]]
    return tuple(made)


def rescaled(w: Point, examples: Iterable[Example]) -> Point:
    """Divide a separator by its least y⟨w, x⟩."""
    least = Fraction(margin(w, tuple(examples)))
    return tuple([simplest(value / least) for value in w])


@cache
def sequences() -> tuple[Sample, ...]:
    """Return sequences, separable or not: all short ones on the line, some in the plane; points may come again."""
    line = [example for example in examples_on_grid(1, 2) if any(example[0]) or example[1] == 1]
    random = Random(2)
    wide = examples_on_grid(2, 3)
    long: list[tuple[Example, ...]] = []
    for number in range(80):
        drawn = random.choices(wide, k=random.randint(2, 9))
        if number % 2:  # labeled by a halfspace, and shown twice
            w = (random.randint(1, 3), random.randint(-3, 3))
            drawn = [(x, 1 if dot(w, x) > 0 else -1) for x, _ in drawn if dot(w, x)] * 2
        if drawn:
            long.append(tuple(drawn))
    short = [chosen for size in (1, 2) for chosen in product(line, repeat=size)]
    return tuple(map(Sample, (*short, *long)))


@cache
def separated_sequences() -> tuple[Sample, ...]:
    """Return separable sequences with targets whose least y⟨w, x⟩ is 1; small samples are read twice, both ways."""
    twice = [Sample((*one.examples, *reversed(one.examples)), one.target) for one in separated_samples()]
    found = [(made, made.shortest) for made in sequences()]
    return (*twice, *[Sample(made.examples, target) for made, target in found if target is not None])


def updates() -> Iterator[Sample]:
    """Yield weights and one example, on small grids of the line and the plane."""
    grids: tuple[tuple[int, tuple[Rational, ...]], ...] = ((1, (0, 1, -1, Fraction(1, 2), 3)), (2, (0, 1, -2)))
    for dimension, values in grids:
        points = list(product(values, repeat=dimension))
        for w, x, label in product(points, points, (1, -1)):
            yield sample((x, label), w=w)


def _signed(values: Iterable[tuple[int, ...]], over: int) -> tuple[Point, ...]:
    """Return all vectors that permutations and signs make of these, divided by ``over``; in a fixed order."""
    found = {
        tuple([simplest(Fraction(sign * part, over)) for sign, part in zip(signs, order, strict=True)])
        for parts in values
        for order in permutations(parts)
        for signs in product((1, -1), repeat=len(parts))
    }
    return tuple(sorted(found, reverse=True))


UNIT: dict[int, tuple[Point, ...]] = {
    1: _signed([(1,)], 1),
    2: _signed([(1, 0)], 1) + _signed([(3, 4)], 5),
    3: _signed([(1, 0, 0)], 1) + _signed([(1, 2, 2)], 3),
}
"""Rational points of length 1, by dimension."""


DIRECTIONS: tuple[Point, ...] = (
    *UNIT[1],
    (1, 1), (-1, -1), (1, 2), (-1, 2), (1, -2), (-1, -2), (1, -3), (-1, -3),
    (1, 1, 3), (-1, -1, -3), (-1, 2, -3), (-1, -1, -1),
)  # fmt: skip
"""Targets to try, up to a length: w = 0 is predicted 1, so u and −u differ, but the order of coordinates is free."""


WALKS, MAX_WALK = 40, 8


@cache
def unit_games(tie: int = 1, step: Rational = 1) -> tuple[Sample, ...]:
    """Return games on unit points in which every sample is a mistake: all of up to two, seeded walks of up to eight.

    Samples that are no mistakes leave w alone and can only lower the margin, so that leaving them out loses nothing. Of
    three dimensions there are only walks.
    """
    games: list[Sample] = []
    for u in DIRECTIONS:
        if len(u) <= 2:
            for first, w in _wrong(u, (0,) * len(u), tie, step):
                games.append(labeled(u, [first]))
                games += [labeled(u, [first, second]) for second, _ in _wrong(u, w, tie, step)]
    random = Random(3)
    for _ in range(WALKS):
        u = random.choice(DIRECTIONS[2:])
        w, points = (Fraction(0),) * len(u), list[Point]()
        while len(points) < MAX_WALK and (found := _wrong(u, w, tie, step)):
            x, w = random.choice(found)
            points.append(x)
        games.append(labeled(u, points))
    return tuple(games)


def in_passes() -> Iterator[Sample]:
    """Yield every fifth of these games with its samples shown three times over: what is not learned errs again."""
    return (Sample(game.examples * 3, game.target) for game in unit_games()[::5])


def games_of_lengths() -> Iterator[Sample]:
    """Yield games of points that have not length 1: some on the line, more in the plane."""
    for u, x in product(UNIT[1], (-2, 2)):
        yield labeled(u, [(x,)])
    points = [(1, 0), (0, -1), (2, 0), (0, -2), (3, -4), (-3, 4)]
    for u, shown in product(((1, 2), (-1, -2)), product(points, repeat=3)):
        yield labeled(u, shown)


def _wrong(u: Point, w: Point, tie: int, step: Rational) -> list[tuple[Point, Point]]:
    """Return every sample with a margin on which w is wrong, and w after it."""
    found = []
    for x in UNIT[len(u)]:
        if goal := dot(u, x):
            (made,) = run([(x, 1 if goal > 0 else -1)], tie=tie, step=step, start=w)
            if made.mistake:
                found.append((x, made.after))
    return found
