"""The tightest game of an attack: the one with the largest M/bound, decided exactly."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from adversary.search.counterexample import Counterexample
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Values
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import Bound, Undecided
from proofs.exact.rationals import Interval, write_rational
from proofs.formats.answers import TraceStatement, answer
from proofs.formats.trace import Round
from proofs.settings.finite import Index
from proofs.settings.vectors import RationalText

NEARLY = 1e-9
"""What floats may be off where they say that a game is not worth an exact look."""


@dataclass(frozen=True, slots=True)
class Tightness:
    """The tightest game: M mistakes, what the bound says there, and M/bound, which lies in ``ratio`` (both ends alike
    where it is rational). ``statements`` are the checker's on its trace, empty until it was played again and judged.
    """  # noqa: D205 - one sentence

    game: Counterexample
    mistakes: int
    value: str
    ratio: Interval
    space: str

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; the ratio is a rational, or two that enclose it."""
        low, high = map(write_rational, self.ratio)
        return answer(
            TightestAnswer,
            self.game,
            bound_value=self.value,
            ratio=low if low == high else None,
            ratio_at_least=low,
            ratio_at_most=high,
            rounds=len(self.game.rounds),
            space=self.space,
        )


class TightestAnswer(msgspec.Struct):
    """The tightest game in JSON."""

    mistakes: Index
    bound_value: str
    ratio: RationalText | None
    ratio_at_least: RationalText
    ratio_at_most: RationalText
    rounds: Index
    space: str
    statements: list[TraceStatement]
    trace: str | None


def tighter(
    best: Tightness | None, learner: str, space: SearchSpace, played: tuple[Round, ...], *, told_margin: bool
) -> Tightness | None:
    """Return the tighter of two games, the best so far and one just played; of equal ones, that with more mistakes.

    If the learner was ``told_margin`` a margin, the bound uses this margin.
    """
    while played and not played[-1].wrong:
        played = played[:-1]
    if not played or any(entry.predicted is None for entry in played) or not space.judged_soon(played):
        return best
    if not all(_beats(best, space.bound, values) for values in space.estimates(played, told_margin=told_margin)):
        return best
    if (explained := space.explained(played, told_margin=told_margin)) is None:
        return best
    mistakes = int(explained.values["M"])
    try:
        ratio, value = space.bound.share(explained.values), space.bound.value_text(explained.values)
    except (InputError, Undecided):  # the bound is 0, or says nothing here
        return best
    if best is not None and not _larger(ratio, mistakes, best):
        return best
    game = replace(explained.game(learner, played), why="mistakes", bound=space.bound.text)
    return Tightness(game, mistakes, value, ratio, space.name)


def _beats(best: Tightness | None, bound: Bound, values: Values) -> bool:
    """Tell in floats whether a game with these values may be at least as tight as the best one."""
    try:
        ratio = float(bound.share(values).high)
    except (InputError, Undecided, OverflowError):
        return False
    least, mistakes = (float(best.ratio.low), best.mistakes) if best else (0.0, 0)
    return ratio > least + NEARLY or (ratio > least - NEARLY and values["M"] > mistakes)


def _larger(ratio: Interval, mistakes: int, best: Tightness) -> bool:
    """Tell whether a game is tighter, or equally tight with more mistakes; exactly if the ratios are rational."""
    return (
        ratio.low > best.ratio.high
        or (ratio == best.ratio and mistakes > best.mistakes)
        or (ratio.low != ratio.high and ratio.low > best.ratio.low)
    )
