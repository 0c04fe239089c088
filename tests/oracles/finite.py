"""A second judge for finite classes, from its documents without a look at the checker, and brute force."""

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

from oracles.lies import State, after
from oracles.other_models import in_order
from proofs import finite_checker

Space = frozenset[str]
Claim = tuple[str, int | Fraction]


# ------------------------------------------------------------------------------------------------ the judge


def having(space: Space, point: int, label: int) -> Space:
    return frozenset(row for row in space if row[point] == ("+" if label == 1 else "-"))


def leaves(tree: Any, labels: tuple[tuple[int, int], ...] = ()) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Yield each leaf's concept, and the labels of the branches to it."""
    if isinstance(tree, int):
        yield tree, labels
    else:
        point, negative, positive = tree
        yield from leaves(negative, (*labels, (point, -1)))
        yield from leaves(positive, (*labels, (point, 1)))


def unlike(row: str, labels: Iterable[tuple[int, int]]) -> int:
    return sum(row[point] != ("+" if label == 1 else "-") for point, label in labels)


def at_least(rows: Sequence[str], tree: Any, k: int, lies: int = 0) -> bool:
    return all(len(labels) >= k and unlike(rows[concept], labels) <= lies for concept, labels in leaves(tree))


def pulled_back(row: str, images: Sequence[int]) -> str:
    """Return what a concept becomes under a map, at the points that it has an image for."""
    other = {"+": "-", "-": "+", "*": "*"}
    return "".join([row[image - 1] if image > 0 else other[row[-image - 1]] for image in images if image])


def weight(space: State, rank: int) -> int:
    return sum(comb(rank, told) for _, left in space for told in range(left + 1))


def at_most(rows: Sequence[str], nodes: Any, r: int, lies: int = 0) -> bool:
    def space_of(node: Any) -> State:
        space: State = frozenset([(row, lies) for row in rows])
        for point, label in node["given"]:
            space = after(space, point, "+" if label == 1 else "-")
        return space

    def holds(left: State, to: int, maps: Sequence[Any]) -> bool:
        there = spaces[to]
        if maps:
            if any({"+", "-"} <= {row[x] for row, _ in left} for x, image in enumerate(maps[0]) if image == 0):
                return False
            there = frozenset([(pulled_back(row, maps[0]), more) for row, more in there])
            left = frozenset(
                [("".join([sign for sign, image in zip(row, maps[0], strict=True) if image]), k) for row, k in left]
            )
        return all(any(row == other and some <= more for other, more in there) for row, some in left)

    def answered(node: Any, space: State, point: int, label: int) -> bool:
        left = after(space, point, "+" if label == 1 else "-")
        led = [(to, maps) for x, y, to, *maps in node["moves"] if (x, y) == (point, label)]
        enough = min(node["rank"], len(rows) + 50 * lies)  # what is few there is few at any higher rank
        return weight(left, enough) < 2**enough or any(
            nodes[to]["rank"] <= node["rank"] - 1 and holds(left, to, maps) for to, maps in led
        )

    points = range(len(rows[0]))
    spaces = [space_of(node) for node in nodes]
    return (
        nodes[0]["given"] == []
        and nodes[0]["rank"] <= r
        and all(
            answered(node, space, point, 1) or answered(node, space, point, -1)
            for node, space in zip(nodes, spaces, strict=True)
            for point in points
        )
    )


def bound_holds(rows: Sequence[str], statement: str, k: int, witnesses: dict[str, Any], lies: int) -> bool:
    if statement == "universal bound":
        return "tree" in witnesses and at_least(rows, witnesses["tree"], k, lies)
    return "ranks" in witnesses and at_most(rows, witnesses["ranks"], k, lies)


def verdict(lines: Sequence[str]) -> tuple[bool, set[Claim]] | None:
    """Return whether a file is valid, and which of its claims hold; None where a concept appears twice."""
    header, *rounds = map(json.loads, lines)
    rows = header["concepts"]
    if len(set(rows)) < len(rows):
        return None
    lies, order = header.get("lies", 0), header.get("order")
    if header["format"] == "forced-mistakes/littlestone/1":
        keys = {"universal bound": "at_least", "upper bound": "at_most"}
        claims = {(statement, header[key]) for statement, key in keys.items() if key in header}
        held = {(statement, k) for statement, k in claims if bound_holds(rows, statement, k, header, lies)}
        return held == claims, held

    footer = rounds.pop()
    target = footer["target"] and rows[footer["target"]["concept"]]
    told = order is None or [entry["x"] for entry in rounds] == order[: len(rounds)]
    realizable = bool(rounds and target) and unlike(target, [(e["x"], e["label"]) for e in rounds]) <= lies and told
    randomized = any(isinstance(entry["predicted"], str) for entry in rounds)
    # A prediction is the probability of +1, be it 0 or 1; a mistake has the probability |prediction - truth|.
    said = [Fraction(e["predicted"]) if randomized else Fraction(e["predicted"] == 1) for e in rounds]
    mistakes = sum((abs(p - (e["label"] == 1)) for p, e in zip(said, rounds, strict=True)), Fraction(0))

    def holds(claim: dict[str, Any]) -> bool:
        statement = claim["statement"]
        if statement == "realizable":
            return realizable
        if statement in ("universal bound", "upper bound"):
            return order is None and bound_holds(rows, statement, claim["mistakes"], footer, lies)
        if statement == "announced order":
            return order is not None and in_order(frozenset(rows), order) == claim["mistakes"]
        fits = randomized == (statement == "expected mistakes")
        return realizable and fits and Fraction(claim["mistakes"]) == mistakes

    shown: set[Claim] = {
        (claim["statement"], Fraction(claim.get("mistakes", 0))) for claim in footer["claims"] if holds(claim)
    }
    return realizable and all(map(holds, footer["claims"])), shown


def judged_twice(lines: list[Any], path: Path, *, strict: bool = True) -> finite_checker.Report | None:
    """Return the checker's report, after asking the second judge as well; nothing for a malformed file.

    ``strict``: nothing is malformed but a class that has a concept twice.
    """
    texts = [json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n")
    try:
        report = finite_checker.check(path)
    except finite_checker.MalformedError:
        assert not strict or verdict(texts) is None, lines
        return None
    second = verdict(texts)
    assert second is not None, lines
    assert report.valid == second[0], (report.reason, lines)
    shown = {(s["statement"], Fraction(s.get("mistakes", 0))) for s in report.statements}
    realizable = ("realizable", Fraction(0))
    assert shown - {realizable} == second[1] - {realizable}, lines
    assert report.realizable == (realizable in shown)
    return report


# ------------------------------------------------------------------------------------------------ brute force


@cache
def dimension(space: Space) -> int:
    """Return the Littlestone dimension, −1 for no concept, by its recursion."""
    if len(space) <= 1:
        return len(space) - 1
    points = range(len(next(iter(space))))
    splits = [(having(space, point, -1), having(space, point, 1)) for point in points]
    return max(1 + min(map(dimension, split)) if all(split) else 0 for split in splits)


def best_tree(rows: Sequence[str], depth: int) -> Any:
    """Return a complete mistake tree of this depth, or None if there is none."""

    def grow(space: Space, depth: int) -> Any:
        if not depth:
            return rows.index(min(space)) if space else None
        for point in range(len(rows[0])):
            below = having(space, point, -1), having(space, point, 1)
            if all(dimension(part) >= depth - 1 for part in below):
                return [point, grow(below[0], depth - 1), grow(below[1], depth - 1)]
        return None

    return grow(frozenset(rows), depth)


def best_ranks(rows: Sequence[str], *, terse: bool) -> list[Any]:
    """Return the nodes of the Standard Optimal Algorithm; terse, without the moves that Halving makes needless.

    Spaces that are reached in several ways share a node.
    """
    nodes: list[Any] = []
    number: dict[Space, int] = {}

    def add(space: Space, given: list[list[int]]) -> int:
        if space in number:
            return number[space]
        number[space] = here = len(nodes)
        rank = dimension(space)
        nodes.append({"given": given, "rank": rank, "moves": []})
        for point in range(len(rows[0])):
            parts = {label: having(space, point, label) for label in (1, -1)}
            if terse and min(map(len, parts.values())) < 2**rank:
                continue
            label = min(parts, key=lambda label: dimension(parts[label]))
            if parts[label]:
                nodes[here]["moves"].append([point, label, add(parts[label], [*given, [point, label]])])
        return here

    add(frozenset(rows), [])
    return nodes
