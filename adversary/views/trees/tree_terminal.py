"""A graph as a tree for the terminal."""

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from adversary.views.cells import Branch, Cell, Renderable, joined, line, stack
from adversary.views.figures.drawing import short_name
from adversary.views.trees.tree_layout import Forest, forest_of, top_levels
from adversary.views.trees.tree_words import LOOKS, SIGNS, detail_text, headline, rank_notes
from proofs.exact.errors import one_line

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

NODES_SHOWN, LEVELS_SHOWN = 127, 16
"""Nodes and levels of a tree that the terminal shows; deeper ones leave no room for words."""


def terminal_tree(graph: "nx.DiGraph") -> Renderable:
    """Return a tree as lines for the terminal: its top levels, where it has more nodes or levels than fit.

    Raises:
        InputError: the graph has a cycle.

    """
    whole = forest_of(graph)
    levels = _levels_shown(whole)
    shown = top_levels(graph, levels)
    top = Branch(line(one_line(str(graph.name)), "bold"))
    branches: dict[Any, Branch] = {}
    for node in _preorder(forest_of(shown)):
        parent = whole.parent[node]
        below = top if parent is None else branches[parent]
        branches[node] = below.add(_line(shown, parent, node))
    notes = rank_notes(graph)
    if any(edge.get("played") for *_, edge in graph.edges(data=True)):
        notes.append("* the play")
    if len(shown) < len(graph):
        there = max(whole.level.values()) + 1
        notes.append(f"{len(graph):,} nodes on {there:,} levels: the first {levels} are shown; a file can show all")
    return stack(top, *(line(note, "dim") for note in notes))


def _line(graph: "nx.DiGraph", parent: Any, node: Any) -> Cell:
    attributes = graph.nodes[node]
    edge = {} if parent is None else graph.edges[parent, node]
    wrong = edge.get("mistake")
    color = LOOKS[wrong][1]
    what = "point " if "point" in attributes else ""
    head: list[Cell] = [
        line(what + short_name(headline(attributes)), "dim" if attributes.get("taken") is False else "")
    ]
    if "label" in edge:
        played = edge.get("played")
        said = [SIGNS[edge["label"]] + ("*" if played else "")]
        said += ["a mistake"] if wrong else []
        said += ["a lie"] if edge.get("lie") else []
        sign = f"{', '.join(said)}:"
        head.insert(0, line(sign, f"{'bold' if played else ''} {color}".strip()))
    return joined([joined(head, " "), line(detail_text(graph, node), "dim")], "  ")


def _preorder(forest: Forest) -> list[Any]:
    import networkx as nx

    return list(nx.dfs_preorder_nodes(nx.DiGraph(forest.children)))


def _levels_shown(forest: Forest) -> int:
    """Return how many levels the terminal has room for."""
    counts = Counter(forest.level.values())
    fitting = sum(total <= NODES_SHOWN for total in accumulate(counts[level] for level in range(len(counts))))
    return min(max(fitting, 1), LEVELS_SHOWN, len(counts))
