"""A person in the place of a learner: no program, so nothing that could be played again."""

from abc import ABC, abstractmethod

from learners.protocol import Label
from proofs.settings import Point, Setting


class Person(ABC):
    """A person who predicts, wherever the points are shown to one.

    What a person does cannot be replayed, so a game of a person proves nothing about one: its trace claims that it is
    realizable and what every deterministic learner is forced to, never a run bound.
    """

    text = "a person"
    """What the trace calls every person."""

    @abstractmethod
    def begin(self, setting: Setting, rounds: int | None, *, as_printed: bool = False) -> None:
        """Hear what the game is about, how many rounds it has, if known, and whether a false claim is played."""

    @abstractmethod
    def predict(self, x: Point) -> Label:
        """Return the person's label for x. Raises Fault if there is no answer."""

    @abstractmethod
    def update(self, x: Point, y: Label) -> None:
        """Tell the person the label."""

    def close(self) -> None:  # noqa: B027 - a learner's player has it
        """Nothing runs for a person."""
