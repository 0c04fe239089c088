"""The tightest game of an attack: how near to what a bound allows a learner was led, decided exactly."""

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from adversary.search.counterexample import Counterexample, Played, rounds_of
from adversary.search.spaces.space import float_margin_squared
from adversary.search.specification import best_of, class_values, explained, vector_of
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import Bound, Undecided
from proofs.exact.rationals import Rational, write_rational
from proofs.exact.roots import Interval
from proofs.exact.targets import Target
from proofs.exact.vectors import Weights, add, vector
from proofs.settings import Finite, Halfspaces, SearchSetting

NEARLY = 1e-9
"""What floats may be off where they say that a game is not worth an exact look."""

MAX_EXACT_POINTS = 200
"""Different points of the largest game whose margin is found exactly."""


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
        return {
            "mistakes": self.mistakes,
            "bound_value": self.value,
            "ratio": low if low == high else None,
            "ratio_at_least": low,
            "ratio_at_most": high,
            "rounds": len(self.game.rounds),
            "space": self.space,
            "statements": list(self.game.statements),
            "trace": self.game.trace,
        }


@dataclass
class Tightest:
    """Looks at every game, and keeps the tightest; of those that are as tight, the one with most mistakes."""

    learner: str
    bound: Bound
    best: Tightness | None = None
    _worth: tuple[float, int] = field(default=(0.0, 0))

    def look(self, setting: SearchSetting, played: tuple[Played, ...], space: str, *, told: bool) -> None:
        """Take a game into account; where the learner was ``told`` the margin, that is the one that counts."""
        while played and not played[-1].wrong:
            played = played[:-1]
        mistakes = sum(entry.wrong for entry in played)
        if not mistakes or any(entry.predicted is None for entry in played):
            return
        hopeful = self._hopeful_class if isinstance(setting, Finite) else self._hopeful
        if not hopeful(setting, played, mistakes, told=told):
            return
        legal, target, values = _on_class(setting, played, self.bound) or (None, None, {})
        if not isinstance(setting, Finite):
            legal, target, values = _on_halfspaces(setting, played, told=told) or (None, None, {})
        if legal is None or target is None:
            return
        values["M"] = mistakes
        try:
            ratio, value = self.bound.share(values), self.bound.value_text(values)
        except (InputError, Undecided):  # the bound is 0, or says nothing here
            return
        worth = float(ratio.low), mistakes
        if self.best is None or _larger(ratio, mistakes, self.best):
            self._worth = worth
            game = Counterexample(self.learner, legal, played, "mistakes", self.bound.text, None, "", target)
            self.best = Tightness(game, mistakes, value, ratio, space)

    def _beats(self, values: dict[str, Rational]) -> bool:
        """Tell, as far as floats do, whether a game with these values is as tight as the best one, or more."""
        try:
            ratio = float(self.bound.share(values).high)
        except (InputError, Undecided, OverflowError):
            return False
        least, mistakes = self._worth
        return ratio > least + NEARLY or (ratio > least - NEARLY and values["M"] > mistakes)

    def _hopeful_class(self, setting: SearchSetting, played: tuple[Played, ...], mistakes: int, *, told: bool) -> bool:  # noqa: ARG002 - there is no margin
        assert isinstance(setting, Finite)  # noqa: S101 - as the name says
        return self._beats({**class_values(setting, self.bound), "M": mistakes, "T": len(played)})

    def _hopeful(self, setting: SearchSetting, played: tuple[Played, ...], mistakes: int, *, told: bool) -> bool:
        """See what ‖Σ yx‖/M over the mistakes allows, which no margin exceeds, and then a margin in floats."""
        shown = {id(entry.x): vector_of(entry) for entry in played}
        if len(shown) > MAX_EXACT_POINTS:
            return False
        radius = max(x.norm_squared() for x in shown.values())
        unit = all(x.norm_squared() == 1 for x in shown.values())
        values: dict[str, Rational] = {"M": mistakes, "R2": radius, "d": setting.dimension, "T": len(played)}

        def at(margin: Fraction) -> dict[str, Rational]:
            return values | {"gamma2": margin} | ({"delta2": margin} if unit else {})

        if told and isinstance(setting, Halfspaces):
            return self._beats(at(setting.margin_squared))
        times: Counter[int] = Counter()
        for entry in played:
            times[id(entry.x)] += entry.label * entry.wrong
        total: Weights = {}
        for name, count in times.items():
            add(total, shown[name], count)
        most = Fraction(vector(total).norm_squared(), mistakes**2)
        if not most or not self._beats(at(most)):
            return False
        return self._beats(at(Fraction(float_margin_squared(list(played))) * radius))


def _larger(ratio: Interval, mistakes: int, best: Tightness) -> bool:
    """Tell, exactly where ratios are rational, whether a game is tighter, or as tight with more mistakes."""
    return (
        ratio.low > best.ratio.high
        or (ratio == best.ratio and mistakes > best.mistakes)
        or (ratio.low != ratio.high and ratio.low > best.ratio.low)
    )


_Legal = tuple[SearchSetting, Target | int, dict[str, Rational]]


def _on_class(setting: SearchSetting, played: tuple[Played, ...], bound: Bound) -> _Legal | None:
    if not isinstance(setting, Finite):
        return None
    concept = explained(setting, rounds_of(played))
    return None if concept is None else (setting, concept, {**class_values(setting, bound), "T": len(played)})


def _on_halfspaces(setting: Halfspaces, played: tuple[Played, ...], *, told: bool) -> _Legal | None:
    best = best_of(played)
    if best is None or (told and best.margin_squared < setting.margin_squared):
        return None
    margin = setting.margin_squared if told else best.margin_squared
    norms = [vector_of(entry).norm_squared() for entry in played]
    unit = all(norm == 1 for norm in norms)
    values: dict[str, Rational] = {"R2": max(norms), "d": setting.dimension, "T": len(played), "gamma2": margin}
    legal = replace(setting, margin_squared=margin, unit_norm=unit)
    return legal, Target(best.w, best.margin_squared), values | ({"delta2": margin} if unit else {})
