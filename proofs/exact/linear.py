"""Linear algebra over the rationals, by python-flint."""

from collections.abc import Sequence
from fractions import Fraction


def pivot_columns(rows: Sequence[Sequence[int]]) -> list[int]:
    """Return the first columns, as many as the rank, in which a matrix of integers still has its rank."""
    from flint import fmpz_mat

    if not rows or not rows[0]:
        return []
    reduced, _, rank = fmpz_mat([list(row) for row in rows]).rref()
    return [next(column for column, value in enumerate(row) if value) for row in reduced.tolist()[: int(rank)]]


def gram_solution(rows: Sequence[Sequence[int]], right: Sequence[int]) -> list[Fraction] | None:
    """Return u with MMᵀu = right, for the matrix M with these rows, or ``None`` where the rows are dependent."""
    from flint import fmpz_mat

    matrix = fmpz_mat([list(row) for row in rows])
    try:
        solution = (matrix * matrix.transpose()).solve(fmpz_mat([[value] for value in right]))
    except ZeroDivisionError:
        return None
    return [Fraction(int(value.p), int(value.q)) for value in solution.entries()]
