"""The figure of learners × adversaries: the largest M/bound of each pair."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from adversary.tournament.result import PlayedGame, Tournament
from adversary.views.figures.drawing import PAPER, Drawing
from adversary.views.figures.table_chart import ABOVE, TableCell, TableRow, table_chart
from adversary.views.short_numbers import long_number
from adversary.views.tournament_words import KIND_SIGNS, KIND_WORDS, exceeds, ratio_text
from proofs.exact.errors import counted, one_line

UNFIT = "#ececec"
"""The ground of a pair that does not fit."""

BLUES = ("#f7fbff", "#deebf7", "#c6dbef", "#9ecae1", "#6baed6")
"""Grounds of cells by M/bound, in fifths."""

_VALUES = """
A number: the largest M/bound of all certified games of the pair, M its mistakes, bound what an optimal deterministic
learner never exceeds in the setting of the game. Above 1: bold, in a thick frame.
"""
_OTHERS = """
F: forfeits. !: games with no result, or whose mistakes are not certified. ∅: no round was played, and nothing is shown.
?: certified, but the bound is unknown. /0: certified, and the bound is 0; in a thick frame, if there are mistakes all
the same. (With how many of the pair’s games, where there are others.) –: the pair does not fit. Empty: not asked for.
"""


def heatmap(tournament: Tournament) -> Drawing | None:
    """Draw the largest M/bound of each learner against each adversary; ``None`` if there is no game."""
    if not tournament.games:
        return None
    pairs = defaultdict[tuple[str, str], list[PlayedGame]](list)
    for game in tournament.games:
        pairs[game.learner, game.adversary].append(game)
    reasons = {(entry.learner, entry.adversary): entry.reason for entry in tournament.unfit}
    rows = [
        TableRow(
            one_line(learner),
            tuple(
                _cell(pairs[learner, adversary], reasons.get((learner, adversary)))
                for adversary in tournament.adversaries
            ),
        )
        for learner in tournament.learners
    ]
    says = "The largest M/bound of each learner (rows) against each adversary (columns)"
    columns = [one_line(name) for name in tournament.adversaries]
    return table_chart("Learners × adversaries", says, columns, rows, (_VALUES, _OTHERS))


def _cell(games: Sequence[PlayedGame], reason: str | None) -> TableCell:
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
