"""Search spaces of finite classes: all points of a class, and its concepts, with the lies that the setting allows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, reduce
from itertools import chain, combinations
from math import log2
from operator import or_
from typing import ClassVar, cast

import numpy as np

from adversary.search.counterexample import Counterexample, rounds_of
from adversary.search.spaces.space import (
    Effort,
    Floats,
    PointSpace,
    Script,
    SearchState,
    Step,
    Values,
    without,
)
from learners.checks.replayer import Rounds
from learners.protocol import Label, View
from proofs.classes.concepts import ConceptClass, class_of_rows, first_concept
from proofs.exact.errors import BudgetError, InputError
from proofs.exact.mistake_bounds import Bound
from proofs.exact.rationals import Rational
from proofs.formats.trace import Round
from proofs.settings import Finite, Point
from proofs.solvers.budget import Budget
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.spaces import Universe, whole_class
from proofs.solvers.values import randomized_littlestone
from proofs.solvers.vc import vc_dimension

DIMENSIONS = ("L", "RL", "VC")
MAX_STATES = 1_000_000  # that a search for a dimension may look at
MAX_SOLVED = 100  # concepts of which every version space's Littlestone dimension may be asked for


@dataclass(frozen=True, eq=False)
class ClassSpace(PointSpace):
    """All points of a finite class; the targets are its concepts. Version spaces are bitsets as in ``Universe``."""

    complete: ClassVar[bool] = True
    """The targets are all that there are."""

    extensible: ClassVar[bool] = False
    """No points can be made for a learner."""

    setting: Finite

    @property
    def table(self) -> ConceptClass:
        """The class."""
        return self.setting.concept_class

    @cached_property
    def allowed(self) -> int | None:
        """How many mistakes the bound allows, if that depends on the class alone.

        Raises:
            InputError: the bound has no value on this class; a BudgetError, if it takes too long to find out.

        """
        if "k" in self.bound.names:
            _ = self._variables
        if not self.bound.names <= {"C", "n", "d", "K", *DIMENSIONS}:
            return None
        return self.bound.most(self.values)

    @cached_property
    def values(self) -> Values:
        """The values of the names that a bound on the class may use, but k, which is the target's.

        Raises:
            BudgetError: the class is too large for its dimension to be known.

        """
        table = self.table
        values: Values = {"C": table.size, "n": table.points, "d": self.setting.dimension, "K": self.setting.lies}
        return values | {name: _dimension(name, table) for name in DIMENSIONS if name in self.bound.names}

    @property
    def named(self) -> Sequence[Point]:
        """Return no named points: the learner knows the class."""
        return ()

    def numbered(self, points: Iterable[Point]) -> tuple[Sequence[Point], dict[Point, int]]:
        """Return no points, for the learner knows the class, and the points' own numbers."""
        return (), {x: x for x in points if isinstance(x, int)}

    def labels_of(self, target: int, numbers: Sequence[int]) -> Script:
        """Return those of some points that a target labels, with the labels."""
        return [entry for entry in super().labels_of(target, numbers) if self.table.label(target, entry[0])]

    def start(self) -> SearchState:
        """Return the search's beginning: no round, every concept alive."""
        return SearchState(self.universe.everything)

    def after(self, state: SearchState, number: int, label: Label, *, mistake: bool) -> SearchState:
        """Return the state once a point has got its label."""
        return SearchState(self.universe.after(state.left, number, label), state.mistakes + mistake)

    def potentials(
        self,
        state: SearchState,
        *labelings: Sequence[Label],
        least: float = 0.0,  # noqa: ARG002 - all are made
    ) -> list[Floats]:
        """Return (M + log₂ |V|)/log₂ |C|, which Halving keeps at 1 or below, or (M + L(V))/L(C) if ``forcing``.

        That is of each point, for each way to label the points. Above 1, L(V) more mistakes can be forced. In |V| a
        concept counts 2^b times that has b lies left.
        """
        potentials = list[Floats]()
        for labels in labelings:
            spaces = [self.universe.after(state.left, number, label) for number, label in enumerate(labels)]
            worths = [state.mistakes + 1 + self.worth(space) if space else 0.0 for space in spaces]
            potentials.append(np.array(worths) / max(self.worth(self.universe.everything), 0.5))
        return potentials

    def reached(self, state: SearchState) -> float:
        """Return 2 if there are too many mistakes, or else 0."""
        return 2.0 if self.allowed is not None and state.mistakes > self.allowed else 0.0

    def allows(self, state: SearchState, rounds: int) -> bool:  # noqa: ARG002 - ``reached`` has said it all
        """Tell whether the bound allows more mistakes than ``reached`` says."""
        return False

    def hopeless(self, played: Sequence[Round]) -> bool:
        """Tell that the bound allows so many mistakes on every game."""
        return self.allowed is not None and sum(entry.mistake for entry in played) <= self.allowed

    @property
    def forcing(self) -> bool:
        """Whether the bound is L, on a class that is so small that L of its version spaces is quickly known."""
        return self.bound.text == "L" and not self.setting.lies and len(self.targets) <= MAX_SOLVED

    def worth(self, space: int) -> float:
        """Return the potential of a version space: its L if ``forcing``, else log₂ of its size.

        To that a concept contributes 2^b that has b lies left: in a mistake each concept that was wrong loses half.
        """
        return self._solver.dimension(space) if self.forcing else log2(self.universe.total(space, 2))

    @cached_property
    def universe(self) -> Universe:
        """The class, with the lies that each of its concepts has."""
        return whole_class(self.table, self.setting.lies)

    @cached_property
    def _solver(self) -> Littlestone:
        return Littlestone(self.table)

    def explained(self, learner: str, played: Sequence[Round]) -> tuple[Counterexample, Values] | None:
        """Return the rounds as a game of a learner's, and what a bound may name of it; ``None`` if nothing explains it.

        Its target is the first concept that differs from the fewest labels. These may not be more than the lies. If the
        bound names k, it is the disjunction with the fewest variables.
        """
        values, space = self._values_of(played), version_space(self.setting, rounds_of(played))
        concept = nearest(space)
        if concept is not None and "k" in self.bound.names:
            left = sum(space)  # no concept is in two parts
            values["k"], concept = min([(k, n) for n, k in self._variables.items() if left >> n & 1], default=(0, None))
        return (
            None if concept is None else (Counterexample(learner, self.setting, tuple(played), target=concept), values)
        )

    def _values_of(self, played: Sequence[Round]) -> Values:
        return {**self.values, "M": sum(entry.mistake for entry in played), "T": len(played)}

    @cached_property
    def _variables(self) -> dict[int, int]:
        """The k of each concept that is a disjunction."""
        return disjunctions(self.table)

    def holds_at_once(self, played: Sequence[Round]) -> bool:
        """Tell that the bound holds, which names nothing of the target."""
        return "k" not in self.bound.names and self.bound.holds(self._values_of(played))

    def about(self, values: Values) -> str:
        """Return the class's numbers that the bound names, as it does; one that is only a name is said, with its
        number, after.
        """  # noqa: D205 - one sentence
        named = self.bound.names - {self.bound.text.strip()}
        size = "|C|" if "|C|" in self.bound.text else "C"
        written = {"C": size, "L": "L", "RL": "RL", "VC": "VC", "k": "k", "K": "K", "d": "d", "n": "n"}
        numbers = ", ".join(f"{name} = {values[key]}" for key, name in written.items() if key in named)
        return f"{numbers}{' and ' if numbers else ''}"

    def estimates(self, played: Sequence[Round]) -> Iterator[Values]:
        """Yield the values themselves."""
        if "k" not in self.bound.names:
            yield self._values_of(played)

    def judged_soon(self, played: Sequence[Round]) -> bool:  # noqa: ARG002 - concepts are few
        """Tell that a target is quickly found."""
        return True

    def too_short(self, played: Sequence[Round], counterexample: Counterexample, tolerance: Fraction) -> bool:  # noqa: ARG002 - all is known
        """Tell that so many mistakes are allowed on every game."""
        return self.allowed is not None and len(played) <= self.allowed

    def steps(self) -> tuple[Step, ...]:
        """Return the step to a smaller class."""
        return (_smaller_class,)

    def has_points_of(self, other: PointSpace) -> bool:
        """Tell whether it is the same class."""
        return self.setting is other.setting

    def taught_before(self, rounds: Rounds) -> Rounds:
        """Return what another learner is taught before these rounds: the same."""
        return rounds


def class_space(concept_class: ConceptClass, bound: Bound, sees: View | None = None, lies: int = 0) -> ClassSpace:
    """Return the space of all points of a finite class, in games with at most so many lies."""
    pool, table = tuple(range(concept_class.points)), concept_class.table().astype(float)
    return ClassSpace(concept_class.name, Finite(concept_class, lies), pool, bound, table, sees)


def version_space(setting: Finite, rounds: Iterable[tuple[Point, Label]]) -> tuple[int, ...]:
    """Return the concepts that differ from so many labels as there are lies, from so many less one, … and from none."""
    space = setting.everything
    for x, y in rounds:
        space = setting.after(space, x, y)
    return space


def explained(setting: Finite, rounds: Iterable[tuple[Point, Label]]) -> int | None:
    """Return the first concept that differs from the fewest labels; ``None`` if these exceed the allowed lies."""
    return nearest(version_space(setting, rounds))


def nearest(space: tuple[int, ...]) -> int | None:
    """Return the first concept of a version space that has most lies left, if there is one."""
    return next((first_concept(part) for part in reversed(space) if part), None)


def disjunctions(table: ConceptClass) -> dict[int, int]:
    """Return the fewest variables that make each concept, by its number, that is a disjunction of coordinates.

    Raises:
        InputError: the points are no vectors of 0 and 1, or no concept is one.

    """
    if not table.vectors or not all(value in (0, 1) for x in table.vectors for value in x):
        raise InputError("k counts variables, so the points of the class should be vectors of 0 and 1")
    variables = [sum(1 << point for point, x in enumerate(table.vectors) if x[i]) for i in range(len(table.vectors[0]))]
    found = dict[int, int]()
    for concept in range(table.size):
        row, undefined = table.labelings[concept]
        plus, minus = row, ~(row | undefined)
        parts = {part & plus for part in variables if not part & minus} - {0}
        longest = [part for part in parts if not any(part & other == part != other for other in parts)]
        if reduce(or_, longest, 0) == plus:
            chosen = chain.from_iterable(combinations(longest, size) for size in range(len(longest) + 1))
            found[concept] = next(len(some) for some in chosen if reduce(or_, some, 0) == plus)
    if not found:
        raise InputError("k counts the variables of a disjunction, and no concept of the class is one")
    return found


@cache
def _dimension(name: str, table: ConceptClass) -> Rational:
    budget = Budget(MAX_STATES)
    if name == "VC":
        bounds, _ = vc_dimension(table, budget)
    else:
        bounds = (Littlestone(table, budget) if name == "L" else randomized_littlestone(table, budget)).bounds()
    if bounds.at_least < bounds.at_most:
        raise BudgetError(
            f"{name} of {table.name} is not known after {MAX_STATES:,} states; give a number in its place"
        )
    return bounds.at_least


def _smaller_class(counterexample: Counterexample, effort: Effort) -> Counterexample | None:
    """Drop concepts, and points that are not shown: what is too much on a part of the class is easier to see."""
    if _table(counterexample).vectors:
        return None
    best, size = None, _table(counterexample).size // 2
    while size and effort.left > 0:
        game = best or counterexample
        table = _table(game)
        parts = [_part(table, kept) for kept in without(range(table.size), size) if kept]
        if better := effort.test([replace(game, setting=_on(game, part)) for part in parts]):
            best, size = better, min(size, _table(better).size // 2)
        else:
            size //= 2
    fewer = _shown_points_only(best or counterexample)
    return (effort.test([fewer]) if fewer else None) or best


def _table(counterexample: Counterexample) -> ConceptClass:
    return cast("Finite", counterexample.setting).concept_class  # only games on classes have these steps


def _on(counterexample: Counterexample, table: ConceptClass) -> Finite:
    return replace(cast("Finite", counterexample.setting), concept_class=table)


def _part(table: ConceptClass, concepts: Sequence[int]) -> ConceptClass:
    """Return the class with only these concepts."""
    names = [table.concept_names[concept] for concept in concepts] if table.concept_names else None
    rows, undefined = zip(*[table.labelings[concept] for concept in concepts], strict=True)
    return class_of_rows(_part_name(table.name), rows, table.point_names, names, undefined=undefined)


def _part_name(name: str) -> str:
    return name if name.startswith("part of ") else f"part of {name}"


def _shown_points_only(counterexample: Counterexample) -> Counterexample | None:
    """Return the game without the points that are never shown, if there are any and all concepts stay different."""
    table = _table(counterexample)
    points = sorted({x for x, _ in (*rounds_of(counterexample.rounds), *counterexample.before) if isinstance(x, int)})
    kept = [
        tuple([sum((bits >> x & 1) << place for place, x in enumerate(points)) for bits in labeling])
        for labeling in table.labelings
    ]
    if len(points) == table.points or len(set(kept)) < len(kept):  # a class has no concept twice
        return None
    names = [table.point_names[x] for x in points]
    rows, undefined = zip(*kept, strict=True)
    smaller = class_of_rows(_part_name(table.name), rows, names, table.concept_names, undefined=undefined)
    return counterexample.moved(_on(counterexample, smaller), points.index)
