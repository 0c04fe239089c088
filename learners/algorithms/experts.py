"""Concepts as experts: the first consistent one, and the weighted majority of all."""

import numpy as np
from numpy.typing import NDArray

from learners.algorithms.version_space import VersionSpace, of_class
from learners.protocol import Card, Label
from proofs.classes.concepts import ConceptClass


class FirstConsistent(VersionSpace):
    """Predicts as the first concept does, in the order of the class, that agrees with all labels so far."""

    card = Card(
        summary="predicts as the first consistent concept: consistent, and yet a warning",
        sees="index",
        source="beyond the notes: what Halving is there to improve",
        theorem="at most |C| − 1 mistakes: each refutes the concept that it came from",
        mistake_bound=of_class(lambda table: table.size - 1),
        copies=True,
    )

    def predict(self, x: int) -> Label:
        """Return the first consistent concept's label."""
        first = self.space & -self.space
        return 1 if first & self.concept_class.columns[x] else -1


def _three_quarters(table: ConceptClass) -> int:
    mistakes = 0
    while 4 ** (mistakes + 1) <= table.size * 3 ** (mistakes + 1):
        mistakes += 1
    return mistakes


class WeightedMajority:
    """Every concept votes with its weight, 1 at first; after a mistake those that were wrong have theirs halved.

    A mistake takes at least a quarter of all weight, and the target keeps 1: (4/3)^M ≤ |C|.
    """

    card = Card(
        summary="Weighted Majority over the concepts: those that were wrong in a mistake lose half of their weight",
        sees="index",
        conventions="a tie is predicted +1; it learns on mistakes only",
        source="Littlestone and Warmuth, The weighted majority algorithm, 1994",
        theorem="at most ⌊log_{4/3}|C|⌋ mistakes on any sequence that a concept of the class explains",
        mistake_bound=of_class(_three_quarters),
        conservative=True,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        self.concepts = concepts.astype(object)
        self.wrong = np.zeros(len(concepts), dtype=int)  # mistakes in which each has been wrong

    def predict(self, x: int) -> Label:
        """Return the sign of the weighted vote, exactly: 2^−k as the integer 2^(most − k)."""
        most = int(self.wrong.max())
        weights = np.array([1 << (most - int(k)) for k in self.wrong], dtype=object)
        return 1 if weights @ self.concepts[:, x] >= 0 else -1

    def update(self, x: int, y: Label) -> None:
        """Halve the weight of those that were wrong, if the vote was."""
        if self.predict(x) != y:
            self.wrong += np.asarray(self.concepts[:, x] != y, dtype=int)
