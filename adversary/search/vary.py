"""What does not matter in a counterexample: vary one part alone, and see whether a violation remains.

That is what Hypothesis's explain phase does. Nothing is claimed beyond what was tried, and no verdict depends on it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import cast

from adversary.search.counterexample import Counterexample, Variation, unplayed
from adversary.search.spaces.pools import unit
from learners.protocol import Fault, Label, opposite
from learners.runner.clock import CutShort
from proofs.exact.vectors import Vector, vector
from proofs.settings import Finite, Point, SearchSetting

TRIES, MOST_POINTS, MOST_ROUNDS = 40, 4, 12
"""Points in the place of one, and the points and rounds of a game up to which that is tried."""

FEWEST = 6
"""Points of a sort that must have been tried for the report to name the sort."""

LARGEST, FINEST = 4, 2
"""Of the coordinates of points of any length, and their denominator."""


def varied(game: Counterexample, violates: Callable[[Counterexample], object]) -> Counterexample:
    """Return a counterexample with what may vary in it, as far as the time suffices."""
    points = list(dict.fromkeys(entry.x for entry in game.rounds))
    if game.again or game.before or game.fault or len(points) > MOST_POINTS or len(game.rounds) > MOST_ROUNDS:
        return game
    variations = list[Variation]()
    with suppress(CutShort, Fault):
        for number, x in enumerate(points):
            if violates(_with(game, x, x, opposite)):
                variations.append(Variation(number, 1, label=True))
            others = [other for other in islice(_others(game.setting, x), TRIES) if other not in points]
            results = [(other, bool(violates(_with(game, x, other)))) for other in others]
            variations += _sort(number, x, results)
    return replace(game, variations=tuple(variations))


def _with(
    game: Counterexample, x: Point, other: Point, label: Callable[[Label], Label] = lambda y: y
) -> Counterexample:
    """Return the rounds with another point in the place of one, or with the other labels of that."""
    rounds = [(other, label(e.label)) if e.x == x else (e.x, e.label) for e in game.rounds]
    return replace(game, rounds=unplayed(tuple(rounds)))


def _others(setting: SearchSetting, x: Point) -> Iterator[Point]:
    """Yield points, each once, in the same order on every machine."""
    if isinstance(x, int):
        points = cast("Finite", setting).concept_class.points
        yield from (other for other in range(points) if other != x)
        return
    random, seen = Random(0), {x}  # noqa: S311 - reproducible, not secret
    unit_norm, near = getattr(setting, "unit_norm", False), [float(value) for value in x.coordinates(setting.dimension)]
    for number in range(4 * TRIES):
        if unit_norm:  # every second one is near the point
            other = unit([number % 2 * value + random.gauss(0, 0.5) for value in near], 16)
        else:
            numbers = [random.randint(-FINEST * LARGEST, FINEST * LARGEST) for _ in near]
            other = vector((index, Fraction(number, FINEST)) for index, number in enumerate(numbers))
        if other not in seen and other.entries:
            seen.add(other)
            yield other


def _sort(number: int, x: Point, results: Sequence[tuple[Point, bool]]) -> Iterator[Variation]:
    """Yield how many points would do in the place of x: all that were tried, or else those with the same signs."""
    signs = [(index, 1 if value > 0 else -1) for index, value in x.entries] if isinstance(x, Vector) else []
    for same in ([], *[[one] for one in signs], signs):
        alike = [does for other, does in results if not same or _has(other, same)]
        if len(alike) >= (FEWEST if same else 2) and all(alike):
            yield Variation(number, len(alike), signs=tuple(same))
            return


def _has(x: Point, signs: Sequence[tuple[int, int]]) -> bool:
    values = dict(x.entries) if isinstance(x, Vector) else {}
    return all(values.get(index, 0) * sign > 0 for index, sign in signs)
