"""The result of a grade: as one kind, or as a course of several kinds with weights."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

import msgspec

from adversary.search.counterexample import (
    Counterexample,
    CounterexampleRecord,
    read_counterexample,
    write_counterexample,
)
from adversary.search.determinism import ANSWERS, DETERMINISTIC, HASH_SEED, SHARES
from adversary.tasks.task import NOT_CHECKED
from learners.protocol import Fault
from proofs.exact.rationals import Rational
from proofs.formats.answers import answer
from proofs.formats.trace import Round
from proofs.settings.vectors import RationalText
from proofs.views import Viewable

POINTS = 100
"""What a submission gets that passes."""

SIDE_EFFECTS = "keeps to itself"

TIES = "learns on exact ties"
"""The optional check that is there if a game broke the bound, but no longer once its points were moved a little."""

CONDUCT = ANSWERS, DETERMINISTIC, HASH_SEED, SHARES, SIDE_EFFECTS
"""The checks of every kind that are about conduct: learning nothing at all passes most of them."""

Status = Literal["passed", "failed", "skipped", "unknown"]
Verdict = Literal["passed", "failed", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check of a grade.

    ``expected`` is the requirement, ``found`` what the learner did, ``detail`` how much was tried or where it failed. A
    check that is not ``required`` tests an optional property and never fails a grade. ``unknown`` means that the time
    was too short, which is not a pass. ``skipped`` means that an earlier check left nothing to try, or that the check
    cannot be tried on a program. ``weight`` is the check's part of the points, if the check is required.
    """

    name: str
    status: Status
    expected: str
    found: str
    detail: str = ""
    required: bool = True
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Likeness:
    """A known bug: a variant of the textbook's learner that gives the same answers as the submission.

    ``name`` ends the sentence "your learner answers like", and ``advice`` says where to look. In ``rounds`` rounds the
    bug determines the answer; in ``ties`` rounds a tie or rounding decides. ``unlike`` is the number of rounds in which
    the textbook's learner, taught the same labels, certainly answers otherwise, with any of its rules for ties.
    ``bug`` is the short name of the bug, by which learners are grouped, and ``told`` adds details of this learner.
    """

    name: str
    advice: str
    rounds: int
    unlike: int
    ties: int = 0
    bug: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Grade(Viewable):
    """The grade of a learner: ``failed`` if a required check failed, ``error`` if one is unknown, else ``passed``.

    ``passed`` means that no violation was found in ``games`` games, of ``played`` rounds in all. It does not mean that
    the learner is correct.
    ``problem`` is the reason in one line why no game could be played, such as a syntax error. ``isolation`` names the
    restrictions on the learner's process. ``output`` is the beginning of what the learner printed. ``seconds`` is the
    time of the grade without waiting for processors. ``excerpt`` has numbered lines of the learner's file around the
    line where it failed; that line begins with ">". ``stored`` marks a grade of an earlier run: its counterexample was
    judged again, but the learner was not played again. ``likenesses`` are the known bugs that a failed learner may
    have. ``fault`` is how the learner failed to answer, or which limit or exception of its file ended the grade, if
    that is the reason. ``reads`` says how the learner's code was called, if not as it stands. ``reproduce`` are lines
    of Python that play the counterexample from the folder of the learner's file, if there are any.
    """

    learner: str
    kind: str
    checks: tuple[Finding, ...]
    counterexample: Counterexample | None
    games: int
    played: int
    seconds: float
    isolation: tuple[str, ...]
    output: str = ""
    problem: str | None = None
    excerpt: tuple[str, ...] = ()
    stored: bool = False
    likenesses: tuple[Likeness, ...] = ()
    fault: Fault | None = field(default=None, compare=False)
    reads: str = ""
    reproduce: tuple[str, ...] = ()

    @property
    def bug(self) -> str:
        """Return what is wrong, in a few words by which learners are grouped; "" if it has passed."""
        if self.likenesses:
            return max(self.likenesses, key=lambda likeness: likeness.rounds).bug
        if self.problem and self.verdict == "error":  # one group, whatever the reason is: its own line says that
            return "cannot be graded"
        if self.fault:
            how = {"illegal label": f"answers {self.fault.answer}", "timeout": "does not end in time"}
            return how.get(self.fault.kind, f"raises {self.fault.error}" if self.fault.error else self.fault.text)
        short = [check.name for check in self.checks if check.required and check.status in ("failed", "unknown")]
        return "" if self.verdict == "passed" else f"fails: {short[0]}"

    @property
    def rounds(self) -> list[Round]:
        """The rounds of the counterexample, if there is one."""
        return list(self.counterexample.rounds) if self.counterexample else []

    @property
    def verdict(self) -> Verdict:
        """Return the verdict: ``passed``, ``failed`` or ``error``."""
        statuses = {check.status for check in self.checks if check.required}
        if "failed" in statuses:
            return "failed"
        return "error" if self.problem or "unknown" in statuses or not statuses else "passed"

    @property
    def summary(self) -> str:
        """Return the verdict and its reason in one line."""
        asked = [check for check in self.checks if check.required]
        short = [check for status in ("failed", "unknown") for check in asked if check.status == status]
        but = " but on exact ties" if any(check.name == TIES for check in self.checks) else ""
        tried = f"no violation{but} in {self.games:,} games, {self.played:,} rounds in all"
        tried = tried if self.games else "all checks passed"
        words = self.problem or (f"{short[0].name}: {short[0].found}" if short else tried)
        return f"{words} ({NOT_CHECKED})" if self.stored else words

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals are strings."""
        return write_grade(self, names=False) | {"seconds": round(self.seconds, 3)}


class GradeRecord(msgspec.Struct):
    """A grade in JSON."""

    verdict: Verdict
    learner: str
    kind: str
    checks: tuple[Finding, ...]
    counterexample: CounterexampleRecord | None
    seconds: float
    games: int
    rounds: int
    isolation: tuple[str, ...]
    output: str
    problem: str | None
    excerpt: tuple[str, ...] = ()
    stored: bool = False
    likenesses: tuple[Likeness, ...] = ()
    fault: Fault | None = None
    reads: str = ""
    reproduce: tuple[str, ...] = ()
    bug: str = ""
    points: RationalText = "0"


def write_grade(grade: Grade, *, names: bool = True) -> dict[str, Any]:
    """Return a grade as plain JSON values; ``names`` are those of points and concepts, which only our reports need."""
    fields = {name: getattr(grade, name) for name in GradeRecord.__struct_fields__ if name != "points"}
    fields |= {"points": str(points_got(grade, POINTS)), "rounds": grade.played}
    game = grade.counterexample and write_counterexample(grade.counterexample, names=names)
    plain: dict[str, Any] = msgspec.to_builtins(fields | {"counterexample": game})
    return plain


def read_grade(plain: Any) -> Grade:
    """Return the grade that ``write_grade`` or ``Grade.to_json`` has written. Raises ValueError if it is none.

    The second leaves out the names of points and concepts, which are then those of the catalog, if it has that very
    class, or else numbers; and how the learner was shown points, and what is cut from ``seconds``.
    """
    record = msgspec.convert(plain, GradeRecord)
    game = record.counterexample and read_counterexample(record.counterexample, record.learner)
    if game and game.fault:
        game = replace(game, failure=record.fault)
    fields = msgspec.structs.asdict(record) | {"counterexample": game}
    fields["played"] = fields.pop("rounds")
    for name in ("verdict", "bug", "points"):
        del fields[name]  # which follows from the checks
    return Grade(**fields)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a course: a kind that a learner is graded as, and its share of all points.

    ``file`` is the file or folder of a submission that is graded, and ``class_name`` the class in it; where they are
    empty, it is whatever learner the submission has. ``weights`` are those of checks that do not have the kind's.
    ``adapter`` is the path of an instructor's adapter, if it is not the kind's.
    """

    kind: str
    points: Fraction
    name: str = ""
    file: str = ""
    class_name: str = ""
    weights: Mapping[str, int] = field(default_factory=dict)
    adapter: str = ""

    @property
    def title(self) -> str:
        """Return the part's name in reports."""
        return self.name or self.kind

    @property
    def wanted(self) -> str:
        """Return the file or class that it grades, as in ``student.py:Name``; "" for the only learner."""
        return f"{self.file}:{self.class_name}" if self.class_name else self.file

    def learner_in(self, submission: str) -> str:
        """Return the argument of ``grade`` for this part of a submission."""
        inside = f"/{self.file}" if self.file and submission.rpartition("/")[2] != self.file else ""
        return f"{submission}{inside}:{self.class_name}" if self.class_name else f"{submission}{inside}"


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a submission: a grade for each part of a course, in order."""

    learner: str
    parts: tuple[Part, ...]
    grades: tuple[Grade, ...]

    @property
    def verdict(self) -> Verdict:
        """Return ``failed`` if a part failed, else ``error`` if a part has an error, else ``passed``."""
        verdicts = {grade.verdict for grade in self.grades}
        return "failed" if "failed" in verdicts else "error" if "error" in verdicts else "passed"

    @property
    def points(self) -> Fraction:
        """Return the points, of ``POINTS``."""
        return sum((got for _, _, got in self.rows()), Fraction(0))

    def rows(self) -> Iterator[tuple[Part, Grade, Fraction]]:
        """Yield each part with its grade and the points for it."""
        for part, grade in zip(self.parts, self.grades, strict=True):
            yield part, grade, points_got(grade, part.points)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; rationals are strings."""
        parts = [
            {
                "kind": part.kind,
                "points": str(earned),
                "of": str(part.points),
                "grade": grade.to_json(),
                "name": part.title,
                "wanted": part.wanted,
                "earned": {check.name: str(got) for check, got, _ in scores(grade, part.points) if got},
            }
            for part, grade, earned in self.rows()
        ]
        return answer(MarksAnswer, self, of=str(POINTS), parts=parts)


class PartAnswer(msgspec.Struct):
    """The result of one part in JSON; ``earned`` has the points of each check that earned some."""

    kind: str
    points: RationalText
    of: RationalText
    grade: GradeRecord
    name: str
    wanted: str
    earned: dict[str, RationalText]


class MarksAnswer(msgspec.Struct):
    """Marks in JSON."""

    learner: str
    verdict: Verdict
    points: RationalText
    of: RationalText
    parts: list[PartAnswer]


def scores(grade: Grade, most: Rational = POINTS) -> list[tuple[Finding, Fraction, Fraction]]:
    """Return each required check of a grade with the points that it earns, and its maximum, by weight.

    Where the verdict is ``passed``, it is those of them that were not skipped, so that it means all points. Checks of
    conduct earn points only beside a game that is won, that is, if some other check passes.
    """
    counted = [
        check for check in grade.checks if check.required and (check.status != "skipped" or grade.verdict != "passed")
    ]
    passed = [check for check in counted if check.status == "passed"]
    learns = any(check.name not in CONDUCT for check in passed)
    weight = sum(check.weight for check in counted)
    shares = [Fraction(most) * check.weight / weight if weight else Fraction(0) for check in counted]
    return [
        (check, share if learns and check in passed else Fraction(0), share)
        for check, share in zip(counted, shares, strict=True)
    ]


def by_bug(grades: Sequence[Grade]) -> list[tuple[str, list[Grade]]]:
    """Return the grades that name a bug, or why they did not pass, grouped by that: large groups first."""
    groups: dict[str, list[Grade]] = {}
    for grade in grades:
        if grade.verdict != "passed":
            groups.setdefault(grade.bug, []).append(grade)
    return sorted(groups.items(), key=lambda group: -len(group[1]))


def points_got(grade: Grade, most: Rational) -> Fraction:
    """Return the points of a grade, out of a given maximum."""
    return sum((got for _, got, _ in scores(grade, most)), Fraction(0))


def weighed(grade: Grade, weights: Mapping[str, int]) -> Grade:
    """Return a grade whose checks have these weights; those that are not named keep theirs."""
    checks = [replace(check, weight=weights.get(check.name, check.weight)) for check in grade.checks]
    return replace(grade, checks=tuple(checks))


def marked(parts: Sequence[Part], grades: Sequence[Sequence[Grade]]) -> list[Marks]:
    """Return the marks of submissions, from their grades part by part, in the same order in each."""
    return [
        Marks(one[0].learner, tuple(parts), tuple(map(weighed, one, [part.weights for part in parts])))
        for one in zip(*grades, strict=True)
    ]
