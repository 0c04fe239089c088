"""Questions about all classes on a few points: the tasks that compute the values, and the answers, also as a file.

Requests and results of a task are plain JSON values: numbers of classes and codes of values are little-endian bytes in
hexadecimal digits, four bytes a class and one byte a value.
"""

import csv
import gzip
import io
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from adversary.files import new_file, remove, write_new
from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED, Task, TaskOutcome, Where
from proofs.atlas.bitsets import (
    HOW_MANY,
    Classes,
    check_points,
    class_name,
    classes,
    concept_class,
    rows,
    shards,
    sizes,
)
from proofs.atlas.quantities import NAMES, codes, decoded
from proofs.exact.errors import InputError
from proofs.exact.mistake_bounds import Expression, Undecided, Undefined, read_number, read_relation
from proofs.exact.rationals import Rational
from proofs.formats.answers import Number, plain_json
from proofs.solvers.budget import Budget
from proofs.solvers.certificates import RefusedError
from proofs.solvers.dimensions import CERTIFIABLE, COUNTED, QUANTITY, dimensions, keys_of


def tabulate_shard(request: dict[str, Any]) -> dict[str, Any]:
    """Return the classes of a shard, and quantities of all of them."""
    points, numbers = request["points"], classes(request["points"], request["shard"])
    values = {name: codes(name, numbers, points).tobytes().hex() for name in request["quantities"]}
    return {"classes": numbers.astype("<u4").tobytes().hex(), "values": values}


def check_shard(task: Task, value: Any) -> Any:
    """Return a stored shard if it has these classes and one code for each class and quantity; codes are not checked.

    Raises ValueError, LookupError or TypeError if it has not.
    """
    numbers = classes_of_text(value["classes"])
    if not np.array_equal(numbers, classes(task.request["points"], task.request["shard"])):
        raise ValueError("these are other classes than those of its shard")
    for name in task.request["quantities"]:
        values = codes_of_text(value["values"][name])
        if len(values) != len(numbers):
            raise ValueError(f"{name} has {len(values)} values for {len(numbers)} classes")
    return value


def classes_of_text(text: str) -> Classes:
    """Read numbers of classes."""
    return np.frombuffer(bytes.fromhex(text), dtype="<u4").astype(np.uint32)


def codes_of_text(text: str) -> NDArray[np.uint8]:
    """Read codes of values."""
    return np.frombuffer(bytes.fromhex(text), dtype=np.uint8)


COUNTED_BY_DEFAULT = ("L", "VC")
"""Whose values are counted if nothing is said."""

_Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Question:
    """A question about the classes on n points: those where ``where`` holds, where ``largest`` is largest, or all."""

    points: int
    where: Expression | None
    largest: Expression | None
    quantities: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Whether the question has no expression, and asks only for the distribution of the values."""
        return self.where is None and self.largest is None


def ask(points: int, where: str | None, largest: str | None, only: Sequence[str]) -> Question:
    """Read a question from its texts. Its quantities are those in the expressions and those named in addition.

    Raises:
        InputError: there are no such classes or quantities, or an expression is not one.

    """
    check_points(points)
    relation = None if where is None else read_relation(where, NAMES)
    number = None if largest is None else read_number(largest, NAMES)
    expressions = [expression for expression in (relation, number) if expression is not None]
    quantities = [name for e in expressions for name in re.findall(r"\w+", e.text) if name in e.names]  # in their order
    for name in only:
        named = [QUANTITY[key].short or key for key in keys_of([name])]
        if not {*named} & {*NAMES}:
            raise InputError(f"the atlas does not have {name}; it has {', '.join(NAMES)}")
        quantities += [name for name in named if name in NAMES]
    if not quantities and relation is None and number is None:
        quantities = [*COUNTED_BY_DEFAULT]
    return Question(points, relation, number, tuple(dict.fromkeys(quantities)))


def shard_tasks(question: Question) -> list[Task]:
    """Return the tasks whose answers have all classes of a question, with its quantities."""
    request = {"points": question.points, "quantities": sorted(question.quantities)}
    return [
        Task("adversary.survey:tabulate_shard", request | {"shard": shard}, name="classes")
        for shard in shards(question.points)
    ]


def tabulate(question: Question, where: Where, store: Store, progress: _Progress) -> list[TaskOutcome]:
    """Compute the quantities of a question for all classes. Raises InputError if the engine cannot be used."""
    return run(shard_tasks(question), where, store, progress, check=check_shard)


@dataclass
class AtlasAnswer:
    """The answer to a question, with the classes on its points, in the order of their numbers.

    ``codes`` are of their quantities, ``failures`` say which tasks have failed; ``total`` is how many classes there
    are, whether or not all are here, and ``stored`` says of which the quantities were found in a store, and not
    checked.

    ``chosen`` are the places of the classes that match, or where the expression has its largest ``value``: the fewest
    concepts first, and of these the smallest numbers. ``compared`` is how many match, or have a value of the
    expression. Classes for which an expression divides by zero, and those that are not here, are in neither, and
    counted apart: ``undefined`` and ``unknown``. ``holding`` is of how many ``where`` holds, whether or not they may be
    compared. ``distribution`` has the values of the quantities with the number of classes that have these, if no
    expression was given.

    ``certified`` are the first of the chosen classes, which are shown, and ``files`` those that were written.
    """

    question: Question
    total: int
    numbers: Classes
    codes: dict[str, NDArray[np.uint8]]
    stored: NDArray[np.bool_]
    failures: list[str]
    chosen: NDArray[np.int64]
    compared: int
    undefined: int
    unknown: int
    holding: int
    value: Rational | None
    distribution: list[tuple[dict[str, Rational], int]]
    certified: list["ClassAnswer"] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def values(self, place: int) -> dict[str, Rational]:
        """Return the quantities of the class at an index."""
        return _values(self.question, self.codes, place)


def _values(question: Question, columns: dict[str, NDArray[np.uint8]], place: int) -> dict[str, Rational]:
    return {name: decoded(name, int(columns[name][place]), question.points) for name in question.quantities}


def answer_question(question: Question, outcomes: Sequence[TaskOutcome]) -> AtlasAnswer:
    """Answer a question exactly. Expressions are evaluated once for each distinct row of values."""
    failures = [outcome.failure for outcome in outcomes if outcome.failure is not None]
    parts = [(outcome.value, outcome.stored) for outcome in outcomes if outcome.failure is None]
    numbers, total = classes_of_text("".join([part["classes"] for part, _ in parts])), HOW_MANY[question.points]
    columns = {
        name: codes_of_text("".join([part["values"][name] for part, _ in parts])) for name in question.quantities
    }
    stored = [are_stored for part, are_stored in parts for _ in classes_of_text(part["classes"])]
    if not failures and len(numbers) != total:
        raise AssertionError(f"{len(numbers)} classes were enumerated, but there are {total}")
    which = np.zeros(len(numbers), dtype=np.int64)
    for name in question.quantities:  # sorting numbers takes a tenth of what sorting rows takes
        _, which = np.unique(which << 8 | columns[name], return_inverse=True)
    _, first, counts = np.unique(which, return_index=True, return_counts=True)
    rows = [_values(question, columns, place) for place in first.tolist()]
    judged = [_judged(question, values) for values in rows]
    largest = max([number for _, _, number in judged if number is not None], default=None)
    wanted = [bool(matches) and number == largest for matches, _, number in judged]
    places = np.flatnonzero(np.array(wanted, dtype=bool)[which])
    how_often = list(zip(judged, counts.tolist(), strict=True))
    return AtlasAnswer(
        question,
        total,
        numbers,
        columns,
        np.array(stored, dtype=bool),
        failures,
        places[np.lexsort((numbers[places], sizes(numbers[places])))],
        compared=sum([count for (matches, _, _), count in how_often if matches]),
        undefined=sum([count for (matches, _, _), count in how_often if matches is None]),
        unknown=total - len(numbers),
        holding=sum([count for (_, holds, _), count in how_often if holds]),
        value=largest,
        distribution=list(zip(rows, counts.tolist(), strict=True)) if question.counts else [],
    )


def _judged(question: Question, values: dict[str, Rational]) -> tuple[bool | None, bool, Rational | None]:
    """Return whether classes with these values match, whether --where holds, and the value of --largest.

    Whether they match is ``None`` where an expression is not defined.
    """
    holds = False
    try:
        holds = question.where is None or question.where.holds(values)
        number = question.largest.value(values) if holds and question.largest is not None else None
    except Undefined:
        return None, holds, None
    except Undecided as error:
        raise InputError(str(error)) from None
    return holds, holds, number


class ClassAnswer(msgspec.Struct, rename={"class_name": "class"}):
    """A class in JSON: its values, those that the trusted checker has found proved, and those without certificates."""

    class_name: str
    concepts: list[str]
    values: dict[str, Number]
    certified: list[str]
    without_certificate: list[str]
    certificate: str | None


def certify(number: int, points: int, values: dict[str, Rational], output: Path | None = None) -> ClassAnswer:
    """Certify the values of a class, as far as there are certificates of such; with ``output``, in this file.

    Raises:
        InputError: the file cannot be written.
        RefusedError: the solvers of one class find another value, or the checker does not find all of them proved;
            then nothing is written.

    """
    names = [name for name in values if name not in COUNTED]
    solved = dimensions(concept_class(number, points), names)
    if wrong := [name for name in names if solved.short_values([name])[name] != values[name]]:
        raise RefusedError(f"the solvers find another value of {', '.join(wrong)}")
    certified = solved.certify(every=True)
    proved = solved.proved
    if missing := [name for name in names if name not in proved and name in CERTIFIABLE]:
        raise RefusedError(f"the trusted checker does not find {', '.join(missing)} proved")
    if output is not None and proved:
        write_new(output, certified.text)
    bare, file = [name for name in names if name not in proved], str(output) if output and proved else None
    return ClassAnswer(class_name(number, points), rows(number, points), plain_json(values), proved, bare, file)


class RelationAnswer(msgspec.Struct):
    """The answer about a claimed relation in JSON: how many classes were looked at, on how many points at most.

    On others it is ``undefined``, as where it divides by 0: there it is neither true nor false.
    """

    relation: str
    verdict: Literal["refuted", "not refuted", "unknown"]
    points: int
    classes: int
    undefined: int
    counterexample: ClassAnswer | None


def attack_relation(text: str, points: int, seconds: float, output: Path | None = None) -> RelationAnswer:
    """Look for a class on at most so many points for which a relation does not hold: one with the fewest points.

    Of these it has the fewest concepts, among the classes that were looked at if the time runs out. Its values are
    certified; with ``output``, in this file. Where the relation is not defined, it is not refuted.

    Raises:
        InputError: there is no such relation, or are no such classes, or it is defined on none of them; or the file
            cannot be written.

    """
    relation, budget, looked, undefined = read_relation(text, NAMES), Budget(seconds=seconds), 0, 0
    check_points(points)
    for width in range(1, points + 1):
        question = ask(width, f"not ({relation.text})", None, ())
        outcomes = [
            TaskOutcome(tabulate_shard(task.request)) if budget.left else TaskOutcome(None, "the time ran out")
            for task in shard_tasks(question)
        ]
        answer = answer_question(question, outcomes)
        looked += len(answer.numbers) - answer.undefined
        undefined += answer.undefined
        for place in answer.chosen[:1].tolist():
            counterexample = certify(int(answer.numbers[place]), width, answer.values(place), output)
            return RelationAnswer(relation.text, "refuted", width, looked, undefined, counterexample)
        if answer.unknown:
            return RelationAnswer(relation.text, "unknown", width, looked, undefined, None)
    if not looked:
        classes = f"any of the {undefined:,} classes on at most {points} points"
        raise InputError(f"{relation.text} is not defined on {classes}")
    return RelationAnswer(relation.text, "not refuted", points, looked, undefined, None)


MAX_PLAIN = 100_000
"""Classes of a table that is not compressed: on five points all of them take 160 MB."""


def write_classes(folder: Path, answer: AtlasAnswer, progress: Callable[[int], None]) -> Path:
    """Write one row for each class: its name, exact quantities and concepts; ``progress`` is told how many.

    Return the file, ``classes.csv`` in the folder, or ``classes.csv.gz`` if there are many. It appears when it is
    complete, or not at all, and one of the other name is removed. Where quantities of some classes were stored, and not
    checked, a last column says of which.

    Raises:
        InputError: it cannot be written there.

    """
    points, names = answer.question.points, answer.question.quantities
    path, other = folder / "classes.csv", folder / "classes.csv.gz"
    if many := len(answer.chosen) > MAX_PLAIN:
        path, other = other, path
    texts = [[str(decoded(name, code, points)) for code in range(256)] for name in names]
    columns = [answer.codes[name][answer.chosen].tolist() for name in names]
    some, stored = answer.stored.any(), answer.stored[answer.chosen].tolist()
    with new_file(path) as partial, ExitStack() as stack:
        file: Any = stack.enter_context(partial.open("wb"))
        if many:  # without a name or a time, so that the same answer has the same bytes
            file = stack.enter_context(gzip.GzipFile("", "wb", 6, file, mtime=0))
        text = stack.enter_context(io.TextIOWrapper(file, "utf-8", newline=""))
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["class", *names, "concepts", *([NOT_CHECKED] if some else [])])
        for done, (number, *codes) in enumerate(zip(answer.numbers[answer.chosen].tolist(), *columns, strict=True)):
            values = [text_of[code] for text_of, code in zip(texts, codes, strict=True)]
            last = [("no", "yes")[stored[done]]] if some else []
            writer.writerow([class_name(number, points), *values, " ".join(rows(number, points)), *last])
            if not done % 10_000:
                progress(done)
    remove(other)
    return path
