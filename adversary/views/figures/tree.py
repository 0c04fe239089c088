"""A tree as a figure (boxes with words, level by level, and edges), as DOT, and as lines for the terminal."""

from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adversary.game.judge import MalformedError, judge_file
from adversary.views.cells import Cell, Renderable, joined, line, stack, tree
from adversary.views.figures.figure import COLUMN, MAX_INCHES, figure_bytes, format_of, text_width
from adversary.views.game.view import read_recording
from adversary.views.words import WIDEST_NAME
from learners.spec import parse
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, counted, one_line, require_known
from proofs.solvers.budget import Budget
from proofs.solvers.graphs import halving_tree, littlestone_tree, split_graph
from proofs.solvers.values import TIE_RULES

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]
    from matplotlib.figure import Figure

LETTERS, TITLE = 8.0, 11.0
"""The size of letters in boxes and in the title, in points."""

ROW, GAP, MARGIN, HEAD = 32, 34, 14, 34
"""Points: from leaf to leaf, at least between the boxes of two levels, around everything, and above the first box."""

SMALLEST = 0.6
"""How much a tree is shrunk to fit into a column, at most: below that nobody reads its letters."""

NODES_SHOWN, LEVELS_SHOWN = 127, 16
"""The maximum numbers of nodes and levels of a tree in a terminal; a larger one would leave no space for words."""

SOFT = "#666666"
"""The color of the legend, of the edges of leaves, and of what a game did not take."""

SIGNS = {1: "+", -1: "−"}

LOOKS = {True: ("#c62828", "red"), False: ("#2e7d32", "green"), None: ("#4a6572", "")}
"""The color of an edge, and that in the terminal: a mistake, none, or where nothing is predicted."""


def class_tree(concept_class: ConceptClass, chart: str = "tree", budget: Budget | None = None) -> "nx.DiGraph":
    """Return a mistake tree of depth L, or the tree of ``halving`` or of ``halving?tie=negative``, another rule.

    Raises:
        InputError: the tree has more than ``proofs.solvers.graphs.MAX_NODES`` nodes, or there is no such tree or rule.
        OutOfBudget: the budget does not suffice.

    """
    spec = parse(chart)
    require_known("chart of a class", ("tree", "halving"), spec.name)
    if spec.name == "tree" and not spec.parameters:
        return littlestone_tree(concept_class, budget)
    for key, value in spec.parameters:
        require_known(f"parameter of {spec.name}", ("tie",) if spec.name == "halving" else (), key)
        require_known("rule for ties", TIE_RULES, value)
    ties: Any = dict(spec.parameters).get("tie", "positive")
    return halving_tree(concept_class, ties, budget)


def game_tree(trace: str | Path, budget: Budget | None = None) -> "nx.DiGraph":
    """Return how the rounds of a recorded game on a finite class split its version spaces, as ``trees.split`` does.

    Raises:
        InputError: the trace cannot be read, or is about halfspaces.
        OutOfBudget: the ranks take more than the budget.

    """
    try:
        verdict = judge_file(trace)
    except MalformedError as error:
        raise InputError(f"{trace} is not a trace: {error}") from None
    if not verdict.about or verdict.rounds is None:
        raise InputError(f"{trace} is not a game on a finite class, so it splits no version space")
    rounds = [
        (x, predicted if isinstance(predicted, int) else None, label)
        for x, predicted, label in read_recording(trace).rounds
    ]
    return split_graph(verdict.setting, rounds, verdict.target["concept"], budget)


def tree_file(graph: "nx.DiGraph", place: str | Path) -> str | bytes:
    """Return a tree as a file of this name has it: a figure (``.svg``, ``.pdf``, ``.png``), or for Graphviz (``.dot``).

    Raises:
        InputError: the ending is another one, or the graph has a cycle or is too large.

    """
    if Path(place).suffix.lower() == ".dot":
        return dot_text(graph)
    ending, picture = format_of(place), TreeFigure(graph)
    return figure_bytes(ending, picture.draw, picture.width, picture.height, picture.title)


class TreeFigure:
    """A figure of a graph: its size in inches, and where its boxes are.

    A tree that is wider than a column of text is shrunk to fit, as long as its letters stay readable.
    """

    def __init__(self, graph: "nx.DiGraph") -> None:
        """Place the boxes. Raises InputError if the graph has a cycle, or is too large for a figure."""
        self.graph, forest = graph, forest_of(graph)
        self.words = {node: box_text(graph, node) for node in graph}
        widths = {
            node: max(text_width(text, LETTERS) for text in words.split("\n")) + LETTERS
            for node, words in self.words.items()
        }
        middles, height = across(forest, dict.fromkeys(forest, float(ROW))) if forest else ({}, 0.0)
        signs = {sign_text(edge) for *_, edge in graph.edges(data=True)}
        gap = max(GAP, *(1.15 * text_width(sign, TITLE) + LETTERS for sign in (*signs, "")))
        level, ends = forest.nodes("level"), [float(MARGIN)]
        for number in range(levels_of(forest)):
            ends.append(ends[-1] + gap + max((widths[node] for node in forest if level[node] == number), default=0.0))
        self.places = {
            node: ((ends[level[node]] + ends[level[node] + 1] - gap) / 2, HEAD + middle)
            for node, middle in middles.items()
        }
        self.title = one_line(str(graph.name))
        legend = legend_of(graph)
        self.legend = "\n".join(legend)
        self.lowest = HEAD + height + LETTERS
        width = max(ends[-1] - gap, *(text_width(text, LETTERS) for text in (*legend, "")))
        width = max(width, 1.15 * text_width(self.title, TITLE)) + MARGIN
        self.points = width, self.lowest + 1.5 * LETTERS * len(legend) + MARGIN
        self.scale = min(1.0, max(72 * COLUMN / width, SMALLEST))
        self.width, self.height = (self.scale * length / 72 for length in self.points)
        if max(self.width, self.height) > MAX_INCHES:
            raise InputError(
                f"the tree is {max(self.width, self.height):,.0f} inches long, and a figure has at most {MAX_INCHES}; "
                "take fewer levels by --depth"
            )

    def draw(self, figure: "Figure") -> None:
        """Draw the tree."""
        figure.set_layout_engine("none")
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, self.points[0]), ylim=(self.points[1], 0))
        axes.axis("off")
        small: Any = {"fontsize": self.scale * LETTERS, "linespacing": 1.3}
        middle: Any = {"ha": "center", "va": "center"}
        axes.text(MARGIN, MARGIN, self.title, va="top", fontsize=self.scale * TITLE, weight="bold")
        axes.text(MARGIN, self.lowest, self.legend, color=SOFT, va="top", **small)
        for parent, node, edge in self.graph.edges(data=True):
            wrong = edge.get("mistake")
            (x, y), (below_x, below_y) = self.places[parent], self.places[node]
            look: Any = {"color": LOOKS[wrong][0], "linewidth": self.scale * (3 if edge.get("played") else 1.2)}
            axes.plot([x, below_x], [y, below_y], linestyle="--" if wrong else "-", zorder=1, **look)
            sign: Any = {"weight": "bold", "color": LOOKS[wrong][0], "fontsize": self.scale * TITLE, "zorder": 2}
            ground = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"}
            axes.text((x + below_x) / 2, (y + below_y) / 2, sign_text(edge), bbox=ground, **sign, **middle)
        for node, facts in self.graph.nodes(data=True):
            inner, faded = "point" in facts, facts.get("taken") is False
            box: Any = {"boxstyle": "round,pad=0.5,rounding_size=1.2" if inner else "round,pad=0.5"}
            box |= {"facecolor": "#eef3fb" if inner else "#f4f4f0", "edgecolor": "#35507a" if inner else SOFT}
            box |= {"linewidth": self.scale, "linestyle": ":" if faded else "-"}
            color, (x, y) = SOFT if faded else "black", self.places[node]
            axes.text(x, y, self.words[node], bbox=box, color=color, zorder=3, **small, **middle)


def dot_text(graph: "nx.DiGraph") -> str:
    """Return a graph in the language of Graphviz, with all attributes in tooltips."""
    numbers = {node: number for number, node in enumerate(graph)}
    lines = ["digraph {", f"  label={_quoted(str(graph.name))}; labelloc=t;", "  node [shape=box];"]
    for node, facts in graph.nodes(data=True):
        label = _quoted(*box_text(graph, node).split("\n"))
        styles = (["rounded"] if "point" in facts else []) + (["dashed"] if facts.get("taken") is False else [])
        looks = f'label={label}, style="{",".join(styles)}"'
        lines.append(f"  {numbers[node]} [{looks}, tooltip={_quoted(everything(facts))}];")
    for parent, node, edge in graph.edges(data=True):
        wrong = edge.get("mistake")
        style, wide = "dashed" if wrong else "solid", 3 if edge.get("played") else 1
        looks = f'label={_quoted(sign_text(edge))}, color="{LOOKS[wrong][0]}", style={style}, penwidth={wide}'
        lines.append(f"  {numbers[parent]} -> {numbers[node]} [{looks}, tooltip={_quoted(everything(edge))}];")
    return "\n".join([*lines, "}", ""])


def _quoted(*lines: str) -> str:
    """Return lines as one string of the DOT language, in which a label gets back what is escaped here."""
    escaped = [one_line(line, 2_000).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines]
    return '"' + "\\n".join(escaped) + '"'


# ------------------------------------------------------------------------------------------------ words


def box_text(graph: "nx.DiGraph", node: Any) -> str:
    """Return the two lines of a node's box."""
    return f"{headline(graph.nodes[node])}\n{detail_text(graph, node)}"


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


def legend_of(graph: "nx.DiGraph") -> list[str]:
    """Return the legend of edges and nodes."""
    attributes = {key for *_, edge in graph.edges(data=True) for key in edge}
    attributes |= {key for _, node in graph.nodes(data=True) for key in node}
    notes = [("mistake", "red and dashed: a mistake, green: none"), ("played", "bold: the play")]
    notes += [("size", "|V|: concepts left"), ("value", "worst: mistakes of this learner from there on")]
    notes += [] if graph.graph.get("lies") else [("rank", "L: mistakes that can still be forced on any learner")]
    return [*(text for key, text in notes if key in attributes), *rank_notes(graph)]


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
    top = graph.subgraph([node for node in graph if level[node] < levels]).copy()
    for node in top:
        if level[node] == levels - 1 and below[node]:
            top.nodes[node]["below"] = below[node]
    left_out = f"{len(graph) - len(top):,} of {counted(len(graph), 'node')} left out"
    top.name = f"{graph.name}: the first {counted(levels, 'level')} of {whole:,}, {left_out}"
    return top


def levels_of(forest: "nx.DiGraph") -> int:
    """Return on how many levels a forest stands."""
    return 1 + max((level for _, level in forest.nodes("level")), default=-1)


def across(forest: "nx.DiGraph", sizes: dict[Any, float]) -> tuple[dict[Any, float], float]:
    """Return the middle of each node across the levels, and the size of the whole drawing.

    Subtrees are as near to each other as their outlines allow, and parents in the middle of their children, which none
    of networkx's own layouts does. An outline has the first and the last end of a subtree on each of its levels.
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
            places.append(float(max(whole[:common, 1] - outline[:common, 0])))
            outline = outline + places[-1]
            both = np.column_stack([whole[:common, 0], outline[:common, 1]])
            whole = np.concatenate([both, whole[common:], outline[common:]])
        return places, whole

    for node in reversed(list(forest)):
        own, children = np.array([[-sizes[node] / 2, sizes[node] / 2]]), list(forest.successors(node))
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
    top = top_levels(graph, levels)
    forest = forest_of(top)
    parents = [(node, forest.nodes[node]["parent"]) for node in nx.dfs_preorder_nodes(forest)]
    lines = [(node, parent, _line(top, parent, node)) for node, parent in parents]
    notes = rank_notes(graph)
    if any(edge.get("played") for *_, edge in graph.edges(data=True)):
        notes.append("* the play")
    if len(top) < len(graph):
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
        words = [SIGNS[edge["label"]] + ("*" if played else "")]
        words += ["a mistake"] if wrong else []
        words += ["a lie"] if edge.get("lie") else []
        sign = f"{', '.join(words)}:"
        head.insert(0, line(sign, f"{'bold' if played else ''} {color}".strip()))
    return joined([joined(head, " "), line(detail_text(graph, node), "dim")], "  ")
