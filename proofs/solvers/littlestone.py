"""The exact Littlestone dimension and its proofs: a mistake tree for the lower bound, ranks for the upper bound.

L(V) = max over the points that split V of 1 + min(L(V₋), L(V₊)), and 0 if none does: the number of mistakes that an
adversary forces on every deterministic learner, and that the standard optimal algorithm never exceeds. A point splits V
if some concept labels it −1, and another one +1; concepts that are undefined there are on neither side. (Littlestone,
Learning quickly when irrelevant attributes abound, 1988; for partial classes Alon, Hanneke, Holzman and Moran, 2021.)
"""

from typing import Any

import numpy as np

from proofs.classes.concepts import ConceptClass, Tree
from proofs.exact.errors import InputError
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.canonical_form import CanonicalForm
from proofs.solvers.spaces import Spaces, Universe


class Littlestone:
    """Answers about version spaces of one class, which are bitsets as in ``Universe``; remembers what it finds.

    Up to ``lies`` labels of a game may differ from the target's. Every method raises OutOfBudget where the budget does
    not suffice.
    """

    def __init__(self, concept_class: ConceptClass, budget: Budget | None = None, lies: int = 0) -> None:
        self.concept_class, self.lies = concept_class, lies
        self.budget = budget or Budget()
        self._spaces = Spaces(concept_class, lies, flips=True, ratio=2, small=64)
        self.everything = self._spaces.root.everything

    def dimension(self, space: int | None = None) -> int:
        """Return L of a version space, by default of the whole class.

        Raises:
            InputError: the version space is empty, for which L is not defined.

        """
        space = self.everything if space is None else space
        if not space:
            raise InputError("the Littlestone dimension of an empty version space is not defined")
        depth = self._spaces.root.most_mistakes(space)
        while not self.at_least(space, depth):
            depth -= 1
        return depth

    def bounds(self) -> Bounds:
        """Return L of the whole class, or bounds if the budget runs out.

        Even splits are a cheap adversary. From their depth upward half of the budget looks for deeper trees; from the
        most that there can be downward, the rest excludes them.
        """
        space, whole = self.everything, self.budget
        high = self._spaces.root.most_mistakes(space)
        low = min(high, greedy_depth(self.concept_class, whole))
        try:
            self.budget = half = whole.half()
            try:
                while low < high:
                    low, high = (low + 1, high) if self.at_least(space, low + 1) else (low, low)
            except OutOfBudget:
                self.budget = whole
                whole.spend(half.used)
            while low < high:
                low, high = (high, high) if self.at_least(space, high) else (low, high - 1)
        except OutOfBudget as error:
            return Bounds(low, high, str(error))
        finally:
            self.budget = whole
        return Bounds(low, high)

    def at_least(self, space: int, depth: int) -> bool:
        """Tell whether L of a version space is at least ``depth``, which is 0 or more."""
        return self._at_least(self._spaces.root, space, depth)

    def point(self, space: int) -> int | None:
        """Return a point on either side of which L is only one less, so that a mistake can be forced; ``None`` at 0."""
        depth = self.dimension(space)
        return self._point(self._spaces.root, space, depth)[0] if depth else None

    def tree(self, depth: int | None = None) -> Tree:
        """Return a complete mistake tree of depth L, or of a smaller requested depth."""
        space = self.everything
        depth = self.dimension() if depth is None else depth
        if depth < 0 or not self.at_least(space, depth):
            raise InputError(f"{self.concept_class.name} has no mistake tree of depth {depth}")
        return self._tree(self._spaces.root, space, depth)

    def ranks(self, rank: int | None = None) -> list[dict[str, Any]]:
        """Return ranks that show L to be at most ``rank``, by default L: the format is in docs/finite-proofs.md.

        A node is a version space with a rank. At each point that leaves 2^rank concepts on both sides, one of these
        has a node of lower rank, or is equal to one up to the names of points and labels, which a map translates.
        """
        rank = self.dimension() if rank is None else rank
        if rank < 0 or self.at_least(self.everything, rank + 1):
            raise InputError(f"the Littlestone dimension of {self.concept_class.name} is above {rank}")
        return _ranks(self, self._spaces, rank)

    def _at_least(self, universe: Universe, space: int, depth: int) -> bool:
        if universe.weight(space, depth) < 1 << depth:
            return False
        if depth <= (0 if universe.partial else 1):  # two concepts differ somewhere, but both labels may be missing
            return True
        if space.bit_count() == 1:
            return depth <= universe.only_left(space)
        universe, space = self._spaces.place(universe, space)
        low, high = universe.memo.get(space) or (int(not universe.partial), universe.most_mistakes(space))
        if depth <= low or depth > high:
            return bool(depth <= low)
        self.budget.spend()
        for _, _, minus, plus in _splits(universe, space, depth):
            smaller, larger = sorted((minus, plus), key=int.bit_count)
            if self._at_least(universe, smaller, depth - 1) and self._at_least(universe, larger, depth - 1):
                universe.memo[space] = depth, high
                return True
        universe.memo[space] = low, depth - 1
        return False

    def _point(self, universe: Universe, space: int, depth: int) -> tuple[int, int, int]:
        """Return a point with L ≥ depth − 1 on both sides, and the sides, of a space with L ≥ depth ≥ 1."""
        if space.bit_count() == 1:
            return 0, *universe.sides(space, 0)  # the adversary lies, and may do so at any point
        for _, point, minus, plus in _splits(universe, space, depth):
            if self._at_least(universe, minus, depth - 1) and self._at_least(universe, plus, depth - 1):
                return point, minus, plus
        raise AssertionError("a version space with L ≥ depth has such a point")

    def _tree(self, universe: Universe, space: int, depth: int) -> Tree:
        self.budget.spend()  # the dimension may be quick to find, but the tree has 2^depth leaves
        if depth == 0:
            return universe.concept(space)
        if self._spaces.moves(universe, space):
            form = self._spaces.form(universe, space)
            table = self._spaces.universe_of(form)
            return _translated(self._tree(table, table.everything, depth), form)
        point, minus, plus = self._point(universe, space, depth)
        return point, self._tree(universe, minus, depth - 1), self._tree(universe, plus, depth - 1)


def with_lies(bounds: Bounds, plain: Bounds, concept_class: ConceptClass, lies: int) -> Bounds:
    """Return bounds on the dimension with lies, narrowed by those on the dimension without any, D₀.

    A learner that begins anew, with the whole class, whenever it has erred D₀ + 1 times, or no concept is left, does so
    at most K times with K lies; so D_K ≤ (K + 1)·D₀ + K.
    """
    return bounds.within(plain.at_least + cost_of_lies(concept_class, lies), (lies + 1) * plain.at_most + lies)


def cost_of_lies(concept_class: ConceptClass, lies: int) -> int:
    """Return how many mistakes more than without lies can be forced at least: two for each, of a lone concept one.

    The class is total where there are lies.

    At least two concepts have D_K ≥ D_{K−1} + 2: that holds for one concept with b lies left beside another, since two
    of them, with a and b lies left, are worth a + b + 1; and it is kept from the two sides of a point to what the point
    is worth.
    """
    return 2 * lies if concept_class.size > 1 else lies


def greedy_depth(concept_class: ConceptClass, budget: Budget | None = None) -> int:
    """Return the depth to which the mistake tree of the most even splits is complete: L is at least that.

    Of several such points it takes the first, as ``even_split``. A budget that runs out ends it at the level before.
    """
    labels = concept_class.table().astype(np.int8)
    starts, depth = np.zeros(1, dtype=np.int64), 0
    while budget is None or budget.left:
        sizes = np.diff(np.append(starts, len(labels)))
        plus = np.add.reduceat(labels > 0, starts, axis=0, dtype=np.int32)
        partial = bool(concept_class.undefined)
        minus = np.add.reduceat(labels < 0, starts, axis=0, dtype=np.int32) if partial else sizes[:, None] - plus
        smaller = np.minimum(minus, plus)
        points = smaller.argmax(axis=1)
        if not smaller.max(axis=1).all():  # a version space that no point splits
            break
        depth += 1
        spaces = np.repeat(np.arange(len(starts)), sizes)
        asked = labels[np.arange(len(labels)), points[spaces]]
        sides = (2 * spaces + (asked > 0))[defined := asked != 0]
        order = np.argsort(sides, kind="stable")
        labels, starts = labels[defined][order], np.flatnonzero(np.diff(sides[order], prepend=-1))
    return depth


def even_split(concept_class: ConceptClass, space: int) -> int | None:
    """Return the point that leaves most concepts for either label, the first of several; ``None`` if none splits."""
    sides = zip(concept_class.columns, concept_class.minus_columns, strict=True)
    smaller = [min((space & plus).bit_count(), (space & minus).bit_count()) for plus, minus in sides]
    return smaller.index(most) if (most := max(smaller)) else None


def _splits(universe: Universe, space: int, depth: int) -> list[tuple[int, int, int, int]]:
    """Return the points that may leave L ≥ depth − 1 on both sides, the most even split first."""
    return sorted(universe.different_splits(space, 1 if universe.lies else 1 << (depth - 1)))


def _translated(tree: Tree, form: CanonicalForm) -> Tree:
    """Give a tree in a canonical form the names that points and concepts had before."""
    points, flipped, concepts = form.points.tolist(), form.flipped.tolist(), form.concepts.tolist()

    def translate(tree: Tree) -> Tree:
        if isinstance(tree, int):
            return int(concepts[tree])
        point, minus, plus = tree
        below = (plus, minus) if flipped[point] else (minus, plus)
        return int(points[point]), translate(below[0]), translate(below[1])

    return translate(tree)


def _ranks(solver: Littlestone, spaces: Spaces, rank: int) -> list[dict[str, Any]]:
    """Build the certificate of an upper bound of L."""
    root, nodes = spaces.root, list[dict[str, Any]]()
    by_space: dict[tuple[int, int], int] = {}
    by_form: dict[tuple[int, tuple[int, int, bytes]], tuple[int, CanonicalForm]] = {}
    waiting: list[tuple[dict[str, Any], int]] = []

    def add(given: list[list[int]], space: int, rank: int) -> None:
        by_space[rank, space] = len(nodes)
        nodes.append({"given": given, "rank": rank, "moves": []})
        waiting.append((nodes[-1], space))

    def move(node: dict[str, Any], point: int, sides: tuple[int, int]) -> list[Any]:
        """Return [point, label, node] or [point, label, node, map] for a side on which L is lower than the rank."""
        rank = node["rank"] - 1
        labeled = sorted(zip(sides, (-1, 1), strict=True), key=lambda entry: entry[0].bit_count())
        low = [(side, label) for side, label in labeled if (rank, side) in by_space]
        low = low or [entry for entry in labeled if not solver.at_least(entry[0], rank + 1)]
        side, label = low[0]
        if (known := by_space.get((rank, side))) is not None:
            return [point, label, known]
        form = spaces.form(root, side)
        if same := by_form.get((rank, form.key)):
            return [point, label, same[0], spaces.point_map(side, form, same[1])]
        by_form[rank, form.key] = len(nodes), form
        add([*node["given"], [point, label]], side, rank)
        return [point, label, len(nodes) - 1]

    add([], root.everything, rank)
    while waiting:
        node, space = waiting.pop()
        for point in range(len(root.columns)):
            sides = root.sides(space, point)
            if all(root.weight(side, node["rank"]) >= 1 << node["rank"] for side in sides):
                node["moves"].append(move(node, point, sides))
    return nodes
