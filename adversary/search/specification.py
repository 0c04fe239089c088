"""Specifications of learners, and the exact decision whether a game breaks one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from adversary.search.counterexample import Counterexample, Played
from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Values
from learners.protocol import Fault, Label
from proofs.exact.rationals import short_number
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
        self, learner: str, space: SearchSpace, played: Sequence[Played], *, told: bool = False
    ) -> Counterexample | None:
        """Return the game as a counterexample, or ``None`` if it is not one: it keeps the bound, or is not realizable.

        ``told`` says that the learner was told the setting's margin, which is then the one that counts.
        """
        bound = space.bound
        if self.kind == "consistent":
            return _contradiction(learner, space, played)
        if not played or space.holds_at_once(played, told=told):
            return None
        found = space.explained(played, told=told)
        if found is None or bound.holds(found.values) or bound.holds(self._tolerated(found.values)):
            return None
        keepable = bound.holds(found.values | {"M": 0})
        allowed = bound.most({name: value for name, value in found.values.items() if name != "M"}) if keepable else -1
        text = bound.value_text(found.values)
        value = short_number(Fraction(text)) if RATIONAL.fullmatch(text) else text
        readable = bound.text.replace("gamma2", "γ²").replace("delta2", "δ²").replace("R2", "R²")
        reason = f"{space.about(found.values, told=told)}{readable} = {value}"
        game = found.game(learner, played)
        return replace(game, why="mistakes", bound=bound.text, allowed=allowed, reason=reason)

    def _tolerated(self, values: Values) -> Values:
        """Return the values with γ² reduced by the tolerance, if there is one."""
        part = 1 - self.tolerance
        return {name: value * part if name in ("gamma2", "delta2") else value for name, value in values.items()}


RATIONAL = re.compile(r"-?\d+(/\d+)?")


def _contradiction(learner: str, space: SearchSpace, played: Sequence[Played]) -> Counterexample | None:
    told: dict[Point, Label] = {}
    for number, entry in enumerate(played, 1):
        if told.get(entry.x, entry.predicted) != entry.predicted:
            found = space.explained(played[:number])
            return found and replace(found.game(learner, played[:number]), why="contradiction", bound=space.bound.text)
        told[entry.x] = entry.label
    return None


def forfeit(
    learner: str, space: SearchSpace, played: Sequence[Played], fault: Fault, *, told: bool = False
) -> Counterexample:
    """Return the game in which the learner failed; its last round has no prediction, or it fails in the update."""
    return replace(explained_game(learner, space, played, told=told), why="forfeit", fault=str(fault), failure=fault)


def explained_game(learner: str, space: SearchSpace, played: Sequence[Played], *, told: bool) -> Counterexample:
    """Return a game with two different answers, together with its target, if one exists."""
    found = space.explained(played, told=told) if played else None
    return found.game(learner, played) if found else Counterexample(learner, space.setting, tuple(played))
