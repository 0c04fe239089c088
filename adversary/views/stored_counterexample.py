"""Counterexamples in the JSON of grades and attacks, and the commands that find them again."""

import json
import shlex
from pathlib import Path
from typing import Any, Literal

import msgspec

from adversary.grading.result import Grade, read_grade
from adversary.search.attack import BY_ROUNDING
from adversary.search.counterexample import Counterexample, CounterexampleRecord, read_counterexample
from proofs.exact.errors import InputError, one_line

MAX_STORED_BYTES = 64_000_000
"""Of a file that may be a grade or an attack."""

MAX_WORD = 500
"""Characters of a word of a command."""


Finder = Literal["grader", "search", "rounding"]
"""Who says that a counterexample is one: the grader of a specification, or the search of an attack on a bound,
which may add that rounding explains it."""


def command_line(*words: str) -> str:
    """Return a command of this program, quoted for a shell."""
    return shlex.join(["adversary", *[one_line(word, MAX_WORD) for word in words]])


def grade_command(grade: Grade) -> str:
    """Return the command that makes a grade again."""
    return command_line("grade", grade.learner, "--as", grade.kind)


def attack_command(learner: str, bound: str, class_name: str | None, seed: int, lies: int = 0) -> str:
    """Return the command that makes an attack again."""
    where = [] if class_name is None else ["--class", class_name]
    where += ["--lies", str(lies)] if lies else []
    return command_line("attack", learner, "--bound", bound, *where, *(["--seed", str(seed)] if seed else []))


def stored_counterexample(path: str | Path) -> tuple[Counterexample, str, Finder] | None:
    """Return the counterexample in the JSON of ``grade`` or ``attack`` or in a stored grade, or ``None``.

    It is as the file has it, not judged. With it come the command that finds such a one, and who says so.

    Raises:
        InputError: the file looks like one of them, but is none, or has no counterexample.

    """
    plain, name = _object_in(path), Path(path).name
    if plain is None or "counterexample" not in plain:
        return None
    is_grade = "checks" in plain
    if not is_grade and not {"bound", "exhaustive"} <= plain.keys():
        return None
    try:
        return _of_grade(plain, name) if is_grade else _of_attack(plain, name)
    except InputError:
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        what = "a grade" if is_grade else "an attack"
        raise InputError(f"{path} looks like {what}, but is none: {error}") from None


def _object_in(path: str | Path) -> dict[str, Any] | None:
    try:
        if not Path(path).is_file() or Path(path).stat().st_size > MAX_STORED_BYTES:
            return None
        plain = json.loads(Path(path).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if isinstance(plain, dict) and "digest" in plain:  # a line of kept grades
        plain = plain.get("value")
    return plain if isinstance(plain, dict) else None


def _of_grade(plain: dict[str, Any], name: str) -> tuple[Counterexample, str, Finder]:
    grade = read_grade(plain)
    if grade.counterexample is None:
        raise InputError(f"{name} is a grade without a counterexample: {grade.verdict}, {grade.summary}")
    return grade.counterexample, grade_command(grade), "grader"


def _of_attack(plain: dict[str, Any], name: str) -> tuple[Counterexample, str, Finder]:
    learner, bound = str(plain["learner"]), str(plain["bound"])
    if plain["counterexample"] is None:
        raise InputError(f"{name} is an attack that found no counterexample to the bound {bound}, which proves nothing")
    record = msgspec.convert(plain["counterexample"], CounterexampleRecord)
    given = msgspec.convert(plain.get("class"), str | None), int(plain.get("seed", 0)), int(plain.get("lies", 0))
    command = attack_command(learner, bound, *given)
    by: Finder = "rounding" if plain.get("verdict") == BY_ROUNDING else "search"
    return read_counterexample(record, learner), command, by
