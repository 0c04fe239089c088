"""The table of families: its values are what the tables of the atlas have, and what is published of some."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from proofs.atlas.bitsets import ATLAS_POINTS, number_of
from proofs.atlas.families import FAMILY_STATES, MEMBERS, family_bounds, family_values, members
from proofs.atlas.quantities import MEANINGS, values
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.other_models.orders import Announced

SMALL = [spec for _, spec in members() if find_class(spec).points <= ATLAS_POINTS]
QUICK = [
    pytest.param(spec, marks=[pytest.mark.full] * (find_class(spec).size > 30))
    for _, spec in members()
    if find_class(spec).size <= 40
]


@cache
def solved(spec: str, states: int = FAMILY_STATES) -> dict[str, Bounds]:
    return family_bounds(*family_values(find_class(spec), lambda: Budget(states=states)))


@pytest.mark.parametrize("spec", SMALL)
def test_values_are_those_of_the_atlas_which_are_computed_otherwise(spec: str) -> None:
    table = find_class(spec)
    texts = [table.row_text(concept).replace("-", "0").replace("+", "1") for concept in range(table.size)]
    classes = np.array([number_of(texts)], dtype=np.uint32)
    found = solved(spec)
    assert {name: bounds.value for name, bounds in found.items()} == {
        name: values(name, classes, table.points)[0] for name in MEANINGS
    }
    assert list(found) == list(MEANINGS)


@pytest.mark.parametrize("spec", QUICK)
def test_values_are_in_the_order_that_theorems_give(spec: str) -> None:
    found, star = family_values(find_class(spec), lambda: Budget(states=FAMILY_STATES))
    known = {name: bounds.value for name, bounds in family_bounds(found, star).items()}
    value = {name: number for name, number in known.items() if number is not None}
    assert len(value) == len(MEANINGS)
    assert value["self_directed"] <= value["best_order"] <= value["announced"] <= value["L"]
    assert value["VC"] <= value["L"] <= value["halving_optimal"] <= value["halving_adversarial"]
    assert Fraction(value["L"], 2) <= value["RL"] <= value["L"]
    assert value["L"] + 2 <= value["lies_1"] <= 2 * value["L"] + 1
    assert value["VC"] <= value["star"] <= value["points"]
    assert 2 ** value["halving_adversarial"] <= value["size"]
    assert Announced(found.concept_class, found.orders["announced_order"]).mistakes() == value["announced"]
    assert Announced(found.concept_class, found.orders["best_order"]).mistakes() == value["best_order"]
    assert len(found.shattered) == value["VC"]


@pytest.mark.parametrize(
    ("name", "littlestone"),
    [
        *((f"monotone:{n}", value) for n, value in enumerate((1, 2, 3), 1)),
        *((f"juntas:{n}?k=2", value) for n, value in enumerate((4, 4), 2)),
        *((f"symmetric:{n}", value) for n, value in enumerate((3, 4, 5), 2)),
        *((f"affine-parities:{n}", value) for n, value in enumerate((3, 4), 2)),
        *((f"halfspaces:{n}", value) for n, value in enumerate((2, 3), 1)),
    ],
)
def test_published_dimensions_are_in_the_table(name: str, littlestone: int) -> None:
    assert solved(name)["L"].value == littlestone
    assert name in [spec for _, spec in members()]


@pytest.mark.parametrize("spec", ["monotone:3", "dnf:2?k=1", "juntas:3?k=1"])
@pytest.mark.parametrize("states", [1, 3, 20])
def test_a_budget_that_runs_out_leaves_bounds_around_the_value(spec: str, states: int) -> None:
    exact, found = solved(spec), solved(spec, states)
    for name, bounds in found.items():
        value = exact[name].value
        assert value is not None
        assert bounds.at_least <= value <= bounds.at_most
        assert bool(bounds.ran_out) or bounds.value == value
    assert states > 3 or any(bounds.value is None for bounds in found.values())


def test_members_are_picked_by_family_in_the_order_of_the_table() -> None:
    assert [spec for _, spec in members(["symmetric", "monotone"])] == MEMBERS["monotone"] + MEMBERS["symmetric"]
    assert len({spec for _, spec in members()}) == len(members())
    assert all(spec.startswith(f"{family}:") for family, spec in members())
    with pytest.raises(InputError, match="unknown family 'symetric'; did you mean 'symmetric'"):
        members(["symetric"])
