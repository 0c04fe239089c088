"""The verdict on a trace or a certificate, and the choice of the checker that gives it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from proofs import checker
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, exact_text
from proofs.exact.vectors import Vector
from proofs.formats.answers import KEEPS, SHORT, worst_case
from proofs.formats.trace import read_rounds
from proofs.settings import SETTINGS, Finite, Halfspaces, Setting, SettingRecord
from proofs.statements import Statement

if TYPE_CHECKING:
    from proofs.classes.concepts import ConceptClass
    from proofs.margin_checker import Report as MarginReport

OTHER_TABLE = "NOT the table that the catalog has by this name"
"""What is said of a file that is about another class than its name says: a checker does not know names."""


HALFSPACES = "forced-mistakes/halfspaces/1"
"""The format of certificates of threshold functions, which a program in benchmarks/ judges."""

COVER_NOT_TRUSTED = "the checker of branch and bound, which is not one of the trusted checkers"

COVER_NEEDS = f"judged by {COVER_NOT_TRUSTED}; it needs python-flint and some 20 s of processor time for 60,000 regions"
"""What is said before a certificate of the margin game with the witness ``branch_and_bound`` is judged."""


class MalformedError(InputError):
    """The file is not in a format that a checker reads."""


class UndecidedError(MalformedError):
    """Nothing is known of the file: it cannot be read, takes too much arithmetic, or no checker knows its setting."""


@dataclass(frozen=True)
class Verdict:
    """The verdict of a checker on a file, in one form for all checkers.

    ``rounds`` and ``mistakes`` are ``None`` where no game was played; expected mistakes are a ``Fraction``. Each of the
    ``statements`` has its kind, a ``Statement``, as "statement", and its number. ``target`` has ``norm_squared`` and
    ``margin_squared`` (with a hinge budget ``hinge``, the sum of its losses, in place of a margin), or ``concept``, its
    number, and ``labels``. ``about`` names the class that the file is about. ``reason`` says why a file is not
    ``valid``, or why it was not ``judged``: then its validity is unknown. ``lower`` is how many mistakes of every
    learner a trace proves that claims a number of them, another one perhaps.
    """

    valid: bool = False
    realizable: bool = False
    rounds: int | None = None
    mistakes: Rational | None = None
    statements: list[dict[str, Any]] = field(default_factory=list)
    target: dict[str, Any] = field(default_factory=lambda: {"norm_squared": None, "margin_squared": None})
    reason: str | None = None
    about: dict[str, Any] = field(default_factory=dict)
    judged: bool = True
    lower: int | None = None
    make_setting: Callable[[], Setting] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def setting(self) -> Any:
        """Return the ``Setting`` of the file; ``None`` if it was not judged or has no setting of a game."""
        return self.make_setting and self.make_setting()

    @property
    def lies(self) -> int:
        """Return how many labels may differ from the target's. Statements with their own number override it."""
        return self.setting.lies if self.setting else 0

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as plain JSON values."""
        from proofs.formats.answers import plain_json

        keys = ("valid", "rounds", "mistakes", "statements", "reason")
        return {key: plain_json(getattr(self, key)) for key in keys}

    @property
    def unusual(self) -> dict[str, Any]:
        """Return the lies, order or hinge budget of the game, as plain JSON values."""
        unusual: dict[str, Any] = self.setting.unusual() if self.setting else {}
        return unusual

    def proved(self, *kinds: Statement) -> Any:
        """Return the largest number that a statement of one of these kinds has, or ``None`` if there is none."""
        return max(
            (statement["mistakes"] for statement in self.statements if statement["statement"] in kinds), default=None
        )


def judge_file(path: str | Path) -> Verdict:
    """Have a file judged by the checker for its setting. Raises MalformedError or a kind of it, in one line."""
    first = first_line(path)
    if first.get("format") == HALFSPACES:
        program = "python benchmarks/halfspaces_6_checker.py FILE"
        raise UndecidedError(f"it is about threshold functions; in a checkout of the project, `{program}` judges it")
    if is_cover(first):
        raise MalformedError(f"`adversary check` alone judges such a certificate, by {COVER_NOT_TRUSTED}")
    judge = _checker_of(first)
    try:
        return (judge or _judge_vectors)(path, first)
    except MalformedError as error:
        if judge and str(error).startswith('line 1: "setting" should be'):
            raise UndecidedError(f"no checker knows this setting: {error}") from None
        raise


def with_worst_case(verdict: Verdict, path: str | Path) -> Verdict:
    """Add to the verdict on a game that no Perceptron makes more mistakes, where it has as many as its theorem allows.

    Who made them no file shows; where every learner is forced to make them, that says more.
    """
    setting, mistakes = verdict.setting, verdict.proved(Statement.RUN_BOUND)
    if mistakes is None or not isinstance(setting, Halfspaces) or verdict.proved(Statement.UNIVERSAL_BOUND) == mistakes:
        return verdict
    if not (file := Path(path)).is_file():
        return verdict
    most = setting.of_points(x for x, _, _ in read_rounds(file) if isinstance(x, Vector)).perceptron_bound
    if mistakes != most:
        return verdict
    condition = KEEPS if setting.unit_norm else f"{KEEPS} and {SHORT}"
    return replace(verdict, statements=[*verdict.statements, worst_case(mistakes, condition)])


@contextmanager
def _errors_of(trusted: ModuleType) -> Iterator[None]:
    """Convert the errors of a trusted checker into the errors of this module."""
    try:
        yield
    except trusted.TooMuchError as error:
        raise UndecidedError(str(error)) from None
    except trusted.MalformedError as error:
        unreadable = isinstance(error.__context__, OSError)
        raise (UndecidedError if unreadable else MalformedError)(str(error)) from None


def is_cover(first: dict[str, Any]) -> bool:
    """Tell, by its first line, whether only the checker of branch and bound judges a file, which is not trusted."""
    upper = first.get("upper") if _checker_of(first) is _judge_margin else None
    if isinstance(upper, dict) and "branch_and_bound" in upper:
        from proofs.margin_checker import ARGUMENTS

        return not ARGUMENTS.keys() & upper.keys()
    return False


def first_line(path: str | Path) -> dict[str, Any]:
    """Return the object on the first line, or an empty one if the line is malformed: a checker then names the fault."""
    try:
        if not Path(path).is_file():
            return {}
        with Path(path).open("rb") as file:
            first = json.loads(file.readline(checker.MAX_LINE))
    except (OSError, ValueError, RecursionError):
        return {}
    return first if type(first) is dict else {}


def has_norms(path: str | Path) -> bool:
    """Tell, by its first line, whether a file is about vectors, so that sympy can judge norms and margins."""
    return _checker_of(first_line(path)) is _judge_vectors


def _checker_of(first: dict[str, Any]) -> "Callable[[str | Path, dict[str, Any]], Verdict] | None":
    """Return the checker of a file, by its first line; ``None`` if every checker would name the same fault."""
    setting = SETTINGS.get(str(first.get("setting")))
    of_game = None if setting is None else _judge_vectors if setting.has_norms else _judge_class
    return CHECKERS.get(str(first.get("format"))) or of_game


def _judge_vectors(path: str | Path, first: dict[str, Any]) -> Verdict:
    with _errors_of(checker):
        report = checker.check(path)
    target = {"norm_squared": report.norm_squared, "margin_squared": report.margin_squared}
    if report.hinge is not None:
        target["hinge"] = report.hinge
    counts = report.rounds, report.mistakes, report.statements
    findings = report.valid, report.realizable, *counts, target, report.reason
    return Verdict(*findings, lower=report.lower, make_setting=lambda: _setting_of_trace(first))


def _setting_of_trace(first: dict[str, Any]) -> Setting:
    """Return the setting of a game from the first line of its trace, which a checker has accepted."""
    record: SettingRecord = msgspec.convert(first, SettingRecord)
    try:
        return record.setting()
    except InputError:  # a margin above 1: no points of norm 1 have it, and the checker has said what is wrong
        return msgspec.convert(first | {"unit_norm": False}, type(record)).setting()


def _judge_class(path: str | Path, first: dict[str, Any]) -> Verdict:
    from proofs import finite_checker, values_checker

    values = first.get("format") == values_checker.VALUES
    with _errors_of(finite_checker):
        report = finite_checker.check(path, values_checker.ValuesFile if values else finite_checker.File)
    target: dict[str, Any] = {"norm_squared": None, "margin_squared": None, "concept": report.target}
    target["labels"] = None if report.target is None else report.table[report.target]
    counts = report.rounds, report.mistakes, report.statements
    about = {"class": report.class_name, "concepts": report.concepts, "points": report.points}
    names = first.get("point_names"), first.get("concept_names")  # which no checker looks at

    def make() -> Setting:
        from proofs.classes.catalog import class_of_file  # which uses names that are printable and different

        return Finite(class_of_file(report.class_name, report.table, *names), report.lies, report.order)

    findings = report.valid, report.realizable, *counts, target, report.reason, about
    return Verdict(*findings, lower=report.lower, make_setting=make)


def _judge_margin(path: str | Path, first: dict[str, Any]) -> Verdict:  # noqa: ARG001 - the checker reads the file
    from proofs import margin_checker

    return _margin_verdict(path, margin_checker.check)


def judge_cover(path: str | Path) -> Verdict:
    """Have the checker of branch and bound judge a certificate. Raises MalformedError or a kind of it."""
    from proofs.margin_game import cover

    verdict = _margin_verdict(path, cover.check)
    return replace(verdict, about=verdict.about | {"checker": COVER_NOT_TRUSTED})


def _margin_verdict(path: str | Path, check: "Callable[[str | Path], MarginReport]") -> Verdict:
    from proofs import margin_checker

    with _errors_of(margin_checker):
        report = check(path)
    game = f"margin game, dimension {report.dimension:,}, margin² {exact_text(report.margin_squared)}"
    return Verdict(report.valid, statements=report.statements, reason=report.reason, about={"game": game})


CHECKERS = {
    "forced-mistakes/littlestone/1": _judge_class,
    "forced-mistakes/values/1": _judge_class,
    "forced-mistakes/margin/1": _judge_margin,
}
"""Who judges the certificates of a format."""


def catalog_says(table: "ConceptClass") -> str:
    """Compare the table in a file with the catalog's table of the class that it names, and describe the result."""
    from proofs.classes.catalog import find_class

    try:
        cataloged = find_class(table.name)
    except InputError:
        return "a table of its own: the catalog has no class of this name"
    return "the table is that of the catalog" if cataloged.same_concepts(table) else OTHER_TABLE
