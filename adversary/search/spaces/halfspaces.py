"""Search spaces of halfspaces: points, and directions of targets as floats, which guide a search and judge nothing."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from typing import ClassVar, cast

import numpy as np

from adversary.search.counterexample import Counterexample
from adversary.search.spaces import pools
from adversary.search.spaces.space import (
    LABELS,
    Effort,
    Floats,
    PointSpace,
    Script,
    SearchState,
    Step,
    Values,
)
from learners.checks.replayer import Rounds, flipped
from learners.protocol import Label
from proofs.exact.errors import InputError
from proofs.exact.margins import Separable, best_margin, nonnegative_least_squares
from proofs.exact.mistake_bounds import OF_A_COMPARISON, PERCEPTRON_BOUNDS, Bound, Undecided
from proofs.exact.rationals import Rational, equals, short_number
from proofs.exact.vectors import FeatureMap, Vector, polynomial_features, vector
from proofs.formats.trace import Round
from proofs.settings import Halfspaces, Point

MAX_ENDS, PARTS = 8, 8  # multiples of a vector that are compared with a learner
FINE = 6  # dimensions in which points are made where the learner changes its mind
MAX_EXACT_POINTS = 200  # of a game whose margin is found exactly to see how tight it is

NO_NUMBERS: Floats = np.zeros(0)

Features = Callable[[int], FeatureMap]
"""A map of points for each dimension that they may have."""

THRESHOLD: Features = partial(polynomial_features, degree=1, constant=1)
"""The map of x to (x, 1), where a target has a threshold: a learner with a bias is a Perceptron there."""

LINE = tuple([vector([(0, number)]) for number in range(-9, 10)])
"""Integers, where a threshold alone is to be learned."""


@dataclass(frozen=True, eq=False)
class HalfspaceSpace(PointSpace):
    """Points, and targets as the products ⟨u, x⟩ with unit vectors u, the rows of ``directions``.

    ``norms_squared`` are those of the points, in floats. ``features`` map the points to where targets and margins are,
    if that is not the space of the points. With a ``THRESHOLD`` these are the points (x, 1). ``attacked`` says that a
    bound may name both margins: delta2 is the one that is told, and gamma2 the best one. In a grade both are what is
    told.
    """

    complete: ClassVar[bool] = False
    """There are more targets than these."""

    setting: Halfspaces
    norms_squared: Floats = field(default_factory=lambda: NO_NUMBERS)
    directions: Floats = field(default_factory=lambda: NO_NUMBERS)
    features: Features | None = None
    attacked: bool = False

    @property
    def has_threshold(self) -> bool:
        """Whether targets have a threshold."""
        return self.features is THRESHOLD

    @property
    def dimension(self) -> int:
        """The d of a bound."""
        return self.setting.dimension + self.has_threshold

    def floats(self, points: Sequence[Point]) -> Floats:
        """Return points as floats, a row each, as they are where targets and margins are."""
        if self.features is None:
            return dense(points, self.setting.dimension)
        features = self.features(self.setting.dimension)
        return dense([features(x) for x in points if isinstance(x, Vector)], self.directions.shape[1])

    def narrow(self) -> "HalfspaceSpace":
        """Return the space with its first target alone."""
        return replace(self, targets=self.targets[:1], directions=self.directions[:1])

    def aimed(self, script: Script) -> "HalfspaceSpace":
        """Return the space with the one target Σ yx."""
        total: Floats = np.asarray(sum(self.signed(script)))
        direction = (total / np.linalg.norm(total))[None, :]
        return replace(self, targets=direction @ self.floats(self.pool).T, directions=direction)

    def in_dimension(self, dimension: int) -> "HalfspaceSpace":
        """Return the space with more coordinates, all of them 0."""
        more = ((0, 0), (0, dimension - self.setting.dimension))
        setting = replace(self.setting, dimension=dimension)
        return replace(self, setting=setting, directions=np.pad(self.directions, more))

    def signed(self, script: Script) -> Floats:
        """Return yx for each of some rounds, a row each."""
        points = self.floats([self.pool[number] for number, _ in script])
        points *= np.array([label for _, label in script])[:, None]
        return points

    def extended(self, points: Sequence[Vector], floats: Floats | None = None) -> "HalfspaceSpace":
        """Return the space with more points, the last ones of its pool; ``floats`` are these as floats, if known."""
        new = self.floats(points) if floats is None or self.features else floats
        targets = np.hstack([self.targets, self.directions @ new.T])
        norms = np.append(self.norms_squared, (new**2).sum(axis=1))
        return replace(self, pool=(*self.pool, *points), targets=targets, norms_squared=norms)

    @property
    def named(self) -> Sequence[Point]:
        """The points of the pool."""
        return self.pool

    def numbered(self, points: Iterable[Point]) -> tuple[Sequence[Point], dict[Point, int]]:
        """Return the points, and their numbers from 0."""
        pool = tuple(dict.fromkeys(points))
        return pool, {x: number for number, x in enumerate(pool)}

    def start(self) -> SearchState:
        """Return the search's beginning: no round, every target alive."""
        return SearchState(np.full(len(self.targets), np.inf))

    def after(self, state: SearchState, number: int, label: Label, *, mistake: bool) -> SearchState:
        """Return the state once a point has got its label."""
        radius = max(state.radius_squared, float(self.norms_squared[number]))
        return SearchState(np.minimum(state.left, self._of_points[number] * label), state.mistakes + mistake, radius)

    @cached_property
    def _of_points(self) -> Floats:
        """The targets with a row a point: a column of theirs is read in every round."""
        return np.ascontiguousarray(self.targets.T)

    def potentials(self, state: SearchState, *labelings: Sequence[Label], least: float = 0.0) -> list[Floats]:
        """Return Mγ²/R² of each point, with the best γ of the targets at hand, or with γ² as the learner was told.

        That is for each way to label the points. All have their minima in common, which take most of a search. Where
        it is below ``least``, what is returned may be smaller: targets whose margin is too small for that are left out.
        """
        smallest = math.sqrt(least * state.radius_squared / (state.mistakes + 1)) * (1 - 1e-9)
        alive = state.left > smallest  # no target has a margin if its smallest is not above 0
        margins, smallest_margins = self.targets[alive], state.left[alive][:, None]
        minima = np.minimum(margins, smallest_margins)
        plus = minima.max(axis=0, initial=0.0)
        minus = -np.maximum(margins, -smallest_margins, out=minima).min(axis=0, initial=0.0)
        radius = np.maximum(state.radius_squared, self.norms_squared)
        potentials = list[Floats]()
        for labels in labelings:
            squared: Floats = np.where(np.asarray(labels) > 0, plus, minus) ** 2
            if self.told:
                margin_squared = float(self.setting.margin_squared)
                squared = np.where(squared >= margin_squared, margin_squared, 0.0)
            potentials.append((state.mistakes + 1) * squared / radius)
        return potentials

    def reached(self, state: SearchState) -> float:
        """Return Mγ²/R² of the rounds so far."""
        radius_squared = state.radius_squared
        return state.mistakes * _margin(state) ** 2 / radius_squared if radius_squared else 0.0

    def allows(self, state: SearchState, rounds: int) -> bool:
        """Tell, as far as floats do, whether the bound allows more than the Perceptron's."""
        if self.bound.text in PERCEPTRON_BOUNDS:
            return False
        margin = Fraction(_margin(state)) ** 2
        if margin <= 0:
            return False
        values: Values = {"M": state.mistakes, "T": rounds, "d": self.dimension}
        values |= {"gamma2": margin, "delta2": margin, "R2": Fraction(state.radius_squared), "U2": 1 / margin, "H": 0}
        try:
            return self.bound.holds(values)
        except (InputError, Undecided):  # where it is not defined
            return False

    @property
    def extensible(self) -> bool:
        """Whether there are so few dimensions that points at the decision boundary are soon found."""
        return self.setting.unit_norm and self.setting.dimension <= FINE

    def lifted(self, played: Sequence[Round]) -> Sequence[Round]:
        """Return the rounds with their points where targets and margins are."""
        if self.features is None:
            return played
        features = self.features(self.setting.dimension)
        return [entry._replace(x=features(vector_of(entry))) for entry in played]

    def margin_squared(self, played: Sequence[Round]) -> float:
        """Return γ²/R² for the best margin γ of rounds, in floats; 0 where nothing explains them."""
        return float_margin_squared(self.lifted(played))

    def hopeless(self, played: Sequence[Round]) -> bool:
        """Tell that rounds keep a bound that falls as the margin grows."""
        if self.bound.text not in PERCEPTRON_BOUNDS or not played:
            return False
        return sum(entry.mistake for entry in played) * self.margin_squared(played) < 1 - 1e-6

    def explained(self, learner: str, played: Sequence[Round]) -> tuple[Counterexample, Values] | None:
        """Return the rounds as a game of a learner's, and what a bound may name of it; ``None`` if nothing explains it.

        Its target is the one with the best margin. Where a margin is told, this may not be below it.
        """
        game = self.lifted(played)
        best = best_of(game)
        if best is None or (self.told and best.margin_squared < self.setting.margin_squared):
            return None
        values, unit = self._facts(game)
        values, u = self._at(best.margin_squared, values, game, best.w, unit=unit)
        margin = self.setting.margin_squared if self.told else best.margin_squared
        legal = replace(self.setting, margin_squared=margin, unit_norm=unit)
        points = tuple([entry.x for entry in game]) if self.features else ()
        reason = "" if u is None else f"u = {legal.point_text(u)} has "
        return Counterexample(learner, legal, tuple(played), reason=reason, target=best.target(), lifted=points), values

    def _facts(self, game: Sequence[Round]) -> tuple[Values, bool]:
        """Return what a bound may name besides the margin, and whether all points have norm 1."""
        norms, mistakes = [x.norm_squared() for x in _shown(game).values()], sum(entry.mistake for entry in game)
        values: Values = {"M": mistakes, "R2": max(norms), "d": self.dimension, "T": len(game)}
        return values, all(norm == 1 for norm in norms)

    def _at(
        self, margin_squared: Fraction, values: Values, game: Sequence[Round], w: Vector | None = None, *, unit: bool
    ) -> tuple[Values, Vector | None]:
        """Return all values of a game with this best margin, and the comparison u, if the bound names one.

        ``w`` has that margin, scaled so that no hinge loss is left. Without it some values are estimates.
        """
        told = self.setting.margin_squared if self.told else margin_squared
        values = values | {"gamma2": margin_squared if self.attacked else told}
        values |= {"delta2": told} if unit or (self.told and self.attacked) else {}
        if "B2" in self.bound.names:
            features = THRESHOLD(self.setting.dimension)
            lifted = [entry._replace(x=features(vector_of(entry))) for entry in game]
            best = best_of(lifted) if w else None
            part = best.margin_squared / (values["R2"] + 1) if best else Fraction(float_margin_squared(lifted))
            values["B2"] = 1 / part
        if not self.bound.names & OF_A_COMPARISON:
            return values, None
        compared = list(comparisons([entry for entry in game if entry.mistake], w))
        return min(((values | compared_, u) for compared_, u in compared), key=lambda pair: self._share(pair[0]))

    def _share(self, values: Values) -> Fraction:
        """Return −M/B, or what is below all of these where the bound is not above 0; 0 where it is not decided."""
        try:
            self.bound.holds(values)
            return -self.bound.share(values).low
        except InputError:
            return -(Fraction(10) ** 30)
        except Undecided:
            return Fraction(0)

    def holds_at_once(self, played: Sequence[Round]) -> bool:
        """Tell that ‖Σ yx‖² ≤ MR² over the M mistakes: then γ ≤ ‖Σ yx‖/M ≤ R/√M, whatever the best γ is."""
        if self.told or self.bound.text not in PERCEPTRON_BOUNDS:
            return False
        game = self.lifted(played)
        values, _ = self._facts(game)
        return _total_squared(game) <= values["M"] * values["R2"]

    def about(self, values: Values) -> str:
        """Return which margin counts, and the radius, if the points are not unit vectors."""
        names = self.bound.names
        if names & OF_A_COMPARISON:
            return f"‖u‖² {equals(short_number(values['U2']))} and H {equals(short_number(values['H']))}, and "
        squared = f"{'δ' if 'delta2' in names else 'γ'}² {equals(short_number(values['gamma2']))}"
        points = "the points (x, 1)" if self.has_threshold else "these points"
        about = f"it was told {squared}" if self.told else f"the best margin of {points} is {squared}"
        radius = "" if "delta2" in values else f", R² {equals(short_number(values['R2']))}"
        return f"{about}{radius}, and "

    def estimates(self, played: Sequence[Round]) -> Iterator[Values]:
        """Yield what ‖Σ yx‖/M over the mistakes allows, which no margin exceeds, and then a margin in floats."""
        values, unit = self._facts(played)
        for squared in (
            Fraction(_total_squared(played)) / values["M"] ** 2,
            Fraction(float_margin_squared(played)) * values["R2"],
        ):
            yield self._at(squared, values, played, unit=unit)[0]

    def judged_soon(self, played: Sequence[Round]) -> bool:
        """Tell whether there are few points, so that the best margin is quickly found."""
        return len(_shown(played)) <= MAX_EXACT_POINTS

    def steps(self) -> tuple[Step, ...]:
        """Return the steps to fewer coordinates and to simpler points: unit points all at once first."""
        points = (_simpler_together, _simpler_points)
        return (_fewer_coordinates, *(points if self.setting.unit_norm else points[::-1]))

    def too_short(self, played: Sequence[Round], counterexample: Counterexample, tolerance: Fraction) -> bool:
        """Tell it where the points and labels are those of a known counterexample, and so the best margin."""
        points = {(id(entry.x), entry.label): vector_of(entry) for entry in played}
        if self.features or self.bound.text not in PERCEPTRON_BOUNDS:
            return False
        if {*points} != {(id(entry.x), entry.label) for entry in counterexample.rounds}:
            return False
        longest = max([x.norm_squared() for x in points.values()])
        return len(played) * self.setting.margin_squared * (1 - tolerance) <= longest

    def few_points(self, below: int) -> Iterator[tuple[Halfspaces, Rounds, int]]:
        """Yield two labeled points each, and how many mistakes are too many there, if below a number: least first."""
        pool, setting = self.pool, self.setting
        if self.features is None:
            pool, setting = tuple(pools.plane_points(unit_norm=setting.unit_norm)), replace(setting, dimension=2)
        if self.has_threshold:
            pool, setting = LINE, replace(setting, dimension=1)
        points = [entry.x for entry in self.at(setting).lifted([Round(x, None, 1) for x in pool])]
        for bound, first, second, sign in pools.pairs(dense(points, _width(points)), below - 1):
            for label, (i, j) in product(LABELS, ((first, second), (second, first))):
                yield setting, ((pool[i], label), (pool[j], LABELS[sign != label])), _above(bound)

    def fewest(self, rounds: Rounds) -> float:
        """Return how many mistakes are too many on some points with their labels."""
        squared = self.margin_squared([Round(x, None, label) for x, label in rounds]) if rounds else 0.0
        return _above(1 / squared) if squared else math.inf

    def has_points_of(self, other: PointSpace) -> bool:
        """Tell whether the other has no more dimensions."""
        return other.setting.dimension <= self.setting.dimension

    def taught_before(self, rounds: Rounds) -> Rounds:
        """Return the opposite target's labels, several times over: weights are as far off as can be."""
        return flipped(rounds) * 3


def halfspace_space(  # noqa: PLR0913, PLR0917 - points, targets, and what is claimed
    name: str,
    pool: Sequence[Vector],
    dimension: int,
    bound: Bound,
    directions: Floats,
    margin_squared: Fraction | None = None,
    *,
    unit: bool | None = None,
) -> HalfspaceSpace:
    """Return the search space of some points, with targets in these directions.

    ``margin_squared`` is what a learner is told that asks for a margin, by default a small one. ``unit`` is given where
    it is known whether all points are unit vectors: to find out takes seconds for a large basis.
    """
    margin_squared = margin_squared or Fraction(1, 4 * max(dimension, 4))
    unit = all(x.norm_squared() == 1 for x in pool) if unit is None else unit
    directions = directions / np.linalg.norm(directions, axis=1)[:, None]
    points = dense(pool, dimension)
    setting, norms = Halfspaces(dimension, margin_squared, unit), (points**2).sum(axis=1)
    return HalfspaceSpace(
        name, setting, tuple(pool), bound, directions @ points.T, norms_squared=norms, directions=directions
    )


def dense(pool: Sequence[Point], dimension: int) -> Floats:
    """Return the points as floats, a row each."""
    points = np.zeros((len(pool), dimension))
    for number, x in enumerate(pool):
        for index, value in x.entries if isinstance(x, Vector) else ():
            points[number, index] = value.numerator / value.denominator  # as float(value), but sooner
    return points


def float_margin_squared(played: Sequence[Round]) -> float:
    """Return γ²/R² for the best margin γ of rounds in a halfspace game, in floats; 0 where nothing explains them."""
    played = list({(id(entry.x), entry.label): entry for entry in played}.values())
    points = [entry.x for entry in played]
    dimension = _width(points)
    rows = dense(points, dimension) * np.array([entry.label for entry in played])[:, None]
    rows /= max(float(np.linalg.norm(rows, axis=1).max()), 1e-300)
    goal = np.zeros(dimension + 1)
    goal[-1] = 1
    solution = nonnegative_least_squares(np.vstack([rows.T, np.ones(len(rows))]), goal)
    rest = 1 - solution.sum()
    return 0.0 if rest < 1e-12 else float(rest / solution.sum())  # noqa: PLR2004 - it is 0 up to rounding


def vector_of(entry: Round) -> Vector:
    """Return a round's point in a halfspace game."""
    assert isinstance(entry.x, Vector)  # noqa: S101 - it is a halfspace game
    return entry.x


def best_of(played: Sequence[Round]) -> Separable | None:
    """Return the best margin of the rounds, or ``None`` if nothing explains them."""
    sample = list(dict.fromkeys((vector_of(entry), entry.label) for entry in played))
    if len({x for x, _ in sample}) < len(sample):
        return None
    best = best_margin(sample)
    return best if isinstance(best, Separable) else None


def _fewer_coordinates(counterexample: Counterexample, effort: Effort) -> Counterexample | None:
    """Leave out coordinates that are 0 in every point, and so dimensions."""
    setting = _setting(counterexample)
    used = sorted({index for x in _points(counterexample) for index, _ in x.entries}) or [0]
    if len(used) == setting.dimension:
        return None
    smaller = replace(setting, dimension=len(used))
    return effort.test([counterexample.moved(smaller, lambda x: vector((used.index(i), v) for i, v in x.entries))])


def _simpler_together(counterexample: Counterexample, effort: Effort) -> Counterexample | None:
    """Round or scale all points alike: what depends on how they lie to each other may not stand one point's change."""
    if effort.left <= 0:
        return None
    setting, points = _setting(counterexample), _points(counterexample)
    moves = [dict(zip(points, changed, strict=True)) for changed in pools.all_simpler(points, setting)]
    moves = [move for move in moves if pools.burden(*move.values()) < pools.burden(*points)]
    moves.sort(key=lambda move: pools.burden(*move.values()))
    return effort.test([counterexample.moved(setting, move.__getitem__) for move in moves]) if moves else None


def _simpler_points(counterexample: Counterexample, effort: Effort) -> Counterexample | None:
    """Put simpler points in the place of each, in all its rounds."""
    best, setting = None, _setting(counterexample)
    points = dict.fromkeys(map(vector_of, counterexample.rounds))
    for point in sorted(points, key=pools.burden, reverse=True):  # of equally hard ones the one shown first
        if effort.left <= 0:
            break
        others = [x for x in dict.fromkeys(pools.simpler(point, setting)) if pools.burden(x) < pools.burden(point)]
        others.sort(key=pools.burden)
        games = [
            replace(
                counterexample, rounds=tuple([e._replace(x=new) if e.x == point else e for e in counterexample.rounds])
            )
            for new in others
        ]
        if games and (better := effort.test(games)):
            best = counterexample = better
    return best


def _points(counterexample: Counterexample) -> list[Vector]:
    """Return the points that are shown, those before the game first."""
    points = [*[x for x, _ in counterexample.before], *[entry.x for entry in counterexample.rounds]]
    return list(dict.fromkeys(cast("list[Vector]", points)))


def _setting(counterexample: Counterexample) -> Halfspaces:
    return cast("Halfspaces", counterexample.setting)  # only halfspace games have these steps


def comparisons(mistakes: Sequence[Round], w: Vector | None) -> Iterator[tuple[Values, Vector]]:
    """Yield vectors u to compare a learner with, each with ‖u‖² and its hinge loss on the mistakes.

    They are multiples of ``w`` and of Σ yx: those at which a loss becomes 0, some between these, and 0 itself.
    """
    total = vector(_total(mistakes)[0])
    for direction in (total, w) if w else (total,):
        products = [entry.label * direction.dot(vector_of(entry)) for entry in mistakes]
        ends = sorted({1 / Fraction(p) for p in products if p > 0})[-MAX_ENDS:]
        for scale in {Fraction(0), *ends, *[Fraction(part, PARTS) * ends[-1] for part in range(1, PARTS) if ends]}:
            u = vector([(index, scale * value) for index, value in direction.entries])
            hinge = sum([max(Fraction(0), 1 - scale * p) for p in products], Fraction(0))
            yield {"U2": scale**2 * direction.norm_squared(), "H": hinge}, u


def _shown(played: Sequence[Round]) -> dict[int, Vector]:
    """Return the points by identity: many rounds show the same one."""
    return {id(entry.x): vector_of(entry) for entry in played}


def _total_squared(played: Sequence[Round]) -> Rational:
    """Return ‖Σ yx‖² over the mistakes."""
    total, common = _total(played)
    return Fraction(sum([value * value for value in total.values()]), common**2)


def _total(played: Sequence[Round]) -> tuple[dict[int, int], int]:
    """Return Σ yx over the mistakes as integers over a common denominator, which are added sooner than fractions."""
    times = Counter[int]()
    for entry in played:
        times[id(entry.x)] += entry.label * entry.mistake
    terms = [(x.entries, times[name]) for name, x in _shown(played).items() if times[name]]
    common = math.lcm(*[value.denominator for entries, _ in terms for _, value in entries])
    total = dict[int, int]()
    for entries, count in terms:
        for index, value in entries:
            total[index] = total.get(index, 0) + count * value.numerator * (common // value.denominator)
    return total, common


def _margin(state: SearchState) -> float:
    return max(float(state.left.max()), 0.0)


def _width(points: Sequence[Point]) -> int:
    """Return the dimension that points need."""
    return max([x.entries[-1][0] + 1 for x in points if isinstance(x, Vector) and x.entries], default=1)


def _above(bound: float) -> int:
    """Return the least number of mistakes above a bound, which is known up to rounding."""
    return int(bound * (1 + 1e-4)) + 1
