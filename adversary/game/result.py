"""One game, judged: what ``play`` returns."""

from dataclasses import dataclass, fields
from typing import Any

import msgspec

from adversary.game.judge import plain
from adversary.game.second_opinion import NOT_ASKED, Opinion
from adversary.views import Viewable
from proofs.exact.rationals import Rational
from proofs.formats.settings import Finite, Setting
from proofs.formats.trace import Watched

_NOT_IN_JSON = ("setting", "note", "watched", "upper_is_word")  # or only where they say something


@dataclass(frozen=True, slots=True)
class GameResult(Viewable):
    """One game, judged.

    ``realizable``, ``target`` (its norm² and smallest margin², or the concept) and ``statements`` are the checker's
    findings. Of a randomized learner ``mistakes`` is the exact expectation on this sequence, a ``Fraction``.
    ``replayed`` is ``None`` where no replay took place. ``bounds`` are the theorems': what the adversary forces on
    every deterministic learner, and what this learner never exceeds (``None``: no theorem says). ``tight`` means that
    both are the number of mistakes, certified. With ``upper_is_word`` the upper bound is not a theorem's but what the
    card of somebody else's learner says, and nothing is ``tight``. ``reason`` says why the game proves less than was
    asked, if it does. ``second_opinion`` is sympy's on the checker's findings.
    """

    learner: str
    adversary: str
    rounds: int
    mistakes: Rational
    termination: str
    fault: str | None
    realizable: bool
    replayed: bool | None
    bounds: dict[str, Rational | None]
    tight: bool | None
    target: dict[str, Any]
    statements: list[dict[str, Any]]
    trace: str | None
    reason: str | None
    setting: Setting
    note: str | None
    watched: list[Watched] | None = None
    upper_is_word: bool = False
    second_opinion: Opinion = NOT_ASKED

    @property
    def ok(self) -> bool:
        """Whether everything that was asked holds."""
        return self.reason is None

    def to_json(self) -> dict[str, Any]:
        """Return the game as plain JSON values; rationals are strings like ``"1/7"``."""
        keys = [field.name for field in fields(self) if field.name not in _NOT_IN_JSON]
        found = {key: msgspec.to_builtins(getattr(self, key), enc_hook=plain) for key in keys}
        found["second_opinion"] = self.second_opinion.word
        if self.watched is not None:
            found["watched"] = msgspec.to_builtins(self.watched)
        if isinstance(self.setting, Finite):
            found["class"] = self.setting.concept_class.name
        return found
