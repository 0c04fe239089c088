"""Games in which somebody has settled the order of the points, or settles it: exact values, and the orders.

The adversary of the usual game picks each point when its round comes. Here the order is announced before the first
round, the worst one or the best one for the learner, or the learner itself picks each point (self-directed). At a
point that leaves a mistakes after −1 and b after +1, the learner predicts the side with more, and errs where both are
equal: the value is a + 1 if a = b, or else max(a, b).
(Ben-David, Kushilevitz, Mansour, Online learning versus offline learning, 1997; Goldman, Sloan, The power of
self-directed learning, 1994.)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError
from proofs.solvers.budget import Budget
from proofs.solvers.spaces import Spaces, Universe, deep_recursion

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order of all points, and the mistakes that it forces on every deterministic learner that is told it."""

    mistakes: int
    order: tuple[int, ...]


def joined(minus: int, plus: int) -> int:
    """Return what a point is worth that leaves so many mistakes on its two sides."""
    return minus + 1 if minus == plus else max(minus, plus)


class Announced:
    """Answers about version spaces, which are bitsets as in ``ConceptClass``, in the rounds of an announced order.

    Raises:
        InputError: the order names a point that the class does not have.

    """

    def __init__(self, concept_class: ConceptClass, order: Sequence[int]) -> None:
        for point in order:
            if not 0 <= point < concept_class.points:
                last = concept_class.points - 1
                raise InputError(f"{concept_class.name} has no point {point}; its points are 0 to {last}")
        self.concept_class, self.order = concept_class, tuple(order)
        self.value = cache(self._value)

    def mistakes(self) -> int:
        """Return the mistakes that the order forces on every deterministic learner, and on the best one no more."""
        with deep_recursion(len(self.order)):
            return self.value(self.concept_class.everything, 0)

    def _value(self, space: int, begun: int) -> int:
        """Return the value of a version space when so many points have been shown."""
        if begun == len(self.order) or space & (space - 1) == 0:
            return 0
        minus, plus = (self.concept_class.restrict(space, self.order[begun], label) for label in (-1, 1))
        if not (minus and plus):
            return self.value(space, begun + 1)
        return joined(self.value(minus, begun + 1), self.value(plus, begun + 1))


def worst_order(concept_class: ConceptClass, budget: Budget | None = None) -> Ordered:
    """Return the order that forces the most mistakes. Raises OutOfBudget."""
    return _extreme(concept_class, budget or Budget(), lambda new, old: all(map(int.__le__, new, old)))


def best_order(concept_class: ConceptClass, budget: Budget | None = None) -> Ordered:
    """Return the order that forces the fewest mistakes. Raises OutOfBudget."""
    return _extreme(concept_class, budget or Budget(), lambda new, old: all(map(int.__ge__, new, old)))


def _extreme(concept_class: ConceptClass, budget: Budget, no_better: Callable[[Vector, Vector], bool]) -> Ordered:
    """Find an order from its end: for each set of points that come last, the best ways to order these.

    The points before them leave one of several version spaces; a way to order the last points gives each of these a
    value. Since ``joined`` falls in neither side, a way whose values are all no better than another's can be left out.
    """
    points = concept_class.points
    everything = (1 << points) - 1
    blocks = [_blocks(concept_class, everything ^ last) for last in range(1 << points)]
    ways: dict[int, dict[Vector, tuple[int, ...]]] = {0: {(0,) * len(blocks[0]): ()}}
    for last in sorted(range(1, 1 << points), key=int.bit_count):
        found: dict[Vector, tuple[int, ...]] = {}
        for point in (point for point in range(points) if last >> point & 1):
            parts = _parts(blocks[last ^ 1 << point], blocks[last], point)
            for values, order in ways[last ^ 1 << point].items():
                budget.spend()
                new = tuple([_worth(values, part) for part in parts])
                if any(no_better(new, old) for old in found):
                    continue
                found = {old: its for old, its in found.items() if not no_better(old, new)}
                found[new] = point, *order
        ways[last] = found
    [((mistakes,), order)] = ways[everything].items()
    return Ordered(mistakes, order)


def _blocks(concept_class: ConceptClass, known: int) -> dict[int, int]:
    """Number the version spaces that the labels of some points leave: by those labels, as bits."""
    return {labels: number for number, labels in enumerate(dict.fromkeys(row & known for row in concept_class.rows))}


def _parts(finer: dict[int, int], coarser: dict[int, int], point: int) -> list[tuple[int | None, int | None]]:
    """Return for each version space its sides at a point, by their numbers among those that know the point, too."""
    return [(finer.get(labels), finer.get(labels | 1 << point)) for labels in coarser]


def _worth(values: Vector, part: tuple[int | None, int | None]) -> int:
    minus, plus = part
    if minus is None or plus is None:
        return values[plus if minus is None else minus]  # type: ignore[index]
    return joined(values[minus], values[plus])


class SelfDirected:
    """The game in which the learner picks each point: V ↦ min over the points that split V of what they are worth.

    Raises OutOfBudget where the budget does not suffice.
    """

    def __init__(self, concept_class: ConceptClass, budget: Budget | None = None) -> None:
        self.concept_class = concept_class
        self._budget = budget or Budget()
        self._spaces = Spaces(concept_class, flips=True, ratio=1, small=4)

    def value(self, space: int | None = None) -> int:
        """Return the value of a version space, by default of the whole class."""
        space = self.concept_class.everything if space is None else space
        with deep_recursion(self.concept_class.size):
            return self._value(self._spaces.root, space)

    def _value(self, universe: Universe, space: int) -> int:
        if space.bit_count() == 1:
            return 0
        universe, space = self._spaces.place(universe, space)
        if (known := universe.memo.get(space)) is not None:
            return int(known)
        self._budget.spend()
        best = space.bit_count()
        for _, _, minus, plus in sorted(universe.splits(space), reverse=True):
            fewer, more = sorted((minus, plus), key=int.bit_count)
            if (least := self._value(universe, fewer)) < best:
                best = min(best, joined(least, self._value(universe, more)))
            if best == 1:  # two concepts cost a mistake
                break
        universe.memo[space] = best
        return best
