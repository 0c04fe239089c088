"""Games in which some labels are lies, from their rules: brute force, without a look at the solvers.

A state is the set of (concept, lies that it has left); every point of the class may be shown in every state.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

State = frozenset[tuple[str, int]]


def after(state: State, point: int, label: str) -> State:
    left = {(row, lies - (row[point] != label)) for row, lies in state}
    return frozenset([entry for entry in left if entry[1] >= 0])


def _value(rows: tuple[str, ...], lies: int, round_: Callable[[Fraction, Fraction], Fraction]) -> Fraction:
    """Return the value of a game in which a point that splits is worth ``round_`` of what is left on either side."""

    @cache
    def value(state: State) -> Fraction:
        if len(state) == 1:
            return Fraction(min(state)[1])
        best = Fraction(0)
        for point in range(len(rows[0])):
            sides = [after(state, point, label) for label in "-+"]
            if state not in sides:
                best = max(best, round_(value(sides[0]), value(sides[1])))
            elif lied := sides[1 - sides.index(state)]:
                best = max(best, 1 + value(lied))  # the learner predicts as all do, and only a lie changes anything
        return best

    return value(frozenset([(row, lies) for row in rows]))


def deterministic(rows: tuple[str, ...], lies: int) -> int:
    """Return the mistakes that the best deterministic learner makes, if some concept errs at most so many times."""
    return int(_value(rows, lies, lambda minus, plus: 1 + min(minus, plus)))


def randomized(rows: tuple[str, ...], lies: int) -> Fraction:
    """Return the expected mistakes of the best randomized learner, likewise."""
    return _value(rows, lies, lambda minus, plus: (1 + minus + plus) / 2)


def experts(number: int, lies: int) -> tuple[int, Fraction]:
    """Return both values for so many experts who may give any advice: a state is how many experts have j lies left."""

    @cache
    def values(state: tuple[int, ...]) -> tuple[int, Fraction]:
        if sum(state) == 1:
            return state.index(1), Fraction(state.index(1))
        worth, average = 0, Fraction(0)
        for yes in product(*[range(count + 1) for count in state]):
            no = tuple([count - said for count, said in zip(state, yes, strict=True)])
            if not any(yes):
                if any(state[1:]):  # all say the same, and it is a lie
                    lied = values((*state[1:], 0))
                    worth, average = max(worth, 1 + lied[0]), max(average, 1 + lied[1])
            elif any(no):
                sides = [
                    values(tuple([right + wrong for right, wrong in zip(one, (*other[1:], 0), strict=True)]))
                    for one, other in ((yes, no), (no, yes))
                ]
                worth = max(worth, 1 + min(sides[0][0], sides[1][0]))
                average = max(average, (1 + sides[0][1] + sides[1][1]) / 2)
        return worth, average

    return values((*[0] * lies, number))
