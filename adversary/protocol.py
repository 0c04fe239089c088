"""What an adversary is, and what its card says."""

from dataclasses import dataclass
from typing import Protocol

from learners.protocol import Label
from proofs.settings import Halfspaces
from proofs.targets import Target
from proofs.vectors import Vector


class Adversary(Protocol):
    """Chooses points and labels, and in the end a target that explains them. It sees labels, never the learner."""

    def next_point(self) -> Vector | None:
        """Return the next point, or ``None`` when the game is over."""
        ...

    def label(self, x: Vector, predicted: Label) -> Label:
        """Return the label of ``x``, the point it has just shown, now that the learner has predicted."""
        ...

    def target(self) -> Target | None:
        """Return what explains all labels given so far, or ``None`` if there is nothing to offer. Asked once, last."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What an adversary intends, before the first round.

    ``rounds`` is how many it will play, if it knows; ``forces`` how many mistakes its theorem forces on *every*
    deterministic learner; ``claims`` the number it has the checker judge, which is ``forces`` unless it plays a false
    statement on purpose; ``note`` a line for the user.
    """

    setting: Halfspaces
    rounds: int | None = None
    forces: int | None = None
    claims: int | None = None
    note: str | None = None


class Strategy(Adversary, Protocol):
    """A registered adversary. Its constructor names what it wants of ``margin_squared`` (Fraction or None),
    ``dimension`` (int or None), ``seed`` (int), ``as_printed`` (bool) and ``path`` (str), by keyword.
    """  # noqa: D205 - one sentence

    card: "Card"
    plan: Plan


@dataclass(frozen=True, slots=True)
class Card:
    """What is known about an adversary."""

    summary: str
    source: str = ""
    theorem: str = ""
