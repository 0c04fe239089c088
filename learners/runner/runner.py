"""The protocol of all runners of learners, and the runner in this process, which workers also use."""

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from learners.loading.code_file import where_raised
from learners.loading.sources import Source
from learners.protocol import (
    Calls,
    Card,
    Fault,
    Label,
    Learner,
    Prediction,
    View,
    as_label,
    as_probability,
    run_rounds,
    shown_weights,
)
from learners.shapes.adapter import raised_in_adapter
from learners.shapes.recipe import Recipe
from learners.spec import NEEDS_A_CLASS
from proofs.exact.errors import InputError, one_line
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Vector
from proofs.formats.trace import read_rounds
from proofs.settings import Finite, Point, Setting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ONLY_LABELS = "it answers with probabilities, and here a learner has to answer with labels"

Recorded = tuple[Point, Prediction | None, Label]
"""A round that was played, or will be: the point, the prediction, if there is one, and the label."""

Replayed = tuple[int, Prediction | None, Prediction]
"""A round of a replay: its number, the recorded prediction, and that of the learner that plays now."""

MAX_WORDS = 250
"""Characters of what an exception says; where it was raised stands behind."""

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=>)")
"""Where an object is in memory: that is another place in each process, and helps no one."""


def labels(predictions: Iterable[Prediction]) -> list[Label]:
    """Return a deterministic learner's labels. Raises Fault if an answer is a probability."""
    checked: list[Label] = []
    for answer in predictions:
        if not isinstance(answer, int):
            raise Fault("illegal label", ONLY_LABELS)
        checked.append(answer)
    return checked


class Turn(NamedTuple):
    """One turn of a game: tell a label, begin again, name points, and ask about points.

    All of it is optional, and done in this order. The label is that of the point asked about last. With a ``setting``
    a fresh learner begins, which sees points as ``sees`` says, and the ``pool`` is its own; else the pool grows by it.
    """

    label: Label | None = None
    setting: Setting | None = None
    pool: Sequence[Point] = ()
    points: Sequence[Point] = ()
    sees: View | None = None


class Runner(ABC):
    """A runner of the learners of one source, one after the other or several in turns.

    Any method that has the learner's code run raises a ``Fault`` where the learner misbehaves.

    Attributes:
        takes_turns: whether several learners can play at once, with ``take_turns``.
        asks: the arguments that the learner's constructor names, known once it is loaded.
        reads: how somebody's code is called, in words, if it is not called as it stands; known then, too.
        recipe: code that calls a program in a file, if that is short.
        most_passes: the passes over its data that it makes, if their number is fixed; 0 for any other learner.
        randomized: whether it answers with probabilities, by its own word until it has answered.
        in_force: what its sandbox keeps it from, in words.
        output: the beginning of what it has printed, if that is kept.
        made: how many learners it was asked to make in one process.

    """

    takes_turns = False
    asks: frozenset[str] = frozenset()
    reads = ""
    recipe: Recipe | None = None
    most_passes = 0
    randomized = False
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
        if turn.setting is not None:
            self.begin(turn.setting, turn.pool, turn.sees)
        elif turn.pool:
            self.add_points(turn.pool)
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

        Of a trace only some rounds may be yielded: the last one, or the first one that is replayed otherwise.

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

    def weights_in(self, rounds: Iterable[Recorded]) -> tuple[Vector, ...] | None:
        """Play recorded rounds to the learner; return the w that it shows before the first and after each.

        A learner that has none before the first round has 0 there. ``None`` says that it shows none later, or answers
        differently than recorded.
        """
        weights = [self.weights() or Vector(())]
        for x, predicted, label in rounds:
            if self.predict(x) != predicted:
                return None
            self.update(x, label)
            if (w := self.weights()) is None:
                return None
            weights.append(w)
        return tuple(weights)

    def audit_events(self) -> list[str]:
        """Return the recorded audit events of the learner's code, in words."""
        return []

    def close(self) -> None:  # noqa: B027 - likewise
        """End the runner's processes. Closing twice is harmless."""


class LocalRunner(Runner):
    """Learners of one source in this process.

    Attributes:
        learner: the one that plays.
        card: what it says of itself.

    """

    takes_turns = True
    learner: Learner
    card: Card

    def __init__(self, source: Source) -> None:
        self._source = source
        self._games: dict[int, LocalRunner] = {}

    def load(self) -> None:
        """Load the learner's code. Raises InputError, and whatever the code raises."""
        self.asks, self.reads = frozenset(self._source.named), getattr(self._source.factory, "reads", "")
        self.most_passes = getattr(self._source.factory, "most", 0)
        self.randomized = self._source.card_of(self._source.factory).randomized
        self.recipe = None if self.randomized else self._source.recipe  # which calls predict

    def begin(self, setting: Setting, pool: Iterable[Point] = (), sees: View | None = None) -> None:
        """Make a fresh learner. Raises InputError (it cannot be loaded) or Fault (its constructor failed)."""
        source, self._pool, self._sees = self._source, list(pool), sees
        self.made += 1
        try:
            self.randomized = source.card_of(source.factory).randomized  # its constructor may fail
            learner = source.make(setting)
            card = source.card_of(learner)
            asks = "probability" if card.randomized else "predict"
            for method in (asks, "update"):
                if not callable(getattr(learner, method, None)):
                    made, needs = type(learner).__name__, f"one object with the methods {asks}(x) and update(x, y)"
                    raise InputError(f"{source.text} makes a {made} without the method {method}: return {needs}")
            self.adopt(learner, card, setting)
        except InputError:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the constructor is also the player's code
            if source.kind == "named":  # a library's, then, which the user's parameters do not suit
                raise InputError(f"{source.text}: its constructor raised {type(error).__name__}: {error}") from None
            raise fault_of(error, "the constructor") from None

    def adopt(self, learner: Learner, card: Card, setting: Setting) -> None:
        """Let an existing learner object play."""
        self.learner, self.card, self.randomized, self._setting = learner, card, card.randomized, setting
        self._view = view_for(card.sees or self._sees or usual_view(setting, self._source.named), setting)
        self._arrays = dict[int, Any]()

    @property
    def calls(self) -> Calls | None:
        """What the loop of rounds calls, for a deterministic learner."""
        if self.card.randomized:
            return None
        numbered = bool(self._pool) or (self._view is not None and self._setting.vectors is not None)
        return self._seen if numbered else self._view, self.learner, fault_of

    _sees: View | None = None
    _shown: object = None

    def _seen(self, x: Any) -> Any:
        """Return the point as the learner sees it; a numbered point is a new copy of the same array each time."""
        numbered, view = type(x) is int, self._view
        if view is None or not numbered:
            point = self._pool[x] if self._pool and numbered else x
            return view(point) if view else point
        array: Any = self._arrays.get(x)
        if array is None:
            array = self._arrays[x] = view(self._pool[x] if self._pool else x)
        if hasattr(array, "setflags"):
            array = array.copy()
            array.setflags(write=False)
        return array

    def predict(self, x: Any) -> Prediction:
        """Show the learner the point as its card says, and return its label."""
        self._shown = seen = x if self._view is None and not self._pool else self._seen(x)
        try:
            if self.card.randomized:
                return as_probability(self.learner.probability(seen))  # type: ignore[attr-defined]
            answer = self.learner.predict(seen)
            if type(answer) is int and (answer == 1 or answer == -1):  # noqa: PLR1714 - as ``as_label``, without a call
                return answer
            return as_label(answer)
        except Fault:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a player raises is its fault
            raise fault_of(error, "probability" if self.card.randomized else "predict") from None

    def update(self, x: Any, y: Label) -> None:  # noqa: ARG002 - it gets the very array that it has just seen
        """Tell the learner the label of the point that it was just shown."""
        try:
            self.learner.update(self._shown, y)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - likewise
            raise fault_of(error, "update") from None

    def take_turns(self, turns: Iterable[tuple[int, Turn]]) -> Iterator[list[Label] | Fault]:
        """Take a turn in each of several games, and yield what each learner says, or its fault, as it comes."""
        for game, turn in turns:
            if turn.setting is not None and game not in self._games:
                self._games[game] = LocalRunner(self._source)
            try:
                yield self._games[game].turn(turn)
            except Fault as fault:
                yield fault

    def branches(self, games: Sequence[Sequence[tuple[Point, Label]]], points: int) -> list[list[Label]]:
        """Play each of these games to a learner of its own, and then ask that about the first points by number."""
        return [labels(self.branch(game, points)) for game in games]

    def branch(self, game: Iterable[tuple[Point, Label]], points: int) -> Iterator[Prediction]:
        """Play one of these games, and yield each prediction."""
        other = LocalRunner(self._source)
        other.begin(self._setting, self._pool, self._sees)
        other._arrays = self._arrays
        yield from other._predictions_of(game)
        for number in range(points):
            yield other.predict(number)

    def weights(self) -> Vector | None:
        """Return the w that the learner's own attribute says."""
        try:
            return shown_weights(self.learner, self._setting.dimension)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an attribute may also run its code
            raise fault_of(error, "its w") from None

    def bound(self) -> Rational | None:
        """Return the most mistakes that the learner's card allows, if it says. Raises InputError."""
        return self._source.bound(self._setting, self.card)


def usual_view(setting: Setting, named: Collection[str]) -> View:
    """Return what a learner sees that says nothing: points that are named by their coordinates, if it asks for these.

    That is by asking for the dimension, and not for the concepts. Other classes show numbers, which it may remember.
    """
    table = setting.concept_class if isinstance(setting, Finite) else None
    listed = table is not None and table.named_by_coordinates
    return "dense" if listed and "dimension" in named and "concepts" not in named else setting.default_view


def view_for(sees: View | None, setting: Setting) -> Callable[[Any], object] | None:
    """Return the function that converts a point for the learner, or ``None`` if no conversion is needed.

    Raises:
        InputError: it sees numbers of points, and the points are not numbered.

    """
    sees = sees or setting.default_view
    if sees == "index":
        if setting.default_view != "index":
            raise InputError(f"this learner sees numbers of points, of a finite class; {NEEDS_A_CLASS}")
        return None
    vectors = setting.vectors  # of the points that are numbers
    if sees == "exact":
        return None if vectors is None else vectors.__getitem__
    dense = dense_view(setting.dimension)
    return dense if vectors is None else lambda x: dense(vectors[x])


def dense_view(dimension: int) -> "Callable[[Vector], NDArray[np.float64]]":
    """Return what turns a point into a new read-only array of shape (dimension,), rounded to the nearest floats."""
    import numpy as np  # exact games do without

    zeros = np.zeros  # looked up once

    def view(x: Vector) -> "NDArray[np.float64]":
        try:
            array = zeros(dimension)
            for index, value in x.entries:
                array[index] = value if type(value) is int else value.numerator / value.denominator
        except (MemoryError, ValueError):
            raise InputError(f"a dense learner cannot be shown points of dimension {dimension}: too large") from None
        except OverflowError:
            raise InputError("a coordinate is too large for a float64") from None
        array.setflags(False)  # type: ignore[call-arg]  # noqa: FBT003 - write; by keyword it takes longer
        return array

    return view


def fault_of(error: BaseException, call: str) -> Fault:
    """Return the fault for an exception of a player's code, or of an adapter's, whose place is then there."""
    if isinstance(error, SystemExit):
        return Fault("exited", f"{call} called exit", call)
    try:
        text = one_line(ADDRESS.sub("", str(error)), MAX_WORDS)
    except Exception:  # noqa: BLE001 - an exception of the player's own may fail even at this
        text = ""
    try:
        where = raised_in_adapter(error) or where_raised(error)
    except Exception:  # noqa: BLE001 - likewise its frames
        where = ""
    return Fault("raised", text, call, error=type(error).__name__, place=where)
