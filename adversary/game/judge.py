"""One word on any file that proves something: the trusted checker that it is for, and what that says."""

import json
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from proofs import checker, finite_checker, values_checker
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, shown_number, write_rational

if TYPE_CHECKING:
    from proofs.classes.concepts import ConceptClass
    from proofs.settings import Finite, Setting

OTHER_TABLE = "NOT the table that the catalog has by this name"
"""What is said of a file that is about another class than its name says: a checker does not know names."""


CERTIFIED = frozenset({"run bound", "expected mistakes"})
"""Statements that say how many mistakes this learner made on this sequence."""


HALFSPACES = "forced-mistakes/halfspaces/1"
"""The format of certificates of threshold functions, for which there is no trusted checker."""

NOT_TRUSTED = "the halfspaces checker, which is not one of the trusted checkers"

NEEDS = (
    f"judged by {NOT_TRUSTED}; it needs numpy and, for 6 variables, some 90 s of processor time and 0.6 GB of memory"
)
"""What is said before such a certificate is judged."""


class MalformedError(InputError):
    """The file is not one that a checker reads."""


class UnreadableError(MalformedError):
    """The system does not let a checker read the file: there may be none."""


class UndecidedError(MalformedError):
    """A checker reads the file, but it takes too much arithmetic to say what it proves."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a file proves, whichever checker has said so.

    ``lies`` are how many labels may be unlike the target's; statements that have a number of their own say it.
    ``rounds`` and ``mistakes`` are ``None`` where no game was played; expected mistakes are a ``Fraction``. ``target``
    has ``norm_squared`` and ``margin_squared`` (with a hinge budget ``hinge``, the sum of its losses, in place of a
    margin), or ``concept``, its number, and ``labels``. ``about`` is the class. ``budget`` is what the hinge losses may
    sum to, and what the target's norm² may be, where the file is about that. What was not ``judged`` is not known.
    """

    valid: bool
    realizable: bool
    rounds: int | None
    mistakes: Rational | None
    statements: list[dict[str, Any]]
    target: dict[str, Any]
    reason: str | None
    about: dict[str, Any] = field(default_factory=dict)
    lies: int = 0
    budget: tuple[Fraction, Fraction] | None = None
    judged: bool = True


def judge_file(path: str | Path) -> Findings:
    """Have a file judged by the checker for its setting. Raises MalformedError or a kind of it, in one line."""
    try:
        first = first_line(path)
        if first.get("format") == HALFSPACES:
            raise MalformedError(f"`adversary check` alone judges such a certificate, by {NOT_TRUSTED}")
        return _finite(path, first) if _setting(first) == "finite" else _halfspaces(path)
    except (checker.TooMuchError, finite_checker.TooMuchError) as error:
        raise UndecidedError(str(error)) from None
    except (checker.MalformedError, finite_checker.MalformedError) as error:
        unreadable = isinstance(error.__context__, OSError)
        raise (UnreadableError if unreadable else MalformedError)(str(error)) from None


def judge_halfspaces(path: str | Path) -> Findings:
    """Have a certificate of threshold functions judged by a checker that is not one of the trusted ones.

    Raises:
        MalformedError: it is none, it cannot be read, or the memory does not suffice.

    """
    from proofs.solvers import halfspaces_checker

    try:
        certificate = halfspaces_checker.read(path)
        shown, wrong = halfspaces_checker.check(certificate), None
    except halfspaces_checker.Wrong as error:
        shown, wrong = None, str(error)
    except halfspaces_checker.MalformedError as error:
        raise MalformedError(str(error)) from None
    except OSError as error:
        raise UnreadableError(f"it cannot be read: {error.strerror}") from None
    except MemoryError:
        raise UndecidedError("the memory does not suffice; for 6 variables it takes 0.6 GB") from None
    n = certificate["variables"]
    about = {
        "class": f"halfspaces:{n}",
        "concepts": halfspaces_checker.HOW_MANY[n],
        "points": 1 << n,
        "catalog": "the concepts are made of integer weights; that there are no others is taken from OEIS A000609",
        "checker": NOT_TRUSTED,
    }
    bounds = "universal bound", "upper bound"
    statements = [{"statement": bound, "mistakes": shown.dimension} for bound in bounds] if shown else []
    target = {"norm_squared": None, "margin_squared": None}
    return Findings(shown is not None, False, None, None, statements, target, wrong, about)  # noqa: FBT003 - no game


def setting_of(path: str | Path) -> Literal["halfspaces", "hinge", "finite"] | None:
    """Return what a file is about, by its first line; nothing where a checker will say what is wrong with it."""
    return _setting(first_line(path))


def setting_of_trace(first: dict[str, Any]) -> "Setting":
    """Return what a game was played in, by the first line of its trace, which a checker has read. Raises ValueError."""
    import msgspec

    from proofs.settings import SettingRecord

    record: SettingRecord = msgspec.convert({"unit_norm": True} | first, SettingRecord)
    return record.setting()


def first_line(path: str | Path) -> dict[str, Any]:
    """Return what the first line has; nothing where a checker will say what is wrong with it."""
    try:
        if not Path(path).is_file():
            return {}
        with Path(path).open("rb") as file:
            first = json.loads(file.readline(finite_checker.MAX_LINE))
    except (OSError, ValueError, RecursionError):
        return {}
    return first if type(first) is dict else {}


def _setting(first: dict[str, Any]) -> Literal["halfspaces", "hinge", "finite"] | None:
    certificate = first.get("format") in (finite_checker.CERTIFICATE, values_checker.VALUES)
    if certificate or first.get("setting") == "finite":
        return "finite"
    setting: Literal["halfspaces", "hinge"] | None = first.get("setting")
    return setting if setting in ("halfspaces", "hinge") else None


def _halfspaces(path: str | Path) -> Findings:
    report = checker.check(path)
    target = {"norm_squared": report.norm_squared, "margin_squared": report.margin_squared}
    if report.hinge is not None:
        target["hinge"] = report.hinge
    counts = report.rounds, report.mistakes, report.statements
    return Findings(report.valid, report.realizable, *counts, target, report.reason, budget=report.budget)


def _finite(path: str | Path, first: dict[str, Any]) -> Findings:
    values = first.get("format") == values_checker.VALUES
    report = finite_checker.check(path, values_checker.ValuesFile if values else finite_checker.File)
    target: dict[str, Any] = {"norm_squared": None, "margin_squared": None, "concept": report.target}
    target["labels"] = None if report.target is None else report.table[report.target]
    counts = report.rounds, report.mistakes, report.statements
    about = {"class": report.class_name, "concepts": report.concepts, "points": report.points, "table": report.table}
    about["names"] = first.get("point_names"), first.get("concept_names")  # which no checker looks at
    about["order"] = report.order
    return Findings(report.valid, report.realizable, *counts, target, report.reason, about, report.lies)


def unjudged(rounds: int, mistakes: Rational, reason: str) -> Findings:
    """Return what there is to say of a file that could not be read."""
    target = {"norm_squared": None, "margin_squared": None}
    return Findings(
        valid=False, realizable=False, rounds=rounds, mistakes=mistakes, statements=[], target=target, reason=reason,
        judged=False,
    )  # fmt: skip


def class_of_findings(findings: Findings) -> "ConceptClass":
    """Return the class that a file is about, with names of points and concepts as ``class_of_file`` finds them."""
    from proofs.classes.names import class_of_file

    return class_of_file(findings.about["class"], findings.about["table"], *findings.about["names"])


def setting_of_findings(findings: Findings) -> "Finite":
    """Return the setting of a file on a finite class: its class, lies and announced order."""
    from proofs.settings import Finite

    return Finite(class_of_findings(findings), findings.lies, findings.about["order"])


def setting_facts(findings: Findings) -> dict[str, Any]:
    """Return how what a file is about is unlike the usual games, as plain JSON values with the keys of a game."""
    if findings.budget is not None:
        return {"setting": "hinge"} | dict(
            zip(("hinge", "norm_squared"), map(write_rational, findings.budget), strict=True)
        )
    facts: dict[str, Any] = {"lies": findings.lies} if findings.lies else {}
    if findings.about.get("order") is not None:
        facts["order"] = setting_of_findings(findings).order_names
    return facts


def catalog_says(about: dict[str, Any]) -> str:
    """Say whether the table that a file is about is that of the class that it names."""
    from proofs.classes.catalog import find_class

    try:
        table = find_class(about["class"])
    except InputError:
        return "a table of its own: the catalog has no class of this name"
    same = {table.row_text(concept) for concept in range(table.size)} == set(about["table"])
    return "the table is that of the catalog" if same else OTHER_TABLE


def plain(value: Any) -> Any:
    """Return an exact number as JSON has it: a rational that is not an int as a string."""
    return shown_number(value) if isinstance(value, Fraction) else value
