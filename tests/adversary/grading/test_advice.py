"""Advice on faults, from grades as they are told: what to do is said, and nothing where nothing is known."""

from dataclasses import replace
from typing import Any

import pytest

from adversary.grading.hints import hints
from adversary.grading.result import Finding, Grade, Likeness

FAILED = Finding("answers with labels", "failed", "", "")
LIMITED = ("2 GiB of memory", "60 s of CPU")
TAKES = "TypeError: Student.{} positional argument{} but {} were given"
CASES: list[tuple[str, dict[str, Any], str]] = [
    (TAKES.format("predict() takes 1", "", 2), {}, "write def predict(self, x)"),
    (TAKES.format("update() takes 2", "s", 3), {}, "write def update(self, x, y)"),
    ("Student.predict() missing 1 required positional argument: 'y'", {}, "write def predict(self, x)"),
    ("can't multiply", {"excerpt": ("  2 |     def __init__(dimension):", "> 3 |  ")}, "__init__ has no self"),
    ("NameError: name 'self' is not defined", {}, "Write self as the first parameter"),
    (
        "NameError: name 'w' is not defined",
        {"excerpt": ("  2 |     def predict(self, x):",)},
        "write self.w, also where",
    ),
    ("EOFError: EOF when reading a line", {}, "Remove input()"),
    ("update raised ValueError: output array is read-only", {}, "The point x cannot be changed"),
    ("update raised ValueError: assignment destination is read-only", {}, "as in x = y * x"),
    (
        "UFuncTypeError: Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64')",
        {},
        "begin with floats, as np.zeros and np.ones make them without dtype=int",
    ),
    ("MemoryError", {}, "may use 2 GiB of memory: keep fewer"),
    (
        "the learner's process was killed; there may be too little memory",
        {},
        "may use 2 GiB of memory, and this machine",
    ),
    ("predict gave no answer within 2 s of CPU time", {}, "one that fills the 2 GiB of memory"),
    ("predict gave no answer within 2 s of CPU time", {"isolation": (), "output": "x\n" * 1000}, "remove the print"),
    ("the time did not suffice", {"output": "x\n" * 1000}, "It prints much"),
    ("the learner printed more than 268,435,456 bytes", {"output": "x\n" * 1000}, "remove the print"),
]
NOTHING: list[tuple[str, dict[str, Any]]] = [
    ("the time did not suffice", {"output": "x"}),
    ("ValueError: MemoryErr", {"output": "x\n" * 1000}),
    ("helper() takes 1 positional argument but 2 were given", {}),
    ("MemoryError", {"isolation": ()}),
]


def failing(told: str, status: str, facts: dict[str, Any]) -> Grade:
    checks = (Finding("answers with labels", status, "", told),)  # type: ignore[arg-type]
    known = {"isolation": LIMITED} | facts
    return Grade("a.py", "perceptron", checks, None, 1, 1, 1.0, **known)


@pytest.mark.parametrize(("told", "facts", "said"), CASES)
@pytest.mark.parametrize("status", ["failed", "unknown"])
def test_what_to_do_is_said(told: str, facts: dict[str, Any], said: str, status: str) -> None:
    (hint,) = hints(failing(told, status, facts))
    assert said in hint


@pytest.mark.parametrize(("told", "facts"), NOTHING)
def test_nothing_is_said_of_other_faults(told: str, facts: dict[str, Any]) -> None:
    assert hints(failing(told, "failed", facts)) == []


def test_a_learner_that_passes_gets_no_advice() -> None:
    assert hints(failing("MemoryError", "passed", {})) == []


@pytest.mark.parametrize("value", ["0 of type int", "np.int64(0) of type int64"])
def test_an_integer_0_may_be_a_tie_or_stand_for_a_label(value: str) -> None:
    told = f"illegal label: predict returned {value}; a label is the int 1 or -1"
    (hint,) = hints(failing(told, "failed", {}))
    assert "numpy's sign of a tie, w @ x = 0" in hint
    assert "If 0 stands for -1, return -1" in hint
    (hint,) = hints(failing(told.replace("0", "2"), "failed", {}))
    assert hint.startswith("The only labels are 1 and -1")


@pytest.mark.parametrize("check", ["shares no state", "is conservative"])
def test_a_bug_that_has_a_name_says_more_than_a_property_that_is_lacking(check: str) -> None:
    grade = Grade("a.py", "perceptron", (Finding(check, "failed", "", ""), FAILED), None, 1, 1, 1.0, ())
    (hint,) = hints(grade)
    assert hint.startswith(("Something outlives", "It also changes"))
    (hint,) = hints(replace(grade, likenesses=(Likeness("a bug", "Look there.", 40, 2),)))
    assert hint.endswith("Look there.")
