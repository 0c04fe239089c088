"""Learners with weights that differ from a textbook's in one rule, and the rules that all of them may break.

They compute in floats, as students do. If rounding could decide a sign, there is a tie.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from adversary.grading.variants.variant import Answer, Make, Variant
from adversary.search.spaces.space import Floats
from learners.protocol import Label
from proofs.exact.vectors import Vector
from proofs.settings import SearchSetting

ROUNDING = 1e-9
"""The part of what is added up below which a sum is a tie: doubles round much less than that."""

SHORT = 2.0**30
"""Numbers of so many values have few digits."""

Ties = Literal["as answered", "always"]
"""When a tie counts as a mistake: when the answer is wrong, or always (y⟨w, x⟩ ≤ 0)."""

TIES: tuple[Ties, ...] = ("as answered", "always")

Lift = Callable[[Floats], Floats]


def as_it_is(x: Floats) -> Floats:
    """Return the point itself, where the weights are those of its coordinates."""
    return x


def is_short(numbers: Floats) -> bool:
    """Tell whether numbers have so few binary digits that sums of them are not rounded."""
    fractions, _ = np.frexp(numbers)
    return bool(np.isfinite(numbers).all() and (fractions * SHORT % 1 == 0).all())


class Linear:
    """A learner with weights, in the middle of a game. Its weights may overflow: callers suppress numpy's warnings.

    Attributes:
        w: its weights. total: their sum over all rounds. earlier: what they were before the last round.
        x, terms, value: what it sees of the point, what is added up there, and the sum. tie: whether that is 0.
        point, points: the point itself, and all earlier ones.
        y, said, wrong: the label, the answer, and whether that counts as a mistake.
        rounds, mistakes: how many there were, this one included once it is learned.
        steps: y·x for every time that it moved. shown: all x so far, and labels and answers: theirs.
        lost: whether rounding may have decided whether it moved: from then on nothing is known.
        voters: every w so far, with the number of rounds it lasted.

    """

    def __init__(self, rule: "Rule", parameter: Any, ties: Ties, lift: Lift, setting: SearchSetting) -> None:
        self.rule, self.parameter, self.ties, self.lift = rule, parameter, ties, lift
        self.points = list[Floats]()
        width = len(rule.sees(self, lift(np.zeros(setting.dimension)), parameter))
        self.w: Floats = np.full(width, rule.start(parameter, setting.dimension), dtype=float)
        self.total, self.earlier = np.zeros(width), self.w
        self.rounds, self.mistakes, self.lost = 0, 0, False
        self.steps, self.shown = list[Floats](), list[Floats]()
        self.labels, self.answers = list[Label](), list[Label]()
        self.voters: list[tuple[Floats, int]] = [(self.w, 1)]

    def answer(self, x: Floats) -> Answer:
        """Return the sign of the sum, or 0 where it is exactly 0."""
        self.point = self.lift(x)
        self.x = self.rule.sees(self, self.point, self.parameter)
        self.told = self.rule.says and self.rule.says(self, self.parameter)
        self.terms = self.rule.terms(self, self.parameter)
        self.value = float(self.terms.sum())
        scale = float(np.abs(self.terms).sum())
        self.tie = not abs(self.value) > ROUNDING * scale
        if self.lost:
            return None
        if self.told or not self.tie:
            return self.told or (1 if self.value > 0 else -1)
        return 0 if scale == 0 or (self.value == 0 and self.rule.exact) else None

    def learn(self, y: Label, said: Label) -> None:
        """Move the weights, if it does."""
        self.y, self.said = y, said
        self.wrong = said != y or (self.ties == "always" and self.tie and not self.told)
        # Where weights change in every round, update may see another sign of a rounded 0 than predict.
        again = self.tie and not self.told and self.rule.each is not None
        self.lost = self.lost or ((again or (self.wrong and said == y)) and not is_short(self.terms))
        self.rounds += 1
        self.mistakes += self.wrong
        before = self.w
        if self.rule.each:
            self.w = self.rule.each(self, self.parameter)
        if moved := self.rule.moves(self, self.parameter):
            self.steps.append(self.y * self.x)
            self.w = self.rule.step(self, self.parameter)
        w, lasted = self.voters[-1]
        self.voters[-1:] = [(w, lasted), (self.w, 1)] if moved else [(w, lasted + 1)]
        self.earlier = before
        self.total = self.total + self.w
        self.shown.append(self.x)
        self.points.append(self.point)
        self.labels.append(y)
        self.answers.append(said)

    def kernel(self, product: Callable[[Floats, Floats], Floats]) -> Floats:
        """Return y·K(z, x) for each mistake at a point z with the label y, where K is a product of points."""
        wrong = [number for number in range(self.rounds) if self.answers[number] != self.labels[number]]
        if not wrong:
            return np.zeros(1)
        return np.array([self.labels[i] for i in wrong]) * product(np.array([self.shown[i] for i in wrong]), self.x)

    def sum_of(self, steps: Sequence[Floats]) -> Floats:
        """Return the sum of some steps."""
        return np.sum(steps, axis=0) if len(steps) else np.zeros(len(self.x))

    def seen(self) -> Iterator[int]:
        """Yield the earlier rounds that have shown the point, the last one first."""
        return (number for number in reversed(range(len(self.shown))) if (self.shown[number] == self.x).all())


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What a learner with weights does; the textbook's is the default. Each function is also given a parameter.

    ``sees`` is what it makes of a point; ``terms`` are added up, and the sign of the sum is the answer, unless ``says``
    has one; ``moves`` tells whether it learns in a round, and ``step`` returns the weights then; ``each``, if it is
    there, returns what becomes of weights in every round before that. ``ties`` are the ways to treat ties; weights that
    are ``exact`` have so few digits that a sum of 0 is no matter of rounding. A ``shared`` learner is one for all that
    are made, and one that is ``asked`` remembers every question. With ``any_start`` there is also a variant that starts
    at the w that a submission shows.
    """

    name: str = ""
    advice: str = ""
    parameters: Sequence[Any] = (0,)
    words: str = ""
    start: Callable[[Any, int], float | Floats] = lambda *_: 0.0
    sees: Callable[[Linear, Floats, Any], Floats] = lambda _, x, __: x
    terms: Callable[[Linear, Any], Floats] = lambda m, _: m.w * m.x
    says: Callable[[Linear, Any], Label | None] | None = None
    moves: Callable[[Linear, Any], bool] = lambda m, _: m.wrong
    step: Callable[[Linear, Any], Floats] = lambda m, _: m.w + m.y * m.x
    each: Callable[[Linear, Any], Floats] | None = None
    ties: Sequence[Ties] = TIES
    exact: bool = False
    any_start: bool = False
    shared: bool = False
    asked: bool = False

    def variant(self, learner: str, lift: Lift = as_it_is) -> Variant:
        """Return the variant; ``learner`` is what the textbook's is called, and where it has its weights."""
        makes = [
            (self.words.format(parameter), partial(Linear, self, parameter, tie, lift))
            for parameter in self.parameters
            for tie in self.ties
        ]
        from_w = partial(self._from_w, lift) if self.any_start else None
        return Variant(self.name.format(learner), self.advice, makes, self.shared, self.asked, from_w)

    def _from_w(self, lift: Lift, starts: Mapping[int, Vector]) -> Sequence[tuple[str, Make]]:
        try:
            begins = {dimension: np.array(w.coordinates(dimension), dtype=float) for dimension, w in starts.items()}
        except OverflowError:  # it shows a number that no float holds
            return []
        found = replace(self, start=lambda _, dimension: begins.get(dimension, 0.0))
        return [("", partial(Linear, found, None, tie, lift)) for tie in self.ties]


GENERAL = (
    Rule(
        name="a learner that always gives the same answer",
        advice="w never changes: does update keep what it computes? If w starts at 0, the condition y(w·x) < 0 never "
        "holds: write <= 0, or compare the prediction with y. Weights that start at 0 and are only multiplied stay 0.",
        parameters=(1, -1),
        words="here {:+d}",
        says=lambda _, c: c,
    ),
    Rule(
        name="{} that learns when it is right, and not when it is wrong",
        advice="The condition in update is the wrong way round: learn only if the prediction differs from y.",
        moves=lambda m, _: not m.wrong,
    ),
    Rule(
        name="{} that learns in every round",
        advice="In update, change the weights only if the prediction was wrong.",
        moves=lambda *_: True,
    ),
    Rule(
        name="{} that learns only from points with one of the two labels",
        advice="Learn from mistakes on points of either label.",
        parameters=(1, -1),
        words="here {:+d}",
        moves=lambda m, c: m.wrong and m.y == c,
    ),
    Rule(
        name="{} that compares the label with the prediction of the round before",
        advice="In update, compare y with the prediction for this x: compute it again, or store it in predict.",
        parameters=(1, -1, 0),
        moves=lambda m, c: (m.answers[-1] if m.answers else c) != m.y,
    ),
    Rule(
        name="{} that repeats its first answer for a point",
        asked=True,
        advice="Do not store predictions: they change when w does.",
        says=lambda m, _: next((m.answers[number] for number in m.seen()), None),
    ),
    Rule(
        name="a learner that remembers the points it has seen, and gives all others the same label",
        advice="In predict, return the sign of w·x, also for a new point.",
        parameters=(1, -1),
        says=lambda m, c: next((m.labels[number] for number in m.seen()), c),
    ),
    Rule(
        name="a learner that repeats the last label",
        advice="In predict, return the sign of w·x.",
        parameters=(1, -1),
        says=lambda m, c: m.labels[-1] if m.labels else c,
    ),
    Rule(
        name="a learner that predicts the label it has seen most often",
        advice="In predict, return the sign of w·x.",
        terms=lambda m, _: np.array([0.0, *m.labels]),
    ),
    Rule(
        name="{} that shares what it learns with all other learners",
        advice="In the constructor, create everything that your learner changes, as an attribute of self. Do not keep "
        "it in the class body, in a global variable or in a default argument.",
        shared=True,
    ),
)
"""What learners of all these kinds may do."""
