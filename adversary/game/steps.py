"""The rounds of a game, one by one, as its trace has them: all of a short game, both ends of a long one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from learners.protocol import Label, Prediction, loss
from proofs.exact.rationals import Rational, plain_number, read_rational
from proofs.exact.targets import Target
from proofs.formats.settings import Finite, Point, Setting
from proofs.formats.trace import Coordinates, Index, read_point, read_rounds, write_point, write_target

FIRST_STEPS, LAST_STEPS = 25, 10
"""Rounds of a long game that are kept; one that is hardly longer is kept whole."""


def left_out(count: int, first: int = FIRST_STEPS, last: int = LAST_STEPS) -> range:
    """Return which of so many rounds, counted from 0, are left out in the middle: two or more, or none."""
    return range(first, count - last) if count > first + 1 + last else range(0)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that was played: ``mistakes`` so far, this round's among them; ``left``: concepts that still agree."""

    number: int
    x: Point
    predicted: Prediction
    label: Label
    mistakes: Rational
    left: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values, the point as a trace has it."""
        plain = {
            "round": self.number,
            "x": msgspec.to_builtins(write_point(self.x)),
            "predicted": plain_number(self.predicted),
            "label": self.label,
            "mistakes": plain_number(self.mistakes),
        }
        return plain if self.left is None else plain | {"concepts_left": self.left}


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


def read_steps(trace: Path, setting: Setting, played: int, target: Target | int | None) -> Steps:
    """Read the rounds of a game back from its trace, which may still lack its footer."""
    unseen = left_out(played)
    rounds: list[PlayedRound] = []
    decode = msgspec.json.Decoder(Coordinates | Index).decode
    mistakes: Rational = 0
    space = setting.concept_class.everything if isinstance(setting, Finite) else None
    with trace.open("rb") as file:
        for number, entry in enumerate(read_rounds(file), 1):
            said = entry.predicted if isinstance(entry.predicted, int) else read_rational(entry.predicted)
            mistakes += loss(said, entry.label)
            if space is None and number - 1 in unseen:
                continue
            x = read_point(decode(entry.x))
            if isinstance(setting, Finite) and isinstance(x, int) and space is not None:
                space = setting.concept_class.restrict(space, x, entry.label)
            if number - 1 not in unseen:
                left = None if space is None else space.bit_count()
                rounds.append(PlayedRound(number, x, said, entry.label, mistakes, left))
    return Steps(tuple(rounds), played, target)
