"""The neighboring games, played out from their rules by brute force: orders, "don't know", apple tasting."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

Rows = frozenset[str]


def agreeing(rows: Rows, point: int, label: str) -> Rows:
    return frozenset([row for row in rows if row[point] == label])


def in_order(rows: Rows, order: Sequence[int]) -> int:
    """Return the mistakes that the best learner makes if the points come in this order: some prediction, any label."""
    if not order:
        return 0
    point, rest = order[0], order[1:]
    return min(
        max((label != said) + in_order(left, rest) for label in "-+" if (left := agreeing(rows, point, label)))
        for said in "-+"
    )


def of_all_orders(rows: Rows) -> tuple[int, int]:
    """Return the mistakes in the worst and in the best order."""
    values = [in_order(rows, order) for order in permutations(range(len(min(rows))))]
    return max(values), min(values)


def self_directed(rows: Rows, shown: frozenset[int] = frozenset()) -> int:
    """Return the mistakes of the best learner that picks each point, until it has picked all."""
    waiting = [point for point in range(len(min(rows))) if point not in shown]
    worths = [
        max(
            (label != said) + self_directed(left, shown | {point})
            for label in "-+"
            if (left := agreeing(rows, point, label))
        )
        for point in waiting
        for said in "-+"
    ]
    return min(worths, default=0)


@cache
def dont_know(rows: Rows, mistakes: int) -> float:
    """Return the fewest "don't know" with at most so many mistakes: any point, some answer, any label."""
    worst = 0.0
    for point in range(len(min(rows))):
        sides = {label: left for label in "-+" if (left := agreeing(rows, point, label))}
        if len(sides) < 2:
            continue  # all agree: a label that says so changes nothing
        answers = [1 + max(dont_know(left, mistakes) for left in sides.values())]
        if mistakes:
            answers += [
                max(dont_know(left, mistakes - (label != said)) for label, left in sides.items()) for said in "-+"
            ]
        worst = max(worst, min(answers))
    return worst
