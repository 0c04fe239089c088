"""VC dimension: known values, a brute-force oracle, and the points that are shattered."""

import random
from typing import Any

import oracles.classes as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.classes import Labels, concepts_of, made, small_classes

from proofs.classes.catalog import find_class
from proofs.exact.errors import counted
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
]
SMALL = 200
"""Concepts up to which the oracle has its say on a named class, too."""


@pytest.mark.parametrize(("name", "dimension"), VC)
def test_named_classes(name: str, dimension: int) -> None:
    found = find_class(name)
    shattered = vc_dimension(found)
    assert shattered.dimension == Bounds(dimension, dimension)
    space = frozenset(concepts_of(found))
    assert len(shattered.points) == dimension
    assert oracle.is_shattered(space, shattered.points)
    if found.size <= SMALL and found.points <= 8:
        assert oracle.vc(space) == dimension


@settings(max_examples=150)
@given(small_classes)
def test_random_classes(concepts: list[Labels]) -> None:
    found, space = made(concepts), frozenset(concepts)
    shattered = vc_dimension(found)
    assert shattered.dimension.value == len(shattered.points) == oracle.vc(space) <= Littlestone(found).dimension()
    assert oracle.is_shattered(space, shattered.points)


@pytest.mark.parametrize("seed", range(12))
def test_larger_random_classes(seed: int) -> None:
    chance = random.Random(seed)
    concepts = oracle.random_concepts(chance, 200, 9)
    assert vc_dimension(made(concepts)).dimension.value == oracle.vc(frozenset(concepts))


@settings(max_examples=150)
@given(small_classes, st.integers(1, 12))
def test_bounds_are_never_wrong(concepts: list[Labels], states: int) -> None:
    space = frozenset(concepts)
    shattered = vc_dimension(made(concepts), Budget(states=states))
    assert shattered.dimension.at_least == len(shattered.points)
    assert oracle.is_shattered(space, shattered.points)
    assert shattered.dimension.at_least <= oracle.vc(space) <= shattered.dimension.at_most
    assert shattered.dimension.ran_out in ("", counted(states, "state"))


@pytest.mark.parametrize("limits", [{"states": 2}, {"seconds": 1e-9}, {"megabytes": 1}])
def test_a_budget_that_runs_out(limits: dict[str, Any]) -> None:
    dimension = vc_dimension(find_class("halfspaces:3"), Budget(**limits)).dimension
    assert dimension.value is None
    assert str(dimension) == f"between {dimension.at_least} and 6"
    assert dimension.at_least < 4
