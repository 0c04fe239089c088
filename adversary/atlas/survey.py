"""Questions about all classes on a few points: the tasks that compute the values, and the answers, also as a file.

Requests and results of a task are plain JSON values: numbers of classes and codes of values are little-endian bytes in
hexadecimal digits, four bytes a class and one byte a value.
"""

import csv
import gzip
import io
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from adversary.files import new_file, remove
from adversary.tasks.engine import run
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED, Task
from adversary.tasks.where import Where
from proofs.atlas.bitsets import Classes, check_points, class_name, classes, how_many, rows, shards, sizes
from proofs.atlas.expressions import Expression, UndefinedError, read_condition, read_number
from proofs.atlas.quantities import MEANINGS, check_quantity, codes, decoded
from proofs.exact.rationals import Rational


def tabulate_shard(request: dict[str, Any]) -> dict[str, Any]:
    """Return the classes of a shard, and quantities of all of them."""
    points, found = request["points"], classes(request["points"], request["shard"])
    values = {name: codes(name, found, points).tobytes().hex() for name in request["quantities"]}
    return {"classes": found.astype("<u4").tobytes().hex(), "values": values}


def shard_tasks(points: int, quantities: Sequence[str]) -> list[Task]:
    """Return the tasks whose answers have all classes on so many points, with these quantities."""
    wanted = sorted(quantities)
    return [
        Task(
            "adversary.atlas.survey:tabulate_shard",
            {"points": points, "shard": shard, "quantities": wanted},
            name="classes",
        )
        for shard in shards(points)
    ]


class _StoredShard(msgspec.Struct):
    classes: str
    values: dict[str, str]


def check_shard(task: Task, value: Any) -> Any:
    """Return a stored shard if it has these classes and one code for each class and quantity; codes are not checked.

    Raises:
        ValueError: it has not.

    """
    found, points = msgspec.convert(value, _StoredShard), task.request["points"]
    numbers = classes_of_text(found.classes)
    if not np.array_equal(numbers, classes(points, task.request["shard"])):
        raise ValueError("these are other classes than those of its shard")
    for name in task.request["quantities"]:
        values = codes_of_text(found.values[name])
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
    """A question about the classes on n points: those where ``where`` holds, where ``extremal`` is largest, or all."""

    points: int
    where: Expression | None
    extremal: Expression | None
    quantities: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Whether the question has no expression, and asks only for the distribution of the values."""
        return self.where is None and self.extremal is None


def ask(points: int, where: str | None, extremal: str | None, quantities: Sequence[str]) -> Question:
    """Read a question from its texts. Its quantities are those in the expressions and those named in addition.

    Raises:
        InputError: there are no such classes or quantities, or an expression is not one.

    """
    check_points(points)
    condition = None if where is None else read_condition(where, MEANINGS)
    number = None if extremal is None else read_number(extremal, MEANINGS)
    for name in quantities:
        check_quantity(name)
    named = [name for expression in (condition, number) if expression for name in expression.names]
    wanted = [*named, *quantities]
    if not wanted and condition is None and number is None:
        wanted = [*COUNTED_BY_DEFAULT]
    return Question(points, condition, number, tuple(dict.fromkeys(wanted)))


@dataclass
class ValueTable:
    """The classes on n points, in the order of their numbers, with codes of their quantities.

    ``failures`` say which tasks have failed; ``total`` is how many classes there are, whether or not all are here, and
    ``stored`` says of which the quantities were found in a store, and not checked.
    """

    points: int
    total: int
    numbers: Classes
    codes: dict[str, NDArray[np.uint8]]
    failures: list[str]
    stored: NDArray[np.bool_]

    def value(self, name: str, place: int) -> Rational:
        """Return a quantity of the class at an index."""
        return decoded(name, int(self.codes[name][place]), self.points)


def tabulate(question: Question, where: Where, store: Store, progress: _Progress) -> ValueTable:
    """Compute the quantities of a question for all classes. Raises InputError if the engine cannot be used."""
    done = run(shard_tasks(question.points, question.quantities), where, store, progress, check=check_shard)
    failures = [outcome.failure for outcome in done if outcome.failure is not None]
    parts = [(outcome.value, outcome.stored) for outcome in done if outcome.failure is None]
    numbers, total = classes_of_text("".join([part["classes"] for part, _ in parts])), how_many(question.points)
    columns = {
        name: codes_of_text("".join([part["values"][name] for part, _ in parts])) for name in question.quantities
    }
    stored = [are_stored for part, are_stored in parts for _ in classes_of_text(part["classes"])]
    if not failures and len(numbers) != total:
        raise AssertionError(f"{len(numbers)} classes were enumerated, but there are {total}")
    return ValueTable(question.points, total, numbers, columns, failures, np.array(stored, dtype=bool))


@dataclass
class AtlasAnswer:
    """The answer to a question.

    ``chosen`` are the places in the table of all classes that match, or where the expression has its largest ``value``:
    the fewest concepts first, and of these the smallest numbers. ``compared`` is how many match, or have a value of the
    expression. Classes for which an expression divides by zero, and those that are not in the table, are in neither,
    and counted apart: ``undefined`` and ``unknown``. ``holding`` is of how many ``where`` holds, whether or not they
    may be compared. ``distribution`` has the values of the quantities with the number of classes that have these, if no
    expression was given.
    """

    question: Question
    table: ValueTable
    chosen: NDArray[np.int64]
    compared: int
    undefined: int
    unknown: int
    holding: int
    value: Rational | None
    distribution: list[tuple[dict[str, Rational], int]]

    def values(self, place: int) -> dict[str, Rational]:
        """Return the quantities of the class at an index of the table."""
        return {name: self.table.value(name, place) for name in self.question.quantities}


def answer_question(question: Question, table: ValueTable) -> AtlasAnswer:
    """Answer a question exactly. Expressions are evaluated once for each distinct row of values."""
    which = np.zeros(len(table.numbers), dtype=np.int64)
    for name in question.quantities:  # sorting numbers takes a tenth of what sorting rows takes
        _, which = np.unique(which << 8 | table.codes[name], return_inverse=True)
    _, first, counts = np.unique(which, return_index=True, return_counts=True)
    rows = [{name: table.value(name, place) for name in question.quantities} for place in first.tolist()]
    judged = [_judged(question, values) for values in rows]
    largest = max([number for _, _, number in judged if number is not None], default=None)
    wanted = [bool(matches) and number == largest for matches, _, number in judged]
    places = np.flatnonzero(np.array(wanted, dtype=bool)[which])
    numbers, how_often = table.numbers[places], list(zip(judged, counts.tolist(), strict=True))
    return AtlasAnswer(
        question,
        table,
        places[np.lexsort((numbers, sizes(numbers)))],
        compared=sum([count for (matches, _, _), count in how_often if matches]),
        undefined=sum([count for (matches, _, _), count in how_often if matches is None]),
        unknown=table.total - len(table.numbers),
        holding=sum([count for (_, holds, _), count in how_often if holds]),
        value=largest,
        distribution=list(zip(rows, counts.tolist(), strict=True)) if question.counts else [],
    )


def _judged(question: Question, values: dict[str, Rational]) -> tuple[bool | None, bool, Rational | None]:
    """Return whether classes with these values match, whether --where holds, and the value of --extremal.

    Whether they match is ``None`` where an expression divides by zero.
    """
    holds = False
    try:
        holds = question.where is None or bool(question.where.value(values))
        number = question.extremal.value(values) if holds and question.extremal is not None else None
    except UndefinedError:
        return None, holds, None
    return holds, holds, number


MAX_PLAIN = 100_000
"""Classes of a table that is not compressed: on five points all of them take 160 MB."""


def write_classes(folder: Path, found: AtlasAnswer, progress: Callable[[int], None]) -> Path:
    """Write one row for each class: its name, exact quantities and concepts; ``progress`` is told how many.

    Return the file, ``classes.csv`` in the folder, or ``classes.csv.gz`` if there are many. It appears when it is
    complete, or not at all, and one of the other name is removed. Where quantities of some classes were stored, and not
    checked, a last column says of which.

    Raises:
        InputError: it cannot be written there.

    """
    points, names = found.table.points, found.question.quantities
    path, other = folder / "classes.csv", folder / "classes.csv.gz"
    if many := len(found.chosen) > MAX_PLAIN:
        path, other = other, path
    texts = [[str(decoded(name, code, points)) for code in range(256)] for name in names]
    columns = [found.table.codes[name][found.chosen].tolist() for name in names]
    some, told = found.table.stored.any(), found.table.stored[found.chosen].tolist()
    with new_file(path) as partial, ExitStack() as stack:
        file: Any = stack.enter_context(partial.open("wb"))
        if many:  # without a name or a time, so that the same answer has the same bytes
            file = stack.enter_context(gzip.GzipFile("", "wb", 6, file, mtime=0))
        text = stack.enter_context(io.TextIOWrapper(file, "utf-8", newline=""))
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["class", *names, "concepts", *([NOT_CHECKED] if some else [])])
        for done, (number, *codes) in enumerate(zip(found.table.numbers[found.chosen].tolist(), *columns, strict=True)):
            values = [text_of[code] for text_of, code in zip(texts, codes, strict=True)]
            stored = [("no", "yes")[told[done]]] if some else []
            writer.writerow([class_name(number, points), *values, " ".join(rows(number, points)), *stored])
            if not done % 10_000:
                progress(done)
    remove(other)
    return path
