"""Samples of zeros and ones that cost the Perceptron exponentially many updates, whatever the order."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from conftest import batch_run
from trials_perceptron import binary_points

from proofs.claims.candidates import Sample, dot
from proofs.exact.margins import Separable, best_margin
from proofs.exact.vectors import Vector, vector


def vectors(sample: Sample) -> list[tuple[Vector, int]]:
    return [(vector(enumerate(x)), label) for x, label in sample.examples]


def signed(sample: Sample) -> list[list[Fraction]]:
    return [[Fraction(label * value) for value in x] for x, label in sample.examples]


def run(sample: Sample, choose: Callable[[list[int]], int]) -> tuple[int, tuple[Fraction, ...]]:
    """Run the Perceptron by its definition; ``choose`` picks one of the violated examples."""
    rows, updates = signed(sample), 0
    w = [Fraction(0)] * len(rows)
    while violated := [i for i, z in enumerate(rows) if sum(a * b for a, b in zip(w, z, strict=True)) <= 0]:
        w = [a + b for a, b in zip(w, rows[choose(violated)], strict=True)]
        updates += 1
    return updates, tuple(w)


def test_the_points() -> None:
    assert signed(binary_points(4)[0]) == [[-1, 0, 0, 0], [1, 1, 0, 0], [0, -1, -1, 0], [1, 0, 1, 1]]
    assert {label for _, label in binary_points(2)[0].examples} == {1, -1}


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_shortest_separator_of_the_n_examples_is_right_on_the_whole_cube(n: int) -> None:
    separator = binary_points(n)[0].shortest
    assert separator is not None
    for bits in product([0, 1], repeat=n):
        if any(bits):
            assert (-1) ** max(j + 1 for j, bit in enumerate(bits) if bit) * dot(separator, bits) >= 1


@pytest.mark.parametrize("n", range(1, 13))
def test_closed_forms_and_what_proves_them_a_bound(n: int) -> None:
    """Multipliers above 0 that sum up to ‖U‖², and y⟨U, x⟩ = 1 on every example."""
    fibonacci = [0, 1]
    while len(fibonacci) < n + 3:
        fibonacci.append(sum(fibonacci[-2:]))
    sample, least = binary_points(n)
    found = best_margin(vectors(sample))
    assert isinstance(found, Separable)
    assert least == fibonacci[n + 1] * fibonacci[n + 2] - 1 == found.norm_squared == sum(found.alphas)
    assert min(found.alphas) > 0
    assert {label * found.w.dot(x) for x, label in vectors(sample)} == {1}
    assert [abs(value) for _, value in found.w.entries] == fibonacci[2 : n + 2]


@pytest.mark.parametrize("n", [1, 2, 3, 5, *(pytest.param(n, marks=pytest.mark.full) for n in (4, 6, 7))])
def test_every_run_makes_as_many_updates_and_ends_in_the_shortest_separator(n: int) -> None:
    sample, least = binary_points(n)
    rules: list[Callable[[list[int]], int]] = [min, max, Random(0).choice, Random(1).choice]
    for choose in rules:
        assert run(sample, choose) == (least, sample.shortest)


@pytest.mark.parametrize("rule", ["first", "cyclic"])
def test_the_learner_makes_as_many_updates(rule: str) -> None:
    for n in range(2, 7):
        sample, least = binary_points(n)
        w, made, _ = batch_run(vectors(sample), rule, budget=10**6)
        assert (made, vector(w).coordinates(n)) == (least, sample.shortest)
