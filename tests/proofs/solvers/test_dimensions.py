"""All quantities of named classes: what the tables of the atlas have, what is published, and what a budget leaves."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from proofs.atlas.bitsets import number_of
from proofs.atlas.quantities import NAMES, values
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.rationals import Interval
from proofs.solvers.budget import Budget
from proofs.solvers.dimensions import (
    CERTIFIABLE,
    COUNTED,
    GROUPS,
    QUANTITIES,
    SHORT,
    Dimensions,
    dimensions,
    keys_of,
)
from proofs.solvers.other_models.orders import Announced

SMALL = {  # with the Littlestone dimension, where it is published
    "halfspaces:1": 2,
    "halfspaces:2": 3,
    "monotone:1": 1,
    "monotone:2": 2,
    "juntas:2?k=1": None,
    "juntas:2?k=2": 4,
    "dnf:1?k=1": None,
    "dnf:2?k=1": None,
    "affine-parities:1": None,
    "affine-parities:2": 3,
    "symmetric:1": None,
    "symmetric:2": 3,
    "decision-trees:2?d=2": None,
    "polynomials:2?d=2": None,
}
LARGER = ["monotone:3", "affine-parities:3", "symmetric:3", "juntas:3?k=1", *["symmetric:4", "dnf:3?k=1"]]


@cache
def solved(name: str, states: int = 50_000) -> Dimensions:
    return dimensions(find_class(name), NAMES, Budget(states))


@pytest.mark.parametrize("name", SMALL)
def test_values_are_those_of_the_atlas_which_are_computed_otherwise(name: str) -> None:
    table = find_class(name)
    texts = [table.row_text(concept).replace("-", "0").replace("+", "1") for concept in range(table.size)]
    classes = np.array([number_of(texts)], dtype=np.uint32)
    found = solved(name).short_values(NAMES)
    assert found == {quantity: values(quantity, classes, table.points)[0] for quantity in NAMES}
    assert SMALL[name] in (None, found["L"])


@pytest.mark.parametrize("name", [*SMALL, *[pytest.param(name, marks=pytest.mark.full) for name in LARGER]])
def test_values_are_in_the_order_that_theorems_give(name: str) -> None:
    found = solved(name)
    value: Any = found.short_values(NAMES)
    assert found.ran_out == []
    assert value["self_directed"] <= value["best_order"] <= value["announced"] <= value["L"]
    assert value["VC"] <= value["L"] <= value["halving_optimal"] <= value["halving_adversarial"]
    assert Fraction(value["L"], 2) <= value["RL"] <= value["L"]
    assert value["L"] + 2 <= value["lies_1"] <= 2 * value["L"] + 1
    assert value["VC"] <= value["star"] <= value["points"]
    assert 2 ** value["halving_adversarial"] <= value["size"]
    for key, quantity in (("announced_order", "announced"), ("best_order", "best_order")):
        assert Announced(found.concept_class, found.orders[key]).mistakes() == value[quantity]
    assert len(found.shattered) == value["VC"]


@pytest.mark.parametrize("name", ["monotone:3", "dnf:2?k=1", "juntas:3?k=1"])
@pytest.mark.parametrize("states", [1, 3, 20])
def test_a_budget_that_runs_out_leaves_bounds_around_the_value(name: str, states: int) -> None:
    exact, found = solved(name), solved(name, states)
    for key, bounds in found.known.items():
        value = exact.known[key].value
        assert value is not None
        assert bounds.at_least <= value <= bounds.at_most
        assert bool(bounds.ran_out) or bounds.value == value
    assert states > 3 or found.ran_out
    unknown = {name for name, value in found.short_values(NAMES).items() if isinstance(value, Interval)}
    assert len(unknown) == len(found.ran_out)


@pytest.mark.parametrize("states", [50_000, 3])
def test_what_is_called_proved_the_checker_proves(states: int) -> None:
    found = dimensions(find_class("symmetric:3"), NAMES, Budget(states))
    assert found.proved == []
    found.certify(Budget(states), every=True)
    exact = {name for name, value in found.short_values(NAMES).items() if not isinstance(value, Interval)}
    assert {*found.proved} <= exact - {*COUNTED}
    if states == 50_000:
        assert {*found.proved} == {*NAMES} & CERTIFIABLE == {*NAMES} - {"VC", "star", *COUNTED}
    assert found.certified is not None
    found.certified.statements.clear()
    assert found.proved == []


def test_what_others_need_is_not_an_answer() -> None:
    for name, key in (("announced", "announced_order"), ("best-order", "best_order"), ("lies_1", "lies_1")):
        found = dimensions(find_class("thresholds:3"), [name])
        assert found.known.keys() == {key}
        assert found.certify().notes == []
        assert [statement["mistakes"] for statement in found.certify().statements] == [found.known[key].value] * (
            2 if key == "lies_1" else 1
        )


def test_every_quantity_that_is_known_is_named_once() -> None:
    with pytest.raises(InputError) as caught:
        keys_of(["foo"])
    named = str(caught.value).removeprefix("unknown quantity 'foo'; known: ").split(", ")
    assert {*named} == {*QUANTITIES, *SHORT, *GROUPS}
    assert len(named) == len({*named})


def test_a_long_order_says_where_the_rest_is() -> None:
    found = dimensions(find_class("thresholds:17"), only=["best-order", "star"])
    told = {title: about for title, _, about in found.rows()}
    assert told["best announced order"].endswith(", … (17 in all: --json)")
