"""What comes of comparing learners: a cell for each learner in each setting, and what its number rests on."""

from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_type_hints

import msgspec

from adversary.game.judge import plain
from adversary.game.result import identity
from proofs.exact.rationals import Rational, write_rational
from proofs.settings import Finite, SearchSetting
from proofs.views import Viewable

Search = Literal["complete", "cut short", "not needed", "none"]
"""Whether all games of the search were played; it is not needed where a theorem says that there are no worse ones."""

DOES_NOT_PLAY = "does not play this setting"


@dataclass(frozen=True, slots=True)
class Cell:
    """One learner in one setting, against the worst adversary that was found for it.

    ``mistakes`` is the largest number found (of a randomized learner the expectation), in ``rounds`` rounds of a game
    by ``adversary`` that the trusted checker has judged and a fresh process has replayed: statement 2. It is ``None``
    where the learner does not play, forfeits, or does not play the same game twice the same way, as ``note`` says.
    ``exact``: nobody can make it err more often, by its theorem or because all its states were looked at;
    ``unbounded``: the game can be continued with ever more mistakes. ``at_limit``: the game was ended by its limit of
    rounds, and more mistakes might have followed. ``open_end``: for that reason, or for want of time or of a search,
    nothing says that there is not more. ``lower`` is what every deterministic learner can be forced to,
    ``upper`` what this learner's card allows: a theorem's, or, with ``upper_is_word``, its own word. ``None`` in either
    is: none known. ``dimension`` is that of a game against one adversary that was given: there was no search, and the
    number is about that game alone. ``span`` is its span bound, which is about learners whose w is in the span of past
    points. ``inherits``: the game of its search at a larger margin counts here, too.
    """

    learner: str
    setting: SearchSetting
    mistakes: Rational | None = None
    adversary: str | None = None
    rounds: int | None = None
    lower: int | None = None
    upper: Rational | None = None
    upper_is_word: bool = False
    exact: bool = False
    unbounded: bool = False
    at_limit: bool = False
    search: Search = "none"
    games: int = 0
    fault: str | None = None
    note: str | None = None
    plays: bool = True
    trace: str | None = None
    dimension: int | None = None
    span: int | None = None
    inherits: bool = False

    @property
    def open_end(self) -> bool:
        """Whether the number is the least that there is, for want of rounds, of time, or of any search."""
        return self.dimension is None and not self.exact and (self.at_limit or self.search in {"cut short", "none"})

    @property
    def attained(self) -> bool | None:
        """Whether the mistakes are as many as this learner's theorem allows; ``None``: unknown, or there is none."""
        if self.mistakes is None or self.upper is None or self.upper_is_word:
            return None
        return self.mistakes == self.upper or (False if self.exact else None)

    @property
    def tight(self) -> bool | None:
        """Whether both theorems' bounds are the number of mistakes; ``None`` where one of them is not known."""
        if self.lower is None or self.attained is None:
            return None
        return self.attained and self.lower == self.upper

    @property
    def refuted(self) -> bool:
        """Whether the learner's own word for how often it errs is refuted by the game."""
        return self.mistakes is not None and self.upper is not None and self.mistakes > self.upper

    @property
    def place(self) -> str:
        """The setting as people write it: a class's name, δ², or the dimension."""
        if self.dimension is not None:
            return f"dimension {self.dimension:,}"
        if isinstance(self.setting, Finite):
            return self.setting.concept_class.name
        return f"δ² = {write_rational(self.setting.margin_squared)}"

    @property
    def size(self) -> Rational:
        """What bounds are drawn against: 1/δ², |C|, or the dimension."""
        if self.dimension is not None:
            return self.dimension
        return self.setting.concept_class.size if isinstance(self.setting, Finite) else 1 / self.setting.margin_squared

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals that need not be integers are strings."""
        finite = isinstance(self.setting, Finite)
        keys = (
            "learner", "plays", "mistakes", "adversary", "rounds", "lower", "upper", "upper_is_word", "exact",
            "unbounded", "at_limit", "tight", "attained", "search", "games", "fault", "note", "trace",
            "dimension", "span",
        )  # fmt: skip
        where: dict[str, Any] = {
            "setting": "finite" if finite else "halfspaces",
            "class": self.setting.concept_class.name if isinstance(self.setting, Finite) else None,
            "margin_squared": None if isinstance(self.setting, Finite) else write_rational(self.setting.margin_squared),
        }
        return where | {key: msgspec.to_builtins(getattr(self, key), enc_hook=plain) for key in keys}


def write_cell(cell: Cell) -> dict[str, Any]:
    """Return a cell, but for its setting, as plain JSON values for ``read_cell``, every number as it is."""
    found = {field.name: getattr(cell, field.name) for field in fields(Cell) if field.name != "setting"}
    return {
        key: {"fraction": [f"{value.numerator:x}", f"{value.denominator:x}"]} if isinstance(value, Fraction) else value
        for key, value in found.items()
    }


def read_cell(plain: dict[str, Any], setting: SearchSetting) -> Cell:
    """Return the cell in a setting that ``write_cell`` has written. Raises ValueError or ArithmeticError."""
    found = msgspec.structs.asdict(msgspec.convert(plain, _cell_record()))
    numbers = {
        key: Fraction(*[int(part, 16) for part in value.fraction])
        for key, value in found.items()
        if isinstance(value, _Written)
    }
    return Cell(setting=setting, **found | numbers)


class _Written(msgspec.Struct):
    """A rational that is no integer, in hexadecimals: of any length."""

    fraction: tuple[str, str]


@cache
def _cell_record() -> type[msgspec.Struct]:
    """Return what JSON has of a cell: its fields, but for the setting."""
    types = get_type_hints(Cell)
    del types["setting"]
    rational = {Rational | None: int | _Written | None}
    return msgspec.defstruct("CellRecord", [(name, rational.get(kind, kind)) for name, kind in types.items()])


@dataclass(frozen=True, slots=True)
class Comparison(Viewable):
    """Several learners in several settings: the cells, setting by setting, in each the learners in their order.

    ``seconds`` is what the search of a cell could take at most, ``seed`` that of what was chosen at random; ``against``
    is the adversary of all games, where one was given, and nothing was searched.
    """

    learners: tuple[str, ...]
    cells: tuple[Cell, ...]
    seconds: float
    seed: int
    against: str | None = None

    @property
    def settled(self) -> bool:
        """Whether every learner that plays has a number, and none of the searches was cut short."""
        return all(not cell.plays or (cell.mistakes is not None and cell.search != "cut short") for cell in self.cells)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "learners": list(self.learners),
            "cells": [cell.to_json() for cell in self.cells],
            "seconds": self.seconds,
            "seed": self.seed,
            "against": self.against,
            **identity(),
        }
