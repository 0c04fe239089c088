"""Make ``proofs/margin_game/bounds.json`` anew: the smallest margins at which cells, lines or twins prove upper bounds.

``python benchmarks/margin_bounds.py > proofs/margin_game/bounds.json`` takes about an hour of processor time.
"""

import sys
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from itertools import count

import msgspec

from proofs.margin_game.twins import best_heights
from proofs.margin_game.upper import GRIDS, INTERVALS, STEPS, ShippedUpper, Upper, _by_lines, _cells, _twins

DIMENSIONS, MISTAKES, MARGIN_SQUARED = range(3, 10), 15, Fraction(1, 100)
"""The dimensions, and up to how many mistakes: more only above a margin.

For fewer mistakes than dimensions the Perceptron's bound is exact.
"""

BY_LINES = 8
"""The mistakes up to which lines are tried in dimension 3; further on, and elsewhere, cells prove more."""

DIGITS = 5
"""Of the margins² that are shipped, rounded up; the sums of cells are no more precise."""

TARGETS, PRECISION = (1.018, 1.021, 1.025, 1.03, 1.04, 1.06), 0.002
"""What 2^k times the part of the sphere of a twin cell is, in floats, where the check is tried."""


def least_margin(dimension: int, mistakes: int) -> ShippedUpper:
    """Return an upper bound at the smallest margin at which it is proved; at larger ones it is proved too."""

    def by_cells(number: int, intervals: int = INTERVALS[-1]) -> Upper | None:
        return _cells(dimension, Fraction(number, scale), intervals, mistakes)

    def by_either(number: int) -> Upper | None:
        return by_cells(number) or next(
            (
                upper
                for upper in _by_lines(dimension, Fraction(number, scale), mistakes + 1)
                if upper.mistakes <= mistakes
            ),
            None,
        )

    scale = 10
    while by_cells(1, INTERVALS[0]):
        scale *= 10
    scale *= 10 ** (DIGITS - 1)
    numbers = range(10 ** (DIGITS - 1), 10**DIGITS)
    rough = numbers[bisect_left(numbers, True, key=lambda number: bool(by_cells(number, INTERVALS[0])))]  # noqa: FBT003
    prove = by_either if dimension == DIMENSIONS[0] and mistakes <= BY_LINES else by_cells
    numbers = range(rough * 9 // 10, rough + 1)
    number = numbers[bisect_left(numbers, True, key=lambda number: bool(prove(number)))]  # noqa: FBT003
    upper = prove(number)
    return ShippedUpper(dimension, mistakes, str(Fraction(number, scale)), upper.witness.lines if upper else None)


def by_twins(row: ShippedUpper) -> ShippedUpper:
    """Return the same bound by twins, if they prove it at a smaller margin, where a linear program has some left."""
    dimension, mistakes, squared = row.dimension, row.mistakes, Fraction(row.margin_squared)
    for target in TARGETS if dimension > 3 else ():  # noqa: PLR2004
        while abs(spare := best_heights(dimension, squared, mistakes, STEPS)[0] / target - 1) > PRECISION:
            squared *= Fraction((1 + spare) ** (-2 / (dimension - 1)))  # about the power of δ that a cone's part has
        squared = Fraction(f"{float(squared):.{DIGITS - 1}e}")
        if squared < Fraction(row.margin_squared) and (upper := _twins(dimension, squared, mistakes, GRIDS[:1])):
            return ShippedUpper(dimension, mistakes, str(squared), twins=upper.witness.twins)
    return row


def bounds(dimension: int) -> Iterator[ShippedUpper]:
    """Yield the bounds of a dimension."""
    for mistakes in count(dimension):
        yield (row := by_twins(least_margin(dimension, mistakes)))
        if mistakes >= MISTAKES and Fraction(row.margin_squared) <= MARGIN_SQUARED:
            return


def main() -> None:
    """Print a line for each bound."""
    rows = [row for dimension in DIMENSIONS for row in bounds(dimension)]
    sys.stdout.write("[" + ",\n ".join(msgspec.json.encode(row).decode() for row in rows) + "]\n")


if __name__ == "__main__":
    main()
