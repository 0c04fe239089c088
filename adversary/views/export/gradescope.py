"""A grade as Gradescope's ``results.json``."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from adversary.files import made_folder, write_new
from adversary.grading.hints import hints
from adversary.grading.result import CONDUCT, POINTS, Finding, Grade, Marks, scores
from adversary.search.counterexample import Counterexample
from adversary.views.excerpt import (
    MAX_STORY,
    OPTIONAL_TITLE,
    OWN_WORDS,
    output_lines,
    ran_in,
    rounds_table,
    story,
)
from adversary.views.export.exporters import Graded, Told
from adversary.views.markup import code_block, inline, markdown_table, paragraphs
from proofs.exact.errors import counted, one_line

TOLD = ("expected", "found", "detail")
"""What is told of a check."""

REMARKS = {"skipped": "not tried", "unknown": "unknown"}
"""What is said of a check that has neither passed nor failed: Gradescope knows no third color."""


def export_grades(place: Path, graded: Graded) -> Told:
    """Write results.json, or a folder with a file for each submission."""
    plain_results = {marks.learner: course_results(marks) for marks in graded.marks}
    plain_results = plain_results or {grade.learner: results(grade) for grade in graded.all_grades}
    for plain in plain_results.values():
        plain["visibility"] = graded.visibility
    if graded.many:
        made_folder(place)
    for learner, plain in plain_results.items():
        text = json.dumps(plain, indent=1) + "\n"
        write_new(place / f"{graded.stems[learner]}.json" if graded.many else place, text)
    return (
        [("results", f"{counted(len(plain_results), 'file')} in {place}")] if graded.many and not graded.marks else []
    )


def results(grade: Grade, points: int = POINTS) -> dict[str, Any]:
    """Return the content of ``results.json`` as plain JSON values.

    The points are split over the required checks as in ``adversary.grading.result.scores``, but into whole ones.
    """
    shares = scores(grade, points)
    most = whole([share for _, _, share in shares])
    counted = {check.name: (m if got else 0, m) for (check, got, _), m in zip(shares, most, strict=True)}
    total = sum(got for got, _ in counted.values())
    tests = [_test(check, counted.get(check.name)) for check in grade.checks]
    games = " or ".join(f'"{check.name}"' for check, _, _ in shares if check.name not in CONDUCT)
    for number, (test, check) in enumerate(zip(tests, grade.checks, strict=True), 1):
        test["number"] = str(number)
        if check.status == "passed" and test["score"] < test["max_score"]:
            test["output"] = paragraphs(f"**no credit yet: {inline(games)} has to pass, too**", test["output"])
    first = next((n for n, check in enumerate(grade.checks) if check.required and check.status == "failed"), None)
    shows = _shows(grade.counterexample) if grade.counterexample else ""
    if first is not None and shows:
        tests[first]["output"] = paragraphs(tests[first]["output"], shows)
        shows = "The game that shows it stands below, at the check that failed first."
    if not counted:
        failed = {"status": "failed", "output": inline(grade.summary)}
        tests.insert(0, {"name": "the submission can be graded", "score": 0, "max_score": points, **failed})
    return {
        "score": total,
        "execution_time": round(grade.seconds, 3),
        "output": _output(grade, f"{total} of {points}", shows),
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
    points = whole([part.points for part in marks.parts])
    rows = zip(marks.rows(), points, strict=True)
    each = [(part, results(grade, most)) for (part, grade, _), most in rows]
    tests = [
        {**test, "name": f"{one_line(part.title)}: {test['name']}", "number": f"{number}.{test.get('number', 0)}"}
        for number, (part, part_results) in enumerate(each, 1)
        for test in part_results["tests"]
    ]
    output = paragraphs(*[f"**{inline(part.title)}**\n\n{part_results['output']}" for part, part_results in each])
    seconds = round(sum(grade.seconds for grade in marks.grades), 3)
    survived = sum(grade.games for grade in marks.grades) if marks.verdict == "passed" else 0
    return {
        **each[0][1],
        "score": sum(part_results["score"] for _, part_results in each),
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


def whole(shares: Sequence[Fraction]) -> list[int]:
    """Return whole numbers with the same sum, if that is whole: the largest rests are rounded up."""
    parts = [int(share) for share in shares]
    rests = sorted(range(len(shares)), key=lambda place: (parts[place] - shares[place], place))
    for place in rests[: round(sum(shares, Fraction(0))) - sum(parts)]:
        parts[place] += 1
    return parts


def _test(check: Finding, score: tuple[int, int] | None) -> dict[str, Any]:
    """Return a check with its share of the points; a check worth no points is shown without a color."""
    remark = REMARKS.get(check.status, "")
    output = paragraphs(
        "" if check.required else f"_{OPTIONAL_TITLE}: {check.status}_",
        f"**{remark}**" if check.required and remark else "",
        *[f"**{title}**: {inline(text)}" for title in TOLD if (text := getattr(check, title))],
    )
    got, most = score or (0, 0)
    test: dict[str, Any] = {"name": one_line(check.name), "score": got, "max_score": most}
    if score is not None and check.status != "skipped":
        test["status"] = "passed" if check.status == "passed" else "failed"
    return {**test, "output": output}


def _output(grade: Grade, points: str, shows: str) -> str:
    lines = output_lines(grade.output)
    return paragraphs(
        f"**{grade.verdict}**: {inline(grade.summary)}",
        f"Points: {points}.",
        *[inline(hint, MAX_STORY) for hint in hints(grade)[:1]],
        f"Graded {inline(grade.learner)} as {inline(grade.kind)}; it ran in: {inline(ran_in(grade), MAX_STORY)}.",
        shows,
        f"{OWN_WORDS.capitalize()}:" if lines else "",
        code_block(lines),
    )


def _shows(game: Counterexample) -> str:
    return paragraphs("**A game that shows it**", inline(story(game), MAX_STORY), markdown_table(rounds_table(game)))
