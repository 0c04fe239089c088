"""Exact Opt(S), against all subsets and against a search that removes examples."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.exact.errors import InputError
from proofs.exact.margins import Example, Separable, best_margin
from proofs.exact.vectors import vector
from proofs.solvers.linear_samples import min_disagreements


def sample_of(*rows: tuple[tuple[int, ...], int]) -> list[Example]:
    return [(vector(enumerate(point)), label) for point, label in rows]


def noisy_sample(examples: int, dimension: int, flips: int, seed: int, largest: int = 9) -> list[Example]:
    """Return a sample that a halfspace explains but for ``flips`` labels, so that Opt(S) ≤ flips."""
    random = Random(seed)

    def drawn() -> tuple[int, ...]:
        return tuple([random.randint(-largest, largest) for _ in range(dimension)])

    target = (1, *drawn()[1:])
    rows: list[tuple[tuple[int, ...], int]] = []
    while len(rows) < examples:
        point = drawn()
        if product := sum([a * b for a, b in zip(target, point, strict=True)]):
            rows.append((point, 1 if product > 0 else -1))
    flipped = random.sample(range(examples), flips)
    return sample_of(*[(x, -label if number in flipped else label) for number, (x, label) in enumerate(rows)])


@st.composite
def samples(draw: st.DrawFn, most: int = 7) -> list[Example]:
    """Small coordinates, so that zeros, doubles, opposites and collinear points are common."""
    dimension = draw(st.integers(1, 4))
    point = st.tuples(*[st.integers(-2, 2)] * dimension)
    return sample_of(*draw(st.lists(st.tuples(point, st.sampled_from([1, -1])), min_size=1, max_size=most)))


# ---------------------------------------------------------------------------------------------------- the oracle


def feasible(rows: list[list[Fraction]]) -> bool:
    """Whether some w has ⟨w,z⟩ > 0 for all rows: Fourier and Motzkin's elimination."""
    while rows and rows[0]:
        above = [row for row in rows if row[0] > 0]
        below = [row for row in rows if row[0] < 0]
        level = [row for row in rows if row[0] == 0]
        both = [[a / p[0] - b / q[0] for a, b in zip(p, q, strict=True)] for p in above for q in below]
        rows = [list(row) for row in {tuple(row[1:]) for row in level + both}]
    return not rows


def brute_force(sample: list[Example]) -> int:
    rows = [[Fraction(label * dict(x.entries).get(index, 0)) for index in range(4)] for x, label in sample]
    sizes = range(len(rows), -1, -1)
    return len(rows) - next(size for size in sizes if any(feasible(list(kept)) for kept in combinations(rows, size)))


def some_halfspace_errs_at_most(sample: list[Example], errors: int) -> bool:
    """Whether so many examples can be removed that the rest is separable: one of every inseparable part must go."""

    @cache
    def possible(left: frozenset[int], errors: int) -> bool:
        numbers = sorted(left)
        found = best_margin([sample[number] for number in numbers]) if left else None
        if found is None or isinstance(found, Separable):
            return True
        return errors > 0 and any(possible(left - {numbers[place]}, errors - 1) for place in found.support)

    return possible(frozenset(range(len(sample))), errors)


# ---------------------------------------------------------------------------------------------------- laws


@given(samples())
def test_it_is_what_all_subsets_say(sample: list[Example]) -> None:
    errors, w = min_disagreements(sample)
    assert errors == brute_force(sample)
    assert errors == sum(label * w.dot(x) <= 0 for x, label in sample)
    assert some_halfspace_errs_at_most(sample, errors)
    assert errors == 0 or not some_halfspace_errs_at_most(sample, errors - 1)


@pytest.mark.parametrize("seed", range(6))
def test_nine_points(seed: int) -> None:
    sample = noisy_sample(9, 3, 4, seed, largest=1 + seed)
    assert min_disagreements(sample)[0] == brute_force(sample) <= 4


@given(samples(), st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9), st.randoms())
def test_scaling_and_order_change_nothing(sample: list[Example], scale: Fraction, random: Random) -> None:
    scaled = [(vector([(i, v * scale) for i, v in x.entries]), label) for x, label in sample]
    random.shuffle(scaled)
    assert min_disagreements(scaled)[0] == min_disagreements(sample)[0]


@given(samples())
def test_a_point_and_its_opposite_cost_one_each(sample: list[Example]) -> None:
    both = sample + [(x, -label) for x, label in sample]
    zeros = sum(not x.entries for x, _ in sample)
    assert min_disagreements(both)[0] == len(sample) + zeros


# ---------------------------------------------------------------------------------------------------- known cases

ZERO = ((0, 0), 1)
CASES = {
    "one point": ([((1, 0), -1)], 0),
    "zero is always wrong": ([ZERO], 1),
    "zeros beside others": ([ZERO, ((1, 2), 1), ZERO, ((1, 2), -1)], 3),
    "doubles count": ([((1, 1), 1)] * 3 + [((1, 1), -1)] * 2, 2),
    "collinear": ([((1, 1), 1), ((2, 2), 1), ((-3, -3), 1), ((-1, -1), -1)], 1),
    "three around the origin": ([((1, 0), 1), ((-1, 1), 1), ((-1, -1), 1)], 1),
    "exclusive or, homogeneous": ([((1, 1), 1), ((-1, -1), 1), ((1, -1), -1), ((-1, 1), -1)], 2),
    "touching counts as wrong": ([((1, 0), 1), ((-1, 0), 1), ((0, 1), 1)], 1),
}


@pytest.mark.parametrize("name", CASES)
def test_known(name: str) -> None:
    rows, errors = CASES[name]
    sample = sample_of(*rows)
    assert min_disagreements(sample)[0] == errors == brute_force(sample)


@pytest.mark.parametrize("dimension", [2, 3, 4])
def test_thirty_points(dimension: int) -> None:
    sample = noisy_sample(30, dimension, 4, 1)
    errors, _ = min_disagreements(sample)
    assert 2 <= errors <= 4
    assert not some_halfspace_errs_at_most(sample, errors - 1)


@pytest.mark.parametrize("dimension", [2, 3, 4])
def test_thirty_points_with_labels_by_chance(dimension: int) -> None:
    random = Random(1)
    sample = [(x, random.choice([1, -1])) for x, _ in noisy_sample(30, dimension, 0, 1)]
    assert min_disagreements(sample)[0] == {2: 10, 3: 9, 4: 8}[dimension]  # proved to be so, by cases


def test_too_many_hyperplanes_are_not_tried() -> None:
    with pytest.raises(InputError, match="hyperplanes"):
        min_disagreements(noisy_sample(60, 6, 0, 1))
