"""Games with lies, or in an announced order, against scripts and adversaries of one's own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran

from adversary.checks import check_adversary
from adversary.game.play import play
from learners.protocol import Label
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError

Run = Callable[..., Ran]
LIE = '{"format":"forced-mistakes/1","setting":"finite","learner":"?","adversary":"?","class":"cube:2","points":2'


def test_a_trace_with_lies_or_an_order_is_a_script(tmp_path: Path) -> None:
    for option in ({"lies": 1}, {"order": "4,1"}):
        trace = tmp_path / "t.jsonl"
        first = play("soa", concept_class="intervals:4", output=trace, **option)
        again = play("soa", against=f"scripted:{trace}")
        assert again.ok
        assert (again.setting, again.mistakes, again.bounds["upper"]) == (
            first.setting,
            first.mistakes,
            first.bounds["upper"],
        )


def test_what_a_script_says_of_lies_gives_way_to_what_the_user_says(tmp_path: Path) -> None:
    script = tmp_path / "s.jsonl"
    rounds = '{"x": 0, "label": 1}\n{"x": 0, "label": -1}\n{"target": {"concept": 0}}\n'
    script.write_text(LIE + ',"concepts":["--","+-","-+","++"]}\n' + rounds)
    assert not play("soa", against=f"scripted:{script}", replay=False).realizable
    game = play("soa", against=f"scripted:{script}", concept_class="cube:2", lies=1, replay=False)
    assert game.realizable
    assert game.to_json()["lies"] == 1
    script.write_text(script.read_text().replace('"finite"', '"finite","lies":1'))
    game = play("soa", against=f"scripted:{script}", concept_class="cube:2", lies=0, replay=False)
    assert game.to_json()["lies"] == 0


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (',"lies":-1', "lies"),
        (',"lies":"1"', "lies"),
        (',"order":[0,2]', "has no point 2"),
        (',"order":[0,0]', "a point appears twice in the order"),
        (',"lies":1,"order":[0]', "lies and an announced order do not go together"),
    ],
)
def test_scripts_with_unusable_lies_or_orders(more: str, says: str, tmp_path: Path) -> None:
    script = tmp_path / "s.jsonl"
    script.write_text(LIE + more + ',"concepts":["--","-+"]}\n{"target": null}\n')
    with pytest.raises(InputError, match=says):
        play("soa", against=f"scripted:{script}")


OWN = """
class Own:
    def __init__(self, concepts, lies=0, order=None):
        self.order = [0] * (lies + 1) if order is None else list(order)
        self.left, self.row = lies, concepts[0]
        self.plan = {"rounds": len(self.order)}

    def next_point(self):
        return self.order.pop(0) if self.order else None

    def label(self, x, predicted):
        if self.left:
            self.left -= 1
            return -int(self.row[x])
        return int(self.row[x])

    def target(self):
        return 0


class Wrong(Own):
    def next_point(self):
        return 1


class Unaware(Own):
    def __init__(self, concepts):
        super().__init__(concepts)
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(OWN)
    return f"{tmp_path}/own.py"


def test_an_adversary_of_ones_own_may_lie_and_is_told_the_order(own: str) -> None:
    lied = play("always-minus", against=f"{own}:Own", concept_class="cube:2", lies=2)
    assert (lied.ok, lied.played, lied.mistakes, lied.to_json()["lies"]) == (True, 3, 2, 2)
    ordered = play("always-minus", against=f"{own}:Own", concept_class="cube:2", order="2,1")
    assert (ordered.ok, ordered.played, ordered.to_json()["order"]) == (True, 2, ["2", "1"])
    assert play("soa", against=f"{own}:Unaware", concept_class="cube:2", lies=2).ok  # it need not name them
    with pytest.raises(InputError, match="showed point 1 in round 1, against the announced order"):
        play("soa", against=f"{own}:Wrong", concept_class="cube:2", order="1,2")


def test_an_object_may_claim_what_an_order_forces() -> None:
    class Claims:
        def __init__(self, claims: int) -> None:
            self.plan = {"claims": claims, "tree": (0, 0, 1)}
            self.points = [0, 1]

        def next_point(self) -> int | None:
            return self.points.pop(0) if self.points else None

        def label(self, x: int, predicted: Label) -> int:
            return -predicted

        def target(self) -> int:
            return 3

    right: Any = Claims(2)
    game = play("always-minus", against=right, concept_class="cube:2", order="1,2", replay=False)
    assert game.ok
    assert game.bounds["lower"] == 2
    wrong: Any = Claims(3)
    game = play("always-minus", against=wrong, concept_class="cube:2", order="1,2", replay=False)
    assert not game.ok
    assert game.bounds["lower"] == 2


def test_the_plan_of_an_object_is_for_its_own_lies(own: str) -> None:
    from adversary.strategies.classes.littlestone import LittlestoneAdversary

    table = find_class("cube:1")
    assert play("soa", against=LittlestoneAdversary(concept_class=table, lies=1), replay=False).mistakes == 3
    for asked, says in (({"lies": 2}, "--lies 1, and you asked for 2"), ({"order": "1"}, "you asked for")):
        with pytest.raises(InputError, match=f"the plan of LittlestoneAdversary is for a game with.* {says}"):
            play("soa", against=LittlestoneAdversary(concept_class=table, lies=1), concept_class=table, **asked)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("littlestone", {"concept_class": "thresholds:3", "lies": 1}),
        ("random-path", {"concept_class": "thresholds:3", "lies": 1}),
        ("announced-order", {"concept_class": "intervals:4", "order": "2,4,1"}),
    ],
)
def test_our_adversaries_pass_the_checks(name: str, options: dict[str, Any]) -> None:
    results = check_adversary(name, **options)
    assert {result.status for result in results} <= {"passed", "skipped"}
    assert sum(result.status == "passed" for result in results) >= 7


TOLD = """
class Told:
    def __init__(self, lies, order=None):
        self.says = 1 if lies == 2 or order == (1, 0) else -1

    def predict(self, x):
        return self.says

    def update(self, x, y):
        pass
"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("option", "says", "hello"),
    [
        ({"lies": 2}, 1, " lies=2"),
        ({"order": "2,1"}, 1, " order=1,0"),
        ({"order": "1,2"}, -1, " order=0,1"),
        ({}, -1, ""),
    ],
)
@pytest.mark.usefixtures("two_replays")
def test_learners_of_ones_own_are_told(option: dict[str, Any], says: int, hello: str, tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text(TOLD)
    game = play(f"{tmp_path}/told.py", concept_class="cube:2", steps=True, **option)
    assert game.ok
    assert game.steps is not None
    assert {entry.predicted for entry in game.steps.rounds} == {says}
    program = tmp_path / "program"
    answers = 'while read -r word _; do [ "$word" = point ] && echo +1; done'
    program.write_text(f'#!/bin/sh\nread -r hello\necho "$hello" >{tmp_path}/hello\necho ready\n{answers}\n')
    program.chmod(0o755)
    assert play(f"exec:{program}", concept_class="cube:2", replay=False, **option).ok
    told = (tmp_path / "hello").read_text()
    assert told == f"forced-mistakes 1 finite points=2 concepts=--,+-,-+,++{hello}\n"
