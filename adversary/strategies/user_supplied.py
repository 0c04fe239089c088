"""A user-supplied adversary: what it shows is a point, what it answers is a label, and all that is checked."""

from fractions import Fraction

from adversary.strategies.protocol import Adversary, AdversaryCard, Plan
from learners.protocol import Fault, Label, as_label
from proofs.exact.errors import InputError
from proofs.exact.rationals import MAX_DIGITS
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector, vector
from proofs.formats.settings import Finite, Point


class UserSuppliedAdversary:
    """An adversary that the caller handed over; its mistakes are unusable input, not the learner's fault."""

    def __init__(self, adversary: Adversary, plan: Plan) -> None:
        self._adversary, self._dimension = adversary, plan.setting.dimension
        self._class = plan.setting.concept_class if isinstance(plan.setting, Finite) else None
        self._name = type(adversary).__qualname__
        card = getattr(adversary, "card", None)
        self.card = card if isinstance(card, AdversaryCard) else AdversaryCard(summary=self._name)

    def next_point(self) -> Point | None:
        """Return its next point. Raises InputError if that is not a ``Vector`` of the dimension, or a number."""
        x = self._adversary.next_point()
        if x is not None and self._class:
            self._see_number(x, self._class.points, "showed", "point")
        elif x is not None:
            self._see(x, "showed")
        return x

    def label(self, x: Point, predicted: Label | None) -> Label:
        """Return its label. Raises InputError if that is not one."""
        try:
            return as_label(self._adversary.label(x, predicted))
        except Fault as fault:
            raise InputError(f"{self._name}: {fault.detail.replace('predict', 'label')}") from None

    def target(self) -> Target | int | None:
        """Return its target. Raises InputError if that is neither ``None`` nor a ``Target``, or number of a concept."""
        target = self._adversary.target()
        if target is None:
            return None
        if self._class:
            self._see_number(target, self._class.size, "offered", "concept")
            return target
        if type(target) is not Target:
            raise InputError(f"{self._name} offered a {type(target).__name__}, not a proofs.exact.targets.Target")
        self._see(target.direction, "offered")
        if type(target.scale_squared) not in (int, Fraction) or not 0 < target.scale_squared < 10**MAX_DIGITS:
            raise InputError(f"{self._name} offered a target whose scale_squared is not a Fraction above 0")
        return target

    def _see_number(self, number: object, count: int, did: str, what: str) -> None:
        """Raise InputError unless it is the number of a point or a concept of the class."""
        if type(number) is not int or not 0 <= number < count:
            shown = number if type(number) is int else f"a {type(number).__name__}"
            raise InputError(f"{self._name} {did} {shown}, but a {what} is an int in range({count})")

    def _see(self, x: object, did: str) -> None:
        """Raise InputError unless x is a vector as ``proofs.exact.vectors.vector`` makes them, in the dimension."""
        if type(x) is not Vector:
            raise InputError(f"{self._name} {did} a {type(x).__name__}, not a proofs.exact.vectors.Vector")
        try:
            right = vector(x.entries) == x
        except (TypeError, ValueError) as error:
            raise InputError(f"{self._name} {did} a vector that is not one: {error}") from None
        if not right or any(index >= self._dimension for index, _ in x.entries):
            raise InputError(f"{self._name} {did} a vector out of order, or outside dimension {self._dimension}")
        if any(max(abs(value.numerator), value.denominator) >= 10**MAX_DIGITS for _, value in x.entries):
            raise InputError(f"{self._name} {did} a number of more than {MAX_DIGITS} digits")
