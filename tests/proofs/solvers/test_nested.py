"""Samples that cost the Perceptron exponentially many updates, whatever the order."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from conftest import batch_run

from proofs.exact.margins import Example, Separable, best_margin
from proofs.exact.vectors import vector
from proofs.solvers.linear_samples import nested, nested_updates, odd_max_bit, odd_max_bit_updates

Family = tuple[Callable[[int], list[Example]], Callable[[int], int]]
FAMILIES: dict[str, Family] = {"nested": (nested, nested_updates), "odd max bit": (odd_max_bit, odd_max_bit_updates)}


def listed(example: Example, n: int) -> list[int]:
    x, label = example
    return [int(label * dict(x.entries).get(index, 0)) for index in range(n)]


def run(sample: list[Example], choose: Callable[[list[int]], int]) -> tuple[int, list[int]]:
    """Run the Perceptron by its definition; ``choose`` picks one of the violated examples."""
    n = len(sample)
    rows = [listed(example, n) for example in sample]
    w, updates = [0] * n, 0
    while violated := [i for i, z in enumerate(rows) if sum(a * b for a, b in zip(w, z, strict=True)) <= 0]:
        w = [a + b for a, b in zip(w, rows[choose(violated)], strict=True)]
        updates += 1
    return updates, w


# ---------------------------------------------------------------------------------------------------- the families


def test_the_points() -> None:
    assert [listed(example, 3) for example in nested(3)] == [[1, 0, 0], [-1, 1, 0], [-1, -1, 1]]
    assert [listed(example, 4) for example in odd_max_bit(4)] == [
        [-1, 0, 0, 0],
        [1, 1, 0, 0],
        [0, -1, -1, 0],
        [1, 0, 1, 1],
    ]
    assert {label for _, label in nested(2)} == {label for _, label in odd_max_bit(2)} == {1, -1}


@pytest.mark.parametrize("n", [1, 4, 9])
def test_the_labels_are_those_of_the_functions(n: int) -> None:
    for x, label in nested(n):
        assert label == x.entries[-1][1]
    for x, label in odd_max_bit(n):
        assert all(value == 1 for _, value in x.entries)
        assert label == (-1) ** (x.entries[-1][0] + 1)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_shortest_separator_of_the_n_examples_is_right_on_the_whole_cube(n: int) -> None:
    found = best_margin(odd_max_bit(n))
    assert isinstance(found, Separable)
    for bits in product([0, 1], repeat=n):
        if any(bits):
            x, largest = vector(enumerate(bits)), max(j + 1 for j, bit in enumerate(bits) if bit)
            assert (-1) ** largest * found.w.dot(x) >= 1


# ---------------------------------------------------------------------------------------------------- the bounds


@pytest.mark.parametrize("n", range(1, 13))
def test_closed_forms_and_what_proves_them_a_bound(n: int) -> None:
    """Multipliers above 0 that sum up to ‖w*‖², and ⟨w*,z⟩ = 1 on every example: the bound in the module's words."""
    fibonacci = [0, 1]
    while len(fibonacci) < n + 3:
        fibonacci.append(sum(fibonacci[-2:]))
    expected = {
        "nested": ((4**n - 1) // 3, [2**k for k in range(n)]),
        "odd max bit": (fibonacci[n + 1] * fibonacci[n + 2] - 1, fibonacci[2 : n + 2]),
    }
    for name, (family, least) in FAMILIES.items():
        sample, (updates, weights) = family(n), expected[name]
        found = best_margin(sample)
        assert isinstance(found, Separable)
        assert least(n) == updates == found.norm_squared == sum(found.alphas)
        assert min(found.alphas) > 0
        assert {label * found.w.dot(x) for x, label in sample} == {1}
        assert [abs(value) for _, value in found.w.entries] == weights


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("n", range(1, 8))
def test_every_run_makes_as_many_updates_and_ends_in_the_shortest_separator(name: str, n: int) -> None:
    family, least = FAMILIES[name]
    sample = family(n)
    found = best_margin(sample)
    assert isinstance(found, Separable)
    rules: list[Callable[[list[int]], int]] = [min, max, Random(0).choice, Random(1).choice]
    for choose in rules:
        updates, w = run(sample, choose)
        assert updates == least(n)
        assert vector(enumerate(w)) == found.w


# ---------------------------------------------------------------------------------------------------- the runs


@pytest.mark.parametrize("rule", ["first", "cyclic"])
@pytest.mark.parametrize(
    ("name", "updates"),
    [
        ("nested", [5, 21, 85, 341, 1365, 5461]),
        ("odd max bit", [5, 14, 39, 103, 272, 713, 1869, 4894]),
    ],
)
def test_the_learner_makes_as_many_updates(name: str, updates: list[int], rule: str) -> None:
    family, least = FAMILIES[name]
    for n, expected in enumerate(updates, 2):
        w, made, _ = batch_run(family(n), rule, budget=10**6)
        assert made == expected == least(n)
        shortest = best_margin(family(n))
        assert isinstance(shortest, Separable)
        assert vector(w) == shortest.w
