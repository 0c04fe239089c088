"""Specifications of learners, and the exact decision whether a game breaks one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from adversary.search.counterexample import Counterexample
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Values
from learners.protocol import Label
from proofs.exact.rationals import short_number
from proofs.formats.trace import Round
from proofs.settings import Point

ROUNDING = Fraction(1, 50_000)
"""The part of γ² that is tolerated: more than what single precision's rounding costs, less than half precision's."""


@dataclass(frozen=True, slots=True)
class Specification:
    """A specification: at most ``bound`` mistakes on every realizable game, or (``consistent``) no contradiction.

    ``tolerance`` is a part of γ²: a game breaks the specification only if it does so with γ²·(1 − tolerance) for γ²,
    too, since learners that calculate in floats may not answer for what rounding does to the last digits.
    """

    kind: Literal["mistakes", "consistent"] = "mistakes"
    tolerance: Fraction = Fraction(0)

    def broken(
        self, learner: str, space: SearchSpace, played: Sequence[Round], *, told_margin: bool = False
    ) -> Counterexample | None:
        """Return the game as a counterexample, or ``None`` if it is not one: it keeps the bound, or is not realizable.

        ``told_margin`` says that the learner was told the setting's margin, which is then the one that counts.
        """
        bound = space.bound
        if self.kind == "consistent":
            return _contradiction(learner, space, played)
        if not played or space.holds_at_once(played, told_margin=told_margin):
            return None
        explained = space.explained(played, told_margin=told_margin)
        if explained is None or bound.holds(explained.values) or bound.holds(self._tolerated(explained.values)):
            return None
        keepable = bound.holds(explained.values | {"M": 0})
        allowed = (
            bound.most({name: value for name, value in explained.values.items() if name != "M"}) if keepable else -1
        )
        text = bound.value_text(explained.values)
        value = short_number(Fraction(text)) if RATIONAL.fullmatch(text) else text
        readable = bound.text.replace("gamma2", "γ²").replace("delta2", "δ²").replace("R2", "R²")
        reason = f"{space.about(explained.values, told_margin=told_margin)}{readable} = {value}"
        game = explained.game(learner, played)
        return replace(game, why="mistakes", bound=bound.text, allowed=allowed, reason=reason)

    def _tolerated(self, values: Values) -> Values:
        """Return the values with γ² reduced by the tolerance, if there is one."""
        part = 1 - self.tolerance
        return {name: value * part if name in ("gamma2", "delta2") else value for name, value in values.items()}


RATIONAL = re.compile(r"-?\d+(/\d+)?")


def _contradiction(learner: str, space: SearchSpace, played: Sequence[Round]) -> Counterexample | None:
    labels: dict[Point, Label] = {}
    for number, entry in enumerate(played, 1):
        if labels.get(entry.x, entry.predicted) != entry.predicted:
            explained = space.explained(played[:number])
            return explained and replace(
                explained.game(learner, played[:number]), why="contradiction", bound=space.bound.text
            )
        labels[entry.x] = entry.label
    return None


def forfeit(
    learner: str, space: SearchSpace, played: Sequence[Round], fault: str, *, told_margin: bool = False
) -> Counterexample:
    """Return the game in which the learner failed; its last round has no prediction, or it fails in the update."""
    return replace(explained_game(learner, space, played, told_margin=told_margin), why="forfeit", fault=fault)


def explained_game(learner: str, space: SearchSpace, played: Sequence[Round], *, told_margin: bool) -> Counterexample:
    """Return a game with two different answers, together with its target, if one exists."""
    explained = space.explained(played, told_margin=told_margin) if played else None
    return explained.game(learner, played) if explained else Counterexample(learner, space.setting, tuple(played))
