"""Announced orders, self-directed learning, "don't know", apple tasting and lies.

They are compared with brute force and with what is published; there are laws between them, and there is what is known
when a budget runs out.
"""

import random
from fractions import Fraction
from functools import cache
from itertools import pairwise

import oracles.values
import pytest
from conftest import seeds
from hypothesis import given
from hypothesis import strategies as st
from oracles import other_models
from oracles.classes import Labels, all_fewest, both_orders, made, random_texts, tables

from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows, class_of_texts
from proofs.classes.files import load_class
from proofs.exact.errors import InputError
from proofs.solvers.budget import Bounds, Budget, OutOfBudget
from proofs.solvers.certificates import models_certificate
from proofs.solvers.dimensions import ALL_MODELS, QUANTITIES, Dimensions, dimensions
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.apple_tasting import apple_tasting_bounds
from proofs.solvers.other_models.dont_know import DontKnow, sufficient
from proofs.solvers.other_models.orders import Announced, fewest_by_counting, self_directed
from proofs.solvers.values import TIE_RULES, even_value, randomized_littlestone


def values(table: ConceptClass) -> tuple[object, ...]:
    """Return everything that has a value."""
    return (
        *[mistakes for mistakes, _ in both_orders(table)],
        self_directed(table),
        all_fewest(table),
        Littlestone(table, lies=1).dimension(),
        randomized_littlestone(table, lies=1).value(),
    )


def apples_of(table: ConceptClass, rounds: int | None = None) -> int:
    bounds = apple_tasting_bounds(table, 0, Budget(), rounds)
    assert bounds.value is not None
    return int(bounds.value)


@given(tables(4))
def test_laws_between_the_games(concepts: list[Labels]) -> None:
    table = made(concepts)
    depth, fewest, apples = Littlestone(table).dimension(), all_fewest(table), apples_of(table)
    (worst, _), (best, _), alone = *both_orders(table), self_directed(table)
    assert depth >= worst >= best >= alone >= fewest_by_counting(table.size, table.points)
    assert worst >= depth - 1  # on at most five points
    assert len(fewest) == depth + 1
    assert all(more > less for more, less in pairwise(fewest))
    assert fewest[0] <= min(table.points, table.size - 1)
    for mistakes, times in enumerate(fewest):
        assert depth - mistakes <= times <= sufficient(table.size, mistakes)
    assert depth <= apples <= min(table.points, table.size - 1)


@given(tables(3), st.integers(1, 2))
def test_lies(concepts: list[Labels], lies: int) -> None:
    table = made(concepts)
    depths = [Littlestone(table, lies=k).dimension() for k in (0, lies - 1, lies)]
    coins = [randomized_littlestone(table, lies=k).value() for k in (0, lies - 1, lies)]
    assert Fraction(depths[-1], 2) <= coins[-1] <= depths[-1]
    assert depths[-1] - depths[-2] >= (2 if table.size > 1 else 1)
    assert depths[-1] <= (lies + 1) * depths[0] + lies
    assert coins[-1] >= coins[-2] + 1
    assert coins[-1] <= even_value((0,) * lies + (table.size,))


@given(tables(3), st.data())
def test_names_and_a_point_on_which_all_agree_change_nothing(concepts: list[Labels], data: st.DataObject) -> None:
    table = made(concepts)
    points = data.draw(st.permutations(range(3)))
    flips = data.draw(st.integers(0, 7))
    rows = data.draw(
        st.permutations([sum([(row >> x & 1) << points[x] for x in range(3)]) ^ flips for row in table.rows])
    )
    again = class_of_rows("again", rows, ["a", "b", "c"])
    agreed = class_of_rows("agreed", [row | 8 for row in table.rows], ["a", "b", "c", "d"])
    assert values(again) == values(table)
    assert values(agreed) == values(table)


@pytest.mark.parametrize("seed", seeds(3, 1))
def test_what_is_known_without_enough_states_is_true(seed: int) -> None:
    chance = random.Random(seed)
    rows = chance.sample(range(1 << 5), chance.randint(15, 25))
    table = class_of_rows("some", rows, "abcde")
    exact = dimensions(table, ("littlestone", "vc", ALL_MODELS))
    assert all(bounds.value is not None for bounds in exact.named.values())
    for states in (1, 5, 40):
        found = dimensions(table, ("littlestone", "vc", ALL_MODELS), Budget(states))
        forced = [found.known[key].at_least for key in ("littlestone", "vc", "announced_order")]
        assert forced[0] == max(map(int, forced))
        for name, bounds in found.named.items():
            value = exact.named[name].value if name in exact.named else 0
            assert bounds.at_least <= value <= bounds.at_most, (name, states)  # type: ignore[operator]
            assert bounds.value is not None or bounds.ran_out == ("1 state" if states == 1 else f"{states} states")
        assert len(found.dont_know) >= len(exact.dont_know)


@pytest.mark.parametrize("lies", [1, 2])
def test_what_is_known_with_lies_and_few_states_is_true(lies: int) -> None:
    table = find_class("intervals:4")
    exact = dimensions(table, lies=lies)
    for states in (1, 5, 25):
        found = dimensions(table, budget=Budget(states), lies=lies)
        for key in ("littlestone", "randomized_littlestone"):
            assert found.known[key].at_least <= exact.known[key].at_least <= found.known[key].at_most


@cache
def everything_of(name: str) -> Dimensions:
    """Return all quantities of a class, without a budget."""
    return dimensions(find_class(name), (*QUANTITIES, ALL_MODELS))


def test_all_quantities_share_the_seconds(clock: list[float]) -> None:
    table, wanted, exact = find_class("intervals:6"), (*QUANTITIES, ALL_MODELS), everything_of("intervals:6")
    unknown = []
    for seconds in (1, 1, 8):
        clock[0] = 0.0
        found = dimensions(table, wanted, Budget(seconds=seconds))
        assert clock[0] < seconds + 1  # the last looks of each that ran out, and of what begins after the end
        for name, bounds in found.named.items():
            least, value = bounds.at_least, exact.named[name].at_least
            assert least <= value <= bounds.at_most, name
        unknown.append(found.ran_out)
    assert unknown[1] == unknown[0]
    assert 0 < len(unknown[2]) < len(unknown[0])
    assert all(text.endswith(": its share of 1 second did not suffice") for text in unknown[0])


def test_unused_seconds_pass_on(clock: list[float]) -> None:
    parts = Budget(seconds=12).parts(3)
    assert next(parts).seconds == pytest.approx(6, abs=0.1)
    clock[0] = 3.0
    assert next(parts).seconds == pytest.approx(6, abs=0.1)
    clock[0] = 13.0
    late = next(parts)
    with pytest.raises(OutOfBudget, match=r"^its share of 12 seconds$"):
        late.spend()
    assert next(Budget(seconds=81).parts(8)).seconds == pytest.approx(18, abs=0.1)  # the first matter most
    (alone,) = Budget(states=5, seconds=1).parts(1)
    assert (alone.states, alone.share_of) == (5, "")
    assert [part.states for part in Budget(states=5).parts(2)] == [5, 5]


def test_the_parts_of_a_certificate_share_the_seconds(clock: list[float]) -> None:
    found = everything_of("intervals:6")
    solvers = [Littlestone(found.concept_class), Littlestone(found.concept_class, lies=1)]
    missing: dict[str, str] = {}
    clock[0] = 0.0
    models_certificate(found.concept_class, found.exact_values(), solvers, Budget(seconds=2), missing)
    assert clock[0] < 3
    says = "its share of 2 seconds did not suffice; give a larger budget"
    assert missing["Littlestone dimension with at most 1 lie"] == says


def test_each_choice_of_quantities_has_as_many_shares_as_it_takes() -> None:
    table = find_class("thresholds:3")
    for only in (*[(quantity,) for quantity in QUANTITIES], (ALL_MODELS,), ("littlestone", ALL_MODELS)):
        assert dimensions(table, only, Budget(seconds=60)).ran_out == []
        few = dimensions(table, only, Budget(states=1, seconds=60))  # more searches than where all is known at once
        assert all(text.endswith("1 state did not suffice") for text in few.ran_out)
    assert dimensions(find_class("halfspaces:3"), budget=Budget(states=1, seconds=60), lies=1).ran_out


@pytest.mark.full
def test_large_classes_end_with_bounds() -> None:
    """Sets of points are not counted before there is a budget, and no recursion is too deep."""
    found = dimensions(find_class("intervals:40"), (ALL_MODELS,), Budget(100)).known
    assert found["best_order"].at_most == 2
    assert found["announced_order"].value is None
    assert found["announced_order"].at_least < 9 == found["announced_order"].at_most
    many = find_class("singletons:600")
    assert self_directed(many) == Announced(many, range(600)).mistakes() == 1
    assert DontKnow(many, Budget(300)).bounds(Bounds(1, 1)) == [
        Bounds(1, 599, "300 states"),
        Bounds(0, 0, "300 states"),
    ]


@pytest.mark.parametrize(
    ("counts", "value"),
    [
        ((8,), Fraction(3, 2)),
        ((0, 2), Fraction(7, 4)),
        ((0, 0, 2), Fraction(47, 16)),
        ((0, 0, 0, 2), Fraction(131, 32)),
        ((3,), Fraction(3, 4)),
        ((0, 0, 1), 2),
    ],
)
def test_even_splits_bound_the_randomized_dimension(counts: tuple[int, ...], value: Fraction) -> None:
    assert even_value(counts) == value


@pytest.mark.parametrize("mistakes", range(3))
def test_no_class_needs_more_dont_know_than_enough(mistakes: int) -> None:
    """Singletons and "no point" need all that can be needed where no mistake is allowed."""
    for size in range(2, 9):
        rows = ["".join("+" if x == one else "-" for x in range(size - 1)) for one in range(size)]
        assert DontKnow(class_of_texts("at most one", rows)).fewest(mistakes) <= sufficient(size, mistakes)
        assert mistakes or sufficient(size, 0) == size - 1
        assert (sufficient(size, mistakes) == 0) == (size < 2 << mistakes)


def test_a_certificate_takes_what_is_exact() -> None:
    found = everything_of("thresholds:3")
    assert found.solver is not None
    assert found.one_lie is not None
    entries = found.exact_values()
    assert {entry["statement"] for entry in entries} == {
        "randomized dimension",
        *[f"Halving with {ties} ties" for ties in TIE_RULES],
        *["worst order", "best order", "self-directed", "apple tasting", "don't know"],
    }
    made_of = models_certificate(found.concept_class, entries, [found.solver, found.one_lie])
    assert len(made_of["values"]) == len(entries) + 4


def test_what_is_not_computed_with_lies() -> None:
    table = find_class("thresholds:3")
    with pytest.raises(InputError, match="halving is not computed with lies; with lies there are littlestone, vc"):
        dimensions(table, ("halving",), lies=1)
    with pytest.raises(InputError, match="models is not computed with lies"):
        dimensions(table, (ALL_MODELS,), lies=1)
    with pytest.raises(InputError, match="lies should be an int from 0 to 100, but are -1"):
        dimensions(table, lies=-1)
    with pytest.raises(InputError, match="did you mean 'models'"):
        dimensions(table, ("model",))


# -------------------------------------------------------------------- against brute force, and as published


@pytest.mark.parametrize("seed", seeds(20, 1))
def test_orders_are_those_of_brute_force(seed: int) -> None:
    for case in range(100):
        rows = random_texts(random.Random(100 * seed + case), 10)
        table = class_of_texts("some", rows)
        orders = both_orders(table)
        assert tuple([mistakes for mistakes, _ in orders]) == other_models.of_all_orders(frozenset(rows))
        assert all(Announced(table, order).mistakes() == mistakes for mistakes, order in orders)
        assert self_directed(table) == other_models.self_directed(frozenset(rows))


@pytest.mark.parametrize("seed", seeds(10))
def test_answers_and_apples_are_those_of_brute_force(seed: int) -> None:
    for case in range(200):
        rows = random_texts(random.Random(200 * seed + case), 7)
        table = class_of_texts("some", rows)
        known = all_fewest(table)
        assert known == [other_models.dont_know(frozenset(rows), mistakes) for mistakes in range(len(known))]
        assert len(known) == Littlestone(table).dimension() + 1
        start = frozenset([(row, 0) for row in rows])
        assert apples_of(table) == oracles.values.apples(start, len(rows))
        for rounds in range(4):
            assert apples_of(table, rounds) == oracles.values.apples(start, len(rows), rounds)


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
    assert (*[mistakes for mistakes, _ in both_orders(table)], self_directed(table)) == values


def test_the_smallest_class_with_a_gap() -> None:
    rows = "0000 0001 0011 0100 0110 0111 1000 1001".replace("0", "-").replace("1", "+").split()
    table = class_of_texts("gap", rows)
    assert (Littlestone(table).dimension(), both_orders(table)[0][0]) == (3, 2)


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


@pytest.mark.parametrize(("name", "mistakes"), [("singletons:4", 3), ("thresholds:3", 3), ("cube:3", 3)])
def test_apple_tasting_is_as_published(name: str, mistakes: int) -> None:
    assert apples_of(load_class(name)) == mistakes


def test_what_cannot_be_ordered() -> None:
    with pytest.raises(InputError, match="has no point 3; its points are 0 to 2"):
        Announced(load_class("thresholds:3"), [0, 3])


def test_orders_within_a_budget() -> None:
    with pytest.raises(OutOfBudget, match="3 states"):
        both_orders(load_class("intervals:5"), Budget(states=3))
