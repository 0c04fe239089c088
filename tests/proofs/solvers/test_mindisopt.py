"""Exact Opt(S): against all subsets, with proofs that are checked and mutilated."""

import json
import time
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.exact.errors import InputError
from proofs.exact.margins import CertificateError, Example
from proofs.exact.vectors import Vector, vector
from proofs.solvers.mindisopt import (
    Optimum,
    Tree,
    check_lower_bound,
    min_disagreements,
    noisy_sample,
    opt_is_zero,
    prove_lower_bound,
)


def sample_of(*rows: tuple[tuple[int, ...], int]) -> list[Example]:
    return [(vector(enumerate(point)), label) for point, label in rows]


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


# ---------------------------------------------------------------------------------------------------- laws


@settings(deadline=None, max_examples=150)
@given(samples())
def test_it_is_what_all_subsets_say_and_both_halves_are_proved(sample: list[Example]) -> None:
    found = min_disagreements(sample)
    found.verify(sample)
    assert found.errors == brute_force(sample)
    assert found.errors == sum(label * found.w.dot(x) <= 0 for x, label in sample)
    tree = json.loads(json.dumps(prove_lower_bound(sample, found.errors)))
    assert check_lower_bound(sample, tree) == found.errors
    assert opt_is_zero(sample) == (found.errors == 0)
    with pytest.raises(CertificateError):
        prove_lower_bound(sample, found.errors + 1)


@pytest.mark.parametrize("seed", range(6))
def test_nine_points(seed: int) -> None:
    sample = noisy_sample(9, 3, 4, seed, largest=1 + seed)
    assert min_disagreements(sample).errors == brute_force(sample) <= 4


@settings(deadline=None)
@given(samples(), st.fractions(min_value=Fraction(1, 9), max_value=9, max_denominator=9), st.randoms())
def test_scaling_and_order_change_nothing(sample: list[Example], scale: Fraction, random: Random) -> None:
    scaled = [(vector([(i, v * scale) for i, v in x.entries]), label) for x, label in sample]
    random.shuffle(scaled)
    errors = min_disagreements(sample).errors
    assert min_disagreements(scaled).errors == errors
    assert check_lower_bound(scaled, prove_lower_bound(scaled, errors)) == errors


@settings(deadline=None)
@given(samples())
def test_a_point_and_its_opposite_cost_one_each(sample: list[Example]) -> None:
    both = sample + [(x, -label) for x, label in sample]
    zeros = sum(not x.entries for x, _ in sample)
    assert min_disagreements(both).errors == len(sample) + zeros


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
    assert min_disagreements(sample).errors == errors == brute_force(sample)
    assert check_lower_bound(sample, prove_lower_bound(sample, errors)) == errors


@pytest.mark.parametrize(("dimension", "seconds"), [(2, 1), (3, 5), (4, 20)])
def test_thirty_points(dimension: int, seconds: float) -> None:
    random = Random(1)
    sample = [(x, random.choice([1, -1])) for x, _ in noisy_sample(30, dimension, 0, 1)]
    start = time.perf_counter()
    found = min_disagreements(sample)
    tree = prove_lower_bound(sample, found.errors)
    assert time.perf_counter() - start < seconds
    assert check_lower_bound(sample, tree) == found.errors > 2
    assert len(json.dumps(tree)) < 20_000


# ---------------------------------------------------------------------------------------------------- false proofs

TRIANGLE = sample_of(((1, 0), 1), ((-1, 1), 1), ((-1, -1), 1))
FIVE = sample_of(((1, 0), 1), ((1, 0), -1), ((0, 0), 1), ((0, 1), 1), ((0, 2), -1))


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        ({"sums": [[[0, 1], [1, 1], [2, 1]]]}, "is not 0"),
        ({"sums": [[[0, 2], [1, 1], [2, 1]], [[0, 2], [1, 1], [2, 1]]]}, "share"),
        ({"sums": [[[0, -2], [1, -1], [2, -1]]]}, "integer above 0"),
        ({"sums": [[[0, Fraction(2)], [1, 1], [2, 1]]]}, "integer above 0"),
        ({"sums": [[[0, True], [1, 1]]]}, "integer above 0"),
        ({"sums": [[]]}, "empty"),
        ({"sums": [[[0, 1], [0, 1]]]}, "twice"),
        ({"sums": [[[3, 1]]]}, "no example"),
        ({"sums": [[[-1, 1]]]}, "no example"),
        ({"sums": [3]}, "form"),
        ({"sums": [[[0]]]}, "form"),
        ({"example": 0, "right": {"sums": []}}, "form"),
        ({"example": 7, "right": {"sums": []}, "wrong": {"sums": []}}, "no example"),
        (
            {
                "example": 0,
                "right": {"sums": []},
                "wrong": {"example": 0, "right": {"sums": []}, "wrong": {"sums": []}},
            },
            "decided twice",
        ),
        ([], "form"),
        (None, "form"),
    ],
)
def test_a_false_proof_is_found(tree: Any, says: str) -> None:
    with pytest.raises(CertificateError, match=says):
        check_lower_bound(TRIANGLE, tree)


def test_proofs_by_hand() -> None:
    leaf: Tree = {"sums": [[[0, 2], [1, 1], [2, 1]]]}
    assert check_lower_bound(TRIANGLE, leaf) == 1
    assert check_lower_bound(TRIANGLE, {"sums": []}) == 0
    assert check_lower_bound(TRIANGLE, {"example": 0, "right": leaf, "wrong": {"sums": []}}) == 1
    # The case that 0 is right and 1 too is impossible: without 2 among the right ones it proves nothing.
    assert check_lower_bound(TRIANGLE, {"example": 2, "right": {"sums": []}, "wrong": {"sums": []}}) == 0
    assert check_lower_bound(FIVE, {"sums": [[[0, 1], [1, 1]], [[3, 2], [4, 1]]]}) == 3
    with pytest.raises(CertificateError, match="no example"):
        check_lower_bound(FIVE, {"sums": [[[2, 1]]]})  # x = 0 is counted already


def mutated(tree: Tree, random: Random) -> Tree:
    """Swap branches, drop or double sums, decide other examples: somewhere in the tree."""
    if "sums" not in tree:
        key = random.choice(["right", "wrong", "swap", "example"])
        if key == "swap":
            return {**tree, "right": tree["wrong"], "wrong": tree["right"]}
        if key == "example":
            return {**tree, "example": tree["example"] + random.choice([-1, 1])}
        return {**tree, key: mutated(tree[key], random)}
    sums = tree["sums"]
    if not sums or random.random() < 0.3:
        return {"sums": sums[1:]}
    terms = random.choice(sums)
    return {"sums": [*sums, random.choice([terms, terms[1:], terms[:-1], [[n, u + 1] for n, u in terms]])]}


@pytest.mark.parametrize("seed", range(4))
def test_no_mutation_proves_more_than_is_true(seed: int) -> None:
    sample = noisy_sample(14, 2, 6, seed, largest=3)
    errors = min_disagreements(sample).errors
    tree, random, refused = prove_lower_bound(sample, errors), Random(seed), 0
    for _ in range(150):
        try:
            assert check_lower_bound(sample, mutated(tree, random)) <= errors
        except CertificateError:
            refused += 1
    assert refused > 20


def test_an_optimum_is_counted_again() -> None:
    found = min_disagreements(TRIANGLE)
    for wrong in (Optimum(0, found.w, ()), Optimum(1, Vector(()), found.wrong), Optimum(2, found.w, (0, 1))):
        with pytest.raises(CertificateError, match="w errs on"):
            wrong.verify(TRIANGLE)


# ---------------------------------------------------------------------------------------------------- input


def test_instances_are_seeded_and_planted() -> None:
    assert noisy_sample(12, 3, 2, 5) == noisy_sample(12, 3, 2, 5) != noisy_sample(12, 3, 2, 6)
    for flips in range(4):
        sample = noisy_sample(12, 3, flips, 1)
        clean = noisy_sample(12, 3, 0, 1)
        assert opt_is_zero(clean)
        assert sum(a != b for a, b in zip(sample, clean, strict=True)) == flips >= min_disagreements(sample).errors


@pytest.mark.parametrize("numbers", [(0, 2, 0), (3, 0, 0), (3, 2, 4), (3, 2, -1)])
def test_impossible_instances(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="at least 1"):
        noisy_sample(*numbers, seed=0)


def test_unusable_input() -> None:
    for use in (min_disagreements, opt_is_zero, lambda s: prove_lower_bound(s, 1), lambda s: check_lower_bound(s, {})):
        with pytest.raises(InputError, match="empty"):
            use([])
        for label in (0, 2, 1.0, True):
            with pytest.raises(InputError, match="example 0 has the label"):
                use([(vector({0: 1}), label)])  # type: ignore[list-item]
    with pytest.raises(InputError, match="hyperplanes"):
        min_disagreements(noisy_sample(60, 6, 0, 1))
