"""Grades as tables: for the terminal and for notebooks."""

from collections.abc import Sequence

from adversary.grading.result import Finding, Grade
from adversary.report.cells import Grid, Renderable, column, details_table, indented, joined, line, stack
from adversary.report.excerpt import (
    OPTIONAL_TITLE,
    OWN_WORDS,
    ROUND_TITLES,
    output_lines,
    ran_in,
    round_rows,
    story,
    violation_rows,
)
from adversary.search.counterexample import Counterexample
from proofs.exact.errors import counted, one_line

STYLES = {"passed": "green", "failed": "red", "error": "yellow", "unknown": "yellow", "skipped": "dim"}
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
    details = [("found", one_line(grade.summary))]
    if len(tried) < len(required):
        left = ", ".join(one_line(check.name) for check in required if check.status == "skipped")
        details.append(("not tried", f"{left}, since something else failed first"))
    if grade.counterexample is not None:
        details += violation_rows(grade.counterexample, grade.learner)
    details.append(("ran in", ran_in(grade)))
    parts += ["", details_table(details)]
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
    verdicts = [grade.verdict for grade in grades]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in ("passed", "failed", "error"))
    total = f"{sum(grade.seconds for grade in grades):.1f} s"
    return stack(table, "", f"{counted(len(grades), 'learner')}: {counts}; {total}")


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
        table.add_row(one_line(check.name), line(check.status, STYLES[check.status]), one_line(check.expected), found)
    return table


def _quoted(lines: Sequence[str]) -> Grid:
    table = Grid(column(no_wrap=True), column(fold=True))
    for printed in lines:
        table.add_row("│", printed)
    return table


def rounds_table(found: Counterexample) -> Grid:
    """Return the rounds of a counterexample as a table, cut in the middle where they are many."""
    table = Grid(*(column(title, fold=True, right=title != "point") for title in ROUND_TITLES))
    for row in round_rows(found):
        table.add_row(*row)
    return table
