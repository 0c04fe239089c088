"""Grades as tables: for the terminal, and in HTML for notebooks."""

from collections.abc import Sequence

from adversary.grading.result import Finding, Grade
from adversary.report.cells import Grid, View, column, details_table, indented, joined, line, stack
from adversary.report.excerpt import ROUND_TITLES, output_lines, ran_in, round_rows, story
from adversary.report.show import statement_text
from adversary.report.template import render
from adversary.search.counterexample import Counterexample
from proofs.exact.errors import one_line

STYLES = {"passed": "green", "failed": "red", "error": "yellow", "unknown": "yellow", "skipped": "dim"}
"""The words for how something went, and their colors."""

OWN_WORDS = "what the submission printed, in its own words"
"""The title of a submission's output, which may say anything."""

HABITS = "habits, not required"
"""The title of what nobody fails by."""


def grade_table(grade: Grade) -> View:
    """Return a grade as tables for the terminal."""
    parts: list[View] = [_headline(grade)]
    required = [check for check in grade.checks if check.required]
    habits = [check for check in grade.checks if not check.required]
    tried = [check for check in required if check.status != "skipped"]
    if required:
        parts += ["", _checks(tried, "check")]
    if habits:
        parts += ["", _checks(habits, HABITS)]
    if grade.counterexample is not None:
        parts += ["", indented(story(grade.counterexample))]
        parts += ["", rounds_table(grade.counterexample)] if grade.counterexample.rounds else []
    details = [("found", one_line(grade.summary))]
    if len(tried) < len(required):
        left = ", ".join(one_line(check.name) for check in required if check.status == "skipped")
        details.append(("not tried", f"{left}, since something else failed first"))
    if grade.counterexample is not None:
        learner = one_line(grade.learner)
        details += [("proved", statement_text(statement, learner)) for statement in grade.counterexample.statements]
        details += [("minimal", "without any one of its rounds it is none")] if grade.counterexample.minimal else []
        details += [("trace", one_line(grade.counterexample.trace))] if grade.counterexample.trace else []
    details.append(("ran in", ran_in(grade)))
    parts += ["", details_table(details)]
    if lines := output_lines(grade.output):
        parts += ["", line(f"{OWN_WORDS}:", "dim"), _quoted(lines)]
    return stack(*parts)


def summary_table(grades: Sequence[Grade]) -> View:
    """Return the grades of a folder as a table for the terminal: a row each, and totals below."""
    seconds = column("seconds", right=True, no_wrap=True)
    table = Grid(column("learner", fold=True), column("verdict", no_wrap=True), column("found", fold=True), seconds)
    for grade in grades:
        verdict = line(grade.verdict, STYLES[grade.verdict])
        table.add_row(one_line(grade.learner), verdict, one_line(grade.summary), f"{grade.seconds:.1f}")
    verdicts = [grade.verdict for grade in grades]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in ("passed", "failed", "error"))
    total = f"{sum(grade.seconds for grade in grades):.1f} s"
    return stack(table, "", f"{len(grades)} learner{'' if len(grades) == 1 else 's'}: {counts}; {total}")


def grade_html(grade: Grade) -> str:
    """Return a grade as HTML tables for a notebook."""
    found = grade.counterexample
    return render(
        "grade.html",
        headline=_headline_row(grade),
        checks=[_shown(check) for check in grade.checks if check.required],
        habits=[_shown(check) for check in grade.checks if not check.required],
        habits_title=HABITS,
        story=story(found) if found else "",
        round_titles=ROUND_TITLES,
        rounds=round_rows(found) if found else (),
        details=[("found", one_line(grade.summary)), ("ran in", ran_in(grade))],
        own_words=OWN_WORDS,
        lines=output_lines(grade.output),
    )


def _headline_row(grade: Grade) -> dict[str, str]:
    return {
        "verdict": grade.verdict,
        "learner": one_line(grade.learner),
        "kind": one_line(grade.kind),
        "seconds": f"{grade.seconds:.1f}",
    }


def _headline(grade: Grade) -> Grid:
    row = _headline_row(grade)
    table = Grid(*(column(title, fold=True, right=title == "seconds") for title in row))
    table.add_row(*(line(text, STYLES[text] if title == "verdict" else "") for title, text in row.items()))
    return table


def _shown(check: Finding) -> dict[str, str]:
    """Return a check's texts, each printable in one line."""
    texts = {"name": check.name, "expected": check.expected, "found": check.found, "detail": check.detail}
    return {"status": check.status, **{key: one_line(text) for key, text in texts.items()}}


def _checks(checks: Sequence[Finding], title: str) -> Grid:
    titles = (title, "status", "expected", "found")
    table = Grid(*(column(found, fold=True, no_wrap=found == "status") for found in titles))
    for check in checks:
        shown = _shown(check)
        found = joined([shown["found"], line(shown["detail"], "dim")], "\n")
        table.add_row(shown["name"], line(check.status, STYLES[check.status]), shown["expected"], found)
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
