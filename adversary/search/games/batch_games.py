"""The games that try programs that are trained in one call: data sets without ties, each shown and then asked about."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import cycle
from math import floor
from random import Random

import numpy as np

from adversary.search.games.game import Game, HalfspaceGame, passes, seeded
from adversary.search.spaces import pools
from adversary.search.spaces.halfspaces import (
    THRESHOLD,
    HalfspaceSpace,
    best_of,
    dense,
    float_margin_squared,
    halfspace_space,
)
from adversary.search.spaces.space import LABELS, Script
from learners.protocol import Label
from learners.shapes.batch import enough_passes
from learners.shapes.reading import Reading
from proofs.exact.mistake_bounds import read_bound
from proofs.exact.vectors import Vector, vector
from proofs.formats.trace import Round

Sample = Sequence[tuple[Vector, Label]]
"""Points of a data set with their labels, in the order of training."""

DIMENSIONS = 1, 2, 3
"""Of the points, if a kind does not say."""

SETS, OFFSET_SETS = 40, 60
"""Random data sets, and random ones that need an offset, where one is learned."""

ESSENTIAL = 20
"""Data sets that come before those that a slow program may be spared."""

MOST_POINTS, LARGEST, HARD, NEEDED = 7, 4, 8, 60
"""Of a random data set: points, coordinates, and R²/γ², at least in every other one, and at most in all."""

MOST_TRIES = 400
"""To find a random data set."""

SEVERAL = 1_000
"""R²/γ² of any data set, at most."""

MORE: tuple[Callable[[int], int], ...] = (lambda least: least, lambda least: least + 1, lambda least: 3 * least + 7)
"""Numbers of passes that are tried, from the least that is enough: with more, off-by-one passes are not seen."""

QUARTER, SPARE = Fraction(1, 4), Fraction(7, 8)
"""A first step of half the length costs a quarter of an update. A margin is told so that R²/γ² is the passes and this
much more: their number is its floor, and does not depend on rounding."""

ANY_NUMBER = read_bound("T")
"""Mistakes do not count: what is shown for the first time cannot be known."""


def batch_games(seed: int, dimension: int = 0, *, bias: bool = False, most: int = 0) -> Iterator[HalfspaceGame]:
    """Yield games on data sets, each in both orders. With a ``bias``, most of them need an offset.

    Where a program makes a fixed number of passes, at ``most``, random data sets need no more, if there are such.
    """
    more = cycle(MORE[:1] if most else (*MORE[:1], *MORE))
    for number, sample in enumerate(samples(seed, dimension, bias=bias, most=min(most or NEEDED, NEEDED))):
        for order in (sample, sample[::-1]):
            yield replace(_game(order, next(more), dimension, bias=bias), extra=number >= ESSENTIAL)


def passes_of(game: HalfspaceGame, reading: Reading) -> int:
    """Return the passes that a program is asked to make in a game."""
    setting = game.space.setting
    points = [x.coordinates(setting.dimension) for x in game.space.pool if isinstance(x, Vector)]
    return enough_passes(np.array(points, float), setting.margin_squared, reading)


def samples(seed: int, dimension: int = 0, *, bias: bool = False, most: int = NEEDED) -> Iterator[Sample]:
    """Yield data sets without ties: those that show the usual bugs on few points, and then random ones."""
    random = seeded(seed, "data sets")
    line: list[list[tuple[int, Label]]] = [[(1, 1), (-1, -1)], [(-1, 1), (1, -1)]]
    if bias:
        line += [[(-1, 1), (-3, -1)], [(-1, -1), (-3, 1)], [(0, 1), (-1, -1)], [(3, 1), (4, -1)]]
    integers: list[Sample] = [[(vector([(0, x)]), label) for x, label in sample] for sample in line]
    for size in (dimension,) if dimension > 1 else () if dimension else DIMENSIONS:
        basis = pools.basis(max(2, min(size, MOST_POINTS)))
        integers.append(list(zip(basis, cycle(LABELS), strict=False)))
    near: list[list[tuple[int, Label]]] = [[(2, 1), (3, -1)], [(3, -1), (4, 1)]]  # between which many passes are needed
    if bias or dimension != 1:
        integers += [[(vector([(0, x), *([] if bias else [(1, 1)])]), label) for x, label in sample] for sample in near]
    for sample in integers:
        if fine := without_ties(sample, most=SEVERAL, bias=bias):
            yield fine
    sizes = (
        (dimension,) if dimension else DIMENSIONS if bias else DIMENSIONS[1:]
    )  # without an offset, a line is learned
    for number in range(OFFSET_SETS if bias else SETS):
        least = number % 2 * HARD if most > HARD else 0
        found = _random_sample(random, sizes[number % len(sizes)], least, most, bias=bias)
        if found:
            yield found


def _random_sample(random: Random, dimension: int, least: int, most: int, *, bias: bool) -> Sample | None:
    """Return a random data set that may need ``least`` to ``most`` passes; with a ``bias``, one that needs an offset.

    ``None`` if none is found soon.
    """
    for _ in range(MOST_TRIES):
        normal = [random.randint(-LARGEST, LARGEST) for _ in range(dimension)]
        offset = random.randint(-LARGEST, LARGEST) * 2 if bias else 0
        points = {
            tuple([random.randint(-LARGEST, LARGEST) for _ in normal]) for _ in range(random.randint(2, MOST_POINTS))
        }
        scores = {x: sum(map(int.__mul__, normal, x)) + offset for x in sorted(points)}
        sample: Sample = [(vector(enumerate(x)), 1 if score > 0 else -1) for x, score in scores.items() if score]
        both = {label for _, label in sample} == {*LABELS}
        if not both or (bias and float_margin_squared([Round(x, None, label) for x, label in sample])):
            continue
        fine = without_ties(sample, least, most, bias=bias)
        if fine is not None:
            return fine
    return None


def without_ties(sample: Sample, least: int = 0, most: int = NEEDED, *, bias: bool) -> Sample | None:
    """Return integer points x, moved to x + y·e₁/q with q = 2^s > 2(B + 3) for their B = R²/γ².

    That is ``None`` if B is below ``least`` or above ``most``.

    A Perceptron of any constant rate that began at 0 has no score 0 there after its first update, in whatever order:
    with z = yx, after K updates q²⟨w,z⟩ ≡ K modulo q in units of the rate, and 0 < K < q. An offset adds integers.
    """
    for power in range(3, 12):
        moved = [(vector([*_rest(x), (0, _first(x) + Fraction(label, 2**power))]), label) for x, label in sample]
        squared = float_margin_squared(_lifted(moved, bias=bias))
        if not squared or not least <= 1 / squared <= most:
            return None
        if 2**power > 2 * (1 / squared + 3):
            return moved
    return None


def _first(x: Vector) -> Fraction:
    return Fraction(dict(x.entries).get(0, 0))


def _rest(x: Vector) -> list[tuple[int, Fraction]]:
    return [(index, Fraction(value)) for index, value in x.entries if index]


def _lifted(sample: Sample, *, bias: bool) -> list[Round]:
    """Return rounds with the points where margins are."""
    lift = THRESHOLD(_width(sample)) if bias else (lambda x: x)
    return [Round(lift(x), None, label) for x, label in sample]


def _width(sample: Sample) -> int:
    return max([index + 1 for x, _ in sample for index, _ in x.entries], default=1)


def _game(sample: Sample, more: Callable[[int], int], dimension: int, *, bias: bool) -> HalfspaceGame:
    """Return the game in which a data set is shown and then asked about, after enough passes, or more."""
    lifted = _lifted(sample, bias=bias)
    best = best_of(lifted)
    assert best is not None  # noqa: S101 - it was made so that there is a target
    longest = max([Fraction(entry.x.norm_squared()) for entry in lifted])  # type: ignore[union-attr]
    needed = floor(longest / best.margin_squared + QUARTER)
    size = max(dimension, _width(sample))
    space = _space([x for x, _ in sample], size, longest / (more(needed) + SPARE), bias=bias)
    script: Script = [(number, label) for number, (_, label) in enumerate(sample)]
    return Game(space, partial(passes, script=script, rounds=2 * len(script), least=1))


def _space(points: Sequence[Vector], dimension: int, margin_squared: Fraction, *, bias: bool) -> HalfspaceSpace:
    features = THRESHOLD if bias else None
    lifted = [THRESHOLD(dimension)(x) for x in points] if bias else points
    directions = dense(lifted[:1], dimension + bias) + 1  # guides nothing here: no point is chosen
    space = halfspace_space("data without ties", lifted, dimension + bias, ANY_NUMBER, directions)
    setting = replace(space.setting, dimension=dimension, margin_squared=margin_squared, unit_norm=False)
    return replace(space, setting=setting, pool=tuple(points), features=features)
