"""The result of a comparison: a cell for each learner and setting, with the evidence for its number."""

from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_type_hints

import msgspec

from adversary.game.result import identity
from adversary.search.worst_case import Count
from learners.protocol import Label
from proofs.exact.errors import lies_suffix
from proofs.exact.rationals import Rational
from proofs.formats.answers import JsonVersion, Number, answer
from proofs.settings import SearchSetting
from proofs.settings.finite import Index
from proofs.settings.vectors import RationalText
from proofs.views import Viewable

Search = Literal["complete", "cut short", "not needed", "none"]
"""Whether all games of the search were played; it is not needed where a theorem says that there are no worse ones."""

DOES_NOT_PLAY = "does not play this setting"


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one learner in one setting, against the worst adversary found.

    ``mistakes`` is the largest number found (of a randomized learner the expectation), in ``rounds`` rounds of a game
    by ``adversary`` that the trusted checker has judged and a fresh process has replayed: statement 2. It is ``None``
    where the learner does not play, forfeits, or does not play the same game twice the same way, as ``note`` says.
    Where updates are counted, ``updates`` is the number, and ``mistakes`` is ``None``.
    ``exact``: nobody can make it err more often, by its theorem or because all its states were looked at;
    ``unbounded``: the game can be continued with ever more mistakes. ``at_limit``: the game was ended by its limit of
    rounds, and more mistakes might have followed. ``open_end``: for that reason, or for want of time or of a search,
    nothing says that there is not more. ``lower`` is what every deterministic learner can be forced to,
    ``upper`` what this learner's card allows: a theorem's, or, with ``upper_is_word``, its own word. ``None`` in either
    is: none known. On a class, ``sequence`` are the points of the game by their names, with their labels and whether
    these are lies, of which the last ``cycle`` may be repeated for ever; ``target`` is the concept, and ``states`` are
    those of the learner that were looked at, if they can be.
    ``inherits``: the game of its search at a larger margin also counts here. ``game`` is the trace, as ``pack`` in
    ``cell_tasks`` returns it, and ``trace`` the file that has it; ``unchecked`` says what of a stored cell it does not
    show.
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
    inherits: bool = False
    updates: int | None = None
    states: int | None = None
    sequence: tuple[tuple[str, Label, bool], ...] = ()
    cycle: int = 0
    target: str | None = None
    game: str | None = None
    unchecked: str | None = None

    @property
    def number(self) -> Rational | None:
        """Return the compared number: the mistakes, or the updates with ``count="updates"``."""
        return self.mistakes if self.updates is None else self.updates

    @property
    def open_end(self) -> bool:
        """Return whether the number is only a lower bound: rounds or time ran out, or nothing was searched."""
        return not self.exact and (self.at_limit or self.search in {"cut short", "none"})

    @property
    def at_most(self) -> int | None:
        """Return an upper bound for this learner, from its worst case or a theorem; ``None`` if unknown."""
        most = self.number if self.exact else None if self.upper_is_word or self.unbounded else self.upper
        return None if most is None else int(most // 1)

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
    def refuted(self) -> bool:
        """Return whether the game refutes the bound that the learner's own card states."""
        return self.mistakes is not None and self.upper is not None and self.mistakes > self.upper

    @property
    def place(self) -> str:
        """Return the name of the setting for people: the class with its lies, or δ²."""
        about = self.setting.identity()
        if "class" in about:
            return f"{about['class']}{lies_suffix(about['lies'])}"
        within = "" if self.dimension is None else f", d = {self.dimension:,}"
        return f"δ² = {about['margin_squared']}{within}"

    @property
    def dimension(self) -> int | None:
        """Return the dimension of the games with a margin, if it is below ⌊1/δ²⌋; else ``None``."""
        return self.setting.dimension if self.setting.is_small else None

    @property
    def size(self) -> Rational:
        """Return the horizontal coordinate of figures: 1/δ² or |C|."""
        about = self.setting.identity()
        return about["concepts"] if "class" in about else 1 / Fraction(about["margin_squared"])

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals that need not be integers are strings."""
        about = self.setting.identity()
        told = {key: about.get(key) for key in ("setting", "class", "margin_squared")}
        rounds = [(point, label) for point, label, _ in self.sequence]
        first = len(rounds) - self.cycle
        told |= {"lies": about.get("lies", 0), "sequence": rounds[:first], "cycle": rounds[first:]}
        return answer(CellAnswer, self, **told)


class CellAnswer(msgspec.Struct, rename={"class_name": "class"}):
    """A cell in JSON. ``dimension`` is given only if it is below ⌊1/δ²⌋; ``span`` is always ``None``."""

    setting: Literal["halfspaces", "finite"]
    class_name: str | None
    margin_squared: RationalText | None
    learner: str
    plays: bool
    mistakes: Number | None
    adversary: str | None
    rounds: Index | None
    lower: Index | None
    upper: Number | None
    upper_is_word: bool
    exact: bool
    unbounded: bool
    at_limit: bool
    tight: bool | None
    attained: bool | None
    search: Search
    games: Index
    fault: str | None
    note: str | None
    trace: str | None
    updates: Index | None
    at_most: Index | None
    states: Index | None
    target: str | None
    lies: Index
    sequence: list[tuple[str, Label]]
    cycle: list[tuple[str, Label]]
    dimension: Index | None
    span: None = None


def write_cell(cell: Cell) -> dict[str, Any]:
    """Return a cell, without its setting, as plain JSON values for ``read_cell``, every number as it is."""
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
    """A rational in hexadecimal digits, so that its length is unlimited."""

    fraction: tuple[str, str]


@cache
def _cell_record() -> type[msgspec.Struct]:
    """Return what JSON has of a cell: its fields without the setting."""
    types = get_type_hints(Cell)
    del types["setting"]
    rational = {Rational | None: int | _Written | None}
    return msgspec.defstruct("CellRecord", [(name, rational.get(kind, kind)) for name, kind in types.items()])


@dataclass(frozen=True, slots=True)
class Comparison(Viewable):
    """A comparison of several learners in several settings: the cells, ordered by setting and then by learner.

    ``seconds`` is what the search of a cell could take at most, ``seed`` that of what was chosen at random, and
    ``count`` says what was counted.
    """

    learners: tuple[str, ...]
    cells: tuple[Cell, ...]
    seconds: float
    seed: int
    count: Count = "mistakes"

    @property
    def settled(self) -> bool:
        """Return whether every learner that plays has a number and no search was cut short."""
        return all(not cell.plays or (cell.number is not None and cell.search != "cut short") for cell in self.cells)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return answer(CompareAnswer, self, **identity())


class CompareAnswer(msgspec.Struct):
    """A comparison in JSON."""

    learners: list[str]
    cells: list[CellAnswer]
    seconds: float
    seed: int
    count: Count
    version: str | None
    json_version: JsonVersion
    against: None = None
