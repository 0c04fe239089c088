"""Texts that all views of a tournament share: for games, settings and numbers."""

from fractions import Fraction

from adversary.tournament.ranking import Group, Placing
from adversary.tournament.result import CountsAs, PlayedGame, PlayedSetting
from adversary.views.words import MAX_EXACT, cell_number
from proofs.exact.errors import counted, lies_suffix, one_line
from proofs.exact.rationals import Rational

MAX_DECIMALS = 1_000
"""Ratios from there on have no two decimals."""

KIND_WORDS: dict[CountsAs, str] = {
    "ratio": "certified",
    "zero": "certified, bound 0",
    "unknown": "certified, bound unknown",
    "forfeit": "forfeited",
    "failed": "without a result",
    "unproved": "not certified",
    "empty": "without a round",
}
"""What games count as, in words."""

KIND_SIGNS: dict[CountsAs, str] = {
    "forfeit": "F",
    "failed": "!",
    "unproved": "!",
    "empty": "∅",
    "unknown": "?",
    "zero": "/0",
}
"""In figures, where there is no M/bound."""

NO_MISTAKES: dict[CountsAs, str] = {"forfeit": "forfeit", "failed": "failed", "unproved": "?", "empty": "no round"}
"""What stands in tables in the place of mistakes that are not certified."""

GROUP_TITLES = {
    "halfspaces": "halfspaces with a margin",
    "finite": "finite classes",
    "hinge": "games with a hinge budget",
}
"""The groups in which scores are compared."""


def exceeds(game: PlayedGame) -> bool:
    """Tell whether a certified game has more mistakes than an optimal deterministic learner ever makes there."""
    return game.certified and game.mistakes is not None and game.bound is not None and game.mistakes > game.bound


def ratio_text(value: Fraction) -> str:
    """Return M/bound to two digits; what is not 0 or 1 is never shown as if it were."""
    if value.denominator == 1:
        return str(value)
    if value >= MAX_DECIMALS:
        return cell_number(value)
    near = f"{float(value):.2f}"
    sign = {"1.00": ">" if value > 1 else "<", "0.00": ">"}.get(near)
    return near if sign is None else f"{sign}{near[0]}"


def known_number(value: Rational | None) -> str:
    """Return a number as there is room for it in a cell, or what stands where none is known."""
    return "–" if value is None else cell_number(value)


def why_unranked(one: Placing) -> str:
    """Return why a learner has no rank; nothing where it has one."""
    if one.rank is not None:
        return ""
    found = (
        (one.forfeits, f"{counted(one.forfeits, 'game')} {KIND_WORDS['forfeit']}"),
        (one.failed, f"{counted(one.failed, 'game')} {KIND_WORDS['failed']}"),
        (one.uncertified, f"{counted(one.uncertified, 'game')} {KIND_WORDS['unproved']}"),
        (one.lacks, f"no certified result in {one.lacks:,} of the {that_count(one.games + one.lacks)}"),
    )
    return ", ".join(text for count, text in found if count) or "no game that counts"


def that_count(games: int) -> str:
    """Return a number of games that count."""
    return f"{counted(games, 'game')} that count{'s' if games == 1 else ''}"


def uncounted(group: Group) -> list[str]:
    """Return which games of a group do not count, and why."""
    of_each = "of each learner that plays there"
    without_bound = group.uncounted - sum(many for _, many in group.blank)
    found = [f"{counted(without_bound, 'game')} {of_each}, the bound being 0 or not known"] if without_bound else []
    found += [
        f"{counted(many, 'game')} {of_each} against {one_line(name)}, which showed no point"
        for name, many in group.blank
    ]
    return [*found, *(f"all games against {one_line(name)}, which failed in some" for name in group.void)]


def setting_name(setting: PlayedSetting) -> str:
    """Return a setting in short."""
    if setting.margin_squared is None:
        lies = lies_suffix(setting.lies or 0).replace(" with at most", ",")
        return f"{one_line(setting.concept_class or setting.group)}{lies}"
    dimension = "" if setting.dimension is None else f", d = {setting.dimension}"
    return f"1/δ² = {cell_number(1 / setting.margin_squared, MAX_EXACT)}{dimension}"
