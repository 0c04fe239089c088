"""Laws of sparse vectors, targets and settings."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.exact.errors import InputError
from proofs.exact.vectors import Target, Vector, basis_vector, vector
from proofs.settings import Halfspaces

values = st.fractions(min_value=-9, max_value=9, max_denominator=9)
vectors = st.dictionaries(st.integers(0, 8), values, max_size=6).map(vector)


def listed(v: Vector) -> list[Fraction]:
    found = [Fraction(0)] * 9
    for index, value in v.entries:
        found[index] += value
    return found


@given(vectors, vectors)
def test_dot_is_the_sum_of_products(a: Vector, b: Vector) -> None:
    assert a.dot(b) == b.dot(a) == sum(p * q for p, q in zip(listed(a), listed(b), strict=True))
    assert a.norm_squared() == a.dot(a)


@given(vectors)
def test_entries_are_sorted_and_nonzero(v: Vector) -> None:
    indices = [index for index, _ in v.entries]
    assert indices == sorted(set(indices))
    assert all(value for _, value in v.entries)


@given(vectors, vectors, st.fractions(min_value=Fraction(1, 99), max_value=9, max_denominator=99))
def test_a_margin_is_a_squared_product_where_the_label_is_right(u: Vector, x: Vector, scale: Fraction) -> None:
    target, product = Target(u, scale), u.dot(x)
    assert target.norm_squared() == scale * u.dot(u)
    for label in (1, -1):
        margin = target.margin_squared(x, label)
        assert (margin is None) == (product * label <= 0)
        assert margin is None or margin == scale * product * product


def test_coordinates_have_zeros() -> None:
    assert vector({1: Fraction(2), 3: Fraction(1, 2)}).coordinates(5) == (0, 2, 0, Fraction(1, 2), 0)
    assert vector({}).coordinates(0) == ()


def test_vectors_are_immutable() -> None:
    v = basis_vector(3)
    with pytest.raises(AttributeError):
        v.entries = ()  # type: ignore[misc]


@pytest.mark.parametrize("pairs", [[(-1, 1)], [(0, 1), (0, 2)], [(0, 1.5)], [(True, 1)], [("0", 1)]])
def test_nonsense_is_no_vector(pairs: list[tuple[int, int]]) -> None:
    with pytest.raises((TypeError, ValueError)):
        vector(pairs)


@given(st.fractions(min_value=Fraction(1, 10**4), max_value=1))
def test_the_floor_is_taken_on_rationals(margin_squared: Fraction) -> None:
    most = Halfspaces(1, margin_squared).most_mistakes
    assert most * margin_squared <= 1 < (most + 1) * margin_squared


def test_floats_would_get_the_floor_wrong() -> None:
    assert (int(1 / 0.1**2), Halfspaces(1, Fraction(1, 10) ** 2).most_mistakes) == (99, 100)
    assert (int(1 / 0.2**2), Halfspaces(1, Fraction(1, 5) ** 2).most_mistakes) == (24, 25)


@pytest.mark.parametrize(
    ("dimension", "margin"), [(0, Fraction(1)), (1, Fraction(0)), (1, Fraction(-1)), (1, Fraction(3, 2))]
)
def test_illegal_settings_are_refused(dimension: int, margin: Fraction) -> None:
    with pytest.raises(InputError):
        Halfspaces(dimension, margin)
