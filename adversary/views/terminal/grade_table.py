"""Grades and attacks as tables: for the terminal and for notebooks."""

from collections.abc import Sequence
from math import ceil, floor

from adversary.grading.hints import hints
from adversary.grading.result import POINTS, Finding, Grade, Marks
from adversary.search.attack import Attack, Tightness
from adversary.views.cells import (
    Cell,
    Column,
    Renderable,
    Table,
    code,
    columns,
    details_table,
    indented,
    joined,
    line,
    stack,
)
from adversary.views.excerpt import (
    OPTIONAL_TITLE,
    OWN_WORDS,
    not_tried,
    output_lines,
    points_text,
    ran_in,
    rounds_table,
    status_word,
    story,
    violation_rows,
)
from adversary.views.words import decimal
from proofs.exact.errors import counted, lies_suffix, one_line
from proofs.exact.rationals import Rational, equals, short_number

STYLES = dict.fromkeys(("error", "unknown", "missing"), "yellow") | {
    "passed": "green",
    "failed": "red",
    "skipped": "dim",
}
"""The words for how something went, and their colors."""


def grade_table(grade: Grade, points: Rational = POINTS) -> Renderable:
    """Return a grade, out of a number of points, as tables for the terminal."""
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
    if skipped := not_tried(grade):
        details.append(("not tried", skipped))
    if grade.counterexample is not None:
        details += violation_rows(grade.counterexample, grade.learner)
    details += [("hint", hint) for hint in hints(grade)]
    details += [("points", text)] if (text := points_text(grade, points)) else []
    details += [("read as", one_line(grade.reads))] if grade.reads else []
    details.append(("ran in", ran_in(grade)))
    parts += ["", details_table(details)]
    if grade.excerpt:
        parts += ["", line("the place in its file where it failed:", "dim"), _quoted(list(map(code, grade.excerpt)))]
    if lines := output_lines(grade.output):
        parts += ["", line(f"{OWN_WORDS}:", "dim"), _quoted(lines)]
    return stack(*parts)


def summary_table(grades: Sequence[Grade]) -> Renderable:
    """Return the grades of a folder as a table for the terminal: a row each, and totals below."""
    titles = (
        Column("learner", fold=True),
        Column("verdict", no_wrap=True),
        Column("found", fold=True),
        Column("seconds", right=True, no_wrap=True),
    )
    rows = [
        (one_line(grade.learner), _verdict(grade.verdict), one_line(grade.summary), f"{grade.seconds:.1f}")
        for grade in grades
    ]
    spent = sum(grade.seconds for grade in grades)
    took = f"{totals(grades)}; grading took, without waits for a processor, {spent:.1f} s"
    around = dict.fromkeys(ran_in(grade) for grade in grades if grade.checks)
    below = [details_table([("ran in", words) for words in around])] if around else []
    return stack(Table(titles, rows), "", took, *below)


def marks_table(marks: Sequence[Marks]) -> Renderable:
    """Return the marks of learners in a course: a row for each part, and the total."""
    rows = list[tuple[Cell, ...]]()
    for mark in marks:
        for number, (part, grade, got) in enumerate(mark.rows()):
            learner, points = "" if number else one_line(mark.learner), f"{decimal(got)} of {decimal(part.points)}"
            rows.append((learner, one_line(part.title), _verdict(grade.verdict), points, one_line(grade.summary)))
        rows.append(("", "together", _verdict(mark.verdict), f"{decimal(mark.points)} of {POINTS}", ""))
    titles = (
        Column("learner", fold=True),
        Column("part", fold=True),
        Column("verdict", no_wrap=True),
        Column("points", right=True, no_wrap=True),
        Column("found", fold=True),
    )
    return Table(titles, rows)


def totals(grades: Sequence[Grade]) -> str:
    """Say how many there are of each verdict."""
    verdicts = [grade.verdict for grade in grades]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in ("passed", "failed", "error"))
    return f"{counted(len(grades), 'learner')}: {counts}"


def _verdict(word: str) -> Cell:
    return line(word, STYLES[word])


def _headline(grade: Grade) -> Table:
    row = _verdict(grade.verdict), one_line(grade.learner), one_line(grade.kind), f"{grade.seconds:.1f}"
    return Table(columns("verdict", "learner", "kind", "seconds", right=("seconds",)), [row])


def _checks(checks: Sequence[Finding], title: str) -> Table:
    titles = (title, "status", "expected", "found")
    rows = []
    for check in checks:
        words = joined([one_line(check.found), line(one_line(check.detail), "dim")], "\n")
        rows.append((one_line(check.name), _verdict(status_word(check)), one_line(check.expected), words))
    return Table([Column(title, fold=True, no_wrap=title == "status") for title in titles], rows)


def _quoted(lines: Sequence[Cell]) -> Table:
    return Table((Column(no_wrap=True), Column(fold=True)), [("│", printed) for printed in lines])


_DIGITS = 10**6
"""What is between two numbers is shown with six digits behind the point, rounded outward."""


def attack_rows(attack: Attack) -> list[tuple[str, str]]:
    """Return the rows of an attack, as titles and texts."""
    why = one_line(attack.problem or f"no violation in {counted(attack.games, 'game')}")
    rows = [
        ("learner", one_line(attack.learner)),
        ("bound", (f"M ≤ {attack.bound}" if "M" not in attack.bound else attack.bound) + lies_suffix(attack.lies)),
        ("verdict", attack.verdict if attack.counterexample else f"{attack.verdict}: {why}"),
    ]
    if attack.counterexample is None:
        whole = [
            f"{name} (all games of {counted(rounds, 'round')})" for name, rounds in attack.exhaustive.items() if rounds
        ]
        rows += [("exhausted", "; ".join(whole))] if whole else []
    else:
        rows += violation_rows(attack.counterexample, attack.learner, "not shown")
    if attack.note:
        rows.append(("note", one_line(attack.note)))
    if attack.tightest and attack.counterexample is None:  # a counterexample says more
        rows.append(("tightest", tightest_text(attack.tightest)))
    return [
        *rows,
        ("tried", f"{counted(attack.games, 'game')} in {attack.seconds:.1f} s"),
        ("ran in", ", ".join(attack.isolation)),
    ]


def tightest_text(tightest: Tightness) -> str:
    """Return the tightest game in words: M, the bound, and M/bound, exactly if it is rational."""
    low, high = tightest.ratio
    if low == high:
        ratio = f"M/bound {equals(short_number(low))}"
    else:
        ratio = f"M/bound between {floor(low * _DIGITS) / _DIGITS:.6f} and {ceil(high * _DIGITS) / _DIGITS:.6f}"
    where = f"{counted(len(tightest.game.rounds), 'round')} on {one_line(tightest.space)}"
    judged = "judged" if tightest.game.statements else "not judged"
    return f"M = {tightest.game.mistakes}, {ratio} in {where}; {judged}. No larger M/bound was found; one may exist"


def attack_table(attack: Attack) -> Renderable:
    """Return an attack as tables for the terminal."""
    parts: list[Renderable] = [details_table(attack_rows(attack))]
    if attack.counterexample is not None:
        parts += ["", indented(story(attack.counterexample)), "", rounds_table(attack.counterexample)]
    return stack(*parts)
