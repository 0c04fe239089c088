"""Randomized Littlestone dimension and the worst cases of Halving: known values, laws, and a brute-force oracle."""

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, cast

import oracles.classes as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.classes import Labels, Number, Space, concepts_of, made, small_classes, tables

from adversary.search.worst_case import worst_case
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.solvers import small_randomized
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.dimensions import dimensions
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.star import star_number
from proofs.solvers.values import TieRule, Values, halving_worst_case, randomized_halving, randomized_littlestone
from proofs.solvers.vc import vc_dimension

RANDOMIZED_LITTLESTONE: list[tuple[str, Number]] = [
    *[(f"singletons:{n}", 1 - Fraction(1, 2 ** (n - 1))) for n in (2, 3, 10)],
    *[(f"parities:{n}", Fraction(n, 2)) for n in (1, 2, 4)],
    *[(f"monotone-conjunctions:{n}", Fraction(n, 2)) for n in (1, 2, 4)],
    *[(f"cube:{n}", Fraction(n, 2)) for n in (1, 2, 7)],
    ("conjunctions:1", 1),
    ("conjunctions:2", Fraction(13, 8)),
    ("intervals:3", Fraction(11, 8)),
    ("intervals:4", Fraction(27, 16)),
    ("intervals:5", Fraction(63, 32)),
    ("decision-lists:1", 1),
    ("decision-lists:2", Fraction(15, 8)),
    ("halfspaces:1", 1),
    ("halfspaces:2", Fraction(15, 8)),
    ("halfspaces:3", Fraction(105, 32)),
    ("projective-plane:2", Fraction(11, 8)),
]
RULES: tuple[TieRule, ...] = ("negative", "positive", "adversarial", "optimal")
SOLVERS: dict[str, tuple[Callable[..., Values], Callable[[Space], Number]]] = {
    "RL": (randomized_littlestone, oracle.randomized_littlestone),
    "randomized halving": (randomized_halving, oracle.randomized_halving),
    **{
        f"halving, {ties}": (partial(halving_worst_case, ties=ties), partial(oracle.halving, ties=ties))
        for ties in RULES
    },
}


def compare(concepts: list[Labels]) -> None:
    """Compare all quantities of one class with the oracle."""
    found, space = made(concepts), frozenset(concepts)
    assert Littlestone(found).dimension() == oracle.littlestone(space)
    assert vc_dimension(found)[0].value == oracle.vc(space)
    for name, (solver, brute_force) in SOLVERS.items():
        value = solver(found).value()
        assert value == brute_force(space), (name, concepts)
        assert type(value) in (int, Fraction)


def harmonic(m: int) -> Fraction:
    return sum((Fraction(1, k) for k in range(1, m + 1)), Fraction(0))


# --------------------------------------------------------------------------------------------------- known values


@pytest.mark.parametrize(("name", "expected"), RANDOMIZED_LITTLESTONE)
def test_randomized_littlestone_dimension(name: str, expected: Number) -> None:
    found = find_class(name)
    assert randomized_littlestone(found).value() == expected
    assert oracle.randomized_littlestone(frozenset(concepts_of(found))) == expected


@pytest.mark.parametrize("n", [2, 3, 7, 8, 30])
def test_randomized_halving_reaches_its_bound(n: int) -> None:
    assert randomized_halving(find_class(f"singletons:{n}")).value() == harmonic(n) - 1
    assert randomized_halving(find_class(f"thresholds:{n}")).value() == harmonic(n + 1) - 1


def test_randomized_halving_on_eight_singletons() -> None:
    assert randomized_halving(find_class("singletons:8")).value() == Fraction(481, 280)


@pytest.mark.parametrize("name", ["intervals:6", "halfspaces:2", "parities:3", "conjunctions:2", "projective-plane:2"])
@pytest.mark.parametrize("quantity", SOLVERS)
def test_named_classes_against_the_oracle(name: str, quantity: str) -> None:
    found, (solver, brute_force) = find_class(name), SOLVERS[quantity]
    assert solver(found).value() == brute_force(frozenset(concepts_of(found)))


def test_rules_for_ties_matter() -> None:
    uneven = [find_class(name) for name in ("intervals:5", "halfspaces:2", "conjunctions:2", "singletons:4")]
    assert any(halving_worst_case(c, "optimal").value() < halving_worst_case(c, "adversarial").value() for c in uneven)
    assert any(halving_worst_case(c, "negative").value() != halving_worst_case(c, "positive").value() for c in uneven)


def test_a_round_without_a_mistake_can_cost_halving_more() -> None:
    # With a mistake in every round there would be two: found among 50,000 random classes, where this is rare.
    rows = ["-+--+", "-+-++", "-++-+", "----+", "--+--", "-+---", "-----", "++---", "-++--"]
    concepts = [tuple([1 if label == "+" else -1 for label in row]) for row in rows]
    assert halving_worst_case(made(concepts), "positive").value() == 3
    assert oracle.halving(frozenset(concepts), "positive") == 3


# ----------------------------------------------------------------------------------------- against brute force


@given(small_classes)
def test_everything_agrees_with_the_oracle(concepts: list[Labels]) -> None:
    compare(concepts)


def test_everything_agrees_with_the_oracle_on_random_classes() -> None:
    chance = random.Random(1)
    for _ in range(60):
        compare(oracle.random_concepts(chance, 12, chance.randint(1, 8)))


@given(small_classes, st.integers(0, 6), st.integers(1))
def test_a_class_that_is_not_small_after_all(concepts: list[Labels], states: int, picked: int) -> None:
    found = made(concepts)
    space = picked % found.everything + 1
    here = frozenset([concepts[i] for i in range(found.size) if space >> i & 1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(small_randomized, "_FEW_POINTS", 0)
        patch.setattr(small_randomized, "_MAX_STATES", states)  # after which the solver of large classes goes on
        solver = randomized_littlestone(found)
        assert solver.value() == oracle.randomized_littlestone(frozenset(concepts))
        assert solver.value(space) == oracle.randomized_littlestone(here)


@pytest.mark.parametrize(
    ("name", "states"), [("halfspaces:3", 100), pytest.param("conjunctions:4", 1_000, marks=pytest.mark.full)]
)
def test_few_states_are_not_spent_on_looking_at_all_of_them(name: str, states: int) -> None:
    found = find_class(name)
    assert randomized_littlestone(found, Budget(states=states)).bounds().value == randomized_littlestone(found).value()


def test_a_budget_that_is_renewed_is_the_one_that_is_spent() -> None:
    solver = randomized_littlestone(find_class("halfspaces:2"))
    solver.budget = Budget()
    solver.value()
    assert solver.budget.used > 0


@given(st.integers(1, 4).flatmap(tables))
def test_randomized_halving_is_about_sequences(concepts: list[Labels]) -> None:
    expected = oracle.randomized_halving_by_sequences(frozenset(concepts))
    assert randomized_halving(made(concepts)).value() == expected


@given(small_classes)
def test_the_laws_between_the_quantities(concepts: list[Labels]) -> None:
    found = made(concepts)
    dimension, randomized = Littlestone(found).dimension(), randomized_littlestone(found).value()
    assert Fraction(dimension, 2) <= randomized <= dimension
    halving = {ties: halving_worst_case(found, ties).value() for ties in RULES}
    assert dimension <= halving["optimal"] <= min(halving["negative"], halving["positive"])
    assert max(halving["negative"], halving["positive"]) <= halving["adversarial"] <= found.size.bit_length() - 1
    assert randomized <= randomized_halving(found).value() <= harmonic(found.size) - 1


@given(small_classes, st.sampled_from(sorted(SOLVERS)), st.integers(1))
def test_a_point_reaches_the_value(concepts: list[Labels], quantity: str, picked: int) -> None:
    found, (make, brute_force) = made(concepts), SOLVERS[quantity]
    solver, space = make(found), picked % found.everything + 1
    here = frozenset([concepts[i] for i in range(found.size) if space >> i & 1])
    assert solver.value(space) == brute_force(here)
    point = solver.point(space)
    assert (point is None) == (len(here) == 1)
    if point is not None:
        minus, plus = (frozenset([c for c in here if c[point] == label]) for label in (-1, 1))
        below_minus, below_plus = brute_force(minus), brute_force(plus)
        if quantity == "RL":
            assert Fraction(1 + below_minus + below_plus, 2) == solver.value(space)
        elif quantity == "randomized halving":
            worst = max(Fraction(len(plus), len(here)) + below_minus, Fraction(len(minus), len(here)) + below_plus)
            assert worst == solver.value(space)
        else:
            assert max(below_minus, below_plus) <= solver.value(space) <= 1 + max(below_minus, below_plus)


# ------------------------------------------------------------------------------------------- budgets and mistakes


@given(small_classes, st.sampled_from(sorted(SOLVERS)), st.integers(1, 12))
def test_bounds_are_never_wrong(concepts: list[Labels], quantity: str, states: int) -> None:
    make, brute_force = SOLVERS[quantity]
    bounds, truth = make(made(concepts), budget=Budget(states=states)).bounds(), brute_force(frozenset(concepts))
    assert bounds.at_least <= truth <= bounds.at_most
    assert bounds.value in (None, truth)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("limits", "ran_out"),
    [({"states": 7}, "7 states"), ({"seconds": 1e-9}, "1e-09 seconds"), ({"megabytes": 1}, "1 megabyte")],
)
@pytest.mark.parametrize("quantity", SOLVERS)
def test_a_budget_that_runs_out(quantity: str, limits: dict[str, Any], ran_out: str) -> None:
    found = find_class("intervals:7")
    bounds = SOLVERS[quantity][0](found, budget=Budget(**limits)).bounds()
    truth = SOLVERS[quantity][0](found).value()
    assert bounds.at_least <= truth <= bounds.at_most
    assert bounds.ran_out == ran_out


def test_what_is_said_when_a_budget_runs_out() -> None:
    bounds = randomized_littlestone(find_class("halfspaces:3"), Budget(states=3)).bounds()
    assert str(bounds) == f"between {bounds.at_least} and {bounds.at_most}"
    assert bounds.value is None
    assert bounds.at_least <= Fraction(105, 32) < bounds.at_most
    assert bounds.to_json() == {"at_least": "1/2", "at_most": str(bounds.at_most)}
    assert bounds.ran_out == "3 states"


def test_bounds_that_meet_are_a_value() -> None:
    assert (str(Bounds(2, 2)), Bounds(2, 2).value, Bounds(2, 2).to_json()) == ("2", 2, 2)
    half = Bounds(Fraction(3, 2), Fraction(3, 2))
    assert (str(half), half.value, half.to_json()) == ("3/2", Fraction(3, 2), "3/2")
    assert (str(Bounds(1, 3)), Bounds(1, 3).value) == ("between 1 and 3", None)


def test_a_generous_budget_changes_nothing() -> None:
    budget = Budget(states=10**9, seconds=10**6, megabytes=10**6)
    assert randomized_littlestone(find_class("intervals:5"), budget).bounds() == Bounds(
        Fraction(63, 32), Fraction(63, 32)
    )
    assert budget.used > 0


@pytest.mark.parametrize("limit", ["states", "seconds", "megabytes"])
@pytest.mark.parametrize("value", [0, -1, "a"])
def test_a_budget_of_nothing_is_refused(limit: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"^a budget of {limit} should be an? (int|number) above 0, but is {value!r}$"):
        Budget(**{limit: value})


def test_states_are_counted_and_a_budget_is_a_budget() -> None:
    with pytest.raises(InputError, match=r"^a budget of states should be an int above 0, but is 1\.5$"):
        Budget(states=cast("Any", 1.5))
    for search in (dimensions, star_number, partial(worst_case, "halving")):
        with pytest.raises(InputError, match=r"^a budget is a Budget, like Budget\(seconds=10\), and not 3$"):
            search(find_class("thresholds:2"), budget=cast("Any", 3))


def test_what_makes_no_sense_is_refused() -> None:
    found = find_class("intervals:3")
    with pytest.raises(InputError, match="empty version space"):
        randomized_littlestone(found).value(0)
    with pytest.raises(InputError, match=r"^unknown rule for ties 'optimla'; did you mean 'optimal'"):
        halving_worst_case(found, "optimla")  # type: ignore[arg-type]
