"""A second judge for traces, written from docs/trace-format.md without a look at the checker: plain and slow."""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Point = dict[int, Fraction]


def product(left: Point, right: Point) -> Fraction:
    return sum((left[i] * right[i] for i in left if i in right), Fraction(0))


def verdict(lines: Sequence[str]) -> tuple[bool, list[tuple[str, int | None]]]:
    """Return whether a well-formed trace is valid, and which of its claims hold."""
    header, *rounds, footer = map(json.loads, lines)
    delta_squared = Fraction(header["margin_squared"])
    points: list[Point] = [{i: Fraction(q) for i, q in entry["x"]} for entry in rounds]
    labels = [entry["label"] for entry in rounds]
    mistakes = sum(entry["predicted"] != entry["label"] for entry in rounds)
    on_sphere = all(product(x, x) == 1 for x in points)
    legal_points = bool(points) and (on_sphere or header.get("unit_norm") is False)

    realizable = legal_points and footer["target"] is not None
    if realizable:
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
        if claim["statement"] == "run bound":
            return realizable and k == mistakes
        orthonormal = legal_points and on_sphere and all(product(a, b) == 0 for a, b in combinations(points, 2))
        return orthonormal and k <= len(points) and k * delta_squared <= 1 and header.get("unit_norm") is not False

    held = [(claim["statement"], claim.get("mistakes")) for claim in footer["claims"] if holds(claim)]
    return realizable and len(held) == len(footer["claims"]), held
