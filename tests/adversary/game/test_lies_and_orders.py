"""Games with lies, and in an order that was announced: played, judged, shown, and refused."""

import io
import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import CLASS_LEARNERS, Ran
from documents import text_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.lies import deterministic
from oracles.neighbors import in_order

from adversary import play
from adversary.checks import check_adversary
from adversary.game.options import MOST_LIES
from adversary.report.cells import render
from adversary.report.show import game_table
from learners.loading.sources import find
from learners.protocol import Label
from learners.registry import LEARNERS
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.errors import InputError
from proofs.formats.settings import Finite, read_setting, write_setting
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import randomized_littlestone

Run = Callable[..., Ran]

DETERMINISTIC = sorted(name for name in LEARNERS if not find(name).card().randomized)
LIE = '{"format":"forced-mistakes/1","setting":"finite","learner":"?","adversary":"?","class":"cube:2","points":2'


@st.composite
def classes(draw: st.DrawFn) -> tuple[tuple[str, ...], ConceptClass]:
    points = draw(st.integers(1, 3))
    rows = draw(st.lists(st.integers(0, (1 << points) - 1), min_size=1, max_size=6, unique=True))
    texts = tuple(f"{row:0{points}b}".replace("1", "+").replace("0", "-") for row in rows)
    return texts, class_of_texts("some", texts)


def is_realizable(table: ConceptClass, labels: list[tuple[int, int]], lies: int) -> bool:
    return any(sum(table.label(h, x) != y for x, y in labels) <= lies for h in range(table.size))


# ------------------------------------------------------------------------------------------------ lies


@settings(max_examples=60)
@given(classes(), st.integers(0, 2), st.sampled_from(CLASS_LEARNERS))
def test_the_tree_with_lies_forces_its_depth_on_every_learner(
    some: tuple[tuple[str, ...], ConceptClass], lies: int, learner: str
) -> None:
    if find(learner).card().randomized:
        return
    texts, table = some
    depth = deterministic(texts, lies)
    game = play(learner, concept_class=table, lies=lies, replay=False)
    assert (game.rounds, game.mistakes, game.bounds["lower"]) == (depth, depth, depth)
    if depth:
        assert {"statement": "universal bound", "mistakes": depth} in game.statements
        assert game.ok


@pytest.mark.parametrize("learner", DETERMINISTIC)
def test_every_registered_learner_errs_as_often(learner: str) -> None:
    for name, lies, depth in (("singletons:4", 1, 3), ("thresholds:3", 1, 4), ("intervals:4", 1, 5)):
        game = play(learner, concept_class=name, lies=lies, replay=False)
        assert (game.ok, game.mistakes, game.bounds["lower"]) == (True, depth, depth)
        assert game.bounds["upper"] is None or game.bounds["upper"] >= depth


@settings(max_examples=60)
@given(classes(), st.integers(0, 2), st.lists(st.tuples(st.integers(0, 2), st.sampled_from([-1, 1])), max_size=14))
def test_soa_never_errs_more_often_than_the_dimension(
    some: tuple[tuple[str, ...], ConceptClass], lies: int, rounds: list[tuple[int, int]]
) -> None:
    _, table = some
    learner: Any = find("soa").make(Finite(table, lies))
    mistakes, told = 0, list[tuple[int, int]]()
    for point, y in rounds:
        x = point % table.points
        if is_realizable(table, [*told, (x, y)], lies):
            told.append((x, y))
            mistakes += learner.predict(x) != y
            learner.update(x, y)
    assert mistakes <= Littlestone(table, lies=lies).dimension()


def test_a_game_with_lies_is_judged_and_shown_as_one(adversary: Run, tmp_path: Path) -> None:
    told = ("play", "weighted-majority", "--against", "littlestone", "--class", "singletons:4", "--lies", "1")
    found = adversary(*told, "-o", "l.jsonl", "--json").json
    assert (found["mistakes"], found["bounds"], found["tight"]) == (3, {"lower": 3, "upper": 7}, False)
    assert (found["lies"], found["order"], found["replayed"]) == (1, None, True)
    assert found["statements"] == [
        {"statement": "realizable"},
        {"statement": "run bound", "mistakes": 3},
        {"statement": "universal bound", "mistakes": 3},
    ]
    header, *_, footer = map(json.loads, (tmp_path / "l.jsonl").read_text().splitlines())
    assert header["lies"] == 1
    assert "order" not in header
    assert footer["tree"]
    text = " ".join(adversary(*told).out.split())
    assert "with at most 1 lie" in text
    assert "explains every label 2" not in text  # not without saying that there may be a lie
    assert adversary("check", "l.jsonl").code == 0


def test_the_same_rounds_without_lies_prove_nothing(adversary: Run, tmp_path: Path) -> None:
    assert adversary("play", "always-plus", "--class", "cube:1", "--lies", "1", "-o", "l.jsonl").code == 0
    trace = tmp_path / "l.jsonl"
    assert trace.read_text().count('"lies":1') == 1
    trace.write_text(trace.read_text().replace(',"lies":1', ""))
    assert adversary("check", "l.jsonl").code == 1


def test_no_lies_are_none_at_all() -> None:
    one, other = (play("soa", concept_class="intervals:4", lies=lies, replay=False) for lies in (0, None))
    assert one == other
    assert one.setting == Finite(find_class("intervals:4"))


@pytest.mark.parametrize("seed", range(3))
def test_the_random_path_lies_too(seed: int) -> None:
    game = play("optimal-randomized", against="random-path", concept_class="singletons:4", lies=1, seed=seed)
    assert game.ok
    assert game.bounds["upper"] == Fraction(291, 128)
    assert "291/128" in str(game.note)
    assert game.mistakes <= Fraction(291, 128)
    other = play("always-plus", against="random-path", concept_class="singletons:4", lies=1, seed=seed)
    assert other.rounds == game.rounds  # it takes no notice


def test_the_random_path_costs_what_it_says_on_average() -> None:
    """Every learner errs with probability ½ in a round: there are twice as many rounds as mistakes, on average."""
    rounds = [
        play("always-plus", against="random-path", concept_class="cube:1", lies=1, seed=seed, replay=False).rounds
        for seed in range(400)
    ]
    assert abs(sum(rounds) / 400 - 2 * 7 / 4) < 0.35  # RL = 7/4; the seeds are fixed, so this is no chance


def test_experts_need_as_many_as_the_dimension_with_a_lie_says() -> None:
    values = [Littlestone(find_class(f"experts:{n}"), lies=1).dimension() for n in range(1, 11)]
    assert values == [1, 3, 3, 4, 4, 5, 5, 5, 5, 6]
    game = play("binomial-weights", concept_class="experts:10", lies=1, replay=False)
    assert (game.mistakes, game.bounds["upper"], game.setting.dimension) == (6, 6, 10)


@settings(max_examples=40)
@given(classes(), st.integers(0, 2), st.sampled_from("+-"))
def test_a_point_where_all_agree_changes_nothing(
    some: tuple[tuple[str, ...], ConceptClass], lies: int, label: str
) -> None:
    texts, table = some
    if table.size > 1:
        more = class_of_texts("with one more", [text + label for text in texts])
        assert Littlestone(more, lies=lies).dimension() == Littlestone(table, lies=lies).dimension()
        values = [randomized_littlestone(some, lies=lies).value() for some in (more, table)]
        assert values[0] == values[1]


def test_the_page_shows_the_values_that_are_computed() -> None:
    page = text_of("docs/neighbors.md")
    rows = re.findall(r"^\| ((?:`\w+:\d`(?:, )?)+) \| ([\d, ]+) \|$", page, re.MULTILINE)
    assert len(rows) == 5
    for names, values in rows:
        for name in re.findall(r"`(.*?)`", names):
            shown = list(map(int, values.split(", ")))
            assert [Littlestone(find_class(name), lies=lies).dimension() for lies in range(len(shown))] == shown
    [(experts, mistakes)] = re.findall(r"^\| experts \| (.*) \|\n.*\n\| mistakes \| (.*) \|$", page, re.MULTILINE)
    for counts, value in zip(experts.split(" | "), mistakes.split(" | "), strict=True):
        for count in counts.split(", "):
            assert Littlestone(find_class(f"experts:{count}"), lies=1).dimension() == int(value)


# ------------------------------------------------------------------------------------------------ orders


@settings(max_examples=60)
@given(classes(), st.sampled_from(CLASS_LEARNERS), st.randoms(use_true_random=False))
def test_an_announced_order_forces_what_it_is_worth(
    some: tuple[tuple[str, ...], ConceptClass], learner: str, chance: random.Random
) -> None:
    if find(learner).card().randomized:
        return
    texts, table = some
    order = chance.sample(range(table.points), chance.randint(1, table.points))
    worth = in_order(frozenset(texts), order)
    game = play(learner, concept_class=table, order=[table.point_names[x] for x in order], replay=False)
    assert (game.ok, game.rounds, game.bounds["lower"]) == (True, len(order), worth)
    assert {"statement": "announced order", "mistakes": worth} in game.statements
    assert game.mistakes == worth if learner == "soa" else game.mistakes >= worth
    assert learner != "soa" or game.bounds["upper"] == worth


def test_an_announced_game_is_judged_and_shown_as_one(adversary: Run, tmp_path: Path) -> None:
    told = ("play", "soa", "--class", "intervals:4", "--order", "2,4,1,3")
    found = adversary(*told, "-o", "o.jsonl", "--json").json
    assert (found["adversary"], found["rounds"], found["mistakes"]) == ("announced-order", 4, 3)
    assert (found["bounds"], found["tight"]) == ({"lower": 3, "upper": 3}, True)
    assert (found["lies"], found["order"]) == (0, ["2", "4", "1", "3"])
    assert found["statements"][-1] == {"statement": "announced order", "mistakes": 3}
    header, *rounds, footer = map(json.loads, (tmp_path / "o.jsonl").read_text().splitlines())
    assert header["order"] == [entry["x"] for entry in rounds] == [1, 3, 0, 2]
    assert "lies" not in header
    assert "tree" not in footer
    text = " ".join(adversary(*told).out.split())
    assert "2, 4, 1, 3" in text
    assert "universal bound" not in text
    assert adversary("check", "o.jsonl").code == 0


def test_a_part_of_the_points_may_be_announced_and_names_may_have_commas(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("1,0\n0,1\n-1,0\n")
    name = f"margin-halfspaces:{tmp_path}/p.csv?margin=1/2"
    game = play("soa", concept_class=name, order='"(0, 1)","(1, 0)"', replay=False)
    assert game.to_json()["order"] == ["(0, 1)", "(1, 0)"]
    assert game.to_json() == play("soa", concept_class=name, order=["(0, 1)", "(1, 0)"], replay=False).to_json()
    assert "(0, 1), (1, 0)" in " ".join(render(game_table(game)).split())
    assert play("soa", concept_class="cube:3", order=[3, 1], replay=False).rounds == 2


def test_a_long_order_is_told_in_part() -> None:
    game = play("soa", concept_class="singletons:60", order=range(1, 61), replay=False)
    text = " ".join(render(game_table(game)).split())
    assert "1, 2, 3, " in text
    assert "59" not in text.split("target")[0]


# ------------------------------------------------------------------------------------------------ scripts and one's own


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
    assert (lied.ok, lied.rounds, lied.mistakes, lied.to_json()["lies"]) == (True, 3, 2, 2)
    ordered = play("always-minus", against=f"{own}:Own", concept_class="cube:2", order="2,1")
    assert (ordered.ok, ordered.rounds, ordered.to_json()["order"]) == (True, 2, ["2", "1"])
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
    assert game.bounds["lower"] is None


def test_the_plan_of_an_object_is_for_its_own_lies(own: str) -> None:
    from adversary.strategies.littlestone import LittlestoneAdversary

    table = find_class("cube:1")
    assert play("soa", against=LittlestoneAdversary(concept_class=table, lies=1), replay=False).mistakes == 3
    for given_lies in ({"lies": 2}, {"order": "1"}):
        with pytest.raises(InputError, match="than you have asked for, or for other lies or another order"):
            play("soa", against=LittlestoneAdversary(concept_class=table, lies=1), concept_class=table, **given_lies)


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


@pytest.mark.parametrize(
    ("option", "says", "hello"),
    [
        ({"lies": 2}, 1, " lies=2"),
        ({"order": "2,1"}, 1, " order=1,0"),
        ({"order": "1,2"}, -1, " order=0,1"),
        ({}, -1, ""),
    ],
)
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


# ------------------------------------------------------------------------------------------------ a person


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))


def test_a_person_is_told_of_lies_and_orders(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "+\n" * 3)
    lied = adversary("play", "--me", "--class", "singletons:4", "--lies", "1", "--json")
    assert "explains all labels but at most 1:" in lied.err
    assert "4 concepts left" in lied.err
    assert "0 concepts left" not in lied.err
    assert lied.json["mistakes"] == 3
    type_in(monkeypatch, "+\n" * 3)
    ordered = adversary("play", "--me", "--class", "intervals:4", "--order", "2,4,1", "--json")
    assert "the points will be 2, 4, 1, in this order" in ordered.err
    assert {"statement": "announced order", "mistakes": 2} in ordered.json["statements"]


def test_a_person_who_leaves_has_heard_a_legal_beginning(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "+\n")
    left = adversary("play", "--me", "--class", "singletons:4", "--lies", "2", "--json")
    assert (left.code, left.json["realizable"], left.json["rounds"]) == (1, True, 1)


# ------------------------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("halving --lies 1", "--lies is for games on a finite class"),
        ("halving --order 1,2", "--order is for games on a finite class"),
        ("halving --class cube:2 --lies 1 --order 1", "--lies and --order do not go together"),
        ("halving --class cube:2 --lies -1", f"--lies should be an int from 0 to {MOST_LIES:,}, but is -1"),
        ("halving --class cube:2 --lies 1001", "but is 1001"),
        ("halving --class cube:2 --lies 9", "with 9 lies the mistake tree has 19 levels or more"),
        ("halving --class cube:2 --lies 9 --against even-split", "even-split takes no --lies"),
        ("halving --class cube:2 --lies 9 --against halving-worst-case", "halving-worst-case takes no --lies"),
        ("halving --class cube:2 --order 1 --against littlestone", "littlestone takes no --order"),
        ("randomized-halving --class cube:2 --lies 1 --against worst-sequence", "worst-sequence takes no --lies"),
        ("randomized-halving --class cube:2 --order 1", "this learner is randomized"),
        ("halving --class cube:2 --against announced-order", "needs the order of its points, like --order 2,4,1,3"),
        ("halving --class experts:3 --order +-+,-+", "unknown point of experts:3 in --order: '-+'; did you mean '--+'"),
        ("halving --class cube:2 --order 1,1", "the point 1 appears twice"),
        ("halving --class cube:2 --order ,", "unknown point of cube:2 in --order: ''; known: 1, 2"),
        ("halving --class cube:2 --order 1,\x1b[31m", "unknown point"),
    ],
)
def test_unusable_options_get_one_line(arguments: str, says: str, adversary: Run) -> None:
    done = adversary("play", *arguments.split(" "), "-o", "t.jsonl")
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert "\x1b" not in done.err
    assert done.err.count("\n") == 1
    assert not Path("t.jsonl").exists()


@pytest.mark.parametrize(
    ("given_order", "says"), [("", "has no points"), ([], "has no points"), (7, "is a int"), ("1\n2", "like 2,4,1,3")]
)
def test_unusable_orders_in_python(given_order: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        play("soa", concept_class="cube:2", order=given_order)


def test_a_setting_is_either_with_lies_or_in_an_order() -> None:
    with pytest.raises(InputError, match="do not go together"):
        Finite(find_class("cube:2"), 1, (0,))
    for setting in (Finite(find_class("cube:2"), 3), Finite(find_class("cube:2"), 0, (1, 0))):
        assert read_setting(write_setting(setting)) == setting
