"""A known bug as a row of a table, the engine that answers as a learner with it does, and the bugs of a kind.

The engine computes in floats, as students do. If rounding could decide a sign, there is a tie.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from adversary.search.spaces.registry import SearchSpace
from adversary.search.spaces.space import Floats
from learners.checks.replayer import Rounds
from learners.protocol import Label, View
from proofs.settings import SearchSetting

ROUNDING = 1e-9
"""The part of what is added up below which a sum is a tie: doubles round much less than that."""

SHORT = 2.0**30
"""Numbers of so many values have few digits."""

Answer = Literal[1, -1, 0] | None
"""A label; 0 where it has nothing to go by, and always says the same; ``None`` at a tie that rounding may decide."""


def is_short(numbers: Floats) -> bool:
    """Tell whether numbers have so few binary digits that sums of them are not rounded."""
    fractions, _ = np.frexp(numbers)
    return bool(np.isfinite(numbers).all() and (fractions * SHORT % 1 == 0).all())


class Imitation:
    """A learner that follows a rule, in the middle of a game, who plays the rounds of a submission again.

    On a finite class a point is the column of its labels, and w has a 1 for each concept that is left: so Halving, too,
    answers with the sign of ⟨w, x⟩. Weights may overflow: callers suppress numpy's warnings.

    Attributes:
        w: its weights. total: their sum over all rounds. past: what they were before each round.
        point, x: the point as it is, and what the learner sees of it.
        terms, value: what is added up there, and the sum. tie: whether that is 0. by_rule: the answer of ``says``.
        y, said, wrong: the label, the answer, and whether that counts as a mistake.
        rounds, mistakes: how many there were, this one included once it is learned.
        points, seen, labels, answers: of all earlier rounds. steps: y·x for every time that it moved.
        lost: whether rounding may have decided whether it moved: from then on nothing is known.

    """

    def __init__(self, rule: "Rule", parameter: Any, setting: SearchSetting) -> None:
        self.rule, self.parameter = rule, parameter
        self.setting: Any = setting  # a rule knows which
        self.w: Any = None
        self.rounds, self.mistakes, self.lost = 0, 0, False
        self.points, self.labels, self.answers = list[Any](), list[Label](), list[Label]()
        self.seen, self.steps, self.past = list[Floats](), list[Floats](), list[Floats]()

    def answer(self, point: Any) -> Answer:
        """Return the sign of the sum, or 0 where it is exactly 0."""
        self.point = point
        self.x = self.rule.sees(self, self.rule.lift(self, point), self.parameter)
        if self.w is None:
            self.w = np.full(len(self.x), self.rule.start(self.parameter, len(self.x)))
            self.total = np.zeros(len(self.x))
        self.by_rule = self.rule.says and self.rule.says(self, self.parameter)
        self.terms = np.atleast_1d(self.rule.terms(self, self.parameter))
        self.value, scale = float(self.terms.sum()), float(np.abs(self.terms).sum())
        self.tie = not abs(self.value) > ROUNDING * scale
        if self.lost:
            return None
        if self.by_rule or not self.tie:
            return self.by_rule or (1 if self.value > 0 else -1)
        return 0 if scale == 0 or (self.value == 0 and self.rule.exact) else None

    def learn(self, y: Label, said: Label) -> None:
        """Learn the label of that point; the submission ``said`` this, which replaces the learner's answer at a tie."""
        self.y, self.said, rule = y, said, self.rule
        undecided = self.tie and not self.by_rule
        self.wrong = said != y or bool(rule.ties_count and undecided)
        # Where weights change in every round, update may see another sign of a rounded 0 than predict.
        doubtful = (self.wrong and said == y) or (undecided and rule.each is not None)
        self.lost = self.lost or (doubtful and not is_short(self.terms))
        self.rounds += 1
        self.mistakes += self.wrong
        self.past.append(self.w)
        if rule.each:
            self.w = rule.each(self, self.parameter)
        if (self.wrong or not rule.on_mistakes) and rule.moves(self, self.parameter):
            self.steps.append(y * self.x)
            moved = rule.step(self, self.parameter)
            self.w = moved if moved.any() or not rule.never_empty else self.w
        self.total = self.total + self.w
        self.points.append(self.point)
        self.seen.append(self.x)
        self.labels.append(y)
        self.answers.append(said)

    def kernel(self, product: Callable[[Floats, Floats], Floats]) -> Floats:
        """Return y·K(z, x) for each mistake at a point z with the label y, where K is a product of points."""
        wrong = [number for number in range(self.rounds) if self.answers[number] != self.labels[number]]
        if not wrong:
            return np.zeros(1)
        return np.array([self.labels[i] for i in wrong]) * product(np.array([self.seen[i] for i in wrong]), self.x)

    def sum_of(self, steps: Sequence[Floats]) -> Floats:
        """Return the sum of some steps."""
        return np.sum(steps, axis=0) if len(steps) else np.zeros(len(self.x))

    def earlier(self) -> Iterator[int]:
        """Yield the earlier rounds that have shown the point, the last one first."""
        return (number for number in reversed(range(len(self.points))) if np.all(self.points[number] == self.point))


Way = Callable[[Imitation, Any], Any]
"""Takes the learner, and the value of the rule's parameter."""


@dataclass(frozen=True)
class Rule:
    """A known bug, and how a learner with it answers: where nothing is said, as a Perceptron, or another textbook's.

    ``name`` ends the sentence "your learner answers like", with {} for the textbook's learner. ``fix`` says where to
    look. Each function is also given a parameter, which may have these ``values``; ``words`` say the value.

    ``lift`` returns the point in which the textbook's is linear; ``sees`` what is made of that. ``terms`` are added up,
    and the sign of the sum is the answer, unless ``says`` has one. ``moves`` tells whether it learns in a round, and
    ``step`` returns the weights then; ``each``, if it is there, returns what becomes of weights in every round before.

    With ``ties_count`` it learns at ties (y⟨w, x⟩ ≤ 0), with ``on_mistakes`` only from mistakes. If it is
    ``never_empty``, it ignores a label that would leave no concept. Where weights are ``exact`` they have so few digits
    that a sum of 0 is no matter of rounding. A ``shared`` learner is one for all that are made. One that is ``asked``
    remembers every question: of games with questions beside the rounds, nothing is known of it. With ``any_start``
    there is also a learner that starts at the w that a submission shows. ``epochs`` are the passes of a program that is
    trained in one call, each with its examples, and ``tie`` is what it answers at a tie.
    """

    name: str = ""
    fix: str = ""
    _: KW_ONLY
    values: Sequence[Any] = (0,)
    words: str = ""
    lift: Way = lambda _, x: x
    start: Callable[[Any, int], float | Floats] = lambda *_: 0.0
    sees: Callable[[Imitation, Any, Any], Any] = lambda _, x, __: x
    terms: Way = lambda m, _: m.w * m.x
    says: Callable[[Imitation, Any], Label | None] | None = None
    moves: Way = lambda m, _: m.wrong
    step: Way = lambda m, _: m.w + m.y * m.x
    each: Way | None = None
    ties_count: bool | None = None
    tie: Label = -1
    on_mistakes: bool | None = None
    never_empty: bool | None = None
    exact: bool | None = None
    epochs: Callable[[int, Sequence[Any]], Sequence[Sequence[Any]]] = lambda passes, examples: [examples] * passes
    any_start: bool = False
    shared: bool = False
    asked: bool = False

    def bug(self, name: str) -> str:
        """Return what a name made of this rule's says of a learner, as in "wrong sign", or that it is another one."""
        text = self.name if self.name.count("{}") == 1 and self.name.startswith("{}") else name
        said = re.fullmatch(r"(?:\{\}|a learner) (?:that|whose|with|in which)(?: an?)? (.*)", text)
        return said[1].replace(" or whose ", " or ") if said else name

    def on(self, textbook: "Rule") -> "Rule":
        """Return the textbook's learner with this bug: all that differs from the default is the bug's."""
        values = [(field, getattr(self, field.name)) for field in fields(self)]
        return replace(textbook, **{field.name: value for field, value in values if value is not field.default})


Make = Callable[[SearchSetting], Imitation]


def makes(learners: Iterable[Rule], imitation: Callable[..., Any] = Imitation) -> Iterator[tuple[str, Make]]:
    """Yield how to make each learner with each value of its parameter, after the words that say the value."""
    return ((rule.words.format(value), partial(imitation, rule, value)) for rule in learners for value in rule.values)


@dataclass(frozen=True)
class KnownBugs:
    """The textbook's learner of a kind, in all ways to treat ties, its known bugs, and games that tell these apart.

    ``learners`` has under each bug's name those with it. ``sees`` is how a point is shown to them; ``games`` are short,
    and a target explains the labels of each. ``imitation`` makes a learner that follows a rule.
    """

    textbooks: Sequence[Rule]
    learners: dict[str, list[Rule]]
    games: Callable[[], Iterable[tuple[SearchSpace, Rounds]]]
    sees: View
    imitation: Callable[..., Any] = Imitation


def bugs_of(textbook: str, *tables: tuple[Iterable[Rule], Sequence[Rule]]) -> dict[str, list[Rule]]:
    """Return the bugs of a learner that the textbook calls so: each rule of a table, on the learners beside it."""
    bugs: dict[str, list[Rule]] = {}
    for rules, learners in tables:
        for rule in rules:
            broken = bugs.setdefault(rule.name.format(textbook), [])
            broken += [learner for learner in map(rule.on, learners) if learner not in broken]
    return bugs
