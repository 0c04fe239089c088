"""The sequence on which Randomized Halving is expected to err most often, exactly."""

from fractions import Fraction

from adversary.strategies.classes import VersionSpaceStrategy
from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass
from proofs.exact.rationals import exact_text
from proofs.settings import Finite
from proofs.solvers.values import harmonic_less_one, randomized_halving


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
