"""Grades as JSON: they come back as they were, and so do their reports."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from adversary.grading.grade import grade
from adversary.grading.result import Finding, Grade, read_grade, write_grade
from adversary.search.counterexample import Counterexample, Weighed
from adversary.views.cells import render, to_html, write_csv
from adversary.views.excerpt import rounds_table, story
from adversary.views.export.grades_csv import grades_csv
from adversary.views.export.gradescope import results
from adversary.views.export.junit import junit
from adversary.views.terminal.grade_table import grade_table, summary_table
from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_rows
from proofs.exact.vectors import Target, Vector, basis_vector
from proofs.formats.trace import Round
from proofs.settings import Finite, Halfspaces

TARGET = Target(Vector(((0, -1), (3, Fraction(-2, 7)))), Fraction(10**1500, 10**1500 + 1))
ROUNDS = Round(basis_vector(0), 1, -1), Round(Vector(((0, Fraction(3, 5)), (1, Fraction(-4, 5)))), 1, 1)
HALFSPACES = Halfspaces(4, Fraction(1, 5))
MISTAKES = Counterexample("student.py", HALFSPACES, ROUNDS, "mistakes", "1/delta2", 0, "⌊1⌋ = 1", TARGET, minimal=True)
CONTRADICTION = replace(MISTAKES, why="contradiction", allowed=None, rounds=(*ROUNDS, ROUNDS[0]), target=None)
FORFEIT = replace(
    MISTAKES,
    why="forfeit",
    setting=Halfspaces(4, Fraction(7, 5), unit_norm=False),
    rounds=(ROUNDS[0], ROUNDS[1]._replace(predicted=None)),
    fault="raised: predict raised KeyError: \ud800\n\x00",
    before=((basis_vector(1), -1),),
    trace="game.jsonl",
    statements=({"statement": "run bound", "mistakes": 1, "holds": True},),
    sees="exact",
)
THRESHOLDS = find_class("thresholds:3")
FINITE = Counterexample(
    "student.py", Finite(THRESHOLDS), (Round(0, -1, 1), Round(2, -1, 1)), "mistakes", "log2(C)", 1, "so", 3
)
PART = class_of_rows(
    "part of a table", [0, 1, 1, 6], ["left", "=x", "ö"], ["none", "one", "same", "two"], [[0], [Fraction(1, 3)], [2]]
)
CHECKS = (
    Finding("keeps its bound", "failed", "at most 0 mistakes", "1 mistake", "game 7"),
    Finding("is conservative", "unknown", "no move without a mistake", "", required=False),
)
GRADE = Grade(
    "student.py", "perceptron", CHECKS, None, 120, 3400, 1.25, ("limits", "bubblewrap"), "hello\n\x1b[31m\ufffd"
)
GAMES = {
    "mistakes": MISTAKES,
    "contradiction": CONTRADICTION,
    "forfeit": FORFEIT,
    "no round": replace(FORFEIT, rounds=(), before=()),
    "finite": FINITE,
    "finite, after others": replace(FINITE, before=((1, 1), (0, -1)), sees="index"),
    "shared state": replace(MISTAKES, before=((basis_vector(1), -1), (basis_vector(0), 1)), alone=(-1, 1), turned=2),
    "weights": replace(
        MISTAKES,
        weights=Weighed(
            (Vector(()), basis_vector(1), Vector(((0, Fraction(0.1)),))),
            (Vector(()), *[basis_vector(0)] * 2),
            1,
            Fraction(1, 3),
        ),
    ),
    "part of a class": replace(FINITE, setting=Finite(PART), target=2),
}


def reports(grade: Grade, folder: Path) -> list[str]:
    write_csv(folder / "grades.csv", grades_csv([grade]))
    tables = render(grade_table(grade), summary_table([grade]))
    texts = [
        (folder / "grades.csv").read_text(),
        tables,
        to_html(grade_table(grade)),
        junit([grade]),
        json.dumps(results(grade)),
    ]
    return [*texts, json.dumps(grade.to_json())]


def test_shared_state_shows_the_round_that_another_learner_was_taught() -> None:
    found = GAMES["shared state"]
    rows = [list(row) for row in rounds_table(found).rows]
    assert [row[:1] + row[2:] for row in rows] == [
        ["other 1", "", "-1", ""],
        ["other 2 *", "", "+1", ""],
        ["1", "+1", "-1", "-1"],
        ["2", "+1", "+1", "+1"],
    ]
    assert (
        "Without the other learner, your learner says -1 in round 1. Round 2 of the other learner (marked *), +1"
        in story(found)
    )
    many = rounds_table(replace(found, before=tuple((basis_vector(n), 1) for n in range(40)), turned=20))
    assert [str(row[0]) for row in many.rows if "20" in str(row[0])] == ["other 20 *"]
    assert len(many.rows) == 15


@pytest.mark.parametrize("name", [*GAMES, "no game", "problem"])
def test_a_grade_comes_back_from_its_json(name: str, tmp_path: Path) -> None:
    grade = replace(GRADE, counterexample=GAMES.get(name), seconds=1 / 3)
    if name == "problem":
        grade = replace(grade, checks=(), problem="student.py, line 3: invalid syntax")
    back = read_grade(json.loads(json.dumps(write_grade(grade))))
    assert back == grade
    grade = replace(grade, seconds=1.25)  # which is not rounded
    for plain in (write_grade(grade), grade.to_json()):
        back = read_grade(json.loads(json.dumps(plain)))
        assert reports(back, tmp_path) == reports(grade, tmp_path)


def test_a_grade_in_feature_space_comes_back() -> None:
    found = grade("kernel-perceptron", "kernel-perceptron", isolation="plain")  # the linear one
    assert found.counterexample is not None
    assert found.counterexample.lifted
    assert read_grade(json.loads(json.dumps(write_grade(found)))) == found
