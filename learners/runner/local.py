"""A learner in this process, as a player: the game sees nothing but labels and faults."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from learners.construct import NEEDS_A_CLASS
from learners.loading.code_file import where_raised
from learners.loading.sources import Source
from learners.protocol import Card, Fault, Label, Learner, Prediction, View, as_label, as_probability
from proofs.exact.errors import InputError, one_line
from proofs.exact.vectors import Vector
from proofs.settings import Finite, Setting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_WORDS = 250
"""Characters of what an exception says; where it was raised stands behind."""


class LocalPlayer:
    """A learner in this process: ours, or an object that the caller handed over."""

    def __init__(self, learner: Learner, card: Card, setting: Setting) -> None:
        self.learner = learner
        self._predict = None if card.randomized else learner.predict
        self._update = learner.update
        self._view = view_for(card.sees, setting)
        self._shown: object = None

    def predict(self, x: Any) -> Prediction:
        """Show the learner the point as its card says, and return its label."""
        self._shown = self._view(x) if self._view else x
        try:
            if self._predict is None:
                return as_probability(self.learner.probability(self._shown))  # type: ignore[attr-defined]
            answer = self._predict(self._shown)
            if type(answer) is int and (answer == 1 or answer == -1):  # noqa: PLR1714 - the hot path
                return answer
            return as_label(answer)
        except Fault:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a player raises is its fault
            raise fault_of(error, "predict") from None

    def update(self, x: Any, y: Label) -> None:  # noqa: ARG002 - it gets the very array that it has just seen
        """Tell the learner the label of the point that it was just shown."""
        try:
            self._update(self._shown, y)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - likewise
            raise fault_of(error, "update") from None

    def close(self) -> None:
        """Nothing runs for it."""


def view_for(sees: View | None, setting: Setting) -> Callable[[Any], object] | None:
    """Return what turns a point of the setting into what the learner sees, or ``None`` if it sees it as it is.

    Raises:
        InputError: it sees numbers of points, and the points are not numbered.

    """
    if isinstance(setting, Finite):
        if sees in ("index", None):
            return None
        vectors = setting.vectors
        if sees == "exact":
            return lambda x: vectors[x]
        dense = dense_view(setting.dimension)
        return lambda x: dense(vectors[x])
    if sees == "index":
        raise InputError(f"this learner sees numbers of points, of a finite class; {NEEDS_A_CLASS}")
    return None if sees == "exact" else dense_view(setting.dimension)


def dense_view(dimension: int) -> "Callable[[Vector], NDArray[np.float64]]":
    """Return what turns a point into a new read-only array of shape (dimension,), rounded to the nearest floats."""
    import numpy as np  # exact games do without

    def view(x: Vector) -> "NDArray[np.float64]":
        try:
            array = np.zeros(dimension)
            for index, value in x.entries:
                array[index] = value
        except (MemoryError, ValueError):
            raise InputError(f"a dense learner cannot be shown points of dimension {dimension}: too large") from None
        except OverflowError:
            raise InputError("a coordinate is too large for a float64") from None
        array.setflags(write=False)
        return array

    return view


def open_local(source: Source, setting: Setting, sees: View | None = None) -> LocalPlayer:
    """Make a fresh learner in this process. Raises InputError (cannot be loaded) or Fault (its constructor failed).

    ``sees`` is how it is shown points, if its card does not say.
    """
    try:
        learner = source.make(setting)
        card = source.card_of(learner)
        for method in ("probability" if card.randomized else "predict", "update"):
            if not callable(getattr(learner, method, None)):
                raise InputError(f"{source.text} makes a {type(learner).__name__} without the method {method}")
        return LocalPlayer(learner, replace(card, sees=card.sees or sees), setting)
    except InputError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the constructor is the player's code, too
        if source.kind == "named":  # a library's, then, which the user's parameters do not suit
            raise InputError(f"{source.text}: its constructor raised {type(error).__name__}: {error}") from None
        raise fault_of(error, "the constructor") from None


def fault_of(error: BaseException, call: str) -> Fault:
    """Name what a player's code raised."""
    if isinstance(error, SystemExit):
        return Fault("exited", f"{call} called exit")
    try:
        text = one_line(str(error), MAX_WORDS)
    except Exception:  # noqa: BLE001 - an exception of the player's own may fail even at this
        text = ""
    try:
        where = where_raised(error)
    except Exception:  # noqa: BLE001 - likewise its frames
        where = ""
    return Fault("raised", f"{call} raised {type(error).__name__}{': ' if text else ''}{text}{where}")
