"""A tree as a drawing (boxes with words, level by level, and edges), and as lines for the terminal."""

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from adversary.views.cells import Cell, Renderable, joined, line, stack, tree
from adversary.views.figures.drawing import SOFT, Box, Drawing, Item, Line, Words
from adversary.views.words import WIDEST_NAME
from proofs.exact.errors import InputError, counted, one_line

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

GAP = 14
"""Pixels between boxes."""

LEVEL, BOX, MARGIN, HEAD = 84, 38, 16, 52
"""Pixels: from level to level, a box's height, around everything, and for the title."""

POINT, LEAF = ("#eef3fb", "#35507a", BOX // 2), ("#f4f4f0", "#777777", 4)
"""The ground and the edge of a box, and the radius of its corners."""

NODES_SHOWN, LEVELS_SHOWN = 127, 16
"""The maximum numbers of nodes and levels of a tree in a terminal; a larger one would leave no space for words."""

FADED = 0.55
"""The opacity of what a game did not take."""

SIGNS = {1: "+", -1: "−"}

LOOKS = {True: ("#c62828", "red"), False: ("#2e7d32", "green"), None: ("#607d8b", "")}
"""The color of an edge, and that in the terminal: a mistake, none, or where nothing is predicted."""


def drawing_of(graph: "nx.DiGraph") -> Drawing:
    """Return a graph as a drawing. Raises InputError if it has a cycle."""
    forest = forest_of(graph)
    words = {node: (headline(facts), detail_text(graph, node)) for node, facts in graph.nodes(data=True)}
    widths = {node: max(7.4 * cell_len(head), 6.2 * cell_len(detail)) + 18 for node, (head, detail) in words.items()}
    middles, width = across(forest, widths) if forest else ({}, 0.0)
    title, legend = one_line(str(graph.name)), legend_text(graph)
    x = {node: middle + MARGIN for node, middle in middles.items()}
    top = {node: HEAD + MARGIN + LEVEL * level for node, level in forest.nodes("level")}
    items: list[Item] = [
        Words(MARGIN, 26, title, 15, bold=True),
        Words(MARGIN, 46, legend, color=SOFT),
    ]
    for parent, node, edge in graph.edges(data=True):
        color, tip = LOOKS[edge.get("mistake")][0], everything(edge)
        ends = (x[parent], top[parent] + BOX), (x[node], top[node])
        dash = (6.0, 4.0) if edge.get("mistake") else ()
        items.append(Line(ends, color, 4 if edge.get("played") else 1.5, dash, tip))
        middle = (x[parent] + x[node]) / 2, (top[parent] + BOX + top[node]) / 2 + 5
        items.append(Words(*middle, sign_text(edge), 15, "middle", bold=True, tip=tip, halo=True))
    for node, facts in graph.nodes(data=True):
        fill, edge_color, radius = POINT if "point" in facts else LEAF
        opacity, tip = FADED if facts.get("taken") is False else 1.0, everything(facts)
        corner, wide = x[node] - widths[node] / 2, widths[node]
        items.append(Box(corner, top[node], wide, BOX, fill, edge_color, 1, tip=tip, radius=radius, opacity=opacity))
        head, detail = words[node]
        items.append(Words(x[node], top[node] + 16, head, 12, "middle", tip=tip, opacity=opacity))
        items.append(Words(x[node], top[node] + 30, detail, 10, "middle", SOFT, tip=tip, opacity=opacity))
    width = max(width, 8.5 * cell_len(title), 6.5 * cell_len(legend)) + 2 * MARGIN
    height = HEAD + LEVEL * max(levels_of(forest) - 1, 0) + BOX + 2 * MARGIN
    return Drawing(width, height, title, legend, tuple(items))


# ------------------------------------------------------------------------------------------------ words


def sign_text(edge: dict[str, Any]) -> str:
    """Return the text of an edge: its label, and whether it is a lie."""
    return SIGNS.get(edge.get("label", 0), "") + (" a lie" if edge.get("lie") else "")


def headline(node: dict[str, Any]) -> str:
    """Return the headline of a node: its point, or the remaining concepts, or one of them, cut to fit."""
    if "concept" in node and node.get("size", 1) > 1:
        return one_line(f"e.g. {node['concept']}", WIDEST_NAME)
    return one_line(str(node.get("point", node.get("concept", node.get("concepts", "")))), WIDEST_NAME)


def detail_text(graph: "nx.DiGraph", node: Any) -> str:
    """Return the size and the dimension of a node's version space. With ``lies``, D replaces L."""
    titles, node = (
        (("size", "|V|"), ("rank", "D" if graph.graph.get("lies") else "L"), ("value", "worst")),
        graph.nodes[node],
    )
    facts = [f"{title} = {node[key]}" for key, title in titles if key in node]
    return ", ".join(facts + ([f"{node['below']:,} below"] if "below" in node else []))


def everything(attributes: dict[str, Any]) -> str:
    """Return all attributes of a node or an edge, as a tooltip has them."""
    return one_line(", ".join([f"{key}: {value}" for key, value in attributes.items()]), most=2_000)


def legend_text(graph: "nx.DiGraph") -> str:
    """Return the legend of edges and nodes."""
    attributes = {key for *_, edge in graph.edges(data=True) for key in edge}
    lines = [("mistake", "red and dashed: a mistake, green: none"), ("played", "bold: the play")]
    known = {key for _, node in graph.nodes(data=True) for key in node}
    numbers = [("size", "|V|: concepts left"), ("value", "worst: mistakes of this learner from there on")]
    numbers += [] if graph.graph.get("lies") else [("rank", "L: mistakes that can still be forced on any learner")]
    told = [text for key, text in lines if key in attributes] + [text for key, text in numbers if key in known]
    return "; ".join([*told, *rank_notes(graph)])


def rank_notes(graph: "nx.DiGraph") -> list[str]:
    """Return the explanation of D, if the graph has it."""
    return ["D: the Littlestone dimension with the lies left"] if graph.graph.get("lies") else []


# ------------------------------------------------------------------------------------------------ places


def forest_of(graph: "nx.DiGraph") -> "nx.DiGraph":
    """Return a graph as a forest: each node has one ``parent``, and is one ``level`` below its lowest predecessor.

    Raises:
        InputError: it has a cycle.

    """
    import networkx as nx

    forest = nx.DiGraph()
    level = forest.nodes("level")
    try:
        for node in nx.topological_sort(graph):
            parent = max(graph.predecessors(node), key=level.__getitem__, default=None)
            forest.add_node(node, parent=parent, level=0 if parent is None else level[parent] + 1)
    except nx.NetworkXUnfeasible:
        raise InputError("the graph has a cycle, so it cannot be drawn in levels") from None
    edges = [(parent, node) for node, parent in forest.nodes("parent") if parent is not None]
    forest.add_edges_from(sorted(edges, key=lambda edge: graph.edges[edge].get("label", 0)))
    return forest


def top_levels(graph: "nx.DiGraph", levels: int) -> "nx.DiGraph":
    """Return the first levels of a graph: their last nodes have, as ``below``, how many nodes are left out under them.

    Its name says what is left out. A graph of no more levels is returned as it is.

    Raises:
        InputError: the graph has a cycle.

    """
    forest = forest_of(graph)
    level, whole = forest.nodes("level"), levels_of(forest)
    if levels >= whole:
        return graph
    below = {node: graph.nodes[node].get("below", 0) for node in forest}
    for node, parent in reversed(list(forest.nodes("parent"))):
        if parent is not None:
            below[parent] += 1 + below[node]
    shown = graph.subgraph([node for node in graph if level[node] < levels]).copy()
    for node in shown:
        if level[node] == levels - 1 and below[node]:
            shown.nodes[node]["below"] = below[node]
    left_out = f"{len(graph) - len(shown):,} of {counted(len(graph), 'node')} left out"
    shown.name = f"{graph.name}: the first {counted(levels, 'level')} of {whole:,}, {left_out}"
    return shown


def levels_of(forest: "nx.DiGraph") -> int:
    """Return on how many levels a forest stands."""
    return 1 + max((level for _, level in forest.nodes("level")), default=-1)


def across(forest: "nx.DiGraph", widths: dict[Any, float]) -> tuple[dict[Any, float], float]:
    """Return the horizontal center of each node, and the width of the whole drawing.

    Subtrees are as near to each other as their outlines allow, and parents in the middle above their children, which
    none of networkx's own layouts does. An outline has the left and the right end of a subtree on each of its levels.
    (Reingold, Tilford, Tidier drawings of trees, 1981.)
    """
    import numpy as np

    outlines: dict[Any, Any] = {}
    offset: dict[Any, float] = {}  # of a node from its parent

    def side_by_side(nodes: list[Any]) -> tuple[list[float], Any]:
        """Return where nodes come to stand, the first at 0, and the outline of all of them."""
        places, whole = [0.0], outlines.pop(nodes[0])
        for node in nodes[1:]:
            outline = outlines.pop(node)
            common = min(len(whole), len(outline))
            places.append(float(GAP + max(whole[:common, 1] - outline[:common, 0])))
            outline = outline + places[-1]
            both = np.column_stack([whole[:common, 0], outline[:common, 1]])
            whole = np.concatenate([both, whole[common:], outline[common:]])
        return places, whole

    for node in reversed(list(forest)):
        own, children = np.array([[-widths[node] / 2, widths[node] / 2]]), list(forest.successors(node))
        outlines[node] = own
        if children:
            places, below = side_by_side(children)
            middle = (places[0] + places[-1]) / 2
            offset |= {child: place - middle for child, place in zip(children, places, strict=True)}
            outlines[node] = np.concatenate([own, below - middle])
    roots = [node for node, parent in forest.nodes("parent") if parent is None]
    places, whole = side_by_side(roots)
    offset |= {root: place - float(whole.min()) for root, place in zip(roots, places, strict=True)}
    middles: dict[Any, float] = {}
    for node, parent in forest.nodes("parent"):
        middles[node] = offset[node] + middles.get(parent, 0.0)
    return middles, float(whole.max() - whole.min())


# ------------------------------------------------------------------------------------------------ the terminal


def terminal_tree(graph: "nx.DiGraph") -> Renderable:
    """Return a tree as lines for the terminal; of a large tree only the top levels.

    Raises:
        InputError: the graph has a cycle.

    """
    import networkx as nx

    counts = Counter(level for _, level in forest_of(graph).nodes("level"))
    fitting = sum(total <= NODES_SHOWN for total in accumulate(counts[level] for level in range(len(counts))))
    levels = min(max(fitting, 1), LEVELS_SHOWN, len(counts))
    shown = top_levels(graph, levels)
    forest = forest_of(shown)
    parents = [(node, forest.nodes[node]["parent"]) for node in nx.dfs_preorder_nodes(forest)]
    lines = [(node, parent, _line(shown, parent, node)) for node, parent in parents]
    notes = rank_notes(graph)
    if any(edge.get("played") for *_, edge in graph.edges(data=True)):
        notes.append("* the play")
    if len(shown) < len(graph):
        notes.append(
            f"{len(graph):,} nodes on {len(counts):,} levels: the first {levels} are shown; a file can show all"
        )
    return stack(tree(line(str(graph.name), "bold"), lines), *(line(note, "dim") for note in notes))


def _line(graph: "nx.DiGraph", parent: Any, node: Any) -> Cell:
    attributes = graph.nodes[node]
    edge = {} if parent is None else graph.edges[parent, node]
    wrong = edge.get("mistake")
    color = LOOKS[wrong][1]
    what = "point " if "point" in attributes else ""
    head: list[Cell] = [line(what + headline(attributes), "dim" if attributes.get("taken") is False else "")]
    if "label" in edge:
        played = edge.get("played")
        said = [SIGNS[edge["label"]] + ("*" if played else "")]
        said += ["a mistake"] if wrong else []
        said += ["a lie"] if edge.get("lie") else []
        sign = f"{', '.join(said)}:"
        head.insert(0, line(sign, f"{'bold' if played else ''} {color}".strip()))
    return joined([joined(head, " "), line(detail_text(graph, node), "dim")], "  ")
