"""What finite classes are worth, by brute force: the second opinion of the tests, which shares no code with the solvers.

A concept is a tuple of labels ±1, one for each point; a version space is a frozenset of concepts. Every quantity is
its textbook definition, recursive, with a memo.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any

from hypothesis import strategies as st

from proofs.classes.concepts import ConceptClass, class_of_labels, class_of_rows
from proofs.solvers.budget import Budget
from proofs.solvers.other_models.dont_know import DontKnow
from proofs.solvers.other_models.orders import Ordered, extreme_order

Labels = tuple[int, ...]
Space = frozenset[Labels]
Number = int | Fraction


class Unproved(Exception):  # noqa: N818 - it names a finding
    """A mistake tree or a list of ranks does not show what it should; the text says why."""


def splits(space: Space) -> Iterator[tuple[Space, Space]]:
    """Yield the version spaces of −1 and of +1 for each point on which the concepts differ."""
    for x in range(len(next(iter(space)))):
        minus = frozenset([c for c in space if c[x] == -1])
        if minus and len(minus) < len(space):
            yield minus, space - minus


def littlestone(space: Space) -> int:
    """Return the depth of the deepest complete mistake tree."""

    @cache
    def value(v: Space) -> int:
        return max((1 + min(value(minus), value(plus)) for minus, plus in splits(v)), default=0)

    return value(space)


def randomized_littlestone(space: Space) -> Number:
    """Return half the largest average depth of a mistake tree, along which a fair coin walks down."""

    @cache
    def value(v: Space) -> Number:
        return max((Fraction(1 + value(minus) + value(plus), 2) for minus, plus in splits(v)), default=0)

    return value(space)


def vc(space: Space) -> int:
    """Return the size of the largest set of points that get all labelings."""
    points = range(len(next(iter(space))))
    return max(d for d in range(len(points) + 1) if any(is_shattered(space, s) for s in combinations(points, d)))


def is_shattered(space: Space, points: Iterable[int]) -> bool:
    """Tell whether some points get all labelings."""
    chosen = list(points)
    return len({tuple([c[x] for x in chosen]) for c in space}) == 1 << len(chosen)


def halving(space: Space, ties: str) -> int:
    """Return the most mistakes of the majority vote when an adversary picks points, and labels that stay possible.

    On a tie the vote is −1, +1, or what is worse or better for the learner from there on.
    """
    votes = {"negative": [-1], "positive": [1], "adversarial": [-1, 1], "optimal": [-1, 1]}[ties]
    over_votes: Callable[[list[int]], int] = min if ties == "optimal" else max

    @cache
    def value(v: Space) -> int:
        worst = 0
        for minus, plus in splits(v):
            allowed = votes if len(minus) == len(plus) else [-1 if len(minus) > len(plus) else 1]
            outcomes = [
                max((vote != label) + value(rest) for label, rest in ((-1, minus), (1, plus))) for vote in allowed
            ]
            worst = max(worst, over_votes(outcomes))
        return worst

    return value(space)


def randomized_halving(space: Space) -> Number:
    """Return the largest expected number of mistakes of the learner that follows a fresh uniform consistent concept."""

    @cache
    def value(v: Space) -> Number:
        worst: Number = 0
        for minus, plus in splits(v):
            for right, wrong in ((minus, plus), (plus, minus)):
                worst = max(worst, Fraction(len(wrong), len(v)) + value(right))
        return worst

    return value(space)


def randomized_halving_by_sequences(space: Space) -> Number:
    """Return the same, from every order of the points and every target: with few points only."""
    worst: Number = 0
    for target in space:
        for order in permutations(range(len(target))):
            left, expected = space, Fraction(0)
            for x in order:
                right = frozenset([c for c in left if c[x] == target[x]])
                expected += 1 - Fraction(len(right), len(left))
                left = right
            worst = max(worst, expected)
    return worst


def tree_depth(concepts: list[Labels], tree: Any) -> int:
    """Return the depth of a mistake tree: (point, tree below −1, tree below +1), or a concept's number at a leaf.

    Raises Unproved unless all leaves are equally deep and agree with their paths.
    """

    def walk(below: Any, path: list[tuple[int, int]]) -> int:
        if isinstance(below, int):
            if any(concepts[below][x] != y for x, y in path):
                raise Unproved(f"concept {below} disagrees with its path {path}")
            return 0
        x, minus, plus = below
        depths = walk(minus, [*path, (x, -1)]), walk(plus, [*path, (x, 1)])
        if depths[0] != depths[1]:
            raise Unproved(f"below {path} the tree is incomplete: {depths}")
        return 1 + depths[0]

    return walk(tree, [])


def rank_shown(concepts: list[Labels], nodes: list[dict[str, Any]]) -> int:
    """Return the rank of the whole class, node 0, if the nodes show that no version space's L is above its rank.

    At each point one side must be small, with less than 2^rank concepts, or have a move to a node of lower rank whose
    version space contains it, perhaps under other names of points and labels. Raises Unproved otherwise.
    """
    spaces = [frozenset([c for c in concepts if all(c[x] == y for x, y in node["given"])]) for node in nodes]
    if nodes[0]["given"]:
        raise Unproved("node 0 is not the whole class")
    for number, (node, space) in enumerate(zip(nodes, spaces, strict=True)):
        shown: set[int] = set()
        for x, y, target, *renaming in node["moves"]:
            side = [c for c in space if c[x] == y]
            if nodes[target]["rank"] > node["rank"] - 1:
                raise Unproved(f"node {number}: the move at {x} does not go to a lower rank")
            if not _embedded(side, spaces[target], *renaming):
                raise Unproved(f"node {number}: the move at {x} does not go where its side lies")
            shown.add(x)
        for x in range(len(concepts[0])):
            sides = [sum(c[x] == y for c in space) for y in (-1, 1)]
            if x not in shown and min(sides) >= 2 ** node["rank"]:
                raise Unproved(f"node {number}: nothing is shown at point {x}")
    return int(nodes[0]["rank"])


def _embedded(side: list[Labels], space: Space, renaming: list[int] | None = None) -> bool:
    if renaming is None:
        return set(side) <= space
    if any(len({c[x] for c in side}) > 1 for x, image in enumerate(renaming) if image == 0):
        return False
    images = [(x, abs(image) - 1, 1 if image > 0 else -1) for x, image in enumerate(renaming) if image]
    there = {tuple([c[q] for _, q, _ in images]) for c in space}
    return {tuple([sign * c[x] for x, _, sign in images]) for c in side} <= there


def random_concepts(chance: random.Random, most_concepts: int, points: int) -> list[Labels]:
    """Return at least one and at most so many random concepts: all different, positive on fewer or more points."""
    positive = chance.random()
    rows = [tuple([1 if chance.random() < positive else -1 for _ in range(points)]) for _ in range(most_concepts)]
    return list(dict.fromkeys(rows[: chance.randint(1, most_concepts)]))


def random_texts(chance: random.Random, most_concepts: int, most_points: int = 4) -> list[str]:
    """Return some concepts as texts of + and -, all different, on at most so many points."""
    points = chance.randint(1, most_points)
    rows = chance.sample(range(1 << points), chance.randint(1, min(most_concepts, 1 << points)))
    return [f"{row:0{points}b}".replace("1", "+").replace("0", "-") for row in rows]


def both_orders(table: ConceptClass, budget: Budget | None = None) -> tuple[Ordered, Ordered]:
    """Return the worst and the best order, with the mistakes that each forces."""
    return (
        extreme_order(table, budget or Budget(), int.__le__),
        extreme_order(table, budget or Budget(), int.__ge__),
    )


def all_fewest(table: ConceptClass) -> list[int]:
    """Return the fewest "don't know" for 0 mistakes, 1 mistake and so on, to the first number that needs none."""
    solver = DontKnow(table)
    found = [solver.fewest(0)]
    while found[-1]:
        found.append(solver.fewest(len(found)))
    return found


def tables(points: int, most_concepts: int = 12) -> st.SearchStrategy[list[Labels]]:
    """Draw a class on so many points."""
    row = st.tuples(*[st.sampled_from((-1, 1))] * points)
    return st.lists(row, min_size=1, max_size=most_concepts, unique=True)


small_classes = st.integers(1, 8).flatmap(tables)
"""Classes of up to 12 concepts on up to 8 points."""


def concepts_of(found: ConceptClass) -> list[Labels]:
    """Return what a ConceptClass holds, label by label."""
    return [tuple([found.label(concept, x) for x in range(found.points)]) for concept in range(found.size)]


def made(concepts: list[Labels]) -> ConceptClass:
    """Return the ConceptClass of these concepts."""
    return class_of_labels("a random class", concepts, [f"x{x}" for x in range(len(concepts[0]))])


tie_rules = st.sampled_from(("negative", "positive", "adversarial", "optimal"))
"""How Halving may settle ties."""


@st.composite
def named_classes(draw: st.DrawFn) -> ConceptClass:
    """Draw a class of up to 9 concepts on up to 4 points, each of which has a name."""
    points = draw(st.integers(1, 4))
    rows = draw(st.sets(st.integers(0, 2**points - 1), min_size=1, max_size=9))
    return class_of_rows("any", sorted(rows), [f"p{i}" for i in range(points)])


@st.composite
def games(draw: st.DrawFn) -> tuple[ConceptClass, list[tuple[int, int | None, int]]]:
    """Draw a class, and rounds of a game on it: the point, the prediction, if there is one, and the label."""
    concept_class = draw(named_classes())
    label = st.sampled_from([1, -1])
    rounds = st.lists(st.tuples(st.integers(0, concept_class.points - 1), st.none() | label, label), max_size=6)
    return concept_class, draw(rounds)
