"""Several kinds in one run, with weights: a ``.toml`` file with ``[[parts]]``, and what a learner gets for them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from adversary.files import read_table
from adversary.grading.kinds.registry import find_kind
from adversary.grading.result import Finding, Grade, GradeRecord, Verdict
from proofs.exact.errors import InputError, unknown
from proofs.exact.rationals import Rational
from proofs.formats.answers import answer
from proofs.settings.vectors import RationalText

POINTS = 100
"""What a submission gets that passes."""

KEYS, PART_KEYS = ("parts",), ("kind", "weight")

MAX_WEIGHT = 10**6


@dataclass(frozen=True, slots=True)
class Part:
    """A kind that a learner is graded as, and its share of all points."""

    kind: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class Marks:
    """What a learner gets for all parts: a grade for each, in their order."""

    learner: str
    parts: tuple[Part, ...]
    grades: tuple[Grade, ...]

    @property
    def verdict(self) -> Verdict:
        """``failed`` where a part is, ``error`` where one is that, else ``passed``."""
        verdicts = {grade.verdict for grade in self.grades}
        return "failed" if "failed" in verdicts else "error" if "error" in verdicts else "passed"

    @property
    def points(self) -> Fraction:
        """Of ``POINTS``."""
        return sum((got for _, _, got in self.rows()), Fraction(0))

    def rows(self) -> Iterator[tuple[Part, Grade, Fraction]]:
        """Yield each part with its grade and the points for it."""
        for part, grade in zip(self.parts, self.grades, strict=True):
            yield part, grade, points_got(grade, part.points)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals are strings."""
        parts = [
            {"kind": part.kind, "points": str(got), "of": str(part.points), "grade": grade.to_json()}
            for part, grade, got in self.rows()
        ]
        return answer(MarksAnswer, self, of=str(POINTS), parts=parts)


class PartAnswer(msgspec.Struct):
    """What a learner gets for a part, as JSON has it."""

    kind: str
    points: RationalText
    of: RationalText
    grade: GradeRecord


class MarksAnswer(msgspec.Struct):
    """Marks as JSON has them."""

    learner: str
    verdict: Verdict
    points: RationalText
    of: RationalText
    parts: list[PartAnswer]


def counting(grade: Grade) -> list[Finding]:
    """Return the checks over which points are split evenly: the required ones.

    Where the verdict is ``passed``, it is those of them that were not skipped, so that it means all points.
    """
    return [
        check for check in grade.checks if check.required and (check.status != "skipped" or grade.verdict != "passed")
    ]


def points_got(grade: Grade, most: Rational) -> Fraction:
    """Return the points for a grade, of so many."""
    counted = counting(grade)
    passed = sum(check.status == "passed" for check in counted)
    return Fraction(most) * passed / len(counted) if counted else Fraction(0)


def read_course(kind: str) -> tuple[Part, ...] | None:
    """Read the parts of a ``.toml`` file, or return ``None`` if it has none: then it is one kind.

    Raises:
        InputError: in one line that says which key is wrong; also where a part's kind is.

    """
    if not kind.endswith(".toml"):
        return None
    path = Path(kind)
    table = read_table(path, "kind")
    if "parts" not in table:
        return None
    for key in table:
        if key not in KEYS:
            raise unknown(f"key beside [[parts]] in {path}:", key, KEYS)
    found = table["parts"]
    if not isinstance(found, list) or not found or not all(isinstance(part, dict) for part in found):
        raise InputError(f'{path}: parts are written as [[parts]], each with kind = "perceptron" and weight = 3')
    parts = [_part(path, number, part) for number, part in enumerate(found, 1)]
    kinds = [name for name, _ in parts]
    if twice := next((name for name in kinds if kinds.count(name) > 1), None):
        raise InputError(f"{path}: the kind {twice} appears twice; name it once, with the sum of the weights")
    total = sum(weight for _, weight in parts)
    return tuple(Part(name, Fraction(POINTS * weight, total)) for name, weight in parts)


def _part(path: Path, number: int, part: dict[str, Any]) -> tuple[str, int]:
    """Return a part's kind, a file beside this one if it is a file, and its weight."""
    where = f"{path}, part {number}"
    for key in part:
        if key not in PART_KEYS:
            raise unknown(f"key in {where}:", key, PART_KEYS)
    name, weight = part.get("kind"), part.get("weight", 1)
    if not isinstance(name, str):
        raise InputError(f'{where}: kind is missing, or no text; for example kind = "perceptron"')
    if type(weight) is not int or not 0 < weight <= MAX_WEIGHT:
        raise InputError(f"{where}: weight is an integer from 1 to {MAX_WEIGHT:,}, not {weight!r}")
    if name.endswith(".toml"):
        name = str(path.parent / name)
        if "parts" in read_table(Path(name), "kind"):
            raise InputError(f"{where}: {name} has parts of its own; name their kinds here")
    try:
        find_kind(name)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return name, weight


def marked(parts: Sequence[Part], grades: Sequence[Sequence[Grade]]) -> list[Marks]:
    """Return the marks of learners, from their grades part by part, in the same order in each."""
    return [Marks(one[0].learner, tuple(parts), tuple(one)) for one in zip(*grades, strict=True)]
