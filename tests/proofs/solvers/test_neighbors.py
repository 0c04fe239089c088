"""Announced orders, self-directed learning, "don't know" and apple tasting: by brute force, and as published."""

import random

import oracles.values
import pytest
from conftest import seeds
from oracles import neighbors
from oracles.classes import all_fewest, random_texts

from proofs.classes.concepts import class_of_texts
from proofs.classes.files import load_class
from proofs.exact.errors import InputError
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.apple_tasting import AppleTasting
from proofs.solvers.other_models.orders import Announced, best_order, self_directed, worst_order


@pytest.mark.parametrize("seed", seeds(10))
def test_orders_are_those_of_brute_force(seed: int) -> None:
    for case in range(200):
        rows = random_texts(random.Random(200 * seed + case), 10)
        table = class_of_texts("some", rows)
        worst, best = worst_order(table), best_order(table)
        assert (worst.mistakes, best.mistakes) == neighbors.of_all_orders(frozenset(rows))
        assert [Announced(table, found.order).mistakes() for found in (worst, best)] == [worst.mistakes, best.mistakes]
        assert self_directed(table) == neighbors.self_directed(frozenset(rows))


@pytest.mark.parametrize("seed", seeds(10))
def test_answers_and_apples_are_those_of_brute_force(seed: int) -> None:
    for case in range(200):
        rows = random_texts(random.Random(200 * seed + case), 7)
        table = class_of_texts("some", rows)
        known = all_fewest(table)
        assert known == [neighbors.dont_know(frozenset(rows), mistakes) for mistakes in range(len(known))]
        assert len(known) == Littlestone(table).dimension() + 1
        start = frozenset([(row, 0) for row in rows])
        apples = AppleTasting(table)
        values = [apples.value(rounds) for rounds in range(4)]
        assert values == [neighbors.apple_tasting(start, rounds) for rounds in range(4)]
        assert apples.value() == oracles.values.apples(start, len(rows))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("thresholds:3", (2, 1, 1)),
        ("thresholds:7", (3, 1, 1)),
        ("singletons:6", (1, 1, 1)),
        ("intervals:4", (3, 2, 2)),
        ("conjunctions:2", (3, 2, 2)),
        ("halfspaces:2", (3, 3, 3)),
        ("cube:4", (4, 4, 4)),
        ("parities:3", (3, 3, 3)),
    ],
)
def test_orders_are_as_published(name: str, values: tuple[int, int, int]) -> None:
    table = load_class(name)
    assert (worst_order(table).mistakes, best_order(table).mistakes, self_directed(table)) == values


def test_the_smallest_class_with_a_gap() -> None:
    rows = "0000 0001 0011 0100 0110 0111 1000 1001".replace("0", "-").replace("1", "+").split()
    table = class_of_texts("gap", rows)
    assert (Littlestone(table).dimension(), worst_order(table).mistakes) == (3, 2)


@pytest.mark.parametrize(
    ("name", "fewest"),
    [
        ("thresholds:3", [3, 1, 0]),
        ("thresholds:7", [7, 2, 1, 0]),
        ("intervals:4", [4, 3, 1, 0]),
        ("halfspaces:2", [4, 3, 1, 0]),
        ("singletons:5", [4, 0]),
    ],
)
def test_dont_know_is_as_published(name: str, fewest: list[int]) -> None:
    assert all_fewest(load_class(name)) == fewest


@pytest.mark.parametrize(
    ("name", "by_rounds", "any_length"),
    [
        ("singletons:4", [1, 1, 2, 2, 3, 3], 3),
        ("thresholds:3", [1, 2, 2, 2, 2, 3], 3),
        ("cube:3", [1, 2, 3, 3, 3, 3], 3),
    ],
)
def test_apple_tasting_is_as_published(name: str, by_rounds: list[int], any_length: int) -> None:
    apples = AppleTasting(load_class(name))
    assert [apples.value(rounds) for rounds in range(1, 7)] == by_rounds
    assert apples.value() == any_length


def test_what_cannot_be_ordered() -> None:
    with pytest.raises(InputError, match="has no point 3; its points are 0 to 2"):
        Announced(load_class("thresholds:3"), [0, 3])


@pytest.mark.parametrize("solve", [worst_order, best_order])
def test_a_budget_that_runs_out(solve) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
    with pytest.raises(OutOfBudget, match="3 states"):
        solve(load_class("intervals:5"), Budget(states=3))
