"""A grade as Gradescope's ``results.json``."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import made_folder, write_new
from adversary.grading.result import POINTS, Finding, Grade, Marks, scores
from adversary.search.counterexample import Counterexample
from adversary.views.excerpt import (
    MAX_STORY,
    OPTIONAL_TITLE,
    OWN_WORDS,
    output_lines,
    points_text,
    ran_in,
    rounds_table,
    story,
)
from adversary.views.export.exporters import Graded, Told
from adversary.views.markup import code_block, inline, markdown_table, paragraphs
from proofs.exact.errors import counted, one_line
from proofs.exact.rationals import Rational

TOLD = ("expected", "found", "detail")
"""What is told of a check."""

REMARKS = {"skipped": "not tried", "unknown": "unknown"}
"""What is said of a check that has neither passed nor failed: Gradescope knows no third color."""


def export_grades(place: Path, graded: Graded) -> Told:
    """Write results.json, or a folder with a file for each submission."""
    plain_results = {marks.learner: course_results(marks) for marks in graded.marks}
    plain_results = plain_results or {grade.learner: results(grade) for grade in graded.all_grades}
    if graded.many:
        made_folder(place)
    for learner, plain in plain_results.items():
        text = json.dumps(plain, indent=1) + "\n"
        write_new(place / f"{graded.stems[learner]}.json" if graded.many else place, text)
    return (
        [("results", f"{counted(len(plain_results), 'file')} in {place}")] if graded.many and not graded.marks else []
    )


def results(grade: Grade, points: Rational = POINTS) -> dict[str, Any]:
    """Return the content of ``results.json`` as plain JSON values.

    The points are split over the required checks as in ``adversary.grading.result.scores``.
    """
    counted = {check.name: (got, most) for check, got, most in scores(grade, points)}
    total = sum((got for got, _ in counted.values()), Fraction(0))
    tests = [_test(check, counted.get(check.name)) for check in grade.checks]
    first = next((n for n, check in enumerate(grade.checks) if check.required and check.status == "failed"), None)
    shows = _shows(grade.counterexample) if grade.counterexample else ""
    if first is not None and shows:
        tests[first]["output"] = paragraphs(tests[first]["output"], shows)
        shows = "The game that shows it stands below, at the check that failed first."
    if not counted:
        failed = {"status": "failed", "output": inline(grade.summary)}
        tests.insert(0, {"name": "the submission can be graded", **_scores(Fraction(0), Fraction(points)), **failed})
    return {
        "score": _number(total),
        "execution_time": round(grade.seconds, 3),
        "output": _output(grade, points, shows),
        "output_format": "md",
        "test_output_format": "md",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "verdict": grade.verdict,
            "kind": one_line(grade.kind),
            "games": grade.games,
            "rounds": grade.played,
            "isolation": [one_line(layer) for layer in grade.isolation],
        },
        "tests": tests,
        "leaderboard": _leaderboard(grade.games if grade.verdict == "passed" else 0, grade.seconds),
    }


def course_results(marks: Marks) -> dict[str, Any]:
    """Return ``results.json`` for several kinds: the tests of each, under its name, with its share of the points."""
    each = [(part, results(grade, part.points)) for part, grade, _ in marks.rows()]
    tests = [
        {**test, "name": f"{one_line(part.title)}: {test['name']}"}
        for part, part_results in each
        for test in part_results["tests"]
    ]
    output = paragraphs(*[f"**{inline(part.title)}**\n\n{part_results['output']}" for part, part_results in each])
    seconds = round(sum(grade.seconds for grade in marks.grades), 3)
    survived = sum(grade.games for grade in marks.grades) if marks.verdict == "passed" else 0
    return {
        **each[0][1],
        "score": _number(marks.points),
        "execution_time": seconds,
        "output": output,
        "extra_data": {"verdict": marks.verdict, "parts": [part_results["extra_data"] for _, part_results in each]},
        "tests": tests,
        "leaderboard": _leaderboard(survived, seconds),
    }


def _leaderboard(survived: int, seconds: float) -> list[dict[str, Any]]:
    return [
        {"name": "games survived", "value": survived},
        {"name": "seconds", "value": round(seconds, 3), "order": "asc"},
    ]


def _test(check: Finding, score: tuple[Fraction, Fraction] | None) -> dict[str, Any]:
    """Return a check with its share of the points; a check worth no points is shown without a color."""
    remark = REMARKS.get(check.status, "")
    output = paragraphs(
        "" if check.required else f"_{OPTIONAL_TITLE}: {check.status}_",
        f"**{remark}**" if check.required and remark else "",
        *[f"**{title}**: {inline(text)}" for title in TOLD if (text := getattr(check, title))],
    )
    test: dict[str, Any] = {"name": one_line(check.name), **_scores(*(score or (Fraction(0), Fraction(0))))}
    if score is not None and check.status != "skipped":
        test["status"] = "passed" if check.status == "passed" else "failed"
    return {**test, "output": output}


def _output(grade: Grade, points: Rational, shows: str) -> str:
    lines = output_lines(grade.output)
    return paragraphs(
        f"**{grade.verdict}**: {inline(grade.summary)}",
        f"Points: {inline(text)}." if (text := points_text(grade, points)) else "",
        f"Graded {inline(grade.learner)} as {inline(grade.kind)}; it ran in: {inline(ran_in(grade), MAX_STORY)}.",
        shows,
        f"{OWN_WORDS.capitalize()}:" if lines else "",
        code_block(lines),
    )


def _shows(game: Counterexample) -> str:
    return paragraphs("**A game that shows it**", inline(story(game), MAX_STORY), markdown_table(rounds_table(game)))


def _scores(score: Fraction, most: Fraction) -> dict[str, int | float]:
    return {"score": _number(score), "max_score": _number(most)}


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)
