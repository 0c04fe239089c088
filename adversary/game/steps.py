"""The rounds of a game, one by one, as its trace has them: all of a short game, both ends of a long one."""

from dataclasses import dataclass
from typing import Any

from learners.protocol import Label, Prediction
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Target
from proofs.formats.trace import write_point, write_target
from proofs.formats.transcript import Transcript
from proofs.settings import Point

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
        from adversary.game.answer import RoundAnswer
        from proofs.formats.answers import answer

        known = {"concepts_left": self.left, "lie": self.lie}
        told = {key: value for key, value in known.items() if value is not None}
        return answer(RoundAnswer, self, round=self.number, x=write_point(self.x), **told)


@dataclass(frozen=True, slots=True)
class Steps:
    """The rounds to show, how many were played, and the target that the adversary offered in the end."""

    rounds: tuple[PlayedRound, ...]
    played: int
    target: Target | int | None

    def to_json(self) -> dict[str, Any]:
        """Return them as plain JSON values."""
        from adversary.game.answer import StepsAnswer
        from proofs.formats.answers import answer

        return answer(StepsAnswer, self, target=write_target(self.target))


def read_steps(game: Transcript) -> Steps:
    """Return the rounds of a game to be shown."""
    setting, unseen = game.setting, left_out(game.played)
    rounds: list[PlayedRound] = []
    mistakes: Rational = 0
    space: Any = setting.everything
    for number, entry in enumerate(game, 1):
        mistakes += entry.loss
        space = setting.after(space, entry.x, entry.label)
        if number - 1 not in unseen:
            lie = (
                setting.is_lie(game.target, entry.x, entry.label) if setting.lies and game.target is not None else None
            )
            rounds.append(PlayedRound(number, *entry, mistakes, setting.left(space), lie))
    return Steps(tuple(rounds), game.played, game.target)
