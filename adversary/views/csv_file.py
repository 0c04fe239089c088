"""Grades as a table for a spreadsheet."""

import csv
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import StringIO
from itertools import chain
from pathlib import Path

from adversary.files import write_new
from adversary.grading.course import POINTS, Marks
from adversary.grading.result import Grade
from adversary.views.excerpt import ran_in
from proofs.exact.errors import one_line

GRADE_COLUMNS = (
    "learner",
    "verdict",
    "failed_check",
    "found",
    "mistakes",
    "allowed",
    "rounds_of_counterexample",
    "seconds",
    "summary",
    "ran_in",
)
"""The first line. Numbers are empty where there is no counterexample, or nothing is allowed or forbidden in it."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a cell begins with that a spreadsheet calculates, in ASCII or in full width."""


def write_rows(path: str | Path, grades: Iterable[Grade]) -> None:
    """Write a line a grade; the file appears when it is complete, or not at all.

    Raises:
        InputError: it cannot be written there.

    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(GRADE_COLUMNS)
    writer.writerows([_row(grade) for grade in grades])
    write_new(path, text.getvalue())


def write_course(path: str | Path, marks: Sequence[Marks]) -> None:
    """Write a line a learner, with the points for each part and together. Raises InputError."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    kinds = [part.kind for part in marks[0].parts] if marks else []
    titles = [cell(f"{kind}: {what}") for kind in kinds for what in ("verdict", "points", "summary")]
    writer.writerow(["learner", "verdict", "points", "of", *titles])
    for one in marks:
        told = [(grade.verdict, decimal(got), cell(grade.summary)) for _, grade, got in one.rows()]
        row = [cell(one.learner), one.verdict, decimal(one.points), str(POINTS), *chain.from_iterable(told)]
        writer.writerow(row)
    write_new(path, text.getvalue())


def decimal(points: Fraction) -> str:
    """Return points to two digits, rounded half to even: what spreadsheets and people read."""
    return f"{float(round(points, 2)):g}"


def cell(text: str) -> str:
    """Return any text as one that a spreadsheet shows and does not calculate."""
    line = one_line(text)
    return f"'{line}" if line.startswith(_FORMULA) else line


def _row(grade: Grade) -> list[str]:
    failed = next((check for check in grade.checks if check.required and check.status == "failed"), None)
    found = grade.counterexample
    counted = found is not None and found.why == "mistakes"
    return [
        cell(grade.learner),
        grade.verdict,
        cell(failed.name) if failed else "",
        cell(failed.found) if failed else "",
        str(found.mistakes) if found and counted else "",
        str(found.allowed) if found and counted and found.allowed is not None else "",
        str(len(found.rounds)) if found else "",
        f"{grade.seconds:.3f}",
        cell(grade.summary),
        cell(ran_in(grade)),
    ]
