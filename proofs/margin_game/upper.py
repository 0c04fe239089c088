"""Upper bounds on the mistakes that can be forced in the margin game: the smallest one that a witness proves."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache, partial
from importlib.resources import files
from math import asin, ceil, floor, pi, sqrt
from typing import Any

import msgspec

from proofs.checker import TooMuchError
from proofs.formats.margin import TwinsRecord, UpperRecord
from proofs.margin_checker import ARGUMENTS, MAX_ANGLES, MAX_MISTAKES, MAX_OF, counter
from proofs.settings.vectors import RationalText

INTERVALS = 500, 4_000, 16_000
"""Of the sums of cells, one try after the other: the last one takes a quarter of a second."""

MAX_COEFFICIENTS = 14
"""Of a polynomial for lines: the later ones are 0 or next to it wherever that was tried."""

SCALE = 10**9
"""What the coefficients of a polynomial are multiplied by before they are rounded."""


STEPS, GRIDS = 64, ((400, 220), (800, 440))
"""Of twins: how many heights, and how many units of the check the largest and arcsin δ are, one try after another."""

MAX_TWINS = 30
"""Dimensions and mistakes up to which twins are tried: what a linear program of floats can tell apart."""


@dataclass(frozen=True, order=True)
class Upper:
    """An upper bound and its witness, as a certificate has it."""

    mistakes: int
    by: str = field(compare=False)
    witness: UpperRecord = field(compare=False)


class ShippedUpper(msgspec.Struct, omit_defaults=True):
    """An upper bound as it is shipped: the smallest margin at which it was looked for and proved.

    At each larger margin the same argument proves it too: lines or twins, if it has them, and otherwise cells.
    """

    dimension: int
    mistakes: int
    margin_squared: RationalText
    lines: list[int] | None = None
    twins: TwinsRecord | None = None


@cache
def shipped_bounds() -> dict[int, list[ShippedUpper]]:
    """Return the upper bounds that are shipped, by dimension and from the smallest on: ``benchmarks/margin_bounds``."""
    bounds: dict[int, list[ShippedUpper]] = {}
    text = files("proofs.margin_game").joinpath("bounds.json").read_bytes()
    for row in msgspec.json.decode(text, type=list[ShippedUpper]):
        bounds.setdefault(row.dimension, []).append(row)
    return bounds


@lru_cache
def best_upper(dimension: int, margin_squared: Fraction, at_least: int = 0) -> Upper:
    """Return the smallest upper bound that is known, or the first one that is found down to ``at_least``.

    It is the Perceptron's, a shipped one, whose witness is checked again at this margin, a smaller one by twins, or,
    where none is shipped, the smallest one that a cap, cells, lines or twins prove.
    """
    best = Upper(floor(1 / margin_squared), "perceptron", UpperRecord(perceptron=True))
    shipped = _shipped(dimension, margin_squared) if best.mistakes > at_least else None
    best = min(best, shipped or best)
    if best.mistakes <= at_least:
        return best
    for find in [_by_twins] if shipped else _tries(dimension):
        for upper in find(dimension, margin_squared, best.mistakes):
            best = min(best, upper)
            if best.mistakes <= at_least:
                return best
    return best


def _shipped(dimension: int, margin_squared: Fraction) -> Upper | None:
    """Return the first shipped bound at this margin or a smaller one, if its witness proves it here."""
    for row in shipped_bounds().get(dimension, []):
        if Fraction(row.margin_squared) <= margin_squared:
            for argument, witness in (("lines", row.lines), ("twins", row.twins)):
                if witness:
                    return _proved(argument, msgspec.to_builtins(witness), dimension, margin_squared, row.mistakes)
            uppers = (_cells(dimension, margin_squared, intervals, row.mistakes) for intervals in INTERVALS)
            return next(filter(None, uppers), None)
    return None


def _tries(dimension: int) -> list[Callable[..., Iterator[Upper]]]:
    """Return what looks for a bound, one after the other. In the plane a single interval of cells decides exactly."""
    by_cap = partial(_smallest, partial(_proved, "cap", True))  # noqa: FBT003 - as the witness has it
    rough, middle, finest = [partial(_smallest, partial(_cells, intervals=intervals)) for intervals in INTERVALS]
    return [by_cap, rough, middle, _by_lines, finest, _by_twins] if dimension > 2 else [rough]  # noqa: PLR2004


def _smallest(
    prove: Callable[..., Upper | None], dimension: int, margin_squared: Fraction, below: int
) -> Iterator[Upper]:
    """Yield the smallest bound that an argument proves, if it is below another one; it proves all larger ones."""
    proof = partial(prove, dimension, margin_squared)
    below = min(below, MAX_MISTAKES + 1)
    least = bisect_left(range(below), True, key=lambda k: bool(proof(mistakes=k)))  # noqa: FBT003 - it is a boolean
    if least < below and (upper := proof(mistakes=least)):
        yield upper


def _proved(argument: str, witness: Any, dimension: int, margin_squared: Fraction, mistakes: int) -> Upper | None:
    """Return the witness that no more than so many mistakes can be forced, if it shows that by this argument."""
    with suppress(TooMuchError):
        if not ARGUMENTS[argument](dimension, margin_squared, mistakes, witness, counter()):
            return Upper(mistakes, argument, msgspec.convert({argument: witness}, UpperRecord))
    return None


def _cells(dimension: int, margin_squared: Fraction, intervals: int, mistakes: int) -> Upper | None:
    """Return the witness that no more than so many mistakes can be forced, if cells show it."""
    forests = (False, True) if mistakes >= dimension > 2 else (False,)  # noqa: PLR2004
    witnesses = ({"intervals": intervals, "forest": forest} for forest in forests)
    uppers = (_proved("cells", witness, dimension, margin_squared, mistakes) for witness in witnesses)
    return next(filter(None, uppers), None)


def _by_lines(dimension: int, margin_squared: Fraction, below: int) -> Iterator[Upper]:
    """Yield what polynomials from Delsarte's linear program, rounded, prove below a bound."""
    if dimension < 2 or 2 * margin_squared > 1:  # noqa: PLR2004
        return
    for coefficients in range(2, MAX_COEFFICIENTS + 1):
        polynomial = _polynomial(dimension, float(1 - 2 * margin_squared), coefficients)
        if not polynomial or min(polynomial) < 0 or not polynomial[0]:
            continue
        mistakes = (sum(polynomial) // polynomial[0]).bit_length()  # the smallest k with f(1) < 2^k f_0
        if mistakes < below and (upper := _proved("lines", polynomial, dimension, margin_squared, mistakes)):
            below = mistakes
            yield upper


def _by_twins(dimension: int, margin_squared: Fraction, below: int) -> Iterator[Upper]:
    """Yield what twin cells prove below a bound, one mistake less each time."""
    if 3 < dimension <= MAX_TWINS and below <= MAX_TWINS and margin_squared < Fraction(1, 2):  # noqa: PLR2004
        while upper := _twins(dimension, margin_squared, below - 1):
            yield upper
            below = upper.mistakes


def _twins(
    dimension: int, margin_squared: Fraction, mistakes: int, grids: Iterable[tuple[int, int]] = GRIDS
) -> Upper | None:
    """Return the witness that no more than so many mistakes can be forced, if twin cells show it."""
    from proofs.margin_game.twins import best_heights

    value, heights = best_heights(dimension, margin_squared, mistakes, STEPS)
    for size, fine in grids if value > 1 else ():
        n = min(MAX_OF, round(size / max(heights)))
        steps = min(MAX_ANGLES // STEPS, ceil(fine * pi / 2 / asin(sqrt(margin_squared)) / STEPS))
        witness = {"of": n, "heights": [round(n * height) for height in heights], "steps": steps}
        if upper := _proved("twins", witness, dimension, margin_squared, mistakes):
            return upper
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
    solution = linprog(np.ones(coefficients - 1), rough[:, 1:], -rough[:, 0])
    if solution.x is None:
        return []
    above = float((values(5_000 * coefficients) @ [1.0, *solution.x]).max())  # between the points of the rough grid
    return [round(SCALE * (1 - 1.01 * above) - 10), *[round(SCALE * value) for value in solution.x]]
