"""Drawings of the graphs of ``proofs.solvers.graphs``: files for other programs, an SVG, a tree for the terminal."""

import difflib
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from rich.cells import cell_len

from adversary.files import write_new
from adversary.game.judge import MalformedError, judge_file
from adversary.report.cells import NOT_XML, Branch, Cell, Renderable, joined, line, stack
from adversary.report.template import fill_in
from proofs.classes.catalog import known_as_named
from proofs.classes.concepts import ConceptClass, class_of_texts
from proofs.exact.errors import InputError, one_line, unknown
from proofs.formats.trace import RecordedRound
from proofs.solvers.budget import Budget
from proofs.solvers.graphs import MOST_NODES, halving_tree, littlestone_tree, split_graph
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.values import TIE_RULES, TieRule, halving_worst_case

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

KINDS = ("littlestone", "halving")
"""What there is to draw of a class."""

NODES_SHOWN, LEVELS_SHOWN = 127, 16
"""Nodes and levels of a tree that the terminal shows; deeper ones leave no room for words."""

WIDEST_NAME = 24
"""How wide a name may be in a box; the whole name is in the box's tooltip."""

SIGNS = {1: "+", -1: "−"}

LOOKS = {
    True: ("mistake", "#c62828", "red"),
    False: ("right", "#2e7d32", "green"),
    None: ("plain", "#607d8b", ""),
}
"""The class and the color of an edge, its color in the terminal: a mistake, none, where nothing is predicted."""

GAP, LEVEL, BOX, MARGIN, HEAD = 14, 84, 38, 16, 52
"""Pixels of an SVG: between boxes, from level to level, a box's height, around everything, and for the title."""


def draw_class(
    concept_class: ConceptClass,
    kind: Literal["littlestone", "halving"] = "littlestone",
    ties: TieRule = "positive",
    budget: Budget | None = None,
) -> "nx.DiGraph":
    """Return a mistake tree of depth L, or Halving's tree under a rule for ties, as in ``proofs.solvers.graphs``.

    Raises:
        InputError: the tree has more than ``proofs.solvers.graphs.MOST_NODES`` nodes, or there is no such kind or rule.
        OutOfBudget: the budget does not suffice.

    """
    if kind not in KINDS:
        raise unknown("kind of tree", kind, KINDS)
    if ties not in TIE_RULES:
        raise unknown("rule for ties", ties, TIE_RULES)
    if kind == "halving":
        return halving_tree(concept_class, ties, solver=halving_worst_case(concept_class, ties, budget))
    solver = Littlestone(concept_class, budget)
    if (nodes := (2 << solver.dimension()) - 1) > MOST_NODES:  # before anybody makes the tree
        raise InputError(
            f"the mistake tree of {concept_class.name} has {nodes:,} nodes, above {MOST_NODES:,}; take a smaller class"
        )
    return littlestone_tree(concept_class, solver.tree(), solver=solver)


def draw_game(trace: str | Path, budget: Budget | None = None) -> "nx.DiGraph":
    """Return how the rounds of a recorded game on a finite class split the version space (``split_graph``).

    Raises:
        InputError: the trace cannot be read, or is about halfspaces.
        OutOfBudget: the ranks take more than the budget.

    """
    try:
        findings = judge_file(trace)
    except MalformedError as error:
        raise InputError(f"{trace} is not a trace: {error}") from None
    if not findings.about or findings.rounds is None:
        raise InputError(f"{trace} is not a game on a finite class, so it splits no version space")
    about = findings.about
    table = known_as_named(class_of_texts(about["class"], about["table"]))
    decode = msgspec.json.Decoder(RecordedRound).decode
    rounds = []
    with Path(trace).open("rb") as file:
        for number, line in enumerate(islice(file, 1, 1 + findings.rounds), 2):
            try:
                entry = decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:  # a key that is not text, for example
                raise InputError(f"{trace}, line {number}: {error}") from None
            said = entry.predicted if isinstance(entry.predicted, int) else None
            rounds.append((int(bytes(entry.x)), said, entry.label))
    return split_graph(table, rounds, solver=Littlestone(table, budget))


def export(graph: "nx.DiGraph", path: str | Path) -> None:
    """Write a graph to a file, in the format that the name's ending says; it appears there complete, or not at all.

    ``.graphml`` and ``.json`` (networkx's node-link data, with "edges") have every attribute, ``.dot`` (Graphviz) and
    ``.svg`` what a drawing shows. Characters that XML or a line cannot hold are written as Python escapes.

    Raises:
        InputError: the ending is another one, the file cannot be written, or the graph has a cycle (for ``.svg``).

    """
    ending = Path(path).suffix
    if ending.lower() not in WRITERS:
        close = difflib.get_close_matches(ending.lower(), WRITERS, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise InputError(f"cannot write {path}: unknown ending {ending!r}; {hint}known: {', '.join(sorted(WRITERS))}")
    write_new(path, WRITERS[ending.lower()](graph))


def terminal_tree(graph: "nx.DiGraph") -> Renderable:
    """Return a tree as lines for the terminal: its top levels, where it has more nodes or levels than fit.

    Raises:
        InputError: the graph has a cycle.

    """
    forest = _forest(graph)
    shown = _levels_shown(forest)
    top = Branch(line(one_line(str(graph.name)), "bold"))
    branches: dict[Any, Branch] = {}
    for node in _preorder(forest):
        if forest.level[node] < shown:
            parent = forest.parent[node]
            below = top if parent is None else branches[parent]
            cut = bool(forest.children[node]) and forest.level[node] == shown - 1
            branches[node] = below.add(_line(graph, parent, node, cut=cut))
    levels = max(forest.level.values(), default=-1) + 1
    notes = []
    if any(edge.get("played") for *_, edge in graph.edges(data=True)):
        notes.append("* the play")
    if shown < levels:
        notes.append(f"{len(graph):,} nodes on {levels:,} levels: the first {shown} are shown; a file can show all")
    return stack(top, *(line(note, "dim") for note in notes))


# ------------------------------------------------------------------------------------------------ words


def _headline(node: dict[str, Any]) -> str:
    """Say what a node is about: the point that is asked there, or else what concepts are left."""
    return one_line(str(node.get("point", node.get("concept", node.get("concepts", "")))))


def _detail(node: dict[str, Any]) -> str:
    """Say what is known about the version space at a node."""
    titles = (("size", "|V|"), ("rank", "L"), ("value", "worst"))
    return ", ".join([f"{title} = {node[key]}" for key, title in titles if key in node])


def _everything(attributes: dict[str, Any]) -> str:
    return one_line(", ".join([f"{key}: {value}" for key, value in attributes.items()]), most=2_000)


def _short(text: str) -> str:
    if cell_len(text) <= WIDEST_NAME:
        return text
    cells = accumulate(map(cell_len, text))
    return text[: sum(width < WIDEST_NAME for width in cells)] + "…"


def _line(graph: "nx.DiGraph", parent: Any, node: Any, *, cut: bool) -> Cell:
    attributes = graph.nodes[node]
    edge = {} if parent is None else graph.edges[parent, node]
    wrong = edge.get("mistake")
    color = LOOKS[wrong][2]
    what = "point " if "point" in attributes else ""
    head: list[Cell] = [line(what + _short(_headline(attributes)), "dim" if attributes.get("taken") is False else "")]
    if "label" in edge:
        played = edge.get("played")
        sign = SIGNS[edge["label"]] + ("*" if played else "") + (", a mistake:" if wrong else ":")
        head.insert(0, line(sign, f"{'bold' if played else ''} {color}".strip()))
    return joined([joined(head, " "), line(_detail(attributes), "dim"), line("…" if cut else "", "dim")], "  ")


def _legend(graph: "nx.DiGraph") -> str:
    attributes = {key for *_, edge in graph.edges(data=True) for key in edge}
    lines = [("mistake", "red and dashed: a mistake, green: none"), ("played", "bold: the play")]
    return "; ".join(text for key, text in lines if key in attributes)


# ------------------------------------------------------------------------------------------------ layout


@dataclass
class _Forest:
    """A graph as layers: each node under one parent, on the level below the lowest node that leads to it."""

    order: list[Any]
    parent: dict[Any, Any]
    level: dict[Any, int]
    children: dict[Any, list[Any]]


def _forest(graph: "nx.DiGraph") -> _Forest:
    import networkx as nx

    try:
        order = list(nx.topological_sort(graph))
    except nx.NetworkXUnfeasible:
        raise InputError("the graph has a cycle, so it cannot be drawn in levels") from None
    forest = _Forest(order, {}, {}, {node: [] for node in order})
    for node in order:
        parent = max(graph.predecessors(node), key=forest.level.__getitem__, default=None)
        forest.parent[node] = parent
        forest.level[node] = 0 if parent is None else forest.level[parent] + 1
        if parent is not None:
            forest.children[parent].append(node)
    for parent, children in forest.children.items():
        children.sort(key=lambda child: graph.edges[parent, child].get("label", 0))
    return forest


def _preorder(forest: _Forest) -> list[Any]:
    import networkx as nx

    return list(nx.dfs_preorder_nodes(nx.DiGraph(forest.children)))


def _levels_shown(forest: _Forest) -> int:
    """Return how many levels the terminal has room for."""
    counts = Counter(forest.level.values())
    fitting = sum(total <= NODES_SHOWN for total in accumulate(counts[level] for level in range(len(counts))))
    return min(max(fitting, 1), LEVELS_SHOWN, len(counts))


@dataclass
class _Block:
    """A drawn subtree: on each level, the deepest first, where it begins and ends, less a shift of them all."""

    outline: list[tuple[float, float]]
    shift: float = 0.0

    def beside(self, right: "_Block") -> tuple[float, "_Block"]:
        """Put a block to the right, as near as can be; return how far it moves, and both as one block.

        Only the levels that both have are looked at, so that all steps together are as many as there are nodes.
        """
        common = range(1, min(len(self.outline), len(right.outline)) + 1)
        away = GAP + max(self.outline[-i][1] + self.shift - right.outline[-i][0] - right.shift for i in common)
        right.shift += away
        deeper, other = (self, right) if len(self.outline) >= len(right.outline) else (right, self)
        lag = other.shift - deeper.shift
        for i in common:
            begin, end = deeper.outline[-i]
            far = other.outline[-i]
            deeper.outline[-i] = (begin, far[1] + lag) if deeper is self else (far[0] + lag, end)
        return away, deeper


def _side_by_side(blocks: list[_Block]) -> tuple[list[float], _Block]:
    """Return where the roots of blocks come to stand, the first at 0, and all of them as one block."""
    whole, places = blocks[0], [0.0]
    for block in blocks[1:]:
        away, whole = whole.beside(block)
        places.append(away)
    return places, whole


def _across(forest: _Forest, widths: dict[Any, float]) -> tuple[dict[Any, float], float]:
    """Return each node's middle, from the left edge, and the width of the whole drawing.

    Subtrees are as near to each other as their outlines allow, and parents in the middle above their children, which
    none of networkx's own layouts does.
    (Reingold, Tilford, Tidier drawings of trees, 1981.)
    """
    blocks: dict[Any, _Block] = {}
    offset: dict[Any, float] = {}
    for node in reversed(forest.order):
        half, children = widths[node] / 2, forest.children[node]
        block = _Block([])
        if children:
            places, block = _side_by_side([blocks.pop(child) for child in children])
            middle = (places[0] + places[-1]) / 2
            block.shift -= middle
            offset |= {child: place - middle for child, place in zip(children, places, strict=True)}
        block.outline.append((-half - block.shift, half - block.shift))
        blocks[node] = block
    roots = [node for node in forest.order if forest.parent[node] is None]
    places, whole = _side_by_side([blocks[root] for root in roots])
    left = min(begin for begin, _ in whole.outline) + whole.shift
    right = max(end for _, end in whole.outline) + whole.shift
    offset |= dict(zip(roots, places, strict=True))
    middle_of: dict[Any, float] = {}
    for node in forest.order:
        parent = forest.parent[node]
        middle_of[node] = offset[node] + (-left if parent is None else middle_of[parent])
    return middle_of, right - left


# ------------------------------------------------------------------------------------------------ formats


def _svg(graph: "nx.DiGraph") -> str:
    forest = _forest(graph)
    words = {node: (_short(_headline(facts)), _detail(facts)) for node, facts in graph.nodes(data=True)}
    widths = {node: max(7.4 * cell_len(head), 6.2 * cell_len(detail)) + 18 for node, (head, detail) in words.items()}
    across, width = _across(forest, widths) if forest.order else ({}, 0.0)
    title, legend = one_line(str(graph.name)), _legend(graph)
    width = max(width, 8.5 * cell_len(title), 6.5 * cell_len(legend)) + 2 * MARGIN
    height = HEAD + LEVEL * max(forest.level.values(), default=0) + BOX + 2 * MARGIN
    x = {node: middle + MARGIN for node, middle in across.items()}
    top = {node: HEAD + MARGIN + LEVEL * level for node, level in forest.level.items()}
    edges = [
        {
            "says": _everything(edge),
            "look": LOOKS[edge.get("mistake")][0] + (" played" if edge.get("played") else ""),
            "begin": (x[parent], top[parent] + BOX),
            "end": (x[node], top[node]),
            "sign": SIGNS.get(edge.get("label"), ""),
        }
        for parent, node, edge in graph.edges(data=True)
    ]
    nodes = [
        {
            "says": _everything(facts),
            "look": ("" if "point" in facts else " leaf") + (" untaken" if facts.get("taken") is False else ""),
            "round": BOX // 2 if "point" in facts else 4,
            "words": words[node],
            "width": widths[node],
            "x": x[node],
            "top": top[node],
        }
        for node, facts in graph.nodes(data=True)
    ]
    size = {"width": width, "height": height, "box": BOX, "margin": MARGIN}
    return fill_in("tree.svg", title=title, legend=legend, looks=LOOKS, edges=edges, nodes=nodes, **size)


def _dot(graph: "nx.DiGraph") -> str:
    numbers = {node: number for number, node in enumerate(graph)}
    lines = ["digraph {", f"  label={_quoted(str(graph.name))}; labelloc=t;", "  node [shape=box];"]
    for node, facts in graph.nodes(data=True):
        label = _quoted(_short(_headline(facts)), _detail(facts))
        style = ",".join(
            (["rounded"] if "point" in facts else []) + (["dashed"] if facts.get("taken") is False else [])
        )
        lines.append(f'  {numbers[node]} [label={label}, style="{style}", tooltip={_quoted(_everything(facts))}];')
    for parent, node, edge in graph.edges(data=True):
        wrong = edge.get("mistake")
        style = "dashed" if wrong else "solid"
        looks = f'color="{LOOKS[wrong][1]}", style={style}, penwidth={3 if edge.get("played") else 1}'
        label = _quoted(SIGNS.get(edge.get("label"), ""))
        lines.append(
            f"  {numbers[parent]} -> {numbers[node]} [label={label}, {looks}, tooltip={_quoted(_everything(edge))}];"
        )
    return "\n".join([*lines, "}", ""])


def _quoted(*lines: str) -> str:
    """Return lines as one string of the DOT language, in which a label gets back what is escaped here."""
    escaped = [one_line(line, 2_000).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines]
    return '"' + "\\n".join(escaped) + '"'


def _json(graph: "nx.DiGraph") -> str:
    import networkx as nx

    return json.dumps(nx.node_link_data(graph, edges="edges"), indent=1) + "\n"


def _graphml(graph: "nx.DiGraph") -> str:
    import networkx as nx

    clean = nx.DiGraph(**_for_xml(graph.graph))
    clean.add_nodes_from((node, _for_xml(facts)) for node, facts in graph.nodes(data=True))
    clean.add_edges_from((parent, node, _for_xml(edge)) for parent, node, edge in graph.edges(data=True))
    file = BytesIO()
    nx.write_graphml_xml(clean, file, encoding="utf-8")
    return file.getvalue().decode()


def _for_xml(attributes: dict[str, Any]) -> dict[str, Any]:
    """Escape what XML has no way to write, and the carriage return, which a reader takes for a newline."""

    def escaped(found: re.Match[str]) -> str:
        return ascii(found[0])[1:-1]

    forbidden = f"\r|{NOT_XML.pattern}"
    return {key: re.sub(forbidden, escaped, v) if isinstance(v, str) else v for key, v in attributes.items()}


WRITERS: dict[str, Callable[["nx.DiGraph"], str]] = {".dot": _dot, ".graphml": _graphml, ".json": _json, ".svg": _svg}
"""How a graph becomes a text, by the ending of the file's name."""
