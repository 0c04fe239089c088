"""The rounds of a game, shown; and games of a person."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran, type_in

from adversary.game.play import play
from adversary.game.referee import Person
from adversary.game.result import FIRST_STEPS, LAST_STEPS
from adversary.views.cells import render
from adversary.views.terminal.show import game_table
from learners.protocol import Label, opposite
from proofs import checker
from proofs.settings import Point, Setting

Run = Callable[..., Ran]


class Puppet(Person):
    """A person who says −1 first, and then what the last label was not."""

    def __init__(self) -> None:
        self.says: Label = -1
        self.heard: list[Any] = []

    def begin(self, setting: Setting, rounds: int | None, *, as_printed: bool = False) -> None:
        self.heard.append((setting.dimension, rounds))

    def predict(self, x: Point) -> Label:
        return self.says

    def update(self, x: Point, y: Label) -> None:
        self.says = opposite(y)
        self.heard.append(y)


@pytest.mark.parametrize(
    ("rounds", "shown"),
    [(9, 9), (36, 36), (49, FIRST_STEPS + LAST_STEPS)],
)
def test_both_ends_of_a_long_game_are_kept(rounds: int, shown: int) -> None:
    game = play("perceptron", margin_squared=f"1/{rounds}", steps=True, second_opinion=False)
    assert game.steps is not None
    assert (len(game.steps.rounds), game.steps.played) == (shown, rounds)
    numbers = [entry.number for entry in game.steps.rounds]
    assert numbers == [n for n in range(1, rounds + 1) if shown == rounds or not 25 < n <= rounds - 10]
    assert [entry.mistakes for entry in game.steps.rounds] == numbers
    text = render(game_table(game))
    assert ("14 more rounds" in text) == (shown < rounds)


def script(folder: Path, rounds: int) -> str:
    """Write a script in which the point 0 is shown often, and then the point 1."""
    lines = [{"setting": "finite", "concepts": ["++", "+-", "--"]}, *[{"x": 0, "label": 1}] * (rounds - 1)]
    lines += [{"x": 1, "label": -1}, {"target": {"concept": 1}}]
    (folder / "s.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return f"scripted:{folder / 's.jsonl'}"


def test_a_long_game_on_a_class(tmp_path: Path) -> None:
    game = play("first-consistent", against=script(tmp_path, 60), steps=True)
    assert game.steps is not None
    assert [entry.left for entry in game.steps.rounds] == [2] * 34 + [1]
    assert game.steps.rounds[-1].number == 60


def test_rounds_are_json_where_they_are_asked_for(adversary: Run) -> None:
    ran = adversary("play", "perceptron", "--margin", "1/sqrt(2)", "--steps", "--json")
    assert ran.json["steps"] == {
        "rounds": [
            {"round": 1, "x": [[0, "1"]], "predicted": 1, "label": -1, "mistakes": 1},
            {"round": 2, "x": [[1, "1"]], "predicted": 1, "label": -1, "mistakes": 2},
        ],
        "target": {"direction": [[0, "-1"], [1, "-1"]], "scale_squared": "1/2"},
    }
    assert "steps" not in adversary("play", "perceptron", "--margin", "1/2", "--json").json


def test_rounds_are_a_table(adversary: Run) -> None:
    ran = adversary("play", "halving", "--class", "thresholds:3", "--steps")
    assert ran.code == 0
    assert [line.split() for line in ran.out.splitlines()[2:6:3]] == [
        ["round", "point", "predicted", "label", "mistakes", "concepts", "left"],
        ["2", "1", "+1", "-1", "2", "1"],
    ]
    randomized = adversary(
        "play", "randomized-halving", "--against", "worst-sequence", "--class", "singletons:4", "--steps"
    )
    assert "+1 with 1/4 = 0.25" in randomized.out


def test_a_person_proves_nothing_about_a_person(tmp_path: Path) -> None:
    person = Puppet()
    game = play(person, margin="1/2", output=tmp_path / "t.jsonl")
    assert person.heard == [(4, 4), 1, 1, 1, 1]
    assert (game.learner, game.ok, game.mistakes, game.replayed, game.tight) == ("a person", True, 4, None, None)
    assert [found["statement"] for found in game.statements] == ["realizable", "universal bound"]
    assert "a person cannot be replayed" in (game.note or "")
    found = checker.check(tmp_path / "t.jsonl")
    assert (found.valid, [entry["statement"] for entry in found.statements]) == (
        True,
        ["realizable", "universal bound"],
    )


def test_a_person_types(adversary: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    type_in(monkeypatch, "+\n what?\n −1 \n+1\n")
    ran = adversary("play", "--me", "--class", "thresholds:7")
    assert ran.code == 0
    assert "round 3 of 3: the point" in ran.err
    assert "type + or -, and then the Enter key" in ran.err
    assert "a mistake, 3 so far; 1 concept left" in ran.err
    assert "2 run bound" not in ran.out
    assert "3 universal bound: every deterministic learner makes at least 3" in ran.out
    type_in(monkeypatch, "+\n" * 9)
    assert adversary("play", "--me", "--margin", "1/3", "--json").json["mistakes"] == 9


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("+\n", "exited: the person left the game in round 2"),
        ("+\n" + "?\n" * 50, "illegal label: the person typed no label in 20 lines"),
        (b"+\n" + b"\xff\n" * 50, "illegal label: the person typed no label in 20 lines"),
        ("", "exited: the person left the game in round 1"),
    ],
)
def test_a_person_may_leave(
    typed: str | bytes, fault: str, adversary: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    type_in(monkeypatch, typed)
    ran = adversary("play", "--me", "--margin", "1/3", "--json")
    assert ran.json["fault"] == fault
    assert (ran.code, ran.json["realizable"], ran.json["rounds"]) == (1, bool(typed), int(bool(typed)))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("perceptron --me --margin 1/3", "with --me you predict in the learner's place: leave out perceptron, or --me"),
        ("--margin 1/3", "Missing argument 'learner'"),
        ("--me --margin 1/3 --watch", "a person shows no weights"),
        ("--me", "standard-basis needs a margin"),
    ],
)
def test_who_plays_has_to_be_said(arguments: str, says: str, adversary: Run) -> None:
    ran = adversary("play", *arguments.split())
    assert says in ran.refusal


def test_names_of_anybodys_points_stay_text(adversary: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name = "\\u001b[31mred\\n[bold]no[/bold]"
    (tmp_path / "c.json").write_text(f'{{"points": ["{name}", "{name} b"], "concepts": ["+-", "-+"]}}')
    type_in(monkeypatch, "+\n")
    ran = adversary("play", "--me", "--class", "c.json")
    assert "\x1b" not in ran.out + ran.err
    assert "[bold]no[/bold]" in ran.out


def test_a_person_hears_that_a_printed_claim_is_a_claim(
    adversary: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "+\n" * 3)
    assert adversary("play", "--me", "--margin", "2/3").err.startswith("some v explains all labels")
    type_in(monkeypatch, "+\n" * 3)
    printed = adversary("play", "--me", "--margin", "2/3", "--against", "standard-basis?as-printed").err
    assert printed.startswith("the notes claim, which the judge will check, that some v explains all labels")
