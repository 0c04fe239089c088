"""An adversary that plays given points and labels, whatever the learner predicts."""

from collections.abc import Iterable, Iterator

from learners.protocol import Label
from proofs.exact.vectors import Target
from proofs.settings import Point


class Script:
    """Shows points with their labels, in order, and offers the target."""

    def __init__(self, rounds: Iterable[tuple[Point, Label]], target: Target | int | None) -> None:
        self._script: Iterator[tuple[Point, Label]] = iter(rounds)
        self._label: Label = 1
        self._target = target

    def next_point(self) -> Point | None:
        """Return the next point."""
        point, self._label = next(self._script, (None, self._label))
        return point

    def label(self, x: Point, predicted: Label | None) -> Label:  # noqa: ARG002 - all is written down
        """Return its label."""
        return self._label

    def target(self) -> Target | int | None:
        """Return the target."""
        return self._target
