"""Advice on faults: one line on those that are known, and none on others."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from adversary.grading.hints import hints
from adversary.grading.result import Finding, Grade, Likeness, read_grade
from learners.loading.scripts import AFTER_AN_ERROR
from learners.protocol import Fault, as_label

FAILED = Finding("answers with labels", "failed", "", "")
LIMITED = ("2 GiB of memory", "60 s of CPU")
TAKES = "Student.{} positional argument{} but {} were given"
MANY_LINES = "x\n" * 1000


def raised(what: str, text: str = "") -> Fault:
    return Fault("raised", text, "update", what)


SLOW = Fault("timeout", "predict gave no answer within 2 s of CPU time", limit="call")
OVER = Fault("timeout", "the time did not suffice", limit="game")
UNKNOWN = raised("NameError", "name 'w' is not defined")
CAST = "Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64')"
CASES: list[tuple[Fault, dict[str, Any], str]] = [
    (raised("TypeError", TAKES.format("predict() takes 1", "", 2)), {}, "write def predict(self, x)"),
    (raised("TypeError", TAKES.format("update() takes 2", "s", 3)), {}, "write def update(self, x, y)"),
    (
        raised("TypeError", "Student.predict() missing 1 required positional argument: 'y'"),
        {},
        "write def predict(self, x)",
    ),
    (
        raised("TypeError", "can't multiply"),
        {"excerpt": ("  2 |     def __init__(dimension):", "> 3 |  ")},
        "__init__ has no self",
    ),
    (raised("NameError", "name 'self' is not defined"), {}, "Write self as the first parameter"),
    (UNKNOWN, {"excerpt": ("  2 |     def predict(self, x):",)}, "write self.w, also where"),
    (
        UNKNOWN,
        {"reads": f"class P; {AFTER_AN_ERROR}: EOFError: EOF (a.py, line 2)"},
        "Or w is missing because the file ends early, with EOFError",
    ),
    (raised("EOFError", "EOF when reading a line"), {}, "Remove input()"),
    (raised("ValueError", "output array is read-only"), {}, "The point x cannot be changed"),
    (raised("ValueError", "shapes (3,) and (2,) not aligned: 3 (dim 0) != 2 (dim 0)"), {}, "as many numbers as x"),
    (raised("IndexError", "list index out of range"), {}, "as in def __init__(self, dimension)"),
    (raised("ValueError", "assignment destination is read-only"), {}, "as in x = y * x"),
    (raised("UFuncTypeError", CAST), {}, "begin with floats, as np.zeros and np.ones make them without dtype=int"),
    (raised("MemoryError"), {}, "may use 2 GiB of memory: keep fewer"),
    (raised("PermissionError", "'log.txt'"), {}, "The sandbox refuses that: a submission may not write files"),
    (raised("OSError", "[Errno 30] Read-only file system: 'a'"), {}, "The sandbox refuses that"),
    (
        Fault("exited", "the learner's process was killed", limit="memory"),
        {},
        "may use 2 GiB of memory, and this machine",
    ),
    (SLOW, {}, "one that fills the 2 GiB of memory"),
    (SLOW, {"isolation": (), "output": MANY_LINES}, "remove the print"),
    (OVER, {"output": MANY_LINES}, "It prints much"),
    (Fault("exited", "the learner printed more than", limit="output"), {"output": MANY_LINES}, "remove the print"),
]
NOTHING: list[tuple[Fault, dict[str, Any]]] = [
    (OVER, {"output": "x"}),
    (raised("ValueError", "MemoryError"), {"output": MANY_LINES}),
    (raised("TypeError", "helper() takes 1 positional argument but 2 were given"), {}),
    (raised("MemoryError"), {"isolation": ()}),
]


def failing(fault: Fault, status: str, facts: dict[str, Any]) -> Grade:
    checks = (Finding("answers with labels", status, "", str(fault)),)  # type: ignore[arg-type]
    fields = {"isolation": LIMITED} | facts
    return Grade("a.py", "perceptron", checks, None, 1, 1, 1.0, **fields, fault=fault)


@pytest.mark.parametrize(("fault", "facts", "words"), CASES)
@pytest.mark.parametrize("status", ["failed", "unknown"])
def test_a_fault_gets_one_line_of_advice(fault: Fault, facts: dict[str, Any], words: str, status: str) -> None:
    grade = failing(fault, status, facts)
    (hint,) = hints(grade)
    assert words in hint
    assert hints(read_grade(grade.to_json())) == [hint]


@pytest.mark.parametrize(("fault", "facts"), NOTHING)
def test_other_faults_get_none(fault: Fault, facts: dict[str, Any]) -> None:
    assert hints(failing(fault, "failed", facts)) == []


def test_a_learner_that_passes_gets_no_advice() -> None:
    assert hints(failing(raised("MemoryError"), "passed", {})) == []


LABELS = [
    (0, "numpy's sign of a tie, w @ x = 0"),
    (np.int64(0), "If 0 stands for -1, return -1"),
    (2, "The only labels are 1 and -1"),
    (None, "predict ended without a return"),
    (False, "return 1 if it is true, else -1"),
    (np.bool_(False), "return 1 if it is true, else -1"),
    ("1", "the number, not its text"),
    (np.array([1, 1]), "not an array"),
    (np.float64(-0.0), "0.0 is not a label"),
    (0.5, "by the sign of this number"),
]


@pytest.mark.parametrize(("answer", "words"), LABELS)
def test_advice_depends_on_what_was_returned(answer: object, words: str) -> None:
    with pytest.raises(Fault) as caught:
        as_label(answer)
    (hint,) = hints(failing(caught.value, "failed", {}))
    assert words.lower() in hint.lower()


@pytest.mark.parametrize("check", ["shares no state", "is conservative"])
def test_a_bug_that_has_a_name_says_more_than_a_property_that_is_lacking(check: str) -> None:
    grade = Grade("a.py", "perceptron", (Finding(check, "failed", "", ""), FAILED), None, 1, 1, 1.0, ())
    (hint,) = hints(grade)
    assert hint.startswith(("Something outlives", "It also changes"))
    (hint,) = hints(replace(grade, likenesses=(Likeness("a bug", "Look there.", 40, 2),)))
    assert hint.endswith(
        "Look there. Your learner answered all 40 rounds of its test games as a learner with this bug would."
    )
