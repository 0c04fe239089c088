"""What Halving can be forced to, exactly: rounds without a mistake, and ties, are used, too."""

from adversary.strategies.protocol import Card, Plan
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass, first_concept
from proofs.formats.settings import Finite
from proofs.solvers.values import TieRule, halving_worst_case


class HalvingWorstCase:
    """Plays the game's exact solution against Halving; ``tie`` is the rule for ties that it expects of the learner.

    It labels so that this mistake, if it is one, and what can be forced later are together as many as possible.
    """

    card = Card(
        summary="forces what Halving can be forced to: ?tie=negative|positive|adversarial|optimal",
        source="Chan, CSCI4230 Notes 3, section 3, for the bound ⌊log₂|C|⌋; the game solved exactly",
        theorem="the worst case of Halving with this rule for ties, which lies between L(C) and ⌊log₂|C|⌋",
    )

    def __init__(self, *, concept_class: ConceptClass, tie: TieRule = "positive") -> None:
        self._values = halving_worst_case(concept_class, tie)
        self._class, self._space = concept_class, concept_class.everything
        note = f"Halving whose ties are {tie} can be forced to {self._values.value()} mistakes on this class, no more"
        self.plan = Plan(Finite(concept_class), note=note)

    def next_point(self) -> int | None:
        """Return the point of the solution, until one concept is left."""
        return self._values.point(self._space)

    def label(self, x: int, predicted: Label) -> Label:
        """Return the label that is worth more; of two that are worth the same, the mistake."""
        sides: dict[Label, int] = {y: self._class.restrict(self._space, x, y) for y in (-1, 1)}
        label = max(sides, key=lambda y: ((y != predicted) + self._values.value(sides[y]), y != predicted))
        self._space = sides[label]
        return label

    def target(self) -> int:
        """Return the first concept that is left."""
        return first_concept(self._space)
