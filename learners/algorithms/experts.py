"""Concepts as experts: the first consistent concept, and two weighted majorities."""

import numpy as np
from numpy.typing import NDArray

from learners.algorithms.halving import VersionSpace, of_class, with_lies
from learners.protocol import Card, Label
from proofs.classes.concepts import ConceptClass
from proofs.solvers.spaces import whole_class


class FirstConsistent(VersionSpace):
    """Predicts as the first concept does, in the order of the class, that agrees with all labels and labels the point.

    Each mistake excludes every concept up to that one: those before it do not label the point.
    """

    card = Card(
        summary="predicts as the first consistent concept: consistent, and yet a warning",
        sees="index",
        source="beyond the notes: what Halving is there to improve",
        theorem="at most |C| − 1 mistakes: each refutes the concept that it came from",
        mistake_bound=of_class(lambda table: table.size - 1),
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        super().__init__(concepts)  # it knows of no lies

    def predict(self, x: int) -> Label:
        """Return the first consistent concept's label."""
        plus, minus = self.universe.columns[x], self.universe.minus_columns[x]
        labeled = self.space & (plus | minus)
        return 1 if labeled & -labeled & plus else -1


def _three_quarters(table: ConceptClass, lies: int) -> int:
    mistakes = 0
    while 4 ** (mistakes + 1) <= (table.size << lies) * 3 ** (mistakes + 1):
        mistakes += 1
    return mistakes


class WeightedMajority:
    """Weighted majority: weights start at 1; a mistake halves the weights of the concepts that were wrong.

    A mistake takes at least a quarter of all weight, and the target, which is wrong in at most K of the mistakes where
    K labels may be lies, keeps 2^−K: (4/3)^M ≤ |C|·2^K. Concepts without a label for the point have no vote, and count
    as wrong.
    """

    card = Card(
        summary="Weighted Majority over the concepts: those that were wrong in a mistake lose half of their weight",
        sees="index",
        conventions="a tie is predicted +1; it learns on mistakes only",
        source="Littlestone and Warmuth, The weighted majority algorithm, 1994",
        theorem="at most ⌊log_{4/3}(|C|·2^K)⌋ mistakes on any sequence that a concept explains up to K lies",
        mistake_bound=with_lies(_three_quarters),
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
        """After a mistake, halve the weights of the concepts that were wrong."""
        if self.predict(x) != y:
            self.wrong += np.asarray(self.concepts[:, x] != y, dtype=int)


def _most_rounds(table: ConceptClass, lies: int) -> int:
    """Return the largest r with |C|·(r choose at most K) ≥ 2^r."""
    universe = whole_class(table, lies)
    return universe.most_mistakes(universe.everything)


class BinomialWeights(VersionSpace):
    """Weighted majority in which a concept with b lies left has the weight (r choose b).

    Give a concept (r choose at most b) ways to be the target: the ways to place its lies in r rounds. r is the largest
    with 2^r ways together. The weights are the differences between a concept's ways in r rounds when it is right and
    when it is wrong, so that the prediction is the label that leaves more ways; after a mistake fewer than 2^r are
    left, for both sides have together as many as there are ways in r + 1 rounds, fewer than 2^(r+1). So r falls with
    every mistake, and never rises. Without lies it is Halving.
    """

    card = Card(
        summary="Binomial Weighting: concepts weighted by the lies that they have left; Halving where there are none",
        sees="index",
        conventions="a tie is predicted +1",
        source="Cesa-Bianchi, Freund, Helmbold, Warmuth, On-line prediction and conversion strategies, 1996",
        theorem="at most the largest r with |C|·(r choose at most K) ≥ 2^r, if a concept explains all but K labels",
        mistake_bound=with_lies(_most_rounds),
        copies=True,
    )

    def predict(self, x: int) -> Label:
        """Return the label with the larger total weight."""
        rounds = self.universe.most_mistakes(self.space)
        minus, plus = (self.universe.weight(side, rounds) for side in self._sides(x))
        return 1 if plus >= minus else -1
