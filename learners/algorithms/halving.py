"""Learners of the remaining concepts: Halving, optimal play, the first consistent concept, weighted majorities."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Card, Label
from proofs.classes.concepts import ConceptClass, class_of_table
from proofs.exact.errors import require_known
from proofs.exact.rationals import Rational, floor_log2
from proofs.settings import Setting
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.orders import Announced
from proofs.solvers.spaces import whole_class
from proofs.solvers.values import (
    TIE_RULES,
    TieRule,
    halving_prediction,
    halving_worst_case,
    harmonic_less_one,
    randomized_littlestone,
)


def of_class(bound: Callable[[ConceptClass, int], Rational | None]) -> Callable[[Setting], Rational | None]:
    """Return the mistake bound for a card that is a function of the class and the lies, and none for halfspaces.

    A bound about labels that a concept explains, in whatever order the points come, is none where labels lie.
    """
    return lambda setting: setting.class_bound(bound)


class VersionSpace:
    """The base of learners that keep a version space: ``space`` is a bitset of the remaining concepts.

    The class is given as an array of labels ±1, shape (concepts, points), or 0 where a concept is undefined. At most so
    many labels as there are ``lies`` differ from the target's; each concept in the space has the lies that it has left.
    """

    def __init__(self, concepts: NDArray[np.int64], lies: int = 0) -> None:
        self.concept_class = class_of_table("the class", concepts)
        self.universe = whole_class(self.concept_class, lies)
        self.space = self.universe.everything

    def update(self, x: int, y: Label) -> None:
        """Keep what the label leaves; a label that leaves no concept is ignored: it is not legal."""
        self.space = self._sides(x)[y == 1] or self.space

    def _sides(self, x: int) -> tuple[int, int]:
        """Return the version spaces after the labels −1 and +1 of x; a concept with another label loses a lie."""
        return self.universe.sides(self.space, x)


class Halving(VersionSpace):
    """Predicts the majority label of the remaining concepts that label the point.

    ``tie`` is its word where they are divided evenly: ``negative``, ``positive``, or, by solving the game for it,
    ``adversarial`` (whatever can cost it more mistakes) and ``optimal`` (whatever costs fewer).
    """

    card = Card(
        summary="Halving: predicts as most consistent concepts do; ?tie=negative|positive|adversarial|optimal",
        sees="index",
        conventions="a tie is predicted +1 by default; its predictions need not be those of one concept",
        source="Chan, CSCI4230 Notes 3, section 3",
        theorem="at most ⌊log₂|C|⌋ mistakes on any sequence that a concept of the class explains",
        mistake_bound=of_class(lambda table, lies: None if lies else floor_log2(table.size)),
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64], tie: TieRule = "positive") -> None:
        require_known("rule for ties", TIE_RULES, str(tie))
        self.tie = tie
        super().__init__(concepts)
        solved = tie in ("adversarial", "optimal")
        self.values = halving_worst_case(self.concept_class, tie) if solved else None

    def predict(self, x: int) -> Label:
        """Return the majority's label."""
        sides = self._sides(x)
        minus, plus = map(int.bit_count, sides)
        below = map(self.values.value, sides) if self.values and minus == plus else (0, 0)
        return halving_prediction(self.tie, minus, plus, *below)


class RandomizedHalving(VersionSpace):
    """Predicts by a concept that is drawn uniformly from the remaining ones in each round."""

    card = Card(
        summary="Randomized Halving: predicts as a random consistent concept, drawn anew each round",
        sees="index",
        source="Chan, CSCI4230 Notes 3, section 4",
        theorem="Claim 4.1, made exact: expected mistakes at most H_m − 1 for m concepts, on any fixed sequence",
        mistake_bound=of_class(lambda table, lies: None if lies else harmonic_less_one(table.size)),
        randomized=True,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        super().__init__(concepts)  # it knows of no lies

    def probability(self, x: int) -> Fraction:
        """Return the share of +1 among the remaining concepts that label the point."""
        minus, plus = map(int.bit_count, self._sides(x))
        return Fraction(plus, minus + plus) if minus + plus else Fraction(0)


class FirstConsistent(VersionSpace):
    """Predicts as the first concept does, in the order of the class, that agrees with all labels and labels the point.

    Each mistake excludes every concept up to that one: those before it do not label the point.
    """

    card = Card(
        summary="predicts as the first consistent concept: consistent, and yet a warning",
        sees="index",
        source="beyond the notes: what Halving is there to improve",
        theorem="at most |C| − 1 mistakes: each refutes the concept that it came from",
        mistake_bound=of_class(lambda table, lies: None if lies else table.size - 1),
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
        mistake_bound=of_class(_most_rounds),
        copies=True,
    )

    def predict(self, x: int) -> Label:
        """Return the label with the larger total weight."""
        rounds = self.universe.most_mistakes(self.space)
        minus, plus = (self.universe.weight(side, rounds) for side in self._sides(x))
        return 1 if plus >= minus else -1


_MAX_STATES = 10_000
"""Version spaces that a bound with lies is worth."""


def _most_mistakes(setting: Setting) -> int | None:
    """Return the value of the game, which bounds SOA's mistakes; ``None`` if it is not computed quickly."""

    def worth(table: ConceptClass, lies: int) -> int | None:
        if setting.order is not None:
            return Announced(table, setting.order).mistakes()
        try:
            return Littlestone(table, Budget(states=_MAX_STATES) if lies else None, lies).dimension()
        except OutOfBudget:
            return None

    return setting.class_bound(worth)


class StandardOptimalAlgorithm(VersionSpace):
    """Predicts the label whose version space has the larger Littlestone dimension, so that a mistake lowers it.

    With ``lies`` that is the dimension with the lies that each concept has left. Where it is told the ``order`` of the
    points, it is the value of the rest of the announced game; if other points are shown, it goes on without.
    """

    card = Card(
        summary="SOA, the standard optimal algorithm: a mistake always lowers the Littlestone dimension",
        sees="index",
        conventions="where both labels leave the same dimension it predicts +1",
        source="Littlestone, Learning quickly when irrelevant attributes abound, 1988",
        theorem="at most L(C) mistakes, the Littlestone dimension, which no deterministic learner can improve; "
        "with lies, or told an order, at most what that game is worth",
        mistake_bound=_most_mistakes,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64], lies: int = 0, order: tuple[int, ...] | None = None) -> None:
        super().__init__(concepts, lies)
        self.solver = Littlestone(self.concept_class, lies=lies)
        self.announced = None if order is None else Announced(self.concept_class, order)
        self.round = 0

    def predict(self, x: int) -> Label:
        """Return the label whose side has the larger value: the dimension, or the value of the rest of the order."""
        minus, plus = self._sides(x)
        if not minus or not plus:
            return 1 if plus else -1
        return 1 if self._worth(x, plus) >= self._worth(x, minus) else -1

    def update(self, x: int, y: Label) -> None:
        """Learn the label, and check that the point was the announced one."""
        self.announced = self.announced if self._is_announced(x) else None
        self.round += self.announced is not None  # counted only where it matters: a state may come again
        super().update(x, y)

    def _worth(self, x: int, space: int) -> int:
        """Return the value of the game after x has been shown and this version space remains."""
        if self.announced and self._is_announced(x):
            return self.announced.value(space)
        return self.solver.dimension(space)

    def _is_announced(self, x: int) -> bool:
        return self.announced is not None and self.announced.order[self.round : self.round + 1] == (x,)


class OptimalRandomized(VersionSpace):
    """Predicts +1 with probability ½(1 + RL(V₊) − RL(V₋)), cut off at 0 and 1, which is optimal.

    RL(V) ≥ ½(1 + RL(V₋) + RL(V₊)), so that the expected mistake and what is left are together at most RL(V);
    where all that is left says +1, RL(V) ≥ 1 + RL(V₋), and so it does there.
    """

    card = Card(
        summary="the optimal randomized learner, with its exact probabilities",
        sees="index",
        source="Filmus, Hanneke, Mehalel, Moran, Optimal prediction … and randomized Littlestone dimension, 2023",
        theorem="expected mistakes at most RL(C), the randomized Littlestone dimension, on any fixed sequence",
        mistake_bound=of_class(lambda table, lies: randomized_littlestone(table, lies=lies).value()),
        randomized=True,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64], lies: int = 0) -> None:
        super().__init__(concepts, lies)
        self.values = randomized_littlestone(self.concept_class, lies=lies)

    def probability(self, x: int) -> Fraction:
        """Return the probability of +1."""
        minus, plus = self._sides(x)
        if not minus or not plus:
            return Fraction(bool(plus))
        even = Fraction(1 + self.values.value(plus) - self.values.value(minus)) / 2
        return min(max(even, Fraction(0)), Fraction(1))
