"""Trees as figures, for Graphviz, and in the terminal."""

import json
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx  # type: ignore[import-untyped]
import pytest
from conftest import DATA
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import rc_context
from matplotlib.figure import Figure
from oracles.classes import games, named_classes, tie_rules
from shown_files import svg_texts

from adversary.views.cells import render
from adversary.views.figures.figure import COLUMN, STYLE, text_width
from adversary.views.figures.tree import (
    GAP,
    LEVELS_SHOWN,
    LOOKS,
    NODES_SHOWN,
    SMALLEST,
    SOFT,
    TITLE,
    TreeFigure,
    class_tree,
    dot_text,
    game_tree,
    terminal_tree,
    top_levels,
    tree_file,
)
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.errors import InputError, one_line
from proofs.settings import Finite
from proofs.solvers.graphs import split_graph

CERTIFICATES = DATA / "certificates" / "finite"


@st.composite
def forests(draw: st.DrawFn) -> nx.DiGraph:
    graph = nx.DiGraph(name="any")
    for node in range(draw(st.integers(1, 25))):
        graph.add_node(node, concept="w" * draw(st.integers(0, 30)))
        if node and (parent := draw(st.integers(-1, node - 1))) >= 0:
            graph.add_edge(parent, node, label=draw(st.sampled_from([1, -1])))
    return graph


@st.composite
def drawn(draw: st.DrawFn) -> list[nx.DiGraph]:
    """Return a graph of each kind that is drawn: a mistake tree, Halving's, and a game."""
    concept_class, (table, rounds) = draw(named_classes()), draw(games())
    ties: Any = draw(tie_rules)
    halving = class_tree(concept_class, f"halving?tie={ties}")
    return [class_tree(concept_class), halving, split_graph(Finite(table), rounds)]


# ------------------------------------------------------------------------------------------------ files

UGLY = [
    'say "<b>&amp;"',
    "a\nb",
    "zażółć → 点 🧪👩‍🔬",
    "C:\\n\\",
    "]]>--><!--",
    "\x00\x1b[31m\r\ud800",
    "[red]no[/red]",
]


def ugly_class() -> ConceptClass:
    return class_of_rows('<"ugly" & \\ 🧪>', range(8), UGLY[:3], [*UGLY, "x" * 600])


def dot_strings(text: str) -> list[str]:
    """Return the quoted strings of a DOT text, as a drawing has them, newlines in labels included."""
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    plain = [re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], string) for string in quoted]
    return [string.replace("&amp;", "&") for string in plain]


def test_names_survive_dot() -> None:
    graph = class_tree(ugly_class())
    text = dot_text(graph)
    strings = dot_strings(text)
    assert strings[0] == f"mistake tree of {ugly_class().name}"
    for name in (*UGLY[:5], UGLY[6]):
        assert f"{one_line(name)}\n|V| = 1, L = 0" in strings
    assert "x" * 24 not in {string.split("\n")[0] for string in strings}
    assert any("x" * 300 in string for string in strings), "the tooltip has what the label has not"
    outside = re.sub(r'"(?:[^"\\]|\\.)*"', "S", text)
    assert re.fullmatch(
        r"digraph \{\n  label=S; labelloc=t;\n  node \[shape=box\];\n"
        r"(  \d+ \[label=S, style=S, tooltip=S\];\n)+"
        r"(  \d+ -> \d+ \[label=S, color=S, style=(solid|dashed), penwidth=[13], tooltip=S\];\n)+\}\n",
        outside,
    )
    assert set(re.findall(r"(\d+) -> (\d+)", outside)) == {(str(a), str(b)) for a, b in graph.edges}


def test_a_game_in_dot() -> None:
    lines = dot_text(split_graph(Finite(find_class("thresholds:2")), [(0, 1, -1)])).splitlines()
    assert [re.sub(r', tooltip="[^"]*"', "", line) for line in lines] == [
        "digraph {",
        '  label="game on thresholds:2"; labelloc=t;',
        "  node [shape=box];",
        '  0 [label="1\\n|V| = 3, L = 1", style="rounded"];',
        '  1 [label="x ≤ 0\\n|V| = 1, L = 0", style=""];',
        '  2 [label="x ≤ 1, x ≤ 2\\n|V| = 2, L = 1", style="dashed"];',
        '  0 -> 1 [label="−", color="#c62828", style=dashed, penwidth=3];',
        '  0 -> 2 [label="+", color="#2e7d32", style=solid, penwidth=1];',
        "}",
    ]
    assert 'tooltip="point: 1, label: 1, played: False, round: 1, mistake: False"' in lines[-2]


def test_a_recorded_game_is_read_as_the_checker_reads_it(tmp_path: Path) -> None:
    folder, path = CERTIFICATES / "valid", tmp_path / "t.jsonl"
    plain = game_tree(folder / "halving_on_thresholds.jsonl")
    for name in ("blanks_around_the_objects", "a_round_with_the_keys_of_a_footer", "windows_line_ends"):
        assert nx.utils.graphs_equal(game_tree(folder / f"{name}.jsonl"), plain)
    header, first, *others, footer = (folder / "halving_on_thresholds.jsonl").read_text().splitlines()
    turned = json.dumps(dict(reversed(json.loads(footer).items())))
    path.write_text("\n".join([header, first, *others, turned]))
    assert nx.utils.graphs_equal(game_tree(path), plain)
    path.write_text("\n".join([header, first[:-1] + ', "\\ud800": 1}', *others, footer]))
    with pytest.raises(InputError, match="line 2: ") as caught:
        game_tree(path)
    assert "\n" not in str(caught.value)


class Picture:
    """The artists of a tree: its boxes, in the order of the nodes, its edges, and the signs on them."""

    def __init__(self, graph: nx.DiGraph) -> None:
        self.tree = TreeFigure(graph)
        self.figure = Figure(figsize=(self.tree.width, self.tree.height))
        with rc_context(STYLE):
            self.tree.draw(self.figure)
        (axes,) = self.figure.axes
        self.edges = axes.get_lines()
        self.title, self.legend, *texts = axes.texts
        self.signs, self.boxes = texts[: len(self.edges)], texts[len(self.edges) :]


@settings(max_examples=8)
@given(drawn())
def test_a_figure_has_a_box_for_each_node_and_a_line_for_each_edge(graphs: list[nx.DiGraph]) -> None:
    for graph in graphs:
        picture = Picture(graph)
        assert picture.title.get_text() == graph.name
        for box, facts in zip(picture.boxes, graph.nodes.values(), strict=True):
            head, detail = box.get_text().split("\n")
            assert facts.get("point", facts.get("concept", facts.get("concepts", "")))[:20] in head
            assert detail.startswith(f"|V| = {facts['size']}")
            assert (box.get_color() == SOFT) == (facts.get("taken") is False)
        for line, sign, edge in zip(picture.edges, picture.signs, graph.edges.values(), strict=True):
            assert sign.get_text() == {1: "+", -1: "−"}[edge["label"]]
            assert (line.get_linestyle() == "--") == bool(edge.get("mistake"))
            assert line.get_color() == LOOKS[edge.get("mistake")][0]
            assert (line.get_linewidth() > 2 * picture.tree.scale) == bool(edge.get("played"))


def test_names_survive_svg() -> None:
    found = svg_texts(tree_file(class_tree(ugly_class()), "t.svg"))
    assert {one_line(name) for name in UGLY if len(one_line(name)) < 20} <= set(found)
    assert "x" * 23 + "…" in found
    assert f"mistake tree of {ugly_class().name}" in found


@settings(max_examples=8)
@given(forests())
def test_boxes_are_apart_and_inside(graph: nx.DiGraph) -> None:
    picture = Picture(graph)
    with rc_context(STYLE):
        picture.figure.draw_without_rendering()
    rows, whole = defaultdict(list), picture.figure.bbox
    for box, node in zip(picture.boxes, graph, strict=True):
        patch = box.get_bbox_patch()
        assert patch is not None
        place = patch.get_window_extent()
        assert whole.x0 < place.x0 < place.x1 < whole.x1
        assert whole.y0 < place.y0 < place.y1 < whole.y1
        rows[picture.tree.places[node][0]].append((place.y0, place.y1))
    for row in rows.values():
        assert all(right[0] > left[1] for left, right in pairwise(sorted(row)))
    places = picture.tree.places
    for node in graph:
        children = {child: places[child] for child in graph.successors(node)}
        assert all(x > places[node][0] for x, _ in children.values())
        if children:
            heights = [y for _, y in children.values()]
            middle = (min(heights) + max(heights)) / 2
            assert places[node][1] == pytest.approx(middle), "a parent is in the middle of its children"
            minus = [y for child, (_, y) in children.items() if graph.edges[node, child]["label"] == -1]
            plus = [y for child, (_, y) in children.items() if graph.edges[node, child]["label"] == 1]
            assert max(minus, default=0) < min(plus, default=10**6), "− is above"


def test_a_tree_fits_into_a_column_as_long_as_its_letters_are_readable() -> None:
    assert TreeFigure(class_tree(find_class("thresholds:7"))).width <= COLUMN
    small, large, deep = (TreeFigure(class_tree(find_class(name))) for name in ("cube:1", "intervals:11", "cube:8"))
    assert small.width < COLUMN == large.width < deep.width
    assert (small.scale, deep.scale) == (1, SMALLEST)
    assert SMALLEST < large.scale < 1


def test_a_figure_needs_levels_but_no_tree() -> None:
    graph = nx.DiGraph([(0, 1), (0, 2), (1, 2), (2, 3)], name="diamond")
    picture = Picture(graph)
    columns = [x for x, _ in picture.tree.places.values()]
    assert columns == sorted(set(columns))
    assert len(picture.edges) == 4
    assert svg_texts(tree_file(nx.DiGraph(name="nothing"), "t.svg")) == ["nothing"]
    graph.add_edge(3, 0)
    for show in (TreeFigure, terminal_tree):
        with pytest.raises(InputError, match="has a cycle"):
            show(graph)


@pytest.mark.full
def test_more_levels_than_python_recurses_are_shown_but_not_drawn() -> None:
    path = nx.path_graph(2_000, create_using=nx.DiGraph)
    path.add_edges_from((node, node + 2_000) for node in range(1_999))
    assert "3,999 nodes on 2,000 levels: the first 16 are shown" in render(terminal_tree(path))
    with pytest.raises(InputError, match=r"inches long, and a figure has at most 200; take fewer levels by --depth"):
        TreeFigure(path)


def test_trees_of_a_class_have_names() -> None:
    with pytest.raises(InputError, match="did you mean 'halving'"):
        class_tree(find_class("cube:1"), "halfing")
    with pytest.raises(InputError, match="unknown rule for ties 'up'"):
        class_tree(find_class("cube:1"), "halving?tie=up")
    with pytest.raises(InputError, match="unknown parameter of halving 'ties'"):
        class_tree(find_class("cube:1"), "halving?ties=up")
    with pytest.raises(InputError, match="unknown parameter of tree 'tie'"):
        class_tree(find_class("cube:1"), "tree?tie=positive")


# ------------------------------------------------------------------------------------------------ the first levels


def test_the_first_levels_say_how_much_is_left_out() -> None:
    whole = class_tree(find_class("intervals:5"))
    assert top_levels(whole, 4) is whole
    for levels in (1, 2, 3):
        shown = top_levels(whole, levels)
        assert len(shown) == 2**levels - 1
        assert set(shown) <= set(whole)
        left_out = len(whole) - len(shown)
        assert sum(facts.get("below", 0) for facts in shown.nodes.values()) == left_out
        assert f"the first {levels} level" in shown.name
        assert f" of 4, {left_out} of {len(whole)} nodes left out" in shown.name
    twice = top_levels(top_levels(whole, 3), 2)
    assert sum(facts.get("below", 0) for facts in twice.nodes.values()) == len(whole) - 3
    assert "14 below" in render(terminal_tree(top_levels(whole, 1)))


# ------------------------------------------------------------------------------------------------ the terminal


def test_a_small_tree_in_the_terminal() -> None:
    assert render(terminal_tree(class_tree(find_class("thresholds:2"), "halving"))).splitlines() == [
        "halving tree of thresholds:2, ties positive",
        "└── point 1  |V| = 3, worst = 1",
        "    ├── −*, a mistake: x ≤ 0  |V| = 1, worst = 0",
        "    └── +: point 2  |V| = 2, worst = 1",
        "        ├── −, a mistake: x ≤ 1  |V| = 1, worst = 0",
        "        └── +: x ≤ 2  |V| = 1, worst = 0",
        "* the play",
    ]


def test_names_are_no_markup_in_the_terminal() -> None:
    text = render(terminal_tree(class_tree(ugly_class())))
    assert "[red]no[/red]" in text
    assert r"\x1b[31m" in text
    assert len(text.splitlines()) == 1 + 15


def test_the_terminal_shows_the_top_of_a_large_tree() -> None:
    assert len(render(terminal_tree(class_tree(find_class("cube:6")))).splitlines()) == 1 + NODES_SHOWN
    lines = render(terminal_tree(class_tree(find_class("cube:7")))).splitlines()
    assert len(lines) == 1 + 127 + 1
    assert lines[-1] == "255 nodes on 8 levels: the first 7 are shown; a file can show all"
    assert sum(line.endswith("L = 1, 2 below") for line in lines) == 64
    deep = split_graph(Finite(find_class("cube:1")), [(0, None, 1)] * 30)
    lines = render(terminal_tree(deep), width=120).splitlines()
    assert sum("|V| = 1" in line for line in lines) == LEVELS_SHOWN
    assert lines[-1].startswith("32 nodes on 31 levels: the first 16 are shown")


def test_a_lie_has_room_between_two_boxes() -> None:
    apart = []
    for lie in (False, True):
        graph = nx.DiGraph(name="")
        graph.add_node(0, point="a point")
        graph.add_node(1, concept="a concept")
        graph.add_edge(0, 1, label=-1, lie=lie)
        (left, _), (right, _) = TreeFigure(graph).places.values()
        apart.append(right - left)
    assert apart[1] - apart[0] > text_width("− a lie", TITLE) - GAP > 0
