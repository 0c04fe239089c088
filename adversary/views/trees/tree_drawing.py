"""A graph as a drawing: boxes with words, level by level, and lines between them."""

from typing import TYPE_CHECKING

from rich.cells import cell_len

from adversary.views.figures.drawing import SOFT, Box, Drawing, Item, Line, Words, short_name
from adversary.views.trees.tree_layout import across, forest_of
from adversary.views.trees.tree_words import LOOKS, detail_text, everything, headline, legend_text, sign_text
from proofs.exact.errors import one_line

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

LEVEL, BOX, MARGIN, HEAD = 84, 38, 16, 52
"""Pixels: from level to level, a box's height, around everything, and for the title."""

POINT, LEAF = ("#eef3fb", "#35507a", BOX // 2), ("#f4f4f0", "#777777", 4)
"""The ground and the edge of a box, and the radius of its corners."""

FADED = 0.55
"""The opacity of what a game did not take."""


def drawing_of(graph: "nx.DiGraph") -> Drawing:
    """Return a graph as a drawing. Raises InputError if it has a cycle."""
    forest = forest_of(graph)
    words = {node: (short_name(headline(facts)), detail_text(graph, node)) for node, facts in graph.nodes(data=True)}
    widths = {node: max(7.4 * cell_len(head), 6.2 * cell_len(detail)) + 18 for node, (head, detail) in words.items()}
    middles, width = across(forest, widths) if forest.order else ({}, 0.0)
    title, legend = one_line(str(graph.name)), legend_text(graph)
    x = {node: middle + MARGIN for node, middle in middles.items()}
    top = {node: HEAD + MARGIN + LEVEL * level for node, level in forest.level.items()}
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
    height = HEAD + LEVEL * max(forest.level.values(), default=0) + BOX + 2 * MARGIN
    return Drawing(width, height, title, legend, tuple(items))
