"""Grades as tables: for the terminal, and in HTML for notebooks."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from adversary.grading.counterexample import Counterexample
from adversary.grading.result import Check, Grade
from adversary.report.excerpt import ROUND_TITLES, output_lines, ran_in, round_rows, story
from adversary.report.template import render
from adversary.show import details_table, statement_text
from proofs.errors import one_line

STYLES = {"passed": "green", "failed": "red", "error": "yellow", "unknown": "yellow", "skipped": "dim"}
"""The words for how something went, and their colors."""

OWN_WORDS = "what the submission printed, in its own words"
"""The title of a submission's output, which may say anything."""

HABITS = "habits, not required"
"""The title of what nobody fails by."""


def grade_table(grade: Grade) -> RenderableType:
    """Return a grade as tables for the terminal."""
    parts: list[RenderableType] = [_headline(grade)]
    required = [check for check in grade.checks if check.required]
    habits = [check for check in grade.checks if not check.required]
    tried = [check for check in required if check.status != "skipped"]
    if required:
        parts += [Text(), _checks(tried, "check")]
    if habits:
        parts += [Text(), _checks(habits, HABITS)]
    if grade.counterexample is not None:
        parts += [Text(), Text(story(grade.counterexample))]
        parts += [Text(), rounds_table(grade.counterexample)] if grade.counterexample.rounds else []
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
    parts += [Text(), details_table(details)]
    if lines := output_lines(grade.output):
        parts += [Text(), Text(f"{OWN_WORDS}:", "dim"), *[Text(f"│ {line}") for line in lines]]
    return Group(*parts)


def summary_table(grades: Sequence[Grade]) -> RenderableType:
    """Return the grades of a folder as a table for the terminal: a row each, and totals below."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("learner", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    table.add_column("found", overflow="fold")
    table.add_column("seconds", justify="right", no_wrap=True)
    for grade in grades:
        verdict = Text(grade.verdict, STYLES[grade.verdict])
        table.add_row(Text(one_line(grade.learner)), verdict, Text(one_line(grade.summary)), f"{grade.seconds:.1f}")
    verdicts = [grade.verdict for grade in grades]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in ("passed", "failed", "error"))
    seconds = sum(grade.seconds for grade in grades)
    total = f"{len(grades)} learner{'' if len(grades) == 1 else 's'}: {counts}; {seconds:.1f} s"
    return Group(table, Text(), Text(total))


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


def _headline(grade: Grade) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    row = _headline_row(grade)
    for title in row:
        table.add_column(title, overflow="fold", justify="right" if title == "seconds" else "left")
    table.add_row(*(Text(text, STYLES[text] if title == "verdict" else "") for title, text in row.items()))
    return table


def _shown(check: Check) -> dict[str, str]:
    """Return a check's texts, each printable in one line."""
    texts = {"name": check.name, "expected": check.expected, "found": check.found, "detail": check.detail}
    return {"status": check.status, **{key: one_line(text) for key, text in texts.items()}}


def _checks(checks: Sequence[Check], title: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in (title, "status", "expected", "found"):
        table.add_column(column, overflow="fold", no_wrap=column == "status")
    for check in checks:
        shown = _shown(check)
        found = Text(shown["found"])
        if shown["detail"]:
            found = Text("\n" if shown["found"] else "").join([found, Text(shown["detail"], "dim")])
        status = Text(check.status, STYLES[check.status])
        table.add_row(Text(shown["name"]), status, Text(shown["expected"]), found)
    return table


def rounds_table(found: Counterexample) -> Table:
    """Return the rounds of a counterexample as a table, cut in the middle where they are many."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for title in ROUND_TITLES:
        table.add_column(title, overflow="fold", justify="left" if title == "point" else "right")
    for row in round_rows(found):
        table.add_row(*map(Text, row))
    return table
