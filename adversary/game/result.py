"""One game, judged: what ``play`` returns, and its rounds, one by one."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from adversary.files import new_file
from adversary.game.judge import Verdict
from adversary.game.second_opinion import NOT_ASKED, Opinion
from adversary.strategies.protocol import Plan
from learners.protocol import Label, Prediction
from proofs.exact.errors import InputError, counted
from proofs.exact.rationals import Rational
from proofs.exact.vectors import Target
from proofs.formats.answers import JSON_VERSION, plain_json
from proofs.formats.trace import Round, Transcript, Watched, loss, read_rounds, rounds_in, write_point, write_target
from proofs.settings import Point, Setting
from proofs.views import Viewable

MAX_RECORDED = 64_000_000
"""Bytes of a trace that a result keeps: some 300,000 rounds or more."""


ALWAYS = (
    *("learner", "adversary", "rounds", "mistakes", "termination", "fault", "realizable", "replayed", "bounds"),
    *("tight", "target", "statements", "trace", "reason"),
)
WANTED = "watched", "steps"
"""The attributes of a result that its JSON has, and those that it has if they were asked for."""

FIRST_STEPS, LAST_STEPS = 25, 10
"""Rounds of a long game that are kept; one that is hardly longer is kept whole."""


def left_out(count: int, first: int = FIRST_STEPS, last: int = LAST_STEPS) -> range:
    """Return the numbers (from 0) of the rounds in the middle of a long game that are not shown."""
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
        """Return it as JSON values, the point as a trace has it."""
        optional = {"concepts_left": self.left, "lie": self.lie}
        keys = {"predicted": self.predicted, "label": self.label, "mistakes": self.mistakes}
        keys |= {key: value for key, value in optional.items() if value is not None}
        return {"round": self.number, "x": msgspec.to_builtins(write_point(self.x)), **plain_json(keys)}


@dataclass(frozen=True, slots=True)
class Steps:
    """The rounds to show, the number of rounds played, and the target that the adversary named at the end."""

    rounds: tuple[PlayedRound, ...]
    played: int
    target: Target | int | None

    def to_json(self) -> dict[str, Any]:
        """Return them as JSON values."""
        return {"rounds": plain_json(self.rounds), "target": msgspec.to_builtins(write_target(self.target))}


def read_steps(game: Transcript) -> Steps:
    """Return the rounds of a game to be shown."""
    setting, unseen = game.setting, left_out(game.played)
    rounds: list[PlayedRound] = []
    mistakes: Rational = 0
    space: Any = setting.everything
    for number, entry in enumerate(game, 1):
        mistakes += loss(entry.predicted, entry.label)
        space = setting.after(space, entry.x, entry.label)
        if number - 1 not in unseen:
            lie = (
                setting.is_lie(game.target, entry.x, entry.label) if setting.lies and game.target is not None else None
            )
            rounds.append(PlayedRound(number, *entry, mistakes, setting.left(space), lie))
    return Steps(tuple(rounds), game.played, game.target)


class MistakeBounds(NamedTuple):
    """A number of mistakes that is ``forced`` on every deterministic learner, and one that this learner never exceeds.

    Each is ``None`` if it is unknown. ``lower_is_proved``: by the adversary's theorem, or by the checker.
    ``upper_is_word``: it is only the claim of the card of an unregistered learner. ``randomized``: this one tosses
    coins.
    """

    forced: int | None
    upper: Rational | None
    lower_is_proved: bool
    upper_is_word: bool
    randomized: bool

    @property
    def lower(self) -> Rational | None:
        """Return a number of mistakes that is forced on every learner of this kind.

        A tree of mistakes forces half of its depth on a randomized one: let fair coins choose the branches.
        """
        return Fraction(self.forced, 2) if self.randomized and self.forced is not None else self.forced

    @property
    def known(self) -> bool:
        """Return whether both are proved."""
        return self.lower_is_proved and self.upper is not None and not self.upper_is_word

    def meet(self, mistakes: Rational) -> bool:
        """Tell whether a game has as many mistakes as both say."""
        return self.lower == mistakes == self.upper

    def attained(self, mistakes: Rational) -> bool:
        """Tell whether a game shows the worst case of this learner, and no more: other learners may do better."""
        return mistakes == self.upper != self.lower and not self.upper_is_word

    def refutation(self, mistakes: Rational) -> str:
        """Say that a game refutes the upper bound, if it does."""
        if self.upper is None or mistakes <= self.upper:
            return ""
        return f"the bound on the learner's card is refuted: {mistakes} mistakes, where it allows {self.upper}"

    @property
    def notes(self) -> Iterator[str]:
        """Yield what has to be said of bounds that are not proved."""
        if self.upper_is_word:
            yield "the upper bound is the learner's own word: it is on its card, and no theorem here gives it"
        if self.lower is not None and not self.lower_is_proved:
            yield f"the lower bound is what this game proves with a claim of {counted(self.forced or 0, 'mistake')}"
        if self.randomized and self.forced:
            yield (
                "lower bound: every learner, randomized or not, is expected to make half of "
                f"{counted(self.forced, 'mistake')} if fair coins choose the labels"
            )


def bounds_of(
    plan: Plan, verdict: Verdict, card_bound: Rational | None, *, proved: bool, randomized: bool
) -> MistakeBounds:
    """Return the bounds of a judged game; ``proved`` says that a theorem gives the bound on the learner's card."""
    by_checker = verdict.proved(plan.setting.lower_statement) is not None
    forced = verdict.lower if plan.forces is None else plan.forces
    is_word = card_bound is not None and not proved
    return MistakeBounds(forced, card_bound, plan.forces is not None or by_checker, is_word, randomized)


@dataclass(frozen=True, repr=False)
class GameResult(Viewable):
    """The judged result of one game.

    ``realizable``, ``target`` (its norm² and smallest margin², or the concept) and ``statements`` are the checker's
    findings. For a randomized learner, ``mistakes`` is the exact expected number in these rounds, a ``Fraction``.
    ``replayed`` is ``None`` if there was no replay.

    ``played`` is the number of ``rounds``. ``bounds`` has the keys ``lower`` and ``upper``, which are also attributes.
    ``lower`` is a number of mistakes that can be forced on every deterministic learner. If this learner is randomized,
    ``lower`` is half of that number, which can be forced on every learner. ``upper`` is a number that this learner
    never exceeds. Each is ``None`` if it is unknown. ``tight`` is true if the mistakes are certified and equal both
    bounds. It is ``None`` if a bound is unknown or no target is legal, and also with ``upper_is_word``: then the upper
    bound is only the claim of the card of an unregistered learner.

    ``reason`` says why the game proves less than it claims, or is ``None``. ``second_opinion`` is sympy's opinion of
    the checker's findings. ``seed`` is the adversary's seed, given or by default, or ``None`` if the adversary takes no
    seed. ``recorded`` is the judged trace, for a page of the game, unless it is longer than ``MAX_RECORDED``.
    ``judged`` is false if the checker could not judge the trace, because it takes too much arithmetic or is malformed.
    Then ``realizable`` means nothing. ``randomized`` says that the learner tosses coins.
    """

    learner: str
    adversary: str
    played: int
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
    steps: Steps | None = None
    seed: int | None = None
    as_printed: bool = False
    judged: bool = True
    randomized: bool = False
    recorded: bytes | None = field(default=None, repr=False, compare=False)

    @property
    def ok(self) -> bool:
        """Return whether the game proves everything that it claims."""
        return self.reason is None

    @property
    def lower(self) -> Rational | None:
        """The mistakes that can be forced on every deterministic learner (half for a randomized one), if known."""
        return self.bounds["lower"]

    @property
    def upper(self) -> Rational | None:
        """The number of mistakes that this learner never exceeds, if it is known."""
        return self.bounds["upper"]

    @cached_property
    def rounds(self) -> list[Round]:
        """The rounds. Raises InputError if the trace was not kept, because it has more than 64 MB."""
        with new_file(None) as path:
            path.write_bytes(self.recording)
            return rounds_in(self.setting, read_rounds(path))

    @property
    def recording(self) -> bytes:
        """The judged trace. Raises InputError if it was too long to be kept."""
        if self.recorded is None:
            raise InputError(
                f"a game of {self.played:,} rounds is not kept in memory: type `adversary play` with -o game.jsonl, "
                "and `adversary show game.jsonl`"
            )
        return self.recorded

    def to_json(self) -> dict[str, Any]:
        """Return what ``play --json`` prints, as plain JSON values; rationals are texts like "1/7"."""
        always = {name: plain_json(getattr(self, "played" if name == "rounds" else name)) for name in ALWAYS}
        wanted = {name: plain_json(value) for name in WANTED if (value := getattr(self, name)) is not None}
        keys = always | {"second_opinion": self.second_opinion.word} | wanted | self.setting.identity()
        return dict(msgspec.to_builtins(keys | {"seed": self.seed, "as_printed": self.as_printed} | identity()))


def identity() -> dict[str, Any]:
    """Return the version of this program, and that of the JSON of its results, as plain JSON values."""
    return {"version": _program_version(), "json_version": JSON_VERSION}


def _program_version() -> str | None:
    """Return the version of this program, if it is installed and not just on the path."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("forced-mistakes")
    except PackageNotFoundError:
        return None
