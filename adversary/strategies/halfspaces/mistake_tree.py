"""A walk down mistake trees in few dimensions, where an orthonormal basis does not fit."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from math import isqrt
from operator import mul

from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label, opposite
from proofs.exact.errors import InputError
from proofs.exact.vectors import Target, Vector, vector
from proofs.margin_game.lower import best_lower
from proofs.margin_game.trees import Direction, MistakeTree
from proofs.margin_game.upper import best_upper
from proofs.settings import Halfspaces

SLACK = Fraction(10**9, 10**9 + 1)
"""What δ² is divided by where blocks are added, so that there is a sum of targets with rational coordinates."""


class MistakeTrees:
    """Shows the points of a sum of blocks, each an axis or a mistake tree, and labels each against the prediction.

    Every deterministic learner errs as often as the blocks are deep in all, since each leaf has a target of margin δ on
    its path: ``proofs.margin_game``. In ``dimension`` 1/δ² or more that is Claim 1.4 of Notes 3 (Chan, CSCI4230).
    """

    card = AdversaryCard(
        summary="walks down the best known mistake trees of the dimension, where e_1, e_2, … are too few",
        source="trees found by search, orthogonal sums of them; Chan, CSCI4230 Notes 3, Claim 1.4, is the sum of axes",
        theorem="as many mistakes of every deterministic learner as the trees are deep",
    )

    def __init__(self, *, margin_squared: Fraction, dimension: int) -> None:
        setting = Halfspaces(dimension, margin_squared)
        lower = best_lower(dimension, margin_squared)
        if lower.trees and len(lower.trees) + lower.axes > 1:
            lower = best_lower(dimension, margin_squared / SLACK)
        if not lower.mistakes:
            raise InputError(f"no mistake can be forced: no point of norm 1 has margin² {margin_squared}")
        self._margin_squared = margin_squared
        axis = MistakeTree(1, 1, (), ((1,),))
        # Each block with the first of its coordinates, its tree, and the labels so far, which say where the walk is.
        self._blocks, start = list[tuple[int, MistakeTree, list[Label]]](), 0
        for tree in (*lower.trees, *[axis] * lower.axes):
            self._blocks.append((start, tree, []))
            start += tree.dimension
        forced, most = lower.mistakes, best_upper(dimension, margin_squared, lower.mistakes)
        note = f"in dimension {dimension} no adversary forces more than {most.mistakes} (bound: {most.by})"
        if most.mistakes == forced:
            note = f"{forced} is optimal: {note}"
        self.plan = Plan(setting, forced, forced, forced, note, lower=lower.record())
        self._points = self._all_points()

    def next_point(self) -> Vector | None:
        """Return the next point, until the last block has come to a leaf."""
        return next(self._points, None)

    def label(self, x: Vector, predicted: Label) -> Label:  # noqa: ARG002 - the walk knows the point
        """Return the opposite of the prediction, and go down there."""
        label = opposite(predicted)
        self._labels.append(label)
        return label

    def target(self) -> Target | None:
        """Return a sum of the targets of the blocks, each scaled to a margin of δ or a little more."""
        played = [(start, *_end(tree, labels)) for start, tree, labels in self._blocks if labels]
        if not played:
            return None
        first = played[0][-1]
        for digits in count(6):
            total = dict[int, Fraction]()
            for start, direction, smallest in played:
                scale = _root_above(first / smallest, 10**digits)
                total |= {start + axis: scale * value for axis, value in enumerate(direction)}
            target = Target(vector(total), self._margin_squared / first)
            if target.norm_squared() <= 1:
                return target
        raise AssertionError("the targets of the blocks have a sum of norm at most 1")

    def _all_points(self) -> Iterator[Vector]:
        for start, tree, labels in self._blocks:
            self._labels = labels
            while (point := _point(tree, labels)) is not None:
                norm = isqrt(sum(map(mul, point, point)))
                yield vector((start + axis, Fraction(value, norm)) for axis, value in enumerate(point))


def _point(tree: MistakeTree, labels: Sequence[Label]) -> Direction | None:
    """Return the next point of a walk, or nothing at a leaf."""
    level = len(labels)
    if level == tree.mistakes:
        return None
    if level < tree.reflect:
        return tuple([int(axis == level) for axis in range(tree.dimension)])
    return _reflected(tree.points[_node(tree, labels) - 1], tree, labels)


def _end(tree: MistakeTree, labels: Sequence[Label]) -> tuple[Direction, Fraction]:
    """Return the target at the leaf, or at some leaf below, and the smallest square of its product with a point.

    Points count with their norm, targets as they are.
    """
    node = _node(tree, labels)
    while node <= len(tree.points):
        node *= 2
    target = tree.targets[node - len(tree.targets)]
    return _reflected(target, tree, labels), tree.margin_squared * sum(map(mul, target, target))


def _node(tree: MistakeTree, labels: Sequence[Label]) -> int:
    """Return the number of the node, from 1, below the labels behind the reflections."""
    node = 1
    for label in labels[tree.reflect :]:
        node = 2 * node + (label == 1)
    return node


def _reflected(direction: Direction, tree: MistakeTree, labels: Sequence[Label]) -> Direction:
    """Return a point or a target as it is below the labels of the first basis vectors."""
    below = dict(enumerate(labels[: tree.reflect]))
    return tuple([value * below.get(axis, 1) for axis, value in enumerate(direction)])


def _root_above(square: Fraction, denominator: int) -> Fraction:
    """Return the root of a square, or the next larger multiple of 1/denominator."""
    root = isqrt(square.numerator * denominator**2 // square.denominator)
    exact = root * root * square.denominator == square.numerator * denominator**2
    return Fraction(root + (not exact), denominator)
