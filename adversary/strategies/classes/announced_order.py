"""The adversary that announces the order of its points, and labels them optimally."""

from adversary.strategies.classes import VersionSpaceStrategy
from adversary.strategies.protocol import AdversaryCard, Plan
from learners.protocol import Label, opposite
from proofs.classes.concepts import ConceptClass
from proofs.settings import Finite
from proofs.solvers.other_models.orders import Announced


class AnnouncedOrder(VersionSpaceStrategy):
    """Shows the points of the order, all of them, and plays the announced game optimally.

    Let the labels −1 and +1 of a point leave games worth a and b. If a = b, it labels against the prediction, and the
    mistake and what is left are a + 1; else it gives the label that is worth more, mistake or not. That is what the
    game is worth: a learner that predicts the label worth more errs only where less is left, or as much.
    """

    card = AdversaryCard(
        summary="shows the points of ?order=2,1, which learners are told, and labels them optimally",
        source="Ben-David, Kushilevitz, Mansour, Online learning versus offline learning, 1997",
        theorem="the value of the announced game, of every deterministic learner that is told the order",
    )

    def __init__(self, *, concept_class: ConceptClass, order: tuple[int, ...]) -> None:
        super().__init__(concept_class)
        self._announced, self._shown = Announced(concept_class, order), 0
        value = self._announced.mistakes()
        self.plan = Plan(Finite(concept_class, order=order), len(order), value, value)

    def next_point(self) -> int | None:
        """Return the next point of the order."""
        if self._shown == len(self._announced.order):
            return None
        self._shown += 1
        return self._announced.order[self._shown - 1]

    def label(self, x: int, predicted: Label) -> Label:
        """Return the label with the larger value; if the values are equal, the label against the prediction."""
        labels: tuple[Label, Label] = (opposite(predicted), predicted)
        return self.give(x, max((y for y in labels if self.after(x, y)), key=lambda y: self._worth(x, y)))

    def _worth(self, x: int, y: Label) -> int:
        return self._announced.value(self.after(x, y))
