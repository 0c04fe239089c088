"""Make ``proofs/margin_game/bounds.json`` anew: the smallest margins at which cells or lines prove upper bounds.

``python benchmarks/margin_bounds.py > proofs/margin_game/bounds.json`` takes some ten minutes of processor time.
"""

import sys
from bisect import bisect_left
from fractions import Fraction

import msgspec

from proofs.margin_game.upper import INTERVALS, ShippedUpper, Upper, _by_lines, _cells

DIMENSIONS, MISTAKES = range(3, 9), 15
"""The dimensions, and up to how many mistakes; for fewer mistakes than dimensions the Perceptron's bound is exact."""

BY_LINES = 8
"""The mistakes up to which lines are tried in dimension 3; further on, and elsewhere, cells prove more."""

DIGITS = 5
"""Of the margins² that are shipped, rounded up; the sums of cells are no more precise."""


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


def main() -> None:
    """Print a line for each bound."""
    rows = [least_margin(dimension, k) for dimension in DIMENSIONS for k in range(dimension, MISTAKES + 1)]
    sys.stdout.write("[" + ",\n ".join(msgspec.json.encode(row).decode() for row in rows) + "]\n")


if __name__ == "__main__":
    main()
