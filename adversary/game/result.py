"""One game, judged: what ``play`` returns."""

from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from adversary.game.second_opinion import NOT_ASKED, Opinion

if TYPE_CHECKING:
    from adversary.game.steps import Steps
from proofs.exact.rationals import Rational
from proofs.formats.trace import Watched
from proofs.settings import Setting
from proofs.views import Paged

JSON_VERSION = 1
"""The version of the JSON of a result. Keys may be added to it; where one changes or goes, it is a new version."""

MAX_RECORDED = 2_000_000
"""Bytes of a trace that a result keeps: some 10,000 rounds."""


@dataclass(frozen=True, slots=True)
class GameResult(Paged):
    """One game, judged.

    ``realizable``, ``target`` (its norm² and smallest margin², or the concept) and ``statements`` are the checker's
    findings. Of a randomized learner ``mistakes`` is the exact expectation on this sequence, a ``Fraction``.
    ``replayed`` is ``None`` where no replay took place. ``bounds`` are the theorems': what the adversary forces on
    every deterministic learner, and what this learner never exceeds (``None``: no theorem says). ``tight`` means that
    both are the number of mistakes, certified. With ``upper_is_word`` the upper bound is not a theorem's but what the
    card of somebody else's learner says, and nothing is ``tight``. ``reason`` says why the game proves less than was
    asked, if it does. ``second_opinion`` is sympy's on the checker's findings. ``steps`` are the rounds,
    where they were asked for; ``seed`` is the adversary's, if it takes one, given or not. ``recorded`` is the trace as
    it was judged, for a page of the game, unless it is longer than ``MAX_RECORDED``. Unless it was ``judged``, the
    checker has not said whether the game is ``realizable``: the trace was too much for it, or malformed.
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
    steps: "Steps | None" = None
    seed: int | None = None
    as_printed: bool = False
    judged: bool = True
    recorded: bytes | None = field(default=None, repr=False, compare=False)

    @property
    def ok(self) -> bool:
        """Whether everything that was asked holds."""
        return self.reason is None

    def to_json(self) -> dict[str, Any]:
        """Return the game as plain JSON values; rationals are strings like ``"1/7"``."""
        from adversary.game.answer import GameAnswer
        from proofs.formats.answers import answer

        more = {"watched": self.watched, "steps": self.steps}
        told = {key: value for key, value in more.items() if value is not None}
        about = self.setting.identity() | identity()
        return answer(GameAnswer, self, second_opinion=self.second_opinion.word, **told, **about)


def identity() -> dict[str, Any]:
    """Return the version of this program, and that of the JSON of its results, as plain JSON values."""
    return {"version": _program_version(), "json_version": JSON_VERSION}


def _program_version() -> str | None:
    """Return the version of this program, if it is installed and not just on the path."""
    try:
        return version("forced-mistakes")
    except PackageNotFoundError:
        return None
