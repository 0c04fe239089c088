"""The folder of reports: for each submission a page in HTML and Markdown and its game, and an index.

The page of a grade has what was found, the game that shows it, and hints.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import made_folder, write_new
from adversary.grading.hints import hints
from adversary.grading.result import POINTS, Finding, Grade, Marks, Part, by_bug, points_got
from adversary.search.counterexample import Counterexample, result_text
from adversary.views.cells import Table, code_line, columns, write_csv
from adversary.views.excerpt import (
    MAX_STORY,
    OPTIONAL_TITLE,
    OWN_WORDS,
    not_tried,
    output_lines,
    points_text,
    ran_in,
    rounds_table,
    status_word,
    story,
    variations_text,
    violation_rows,
)
from adversary.views.export.exporters import Graded, Told
from adversary.views.export.grades_csv import course_csv, grades_csv
from adversary.views.export.outputs import file_names
from adversary.views.game.files import counterexample_view, grade_command
from adversary.views.page.drawing import drawing
from adversary.views.page.page import html_page, page_of
from adversary.views.template import fill_in
from adversary.views.terminal.grade_table import passed_text, totals
from adversary.views.words import decimal
from proofs.exact.errors import InputError, counted, one_line
from proofs.solvers.budget import Budget

GAME_SECONDS = 10.0
"""For what takes long on the page of one game; what it does not suffice for is left out there."""

MAX_SUMMARY = 300
"""Characters of a summary in the index."""

WHOLE = Part("", Fraction(POINTS))
"""All the points for one kind, where there is no course."""


Cell = dict[str, str]
"""A cell of an index."""


def _cell(text: str, file: str = "", after: str = "", look: str = "") -> Cell:
    """Return a cell with a text; ``file``, without a suffix, is what it links to, ``after`` follows the link.

    ``look`` is the class in a style sheet: "number", or one of statuses; the text is then ours.
    """
    return {"text": text, "file": file, "after": after, "look": look}


def export_grades(folder: Path, graded: Graded) -> Told:
    """Write the reports; of several kinds into a folder each, and an index above these."""
    if not graded.marks:
        write_reports(folder, graded.all_grades, graded.stems, graded.progress)
    else:
        parts = graded.marks[0].parts
        names = [part.name or Path(part.kind).name for part in parts]
        if len(set(names)) < len(names):
            names = [part.title for part in parts]
        folders = list(file_names(names).values())
        for number, (part, name) in enumerate(zip(parts, folders, strict=True)):
            grades = [marks.grades[number] for marks in graded.marks]
            write_reports(made_folder(folder / name), grades, graded.stems, graded.progress, part)
        write_course_index(folder, graded.marks, folders, graded.stems)
    return [("reports", str(folder / "index.html"))]


def write_reports(
    folder: Path,
    grades: Sequence[Grade],
    names: Mapping[str, str],
    progress: Callable[[str], None] = lambda _: None,
    part: Part = WHOLE,
) -> None:
    """Write the reports of some grades, as a part of a course; ``names`` are the files' names, without a suffix.

    Reports that were there are replaced; the game of an earlier report is removed where there is none now.

    Raises:
        InputError: something cannot be written.

    """
    for grade in grades:
        name = names[grade.learner]
        progress(f"writing the report on {one_line(grade.learner, 40)}")
        game = _write_game(folder / f"{name}.game.html", grade, part)
        write_new(folder / f"{name}.html", grade_report(grade, game=game, index="index.html", part=part))
        write_new(folder / f"{name}.md", grade_markdown(grade, game=game, index="index.md", part=part))
    rows = [
        [
            _cell(one_line(grade.learner), names[grade.learner]),
            _cell(decimal(points_got(grade, part.points)), look="number"),
            _verdict(grade),
            _cell(one_line(grade.bug, MAX_SUMMARY)),
            _cell(one_line(grade.summary, MAX_SUMMARY)),
            _cell(f"{grade.seconds:.1f}", look="number"),
        ]
        for grade in grades
    ]
    head = [_cell("learner"), _cell("points", look="number"), *map(_cell, ("verdict", "bug", "found"))]
    head.append(_cell("seconds", look="number"))
    kinds = sorted({_graded_as(grade, part) for grade in grades})
    groups = [
        (
            f"{len(each)} of {len(grades)}",
            one_line(bug, MAX_SUMMARY),
            [_cell(one_line(g.learner), names[g.learner]) for g in each],
        )
        for bug, each in by_bug(grades)
    ]
    around = dict.fromkeys(ran_in(grade) for grade in grades if grade.checks)
    _write_index(folder, f"Graded as {', '.join(kinds)}", totals(grades), head, rows, groups, [*around])
    write_csv(folder / "grades.csv", grades_csv(grades))


def write_course_index(home: Path, marks: Sequence[Marks], folders: Sequence[str], names: Mapping[str, str]) -> None:
    """Write the index of a course: the points of each learner for each part, and the total.

    ``folders`` are those of the parts, in their order, and ``names`` the files of learners in them, without a suffix.

    Raises:
        InputError: something cannot be written.

    """
    parts = [
        _cell(f"{one_line(part.title)}, of {decimal(part.points)}", f"{folder}/index")
        for part, folder in zip(marks[0].parts, folders, strict=True)
    ]
    rows = [
        [
            _cell(one_line(mark.learner)),
            *(
                _verdict(grade, f"{folder}/{names[mark.learner]}", f", {decimal(got)}")
                for (_, grade, got), folder in zip(mark.rows(), folders, strict=True)
            ),
            _cell(decimal(mark.points), look="number"),
        ]
        for mark in marks
    ]
    head, learners = [_cell("learner"), *parts, _cell("points", look="number")], counted(len(marks), "learner")
    _write_index(home, "Points for each part", f"{learners}, of {POINTS} points each", head, rows)
    write_csv(home / "grades.csv", course_csv(marks))


def _verdict(grade: Grade, file: str = "", after: str = "") -> Cell:
    return _cell(grade.verdict, file, after, f"status {grade.verdict}")


def _write_game(path: Path, grade: Grade, part: Part) -> str:
    """Write the page on which the counterexample can be stepped through, and return its name, or "" without one."""
    if grade.counterexample is not None:
        with suppress(InputError):  # a game without an answer, or one that is too long, has no page
            budget = Budget(seconds=GAME_SECONDS)
            again = grade_command(replace(grade, learner=part.learner_in(grade.learner)))
            page = counterexample_view(grade.counterexample, grade.learner, again, budget)
            write_new(path, html_page(page.title, page.data))
            return path.name
    with suppress(OSError):
        path.unlink(missing_ok=True)
    return ""


def _write_index(  # noqa: PLR0913, PLR0917 - all that stands there
    folder: Path,
    title: str,
    totals: str,
    head: Sequence[Cell],
    rows: Sequence[Sequence[Cell]],
    groups: Sequence[tuple[str, str, Sequence[Cell]]] = (),
    around: Sequence[str] = (),
) -> None:
    """Write ``index.html`` and ``index.md``, the same table twice; ``around`` are the sandboxes that were in force."""
    values: dict[str, Any] = {"title": title, "totals": totals, "head": head, "rows": rows, "groups": groups}
    values["around"] = around
    write_new(folder / "index.html", page_of("index.html", scripts=("table",), **values))
    write_new(folder / "index.md", fill_in("index.md", **values))


# ------------------------------------------------------------------------------------------------ a grade


def grade_report(grade: Grade, *, game: str = "", index: str = "", part: Part = WHOLE) -> str:
    """Return the page in HTML, without a script; ``game`` and ``index`` are files beside it that it links to."""
    title = f"{one_line(grade.learner)}: {grade.verdict}"
    return page_of("grade.html", title=title, **_told(grade, part), game=game, index=index)


def grade_markdown(grade: Grade, *, game: str = "", index: str = "", part: Part = WHOLE) -> str:
    """Return the page in Markdown, with the same links; only our own words in it are markup."""
    return fill_in("grade.md", **_told(grade, part), game=game, index=index)


def _told(grade: Grade, part: Part) -> dict[str, Any]:
    """Return what both pages say."""
    counterexample = grade.counterexample
    return {
        "learner": one_line(grade.learner),
        "verdict": grade.verdict,
        "summary": one_line(grade.summary, MAX_STORY),
        "kind": _graded_as(grade, part),
        "seconds": f"{grade.seconds:.1f}",
        "hints": [one_line(hint, MAX_STORY) for hint in hints(grade)],
        "excerpt": [(code_line(text), text.startswith(">")) for text in grade.excerpt],
        "points": f"{decimal(points_got(grade, part.points))} of {decimal(part.points)} points",
        "passed": passed_text(grade),
        "story": story(counterexample) if counterexample else "",
        "result": _result(counterexample) if counterexample else "",
        "drawing": drawing(counterexample) if counterexample else None,
        "reproduce": list(map(code_line, grade.reproduce)),
        "rounds": rounds_table(counterexample) if counterexample else None,
        "proved": _proved(grade),
        "tables": _tables(grade),
        "facts": _facts(grade, part),
        "own_words": OWN_WORDS,
        "output": output_lines(grade.output),
    }


def _result(game: Counterexample) -> str:
    """Return what comes out of a game, and what does not matter in it."""
    return one_line(" ".join(filter(None, (result_text(game), variations_text(game)))), MAX_STORY)


def _tables(grade: Grade) -> list[tuple[str, Table]]:
    """Return the required checks that were tried, and then all optional properties."""
    tried = [check for check in grade.checks if check.status != "skipped" or not check.required]
    titles = columns("check", "status", "expected", "found")
    return [
        ("Checks", Table(titles, [_row(check, grade.summary) for check in tried if check.required])),
        (
            OPTIONAL_TITLE.capitalize(),
            Table(titles, [_row(check, grade.summary) for check in tried if not check.required]),
        ),
    ]


def _row(check: Finding, summary: str) -> list[str]:
    result = "as said at the top" if summary == f"{check.name}: {check.found}" else check.found
    return [one_line(text, MAX_STORY) for text in (check.name, status_word(check), check.expected, result)]


def _proved(grade: Grade) -> list[tuple[str, str]]:
    """Return the rows below a counterexample, without the trace's path."""
    rows = violation_rows(grade.counterexample, grade.learner) if grade.counterexample else []
    return [row for row in rows if row[0] != "trace"]


def _graded_as(grade: Grade, part: Part) -> str:
    """Return the kind, and in a course the name of the part and the file or class that it asks for."""
    named = f"{grade.kind}, {part.name}" if part.name not in {"", grade.kind} else grade.kind
    return one_line(f"{named}, in {part.wanted}" if part.wanted else named)


def _facts(grade: Grade, part: Part) -> list[tuple[str, str]]:
    points = points_text(grade, part.points)
    facts = [("points", points)] if points else []
    facts += [("tried", f"{counted(grade.games, 'game')}, {counted(grade.played, 'round')}")]
    if checks := not_tried(grade):
        facts.append(("not tried", checks))
    return [*facts, *([("read as", grade.reads)] if grade.reads else []), ("ran in", ran_in(grade))]
