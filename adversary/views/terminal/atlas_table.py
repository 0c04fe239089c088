"""The output of `atlas`, of `dimension` for several classes, and of `attack --relation`: tables, JSON and CSV."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from adversary.atlas.survey import AtlasAnswer, ClassAnswer, RelationAnswer
from adversary.tasks.task import NOT_CHECKED
from adversary.views.cells import Column, Renderable, Table, columns, details_table, stack
from proofs.atlas.bitsets import rows
from proofs.exact.errors import counted
from proofs.exact.rationals import Rational, equals, exact_text, shown_number
from proofs.formats.answers import Number, answer, plain_json
from proofs.settings.finite import Index
from proofs.settings.vectors import RationalText
from proofs.solvers.dimensions import COUNTED, QUANTITY, Dimensions

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
        extremal=question.largest and question.largest.text,
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
    if question.largest is not None:
        lines.append(("largest", f"{question.largest.text} {_largest(found)}"))
    if found.undefined:
        lines.append(("undefined", f"{found.undefined:,} of {table.total:,}: there the expression is not defined"))
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
    first, *others = [entry.certified for entry in shown.certified]
    proved = [name for name in first if all(name in quantities for quantities in others)]
    without = list(dict.fromkeys([name for entry in shown.certified for name in entry.without_certificate]))
    lines = [("certified", f"{', '.join(proved)} of each of these, by the trusted checker")] if proved else []
    lines += [("not certified", f"{', '.join(without)}: no certificate has these quantities")] if without else []
    if found.unknown:
        more = "whether another class matches, or has a larger value"
        return [*lines, ("unknown", f"{more}: {found.unknown:,} were not computed")]
    rest = "that no class has a larger value" if found.question.largest else "that no other class matches"
    if found.holding == found.table.total and not found.question.largest:
        rest = "that every class matches"
    elif found.question.largest and found.question.where:
        rest = "which classes match, and that none of them has a larger value"
    return [*lines, ("not certified", f"{rest}: this was only computed")]


def relation_table(answer: RelationAnswer) -> Renderable:
    """Return the answer about a claimed relation for the terminal."""
    points = counted(answer.points, "point")
    if (found := answer.counterexample) is None:
        word = "not refuted" if answer.verdict == "not refuted" else "unknown, because the time ran out"
        tried = f"it holds for the {answer.classes:,} classes on at most {points} that were examined"
        return details_table([("relation", answer.relation), ("verdict", f"{word}: {tried}")])
    values = ", ".join([f"{name} = {value}" for name, value in found.values.items()])
    lines = [
        ("relation", answer.relation),
        ("verdict", f"refuted by a class of {counted(len(found.concepts), 'concept')} on {points}: {values}"),
        ("concepts", " ".join(found.concepts)),
    ]
    lines += [("certified", f"{', '.join(found.certified)}, by the trusted checker")] if found.certified else []
    bare = [name for name in found.without_certificate if name not in COUNTED]
    lines += [("not certified", f"{', '.join(bare)}: no certificate has these quantities")] if bare else []
    return details_table(lines + ([("written", found.certificate)] if found.certificate else []))


def classes_table(solved: Sequence[Dimensions], notes: Sequence[str], files: Mapping[str, str]) -> Renderable:
    """Return the dimensions of several classes for the terminal, with a legend, and what is unknown or certified."""
    if not solved:
        return details_table([("classes", "none"), *[("note", note) for note in notes]])
    keys = _keys(solved)
    titles = {key: QUANTITY[key].column or _short(key) for key in keys}
    lines = [(found.concept_class.name, *_cells(found, keys, shown_number)) for found in solved]
    table = Table((Column("class", no_wrap=True), *[Column(title, right=True) for title in titles.values()]), lines)
    details = [("unknown", f"{found.concept_class.name}, {line}") for found in solved for line in found.ran_out]
    if many := sum([bool(found.certified and found.certified.statements) for found in solved]):
        proved = [found.proved for found in solved]
        bare = [titles[key] for key in keys if key not in COUNTED and any(_short(key) not in names for names in proved)]
        but = f"; not everywhere: {', '.join(bare)}" if bare else ""
        details.append(("certified", f"{counted(many, 'certificate')}, each accepted by the trusted checker{but}"))
    details += [("note", note) for note in notes] + [("written", path) for path in files.values()]
    legend = details_table([(title, QUANTITY[key].title) for key, title in titles.items()])
    return stack(table, "", legend, *(("", details_table(details)) if details else ()))


def classes_json(solved: Sequence[Dimensions], notes: Sequence[str], files: Mapping[str, str]) -> dict[str, Any]:
    """Return the dimensions of several classes as plain JSON values."""
    return {"classes": [found.to_json() for found in solved], "notes": [*notes], "files": [*files.values()]}


def classes_csv(solved: Sequence[Dimensions]) -> Table:
    """Return a table with one row for each class; a value that is not known exactly is ``between a and b``."""
    keys = _keys(solved)
    rows = [(found.concept_class.name, *_cells(found, keys, str)) for found in solved]
    return Table(columns("class", *[_short(key) for key in keys]), rows)


def _keys(solved: Sequence[Dimensions]) -> list[str]:
    """Return the keys of all quantities that some class has."""
    return [key for key in QUANTITY if any(key in found.counts | found.values for found in solved)]


def _cells(found: Dimensions, keys: Sequence[str], write: Callable[[Rational], str]) -> list[str]:
    values = {key: [bounds] for key, bounds in found.counts.items()} | found.values
    texts = [", ".join([bounds.text(write) for bounds in values.get(key, ())]) for key in keys]
    return texts if write is str else [text.replace("between ", "").replace(" and ", " to ") for text in texts]


def _short(key: str) -> str:
    return QUANTITY[key].short or key
