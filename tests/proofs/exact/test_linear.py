"""Linear algebra over the rationals, beside sympy's."""

import sympy as sp  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from proofs.exact.margins import gram_solution, pivot_columns

Matrix = list[list[int]]
matrices = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(-3, 3), min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    )
)


def rank(rows: Matrix) -> int:
    return int(sp.Matrix(rows).rank())


@given(matrices)
def test_pivots_are_the_first_columns_with_the_rank(rows: Matrix) -> None:
    pivots = pivot_columns(rows)
    width = len(rows[0])
    before = [rank([row[:count] for row in rows]) if count else 0 for count in range(width + 1)]
    assert pivots == [column for column in range(width) if before[column + 1] > before[column]]


def test_nothing_has_no_pivots() -> None:
    assert pivot_columns([]) == pivot_columns([[]]) == []


@given(matrices, st.data())
def test_a_gram_system_is_solved_or_its_rows_are_dependent(rows: Matrix, data: st.DataObject) -> None:
    right = data.draw(st.lists(st.integers(-9, 9), min_size=len(rows), max_size=len(rows)))
    found = gram_solution(rows, right)
    assert (found is None) == (rank(rows) < len(rows))
    if found is not None:
        combined = [
            sum([u * row[column] for u, row in zip(found, rows, strict=True)]) for column in range(len(rows[0]))
        ]
        assert [sum([a * b for a, b in zip(row, combined, strict=True)]) for row in rows] == right
