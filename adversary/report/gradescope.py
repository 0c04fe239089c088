"""A grade as Gradescope's ``results.json``."""

from fractions import Fraction
from typing import Any

from adversary.grading.result import Finding, Grade
from adversary.report.excerpt import (
    LONGEST_STORY,
    OPTIONAL_TITLE,
    OWN_WORDS,
    ROUND_TITLES,
    output_lines,
    ran_in,
    round_rows,
    story,
)
from adversary.report.markdown import code_block, inline, markdown_table, paragraphs
from adversary.search.counterexample import Counterexample
from proofs.exact.errors import InputError, one_line
from proofs.exact.rationals import Rational

POINTS = 100
"""What a submission gets that passes."""

TOLD = ("expected", "found", "detail")
"""What is told of a check."""


def results(grade: Grade, points: Rational = POINTS) -> dict[str, Any]:
    """Return what goes into ``results.json``: plain JSON values.

    The points are split evenly over the required checks; where the verdict is ``passed``, over those of them that were
    not skipped, so that it means all points.

    Raises:
        InputError: the points are below 0.

    """
    if points < 0:
        raise InputError(f"a submission gets 0 points or more, not {points}")
    counted = [check for check in grade.checks if check.required and _counts(check, grade)]
    share = Fraction(points) / len(counted) if counted else Fraction(0)
    score = share * sum(check.status == "passed" for check in counted)
    tests = [_test(check, share if check in counted else None) for check in grade.checks]
    first = next((n for n, check in enumerate(grade.checks) if check.required and check.status == "failed"), None)
    told = _told(grade.counterexample) if grade.counterexample else ""
    if first is not None and told:
        tests[first]["output"] = paragraphs(tests[first]["output"], told)
        told = "The game that shows it stands below, at the check that failed first."
    if not counted:
        output = inline(grade.summary)
        name = "the submission can be graded"
        tests.insert(0, {"name": name, **_scores(Fraction(0), Fraction(points)), "status": "failed", "output": output})
    return {
        "score": _number(score),
        "execution_time": round(grade.seconds, 3),
        "output": _output(grade, told),
        "output_format": "md",
        "test_output_format": "md",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "verdict": grade.verdict,
            "kind": one_line(grade.kind),
            "games": grade.games,
            "rounds": grade.rounds,
            "isolation": [one_line(layer) for layer in grade.isolation],
        },
        "tests": tests,
        "leaderboard": [
            {"name": "games survived", "value": grade.games if grade.verdict == "passed" else 0},
            {"name": "seconds", "value": round(grade.seconds, 3), "order": "asc"},
        ],
    }


def _counts(check: Finding, grade: Grade) -> bool:
    return check.status != "skipped" or grade.verdict != "passed"


def _test(check: Finding, share: Fraction | None) -> dict[str, Any]:
    """Return a check with its share of the points; one that has none is shown without a color, too."""
    remark = check.status if check.status not in ("passed", "failed") else ""
    output = paragraphs(
        "" if check.required else f"_{OPTIONAL_TITLE}: {check.status}_",
        f"**{remark}**" if check.required and remark else "",
        *[f"**{title}**: {inline(text)}" for title in TOLD if (text := getattr(check, title))],
    )
    passed = check.status == "passed"
    most = share or Fraction(0)
    test: dict[str, Any] = {"name": one_line(check.name), **_scores(most if passed else Fraction(0), most)}
    if share is not None:
        test["status"] = "passed" if passed else "failed"
    return {**test, "output": output}


def _output(grade: Grade, told: str) -> str:
    lines = output_lines(grade.output)
    return paragraphs(
        f"**{grade.verdict}**: {inline(grade.summary)}",
        f"Graded {inline(grade.learner)} as {inline(grade.kind)}; it ran in: {inline(ran_in(grade), LONGEST_STORY)}.",
        told,
        f"{OWN_WORDS.capitalize()}:" if lines else "",
        code_block(lines),
    )


def _told(found: Counterexample) -> str:
    rounds = markdown_table(ROUND_TITLES, round_rows(found)) if found.rounds else ""
    return paragraphs("**A game that shows it**", inline(story(found), LONGEST_STORY), rounds)


def _scores(score: Fraction, most: Fraction) -> dict[str, int | float]:
    return {"score": _number(score), "max_score": _number(most)}


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)
