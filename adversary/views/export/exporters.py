"""The registry of exporters of grades: each is a module with ``export_grades``, and has a line here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adversary.grading.result import Grade, Marks

Told = list[tuple[str, str]]
"""Lines that say what was written where: titles and texts."""

TRACE, FOLDER = ".jsonl", "/"
"""The ending of a counterexample's trace, and what stands for a folder."""


@dataclass(frozen=True, slots=True)
class Graded:
    """The grades to export: of one submission, or of ``many``: of several files or of those in a folder.

    ``marks`` are there where there are several kinds. ``stems`` are the names of files, without a suffix, by learner;
    ``progress`` is told what is under way. ``visibility`` is when students see Gradescope's results.
    """

    files: Sequence[str]
    grades: "Sequence[Sequence[Grade]]"
    marks: "Sequence[Marks]"
    stems: Mapping[str, str]
    progress: Callable[[str], None]
    many: bool
    visibility: str = "visible"

    @property
    def all_grades(self) -> "Sequence[Grade]":
        """Return every grade, learner by learner if there are several kinds."""
        return [grade for mark in self.marks for grade in mark.grades] or self.grades[0]


EXPORTERS: dict[str, tuple[str, tuple[str, str] | None]] = {
    ".py": ("export.pytest_file", ("tests", "test_learner.py")),
    ".json": ("export.gradescope", ("results", "results.json")),
    FOLDER: ("page.reports", None),
    ".xml": ("export.junit", ("grades.xml", "grades.xml")),
    ".csv": ("export.grades_csv", None),
}
"""By the ending of their files: a test, Gradescope's results, reports for students, JUnit XML, a table of grades.

Beside the module stand the names of what it writes into a folder for many submissions, and for one; reports have the
table of grades beside them. The first two write a file for each submission.
"""


def export(ending: str, place: Path, graded: Graded) -> Told:
    """Write the grades to a place, and return a line that names it. Raises InputError."""
    lines: Told = import_module(f"adversary.views.{EXPORTERS[ending][0]}").export_grades(place, graded)
    return lines
