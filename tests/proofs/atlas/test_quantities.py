"""Quantities of many classes at once are those that the solvers find of one class."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from conftest import sizes
from oracles.classes import both_orders

from proofs.atlas.bitsets import classes, concept_class, number_of, rows, shards, symmetry
from proofs.atlas.quantities import NAMES, codes, decoded, values
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.orders import self_directed
from proofs.solvers.values import halving_worst_case, randomized_littlestone
from proofs.solvers.vc import vc_dimension


def star_number(table: ConceptClass) -> int:
    """Return it as it is defined: not by ``proofs.solvers.star``, which might share a mistake with the table."""
    found = 0
    for size in range(1, table.points + 1):
        for chosen in combinations(range(table.points), size):
            mask = sum([1 << point for point in chosen])
            for center in table.rows:
                differences = {(row ^ center) & mask for row in table.rows}
                if all(1 << point in differences for point in chosen):
                    found = size
    return found


SOLVERS: dict[str, Callable[[ConceptClass], Rational | None]] = {
    "L": lambda table: Littlestone(table).dimension(),
    "VC": lambda table: vc_dimension(table)[0].value,
    "RL": lambda table: randomized_littlestone(table).value(),
    "halving_adversarial": lambda table: halving_worst_case(table, "adversarial").value(),
    "halving_optimal": lambda table: halving_worst_case(table, "optimal").value(),
    "announced": lambda table: both_orders(table)[0][0],
    "best_order": lambda table: both_orders(table)[1][0],
    "self_directed": self_directed,
    "lies_1": lambda table: Littlestone(table, lies=1).dimension(),
    "star": star_number,
    "size": lambda table: table.size,
    "points": lambda table: table.points,
}
"""The program of each quantity for one class; of the star number, one that follows the definition."""


def test_every_quantity_has_a_solver() -> None:
    assert SOLVERS.keys() == {*NAMES}


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", SOLVERS)
def test_values_of_classes_on_up_to_four_points_are_those_of_the_solver(name: str, step: int) -> None:
    """All classes are compared on up to three points, and, if not all, many on four."""
    for points in (1, 2, 3, 4):
        found = classes(points)[:: step if points == 4 else 1]
        expected = [SOLVERS[name](concept_class(number, points)) for number in found.tolist()]
        assert values(name, found, points) == expected


@pytest.mark.parametrize("number", sizes(4, 20))
@pytest.mark.parametrize("name", SOLVERS)
def test_values_of_some_classes_on_five_points_are_those_of_the_solver(name: str, number: int) -> None:
    chance = np.random.default_rng(5)
    picked = [int(chance.choice(classes(5, shard))) for shard in chance.choice(shards(5), number).tolist()]
    any_at_all = chance.integers(1, 1 << 32, number // 2).tolist()  # which need not be canonical
    found = np.array([*picked, *any_at_all], dtype=np.uint32)
    assert values(name, found, 5) == [SOLVERS[name](concept_class(int(number), 5)) for number in found]


@pytest.mark.parametrize("name", SOLVERS)
def test_permuting_points_and_exchanging_labels_changes_nothing(name: str) -> None:
    found = classes(4)
    expected = codes(name, found, 4).tolist()
    for number in range(0, 384, 29):
        assert codes(name, symmetry(4).image(number, found), 4).tolist() == expected


def test_halving_with_fixed_ties_is_no_quantity_since_it_is_not_the_same() -> None:
    one = number_of(["0000", "0001", "0010", "0011", "0100", "0101", "0111", "1000"])
    other = number_of(["0000", "0001", "0010", "0011", "0100", "0101", "0110", "1001"])
    images = {int(symmetry(4).image(number, np.array([one], dtype=np.uint32))[0]) for number in range(384)}
    assert other in images
    assert halving_worst_case(concept_class(one, 4), "negative").value() == 3
    assert halving_worst_case(concept_class(other, 4), "negative").value() == 2
    with pytest.raises(InputError, match="unknown quantity"):
        codes("halving_negative", classes(3), 3)


def test_the_smallest_class_whose_dimension_is_above_every_announced_order() -> None:
    found = classes(4)
    gap = np.array(values("L", found, 4)) - np.array(values("announced", found, 4))
    smallest = min((int(number) for number in found[gap >= 1]), key=lambda number: (number.bit_count(), number))
    assert " ".join(rows(smallest, 4)) == "0000 0001 0011 0100 0110 0111 1000 1001"
    assert (gap >= 1).sum() == 10


def test_codes_of_the_randomized_dimension_are_fractions() -> None:
    assert decoded("RL", 40, 5) * 4 == 5
    assert decoded("RL", 16, 4) == 1
    assert decoded("L", 3, 5) == 3
