"""The table of families: a task for each class, and certificates that the trusted checker judges."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from adversary.atlas.certificates import COUNTED, proved_quantities
from adversary.files import remove, write_new
from adversary.tasks import engine
from adversary.tasks.store import Store
from adversary.tasks.task import Task
from adversary.tasks.where import Where
from proofs.atlas.families import FAMILY_STATES, family_bounds, family_values, members
from proofs.atlas.quantities import MEANINGS
from proofs.classes.catalog import find_class
from proofs.exact.rationals import Rational, simplest
from proofs.solvers.budget import Bounds, Budget
from proofs.solvers.certificates import RefusedError, certify
from proofs.solvers.dimensions import Dimensions
from proofs.solvers.star import Star


@dataclass(frozen=True)
class FamilyRow:
    """The values of one class in the table of families.

    ``certified`` are the quantities that the trusted checker has found proved in ``certificate``, a file, from both
    sides; ``witnesses`` says in words what shows a side of those that have no certificate. What is not certified
    was not checked if it was ``stored``.
    """

    family: str
    name: str
    bounds: dict[str, Bounds]
    certified: list[str]
    witnesses: dict[str, str]
    certificate: Path | None = None
    stored: bool = False

    @property
    def stored_not_checked(self) -> list[str]:
        """Stored quantities of an earlier run that neither a certificate nor a count confirms."""
        able = [name for name in self.bounds if name not in self.certified and name not in COUNTED]
        return able if self.stored else []

    @property
    def without_certificate(self) -> list[str]:
        """Known quantities that are not certified and cannot be confirmed by counting."""
        known = [name for name, bounds in self.bounds.items() if bounds.value is not None and name not in COUNTED]
        return [name for name in known if name not in self.certified]


@dataclass(frozen=True)
class FamilyTable:
    """The table of families: its rows, and the reason for each class that is missing."""

    rows: list[FamilyRow]
    failures: list[str]
    states: int = FAMILY_STATES

    @property
    def unknown(self) -> int:
        """How many values are only known to lie between bounds."""
        return sum([bounds.value is None for row in self.rows for bounds in row.bounds.values()])


def solve_family(request: dict[str, Any]) -> dict[str, Any]:
    """Compute the values of a class, and its certificate if asked: the task function of the engine.

    The request has ``class``, ``states``, and ``certify``. Rationals are texts, and a quantity has two of these, what
    it is at least and at most, and what ran out.
    """
    table = find_class(request["class"])

    def budget() -> Budget:
        return Budget(states=request["states"])

    found, star = family_values(table, budget)
    kept = found.certify(budget()).certificate if request["certify"] else {}
    return {
        "bounds": {
            name: [str(b.at_least), str(b.at_most), b.ran_out] for name, b in family_bounds(found, star).items()
        },
        "witnesses": _witnesses(found, star),
        "certificate": kept,
    }


def family_table(  # noqa: PLR0913 - which, where, and what comes of it
    families: Sequence[str] = (),
    states: int = FAMILY_STATES,
    where: Where | None = None,
    store: Store | None = None,
    folder: Path | None = None,
    *,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
) -> FamilyTable:
    """Compute the table of some families, or of all; with a ``folder``, write a certificate for each class there.

    Raises:
        InputError: there is no such family, or something cannot be written or run.

    """
    wanted = members(families)
    tasks = [
        Task(
            "adversary.atlas.families:solve_family",
            {"class": spec, "states": states, "certify": folder is not None},
            name=spec,
        )
        for _, spec in wanted
    ]
    rows, failures = [], []
    for (family, spec), outcome in zip(
        wanted, engine.run(tasks, where, store, progress, check=check_family), strict=True
    ):
        if outcome.failure is not None:
            failures.append(f"{spec}: {outcome.failure}")
            continue
        try:
            rows.append(_row(family, spec, outcome.value, folder, stored=outcome.stored))
        except RefusedError as error:
            failures.append(f"{spec}: {error}")
    return FamilyTable(rows, failures, states)


def slug(name: str, between: str = "_") -> str:
    """Return the name of a class as part of a file's name."""
    return re.sub(r"[^a-z0-9]+", between, name)


class _StoredValue(msgspec.Struct):
    statement: str


class _StoredCertificate(msgspec.Struct):
    """The part of a stored certificate that this program reads; the checker reads the rest."""

    concepts: frozenset[str] = frozenset()
    values: list[_StoredValue] = []


class _StoredFamily(msgspec.Struct):
    bounds: dict[str, tuple[str, str, str | None]]
    witnesses: dict[str, str]
    certificate: _StoredCertificate


def check_family(task: Task, value: Any) -> Any:
    """Return the stored values of a class after a check of their types and of the certificate. Raises ValueError.

    How large the class is, is counted again.
    """
    found, table = msgspec.convert(value, _StoredFamily), find_class(task.request["class"])
    for what, names, wanted in (
        ("bounds", found.bounds.keys(), MEANINGS.keys()),
        ("witnesses", found.witnesses.keys(), {"VC", "star"}),
    ):
        if names != wanted:
            raise ValueError(f"its {what} are those of {', '.join(names)}, and should be of {', '.join(wanted)}")
    for name, (least, most, _) in found.bounds.items():
        if not 0 <= Fraction(least) <= Fraction(most):
            raise ValueError(f"{name} is at least {least} and at most {most}")
    for name, right in (("size", table.size), ("points", table.points)):
        if found.bounds[name][:2] != (str(right), str(right)):
            raise ValueError(f"{name} should be {right}, but is {found.bounds[name][0]}")
    if value["certificate"] and found.certificate.concepts != {table.row_text(at) for at in range(table.size)}:
        raise ValueError("its certificate is about another class")
    return value


def _row(family: str, name: str, value: dict[str, Any], folder: Path | None, *, stored: bool) -> FamilyRow:
    """Write the certificate, after the trusted checker has judged it in this process."""
    bounds = {
        quantity: Bounds(simplest(Fraction(least)), simplest(Fraction(most)), ran_out)
        for quantity, (least, most, ran_out) in value["bounds"].items()
    }
    if folder is None:
        return FamilyRow(family, name, bounds, [], value["witnesses"], stored=stored)
    path = folder / f"{slug(name, '-')}.json"
    judged = certify(value["certificate"])
    if judged.statements:
        write_new(path, judged.text)
    else:
        remove(path)  # a certificate of an earlier run, which this table does not use
    certified = proved_quantities(_exact(bounds), judged.statements)
    written = path if judged.statements else None
    return FamilyRow(family, name, bounds, certified, value["witnesses"], written, stored)


def _exact(bounds: Mapping[str, Bounds]) -> dict[str, Rational]:
    return {name: known.value for name, known in bounds.items() if known.value is not None}


def _witnesses(found: Dimensions, star: Star) -> dict[str, str]:
    """Describe the witness of the lower bound of each quantity that has no certificate."""
    table = found.concept_class
    shattered = ", ".join([table.point_names[point] for point in found.shattered])
    spikes = [
        f"{table.concept_name(concept)} at {table.point_names[point]}"
        for point, concept in zip(star.points, star.concepts, strict=True)
    ]
    center = table.concept_name(star.center)
    return {
        "VC": f"shattered: {shattered}" if shattered else "no point is shattered",
        "star": f"unlike {center} at one of these points alone: {'; '.join(spikes)}" if spikes else "no star",
    }
