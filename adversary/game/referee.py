"""The rounds of a game between a player, who may be a person, and an adversary: recorded and counted one by one."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import repeat
from typing import Any

from adversary.progress import Bar
from adversary.strategies.protocol import Adversary
from learners.protocol import Fault, Label, Player, Prediction, loss, run_rounds
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational
from proofs.formats.trace import TraceWriter, Transcript
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


def play_rounds(  # noqa: PLR0913 - who plays, in what, and where it is recorded
    player: Player[Point, Prediction],
    adversary: Adversary,
    setting: Setting,
    record: TraceWriter,
    bar: Bar,
    *,
    oblivious: bool = False,
) -> Transcript:
    """Play until the adversary has no more points or the learner forfeits; record and count the rounds.

    The transcript has no rounds, which are in the record, and no target yet.

    Raises:
        InputError: the learner is randomized, and the adversary is not oblivious: what it does would depend on coins
            that have not been flipped.

    """

    def label(x: Point, predicted: Prediction) -> Label:
        if isinstance(predicted, int):
            return adversary.label(x, predicted)
        if oblivious:  # predicted is the probability of +1
            return adversary.label(x, None)
        raise InputError(
            "this learner is randomized, and its expected mistakes are exact only on a sequence that does not "
            "depend on it: play it against worst-sequence, random-path or scripted:FILE"
        )

    rounds = 0
    mistakes: Rational = 0
    fault = None
    try:
        for x, predicted, truth in run_rounds(player, zip(points_of(adversary), repeat(label))):
            record.round(x, predicted, truth)
            rounds += 1
            mistakes += predicted != truth if isinstance(predicted, int) else loss(predicted, truth)  # without a call
            bar.done = rounds
    except Fault as error:
        fault = str(error)
    return Transcript(setting, rounds, mistakes, (), fault=fault)


def points_of(adversary: Adversary) -> Iterator[Any]:
    """Yield the points that an adversary shows, each when it is asked for."""
    while (x := adversary.next_point()) is not None:
        yield x
