"""The registry of exporters of grades: each is a module with ``export_grades``, and has a line here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from adversary.grading.result import Grade, Marks

Told = list[tuple[str, str]]
"""Lines that say what was written where: titles and texts."""


@dataclass(frozen=True, slots=True)
class Graded:
    """The grades to export: of one submission, or of ``many`` in a folder.

    ``marks`` are there where there are several kinds. ``stems`` are the names of files, without a suffix, by learner;
    ``progress`` is told what is under way.
    """

    file: str
    grades: "Sequence[Sequence[Grade]]"
    marks: "Sequence[Marks]"
    stems: Mapping[str, str]
    progress: Callable[[str], None]
    many: bool

    @property
    def all_grades(self) -> "Sequence[Grade]":
        """Return every grade, learner by learner if there are several kinds."""
        return [grade for mark in self.marks for grade in mark.grades] or self.grades[0]


@dataclass(frozen=True, slots=True)
class Exporter:
    """An exporter: it writes one ``file`` for all grades, a file for ``each`` submission, or a ``folder``."""

    module: str
    writes: Literal["file", "each", "folder"]
    help: str

    def export(self, place: str, graded: Graded) -> Told:
        """Write the grades to a place, and return a line that names it. Raises InputError."""
        lines: Told = import_module(f"adversary.views.{self.module}").export_grades(Path(place), graded)
        return lines


EXPORTERS = {
    "pytest": Exporter(
        "export.pytest_file", "each", "Write the counterexample as a test that fails until the learner is fixed."
    ),
    "results": Exporter("export.gradescope", "each", "Write Gradescope's results.json to this file."),
    "reports": Exporter(
        "page.reports", "folder", "Write reports for students into this folder: HTML, Markdown and an index."
    ),
    "junit": Exporter("export.junit", "file", "Write JUnit XML to this file."),
    "csv": Exporter("export.grades_csv", "file", "Write a table for a spreadsheet to this file."),
}
