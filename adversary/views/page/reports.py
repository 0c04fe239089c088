"""A folder of reports: for each submission a page in HTML and in Markdown and its game, and an index of them all."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from adversary.files import made_folder, write_new
from adversary.grading.result import Grade
from adversary.views.csv_file import write_csv
from adversary.views.export.exporters import Graded, Told
from adversary.views.export.file_names import file_names
from adversary.views.game.files import counterexample_view
from adversary.views.grades_csv import grades_csv
from adversary.views.markdown import inline
from adversary.views.page.course_index import write_course_index
from adversary.views.page.grade_report import grade_markdown, grade_report
from adversary.views.page.page import html_page, still_page
from adversary.views.stored_counterexample import grade_command
from adversary.views.terminal.grade_table import totals
from proofs.exact.errors import InputError, one_line
from proofs.solvers.budget import Budget

GAME_SECONDS = 10.0
"""For what takes long on the page of one game; what it does not suffice for is left out there."""

MAX_SUMMARY = 300
"""Characters of a summary in the index."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the index."""

    learner: str
    file: str
    verdict: str
    summary: str
    seconds: str


def export_grades(folder: Path, graded: Graded) -> Told:
    """Write the reports; of several kinds into a folder each, and an index above these."""
    if not graded.marks:
        write_reports(folder, graded.grades[0], graded.stems, graded.progress)
    else:
        kinds = [Path(part.kind).name for part in graded.marks[0].parts]
        if len(set(kinds)) < len(kinds):
            kinds = [part.kind for part in graded.marks[0].parts]
        folders = list(file_names(kinds).values())
        for number, kind in enumerate(folders):
            grades = [one.grades[number] for one in graded.marks]
            write_reports(made_folder(folder / kind), grades, graded.stems, graded.progress)
        write_course_index(folder, graded.marks, folders, graded.stems)
    return [("reports", str(folder / "index.html"))]


def write_reports(
    folder: Path, grades: Sequence[Grade], names: Mapping[str, str], progress: Callable[[str], None] = lambda _: None
) -> None:
    """Write the reports of some grades; ``names`` are the files' names, without a suffix, by learner.

    Reports that were there are replaced; the game of an earlier report is removed where there is none now.

    Raises:
        InputError: something cannot be written.

    """
    for grade in grades:
        name = names[grade.learner]
        progress(f"writing the report on {one_line(grade.learner, 40)}")
        game = _write_game(folder / f"{name}.game.html", grade)
        write_new(folder / f"{name}.html", grade_report(grade, game=game, index="index.html"))
        write_new(folder / f"{name}.md", grade_markdown(grade, game=game, index="index.md"))
    rows = [
        _Row(
            one_line(grade.learner),
            names[grade.learner],
            grade.verdict,
            one_line(grade.summary, MAX_SUMMARY),
            f"{grade.seconds:.1f}",
        )
        for grade in grades
    ]
    kinds = sorted({one_line(grade.kind) for grade in grades})
    title, said = f"Graded as {', '.join(kinds)}", totals(grades)
    write_new(folder / "index.html", still_page("grades.html", title=title, totals=said, rows=rows))
    write_new(folder / "index.md", _index_markdown(title, said, rows))
    write_csv(folder / "grades.csv", grades_csv(grades))


def _write_game(path: Path, grade: Grade) -> str:
    """Write the page on which the counterexample can be stepped through, and return its name, or "" without one."""
    if grade.counterexample is not None:
        with suppress(InputError):  # a game without an answer, or one that is too long, has no page
            budget = Budget(seconds=GAME_SECONDS)
            page = counterexample_view(grade.counterexample, grade.learner, grade_command(grade), budget)
            write_new(path, html_page(page.title, page.data))
            return path.name
    with suppress(OSError):
        path.unlink(missing_ok=True)
    return ""


def _index_markdown(title: str, said: str, rows: Sequence[_Row]) -> str:
    lines = [
        f"| [{inline(row.learner)}]({row.file}.md) | {row.verdict} | {inline(row.summary)} | {row.seconds} |"
        for row in rows
    ]
    head = ["| learner | verdict | found | seconds |", "| --- | --- | --- | ---: |"]
    return "\n".join(
        [f"# {inline(title)}", "", f"{said}. [As a table for a spreadsheet](grades.csv)", "", *head, *lines, ""]
    )
