"""The rounds of a counterexample as small drawings, where all of its points lie in one plane or on one line."""

from collections.abc import Sequence
from math import hypot
from typing import Any

import numpy as np

from adversary.grading.reproduce import point_names
from adversary.search.counterexample import Counterexample, is_trained
from adversary.search.spaces.space import Floats
from proofs.exact.vectors import Vector

RADIUS, LONGEST = 72.0, 84.0
"""Of the longest point and of the longest w in a drawing, which is 200 wide."""

MOST = 8
"""Rounds that are drawn: of a longer game the first ones."""

FLAT, SHORT, HEAD = 1e-9, 1e-6, 9.0
"""What is 0 beside the largest number, a w that has no direction, and the length of the head of an arrow."""


def drawing(game: Counterexample) -> dict[str, Any] | None:
    """Return the points, the labels, and w before each round, the learner's and the textbook's, as a template draws it.

    ``None`` says that they lie in no plane, or that there are no rounds.
    """
    points, weights = list(dict.fromkeys([entry.x for entry in game.rounds])), game.weights
    if not points or not all(isinstance(x, Vector) and x.entries for x in points) or game.again or is_trained(game):
        return None
    own, book = (weights.own, weights.textbook) if weights else ((), ())
    flat = _in_plane([*points, *own, *book], game.setting.dimension)  # type: ignore[list-item]
    if flat is None:
        return None
    names, count = point_names(game), len(points)
    of_points = flat[:count] * (RADIUS / np.abs(np.linalg.norm(flat[:count], axis=1)).max())
    longest = max([hypot(*w) for w in flat[count:]], default=0.0)
    of_w = flat[count:] * (LONGEST / longest if longest else 0.0)
    labels = {entry.x: entry.label for entry in game.rounds}
    rounds = []
    for number, entry in enumerate(game.rounds[:MOST]):
        shown = [
            {"x": _text(x), "y": _text(-y), "name": names[point], "label": labels[point], "shown": point == entry.x}
            for point, (x, y) in zip(points, of_points, strict=True)
        ]
        arrows = [(kind, _arrow(of_w[place])) for kind, place in (("own", number), ("book", len(own) + number)) if own]
        rounds.append(
            {
                "number": number + 1,
                "name": names[entry.x],
                "said": "no answer" if entry.predicted is None else f"{entry.predicted:+d}",
                "truth": f"{entry.label:+d}",
                "wrong": entry.mistake,
                "points": shown,
                "arrows": [(kind, *paths) for kind, paths in arrows if paths],
            }
        )
    height = 40 if not np.abs(of_points[:, 1]).max() and not np.abs(of_w[:, 1]).max(initial=0) else 100
    return {"rounds": rounds, "height": height, "weights": bool(own), "left": len(game.rounds) - len(rounds)}


def _in_plane(vectors: Sequence[Vector], dimension: int) -> Floats | None:
    """Return vectors by two coordinates: their own where they have no others, or those in a plane with all of them."""
    matrix = np.array([[float(value) for value in x.coordinates(dimension)] for x in vectors])
    used = np.flatnonzero(np.abs(matrix).max(axis=0))
    if len(used) <= 2:  # noqa: PLR2004 - a plane
        flat = np.zeros((len(vectors), 2))
        flat[:, : len(used)] = matrix[:, used]
        return flat
    _, sizes, axes = np.linalg.svd(matrix, full_matrices=False)
    if sizes[2:].max() > FLAT * sizes[0]:
        return None
    plane: Floats = matrix @ (axes[:2] * np.sign(axes[:2].sum(axis=1))[:, None]).T
    return plane


def _arrow(w: Floats) -> tuple[str, str] | None:
    """Return the paths of the shaft and the head of an arrow from 0, or ``None`` where w is 0."""
    x, y = float(w[0]), -float(w[1])
    length = hypot(x, y)
    if length < SHORT:
        return None
    along, across = (x / length * HEAD, y / length * HEAD), (-y / length * HEAD / 2, x / length * HEAD / 2)
    back = x - along[0], y - along[1]
    corners = [(back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])]
    head = "L".join(f"{_text(a)} {_text(b)}" for a, b in corners)
    return f"M0 0L{_text(back[0])} {_text(back[1])}", f"M{_text(x)} {_text(y)}L{head}Z"


def _text(value: float) -> str:
    return f"{value:.1f}".replace("-0.0", "0.0")
