"""A graph as a tree for the terminal."""

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from adversary.views.cells import Cell, Renderable, joined, line, stack, tree
from adversary.views.figures.drawing import short_name
from adversary.views.trees.drawing import LOOKS, SIGNS, detail_text, forest_of, headline, rank_notes, top_levels

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

NODES_SHOWN, LEVELS_SHOWN = 127, 16
"""Nodes and levels of a tree that the terminal shows; deeper ones leave no room for words."""


def terminal_tree(graph: "nx.DiGraph") -> Renderable:
    """Return a tree as lines for the terminal: its top levels, where it has more nodes or levels than fit.

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
