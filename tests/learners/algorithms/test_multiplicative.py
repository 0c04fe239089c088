"""The exact multiplicative learners, beside sums of powers that are written out, and beside their relatives in floats."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learners.algorithms.dense import PNormPerceptron
from learners.algorithms.multiplicative import (
    BalancedWinnow,
    ExactPNormPerceptron,
    sign_of_powers,
)
from learners.protocol import Label
from proofs.exact.vectors import Vector, vector

SIGNS: tuple[Label, Label] = (1, -1)

points = st.dictionaries(st.integers(0, 3), st.fractions(-4, 4, max_denominator=4), max_size=4)
labels: st.SearchStrategy[Label] = st.sampled_from([1, -1])


def signum(value: Fraction) -> int:
    return (value > 0) - (value < 0)


@given(st.dictionaries(st.integers(-70, 70), st.integers(-9, 9)))
def test_the_sign_of_a_sum_of_powers(terms: dict[int, int]) -> None:
    assert sign_of_powers(terms) == signum(sum((c * Fraction(2) ** e for e, c in terms.items()), Fraction(0)))


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9), st.integers(-(10**300), 10**300))
def test_the_sign_does_not_depend_on_where_the_exponents_are(coefficients: list[int], start: int) -> None:
    near = sign_of_powers(dict(enumerate(coefficients)))
    assert sign_of_powers({start + k: c for k, c in enumerate(coefficients)}) == near


def test_sums_that_cancel_down_to_the_last_term() -> None:
    # 2^n − 2^(n−1) − … − 2 − 2 = 0, and then one more or less at an exponent far below.
    terms = {40: 1, **dict.fromkeys(range(1, 40), -1)}
    terms[1] -= 1
    assert sign_of_powers(terms) == 0
    assert sign_of_powers({**terms, -(10**200): 1}) == 1
    assert sign_of_powers({**terms, -(10**200): -1}) == -1
    assert sign_of_powers({}) == sign_of_powers({5: 0}) == 0


def written_out(mistakes: list[tuple[dict[int, Fraction], int]], x: dict[int, Fraction], balanced: bool) -> Fraction:
    """Return Σ (2^m − 2^−m)·x, or Σ 2^m·x, of points that are multiplied by their common denominators."""
    total = Fraction(0)
    for index, value in x.items():
        exponent = sum((y * cleared(z).get(index, Fraction(0)) for z, y in mistakes), Fraction(0))
        assert exponent.denominator == 1
        power = Fraction(2) ** int(exponent)
        total += value * (power - 1 / power if balanced else power)
    return total


def cleared(x: dict[int, Fraction]) -> dict[int, Fraction]:
    nonzero = [value for value in x.values() if value]
    common = next(n for n in range(1, 13) if all((value * n).denominator == 1 for value in nonzero))
    return {index: value * common for index, value in x.items()}


@given(st.lists(st.tuples(points, labels), max_size=8))
def test_winnow_and_eg_are_what_their_definitions_say(rounds: list[tuple[dict[int, Fraction], Label]]) -> None:
    for learner in (BalancedWinnow(), BalancedWinnow(balanced=False)):
        mistakes: list[tuple[dict[int, Fraction], int]] = []
        for coordinates, y in rounds:
            x = vector(coordinates)
            expected = 1 if written_out(mistakes, coordinates, learner.balanced) >= 0 else -1
            assert learner.predict(x) == expected
            learner.update(x, y)
            if expected != y:
                mistakes.append((coordinates, y))


@given(st.lists(st.tuples(points, labels), max_size=8), st.integers(2, 7))
def test_the_p_norm_is_what_its_definition_says(rounds: list[tuple[dict[int, Fraction], Label]], p: int) -> None:
    learner, theta = ExactPNormPerceptron(4, p), [Fraction(0)] * 4
    for coordinates, y in rounds:
        x = vector(coordinates)
        total = sum(signum(theta[i]) * abs(theta[i]) ** (p - 1) * value for i, value in coordinates.items())
        assert learner.predict(x) == (1 if total >= 0 else -1)
        learner.update(x, y)
        if (total >= 0) != (y == 1):
            theta = [value + y * coordinates.get(i, 0) for i, value in enumerate(theta)]


def test_floats_agree_where_they_are_exact() -> None:
    random = Random(3)
    exact, floats = ExactPNormPerceptron(4, 4), PNormPerceptron(4, 4)
    for _ in range(60):
        row = [random.randint(-2, 2) for _ in range(4)]
        x, array, y = vector(enumerate(row)), np.array(row, float), random.choice(SIGNS)
        theta = [exact.weights.get(i, 0) for i in range(4)]
        product = sum(t**3 * value for t, value in zip(theta, row, strict=True))
        if product:  # where it is 0, floats that were divided by the largest may miss it
            assert exact.predict(x) == floats.predict(array)
        exact.update(x, y)
        if list(floats.weights) != [exact.weights.get(i, 0) for i in range(4)]:
            floats.update(array, y)
        floats.weights = np.array([float(exact.weights.get(i, 0)) for i in range(4)])


def test_by_default_p_is_even_and_near_twice_the_logarithm() -> None:
    chosen = {dimension: ExactPNormPerceptron(dimension).p for dimension in (1, 2, 4, 8, 16, 32, 64, 128, 10**6)}
    assert chosen == {1: 2, 2: 2, 4: 2, 8: 4, 16: 6, 32: 6, 64: 8, 128: 10, 10**6: 28}


@pytest.mark.parametrize("learner", [BalancedWinnow(), BalancedWinnow(balanced=False)])
def test_a_hostile_point_exhausts_no_memory(learner: BalancedWinnow) -> None:
    far = 10**990
    hostile: list[dict[int, int | Fraction]] = [
        {0: far, 1: Fraction(1, 3)},
        {0: Fraction(-1, far), 1: 1},
        {0: 1, 1: far},
    ]
    for point in hostile:
        for y in SIGNS:
            learner.update(vector(point), y)
            assert learner.predict(vector([(0, far), (1, -far), (2, Fraction(1, 7))])) in (1, -1)
    assert max(map(abs, learner.exponents.values())) > far


# ------------------------------------------------------------------------------------------------ Hadamard rows


def mistakes_on(learner: BalancedWinnow | ExactPNormPerceptron, rows: list[Vector], column: int) -> int:
    mistakes = 0
    for x in rows:
        y: Label = 1 if x.entries[column][1] == 1 else -1
        mistakes += learner.predict(x) != y
        learner.update(x, y)
    return mistakes


def matrix(order: int) -> list[Vector]:
    return [vector((j, (-1) ** (i & j).bit_count()) for j in range(order)) for i in range(order)]


@pytest.mark.parametrize("order", [2, 4, 8, 16, 32])
def test_log2_mistakes_on_every_column_in_every_order_of_the_rows(order: int) -> None:
    random, rows = Random(order), matrix(order)
    for column in range(1, order):
        for learner in (BalancedWinnow(), BalancedWinnow(balanced=False), ExactPNormPerceptron(order)):
            assert mistakes_on(learner, rows, column) == order.bit_length() - 1
        shuffled = random.sample(rows, order)
        assert mistakes_on(BalancedWinnow(), shuffled, column) == order.bit_length() - 1
