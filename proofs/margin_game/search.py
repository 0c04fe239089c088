"""A search for mistake trees of the margin game with a large margin.

Points and targets are unit vectors of floats, and the smallest margin is raised: first a soft minimum, by Adam's
gradient steps, and then the minimum itself, by linear programs of small steps. A good tree is made a level deeper by
splitting its leaves. What is found is rounded, and its margin is computed exactly: no float is ever believed.

A tree is kept without its first two points, the basis vectors e₁ and e₂: reflection makes it whole. That loses nothing:
the second point may be chosen to split the half below label +1, whose narrower part has room between e₁ and e₂.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proofs.exact.errors import InputError
from proofs.margin_game.trees import Direction, MistakeTree, rounded_tree

Array = NDArray[np.float64]

REFLECT = 2
STEPS, STARTS, KEPT = 1_500, 24, 4
"""Of the gradient, starts at each depth, and how many of the trees found are refined and then deepened."""

SHARPEST, SOFTEST = 400.0, 20.0
"""What the soft minimum multiplies margins by, at the end and at the beginning."""

SCALE = 10**6
"""What coordinates are multiplied by before they are rounded: that loses some 10^-6 of the margin."""

MAX_MISTAKES = 14
"""The largest depth that is searched for: with 2^12 listed targets."""

MAX_REFINED = 5_000
"""Coordinates of targets up to which a linear program takes seconds."""


class Found(NamedTuple):
    """A tree of floats, and its smallest margin."""

    margin: float
    points: Array
    targets: Array


def better_trees(
    dimension: int, mistakes: int, seconds: float, earlier: MistakeTree | None = None
) -> Iterator[MistakeTree]:
    """Yield trees of this depth, each with a larger margin than the one before, for so many seconds of processor time.

    The first one has a larger margin than ``known``, a tree of an earlier search, from which this one goes on.

    Raises:
        InputError: there is nothing to search for.

    """
    if not all(REFLECT < number <= MAX_MISTAKES for number in (dimension, mistakes)):  # axes are best from d = k on
        raise InputError(
            f"a search is for trees of dimension 3 to {MAX_MISTAKES} and 3 to {MAX_MISTAKES} mistakes, not for "
            f"dimension {dimension} and {mistakes} mistakes"
        )
    end = process_time() + seconds
    best, margin_squared, seen = earlier, earlier.margin_squared if earlier else Fraction(0), 0.0
    for candidate in _search(dimension, mistakes, earlier):
        if candidate and candidate.margin > seen:
            seen = candidate.margin
            tree = rounded_tree(candidate.points.tolist(), candidate.targets.tolist(), REFLECT, SCALE)
            if tree.margin_squared > margin_squared:
                best, margin_squared = tree, tree.margin_squared
                yield best
        if process_time() > end:
            return


def _search(dimension: int, mistakes: int, earlier: MistakeTree | None) -> Iterator[Found | None]:
    """Yield the best tree so far, if there is one, again and again, without end."""
    best = None
    if earlier:
        points, targets = _directions(earlier.points), _directions(earlier.targets)
        best = _refined(Found(float(_margins(points, targets).min()), points, targets))
    for round_ in count():
        random = np.random.default_rng([round_, 0 if earlier is None else earlier.margin_squared.denominator % 2**32])
        pool = [Found(1.0, np.zeros((0, dimension)), _unit(np.ones((1, dimension))))]
        for levels in range(1, mistakes - REFLECT + 1):
            tried = list[Found]()
            for start in range(min(STARTS, 4 << round_)):  # few at first, so that there is a tree soon
                points, targets = _start(pool[start % len(pool)], start, random)
                tried.append(_ascend(points, targets, random.choice([0.02, 0.05, 0.1])))
                if levels == mistakes - REFLECT and (best is None or tried[-1].margin > best.margin):
                    best = tried[-1]
                yield best
            tried.sort(key=lambda candidate: -candidate.margin)
            pool = []
            for candidate in tried[:KEPT]:
                pool.append(_refined(candidate))
                if levels == mistakes - REFLECT and (best is None or pool[-1].margin > best.margin):
                    best = pool[-1]
                yield best
            pool.sort(key=lambda candidate: -candidate.margin)


def _directions(rows: Sequence[Direction]) -> Array:
    return _unit(np.array([[value / max(map(abs, row)) for value in row] for row in rows]))


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def _start(above: Found, number: int, random: np.random.Generator) -> tuple[Array, Array]:
    """Return points and targets to begin with: of a tree with split leaves, moved a little or not, or of none."""
    targets = above.targets
    split = random.normal(size=targets.shape)
    split = _unit(split - (split * targets).sum(1, keepdims=True) * targets)
    step = random.choice([0.1, 0.3, 0.6]) * split
    points = np.concatenate([above.points, split])
    leaves = _unit(np.stack([targets - step, targets + step], 1).reshape(-1, targets.shape[1]))
    if number % 5 == 4:  # noqa: PLR2004 - one in five
        return _unit(random.normal(size=points.shape)), _unit(np.abs(random.normal(size=leaves.shape)))
    moved = 0.2 * (number % 2)
    return (
        _unit(points + moved * random.normal(size=points.shape)),
        _unit(leaves + moved * random.normal(size=leaves.shape)),
    )


def _margins(points: Array, targets: Array) -> Array:
    """Return y⟨v,x⟩ for each target, a row, on e₁, e₂ and the points of its path."""
    dimension = targets.shape[1]
    columns = [targets[:, axis] for axis in range(REFLECT)]
    for level in range(_levels(targets)):
        leaves = targets.reshape(2**level, 2, -1, dimension)
        products = np.einsum("nsld,nd->nsl", leaves, points[2**level - 1 : 2 ** (level + 1) - 1])
        products[:, 0] *= -1
        columns.append(products.reshape(-1))
    return np.stack(columns, 1)


def _levels(targets: Array) -> int:
    return len(targets).bit_length() - 1


def _gradient(points: Array, targets: Array, weights: Array) -> tuple[Array, Array]:
    """Return the gradient of the sum of margins with these weights, in the points and in the targets."""
    dimension = targets.shape[1]
    of_points, of_targets = np.zeros_like(points), np.zeros_like(targets)
    of_targets[:, :REFLECT] = weights[:, :REFLECT]
    for level in range(_levels(targets)):
        nodes = slice(2**level - 1, 2 ** (level + 1) - 1)
        signed = weights[:, REFLECT + level].reshape(2**level, 2, -1).copy()
        signed[:, 0] *= -1
        of_points[nodes] = np.einsum("nsl,nsld->nd", signed, targets.reshape(2**level, 2, -1, dimension))
        of_targets += (signed[..., None] * points[nodes][:, None, None, :]).reshape(-1, dimension)
    return of_points, of_targets


def _ascend(points: Array, targets: Array, rate: float) -> Found:
    """Raise the soft minimum of the margins by Adam's steps, harder and harder; return the best tree on the way."""
    players = points, targets
    means, squares = [[np.zeros_like(player) for player in players] for _ in range(2)]
    best = Found(-1.0, points, targets)
    for step in range(1, STEPS + 1):
        margins = _margins(*players)
        if (smallest := float(margins.min())) > best.margin:
            best = Found(smallest, *[player.copy() for player in players])
        weights = np.exp(SOFTEST * (SHARPEST / SOFTEST) ** (step / STEPS) * (smallest - margins))
        pace = rate * (1 - step / STEPS) + 1e-4
        for number, gradient in enumerate(_gradient(*players, weights / weights.sum())):
            player, mean, square = players[number], means[number], squares[number]
            along = gradient - (gradient * player).sum(1, keepdims=True) * player  # the sphere
            mean[:] += 0.1 * (along - mean)
            square[:] += 0.01 * (along**2 - square)
            player[:] += pace * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-12)
            player[:] = _unit(player)
    return best


def _refined(candidate: Found) -> Found:
    """Raise the smallest margin itself by linear programs, whose steps are within a radius that adapts."""
    from scipy.optimize import linprog  # type: ignore[import-untyped]

    if candidate.targets.size > MAX_REFINED:
        return candidate

    radius = 0.05
    for _ in range(20):
        box = [*[(-radius, radius)] * (candidate.points.size + candidate.targets.size), (None, None)]
        step = linprog(*_program(candidate.points, candidate.targets), bounds=box, method="highs")
        if step.x is not None:
            moved = step.x[:-1].reshape(-1, candidate.targets.shape[1])
            points = _unit(candidate.points + moved[: len(candidate.points)])
            targets = _unit(candidate.targets + moved[len(candidate.points) :])
            if (margin := float(_margins(points, targets).min())) > candidate.margin:
                gain, candidate, radius = margin - candidate.margin, Found(margin, points, targets), 1.2 * radius
                if gain < 1e-9:  # noqa: PLR2004 - nothing more to gain
                    break
                continue
        radius /= 3
    return candidate


def _program(points: Array, targets: Array) -> tuple[Any, ...]:
    """Return the linear program of a small step: the largest t that all margins reach to the first order.

    Variables are the steps of all points and targets, at right angles to them, and t.
    """
    from scipy.sparse import coo_array  # type: ignore[import-untyped]

    (nodes, dimension), leaves, levels = points.shape, len(targets), _levels(targets)
    leaf, first = np.arange(leaves), points.size  # first: of the variables of targets
    rows, columns, values = list[Array](), list[Array](), list[Array]()

    def add(row: Any, column: Any, value: Array) -> None:
        for parts, more in ((rows, row), (columns, column), (values, value)):
            parts.append(more)

    for axis in range(REFLECT):
        add(axis * leaves + leaf, first + leaf * dimension + axis, -np.ones(leaves))
    for level in range(levels):
        row = (REFLECT + level) * leaves + leaf
        node = (leaf >> (levels - level)) + 2**level - 1
        label = np.where(leaf >> (levels - level - 1) & 1, 1.0, -1.0)
        for axis in range(dimension):
            add(row, node * dimension + axis, -label * targets[:, axis])
            add(row, first + leaf * dimension + axis, -label * points[node, axis])
    reached = leaves * (REFLECT + levels)
    add(np.arange(reached), np.full(reached, points.size + targets.size), np.ones(reached))
    width = points.size + targets.size + 1
    at_most = coo_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), (reached, width))
    vectors = np.concatenate([points, targets])
    flat = np.arange(vectors.size)
    tangent = coo_array((vectors.ravel(), (flat // dimension, flat)), (nodes + leaves, width))
    cost = np.zeros(width)
    cost[-1] = -1
    return cost, at_most.tocsr(), _margins(points, targets).T.ravel(), tangent.tocsr(), np.zeros(nodes + leaves)
