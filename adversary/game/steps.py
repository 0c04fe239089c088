"""The rounds of a game, one by one, as its trace has them: all of a short game, both ends of a long one."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from learners.protocol import Label, Prediction, loss
from proofs.exact.rationals import Rational, plain_number, read_rational
from proofs.exact.targets import Target
from proofs.formats.trace import Coordinates, Index, read_point, read_rounds, write_point, write_target
from proofs.settings import Finite, Point, Setting

if TYPE_CHECKING:
    from proofs.solvers.spaces import Universe

FIRST_STEPS, LAST_STEPS = 25, 10
"""Rounds of a long game that are kept; one that is hardly longer is kept whole."""


def left_out(count: int, first: int = FIRST_STEPS, last: int = LAST_STEPS) -> range:
    """Return which of so many rounds, counted from 0, are left out in the middle: two or more, or none."""
    return range(first, count - last) if count > first + 1 + last else range(0)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that was played: ``mistakes`` so far, this round's among them; ``left``: concepts that still agree.

    Where labels may be lies, these are the concepts that are unlike no more labels than that, and ``lie`` says whether
    this round's label is unlike that of the target in the end.
    """

    number: int
    x: Point
    predicted: Prediction
    label: Label
    mistakes: Rational
    left: int | None = None
    lie: bool | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values, the point as a trace has it."""
        plain = {
            "round": self.number,
            "x": msgspec.to_builtins(write_point(self.x)),
            "predicted": plain_number(self.predicted),
            "label": self.label,
            "mistakes": plain_number(self.mistakes),
        }
        plain |= {} if self.left is None else {"concepts_left": self.left}
        return plain if self.lie is None else plain | {"lie": self.lie}


@dataclass(frozen=True, slots=True)
class Steps:
    """The rounds to show, how many were played, and the target that the adversary offered in the end."""

    rounds: tuple[PlayedRound, ...]
    played: int
    target: Target | int | None

    def to_json(self) -> dict[str, Any]:
        """Return them as plain JSON values."""
        target = msgspec.to_builtins(write_target(self.target))
        return {"rounds": [entry.to_json() for entry in self.rounds], "target": target}


def _universe(setting: Finite) -> "Universe":
    from proofs.solvers.spaces import whole_class  # numpy, which games on halfspaces do without

    return whole_class(setting.concept_class, setting.lies)


def _is_lie(setting: Setting, target: Target | int | None, x: Point, label: Label) -> bool | None:
    """Tell whether a label is unlike the target's; ``None`` where no label may be a lie, or there is no target."""
    if not isinstance(setting, Finite) or not setting.lies or not isinstance(target, int) or not isinstance(x, int):
        return None
    return setting.is_lie(target, x, label)


def read_steps(trace: Path, setting: Setting, played: int, target: Target | int | None) -> Steps:
    """Read the rounds of a game back from its trace, which may still lack its footer."""
    unseen = left_out(played)
    rounds: list[PlayedRound] = []
    decode = msgspec.json.Decoder(Coordinates | Index).decode
    mistakes: Rational = 0
    universe = _universe(setting) if isinstance(setting, Finite) else None
    space = universe.everything if universe else None
    with trace.open("rb") as file:
        for number, entry in enumerate(read_rounds(file), 1):
            said = entry.predicted if isinstance(entry.predicted, int) else read_rational(entry.predicted)
            mistakes += loss(said, entry.label)
            if space is None and number - 1 in unseen:
                continue
            x = read_point(decode(entry.x))
            if universe and isinstance(x, int) and space is not None:
                space = universe.after(space, x, entry.label)
            if number - 1 not in unseen:
                left = None if space is None else space.bit_count()
                lie = _is_lie(setting, target, x, entry.label)
                rounds.append(PlayedRound(number, x, said, entry.label, mistakes, left, lie))
    return Steps(tuple(rounds), played, target)
