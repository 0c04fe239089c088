"""The output of `atlas`, of `dimension` for several classes, and of `attack --relation`: tables, JSON and CSV."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from adversary.survey import AtlasAnswer, ClassAnswer, RelationAnswer
from adversary.tasks.task import NOT_CHECKED
from adversary.views.cells import Column, Renderable, Table, columns, details_table, stack
from proofs.atlas.bitsets import rows
from proofs.exact.errors import counted, lies_allowed
from proofs.exact.rationals import Rational, equals, exact_text, shown_number
from proofs.formats.answers import Number, answer, plain_json
from proofs.settings.finite import Index
from proofs.settings.vectors import RationalText
from proofs.solvers.dimensions import COUNTED, QUANTITY, Dimensions

SYMMETRY = "each once up to permuting points and exchanging labels at a point"


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


def atlas_json(result: AtlasAnswer) -> dict[str, Any]:
    """Return an answer as plain JSON values."""
    question = result.question
    return answer(
        AtlasJson,
        result,
        points=question.points,
        classes=result.total,
        quantities=question.quantities,
        where=question.where and question.where.text,
        extremal=question.largest and question.largest.text,
        matches=len(result.chosen),
        stored_not_checked=int(result.stored.sum()),
        attained=None if result.value is None else len(result.chosen),
        smallest=result.certified,
        distribution=[CountAnswer(plain_json(values), count) for values, count in result.distribution],
    )


def atlas_table(result: AtlasAnswer) -> Renderable:
    """Return an answer as tables for the terminal."""
    parts: list[Renderable] = [details_table(_headline(result))]
    if result.distribution:
        parts += ["", _distribution(result)]
    if result.certified:
        parts += ["", _smallest(result), "", details_table(_certified(result))]
    if result.files:
        parts += ["", details_table([("written", path) for path in result.files])]
    return stack(*parts)


def _headline(result: AtlasAnswer) -> list[tuple[str, str]]:
    question, total = result.question, f"{result.total:,}"
    lines = [("classes", f"{total} on {counted(question.points, 'point')}, {SYMMETRY}")]
    if question.where is not None:
        least = "at least " if result.unknown else ""
        how_many = f"{least}{result.holding:,}" if result.holding or result.unknown else "none"
        lines.append(("where", f"{question.where.text}: {how_many} of {total}"))
    if question.largest is not None:
        lines.append(("largest", f"{question.largest.text} {_largest(result)}"))
    if result.undefined:
        lines.append(("undefined", f"{result.undefined:,} of {total}: there the expression is not defined"))
    if result.unknown:
        lines.append(("unknown", f"{result.unknown:,} of {total}: these were not computed"))
    if result.stored.any():
        lines.append((NOT_CHECKED, f"the values of {result.stored.sum():,} of {total} classes"))
    return lines + [("failed", failure) for failure in dict.fromkeys(result.failures)]


def _largest(result: AtlasAnswer) -> str:
    if result.value is None:
        return "has no value in any class that was looked at"
    among = " among the known" if result.unknown else ""
    return f"{equals(exact_text(result.value))}{among}, in {len(result.chosen):,} of {result.compared:,}"


def _distribution(result: AtlasAnswer) -> Table:
    names = result.question.quantities
    rows = [(*[exact_text(values[name]) for name in names], f"{count:,}") for values, count in result.distribution]
    return Table([Column(name, right=True) for name in (*names, "classes")], rows)


def _smallest(result: AtlasAnswer) -> Table:
    names, shown = [name for name in result.question.quantities if name != "size"], len(result.certified)
    of = f" of {len(result.chosen):,}" if shown < len(result.chosen) else ""
    title = f"the smallest {shown:,}{of}" if shown > 1 else f"the smallest{of}"
    lines = []
    for place in result.chosen[:shown].tolist():
        concepts, values = rows(int(result.numbers[place]), result.question.points), result.values(place)
        lines.append((" ".join(concepts), f"{len(concepts):,}", *[exact_text(values[name]) for name in names]))
    numbers = [Column(name, right=True) for name in ("size", *names)]
    return Table((Column("concepts"), *numbers), lines, title)


def _certified(result: AtlasAnswer) -> list[tuple[str, str]]:
    """Return, in words, what the checker has proved about every shown class."""
    first, *others = [entry.certified for entry in result.certified]
    proved = [name for name in first if all(name in quantities for quantities in others)]
    without = list(dict.fromkeys([name for entry in result.certified for name in entry.without_certificate]))
    lines = [("certified", f"{', '.join(proved)} of each of these, by the trusted checker")] if proved else []
    lines += [("not certified", f"{', '.join(without)}: no certificate has these quantities")] if without else []
    if result.unknown:
        more = "whether another class matches, or has a larger value"
        return [*lines, ("unknown", f"{more}: {result.unknown:,} were not computed")]
    rest = "that no class has a larger value" if result.question.largest else "that no other class matches"
    if result.holding == result.total and not result.question.largest:
        rest = "that every class matches"
    elif result.question.largest and result.question.where:
        rest = "which classes match, and that none of them has a larger value"
    return [*lines, ("not certified", f"{rest}: this was only computed")]


def relation_table(answer: RelationAnswer) -> Renderable:
    """Return the answer about a claimed relation for the terminal."""
    points = counted(answer.points, "point")
    if (example := answer.counterexample) is None:
        word = "not refuted" if answer.verdict == "not refuted" else "unknown, because the time ran out"
        tried = f"it holds for the {answer.classes:,} classes on at most {points} that were examined"
        but = [("undefined", f"on {counted(answer.undefined, 'more class', 'es')}")] if answer.undefined else []
        return details_table([("verdict", f"{word}: {tried}"), ("relation", answer.relation), *but])
    values = ", ".join([f"{name} = {value}" for name, value in example.values.items()])
    lines = [
        ("verdict", f"REFUTED by a class of {counted(len(example.concepts), 'concept')} on {points}: {values}"),
        ("relation", answer.relation),
        ("concepts", " ".join(example.concepts)),
    ]
    lines += [("certified", f"{', '.join(example.certified)}, by the trusted checker")] if example.certified else []
    bare = [name for name in example.without_certificate if name not in COUNTED]
    lines += [("not certified", f"{', '.join(bare)}: no certificate has these quantities")] if bare else []
    return details_table(lines + ([("written", example.certificate)] if example.certificate else []))


def classes_table(solved: Sequence[Dimensions], notes: Sequence[str], files: Mapping[str, str]) -> Renderable:
    """Return the dimensions of several classes for the terminal, with a legend, and what is unknown or certified."""
    if not solved:
        return details_table([("classes", "none"), *[("note", note) for note in notes]])
    keys = _keys(solved)
    titles = {key: QUANTITY[key].column or _short(key) for key in keys}
    lines = [(dimensions.concept_class.name, *_cells(dimensions, keys, shown_number)) for dimensions in solved]
    table = Table((Column("class"), *[Column(title, right=True) for title in titles.values()]), lines)
    details = [
        ("unknown", f"{dimensions.concept_class.name}, {line}") for dimensions in solved for line in dimensions.ran_out
    ]
    if many := sum([bool(dimensions.certified and dimensions.certified.statements) for dimensions in solved]):
        proved = [dimensions.proved for dimensions in solved]
        bare = [titles[key] for key in keys if key not in COUNTED and any(_short(key) not in names for names in proved)]
        but = f"; not everywhere: {', '.join(bare)}" if bare else ""
        details.append(("certified", f"{counted(many, 'certificate')}, each accepted by the trusted checker{but}"))
    lies = [lies_allowed(solved[0].lies)] if solved[0].lies else []
    left_out = [
        f"{dimensions.concept_class.name}: {dimensions.left_out}" for dimensions in solved if dimensions.left_out
    ]
    details += [("note", note) for note in (*lies, *left_out, *notes)]
    details += [("written", path) for path in files.values()]
    legend = details_table([(title, QUANTITY[key].title) for key, title in titles.items()])
    return stack(table, "", legend, *(("", details_table(details)) if details else ()))


def classes_json(solved: Sequence[Dimensions], notes: Sequence[str], files: Mapping[str, str]) -> dict[str, Any]:
    """Return the dimensions of several classes as plain JSON values."""
    return {"classes": [dimensions.to_json() for dimensions in solved], "notes": [*notes], "files": [*files.values()]}


def classes_csv(solved: Sequence[Dimensions]) -> Table:
    """Return a table with one row for each class; a value that is not known exactly is ``between a and b``."""
    keys = _keys(solved)
    rows = [(dimensions.concept_class.name, *_cells(dimensions, keys, str)) for dimensions in solved]
    return Table(columns("class", *[_short(key) for key in keys]), rows)


def _keys(solved: Sequence[Dimensions]) -> list[str]:
    """Return the keys of all quantities that some class has."""
    return [key for key in QUANTITY if any(key in dimensions.counts | dimensions.values for dimensions in solved)]


def _cells(dimensions: Dimensions, keys: Sequence[str], write: Callable[[Rational], str]) -> list[str]:
    values = {key: [bounds] for key, bounds in dimensions.counts.items()} | dimensions.values
    texts = [", ".join([bounds.text(write) for bounds in values.get(key, ())]) for key in keys]
    return texts if write is str else [text.replace("between ", "").replace(" and ", " to ") for text in texts]


def _short(key: str) -> str:
    return QUANTITY[key].short or key
