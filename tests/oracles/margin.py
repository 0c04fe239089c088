"""Independent second opinions on the margin game: scipy's integrals and beta functions, and trees written out in full."""

from collections.abc import Iterator
from fractions import Fraction
from math import acos, asin, cos, pi, sin, sqrt, tan
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad, trapezoid  # type: ignore[import-untyped]
from scipy.special import betainc, eval_chebyt, eval_gegenbauer, gamma  # type: ignore[import-untyped]


def cap(n: int, radius: float) -> float:
    """Return the part of the sphere in R^n in a cap of radius up to π/2."""
    return float(betainc((n - 1) / 2, 1 / 2, sin(radius) ** 2)) / 2 if n > 1 else 0.5 * (radius > 0)


def two_caps(n: int, height: float) -> float:
    """Return the part of the sphere in R^n with both first coordinates at least a height, in polar coordinates.

    The two coordinates have norm above R with probability (1 - R²)^((n - 2)/2).
    """

    def beyond(angle: float) -> float:
        least = height**2 / sin(angle) ** 2 if angle else 2.0
        return (1 - least) ** ((n - 2) / 2) if least < 1 else 0.0

    return quad(beyond, asin(min(1.0, height)), pi / 4)[0] / pi if height < sqrt(0.5) else 0.0


def smallest_cone(dimension: int, margin: float, depth: int, *, forest: bool, outside: bool = False) -> float:
    """Return V of the bound by cells: the part of the sphere that the cone of a leaf has at least.

    With ``outside`` the term of the forest is added outside the maximum, which is false.
    """
    r, pairs = asin(margin), max(0, depth - dimension) if forest else 0

    def left(angle: float) -> float:
        height = min(1.0, tan(r) / tan(angle)) if angle > r else 1.0
        rest, common = 1 - depth * cap(dimension - 1, acos(height)), pairs * two_caps(dimension - 1, height)
        found = max(0.0, rest) + common if outside else max(0.0, rest + common)
        return found * sin(angle) ** (dimension - 2)

    whole = quad(lambda angle: sin(angle) ** (dimension - 2), 0, pi)[0]
    return float((quad(left, 0, r)[0] + quad(left, r, pi / 2, limit=400)[0]) / whole)


def twin_cell(dimension: int, margin: float, mistakes: int, heights: list[float], grid: int = 24) -> float:
    """Return 2^k·(vol D - k·max F) of twin cells, F over a grid of admissible facets, also inside their domain.

    D has |z| ≤ height in as many steps of |α| as there are heights. The part of a ball |z| ≤ s of R^m that a facet cuts
    off is an integral over slices z_e = -w, balls of R^(m-1): they have |z|² ≤ s² and 1 - |z|² ≤ (w/B)².
    """
    m, r = dimension - 2, asin(margin)
    fine = -(-120 // len(heights))
    angles = (np.arange(fine * len(heights)) + 0.5) * pi / 2 / (fine * len(heights))
    radius = np.repeat(heights, fine)[:, None]
    slices = radius * (1 - np.linspace(1, 0, 200)[None] ** 2)  # closer together at the edge
    slope = gamma(m / 2 + 1) / (sqrt(pi) * gamma((m + 1) / 2))  # a unit ball of R^(m-1) over one of R^m

    def cut(t: float, across: float) -> float:
        """Return F of the facet t, ψ with tan ψ = across."""
        total = 0.0
        for side in (1, -1):
            b = np.cos(angles - side * t)[:, None] / across
            inner = np.maximum(0, 1 - slices**2 * (1 + 1 / np.maximum(b * b, 1e-30)))
            rings = (np.maximum(0, radius**2 - slices**2) ** ((m - 1) / 2) - inner ** ((m - 1) / 2)).clip(0)
            parts = slope * trapezoid(rings, slices, axis=1)
            total += float(np.where(b[:, 0] > 0, parts, radius[:, 0] ** m - parts).mean()) / 4
        return total

    cuts = [0.0]
    for t in (pi / 2 - 2 * r) * np.linspace(0, 1, grid):
        steepest = min(1.0, sin(r) / cos(t + r))
        cuts += [cut(t, tan(acos(steepest) * part) + 1e-9) for part in (1.0, 0.995, 0.98, 0.95, 0.9, 0.7, 0.4)]
    volume = float((np.array(heights) ** m).mean()) / 2
    return float(2**mistakes * (volume - mistakes * max(cuts)))


def cut_off(facet: list[float], heights: list[float], samples: int) -> tuple[float, float]:
    """Return the parts of the sphere in D, and in D behind a facet, by random points of the sphere."""
    points = np.random.default_rng(0).normal(size=(samples, len(facet)))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    steps = np.abs(np.arctan2(points[:, 1], points[:, 0])) / (pi / 2) * len(heights)
    limits = np.append(heights, 0.0)[np.minimum(steps.astype(int), len(heights))]
    inside = np.linalg.norm(points[:, 2:], axis=1) < limits
    return float(inside.mean()), float((inside & (points @ np.array(facet) <= 0)).mean())


def spread_of_both_sides(margin: float, steps: int) -> float:
    """Return 1/2 of the largest distance of targets that a third point of ℝ³ leaves on both sides, after e₁ and e₂.

    A grid stands for the sphere, both for the points and for the targets, so the error is about 3/steps.
    """
    angles = np.pi * (np.arange(2 * steps) + 0.5) / steps
    heights = np.cos(np.pi * (np.arange(steps) + 0.5) / steps)
    around = np.sqrt(1 - heights[:, None] ** 2)
    sphere = np.stack(
        [around * np.cos(angles), around * np.sin(angles), heights[:, None] + 0 * angles], axis=-1
    ).reshape(-1, 3)
    targets = sphere[(sphere[:, :2] >= margin).all(axis=1)]

    def half(side: NDArray[np.float64]) -> float:
        return sqrt(max(0.0, (1 - float((side @ side.T).min())) / 2)) if len(side) else 0.0

    values = [targets @ point for point in sphere[::7]]
    return max(min(half(targets[value >= margin]), half(targets[value <= -margin])) for value in values)


Leaf = tuple[list[tuple[tuple[int, ...], int]], tuple[int, ...]]
"""The points on the way to a leaf with their labels, and the leaf's target: all of them integer directions."""


def leaves(tree: dict[str, Any]) -> Iterator[Leaf]:
    """Yield the leaves of a tree of a witness, with the reflections written out."""

    def walk(node: int, path: list[tuple[tuple[int, ...], int]]) -> Iterator[Leaf]:
        if node >= len(tree["points"]):
            yield path, tuple(tree["targets"][node - len(tree["points"])])
            return
        for label, child in ((-1, 2 * node + 1), (1, 2 * node + 2)):
            yield from walk(child, [*path, (tuple(tree["points"][node]), label)])

    found = list(walk(0, []))
    for axis in reversed(range(tree["reflect"])):
        basis = tuple(int(index == axis) for index in range(tree["dimension"]))

        def turned(vector: tuple[int, ...], axis: int = axis) -> tuple[int, ...]:
            return tuple(-value if index == axis else value for index, value in enumerate(vector))

        above = [([(basis, 1), *path], target) for path, target in found]
        below = [([(basis, -1), *[(turned(x), y) for x, y in path]], turned(target)) for path, target in found]
        found = above + below
    yield from found


def margin_squared(tree: dict[str, Any]) -> Fraction:
    """Return the smallest squared margin over all leaves and points, with a minus where a label is wrong."""
    found = []
    for path, target in leaves(tree):
        for x, y in path:
            product = sum(map(mul, x, target)) * y
            found.append(Fraction(product * abs(product), sum(map(mul, x, x)) * sum(map(mul, target, target))))
    return min(found)


def polynomial(dimension: int, coefficients: list[int], t: float) -> float:
    """Return Σ f_j G_2j(t), with G_j(cos a) = an average over the sphere: Laplace's integral."""
    if dimension == 2:
        return sum(f * cos(2 * j * acos(t)) for j, f in enumerate(coefficients))

    def average(power: int) -> float:
        def weight(a: float) -> float:
            return sin(a) ** (dimension - 3)

        value = quad(lambda a: ((t + 1j * sqrt(1 - t * t) * cos(a)) ** power).real * weight(a), 0, pi)[0]
        return float(value / quad(weight, 0, pi)[0])

    return sum(f * average(2 * j) for j, f in enumerate(coefficients))


def gegenbauer(dimension: int, coefficients: list[int], t: float) -> float:
    """Return Σ f_j G_2j(t), with scipy's polynomials."""
    even = range(0, 2 * len(coefficients), 2)
    if dimension == 2:
        return float(sum(f * eval_chebyt(j, t) for f, j in zip(coefficients, even, strict=True)))
    alpha = dimension / 2 - 1
    values = [eval_gegenbauer(j, alpha, t) / eval_gegenbauer(j, alpha, 1.0) for j in even]
    return float(sum(f * value for f, value in zip(coefficients, values, strict=True)))


least_margin_squared = margin_squared


def forced(lower: dict[str, Any], dimension: int, margin_squared: Fraction) -> int:
    """Return how many mistakes a witness forces, -1 if it is wrong."""
    norm_squared, size, mistakes = lower["axes"] * margin_squared, lower["axes"], lower["axes"]
    for tree in lower["trees"]:
        margin = Fraction(tree["margin_squared"])
        if least_margin_squared(tree) < margin:
            return -1
        norm_squared, size = norm_squared + margin_squared / margin, size + tree["dimension"]
        mistakes += tree["reflect"] + len(tree["targets"]).bit_length() - 1
    return mistakes if size <= dimension and norm_squared <= 1 else -1
