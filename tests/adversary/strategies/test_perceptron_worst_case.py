"""The Perceptron's own worst case: what its adversaries force, exactly, and that nothing forces more."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran
from hypothesis import given
from hypothesis import strategies as st
from oracles.perceptron import longest_game, novikoff, updates

from adversary.game.play import play
from adversary.game.result import GameResult
from adversary.strategies.halfspaces.perceptron_worst_case import ThreeDimensions, plane_points
from learners.algorithms.perceptron import Perceptron, passive_aggressive
from learners.algorithms.relaxed import Romma
from learners.protocol import Learner
from proofs.exact.errors import InputError
from proofs.exact.vectors import Vector, vector
from proofs.settings import Halfspaces

Run = Callable[..., Ran]
SPACE = {"4/25": 6, "1/9": 8, "9/100": 11, "1/7": 6, "1/2": 1, "1": 1, "100/1201": 12, "1/13": 12}
PLANE = {"4/25": 4, "1/9": 5, "1/100": 50, "9/25": 2, "25/169": 4, "49/625": 7, "1/2": 1, "1": 1, "1/7": 4}
WORST = {"statement": "worst case", "mistakes": 11}

STUDENT = """
class Student:
    def __init__(self, dimension):
        self.{name} = [0] * dimension

    def predict(self, x):
        return 1 if sum(a * b for a, b in zip(self.{name}, x)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.{name} = [a + y * b for a, b in zip(self.{name}, x)]
"""


def quick(learner: object, against: str, margin_squared: str, **options: Any) -> GameResult:
    return play(learner, against=against, margin_squared=margin_squared, replay=False, second_opinion=False, **options)


def played(make: Callable[[], Learner], adversary: ThreeDimensions) -> list[Vector]:
    """Return y·x of all rounds of a game; all must be mistakes."""
    learner, rounds = make(), list[Vector]()
    adversary.weights = lambda: vector(learner.weights)  # type: ignore[attr-defined]
    while (x := adversary.next_point()) is not None:
        predicted = learner.predict(x)
        y = adversary.label(x, predicted)
        assert y != predicted
        learner.update(x, y)
        rounds.append(vector((index, y * value) for index, value in x.entries))
    return rounds


@pytest.mark.parametrize("learner", ["perceptron", "perceptron-ties", "dual-perceptron", "passive-aggressive", "romma"])
@pytest.mark.parametrize("squared", SPACE)
def test_space_forces_the_whole_bound(learner: str, squared: str) -> None:
    game = quick(learner, "three-dimensions", squared)
    assert game.ok
    assert game.realizable
    assert isinstance(game.setting, Halfspaces)
    assert game.setting.dimension == 3
    assert game.played == game.mistakes == SPACE[squared] == max(ceil(1 / Fraction(squared)) - 1, 1)
    assert game.upper == 1 / Fraction(squared) // 1
    assert ("is an integer" in (game.note or "")) == (game.mistakes < game.upper)


@pytest.mark.parametrize(
    ("dimension", "inverse", "more"),
    [
        *((3, inverse, "force (--against standard-basis)") for inverse in (2, 3)),
        *((dimension, 4, "force (--against standard-basis)") for dimension in (4, 5)),
        *((3, inverse, "points force, and no rational ones in dimension 3") for inverse in (4, 5, 7)),
        *((dimension, 6, "that real points force") for dimension in (3, 4)),
        (2, 2, "force (--against standard-basis)"),
        (2, 4, "that real points force"),
    ],
)
def test_the_last_mistake_at_an_integer_is_forced_by_rational_points_where_the_note_says(
    dimension: int, inverse: int, more: str
) -> None:
    adversary = "plane" if dimension == 2 else "three-dimensions"
    game = quick("perceptron", adversary, f"1/{inverse}", dimension=dimension)
    assert game.note is not None
    assert game.note.endswith(more)
    assert game.upper == game.mistakes + 1
    if "standard-basis" in more:
        orthonormal = quick("perceptron", "standard-basis", f"1/{inverse}", dimension=dimension)
        assert orthonormal.mistakes == game.upper


@pytest.mark.parametrize("learner", ["perceptron", "perceptron-half-step-minus", "perceptron-ties"])
@pytest.mark.parametrize("squared", PLANE)
def test_the_plane_forces_half_of_it(learner: str, squared: str) -> None:
    game = quick(learner, "plane", squared)
    assert game.ok
    assert game.realizable
    assert game.played == game.mistakes == PLANE[squared] == ceil(1 / (2 * Fraction(squared)))
    assert game.upper == 1 / (2 * Fraction(squared)) // 1 + 1


@pytest.mark.long
@given(st.fractions(Fraction(1, 40), 1, max_denominator=10**6).filter(lambda squared: squared > 0))
def test_every_point_is_legal_and_a_mistake(squared: Fraction) -> None:
    for make in (Perceptron, passive_aggressive, Romma):
        points = played(make, ThreeDimensions(margin_squared=squared))
        assert len(points) == max(ceil(1 / squared) - 1, 1)
        for x in points:
            assert x.norm_squared() == 1
            assert Fraction(x.coordinates(1)[0]) ** 2 >= squared
    swings = ceil(1 / (2 * squared)) - 1
    flat: list[Sequence[int | Fraction]] = [x.coordinates(2) for x in plane_points(squared, swings)]
    assert novikoff(flat) == len(flat) == swings + 1
    assert all(p**2 >= squared and p**2 + q**2 <= 1 and p > 0 for p, q in (map(Fraction, x) for x in flat))
    if squared < 1:  # at 1 there is nothing to swing
        with pytest.raises(InputError, match="no points of the plane force"):
            next(plane_points(squared, swings + 1))


def test_a_margin_just_below_a_root_costs_digits_and_no_mistakes() -> None:
    squared = Fraction(10**12, 7 * 10**12 + 1)
    assert len(played(passive_aggressive, ThreeDimensions(margin_squared=squared))) == 7
    assert len([*plane_points(squared, 3)]) == 4
    with pytest.raises(InputError, match="so near to an integer"):
        ThreeDimensions(margin_squared=Fraction(10**150, 7 * 10**150 + 1))


@pytest.mark.parametrize(
    ("dimension", "squared", "fineness", "forced"),
    [
        (2, "9/25", 10, 2),
        (2, "25/169", 13, 4),
        (2, "49/625", 25, 7),
        (2, "1/9", 12, 5),
        (2, "1/16", 32, 8),
        (3, "1/4", 6, 3),
        (3, "4/25", 10, 6),
        (3, "9/100", 10, 10),
        (3, "1/7", 9, 4),
    ],
)
def test_no_game_on_a_lattice_has_more(dimension: int, squared: str, fineness: int, forced: int) -> None:
    """Formulas are met where the lattice has the points; in the plane at 1/3 none has 6, in space at 1/2 none has 4."""
    most = longest_game(dimension, Fraction(squared), fineness)
    assert most == forced <= (Halfspaces(dimension, Fraction(squared)).perceptron_bound or 0)


def test_who_shows_no_w_plays_the_games_of_a_perceptron(tmp_path: Path) -> None:
    game = quick("cone-halving", "three-dimensions", "1/100")
    assert (game.played, game.upper) == (99, 8)
    assert game.mistakes <= 8
    assert not any(entry["statement"] == "worst case" for entry in game.statements)
    for name in ("w", "hidden"):
        path = tmp_path / f"{name}.py"
        path.write_text(STUDENT.format(name=name))
        seen = quick(path, "three-dimensions", "9/100")
        assert (seen.played, seen.mistakes, seen.upper) == (11, 11, None)
    assert quick("dense-perceptron", "three-dimensions", "9/100").mistakes == 11  # its w is of floats


def test_rounded_fractions_cost_romma_no_mistake() -> None:
    game = quick("romma", "three-dimensions", "1/100")
    assert game.mistakes == 99


def test_romma_needs_points_of_its_own() -> None:
    learner, hidden = Romma(), ThreeDimensions(margin_squared=Fraction(9, 100))
    mistakes = 0
    while (x := hidden.next_point()) is not None:
        predicted = learner.predict(x)
        y = hidden.label(x, predicted)
        mistakes += predicted != y
        learner.update(x, y)
    assert mistakes < 11 == len(played(Romma, ThreeDimensions(margin_squared=Fraction(9, 100))))


def test_it_is_stated_by_play_and_by_check(adversary: Run, tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    game = play("perceptron", against="three-dimensions", margin="3/10", dimension=4, output=trace)
    assert WORST in game.statements
    assert game.lower is None
    shown = adversary("play", "perceptron", "--against", "three-dimensions", "--margin", "3/10")
    assert "11 (this learner)" in shown.out
    assert "4 worst case of this learner: perceptron never makes more than 11 mistakes" in " ".join(shown.out.split())
    checked = adversary("check", str(trace))
    assert "never makes more than 11 mistakes, if it keeps the Perceptron's bound" in " ".join(checked.out.split())
    trace.write_text(trace.read_text().replace('"margin_squared":"9/100"', '"margin_squared":"9/109"'))
    assert "worst case" not in adversary("check", str(trace)).out  # 12 would be


def test_a_word_is_no_theorem_and_a_forced_number_says_more(tmp_path: Path) -> None:
    game = play("perceptron", margin="1/3", second_opinion=False)
    assert game.tight
    assert [entry["statement"] for entry in game.statements] == ["realizable", "run bound", "universal bound"]
    path = tmp_path / "student.py"
    card = "\nfrom learners.protocol import Card, unit_points\nStudent.card = Card(summary='', mistake_bound=unit_points)\n"
    path.write_text(STUDENT.format(name="w") + card)
    game = play(path, against="three-dimensions", margin="3/10", second_opinion=False)
    assert (game.mistakes, game.upper, game.upper_is_word) == (11, 11, True)
    assert not any(entry["statement"] == "worst case" for entry in game.statements)


def test_points_of_the_plane_need_the_length_one(tmp_path: Path, adversary: Run) -> None:
    trace = tmp_path / "t.jsonl"
    game = play("perceptron", against="plane", margin="2/5", output=trace, second_opinion=False)
    worst = {"statement": "worst case", "mistakes": 4, "if": "no point is longer than 1"}
    assert worst in game.statements
    checked = " ".join(adversary("check", str(trace)).out.split())
    assert (
        "never makes more than 4 mistakes, if it keeps the Perceptron's bound and no point is longer than 1" in checked
    )
    lines = trace.read_text().splitlines()
    long = lines[1].split('"predicted"')[0]
    lines[1] = lines[1].replace(long, '{"x":[[0,"2"]],')
    trace.write_text("\n".join(lines) + "\n")
    longer = adversary("check", str(trace)).out
    assert "realizable" in longer
    assert "worst case" not in longer


@pytest.mark.parametrize(
    ("against", "options", "says"),
    [
        ("three-dimensions", {"dimension": 2}, "in the plane the Perceptron's bound is half as large"),
        ("plane", {"dimension": 3}, "plane plays in dimension 2, not 3"),
        ("three-dimensions", {"margin_squared": "1/5000"}, "at most 1,000 rounds, not 4,999"),
        ("plane", {"margin_squared": Fraction(1, 10**20)}, "this game would have"),
    ],
)
def test_what_it_does_not_play(against: str, options: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        play("perceptron", against=against, **{"margin_squared": "1/100"} | options)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ the batch


def test_the_batch_perceptron_needs_the_right_order() -> None:
    """Some order takes ⌊(RB)²⌋ updates: not every rule finds it, and none takes more."""
    squared = Fraction(9, 100)
    points = [[*map(Fraction, x.coordinates(3))] for x in played(Perceptron, ThreeDimensions(margin_squared=squared))]
    sign = 1 if points[0][0] > 0 else -1
    sample = [[sign * value for value in x] for x in points]
    assert updates(sample, "cyclic") == 11
    assert all(updates(sample, rule) < 11 for rule in ("first", "last", "largest"))
