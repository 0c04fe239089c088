"""Games in which some labels are lies, from their rules: brute force, without a look at the solvers.

A state is the set of (concept, lies that it has left); every point of the class may be shown in every state.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

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
