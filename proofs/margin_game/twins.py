"""Heights of twin cells, the witness of an upper bound in the margin game: a linear program proposes them.

docs/margin-proofs.md has the argument. The checker decides; no float is believed.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

FACETS, SHELLS = 60, 80
"""Facets that a set of directions is made for, and parts of |z| in each of its steps."""

ANGLES, RADII = 6, 2
"""Where the average over a step and a shell is taken."""


def best_heights(dimension: int, margin_squared: Fraction, mistakes: int, steps: int) -> tuple[float, list[float]]:
    """Return 2^k·(vol D - k·max F), which should be above 1, and the heights of such a D in so many steps.

    Both are floats, and the maximum is over some facets.
    """
    top, found = 1.0, np.zeros(0)
    for count, shells in ((12, SHELLS // 2), (steps, SHELLS)):
        value, found = _solve(dimension, float(margin_squared) ** 0.5, mistakes, count, np.linspace(0, top, shells + 1))
        top = min(1.0, float(found.max()) + 2 * top / shells)
    return value, found.tolist()


def _solve(dimension: int, margin: float, mistakes: int, steps: int, radii: Array) -> tuple[float, Array]:
    """Solve the linear program: the weights of cells of (|α|, |z|), and a number that is F of each facet or more."""
    from scipy.optimize import linprog  # type: ignore[import-untyped]

    shells = np.diff(radii ** (dimension - 2))
    volumes = np.tile(shells / (2 * steps), steps)
    parts = _cut_parts(dimension, margin, steps, radii)
    solution = linprog(
        np.append(-np.ones(len(volumes)), mistakes),
        np.hstack([parts, -np.ones((len(parts), 1))]),
        np.zeros(len(parts)),
        bounds=[*((0, volume) for volume in np.ldexp(volumes, mistakes)), (0, None)],
    )
    if solution.x is None:
        return 0.0, np.zeros(steps)
    weights = np.ldexp(solution.x[:-1].clip(0), -mistakes) * 2 * steps
    return -solution.fun, weights.reshape(steps, -1).sum(1) ** (1 / (dimension - 2))


def _cut_parts(dimension: int, margin: float, steps: int, radii: Array) -> Array:
    """Return which part of each cell, a column, each facet cuts off."""
    power, r = dimension - 2, np.arcsin(margin)
    most = np.pi / 2 - 2 * r
    sides = most * np.concatenate([np.linspace(0, 1, FACETS // 2), 1 - np.geomspace(1e-3, 0.3, FACETS // 2)])
    along = np.minimum(1, np.sin(r) / np.cos(sides + r))
    angles = np.pi / 2 * (np.arange(steps * ANGLES) + 0.5) / (steps * ANGLES)
    within = (np.arange(RADII) + 0.5) / RADII
    measures = radii**power
    inner = (measures[:-1, None] + np.diff(measures)[:, None] * within) ** (1 / power)
    rows = []
    for side, cosine in zip(sides, along, strict=True):
        towards = (
            np.concatenate([np.cos(angles - side), np.cos(angles + side)]) * cosine / np.sqrt(1 - cosine**2 + 1e-24)
        )
        parts = _cap(power, towards[:, None, None] * np.sqrt(1 - inner**2) / inner)
        rows.append(parts.reshape(2, steps, ANGLES, -1, RADII).mean(axis=(0, 2, 4)).ravel())
    return np.array(rows)


def _cap(size: int, height: Array) -> Any:
    """Return the part of the sphere in R^size with first coordinate at least a height, which may be beyond 1."""
    from scipy.special import betainc  # type: ignore[import-untyped]

    height = np.clip(height, -1, 1)
    half = betainc((size - 1) / 2, 0.5, 1 - height**2) / 2
    return np.where(height < 0, 1 - half, half)
