"""Upper bounds on the mistakes that can be forced in the margin game: the smallest one that a witness proves."""

from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from proofs.checker import TooMuchError
from proofs.margin_checker import Work, cells, lines

INTERVALS = 500, 4_000, 32_000
"""Of the sums of cells, one try after the other: the last one takes a second."""

MAX_COEFFICIENTS = 14
"""Of a polynomial for lines: the later ones are 0 or next to it wherever that was tried."""

SCALE = 10**9
"""What the coefficients of a polynomial are multiplied by before they are rounded."""


class Upper(NamedTuple):
    """An upper bound and its witness, as a certificate has it."""

    mistakes: int
    by: str
    witness: Any


def best_upper(dimension: int, margin_squared: Fraction) -> Upper:
    """Return the smallest upper bound that the Perceptron, cells or lines prove."""
    best = Upper(floor(1 / margin_squared), "perceptron", witness=True)
    while best.mistakes and (better := _below(dimension, margin_squared, best.mistakes - 1)):
        best = better
    return best


def _below(dimension: int, margin_squared: Fraction, mistakes: int) -> Upper | None:
    """Return a witness that no more than so many mistakes can be forced, if one is found."""
    for forest in (False, True) if mistakes >= dimension > 2 else (False,):  # noqa: PLR2004
        if found := _by_cells(dimension, margin_squared, mistakes, forest=forest):
            return found
    return _by_lines(dimension, margin_squared, mistakes)


def _by_cells(dimension: int, margin_squared: Fraction, mistakes: int, *, forest: bool) -> Upper | None:
    for intervals in INTERVALS if dimension > 2 else (1,):  # noqa: PLR2004
        witness = {"intervals": intervals, "forest": forest}
        try:
            if not cells(dimension, margin_squared, mistakes, witness, Work()):
                return Upper(mistakes, "cells", witness)
        except TooMuchError:
            return None
    return None


def _by_lines(dimension: int, margin_squared: Fraction, mistakes: int) -> Upper | None:
    """Return a polynomial from Delsarte's linear program, rounded, if it proves so much."""
    if dimension < 2 or 2 * margin_squared > 1:  # noqa: PLR2004
        return None
    for coefficients in range(2, MAX_COEFFICIENTS + 1):
        found = _polynomial(dimension, float(1 - 2 * margin_squared), coefficients)
        promising = found and min(found) >= 0 and sum(found) < found[0] << mistakes
        if promising and not lines(dimension, margin_squared, mistakes, found, Work()):
            return Upper(mistakes, "lines", found)
    return None


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
