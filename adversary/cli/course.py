"""Grading as several kinds in one run: parse, call, print."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from adversary.cli.terminal import print_json, print_views
from proofs.exact.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adversary.grading.course import Part
    from adversary.grading.result import Grade
    from adversary.tasks.where import Where
    from adversary.views.export.outputs import Outputs


def grade_course(  # noqa: PLR0913 - what the command line has
    file: str, parts: "Sequence[Part]", outputs: "Outputs", options: dict[str, Any], *, where: "Where", as_json: bool
) -> NoReturn:
    """Grade a learner, or a folder of them, as each of the kinds, and say what it gets together."""
    from adversary.grading.course import marked
    from adversary.grading.folder import finished
    from adversary.grading.submissions import submissions
    from adversary.views.cells import details_table
    from adversary.views.terminal.table import grade_table, marks_table

    if many := Path(file).is_dir():
        submissions(Path(file))  # complains before anything is written if there are none
    outputs.make_folders(many=many)
    grades = [_graded(file, part, outputs, options, where=where) for part in parts]
    marks = marked(parts, grades)
    written = outputs.write_course(marks, file)
    if many and outputs.keep is not None:
        finished(outputs.keep)
    if as_json:
        plain = [one.to_json() for one in marks]
        print_json(plain if many else plain[0])
    else:
        for grade in () if many else marks[0].grades:
            print_views(grade_table(grade), "")
        print_views(marks_table(marks))
        if written:
            print_views("", details_table(written))
    problem = None if many else next((grade.problem for grade in marks[0].grades if grade.problem), None)
    if problem:
        raise InputError(problem)
    raise typer.Exit(0 if all(one.verdict == "passed" for one in marks) else 1)


def _graded(
    file: str, part: "Part", outputs: "Outputs", options: dict[str, Any], *, where: "Where"
) -> "Sequence[Grade]":
    from adversary.cli.runs import shown_run
    from adversary.grading.folder import grade_folder
    from adversary.grading.grade import grade
    from adversary.progress import Bar

    if Path(file).is_dir():
        shared = {key: value for key, value in options.items() if key != "visible"}
        with shown_run(f"{part.kind}: grading", outputs.keep, "grade") as progress:
            return grade_folder(Path(file), part.kind, where=where, keep=outputs.keep, progress=progress, **shared)
    with Bar(f"grading as {part.kind}", None) as bar:
        return [grade(file, part.kind, progress=bar.rename, **options)]
