"""Statements, orders and names of classes in words, for every view."""

from collections.abc import Iterable, Sequence
from typing import Any

from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import counted, lies_allowed, lies_suffix, one_line
from proofs.settings import Finite

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


MAX_ANNOUNCED = 16
"""Points of an announced order that are told."""

SPAN_LEARNERS = "every learner that predicts sign⟨w,x⟩, w in the span of past points, with one fixed answer at 0,"
"""Whom a span bound is about: not every deterministic learner."""


def statement_text(statement: dict[str, Any], learner: str, lies: int = 0, *, hinge: bool = False) -> str:
    """Say in words what a statement states, where at most so many labels may be unlike the target's.

    With a ``hinge`` budget no target need explain the labels.
    """
    lies = statement.get("lies", lies)
    count = statement.get("mistakes")
    mistakes = mistakes_claimed(count or 0)
    with_lies, but = (f",{lies_suffix(lies)}", f" but at most {lies}") if lies else ("", "")
    if value := value_text(statement, with_lies):
        return value
    legal = "its hinge losses are within the budget" if hinge else f"explains every label{but}"
    within = ", within this hinge budget" if hinge else with_lies
    return {
        "realizable": f"1 realizable: the target is legal and {legal}",
        "run bound": f"2 run bound: {learner} made {mistakes} on this sequence",
        "expected mistakes": f"2 run bound: {learner} is expected to make {mistakes} on this sequence, exactly",
        "universal bound": f"3 universal bound: every deterministic learner makes at least {mistakes}{within}",
        "upper bound": f"3 upper bound: some deterministic learner never makes more than {mistakes}{with_lies}",
        "announced order": (
            f"3 announced order: every deterministic learner that is told this order makes at least {mistakes}, "
            "and some learner never more"
        ),
        "span bound": f"span bound: {SPAN_LEARNERS} makes at least {mistakes} on these labels",
    }[statement["statement"]]


def statement_numbers(texts: Iterable[str]) -> str:
    """Return which statements are proved, said in words, by their numbers; by their names those without a number."""
    names = {text[0] if text[0].isdigit() else text.partition(":")[0] for text in texts}
    return ", ".join(sorted(names)) or "nothing"


def unusual(table: ConceptClass, lies: int, order: Sequence[int] | None) -> list[str]:
    """Return what is unusual about games on a class: that labels may be lies, or that an order was announced."""
    told = [lies_allowed(lies)] if lies else []
    if order is None:
        return told
    return [*told, f"the order was announced: {order_text(Finite(table, order=tuple(order)))}"]


def order_text(setting: Finite) -> str:
    """Return the announced order by the names of the points, of a long one the beginning."""
    names = setting.order_names or []
    left = f", … ({counted(len(names), 'point')})" if len(names) > MAX_ANNOUNCED + 1 else ""
    return one_line(", ".join(map(_quoted, names[:MAX_ANNOUNCED] if left else names))) + left


def _quoted(name: str) -> str:
    """Return the name of a point as ``--order`` takes it: one with a comma in it stands in quotation marks."""
    return '"' + name.replace('"', '""') + '"' if {",", '"'} & set(name) or name != name.strip() else name
