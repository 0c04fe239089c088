"""Certificates of solvers' results, in the format of docs/formats.md, judged by the trusted checker."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from proofs import finite_checker, values_checker
from proofs.classes.catalog import names_to_write
from proofs.classes.concepts import ConceptClass
from proofs.exact.errors import InputError, lies_suffix
from proofs.solvers.budget import Budget, OutOfBudget
from proofs.solvers.canonical_form import CanonicalForm
from proofs.solvers.littlestone import Littlestone
from proofs.solvers.spaces import Spaces
from proofs.statements import BOUNDS

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
    """A certificate, the statements that the trusted checker finds proved, and notes on values that are left out.

    If nothing is proved, the certificate is empty.
    """

    certificate: dict[str, Any]
    statements: list[dict[str, Any]]
    notes: list[str]

    @property
    def text(self) -> str:
        """Return the certificate as one line of JSON."""
        return json.dumps(self.certificate) + "\n"

    def write(self, path: str | Path) -> None:
        """Write the certificate to a file, which ``adversary check`` judges. Raises OSError."""
        Path(path).write_text(self.text)


def certify(certificate: dict[str, Any], missing: Mapping[str, str] | None = None) -> Certified:
    """Have the trusted checker judge a certificate, without the values that are too much work for it.

    ``missing`` has the reasons for what is known, and is not in the certificate: the notes repeat them.

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
    """Return the statements that the trusted checker proves; ``None`` if this takes too much arithmetic."""
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


@contextmanager
def leaving_out(what: Any, missing: dict[Any, str]) -> Iterator[None]:
    """Note a value that is left out of a certificate because the budget does not suffice."""
    try:
        yield
    except OutOfBudget as error:
        missing[what] = f"{error} did not suffice; give a larger budget"


def models_certificate(
    concept_class: ConceptClass,
    values: Sequence[Value],
    littlestone: Sequence[Littlestone] = (),
    budget: Budget | None = None,
    missing: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Return one certificate of many values of a class: format forced-mistakes/values/1.

    It certifies exactly what it is given, and so leave out what is not known exactly. ``littlestone`` are solvers, each
    with a number of lies of its own, whose dimensions are to be in it, from both sides. These and the tables share the
    budget, as ``Budget.parts`` says. What a share does not suffice for is left out, and ``missing`` then has the reason
    by its name; ``values`` is empty if that is everything. The ``values`` are exact:

    * ``{"statement": "randomized dimension", "mistakes": int or Fraction}``, perhaps with ``"lies": K``;
    * ``{"statement": "Halving with … ties", "mistakes": k}``: negative, positive, adversarial, optimal;
    * ``{"statement": "self-directed", "mistakes": k}`` and ``{"statement": "apple tasting", "mistakes": k}``;
    * ``{"statement": "worst order", "mistakes": k, "order": points}``, and ``"best order"``;
    * ``{"statement": "don't know", "fewest": [k0, k1, …]}``: the fewest where 0, 1, … mistakes are allowed.
    """
    missing = {} if missing is None else missing
    entries: list[dict[str, Any]] = []
    needed = dict.fromkeys([value.get("lies", 0) for value in values if _needs_table(value)])
    budgets = (budget or Budget()).parts(len(littlestone) + len(needed))
    for solver in littlestone:
        solver.budget = next(budgets)
        with leaving_out(f"Littlestone dimension{lies_suffix(solver.lies)}", missing):
            sides, lies = _both_sides(solver), {"lies": solver.lies} if solver.lies else {}
            for bound, side, evidence in zip(BOUNDS, ("at_least", "at_most"), ("tree", "ranks"), strict=True):
                entries.append({"statement": bound, "mistakes": sides[side], **lies, evidence: sides[evidence]})
    tables: dict[int, dict[str, Any]] = {}
    without: dict[Any, str] = {}
    ordered = any(value["statement"] in ORDERED for value in values)
    for lies in needed:
        with leaving_out(lies, without):
            spaces = reachable(concept_class, lies, next(budgets), exchange=bool(lies) or not ordered)
            tables[lies] = {"lies": lies, "spaces": spaces}
    for value in sorted(values, key=lambda value: "order" in value):  # what shows these may be a value before them
        entry, lies = dict(value), value.get("lies", 0)
        if _needs_table(value):
            if lies in without:
                missing[value["statement"] + lies_suffix(lies)] = without[lies]
                continue
            entry["table"] = list(tables).index(lies)
        if value["statement"] == "randomized dimension":
            entry["mistakes"] = str(Fraction(value["mistakes"]))
        if "order" in value:
            entry["order"] = list(value["order"])
        entries.append(entry)
    certificate = {"format": "forced-mistakes/values/1", **_class(concept_class)}
    return certificate | ({"tables": list(tables.values())} if tables else {}) | {"values": entries}


def _needs_table(value: Value) -> bool:
    return "order" not in value and value["statement"] != "apple tasting"


def reachable(concept_class: ConceptClass, lies: int, budget: Budget, *, exchange: bool) -> list[dict[str, Any]]:
    """Return the version spaces that a game can reach, up to names, and the maps between those that are alike.

    ``exchange`` says whether a map may exchange labels. Raises OutOfBudget.
    """
    spaces = Spaces(concept_class, lies, flips=exchange, ratio=1, small=1)
    root = spaces.root
    nodes: list[dict[str, Any]] = [{"given": [], "moves": []}]
    reached = {root.everything}  # version spaces that have a node, or are led to one
    by_form: dict[tuple[int, int, bytes], tuple[int, CanonicalForm]] = {}
    waiting = [root.everything]
    for number, space in enumerate(waiting):  # which grows
        node = nodes[number]
        rounds = root.splits(space) + root.narrowings(space)
        for _, point, *sides in sorted(rounds, key=itemgetter(1)):
            for label, side in zip((-1, 1), sides, strict=True):
                if side in reached or side.bit_count() <= 1:
                    continue
                budget.spend()
                reached.add(side)
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
