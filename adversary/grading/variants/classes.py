"""Variants of learners that keep a version space: Halving, consistent learners, the standard optimal algorithm.

A row of a table is a variant: it says how the variant differs from the textbook's learner.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adversary.grading.variants.variant import Answer, Family, Variant
from adversary.search.games import class_games
from adversary.search.spaces.registry import SearchSpace
from learners.checks.replayer import Rounds
from learners.protocol import Label
from proofs.classes.concepts import ConceptClass, class_of_table
from proofs.exact.mistake_bounds import read_bound
from proofs.settings import Finite, SearchSetting
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.vc import vc_dimension

ROUNDS, FIRST = 25, 4
"""Rounds of a game that tells variants apart, and games on the first class."""

Rows = NDArray[np.bool_]
"""Which concepts are in a set."""


class Concepts:
    """A learner of a class, in the middle of a game.

    Attributes:
        left: the concepts that may be the target. earlier: what they were before the last round.
        x, column, votes: the point that is shown, the labels that all concepts give it, and what counts for +1.
        y, said, wrong, right: the label, the answer, whether it is a mistake, and which concepts agree with the label.
        rounds, mistakes: how many there were, this one included once it is learned.
        errors, errors_then: of each concept in all rounds, and in those of mistakes.
        examples: the points shown, with their labels and the answers.

    """

    def __init__(self, rule: "Rule", parameter: Any, never_empty: bool, setting: SearchSetting) -> None:  # noqa: FBT001 - a rule's
        assert isinstance(setting, Finite)  # noqa: S101 - these kinds play on finite classes alone
        self.rule, self.parameter, self.concept_class = rule, parameter, setting.concept_class
        self.never_empty, self.table = never_empty, setting.concept_class.table()
        self.left: Rows = np.ones(len(self.table), dtype=bool)
        self.earlier, self.rounds, self.mistakes = self.left, 0, 0
        self.errors, self.errors_then = (np.zeros(len(self.table), dtype=np.int64) for _ in range(2))
        self.examples: list[tuple[int, Label, Label]] = []

    def answer(self, x: int) -> Answer:
        """Return the label for which more counts, or 0 where none does."""
        self.x = x
        self.column = self.labels_at(x + self.rule.aside[0])
        told: Label | None = self.rule.says and self.rule.says(self, self.parameter)
        if told:
            return told
        self.votes = float(self.rule.votes(self, self.parameter))
        return 0 if self.votes == 0 else 1 if self.votes > 0 else -1

    def learn(self, y: Label, said: Label) -> None:
        """Remove concepts, if it does."""
        self.y, self.said, self.wrong = y, said, said != y
        self.rounds += 1
        self.mistakes += self.wrong
        self.right: Rows = self.labels_at(self.x + self.rule.aside[1]) == y
        before = self.left
        self.errors += ~self.right
        self.errors_then += ~self.right & self.wrong
        self.examples.append((self.x, y, said))
        if self.rule.moves(self, self.parameter):
            kept = self.rule.keeps(self, self.parameter)
            self.left = kept if kept.any() or not self.never_empty else before
        self.earlier = before

    def labels_at(self, x: int) -> NDArray[np.int64]:
        """Return the labels that all concepts give a point; after the last one comes the first again."""
        labels: NDArray[np.int64] = self.table[:, x % self.table.shape[1]]
        return labels

    def agreeing(self, examples: Sequence[tuple[int, Label, Label]]) -> Rows:
        """Return the concepts that agree with some examples."""
        rows: Rows = np.ones(len(self.table), dtype=bool)
        for x, y, _ in examples:
            rows &= self.table[:, x] == y
        return rows

    def side(self, label: Label) -> Rows:
        """Return the concepts that are left and have this label."""
        rows: Rows = self.left & (self.column == label)
        return rows

    def plus(self) -> int:
        """Return how many concepts that are left say +1."""
        return int(self.side(1).sum())

    def minus(self) -> int:
        """Return how many concepts that are left say -1."""
        return int(self.side(-1).sum())

    def one(self, place: Callable[[int], int]) -> int:
        """Return what one concept that is left says, of which the place among them is given by their number."""
        numbers = np.flatnonzero(self.left)
        return int(self.column[numbers[place(len(numbers))]]) if len(numbers) else 0


Way = Callable[[Concepts, Any], Any]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What a learner of a class does; Halving is the default. Each function is also given a parameter.

    The sign of ``votes`` is the answer, unless ``says`` has one; ``moves`` tells whether it learns in a round, and
    ``keeps`` returns the concepts that are left then. ``aside`` says how far from the point it looks, in predict and in
    update. Learners that are ``never_empty`` ignore a label that would leave no concept. ``any_round`` says that the
    rule has nothing to do with mistakes, ``consistent`` that its learner never denies what it has been told, and
    ``voting`` that the rule is about how concepts are counted.
    """

    name: str = ""
    advice: str = ""
    parameters: Sequence[Any] = (0,)
    words: str = ""
    votes: Way = lambda m, _: m.plus() - m.minus()
    says: Way | None = None
    moves: Way = lambda *_: True
    keeps: Way = lambda m, _: m.left & m.right
    aside: tuple[int, int] = (0, 0)
    never_empty: Sequence[bool] = (False, True)
    any_round: bool = True
    consistent: bool = False
    voting: bool = False
    shared: bool = False
    asked: bool = False

    def makes(self) -> Iterator[tuple[str, partial[Concepts]]]:
        """Yield the ways to make it: with and without a check that a concept is left, and learning from all rounds."""
        for parameter, never_empty in product(self.parameters, self.never_empty):
            yield self.words.format(parameter), partial(Concepts, self, parameter, never_empty)


def _variant(name: str, rules: Sequence[Rule]) -> Variant:
    """Return the variant that some rules are, of the learner that the textbook calls so."""
    first = rules[0]
    makes = [make for rule in rules for make in rule.makes()]
    return Variant(first.name.format(name), first.advice, makes, first.shared, first.asked)


def _on_mistakes(rule: Rule) -> Rule:
    """Return the rule of a learner that also asks first whether there was a mistake."""
    return replace(rule, moves=lambda m, c: m.wrong and rule.moves(m, c))


def _one_less(m: Concepts, place: int) -> Rows:
    wrong = np.flatnonzero(m.left & ~m.right)
    kept = m.left.copy()
    kept[wrong[place : place + 1 or None]] = False
    return kept


def _skipping(m: Concepts, _: Any) -> Rows:
    """Remove concepts from a list while going through it: the one after a removed one is passed over."""
    kept, passed = m.left.copy(), False
    for number in np.flatnonzero(m.left):
        if passed:
            passed = False
        elif not m.right[number]:
            kept[number], passed = False, True
    return kept


def _small_votes(m: Concepts, kind: str) -> float:
    if kind == "sum in int8":
        return float((m.left * m.column).sum(dtype=np.int8))
    return float(np.array(m.plus()).astype(kind)) - float(np.array(m.minus()).astype(kind))


def _share(m: Concepts, least: float) -> float:
    """Return by how much the votes for +1 exceed a share of all; what no vote and what all votes say is no tie."""
    return round(m.plus() - least * int(m.left.sum()) + (least == 1) / 2 - (least == 0) / 2, 9)


def _off_by_one(m: Concepts, least: tuple[int, int]) -> float:
    """Return how far the votes for +1 exceed those needed: half, rounded down, plus a number for even or odd totals."""
    total = int(m.left.sum())
    return m.plus() - total // 2 - least[total % 2] + 0.5


def _nearest(m: Concepts, first: Label) -> Label:
    return min(m.examples, key=lambda seen: abs(seen[0] - m.x))[1] if m.examples else first


def _rows_for_columns(m: Concepts, _: Any) -> int:
    rows = m.table[m.left]
    return int(rows[m.x % len(rows)].sum()) if len(rows) else 0


RULES = (
    Rule(
        name="{} that never removes a concept",
        advice="In update, keep what you compute: self.left = the concepts that agree with the label.",
        keeps=lambda m, _: m.left,
    ),
    Rule(
        name="a learner that follows one consistent concept, not {}",
        advice="In predict, let all consistent concepts vote.",
        parameters=("the first", "the last", "the middle one"),
        words="here {}",
        votes=lambda m, c: m.one(lambda n: {"the last": -1, "the middle one": n // 2}.get(c, 0)),
        consistent=True,
    ),
    Rule(
        name="{} that predicts the label of the minority",
        advice="In predict, return the label of the majority.",
        votes=lambda m, _: m.minus() - m.plus(),
        voting=True,
    ),
    Rule(
        name="{} that keeps the concepts that are wrong",
        advice="In update, keep the concepts whose label of x is y.",
        keeps=lambda m, _: m.left & ~m.right,
    ),
    Rule(
        name="{} that removes the concepts that disagree with its own prediction",
        advice="In update, compare the concepts with y and not with the prediction.",
        keeps=lambda m, _: m.left & (m.right if not m.wrong else ~m.right),
    ),
    Rule(
        name="{} that learns when it is right, and not when it is wrong",
        advice="In update, remove concepts after mistakes, or in every round.",
        moves=lambda m, _: not m.wrong,
        any_round=False,
    ),
    Rule(
        name="{} that learns only from points with one of the two labels",
        advice="In update, remove the concepts that disagree, whatever the label is.",
        parameters=(1, -1),
        words="here {:+d}",
        moves=lambda m, c: m.y == c,
    ),
    Rule(
        name="{} that learns only after one of the two answers",
        advice="In update, remove the concepts that disagree, whatever the prediction was.",
        parameters=(1, -1),
        words="here {:+d}",
        moves=lambda m, c: m.said == c,
        any_round=False,
    ),
    Rule(
        name="{} that remembers only its last examples",
        advice="Never let a removed concept come back.",
        parameters=range(1, 31),
        words="here {:d}",
        keeps=lambda m, c: m.agreeing(m.examples[-c:]),
    ),
    Rule(
        name="{} that starts again after some rounds",
        advice="Never let a removed concept come back.",
        parameters=[(every, before) for every in range(2, 31) for before in (True, False)],
        words="here every {0[0]} rounds",
        keeps=lambda m, c: (
            m.left & m.right if m.rounds % c[0] else m.right if c[1] else np.ones(len(m.table), dtype=bool)
        ),
    ),
    Rule(
        name="{} that learns only from its first mistakes",
        advice="Learn from all rounds.",
        parameters=range(1, 13),
        words="here {:d}",
        moves=lambda m, c: m.mistakes <= c,
    ),
    Rule(
        name="{} that learns only from its first rounds",
        advice="Learn from all rounds.",
        parameters=range(1, 31),
        words="here {:d}",
        moves=lambda m, c: m.rounds <= c,
    ),
    Rule(
        name="{} that removes only one concept in a round",
        advice="In update, remove every concept that disagrees with the label.",
        parameters=(0, -1),
        keeps=_one_less,
    ),
    Rule(
        name="{} that skips the concept after each removed one",
        advice="Do not remove from a list while you go through it: make a new list of what stays.",
        keeps=_skipping,
    ),
    Rule(
        name="a weighted majority, not {}",
        advice="Remove the concepts that disagree: set their weight to 0, and do not multiply it by a factor.",
        parameters=[(b, often) for b in (0.5, 0.9, 0.8, 0.1, 0.25, 0.75, 0.99, float(np.exp(-1))) for often in (0, 1)],
        words="here with the factor {0[0]:g}",
        votes=lambda m, c: (c[0] ** (m.errors_then if c[1] else m.errors) * m.column).sum().round(12),
    ),
    Rule(
        name="{} that keeps concepts with a few errors",
        advice="One wrong label is enough to remove a concept.",
        parameters=(1, 2, 3),
        words="here {:d}",
        keeps=lambda m, c: m.errors <= c,
    ),
    *(
        Rule(
            name="{} that uses the column next to the point's column",
            advice="Points are numbered from 0: the labels of point x are concepts[:, x].",
            aside=aside,
        )
        for aside in ((-1, -1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1))
    ),
    Rule(
        name="{} that confuses rows and columns",
        advice="concepts has a row for each concept and a column for each point: the votes are concepts[:, x].",
        votes=_rows_for_columns,
        voting=True,
    ),
    Rule(
        name="{} that decides by a share of the votes other than half",
        advice="Compare the votes for +1 with those for -1.",
        parameters=(1, 0.9, 0.8, 0.75, 0.7, 2 / 3, 0.6, 0.4, 1 / 3, 0.3, 0.25, 0.2, 0.1, 0),
        words="here {:.3g} for +1",
        votes=_share,
        voting=True,
    ),
    Rule(
        name="{} that is off by one where it compares the votes with half",
        advice="Compare the votes for +1 with those for -1, without + 1 or - 1. If you compare them with n // 2, it "
        "rounds down: 2 * votes > n does not.",
        parameters=[(even, odd) for even in (-1, 0, 1, 2) for odd in (0, 1, 2) if (even, odd) not in ((0, 1), (1, 1))],
        votes=_off_by_one,
        voting=True,
    ),
    Rule(
        name="{} that compares the votes with half of all concepts, the removed ones included",
        advice="Compare the votes with half of the concepts that are left.",
        parameters=(1, -1),
        votes=lambda m, c: c * (m.plus() if c > 0 else m.minus()) - c * len(m.table) / 2,
        voting=True,
    ),
    Rule(
        name="{} that counts with integers of too few bits",
        advice="Count in Python's int or numpy's int64: int8 and uint8 overflow.",
        parameters=("uint8", "int8", "sum in int8"),
        words="here in {}",
        votes=_small_votes,
        voting=True,
    ),
    Rule(
        name="{} in which only some of the concepts vote",
        advice="Let all consistent concepts vote.",
        parameters=(2, 3, 4, 5, 8, 10, 16, 20, 50, 100),
        words="here the first {:d}",
        votes=lambda m, c: m.column[np.flatnonzero(m.left)[:c]].sum(),
        voting=True,
    ),
    Rule(
        name="{} that votes with the concepts of the round before",
        advice="Count the votes in predict, after the last label was learned.",
        votes=lambda m, _: (m.earlier * m.column).sum(),
    ),
    Rule(
        name="{} that repeats its first answer for a point",
        asked=True,
        advice="Do not store predictions: they change when concepts are removed.",
        says=lambda m, _: next((said for x, _, said in m.examples if x == m.x), None),
    ),
    Rule(
        name="{} that mixes labels 0 and 1 with labels -1 and 1",
        advice="Concepts have labels +1 and -1: compare them with y itself.",
        keeps=lambda m, _: m.left & m.right & (m.y == 1),
        never_empty=(False,),
    ),
    Rule(
        name="a learner that always gives the same answer",
        advice="In predict, count the votes of the concepts that are left.",
        parameters=(1, -1),
        words="here {:+d}",
        says=lambda _, c: c,
    ),
    Rule(
        name="a learner that repeats the last label",
        advice="In predict, count the votes of the concepts that are left.",
        parameters=(1, -1),
        says=lambda m, c: m.examples[-1][1] if m.examples else c,
    ),
    Rule(
        name="a learner that predicts the label it has seen most often",
        advice="In predict, count the votes of the concepts that are left.",
        votes=lambda m, _: sum(y for _, y, _ in m.examples),
    ),
    Rule(
        name="a learner that predicts the label of the seen point with the nearest number",
        advice="The numbers of points have no meaning: use the concepts.",
        parameters=(1, -1),
        says=_nearest,
    ),
    Rule(
        name="{} whose concepts are shared by all learners",
        advice="Keep the concepts that are left in the learner, with self: not in the class, nor in a global variable "
        "or a default argument.",
        shared=True,
    ),
)
"""What a learner of any of these kinds may do."""

MEMORIZER = Rule(
    name="a learner that remembers the points it has seen, and gives all others the same label",
    advice="In predict, count the votes of the concepts that are left.",
    parameters=(1, -1),
    says=lambda m, c: next((y for x, y, _ in reversed(m.examples) if x == m.x), c),
)

ONLY_MISTAKES = Rule(
    name="{} that learns only from its mistakes",
    advice="In update, remove the concepts that disagree in every round.",
    moves=lambda m, _: m.wrong,
)


def _from_one_that_fits(m: Concepts, where: str) -> Rows:
    """Return the concepts from the one on that it follows now; what it follows is the first of these."""
    after, from_first = (np.logical_or.accumulate(rows & m.right) for rows in (m.left, m.left | True))
    if where == "the first":
        return m.left if not m.left.any() or m.right[m.left.argmax()] else from_first
    return after if after.any() or where == "the next" else from_first


LAST_LABEL_ONLY = Rule(
    name="{} that switches to a concept that fits only the last label",
    advice="Switch to a concept that agrees with all labels so far.",
    parameters=("the next", "the next, or else the first", "the first"),
    words="here {} one",
    votes=lambda m, _: m.one(lambda _: 0),
    keeps=_from_one_that_fits,
)


def _next(m: Concepts, from_first: bool) -> Rows:  # noqa: FBT001 - a rule's parameter
    """Return the concepts from the next one on; after the last comes the first again, or nothing changes."""
    after = m.left.copy()
    after[m.left.argmax()] = False
    return after if after.any() or not from_first else np.ones(len(m.table), dtype=bool)


UNCHECKED = Rule(
    name="{} that goes on to the next concept after a mistake, without a look at earlier labels",
    advice="Go on until a concept agrees with all labels so far, the last one included.",
    parameters=(True, False),
    votes=lambda m, _: m.one(lambda _: 0),
    moves=lambda m, _: m.wrong,
    keeps=_next,
)

FORGETFUL = Rule(
    name="a learner that remembers only the last points, and gives all others the same label",
    advice="Keep every label that you are told: add to a dictionary, and do not make a new one.",
    parameters=[(many, other) for many in range(1, 11) for other in (1, -1)],
    words="here the last {0[0]:d}",
    says=lambda m, c: next((y for x, y, _ in reversed(m.examples[-c[0] :]) if x == m.x), c[1]),
)

OPPOSITE = Rule(
    name="a learner that gives the opposite of the label it was told",
    advice="In predict, return the label itself that was told for this point.",
    parameters=(1, -1),
    says=lambda m, c: next((-y for x, y, _ in reversed(m.examples) if x == m.x), c),
)


@cache
def _solver(table: ConceptClass) -> Littlestone:
    return Littlestone(table)


def _sides(m: Concepts, worth: Callable[[Concepts, Rows], float]) -> float:
    """Return how much more the concepts that say +1 are worth than the others."""
    plus, minus = m.side(1), m.side(-1)
    if not (plus.any() and minus.any()):
        return float(plus.any()) - float(minus.any())
    return worth(m, plus) - worth(m, minus)


def _dimension(m: Concepts, rows: Rows) -> int:
    return _solver(m.concept_class).dimension(_bits(rows)) if rows.any() else 0


def _bits(rows: Rows) -> int:
    return int.from_bytes(np.packbits(rows, bitorder="little").tobytes(), "little")


@cache
def _vc_dimension(table: ConceptClass, rows: bytes) -> int:
    return len(vc_dimension(class_of_table("the concepts left", table.table()[np.frombuffer(rows, dtype=bool)])).points)


@cache
def _longest(table: ConceptClass) -> Callable[[int], int]:
    """Return what the recursion for the Littlestone dimension makes of concepts with max in the place of min."""
    says_plus = [_bits(column == 1) for column in table.table().T]

    @cache
    def longest(left: int) -> int:
        sides = ((left & plus, left & ~plus) for plus in says_plus)
        return max((1 + max(longest(one), longest(other)) for one, other in sides if one and other), default=0)

    return longest


RECURSION = "The Littlestone dimension is the max over points of 1 + min over the two sides."

SOA = Rule(votes=lambda m, _: _sides(m, _dimension))

NOT_OPTIMAL = (
    Rule(
        name="Halving, not {}",
        advice="Compare the Littlestone dimensions of the two sides, not their numbers of concepts.",
        votes=lambda m, _: m.plus() - m.minus(),
    ),
    Rule(
        name="{} that uses ⌊log₂⌋ of the number of concepts as their Littlestone dimension",
        advice="Compute the Littlestone dimension: a class of many concepts may have a small one.",
        votes=lambda m, _: _sides(m, lambda _, rows: int(rows.sum()).bit_length()),
    ),
    Rule(
        name="{} that uses 0 as the dimension of an empty side",
        advice="The Littlestone dimension of no concepts is -1: it is below that of one concept, which is 0.",
        votes=lambda m, _: _dimension(m, m.side(1)) - _dimension(m, m.side(-1)),
    ),
    Rule(
        name="{} that compares VC dimensions",
        advice=f"Compare the Littlestone dimensions of the two sides: a VC dimension may be smaller. {RECURSION}",
        votes=lambda m, _: _sides(m, lambda _, rows: _vc_dimension(m.concept_class, rows.tobytes())),
    ),
    Rule(
        name="{} whose recursion has max in place of min",
        advice=RECURSION,
        votes=lambda m, _: _sides(m, lambda _, rows: _longest(m.concept_class)(_bits(rows))),
    ),
    Rule(
        name="{} that gives the same answer whenever the remaining concepts disagree",
        advice="Both sides seem to have the same dimension at every point: look at how it is computed.",
        votes=lambda m, _: _sides(m, lambda *_: 0),
    ),
    Rule(
        name="{} that predicts the label of the side with the smaller dimension",
        advice="Predict the label of the side with the larger dimension: a mistake then lowers it.",
        votes=lambda m, _: -_sides(m, _dimension),
    ),
)


def games() -> Iterator[tuple[SearchSpace, Rounds]]:
    """Yield games with the labels of a concept, on points that come again: several on the first class."""
    tables = [table for table in class_games.random_classes() if table.size > 5]  # noqa: PLR2004 - too few to tell
    spaces = class_games.class_spaces(CLASSES, read_bound("T"))
    spaces += class_games.class_spaces((), read_bound("T"), tables)
    for place, space in enumerate(spaces):
        for number in range(1 if place else FIRST):
            random = Random(number)  # noqa: S311 - reproducible, not secret
            concept = random.randrange(len(space.targets))
            shown = random.choices(range(space.points), k=ROUNDS)
            yield space, tuple(space.labels_of(concept, shown))


CLASSES = "intervals:7", "thresholds:15", "cube:5", "singletons:9", "decision-lists:2"
"""Small classes, on which a learner may also compute Littlestone dimensions."""


def _family(name: str, textbook: Sequence[Rule], others: Sequence[Rule], *, conservative: bool) -> Family:
    """Return a family; where it may be ``conservative``, the textbook's learner may learn from mistakes alone."""

    def ways(rule: Rule) -> list[Rule]:
        """Return a rule for every way to vote and, if that is right, also the one that learns from mistakes alone."""
        votes = [right.votes for right in textbook] if rule.votes is Rule.votes else [rule.votes]
        found = [replace(rule, votes=way) for way in votes]
        return [*found, *(_on_mistakes(way) for way in found if conservative and rule.any_round)]

    grouped: dict[str, list[Rule]] = {}
    for rule in others:
        grouped.setdefault(rule.name, []).extend(ways(rule))
    right = [make for way in ways(Rule()) for _, make in way.makes()]
    return Family(right, [_variant(name, rules) for rules in grouped.values()], games, "index")


HALVING = _family("Halving", [Rule()], (*RULES, MEMORIZER), conservative=True)
CONSISTENT = _family(
    "a consistent learner",
    [Rule(), replace(Rule(), votes=RULES[1].votes)],
    (
        ONLY_MISTAKES,
        LAST_LABEL_ONLY,
        UNCHECKED,
        FORGETFUL,
        OPPOSITE,
        *(rule for rule in RULES if not (rule.consistent or rule.voting)),
    ),
    conservative=False,
)
OPTIMAL = _family(
    "SOA", [SOA], (*NOT_OPTIMAL, *(rule for rule in RULES if not rule.voting), MEMORIZER), conservative=True
)
