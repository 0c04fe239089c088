"""Grades as tables: for the terminal and for notebooks."""

from collections.abc import Sequence

from adversary.grading.course import POINTS, Marks
from adversary.grading.hints import hints
from adversary.grading.result import Finding, Grade
from adversary.search.counterexample import Counterexample
from adversary.views.cells import (
    Cell,
    Grid,
    Renderable,
    code,
    column,
    details_table,
    indented,
    joined,
    line,
    stack,
)
from adversary.views.csv_file import decimal
from adversary.views.excerpt import (
    OPTIONAL_TITLE,
    OWN_WORDS,
    not_tried,
    output_lines,
    ran_in,
    round_rows,
    round_titles,
    status_word,
    story,
    violation_rows,
)
from proofs.exact.errors import counted, one_line

STYLES = dict.fromkeys(("error", "unknown", "missing"), "yellow") | {
    "passed": "green",
    "failed": "red",
    "skipped": "dim",
}
"""The words for how something went, and their colors."""

HEADLINE = ("verdict", "learner", "kind", "seconds")


def grade_table(grade: Grade) -> Renderable:
    """Return a grade as tables for the terminal."""
    parts: list[Renderable] = [_headline(grade)]
    required = [check for check in grade.checks if check.required]
    optional = [check for check in grade.checks if not check.required]
    tried = [check for check in required if check.status != "skipped"]
    if required:
        parts += ["", _checks(tried, "check")]
    if optional:
        parts += ["", _checks(optional, OPTIONAL_TITLE)]
    if grade.counterexample is not None:
        parts += ["", indented(story(grade.counterexample))]
        parts += ["", rounds_table(grade.counterexample)] if grade.counterexample.rounds else []
    failed = any(check.status == "failed" for check in required)  # then it is said there, and not again
    details = [("found", one_line(grade.summary))] if grade.problem or not failed else []
    if left := not_tried(grade):
        details.append(("not tried", left))
    if grade.counterexample is not None:
        details += violation_rows(grade.counterexample, grade.learner)
    details += [("hint", hint) for hint in hints(grade)]
    details.append(("ran in", ran_in(grade)))
    parts += ["", details_table(details)]
    if grade.excerpt:
        parts += ["", line("where it failed, in its own file:", "dim"), _quoted(list(map(code, grade.excerpt)))]
    if lines := output_lines(grade.output):
        parts += ["", line(f"{OWN_WORDS}:", "dim"), _quoted(lines)]
    return stack(*parts)


def summary_table(grades: Sequence[Grade]) -> Renderable:
    """Return the grades of a folder as a table for the terminal: a row each, and totals below."""
    seconds = column("seconds", right=True, no_wrap=True)
    table = Grid(column("learner", fold=True), column("verdict", no_wrap=True), column("found", fold=True), seconds)
    for grade in grades:
        verdict = line(grade.verdict, STYLES[grade.verdict])
        table.add_row(one_line(grade.learner), verdict, one_line(grade.summary), f"{grade.seconds:.1f}")
    spent = sum(grade.seconds for grade in grades)
    took = f"{totals(grades)}; grading took, without waits for a processor, {spent:.1f} s"
    around = dict.fromkeys(ran_in(grade) for grade in grades if grade.checks)
    return stack(table, "", took, *([details_table([("ran in", words) for words in around])] if around else []))


def marks_table(marks: Sequence[Marks]) -> Renderable:
    """Return what learners get for several kinds: a row a part, and the points together."""
    table = Grid(
        column("learner", fold=True),
        column("kind", fold=True),
        column("verdict", no_wrap=True),
        column("points", right=True, no_wrap=True),
        column("found", fold=True),
    )
    for one in marks:
        for number, (part, grade, got) in enumerate(one.rows()):
            table.add_row(
                "" if number else one_line(one.learner),
                one_line(part.kind),
                line(grade.verdict, STYLES[grade.verdict]),
                f"{decimal(got)} of {decimal(part.points)}",
                one_line(grade.summary),
            )
        table.add_row("", "together", line(one.verdict, STYLES[one.verdict]), f"{decimal(one.points)} of {POINTS}", "")
    return table


def totals(grades: Sequence[Grade]) -> str:
    """Say how many there are of each verdict."""
    verdicts = [grade.verdict for grade in grades]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in ("passed", "failed", "error"))
    return f"{counted(len(grades), 'learner')}: {counts}"


def _headline(grade: Grade) -> Grid:
    table = Grid(*(column(title, fold=True, right=title == "seconds") for title in HEADLINE))
    verdict = line(grade.verdict, STYLES[grade.verdict])
    table.add_row(verdict, one_line(grade.learner), one_line(grade.kind), f"{grade.seconds:.1f}")
    return table


def _checks(checks: Sequence[Finding], title: str) -> Grid:
    titles = (title, "status", "expected", "found")
    table = Grid(*(column(found, fold=True, no_wrap=found == "status") for found in titles))
    for check in checks:
        found = joined([one_line(check.found), line(one_line(check.detail), "dim")], "\n")
        status = status_word(check)
        table.add_row(one_line(check.name), line(status, STYLES[status]), one_line(check.expected), found)
    return table


def _quoted(lines: Sequence[Cell]) -> Grid:
    table = Grid(column(no_wrap=True), column(fold=True))
    for printed in lines:
        table.add_row("│", printed)
    return table


def rounds_table(found: Counterexample) -> Grid:
    """Return the rounds of a counterexample as a table, cut in the middle where they are many."""
    table = Grid(*(column(title, fold=True, right=title != "point") for title in round_titles(found)))
    for row in round_rows(found):
        table.add_row(*row)
    return table
