"""What views show of games in which labels may be lies, or whose order was announced: nothing that is not so."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from browser import browser

from adversary.game.judge import judge_file
from adversary.game.steps import read_steps
from adversary.report.drawing import draw_game
from adversary.report.line_charts import mistakes
from adversary.report.page import html_page
from adversary.report.page_data import page_data
from adversary.report.plot import caption, picture, read_games
from adversary.report.steps_table import steps_table
from adversary.report.tex_table import tex_table
from adversary.report.tree_files import export
from learners.protocol import Label
from proofs.classes.catalog import find_class
from proofs.classes.concepts import Tree
from proofs.exact.errors import InputError
from proofs.formats.settings import Finite
from proofs.formats.trace import ClaimLine, TraceWriter
from proofs.solvers.graphs import littlestone_tree
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.orders import Announced

TABLE = find_class("thresholds:3")
LYING, ORDERED = Finite(TABLE, 1), Finite(TABLE, 0, (1, 0, 2))
ROUNDS: list[tuple[int, Label, Label]] = [
    (1, 1, -1),
    (1, -1, 1),
    (1, 1, -1),
    (0, 1, -1),
    (0, 1, -1),
]  # the second: a lie


def written(
    path: Path,
    setting: Finite,
    rounds: Sequence[tuple[int, Label, Label]],
    *more: ClaimLine,
    target: int = 0,
    tree: Tree | None = None,
) -> Path:
    """Write a valid game."""
    with path.open("wb") as file:
        writer = TraceWriter(file)
        writer.header("weighted-majority", "a script", setting)
        for entry in rounds:
            writer.round(*entry)
        wrong = sum(said != label for _, said, label in rounds)
        writer.footer(target, [ClaimLine("realizable"), ClaimLine("run bound", wrong), *more], None, tree=tree)
    assert judge_file(path).valid
    return path


@pytest.fixture
def lying(tmp_path: Path) -> Path:
    return written(tmp_path / "lying.jsonl", LYING, ROUNDS)


@pytest.fixture
def ordered(tmp_path: Path) -> Path:
    rounds: list[tuple[int, Label, Label]] = [(1, 1, -1), (0, 1, -1)]
    return written(tmp_path / "ordered.jsonl", ORDERED, rounds, ClaimLine("announced order", 2))


def test_a_concept_drops_out_with_one_more_lie_than_may_be(lying: Path) -> None:
    found = page_data(lying, 60).data
    assert (found["lies"], found["order"]) == (1, None)
    left, alive = [1] * TABLE.size, TABLE.size
    solver = Littlestone(TABLE, lies=1)
    assert found["start"] == {"size": TABLE.size, "rank": solver.dimension()}
    for number, ((x, _, label), entry) in enumerate(zip(ROUNDS, found["rounds"], strict=True), 1):
        votes = [sum(left[c] >= 0 and TABLE.label(c, x) == y for c in range(TABLE.size)) for y in (-1, 1)]
        assert entry["votes"] == votes
        left = [b - (TABLE.label(c, x) != label) for c, b in enumerate(left)]
        alive = sum(b >= 0 for b in left)
        shown = entry["plus" if label == 1 else "minus"]
        space = sum(1 << (concept + b * TABLE.size) for concept, b in enumerate(left) if b >= 0)
        assert shown == {"size": alive, "rank": solver.dimension(space)}
        assert entry["lie"] == (number == 2)
        gone = [0 < round_ <= number for round_ in found["table"]["excluded"]]
        assert gone == [b < 0 for b in left]
        unlike = [sum(r <= number for r in rounds) for rounds in found["table"]["unlike"]]
        assert [1 - min(count, 2) for count in unlike] == [max(b, -1) for b in left]
    assert "explains every label but at most 1" in found["verdict"]["statements"][0]


def test_what_an_announced_order_can_still_force_is_not_the_dimension(ordered: Path) -> None:
    found = page_data(ordered, 60).data
    announced = Announced(TABLE, (1, 0, 2))
    assert found["order"] == [1, 0, 2]
    assert found["start"]["rank"] == announced.mistakes()
    space = TABLE.everything
    for number, entry in enumerate(found["rounds"], 1):
        space = TABLE.restrict(space, entry["point"], entry["label"])
        assert entry["minus"]["rank"] == announced.value(space, number)
    worse = page_data(written(ordered.with_name("all.jsonl"), Finite(TABLE, 0, (0, 1, 2)), [(0, 1, -1)]), 60).data
    assert worse["start"]["rank"] == Announced(TABLE, (0, 1, 2)).mistakes()


def test_rounds_in_another_order_than_was_announced_are_not_valid_and_have_no_value(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        writer = TraceWriter(file)
        writer.header("halving", "a script", ORDERED)
        writer.round(0, 1, -1)
        writer.footer(0, [ClaimLine("realizable")], None)
    found = page_data(path, 60).data
    assert not found["verdict"]["valid"]
    assert found["start"]["rank"] == 2
    assert found["rounds"][0]["minus"]["rank"] is None


def test_pages_say_lies_and_orders(lying: Path, ordered: Path, tmp_path: Path) -> None:
    for trace in (lying, ordered):
        page = page_data(trace, 60)
        (tmp_path / f"{trace.stem}.html").write_text(html_page(page.title, page.data))
    with browser() as chromium, chromium.open(tmp_path / "lying.html") as opened:
        opened.press("ArrowRight", "ArrowRight")
        assert "the label is +1, a lie, mistake 2; 4 concepts left" in opened.sentence()
        cells = opened.page.locator("td.lies").all_inner_texts()
        assert cells == ["0", "0", "0", "0"]
        opened.press("End")
        assert opened.page.locator("td.lies").all_inner_texts() == ["0", "–", "–", "–"]
        text = opened.text()
        assert "The target is x ≤ 0, unlike 1 label." in text
        assert "At most 1 label may be a lie" in text
        assert "the truth is" not in text
        assert "Halving" not in text
    with browser() as chromium, chromium.open(tmp_path / "ordered.html") as opened:
        opened.press("End")
        assert "The order of the points was announced: 2, 1, 3." in opened.text()
        assert "Littlestone dimension" not in opened.text()
        assert opened.page.locator("td.lies").count() == 0


def test_steps_count_the_concepts_that_may_still_be_the_target(lying: Path) -> None:
    steps = read_steps(lying, LYING, len(ROUNDS), 0)
    assert [entry.left for entry in steps.rounds] == [4, 4, 2, 1, 1]
    assert [entry["lie"] for entry in steps.to_json()["rounds"]] == [False, True, False, False, False]
    assert "+1 (a lie)" in steps_table(steps, LYING).html()
    truthful = read_steps(lying, Finite(TABLE), 1, 0)
    assert "lie" not in truthful.to_json()["rounds"][0]


def test_the_graph_of_a_game_loses_concepts_that_lied_too_often(lying: Path, tmp_path: Path) -> None:
    graph = draw_game(lying)
    taken = [facts for _, facts in graph.nodes(data=True) if facts["taken"]]
    lost = [facts for _, facts in graph.nodes(data=True) if not facts["taken"]]
    assert [facts["size"] for facts in taken] == [4, 4, 4, 2, 1, 1]
    assert sum(facts["size"] for facts in lost) == 3
    assert [edge["lie"] for *_, edge in graph.edges(data=True) if edge["played"]] == [False, True, False, False, False]
    assert "with at most 1 lie" in graph.name
    assert taken[-1]["concepts"] == "x ≤ 0 (0 lies left)"
    export(graph, tmp_path / "game.svg")
    assert "+ a lie" in (tmp_path / "game.svg").read_text()


def test_a_mistake_tree_with_lies_is_drawn_and_one_without_them_refused(tmp_path: Path) -> None:
    tree = Littlestone(TABLE, lies=1).tree()
    graph = littlestone_tree(TABLE, tree, lies=1)
    assert graph.nodes[0]["rank"] == 4
    with pytest.raises(InputError, match="not a mistake tree"):
        littlestone_tree(TABLE, tree)
    rounds, below = list[tuple[int, Label, Label]](), tree
    while not isinstance(below, int):
        rounds.append((below[0], 1, -1))
        below = below[1]
    path = written(tmp_path / "tree.jsonl", LYING, rounds, ClaimLine("universal bound", 4), target=below, tree=tree)
    drawn = picture(read_games([path], 60), "tree")
    assert "unlike at most 1 label" in drawn.shows


def test_charts_name_no_bound_that_lies_break(lying: Path, ordered: Path) -> None:
    for path, title in (
        (lying, "L(C), forced on every deterministic learner with at most 1 lie"),
        (ordered, "A(C), forced on all who are told the order"),
    ):
        games = read_games([path], 60)
        axes = Recorder()
        mistakes(games).fill(axes)  # type: ignore[arg-type]
        titles = [label for label in axes.labels if "C" in label]
        assert any(title in label for label in titles)
        assert any("Halving" in label for label in titles) == (path == ordered)
    spaces = picture(read_games([lying], 60), "spaces")
    assert "with the lies that each has left" in spaces.shows
    assert "in an announced order" in caption(read_games([ordered], 60), "", [])


def test_games_with_other_lies_or_another_order_are_not_compared(lying: Path, ordered: Path, tmp_path: Path) -> None:
    plain = written(tmp_path / "plain.jsonl", Finite(TABLE), [(1, 1, -1), (0, 1, -1)])
    for one, other in ((lying, plain), (plain, ordered), (lying, ordered)):
        with pytest.raises(InputError, match="games are compared in one setting"):
            read_games([one, other], 60)


def test_tables_for_papers_mark_the_lie(lying: Path, ordered: Path) -> None:
    assert tex_table(read_games([lying], 60), 60).text.count("(a lie)") == 1
    assert "$A(V)$" in tex_table(read_games([ordered], 60), 60).text


def test_a_certificate_with_lies_shows_the_majority_led_down_its_tree(tmp_path: Path) -> None:
    certificate = {
        "format": "forced-mistakes/littlestone/1",
        "class": "thresholds:3",
        "points": 3,
        "concepts": [TABLE.row_text(concept) for concept in range(TABLE.size)],
        "lies": 1,
        "at_least": 4,
        "tree": Littlestone(TABLE, lies=1).tree(),
    }
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate) + "\n")
    found = page_data(path, 60)
    assert found.title == "The Littlestone dimension of thresholds:3 with at most 1 lie"
    assert found.data["verdict"]["valid"]
    assert [entry["wrong"] for entry in found.data["rounds"]] == ["1"] * 4
    assert found.data["learner"] == "the majority"
    with pytest.raises(InputError, match="no table of"):
        tex_table([found], 60)


class Recorder:
    """Axes that only remember what they are told to call things."""

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.xaxis = self.yaxis = self

    def __getattr__(self, _name: str) -> Any:
        def told(*_: object, **named: Any) -> None:
            self.labels += [named["label"]] if "label" in named else []

        return told
