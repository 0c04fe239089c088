"""Where a search for mistakes takes place: finitely many points, and finitely many targets to explain their labels.

For halfspaces the targets are floats: they guide a search, and what it finds is judged exactly elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import log2

import numpy as np
from numpy.typing import NDArray

from adversary.search.counterexample import Played
from learners.protocol import Label, View
from learners.runner.client import Host
from proofs.classes.concepts import ConceptClass, bitsets
from proofs.exact.mistake_bounds import Bound
from proofs.exact.vectors import Vector
from proofs.settings import Finite, Halfspaces, Point, SearchSetting
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.spaces import Universe, whole_class

Floats = NDArray[np.float64]

Script = Sequence[tuple[int, Label]]
"""Points of a pool, by their numbers, with their labels, in order."""

MAX_SOLVED = 100  # concepts of which every version space's Littlestone dimension may be asked for


@dataclass(frozen=True)
class SearchSpace:
    """A setting, the points that are shown in it, and what a learner may do there: at most ``bound`` mistakes.

    ``targets`` has a row a target and a column a point. For halfspaces it holds the products ⟨u, x⟩ with unit vectors
    u, the rows of ``directions``; for a finite class it is the class, a row a concept. ``sees`` is how a learner from
    a file is shown a point. ``norms_squared`` are those of the points, in floats; 1 on finite classes. Version
    spaces of a class are bitsets as in ``Universe``, with the lies that its setting allows.
    """

    name: str
    setting: SearchSetting
    pool: tuple[Point, ...]
    bound: Bound
    targets: Floats
    norms_squared: Floats
    sees: View | None = None
    directions: Floats | None = None

    @property
    def points(self) -> int:
        """How many points there are."""
        return len(self.pool)

    @cached_property
    def allowed(self) -> int | None:
        """How many mistakes the bound allows on a finite class, if that depends on the class alone."""
        if not isinstance(self.setting, Finite) or not self.bound.names <= {"C", "L", "n", "d", "K"}:
            return None
        from adversary.search.specification import class_values

        return self.bound.most(class_values(self.setting, self.bound))

    def labels_of(self, target: int, numbers: Sequence[int]) -> Script:
        """Return some points with the labels that a target gives them."""
        return [(number, 1 if self.targets[target, number] > 0 else -1) for number in numbers]

    def aimed(self, script: Script) -> "SearchSpace":
        """Return the space, of a halfspace game, with the one target Σ yx."""
        total: Floats = np.asarray(sum(self.signed(script)))
        direction = (total / np.linalg.norm(total))[None, :]
        return replace(self, targets=direction @ dense(self.pool, self.setting.dimension).T, directions=direction)

    def signed(self, script: Script) -> Floats:
        """Return yx for each of some rounds of a halfspace game, a row each."""
        points = dense([self.pool[number] for number, _ in script], self.setting.dimension)
        points *= np.array([label for _, label in script])[:, None]
        return points

    def extended(self, points: Sequence[Vector]) -> "SearchSpace":
        """Return the space with more points, the last ones of its pool."""
        assert self.directions is not None  # noqa: S101 - it is a halfspace game
        new = dense(points, self.setting.dimension)
        targets = np.hstack([self.targets, self.directions @ new.T])
        norms = np.append(self.norms_squared, (new**2).sum(axis=1))
        return replace(self, pool=(*self.pool, *points), targets=targets, norms_squared=norms)

    def begin(self, host: Host, setting: SearchSetting) -> None:
        """Have a process make a learner for the setting, with the points' numbers. Raises as ``Client``."""
        host.begin(setting, self.pool if isinstance(setting, Halfspaces) else (), self.sees)

    def start(self) -> "SearchState":
        """Return the search's beginning: no round, every target alive."""
        count, lies = len(self.targets), self.setting.lies if isinstance(self.setting, Finite) else 0
        return SearchState(np.full(count, np.inf), np.full(count, lies), 0.0, 0)

    def potentials(self, state: "SearchState", labels: Sequence[Label], told: Fraction | None) -> Floats:
        """Return, for every point, how near the game is to too many mistakes once the point gets its label.

        Above 1 there are too many. For halfspaces it is Mγ²/R², with the best γ of the targets at hand (with γ² as
        ``told`` where the learner knows a margin); for a finite class (M + log₂ |V|)/log₂ |C|, which Halving keeps
        at 1 or below, or (M + L(V))/L(C) if ``forcing``: above 1, L(V) more mistakes can be forced; in |V| a concept
        counts 2^b times that has b lies left. A label that nothing explains has 0.
        """
        signs = np.asarray(labels, dtype=float)
        if isinstance(self.setting, Finite):
            left = state.left[:, None] - (self.targets * signs < 0)
            blocks = [left == lies for lies in range(self.setting.lies + 1)]
            spaces = bitsets(np.vstack(blocks).T)
            found = [state.mistakes + 1 + self.worth(space) if space else 0.0 for space in spaces]
            return np.array(found) / max(self.worth(self.universe.everything), 0.5)
        margin = np.minimum(state.margins[:, None], self.targets * signs).max(axis=0)
        radius = np.maximum(state.radius_squared, self.norms_squared)
        squared = np.where(margin > 0, margin, 0.0) ** 2
        if told is not None:
            squared = np.where(squared >= float(told), float(told), 0.0)
        return (state.mistakes + 1) * squared / radius

    @property
    def forcing(self) -> bool:
        """Whether the bound is L, on a class that is so small that L of its version spaces is quickly known."""
        truthful = isinstance(self.setting, Finite) and not self.setting.lies
        return self.bound.text == "L" and truthful and len(self.targets) <= MAX_SOLVED

    def worth(self, space: int) -> float:
        """Return how many mistakes a version space is good for: L of it if ``forcing``, or else log₂ of its size.

        To that a concept contributes 2^b that has b lies left: in a mistake each concept that was wrong loses half.
        """
        return self._solver.dimension(space) if self.forcing else log2(self.universe.total(space, 2))

    @cached_property
    def universe(self) -> Universe:
        """The class of a game on one, with the lies that each of its concepts has."""
        assert isinstance(self.setting, Finite)  # noqa: S101 - version spaces are those of a class
        return whole_class(self.setting.concept_class, self.setting.lies)

    @cached_property
    def _solver(self) -> Littlestone:
        assert isinstance(self.setting, Finite)  # noqa: S101 - version spaces are those of a class
        return Littlestone(self.setting.concept_class)

    def after(self, state: "SearchState", number: int, label: Label, *, mistake: bool) -> "SearchState":
        """Return the state once a point has got its label."""
        margins = self.targets[:, number] * label
        radius = max(state.radius_squared, float(self.norms_squared[number]))
        smallest, left = np.minimum(state.margins, margins), state.left - (margins < 0)
        return SearchState(smallest, left, radius, state.mistakes + mistake)


@dataclass(frozen=True, slots=True)
class SearchState:
    """A moment of a search: the smallest margin of every target so far, the largest ‖x‖², the mistakes.

    ``left`` are the lies that every target has left: below 0 for those that are the target no more.
    """

    margins: Floats
    left: NDArray[np.int64]
    radius_squared: float
    mistakes: int


def finite_space(concept_class: ConceptClass, bound: Bound, sees: View | None = None, lies: int = 0) -> SearchSpace:
    """Return the space of all points of a finite class, in games with at most so many lies."""
    pool = tuple(range(concept_class.points))
    table = concept_class.table().astype(float)
    setting = Finite(concept_class, lies)
    return SearchSpace(concept_class.name, setting, pool, bound, table, np.ones(len(pool)), sees)


def halfspace_space(  # noqa: PLR0913, PLR0917 - points, targets, and what is claimed
    name: str,
    pool: Sequence[Vector],
    dimension: int,
    bound: Bound,
    directions: Floats,
    margin_squared: Fraction | None = None,
    *,
    unit: bool | None = None,
) -> SearchSpace:
    """Return the search space of some points, with targets in these directions.

    ``margin_squared`` is what a learner is told that asks for a margin, by default a small one. ``unit`` is given where
    it is known whether all points are unit vectors: to find out takes seconds for a large basis.
    """
    margin_squared = margin_squared or Fraction(1, 4 * max(dimension, 4))
    unit = all(x.norm_squared() == 1 for x in pool) if unit is None else unit
    directions = directions / np.linalg.norm(directions, axis=1)[:, None]
    points = dense(pool, dimension)
    setting, norms = Halfspaces(dimension, margin_squared, unit), (points**2).sum(axis=1)
    return SearchSpace(name, setting, tuple(pool), bound, directions @ points.T, norms, directions=directions)


def told_margin(host: Host, setting: SearchSetting) -> Fraction | None:
    """Return the margin² that a learner knows, if its constructor asks for it."""
    return setting.margin_squared if isinstance(setting, Halfspaces) and "margin_squared" in host.asks else None


def dense(pool: Sequence[Point], dimension: int) -> Floats:
    """Return the points as floats, a row each."""
    points = np.zeros((len(pool), dimension))
    for number, x in enumerate(pool):
        for index, value in x.entries if isinstance(x, Vector) else ():
            points[number, index] = value
    return points


def float_margin_squared(played: Sequence[Played]) -> float:
    """Return γ²/R² for the best margin γ of rounds in a halfspace game, in floats; 0 where nothing explains them."""
    from scipy.optimize import nnls  # type: ignore[import-untyped]

    played = list({(id(entry.x), entry.label): entry for entry in played}.values())
    points = [entry.x for entry in played]
    dimension = max([x.entries[-1][0] + 1 for x in points if isinstance(x, Vector) and x.entries], default=1)
    rows = dense(points, dimension) * np.array([entry.label for entry in played])[:, None]
    rows /= max(float(np.linalg.norm(rows, axis=1).max()), 1e-300)
    goal = np.zeros(dimension + 1)
    goal[-1] = 1
    solution, _ = nnls(np.vstack([rows.T, np.ones(len(rows))]), goal)
    rest = 1 - solution.sum()
    return 0.0 if rest < 1e-12 else float(rest / solution.sum())  # noqa: PLR2004 - it is 0 but for rounding
