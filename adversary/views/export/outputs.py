"""The files that a command which grades was asked for, of one submission or of a folder of them."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from adversary.files import place_of, refuse_overwrite, write_new
from adversary.grading.course import Marks
from adversary.grading.result import Grade
from adversary.grading.submissions import submissions
from adversary.search.counterexample import Counterexample
from adversary.search.traces import traced
from adversary.tasks.store import STORE
from adversary.views.csv_file import write_csv
from adversary.views.export import gradescope
from adversary.views.export.file_names import file_names
from adversary.views.export.junit import junit
from adversary.views.export.pytest_file import pytest_file
from adversary.views.grades_csv import course_csv, grades_csv
from adversary.views.page.course_index import write_course_index
from adversary.views.page.reports import write_reports
from learners.loading.code_file import split_code_file
from proofs.exact.errors import InputError, counted, one_line

Told = list[tuple[str, str]]
"""Lines that say what was written where: titles and texts."""

MAX_RENAMED = 8
"""Submissions of which it is said that their files have another name."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where to write what: ``csv`` and ``junit`` are files, ``reports`` a folder.

    The others are files of one submission, or folders with a file for each of many.
    """

    output: str | None = None
    pytest: str | None = None
    results: str | None = None
    reports: str | None = None
    junit: str | None = None
    csv: str | None = None

    def require_usable(self, file: str, kind: str) -> None:
        """Raise InputError if something would replace an input or another output, or cannot be a folder or file."""
        many = Path(file).is_dir()
        path = split_code_file(file).path
        if not many and self.pytest and (file.startswith("exec:") or not path.endswith(".py")):
            raise InputError(f"--pytest is for a learner in a .py file, and {file} is not one")
        both = self.output, self.pytest, self.results
        folders = [place for place in (self.reports, *(both if many else ())) if place is not None]
        files = [place for place in (self.csv, self.junit, *(() if many else both)) if place is not None]
        places = [os.path.realpath(place) for place in files]
        if twice := next((place for place in places if places.count(place) > 1), None):
            raise InputError(f"two outputs are to be written to the same file, {os.path.relpath(twice)}")
        for place in (*folders, *files):
            refuse_overwrite(place, file, kind)
            if many and Path(place).resolve().is_relative_to(Path(file).resolve()):
                raise InputError(f"cannot write {place}: it is in the folder of the submissions, {file}")
        for folder in folders:
            if Path(folder).exists() and not Path(folder).is_dir():
                raise InputError(f"cannot write to {one_line(folder)}: it exists and is not a folder")
            above = next(place for place in Path(os.path.realpath(folder)).parents if place.exists())
            if not above.is_dir():
                raise InputError(f"cannot write to {one_line(folder)}: {one_line(str(above))} is not a folder")
        for place in files:
            place_of(place)  # complains now, and not when everything is graded

    def make_folders(self, *, many: bool) -> None:
        """Make the folders that files are to be written to. Raises InputError."""
        for folder in (self.reports, *([self.output, self.pytest, self.results] if many else [])):
            if folder is not None:
                _make(Path(folder))

    @property
    def keep(self) -> Path | None:
        """Where finished grades of a folder wait for the others, if anything is to be written of them."""
        folder = next((one for one in (self.reports, self.results, self.pytest, self.output) if one is not None), None)
        if folder is not None:
            return Path(folder, STORE)
        return None if self.csv is None else Path(f"{self.csv}.{STORE}")

    def write_one(self, grade: Grade, file: str) -> Told:
        """Write what was asked for of one submission, but for the trace, which ``grade`` has written; say where."""
        if self.pytest is not None and grade.counterexample is not None and not grade.counterexample.again:
            write_new(self.pytest, _test(grade.counterexample, file, self.pytest), code=True)
        if self.results is not None:
            write_new(self.results, _json(gradescope.results(grade)))
        self._write_tables([grade])
        if self.reports is None:
            return []
        self.make_folders(many=False)
        path, name = split_code_file(file)
        text = f"{Path(path).name}:{name}" if name else Path(path).name
        write_reports(Path(self.reports), [grade], {grade.learner: file_names([text])[text]})
        return self._of_reports()

    def write_all(
        self, grades: Sequence[Grade], folder: Path, progress: Callable[[str], None]
    ) -> tuple[list[Grade], Told]:
        """Write what was asked for of a folder of submissions; return the grades with their traces, and what is where.

        What an earlier run has written of a submission is replaced, or removed where there is none of it now.
        """
        names = file_names([grade.learner for grade in grades])
        told: Told = []
        if self.output is not None:
            grades, written = self._write_traces(grades, names, Path(self.output))
            told.append(("traces", f"{counted(written, 'counterexample')} in {self.output}"))
        if self.pytest is not None:
            told.append(("tests", self._write_tests(grades, names, folder, Path(self.pytest))))
        if self.results is not None:
            for grade in grades:
                write_new(Path(self.results, f"{names[grade.learner]}.json"), _json(gradescope.results(grade)))
            told.append(("results", f"{counted(len(grades), 'file')} in {self.results}"))
        self._write_tables(grades)
        if self.reports is not None:
            write_reports(Path(self.reports), grades, names, progress)
            told += self._of_reports()
        told += _renamed(names) if told else []
        return list(grades), told

    def write_course(self, marks: Sequence[Marks], file: str) -> Told:
        """Write what was asked for of one submission or of many that were graded as several kinds; say where."""
        many = Path(file).is_dir()
        path, name = split_code_file(file)
        text = f"{Path(path).name}:{name}" if name else Path(path).name
        names = file_names([one.learner for one in marks] if many else [text])
        files = list(names.values())
        told: Told = []
        for one, stem in zip(marks, files, strict=True) if self.results is not None else ():
            place = Path(self.results or "", f"{stem}.json") if many else Path(self.results or "")
            write_new(place, _json(gradescope.course_results(one)))
        if self.junit is not None:
            write_new(self.junit, junit([grade for one in marks for grade in one.grades]))
        if self.csv is not None:
            write_csv(self.csv, course_csv(marks))
        if self.reports is not None:
            home = Path(self.reports)
            kinds = [Path(part.kind).name for part in marks[0].parts]
            if len(set(kinds)) < len(kinds):
                kinds = [part.kind for part in marks[0].parts]
            folders = list(file_names(kinds).values())
            stems = {one.learner: stem for one, stem in zip(marks, files, strict=True)}
            for number, kind in enumerate(folders):
                _make(home / kind)
                write_reports(home / kind, [one.grades[number] for one in marks], stems)
            write_course_index(home, marks, folders, stems)
            told += self._of_reports()
        return told + (_renamed(names) if told and many else [])

    def _write_tables(self, grades: Sequence[Grade]) -> None:
        if self.junit is not None:
            write_new(self.junit, junit(grades))
        if self.csv is not None:
            write_csv(self.csv, grades_csv(grades))

    def _of_reports(self) -> Told:
        return [("reports", str(Path(self.reports or "", "index.html")))]

    def _write_traces(self, grades: Sequence[Grade], names: Mapping[str, str], folder: Path) -> tuple[list[Grade], int]:
        found, written = list[Grade](), 0
        for grade in grades:
            path = folder / f"{names[grade.learner]}.jsonl"
            game = grade.counterexample and traced(grade.counterexample, f"grade:{grade.kind}", path)
            if game is None or game.trace is None:
                _remove(path)
            written += bool(game and game.trace)
            found.append(replace(grade, counterexample=game))
        return found, written

    def _write_tests(self, grades: Sequence[Grade], names: Mapping[str, str], home: Path, folder: Path) -> str:
        files = {one.name: one.learner for one in submissions(home)}
        written = notebooks = 0
        for grade in grades:
            path, file = folder / f"test_{names[grade.learner]}.py", files.get(grade.learner, "")
            found, is_python = grade.counterexample, split_code_file(file).path.endswith(".py")
            if found is None or found.again or not is_python:  # a test plays in one process, which shows no difference
                notebooks += found is not None and not is_python
                _remove(path)
                continue
            write_new(path, _test(found, file, str(path)), code=True)
            written += 1
        without = f", none for {counted(notebooks, 'notebook')}" if notebooks else ""
        return f"{counted(written, 'file')} in {folder}{without}"


def _test(found: Counterexample, file: str, test: str) -> str:
    """Return the text of a test file that imports the learner by the way from there to its file."""
    path, name = split_code_file(file)
    way = os.path.relpath(Path(path).resolve(), Path(test).resolve().parent)
    return pytest_file(found, f"{way}:{name}", as_vectors=found.sees == "dense")


def _renamed(names: Mapping[str, str]) -> Told:
    """Say which submissions have files of another name, since theirs is not safe for one, or would be another's."""
    changed = [(name, file) for name, file in names.items() if file != name and file != Path(name).stem]
    told = [("renamed", f"{one_line(name, 60)} is {file}") for name, file in changed[:MAX_RENAMED]]
    left = len(changed) - len(told)
    return told + ([("renamed", f"… and {left:,} more")] if left else [])


def _json(value: object) -> str:
    return json.dumps(value, indent=1) + "\n"


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _make(folder: Path) -> None:
    """Make a folder, and those that it is in, if there is none. Raises InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write to {one_line(str(folder))}: {error.strerror}") from None
