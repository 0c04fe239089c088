"""The page above the reports of several kinds: a row a learner, with what it got for each part and together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adversary.files import write_new
from adversary.grading.course import POINTS, Marks
from adversary.views.csv_file import write_csv
from adversary.views.grades_csv import course_csv, decimal
from adversary.views.markdown import inline
from adversary.views.page.page import still_page
from proofs.exact.errors import counted, one_line


@dataclass(frozen=True, slots=True)
class _Part:
    """A column of the index; ``folder`` is where the reports of the part are."""

    title: str
    folder: str


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a learner got for a part; ``file`` is the report on it, without a suffix."""

    verdict: str
    points: str
    file: str


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the index."""

    learner: str
    cells: list[_Cell]
    points: str


def write_course_index(home: Path, marks: Sequence[Marks], folders: Sequence[str], names: Mapping[str, str]) -> None:
    """Write ``index.html``, ``index.md`` and ``grades.csv``.

    ``folders`` are those of the parts, in their order, and ``names`` the files of learners in them, without a suffix.

    Raises:
        InputError: something cannot be written.

    """
    parts = [
        _Part(f"{one_line(part.kind)}, of {decimal(part.points)}", folder)
        for part, folder in zip(marks[0].parts, folders, strict=True)
    ]
    rows = [
        _Row(
            one_line(one.learner),
            [
                _Cell(grade.verdict, decimal(got), f"{folder}/{names[one.learner]}")
                for (_, grade, got), folder in zip(one.rows(), folders, strict=True)
            ],
            decimal(one.points),
        )
        for one in marks
    ]
    title, said = "Points for several kinds", f"{counted(len(marks), 'learner')}, of {POINTS} points each"
    write_new(home / "index.html", still_page("marks.html", title=title, totals=said, parts=parts, rows=rows))
    write_new(home / "index.md", _markdown(title, said, parts, rows))
    write_csv(home / "grades.csv", course_csv(marks))


def _markdown(title: str, said: str, parts: Sequence[_Part], rows: Sequence[_Row]) -> str:
    titles = ["learner", *[f"[{inline(part.title)}]({part.folder}/index.md)" for part in parts], "points"]
    lines = [
        [inline(row.learner), *[f"[{cell.verdict}]({cell.file}.md), {cell.points}" for cell in row.cells], row.points]
        for row in rows
    ]
    table = [f"| {' | '.join(cells)} |" for cells in (titles, ["---"] * len(titles), *lines)]
    return "\n".join([f"# {inline(title)}", "", f"{said}. [As a table for a spreadsheet](grades.csv)", "", *table, ""])
