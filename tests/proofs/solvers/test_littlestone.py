"""Littlestone dimension: known values, a brute-force oracle, and that mistake trees and ranks show what they should."""

import random
import time
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import oracles.classes as oracle
import pytest
from conftest import seeds
from hypothesis import given
from hypothesis import strategies as st
from oracles.classes import Labels, concepts_of, made, small_classes

from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone, even_split, greedy_depth
from proofs.solvers.spaces import Spaces

LITTLESTONE = [
    *[(f"thresholds:{n}", (n + 1).bit_length() - 1) for n in (1, 2, 3, 6, 7, 100, 1_000)],
    *[(f"singletons:{n}", 1) for n in (2, 3, 10, 200)],
    *[(f"dictators:{n}", n.bit_length() - 1) for n in (1, 3, 4, 9)],
    *[(f"parities:{n}", n) for n in (1, 2, 6)],
    *[(f"monotone-conjunctions:{n}", n) for n in (1, 2, 5)],
    ("conjunctions:1", 2),
    ("conjunctions:2", 3),
    *[(f"intervals:{n}", dimension) for n, dimension in enumerate((1, 2, 2, 3, 3, 4, 4, 4), 1)],
    ("decision-lists:1", 2),
    ("decision-lists:2", 3),
    ("halfspaces:1", 2),
    ("halfspaces:2", 3),
    ("halfspaces:3", 6),
    ("projective-plane:2", 2),
    *[(f"cube:{n}", n) for n in (1, 2, 10)],
    *[(f"experts:{n}", n.bit_length() - 1) for n in range(1, 5)],
    *[(f"monotone:{n}", dimension) for n, dimension in enumerate((1, 2, 3, 6), 1)],
    pytest.param("monotone:5", 10, marks=pytest.mark.full),
    *[(f"juntas:{n}?k=2", dimension) for n, dimension in enumerate((4, 4, 6), 2)],
    *[(f"k-disjunctions:{n},2", dimension) for n, dimension in enumerate((2, 2, 3, 3, 4, 4, 4, 5), 2)],
    *[(f"{name}:{n}", n + 1) for name in ("symmetric", "affine-parities") for n in (1, 2, 4)],
]
CERTIFIED = [
    *["thresholds:20", "singletons:20", "dictators:5", "parities:5", "monotone-conjunctions:4", "conjunctions:3"],
    *["intervals:12", "decision-lists:3", "halfspaces:3", "projective-plane:3", "cube:7", "thresholds:1", "cube:1"],
]
SMALL = 120
"""Concepts up to which the oracle has its say on a named class, too."""


@pytest.fixture(scope="module")
def moving() -> Iterator[None]:
    """Let small version spaces move into canonical forms, too, as otherwise only those of 64 concepts do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "proofs.solvers.littlestone.Spaces",
            lambda found, lies, **_: Spaces(found, lies, flips=True, ratio=1, small=2),
        )
        yield


def replaced(nodes: list[dict[str, Any]], where: tuple[Any, ...], what: object) -> list[dict[str, Any]]:
    """Return a copy with another thing at one place."""
    changed = deepcopy(nodes)
    inner: Any = changed
    for step in where[:-1]:
        inner = inner[step]
    inner[where[-1]] = what
    return changed


def check_certificates(found: ConceptClass, dimension: int) -> None:
    """Check trees and ranks of several depths."""
    solver, concepts = Littlestone(found), concepts_of(found)
    for depth in range(dimension + 1):
        assert oracle.tree_depth(concepts, solver.tree(depth)) == depth
    assert oracle.tree_depth(concepts, solver.tree()) == dimension
    assert oracle.rank_shown(concepts, solver.ranks()) == dimension
    assert oracle.rank_shown(concepts, solver.ranks(dimension + 1)) == dimension + 1


# --------------------------------------------------------------------------------------------------- known values


@pytest.mark.parametrize(("name", "dimension"), LITTLESTONE)
def test_named_classes(name: str, dimension: int) -> None:
    found = find_class(name)
    assert Littlestone(found).bounds() == Bounds(dimension, dimension)
    if found.size <= SMALL and found.points <= 8:
        assert oracle.littlestone(frozenset(concepts_of(found))) == dimension


@pytest.mark.parametrize("name", CERTIFIED)
def test_certificates_of_named_classes(name: str) -> None:
    found = find_class(name)
    check_certificates(found, Littlestone(found).dimension())


def test_ranks_of_a_large_class() -> None:
    found = find_class("halfspaces:4")
    assert oracle.rank_shown(concepts_of(found), Littlestone(found).ranks()) == 9


# ----------------------------------------------------------------------------------------- against brute force


def check_random(concepts: list[Labels]) -> None:
    dimension = oracle.littlestone(frozenset(concepts))
    assert Littlestone(made(concepts)).dimension() == dimension
    check_certificates(made(concepts), dimension)


@given(small_classes)
def test_random_classes(concepts: list[Labels]) -> None:
    check_random(concepts)


@given(small_classes)
def test_random_classes_that_move(moving: None, concepts: list[Labels]) -> None:
    check_random(concepts)


@pytest.mark.parametrize("seed", seeds(6, 1))
def test_larger_random_classes(seed: int) -> None:
    # Half of the labelings of 8 points are more than 64 concepts on one side of a point: some of these move.
    chance = random.Random(seed)
    rows = chance.sample(range(256), 150 + 15 * seed)
    check_random([tuple([1 if row >> x & 1 else -1 for x in range(8)]) for row in rows])


@given(small_classes, st.integers(1))
def test_a_point_forces_a_mistake(concepts: list[Labels], picked: int) -> None:
    found = made(concepts)
    space = picked % found.everything + 1
    here = frozenset([concepts[i] for i in range(found.size) if space >> i & 1])
    solver, dimension = Littlestone(found), oracle.littlestone(here)
    assert solver.dimension(space) == dimension
    assert [solver.at_least(space, depth) for depth in range(6)] == [depth <= dimension for depth in range(6)]
    point = solver.point(space)
    assert (point is None) == (dimension == 0)
    if point is not None:
        for label in (-1, 1):
            assert oracle.littlestone(frozenset([c for c in here if c[point] == label])) >= dimension - 1


# ------------------------------------------------------------------------------------------------- certificates


@pytest.mark.parametrize("name", ["intervals:12", "decision-lists:3", "projective-plane:3"])
def test_ranks_use_symmetry(name: str) -> None:
    ranks = Littlestone(find_class(name)).ranks()
    assert any(len(move) == 4 for node in ranks for move in node["moves"])


def test_the_judge_of_ranks_refuses_what_shows_nothing() -> None:
    found = find_class("decision-lists:3")
    concepts, ranks = concepts_of(found), Littlestone(found).ranks()

    wrong = [replaced(ranks, (0, "rank"), ranks[0]["rank"] - 1), replaced(ranks, (0, "given"), [[0, 1]])]
    for number, node in enumerate(ranks):
        for place, move in enumerate(node["moves"]):
            wrong.append(replaced(ranks, (number, "moves"), [m for m in node["moves"] if m is not move]))
            wrong.append(replaced(ranks, (number, "moves", place, 2), number))
            if len(move) == 4:
                splitting = next(x for x, image in enumerate(move[3]) if image)
                wrong.append(replaced(ranks, (number, "moves", place, 3, splitting), 0))
    assert len(wrong) > 50
    for nodes in wrong:
        with pytest.raises(oracle.Unproved):
            oracle.rank_shown(concepts, nodes)


def test_the_judge_of_trees_refuses_what_is_none() -> None:
    found = find_class("thresholds:3")
    concepts, tree = concepts_of(found), Littlestone(found).tree()
    assert isinstance(tree, tuple)
    for wrong in ((tree[0], tree[2], tree[1]), (tree[0], tree[1], 3), ((tree[0] + 1) % 3, *tree[1:])):
        with pytest.raises(oracle.Unproved):
            oracle.tree_depth(concepts, wrong)


@pytest.mark.parametrize("name", ["intervals:6", "halfspaces:2", "singletons:5"])
def test_no_more_can_be_shown_than_is_true(name: str) -> None:
    solver = Littlestone(find_class(name))
    dimension = solver.dimension()
    with pytest.raises(InputError, match=f"^{name} has no mistake tree of depth {dimension + 1}$"):
        solver.tree(dimension + 1)
    with pytest.raises(InputError, match=f"^the Littlestone dimension of {name} is above {dimension - 1}$"):
        solver.ranks(dimension - 1)


def test_nothing_is_said_of_an_empty_version_space() -> None:
    with pytest.raises(InputError, match="empty version space"):
        Littlestone(find_class("intervals:3")).dimension(0)


# ------------------------------------------------------------------------------------------------------ budgets


@given(small_classes, st.integers(1, 8))
def test_bounds_are_never_wrong(concepts: list[Labels], states: int) -> None:
    bounds, truth = Littlestone(made(concepts), Budget(states=states)).bounds(), oracle.littlestone(frozenset(concepts))
    assert bounds.at_least <= truth <= bounds.at_most
    assert bounds.value in (None, truth)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("limits", "ran_out"),
    [({"states": 9}, "9 states"), ({"seconds": 1e-9}, "1e-09 seconds"), ({"megabytes": 1}, "1 megabyte")],
)
def test_a_budget_that_runs_out(limits: dict[str, Any], ran_out: str) -> None:
    found = find_class("decision-lists:3")
    bounds = Littlestone(found, Budget(**limits)).bounds()
    assert bounds.ran_out == ran_out
    assert bounds.value is None
    assert bounds.at_least <= Littlestone(found).dimension() <= bounds.at_most
    assert str(bounds) == f"between {bounds.at_least} and {bounds.at_most}"
    with pytest.raises(OutOfBudget, match=f"^{ran_out}$"):
        Littlestone(found, Budget(**limits)).dimension()


@given(small_classes)
def test_the_greedy_depth_is_that_of_the_tree_of_even_splits(concepts: list[Labels]) -> None:
    found = made(concepts)

    def depth(space: int) -> int:
        point = even_split(found, space)
        return 0 if point is None else 1 + min(depth(found.restrict(space, point, label)) for label in (-1, 1))

    assert greedy_depth(found) == depth(found.everything)
    budget = Budget(seconds=1e-9)
    while budget.left:
        pass
    assert greedy_depth(found, budget) == 0


def test_a_budget_that_runs_out_leaves_the_work_of_a_cheap_adversary() -> None:
    found = find_class("halfspaces:4")
    assert Littlestone(found, Budget(states=1)).bounds() == Bounds(9, 10, "1 state")
    assert Littlestone(found, Budget(states=1_000)).bounds() == Bounds(9, 9)


def test_what_half_of_a_budget_leaves_open_the_other_half_excludes() -> None:
    assert Littlestone(find_class("juntas:3?k=2"), Budget(states=45)).bounds() == Bounds(4, 4)


@pytest.mark.full
def test_seconds_are_those_of_the_processor() -> None:
    budget = Budget(seconds=0.5)
    time.sleep(0.6)
    budget.spend()
    assert budget.left
    while budget.left:
        pass
    with pytest.raises(OutOfBudget, match=r"0\.5 seconds"):
        budget.spend()


def test_a_certificate_has_a_budget_of_its_own() -> None:
    solver = Littlestone(find_class("intervals:12"), Budget(states=400))
    depth = solver.bounds().value
    assert depth is not None
    solver.budget.used = 400
    with pytest.raises(OutOfBudget):
        solver.tree()
    solver.budget = Budget()
    assert Littlestone(find_class("intervals:12")).dimension() == depth
    assert solver.tree()
