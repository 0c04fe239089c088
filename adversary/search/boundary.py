"""Games on points that are made for the learner: where it changes its mind.

A mistake on such a point costs the game hardly any margin, so that a learner whose weights are what they should be
comes as near to its theorem's bound as can be, and one that rounds them, or adds a little too much, goes beyond.
"""

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import numpy as np

from adversary.search.counterexample import Played
from adversary.search.games import LEAST_POTENTIAL, Trial, against, contrary
from adversary.search.pools import unit
from adversary.search.spaces import Floats, dense, float_margin_squared
from adversary.search.specification import best_of, lifted
from learners.protocol import Label, opposite
from proofs.exact.features import FeatureMap
from proofs.exact.vectors import Vector
from proofs.formats.settings import Halfspaces

PAIRS = 12

_Move = tuple[float | Fraction, int, Label]
"""What a mistake at some point leaves of room for more, the point, and its label."""

COARSE, HAIRLINE = 11, 54
"""Bits of where the decision boundary is: of what single precision gets right, and of more than a float has."""


def fine(trial: Trial, random: Random, rounds: int, bits: int = COARSE) -> None:
    """Show, again and again, the point at the decision boundary that leaves most room for mistakes."""
    generator = np.random.default_rng(random.getrandbits(32))
    trial.narrow()
    while len(trial.played) < rounds and not trial.over:
        moves = _moves(trial, boundary_points(trial, generator, bits))
        if bits == HAIRLINE:  # floats cannot tell these apart
            moves = sorted([(_exactly(trial, move), *move[1:]) for move in moves[:CONTENDERS]], reverse=True)
        if not moves or moves[0][0] < LEAST_POTENTIAL:
            return
        if _made(trial, moves[0]):
            return
        trial.round(*moves[0][1:])


CONTENDERS = 10


def _moves(trial: Trial, ends: Iterable[tuple[int, Label]], features: FeatureMap | None = None) -> list[_Move]:
    """Return the mistakes at some points, the best first, as far as floats tell where ``features`` have the points."""
    played = [lifted(entry, features) for entry in trial.played]
    found: list[_Move] = []
    for number, said in ends:
        entry = lifted(Played(trial.space.pool[number], said, opposite(said)), features)
        found.append(((trial.state.mistakes + 1) * float_margin_squared([*played, entry]), number, entry.label))
    return sorted(found, reverse=True)


def _exactly(trial: Trial, move: _Move) -> Fraction:
    """Return the potential of a move exactly, on unit points; 0 where nothing explains the game."""
    _, number, label = move
    best = best_of([*trial.played, Played(trial.space.pool[number], None, label)])
    return (trial.state.mistakes + 1) * best.margin_squared if best else Fraction(0)


def against_then_fine(trial: Trial, size: int, random: Random) -> None:
    """Play ``against`` in all dimensions but the last, and then at the decision boundary near the last axis.

    By then weights should point to Σ yx. If they do not, some point that is nearly orthogonal to all is on the wrong
    side of it, and one mistake too many.
    """
    against(trial, range(size), 2 * size)
    generator = np.random.default_rng(random.getrandbits(32))
    axis = np.eye(size + 1)[-1]
    for reach in REACHES:
        if trial.over:
            return
        if _made(trial, _moves(trial, boundary_points(trial, generator, COARSE, (axis, reach)))[0]):
            return


def stale_then_fine(trial: Trial, size: int, still: int) -> None:
    """Make half of the mistakes on some orthonormal points, show these again, make the others; look at the boundary.

    Weights point to Σ yx. If early mistakes have come to weigh less than late ones, or more, the boundary has turned
    between the two, and some point on its wrong side is one mistake too many.
    """
    script = contrary(trial, range(size // 2))
    for step in range(still):
        trial.round(*script[step % len(script)])
    script += contrary(trial, range(size // 2, size))
    taught = trial.space.signed(script)
    early, late = taught[: size // 2].sum(axis=0), taught[size // 2 :].sum(axis=0)
    for start in (early - late, late - early):
        angle = _turned(trial, start, early + late)
        aside = min(np.sqrt(size) * np.sin(angle), MOST_ASIDE)  # where a mistake costs least
        x = np.sqrt(1 - aside**2) * np.eye(size + 1)[-1] + aside * _between(start, early + late, angle)
        move = _moves(trial, _asked(trial, [_unit(x, FINELY)]))[0]
        if move[2] == 1 and _made(trial, move):
            return


def _made(trial: Trial, move: _Move) -> bool:
    """Make a move if that is one mistake too many, and say whether it is."""
    potential, number, label = move
    if potential <= 1 + TOO_MUCH:
        return False
    trial.round(number, label)
    trial.potential = float(potential)
    return True


def corners_then_fine(trial: Trial, corners: int, features: FeatureMap) -> None:
    """Label some points of a kernel's game against the prediction, and then that other one that leaves most room."""
    contrary(trial, range(corners))
    trial.round(*_moves(trial, enumerate(trial.peek()), features)[0][1:])


def _turned(trial: Trial, start: Floats, end: Floats) -> float:
    """Return up to which angle from one vector towards another it says −1 of what should be +1."""
    low, high = 0.0, np.pi / 4
    for _ in range(COARSE):
        middle = (low + high) / 2
        [(_, said)] = _asked(trial, [_unit(_between(start, end, middle), FINELY)])
        low, high = (middle, high) if said == -1 else (low, middle)
    return low


def _between(start: Floats, end: Floats, angle: float) -> Floats:
    one, other = start / np.linalg.norm(start), end / np.linalg.norm(end)
    found: Floats = np.cos(angle) * one + np.sin(angle) * other
    return found


FINELY, MOST_ASIDE = 20, 0.9
"""Bits of where a point is, and how far from the axis, at most."""

REACHES = (0.3, 0.05, 0.01)
"""How far from the axis, in the length of a step aside."""

TOO_MUCH = 3e-5
"""What is above rounding in single precision, and decided exactly."""


def boundary_points(
    trial: Trial, generator: np.random.Generator, bits: int, near: "tuple[Floats, float] | None" = None
) -> list[tuple[int, Label]]:
    """Return new points of the pool on both sides of the learner's decision boundary, with what it says of them.

    ``near`` has them near some direction, and says how near.
    """
    assert isinstance(trial.setting, Halfspaces)  # noqa: S101 - a class has no boundary
    dimension = trial.setting.dimension
    starts = generator.standard_normal((PAIRS, 2, dimension))
    if near is not None:
        aside = starts[:, 0] * near[1] / np.sqrt(dimension)
        starts = np.stack([near[0] + aside, near[0] - aside], axis=1)
    said = _asked(trial, [_unit(x, bits) for pair in starts for x in pair])
    pairs = []
    for number in range(PAIRS):
        (_, one), (_, other) = said[2 * number : 2 * number + 2]
        low, high = starts[number] / np.linalg.norm(starts[number], axis=1)[:, None]
        pairs.append((low, high if one != other else -low, one))
    found: list[tuple[int, Label]] = []
    for _ in range(bits):
        middles = [low + high for low, high, _ in pairs]
        middles = [m if m @ m > 1e-9 else generator.standard_normal(dimension) for m in middles]  # noqa: PLR2004 - 0
        points = [_unit(middle, bits) for middle in middles]
        answers = _asked(trial, points)
        floats = dense(points, dimension)
        pairs = [
            (x, high, one) if said == one else (low, x, one)
            for (low, high, one), x, (_, said) in zip(pairs, floats, answers, strict=True)
        ]
        found = [*found[-PAIRS:], *answers]
    return found


def _asked(trial: Trial, points: list[Vector]) -> list[tuple[int, Label]]:
    """Give the points numbers, and ask the learner about them."""
    first = trial.space.points
    trial.space = trial.space.extended(points)
    trial.host.more_points(points)
    numbers = range(first, first + len(points))
    return list(zip(numbers, trial.peek(numbers), strict=True))


def _unit(x: np.ndarray[tuple[int], np.dtype[np.float64]], bits: int) -> Vector:
    return unit([float(value) for value in x / np.linalg.norm(x)], 2 << bits)
