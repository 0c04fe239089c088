"""The adversary of few dimensions: all of its paths are legal, and what it forces is certified."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from conftest import VECTOR_LEARNERS

from adversary import play
from adversary.checks import check_adversary
from adversary.game.judge import judge_file
from adversary.strategies.halfspaces.mistake_tree import MistakeTrees
from adversary.strategies.registry import usual_adversary
from learners.protocol import Label
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector

THIRD = Fraction(1, 9)


@pytest.mark.parametrize(
    ("dimension", "margin", "mistakes"),
    [(3, "1/3", 4), (2, "1/4", 3), (3, "1/5", 6), (6, "1/3", 7), (4, "3/10", 6), (1, "1/2", 1)],
)
def test_it_forces_the_value(dimension: int, margin: str, mistakes: int, tmp_path: Path) -> None:
    game = play("perceptron", margin=margin, dimension=dimension, output=tmp_path / "t.jsonl", replay=False)
    assert game.adversary == "mistake-tree"
    assert (game.mistakes, game.bounds["lower"]) == (mistakes, mistakes)
    assert str(game.note).startswith(f"{mistakes} is optimal: in dimension {dimension} no adversary forces more")
    assert game.second_opinion.word == "agrees"
    assert {"statement": "universal bound", "mistakes": mistakes} in judge_file(tmp_path / "t.jsonl").statements


@pytest.mark.parametrize("learner", VECTOR_LEARNERS)
def test_it_forces_all_learners(learner: str) -> None:
    game = play(learner, against="mistake-tree", margin="1/3", dimension=4, replay=False, second_opinion=False)
    assert {"statement": "universal bound", "mistakes": 5} in game.statements
    assert game.mistakes == 5


@pytest.mark.parametrize(("dimension", "margin_squared"), [(3, THIRD), (2, Fraction(1, 16)), (5, THIRD)])
def test_every_path_has_a_legal_target_also_where_it_ends_early(dimension: int, margin_squared: Fraction) -> None:
    forced = MistakeTrees(margin_squared=margin_squared, dimension=dimension).plan.forces or 0
    choices: list[Label] = [-1, 1]
    assert forced > 2
    for labels in product(choices, repeat=forced):
        adversary = MistakeTrees(margin_squared=margin_squared, dimension=dimension)
        shown = list[tuple[Vector, Label]]()
        for predicted in labels[: forced if sum(labels) else forced - 2]:
            point = adversary.next_point()
            assert point is not None
            assert point.norm_squared() == 1
            shown.append((point, adversary.label(point, predicted)))
        target = adversary.target()
        assert target is not None
        assert target.norm_squared() <= 1
        assert min(target.margin_squared(x, y) or 0 for x, y in shown) >= margin_squared


def test_a_copy_that_claims_more_shows_what_its_trees_prove() -> None:
    class Boast(MistakeTrees):
        def __init__(self) -> None:
            super().__init__(margin_squared=THIRD, dimension=4)
            self.plan = replace(self.plan, claims=6)

    game = play("perceptron", against=Boast(), replay=False)
    assert (game.bounds["lower"], game.tight) == (5, None)
    assert game.reason == "universal bound: 6 claimed, 5 proved"


def test_where_a_basis_fits_it_is_the_basis() -> None:
    game = play("perceptron", against="mistake-tree", margin="1/3", dimension=9)
    assert (game.tight, game.mistakes, game.target["norm_squared"]) == (True, 9, 1)


@pytest.mark.parametrize(
    ("options", "usual"),
    [
        ({"margin_squared": THIRD}, "standard-basis"),
        ({"margin_squared": THIRD, "dimension": 9}, "standard-basis"),
        ({"margin_squared": THIRD, "dimension": 8}, "mistake-tree"),
        ({"margin_squared": Fraction(2, 5), "dimension": 2}, "standard-basis"),
        ({"margin_squared": Fraction(2, 5), "dimension": 2, "as_printed": True}, "standard-basis"),
        ({"margin_squared": THIRD, "dimension": 3, "as_printed": True}, "standard-basis"),
        ({"concept_class": object(), "dimension": 3}, "littlestone"),
        ({"concept_class": object(), "order": (0,)}, "announced-order"),
    ],
)
def test_it_is_the_usual_one_where_a_basis_does_not_fit(options: dict[str, object], usual: str) -> None:
    assert usual_adversary(options) == usual


def test_it_is_fit_to_play() -> None:
    report = check_adversary("mistake-tree", margin="1/3", dimension=3)
    assert [result for result in report if result.status == "failed"] == []


def test_a_margin_above_1_is_refused() -> None:
    with pytest.raises(InputError, match="margin"):
        play("perceptron", against="mistake-tree", margin="3/2", dimension=3)
