"""Certificates of classes of the atlas: written, and judged by the trusted checker before it is said."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adversary.files import new_file
from adversary.game.judge import judge_file
from proofs.atlas.bitsets import class_name, concept_class
from proofs.classes.concepts import ConceptClass
from proofs.exact.rationals import Rational
from proofs.solvers.certificates import models_certificate
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.orders import best_order, worst_order

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

NEEDS_NONE = ("size", "points")
"""Quantities that anybody can count."""


@dataclass(frozen=True)
class Certified:
    """Which quantities of a class the trusted checker has found proved, and which have no certificates: VC and star."""

    quantities: list[str]
    without: list[str]
    file: Path | None = None


def certify(number: int, points: int, values: Mapping[str, Rational | None], folder: Path | None = None) -> Certified:
    """Certify the values of a class, as far as there are certificates of such; with a ``folder``, in a file there.

    Raises:
        InputError: the file cannot be written.

    """
    known = {name: value for name, value in values.items() if value is not None and name not in NEEDS_NONE}
    able = [name for name in known if name in STATEMENT_OF or name in LIES]
    if not able:
        return Certified([], list(known))
    table = concept_class(number, points)
    certificate = _certificate(table, {name: known[name] for name in able})
    path = None if folder is None else folder / f"{class_name(number, points)}.json"
    with new_file(path) as partial:
        partial.write_text(json.dumps(certificate) + "\n")
        findings = judge_file(partial)
        if not findings.valid:
            raise AssertionError(f"the checker refuses our certificate: {findings.reason}")
    proved = [
        name for name in able if all(wanted in findings.statements for wanted in statements_of(name, known[name]))
    ]
    if proved != able:
        raise AssertionError(f"the checker finds {findings.statements}, and not {known}")
    return Certified(proved, [name for name in known if name not in proved], path)


def _certificate(table: ConceptClass, values: Mapping[str, Rational]) -> dict[str, Any]:
    orders = {"announced": worst_order, "best_order": best_order}
    entries = [
        {"statement": STATEMENT_OF[name], "mistakes": value}
        | ({"order": orders[name](table).order} if name in orders else {})
        for name, value in values.items()
        if name in STATEMENT_OF
    ]
    solvers = [Littlestone(table, lies=LIES[name]) for name in values if name in LIES]
    return models_certificate(table, entries, solvers)


def statements_of(name: str, value: Rational) -> list[dict[str, Any]]:
    """Return what the checker has to find proved."""
    if name in LIES:
        lies = {"lies": LIES[name]} if LIES[name] else {}
        return [{"statement": bound, "mistakes": value, **lies} for bound in ("universal bound", "upper bound")]
    return [{"statement": STATEMENT_OF[name], "mistakes": str(value) if name == "RL" else value}]
