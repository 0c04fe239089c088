"""The protocol of learners: the learner's methods, its card, valid answers, faults, and the loop of rounds."""

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any, Literal, ParamSpec, Protocol, TypeVar

from proofs.exact.errors import InputError, one_line
from proofs.exact.rationals import MAX_DIGITS, Rational
from proofs.exact.vectors import Vector, vector
from proofs.settings import Setting

Label = Literal[-1, 1]
Prediction = Label | Fraction
"""What a learner says: a label, or, a randomized one, the probability with which it predicts +1."""

View = Literal["dense", "exact", "index"]


def opposite(label: Label) -> Label:
    """Return the other label."""
    return -1 if label == 1 else 1


class Learner(Protocol):
    """The protocol of an online learner: any class with these two methods; it inherits nothing.

    The constructor names the arguments it wants (``dimension``: int; ``margin_squared``: Fraction, where there is one;
    in games on a finite class ``concepts``: read-only int64 array of ±1, shape (concepts, points), and ``lies``: int;
    ``order``: tuple of numbers of points, where it was announced) and is given just those,
    by keyword. In a round ``predict`` is called once, and ``update`` then with the same point and the truth.

    A randomized learner has, in place of ``predict``, the method ``probability``: it returns the probability, an exact
    Fraction, with which it would predict +1. Its card says that it is randomized.
    """

    def predict(self, x: Any, /) -> Label:
        """Return +1 or -1 for the point ``x``; this must not change what the learner will say later."""
        ...

    def update(self, x: Any, y: Label, /) -> None:
        """Learn that the label of ``x`` is ``y``."""
        ...


@dataclass(frozen=True, slots=True)
class Card:
    """What is known about a learner.

    ``sees`` is the form of the points that it gets: ``dense`` (a read-only float64 array of shape (dimension,)),
    ``exact`` (a ``proofs.exact.vectors.Vector``) or ``index`` (an int, on finite classes). ``None`` means dense on
    halfspaces and index on classes. ``conventions`` says what it does on ties. ``theorem`` is the statement that
    bounds its mistakes, with its hypotheses. ``mistake_bound`` computes this bound for a setting, or returns ``None``
    if the hypotheses do not hold. For a ``randomized`` learner, the bound is on the expected number of mistakes on a
    sequence that is fixed in advance.

    ``conservative`` says that only mistakes change the learner. ``weights`` says that its attribute ``weights`` is the
    w of its predictions: a mapping from coordinates to rationals, or an array of floats. ``copies`` says that it can
    be copied and pickled during a game. ``max_dimension`` is the largest dimension in which it plays; ``None`` means
    any.
    """

    summary: str
    sees: View | None = None
    conventions: str = ""
    source: str = ""
    theorem: str = ""
    mistake_bound: Callable[[Setting], Rational | None] | None = None
    randomized: bool = False
    conservative: bool = False
    weights: bool = False
    copies: bool = False
    max_dimension: int | None = None


Factory = Callable[..., Learner]
"""What makes a learner: a class, or a function, perhaps with a ``card``."""


_Arguments = ParamSpec("_Arguments")
_Made = TypeVar("_Made", bound=Learner)


def with_card(card: Card, make: Callable[_Arguments, _Made]) -> Callable[_Arguments, _Made]:
    """Return a function with a card on it."""
    make.card = card  # type: ignore[attr-defined]
    return make


def unit_points(setting: Setting) -> int | None:
    """Return ⌊1/δ²⌋, the Perceptron's mistake bound on unit points: Chan, Notes 3, Theorem 1.1."""
    squared = setting.unit_margin_squared
    return None if squared is None else squared.denominator // squared.numerator


HINGE_THEOREM = "with a hinge budget M ≤ H + ‖u‖√M, which the proof of Hsu's third theorem shows"
"""What ``perceptron_bound`` says with a hinge budget, for a card's ``theorem``."""


perceptron_bound: Callable[[Setting], int | None] = attrgetter("perceptron_bound")
"""``unit_points`` of a setting, and with a hinge budget the most mistakes that the proof of Hsu's third theorem allows.

It holds for w that begins at 0 and moves by y·x in the rounds where y(w·x) ≤ 0, in all that are mistakes at least."""


PRINTED = "printed more than"
"""What is said of a player that has reached the limit on what its process may print."""


ZEROS = "0", "0.0", "-0.0", "False"
"""How 0 is shown among answers that are no labels."""

OTHER_LABELS = "only `adversary grade` finds out what 0 or False means"
"""What is said where such an answer forfeits a game."""

FaultKind = Literal["raised", "exited", "timeout", "illegal label", "illegal probability"]

Limit = Literal["", "call", "sleep", "game", "output", "memory"]
"""What a player may have only so much of: time in a call or in all, sleep, what it prints, memory."""


@dataclass(eq=False)
class Fault(Exception):  # noqa: N818 - it is the game's word for what went wrong with a player
    """What went wrong with a player, so that it forfeits the game. ``str`` says it in words.

    Attributes:
        kind: ``raised``, ``exited``, ``timeout``, ``illegal label`` or ``illegal probability``.
        text: what the exception says; of a fault without one and without an answer, the whole sentence.
        call: what the player was asked for.
        error: the class of the exception.
        place: where it was raised, in the player's own code.
        answer: an answer that is no label, as it is shown.
        type: the type of that answer.
        limit: the limit that was reached.
        seconds: how long a call could take.

    """

    kind: FaultKind
    text: str = ""
    call: str = ""
    error: str = ""
    place: str = ""
    answer: str = ""
    type: str = ""
    limit: Limit = ""
    seconds: float = 0

    def __post_init__(self) -> None:
        for name in ("text", "call", "error", "place", "answer", "type"):
            setattr(self, name, one_line(getattr(self, name)))

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"

    @property
    def detail(self) -> str:
        """What happened, in words."""
        if self.error:
            place = f" ({self.place})" if self.place else ""
            return one_line(f"{self.call} raised {self.error}{': ' if self.text else ''}{self.text}{place}")
        if self.type:
            return one_line(f"{self.call} returned {self.answer} of type {self.type}; a label is 1 or -1")
        return self.text

    @property
    def is_zero(self) -> bool:
        """Tell whether the answer is 0 or False, which may be one of two labels, or what is said on a tie."""
        return self.kind == "illegal label" and self.answer in ZEROS

    @property
    def at_a_limit(self) -> bool:
        """Tell whether a limit on time or on what is printed ended it: the same rounds may not reach that again."""
        return self.kind == "timeout" or self.limit == "output"


def as_label(answer: object) -> Label:
    """Return a learner's answer as a label: +1 or -1, also as a float, as True, or as what numpy makes of these.

    The answer comes from an untrusted player: nothing of it is called, whatever its ``__eq__`` or ``__repr__`` do.

    Raises:
        Fault: it is something else.

    """
    value = plain_answer(answer)
    if value is not None and (value == 1 or value == -1):  # noqa: PLR1714 - the hot path of every game
        return 1 if value == 1 else -1
    kind = type(answer)
    name = type.__getattribute__(kind, "__name__")[:40]
    short = value is not None and (type(value) is not int or abs(value) < 10**9)
    plain = kind is str or answer is None
    raise Fault(
        "illegal label",
        call="predict",
        answer=repr(value if short else answer)[:40] if short or plain else "an object",
        type=name,
    )


def plain_answer(answer: object) -> int | float | bool | None:
    """Return an int, float or bool, perhaps of numpy's, or an array or list of one, as Python's; else ``None``."""
    kind = type(answer)  # compared by identity alone: even a class may have an __eq__ of its own
    if kind is int or kind is float or kind is bool:
        return answer  # type: ignore[return-value]
    if kind is list:
        only = answer[0] if len(answer) == 1 else None  # type: ignore[index,arg-type]
        return None if type(only) is list else plain_answer(only)
    numpy = sys.modules.get("numpy")
    if numpy and (kind is numpy.ndarray or kind is numpy.matrix):
        return plain_answer(answer.item()) if answer.size == 1 else None  # type: ignore[attr-defined]
    if any(kind is other for other in (*_numpy_types("AllInteger"), *_numpy_types("Float"))) or (
        numpy and kind is numpy.bool_
    ):
        return answer.item()  # type: ignore[attr-defined,no-any-return]
    return None


def as_probability(answer: object) -> Fraction:
    """Return a randomized learner's answer as a probability: an int or a Fraction from 0 to 1.

    Raises:
        Fault: it is something else; nothing of an untrusted answer is called.

    """
    if (type(answer) is Fraction or type(answer) is int) and 0 <= answer <= 1:
        probability = Fraction(answer)
        if probability.denominator < 10**MAX_DIGITS:
            return probability
    name, value = type.__getattribute__(type(answer), "__name__")[:40], plain_answer(answer)
    short = value is not None and (type(value) is not int or abs(value) < 10**9)
    raise Fault(
        "illegal probability",
        f"probability returned {repr(value)[:40] if short else 'something'} of type {name}; a probability is an int or "
        f"Fraction from 0 to 1, of at most {MAX_DIGITS:,} digits",
    )


def _numpy_types(family: str) -> frozenset[type]:
    """Return numpy's types with some type codes; none if numpy is not imported, because then no answer has them."""
    numpy = sys.modules.get("numpy")
    return frozenset(numpy.dtype(code).type for code in numpy.typecodes[family]) if numpy else frozenset()


def exact_weights(learner: Any) -> dict[int, Rational]:
    """Return a learner's ``weights`` as rationals by coordinate; a float is the dyadic rational that it is.

    Raises:
        InputError: it has none, though its card says so, or they are not numbers.

    """
    try:
        weights = learner.weights
        items = weights.items() if hasattr(weights, "items") else enumerate(weights)
        numbers = {index: value.item() if hasattr(value, "item") else value for index, value in items}
        if strange := [value for value in numbers.values() if not isinstance(value, int | float | Fraction)]:
            raise TypeError(f"{one_line(repr(strange[0]))} is no number")
        return {
            index: Fraction(value) if isinstance(value, float) else value for index, value in numbers.items() if value
        }
    except (AttributeError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{type(learner).__name__} shows no weights that are finite numbers: {error}") from None


MAX_WEIGHTS, MAX_BITS = 256, 3_000
"""Coordinates of a w that a learner may show, and of the numerator and the denominator of each."""


def shown_weights(learner: object, dimension: int) -> Vector | None:
    """Return the vector in a learner's attribute ``w`` or ``weights``, or ``None`` if it is not a vector.

    It may be a list, a tuple or an array of numpy's with ``dimension`` finite numbers, or a dictionary of such numbers
    by coordinate. A float is the dyadic rational that it is. To look at it may raise whatever the learner's code does.
    """
    numpy = sys.modules.get("numpy")
    for name in ("w", "weights") if dimension <= MAX_WEIGHTS else ():
        w: Any = getattr(learner, name, None)
        if numpy and type(w) is numpy.ndarray:
            w = w.tolist() if w.shape == (dimension,) else None
        if type(w) is list or type(w) is tuple:
            w = dict(enumerate(w)) if len(w) == dimension else None
        if type(w) is dict and len(w) <= dimension:
            values = {plain_number(index): plain_number(value) for index, value in w.items()}
            if all(type(index) is int and 0 <= index < dimension for index in values) and None not in values.values():
                return vector([(index, Fraction(value)) for index, value in values.items()])
    return None


def plain_number(value: object) -> Any:
    """Return an int, Fraction or finite float, which may be numpy's, as Python's own; ``None`` for anything else."""
    if any(type(value) is other for other in (*_numpy_types("AllInteger"), *_numpy_types("Float"))):
        value = value.item()  # type: ignore[attr-defined]
    if type(value) is float:
        return value if math.isfinite(value) else None
    if type(value) is not int and type(value) is not Fraction:
        return None
    return value if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS else None


X = TypeVar("X")
X_contra = TypeVar("X_contra", contravariant=True)
Said = TypeVar("Said")
Said_co = TypeVar("Said_co", covariant=True)

Teacher = Callable[[X, Said], Label]
"""Says the label of a point, now that the learner has predicted it."""


class Player(Protocol[X_contra, Said_co]):
    """A learner as a game sees it. Both methods raise ``Fault`` if the learner breaks the rules."""

    def predict(self, x: X_contra, /) -> Said_co:
        """Return the learner's label for x; a randomized learner's probability of +1, always a Fraction."""
        ...

    def update(self, x: X_contra, y: Label, /) -> None:
        """Tell the learner the label of x, the point that it has just predicted."""
        ...


Calls = tuple[Callable[[Any], Any] | None, Any, Callable[[BaseException, str], Fault]]
"""A learner in this process that the loop of rounds may call itself, and what is done around a call.

A player has it in ``calls``, or ``None``: a method around each call would take as long as the learner. The first
converts a point for the learner, if it needs that. The learner's methods are looked up at each call, because it may
replace them during a game. The last makes the fault for an exception that the named method has raised."""


def run_rounds(
    player: Player[X, Said], rounds: Iterable[tuple[X, Label | Teacher[X, Said]]]
) -> Iterator[tuple[X, Said, Label]]:
    """Play the rounds of a game; yield the point, the player's answer and the label of each round.

    This is the one loop of rounds: of the referee, a learner's own process, and a grader's searches.

    A round is a point with its label, or with a teacher, which hears the prediction first. The player is told the label
    only after its prediction. What the player, the teacher or the rounds raise ends the game: the round that it falls
    in is not yielded.
    """
    show, learner, fault = getattr(player, "calls", None) or (None, player, None)
    for x, label in rounds:  # the hot path of every game: what can be done without a call is
        seen = x if show is None else show(x)
        try:
            prediction = learner.predict(seen)
            if fault is not None and (type(prediction) is not int or (prediction != 1 and prediction != -1)):  # noqa: PLR1714 - likewise
                prediction = as_label(prediction)
        except (Exception, SystemExit) as error:
            if fault is None or isinstance(error, Fault):
                raise
            raise fault(error, "predict") from None
        truth = label(x, prediction) if callable(label) else label
        try:
            learner.update(seen, truth)
        except (Exception, SystemExit) as error:
            if fault is None:
                raise
            raise fault(error, "update") from None
        yield x, prediction, truth
