"""What views show of games in which labels may be lies, or whose order was announced: nothing that is not so."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from browser import Browser
from conftest import DATA
from matplotlib.figure import Figure

from adversary.game.judge import judge_file
from adversary.game.result import read_steps
from adversary.strategies.options import read_options
from adversary.views.cells import render, to_html
from adversary.views.export.tex_table import tex_table
from adversary.views.figures.charts import caption, chart_of, mistakes, read_games
from adversary.views.figures.figure import COLUMN
from adversary.views.figures.tree import game_tree, terminal_tree, tree_file
from adversary.views.game.files import view_file
from adversary.views.game.finite import Space
from adversary.views.page.page import html_page
from adversary.views.terminal.show import steps_table
from adversary.views.words import statement_text
from learners.protocol import Label
from proofs.classes.catalog import find_class
from proofs.classes.concepts import Tree, class_of_labels
from proofs.exact.errors import InputError
from proofs.formats.trace import ClaimLine, TraceWriter, Transcript
from proofs.settings import Finite
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.orders import Announced
from proofs.statements import Statement

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
        writer.footer(
            target, [ClaimLine(Statement.REALIZABLE), ClaimLine(Statement.RUN_BOUND, wrong), *more], None, tree=tree
        )
    assert judge_file(path).valid
    return path


@pytest.fixture
def lying(tmp_path: Path) -> Path:
    return written(tmp_path / "lying.jsonl", LYING, ROUNDS)


@pytest.fixture
def ordered(tmp_path: Path) -> Path:
    rounds: list[tuple[int, Label, Label]] = [(1, 1, -1), (0, 1, -1)]
    return written(tmp_path / "ordered.jsonl", ORDERED, rounds, ClaimLine(Statement.ANNOUNCED_ORDER, 2))


def test_a_concept_drops_out_with_one_more_lie_than_may_be(lying: Path) -> None:
    found = view_file(lying, 60).data
    assert (found.lies, found.order) == (1, None)
    left, alive = [1] * TABLE.size, TABLE.size
    solver = Littlestone(TABLE, lies=1)
    assert found.start == Space(size=TABLE.size, rank=solver.dimension())
    for number, ((x, _, label), entry) in enumerate(zip(ROUNDS, found.rounds, strict=True), 1):
        votes = [sum(left[c] >= 0 and TABLE.label(c, x) == y for c in range(TABLE.size)) for y in (-1, 1)]
        assert entry.votes == votes
        left = [b - (TABLE.label(c, x) != label) for c, b in enumerate(left)]
        alive = sum(b >= 0 for b in left)
        space = sum(1 << (concept + b * TABLE.size) for concept, b in enumerate(left) if b >= 0)
        assert entry.after == Space(size=alive, rank=solver.dimension(space))
        assert entry.lie == (number == 2)
        gone = [0 < round_ <= number for round_ in found.table.excluded]
        assert gone == [b < 0 for b in left]
        unlike = [sum(r <= number for r in rounds) for rounds in found.table.unlike]
        assert [1 - min(count, 2) for count in unlike] == [max(b, -1) for b in left]
    assert "explains every label but at most 1" in found.verdict.statements[0]


def test_what_an_announced_order_can_still_force_is_not_the_dimension(ordered: Path) -> None:
    found = view_file(ordered, 60).data
    announced = Announced(TABLE, (1, 0, 2))
    assert found.order == [1, 0, 2]
    assert found.start.rank == announced.mistakes()
    space = TABLE.everything
    for entry in found.rounds:
        space = TABLE.restrict(space, entry.point, entry.label)
        assert entry.minus.rank == announced.value(space)
    worse = view_file(written(ordered.with_name("all.jsonl"), Finite(TABLE, 0, (0, 1, 2)), [(0, 1, -1)]), 60).data
    assert worse.start.rank == Announced(TABLE, (0, 1, 2)).mistakes()


def test_a_page_of_an_announced_order_keeps_to_its_budget(ordered: Path) -> None:
    data = view_file(ordered, None, states=2).data
    assert (data.ran_out, data.start.rank) == ("2 states", None)


def test_rounds_in_another_order_than_was_announced_are_not_valid_and_have_no_value(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        writer = TraceWriter(file)
        writer.header("halving", "a script", ORDERED)
        writer.round(0, 1, -1)
        writer.footer(0, [ClaimLine(Statement.REALIZABLE)], None)
    found = view_file(path, 60).data
    assert not found.verdict.valid
    assert found.start.rank == 2
    assert found.rounds[0].minus.rank is None


def test_pages_say_lies_and_orders(lying: Path, ordered: Path, tmp_path: Path, chromium: Browser) -> None:
    for trace in (lying, ordered):
        page = view_file(trace, 60)
        (tmp_path / f"{trace.stem}.html").write_text(html_page(page.title, page.data))
    with chromium.open(tmp_path / "lying.html") as opened:
        opened.press("Home", "ArrowRight", "ArrowRight")
        assert "the label is +1, a lie, mistake 2; 4 concepts left" in opened.sentence()
        cells = opened.page.locator("td.lies").all_inner_texts()
        assert cells == ["0", "0", "0", "0"]
        opened.press("End")
        assert opened.page.locator("td.lies").all_inner_texts() == ["0", "–", "–", "–"]
        text = opened.text()
        assert "The target is x ≤ 0, which differs from 1 label." in text
        assert "At most 1 label may be a lie: the target gives the other label." in text
        opened.page.set_viewport_size({"width": 1200, "height": 900})
        rows = opened.page.locator(".rows")
        assert rows.evaluate("node => node.scrollWidth <= node.clientWidth")
        heads = rows.locator("th[scope=col]").all_inner_texts()
        assert heads[-2:] == ["|V|", "D"]
        assert "the truth is" not in text
        assert "Halving" not in text
    with chromium.open(tmp_path / "ordered.html") as opened:
        opened.press("End")
        assert "The order of the points was announced: 2, 1, 3." in opened.text()
        assert "Littlestone dimension" not in opened.text()
        assert opened.page.locator("td.lies").count() == 0


@pytest.mark.parametrize(("mistakes", "words"), [("1", "1 mistake"), ("2", "2 mistakes"), ("1/2", "1/2 mistakes")])
def test_expected_mistakes_are_counted_as_people_do(mistakes: str, words: str) -> None:
    value = {"statement": "randomized dimension", "mistakes": mistakes, "lies": 1}
    assert statement_text(value, "").endswith(f"is expected to make {words}, with at most 1 lie")
    run = {"statement": "expected mistakes", "mistakes": mistakes}
    assert statement_text(run, "soa").endswith(f"soa is expected to make {words} on this sequence")


def test_steps_count_the_concepts_that_may_still_be_the_target(lying: Path) -> None:
    steps = read_steps(Transcript(LYING, len(ROUNDS), 0, lying, target=0))
    assert [entry.left for entry in steps.rounds] == [4, 4, 2, 1, 1]
    assert [entry["lie"] for entry in steps.to_json()["rounds"]] == [False, True, False, False, False]
    assert "+1 (a lie)" in to_html(steps_table(steps, LYING))
    truthful = read_steps(Transcript(Finite(TABLE), 1, 0, lying, target=0))
    assert "lie" not in truthful.to_json()["rounds"][0]


def test_the_graph_of_a_game_loses_concepts_that_lied_too_often(lying: Path) -> None:
    graph = game_tree(lying)
    taken = [facts for _, facts in graph.nodes(data=True) if facts["taken"]]
    lost = [facts for _, facts in graph.nodes(data=True) if not facts["taken"]]
    assert [facts["size"] for facts in taken] == [4, 4, 4, 2, 1, 1]
    assert sum(facts["size"] for facts in lost) == 3
    assert [edge["lie"] for *_, edge in graph.edges(data=True) if edge["played"]] == [False, True, False, False, False]
    assert "with at most 1 lie" in graph.name
    assert taken[-1]["concepts"] == "x ≤ 0 (0 lies left)"
    content = tree_file(graph, "game.svg")
    assert isinstance(content, bytes)
    drawn = content.decode()
    assert "+ a lie" in drawn
    assert "D = " in drawn
    assert "D: the Littlestone dimension with the lies left" in drawn
    assert "L = " not in drawn + render(terminal_tree(graph))


def test_the_graph_of_a_game_in_an_announced_order_has_no_dimension(ordered: Path) -> None:
    graph = game_tree(ordered)
    assert "the order was announced: 2, 1, 3" in graph.name
    assert "L = " not in render(terminal_tree(graph))
    assert "D = " not in render(terminal_tree(graph))


def test_charts_name_no_bound_that_lies_break(lying: Path, ordered: Path) -> None:
    for path, title in (
        (lying, "D(C), forced on every deterministic learner with at most 1 lie"),
        (ordered, "A(C), forced on all who are told the order"),
    ):
        games = read_games([path], 60)
        figure = Figure((COLUMN, 3), layout="constrained")
        mistakes(games).draw(figure)
        figure.draw_without_rendering()
        legend = figure.axes[0].get_legend()
        assert legend is not None
        assert legend.get_window_extent().x1 <= figure.bbox.x1
        assert figure.axes[0].bbox.width >= 0.8 * figure.bbox.width
        titles = [text.get_text() for text in legend.get_texts() if "C" in text.get_text()]
        assert any(title in label for label in titles)
        assert any("Halving" in label for label in titles) == (path == ordered)
    assert "the order was announced: 2, 1, 3; 2 rounds, 2 mistakes)" in caption(read_games([ordered], 60), "", [])
    both = caption(read_games([ordered, ordered], 60), "", [])
    assert "in the class thresholds:3, announced in the order 2, 1, 3." in both
    assert "proved 1, 2, 3 (at least 2); " in both
    assert "3: every deterministic learner that is told the order makes" in both
    assert "3: every deterministic learner makes" not in both


def test_games_with_other_lies_or_another_order_are_not_compared(lying: Path, ordered: Path, tmp_path: Path) -> None:
    plain = written(tmp_path / "plain.jsonl", Finite(TABLE), [(1, 1, -1), (0, 1, -1)])
    for one, other in ((lying, plain), (plain, ordered), (lying, ordered)):
        with pytest.raises(InputError, match="games are compared in one setting"):
            read_games([one, other], 60)
    reordered = written(tmp_path / "reordered.jsonl", Finite(TABLE, 0, (2, 0)), [(2, 1, -1)])
    orders = "announced in the order 2, 1, 3 and .* announced in the order 3, 1;"
    with pytest.raises(InputError, match=orders):
        read_games([ordered, reordered], 60)


def test_tables_for_papers_mark_the_lie(lying: Path, ordered: Path) -> None:
    told = tex_table(read_games([lying], 60), 60)["tex"]
    assert told.count("(a lie)") == 1
    assert "$D(V)$" in told
    assert "$L(V)$" not in told
    assert "$A(V)$" in tex_table(read_games([ordered], 60), 60)["tex"]


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
    found = view_file(path, 60)
    assert found.title == "The Littlestone dimension of thresholds:3 with at most 1 lie"
    assert found.data.verdict.valid
    assert [entry.wrong for entry in found.data.rounds] == ["1"] * 4
    assert found.data.learner == "the majority"
    with pytest.raises(InputError, match="no table of"):
        tex_table([found], 60)


@pytest.mark.parametrize(
    "path", sorted((DATA / "certificates" / "values" / "valid").iterdir()), ids=lambda path: path.stem
)
def test_a_certificate_of_values_has_a_page_that_claims_what_it_states_and_no_figure(path: Path) -> None:
    found = view_file(path, 60)
    assert found.title.startswith("Certified values of ")
    assert found.data.verdict.valid
    assert len(found.data.verdict.statements) == len(json.loads(path.read_bytes())["values"])
    assert found.data.rounds == []
    for show in (chart_of, lambda games: tex_table(games, 60)):
        with pytest.raises(InputError, match="a certificate of many values has a page, and nothing else"):
            show([found])


def test_the_page_of_values_shows_no_game(tmp_path: Path, chromium: Browser) -> None:
    page = view_file(DATA / "certificates" / "values" / "valid" / "thresholds_with_a_lie.json", 60)
    (tmp_path / "values.html").write_text(html_page(page.title, page.data))
    with chromium.open(tmp_path / "values.html") as opened:
        text = opened.text()
        assert "Certified values of thresholds:3" in text
        assert "expected to make 19/8 mistakes, with at most 1 lie" in text
        assert "The Littlestone dimension" not in text
        assert opened.page.locator(".figures").count() == 0


def test_names_with_commas_are_told_as_the_option_takes_them() -> None:
    table = class_of_labels("commas", [[1, -1], [-1, 1]], ["a,b", 'c "d"'])
    told = Finite(table, 0, (1, 0)).order_text()
    assert told == '"c ""d""", "a,b"'
    assert read_options(concept_class=table, order=told)["order"] == (1, 0)
