"""Statements in words, and numbers in few characters, for every view."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from proofs.exact.errors import counted, lies_suffix
from proofs.exact.rationals import Rational, exact_text, is_short, rounded
from proofs.statements import Statement

_HALVING = "the most mistakes of Halving, at a tie "

WORDS = {
    "Halving with negative ties": f"{_HALVING}-1, are",
    "Halving with positive ties": f"{_HALVING}+1, are",
    "Halving with adversarial ties": f"{_HALVING}what leads to more mistakes, are",
    "Halving with optimal ties": f"{_HALVING}what leads to fewer mistakes, are",
    "self-directed": "the mistakes of the best deterministic learner that picks the points itself are",
    "worst order": "the mistakes of the best deterministic learner that is told the worst order are",
    "best order": "the mistakes of the best deterministic learner that is told the best order are",
    "apple tasting": "the mistakes of the best deterministic learner that sees labels only after predicting +1 are",
}


def mistakes_claimed(number: int | str) -> str:
    """Return a number of mistakes as people write it; an expected one is a rational in a string."""
    whole = isinstance(number, int) or number.isdecimal()
    return counted(int(number), "mistake") if whole else f"{number} mistakes"


def value_text(statement: dict[str, Any], with_lies: str) -> str | None:
    """Say in words what a value is, exactly; nothing about the statements of other files."""
    name = statement["statement"]
    if name == "randomized dimension":
        mistakes = mistakes_claimed(statement["mistakes"])
        return f"{name}: the best randomized learner is expected to make {mistakes}{with_lies}"
    if name == "don't know":
        fewest = ", ".join(map(str, statement["fewest"]))
        return f"{name}: fewest times that a learner says so which may make 0, 1, … mistakes: {fewest}"
    return f"{name}: {WORDS[name]} {statement['mistakes']}" if name in WORDS else None


BUDGETED: dict[str | None, tuple[str, str]] = {
    "hinge": ("its hinge losses are within the budget", ", within this hinge budget")
}
"""What a legal target does, and within what all learners are forced, where labels need not be explained."""

SPAN_LEARNERS = "every learner that predicts sign⟨w,x⟩, w in the span of past points, with one fixed answer at 0,"
"""Whom a span bound is about: not every deterministic learner."""


def statement_text(statement: dict[str, Any], learner: str, lies: int = 0, kind: str | None = None) -> str:
    """Say in words what a statement states, where at most so many labels may be unlike the target's.

    ``kind`` is the setting's: with a hinge budget no target need explain the labels.
    """
    lies = statement.get("lies", lies)
    count = statement.get("mistakes")
    mistakes = mistakes_claimed(count or 0)
    with_lies, but = (f",{lies_suffix(lies)}", f" but at most {lies}") if lies else ("", "")
    if value := value_text(statement, with_lies):
        return value
    legal, within = BUDGETED.get(kind, (f"explains every label{but}", with_lies))
    return {
        Statement.REALIZABLE: f"1 realizable: the target is legal and {legal}",
        Statement.RUN_BOUND: f"2 run bound: {learner} made {mistakes} on this sequence",
        Statement.EXPECTED_MISTAKES: f"2 run bound: {learner} is expected to make {mistakes} on this sequence, exactly",
        Statement.UNIVERSAL_BOUND: f"3 universal bound: every deterministic learner makes at least {mistakes}{within}",
        Statement.UPPER_BOUND: f"3 upper bound: some deterministic learner never makes more than {mistakes}{with_lies}",
        Statement.ANNOUNCED_ORDER: (
            f"3 announced order: every deterministic learner that is told this order makes at least {mistakes}, "
            "and some learner never more"
        ),
        Statement.SPAN_BOUND: f"span bound: {SPAN_LEARNERS} makes at least {mistakes} on these labels",
    }[statement["statement"]]


def statement_numbers(texts: Iterable[str]) -> str:
    """Return which statements are proved, said in words, by their numbers; by their names those without a number."""
    names = {text[0] if text[0].isdigit() else text.partition(":")[0] for text in texts}
    return ", ".join(sorted(names)) or "nothing"


WIDEST_EXACT = 9
"""Characters of a number in a cell, if it is exact."""

MAX_EXACT = 40
"""Characters of an exact number that has a line of its own."""

_PLAIN = range(-3, 7)
"""Powers of ten that are not written as such."""


def cell_number(value: Rational, widest: int = WIDEST_EXACT) -> str:
    """Return a number exactly where it takes few characters, or two digits and a power of ten; else nearly, with ≈.

    No float is made of it, so that no number is too large, and none but 0 is shown as 0.
    """
    exact = _exact(value, widest)
    if exact is not None:
        return exact
    near = rounded(value, 2)
    power, sign = near.adjusted(), "" if Fraction(near) == value else "≈"
    if sign and power in _PLAIN:
        return f"≈{rounded(value, max(4, power + 1)):f}"
    digits = near.scaleb(-power).normalize()
    return f"{sign}{'' if digits == 1 and not sign else f'{digits:f}·'}10^{power}"


def long_number(value: Rational) -> str:
    """Return a number for a line of its own: a fraction with its float beside it; one that is too long, nearly."""
    return cell_number(value) if _exact(value, MAX_EXACT) is None else exact_text(value)


def _exact(value: Rational, widest: int) -> str | None:
    """Return a number in full, unless that is too wide."""
    if not is_short(value):  # Python writes no more than 4,300 digits
        return None
    text = f"{int(value):,}" if value.denominator == 1 else str(value)
    return text if len(text) <= widest else None


def decimal(points: Fraction) -> str:
    """Return points to two digits, rounded half to even: what spreadsheets and people read."""
    return f"{float(round(points, 2)):g}"
