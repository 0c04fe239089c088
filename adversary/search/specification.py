"""What a learner must keep, and whether a game that was played breaks it: decided exactly."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Literal

from adversary.search.counterexample import Counterexample, Played, rounds_of, short_number
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass
from proofs.exact.features import FeatureMap
from proofs.exact.margins import Separable, best_margin
from proofs.exact.mistake_bounds import PERCEPTRON_BOUNDS, Bound
from proofs.exact.rationals import Rational
from proofs.exact.targets import Target
from proofs.exact.vectors import Vector, Weights, add, vector
from proofs.settings import Finite, Halfspaces, Point, SearchSetting
from proofs.solvers.littlestone import Littlestone

ROUNDING = Fraction(1, 50_000)
"""The part of γ² that is tolerated: more than what single precision's rounding costs, less than half precision's."""

DOUBLE = Fraction(1, 2**50)
"""Eight times what a product or a sum in double precision may be off, as a part of it."""


@dataclass(frozen=True, slots=True)
class Specification:
    """At most ``bound`` mistakes on every realizable game, or never to contradict what it was told (``consistent``).

    ``tolerance`` is a part of γ²: a game breaks the specification only if it does so with γ²·(1 − tolerance) for γ²,
    too, since learners that calculate in floats may not answer for what rounding does to the last digits.
    ``features`` map the points to where targets and margins are, if that is not the space of the points.
    """

    kind: Literal["mistakes", "consistent"] = "mistakes"
    tolerance: Fraction = Fraction(0)
    features: FeatureMap | None = None

    def broken(
        self, learner: str, bound: Bound, setting: SearchSetting, played: Sequence[Played], *, told: bool = False
    ) -> Counterexample | None:
        """Return the game as a counterexample, or ``None`` if it is not one: it keeps the bound, or is not realizable.

        ``told`` says that the learner was told the setting's margin, which is then the one that counts.
        """
        if self.kind == "consistent":
            return _contradiction(learner, bound, setting, played)
        if not played:
            return None
        game = lifted(played, self.features)
        excess = (
            _on_class(bound, setting, game)
            if isinstance(setting, Finite)
            else self._on_halfspaces(bound, setting, game, told=told)
        )
        if excess is None:
            return None
        legal, target, values, about = excess
        allowed = bound.most({name: value for name, value in values.items() if name != "M"})
        text = bound.value_text(values)
        reason = f"{about}{readable(bound)} = {short_number(Fraction(text)) if RATIONAL.fullmatch(text) else text}"
        points = tuple([entry.x for entry in game]) if self.features else ()
        return Counterexample(
            learner, legal, tuple(played), "mistakes", bound.text, allowed, reason, target, lifted=points
        )

    def _on_halfspaces(
        self, bound: Bound, setting: Halfspaces, played: Sequence[Played], *, told: bool
    ) -> "_Excess | None":
        mistakes = sum(entry.wrong for entry in played)
        shown = {id(entry.x): vector_of(entry) for entry in played}  # by identity: many rounds show the same point
        norms = [x.norm_squared() for x in shown.values()]
        unit = all(norm == 1 for norm in norms)
        if bound.text in PERCEPTRON_BOUNDS and not told and _acquitted(played, mistakes, max(norms)):
            return None
        best = best_of(played)
        if best is None or (told and best.margin_squared < setting.margin_squared):
            return None
        margin = setting.margin_squared if told else best.margin_squared
        values: dict[str, Rational] = {"M": mistakes, "R2": max(norms), "d": setting.dimension, "T": len(played)}

        def at(margin: Fraction) -> dict[str, Rational]:
            return {**values, "gamma2": margin, **({"delta2": margin} if unit else {})}

        if bound.holds(at(margin)) or bound.holds(at(margin * (1 - self.tolerance))):
            return None
        squared = f"{'δ' if 'delta2' in bound.names else 'γ'}² = {short_number(margin)}"
        about = f"it was told {squared}" if told else f"the best margin of these points is {squared}"
        radius = "" if unit else f", R² = {short_number(max(norms))}"
        legal = Halfspaces(setting.dimension, margin, unit)
        return legal, Target(best.w, best.margin_squared), at(margin), f"{about}{radius}, and "


_Excess = tuple[SearchSetting, Target | int, dict[str, Rational], str]
"""Of a game with too many mistakes: the setting in which it is legal, its target, what a bound may name, in words."""

RATIONAL = re.compile(r"-?\d+(/\d+)?")


def _on_class(bound: Bound, setting: Finite, played: Sequence[Played]) -> _Excess | None:
    mistakes = sum(entry.wrong for entry in played)
    values = {**class_values(setting, bound), "M": mistakes, "T": len(played)}
    if bound.holds(values) or (concept := explained(setting, rounds_of(played))) is None:
        return None
    named = bound.names - {bound.text.strip()}  # a bound that is only a name is said, with its number, after these
    numbers = ", ".join(f"{name} = {values[name]}" for name in ("C", "L", "K", "d", "n") if name in named)
    return setting, concept, values, f"{numbers}{' and ' if numbers else ''}"


def rounding_part(found: Counterexample, bound: Bound) -> Fraction | None:
    """Return the part of γ² by which rounding in double precision can explain a game, or ``None`` if it cannot.

    A textbook Perceptron's products ⟨w,x⟩ and its w are off by parts of the size of a rounding, one for each coordinate
    and each mistake. The theorem's proof with these errors yields M ≤ (R²/γ²)(1 + 2⁻⁵⁰(d + 2)(M + 1)). So rounding
    explains no game that breaks the bound for γ² less that part, too; and none whose points make all products and sums
    exact in floats, in whatever order.
    """
    if not isinstance(found.setting, Halfspaces) or exact_in_floats(found):
        return None
    part = min(DOUBLE * ((found.setting.dimension + 2) * (found.mistakes + 1)), ROUNDING)
    tolerant = Specification(tolerance=part)
    return None if tolerant.broken(found.learner, bound, found.setting, found.rounds, told=True) else part


def exact_in_floats(found: Counterexample) -> bool:
    """Tell whether all coordinates are multiples of one power of 2, and so few that sums of products fit 53 bits."""
    values = [Fraction(value) for entry in found.rounds for _, value in vector_of(entry).entries]
    unit = max([value.denominator for value in values], default=1)
    if any(unit % value.denominator for value in values) or unit & (unit - 1):
        return False
    most = max([abs(value) * unit for value in values], default=0)
    return len(found.rounds) * found.setting.dimension * most**2 < 1 << 53


def readable(bound: Bound) -> str:
    """Return a bound as people write it."""
    return bound.text.replace("gamma2", "γ²").replace("delta2", "δ²").replace("R2", "R²")


def lifted(played: Sequence[Played], features: FeatureMap | None) -> Sequence[Played]:
    """Return the rounds with their points where targets and margins are: in a feature space, if there is one."""
    return played if features is None else [replace(entry, x=features(vector_of(entry))) for entry in played]


def vector_of(entry: Played) -> Vector:
    """Return a round's point in a halfspace game."""
    assert isinstance(entry.x, Vector)  # noqa: S101 - it is a halfspace game
    return entry.x


def best_of(played: Sequence[Played]) -> Separable | None:
    """Return the best margin of the rounds, or ``None`` if nothing explains them."""
    sample = list(dict.fromkeys((vector_of(entry), entry.label) for entry in played))
    if len({x for x, _ in sample}) < len(sample):
        return None
    best = best_margin(sample)
    return best if isinstance(best, Separable) else None


def _acquitted(played: Sequence[Played], mistakes: int, radius_squared: Rational) -> bool:
    """Tell whether ‖Σ yx‖² ≤ MR² over the M mistakes: then γ ≤ ‖Σ yx‖/M ≤ R/√M, whatever the best γ is."""
    shown = {id(entry.x): vector_of(entry) for entry in played}
    times: Counter[int] = Counter()
    for entry in played:
        times[id(entry.x)] += entry.label * entry.wrong
    total: Weights = {}
    for name, count in times.items():
        add(total, shown[name], count)
    return vector(total).norm_squared() <= mistakes * radius_squared


def explained(setting: Finite, rounds: Sequence[tuple[Point, Label]]) -> int | None:
    """Return the first concept that is unlike the fewest labels; ``None`` if these are more than there may be lies."""
    table, best, fewest = setting.concept_class, None, setting.lies + 1
    for concept in range(table.size):
        unlike = 0
        for x, y in rounds:
            unlike += isinstance(x, int) and table.label(concept, x) != y
            if unlike >= fewest:
                break
        else:
            best, fewest = concept, unlike
            if not unlike:
                break
    return best


def class_values(setting: Finite, bound: Bound) -> dict[str, Rational]:
    """Return what a bound may name of a class."""
    table = setting.concept_class
    values: dict[str, Rational] = {"C": table.size, "n": table.points, "d": setting.dimension, "K": setting.lies}
    return values | ({"L": _littlestone(table)} if "L" in bound.names else {})


@cache
def _littlestone(concept_class: ConceptClass) -> int:
    return Littlestone(concept_class).dimension()


def _contradiction(
    learner: str, bound: Bound, setting: SearchSetting, played: Sequence[Played]
) -> Counterexample | None:
    told: dict[Point, Label] = {}
    for number, entry in enumerate(played, 1):
        if told.get(entry.x, entry.predicted) != entry.predicted:
            game = tuple(played[:number])
            legal, target, _ = explanation(setting, game)
            if target is None:
                return None
            return Counterexample(learner, legal, game, "contradiction", bound.text, None, "", target)
        told[entry.x] = entry.label
    return None


def forfeit(  # noqa: PLR0913 - a game, and where it is legal
    learner: str,
    setting: SearchSetting,
    played: Sequence[Played],
    fault: str,
    features: FeatureMap | None = None,
    *,
    told: bool = False,
) -> Counterexample:
    """Return the game in which the learner failed; its last round has no prediction, or it fails in the update."""
    legal, target, points = explanation(setting, played, features, told=told) if played else (setting, None, ())
    return Counterexample(learner, legal, tuple(played), "forfeit", "", None, "", target, fault=fault, lifted=points)


def explanation(
    setting: SearchSetting, played: Sequence[Played], features: FeatureMap | None = None, *, told: bool = False
) -> tuple[SearchSetting, Target | int | None, tuple[Point, ...]]:
    """Return the setting in which rounds are legal, a target that explains them (``None``: there is none), and Φ(x).

    The points in feature space are only those of a kernel's game. A learner that was ``told`` the margin plays on with
    it.
    """
    if isinstance(setting, Finite):
        return setting, explained(setting, rounds_of(played)), ()
    game = lifted(played, features)
    best = best_of(game)
    if best is None or (told and best.margin_squared < setting.margin_squared):
        return setting, None, ()
    unit = all(vector_of(entry).norm_squared() == 1 for entry in game)
    points = tuple([entry.x for entry in game]) if features else ()
    margin = setting.margin_squared if told else best.margin_squared
    return replace(setting, margin_squared=margin, unit_norm=unit), best.target(), points
