"""Understanding Machine Learning, 9.1.2: the verdicts found, every witness computed again, and tests that can fail."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversary.claims.uml import ATTACKS
from proofs.claims.claim import Candidate
from proofs.claims.labeled_samples import longest_squared, read_examples, shortest, sign
from proofs.claims.uml_checks import (
    cosine,
    cosine_too_small,
    iterations,
    no_erm,
    not_corrected,
    radius_and_length,
    separable,
    stops_wrong,
    undefined,
    updates,
)
from proofs.exact.margins import Separable

# ------------------------------------------------------------------------------------------------- witnesses, once more


def test_the_one_example_takes_two_iterations_or_with_plus_at_zero_none_that_updates() -> None:
    w, passes = 0, list[int]()
    while not passes or passes[-1] <= 0:
        passes.append(w * 1)
        w += 1 if passes[-1] <= 0 else 0
    assert (len(passes), w) == (2, 1), "RB = 1"
    plus_at_zero = 1 if 0 >= 0 * 1 else -1
    assert plus_at_zero == 1, "so that w = 0 mislabels nothing, and it stops there, though 1·0 is not positive"


def test_the_zero_vector_is_never_corrected() -> None:
    w = 0
    for _ in range(9):
        assert 1 * w * 0 <= 0
        w += 1 * 0
    assert w == 0


def test_two_iterations_would_need_a_cosine_above_1() -> None:
    w_star, w, radius = 1, 1, 1
    assert Fraction(w_star * w) ** 2 / (w_star**2 * w**2) == 1 < Fraction(2, radius**2 * w_star**2)


def test_nothing_has_an_angle_with_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        Fraction(0, 1 * 0)


@pytest.mark.parametrize("of_zero", [1, 0, -1])
def test_signs(of_zero: int) -> None:
    assert [sign(value, of_zero) for value in (Fraction(-1, 2), 0, 3)] == [-1, of_zero, 1]


# -------------------------------------------------------------------------------------------------- tests that can fail


def violations(test: object, candidates: object) -> int:
    assert callable(test)
    return sum(test(candidate) is not None for candidate in candidates)  # type: ignore[attr-defined]


def test_smaller_bounds_are_refuted() -> None:
    assert violations(iterations(counted=0, allowed=0), separable()) == 0
    assert violations(iterations(counted=0, allowed=-1), separable()) > 0
    assert violations(iterations(counted=1, allowed=0), separable()) > 0


def test_a_cosine_is_not_larger_than_shown() -> None:
    assert violations(cosine(start=1, counted=0), separable()) == 0
    assert violations(cosine(start=1, counted=1), separable()) > 0
    assert cosine_too_small((1, 1), (1, 0), 1, 2)
    assert not cosine_too_small((1, 1), (1, 0), 1, 1)
    assert cosine_too_small((1,), (-5,), 1, 1), "an obtuse angle's cosine is negative"


def test_an_update_helps_only_where_the_point_is_not_zero() -> None:
    assert violations(not_corrected(strictly=True), updates()) > 0
    assert violations(not_corrected(strictly=True, zero=False), updates()) == 0
    right = {"w": ["1"], "examples": [[["1"], 1]]}
    assert not_corrected(strictly=True)(right) is None, "it is not mislabeled, so there is no update"


def test_samples_that_are_not_separable_are_outside_the_theorem() -> None:
    both = {"examples": [[["1"], 1], [["1"], -1]]}
    for test in (
        iterations(counted=9, allowed=0),
        stops_wrong(0),
        stops_wrong(1),
        cosine(start=0, counted=9),
        undefined,
    ):
        assert test(both) is None
    assert no_erm(separable_only=True)(both) is None
    assert no_erm(separable_only=False)(both) is not None


points = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


@given(st.lists(st.tuples(points, st.sampled_from([1, -1])), min_size=1, max_size=4))
def test_no_vector_of_a_grid_is_shorter_than_b(sample: list[tuple[tuple[int, int], int]]) -> None:
    grid = [(Fraction(a, 4), Fraction(b, 4)) for a in range(-8, 9) for b in range(-8, 9)]
    feasible = [w for w in grid if all(y * (w[0] * x[0] + w[1] * x[1]) >= 1 for x, y in sample)]
    bound = radius_and_length(list(sample))
    if bound is None:
        assert feasible == []
        return
    longest = max(x[0] ** 2 + x[1] ** 2 for x, _ in sample)
    assert bound >= 1
    assert all((w[0] ** 2 + w[1] ** 2) * longest >= bound for w in feasible)
    assert undefined({"examples": [[[str(a), str(b)], y] for (a, b), y in sample]}) is None


@pytest.mark.parametrize("game", list(ATTACKS["uml-9.1"]()))
def test_the_games_attain_the_bound(game: Candidate) -> None:
    examples = read_examples(game)
    best = shortest(examples)
    assert isinstance(best, Separable)
    assert longest_squared(examples) == 1
    assert radius_and_length(examples) == len(examples) == best.norm_squared
