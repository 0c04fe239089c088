"""The mistake tree of a certificate, in the width of a column."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adversary.game.judge import class_of_findings
from adversary.views.figures.figure import PIXELS
from adversary.views.figures.line_charts import only
from adversary.views.figures.picture import COLUMN, Picture, unfit
from adversary.views.figures.tree_figure import draw_tree
from adversary.views.game.page_data import MAX_TREE_NODES, PageData
from adversary.views.trees.tree_drawing import HEAD, TreeDrawing, drawing_of
from adversary.views.trees.tree_layout import levels_of, top_levels
from adversary.views.trees.tree_words import headline
from proofs.exact.errors import counted
from proofs.solvers.graphs import littlestone_tree

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]
    from matplotlib.axes import Axes

WIDEST_TREE = 950
"""Pixels of a drawing that can still be read in a column."""


def tree(games: Sequence[PageData]) -> Picture:
    """Draw the tree that a file proves: as many of its levels as can be read in a column.

    Raises:
        InputError: it proves no tree, or one that is too large even for a page.

    """
    game = only(games, "tree")
    if game.data.get("tree") is None:
        raise unfit("tree", game, f"the file proves no mistake tree, or one of more than {MAX_TREE_NODES} nodes")
    lies = game.data["lies"]
    graph = littlestone_tree(class_of_findings(game.findings), game.data["tree"], lies=lies)
    if lies:
        graph.graph["lies"] = lies
    for facts in graph.nodes.values():
        if "concept" in facts:  # of a leaf its name is enough
            facts["concept"] = headline(facts)
            del facts["size"], facts["rank"]
    drawing = _fitting(graph)
    scale = min(1.0, COLUMN * PIXELS / drawing.width)

    def draw(axes: "Axes") -> None:
        draw_tree(axes, drawing, scale)

    notes = [f"{drawing.title[0].upper()}{drawing.title[1:]}."] if " left out" in drawing.title else []
    leaf = f"is unlike at most {counted(lies, 'label')}" if lies else "explains it all"
    says = f"A mistake tree: a learner that predicts + goes on at −, and errs; at a leaf, a concept that {leaf}"
    says += "; D is the Littlestone dimension with the lies left" if lies else ""
    return Picture("tree", says, draw, notes, scale * (drawing.height - HEAD) / PIXELS)


def _fitting(graph: "nx.DiGraph") -> TreeDrawing:
    for levels in range(levels_of(graph), 1, -1):
        drawing = drawing_of(top_levels(graph, levels), titled=False)
        if drawing.width <= WIDEST_TREE:
            return drawing
    return drawing_of(top_levels(graph, 1), titled=False)
