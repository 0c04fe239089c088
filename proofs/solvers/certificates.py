"""Certificates: what a solver has found, with what shows it, as docs/finite-format.md says and the checker reads."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from proofs import finite_checker, values_checker
from proofs.classes.concepts import ConceptClass
from proofs.classes.names import names_to_write
from proofs.exact.errors import InputError, lies_suffix
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.canonical_form import CanonicalForm
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.spaces import Spaces
from proofs.statements import Statement

Value = Mapping[str, Any]
"""An entry of a certificate of many values, without what shows it: {"statement": …, "mistakes": …, …}."""

ORDERED = ("Halving with negative ties", "Halving with positive ties")
"""Statements in whose games the labels are not alike."""

HARD_TO_CHECK = ("worst order", "best order", "apple tasting")
"""Statements that a certificate has no evidence for, so that the checker may have to work long."""


class RefusedError(InputError):
    """The trusted checker disagrees with a certificate of ours: it was changed, or this program has made a mistake."""


@dataclass(frozen=True, slots=True)
class Certified:
    """A certificate, the statements that the trusted checker finds proved in it, and notes on what is not in it.

    Where nothing is proved, the certificate is empty.
    """

    certificate: dict[str, Any]
    statements: list[dict[str, Any]]
    notes: list[str]

    @property
    def text(self) -> str:
        """The certificate as a file has it: one line of JSON."""
        return json.dumps(self.certificate) + "\n"

    def write(self, path: str | Path) -> None:
        """Write the certificate to a file, which ``adversary check`` judges. Raises OSError."""
        Path(path).write_text(self.text)


def certify(certificate: dict[str, Any], missing: Mapping[str, str] | None = None) -> Certified:
    """Have the trusted checker judge a certificate, without the values that are too much work for it.

    ``missing`` has the reasons for what is known, and is not in the certificate: the notes say these, too.

    Raises:
        RefusedError: the trusted checker finds the certificate wrong.

    """
    values = certificate.get("values", [])
    hard = [value for value in values if value["statement"] in HARD_TO_CHECK]
    statements, why = None, dict(missing or {})
    for dropped in chain.from_iterable(combinations(hard, count) for count in range(len(hard) + 1)):
        kept = certificate | ({"values": [value for value in values if value not in dropped]} if values else {})
        statements = _judged(kept) if kept.get("values", kept) else []
        if statements is not None:
            why |= {value["statement"]: "too much work for a checker" for value in dropped}
            break
    else:
        why |= {"everything": "too much work for a checker"}
    reasons = [
        f"not certified ({reason}): {', '.join([what for what in why if why[what] == reason])}"
        for reason in dict.fromkeys(why.values())
    ]
    return Certified(kept if statements else {}, statements or [], reasons)


def _judged(certificate: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return what the trusted checker finds proved; ``None`` if it would have to work too long."""
    values = certificate.get("format") == values_checker.VALUES
    with TemporaryDirectory(prefix="adversary-") as folder:
        file = Path(folder, "certificate.json")
        file.write_text(json.dumps(certificate) + "\n")
        try:
            report = finite_checker.check(file, values_checker.ValuesFile if values else finite_checker.File)
        except finite_checker.TooMuchError:
            return None
        except finite_checker.MalformedError as error:
            raise RefusedError(str(error)) from None
    if not report.valid:
        raise RefusedError(f"the trusted checker refuses a certificate that was made here: {report.reason}")
    return report.statements


def littlestone_certificate(solver: Littlestone) -> dict[str, Any]:
    """Return the certificate, from both sides, of the Littlestone dimension, with the solver's number of lies.

    Raises:
        OutOfBudget: the solver's budget does not suffice.

    """
    lies = {"lies": solver.lies} if solver.lies else {}
    return {"format": "forced-mistakes/littlestone/1", **_class(solver.concept_class), **lies, **_both_sides(solver)}


def _raise(_what: str, error: OutOfBudget) -> None:
    raise error


def models_certificate(
    concept_class: ConceptClass,
    values: Sequence[Value],
    littlestone: Sequence[Littlestone] = (),
    budget: Budget | None = None,
    left_out: Callable[[str, OutOfBudget], None] = _raise,
) -> dict[str, Any]:
    """Return one certificate of many values of a class: format forced-mistakes/values/1.

    It certifies exactly what it is given, and so leave out what is not known exactly. ``littlestone`` are solvers, each
    with a number of lies of its own, whose dimensions are to be in it, from both sides. These and the tables share the
    budget, as ``Budget.parts`` says. What a share does not suffice for is left out, unless ``left_out``, which is told
    its name, raises the error; ``values`` is empty if that is everything. The ``values`` are exact:

    * ``{"statement": "randomized dimension", "mistakes": int or Fraction}``, perhaps with ``"lies": K``;
    * ``{"statement": "Halving with … ties", "mistakes": k}``: negative, positive, adversarial, optimal;
    * ``{"statement": "self-directed", "mistakes": k}`` and ``{"statement": "apple tasting", "mistakes": k}``;
    * ``{"statement": "worst order", "mistakes": k, "order": points}``, and ``"best order"``;
    * ``{"statement": "don't know", "fewest": [k0, k1, …]}``: the fewest where 0, 1, … mistakes are allowed.

    Raises:
        OutOfBudget: a budget does not suffice, and ``left_out`` raises it, as it does unless another one is given.

    """
    found: dict[str, Any] = {"format": "forced-mistakes/values/1", **_class(concept_class)}
    entries: list[dict[str, Any]] = []
    in_tables = {value.get("lies", 0) for value in values if _needs_table(value)}
    budgets = (budget or Budget()).parts(len(littlestone) + len(in_tables))
    for solver in littlestone:
        lies = {"lies": solver.lies} if solver.lies else {}
        solver.renew(next(budgets))
        try:
            sides = _both_sides(solver)
        except OutOfBudget as error:
            left_out(f"Littlestone dimension{lies_suffix(solver.lies)}", error)
            continue
        lower = {"mistakes": sides["at_least"], **lies, "tree": sides["tree"]}
        upper = {"mistakes": sides["at_most"], **lies, "ranks": sides["ranks"]}
        entries += [{"statement": Statement.UNIVERSAL_BOUND, **lower}, {"statement": Statement.UPPER_BOUND, **upper}]
    tables: dict[int, dict[str, Any] | OutOfBudget] = {}
    ordered = any(value["statement"] in ORDERED for value in values)
    for value in sorted(values, key=lambda value: "order" in value):  # what shows these may be a value before them
        entry = dict(value)
        if value["statement"] == "randomized dimension":
            entry["mistakes"] = str(Fraction(value["mistakes"]))
        if "order" in value:
            entry["order"] = list(value["order"])
        if _needs_table(value):
            lies = value.get("lies", 0)
            if lies not in tables:
                tables[lies] = _table(concept_class, lies, next(budgets), exchange=bool(lies) or not ordered)
            table = tables[lies]
            if isinstance(table, OutOfBudget):
                left_out(value["statement"] + lies_suffix(lies), table)
                continue
            entry["table"] = [n for n, table in tables.items() if isinstance(table, dict)].index(lies)
        entries.append(entry)
    known = [table for table in tables.values() if isinstance(table, dict)]
    return found | ({"tables": known} if known else {}) | {"values": entries}


def _needs_table(value: Value) -> bool:
    return "order" not in value and value["statement"] != "apple tasting"


def _table(concept_class: ConceptClass, lies: int, budget: Budget, *, exchange: bool) -> dict[str, Any] | OutOfBudget:
    """Return the version spaces of a game with so many lies, or what does not suffice for them."""
    try:
        return {"lies": lies, "spaces": reachable(concept_class, lies, budget, exchange=exchange)}
    except OutOfBudget as error:
        return error


def reachable(concept_class: ConceptClass, lies: int, budget: Budget, *, exchange: bool) -> list[dict[str, Any]]:
    """Return the version spaces that a game can reach, up to names, and the maps between those that are alike.

    ``exchange`` says whether a map may exchange labels. Raises OutOfBudget.
    """
    spaces = Spaces(concept_class, lies, flips=exchange, ratio=1, small=1)
    root = spaces.root
    nodes: list[dict[str, Any]] = [{"given": [], "moves": []}]
    known = {root.everything}  # version spaces that have a node, or are led to one
    by_form: dict[tuple[int, int, bytes], tuple[int, CanonicalForm]] = {}
    waiting = [root.everything]
    for number, space in enumerate(waiting):  # which grows
        node = nodes[number]
        for point in range(concept_class.points):
            if space & root.columns[point] in (0, space):
                continue
            for label, side in zip((-1, 1), root.sides(space, point), strict=True):
                if side in known or side.bit_count() == 1:
                    continue
                budget.spend()
                known.add(side)
                form = spaces.form(root, side)
                if form.key in by_form:
                    to, its_form = by_form[form.key]
                    node["moves"].append([point, label, to, spaces.point_map(side, form, its_form)])
                else:
                    by_form[form.key] = len(nodes), form
                    nodes.append({"given": [*node["given"], [point, label]], "moves": []})
                    waiting.append(side)
    return nodes


def _class(table: ConceptClass) -> dict[str, Any]:
    rows = [table.row_text(concept) for concept in range(table.size)]
    return {"class": table.name, "points": table.points, "concepts": rows, **names_to_write(table)}


def _both_sides(solver: Littlestone) -> dict[str, Any]:
    depth = solver.dimension()
    return {"at_least": depth, "tree": solver.tree(depth), "at_most": depth, "ranks": solver.ranks(depth)}
