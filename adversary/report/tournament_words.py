"""What the views of a tournament call games, settings and numbers."""

from fractions import Fraction
from typing import Literal

from adversary.tournament.result import PlayedGame, PlayedSetting
from proofs.exact.errors import lies_suffix, one_line
from proofs.exact.rationals import Rational, shown_number

CountsAs = Literal["ratio", "forfeit", "failed", "unproved", "empty", "unknown", "zero"]

KIND_WORDS: dict[CountsAs, str] = {
    "ratio": "certified",
    "zero": "certified, bound 0",
    "unknown": "certified, bound unknown",
    "forfeit": "forfeited",
    "failed": "without a result",
    "unproved": "not certified",
    "empty": "without a round",
}
"""In words."""

GROUP_TITLES = {
    "halfspaces": "halfspaces with a margin",
    "finite": "finite classes",
    "hinge": "games with a hinge budget",
}
"""The groups in which scores are compared."""


def kind_of(game: PlayedGame) -> CountsAs:
    """Return what a game counts as; only a ``ratio`` is a number."""
    if game.termination != "finished":
        return "failed" if game.termination == "failed" else "forfeit"
    if game.rounds == 0:
        return "empty"
    if not game.certified or game.mistakes is None:
        return "unproved"
    return "unknown" if game.bound is None else "ratio" if game.bound else "zero"


def exceeds(game: PlayedGame) -> bool:
    """Tell whether a certified game has more mistakes than an optimal deterministic learner ever makes there."""
    return game.certified and game.mistakes is not None and game.bound is not None and game.mistakes > game.bound


def ratio_text(value: Fraction) -> str:
    """Return M/bound to two digits; what is not 0 or 1 is never shown as if it were."""
    if value.denominator == 1:
        return str(value)
    near = f"{float(value):.2f}"
    sign = {"1.00": ">" if value > 1 else "<", "0.00": ">"}.get(near)
    return near if sign is None else f"{sign}{near[0]}"


def count_text(value: Rational | None) -> str:
    """Return a number of mistakes as there is room for it in a cell."""
    if value is None:
        return "?"
    if value.denominator == 1:
        return str(int(value)) if value < 10**7 else f"{float(value):.2g}"
    return f"≈{float(value):.2f}"


def setting_name(setting: PlayedSetting) -> str:
    """Return a setting in short."""
    if setting.margin_squared is None:
        lies = lies_suffix(setting.lies or 0).replace(" with at most", ",")
        return f"{one_line(setting.concept_class or setting.group)}{lies}"
    dimension = "" if setting.dimension is None else f", d = {setting.dimension}"
    return f"1/δ² = {shown_number(1 / setting.margin_squared)}{dimension}"
