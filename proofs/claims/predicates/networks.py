"""Violations of statements on intersections of halfspaces on {±1}ⁿ, and on the networks that compute them.

A case has ``weights`` and ``biases``, integers: halfspace j is x ↦ sgn(w⁽ʲ⁾·x − bⱼ − ½). All points are tried, and all
sums are doubled, so that they are integers, and odd ones.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

from proofs.claims.candidates import Example, show
from proofs.claims.perceptron import until_right

Case = dict[str, Any]
Bits = tuple[int, ...]
"""A point of {±1}ⁿ."""


def cube(n: int) -> Iterator[Bits]:
    """Yield the points of {±1}ⁿ."""
    return product((1, -1), repeat=n)


def doubled(w: Sequence[int], b: int, x: Sequence[int]) -> int:
    """Return 2(w·x − b − ½)."""
    return 2 * sum([p * q for p, q in zip(w, x, strict=True)]) - 2 * b - 1


def values(case: Case, x: Bits) -> list[bool]:
    """Return which halfspaces are +1."""
    return [doubled(w, b, x) > 0 for w, b in zip(case["weights"], case["biases"], strict=True)]


def _points(case: Case) -> Iterator[Bits]:
    return cube(len(case["weights"][0]))


# ------------------------------------------------------------------------------------------------------- one halfspace


def of_zero(case: Case) -> str | None:
    """Test that sgn is never taken of 0."""
    for x, (w, b) in product(_points(case), zip(case["weights"], case["biases"], strict=True)):
        if doubled(w, b, x) == 0:
            return f"x = {show(x)}: w·x − b − ½ = 0"
    return None


def is_slow(case: Case) -> str | None:
    """Test that the Perceptron makes at most (n + 1)(2p + 1)² mistakes on all (x, 1), again and again."""
    (w,), (b,) = case["weights"], case["biases"]
    if min(*w, b) < 0:
        return None
    most = (len(w) + 1) * (2 * (sum(w) + b) + 1) ** 2
    examples: list[Example] = [((*x, 1), 1 if doubled(w, b, x) > 0 else -1) for x in cube(len(w))]
    rounds, halted = until_right(examples, tie=1)
    made = sum([one.mistake for one in rounds])
    return None if halted and made <= most else f"w = {show(w)}, b = {b}: {made} mistakes, and {most} are claimed"


def single_halfspaces() -> Iterator[Case]:
    """Yield single halfspaces with few inputs and small integers, those with the least integers first."""
    for n, most in ((1, 2), (2, 2), (3, 1)):
        numbers = sorted(range(-most, most + 1), key=abs)
        for b, w in product(numbers, product(numbers, repeat=n)):
            yield {"weights": (w,), "biases": (b,)}


# ------------------------------------------------------------------------------------------------------- intersections


def functions(n: int, p: int, k: int) -> frozenset[int]:
    """Return the intersections of k halfspaces with natural b + ‖w‖₁ ≤ p; bit i is the value at point i."""
    points = list(cube(n))
    natural = [(w, b) for *w, b in product(range(p + 1), repeat=n + 1) if sum(w) + b <= p]
    single = {sum([(doubled(w, b, x) > 0) << i for i, x in enumerate(points)]) for w, b in natural}
    found = single
    for _ in range(k - 1):
        found = {one & other for one, other in product(found, single)}
    return frozenset(found)


def are_too_many(case: dict[str, int]) -> str | None:
    """Test that there are at most (n + 2)^(pk) of these functions."""
    n, p, k = case["n"], case["p"], case["k"]
    made, most = len(functions(n, p, k)), (n + 2) ** (p * k)
    return f"n = {n}, p = {p}, k = {k}: {made} functions, and {most} are claimed" if made > most else None


def class_sizes() -> Iterator[dict[str, int]]:
    """Yield small n, p and k."""
    return ({"n": n, "p": p, "k": k} for n, p, k in product((1, 2, 3), (0, 1, 2, 3), (1, 2, 3)))


@cache
def intersections() -> tuple[Case, ...]:
    """Return single halfspaces, pairs of them on one input, and seeded ones with up to six inputs."""
    small = list(single_halfspaces())
    line = [case for case in small if len(case["weights"][0]) == 1]
    found = [*small, *[{key: a[key] + b[key] for key in a} for a, b in combinations_with_replacement(line, 2)]]
    random = Random(8)  # noqa: S311 - reproducible, not secret
    for n, k in product((2, 3, 5, 6), (2, 3, 5, 9)):
        weights = tuple([tuple([random.randint(0, 3) for _ in range(n)]) for _ in range(k)])
        found.append({"weights": weights, "biases": tuple([random.randint(0, sum(w) // 2) for w in weights])})
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------ networks


def computes_otherwise(
    case: Case, *, low: int = -1, layers: int = 1, passing: int = 0, one_bias: bool = False
) -> str | None:
    """Test that the network of the proof computes the intersection.

    A neuron is 1 or ``low``; on a sum of 0 it is 1. ``layers`` are the hidden ones; those after the first pass the
    value on with weight 1 and the bias ``passing``/2. With ``one_bias`` all neurons of the first have the bias of
    neuron 1.
    """

    def neuron(sum_doubled: int) -> int:
        return 1 if sum_doubled >= 0 else low

    used = case["biases"][:1] * len(case["biases"]) if one_bias else case["biases"]
    for x in _points(case):
        hidden = [1 if plus else low for plus in values({**case, "biases": used}, x)]
        value = neuron(2 * sum(hidden) - 2 * len(hidden) + 1)
        for _ in range(layers - 1):
            value = neuron(2 * value + passing)
        if (value == 1) != all(values(case, x)):
            weights, biases = ", ".join(map(show, case["weights"])), ", ".join(map(str, case["biases"]))
            computed = f"at x = {show(x)} the intersection is {1 + low - value}, and the network gives {value}"
            return f"w = {weights} and b = {biases}: {computed}"
    return None
