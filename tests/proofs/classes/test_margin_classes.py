"""All labelings with a margin: brute force over 2^m, and two counts that are theorems."""

import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.classes.margin_classes import margin_labelings
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin
from proofs.exact.vectors import Target, Vector, basis_vector, vector

values = st.fractions(-3, 3, max_denominator=4)
vectors = st.dictionaries(st.integers(0, 2), values, max_size=3).map(vector)


def brute_force(points: list[Vector], margin_squared: Fraction) -> list[tuple[int, ...]]:
    kept = []
    for labels in product((1, -1), repeat=len(points)):
        found = best_margin(list(zip(points, labels, strict=True)))
        if isinstance(found, Separable) and found.margin_squared >= margin_squared:
            kept.append(labels)
    return kept


def check_targets(points: list[Vector], margin_squared: Fraction, found: list[tuple[tuple[int, ...], Target]]) -> None:
    for labels, target in found:
        assert target.norm_squared() == 1
        margins = [target.margin_squared(x, label) for x, label in zip(points, labels, strict=True)]
        assert None not in margins
        assert min([margin for margin in margins if margin is not None]) >= margin_squared


@given(
    st.lists(vectors, min_size=1, max_size=5),
    st.sampled_from([Fraction(1, 10**6), Fraction(1, 100), Fraction(1, 9), Fraction(1, 3), Fraction(1)]),
)
@settings(max_examples=60, deadline=None)
def test_it_finds_what_trying_all_labelings_finds(points: list[Vector], margin_squared: Fraction) -> None:
    found = margin_labelings(points, margin_squared)
    assert [labels for labels, _ in found] == brute_force(points, margin_squared)
    check_targets(points, margin_squared, found)


@given(st.lists(vectors, min_size=1, max_size=5))
@settings(max_examples=30, deadline=None)
def test_opposite_labelings_have_opposite_targets_which_are_the_best(points: list[Vector]) -> None:
    found = dict(margin_labelings(points, Fraction(1, 50)))
    for labels, target in found.items():
        opposite = found[tuple(-label for label in labels)]
        assert opposite.direction.entries == tuple((i, -value) for i, value in target.direction.entries)
        assert opposite.scale_squared == target.scale_squared
        best = best_margin(list(zip(points, labels, strict=True)))
        assert isinstance(best, Separable)
        assert target == best.target()


@pytest.mark.parametrize("n", range(1, 7))
def test_orthonormal_points_have_all_labelings_or_none(n: int) -> None:
    points = [basis_vector(i) for i in range(n)]
    found = margin_labelings(points, Fraction(1, n))  # nδ² = 1: equality is enough
    assert [labels for labels, _ in found] == list(product((1, -1), repeat=n))
    check_targets(points, Fraction(1, n), found)
    assert margin_labelings(points, Fraction(1, n) + Fraction(1, 10**30)) == []


def test_ten_points_in_dimension_3_have_as_many_labelings_as_cover_counts() -> None:
    rng = random.Random(3)
    points = [vector({i: Fraction(rng.randint(-20, 20), 10) for i in range(3)}) for _ in range(10)]
    found = margin_labelings(points, Fraction(1, 10**12))
    assert len(found) == 2 * sum(comb(9, i) for i in range(3)) == 92  # Cover (1965): points in general position
    check_targets(points, Fraction(1, 10**12), found)
    some = margin_labelings(points, Fraction(1, 100))
    assert 0 < len(some) < 92
    assert {labels for labels, _ in some} < {labels for labels, _ in found}


def test_points_need_not_have_norm_1_and_margins_are_not_divided_by_it() -> None:
    points = [vector({0: 2}), vector({0: -6})]
    assert [labels for labels, _ in margin_labelings(points, Fraction(4))] == [(1, -1), (-1, 1)]
    assert margin_labelings(points, Fraction(4) + Fraction(1, 10**30)) == []


def test_a_zero_point_has_no_label_and_equal_points_have_one() -> None:
    x = basis_vector(0)
    assert margin_labelings([x, Vector(())], Fraction(1, 10**9)) == []
    assert margin_labelings([x, x], Fraction(1)) == [
        ((1, 1), Target(x, Fraction(1))),
        ((-1, -1), Target(vector({0: -1}), Fraction(1))),
    ]


@pytest.mark.parametrize(
    ("points", "margin_squared", "says"),
    [
        ([], Fraction(1), "there are no points to label; give at least one"),
        ([basis_vector(0)], Fraction(0), "the margin should be above 0, but its square is 0"),
        ([basis_vector(0)], Fraction(-1, 2), "the margin should be above 0, but its square is -1/2"),
    ],
)
def test_unusable_input_is_refused(points: list[Vector], margin_squared: Fraction, says: str) -> None:
    with pytest.raises(InputError) as caught:
        margin_labelings(points, margin_squared)
    assert str(caught.value) == says
