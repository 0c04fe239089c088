"""What an adversary is, and what its card says."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from learners.protocol import Label
from proofs.exact.errors import InputError
from proofs.exact.vectors import Target, Vector
from proofs.formats.margin import LowerRecord
from proofs.settings import Point, Setting

if TYPE_CHECKING:
    from proofs.classes.concepts import Tree

MAX_GAME = 10**8
"""Rounds of the longest game that is begun; in as many dimensions, δ is 1/10000."""


class AdversaryError(InputError):
    """A user-supplied adversary broke the rules during a game. This is no fault of the learner."""


class Adversary(Protocol):
    """Chooses points and labels, and in the end a target that explains them. It sees labels, never the learner."""

    def next_point(self) -> Point | None:
        """Return the next point, or ``None`` when the game is over."""
        ...

    def label(self, x: Any, predicted: Any) -> Label:
        """Return the label of ``x``, the point it has just shown, now that the learner has predicted a label.

        Where the learner is randomized, ``predicted`` is the more probable label, +1 if both are as probable; for
        oblivious adversaries it is ``None``.
        """
        ...

    def target(self) -> Target | int | None:
        """Return a target that explains all labels so far, or ``None``. It is called once, at the end.

        It is a ``Target`` for halfspaces, and the number of a concept for finite classes.
        """
        ...


@runtime_checkable
class SeesWeights(Protocol):
    """An adversary that may compute points from the learner's w: a game sets ``weights``, which returns it now."""

    weights: Callable[[], Vector | None]


def validate_rounds(rounds: int, limit: str = "") -> None:
    """Raise InputError if a game has more rounds than the maximum; ``limit`` names the option that limits them."""
    if rounds > MAX_GAME:
        number = f"{rounds:,}" if rounds < 10**30 else f"over 10^{len(str(rounds)) - 1}"
        raise InputError(f"this game would have {number} rounds, and at most {MAX_GAME:,} are played{limit}")


@dataclass(frozen=True, slots=True)
class Plan:
    """What an adversary intends, before the first round.

    ``rounds`` is the number of rounds that it will play, if it knows. ``forces`` is the number of mistakes that its
    theorem forces on *every* deterministic learner. ``claims`` is the number that the checker judges: it equals
    ``forces``, unless the adversary plays a false statement on purpose. ``tree`` is the mistake tree that proves
    ``claims`` on a finite class, and ``lower`` has the axes and trees that prove it on halfspaces. ``note`` is a line
    for the user. ``span`` is the number of a span bound, which is about learners whose w is in the span of past points.

    Raises:
        InputError: ``rounds`` is above the limit.

    """

    setting: Setting
    rounds: int | None = None
    forces: int | None = None
    claims: int | None = None
    note: str | None = None
    tree: "Tree | None" = None
    lower: LowerRecord | None = None
    span: int | None = None

    def __post_init__(self) -> None:
        validate_rounds(self.rounds or 0)


class Strategy(Adversary, Protocol):
    """A registered adversary. Its constructor names what it wants of ``margin_squared`` (Fraction or None),
    ``dimension`` (int or None), ``concept_class`` (ConceptClass), ``lies`` (int), ``order`` (tuple of numbers of
    points), ``seed`` (int), ``as_printed`` (bool), ``mistakes`` (int), ``scale`` (Fraction) and ``path`` (str), and
    parameters of its own, by keyword.
    """  # noqa: D205 - one sentence

    card: "AdversaryCard"
    plan: Plan


@dataclass(frozen=True, slots=True)
class AdversaryCard:
    """What is known about an adversary. An ``oblivious`` adversary ignores the learner's predictions."""

    summary: str
    source: str = ""
    theorem: str = ""
    oblivious: bool = False


class Script:
    """Shows points with their labels, in order, and offers the target. By itself it plays what a search has found."""

    called = "a search"

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
