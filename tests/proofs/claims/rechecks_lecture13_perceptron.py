"""The witnesses against Lecture 13, 1.2, checked from their plain numbers: nothing is shared with ``proofs.claims``."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

from plain_numbers import Numbers, dot, numbers, plus, signed


def loop(z: list[Numbers]) -> tuple[list[Numbers], list[int], int]:
    """Return every w of the printed loop, the examples that it updates on, and how many it reads."""
    ws, causes, reads = [[Fraction(0)] * len(z[0])], list[int](), 0
    while min(dot(ws[-1], one) for one in z) <= 0:
        assert reads < 10_000
        if dot(ws[-1], z[reads % len(z)]) <= 0:
            ws.append(plus(ws[-1], z[reads % len(z)]))
            causes.append(reads % len(z))
        reads += 1
    return ws, causes, reads


def least(w: Sequence[Fraction], z: list[Numbers]) -> Fraction:
    return min(dot(w, one) for one in z)


def bound(u: Numbers, z: list[Numbers]) -> Fraction:
    return dot(u, u) * max(dot(one, one) for one in z)


def separated(found: Any) -> bool:
    return least(numbers(found["target"]), signed(found)) > 0


def returned_has_margin(found: Any) -> bool:
    return separated(found) and least(loop(signed(found))[0][-1], signed(found)) > 0


def margin_fell(found: Any) -> bool:
    margins = [least(w, signed(found)) for w in loop(signed(found))[0]]
    return separated(found) and any(b < a for a, b in pairwise(margins))


def distance(found: Any) -> bool:
    u, z = numbers(found["target"]), signed(found)
    twice = [2 * value for value in u]
    return separated(found) and least(twice, z) ** 2 / dot(twice, twice) == least(u, z) ** 2 / dot(u, u)


def first_squares(found: Any) -> bool:
    z = signed(found)
    ws, causes, _ = loop(z)
    return separated(found) and dot(ws[-1], ws[-1]) > sum(dot(one, one) for one in z[: len(causes)])


def below_the_bound(found: Any) -> bool:
    """On the line: the shortest U is 1 over the least y·x, and after one update all is right, whichever it is."""
    z = [one for (one,) in signed(found)]
    return min(z) > 0 and max(z) ** 2 / min(z) ** 2 > 1


def barely(found: Any) -> bool:
    """Half of each point makes U, so that no feasible vector is shorter; and two updates are enough in both orders."""
    z = signed(found)
    u = [Fraction(1, 2) * value for value in plus(*z)]
    if [dot(u, one) for one in z] != [1, 1] or bound(u, z) < 2 ** (len(z) * len(u)):
        return False
    return all(len(loop(list(order))[1]) == 2 for order in permutations(z))


RECHECKS: dict[tuple[str, int], Callable[[Any], bool]] = {
    ("lecture13-gamma", 1): returned_has_margin,
    ("lecture13-update", 2): margin_fell,
    ("lecture13-rescale", 2): distance,
    ("lecture13-proof", 3): first_squares,
    ("lecture13-equality", 0): below_the_bound,
    ("lecture13-barely", 1): barely,
}
