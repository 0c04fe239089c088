"""Games with lies, and in an order that was announced: played, judged, shown, and refused."""

import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import CLASS_LEARNERS, Ran, type_in
from documents import text_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.lies import deterministic
from oracles.other_models import in_order

from adversary.game.play import play
from adversary.strategies.classes import random_path
from adversary.views.cells import render
from adversary.views.terminal.show import game_table
from learners.loading.sources import find
from learners.registry import LEARNERS
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.errors import InputError
from proofs.settings import Finite
from proofs.settings.finite import MAX_LIES, MAX_LIES_PLAYED
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import randomized_littlestone

Run = Callable[..., Ran]

CARDS = {name: find(name).card() for name in LEARNERS}
DETERMINISTIC = sorted(name for name, card in CARDS.items() if not card.randomized and card.max_dimension is None)


@st.composite
def classes(draw: st.DrawFn) -> tuple[tuple[str, ...], ConceptClass]:
    points = draw(st.integers(1, 3))
    rows = draw(st.lists(st.integers(0, (1 << points) - 1), min_size=1, max_size=6, unique=True))
    texts = tuple(f"{row:0{points}b}".replace("1", "+").replace("0", "-") for row in rows)
    return texts, class_of_texts("some", texts)


def is_realizable(table: ConceptClass, labels: list[tuple[int, int]], lies: int) -> bool:
    return any(sum(table.label(h, x) != y for x, y in labels) <= lies for h in range(table.size))


# ------------------------------------------------------------------------------------------------ lies


@given(classes(), st.integers(0, 2), st.sampled_from(CLASS_LEARNERS))
def test_the_tree_with_lies_forces_its_depth_on_every_learner(
    some: tuple[tuple[str, ...], ConceptClass], lies: int, learner: str
) -> None:
    texts, table = some
    depth = deterministic(texts, lies)
    game = play(learner, concept_class=table, lies=lies, replay=False)
    share = Fraction(1, 2) if find(learner).card().randomized and depth else 1
    assert (game.played, game.bounds["lower"]) == (depth, share * depth)
    assert share * depth <= game.mistakes <= depth
    if depth:
        assert {"statement": "universal bound", "mistakes": depth} in game.statements
        assert game.ok


@pytest.mark.parametrize("learner", DETERMINISTIC)
def test_every_registered_learner_errs_as_often(learner: str) -> None:
    for name, lies, depth in (("singletons:4", 1, 3), ("thresholds:3", 1, 4), ("intervals:4", 1, 5)):
        game = play(learner, concept_class=name, lies=lies, replay=False)
        assert (game.ok, game.mistakes, game.bounds["lower"]) == (True, depth, depth)
        assert game.bounds["upper"] is None or game.bounds["upper"] >= depth


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


def test_a_trace_with_more_lies_than_are_played_is_judged(adversary: Run, tmp_path: Path) -> None:
    assert adversary("play", "always-plus", "--class", "cube:1", "--lies", "1", "-o", "l.jsonl").code == 0
    trace = tmp_path / "l.jsonl"
    trace.write_text(trace.read_text().replace('"lies":1', f'"lies":{MAX_LIES_PLAYED + 1}'))
    judged = adversary("check", "l.jsonl")
    said = " ".join(judged.out.split())
    assert (judged.err, f"at most {MAX_LIES_PLAYED + 1:,} labels may be lies" in said) == ("", True)


def test_the_random_path_gives_up_where_its_tree_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_path, "MAX_SECONDS", 1e-9)
    with pytest.raises(InputError, match="do not suffice for the tree with 50 lies: play with fewer lies"):
        play("always-plus", against="random-path", concept_class="thresholds:3", lies=50)


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
    assert other.played == game.played  # it takes no notice


def test_the_random_path_costs_what_it_says_on_average() -> None:
    """Every learner errs with probability ½ in a round: there are twice as many rounds as mistakes, on average."""
    rounds = [
        play("always-plus", against="random-path", concept_class="cube:1", lies=1, seed=seed, replay=False).played
        for seed in range(80)
    ]
    assert abs(sum(rounds) / 80 - 2 * 7 / 4) < 0.35  # RL = 7/4; the seeds are fixed, so this is no chance


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
    page = text_of("docs/other-models.md")
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


@given(classes(), st.sampled_from(CLASS_LEARNERS), st.randoms(use_true_random=False))
def test_an_announced_order_forces_what_it_is_worth(
    some: tuple[tuple[str, ...], ConceptClass], learner: str, chance: random.Random
) -> None:
    texts, table = some
    order = chance.sample(range(table.points), chance.randint(1, table.points))
    worth = in_order(frozenset(texts), order)
    game = play(learner, concept_class=table, order=[table.point_names[x] for x in order], replay=False)
    share = Fraction(1, 2) if find(learner).card().randomized else 1
    assert (game.ok, game.played, game.bounds["lower"]) == (True, len(order), share * worth)
    assert {"statement": "announced order", "mistakes": worth} in game.statements
    assert game.mistakes == worth if learner == "soa" else game.mistakes >= share * worth
    assert learner != "soa" or game.bounds["upper"] == worth


def test_an_announced_game_is_judged_and_shown_as_one(adversary: Run, tmp_path: Path) -> None:
    told = ("play", "soa", "--class", "intervals:4", "--against", "announced-order?order=2,4,1,3")
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
    for ran in (adversary("check", "o.jsonl", "--json"), adversary("show", "o.jsonl", "--json")):
        assert ({"setting", "lies"} & {*ran.json}, ran.json["order"]) == (set(), found["order"])


def test_a_part_of_the_points_may_be_announced_and_names_may_have_commas(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("1,0\n0,1\n-1,0\n")
    name = f"margin-halfspaces:{tmp_path}/p.csv?margin=1/2"
    game = play("soa", concept_class=name, order='"(0, 1)","(1, 0)"', replay=False)
    assert game.to_json()["order"] == ["(0, 1)", "(1, 0)"]
    assert game.to_json() == play("soa", concept_class=name, order=["(0, 1)", "(1, 0)"], replay=False).to_json()
    assert '"(0, 1)", "(1, 0)"' in " ".join(render(game_table(game)).split())
    assert play("soa", concept_class="cube:3", order=[3, 1], replay=False).played == 2


# ------------------------------------------------------------------------------------------------ a person


def test_a_person_is_told_of_lies_and_orders(adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "+\n" * 3)
    lied = adversary("play", "--me", "--class", "singletons:4", "--lies", "1", "--json")
    assert "explains all labels but at most 1:" in lied.err
    assert "4 concepts left" in lied.err
    assert "0 concepts left" not in lied.err
    assert lied.json["mistakes"] == 3
    type_in(monkeypatch, "+\n" * 3)
    ordered = adversary("play", "--me", "--class", "intervals:4", "--against", "announced-order?order=2,4,1", "--json")
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
        ("halving --class cube:2 --lies 1 --against announced-order?order=1", "lies and an order do not go together"),
        ("halving --class cube:2 --lies -1", f"lies should be an int from 0 to {MAX_LIES}, but are -1"),
        ("halving --class cube:2 --lies 9", "with 9 lies the mistake tree has 19 levels or more"),
        ("halving --class cube:2 --lies 9 --against even-split", "even-split takes no --lies"),
        ("halving --class cube:2 --against littlestone?order=1", "littlestone takes no ?order"),
        (
            "halving --class cube:2 --against announced-order",
            "needs the order of its points, like announced-order?order=2,4,1,3",
        ),
        (
            "halving --class experts:3 --against announced-order?order=+-+,-+",
            "unknown point of experts:3 in the order: '-+'; did you mean '--+'",
        ),
        ("halving --class cube:2 --against announced-order?order=1,1", "the point 1 appears twice"),
        ("halving --class cube:2 --against announced-order?order=1,\x1b[31m", "unknown point"),
    ],
)
def test_unusable_options_get_one_line(arguments: str, says: str, adversary: Run) -> None:
    done = adversary("play", *arguments.split(" "), "-o", "t.jsonl")
    assert says in done.refusal
    assert "\x1b" not in done.err
    assert not Path("t.jsonl").exists()


@pytest.mark.parametrize(
    ("given_order", "says"),
    [("", "has no points"), ([], "has no points"), (7, "like 2,4,1,3, not 7"), ("1\n2", "like 2,4,1,3")],
)
def test_unusable_orders_in_python(given_order: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        play("soa", concept_class="cube:2", order=given_order)


def test_a_setting_is_either_with_lies_or_in_an_order() -> None:
    with pytest.raises(InputError, match="do not go together"):
        Finite(find_class("cube:2"), 1, (0,))
    for setting in (Finite(find_class("cube:2"), 3), Finite(find_class("cube:2"), 0, (1, 0))):
        assert setting.record().setting() == setting
