"""Games in which the adversary does not pick each point in its round: announced orders and self-directed learning.

The adversary of the usual game picks each point when its round comes. Here the order is announced before the first
round, the worst one or the best one for the learner; or the learner itself picks each point. At a point that leaves a
mistakes after −1 and b after +1, the learner predicts the side with more, and errs where both are equal: the value is
a + 1 if a = b, or else max(a, b). (Ben-David, Kushilevitz, Mansour, Online learning versus offline learning, 1997;
Goldman, Sloan, The power of self-directed learning, 1994.)
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random

from proofs.classes.concepts import ConceptClass, first_concept
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.spaces import Spaces, Universe, deep_recursion

Worths = tuple[int, ...]
NoBetter = Callable[[int, int], bool]
"""Whether one number of mistakes is no better than another, for who settles the order."""

_MAX_TRIED = 60
"""Orders that are tried before all of them are looked at."""


Ordered = tuple[int, tuple[int, ...]]
"""The mistakes that an order forces on every deterministic learner that knows it, and the order of all points."""


def point_worth(minus: int, plus: int) -> int:
    """Return what a point is worth that leaves so many mistakes on its two sides."""
    return minus + 1 if minus == plus else max(minus, plus)


class Announced:
    """Answers about the version spaces that an announced order can leave, which are bitsets as in ``ConceptClass``.

    Of two such version spaces one is a part of the other, or they have no concept in common. So there are fewer than
    twice as many as concepts, and the first concept of each and its size tell them apart.

    Raises:
        InputError: the order names a point that the class does not have.
        OutOfBudget: the budget does not suffice.

    """

    def __init__(self, concept_class: ConceptClass, order: Sequence[int], budget: Budget | None = None) -> None:
        concept_class.check_total("an announced order")
        concept_class.check_points(order)
        self.concept_class, self.order = concept_class, tuple(order)
        self._values: dict[tuple[int, int], int] = {}  # without those that the rest of the order does not split
        for block, minus, plus in reversed(self._splits(budget or Budget())):
            self._values[block] = point_worth(self._values.get(minus, 0), self._values.get(plus, 0))

    def mistakes(self) -> int:
        """Return the mistakes that the order forces on every deterministic learner, and on the best one no more."""
        return self.value(self.concept_class.everything)

    def value(self, space: int) -> int:
        """Return what the rest of the order forces where labels of its first points have left a version space."""
        return self._values.get((first_concept(space), space.bit_count()), 0)

    def _splits(self, budget: Budget) -> list[tuple[tuple[int, int], ...]]:
        """Return each version space that a point splits, and its sides after −1 and +1, the first ones first."""
        rows, splits = self.concept_class.rows, []
        blocks = [list(range(self.concept_class.size))]
        for point in self.order:
            budget.spend()
            finer = []
            for block in blocks:
                sides = [[concept for concept in block if rows[concept] >> point & 1 == label] for label in (0, 1)]
                if all(sides):
                    splits.append(tuple([(some[0], len(some)) for some in (block, *sides)]))
                finer += [side for side in sides if len(side) > 1]
            blocks = finer
        return splits


def worst_bounds(concept_class: ConceptClass, most: int, budget: Budget) -> tuple[Bounds, tuple[int, ...]]:
    """Return the mistakes of the worst order, which are at most ``most``, and the worst order that was found."""
    (mistakes, order), ran_out = _within(concept_class, most, budget, int.__le__)
    return Bounds(mistakes, most if ran_out else mistakes, ran_out), order


def best_bounds(concept_class: ConceptClass, least: int, budget: Budget) -> tuple[Bounds, tuple[int, ...]]:
    """Return the mistakes of the best order, which are at least ``least``, and the best order that was found."""
    (mistakes, order), ran_out = _within(concept_class, least, budget, int.__ge__)
    return Bounds(least if ran_out else mistakes, mistakes, ran_out), order


def _within(concept_class: ConceptClass, goal: int, budget: Budget, no_better: NoBetter) -> tuple[Ordered, str]:
    """Return the extreme order, or the best that was found and what ran out; an order that reaches the goal is one."""
    chance = Random(0)  # noqa: S311 - the same orders in every run
    points = tuple(range(concept_class.points))
    best = Announced(concept_class, points).mistakes(), points
    try:
        for order in (*_likely(concept_class), *[None] * _MAX_TRIED):
            if best[0] == goal:
                return best, ""
            tried = order or _moved(best[1], chance)
            mistakes = Announced(concept_class, tried, budget).mistakes()
            if no_better(best[0], mistakes):  # as good will do: from there on other orders are near
                best = mistakes, tried
        return best if best[0] == goal else extreme_order(concept_class, budget, no_better), ""
    except OutOfBudget as error:
        return best, "" if best[0] == goal else str(error)


def _likely(concept_class: ConceptClass) -> list[tuple[int, ...]]:
    """Return orders that are often extreme: the points that split most evenly first or last, or the middle first."""
    uneven = [abs(2 * column.bit_count() - concept_class.size) for column in concept_class.columns]
    even_first = sorted(range(concept_class.points), key=uneven.__getitem__)
    return [tuple(even_first), tuple(reversed(even_first)), tuple(_halves(concept_class.points))]


def _moved(order: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """Return the order with one of its points at another place."""
    moved = list(order)
    moved.insert(chance.randrange(len(order)), moved.pop(chance.randrange(len(order))))
    return tuple(moved)


def _halves(points: int) -> list[int]:
    """Return the middle one of so many points, then the middles of both halves, and so on."""
    parts, middles = [(0, points)], []
    for first, end in parts:
        if first < end:
            middle = (first + end) // 2
            middles.append(middle)
            parts += [(first, middle), (middle + 1, end)]
    return middles


def extreme_order(concept_class: ConceptClass, budget: Budget, no_better: NoBetter) -> Ordered:
    """Find an extreme order from its end: for each set of points that come last, the best ways to order these.

    The points before them leave one of several version spaces; a way to order the last points gives each of these a
    value. Since ``point_worth`` falls in neither side, a way whose values are all no better than another's can be left
    out. A point that does not split, or splits as a later one, may come at the end.
    """
    everything = concept_class.everything
    different = {min(column, everything ^ column): point for point, column in enumerate(concept_class.columns)}
    points = sorted([point for column, point in different.items() if column])
    all_points = sum([1 << point for point in points])
    ways: dict[int, dict[Worths, tuple[int, ...]]] = {0: {(0,) * concept_class.size: ()}}
    blocks = {0: _blocks(concept_class, all_points)}
    for count in range(1, len(points) + 1):
        shorter, ways, finer, blocks = ways, {}, blocks, {}
        for chosen in combinations(points, count):
            last = sum([1 << point for point in chosen])
            budget.spend()
            blocks[last] = _blocks(concept_class, all_points ^ last)
            fronts: dict[Worths, tuple[int, ...]] = {}
            for point in chosen:
                before = finer[last ^ 1 << point]
                parts = [(before.get(labels), before.get(labels | 1 << point)) for labels in blocks[last]]
                for values, order in shorter[last ^ 1 << point].items():
                    budget.spend()
                    new = tuple([_worth(values, part) for part in parts])
                    if any(all(map(no_better, new, old)) for old in fronts):
                        continue
                    fronts = {old: its for old, its in fronts.items() if not all(map(no_better, old, new))}
                    fronts[new] = point, *order
            ways[last] = fronts
    [((mistakes,), order)] = ways[all_points].items()
    return mistakes, order + tuple([point for point in range(concept_class.points) if point not in points])


def _blocks(concept_class: ConceptClass, points: int) -> dict[int, int]:
    """Number the version spaces that the labels of some points leave: by those labels, as bits."""
    return {labels: number for number, labels in enumerate(dict.fromkeys([row & points for row in concept_class.rows]))}


def _worth(values: Worths, part: tuple[int | None, int | None]) -> int:
    minus, plus = part
    if minus is None or plus is None:
        return values[plus if minus is None else minus]  # type: ignore[index]
    return point_worth(values[minus], values[plus])


def self_directed(concept_class: ConceptClass, budget: Budget | None = None) -> int:
    """Return the mistakes of the best learner that picks each point: V ↦ min over x of ``point_worth``.

    Raises OutOfBudget.
    """
    concept_class.check_total("self-directed learning")
    spaces, spend = Spaces(concept_class, flips=True, ratio=1, small=4), (budget or Budget()).spend

    def value(universe: Universe, space: int) -> int:
        if space.bit_count() == 1:
            return 0
        universe, space = spaces.place(universe, space)
        if (stored := universe.memo.get(space)) is not None:
            return int(stored)
        spend()
        best = space.bit_count()
        splits = universe.splits(space)
        least = fewest_by_counting(space.bit_count(), len(splits))
        for _, _, minus, plus in sorted(splits, reverse=True):
            fewer, more = sorted((minus, plus), key=int.bit_count)
            if (below := value(universe, fewer)) < best:
                best = min(best, point_worth(below, value(universe, more)))
            if best == least:
                break
        universe.memo[space] = best
        return best

    with deep_recursion(concept_class.size):
        return value(spaces.root, spaces.root.everything)


def self_directed_bounds(concept_class: ConceptClass, at_most: int, budget: Budget) -> Bounds:
    """Return the same, or what is known when the budget has run out; it is at most so much."""
    try:
        value = self_directed(concept_class, budget)
    except OutOfBudget as error:
        return Bounds(fewest_by_counting(concept_class.size, concept_class.points), at_most, str(error))
    return Bounds(value, value)


@cache
def fewest_by_counting(concepts: int, points: int) -> int:
    """Return the least M with as many subsets of at most M points as there are concepts.

    A learner that is shown every point errs on such a subset, and a deterministic one that picks the points, or knows
    their order, errs on another for each concept: from the subset, all that happens can be told.
    """
    mistakes, subsets = 0, 1
    while subsets < concepts:
        mistakes += 1
        subsets += comb(points, mistakes)
    return mistakes
