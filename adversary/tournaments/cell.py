"""The results of a tournament: a cell for each learner, setting and adversary, and the pairs that do not fit.

A cell is a line of ``results.jsonl``.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Self, get_type_hints

from adversary.game.result import identity
from adversary.search.worst_case import Count
from proofs.classes.concepts import ConceptClass
from proofs.exact.rationals import Rational, plain_number
from proofs.formats.answers import Number
from proofs.settings import Kind
from proofs.settings.vectors import RationalText
from proofs.statements import CERTIFIED
from proofs.views import Viewable

RESULTS, UNFIT, SUMMARY, TRACES = "results.jsonl", "unfit.jsonl", "summary.json", "traces"
RESULTS_TABLE, TIMES_TABLE = "results.csv", "times.csv"
REPORT, GAMES, FIGURES = "report.html", "games", "figures"
WRITTEN = (RESULTS, UNFIT, SUMMARY, TRACES, RESULTS_TABLE, TIMES_TABLE, REPORT, GAMES, FIGURES)
"""What else a tournament writes into a folder."""

_JSON_NAMES = {"concept_class": "class"}
_NUMBERS = {"margin_squared", "mistakes", "lower", "upper", "bound"}

CountsAs = Literal["ratio", "zero", "unknown", "forfeit", "failed", "unproved", "empty"]
"""What a cell may count as; only a ``ratio`` is a number."""

Search = Literal["complete", "cut short", "not needed", "none"]
"""Whether all games of the search were played; it is not needed where a theorem says that there are no worse ones."""

WORST = "the worst found"
"""What stands for the adversary where it is searched for."""


class Place(NamedTuple):
    """Where games are played: halfspaces with a margin, a dimension or both, or a class with lies; and a seed.

    What was not asked for, or is not known, is ``None``; without a ``kind`` the adversary has its own setting.
    """

    kind: Kind | None = None
    margin_squared: Fraction | None = None
    dimension: int | None = None
    concept_class: str | ConceptClass | None = None
    lies: int | None = None
    seed: int | None = None

    @property
    def class_name(self) -> str | None:
        """Return how the class was named."""
        return self.concept_class.name if isinstance(self.concept_class, ConceptClass) else self.concept_class

    def options(self) -> dict[str, Any]:
        """Return what is known, under the names of an adversary's options."""
        return {key: value for key, value in self._asdict().items() if key != "kind" and value is not None}

    def to_json(self) -> dict[str, Any]:
        """Return the options as plain JSON values."""
        named = self._replace(concept_class=self.class_name).options()
        return {key: plain_number(value) if key == "margin_squared" else value for key, value in named.items()}


NOWHERE = Place()
"""Where an adversary plays that brings its own setting."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A judged game of a learner in a setting: against an adversary, or the worst game that was found.

    ``setting`` is the kind of the setting, and what does not belong to it is None. ``mistakes`` are exact, a Fraction
    where they are expected ones, and None unless they are certified. ``lower`` is what the adversary (of a worst game:
    any) forces on every deterministic learner, ``upper`` what this learner's card says that it never exceeds
    (``upper_is_word``: the card is not ours, and no theorem of ours), ``bound`` what an optimal deterministic learner
    never exceeds in the setting; None where nothing is known. ``termination`` is ``finished``, ``forfeit``, or
    ``failed``: then there is no result, and ``reason`` says why. ``trace`` is the trace's place in the folder, or None;
    ``trace_sha256`` is its digest all the same. ``asked`` is what the adversary was given, by its names for it.
    ``command`` plays the game again, or searches for it, where the specification's files are.

    The rest is about the worst game found; ``search`` is None where the adversary was given. ``exact``: nobody can
    make the learner err more often, by its theorem or because all its states were looked at; ``unbounded``: the game
    can be continued with ever more mistakes. ``at_limit``: the game was ended by its limit of rounds. ``games`` were
    played, and ``states`` of the learner looked at. On a class, ``sequence`` are the points of the game by their names,
    with their labels and whether these are lies, of which the last ``cycle`` may be repeated for ever; ``target`` is
    the concept. ``updates`` is what is counted instead of mistakes. ``note`` says what else was found out.
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
    search: Search | None = None
    exact: bool = False
    unbounded: bool = False
    at_limit: bool = False
    games: int = 1
    states: int | None = None
    updates: int | None = None
    sequence: tuple[tuple[str, int, bool], ...] = ()
    cycle: int = 0
    target: str | None = None
    note: str | None = None

    @property
    def certified(self) -> bool:
        """Return whether the number of mistakes is certified: checker and replay confirm it."""
        return self.termination == "finished" and any(entry["statement"] in CERTIFIED for entry in self.statements)

    @property
    def ratio(self) -> Fraction | None:
        """Return M/bound, or ``None`` if the mistakes are not certified, or the bound is unknown or 0."""
        if not self.certified or self.mistakes is None or not self.bound:
            return None
        return Fraction(self.mistakes) / self.bound

    @property
    def kind(self) -> CountsAs:
        """Return the category of the cell in rankings."""
        if self.termination != "finished":
            return self.termination
        if self.rounds == 0:
            return "empty"
        if not self.certified:
            return "unproved"
        return "unknown" if self.bound is None else "ratio" if self.bound else "zero"

    @property
    def most(self) -> Rational | None:
        """Return the compared number: the mistakes, or the updates if these are counted."""
        return self.mistakes if self.updates is None else self.updates

    @property
    def open_end(self) -> bool:
        """Return whether the worst may be more: rounds or time ran out, or nothing was searched."""
        return self.search is not None and not self.exact and (self.at_limit or self.search in {"cut short", "none"})

    @property
    def settled(self) -> bool:
        """Return whether there is a result, which a forfeit is, and no search was cut short."""
        if self.search is None or self.termination != "finished":
            return self.termination != "failed"
        return self.most is not None and self.search != "cut short"

    @property
    def attained(self) -> bool | None:
        """Return whether the mistakes equal the learner's upper bound; ``None`` if there is none or this is unknown."""
        if self.mistakes is None or self.upper is None or self.upper_is_word:
            return None
        return self.mistakes == self.upper or (False if self.exact else None)

    @property
    def tight(self) -> bool | None:
        """Return whether both bounds equal the number of mistakes; ``None`` if one of them is unknown."""
        if self.lower is None or self.attained is None:
            return None
        return self.attained and self.lower == self.upper

    @property
    def place(self) -> Place:
        """Return the setting; scores are compared in each."""
        return Place(self.setting, self.margin_squared, self.dimension, self.concept_class, self.lies)

    @property
    def opponent(self) -> str:
        """Return the adversary that was asked for, or ``WORST``."""
        return self.adversary if self.search is None else WORST

    @property
    def slot(self) -> tuple[Any, ...]:
        """Return whom, where and with which seed the learner plays: cells with equal slots are comparable."""
        return self.opponent, self.place, self.seed, tuple(sorted(self.asked.items()))

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Read the cell from plain JSON values, ignoring other keys."""
        keys = {entry.name: _JSON_NAMES.get(entry.name, entry.name) for entry in fields(cls)}
        values = {name: value[key] for name, key in keys.items() if key in value}
        for name in _NUMBERS & values.keys():
            if isinstance(values[name], str):
                values[name] = Fraction(values[name])
        values["statements"] = tuple(values.get("statements", ()))
        values["sequence"] = tuple(map(tuple, values.get("sequence", ())))
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals that are not ints are strings."""
        ratio = None if self.ratio is None else plain_number(self.ratio)
        computed = {"ratio": ratio, "tight": self.tight, "attained": self.attained}
        lists = {"statements": list(self.statements), "sequence": [list(entry) for entry in self.sequence]}
        values = {_JSON_NAMES.get(of.name, of.name): getattr(self, of.name) for of in fields(self)}
        plain = {key: plain_number(value) if isinstance(value, Fraction) else value for key, value in values.items()}
        return plain | lists | computed


@dataclass(frozen=True, slots=True)
class Unfit:
    """A pair that does not fit, with the reason. ``learner`` is ``None`` if the adversary plays in no setting.

    ``by_adversary`` says that a user-supplied adversary could not go on, which is no fact about the learner.
    """

    learner: str | None
    adversary: str
    reason: str
    place: Place = NOWHERE
    by_adversary: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        pair = {"learner": self.learner, "adversary": self.adversary, "reason": self.reason}
        options = dict.fromkeys(Place._fields[1:]) | self.place.to_json()
        setting = {"setting": self.place.kind} | {_JSON_NAMES.get(key, key): value for key, value in options.items()}
        return pair | setting | {"by_adversary": self.by_adversary}


@dataclass(frozen=True, slots=True, repr=False)
class Tournament(Viewable):
    """The cells in the order of the specification, numbered from 1, and the pairs that do not fit.

    ``count`` says what was counted. Of its cells some were ``skipped``, since their results were kept; ``seconds`` are
    those of each cell, and ``traces`` the games, packed, by their places in a folder.
    """

    title: str
    cells: tuple[Cell, ...]
    unfit: tuple[Unfit, ...] = ()
    count: Count = "mistakes"
    skipped: int = 0
    seconds: tuple[float, ...] = ()
    traces: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)

    @property
    def learners(self) -> tuple[str, ...]:
        """Return the learners that have a cell, in the order of the specification."""
        return tuple(dict.fromkeys(cell.learner for cell in self.cells))

    @property
    def without_game(self) -> tuple[Unfit, ...]:
        """Return, for each learner without any cell, its first pair with the reason."""
        playing, first = set(self.learners), dict[str, Unfit]()
        for entry in self.unfit:
            if entry.learner is not None and entry.learner not in playing:
                first.setdefault(entry.learner, entry)
        return tuple(first.values())

    @property
    def settled(self) -> bool:
        """Return whether a learner has not only forfeited, and every cell has a result that no search cut short."""
        return any(cell.kind != "forfeit" for cell in self.cells) and all(cell.settled for cell in self.cells)

    def to_json(self) -> dict[str, Any]:
        """Return what ``tournament --json`` prints, except the ranking."""
        failed = sum(cell.termination == "failed" for cell in self.cells)
        counts = {"games": len(self.cells), "finished": len(self.cells) - self.skipped - failed}
        lists = {"cells": [cell.to_json() for cell in self.cells], "unfit": [pair.to_json() for pair in self.unfit]}
        told = {"skipped": self.skipped, "failed": failed, "learners": list(self.learners), "count": self.count}
        return counts | told | lists | identity()


def lines_of(entries: Iterable[Cell | Unfit]) -> str:
    """Return cells, or pairs that do not fit, as the lines of a file."""
    return "".join(f"{json.dumps(entry.to_json())}\n" for entry in entries)


def answer_types() -> dict[str, Any]:
    """Return the keys of the JSON of a cell, with the types of their values."""
    plain = {Rational | None: Number | None, Fraction | None: RationalText | int | None}
    hints = {_JSON_NAMES.get(name, name): plain.get(hint, hint) for name, hint in get_type_hints(Cell).items()}
    return hints | {"ratio": Number | None, "tight": bool | None, "attained": bool | None}
