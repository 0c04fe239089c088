"""Grades and attacks as tables: for the terminal and for notebooks."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from adversary.grading.hints import PROBABLY, hints
from adversary.grading.result import POINTS, TIES, Finding, Grade, Marks, points_got
from adversary.search.attack import Attack, Tightness
from adversary.search.counterexample import Counterexample, result_text, why_text
from adversary.views.cells import (
    Cell,
    Column,
    Renderable,
    Table,
    block,
    code,
    details_table,
    indented,
    joined,
    line,
    render,
    stack,
)
from adversary.views.excerpt import (
    MAX_STORY,
    OPTIONAL_TITLE,
    OWN_WORDS,
    bug_text,
    groups_rows,
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
from adversary.views.words import decimal
from proofs.exact.errors import counted, lies_suffix, one_line
from proofs.exact.rationals import Rational, equals, short_number

STYLES = dict.fromkeys(("error", "unknown", "missing"), "yellow") | {
    "passed": "green",
    "failed": "red",
    "skipped": "dim",
}
"""The words for how something went, and their colors."""


def grade_table(grade: Grade, points: Rational = POINTS, *, verbose: bool = False) -> Renderable:
    """Return a grade, out of a number of points, for the terminal: at most ``LINES`` lines, and the rest if verbose."""
    brief = _brief(grade, points)
    return stack(brief, "", *_details(grade, points)) if verbose else brief


LINES, WIDTH = 24, 80
"""Of the report, where that is how wide the terminal is."""

FEWEST = 3
"""Rounds for which lines of Python give way: a game without its rounds tells nothing."""


def _brief(grade: Grade, points: Rational) -> Renderable:
    """Return the verdict, the bug, the game, lines that reproduce it, what has passed, and what more there is."""
    game, got = grade.counterexample, f"{decimal(points_got(grade, points))} of {decimal(Fraction(points))} points"
    verdict = grade.verdict.upper() if grade.verdict == "failed" else grade.verdict
    kind = f"as {one_line(grade.kind)}, {got}"
    head: Renderable = joined([f"{one_line(grade.learner)}:", line(verdict, STYLES[grade.verdict]), kind], " ")
    head = head if len(grade.learner) + len(kind) < WIDTH - len(verdict) else indented(head)
    rows = [("bug" if hint.startswith(PROBABLY) else "hint", hint.removeprefix(PROBABLY)) for hint in hints(grade)[:1]]
    if not (grade.likenesses and game):
        sure = ". That is evidence, not a proof." if grade.verdict == "passed" else ""
        rows = [("found", f"{one_line(grade.summary)}{sure}"), *rows]
    rows += [("game", one_line(text, MAX_RESULT))] if game and (text := result_text(game)) else []
    rows += [("vary", text)] if game and (text := variations_text(game)) else []
    below = [("passed", text)] if (text := passed_text(grade)) else []
    below += [("read as", one_line(grade.reads))] if grade.reads else []
    below += [("note", one_line(f"{check.name}: {check.found}")) for check in grade.checks if check.name == TIES]
    below.append(("more", "--verbose (proof and all else), -o report/ (pages)"))
    place = [_quoted(list(map(code, grade.excerpt)))] if grade.fault and grade.excerpt else []
    run: list[Renderable] = [line(RUN, "dim"), block(grade.reproduce)] if grade.reproduce else []
    above, table, after = list[Renderable](), list[Renderable](), list[Renderable]()
    for gap, lines in (([""], run), ([], run), ([""], [])):
        above, after = [head, *gap, details_table(rows, 7), *place], [*lines, details_table(below, 7)]
        left = LINES - _height([*above, *after])
        most = max(left - 1, FEWEST)  # below its titles
        table = [_fitting(game, most)] if game and game.rounds else []
        while game and most > FEWEST and _height(table) > left:  # long points take several lines
            most -= 1
            table = [_fitting(game, most)]
        if _height(table) <= left:
            break
    return stack(*above, *table, *after)


RUN = "save this in a .py file beside yours and run it; it prints answers and truth:"

LEFT_OUT = "         its w and the textbook's are too wide for this table: -o report/ shows them"

MAX_RESULT = 400
"""Characters of what comes out of a game."""


def _fitting(game: Counterexample, most: int) -> Renderable:
    """Return the rounds, without its w where that is too wide, which is said."""
    table = rounds_table(game, most)
    widths = [max(len(str(cell)) for cell in cells) for cells in zip(table.titles, *table.rows, strict=True)]
    if too_wide := sum(widths) + 2 * len(widths) > WIDTH:
        table = rounds_table(game, most, weights=False)
    bare = [replace(column, title="") for column in table.columns]
    rows = indented(Table(bare, [[line(title, "dim") for title in table.titles], *table.rows]))
    return stack(rows, line(LEFT_OUT, "dim")) if too_wide and game.weights else rows


def _height(parts: Sequence[Renderable]) -> int:
    return render(*parts, width=WIDTH).count("\n")


def passed_text(grade: Grade) -> str:
    """Return in one line which required checks have passed, and how many were not tried."""
    required = [check for check in grade.checks if check.required]
    passed = ", ".join(check.name for check in required if check.status == "passed")
    if left := sum(check.status == "skipped" for check in required):
        passed += f"{'; ' if passed else ''}{left} not tried"
    return one_line(passed)


def _details(grade: Grade, points: Rational) -> list[Renderable]:
    """Return the checks, the proof, all hints, and how it was graded."""
    parts = list[Renderable]()
    required = [check for check in grade.checks if check.required]
    optional = [check for check in grade.checks if not check.required]
    tried = [check for check in required if check.status != "skipped"]
    if required:
        parts += [_checks(tried, "check"), ""]
    if optional:
        parts += [_checks(optional, OPTIONAL_TITLE), ""]
    details = list[tuple[str, str]]()
    if grade.counterexample is not None:
        parts += [indented(story(grade.counterexample)), ""]
        details += violation_rows(grade.counterexample, grade.learner)
    if skipped := not_tried(grade):
        details.append(("not tried", skipped))
    for likeness in grade.likenesses:
        details.append(
            ("bug", f"{likeness.bug}: the textbook's learner differs in {counted(likeness.unlike, 'round')}")
        )
    details += [("hint", hint) for hint in hints(grade)[1:]]
    details += [("points", text)] if (text := points_text(grade, points)) else []
    tried_text = f"{counted(grade.games, 'game')}, {counted(grade.played, 'round')} in {grade.seconds:.1f} s"
    details += [("tried", tried_text), ("ran in", ran_in(grade))]
    parts.append(details_table(details))
    if grade.excerpt and not grade.fault:
        parts += ["", line("from its file:", "dim"), _quoted(list(map(code, grade.excerpt)))]
    if lines := output_lines(grade.output):
        parts += ["", line(f"{OWN_WORDS}:", "dim"), _quoted(lines)]
    return parts


def summary_table(grades: Sequence[Grade], folder: str = "") -> Renderable:
    """Return the grades of a folder as a table for the terminal: a row each, totals, and who has which bug.

    ``folder`` is where their pages were written, if they were.
    """
    titles = (
        Column("learner"),
        Column("points", right=True),
        Column("verdict"),
        Column("bug, or what was found"),
    )
    rows = [(one_line(grade.learner), _points(grade), _verdict(grade.verdict), bug_text(grade)) for grade in grades]
    spent = sum(grade.seconds for grade in grades)
    took = f"{totals(grades)}; grading took, without waits for a processor, {spent:.1f} s"
    around = dict.fromkeys(ran_in(grade) for grade in grades if grade.checks)
    whole = f"{folder.rstrip('/')}/" if folder else "-o DIR/"
    is_cut = any(bug_text(grade) != bug_text(grade, sys.maxsize) for grade in grades)
    cut = [("more", f"what ends in … is whole in {whole}")] if is_cut else []
    below = cut + groups_rows(grades, whole) + [("ran in", words) for words in around]
    return stack(Table(titles, rows), "", took, *([details_table(below)] if below else []))


def _points(grade: Grade) -> str:
    return decimal(points_got(grade, POINTS))


def marks_table(marks: Sequence[Marks]) -> Renderable:
    """Return the marks of learners in a course: a row for each part, and the total."""
    rows = list[tuple[Cell, ...]]()
    for mark in marks:
        for number, (part, grade, got) in enumerate(mark.rows()):
            learner, points = "" if number else one_line(mark.learner), f"{decimal(got)} of {decimal(part.points)}"
            rows.append((learner, one_line(part.title), _verdict(grade.verdict), points, one_line(grade.summary)))
        rows.append(("", "together", _verdict(mark.verdict), f"{decimal(mark.points)} of {POINTS}", ""))
    titles = (
        Column("learner"),
        Column("part"),
        Column("verdict"),
        Column("points", right=True),
        Column("found"),
    )
    return Table(titles, rows)


def totals(grades: Sequence[Grade]) -> str:
    """Say how many there are of each verdict."""
    verdicts = [grade.verdict for grade in grades]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in ("passed", "failed", "error"))
    return f"{counted(len(grades), 'learner')}: {counts}"


def _verdict(word: str) -> Cell:
    return line(word, STYLES[word])


def _checks(checks: Sequence[Finding], title: str) -> Table:
    titles = (title, "status", "expected", "found")
    rows = []
    for check in checks:
        words = joined([one_line(check.found), line(one_line(check.detail), "dim")], "\n")
        rows.append((one_line(check.name), _verdict(status_word(check)), one_line(check.expected), words))
    return Table([Column(title) for title in titles], rows)


def _quoted(lines: Sequence[Cell]) -> Table:
    return Table((Column(), Column()), [("│", printed) for printed in lines])


_DIGITS = 10**6
"""What is between two numbers is shown with six digits behind the point, rounded outward."""


def _attack_rows(attack: Attack, *, verbose: bool) -> list[tuple[str, str]]:
    """Return the rows of an attack below its verdict, as titles and texts."""
    rows = [
        ("learner", one_line(attack.learner)),
        ("bound", (f"M ≤ {attack.bound}" if "M" not in attack.bound else attack.bound) + lies_suffix(attack.lies)),
    ]
    if attack.counterexample is None:
        whole = [
            f"{name} (all games of {counted(rounds, 'round')})" for name, rounds in attack.exhaustive.items() if rounds
        ]
        rows += [("exhausted", "; ".join(whole))] if whole else []
    else:
        rows.append(("why", one_line(why_text(attack.counterexample), MAX_STORY)))
        rows += violation_rows(attack.counterexample, attack.learner, "not shown")
    if attack.note:
        rows.append(("note", one_line(attack.note)))
    if attack.tightest and attack.counterexample is None:  # a counterexample says more
        rows.append(("tightest", tightest_text(attack.tightest)))
    rows.append(("tried", f"{counted(attack.games, 'game')} in {attack.seconds:.1f} s"))
    return [*rows, ("ran in", ", ".join(attack.isolation))] if verbose else rows


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


def attack_table(attack: Attack, *, verbose: bool = False) -> Renderable:
    """Return an attack for the terminal: its verdict, the rounds of the counterexample, and the rest."""
    game = attack.counterexample
    none = f"no violation in {counted(attack.games, 'game')}, and others may break it"
    why = result_text(game, opening=False) if game else attack.problem or none
    word = attack.verdict.upper() if attack.verdict == "refuted" else attack.verdict
    rounds: list[Renderable] = ["", rounds_table(game)] if game else []
    verdict = details_table([("verdict", one_line(f"{word}: {why}", MAX_STORY))])
    return stack(verdict, *rounds, "", details_table(_attack_rows(attack, verbose=verbose)))
