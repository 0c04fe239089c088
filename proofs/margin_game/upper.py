"""Upper bounds on the mistakes that can be forced in the margin game: the smallest one that a witness proves."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from math import floor
from typing import Any

from proofs.checker import TooMuchError
from proofs.formats.margin import CellsRecord, UpperRecord
from proofs.margin_checker import MAX_MISTAKES, Work, cells, lines

INTERVALS = 500, 4_000, 16_000
"""Of the sums of cells, one try after the other: the last one takes a second."""

MAX_COEFFICIENTS = 14
"""Of a polynomial for lines: the later ones are 0 or next to it wherever that was tried."""

SCALE = 10**9
"""What the coefficients of a polynomial are multiplied by before they are rounded."""


@dataclass(frozen=True, order=True)
class Upper:
    """An upper bound and its witness, as a certificate has it."""

    mistakes: int
    by: str = field(compare=False)
    witness: UpperRecord = field(compare=False)


@lru_cache
def best_upper(dimension: int, margin_squared: Fraction, at_least: int = 0) -> Upper:
    """Return the smallest upper bound that the Perceptron, cells or lines prove, the first one down to ``at_least``."""
    best = Upper(floor(1 / margin_squared), "perceptron", UpperRecord(perceptron=True))
    *rough, finest = INTERVALS if dimension > 2 else (1,)  # noqa: PLR2004
    first = [partial(_by_cells, intervals=intervals) for intervals in rough]
    tries: list[Callable[..., Iterator[Upper]]] = [*first, _by_lines, partial(_by_cells, intervals=finest)]
    for find in tries:
        for found in find(dimension, margin_squared, best.mistakes):
            best = min(best, found)
            if best.mistakes <= at_least:
                return best
    return best


def _by_cells(dimension: int, margin_squared: Fraction, below: int, *, intervals: int) -> Iterator[Upper]:
    """Yield the best bound by cells, if there is one below a bound."""
    shown = partial(_cells, dimension, margin_squared, intervals)
    below = min(below, MAX_MISTAKES + 1)
    least = bisect_left(range(below), True, key=lambda k: bool(shown(k)))  # noqa: FBT003 - it is a boolean
    if least < below and (found := shown(least)):
        yield found


def _cells(dimension: int, margin_squared: Fraction, intervals: int, mistakes: int) -> Upper | None:
    """Return the witness that no more than so many mistakes can be forced, if cells show it."""
    for forest in (False, True) if mistakes >= dimension > 2 else (False,):  # noqa: PLR2004
        witness = {"intervals": intervals, "forest": forest}
        with suppress(TooMuchError):
            if not cells(dimension, margin_squared, mistakes, witness, Work()):
                return Upper(mistakes, "cells", UpperRecord(cells=CellsRecord(intervals, forest)))
    return None


def _by_lines(dimension: int, margin_squared: Fraction, below: int) -> Iterator[Upper]:
    """Yield what polynomials from Delsarte's linear program, rounded, prove below a bound."""
    if dimension < 2 or 2 * margin_squared > 1:  # noqa: PLR2004
        return
    for coefficients in range(2, MAX_COEFFICIENTS + 1):
        found = _polynomial(dimension, float(1 - 2 * margin_squared), coefficients)
        if not found or min(found) < 0 or not found[0]:
            continue
        mistakes = (sum(found) // found[0]).bit_length()  # the smallest k with f(1) < 2^k f_0
        with suppress(TooMuchError):
            if mistakes < below and not lines(dimension, margin_squared, mistakes, found, Work()):
                below = mistakes
                yield Upper(mistakes, "lines", UpperRecord(lines=found))


def _polynomial(dimension: int, top: float, coefficients: int) -> list[int]:
    """Return f_0, f_2, … that make f(1)/f_0 as small as a solver of floats can, with f < 0 on [0, top]."""
    import numpy as np
    from scipy.optimize import linprog  # type: ignore[import-untyped]
    from scipy.special import eval_chebyt, eval_gegenbauer  # type: ignore[import-untyped]

    even = 2 * np.arange(coefficients)

    def values(points: int) -> Any:
        grid = top * np.sin(np.linspace(0, np.pi / 2, points))[:, None]
        if dimension == 2:  # noqa: PLR2004
            return eval_chebyt(even, grid)
        alpha = dimension / 2 - 1
        return eval_gegenbauer(even, alpha, grid) / eval_gegenbauer(even, alpha, 1.0)

    rough = values(100 * coefficients)
    found = linprog(np.ones(coefficients - 1), rough[:, 1:], -rough[:, 0])
    if found.x is None:
        return []
    above = float((values(5_000 * coefficients) @ [1.0, *found.x]).max())  # between the points of the rough grid
    return [round(SCALE * (1 - 1.01 * above) - 10), *[round(SCALE * value) for value in found.x]]
