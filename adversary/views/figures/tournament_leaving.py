"""The figure that shows where each learner leaves the bound, and the same in words."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from adversary.tournament.result import PlayedGame, PlayedSetting, Tournament
from adversary.views.figures.drawing import PAPER, Drawing
from adversary.views.figures.table_chart import ABOVE, TableCell, TableRow, table_chart
from adversary.views.short_numbers import long_number
from adversary.views.tournament_words import KIND_SIGNS, exceeds, known_number, setting_name
from proofs.exact.errors import counted, one_line

_VALUES = """
In each setting the most mistakes of a certified game, and the bound, what an optimal deterministic learner never
exceeds. Bold, in a thick frame: the first setting in which this learner exceeds it, of halfspaces by 1/δ², of classes
by their numbers of concepts.
"""
_OTHERS = """
F: forfeits alone. !: nothing certified. ∅: no round was played. “of ?”: the bound is unknown. Empty: not played. What
was not played is not known.
"""


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


def leaving(tournament: Tournament) -> Drawing | None:
    """Draw in which settings each learner is within the bound, and where it leaves it; ``None`` if there is no game."""
    played, settings = _by_setting(tournament.games), _settings(tournament.games)
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
    return table_chart("Where each learner leaves the bound", says, columns, rows, (_VALUES, _OTHERS))


def departures(tournament: Tournament) -> list[Departure]:
    """Return where each learner leaves the bound."""
    played, settings = _by_setting(tournament.games), _settings(tournament.games)
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
    groups = ("halfspaces", "finite", "hinge")

    def place(setting: PlayedSetting) -> tuple[int, Fraction, int, int, str]:
        margin = setting.margin_squared or Fraction(1)
        size = setting.dimension if setting.group == "halfspaces" else sizes[setting]
        return groups.index(setting.group), 1 / margin, size or 0, setting.lies or 0, setting.concept_class or ""

    return sorted(sizes, key=place)


def _by_setting(games: Sequence[PlayedGame]) -> dict[tuple[str, PlayedSetting], list[PlayedGame]]:
    found = defaultdict[tuple[str, PlayedSetting], list[PlayedGame]](list)
    for game in games:
        found[game.learner, game.slot.setting].append(game)
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
