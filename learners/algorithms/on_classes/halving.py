"""Halving, and its randomized sister: predict by a vote of the concepts that are left."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.algorithms.on_classes.version_space import VersionSpace, of_class
from learners.protocol import Card, Label
from proofs.exact.errors import unknown
from proofs.exact.roots import floor_log2
from proofs.solvers.values import TIE_RULES, TieRule, halving_prediction, halving_worst_case, harmonic_less_one


class Halving(VersionSpace):
    """Predicts what most of the concepts that are left say.

    ``tie`` is its word where they are divided evenly: ``negative``, ``positive``, or, by solving the game for it,
    ``adversarial`` (whatever can cost it more mistakes) and ``optimal`` (whatever costs fewer).
    """

    card = Card(
        summary="Halving: predicts as most consistent concepts do; ?tie=negative|positive|adversarial|optimal",
        sees="index",
        conventions="a tie is predicted +1 unless told otherwise; its predictions need not be any concept's",
        source="Chan, CSCI4230 Notes 3, section 3",
        theorem="at most ⌊log₂|C|⌋ mistakes on any sequence that a concept of the class explains",
        mistake_bound=of_class(lambda table: floor_log2(table.size)),
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64], tie: TieRule = "positive") -> None:
        if tie not in TIE_RULES:
            raise unknown("rule for ties", str(tie), TIE_RULES)
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
    """Predicts as a concept does that is drawn anew, uniformly from those that are left, in every round."""

    card = Card(
        summary="Randomized Halving: predicts as a random consistent concept, drawn anew each round",
        sees="index",
        source="Chan, CSCI4230 Notes 3, section 4",
        theorem="Claim 4.1, made exact: expected mistakes at most H_m − 1 for m concepts, on any fixed sequence",
        mistake_bound=of_class(lambda table: harmonic_less_one(table.size)),
        randomized=True,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        super().__init__(concepts)  # it knows of no lies

    def probability(self, x: int) -> Fraction:
        """Return the share of the concepts left that say +1."""
        _, plus = self._sides(x)
        return Fraction(plus.bit_count(), self.space.bit_count())
