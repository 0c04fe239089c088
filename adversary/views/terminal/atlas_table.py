"""The output of `atlas` and `families`: tables for the terminal, JSON and CSV."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from adversary.atlas.certificates import ClassAnswer
from adversary.atlas.families import FamilyRow, FamilyTable
from adversary.atlas.survey import AtlasAnswer
from adversary.tasks.task import NOT_CHECKED
from adversary.views.cells import Column, Renderable, Table, columns, details_table, stack
from proofs.atlas.bitsets import rows
from proofs.atlas.quantities import MEANINGS
from proofs.exact.errors import counted
from proofs.exact.rationals import equals, exact_text, shown_number
from proofs.formats.answers import Known, Number, answer, plain_json
from proofs.settings.finite import Index
from proofs.settings.vectors import RationalText
from proofs.solvers.budget import Bounds

SYMMETRY = "each once up to permuting points and exchanging labels at a point"


@dataclass(frozen=True)
class Shown:
    """The shown classes of an answer: their indices, what each has in JSON, and the written files.

    ``failures`` are of classes that the trusted checker has not found to be as computed; nothing of these is certified.
    """

    places: Sequence[int]
    certified: Sequence[ClassAnswer]
    files: Sequence[str] = ()
    failures: Sequence[str] = ()


class CountAnswer(msgspec.Struct):
    """A combination of values in JSON, with the number of classes that have these values."""

    values: dict[str, Number]
    classes: Index


class AtlasJson(msgspec.Struct):
    """An answer in JSON: counts of classes, and the classes that are shown."""

    points: Index
    classes: Index
    quantities: list[str]
    where: str | None
    extremal: str | None
    holding: Index
    matches: Index
    compared: Index
    undefined: Index
    unknown: Index
    stored_not_checked: Index
    value: int | RationalText | None
    attained: Index | None
    smallest: list[ClassAnswer]
    distribution: list[CountAnswer]
    files: list[str]
    failures: list[str]


def atlas_json(found: AtlasAnswer, shown: Shown) -> dict[str, Any]:
    """Return an answer as plain JSON values."""
    question, table = found.question, found.table
    return answer(
        AtlasJson,
        found,
        points=table.points,
        classes=table.total,
        quantities=question.quantities,
        where=question.where and question.where.text,
        extremal=question.extremal and question.extremal.text,
        matches=len(found.chosen),
        stored_not_checked=int(table.stored.sum()),
        attained=None if found.value is None else len(found.chosen),
        smallest=shown.certified,
        distribution=[CountAnswer(plain_json(values), count) for values, count in found.distribution],
        files=shown.files,
        failures=[*table.failures, *shown.failures],
    )


def atlas_table(found: AtlasAnswer, shown: Shown) -> Renderable:
    """Return an answer as tables for the terminal."""
    parts: list[Renderable] = [details_table(_headline(found, shown))]
    if found.distribution:
        parts += ["", _distribution(found)]
    if shown.places:
        parts += ["", _smallest(found, shown), "", details_table(_certified(found, shown))]
    if shown.files:
        parts += ["", details_table([("written", path) for path in shown.files])]
    return stack(*parts)


def _headline(found: AtlasAnswer, shown: Shown) -> list[tuple[str, str]]:
    question, table = found.question, found.table
    lines = [("classes", f"{table.total:,} on {counted(table.points, 'point')}, {SYMMETRY}")]
    if question.where is not None:
        least = "at least " if found.unknown else ""
        how_many = f"{least}{found.holding:,}" if found.holding or found.unknown else "none"
        lines.append(("where", f"{question.where.text}: {how_many} of {table.total:,}"))
    if question.extremal is not None:
        lines.append(("largest", f"{question.extremal.text} {_largest(found)}"))
    if found.undefined:
        lines.append(("undefined", f"{found.undefined:,} of {table.total:,}: there the expression divides by 0"))
    if found.unknown:
        lines.append(("unknown", f"{found.unknown:,} of {table.total:,}: these were not computed"))
    if table.stored.any():
        lines.append((NOT_CHECKED, f"the values of {table.stored.sum():,} of {table.total:,} classes"))
    return lines + [("failed", failure) for failure in dict.fromkeys([*table.failures, *shown.failures])]


def _largest(found: AtlasAnswer) -> str:
    if found.value is None:
        return "has no value in any class that was looked at"
    known = " among the known" if found.unknown else ""
    return f"{equals(exact_text(found.value))}{known}, in {len(found.chosen):,} of {found.compared:,}"


def _distribution(found: AtlasAnswer) -> Table:
    names = found.question.quantities
    rows = [(*[exact_text(values[name]) for name in names], f"{count:,}") for values, count in found.distribution]
    return Table([Column(name, right=True) for name in (*names, "classes")], rows)


def _smallest(found: AtlasAnswer, shown: Shown) -> Table:
    names = [name for name in found.question.quantities if name != "size"]
    of = f" of {len(found.chosen):,}" if len(shown.places) < len(found.chosen) else ""
    title = f"the smallest {len(shown.places):,}{of}"
    lines = []
    for place in shown.places:
        concepts, values = rows(int(found.table.numbers[place]), found.table.points), found.values(place)
        lines.append((" ".join(concepts), f"{len(concepts):,}", *[exact_text(values[name]) for name in names]))
    numbers = [Column(name, right=True) for name in ("size", *names)]
    return Table((Column("concepts", fold=True), *numbers), lines, title)


def _certified(found: AtlasAnswer, shown: Shown) -> list[tuple[str, str]]:
    """Return, in words, what the checker has proved about every shown class."""
    first, *others = [one.certified for one in shown.certified]
    proved = [name for name in first if all(name in quantities for quantities in others)]
    without = list(dict.fromkeys([name for one in shown.certified for name in one.without_certificate]))
    lines = [("certified", f"{', '.join(proved)} of each of these, by the trusted checker")] if proved else []
    lines += [("not certified", f"{', '.join(without)}: no certificate has these quantities")] if without else []
    if found.unknown:
        more = "whether another class matches, or has a larger value"
        return [*lines, ("unknown", f"{more}: {found.unknown:,} were not computed")]
    rest = "that no class has a larger value" if found.question.extremal else "that no other class matches"
    if found.holding == found.table.total and not found.question.extremal:
        rest = "that every class matches"
    elif found.question.extremal and found.question.where:
        rest = "which classes match, and that none of them has a larger value"
    return [*lines, ("not certified", f"{rest}: this was only computed")]


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
    """Return the table for the terminal, with a legend, and what is unknown or certified."""
    rows = [(row.name, *[_shown(row.bounds[name]) for name in _TITLES]) for row in found.rows]
    table = Table((Column("class", no_wrap=True), *[Column(title, right=True) for title in _TITLES.values()]), rows)
    meanings = [(title, MEANINGS[name]) for name, title in _TITLES.items()]
    return stack(table, "", details_table(meanings), "", details_table(_notes(found, files)))


class FamilyAnswer(msgspec.Struct, rename={"name": "class", "bounds": "values"}):
    """A class of a family in JSON."""

    family: str
    name: str
    bounds: dict[str, Known]
    ran_out: dict[str, str]
    certified: list[str]
    without_certificate: list[str]
    stored_not_checked: list[str]
    certificate: str | None


class FamiliesAnswer(msgspec.Struct):
    """The table of families in JSON."""

    families: list[FamilyAnswer]
    states: Index
    unknown: Index
    files: list[str]
    failures: list[str]


def families_json(found: FamilyTable, files: Sequence[str] = ()) -> dict[str, Any]:
    """Return the table as plain JSON values; what is not known exactly has ``at_least`` and ``at_most``."""
    families = []
    for row in found.rows:
        ran_out = {name: bounds.ran_out for name, bounds in row.bounds.items() if bounds.value is None}
        file = None if row.certificate is None else str(row.certificate)
        families.append(answer(FamilyAnswer, row, ran_out=ran_out, certificate=file))
    return answer(FamiliesAnswer, found, families=families, files=files)


def families_csv(found: FamilyTable) -> Table:
    """Return a table with one row for each class; a value that is not known exactly is ``between a and b``."""
    rows = []
    for row in found.rows:
        values = [row.bounds[name].text(str) for name in MEANINGS]
        file = "" if row.certificate is None else row.certificate.name
        rows.append((row.family, row.name, *values, " ".join(row.certified), file, " ".join(row.stored_not_checked)))
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
    certified = "nothing: -o DIR writes certificates, and the trusted checker judges them"
    if many := sum(row.certificate is not None for row in found.rows):
        judged = f"{counted(many, 'certificate')}, each accepted by the trusted checker"
        certified = "; ".join([judged, *_missing(found.rows)])
    elif files:
        certified = "nothing: the budget did not suffice for any certificate"
    notes.append(("certified", certified))
    notes += [
        (NOT_CHECKED, f"{row.name}: {', '.join([_TITLES[name] for name in row.stored_not_checked])}")
        for row in found.rows
        if row.stored_not_checked
    ]
    return [*notes, *[("written", path) for path in files], *[("failed", failure) for failure in found.failures]]


def _missing(rows: Sequence[FamilyRow]) -> list[str]:
    """Return, in words, which known values have no certificate."""
    bare = [row.name for row in rows if row.certificate is None]
    rows = [row for row in rows if row.certificate is not None]
    of = {name: [row.name for row in rows if name in row.without_certificate] for name in _TITLES}
    never = [name for name, names in of.items() if len(names) == len(rows)]
    some = [f"{_TITLES[name]} of {', '.join(names)}" for name, names in of.items() if names and name not in never]
    lacking = [_TITLES[name] for name in never] + some
    return [f"{what} {', '.join(names)}" for what, names in (("not", lacking), ("nothing of", bare)) if names]
