"""The figures of a tournament that are tables: M/bound of each pair, and where each learner leaves the bound.

In each cell there is a number or a sign, readable without color.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from rich.cells import cell_len

from adversary.tournament.result import PlayedGame, PlayedSetting, Tournament
from adversary.views.figures.drawing import (
    INK,
    PAPER,
    PROSE,
    RULE,
    SMALL,
    SOFT,
    WIDE,
    Box,
    Drawing,
    Item,
    Words,
    small_print,
)
from adversary.views.words import (
    KIND_SIGNS,
    KIND_WORDS,
    exceeds,
    known_number,
    long_number,
    ratio_text,
    setting_name,
    short_names,
    without_mistakes,
)
from proofs.exact.errors import counted, one_line
from proofs.settings import SETTINGS

UNFIT = "#ececec"
"""The ground of a pair that does not fit."""

BLUES = ("#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6")
"""Grounds of cells by M/bound, in fifths."""

_RATIOS = """
A number: the largest M/bound of all certified games of the pair, M its mistakes, bound what an optimal deterministic
learner never exceeds in the setting of the game. Above 1: bold, in a thick frame.
"""
_RATIO_SIGNS = """
F: forfeits. !: games with no result, or whose mistakes are not certified. ∅: no round was played, and nothing is shown.
?: certified, but the bound is unknown. /0: certified, and the bound is 0; in a thick frame, if there are mistakes all
the same. (With how many of the pair’s games, where there are others.) –: the pair does not fit. Empty: not asked for.
"""


_MISTAKES = """
In each setting the most mistakes of a certified game, and the bound, what an optimal deterministic learner never
exceeds. Bold, in a thick frame: the first setting in which this learner exceeds it, of halfspaces by 1/δ², of classes
by their numbers of concepts.
"""
_MISTAKE_SIGNS = """
F: forfeits alone. !: nothing certified. ∅: no round was played. “of ?”: the bound is unknown. Empty: not played. What
was not played is not known.
"""

CELL, ROW = 54.0, 34.0
"""Pixels of a cell, across (at least) and down."""

ABOVE = "#fdbe85"
"""The ground of cells that are above a bound."""

NAME = 12.0
"""Size of the names."""

BELOW = 9.5
"""Size of what stands below in a cell."""

NARROWEST = 560.0
"""Pixels of a table with its notes, at least."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table; ``alarm`` has a thick frame and bold letters, ``hatched`` oblique lines."""

    text: str = ""
    below: str = ""
    fill: str = PAPER
    alarm: bool = False
    hatched: bool = False
    tip: str = ""


Row = tuple[str, Sequence[Cell], str]
"""A row: its name, a cell a column, and what is said at its end."""


def heatmap(tournament: Tournament) -> Drawing | None:
    """Draw the largest M/bound of each learner against each adversary; ``None`` if there is no game."""
    if not tournament.games:
        return None
    pairs = _grouped(tournament.games, lambda game: game.adversary)
    reasons = {(entry.learner, entry.adversary): entry.reason for entry in tournament.unfit}
    rows = [
        (
            one_line(learner),
            [_ratio_cell(pairs[learner, other], reasons.get((learner, other))) for other in tournament.adversaries],
            "",
        )
        for learner in tournament.learners
    ]
    says = "The largest M/bound of each learner (rows) against each adversary (columns)"
    columns = [one_line(name) for name in tournament.adversaries]
    return _table("Learners × adversaries", says, columns, rows, (_RATIOS, _RATIO_SIGNS))


def _ratio_cell(games: Sequence[PlayedGame], reason: str | None) -> Cell:
    if not games:
        return Cell() if reason is None else Cell("–", fill=UNFIT, tip=f"does not fit: {one_line(reason)}")
    kinds = Counter(game.kind for game in games)
    signs = Counter[str]()
    for kind, count in kinds.items():
        if kind != "ratio":
            signs[KIND_SIGNS[kind]] += count
    tip = f"{counted(len(games), 'game')}: " + ", ".join(f"{count} {KIND_WORDS[kind]}" for kind, count in kinds.items())
    listed = sorted(signs.items(), key=lambda entry: list(KIND_SIGNS.values()).index(entry[0]))
    ratios = [game.ratio for game in games if game.ratio is not None]
    above = any(map(exceeds, games))
    below = " ".join(f"{count} {sign}" for sign, count in listed)
    if not ratios:
        sign = listed[0][0]
        fill = ABOVE if above else PAPER
        return Cell(sign, below if len(listed) > 1 else "", fill, alarm=above, hatched=sign in "F!", tip=tip)
    most = max(ratios)
    fill = ABOVE if above else BLUES[min(4, int(most * 5))]
    return Cell(ratio_text(most), below, fill, alarm=above, tip=f"M/bound = {long_number(most)}; {tip}")


class Departure(NamedTuple):
    """The first game of each group in which a learner exceeds the bound, and a description in words."""

    learner: str
    first: dict[str, PlayedGame]
    text: str


def departures_table(tournament: Tournament) -> Drawing | None:
    """Draw the settings in which each learner keeps or exceeds the bound; ``None`` if there is no game."""
    played, settings = _grouped(tournament.games, lambda game: game.slot.setting), _settings(tournament.games)
    if not settings:
        return None
    rows = [
        (
            one_line(found.learner),
            [_setting_cell(played.get((found.learner, setting), []), found) for setting in settings],
            one_line(found.text, 160),
        )
        for found in departures(tournament)
    ]
    says = "The largest number of mistakes of each learner (rows) in each setting (columns), next to the bound"
    columns = [setting_name(setting) for setting in settings]
    return _table("Where each learner leaves the bound", says, columns, rows, (_MISTAKES, _MISTAKE_SIGNS))


def departures(tournament: Tournament) -> list[Departure]:
    """Return the games in which each learner exceeds the bound, with a description of the games played."""
    played, settings = _grouped(tournament.games, lambda game: game.slot.setting), _settings(tournament.games)
    found = []
    for learner in tournament.learners:
        worst = [game for setting in settings if (game := _worst(played.get((learner, setting), [])))]
        first = dict[str, PlayedGame]()
        for game in filter(exceeds, worst):
            first.setdefault(game.slot.setting.group, game)
        left = [
            f"leaves the bound at {setting_name(game.slot.setting)}: {known_number(game.mistakes)} > "
            f"{known_number(game.bound)}, against {game.adversary}"
            for game in first.values()
        ]
        unknown = sum(game.bound is None for game in worst)
        more = [f"bound unknown in {counted(unknown, 'setting')}"] if unknown else []
        more += without_mistakes(game for game in tournament.games if game.learner == learner)
        if not left and len(worst) > unknown:
            everywhere = "" if more else "everywhere it played, "
            left = [f"within the bound {everywhere}in {counted(len(worst) - unknown, 'setting')}"]
        found.append(Departure(learner, first, "; ".join([*left, *more])))
    return found


def _settings(games: Sequence[PlayedGame]) -> list[PlayedSetting]:
    """Return the settings, halfspaces by growing 1/δ², then classes by their numbers of concepts."""
    sizes = dict[PlayedSetting, int]()
    for game in games:
        sizes.setdefault(game.slot.setting, game.concepts or 0)
    groups = list(SETTINGS)

    def place(setting: PlayedSetting) -> tuple[int, Fraction, int, int, str]:
        margin = setting.margin_squared or Fraction(1)
        size = sizes[setting] or setting.dimension or 0
        return groups.index(setting.group), 1 / margin, size, setting.lies or 0, setting.concept_class or ""

    return sorted(sizes, key=place)


def _grouped(
    games: Sequence[PlayedGame], key: Callable[[PlayedGame], Hashable]
) -> dict[tuple[str, Hashable], list[PlayedGame]]:
    """Group the games of each learner by another property."""
    found = defaultdict[tuple[str, Hashable], list[PlayedGame]](list)
    for game in games:
        found[game.learner, key(game)].append(game)
    return found


def _worst(games: Sequence[PlayedGame]) -> PlayedGame | None:
    """Return the certified game with the most mistakes: one above a bound, if there is one."""
    certified = [game for game in games if game.certified and game.mistakes is not None]
    return max(certified, key=lambda game: (exceeds(game), game.mistakes or 0), default=None)


def _setting_cell(games: Sequence[PlayedGame], found: Departure) -> Cell:
    if not games:
        return Cell()
    worst = _worst(games)
    if worst is None:
        signs = {KIND_SIGNS[game.kind] for game in games}
        sign = signs.pop() if len(signs) == 1 else "!"
        return Cell(sign, hatched=sign != "∅", tip=f"nothing certified in {counted(len(games), 'game')}")
    tip = f"{long_number(worst.mistakes or 0)} mistakes against {one_line(worst.adversary)}"
    if worst.bound is None:
        return Cell(known_number(worst.mistakes), "of ?", tip=f"{tip}; the bound is unknown")
    above = exceeds(worst)
    below = f"{'>' if above else '≤'} {known_number(worst.bound)}"
    tip = f"{tip}; the bound is {long_number(worst.bound)}"
    first = found.first.get(worst.slot.setting.group) is worst
    return Cell(known_number(worst.mistakes), below, ABOVE if above else PAPER, alarm=first, tip=tip)


# ------------------------------------------------------------------------------------------------ drawing


def _table(title: str, says: str, columns: Sequence[str], rows: Sequence[Row], notes: Sequence[str]) -> Drawing:
    """Draw the table; ``notes`` stand below. The columns' names rise above them."""
    heads, names = short_names(columns), short_names([name for name, _, _ in rows])
    left = 24 + WIDE * NAME * max(map(cell_len, names), default=0)
    rise = WIDE * NAME * max(map(cell_len, heads), default=0)
    cell_width = max([CELL, *(_room(cell) for _, cells, _ in rows for cell in cells)])
    top, right = 18 + 0.75 * rise, left + cell_width * len(columns)
    items, frames = list[Item](), list[Item]()
    for number, (head, name) in enumerate(zip(heads, columns, strict=True)):
        x = left + cell_width * (number + 0.5)
        items.append(Words(x, top - 8, head, NAME, turned=48, tip=name))
    y = top
    for shown, (name, cells, end) in zip(names, rows, strict=True):
        items.append(Words(left - 10, y + ROW / 2 + 4, shown, NAME, "end", tip=name))
        for number, cell in enumerate(cells):
            (frames if cell.alarm else items).extend(_drawn(cell, left + cell_width * number, y, cell_width))
        if end:
            items.append(Words(right + 12, y + ROW / 2 + 4, end, SMALL, color=SOFT))
        y += ROW
    items += frames  # above those of their neighbors
    ends = max((WIDE * SMALL * cell_len(end) for _, _, end in rows), default=0)
    width = 12 + max(right + max(12 + ends, 0.75 * rise), NARROWEST)
    words, below = small_print(notes, y + 22, width)
    return Drawing(width, below, title, says, (*items, *words))


def _room(cell: Cell) -> float:
    return 8 + PROSE * max(NAME * cell_len(cell.text), BELOW * cell_len(cell.below))


def _drawn(cell: Cell, x: float, y: float, width: float) -> list[Item]:
    edge, thick = (INK, 2.5) if cell.alarm else (RULE, 1.0)
    items: list[Item] = [Box(x, y, width, ROW, cell.fill, edge, thick, cell.hatched, cell.tip)]
    middle, base = x + width / 2, y + ROW / 2 + (-1 if cell.below else 4)
    if cell.text:
        items.append(Words(middle, base, cell.text, NAME, "middle", INK, cell.alarm, tip=cell.tip))
    if cell.below:
        items.append(Words(middle, base + 13, cell.below, BELOW, "middle", SOFT, tip=cell.tip))
    return items
