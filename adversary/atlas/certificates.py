"""Certificates of classes of the atlas, judged by the trusted checker."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from adversary.files import write_new
from proofs.atlas.bitsets import class_name, concept_class, rows
from proofs.exact.rationals import Rational
from proofs.formats.answers import Number, plain_json
from proofs.solvers import certificates
from proofs.solvers.certificates import RefusedError, models_certificate
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.other_models.orders import best_order, worst_order
from proofs.statements import BOUNDS

STATEMENT_OF = {
    "RL": "randomized dimension",
    "halving_adversarial": "Halving with adversarial ties",
    "halving_optimal": "Halving with optimal ties",
    "announced": "worst order",
    "best_order": "best order",
    "self_directed": "self-directed",
}
"""What a certificate calls quantities. Littlestone dimensions are a lower and an upper bound there."""

LIES = {"L": 0, "lies_1": 1}
"""The Littlestone dimensions, with how many lies."""

ORDER_FINDERS = {"announced": worst_order, "best_order": best_order}
"""What finds an order of points that reaches a value, of a class that is small."""

COUNTED = ("size", "points")
"""Quantities that need no certificate: they can be counted."""


class ClassAnswer(msgspec.Struct, rename={"class_name": "class"}):
    """A class in JSON: its values, those that the trusted checker has found proved, and those without certificates."""

    class_name: str
    concepts: list[str]
    values: dict[str, Number]
    certified: list[str]
    without_certificate: list[str]
    certificate: str | None


def certify(number: int, points: int, values: Mapping[str, Rational], folder: Path | None = None) -> ClassAnswer:
    """Certify the values of a class, as far as there are certificates of such; with a ``folder``, in a file there.

    Raises:
        InputError: the file cannot be written.
        RefusedError: the checker does not find all of them proved; then nothing is written.

    """
    known = {name: value for name, value in values.items() if name not in COUNTED}
    able, about = _certifiable(known), (class_name(number, points), rows(number, points), plain_json(values))
    if not able:
        return ClassAnswer(*about, [], list(known), None)
    table = concept_class(number, points)
    orders = {name: find(table).order for name, find in ORDER_FINDERS.items() if name in known}
    solvers = [Littlestone(table, lies=LIES[name]) for name in able if name in LIES]
    entries = [
        {"statement": STATEMENT_OF[name], "mistakes": value} | ({"order": orders[name]} if name in orders else {})
        for name, value in known.items()
        if name in STATEMENT_OF
    ]
    certified = certificates.certify(models_certificate(table, entries, solvers))
    proved = proved_quantities(known, certified.statements)
    if missing := [name for name in able if name not in proved]:
        raise RefusedError(f"the trusted checker does not find {', '.join(missing)} proved")
    file = None if folder is None else str(folder / f"{class_name(number, points)}.json")
    if file is not None:
        write_new(file, certified.text)
    return ClassAnswer(*about, proved, [name for name in known if name not in proved], file)


def proved_quantities(values: Mapping[str, Rational], statements: Sequence[dict[str, Any]]) -> list[str]:
    """Return the quantities for which the checker's statements prove exactly these values."""
    return [
        name
        for name in _certifiable(values)
        if all(wanted in statements for wanted in _statements_of(name, values[name]))
    ]


def _certifiable(names: Iterable[str]) -> list[str]:
    """Return the quantities that can have a certificate."""
    return [name for name in names if name in STATEMENT_OF or name in LIES]


def _statements_of(name: str, value: Rational) -> list[dict[str, Any]]:
    """Return the statements that the checker must find proved."""
    if name in LIES:
        lies = {"lies": LIES[name]} if LIES[name] else {}
        return [{"statement": bound, "mistakes": value, **lies} for bound in BOUNDS]
    return [{"statement": STATEMENT_OF[name], "mistakes": str(value) if name == "RL" else value}]
