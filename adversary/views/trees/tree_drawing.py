"""A graph as a drawing: boxes with words, and lines between them, in pixels; whatever it is then drawn with."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len

from adversary.views.trees.tree_layout import across, forest_of
from adversary.views.trees.tree_words import (
    LOOKS,
    detail_text,
    everything,
    headline,
    legend_text,
    short_name,
    sign_text,
)
from proofs.exact.errors import one_line

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

LEVEL, BOX, MARGIN, HEAD = 84, 38, 16, 52
"""Pixels: from level to level, a box's height, around everything, and for the title."""


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """A line from one place (x, y) to another, with a sign in its middle; ``says`` is what a tooltip has."""

    says: str
    wrong: bool | None
    played: bool
    begin: tuple[float, float]
    end: tuple[float, float]
    sign: str

    @property
    def look(self) -> str:
        """Return its classes in a style sheet."""
        return LOOKS[self.wrong][0] + (" played" if self.played else "")


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A box around two lines of words; ``x`` is its middle."""

    says: str
    leaf: bool
    untaken: bool
    words: tuple[str, str]
    x: float
    top: float
    width: float

    @property
    def look(self) -> str:
        """Return its classes in a style sheet."""
        return (" leaf" if self.leaf else "") + (" untaken" if self.untaken else "")

    @property
    def round(self) -> int:
        """Return the radius of its corners."""
        return 4 if self.leaf else BOX // 2


@dataclass(frozen=True, slots=True)
class TreeDrawing:
    """A whole drawing: its size in pixels, and what there is to draw."""

    title: str
    legend: str
    width: float
    height: float
    edges: list[DrawnEdge]
    nodes: list[DrawnNode]


def drawing_of(graph: "nx.DiGraph", *, titled: bool = True) -> TreeDrawing:
    """Return a graph as a drawing, with room for its title or not. Raises InputError if it has a cycle."""
    forest = forest_of(graph)
    words = {node: (short_name(headline(facts)), detail_text(graph, node)) for node, facts in graph.nodes(data=True)}
    widths = {node: max(7.4 * cell_len(head), 6.2 * cell_len(detail)) + 18 for node, (head, detail) in words.items()}
    middles, width = across(forest, widths) if forest.order else ({}, 0.0)
    title, legend = one_line(str(graph.name)), legend_text(graph)
    x = {node: middle + MARGIN for node, middle in middles.items()}
    top = {node: HEAD + MARGIN + LEVEL * level for node, level in forest.level.items()}
    return TreeDrawing(
        title,
        legend,
        (max(width, 8.5 * cell_len(title), 6.5 * cell_len(legend)) if titled else width) + 2 * MARGIN,
        HEAD + LEVEL * max(forest.level.values(), default=0) + BOX + 2 * MARGIN,
        [
            DrawnEdge(
                everything(edge),
                edge.get("mistake"),
                bool(edge.get("played")),
                (x[parent], top[parent] + BOX),
                (x[node], top[node]),
                sign_text(edge),
            )
            for parent, node, edge in graph.edges(data=True)
        ],
        [
            DrawnNode(
                everything(facts),
                "point" not in facts,
                facts.get("taken") is False,
                words[node],
                x[node],
                top[node],
                widths[node],
            )
            for node, facts in graph.nodes(data=True)
        ],
    )
