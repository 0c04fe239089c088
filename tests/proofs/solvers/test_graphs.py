"""Graphs of finite classes beside brute force."""

from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from typing import Any

import networkx as nx  # type: ignore[import-untyped]
import oracles.classes as oracle
import pytest
from hypothesis import given
from oracles.classes import Space, concepts_of, games, named_classes, tie_rules

from adversary.views.figures.tree import class_tree
from proofs.classes.catalog import find_class
from proofs.classes.concepts import ConceptClass, class_of_rows
from proofs.exact.errors import InputError
from proofs.settings import Finite
from proofs.solvers import graphs
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.graphs import halving_tree, littlestone_tree, split_graph
from proofs.solvers.values import TieRule


@cache
def rank(space: Space) -> int:
    return oracle.littlestone(space)


@cache
def worst(space: Space, ties: TieRule) -> int:
    return oracle.halving(space, ties)


def everything(concept_class: ConceptClass) -> Space:
    return frozenset(concepts_of(concept_class))


def names(space: Space) -> set[str]:
    return {"".join(["+" if label == 1 else "-" for label in concept]) for concept in space}


def side(space: Space, point: int, label: int) -> Space:
    return frozenset([concept for concept in space if concept[point] == label])


def at(minus: Space, plus: Space, ties: TieRule) -> tuple[int, set[int]]:
    """Return the most mistakes from a point on, and the predictions that the rule allows there."""
    below = worst(minus, ties), worst(plus, ties)
    after = {1: max(1 + below[0], below[1]), -1: max(below[0], 1 + below[1])}
    if len(minus) != len(plus):
        label = 1 if len(plus) > len(minus) else -1
    elif ties in ("negative", "positive"):
        label = 1 if ties == "positive" else -1
    else:
        best = max(after.values()) if ties == "adversarial" else min(after.values())
        return best, {label for label in after if after[label] == best}
    return after[label], {label}


def spaces_of(graph: nx.DiGraph, concept_class: ConceptClass) -> dict[int, Space]:
    """Return for each node the concepts that agree with the labels on the way to it, from the edges alone."""
    found = {0: everything(concept_class)}
    for parent, node in nx.bfs_edges(graph, 0):
        edge = graph.edges[parent, node]
        found[node] = side(found[parent], concept_class.point_names.index(edge["point"]), edge["label"])
    assert found.keys() == set(graph)
    return found


def is_plain(graph: nx.DiGraph) -> bool:
    facts = [facts for _, facts in graph.nodes(data=True)] + [facts for *_, facts in graph.edges(data=True)]
    return all(type(value) in (str, int, bool) for fact in [*facts, graph.graph] for value in fact.values())


def labels_below(graph: nx.DiGraph, node: int) -> list[int]:
    return [edge["label"] for *_, edge in graph.out_edges(node, data=True)]


# ------------------------------------------------------------------------------------------------ the graphs


@given(named_classes())
def test_a_mistake_tree_is_complete_and_its_leaves_agree_with_their_branches(concept_class: ConceptClass) -> None:
    graph = class_tree(concept_class)
    depth = rank(everything(concept_class))
    assert is_plain(graph)
    assert nx.is_arborescence(graph)
    assert len(graph) == 2 ** (depth + 1) - 1
    spaces, level = spaces_of(graph, concept_class), nx.shortest_path_length(graph, 0)
    for node, facts in graph.nodes(data=True):
        assert (facts["size"], facts["rank"]) == (len(spaces[node]), rank(spaces[node]))
        if facts["kind"] == "leaf":
            assert level[node] == depth
            assert graph.out_degree(node) == 0
            assert facts["concept"] in names(spaces[node])
        else:
            assert sorted(labels_below(graph, node)) == [-1, 1]
            assert {edge["point"] for *_, edge in graph.out_edges(node, data=True)} == {facts["point"]}


@given(named_classes(), tie_rules)
def test_a_halving_tree_is_the_worst_case(concept_class: ConceptClass, ties: TieRule) -> None:
    graph = class_tree(concept_class, f"halving?tie={ties}")
    assert is_plain(graph)
    assert nx.is_arborescence(graph)
    assert len(graph) == 2 * concept_class.size - 1
    spaces = spaces_of(graph, concept_class)
    for node, facts in graph.nodes(data=True):
        assert (facts["size"], facts["value"]) == (len(spaces[node]), worst(spaces[node], ties))
        if facts["kind"] == "leaf":
            assert names(spaces[node]) == {facts["concept"]}
            continue
        below = {edge["label"]: (child, edge) for _, child, edge in graph.out_edges(node, data=True)}
        minus, plus = spaces[below[-1][0]], spaces[below[1][0]]
        value, predictions = at(minus, plus, ties)
        assert value == facts["value"], "the point is one of the worst"
        assert facts["predicted"] in predictions
        assert facts["tie"] == (len(minus) == len(plus))
        assert all(edge["mistake"] == (label != facts["predicted"]) for label, (_, edge) in below.items())


@pytest.mark.parametrize(("ties", "predicted", "value"), [("adversarial", 1, 3), ("optimal", -1, 2)])
def test_a_tie_goes_as_the_rule_says(ties: TieRule, predicted: int, value: int) -> None:
    hard, easy = [0, 2, 4, 6], [1 + 2, 1 + 4, 1 + 8, 1 + 16]  # below −: two free labels; below +: a singleton
    root = halving_tree(class_of_rows("uneven", hard + easy, "abcde"), ties).nodes[0]
    assert root == {"kind": "point", "point": "a", "size": 8, "value": value, "predicted": predicted, "tie": True}


@given(named_classes(), tie_rules)
def test_the_play_of_a_halving_tree_reaches_its_value(concept_class: ConceptClass, ties: TieRule) -> None:
    graph = halving_tree(concept_class, ties)
    node, mistakes = 0, 0
    played = {parent: (child, edge) for parent, child, edge in graph.edges(data=True) if edge["played"]}
    for _ in range(len(played)):  # they are one path
        node, edge = played[node]
        mistakes += edge["mistake"]
    assert graph.out_degree(node) == 0
    assert mistakes == graph.nodes[0]["value"] == worst(everything(concept_class), ties)


@given(games())
def test_a_game_is_its_version_spaces_and_what_they_lost(
    game: tuple[ConceptClass, list[tuple[int, int | None, int]]],
) -> None:
    concept_class, rounds = game
    graph = split_graph(Finite(concept_class), rounds)
    assert is_plain(graph)
    assert nx.is_arborescence(graph)
    spaces = spaces_of(graph, concept_class)
    for node, facts in graph.nodes(data=True):
        space = spaces[node]
        assert facts["kind"] == "space"
        assert facts["size"] == len(space)
        assert facts.get("rank") == (rank(space) if space else None)
        named = facts["concepts"].split(", ")
        if space:
            assert len(set(named) & names(space)) == min(len(space), 4)
            assert (named[-1] == "…") == (len(space) > 4)
        else:
            assert named == ["∅"]
        assert facts["taken"] == all(graph.edges[edge]["played"] for edge in pairwise(nx.shortest_path(graph, 0, node)))
    node = 0
    for number, (point, predicted, label) in enumerate(rounds, 1):
        ways = {edge["label"]: (child, edge) for _, child, edge in graph.out_edges(node, data=True)}
        assert graph.nodes[node]["point"] == concept_class.point_names[point]
        assert ways.keys() == {label} | ({-label} if side(spaces[node], point, -label) else set())
        for way, (_, edge) in ways.items():
            assert (edge["round"], edge["played"]) == (number, way == label)
            assert edge.get("mistake") == (None if predicted is None else way != predicted)
        node = ways[label][0]
    assert sum(edge["played"] for *_, edge in graph.edges(data=True)) == len(rounds)
    assert "point" not in graph.nodes[node]


def test_a_game_in_an_announced_order_has_no_ranks() -> None:
    graph = split_graph(Finite(find_class("thresholds:7"), order=(3, 0)), [(3, 1, -1)])
    assert not any("rank" in facts for _, facts in graph.nodes(data=True))


def test_a_known_mistake_tree() -> None:
    graph = class_tree(find_class("thresholds:3"))
    assert graph.name == "mistake tree of thresholds:3"
    assert [graph.nodes[node].get("point") for node in graph] == ["2", "1", None, None, "3", None, None]
    assert [graph.nodes[node]["concept"] for node in (2, 3, 5, 6)] == ["x ≤ 0", "x ≤ 1", "x ≤ 2", "x ≤ 3"]


def test_a_budget_is_kept_to() -> None:
    for kind in ("tree", "halving"):
        with pytest.raises(OutOfBudget):
            class_tree(find_class("cube:3"), kind, budget=Budget(states=1))


# ------------------------------------------------------------------------------------------------ what is refused


def test_too_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    thresholds = find_class("thresholds:7")
    rounds: list[tuple[int, int | None, int]] = [(0, 1, 1)] * 13  # only the first excludes a concept
    makers: list[Callable[[], nx.DiGraph]] = [
        partial(littlestone_tree, thresholds),
        partial(halving_tree, thresholds),
        partial(split_graph, Finite(thresholds), rounds),
    ]
    for make in makers:
        monkeypatch.setattr(graphs, "MAX_NODES", 15)
        assert len(make()) == 15
        monkeypatch.setattr(graphs, "MAX_NODES", 14)
        with pytest.raises(InputError, match=r"has (more than 14|15) nodes"):
            make()
    monkeypatch.undo()
    with pytest.raises(InputError, match=r"cube:14 has 32,767 nodes, above 20,000"):
        class_tree(find_class("cube:14"))
    with pytest.raises(InputError, match="the halving tree of cube:14 has more than 20,000 nodes"):
        class_tree(find_class("cube:14"), "halving")


def test_unknown_kinds_and_rules() -> None:
    kind: Any = "halvin"
    with pytest.raises(InputError, match="unknown chart of a class 'halvin'; did you mean 'halving'"):
        class_tree(find_class("cube:2"), kind)
    with pytest.raises(InputError, match="unknown rule for ties 'halvin'"):
        class_tree(find_class("cube:2"), f"halving?tie={kind}")
    with pytest.raises(InputError, match="unknown rule for ties 'halvin'"):
        halving_tree(find_class("cube:2"), kind)
