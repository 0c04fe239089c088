"""Learners of finite classes where labels lie, or where the order of the points was announced: their exact worst cases.

Every game on tiny classes is played: each point, each label that keeps some concept unlike at most K labels.
"""

import random
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest
from conftest import CLASS_LEARNERS, seeds
from oracles.lies import deterministic, randomized
from oracles.other_models import in_order

from adversary.game.play import play
from learners.algorithms.halving import (
    BinomialWeights,
    Halving,
    OptimalRandomized,
    StandardOptimalAlgorithm,
    WeightedMajority,
)
from learners.loading.sources import find
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.rationals import Rational
from proofs.formats.trace import loss
from proofs.settings import Finite


def some_class(seed: int, most: int = 5) -> tuple[str, ...]:
    chance = random.Random(seed)
    points = chance.randint(1, 3)
    rows = chance.sample(range(1 << points), chance.randint(1, min(most, 1 << points)))
    return tuple(f"{row:0{points}b}".replace("1", "+").replace("0", "-") for row in rows)


def worst_case(learner: Any, state: Callable[[Any], object], table: ConceptClass, lies: int) -> Rational:
    """Return the most mistakes of any game; ``state`` is all that the learner's future depends on."""
    known: dict[object, Rational] = {}

    def most(learner: Any, unlike: tuple[int, ...]) -> Rational:
        key = state(learner), unlike
        if key in known:
            return known[key]
        best: Rational = 0
        for x, y in product(range(table.points), (-1, 1)):
            left = tuple([min(n + (table.label(h, x) != y), lies + 1) for h, n in enumerate(unlike)])
            if min(left) > lies:
                continue
            told = deepcopy(learner)
            said = told.predict(x) if hasattr(told, "predict") else told.probability(x)
            told.update(x, y)
            cost = loss(said, 1 if y == 1 else -1)
            if (state(told), left) == key:
                assert cost == 0, "it would err for ever"
            else:
                best = max(best, cost + most(told, left))
        known[key] = best
        return best

    return most(learner, (0,) * table.size)


def bound(name: str, setting: Finite) -> Rational | None:
    found = find(name).card().mistake_bound
    assert found is not None
    return found(setting)


@pytest.mark.parametrize(("seed", "cases"), [(0, 6), *(pytest.param(s, 12, marks=pytest.mark.full) for s in range(4))])
def test_worst_cases_with_lies_are_as_the_cards_say(seed: int, cases: int) -> None:
    for case in range(cases):
        texts, lies = some_class(100 * seed + case), case % 3
        table = class_of_texts("some", texts)
        setting, concepts = Finite(table, lies), table.table()

        def space(learner: Any) -> object:
            return learner.space

        optimal = worst_case(StandardOptimalAlgorithm(concepts, lies), space, table, lies)
        assert optimal == deterministic(texts, lies) == bound("soa", setting)
        coins = worst_case(OptimalRandomized(concepts, lies), space, table, lies)
        assert coins == randomized(texts, lies) == bound("optimal-randomized", setting)
        binomial = worst_case(BinomialWeights(concepts, lies), space, table, lies)
        assert optimal <= binomial <= (bound("binomial-weights", setting) or 0)
        weighted = worst_case(WeightedMajority(concepts), lambda one: tuple(one.wrong), table, lies)
        assert optimal <= weighted <= (bound("weighted-majority", setting) or 0)


def test_binomial_weights_without_lies_are_halving() -> None:
    for seed in range(40):
        texts = some_class(seed, 8)
        table = class_of_texts("some", texts).table()
        for points in product(range(len(texts[0])), repeat=2):
            for labels in product((-1, 1), repeat=2):
                one, other = BinomialWeights(table), Halving(table)
                for x, y in zip(points, labels, strict=True):
                    assert one.predict(x) == other.predict(x)
                    one.update(x, 1 if y == 1 else -1)
                    other.update(x, 1 if y == 1 else -1)
                assert one.space == other.space


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 16])
@pytest.mark.parametrize("lies", [0, 1, 2, 5])
def test_bounds_by_their_definitions(size: int, lies: int) -> None:
    setting = Finite(find_class(f"thresholds:{size - 1}") if size > 1 else class_of_texts("one", ["+"]), lies)
    most = int(bound("weighted-majority", setting) or 0)
    assert Fraction(4, 3) ** most <= size * 2**lies < Fraction(4, 3) ** (most + 1)
    rounds = int(bound("binomial-weights", setting) or 0)

    def ways(r: int) -> int:  # to place lies in r rounds, for every concept
        return size * sum(comb(r, placed) for placed in range(lies + 1))

    assert ways(rounds) >= 2**rounds
    assert ways(rounds + 1) < 2 ** (rounds + 1)


def test_bounds_that_lies_break_are_not_claimed() -> None:
    table = find_class("intervals:4")
    claims = {name for name in CLASS_LEARNERS if bound(name, Finite(table, 1)) is not None}
    assert claims == {"soa", "optimal-randomized", "weighted-majority", "binomial-weights"}
    broken = play("halving", concept_class=table, lies=1, replay=False)
    assert broken.bounds == {"lower": 5, "upper": None}
    assert int(broken.mistakes) > (bound("halving", Finite(table)) or 0)  # ⌊log₂ 11⌋ = 3
    for name in CLASS_LEARNERS:  # in any order, too
        assert bound(name, Finite(table, order=(1, 3, 0))) is not None


@pytest.mark.parametrize("seed", seeds(60, 15))
def test_an_announced_game_costs_soa_what_it_is_worth(seed: int) -> None:
    texts = some_class(seed, 8)
    table = class_of_texts("some", texts)
    chance = random.Random(seed)
    order = tuple(chance.sample(range(table.points), chance.randint(1, table.points)))

    @cache
    def most(labels: tuple[int, ...]) -> int:
        if len(labels) == len(order):
            return 0
        learner = StandardOptimalAlgorithm(table.table(), order=order)
        for x, y in zip(order, labels, strict=False):
            learner.update(x, 1 if y == 1 else -1)
        x = order[len(labels)]
        said = learner.predict(x)
        agreeing = [
            h for h in range(table.size) if all(table.label(h, z) == y for z, y in zip(order, labels, strict=False))
        ]
        return max((y != said) + most((*labels, y)) for y in {table.label(h, x) for h in agreeing})

    assert most(()) == in_order(frozenset(texts), order) == bound("soa", Finite(table, order=order))


def test_soa_goes_on_where_other_points_come_than_were_announced() -> None:
    table = find_class("intervals:4")
    told, not_told = (StandardOptimalAlgorithm(table.table(), order=order) for order in ((0, 1, 2), None))
    for x, y in ((3, -1), (1, 1), (0, 1)):
        assert told.predict(x) == not_told.predict(x)
        told.update(x, 1 if y == 1 else -1)
        not_told.update(x, 1 if y == 1 else -1)
    assert told.announced is None


@pytest.mark.parametrize("name", CLASS_LEARNERS)
def test_labels_that_nobody_explains_crash_no_learner(name: str) -> None:
    learner: Any = find(name).make(Finite(find_class("singletons:3"), 1))
    for x, y in ((0, 1), (1, 1), (2, 1), (0, -1), (0, 1), (1, -1), (1, 1)):
        said = learner.predict(x) if hasattr(learner, "predict") else learner.probability(x)
        assert -1 <= said <= 1
        learner.update(x, y)
