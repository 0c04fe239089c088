"""Grades as tables for programs."""

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from adversary.grading.result import POINTS, Grade, Marks, points_got
from adversary.views.cells import Table, Value, columns, write_csv
from adversary.views.export.exporters import Graded, Told
from adversary.views.words import decimal

GRADE_COLUMNS = (
    "learner",
    "points",
    "of",
    "verdict",
    "bug",
    "failed_check",
    "found",
    "mistakes",
    "allowed",
    "rounds_of_counterexample",
    "seconds",
    "summary",
)
"""The first line. Numbers are empty where there is no counterexample, or nothing is allowed or forbidden in it."""


def export_grades(place: Path, graded: Graded) -> Told:
    """Write all grades to a file, or the marks for several kinds."""
    write_csv(place, course_csv(graded.marks) if graded.marks else grades_csv(graded.all_grades))
    return []


def grades_csv(grades: Iterable[Grade]) -> Table:
    """Return a table with one row for each grade."""
    return Table(columns(*GRADE_COLUMNS), list(map(_row, grades)))


def course_csv(marks: Sequence[Marks]) -> Table:
    """Return a table with one row for each learner: the points for each part, and their sum."""
    parts = marks[0].parts if marks else ()
    titles = [f"{part.title}: {what}" for part in parts for what in ("verdict", "points", "summary")]
    rows = list[Sequence[Value]]()
    for mark in marks:
        cells = [(grade.verdict, decimal(got), grade.summary) for _, grade, got in mark.rows()]
        bugs = "; ".join(dict.fromkeys(grade.bug for grade in mark.grades if grade.bug))
        rows.append((mark.learner, decimal(mark.points), POINTS, mark.verdict, bugs, *chain.from_iterable(cells)))
    return Table(columns(*GRADE_COLUMNS[:5], *titles), rows)


def _row(grade: Grade) -> Sequence[Value]:
    failed = next((check for check in grade.checks if check.required and check.status == "failed"), None)
    game = grade.counterexample
    counted = game is not None and game.why == "mistakes"
    return (
        grade.learner,
        decimal(points_got(grade, POINTS)),
        POINTS,
        grade.verdict,
        grade.bug,
        failed.name if failed else None,
        failed.found if failed else None,
        game.mistakes if game and counted else None,
        game.allowed if game and counted else None,
        len(game.rounds) if game else None,
        f"{grade.seconds:.3f}",
        grade.summary,
    )
