"""Known bugs of learners that keep a version space: Halving, consistent learners, the standard optimal algorithm.

Here w has a 1 for each concept that is left, x is the column of the labels that all concepts give a point, and m.point
is its number.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adversary.grading.bugs.games import games_on_classes
from adversary.grading.bugs.linear import FIRST_ANSWER, MEMORIZER, UNRELATED, nearest
from adversary.grading.bugs.rule import Imitation, KnownBugs, Rule, bugs_of
from learners.protocol import opposite
from proofs.classes.concepts import ConceptClass, class_of_table
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.vc import vc_dimension

Rows = NDArray[np.bool_]
"""Which concepts are in a set."""


@cache
def _table(table: ConceptClass) -> NDArray[np.int64]:
    return table.table()


def _column(m: Imitation, place: int) -> NDArray[np.int64]:
    """Return the labels that all concepts give a point; after the last one comes the first again."""
    table = _table(m.setting.concept_class)
    labels: NDArray[np.int64] = table[:, place % table.shape[1]]
    return labels


def _one(m: Imitation, place: Callable[[int], int]) -> int:
    """Return what one concept that is left says, of which the place among them depends on their number."""
    numbers = np.flatnonzero(m.w)
    return int(m.x[numbers[place(len(numbers))]]) if len(numbers) else 0


def _plus(m: Imitation) -> int:
    """Return how many concepts that are left say +1."""
    return int((m.w & (m.x == 1)).sum())


def _errors(m: Imitation, *, on_mistakes: bool = False) -> NDArray[np.int64]:
    """Return how many labels each concept denies, of all earlier ones or of those that were mistakes."""
    errors = np.zeros(len(m.w), dtype=np.int64)
    for x, y, answer in zip(m.seen, m.labels, m.answers, strict=True):
        errors += (x != y) if answer != y or not on_mistakes else 0
    return errors


def _agreeing(m: Imitation, last: int) -> Rows:
    """Return the concepts that agree with the last labels, this one included."""
    rows: Rows = m.x == m.y
    for x, y in zip(m.seen[::-1][: last - 1], m.labels[::-1], strict=False):
        rows = rows & (x == y)
    return rows


def _one_less(m: Imitation, place: int) -> Rows:
    wrong = np.flatnonzero(m.w & (m.x != m.y))
    kept: Rows = m.w.copy()
    kept[wrong[place : place + 1 or None]] = False
    return kept


def _skipping(m: Imitation, _: Any) -> Rows:
    """Remove concepts from a list while going through it: the one after a removed one is passed over."""
    kept: Rows = m.w.copy()
    passed = False
    for number in np.flatnonzero(m.w):
        if passed:
            passed = False
        elif m.x[number] != m.y:
            kept[number], passed = False, True
    return kept


def _small_votes(m: Imitation, kind: str) -> float:
    if kind == "sum in int8":
        return float((m.w * m.x).sum(dtype=np.int8))
    return float(np.array(_plus(m)).astype(kind)) - float(np.array((m.w & (m.x == -1)).sum()).astype(kind))


def _share(m: Imitation, least: float) -> float:
    """Return by how much the votes for +1 exceed a share of all; what no vote and what all votes say is no tie."""
    return round(_plus(m) - least * int(m.w.sum()) + (least == 1) / 2 - (least == 0) / 2, 9)


def _off_by_one(m: Imitation, least: tuple[int, int]) -> float:
    """Return how far the votes for +1 exceed those needed: half, rounded down, plus a number for even or odd totals."""
    total = int(m.w.sum())
    return _plus(m) - total // 2 - least[total % 2] + 0.5


def _rows_for_columns(m: Imitation, _: Any) -> int:
    rows = _table(m.setting.concept_class)[m.w]
    return int(rows[m.point % len(rows)].sum()) if len(rows) else 0


def _from_one_that_fits(m: Imitation, where: str) -> Rows:
    """Return the concepts from the one on that it follows now; what it follows is the first of these."""
    fits = m.x == m.y
    after, from_first = (np.logical_or.accumulate(rows & fits) for rows in (m.w, m.w | True))
    if where == "the first":
        return m.w if not m.w.any() or fits[m.w.argmax()] else from_first
    return after if after.any() or where == "the next" else from_first


def _next(m: Imitation, from_first: bool) -> Rows:  # noqa: FBT001 - a rule's parameter
    """Return the concepts from the next one on; after the last comes the first again, or nothing changes."""
    after: Rows = m.w.copy()
    after[m.w.argmax()] = False
    return after if after.any() or not from_first else np.ones(len(m.w), dtype=bool)


COUNT = "In predict, count the votes of the concepts that are left."
RECURSION = "The Littlestone dimension is the max over points of 1 + min over the two sides."

FOLLOWER = Rule(
    "a learner that follows one consistent concept, not {}",
    "In predict, let all consistent concepts vote.",
    values=("the first", "the last", "the middle one"),
    words="here {}",
    terms=lambda m, c: _one(m, lambda n: {"the last": -1, "the middle one": n // 2}.get(c, 0)),
)

OF_VOTES = (
    Rule(
        "{} that predicts the label of the minority",
        "In predict, return the label of the majority.",
        terms=lambda m, _: m.w * -m.x,
    ),
    Rule(
        "{} that confuses rows and columns",
        "concepts has a row for each concept and a column for each point: the votes are concepts[:, x].",
        terms=_rows_for_columns,
    ),
    Rule(
        "{} that decides by a share of the votes other than half",
        "Compare the votes for +1 with those for -1.",
        values=(1, 0.9, 0.8, 0.75, 0.7, 2 / 3, 0.6, 0.4, 1 / 3, 0.3, 0.25, 0.2, 0.1, 0),
        words="here {:.3g} for +1",
        terms=_share,
    ),
    Rule(
        "{} that is off by one where it compares the votes with half",
        "Compare the votes for +1 with those for -1, without + 1 or - 1. If you compare them with n // 2, it "
        "rounds down: 2 * votes > n does not.",
        values=[(even, odd) for even in (-1, 0, 1, 2) for odd in (0, 1, 2) if (even, odd) not in ((0, 1), (1, 1))],
        terms=_off_by_one,
    ),
    Rule(
        "{} that compares the votes with half of all concepts, the removed ones included",
        "Compare the votes with half of the concepts that are left.",
        values=(1, -1),
        terms=lambda m, c: c * ((m.w & (m.x == c)).sum() - len(m.w) / 2),
    ),
    Rule(
        "{} that counts with integers of too few bits",
        "Count in Python's int or numpy's int64: int8 and uint8 overflow.",
        values=("uint8", "int8", "sum in int8"),
        words="here in {}",
        terms=_small_votes,
    ),
    Rule(
        "{} in which only some of the concepts vote",
        "Let all consistent concepts vote.",
        values=(2, 3, 4, 5, 8, 10, 16, 20, 50, 100),
        words="here the first {:d}",
        terms=lambda m, c: m.x[np.flatnonzero(m.w)[:c]].sum(),
    ),
)
"""How concepts may be counted."""

OF_SETS = (
    Rule(
        "{} that never removes a concept",
        "In update, keep what you compute: self.left = the concepts that agree with the label.",
        step=lambda m, _: m.w,
    ),
    Rule(
        "{} that keeps the concepts that are wrong",
        "In update, keep the concepts whose label of x is y.",
        step=lambda m, _: m.w & (m.x != m.y),
    ),
    Rule(
        "{} that removes the concepts that disagree with its own prediction",
        "In update, compare the concepts with y and not with the prediction.",
        step=lambda m, _: m.w & ((m.x == m.y) != m.wrong),
    ),
    Rule(
        "{} that learns when it is right, and not when it is wrong",
        "In update, remove concepts after mistakes, or in every round.",
        moves=lambda m, _: not m.wrong,
        on_mistakes=False,
    ),
    Rule(
        "{} that learns only from points with one of the two labels",
        "In update, remove the concepts that disagree, whatever the label is.",
        values=(1, -1),
        words="here {:+d}",
        moves=lambda m, c: m.y == c,
    ),
    Rule(
        "{} that learns only after one of the two answers",
        "In update, remove the concepts that disagree, whatever the prediction was.",
        values=(1, -1),
        words="here {:+d}",
        moves=lambda m, c: m.said == c,
        on_mistakes=False,
    ),
    Rule(
        "{} that remembers only its last examples",
        "Never let a removed concept come back.",
        values=range(1, 31),
        words="here {:d}",
        step=_agreeing,
    ),
    Rule(
        "{} that starts again after some rounds",
        "Never let a removed concept come back.",
        values=[(every, before) for every in range(2, 31) for before in (True, False)],
        words="here every {0[0]} rounds",
        step=lambda m, c: (m.w | (m.rounds % c[0] == 0)) & ((m.x == m.y) | (m.rounds % c[0] == 0 and not c[1])),
    ),
    Rule(
        "{} that learns only from its first mistakes",
        "Learn from all rounds.",
        values=range(1, 13),
        words="here {:d}",
        moves=lambda m, c: m.mistakes <= c,
    ),
    Rule(
        "{} that learns only from its first rounds",
        "Learn from all rounds.",
        values=range(1, 31),
        words="here {:d}",
        moves=lambda m, c: m.rounds <= c,
    ),
    Rule(
        "{} that removes only one concept in a round",
        "In update, remove every concept that disagrees with the label.",
        values=(0, -1),
        step=_one_less,
    ),
    Rule(
        "{} that skips the concept after each removed one",
        "Do not remove from a list while you go through it: make a new list of what stays.",
        step=_skipping,
    ),
    Rule(
        "a weighted majority, not {}",
        "Remove the concepts that disagree: set their weight to 0, and do not multiply it by a factor.",
        values=[(b, often) for b in (0.5, 0.9, 0.8, 0.1, 0.25, 0.75, 0.99, float(np.exp(-1))) for often in (0, 1)],
        words="here with the factor {0[0]:g}",
        terms=lambda m, c: (c[0] ** _errors(m, on_mistakes=bool(c[1])) * m.x).sum().round(12),
    ),
    Rule(
        "{} that keeps concepts with a few errors",
        "One wrong label is enough to remove a concept.",
        values=(1, 2, 3),
        words="here {:d}",
        step=lambda m, c: _errors(m) + (m.x != m.y) <= c,
    ),
    Rule(
        "{} that uses the column next to the point's column",
        "Points are numbered from 0: the labels of point x are concepts[:, x].",
        values=((-1, -1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)),
        sees=lambda m, _, c: _column(m, m.point + c[0]),
        step=lambda m, c: m.w & (_column(m, m.point + c[1]) == m.y),
    ),
    Rule(
        "{} that votes with the concepts of the round before",
        "Count the votes in predict, after the last label was learned.",
        terms=lambda m, _: (m.past[-1] if m.past else m.w) * m.x,
    ),
    FIRST_ANSWER,
    Rule(
        "{} that mixes labels 0 and 1 with labels -1 and 1",
        "Concepts have labels +1 and -1: compare them with y itself.",
        step=lambda m, _: m.w & (m.x == m.y) & (m.y == 1),
        never_empty=False,
    ),
    *[replace(rule, fix=COUNT) for rule in UNRELATED],
    Rule(
        "a learner that predicts the label of the seen point with the nearest number",
        "The numbers of points have no meaning: use the concepts.",
        values=(1, -1),
        says=nearest,
    ),
    Rule(
        "{} whose concepts are shared by all learners",
        "Keep the concepts that are left in the learner, with self: not in the class, nor in a global variable "
        "or a default argument.",
        shared=True,
    ),
)
"""What a learner of any of these kinds may do."""

OF_CONSISTENT = (
    Rule(
        "{} that learns only from its mistakes",
        "In update, remove the concepts that disagree in every round.",
        moves=lambda m, _: m.wrong,
    ),
    Rule(
        "{} that switches to a concept that fits only the last label",
        "Switch to a concept that agrees with all labels so far.",
        values=("the next", "the next, or else the first", "the first"),
        words="here {} one",
        terms=lambda m, _: _one(m, lambda _: 0),
        step=_from_one_that_fits,
    ),
    Rule(
        "{} that goes on to the next concept after a mistake, without a look at earlier labels",
        "Go on until a concept agrees with all labels so far, the last one included.",
        values=(True, False),
        terms=lambda m, _: _one(m, lambda _: 0),
        moves=lambda m, _: m.wrong,
        step=_next,
    ),
    Rule(
        "a learner that remembers only the last points, and gives all others the same label",
        "Keep every label that you are told: add to a dictionary, and do not make a new one.",
        values=[(many, other) for many in range(1, 11) for other in (1, -1)],
        words="here the last {0[0]:d}",
        says=lambda m, c: next((m.labels[n] for n in m.earlier() if n >= m.rounds - c[0]), c[1]),
    ),
    Rule(
        "a learner that gives the opposite of the label it was told",
        "In predict, return the label itself that was told for this point.",
        values=(1, -1),
        says=lambda m, c: next((opposite(m.labels[n]) for n in m.earlier()), c),
    ),
)


@cache
def _solver(table: ConceptClass) -> Littlestone:
    return Littlestone(table)


def _sides(m: Imitation, worth: Callable[[Imitation, Rows], float]) -> float:
    """Return how much more the concepts that say +1 are worth than the others."""
    plus, minus = (m.w & (m.x == label) for label in (1, -1))
    if not (plus.any() and minus.any()):
        return float(plus.any()) - float(minus.any())
    return worth(m, plus) - worth(m, minus)


def _dimension(m: Imitation, rows: Rows) -> int:
    return _solver(m.setting.concept_class).dimension(_bits(rows)) if rows.any() else 0


def _bits(rows: Rows) -> int:
    return int.from_bytes(np.packbits(rows, bitorder="little").tobytes(), "little")


@cache
def _vc_dimension(table: ConceptClass, rows: bytes) -> int:
    return len(vc_dimension(class_of_table("the concepts left", _table(table)[np.frombuffer(rows, dtype=bool)]))[1])


@cache
def _longest(table: ConceptClass) -> Callable[[int], int]:
    """Return what the recursion for the Littlestone dimension makes of concepts with max in the place of min."""
    plus_sides = [_bits(column == 1) for column in _table(table).T]

    @cache
    def longest(concepts: int) -> int:
        sides = ((concepts & plus, concepts & ~plus) for plus in plus_sides)
        return max((1 + max(map(longest, side)) for side in sides if all(side)), default=0)

    return longest


OF_SOA = (
    Rule(
        "Halving, not {}",
        "Compare the Littlestone dimensions of the two sides, not their numbers of concepts.",
        terms=lambda m, _: m.w * m.x,
    ),
    Rule(
        "{} that uses ⌊log₂⌋ of the number of concepts as their Littlestone dimension",
        "Compute the Littlestone dimension: a class of many concepts may have a small one.",
        terms=lambda m, _: _sides(m, lambda _, rows: int(rows.sum()).bit_length()),
    ),
    Rule(
        "{} that uses 0 as the dimension of an empty side",
        "The Littlestone dimension of no concepts is -1: it is below that of one concept, which is 0.",
        terms=lambda m, _: _dimension(m, m.w & (m.x == 1)) - _dimension(m, m.w & (m.x == -1)),
    ),
    Rule(
        "{} that compares VC dimensions",
        f"Compare the Littlestone dimensions of the two sides: a VC dimension may be smaller. {RECURSION}",
        terms=lambda m, _: _sides(m, lambda _, rows: _vc_dimension(m.setting.concept_class, rows.tobytes())),
    ),
    Rule(
        "{} whose recursion has max in place of min",
        RECURSION,
        terms=lambda m, _: _sides(m, lambda _, rows: _longest(m.setting.concept_class)(_bits(rows))),
    ),
    Rule(
        "{} that gives the same answer whenever the remaining concepts disagree",
        "Both sides seem to have the same dimension at every point: look at how it is computed.",
        terms=lambda m, _: _sides(m, lambda *_: 0),
    ),
    Rule(
        "{} that predicts the label of the side with the smaller dimension",
        "Predict the label of the side with the larger dimension: a mistake then lowers it.",
        terms=lambda m, _: -_sides(m, _dimension),
    ),
)

HALVING = Rule(
    lift=_column, start=lambda *_: True, moves=lambda *_: True, step=lambda m, _: m.w & (m.x == m.y), exact=True
)
SOA = replace(HALVING, terms=lambda m, _: _sides(m, _dimension))
FIRST = replace(HALVING, terms=lambda m, _: _one(m, lambda _: 0))


def _known_bugs(
    textbook: str, learners: Sequence[Rule], rules: Sequence[Rule], on_mistakes: Sequence[bool]
) -> KnownBugs:
    """Return the bugs of learners that may check that a concept is left or not, and learn when right or not."""
    ways = product(learners, (False, True), on_mistakes)
    textbooks = [replace(learner, never_empty=checks, on_mistakes=mistakes) for learner, checks, mistakes in ways]
    return KnownBugs(textbooks, bugs_of(textbook, (rules, textbooks)), games_on_classes, "index")


REMEMBERS = replace(MEMORIZER, fix=COUNT)
HALVING_BUGS = _known_bugs("Halving", [HALVING], (FOLLOWER, *OF_SETS, *OF_VOTES, REMEMBERS), (False, True))
CONSISTENT_BUGS = _known_bugs("a consistent learner", [HALVING, FIRST], (*OF_CONSISTENT, *OF_SETS), (False,))
OPTIMAL_BUGS = _known_bugs("SOA", [SOA], (*OF_SOA, FOLLOWER, *OF_SETS, REMEMBERS), (False, True))
