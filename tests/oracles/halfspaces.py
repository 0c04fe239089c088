"""A second judge for traces, written from docs/formats.md without a look at the checker: plain and slow."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from oracles import margin

Point = dict[int, Fraction]


def product(left: Point, right: Point) -> Fraction:
    return sum((left[i] * right[i] for i in left if i in right), Fraction(0))


def rational_root(square: Fraction) -> Fraction:
    """Return the root of a rational that is a square, by bisection on the numerator and the denominator."""

    def root(number: int) -> int:
        low, high = 0, number + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle * middle <= number else (low, middle)
        return low

    return Fraction(root(square.numerator), root(square.denominator))


def forced_by_budget(k: int, budget: Fraction, header: dict[str, Any]) -> bool:
    """Tell whether c·Σ yᵢxᵢ over k orthonormal points is legal with the least c that spends no more than the budget."""
    c = max(Fraction(0), 1 - budget / k) if k else Fraction(0)
    return c * c * k <= Fraction(header["norm_squared"]) and (1 - c) * k <= budget


def cost(predicted: int | str, label: int) -> Fraction:
    """Return the probability of a mistake; a text is the probability of +1."""
    truth, likely = Fraction(label > 0), Fraction(predicted) if isinstance(predicted, str) else Fraction(predicted > 0)
    return abs(truth - likely)


def verdict(lines: Sequence[str]) -> tuple[bool, list[tuple[str, int | str | None]]]:
    """Return whether a well-formed trace is valid, and which of its claims hold."""
    header, *rounds, footer = map(json.loads, lines)
    hinge = header["setting"] == "hinge"
    delta_squared = Fraction(0) if hinge else Fraction(header["margin_squared"])
    points: list[Point] = [{i: Fraction(q) for i, q in entry["x"]} for entry in rounds]
    labels = [entry["label"] for entry in rounds]
    coins = any(isinstance(entry["predicted"], str) for entry in rounds)
    mistakes = sum((cost(entry["predicted"], entry["label"]) for entry in rounds), Fraction(0))
    on_sphere = all(product(x, x) == 1 for x in points)
    legal_points = bool(points) and (on_sphere or header.get("unit_norm") is False)

    realizable = legal_points and footer["target"] is not None
    if realizable and hinge:
        v: Point = {i: Fraction(q) for i, q in footer["target"]["direction"]}
        s = rational_root(Fraction(footer["target"]["scale_squared"]))
        losses = [max(Fraction(0), 1 - y * s * product(v, x)) for x, y in zip(points, labels, strict=True)]
        realizable = s * s * product(v, v) <= Fraction(header["norm_squared"]) and sum(losses) <= Fraction(
            header["hinge"]
        )
    elif realizable:
        u: Point = {i: Fraction(q) for i, q in footer["target"]["direction"]}
        s_squared = Fraction(footer["target"]["scale_squared"])
        realizable = s_squared * product(u, u) <= 1
        for x, y in zip(points, labels, strict=True):
            signed = y * product(u, x)
            realizable = realizable and signed > 0 and s_squared * signed**2 >= delta_squared

    def holds(claim: dict[str, Any]) -> bool:
        if claim["statement"] == "realizable":
            return realizable
        k = claim["mistakes"]
        if claim["statement"] in ("run bound", "expected mistakes"):
            fits = bool(coins) == (claim["statement"] == "expected mistakes")
            return realizable and fits and Fraction(k) == mistakes
        orthogonal = bool(points) and all(product(a, b) == 0 for a, b in combinations(points, 2))
        if claim["statement"] == "span bound":
            return orthogonal and all(product(x, x) for x in points) and all(labels.count(y) >= k for y in (1, -1))
        orthonormal = orthogonal and legal_points and on_sphere
        if footer.get("lower") and not hinge:
            provable = margin.forced(footer["lower"], header["dimension"], delta_squared)
            return header.get("unit_norm") is not False and k <= provable
        if hinge:
            return orthonormal and k <= len(points) and forced_by_budget(k, Fraction(header["hinge"]), header)
        return orthonormal and k <= len(points) and k * delta_squared <= 1 and header.get("unit_norm") is not False

    held = [(claim["statement"], claim.get("mistakes")) for claim in footer["claims"] if holds(claim)]
    return realizable and len(held) == len(footer["claims"]), held
