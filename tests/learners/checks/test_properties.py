"""The properties, wherever games are played: what each compares, and that what a replayer raises is never an answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from learners.algorithms.perceptron import Perceptron, online_perceptron, passive_aggressive
from learners.checks.properties import (
    does_not_depend_on_the_hash_seed,
    is_conservative,
    is_deterministic,
    predict_changes_nothing,
    shares_no_state,
    treats_coordinates_alike,
    treats_signs_alike,
)
from learners.checks.replayer import Answers, Rounds
from learners.checks.under_test import learner_under_test
from learners.protocol import Label, Prediction
from learners.runner.clock import CutShort
from proofs.classes.catalog import find_class
from proofs.exact.vectors import Vector, add, basis_vector, frozen, product, vector
from proofs.settings import Finite, Halfspaces, SearchSetting

PLANE, CLASS = Halfspaces(2, 1), Finite(find_class("cube:2"))  # type: ignore[arg-type]
ROUNDS: Rounds = ((basis_vector(0), 1), (basis_vector(1), -1), (basis_vector(0), 1))
SAID: Answers = (1, 1, 1)
OTHER: Answers = (1, 1, -1)


@dataclass
class Told:
    """A replayer that gives the answers that it is told to give, by the method that is asked; or raises them."""

    setting: SearchSetting = PLANE
    gives: dict[str, Any] = field(default_factory=dict)

    def answer(self, method: str) -> Any:
        given = self.gives.get(method, SAID)
        if isinstance(given, Exception):
            raise given
        return given.pop(0) if isinstance(given, list) else given

    def play(self, rounds: Rounds) -> Answers:
        return self.answer("play")  # type: ignore[no-any-return]

    def alone(self, rounds: Rounds, hash_seed: int = 1) -> Answers:
        return self.answer(f"alone {hash_seed}")  # type: ignore[no-any-return]

    def after(self, rounds: Rounds, setting: SearchSetting, before: Rounds) -> Answers:
        return self.answer("after" if setting is self.setting else "after mirrored")  # type: ignore[no-any-return]

    def beside(self, rounds: Rounds, others: Rounds) -> Answers:
        return self.answer("beside")  # type: ignore[no-any-return]

    def sparing(self, rounds: Rounds, kept: Sequence[bool]) -> dict[int, Prediction | None]:
        return {number: said for number, said in enumerate(self.answer("sparing")) if kept[number]}

    def asked_more(self, rounds: Rounds) -> Iterator[tuple[str, Answers]]:
        yield "asked twice", self.answer("asked more")


SHARES = partial(shares_no_state, opposite_game=ROUNDS)
TIED: Answers = (-1, -1, -1)
CASES: list[Any] = [
    (is_deterministic, PLANE, {"alone 1": [SAID, OTHER]}, "started again"),
    (partial(is_deterministic, times=3), PLANE, {"alone 1": [SAID, SAID, SAID, OTHER]}, "started again"),
    (does_not_depend_on_the_hash_seed, PLANE, {"alone 2": OTHER}, "under another PYTHONHASHSEED"),
    (SHARES, PLANE, {"after": OTHER}, "after a learner has played another game"),
    (SHARES, PLANE, {"play": OTHER}, "after a learner has played the same game"),
    (SHARES, CLASS, {"after mirrored": OTHER}, f"after a learner has played on {CLASS.concept_class.name} with opposite labels"),
    (SHARES, PLANE, {"beside": OTHER}, "while another learner is taught the opposite"),
    (predict_changes_nothing, PLANE, {"asked more": OTHER}, "asked twice"),
]  # fmt: skip


@pytest.mark.parametrize(("find", "setting", "gives", "how"), CASES)
def test_a_property_says_how_and_where_a_game_goes_otherwise(
    find: Any, setting: SearchSetting, gives: Any, how: str
) -> None:
    assert find(Told(setting), ROUNDS) is None
    found = find(
        Told(setting, {key: [*given] if isinstance(given, list) else given for key, given in gives.items()}), ROUNDS
    )
    assert (found.how, found.number) == (how, 3)
    assert found.where in ("in round 3 it says +1 and then -1", "in round 3 it says -1 and then +1")


@pytest.mark.parametrize(("find", "setting", "gives", "how"), CASES)
def test_what_a_replayer_raises_is_not_an_answer(find: Any, setting: SearchSetting, gives: Any, how: str) -> None:
    with pytest.raises(CutShort):
        find(Told(setting, dict.fromkeys(gives, CutShort("the time is over"))), ROUNDS)


def test_a_game_beside_others_may_be_cut() -> None:
    assert shares_no_state(Told(gives={"beside": SAID[:1]}), ROUNDS) is None
    assert shares_no_state(Told(gives={"beside": (-1,)}), ROUNDS)


def test_rounds_without_a_mistake_are_left_out() -> None:
    assert is_conservative(Told(), ROUNDS) is None  # only the second is a mistake
    assert is_conservative(Told(gives={"sparing": (-1, 1, -1)}), ROUNDS) is None
    found = is_conservative(Told(gives={"sparing": (1, None, 1)}), ROUNDS)
    assert found
    assert (found.how, found.number) == ("mistake 1", 2)


class Biased(Perceptron):
    def predict(self, x: Vector) -> Label:
        return 1 if product(self.weights, x) + 2 > 0 else -1


class FirstCoordinateTwice(Perceptron):
    def update(self, x: Vector, y: Label) -> None:
        super().update(vector([(index, 2 * value if index == 0 else value) for index, value in x.entries]), y)


class Averaged:
    """It predicts with the sum of all its w and learns by w, where no answer shows a tie or what rounding makes of it."""

    def __init__(self, dimension: int) -> None:
        self.w, self.total = np.zeros(dimension), np.zeros(dimension)

    def predict(self, x: Any) -> Label:
        return 1 if self.total @ x >= 0 else -1

    def update(self, x: Any, y: Label) -> None:
        if (1 if self.w @ x >= 0 else -1) != y:
            self.w = self.w + y * x
        self.total = self.total + self.w


class InBatches:
    """After its first mistakes, w is still 0."""

    def __init__(self, dimension: int) -> None:
        self.w, self.steps, self.rounds = np.zeros(dimension), np.zeros(dimension), 0

    def predict(self, x: Any) -> Label:
        return 1 if self.w @ x >= 0 else -1

    def update(self, x: Any, y: Label) -> None:
        self.steps = self.steps + (self.predict(x) != y) * y * x
        self.rounds += 1
        if self.rounds % 4 == 0:
            self.w, self.steps = self.w + self.steps, np.zeros(len(x))


class SaysPlus:
    """Its w is 0 in the whole game."""

    def __init__(self, dimension: int) -> None:
        pass

    def predict(self, _: Any) -> Label:
        return 1

    def update(self, x: Any, y: Label) -> None:
        pass


class IgnoresSigns(Perceptron):
    """It gives the same answer at opposite points, however far away."""

    def predict(self, x: Vector) -> Label:
        return super().predict(self.seen(x))

    def update(self, x: Vector, y: Label) -> None:
        super().update(self.seen(x), y)

    def seen(self, x: Vector) -> Vector:
        return vector([(index, abs(Fraction(value))) for index, value in x.entries])


class Centered(Perceptron):
    """Its ties are not a Perceptron's: at the point it has seen last."""

    last = vector({})

    def predict(self, x: Vector) -> Label:
        return super().predict(self.moved(x))

    def update(self, x: Vector, y: Label) -> None:
        super().update(self.moved(x), y)
        self.last = x

    def moved(self, x: Vector) -> Vector:
        found = dict(x.entries)
        add(found, self.last, -1)
        return frozen(found)


@pytest.mark.parametrize("find", [treats_coordinates_alike, treats_signs_alike])
@pytest.mark.parametrize(
    ("learner", "lacks"),
    [
        (Perceptron, ()),
        (online_perceptron, ()),
        (passive_aggressive, ()),
        (Averaged, ()),
        (InBatches, ()),
        (Biased, (treats_signs_alike,)),
        (SaysPlus, (treats_signs_alike,)),
        (IgnoresSigns, (treats_signs_alike,)),
        (FirstCoordinateTwice, (treats_coordinates_alike,)),
        (Centered, (treats_signs_alike,)),  # for opposite points come before others
    ],
)
def test_a_learner_treats_coordinates_and_labels_alike_or_not(learner: Any, lacks: Any, find: Any) -> None:
    tested = learner_under_test(learner)
    short = tested.games.short
    thirds = [[(frozen({i: v / Fraction(3) for i, v in x.entries}), y) for x, y in game] for game in short]  # type: ignore[union-attr]
    games = [tuple(game) for game in (*short, *thirds)]  # doubles round thirds
    found = [find(tested, game, tested.play(game)) for game in games]
    assert any(found) == (find in lacks)


def test_a_point_shown_again_is_a_tie_of_a_learner_that_centers_points() -> None:
    tested, game = learner_under_test(Centered), ROUNDS[:1] * 2
    assert tested.play(game) == tested.play(((vector({0: -1}), 1), (basis_vector(0), -1)))
    assert treats_signs_alike(tested, game, tested.play(game)) is None
