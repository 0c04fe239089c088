"""Violations of statements on intersections of halfspaces on {±1}ⁿ, and on the networks that compute them.

A case has ``weights`` and ``biases``, integers: halfspace j is x ↦ sgn(w⁽ʲ⁾·x − bⱼ − ½). All points are tried, and all
sums are doubled, so that they are integers, and odd ones.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

from proofs.claims.candidates import show

Case = dict[str, Any]
Bits = tuple[int, ...]
"""A point of {±1}ⁿ."""


def doubled(w: Sequence[int], b: int, x: Sequence[int]) -> int:
    """Return 2(w·x − b − ½)."""
    return 2 * sum([p * q for p, q in zip(w, x, strict=True)]) - 2 * b - 1


def values(case: Case, x: Bits) -> list[bool]:
    """Return which halfspaces are +1."""
    return [doubled(w, b, x) > 0 for w, b in zip(case["weights"], case["biases"], strict=True)]


def needs_its_biases(case: Case) -> str | None:
    """Test that the network of the proof computes the intersection if all its neurons have the bias of neuron 1."""
    used = case["biases"][:1] * len(case["biases"])
    for x in product((1, -1), repeat=len(case["weights"][0])):
        hidden = [1 if plus else -1 for plus in values({**case, "biases": used}, x)]
        value = 1 if 2 * sum(hidden) - 2 * len(hidden) + 1 >= 0 else -1
        if (value == 1) != all(values(case, x)):
            weights, biases = ", ".join(map(show, case["weights"])), ", ".join(map(str, case["biases"]))
            computed = f"at x = {show(x)} the intersection is {-value}, and the network gives {value}"
            return f"w = {weights} and b = {biases}: {computed}"
    return None
