"""Graphs of finite classes: mistake trees, Halving's trees and games, for networkx and what reads its formats.

Every attribute is a plain ``str``, ``int`` or ``bool``. Nodes are numbered from 0, the root, each before those below
it. An attribute that makes no sense at a node or an edge is not there. An edge has

* ``point`` and ``label``: the name of the point, and the label that leads this way, +1 or −1;
* ``mistake``: whether the learner's prediction differs from the label, where there is a prediction;
* ``played``: whether the play went, or goes, this way, where there is a play.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from proofs.classes.concepts import ConceptClass, Tree, first_concept
from proofs.exact.errors import InputError, counted, lies_suffix
from proofs.settings import Finite
from proofs.solvers.budget import Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.spaces import Universe, whole_class
from proofs.solvers.values import TieRule, halving_prediction, halving_worst_case

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]

MAX_NODES = 20_000
"""Nodes that a graph may have; nobody looks at more."""

_MAX_NAMED = 4
"""Concepts of a version space that its text names."""


def littlestone_tree(concept_class: ConceptClass, budget: Budget | None = None) -> "nx.DiGraph":
    """Return a complete mistake tree of depth L, in which each point has an edge for each of its two labels.

    A node has ``kind``, "point" or "leaf", and the name of its ``point`` or ``concept``. Its ``size`` and ``rank`` are
    the number of concepts, and L, of the version space that the labels on the way to the node leave. (At a leaf this
    rank can be above 0, because the tree ends at its depth, and not at a single concept.)

    Raises:
        InputError: the tree has more than ``MAX_NODES`` nodes.
        OutOfBudget: the budget does not suffice.

    """
    solver, called = Littlestone(concept_class, budget), f"mistake tree of {concept_class.name}"
    if (nodes := (2 << solver.dimension()) - 1) > MAX_NODES:  # before the tree is made
        raise InputError(f"the {called} has {nodes:,} nodes, above {MAX_NODES:,}; take a smaller class")

    def visit(item: tuple[Tree, int]) -> _Visited:
        below, space = item
        facts = {"size": space.bit_count(), "rank": solver.dimension(space)}
        if isinstance(below, int):
            return {"kind": "leaf", "concept": concept_class.concept_name(below), **facts}, []
        point, minus, plus = below
        name = {"point": concept_class.point_names[point]}
        return {"kind": "point", **name, **facts}, [
            ((child, concept_class.restrict(space, point, label)), {**name, "label": label})
            for child, label in ((plus, 1), (minus, -1))
        ]

    return _tree_graph(called, (solver.tree(), concept_class.everything), visit)


def halving_tree(concept_class: ConceptClass, ties: TieRule = "positive", budget: Budget | None = None) -> "nx.DiGraph":
    """Return what Halving predicts against the adversary that makes it err most, down to single concepts.

    A node has ``kind``, "point" or "leaf", the name of its ``point`` or ``concept``, the ``size`` of the version space,
    and as ``value`` the most mistakes from there. A node whose point this adversary asks also has the label that is
    ``predicted``, and whether there is a ``tie``. The tree follows both labels; edges with ``played`` are one
    play that forces the worst case. A tie goes to the prediction after which more mistakes
    can still be forced ("adversarial") or fewer ("optimal"), and to +1 if both allow equally many.

    Raises:
        InputError: the tree, of 2m − 1 nodes for m concepts, exceeds ``MAX_NODES``, or there is no such rule for ties.
        OutOfBudget: the budget does not suffice.

    """
    if 2 * concept_class.size - 1 > MAX_NODES:
        raise _too_large(f"the halving tree of {concept_class.name}")
    solver = halving_worst_case(concept_class, ties, budget)

    def visit(space: int) -> _Visited:
        size, value, point = space.bit_count(), int(solver.value(space)), solver.point(space)
        if point is None:
            name = concept_class.concept_name(first_concept(space))
            return {"kind": "leaf", "concept": name, "size": size, "value": value}, []
        sides = [concept_class.restrict(space, point, label) for label in (-1, 1)]
        sizes, values = [side.bit_count() for side in sides], [solver.value(side) if side else 0 for side in sides]
        predicted = halving_prediction(ties, *sizes, *values)
        asked = {"point": concept_class.point_names[point]}
        facts = {"size": size, "value": value, "predicted": predicted, "tie": sizes[0] == sizes[1]}
        return {"kind": "point", **asked, **facts}, [
            (side, {**asked, "label": label, "mistake": label != predicted, "played": False})
            for side, label in zip(reversed(sides), (1, -1), strict=True)
            if side
        ]

    graph = _tree_graph(f"halving tree of {concept_class.name}, ties {ties}", concept_class.everything, visit)
    _mark_worst_play(graph)
    return graph


def split_graph(
    setting: Finite,
    rounds: Iterable[tuple[int, int | None, int]],
    target: int | None = None,
    budget: Budget | None = None,
) -> "nx.DiGraph":
    """Return the version spaces of a game, before each round and at the end, and the concepts that each label excluded.

    A node has ``kind``, "space", the ``size`` and ``rank`` of the version space, and some of its ``concepts`` by name.
    The rank is L. It is missing in an announced order, because L is about learners that do not know the order. A node
    that is not ``taken`` has the concepts that a label excluded. A node at which a point is asked has the name of that
    ``point``. An edge also has its ``round``, from 1.
    If no concept explains the labels, the last version spaces are empty, of size 0 and without a rank. With ``lies`` a
    version space has the concepts that differ from at most so many labels. Their names say how many lies each may still
    have, and L counts these. If the target is known, an edge that is played says whether its label is a ``lie``.

    Args:
        setting: the setting of the game.
        rounds: each with its point, the predicted label (``None`` if it is not known), and the label.
        target: the number of the concept that the adversary offered.
        budget: to find L, which may be hard.

    Raises:
        InputError: there would be more than ``MAX_NODES`` nodes.
        OutOfBudget: the budget does not suffice.

    """
    concept_class, lies = setting.concept_class, setting.lies
    solver = Littlestone(concept_class, budget, lies) if setting.order is None else None
    announced = "" if setting.order is None else f"; {setting.remarks()[-1]}"
    graph = _graph(f"game on {concept_class.name}{lies_suffix(lies)}{announced}", **({"lies": lies} if lies else {}))
    universe = whole_class(concept_class, lies)

    def add(space: int, *, taken: bool) -> int:
        node = len(graph)
        if node >= MAX_NODES:
            raise _too_large(f"the graph of a game on {concept_class.name}")
        facts: dict[str, Any] = {"kind": "space", "size": space.bit_count(), "taken": taken}
        if solver and space:
            facts["rank"] = solver.dimension(space)
        graph.add_node(node, **facts, concepts=_some_names(concept_class, universe, space))
        return node

    space = universe.everything
    node = add(space, taken=True)
    for number, (point, predicted, label) in enumerate(rounds, 1):
        graph.nodes[node]["point"] = concept_class.point_names[point]
        before, whole = node, space
        space = universe.sides(whole, point)[label == 1]
        for way, side in ((label, space), (-label, universe.lost(whole, point, label))):
            played = way == label
            if not (side or played):
                continue  # the round excludes nothing
            child = add(side, taken=played)
            edge = {"point": concept_class.point_names[point], "label": way, "played": played, "round": number}
            if played and lies and target is not None:
                edge["lie"] = concept_class.label(target, point) != label
            graph.add_edge(before, child, **edge)
            if predicted is not None:
                graph.edges[before, child]["mistake"] = way != predicted
            node = child if played else node
    return graph


def _graph(name: str, **facts: Any) -> "nx.DiGraph":
    import networkx as nx

    return nx.DiGraph(name=name, **facts)


_Visited = tuple[dict[str, Any], list[tuple[Any, dict[str, Any]]]]
"""What a node has, and what is below it with what each edge has: the last is visited first."""


def _tree_graph(name: str, root: Any, visit: Callable[[Any], _Visited]) -> "nx.DiGraph":
    """Return a tree, each node before those below it: networkx walks graphs that are there, and grows none."""
    graph = _graph(name)
    waiting: list[tuple[Any, int | None, dict[str, Any]]] = [(root, None, {})]
    while waiting:
        item, parent, edge = waiting.pop()
        facts, below = visit(item)
        node = len(graph)
        graph.add_node(node, **facts)
        if parent is not None:
            graph.add_edge(parent, node, **edge)
        waiting += [(child, node, branch) for child, branch in below]
    return graph


def _too_large(what: str) -> InputError:
    return InputError(f"{what} has more than {MAX_NODES:,} nodes; take a smaller one")


def _mark_worst_play(graph: "nx.DiGraph") -> None:
    """Mark from the root on an edge, a mistake if possible, on which the value is reached."""
    value, node = graph.nodes(data="value"), 0
    while graph.out_degree(node):
        ways = [
            (edge["mistake"], child)
            for _, child, edge in graph.out_edges(node, data=True)
            if edge["mistake"] + value[child] == value[node]
        ]
        _, child = max(ways)
        graph.edges[node, child]["played"] = True
        node = child


def _some_names(concept_class: ConceptClass, universe: Universe, space: int) -> str:
    names: list[str] = []
    while space and len(names) < _MAX_NAMED:
        lies_left, concept = divmod(first_concept(space), universe.size)
        lies = f" ({counted(lies_left, 'lie')} left)" if universe.lies else ""
        names.append(f"{concept_class.concept_name(concept)}{lies}")
        space &= space - 1
    return ", ".join([*names, "…"] if space else names) or "∅"
