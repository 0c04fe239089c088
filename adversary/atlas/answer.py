"""The answer to a question: which classes it picks, the largest value, or how values are distributed."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adversary.atlas.survey import Question, ValueTable
from proofs.atlas.bitsets import sizes
from proofs.atlas.expressions import UndefinedError
from proofs.atlas.quantities import decoded
from proofs.exact.rationals import Rational


@dataclass
class AtlasAnswer:
    """What the classes say to a question.

    ``chosen`` are the places in the table of all classes that match, or where the expression has its largest ``value``:
    the fewest concepts first, and of these the smallest numbers. ``compared`` is how many match, or have a value of the
    expression. Classes for which an expression divides by zero, and those that are not in the table, are in neither,
    and counted apart: ``undefined`` and ``unknown``. ``holding`` is of how many ``where`` holds, whether or not they
    may be compared. ``distribution`` has the values of the quantities with the number of classes that have these, if no
    expression was given.
    """

    question: Question
    table: ValueTable
    chosen: NDArray[np.int64]
    compared: int
    undefined: int
    unknown: int
    holding: int
    value: Rational | None = None
    distribution: list[tuple[dict[str, Rational], int]] = field(default_factory=list)

    def values(self, place: int) -> dict[str, Rational]:
        """Return the quantities of a class by its place in the table."""
        return {name: self.table.value(name, place) for name in self.question.quantities}


class _Row(NamedTuple):
    """Classes with the same values: what they are to the answer, how many there are, and the value of --extremal.

    ``holds`` says whether --where does, without dividing by zero.
    """

    kind: Literal["match", "other", "undefined"]
    classes: int
    values: dict[str, Rational]
    holds: bool
    number: Rational | None = None


def answer_question(question: Question, table: ValueTable) -> AtlasAnswer:
    """Answer a question, exactly: expressions are computed once for each row of values that there is."""
    rows, which = _rows(question, table)
    largest = max([row.number for row in rows if row.number is not None], default=None)
    wanted = [row.kind == "match" and row.number == largest for row in rows]
    places = np.flatnonzero(np.array(wanted, dtype=bool)[which])
    numbers = table.numbers[places]

    def of_kind(kind: str) -> int:
        return sum([row.classes for row in rows if row.kind == kind])

    return AtlasAnswer(
        question,
        table,
        places[np.lexsort((numbers, sizes(numbers)))],
        of_kind("match"),
        of_kind("undefined"),
        table.total - len(table.numbers),
        sum([row.classes for row in rows if row.holds]),
        largest,
        [(row.values, row.classes) for row in rows if row.kind == "match"] if question.counts else [],
    )


def _rows(question: Question, table: ValueTable) -> tuple[list[_Row], NDArray[np.int64]]:
    """Return each row of values that there is, in order, and for each class which one it has."""
    which = np.zeros(len(table.numbers), dtype=np.int64)
    for name in question.quantities:  # sorting numbers takes a tenth of what sorting rows takes
        _, which = np.unique(which << 8 | table.codes[name], return_inverse=True)
    _, first, counts = np.unique(which, return_index=True, return_counts=True)
    rows = []
    for place, count in zip(first.tolist(), counts.tolist(), strict=True):
        rows.append(_row(question, [int(table.codes[name][place]) for name in question.quantities], count))
    return rows, which


def _row(question: Question, codes: list[int], classes: int) -> _Row:
    points, names = question.points, question.quantities
    values = {name: decoded(name, code, points) for name, code in zip(names, codes, strict=True)}
    holds, number = False, None
    try:
        holds = question.where is None or bool(question.where.value(values))
        if holds and question.extremal is not None:
            number = question.extremal.value(values)
    except UndefinedError:
        return _Row("undefined", classes, values, holds)
    return _Row("match" if holds else "other", classes, values, holds, number)
