"""Drawings of graphs: their files read again, and the terminal."""

import json
import re
import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx  # type: ignore[import-untyped]
import pytest
from conftest import DATA
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.classes import games, named_classes, tie_rules

from adversary.views.cells import render
from adversary.views.figures.drawing import Box, Line, Words
from adversary.views.figures.tree import LEVELS_SHOWN, LOOKS, NODES_SHOWN, drawing_of, terminal_tree, top_levels
from adversary.views.figures.tree_files import draw_class, draw_game, export
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.errors import InputError, one_line
from proofs.settings import Finite
from proofs.solvers.graphs import split_graph

CERTIFICATES = DATA / "certificates" / "finite"
SVG = "{http://www.w3.org/2000/svg}"


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
    return [draw_class(concept_class), draw_class(concept_class, "halving", ties), split_graph(Finite(table), rounds)]


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


def exported(graph: nx.DiGraph, ending: str) -> str:
    with TemporaryDirectory() as folder:
        export(graph, Path(folder, f"graph.{ending}"))
        assert [path.name for path in Path(folder).iterdir()] == [f"graph.{ending}"]
        return Path(folder, f"graph.{ending}").read_bytes().decode()


def dot_strings(text: str) -> list[str]:
    """Return the quoted strings of a DOT text, as a drawing has them, newlines in labels included."""
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    plain = [re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], string) for string in quoted]
    return [string.replace("&amp;", "&") for string in plain]


def same(a: nx.DiGraph, b: nx.DiGraph) -> bool:
    return bool(
        dict(a.nodes(data=True)) == dict(b.nodes(data=True))
        and {edge[:2]: edge[2] for edge in a.edges(data=True)} == {edge[:2]: edge[2] for edge in b.edges(data=True)}
        and a.name == b.name
    )


@settings(max_examples=20)
@given(drawn())
def test_json_and_graphml_give_the_graph_again(graphs: list[nx.DiGraph]) -> None:
    for graph in graphs:
        assert same(nx.node_link_graph(json.loads(exported(graph, "json")), edges="edges"), graph)
        again = nx.parse_graphml(exported(graph, "graphml"), node_type=int)
        assert type(again) is nx.DiGraph
        assert same(again, graph)


def test_any_names_survive_json_and_those_that_xml_has_graphml() -> None:
    graph = draw_class(ugly_class())
    assert json.loads(exported(graph, "json")) == nx.node_link_data(graph, edges="edges")
    again = nx.parse_graphml(exported(graph, "graphml"), node_type=int)
    for facts in graph.nodes.values():
        for key, value in facts.items():
            facts[key] = r"\x00\x1b[31m\r\ud800" if value == UGLY[5] else value
    assert same(again, graph)
    assert set(UGLY[:5]) <= {facts.get("concept") for facts in again.nodes.values()}


def test_names_survive_dot() -> None:
    graph = draw_class(ugly_class())
    text = exported(graph, "dot")
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
    lines = exported(split_graph(Finite(find_class("thresholds:2")), [(0, 1, -1)]), "dot").splitlines()
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
    plain = draw_game(folder / "halving_on_thresholds.jsonl")
    for name in ("blanks_around_the_objects", "a_round_with_the_keys_of_a_footer", "windows_line_ends"):
        assert nx.utils.graphs_equal(draw_game(folder / f"{name}.jsonl"), plain)
    header, first, *others, footer = (folder / "halving_on_thresholds.jsonl").read_text().splitlines()
    turned = json.dumps(dict(reversed(json.loads(footer).items())))
    path.write_text("\n".join([header, first, *others, turned]))
    assert nx.utils.graphs_equal(draw_game(path), plain)
    path.write_text("\n".join([header, first[:-1] + ', "\\ud800": 1}', *others, footer]))
    with pytest.raises(InputError, match="line 2: ") as caught:
        draw_game(path)
    assert "\n" not in str(caught.value)


def items_of(graph: nx.DiGraph, kind: type[Any]) -> list[Any]:
    return [item for item in drawing_of(graph).items if isinstance(item, kind)]


@settings(max_examples=20)
@given(drawn())
def test_a_drawing_has_a_box_for_each_node_and_a_line_for_each_edge(graphs: list[nx.DiGraph]) -> None:
    for graph in graphs:
        root = ET.fromstring(exported(graph, "svg"))  # noqa: S314 - our own
        assert root.findtext(f"{SVG}title") == graph.name
        boxes, lines, words = (items_of(graph, kind) for kind in (Box, Line, Words))
        assert (len(boxes), len(lines)) == (len(graph), graph.number_of_edges())
        for box, (_, facts) in zip(boxes, graph.nodes(data=True), strict=True):
            head, detail = [
                text
                for text in words
                if abs(text.x - box.x - box.width / 2) < 1e-6 and box.y < text.y < box.y + box.height
            ]
            assert facts.get("point", facts.get("concept", facts.get("concepts", "")))[:20] in head.text
            assert detail.text.startswith(f"|V| = {facts['size']}")
            assert (box.opacity < 1) == (facts.get("taken") is False)
        signs = [text.text for text in words if text.halo]
        for line, sign, (*_, edge) in zip(lines, signs, graph.edges(data=True), strict=True):
            assert sign == {1: "+", -1: "−"}[edge["label"]]
            assert bool(line.dash) == bool(edge.get("mistake"))
            assert line.color == LOOKS[edge.get("mistake")][0]
            assert (line.width > 2) == bool(edge.get("played"))


def test_names_survive_svg() -> None:
    root = ET.fromstring(exported(draw_class(ugly_class()), "svg"))  # noqa: S314 - our own
    texts = [text.text for text in root.iter(f"{SVG}text")]
    titles = " ".join(title.text or "" for title in root.iter(f"{SVG}title"))
    for name in UGLY:
        assert one_line(name) in titles
    assert {one_line(name) for name in UGLY if len(one_line(name)) < 20} <= set(texts)
    assert "x" * 23 + "…" in texts


@given(forests())
def test_boxes_are_apart_and_inside(graph: nx.DiGraph) -> None:
    root = ET.fromstring(exported(graph, "svg"))  # noqa: S314 - our own
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"  # shown as large as drawn
    drawing, rows, middles = drawing_of(graph), defaultdict(list), []
    width = drawing.width
    for box in items_of(graph, Box):
        assert box.x > 0
        assert box.x + box.width < width
        assert box.y + box.height < drawing.height
        rows[box.y].append((box.x, box.x + box.width))
        middles.append((box.x + box.width / 2, box.y))
    for row in rows.values():
        assert all(right[0] - left[1] > 10 for left, right in pairwise(sorted(row)))
    for node in graph:
        children = [middles[child] for child in graph.successors(node)]
        assert all(y > middles[node][1] for _, y in children)
        if children:
            ends = min(children)[0], max(children)[0]
            assert abs(middles[node][0] - sum(ends) / 2) < 0.5, "a parent is in the middle above its children"
            labeled = {
                label: [
                    middles[child][0] for child in graph.successors(node) if graph.edges[node, child]["label"] == label
                ]
                for label in (-1, 1)
            }
            assert max(labeled[-1], default=0) < min(labeled[1], default=width), "− is on the left"


def test_a_drawing_needs_levels_but_no_tree() -> None:
    graph = nx.DiGraph([(0, 1), (0, 2), (1, 2), (2, 3)], name="diamond")
    tops = [box.y for box in items_of(graph, Box)]
    assert tops == sorted(set(tops))
    assert len(items_of(graph, Line)) == 4
    assert ET.fromstring(exported(nx.DiGraph(name="nothing"), "svg")).findtext(f"{SVG}title") == "nothing"  # noqa: S314
    graph.add_edge(3, 0)
    with pytest.raises(InputError, match="has a cycle"):
        exported(graph, "svg")
    with pytest.raises(InputError, match="has a cycle"):
        terminal_tree(graph)


def test_more_levels_than_python_recurses_are_drawn() -> None:
    path = nx.path_graph(2_000, create_using=nx.DiGraph)
    path.add_edges_from((node, node + 2_000) for node in range(1_999))
    assert len(items_of(path, Box)) == 3_999
    assert "3,999 nodes on 2,000 levels: the first 16 are shown" in render(terminal_tree(path))


def test_the_ending_says_the_format(tmp_path: Path) -> None:
    graph = draw_class(find_class("cube:1"))
    export(graph, str(tmp_path / "graph.SVG"))
    assert (tmp_path / "graph.SVG").read_text(encoding="utf-8").startswith("<svg")
    (tmp_path / "graph.SVG").unlink()
    with pytest.raises(InputError, match=r"unknown ending '\.svgz'; did you mean '\.svg'\? known: \.dot, \.graphml"):
        export(graph, tmp_path / "graph.svgz")
    with pytest.raises(InputError, match=r"unknown ending ''; known: \.dot, \.graphml, \.json, \.pdf, \.png, \.svg"):
        export(graph, tmp_path / "svg")
    with pytest.raises(InputError, match="there is no folder"):
        export(graph, tmp_path / "no" / "graph.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_drawing_is_a_pdf_or_a_png_too(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plain = draw_class(find_class("cube:1"))
    for ending, begins in (("pdf", b"%PDF-"), ("png", b"\x89PNG")):
        export(plain, tmp_path / f"graph.{ending}")
        first = (tmp_path / f"graph.{ending}").read_bytes()
        assert first.startswith(begins)
        export(plain, tmp_path / f"graph.{ending}")
        assert (tmp_path / f"graph.{ending}").read_bytes() == first, "the same graph is the same file"
    export(draw_class(ugly_class()), tmp_path / "graph.pdf")
    with pytest.raises(InputError, match="has a cycle"):
        export(nx.DiGraph([(0, 1), (1, 0)]), tmp_path / "cycle.pdf")
    with pytest.raises(InputError, match=r"inches long, and a \.png has at most 200; take an \.svg, or fewer levels"):
        export(nx.path_graph(2_000, create_using=nx.DiGraph), tmp_path / "large.png")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.pdf", "graph.png"]


# ------------------------------------------------------------------------------------------------ the first levels


def test_the_first_levels_say_how_much_is_left_out() -> None:
    whole = draw_class(find_class("intervals:5"))
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
    assert render(terminal_tree(draw_class(find_class("thresholds:3")))).splitlines() == [
        "mistake tree of thresholds:3",
        "└── point 2  |V| = 4, L = 2",
        "    ├── −: point 1  |V| = 2, L = 1",
        "    │   ├── −: x ≤ 0  |V| = 1, L = 0",
        "    │   └── +: x ≤ 1  |V| = 1, L = 0",
        "    └── +: point 3  |V| = 2, L = 1",
        "        ├── −: x ≤ 2  |V| = 1, L = 0",
        "        └── +: x ≤ 3  |V| = 1, L = 0",
    ]
    assert render(terminal_tree(draw_class(find_class("thresholds:2"), "halving"))).splitlines() == [
        "halving tree of thresholds:2, ties positive",
        "└── point 1  |V| = 3, worst = 1",
        "    ├── −*, a mistake: x ≤ 0  |V| = 1, worst = 0",
        "    └── +: point 2  |V| = 2, worst = 1",
        "        ├── −, a mistake: x ≤ 1  |V| = 1, worst = 0",
        "        └── +: x ≤ 2  |V| = 1, worst = 0",
        "* the play",
    ]


def test_names_are_no_markup_in_the_terminal() -> None:
    text = render(terminal_tree(draw_class(ugly_class())))
    assert "[red]no[/red]" in text
    assert r"\x1b[31m" in text
    assert len(text.splitlines()) == 1 + 15


def test_the_terminal_shows_the_top_of_a_large_tree() -> None:
    assert len(render(terminal_tree(draw_class(find_class("cube:6")))).splitlines()) == 1 + NODES_SHOWN
    lines = render(terminal_tree(draw_class(find_class("cube:7")))).splitlines()
    assert len(lines) == 1 + 127 + 1
    assert lines[-1] == "255 nodes on 8 levels: the first 7 are shown; a file can show all"
    assert sum(line.endswith("L = 1, 2 below") for line in lines) == 64
    deep = split_graph(Finite(find_class("cube:1")), [(0, None, 1)] * 30)
    lines = render(terminal_tree(deep)).splitlines()
    assert sum("|V| = 1" in line for line in lines) == LEVELS_SHOWN
    assert lines[-1].startswith("32 nodes on 31 levels: the first 16 are shown")


@pytest.mark.full
def test_importing_is_fast() -> None:
    code = "import sys, proofs.solvers.graphs, adversary.views.figures.tree_files; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_legend_says_what_the_numbers_at_nodes_mean() -> None:
    graph = nx.DiGraph(name="some")
    graph.add_node(0, point="1", size=4, rank=2)
    assert drawing_of(graph).says == "|V|: concepts left; L: mistakes that can still be forced on any learner"
    graph.graph["lies"] = 1
    assert drawing_of(graph).says == "|V|: concepts left; D: the Littlestone dimension with the lies left"
    graph.nodes[0].clear()
    graph.nodes[0]["value"] = 3
    assert drawing_of(graph).says.startswith("worst: mistakes of this learner from there on")
