"""The numbers: what the adversaries force, exactly, on every registered learner."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import ceil, floor
from pathlib import Path

import pytest
from conftest import VECTOR_LEARNERS
from hypothesis import given
from hypothesis import strategies as st

from adversary.game.judge import judge_file
from adversary.game.play import play
from adversary.game.result import GameResult
from adversary.strategies.halfspaces.mistake_tree import MistakeTrees
from adversary.strategies.halfspaces.standard_basis import Orthonormal, StandardBasis
from adversary.strategies.registry import usual_adversary
from adversary.views.cells import render
from adversary.views.terminal.show import game_table
from learners.protocol import Label
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector
from proofs.settings import Halfspaces

LEARNERS = VECTOR_LEARNERS
SWEPT = ("dense-perceptron", "perceptron")
"""Who plays very many games; what is forced depends on no learner, so that of the others' games a sample will do."""


def forced(game: GameResult, mistakes: int) -> bool:
    """Whether the game has exactly so many rounds and mistakes, and a certificate for as many of any learner."""
    assert isinstance(game.setting, Halfspaces)
    return (
        game.ok
        and (game.played, game.mistakes, game.bounds["lower"]) == (mistakes,) * 3
        and {"statement": "universal bound", "mistakes": mistakes} in game.statements
        and (game.bounds["upper"] is None or game.bounds["upper"] >= mistakes)
    )


def forces(learner: str, margin_squared: Fraction, mistakes: int) -> bool:
    return forced(play(learner, margin_squared=margin_squared, replay=False, second_opinion=False), mistakes)


@pytest.mark.parametrize("learner", SWEPT)
def test_integers(learner: str) -> None:
    """Every one by the Perceptron, every tenth by the one that computes with floats."""
    for inverse in range(1, 251, 1 if learner == "perceptron" else 10):
        assert forces(learner, Fraction(1, inverse), inverse), inverse


@pytest.mark.long
def test_fractions_with_small_terms() -> None:
    margins = {Fraction(p, q) for q in range(1, 41) for p in range(1, q + 1)}
    assert len(margins) == 490
    for margin_squared in margins:
        assert forces("perceptron", margin_squared, floor(1 / margin_squared)), margin_squared


@pytest.mark.parametrize("learner", sorted({*LEARNERS} - {*SWEPT}))
def test_some_margins(learner: str) -> None:
    for inverse in map(Fraction, ("1", "2", "9", "64", "99", "3/2", "9/4", "8/7")):
        assert forces(learner, 1 / inverse, floor(inverse)), inverse


@pytest.mark.parametrize(
    ("margin", "mistakes"), [("1/10", 100), ("0.1", 100), ("1/5", 25), ("0.2", 25), ("1/sqrt(7)", 7)]
)
def test_margins_on_which_floats_stumble(margin: str, mistakes: int) -> None:
    game = play("perceptron", margin=margin)
    assert forced(game, mistakes)
    assert game.tight is True
    assert game.replayed is True
    assert game.target == {"norm_squared": 1, "margin_squared": Fraction(1, mistakes)}


@pytest.mark.parametrize("learner", LEARNERS)
def test_orthonormal_forces_as_many(learner: str) -> None:
    for seed, inverse in enumerate((Fraction(1), Fraction(2), Fraction(5, 2), Fraction(25))):
        game = play(learner, against="orthonormal", margin_squared=1 / inverse, seed=seed, replay=inverse == 25)
        assert forced(game, floor(inverse))
    assert game.replayed is True
    assert {"statement": "run bound", "mistakes": 25} in game.statements


@given(st.fractions(min_value=Fraction(1, 50), max_value=1, max_denominator=50))
def test_as_printed_is_legal_iff_the_inverse_is_an_integer(margin_squared: Fraction) -> None:
    game = play("always-plus", margin_squared=margin_squared, as_printed=True, replay=False)
    assert game.played == game.mistakes == ceil(1 / margin_squared)
    assert game.target["norm_squared"] == game.played * margin_squared
    assert game.ok == ((1 / margin_squared).denominator == 1)
    assert game.ok or (game.statements == [] and "above 1" in str(game.reason))


def test_a_small_dimension_forces_less_and_says_so() -> None:
    game = play("perceptron", against="standard-basis", margin="1/10", dimension=7)
    assert forced(game, 7)
    assert game.tight is False  # 7 below, 100 above: a gap
    assert game.bounds == {"lower": 7, "upper": 100}
    assert game.note == "in dimension 7 only 7 mistakes can be forced this way; dimension 100 allows 100"


def test_a_large_dimension_changes_nothing() -> None:
    assert forced(play("perceptron", margin="1/3", dimension=10**9), 9)


def test_as_printed_needs_the_printed_dimension() -> None:
    with pytest.raises(InputError, match="at least 3, not 2"):
        StandardBasis(margin_squared=Fraction(2, 5), dimension=2, as_printed=True)


def basis(adversary: Orthonormal) -> list[Vector]:
    points = []
    while (x := adversary.next_point()) is not None:
        points.append(x)
    return points


@given(st.integers(2, 60), st.integers(0, 10**6))
def test_the_other_basis_is_orthonormal_and_not_the_standard_one(dimension: int, seed: int) -> None:
    points = basis(Orthonormal(margin_squared=Fraction(1, dimension), seed=seed))
    assert len(points) == dimension
    assert all(x.norm_squared() == 1 for x in points)
    assert all(a.dot(b) == 0 for a, b in combinations(points, 2))
    assert all(len(x.entries) > 1 for x in points)
    assert max(index for x in points for index, _ in x.entries) == dimension - 1


def test_the_seed_chooses_the_basis() -> None:
    first, again, other = (basis(Orthonormal(margin_squared=Fraction(1, 9), seed=seed)) for seed in (3, 3, 4))
    assert first == again != other


def test_the_line_has_no_other_basis() -> None:
    assert basis(Orthonormal(margin_squared=Fraction(1), dimension=1)) == [Vector(((0, -1),))]
    assert [len(x.entries) for x in basis(Orthonormal(margin_squared=Fraction(1)))] == [2]


# ------------------------------------------------------------------------------------------------ scripted


def script(folder: Path, *lines: str) -> str:
    (folder / "script.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return f"scripted:{folder / 'script.jsonl'}"


HEADER = '{"dimension": 2, "margin_squared": "1/25"}'
FOOTER = '{"target": {"direction": [[0, "3"], [1, "4"]], "scale_squared": "1/25"}}'


def test_a_script_is_played_as_written(tmp_path: Path) -> None:
    rounds = ['{"x": [[0, "1"]], "label": 1}', '{"x": [[1, "1"]], "label": 1}', '{"x": [[0, "-1"]], "label": -1}']
    game = play("always-plus", against=script(tmp_path, HEADER, *rounds, FOOTER))
    assert game.ok
    assert (game.played, game.mistakes) == (3, 1)
    assert game.target == {"norm_squared": 1, "margin_squared": Fraction(9, 25)}
    assert game.bounds == {"lower": None, "upper": None}
    assert game.tight is None


def test_a_script_whose_target_is_wrong_is_refused_exactly(tmp_path: Path) -> None:
    wrong = '{"x": [["0", "1"]], "label": -1}'.replace('"0"', "0")
    game = play("always-plus", against=script(tmp_path, HEADER, wrong, FOOTER))
    assert not game.ok
    assert game.reason == "round 1: the label is -1, the target says +1"


def test_points_of_any_norm_where_the_script_says_so(tmp_path: Path) -> None:
    lines = ['{"x": [[0, "100"]], "label": 1}', FOOTER]
    loose = play("perceptron", against=script(tmp_path, HEADER[:-1] + ', "unit_norm": false}', *lines))
    assert loose.ok
    assert loose.bounds["upper"] is None  # Theorem 1.1 is about unit points
    strict = play("perceptron", against=script(tmp_path, HEADER, *lines))
    assert strict.reason == "round 1: the point's norm² is 10000, not 1"
    assert "the game is not realizable" in " ".join(
        render(game_table(strict)).split()
    )  # a point is at fault, and not the target


def test_keys_that_a_script_does_not_need_mean_nothing(tmp_path: Path) -> None:
    footer = FOOTER[:-1] + ', "note": "x"}'
    assert play("perceptron", against=script(tmp_path, HEADER, '{"x": [[0, "1"]], "label": 1, "by": "me"}', footer)).ok


def test_a_script_without_rounds_shows_nothing(tmp_path: Path) -> None:
    game = play("perceptron", against=script(tmp_path, HEADER, FOOTER))
    assert not game.ok
    assert (game.reason, game.statements, game.replayed) == ("no round was played, so nothing is shown", [], None)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], "ends without a footer"),
        ([HEADER], "ends without a footer"),
        ([HEADER, FOOTER, FOOTER], "line 3: there are lines after the footer"),
        (
            [HEADER, '{"x": [[2, "1"]], "label": 1}', FOOTER],
            "line 2: the script shows a vector out of order, or outside dimension 2",
        ),
        ([HEADER, '{"x": [[0, "1"]], "label": 2}', FOOTER], "line 2: Invalid enum value 2"),
        ([HEADER, '{"x": [[0, 1.0]], "label": 1}', FOOTER], "line 2: Expected `str`, got `float`"),
        ([HEADER, '{"x": [[0, "1"], [0, "1"]], "label": 1}', FOOTER], "line 2: a coordinate appears twice"),
        ([HEADER, '{"x": [[0, "1/0"]], "label": 1}', FOOTER], "line 2: Expected `str` matching regex"),
        (
            [HEADER, FOOTER.replace("1/25", "-1")],
            "line 2: the script offers a target whose scale_squared is not a Fraction above 0",
        ),
        (['{"dimension": 2}', FOOTER], "line 1: the header has no margin_squared, and no option gives it"),
        (['{"setting": "halfspace"}', FOOTER], "line 1: unknown setting 'halfspace'; did you mean 'halfspaces'"),
        ([HEADER.replace("25", "1" * 1001), FOOTER], "line 1: a number has more than 1000 digits"),
        (['{"dimension": 0, "margin_squared": "1"}', FOOTER], "line 1: Expected `int` >= 1 - at `$.dimension`"),
        (['{"setting": "hinge", "dimension": 1, "hinge": "-1", "norm_squared": "1"}', FOOTER], "should be 0 or more"),
        (["nonsense", FOOTER], "line 1: JSON is malformed"),
        ([HEADER, '{"x": [[0, "1"]]}', FOOTER], "line 2: a round has x and label, the footer has target"),
        (
            [HEADER[:-1] + f', "z": {"[" * 5000}{"]" * 5000}}}', FOOTER],
            "line 1: brackets are nested more than 100 deep",
        ),
        ([HEADER, f'{{"z": {"[" * 5000}{"]" * 5000}}}', FOOTER], "line 2: brackets are nested more than 100 deep"),
    ],
)
def test_unusable_scripts_are_refused_with_their_line(lines: list[str], says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape(says)):
        play("perceptron", against=script(tmp_path, *lines))


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
