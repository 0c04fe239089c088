"""One word on any file that proves something: the trusted checker that it is for, and what that says."""

import json
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from proofs import checker, finite_checker
from proofs.exact.errors import InputError
from proofs.exact.rationals import Rational, shown_number

OTHER_TABLE = "NOT the table that the catalog has by this name"
"""What is said of a file that is about another class than its name says: a checker does not know names."""


class MalformedError(InputError):
    """The file is not one that a checker reads."""


class UndecidedError(MalformedError):
    """A checker reads the file, but it takes too much arithmetic to say what it proves."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a file proves, whichever checker has said so.

    ``rounds`` and ``mistakes`` are ``None`` where no game was played; expected mistakes are a ``Fraction``. ``target``
    has ``norm_squared`` and ``margin_squared``, or ``concept``, its number, and ``labels``. ``about`` is the class.
    """

    valid: bool
    realizable: bool
    rounds: int | None
    mistakes: Rational | None
    statements: list[dict[str, Any]]
    target: dict[str, Any]
    reason: str | None
    about: dict[str, Any] = field(default_factory=dict)


def judge_file(path: str | Path) -> Findings:
    """Have a file judged by the checker for its setting. Raises MalformedError or UndecidedError, in one line."""
    try:
        return _finite(path) if setting_of(path) == "finite" else _halfspaces(path)
    except (checker.TooMuchError, finite_checker.TooMuchError) as error:
        raise UndecidedError(str(error)) from None
    except (checker.MalformedError, finite_checker.MalformedError) as error:
        raise MalformedError(str(error)) from None


def setting_of(path: str | Path) -> Literal["halfspaces", "finite"] | None:
    """Return what a file is about, by its first line; nothing where a checker will say what is wrong with it."""
    try:
        if not Path(path).is_file():
            return None
        with Path(path).open("rb") as file:
            first = json.loads(file.readline(finite_checker.MAX_LINE))
    except (OSError, ValueError, RecursionError):
        return None
    if type(first) is not dict:
        return None
    if first.get("format") == finite_checker.CERTIFICATE or first.get("setting") == "finite":
        return "finite"
    return "halfspaces" if first.get("setting") == "halfspaces" else None


def _halfspaces(path: str | Path) -> Findings:
    report = checker.check(path)
    target = {"norm_squared": report.norm_squared, "margin_squared": report.margin_squared}
    counts = report.rounds, report.mistakes, report.statements
    return Findings(report.valid, report.realizable, *counts, target, report.reason)


def _finite(path: str | Path) -> Findings:
    report = finite_checker.check(path)
    target: dict[str, Any] = {"norm_squared": None, "margin_squared": None, "concept": report.target}
    target["labels"] = None if report.target is None else report.table[report.target]
    counts = report.rounds, report.mistakes, report.statements
    about = {"class": report.class_name, "concepts": report.concepts, "points": report.points, "table": report.table}
    return Findings(report.valid, report.realizable, *counts, target, report.reason, about)


def unjudged(rounds: int, mistakes: Rational, reason: str) -> Findings:
    """Return what there is to say of a file that could not be read."""
    target = {"norm_squared": None, "margin_squared": None}
    return Findings(
        valid=False, realizable=False, rounds=rounds, mistakes=mistakes, statements=[], target=target, reason=reason
    )


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
