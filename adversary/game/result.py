"""One game, judged: what ``play`` returns."""

from dataclasses import dataclass
from typing import Any

import msgspec

from adversary.game.judge import plain
from adversary.game.second_opinion import NOT_ASKED, Opinion
from adversary.views import Viewable
from proofs.exact.rationals import Rational
from proofs.formats.settings import Finite, Setting
from proofs.formats.trace import Watched


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
        found = {
            "learner": self.learner,
            "adversary": self.adversary,
            "rounds": self.rounds,
            "mistakes": plain(self.mistakes),
            "termination": self.termination,
            "fault": self.fault,
            "realizable": self.realizable,
            "replayed": self.replayed,
            "bounds": {key: plain(bound) for key, bound in self.bounds.items()},
            "tight": self.tight,
            "target": {key: plain(value) for key, value in self.target.items()},
            "statements": [dict(statement) for statement in self.statements],
            "trace": self.trace,
            "reason": self.reason,
            "second_opinion": self.second_opinion.word,
        }
        if self.watched is not None:
            found["watched"] = [msgspec.structs.asdict(entry) for entry in self.watched]
        if isinstance(self.setting, Finite):
            found["class"] = self.setting.concept_class.name
        return found
