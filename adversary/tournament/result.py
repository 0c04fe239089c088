"""The results of a tournament: the games, one per line of ``results.jsonl``, and the pairs that do not fit."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Self

from adversary.game.result import MAX_RECORDED
from proofs.exact.rationals import Rational, plain_number
from proofs.settings import Kind
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
    """The setting of a game: halfspaces with a margin and dimension, or a class with lies; other fields are ``None``.

    It stands for what ``PlayedGame`` says of it, and its ``group`` is where scores are compared.
    """

    group: Kind
    margin_squared: Fraction | None = None
    dimension: int | None = None
    concept_class: str | None = None
    lies: int | None = None


class Slot(NamedTuple):
    """The adversary, setting and seed of a game. Games of the same slot are compared.

    ``asked`` is what the adversary was given: a user's may play in another setting.
    """

    adversary: str
    setting: PlayedSetting
    seed: int | None
    asked: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A judged game, as in a line of ``results.jsonl``.

    ``setting`` is the kind of the setting, and what does not belong to it is None. ``mistakes`` are exact, a Fraction
    where they are expected ones, and None unless they are certified. ``lower`` is what the adversary forces on every
    deterministic learner, ``upper`` what this learner's card says that it never exceeds (``upper_is_word``: the card is
    not ours, and no theorem of ours), ``bound`` what an optimal deterministic learner never exceeds in the setting;
    None where nothing is known. ``termination`` is ``finished``, ``forfeit``, or ``failed``: then there is no result,
    and ``reason`` says why. ``trace`` is the trace's place in the folder, or None; ``trace_sha256`` is its digest all
    the same. ``asked`` is what the adversary was given, by its names for it. ``command`` plays the game again where the
    specification's files are.
    """

    number: int
    learner: str
    adversary: str
    setting: Kind
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
        """Return whether the number of mistakes is certified: checker and replay confirm it."""
        return self.termination == "finished" and any(found["statement"] in CERTIFIED for found in self.statements)

    @property
    def ratio(self) -> Fraction | None:
        """Return M/bound, or ``None`` if the mistakes are not certified, or the bound is unknown or 0."""
        if not self.certified or self.mistakes is None or not self.bound:
            return None
        return Fraction(self.mistakes) / self.bound

    @property
    def kind(self) -> CountsAs:
        """Return the category of the game in rankings."""
        if self.termination != "finished":
            return self.termination
        if self.rounds == 0:
            return "empty"
        if not self.certified:
            return "unproved"
        return "unknown" if self.bound is None else "ratio" if self.bound else "zero"

    @property
    def slot(self) -> Slot:
        """Return the adversary, setting and seed: games with equal slots are comparable."""
        where = PlayedSetting(self.setting, self.margin_squared, self.dimension, self.concept_class, self.lies)
        return Slot(self.adversary, where, self.seed, tuple(sorted(self.asked.items())))

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read the game from plain JSON values, ignoring other keys."""
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
    """A pair that does not fit, with the reason. ``learner`` is ``None`` if the adversary plays in no setting.

    ``by_adversary`` says that a user-supplied adversary could not go on, which is no fact about the learner.
    """

    learner: str | None
    adversary: str
    reason: str
    setting: Kind | None = None
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
    """The games in the order of the specification, numbered from 1, and the pairs that do not fit."""

    title: str
    games: tuple[PlayedGame, ...]
    unfit: tuple[Unfit, ...] = ()

    @property
    def learners(self) -> tuple[str, ...]:
        """Return the learners that have a game, in the order of the specification."""
        return tuple(dict.fromkeys(game.learner for game in self.games))

    @property
    def without_game(self) -> tuple[Unfit, ...]:
        """Return, for each learner without any game, its first pair with the reason."""
        playing, first = set(self.learners), dict[str, Unfit]()
        for entry in self.unfit:
            if entry.learner is not None and entry.learner not in playing:
                first.setdefault(entry.learner, entry)
        return tuple(first.values())

    @property
    def adversaries(self) -> tuple[str, ...]:
        """Return the adversaries that have a game, in the order of the specification."""
        return tuple(dict.fromkeys(game.adversary for game in self.games))


def lines_of(entries: Iterable[PlayedGame | Unfit]) -> str:
    """Return games, or pairs that do not fit, as the lines of a file."""
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
