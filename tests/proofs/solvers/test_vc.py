"""VC dimension: known values, a brute-force oracle, and the points that are shattered."""

import random
from typing import Any

import oracles.classes as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.classes import Labels, concepts_of, made, small_classes

from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_rows
from proofs.exact.errors import counted
from proofs.exact.rationals import floor_log2
from proofs.solvers import vc
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.vc import vc_dimension

VC = [
    *[(f"thresholds:{n}", 1) for n in (1, 2, 3, 10, 64)],
    *[(f"singletons:{n}", 1) for n in (2, 3, 10, 64)],
    *[(f"parities:{n}", n) for n in range(1, 6)],
    *[(f"monotone-conjunctions:{n}", n) for n in range(1, 6)],
    ("conjunctions:1", 2),
    ("conjunctions:2", 2),
    ("intervals:1", 1),
    *[(f"intervals:{n}", 2) for n in range(2, 9)],
    ("decision-lists:1", 2),
    ("decision-lists:2", 3),
    *[(f"halfspaces:{n}", n + 1) for n in range(1, 5)],
    ("projective-plane:2", 2),
    *[(f"cube:{n}", n) for n in range(1, 9)],
    *[(f"monotone:{n}", n) for n in range(1, 4)],
    *[(f"{name}:{n}", n + 1) for name in ("symmetric", "affine-parities") for n in range(1, 4)],
]
SMALL = 200
"""Concepts up to which the oracle has its say on a named class, too."""


@pytest.mark.parametrize(("name", "dimension"), VC)
def test_named_classes(name: str, dimension: int) -> None:
    found = find_class(name)
    bounds, points = vc_dimension(found)
    assert bounds == Bounds(dimension, dimension)
    space = frozenset(concepts_of(found))
    assert len(points) == dimension
    assert oracle.is_shattered(space, points)
    if found.size <= SMALL and found.points <= 8:
        assert oracle.vc(space) == dimension


@given(small_classes)
def test_random_classes(concepts: list[Labels]) -> None:
    found, space = made(concepts), frozenset(concepts)
    bounds, points = vc_dimension(found)
    assert bounds.value == len(points) == oracle.vc(space) <= Littlestone(found).dimension()
    assert oracle.is_shattered(space, points)


@pytest.mark.parametrize("seed", range(12))
def test_larger_random_classes(seed: int) -> None:
    chance = random.Random(seed)
    concepts = oracle.random_concepts(chance, 200, 9)
    assert vc_dimension(made(concepts))[0].value == oracle.vc(frozenset(concepts))


@pytest.mark.parametrize("words", [1, 20, 1 << 17])
def test_sets_looked_at_together(monkeypatch: pytest.MonkeyPatch, words: int) -> None:
    monkeypatch.setattr(vc, "_FEW", 0)
    monkeypatch.setattr(vc, "_WORDS", words)
    chance = random.Random(words)
    for _ in range(60):
        concepts = oracle.random_concepts(chance, 60, chance.randint(1, 8))
        (bounds, points), space = vc_dimension(made(concepts)), frozenset(concepts)
        assert bounds.value == len(points) == oracle.vc(space)
        assert oracle.is_shattered(space, points)
    for name, dimension in (("cube:8", 8), ("halfspaces:3", 4), ("intervals:12", 2)):  # of 256 labelings: four words
        assert vc_dimension(find_class(name))[0] == Bounds(dimension, dimension)


@pytest.mark.parametrize("turns", [0, 4, 12])
def test_few_sets_of_a_large_class_are_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch, turns: int) -> None:
    found, budget, looked_at = find_class("intervals:12"), Budget(), list[int]()
    monkeypatch.setattr(vc, "_FEW_LABELS", turns * found.size)
    monkeypatch.setattr("proofs.solvers.vc._Search._look_at_many", lambda _: looked_at.append(budget.used))
    vc_dimension(found, budget)
    assert turns <= looked_at[0] <= 2 * turns  # a turn looks at one set, or two


@given(small_classes, st.integers(1, 40))
def test_bounds_of_sets_looked_at_together_are_never_wrong(concepts: list[Labels], states: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vc, "_FEW", 0)
        bounds, points = vc_dimension(made(concepts), Budget(states=states))
    assert oracle.is_shattered(frozenset(concepts), points)
    assert len(points) == bounds.at_least
    assert bounds.at_least <= oracle.vc(frozenset(concepts)) <= bounds.at_most


@pytest.mark.full
def test_the_halfspaces_of_five_variables() -> None:
    found = find_class("halfspaces:5")
    bounds, points = vc_dimension(found)
    assert bounds == Bounds(6, 6)
    assert len({tuple([row >> point & 1 for point in points]) for row in found.rows}) == 2**6


def test_what_the_number_of_concepts_allows_is_excluded_first() -> None:
    chance = random.Random(1)
    rows = [chance.getrandbits(100) for _ in range(129)]
    found = class_of_rows("random", rows, [str(point) for point in range(100)])
    dimension = vc_dimension(found, Budget(states=20_000))[0]
    assert dimension.at_most < floor_log2(found.size) == 7  # for which 128 of 129 would have to split evenly


@given(small_classes, st.integers(1, 12))
def test_bounds_are_never_wrong(concepts: list[Labels], states: int) -> None:
    space = frozenset(concepts)
    bounds, points = vc_dimension(made(concepts), Budget(states=states))
    assert bounds.at_least == len(points)
    assert oracle.is_shattered(space, points)
    assert bounds.at_least <= oracle.vc(space) <= bounds.at_most
    assert bounds.ran_out in ("", counted(states, "state"))


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("limits", [{"states": 2}, {"seconds": 1e-9}, {"megabytes": 1}])
def test_a_budget_that_runs_out(limits: dict[str, Any]) -> None:
    dimension = vc_dimension(find_class("halfspaces:3"), Budget(**limits))[0]
    assert dimension.value is None
    assert str(dimension) == f"between {dimension.at_least} and 6"
    assert dimension.at_least < 4
