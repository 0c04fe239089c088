"""A game that a search has found, as an adversary: played again, from its points and labels alone, and judged."""

from collections.abc import Iterator, Sequence

from learners.protocol import Label
from proofs.exact.targets import Target
from proofs.formats.settings import Point


class FoundGame:
    """Shows points with their labels, in order, whatever the learner predicts, and offers the target."""

    called = "a search"

    def __init__(self, rounds: Sequence[tuple[Point, Label]], target: Target | int) -> None:
        self._rounds: Iterator[tuple[Point, Label]] = iter(rounds)
        self._label: Label = 1
        self._target = target

    def next_point(self) -> Point | None:
        """Return the next point."""
        point, self._label = next(self._rounds, (None, self._label))
        return point

    def label(self, x: Point, predicted: Label | None) -> Label:  # noqa: ARG002 - the game is over already
        """Return its label."""
        return self._label

    def target(self) -> Target | int:
        """Return what explains all labels."""
        return self._target
