"""The adversaries that force Halving, and Randomized Halving, to their exact worst case."""

from fractions import Fraction

from adversary.strategies.classes import VersionSpaceStrategy
from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import counted
from proofs.exact.rationals import exact_text
from proofs.settings import Finite
from proofs.solvers.values import TieRule, halving_worst_case, harmonic_less_one, randomized_halving


class HalvingWorstCase(VersionSpaceStrategy):
    """Plays the game's exact solution against Halving; ``tie`` is the rule for ties that it expects of the learner.

    It labels so that this mistake, if it is one, and what can be forced later are together as many as possible.
    """

    card = AdversaryCard(
        summary="forces the largest number of mistakes on Halving: ?tie=negative|positive|adversarial|optimal",
        source="Chan, CSCI4230 Notes 3, section 3, for the bound ⌊log₂|C|⌋; the game solved exactly",
        theorem="the worst case of Halving with this rule for ties, which lies between L(C) and ⌊log₂|C|⌋",
    )

    def __init__(self, *, concept_class: ConceptClass, tie: TieRule = "positive") -> None:
        super().__init__(concept_class)
        self._values = halving_worst_case(concept_class, tie)
        mistakes = counted(int(self._values.value()), "mistake")
        note = f"on this class, Halving with {tie} ties can be forced to make {mistakes}, and no more"
        self.plan = Plan(Finite(concept_class), note=note)

    def next_point(self) -> int | None:
        """Return the point of the solution, until one concept is left."""
        return self._values.point(self.space)

    def label(self, x: int, predicted: Label) -> Label:
        """Return the label with the larger value; if the values are equal, the label against the prediction."""
        sides: dict[Label, int] = {y: space for y in (-1, 1) if (space := self.after(x, y))}
        worth = {y: (y != predicted) + self._values.value(space) for y, space in sides.items()}
        return self.give(x, max(worth, key=lambda y: (worth[y], y != predicted)))


class WorstSequence(VersionSpaceStrategy):
    """Shows one fixed sequence, which maximizes the expected number of mistakes of Randomized Halving.

    That is at most H_m − 1 for m concepts, and reached where concepts can be eliminated one by one.
    (Chan, CSCI4230 Notes 3, Claim 4.1.)
    """

    card = AdversaryCard(
        summary="the fixed sequence that is worst for Randomized Halving",
        source="Chan, CSCI4230 Notes 3, section 4; the maximum computed exactly",
        theorem="expected mistakes of Randomized Halving at most H_m − 1; singletons and thresholds reach it",
        oblivious=True,
    )

    def __init__(self, *, concept_class: ConceptClass) -> None:
        super().__init__(concept_class)
        self._values = randomized_halving(concept_class)
        value, most = self._values.value(), harmonic_less_one(concept_class.size)
        reached = "which is" if value == most else f"less than {exact_text(most)} ="
        worth = exact_text(value)
        note = f"on this class, Randomized Halving never makes more than {worth} expected mistakes, {reached} H_m − 1"
        self.plan = Plan(Finite(concept_class), note=note)

    def next_point(self) -> int | None:
        """Return the next point of the sequence, until one concept is left."""
        return self._values.point(self.space)

    def label(self, x: int, predicted: Label | None) -> Label:  # noqa: ARG002 - whatever it says
        """Return the label that is worth more."""
        size = self.space.bit_count()
        sides: dict[Label, int] = {y: space for y in (-1, 1) if (space := self.after(x, y))}
        worth = {y: Fraction(size - space.bit_count(), size) + self._values.value(space) for y, space in sides.items()}
        return self.give(x, max(worth, key=lambda y: worth[y]))
