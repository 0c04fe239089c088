"""The figures of a tournament that are tables: M/bound of each pair, and where each learner leaves the bound."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from adversary.tournament.result import PlayedGame, PlayedSetting, Tournament
from adversary.views.figures.drawing import PAPER, Drawing
from adversary.views.figures.table_chart import ABOVE, TableCell, TableRow, table_chart
from adversary.views.short_numbers import long_number
from adversary.views.tournament_words import (
    GROUP_TITLES,
    KIND_SIGNS,
    KIND_WORDS,
    exceeds,
    known_number,
    ratio_text,
    setting_name,
)
from proofs.exact.errors import counted, one_line

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


def heatmap(tournament: Tournament) -> Drawing | None:
    """Draw the largest M/bound of each learner against each adversary; ``None`` if there is no game."""
    if not tournament.games:
        return None
    pairs = _grouped(tournament.games, lambda game: game.adversary)
    reasons = {(entry.learner, entry.adversary): entry.reason for entry in tournament.unfit}
    rows = [
        TableRow(
            one_line(learner),
            tuple(
                _ratio_cell(pairs[learner, adversary], reasons.get((learner, adversary)))
                for adversary in tournament.adversaries
            ),
        )
        for learner in tournament.learners
    ]
    says = "The largest M/bound of each learner (rows) against each adversary (columns)"
    columns = [one_line(name) for name in tournament.adversaries]
    return table_chart("Learners × adversaries", says, columns, rows, (_RATIOS, _RATIO_SIGNS))


def _ratio_cell(games: Sequence[PlayedGame], reason: str | None) -> TableCell:
    if not games:
        return TableCell() if reason is None else TableCell("–", fill=UNFIT, tip=f"does not fit: {one_line(reason)}")
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
        return TableCell(sign, below if len(listed) > 1 else "", fill, alarm=above, hatched=sign in "F!", tip=tip)
    most = max(ratios)
    fill = ABOVE if above else BLUES[min(4, int(most * 5))]
    return TableCell(ratio_text(most), below, fill, alarm=above, tip=f"M/bound = {long_number(most)}; {tip}")


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a learner leaves the bound: by group the first game of its that does; and what else it played."""

    learner: str
    first: dict[str, PlayedGame]
    within: int
    unknown: int
    forfeits: int
    unproved: int
    empty: int

    @property
    def text(self) -> str:
        """In words, of nothing but what was played."""
        left = [
            f"leaves the bound at {setting_name(game.slot.setting)}: {known_number(game.mistakes)} > "
            f"{known_number(game.bound)}, against {game.adversary}"
            for game in self.first.values()
        ]
        more = []
        if not left and self.within:
            everywhere = (
                "" if self.unknown or self.forfeits or self.unproved or self.empty else "everywhere it played, "
            )
            more = [f"within the bound {everywhere}in {counted(self.within, 'setting')}"]
        more += [f"bound unknown in {counted(self.unknown, 'setting')}"] if self.unknown else []
        more += [f"{counted(self.forfeits, 'game')} forfeited"] if self.forfeits else []
        more += [f"{counted(self.unproved, 'game')} not certified"] if self.unproved else []
        more += [f"{counted(self.empty, 'game')} without a round"] if self.empty else []
        return "; ".join([*left, *more])


def departures_table(tournament: Tournament) -> Drawing | None:
    """Draw in which settings each learner is within the bound, and where it leaves it; ``None`` if there is no game."""
    played, settings = _grouped(tournament.games, lambda game: game.slot.setting), _settings(tournament.games)
    if not settings:
        return None
    rows = [
        TableRow(
            one_line(found.learner),
            tuple(_setting_cell(played.get((found.learner, setting), []), found) for setting in settings),
            one_line(found.text, 160),
        )
        for found in departures(tournament)
    ]
    says = "The most mistakes of each learner (rows) in each setting (columns), beside the bound"
    columns = [setting_name(setting) for setting in settings]
    return table_chart("Where each learner leaves the bound", says, columns, rows, (_MISTAKES, _MISTAKE_SIGNS))


def departures(tournament: Tournament) -> list[Departure]:
    """Return where each learner leaves the bound."""
    played, settings = _grouped(tournament.games, lambda game: game.slot.setting), _settings(tournament.games)
    kinds = Counter((game.learner, game.kind) for game in tournament.games)
    found = []
    for learner in tournament.learners:
        first, within, unknown = dict[str, PlayedGame](), 0, 0
        for setting in settings:
            worst = _worst(played.get((learner, setting), []))
            if worst is None:
                continue
            if worst.bound is None:
                unknown += 1
            elif exceeds(worst):
                first.setdefault(setting.group, worst)
            else:
                within += 1
        unproved = kinds[learner, "failed"] + kinds[learner, "unproved"]
        others = kinds[learner, "forfeit"], unproved, kinds[learner, "empty"]
        found.append(Departure(learner, first, within, unknown, *others))
    return found


def _settings(games: Sequence[PlayedGame]) -> list[PlayedSetting]:
    """Return the settings, halfspaces by growing 1/δ², then classes by their numbers of concepts."""
    sizes = dict[PlayedSetting, int]()
    for game in games:
        sizes.setdefault(game.slot.setting, game.concepts or 0)
    groups = list(GROUP_TITLES)

    def place(setting: PlayedSetting) -> tuple[int, Fraction, int, int, str]:
        margin = setting.margin_squared or Fraction(1)
        size = sizes[setting] or setting.dimension or 0
        return groups.index(setting.group), 1 / margin, size, setting.lies or 0, setting.concept_class or ""

    return sorted(sizes, key=place)


def _grouped(
    games: Sequence[PlayedGame], key: Callable[[PlayedGame], Hashable]
) -> dict[tuple[str, Hashable], list[PlayedGame]]:
    """Return the games of each learner by something else that they have."""
    found = defaultdict[tuple[str, Hashable], list[PlayedGame]](list)
    for game in games:
        found[game.learner, key(game)].append(game)
    return found


def _worst(games: Sequence[PlayedGame]) -> PlayedGame | None:
    """Return the certified game with the most mistakes: one above a bound, if there is one."""
    certified = [game for game in games if game.certified and game.mistakes is not None]
    return max(certified, key=lambda game: (exceeds(game), game.mistakes or 0), default=None)


def _setting_cell(games: Sequence[PlayedGame], found: Departure) -> TableCell:
    if not games:
        return TableCell()
    worst = _worst(games)
    if worst is None:
        signs = {KIND_SIGNS[game.kind] for game in games}
        sign = signs.pop() if len(signs) == 1 else "!"
        return TableCell(sign, hatched=sign != "∅", tip=f"nothing certified in {counted(len(games), 'game')}")
    tip = f"{long_number(worst.mistakes or 0)} mistakes against {one_line(worst.adversary)}"
    if worst.bound is None:
        return TableCell(known_number(worst.mistakes), "of ?", tip=f"{tip}; the bound is unknown")
    above = exceeds(worst)
    below = f"{'>' if above else '≤'} {known_number(worst.bound)}"
    tip = f"{tip}; the bound is {long_number(worst.bound)}"
    first = found.first.get(worst.slot.setting.group) is worst
    return TableCell(known_number(worst.mistakes), below, ABOVE if above else PAPER, alarm=first, tip=tip)
