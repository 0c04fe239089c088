"""Lower bounds in the margin game: sums of blocks, each an axis or a mistake tree, that force the most mistakes."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from math import floor, pi, sin

import msgspec
import numpy as np

from proofs.formats.margin import LowerRecord
from proofs.margin_game.trees import Direction, MistakeTree, on_sphere, plane_tree

MAX_SUMMED = 200
"""Dimensions in which the best sum is looked for; the others are axes."""

MOST_SUMMED = Fraction(10**12)
"""At least 1/δ² for every sum of that many dimensions: smaller margins force no more."""

MAX_PLANE = 14
"""Mistakes of a tree of the plane: 2^12 targets in a file."""


SCALES = [digit * 10**zeros for zeros in range(6) for digit in (1, 2, 3, 5)]
"""What coordinates are rounded to, the inverse of it, until a tree has the margin that is asked for."""


class ShippedTree(msgspec.Struct):
    """A tree as it is shipped: ``points`` are stereographic projections times ``scale``; see ``trees.on_sphere``.

    ``inverse`` is about 1/δ²: with it sums are found, and nothing else rests on it.
    """

    dimension: int
    reflect: int
    scale: int
    inverse: float
    points: list[list[int]]
    targets: list[Direction]

    def tree(self) -> MistakeTree:
        """Return it as a witness needs it."""
        points = [on_sphere(point, self.scale) for point in self.points]
        return MistakeTree(self.dimension, self.reflect, tuple(points), tuple(self.targets))


@dataclass(frozen=True)
class Lower:
    """A sum of blocks: ``axes`` of dimension and depth 1, and ``trees``."""

    axes: int
    trees: tuple[MistakeTree, ...] = ()

    @property
    def mistakes(self) -> int:
        """How many mistakes it forces."""
        return self.axes + sum(tree.mistakes for tree in self.trees)

    @property
    def dimension(self) -> int:
        """The dimension that it needs."""
        return self.axes + sum(tree.dimension for tree in self.trees)

    @property
    def margin_squared(self) -> Fraction:
        """The largest margin² at which it forces them."""
        return 1 / (self.axes + sum((1 / tree.margin_squared for tree in self.trees), Fraction(0)))

    @property
    def by(self) -> str:
        """What it is, in words."""
        shapes = Counter((tree.dimension, tree.mistakes) for tree in self.trees)
        blocks = [
            f"{f'{many} trees' if many > 1 else 'a tree'} of dimension {wide} and depth {deep}"
            for (wide, deep), many in sorted(shapes.items(), reverse=True)
        ]
        axes = [f"{self.axes} {'axis' if self.axes == 1 else 'axes'}"] if self.axes or not blocks else []
        return " + ".join(blocks + axes)

    def simplified(self, margin_squared: Fraction) -> "Lower":
        """Return it with the shortest numbers that still have a margin, which is at most its own."""
        less = margin_squared / self.margin_squared

        @cache
        def shortest(tree: MistakeTree) -> MistakeTree:
            shorter = (tree.rounded(scale) for scale in SCALES)
            return next(
                (rounded for rounded in shorter if rounded.margin_squared >= less * tree.margin_squared),
                tree,
            )

        return Lower(self.axes, tuple(map(shortest, self.trees)))

    def record(self) -> LowerRecord:
        """Return it as a certificate has it."""
        return LowerRecord(self.axes, [tree.record() for tree in self.trees])


@cache
def shipped_trees() -> dict[tuple[int, int], ShippedTree]:
    """Return the best trees that are known, by dimension and depth; those of the plane are made by ``plane_tree``."""
    text = files("proofs.margin_game").joinpath("trees.json").read_bytes()
    trees = msgspec.json.decode(text, type=list[ShippedTree])
    return {(tree.dimension, tree.reflect + len(tree.targets).bit_length() - 1): tree for tree in trees}


@cache
def best_tree(dimension: int, mistakes: int) -> MistakeTree:
    """Return the best known tree of a dimension, 2 or more, and a depth."""
    return plane_tree(mistakes) if dimension == 2 else shipped_trees()[dimension, mistakes].tree()  # noqa: PLR2004


@lru_cache
def best_lower(dimension: int, margin_squared: Fraction) -> Lower:
    """Return the sum of known blocks that forces the most mistakes at a margin."""
    most = floor(1 / margin_squared)
    if most <= dimension:
        return Lower(most)  # and the Perceptron makes no more
    axes = max(0, dimension - MAX_SUMMED)
    rest = float(min(1 / margin_squared - axes, MOST_SUMMED))
    sums = _Sums(dimension - axes, floor(rest))
    promising = np.flatnonzero(sums.costs[-1] < rest * (1 + 1e-9))
    for mistakes in reversed(promising.tolist()):
        if (lower := sums.cheapest(mistakes, axes)) and lower.margin_squared >= margin_squared:
            return lower.simplified(margin_squared)
    raise AssertionError("so many axes are left out that they fit")


def largest_margin(dimension: int, mistakes: int) -> Lower | None:
    """Return the sum of known blocks that forces so many mistakes at the largest margin, if there is one."""
    if mistakes <= dimension:
        return Lower(mistakes)
    axes = max(0, dimension - MAX_SUMMED)
    return _Sums(dimension - axes, mistakes - axes).cheapest(mistakes - axes, axes)


class _Sums:
    """The smallest 1/δ² of a sum of blocks, for all dimensions and numbers of mistakes up to some.

    Sums are found with floats; what comes of them is exact.
    """

    def __init__(self, dimension: int, mistakes: int) -> None:
        self.mistakes = min(mistakes, MAX_PLANE * dimension)
        blocks = {(1, 1): 1.0} | {(2, k): sin(pi / 2**k) ** -2 for k in range(2, MAX_PLANE + 1)}
        blocks |= {shape: tree.inverse for shape, tree in shipped_trees().items()}
        self.blocks = [*blocks.items()]
        self.costs = np.full((dimension + 1, self.mistakes + 1), np.inf)
        self.last = np.full(self.costs.shape, -1, dtype=np.int16)
        self.costs[:, 0] = 0
        for size in range(1, dimension + 1):
            for number, ((wide, deep), cost) in enumerate(self.blocks):
                if wide <= size and deep <= self.mistakes:
                    tried = self.costs[size - wide, : self.mistakes + 1 - deep] + cost
                    better = tried < self.costs[size, deep:]
                    self.costs[size, deep:][better] = tried[better]
                    self.last[size, deep:][better] = number

    def cheapest(self, mistakes: int, axes: int) -> Lower | None:
        """Return the sum that forces so many mistakes at the largest margin, and more axes."""
        if mistakes > self.mistakes or self.costs[-1, mistakes] == np.inf:
            return None
        trees, width = list[MistakeTree](), len(self.costs) - 1
        while mistakes:
            (wide, deep), _ = self.blocks[self.last[width, mistakes]]
            axes += wide == 1
            if wide > 1:
                trees.append(best_tree(wide, deep))
            width, mistakes = width - wide, mistakes - deep
        return Lower(axes, tuple(trees))
