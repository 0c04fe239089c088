"""Points as the tables of Canvas, Moodle and Gradescope, which know students by ids."""

import csv
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from adversary.grading.result import POINTS
from adversary.views.cells import Table, Value, columns, write_csv
from adversary.views.words import decimal
from proofs.exact.errors import InputError, one_line, refusal_of

ID_COLUMNS = "file", "id"
"""Of the file that says who has handed in what."""


def read_ids(path: Path, learners: Sequence[str]) -> dict[str, str]:
    """Return the id of each learner from a CSV file with the columns ``file`` and ``id``.

    Raises:
        InputError: it cannot be read, has other columns, or has no id for a learner, or one for two.

    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise refusal_of(f"the ids in {path} cannot be read", error) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"the ids in {path} cannot be read: {error}") from None
    ids, owners = dict[str, str](), dict[str, str]()
    for row in rows:
        name, number = [(row.get(column) or "").strip() for column in ID_COLUMNS]
        if name in ids:
            raise InputError(f"{path} has two rows for {one_line(name)}: one file has one id")
        if number in owners and number:
            raise InputError(
                f"{path} gives the id {one_line(number)} to {one_line(owners[number])} and {one_line(name)}"
            )
        ids[name] = number
        owners[number] = name
    if missing := [learner for learner in learners if not ids.get(learner)]:
        raise InputError(f"{path} has no id for {one_line(missing[0])}: its columns are {' and '.join(ID_COLUMNS)}")
    return {learner: ids[learner] for learner in learners}


def write_lms(folder: Path, title: str, points: Mapping[str, Fraction], ids: Mapping[str, str]) -> None:
    """Write canvas.csv, moodle.csv and gradescope.csv; ``title`` is the assignment's. Raises InputError."""
    got = {learner: decimal(value) for learner, value in points.items()}
    canvas: list[Sequence[Value]] = [("Points Possible", "", "", "", "", POINTS)]
    canvas += [(name, "", ids[name], ids[name], "", got[name]) for name in points]  # it looks for either kind of id
    tables: dict[str, tuple[Sequence[str], list[Sequence[Value]]]] = {
        "canvas": (("Student", "ID", "SIS User ID", "SIS Login ID", "Section", title), canvas),
        "moodle": (("ID number", title), [(ids[name], got[name]) for name in points]),
        "gradescope": (
            ("Name", "SID", "Email", "Total Score", "Max Points", "Status"),
            [(name, ids[name], "", got[name], POINTS, "Graded") for name in points],
        ),
    }
    for name, (titles, rows) in tables.items():
        write_csv(folder / f"{name}.csv", Table(columns(*titles), rows))
