"""Somebody's own adversary, watched: what it shows is a point, and what it says is a label."""

from adversary.protocol import Adversary, Plan
from learners.protocol import Fault, Label, as_label
from proofs.errors import InputError
from proofs.targets import Target
from proofs.vectors import Vector


class Guest:
    """An adversary that the caller handed over; its mistakes are unusable input, not the learner's fault."""

    def __init__(self, adversary: Adversary, plan: Plan) -> None:
        self._adversary, self._dimension = adversary, plan.setting.dimension
        self._name = type(adversary).__qualname__

    def next_point(self) -> Vector | None:
        """Return its next point. Raises InputError if that is no ``Vector`` of the dimension."""
        x = self._adversary.next_point()
        if x is not None and type(x) is not Vector:
            raise InputError(f"{self._name} showed a {type(x).__name__}, not a proofs.vectors.Vector")
        if x is not None and any(not 0 <= index < self._dimension for index, _ in x.entries):
            raise InputError(f"{self._name} showed a point outside dimension {self._dimension}")
        return x

    def label(self, x: Vector, predicted: Label) -> Label:
        """Return its label. Raises InputError if that is none."""
        try:
            return as_label(self._adversary.label(x, predicted))
        except Fault as fault:
            raise InputError(f"{self._name}: {fault.detail.replace('predict', 'label')}") from None

    def target(self) -> Target | None:
        """Return its target. Raises InputError if that is neither a ``Target`` nor ``None``."""
        target = self._adversary.target()
        if target is not None and type(target) is not Target:
            raise InputError(f"{self._name} offered a {type(target).__name__}, not a proofs.targets.Target")
        return target
