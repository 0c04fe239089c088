"""Values of games in which some labels are lies: by brute force, as published, and the trees that prove them."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from conftest import seeds
from hypothesis import given
from hypothesis import strategies as st
from oracles.classes import random_texts
from oracles.lies import deterministic, experts, randomized

from proofs.classes.concepts import ConceptClass, Tree, class_of_texts
from proofs.classes.files import load_class
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.spaces import Spaces, Universe
from proofs.solvers.values import randomized_littlestone


def check_tree(
    table: ConceptClass, tree: Tree, depth: int, lies: int, labels: tuple[tuple[int, int], ...] = ()
) -> None:
    if isinstance(tree, int):
        assert len(labels) == depth
        assert sum(table.label(tree, point) != label for point, label in labels) <= lies
        return
    point, minus, plus = tree
    check_tree(table, minus, depth, lies, (*labels, (point, -1)))
    check_tree(table, plus, depth, lies, (*labels, (point, 1)))


@pytest.mark.parametrize("seed", seeds(20, 1))
def test_values_are_those_of_brute_force(seed: int) -> None:
    for case in range(100):
        chance = random.Random(100 * seed + case)
        texts, lies = tuple(random_texts(chance, 6)), chance.randint(0, 2)
        table = class_of_texts("some", texts)
        solver = Littlestone(table, lies=lies)
        depth = solver.dimension()
        assert depth == deterministic(texts, lies)
        check_tree(table, solver.tree(), depth, lies)
        assert randomized_littlestone(table, lies=lies).value() == randomized(texts, lies)


@pytest.mark.parametrize(
    ("name", "littlestone", "coins"),
    [
        (
            "singletons:2",
            [1, 3, 5, 7, 9],
            [Fraction(k) + Fraction((2 * k + 1) * comb(2 * k, k), 2 ** (2 * k + 1)) for k in range(5)],
        ),
        ("thresholds:2", [1, 3, 5, 7], ["3/4", "67/32", "857/256"]),
        ("thresholds:3", [2, 4, 6], ["1", "19/8", "235/64"]),
        ("thresholds:5", [2, 5], ["5/4", "11/4"]),
        ("singletons:4", [1, 3, 5], ["7/8", "291/128"]),
        ("cube:3", [3, 5, 7], ["3/2", "47/16"]),
        ("halfspaces:2", [3, 5, 7], ["15/8", "865/256"]),
    ],
)
def test_values_are_as_published(name: str, littlestone: list[int], coins: list[str | Fraction]) -> None:
    table = load_class(name)
    assert [Littlestone(table, lies=lies).dimension() for lies in range(len(littlestone))] == littlestone
    found = [randomized_littlestone(table, lies=lies).value() for lies in range(len(coins))]
    assert found == [Fraction(value) for value in coins]


@pytest.mark.parametrize("lies", [0, 1, 2])
def test_experts_need_as_many_as_the_weights_say(lies: int) -> None:
    """Every possible advice of so many experts: a label for each of them, in any combination."""
    least: dict[int, int] = {}
    for number in range(1, {0: 7, 1: 11, 2: 5}[lies]):
        advice = [f"{row:0{number}b}".replace("1", "+").replace("0", "-") for row in range(1 << number)]
        table = class_of_texts("experts", ["".join(column) for column in zip(*advice, strict=True)])
        least.setdefault(Littlestone(table, lies=lies).dimension(), number)
    expected = [{0: 1, 1: 2, 2: 4}, {1: 1, 3: 2, 4: 4, 5: 6, 6: 10}, {2: 1, 5: 2, 6: 4}][lies]
    assert least == expected


@pytest.mark.parametrize(("number", "lies"), [(2, 0), (2, 3), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1)])
def test_to_count_experts_is_as_good_as_to_name_them(number: int, lies: int) -> None:
    table = load_class(f"experts:{number}")
    texts = tuple([table.row_text(concept) for concept in range(number)])
    assert experts(number, lies) == (deterministic(texts, lies), randomized(texts, lies))


@pytest.mark.parametrize(
    ("number", "lies", "littlestone", "coins"),
    [
        (9, 1, 5, "199/64"),
        *(
            pytest.param(*case, marks=pytest.mark.full)
            for case in (
                (9, 2, 8, "9/2"),
                (9, 3, 10, "23933/4096"),
                (10, 1, 6, "205/64"),
                (10, 2, 8, "2359/512"),
                (10, 3, 11, "24397/4096"),
            )
        ),
    ],
)
def test_many_experts(number: int, lies: int, littlestone: int, coins: str) -> None:
    table, few = load_class(f"experts:{number}"), Budget(states=1_000)
    solver = Littlestone(table, few, lies=lies)
    assert solver.bounds().value == littlestone
    assert randomized_littlestone(table, Budget(states=1_000), lies=lies).bounds().value == Fraction(coins)
    assert experts(number, lies) == (littlestone, Fraction(coins))
    solver.budget = Budget()
    check_tree(table, solver.tree(), littlestone, lies)


@st.composite
def symmetric_classes(draw: st.DrawFn) -> tuple[str, ...]:
    """Draw a class that a point divides in each way, up to labels: some more points, in any order."""
    size = draw(st.integers(2, 4))
    sides = [side ^ draw(st.sampled_from((0, (1 << size) - 1))) for side in range(1, 1 << size - 1)]
    sides += draw(st.lists(st.integers(0, (1 << size) - 1), max_size=2))
    order = draw(st.permutations(sides))
    return tuple(["".join(["+-"[side >> concept & 1] for side in order]) for concept in range(size)])


@given(symmetric_classes(), st.integers(0, 2))
def test_classes_that_some_point_divides_in_each_way(texts: tuple[str, ...], lies: int) -> None:
    table = class_of_texts("symmetric", texts)
    universe = Spaces(table, lies, flips=True, ratio=1, small=4).root
    assert universe.symmetric
    solver = Littlestone(table, lies=lies)
    assert solver.dimension() == deterministic(texts, lies)
    check_tree(table, solver.tree(), solver.dimension(), lies)
    values = randomized_littlestone(table, lies=lies)
    assert values.value() == randomized(texts, lies)
    point = values.point(values.everything)
    assert point is not None
    minus, plus = universe.sides(universe.everything, point)
    assert values.value() == (1 + values.value(minus) + values.value(plus)) / Fraction(2)


@pytest.mark.parametrize(
    ("name", "every"), [("experts:4", True), ("singletons:3", True), ("thresholds:2", False), ("singletons:4", False)]
)
def test_which_classes_some_point_divides_in_each_way(name: str, *, every: bool) -> None:
    for flips in (True, False):
        root = Spaces(load_class(name), flips=flips, ratio=1, small=4).root
        assert (root.every_labeling, root.symmetric) == (every, every and flips)


def test_a_tree_that_is_too_large_for_the_budget_is_not_grown() -> None:
    solver = Littlestone(load_class("singletons:3"), Budget(states=5_000), lies=9)
    assert solver.dimension() == 19
    with pytest.raises(OutOfBudget, match="5,000 states"):
        solver.tree()


def test_a_version_space_says_what_lies_are_left() -> None:
    universe = Universe(load_class("thresholds:3").table().astype(np.int8), np.full(4, 2))
    minus, plus = universe.sides(universe.everything, 1)
    assert [list(zip(*map(list, universe.rows(side)), strict=True)) for side in (minus, plus)] == [
        [(2, 1), (3, 1), (0, 2), (1, 2)],
        [(0, 1), (1, 1), (2, 2), (3, 2)],
    ]
    assert universe.weight(minus, 3) == 2 * (1 + 3) + 2 * (1 + 3 + 3)
