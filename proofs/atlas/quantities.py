"""Quantities of a class that are the same for all classes that are alike, by their names.

Permuting the points, or exchanging the labels at a point, changes none of these. It does change what Halving makes of a
tie that always goes to the same label, which is therefore not among them.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from proofs.atlas import games, lies, shapes
from proofs.atlas.bitsets import Classes, sizes
from proofs.exact.errors import unknown
from proofs.exact.rationals import Rational, simplest

MEANINGS = {
    "L": "Littlestone dimension",
    "VC": "VC dimension",
    "RL": "randomized Littlestone dimension",
    "halving_adversarial": "mistakes of Halving, ties as is worst",
    "halving_optimal": "mistakes of Halving, ties as is best",
    "announced": "mistakes forced on every deterministic learner in the worst announced order",
    "best_order": "mistakes forced on every deterministic learner in the best announced order",
    "self_directed": "mistakes forced on every deterministic learner that picks the points",
    "lies_1": "Littlestone dimension with one lie",
    "star": "star number",
    "size": "how many concepts",
    "points": "how many points",
}
"""Every quantity, and what it is."""


def check_quantity(name: str) -> None:
    """Raise InputError where there is no such quantity."""
    if name not in MEANINGS:
        raise unknown("quantity", name, MEANINGS)


def codes(name: str, classes: Classes, points: int) -> NDArray[np.uint8]:
    """Return a quantity of many classes, as codes that ``decoded`` reads.

    Raises:
        InputError: there is no such quantity.

    """
    check_quantity(name)
    if name == "lies_1":
        return lies.one_lie(classes, points)
    if name == "points":
        return np.full(len(classes), points, dtype=np.uint8)
    if name == "size":
        return sizes(classes)
    if name in ("VC", "star"):
        return (shapes.vc if name == "VC" else shapes.star)(classes, points).astype(np.uint8)
    return games.value(name, classes, points).astype(np.uint8)


def decoded(name: str, code: int, points: int) -> Rational:
    """Return the value that a code stands for: it is the value, or of the randomized dimension 2ⁿ times the value."""
    return simplest(Fraction(code, 1 << points)) if name == "RL" else code


def values(name: str, classes: Classes, points: int) -> list[Rational]:
    """Return a quantity of many classes, exactly. Raises InputError."""
    return [decoded(name, int(code), points) for code in codes(name, classes, points)]
