"""The exact worst case of a learner, against known values, theorems and all short sequences."""

import re
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import partial

from adversary.search.worst_case import WorstCase, worst_case
from learners.loading.sources import find
from learners.protocol import Card, Label
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows, class_of_texts
from proofs.exact.errors import InputError
from proofs.settings import Finite
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import TIE_RULES, TieRule, halving_worst_case

classes = st.integers(1, 4).flatmap(
    lambda points: st.sets(st.integers(0, 2**points - 1), min_size=1, max_size=8).map(
        lambda rows: class_of_rows("random", sorted(rows), [str(x) for x in range(points)])
    )
)
partial_classes = partial.partial_classes.map(lambda concepts: class_of_texts("partial", partial.texts_of(concepts)))
small_classes = st.sets(st.integers(0, 7), min_size=1, max_size=5).map(
    lambda rows: class_of_rows("small", sorted(rows), "abc")
)


def signed(n: int) -> ConceptClass:
    found = find_class(f"halfspaces:{n}")
    assert found.vectors is not None
    return class_of_rows("signed", found.rows, found.point_names, None, [[2 * v - 1 for v in p] for p in found.vectors])


def most_steps(table: ConceptClass, *, ties: bool) -> int:
    """Return the most updates of a Perceptron with a constant coordinate, on lists of integers."""
    assert table.vectors is not None
    points = [(*[int(v) for v in values], 1) for values in table.vectors]

    @cache
    def most(w: tuple[int, ...], concept: int) -> int:
        best = 0
        for x, point in enumerate(points):
            y, product_ = table.label(concept, x), sum(a * b for a, b in zip(w, point, strict=True))
            if (y * product_ <= 0) if ties else ((product_ >= 0) != (y == 1)):
                best = max(best, 1 + most(tuple(a + y * b for a, b in zip(w, point, strict=True)), concept))
        return best

    return max(most((0,) * len(points[0]), concept) for concept in range(table.size))


def errors(learner: object, table: ConceptClass, rounds: list[tuple[int, Label]], lies: int = 0) -> int:
    """Play the rounds with a fresh learner that sees numbers, or the points as vectors."""
    setting = Finite(table, lies)
    player = find(learner).make(setting)
    card = find(learner).card()
    wrong = 0
    for x, y in rounds:
        shown: Any = setting.vectors[x] if card.sees == "exact" else x
        wrong += player.predict(shown) != y
        player.update(shown, y)
    return wrong


def of(learner: object, table: ConceptClass, lies: int = 0, **more: Any) -> WorstCase:
    """Return the worst case, once its sequence has been seen to attain it and its target to explain it."""
    found = worst_case(find(learner), table, lies=lies, **more)
    rounds = [*found.rounds, *(found.cycle or [])]
    assert sum(table.label(found.concept, x) != y for x, y in rounds) <= lies
    if "count" not in more:
        assert errors(learner, table, rounds, lies) == found.at_least
    return found


@pytest.mark.parametrize(
    ("table", "plain", "updates"),
    [
        (find_class("halfspaces:1"), 3, 5),
        (find_class("halfspaces:2"), 15, 22),
        (signed(1), 2, 2),
        (signed(2), 3, 3),
    ],
)
def test_the_perceptron_with_a_threshold(table: ConceptClass, plain: int, updates: int) -> None:
    assert of("homogeneous:perceptron", table).mistakes == Bounds(plain, plain)
    assert of("homogeneous:perceptron-ties", table, count="updates").mistakes == Bounds(updates, updates)
    assert (most_steps(table, ties=False), most_steps(table, ties=True)) == (plain, updates)


@given(classes | partial_classes)
def test_soa_makes_as_many_mistakes_as_the_littlestone_dimension(table: ConceptClass) -> None:
    assert of("soa", table).at_most == Littlestone(table).dimension()


@pytest.mark.parametrize("tie", TIE_RULES)
@given(table=classes | partial_classes)
@settings(max_examples=12)
def test_halving_under_each_rule_for_ties(tie: TieRule, table: ConceptClass) -> None:
    assert of(f"halving?tie={tie}", table).at_most == halving_worst_case(table, tie).value()


@pytest.mark.parametrize("learner", ["first-consistent", "weighted-majority", "binomial-weights"])
@given(table=partial_classes)
@settings(max_examples=20)
def test_cards_hold_on_partial_classes(learner: str, table: ConceptClass) -> None:
    bound = find(learner).card().mistake_bound
    assert bound is not None
    most = bound(Finite(table))
    assert most is not None
    assert of(learner, table, budget=Budget(states=2_000)).at_least <= most


@pytest.mark.parametrize("name", ["soa", "halving", "first-consistent", "memorizer"])
@given(table=small_classes)
@settings(max_examples=8)
def test_no_short_sequence_is_worse_and_one_is_as_bad(name: str, table: ConceptClass) -> None:
    sequences = [
        [(x, table.label(concept, x)) for x in points]
        for concept in range(table.size)
        for points in product(range(table.points), repeat=3)  # enough for all the mistakes that these learners make
    ]
    assert of(name, table).at_most == max(errors(name, table, [(x, _label(y)) for x, y in s]) for s in sequences)


def _label(y: int) -> Label:
    return 1 if y == 1 else -1


def test_mistakes_for_ever_come_with_a_cycle() -> None:
    table = class_of_rows("one", [0b01], "ab")
    stubborn = of("always-plus", table)
    assert (stubborn.cycle, stubborn.mistakes, str(stubborn)) == ([(1, -1)], None, "unbounded")
    late = of("last-label", table)
    assert late.cycle is not None
    assert sorted(late.cycle) == [(0, 1), (1, -1)]
    assert errors("last-label", table, [*late.rounds, *late.cycle * 9]) >= 18


class Ring:
    """Goes around without mistakes, on point 0; errs once, on point 1, if it is where it does."""

    card = Card("a ring", sees="index", copies=True)

    def __init__(self) -> None:
        self.at = 0

    def predict(self, x: int) -> Label:
        return -1 if (self.at, x) == (2, 1) else 1

    def update(self, x: int, y: Label) -> None:
        if x == 0 and self.at < 4:
            self.at = (self.at + 1) % 4
        elif self.at == 2:
            self.at = 4


def test_the_way_around_a_long_cycle_to_the_only_mistake() -> None:
    found = of(Ring, class_of_rows("all", [0b11], "ab"))
    assert (found.mistakes, found.rounds, found.states) == (Bounds(1, 1), [(0, 1), (0, 1), (1, 1)], 5)


class Counter:
    """Wrong in its first rounds on a target, and never twice in the same state."""

    def __init__(self) -> None:
        self.rounds = 0

    def predict(self, x: int) -> Label:
        return 1 if self.rounds < 7 else -1

    def update(self, x: int, y: Label) -> None:
        self.rounds += 1


def test_a_budget_leaves_a_lower_bound() -> None:
    table = class_of_rows("two", [0b11, 0b00], "ab")
    found = of(Counter, table, budget=Budget(states=2_500))
    assert (found.at_most, found.mistakes, found.ran_out) == (None, None, "2,500 states")
    assert found.at_least >= 900  # of the first concept
    some = of("first-consistent", find_class("halfspaces:2"), budget=Budget(states=3)).mistakes
    assert some is not None
    assert (some.at_most, some.ran_out) == (13, "3 states")
    assert some.at_least < 5


class Forgetful:
    """Copies of it err where it does not."""

    fresh = False

    def __init__(self) -> None:
        self.fresh = True

    def __getstate__(self) -> dict[str, bool]:
        return {}

    def predict(self, x: int) -> Label:
        return 1 if self.fresh else -1

    def update(self, x: int, y: Label) -> None:
        pass


def uncopyable() -> object:
    learner = Counter()
    learner.predict = lambda x: 1  # type: ignore[method-assign]
    return learner


def test_unusable_learners_are_refused(tmp_path: Any) -> None:
    table = class_of_rows("one", [0b11], "ab")
    file = tmp_path / "mine.py"
    file.write_text("class Mine:\n    predict = update = None\n")
    cases: list[tuple[object, str]] = [
        ("randomized-halving", "is randomized"),
        (str(file), "in a process of its own"),
        (uncopyable, "cannot be copied"),
        (Forgetful, "copies badly"),
    ]
    for learner, message in cases:
        with pytest.raises(InputError, match=message):
            worst_case(find(learner), table)
    assert worst_case("soa", "thresholds:3").at_least == 2
    with pytest.raises(InputError, match="lies should be 0 or more, but are -1"):
        worst_case("halving", "thresholds:3", lies=-1)
    with pytest.raises(InputError, match="count"):
        worst_case(find("soa"), table, count="rounds")  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ lies


def most_of_weighted_majority(table: ConceptClass, lies: int) -> int:
    """Return the most mistakes of the weighted majority, by trying every label in every state, from its definition."""

    @cache
    def most(weights: tuple[Fraction, ...], left: tuple[int, ...]) -> int:
        best = 0
        for x, y in product(range(table.points), (-1, 1)):
            says = [table.label(concept, x) for concept in range(table.size)]
            vote = 1 if sum(w * s for w, s in zip(weights, says, strict=True)) >= 0 else -1
            after = tuple([b - (s != y) for b, s in zip(left, says, strict=True)])
            if vote != y and max(after) >= 0:  # a round without a mistake changes no weight
                lighter = tuple([w / 2 if s != y else w for w, s in zip(weights, says, strict=True)])
                best = max(best, 1 + most(lighter, after))
        return best

    return most((Fraction(1),) * table.size, (lies,) * table.size)


@given(small_classes, st.integers(0, 2))
def test_weighted_majority_with_lies_is_as_bad_as_all_games_say(table: ConceptClass, lies: int) -> None:
    found = of("weighted-majority", table, lies=lies)
    assert found.at_least == found.at_most == most_of_weighted_majority(table, lies)


@settings(max_examples=15)
@given(small_classes, st.integers(0, 2))
def test_the_optimal_learner_errs_as_often_as_the_dimension_with_lies_says(table: ConceptClass, lies: int) -> None:
    found = of("soa", table, lies=lies)
    assert found.at_least == found.at_most == Littlestone(table, lies=lies).dimension()


@settings(max_examples=15)
@given(small_classes, st.integers(0, 3))
def test_a_memorizer_errs_twice_a_lie_and_once_for_each_negative_point(table: ConceptClass, lies: int) -> None:
    found = of("memorizer", table, lies=lies)
    negative = max(row.bit_count() for row in table.mirrored().rows)
    assert found.at_least == found.at_most == negative + 2 * lies


@pytest.mark.parametrize("learner", ["halving", "first-consistent"])
def test_who_knows_of_no_lies_is_led_astray_for_ever_by_one(learner: str) -> None:
    table = find_class("thresholds:3")
    found = of(learner, table, lies=1)
    assert found.cycle is not None
    assert found.mistakes is None
    assert sum(table.label(found.concept, x) != y for x, y in found.rounds) == 1
    assert all(table.label(found.concept, x) == y for x, y in found.cycle)


def test_a_theorem_about_labels_without_lies_is_no_bound_with_them() -> None:
    found = worst_case("halving", "intervals:6", Budget(states=1), lies=1)
    assert found.ran_out
    assert found.at_most is None


@pytest.mark.long
def test_a_learner_that_solves_for_too_long_ends_with_the_budget() -> None:
    found = worst_case("soa", "thresholds:3", Budget(seconds=0.5), lies=40)
    assert (found.at_least, found.at_most, found.ran_out) == (0, None, "0.5 seconds")


class WithSharedThings:
    """A learner whose attributes are pickled by functions that numpy and re have registered."""

    def __init__(self) -> None:
        self.add, self.pattern, self.w = np.add, re.compile("a"), 0

    def predict(self, _x: object) -> Label:
        return 1 if self.w > 0 else -1

    def update(self, _x: object, y: Label) -> None:
        self.w = int(self.add(0, y))


def test_what_others_know_how_to_copy_is_copied() -> None:
    found = worst_case(WithSharedThings, find_class("thresholds:1"))
    assert found.at_least >= 1
