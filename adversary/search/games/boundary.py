"""Games on points at the learner's decision boundary.

A mistake on such a point hardly lowers the margin of the game. So a learner with correct weights comes as near as
possible to the bound of its theorem. A learner that rounds its weights, or adds a little too much, exceeds the bound.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import cycle, islice
from math import sqrt
from random import Random

import numpy as np

from adversary.search.games.game import LEAST_POTENTIAL, Asking, HalfspaceTrial, against, opposite_labels
from adversary.search.spaces.halfspaces import best_of, dense
from adversary.search.spaces.pools import unit
from adversary.search.spaces.space import Floats
from learners.protocol import Label, opposite
from proofs.exact.vectors import Vector
from proofs.formats.trace import Round

_Move = tuple[float | Fraction, int, Label]
"""The potential for more mistakes after a mistake at some point, the point, and its label."""

# Bits of where the decision boundary is: of what single precision gets right, and of more than a float has.
COARSE, HAIRLINE = 11, 54
PAIRS = 12  # of points on both sides of it
CONTENDERS = 10  # moves that are compared exactly
TOO_MUCH = 3e-5  # what is above rounding in single precision, and decided exactly
REACHES = (0.3, 0.05, 0.01)  # how far from the axis, in the length of a step aside
FINELY, MAX_ASIDE = 20, 0.9  # bits of where a point is, and how far from the axis, at most


def at_boundary(trial: HalfspaceTrial, random: Random, rounds: int, bits: int = COARSE) -> Asking[None]:
    """Show, again and again, the point at the decision boundary that leaves most mistakes possible."""
    generator = np.random.default_rng(random.getrandbits(32))
    trial.play_in(trial.space.narrow())
    while trial.lasts(rounds):
        moves = _moves(trial, (yield from boundary_points(trial, generator, bits)))
        if bits == HAIRLINE:  # floats cannot tell these apart
            moves = sorted([(_exactly(trial, move), *move[1:]) for move in moves[:CONTENDERS]], reverse=True)
        if not moves or moves[0][0] < LEAST_POTENTIAL or (yield from _made(trial, moves[0])):
            return
        yield from trial.round(*moves[0][1:])


def _moves(trial: HalfspaceTrial, ends: Iterable[tuple[int, Label]]) -> list[_Move]:
    """Return the mistakes at some points, the best first, as far as floats tell."""
    moves: list[_Move] = []
    for number, predicted in ends:
        last = Round(trial.space.pool[number], predicted, opposite(predicted))
        margin_squared = trial.space.margin_squared([*trial.played, last])
        moves.append(((trial.state.mistakes + 1) * margin_squared, number, opposite(predicted)))
    return sorted(moves, reverse=True)


def _exactly(trial: HalfspaceTrial, move: _Move) -> Fraction:
    """Return the potential of a move exactly, on unit points; 0 where nothing explains the game."""
    _, number, label = move
    best = best_of([*trial.played, Round(trial.space.pool[number], None, label)])
    return (trial.state.mistakes + 1) * best.margin_squared if best else Fraction(0)


def basis_then_boundary(trial: HalfspaceTrial, size: int, random: Random) -> Asking[None]:
    """Play ``against`` in all dimensions but the last, and then at the decision boundary near the last axis.

    By then weights should point to Σ yx. If they do not, some point that is nearly orthogonal to all is on the wrong
    side of it, and one mistake too many.
    """
    yield from against(trial, range(size), 2 * size)
    generator = np.random.default_rng(random.getrandbits(32))
    for reach in REACHES:
        if trial.over:
            return
        ends = yield from boundary_points(trial, generator, COARSE, reach)
        if (yield from _made(trial, _moves(trial, ends)[0])):
            return


def early_then_late(trial: HalfspaceTrial, size: int, still: int) -> Asking[None]:
    """Make half of the mistakes on some orthonormal points, show these again, make the others; look at the boundary.

    Weights point to Σ yx. If early mistakes have come to weigh less than late ones, or more, the boundary has turned
    between the two, and some point on its wrong side is one mistake too many.
    """
    first = yield from opposite_labels(trial, range(size // 2))
    for number, label in islice(cycle(first), still):
        yield from trial.round(number, label)
    then = yield from opposite_labels(trial, range(size // 2, size))
    early, late = (trial.space.signed(script).sum(axis=0) for script in (first, then))
    for start in (early - late, late - early):
        angle = yield from _turned(trial, start, early + late)
        aside = min(np.sqrt(size) * np.sin(angle), MAX_ASIDE)  # where a mistake costs least
        x = np.sqrt(1 - aside**2) * np.eye(size + 1)[-1] + aside * _between(start, early + late, angle)
        move = _moves(trial, (yield from _asked(trial, [_unit(x, FINELY)])))[0]
        if move[2] == 1 and (yield from _made(trial, move)):
            return


def _made(trial: HalfspaceTrial, move: _Move) -> Asking[bool]:
    """Make a move if it exceeds the bound; tell whether it does."""
    potential, number, label = move
    if potential <= 1 + TOO_MUCH:
        return False
    yield from trial.round(number, label)
    trial.potential = float(potential)
    return True


def corners_then_boundary(trial: HalfspaceTrial, corners: int) -> Asking[None]:
    """Label some points of a kernel's game against the prediction, then the one that leaves most mistakes possible."""
    yield from opposite_labels(trial, range(corners))
    yield from trial.round(*_moves(trial, enumerate((yield from trial.peek())))[0][1:])


def _turned(trial: HalfspaceTrial, start: Floats, end: Floats) -> Asking[float]:
    """Return the angle from one vector towards another up to which the learner says −1 in place of +1."""
    low, high = 0.0, np.pi / 4
    for _ in range(COARSE):
        middle = (low + high) / 2
        [(_, label)] = yield from _asked(trial, [_unit(_between(start, end, middle), FINELY)])
        low, high = (middle, high) if label == -1 else (low, middle)
    return low


def _between(start: Floats, end: Floats, angle: float) -> Floats:
    direction: Floats = np.cos(angle) * (start / np.linalg.norm(start)) + np.sin(angle) * (end / np.linalg.norm(end))
    return direction


def boundary_points(
    trial: HalfspaceTrial, generator: np.random.Generator, bits: int, reach: float | None = None
) -> Asking[list[tuple[int, Label]]]:
    """Return new points of the pool on both sides of the learner's decision boundary, with what it says of them.

    With a ``reach`` they are no farther than that from the last axis, or hardly.
    """
    dimension = trial.space.setting.dimension
    starts = generator.standard_normal((PAIRS, 2, dimension))
    if reach is not None:
        axis, aside = np.eye(dimension)[-1], starts[:, 0] * reach / np.sqrt(dimension)
        starts = np.stack([axis + aside, axis - aside], axis=1)
    first = yield from _asked(trial, [_unit(x, bits) for pair in starts for x in pair])
    labels = [label for _, label in first]
    low_label, high_label = np.array(labels[::2])[:, None], np.array(labels[1::2])[:, None]
    low, high = (starts / np.linalg.norm(starts, axis=2)[:, :, None]).swapaxes(0, 1)
    high = np.where(low_label != high_label, high, -low)
    near: list[tuple[int, Label]] = []
    for _ in range(bits):
        middles = [m if m @ m > 1e-9 else generator.standard_normal(dimension) for m in low + high]  # noqa: PLR2004 - 0
        points = [_unit(middle, bits) for middle in middles]
        floats = dense(points, dimension)
        answers = yield from _asked(trial, points, floats)
        like_low = np.array([[labels] for _, labels in answers]) == low_label
        low, high = np.where(like_low, floats, low), np.where(like_low, high, floats)
        near = [*near[-PAIRS:], *answers]
    return near


def _asked(
    trial: HalfspaceTrial, points: list[Vector], floats: Floats | None = None
) -> Asking[list[tuple[int, Label]]]:
    """Give the points numbers, and ask the learner about them; ``floats`` are the points as floats, if known."""
    first = trial.space.points
    trial.space = trial.space.extended(points, floats)
    trial.add_points(points)
    numbers = range(first, first + len(points))
    return list(zip(numbers, (yield from trial.peek(numbers)), strict=True))


def _unit(x: Floats, bits: int) -> Vector:
    return unit((x / sqrt(x @ x)).tolist(), 2 << bits)  # as np.linalg.norm, but sooner
