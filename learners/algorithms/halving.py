"""Version-space learners: the common base, Halving, and Randomized Halving."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from learners.protocol import Card, Label
from proofs.classes.concepts import ConceptClass, class_of_table
from proofs.exact.errors import require_known
from proofs.exact.rationals import Rational, floor_log2
from proofs.settings import Setting
from proofs.solvers.spaces import whole_class
from proofs.solvers.values import TIE_RULES, TieRule, halving_prediction, halving_worst_case, harmonic_less_one


def of_class(bound: Callable[[ConceptClass], Rational]) -> Callable[[Setting], Rational | None]:
    """Return the mistake bound for a card that is a function of the class: none for halfspaces, none where labels lie.

    Such a bound is about labels that a concept explains, in whatever order the points come.
    """
    return lambda setting: setting.class_bound(lambda table, lies: None if lies else bound(table))


def with_lies(bound: Callable[[ConceptClass, int], Rational | None]) -> Callable[[Setting], Rational | None]:
    """Return the mistake bound for a card that is a function of the class and the lies, and none for halfspaces."""
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
        mistake_bound=of_class(lambda table: floor_log2(table.size)),
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
        mistake_bound=of_class(lambda table: harmonic_less_one(table.size)),
        randomized=True,
        copies=True,
    )

    def __init__(self, concepts: NDArray[np.int64]) -> None:
        super().__init__(concepts)  # it knows of no lies

    def probability(self, x: int) -> Fraction:
        """Return the share of +1 among the remaining concepts that label the point."""
        minus, plus = map(int.bit_count, self._sides(x))
        return Fraction(plus, minus + plus) if minus + plus else Fraction(0)
