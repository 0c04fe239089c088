"""The places of the nodes of a graph in a drawing: in levels, subtrees as near to each other as can be."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from proofs.exact.errors import InputError, counted

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

GAP = 14
"""Pixels between boxes."""


@dataclass
class Forest:
    """A graph as layers: each node under one parent, on the level below the lowest node that leads to it."""

    order: list[Any]
    parent: dict[Any, Any]
    level: dict[Any, int]
    children: dict[Any, list[Any]]


def forest_of(graph: "nx.DiGraph") -> Forest:
    """Return a graph as layers. Raises InputError if it has a cycle."""
    import networkx as nx

    try:
        order = list(nx.topological_sort(graph))
    except nx.NetworkXUnfeasible:
        raise InputError("the graph has a cycle, so it cannot be drawn in levels") from None
    forest = Forest(order, {}, {}, {node: [] for node in order})
    for node in order:
        parent = max(graph.predecessors(node), key=forest.level.__getitem__, default=None)
        forest.parent[node] = parent
        forest.level[node] = 0 if parent is None else forest.level[parent] + 1
        if parent is not None:
            forest.children[parent].append(node)
    for parent, children in forest.children.items():
        children.sort(key=lambda child: graph.edges[parent, child].get("label", 0))
    return forest


def levels_of(graph: "nx.DiGraph") -> int:
    """Return on how many levels a graph stands. Raises InputError if it has a cycle."""
    return max(forest_of(graph).level.values(), default=-1) + 1


def top_levels(graph: "nx.DiGraph", levels: int) -> "nx.DiGraph":
    """Return the first levels of a graph: their last nodes have, as ``below``, how many nodes are left out under them.

    Its name says what is left out. A graph of no more levels is returned as it is.

    Raises:
        InputError: the graph has a cycle.

    """
    forest, whole = forest_of(graph), levels_of(graph)
    if levels >= whole:
        return graph
    below = {node: graph.nodes[node].get("below", 0) for node in forest.order}
    for node in reversed(forest.order):
        if (parent := forest.parent[node]) is not None:
            below[parent] += 1 + below[node]
    shown = graph.subgraph([node for node in graph if forest.level[node] < levels]).copy()
    for node in shown:
        if forest.level[node] == levels - 1 and below[node]:
            shown.nodes[node]["below"] = below[node]
    left_out = f"{len(graph) - len(shown):,} of {counted(len(graph), 'node')} left out"
    shown.name = f"{graph.name}: the first {counted(levels, 'level')} of {whole:,}, {left_out}"
    return shown


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


def across(forest: Forest, widths: dict[Any, float]) -> tuple[dict[Any, float], float]:
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
