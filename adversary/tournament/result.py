"""What a tournament has found: a game a line of ``results.jsonl``, and the pairs that make no game."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Self

from adversary.game.result import MAX_RECORDED
from proofs.exact.rationals import Rational, plain_number
from proofs.statements import CERTIFIED

RESULTS, UNFIT, SUMMARY, TRACES = "results.jsonl", "unfit.jsonl", "summary.json", "traces"
RESULTS_TABLE, TIMES_TABLE = "results.csv", "times.csv"
REPORT, GAMES, FIGURES = "report.html", "games", "figures"
WRITTEN = (RESULTS, UNFIT, SUMMARY, TRACES, RESULTS_TABLE, TIMES_TABLE, REPORT, GAMES, FIGURES)
"""What else a tournament writes there."""

_JSON_NAMES = {"concept_class": "class"}
_NUMBERS = {"margin_squared", "mistakes", "lower", "upper", "bound"}

CountsAs = Literal["ratio", "zero", "unknown", "forfeit", "failed", "unproved", "empty"]
"""What a game may count as; only a ``ratio`` is a number."""


class PlayedSetting(NamedTuple):
    """What was played on: halfspaces with a margin in a dimension, or a class with so many lies; the rest is None.

    It stands for what ``PlayedGame`` says of it, and its ``group`` is where scores are compared.
    """

    group: Literal["halfspaces", "finite", "hinge"]
    margin_squared: Fraction | None = None
    dimension: int | None = None
    concept_class: str | None = None
    lies: int | None = None


class Slot(NamedTuple):
    """All of a game but its learner: games of one slot are compared.

    ``asked`` is what the adversary was given: a user's may play in another setting.
    """

    adversary: str
    setting: PlayedSetting
    seed: int | None
    asked: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game, judged, as a line of ``results.jsonl`` has it.

    ``setting`` is ``halfspaces``, ``finite`` or ``hinge``, and what does not belong to it is None. ``mistakes`` are
    exact, a Fraction where they are expected ones, and None unless they are certified. ``lower`` is what the adversary
    forces on every deterministic learner, ``upper`` what this learner's card says that it never exceeds
    (``upper_is_word``: the card is somebody else's, and no theorem of ours), ``bound`` what an optimal deterministic
    learner never exceeds in the setting; None where nothing is known. ``termination`` is ``finished``, ``forfeit``, or
    ``failed``: then there is no result, and ``reason`` says why. ``trace`` is the trace's place in the folder, or None;
    ``trace_sha256`` is its digest all the same. ``asked`` is what the adversary was given, by its names for it.
    ``command`` plays the game again where the specification's files are.
    """

    number: int
    learner: str
    adversary: str
    setting: Literal["halfspaces", "finite", "hinge"]
    asked: dict[str, Any] = field(default_factory=dict)
    margin_squared: Fraction | None = None
    dimension: int | None = None
    unit_norm: bool | None = None
    concept_class: str | None = None
    concepts: int | None = None
    points: int | None = None
    lies: int | None = None
    seed: int | None = None
    rounds: int | None = None
    mistakes: Rational | None = None
    lower: Rational | None = None
    upper: Rational | None = None
    upper_is_word: bool = False
    bound: Rational | None = None
    statements: tuple[dict[str, Any], ...] = ()
    realizable: bool | None = None
    replayed: bool | None = None
    termination: Literal["finished", "forfeit", "failed"] = "finished"
    fault: str | None = None
    reason: str | None = None
    trace_sha256: str | None = None
    trace: str | None = None
    command: str = ""
    version: str | None = None

    @property
    def certified(self) -> bool:
        """Whether the trusted checker certifies, after the replay, that this learner made these mistakes here."""
        return self.termination == "finished" and any(found["statement"] in CERTIFIED for found in self.statements)

    @property
    def ratio(self) -> Fraction | None:
        """M/bound, if the mistakes are certified, and the bound is known and not 0."""
        if not self.certified or self.mistakes is None or not self.bound:
            return None
        return Fraction(self.mistakes) / self.bound

    @property
    def kind(self) -> CountsAs:
        """What it counts as."""
        if self.termination != "finished":
            return self.termination
        if self.rounds == 0:
            return "empty"
        if not self.certified:
            return "unproved"
        return "unknown" if self.bound is None else "ratio" if self.bound else "zero"

    @property
    def slot(self) -> Slot:
        """The game without its learner: games with equal slots are comparable."""
        where = PlayedSetting(self.setting, self.margin_squared, self.dimension, self.concept_class, self.lies)
        return Slot(self.adversary, where, self.seed, tuple(sorted(self.asked.items())))

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Return the game of plain JSON values, of which other keys are left out."""
        keys = {entry.name: _JSON_NAMES.get(entry.name, entry.name) for entry in fields(cls)}
        found = {name: value[key] for name, key in keys.items() if key in value}
        for name in _NUMBERS & found.keys():
            if isinstance(found[name], str):
                found[name] = Fraction(found[name])
        return cls(**found | {"statements": tuple(found.get("statements", ()))})

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals that are not ints are strings."""
        found: dict[str, Any] = {}
        for key, value in _plain(self).items():
            found[key] = value
            if key == "bound":
                found["ratio"] = None if self.ratio is None else plain_number(self.ratio)
        return found | {"statements": list(self.statements)}


@dataclass(frozen=True, slots=True)
class Unfit:
    """A pair that makes no game, and why: ``learner`` is None where the adversary plays in none of the settings.

    ``by_adversary`` says that a user-supplied adversary could not go on, which is no fact about the learner.
    """

    learner: str | None
    adversary: str
    reason: str
    setting: Literal["halfspaces", "finite", "hinge"] | None = None
    margin_squared: Fraction | None = None
    dimension: int | None = None
    concept_class: str | None = None
    lies: int | None = None
    seed: int | None = None
    by_adversary: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return _plain(self)


@dataclass(frozen=True, slots=True)
class Tournament:
    """Games in the order of the specification, numbered from 1, and what made none."""

    title: str
    games: tuple[PlayedGame, ...]
    unfit: tuple[Unfit, ...] = ()

    @property
    def learners(self) -> tuple[str, ...]:
        """Those that play, in the order of the specification."""
        return tuple(dict.fromkeys(game.learner for game in self.games))

    @property
    def without_game(self) -> tuple[Unfit, ...]:
        """For each learner that makes no game with anybody, the first pair, with the reason."""
        playing, first = set(self.learners), dict[str, Unfit]()
        for entry in self.unfit:
            if entry.learner is not None and entry.learner not in playing:
                first.setdefault(entry.learner, entry)
        return tuple(first.values())

    @property
    def adversaries(self) -> tuple[str, ...]:
        """Those that play, in the order of the specification."""
        return tuple(dict.fromkeys(game.adversary for game in self.games))


def lines_of(entries: Iterable[PlayedGame | Unfit]) -> str:
    """Return games, or pairs that make none, as a file has them."""
    return "".join(f"{json.dumps(entry.to_json())}\n" for entry in entries)


def is_recorded(value: Mapping[str, Any]) -> bool:
    """Tell whether a game's trace is short enough to be kept."""
    return bool(value.get("trace_bytes", MAX_RECORDED + 1) <= MAX_RECORDED)


def trace_of(value: Mapping[str, Any]) -> str:
    """Return a trace's place in the folder, by its digest: a game may have another number in another specification."""
    return f"{TRACES}/{value['trace_sha256'][:16]}.jsonl"


def _plain(entry: "PlayedGame | Unfit") -> dict[str, Any]:
    found = {_JSON_NAMES.get(of.name, of.name): getattr(entry, of.name) for of in fields(entry)}
    return {key: plain_number(value) if isinstance(value, Fraction) else value for key, value in found.items()}
