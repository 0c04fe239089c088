"""The table of families for the terminal, as JSON and as CSV."""

from collections.abc import Sequence
from typing import Any

from adversary.atlas.families import FamilyRow, FamilyTable
from adversary.tasks.task import NOT_CHECKED
from adversary.views.cells import Column, Renderable, Table, columns, details_table, stack
from proofs.atlas.quantities import MEANINGS
from proofs.exact.errors import counted
from proofs.exact.rationals import shown_number
from proofs.formats.answers import plain_json
from proofs.solvers.budget import Bounds

_TITLES = {
    "size": "size",
    "points": "points",
    "L": "L",
    "VC": "VC",
    "RL": "RL",
    "halving_adversarial": "H worst",
    "halving_optimal": "H best",
    "announced": "order",
    "best_order": "best",
    "self_directed": "self",
    "lies_1": "lie",
    "star": "star",
}
"""What the columns of the terminal's table are called."""


def families_table(found: FamilyTable, files: Sequence[str] = ()) -> Renderable:
    """Return the table for the terminal, with what its columns are, and what is unknown or certified."""
    rows = [(row.name, *[_shown(row.bounds[name]) for name in _TITLES]) for row in found.rows]
    table = Table((Column("class", no_wrap=True), *[Column(title, right=True) for title in _TITLES.values()]), rows)
    parts: list[Renderable] = [table, "", details_table([(_TITLES[name], MEANINGS[name]) for name in _TITLES])]
    return stack(*parts, "", details_table(_notes(found, files)))


def families_json(found: FamilyTable, files: Sequence[str] = ()) -> dict[str, Any]:
    """Return the table as plain JSON values; what is not known exactly has ``at_least`` and ``at_most``."""
    families = [
        {
            "family": row.family,
            "class": row.name,
            "values": plain_json(row.bounds),
            "ran_out": {name: bounds.ran_out for name, bounds in row.bounds.items() if bounds.value is None},
            "certified": row.certified,
            "without_certificate": row.without,
            "stored_not_checked": row.unchecked,
            "certificate": None if row.certificate is None else str(row.certificate),
        }
        for row in found.rows
    ]
    rest = {"states": found.states, "unknown": found.unknown, "files": list(files), "failures": found.failures}
    return {"families": families} | rest


def families_csv(found: FamilyTable) -> Table:
    """Return a line a class: exact numbers as they are, or ``between a and b``."""
    rows = []
    for row in found.rows:
        values = [row.bounds[name].text(str) for name in MEANINGS]
        file = "" if row.certificate is None else row.certificate.name
        rows.append((row.family, row.name, *values, " ".join(row.certified), file, " ".join(row.unchecked)))
    return Table(columns("family", "class", *MEANINGS, "certified", "certificate", NOT_CHECKED), rows)


def _shown(bounds: Bounds) -> str:
    """Return a number, or both of its bounds, in few characters."""
    return bounds.text(shown_number).removeprefix("between ").replace(" and ", " to ")


def _notes(found: FamilyTable, files: Sequence[str]) -> list[tuple[str, str]]:
    notes = [
        ("unknown", f"{row.name}, {_TITLES[name]}: {bounds}, as {bounds.ran_out} did not suffice")
        for row in found.rows
        for name, bounds in row.bounds.items()
        if bounds.value is None
    ]
    certified = [row for row in found.rows if row.certificate is not None]
    if certified:
        how_many = counted(len(certified), "certificate")
        judged = f"{how_many}, each accepted by the trusted checker"
        notes.append(("certified", "; ".join([judged, *_missing(found.rows)])))
    elif files:
        notes.append(("certified", "nothing: the budget did not suffice for any certificate"))
    else:
        notes.append(("certified", "nothing: -o DIR writes certificates, and the trusted checker judges them"))
    notes += [
        (NOT_CHECKED, f"{row.name}: {', '.join([_TITLES[name] for name in row.unchecked])}")
        for row in found.rows
        if row.unchecked
    ]
    return [*notes, *[("written", path) for path in files], *[("failed", failure) for failure in found.failures]]


def _missing(rows: Sequence[FamilyRow]) -> list[str]:
    """Say which known values have no certificate: some of no class, others of some, and of some classes none."""
    bare = [row.name for row in rows if row.certificate is None]
    rows = [row for row in rows if row.certificate is not None]
    of = {name: [row.name for row in rows if name in row.without] for name in _TITLES}
    never = [name for name, names in of.items() if len(names) == len(rows)]
    some = [f"{_TITLES[name]} of {', '.join(names)}" for name, names in of.items() if names and name not in never]
    lacking = [_TITLES[name] for name in never] + some
    return [f"{what} {', '.join(names)}" for what, names in (("not", lacking), ("nothing of", bare)) if names]
