"""The protocol of all runners of learners: this process, a worker process, or a program."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from learners.protocol import Fault, Label, Prediction, View, run_rounds
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector
from proofs.formats.trace import read_rounds
from proofs.settings import Point, Setting

ONLY_LABELS = "it answers with probabilities, and only a deterministic learner is graded"

Recorded = tuple[Point, Prediction | None, Label]
"""A round that was played, or will be: the point, the prediction, if there is one, and the label."""

Replayed = tuple[int, Prediction | None, Prediction]
"""A round of a replay: its number, the recorded prediction, and that of the learner that plays now."""


def labels(said: Iterable[Prediction]) -> list[Label]:
    """Return a deterministic learner's labels. Raises Fault if an answer is a probability."""
    found: list[Label] = []
    for answer in said:
        if not isinstance(answer, int):
            raise Fault("illegal label", ONLY_LABELS)
        found.append(answer)
    return found


class Begin(NamedTuple):
    """The request for a fresh learner: its setting, a pool of points, and the default form of points."""

    setting: Setting
    pool: Sequence[Point] = ()
    sees: View | None = None


class Turn(NamedTuple):
    """One turn of a game: tell a label, begin again, name more points, and ask about points.

    All of it is optional, and done in this order. The label is that of the point asked about last.
    """

    label: Label | None = None
    begin: Begin | None = None
    more: Sequence[Point] = ()
    points: Sequence[Point] = ()


class Runner(ABC):
    """A runner of the learners of one source, one after the other or several in turns.

    Any method that has the learner's code run raises a ``Fault`` where the learner misbehaves.

    Attributes:
        takes_turns: whether several learners can play at once, with ``take_turns``.
        asks: the arguments that the learner's constructor names, known once it is loaded.
        in_force: what its sandbox keeps it from, in words.
        output: the beginning of what it has printed, if that is kept.
        made: how many learners it was asked to make in one process.

    """

    takes_turns = False
    asks: frozenset[str] = frozenset()
    in_force: tuple[str, ...] = ()
    output = ""
    made = 0
    _pool: Sequence[Point] = ()

    def load(self) -> None:  # noqa: B027 - not every runner has to
        """Load the learner's code, as ``begin`` does if it is not loaded. Raises InputError if that is impossible."""

    @abstractmethod
    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:
        """Make a fresh learner for a setting, which plays from now on.

        Args:
            setting: what it is made for.
            pool: vectors that are then named by their numbers.
            sees: how it is shown points, if its card does not say.

        Raises:
            InputError: the learner cannot be loaded, or does not suit the setting.

        """

    def add_points(self, points: Iterable[Point]) -> None:
        """Give further points the next numbers of the pool."""
        self._pool = [*self._pool, *points]

    @abstractmethod
    def predict(self, x: Point, /) -> Prediction:
        """Return the learner's label for x; a randomized learner's probability of +1."""

    @abstractmethod
    def update(self, x: Point, y: Label, /) -> None:
        """Tell the learner the label of x, the point that it was shown last."""

    def peek(self, points: Iterable[Point]) -> list[Label]:
        """Return a deterministic learner's labels of several points."""
        return labels(map(self.predict, points))

    def turn(self, turn: Turn) -> list[Label]:
        """Take a turn of the current game; return the learner's labels of the points."""
        if turn.label is not None:
            self.update(0, turn.label)
        if turn.begin is not None:
            self.begin(*turn.begin)
        if turn.more:
            self.add_points(turn.more)
        return self.peek(turn.points) if turn.points else []

    def take_turns(self, turns: Iterable[tuple[int, Turn]]) -> Iterable[list[Label] | Fault]:
        """Take a turn in each of several games, which have numbers; return what each learner says, or its fault.

        Every game has a learner of its own, from the turn that begins it to the next one that does. The game at hand
        goes on afterwards.

        Raises:
            Fault: all have to begin again, and nobody knows whose fault it is.

        """
        raise NotImplementedError

    def replay(self, rounds: Iterable[Recorded] | Path) -> Iterator[Replayed]:
        """Play recorded rounds, or those of a trace that we wrote, to the learner; yield how each is replayed.

        Of a trace only some rounds may be yielded: the last one, and up to the first one that is replayed otherwise.

        Raises:
            ResourceError: the trace cannot be read.

        """
        recorded = deque[Prediction | None]()  # of the rounds under way

        def asked() -> Iterator[tuple[Point, Label]]:
            for x, predicted, label in read_rounds(rounds) if isinstance(rounds, Path) else rounds:
                recorded.append(predicted)
                yield x, label

        for number, prediction in enumerate(self._predictions_of(asked()), 1):
            yield number, recorded.popleft(), prediction

    def _predictions_of(self, rounds: Iterable[tuple[Point, Label]]) -> Iterator[Prediction]:
        return (prediction for _, prediction, _ in run_rounds(self, rounds))

    @abstractmethod
    def branches(self, games: Sequence[Sequence[tuple[Point, Label]]], points: int) -> list[list[Label]]:
        """Play each of these games to a deterministic learner of its own, and then ask that about the first points.

        The game at hand goes on afterwards.
        """

    def bound(self) -> Rational | None:
        """Return the most mistakes that the learner's own card allows, if it says. Raises InputError."""
        return None

    def weights(self) -> Vector | None:
        """Return the vector in the learner's attribute, which may be false; ``None`` if there is none."""
        return None

    def audit_events(self) -> list[str]:
        """Return the recorded audit events of the learner's code, in words."""
        return []

    def close(self) -> None:  # noqa: B027 - likewise
        """End the runner's processes. Closing twice is harmless."""
