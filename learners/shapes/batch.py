"""Batch programs as online learners: what is shown is data, and a point that returns is answered by training on it.

Of a point that it has not been shown, such a learner says +1. If it is asked about a point of its data, the program is
trained on all of the data, from the beginning, with as many passes as Novikoff's theorem needs (Shalev-Shwartz and
Ben-David, Theorem 9.1): a pass without an update is consistent, and after B = R²/γ² updates none can follow. So a right
program never contradicts its data, whatever its order and its rate.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from inspect import Parameter
from math import isqrt
from operator import eq
from types import FrameType, ModuleType
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from learners.protocol import Fault, Label, as_label, opposite, plain_answer
from learners.shapes.limits import TooLongError, within
from learners.shapes.programs import NO_LIMIT, Name, Program, Trained, Weights, program_of
from learners.shapes.reading import ADAPTER_FILE, LEARNER_FILE, Reading, parts_of
from learners.shapes.recipe import Recipe
from proofs.exact.errors import InputError, counted, one_line

LABEL_SETS = (-1, 1), (0, 1)

MOST_PASSES = 2_000
"""That a program is asked to make: simpler points may need more."""

TRIAL_SECONDS, FIRST_SECONDS = 0.5, 4.0
"""Of computing, for each way in which a program may be called; and for the first, which may import packages."""

_TRIED_PASSES = 20
"""On the data on which it is found out how a program is called."""

_MEASURED, MORE_OFTEN = (20, 60), 2
"""Passes that are asked for when they are measured; and how often a line is run with the more of these, at least."""

_OF_PASSES = re.compile(r"passes = .+|[\d,]+ pass(es)?|as many passes as it makes")


class Form(NamedTuple):
    """How a program is called: points in columns or rows, in lists or arrays, asked about all at once or one by one.

    ``column`` says that labels are a column, ``pairs`` that each point stands beside its label, where both are in one
    argument, and not before it in a row; ``padded`` that it is asked about rows with a place for the label; and
    ``offset`` where the offset stands, if it is among its weights. ``returns`` names the weights, if it returns them.
    """

    columns: bool = False
    lists: bool = False
    column: bool = False
    pairs: bool = False
    padded: bool = False
    table: bool = False
    labels: tuple[int, int] = LABEL_SETS[0]
    offset: Literal["", "first", "last"] = ""
    returns: str = ""

    @property
    def text(self) -> str:
        """The form in words."""
        parts = ["columns" if self.columns else "rows"]
        parts += ["lists"] * self.lists + ["labels as a column"] * self.column
        return ", ".join([*parts, *([f"the offset {self.offset} in w"] if self.offset else [])])

    def trained(self, program: Program, points: Any, labels: Iterable[Label], passes: int) -> Trained:
        """Train a program on points, rows of a table, and their labels."""
        _seed()
        x: Any = points.T.copy() if self.columns else points.copy()
        y: Any = np.array([self.labels[label > 0] for label in labels])
        if program.alone:
            x = [*zip(points.copy(), y, strict=True)] if self.pairs else np.column_stack([points, y])
            return program.train(x.tolist() if self.lists and not self.pairs else x, None, passes)
        y = y[None, :] if self.columns else y[:, None] if self.column else y
        return program.train(x.tolist(), y.tolist(), passes) if self.lists else program.train(x, y, passes)

    def answers(self, trained: Trained, points: Any) -> list[Any]:
        """Return the answers for points, rows of a table, as the program gives them."""
        if self.padded and not isinstance(trained, Weights):
            points = np.column_stack([points, np.zeros(len(points))])
        if isinstance(trained, Weights):
            positive = trained.scores(points, offset_first=self.offset == "first") >= 0
            return [self.labels[bool(sign)] for sign in positive]
        if self.table:
            answers = np.asarray(trained(self._shown(points))).ravel()
            if answers.size != len(points):
                raise ValueError(f"{answers.size} answers for {len(points)} points")
            return [*answers]
        return [_single(trained(self._shown(points[number : number + 1], alone=True))) for number in range(len(points))]

    def recipe(self, program: Program, *, whole: bool) -> Recipe | None:
        """Return how a program is called in this form, as code; ``None`` where that is long."""
        code, as_list = program.code, ".tolist()" * self.lists
        if code is None or not (code.answer or self.returns):
            return None
        x, y = f"X.T{as_list}" if self.columns else f"X{as_list}", f"y{as_list}"
        y = "y[None, :]" if self.columns else "y[:, None]" if self.column else y
        if program.alone:
            x = "[*zip(X, y)]" if self.pairs else f"np.column_stack([X, y]){as_list}"
        lines = code.lines(Name(x), Name(y))
        table = "np.column_stack([X, 0 * y])" if self.padded else "X"
        if not code.answer:
            lines[0] = f"{self.returns}{lines[0].removeprefix('w')}"
            parts = {"": "{}", "first": "{0}[1:] + {0}[0]", "last": "{0}[:-1] + {0}[-1]"}[self.offset]
            scores = "X @ " + parts.format("np.ravel(w)") + " + b" * ("b" in self.returns)
            answer = f"np.where({scores} >= 0, 1, {self.labels[0]})"
        elif self.table:
            answer = code.answer.format(f"{table}{'.T' * self.columns}{as_list}")
        else:
            answer = f"[{code.answer.format('x[:, None]' if self.columns else f'x{as_list}')} for x in {table}]"
        return Recipe(code.names, {}, answer, train="\n".join(lines), zero_one=self.labels[0] == 0, whole=whole)

    def _shown(self, points: Any, *, alone: bool = False) -> Any:
        if self.columns:
            return points.T.copy()
        shown = points[0].copy() if alone else points.copy()
        return shown.tolist() if self.lists else shown


def _single(answer: Any) -> Any:
    """Return an answer for one point. Raises ValueError if there are several."""
    if np.size(answer) != 1:
        raise ValueError(f"{np.size(answer)} answers for a point")
    return answer


class Batch:
    """Makes online learners of a program that is trained in one call."""

    named: ClassVar = {name: Parameter(name, Parameter.KEYWORD_ONLY) for name in ("dimension", "margin_squared")}

    def __init__(self, program: Program, reading: Reading, form: Form, remarks: Sequence[str] = ()) -> None:
        self.program, self.reading, self.form = program, reading, form
        self.recipe, self.card = form.recipe(program, whole=not remarks), None
        labels = "labels 0 and 1" if form.labels[0] == 0 else "labels -1 and 1"
        self.most = program.most if program.most < NO_LIMIT else 0
        fixed = counted(program.most, "pass", "es") if program.most < NO_LIMIT else "as many passes as it makes"
        passes = f"passes = {program.passes}" if program.passes else fixed
        joined = [("pairs with the label" if form.pairs else "the label last in each row")] * program.alone
        read = ", ".join([program.name, form.text, *joined, labels, passes])
        self.reads = "; ".join([read, *remarks])

    def __call__(self, *, dimension: int, margin_squared: Fraction) -> "BatchLearner":
        """Make a learner."""
        return BatchLearner(self, dimension, margin_squared)


class BatchLearner:
    """A program that is trained in one call, in a game: it remembers what it is told, and trains when that returns."""

    def __init__(self, batch: Batch, dimension: int, margin_squared: Fraction) -> None:
        self._batch, self._dimension, self._margin_squared = batch, dimension, margin_squared
        self._data = dict[bytes, tuple[Any, Label]]()
        self._answers: dict[bytes, Label] | None = None

    def predict(self, x: Any) -> Label:
        """Return the trained program's label of a point of the data; +1 for any other. Raises Fault for no label."""
        if (name := x.tobytes()) not in self._data:
            return 1
        if self._answers is None:
            self._answers = self._trained()
        return self._answers[name]

    def update(self, x: Any, y: Label) -> None:
        """Add a point to the data."""
        if (name := x.tobytes()) not in self._data:
            self._data[name], self._answers = (x.copy(), y), None

    def _trained(self) -> dict[bytes, Label]:
        batch = self._batch
        points, labels = np.array([x for x, _ in self._data.values()]), [label for _, label in self._data.values()]
        passes = enough_passes(points, self._margin_squared, batch.reading)
        if passes > min(batch.program.most, MOST_PASSES):  # it is not held to data that need more than it makes
            return dict(zip(self._data, labels, strict=True))
        answers = batch.form.answers(batch.form.trained(batch.program, points, labels, passes), points)
        negative = batch.form.labels[0]
        read = [_label(answer, negative, label) for answer, label in zip(answers, labels, strict=True)]
        return dict(zip(self._data, read, strict=True))


def enough_passes(points: Any, margin_squared: Fraction, reading: Reading) -> int:
    """Return ⌊R²/γ² + 2‖w₀‖/γ⌋, passes that are enough on points, rows of a table, that have the margin γ.

    A program that begins at w₀ makes at most K updates with Kγ − ‖w₀‖ ≤ √(‖w₀‖² + KR²), in units of its rate.
    """
    longest = max(sum(Fraction(value) ** 2 for value in x) for x in points.tolist()) + reading.bias
    passes = longest / margin_squared
    if reading.start:
        inverse = 1 / margin_squared
        passes += 2 * Fraction(reading.start) * (isqrt(inverse.numerator // inverse.denominator) + 1)
    return int(passes)


def _seed() -> None:
    """Make chance the same in each training, so that what it shows can be shown again."""
    import random

    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - the program may use it


def _label(answer: Any, negative: int, truth: Label) -> Label:
    """Return an answer as a label; 0 for "neither", where labels are -1 and 1, is the wrong one. Raises Fault.

    False is the other of True, whatever labels the program is told.
    """
    try:
        return as_label(answer)
    except Fault:
        value = plain_answer(np.asarray(answer)) if np.size(answer) == 1 else None
        if value != 0:
            raise
        return -1 if negative == 0 or value is False else opposite(truth)


# --------------------------------------------------------------------------------------- how it is called


FORMS = (
    Form(),
    Form(table=True),
    Form(lists=True),
    Form(columns=True),
    Form(columns=True, table=True),
    Form(column=True),
    Form(column=True, table=True),
)
FORMS_OF_ONE = (
    Form(padded=True),
    Form(padded=True, table=True),
    Form(padded=True, lists=True),
    Form(),
    Form(table=True),
    Form(lists=True),
    Form(pairs=True),
    Form(pairs=True, table=True),
)
"""Where points and labels are two arguments, and where they are one."""


def batch_of(  # noqa: PLR0913, PLR0917 - a module, and how it is read
    module: ModuleType,
    named: str,
    file: str,
    reading: Reading,
    remarks: Sequence[str] = (),
    trees: Sequence[ast.AST] = (),
) -> Batch:
    """Return what makes learners of a module's program, once it is found out how it is called.

    Raises:
        InputError: there is no such program, or no way to call it, which says what it raised.

    """
    program = _pinned(program_of(module, named, file, trees, bias=reading.bias), reading)
    complaints, refused = list[str](), list[str]()
    found, endless = list[Batch](), list[Batch]()
    pinned = parts_of(reading.shape)
    barred = {form.columns for form in FORMS if {"rows", "columns"} & pinned and form.text.split(", ")[0] not in pinned}
    for form in FORMS_OF_ONE if program.alone else FORMS:
        if form.columns in barred | {batch.form.columns for batch in found}:
            continue
        for labels in [reading.labels] if reading.labels else LABEL_SETS:
            tried = form._replace(labels=labels)
            if any(batch.form == tried._replace(table=False) for batch in endless):
                continue  # it is trained in the same way
            seconds = TRIAL_SECONDS if endless or complaints or found else FIRST_SECONDS
            try:
                batches = [Batch(program, reading, each, remarks) for each in _read(program, tried, reading, seconds)]
            except InputError:
                raise
            except TooLongError:
                endless.append(Batch(program, reading, tried, remarks))
                if endless[-1].reads == reading.shape:  # as an earlier process has found out
                    return endless[-1]
                continue
            except (Exception, SystemExit) as error:  # noqa: BLE001 - the program's own code, called as it may not know
                complaints.append(one_line(f"{form.text}: {type(error).__name__}: {error}", 150))
                break
            admitted = [batch for batch in batches if reading.admits(batch.reads)]
            refused += [batch.reads for batch in batches]
            found += [admitted[0] if len(admitted) == 1 else max(admitted, key=_right)] if admitted else []
            break
    found = found or endless[:1]  # it is wrong, perhaps: its games will tell
    if len(found) > 1 and all(map(_learns, found)):
        lines = " or ".join([f'shape = "{batch.form.text}"' for batch in found])
        raise InputError(f"{file}: {program.name} can be called in two ways; write into the kind's file: {lines}")
    if not found and refused:
        raise InputError(f"{file} is read as: {refused[0]}; its kind wants: {reading.shape}")
    if not found:
        raise InputError(f"{file}: {program.name} cannot be called; {complaints[0]}")
    chosen = found[0] if len(found) == 1 else max(found, key=_right)
    fixed = not program.passes and program.most < NO_LIMIT
    if program.told or fixed or _passes_pinned(reading):
        return chosen
    return Batch(_measured(chosen.program, chosen.form, reading), reading, chosen.form, remarks)


def _passes_pinned(reading: Reading) -> str:
    """Return the part of a pinned shape that is about passes, or ""."""
    return next(filter(_OF_PASSES.fullmatch, parts_of(reading.shape)), "")


def _pinned(program: Program, reading: Reading) -> Program:
    """Return a program with what its reading pins of passes, if it does."""
    number = _passes_pinned(reading).partition(" ")[0].replace(",", "")
    if number.isdecimal():
        return program._replace(most=int(number), passes="")
    return program._replace(most=NO_LIMIT) if number else program


def _measured(program: Program, form: Form, reading: Reading) -> Program:
    """Return a program with its passes as they are measured, on data that nobody separates.

    With twice the passes, some line of a submission has to be run about twice as often: else their number is fixed.
    """
    points = np.repeat(_data(reading.dimension, bias=False)[0][0], 2, axis=0)
    told: list[Label] = [1 if number % 2 else -1 for number in range(len(points))]
    few, more = [_most_often(program, form, points, told, passes) for passes in _MEASURED]
    if more >= MORE_OFTEN * few or few == NO_LIMIT:
        return program._replace(most=NO_LIMIT)
    fewest = few // (len(points) * (points.shape[1] + 2))  # a line may be run for each coordinate, and the offset
    return program._replace(most=program.most if program.most < NO_LIMIT else max(fewest, 1), passes="")


def _most_often(program: Program, form: Form, points: Any, told: list[Label], passes: int) -> int:
    """Return how often that line of a submission is run in training which is run most often; ``NO_LIMIT`` if endless."""
    seen = Counter[tuple[str, int]]()

    def count(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_globals.get("__name__") not in (LEARNER_FILE, ADAPTER_FILE):
            return None
        if event == "line":
            seen[frame.f_code.co_name, frame.f_lineno] += 1
        return count

    sys.settrace(count)
    try:
        with within(2 * TRIAL_SECONDS):
            form.trained(program, points, told, passes)
    except TooLongError:
        return NO_LIMIT
    finally:
        sys.settrace(None)
    return max(seen.values(), default=0)


def _read(program: Program, form: Form, reading: Reading, seconds: float) -> list[Form]:
    """Return the forms of a program that can be called in one: with the labels that it may know, and its offset.

    Raises what the program raises, or ValueError.
    """
    points, told = _data(reading.dimension, bias=False)[0]
    with within(seconds):
        trained = form.trained(program, points, told, _TRIED_PASSES)
        answers = [] if isinstance(trained, Weights) else form.answers(trained, points)
    more = trained.w.size - points.shape[1] if isinstance(trained, Weights) else 0
    if more not in (0, 1):
        raise ValueError(f"{trained.w.size} weights for {points.shape[1]} features")
    values = {float(np.asarray(answer).ravel()[0]) for answer in answers}
    sets = [form.labels, LABEL_SETS[form.labels == LABEL_SETS[0]]]
    only_bools = all(np.asarray(answer).dtype == bool for answer in answers)  # of which False tells of no label
    if reading.labels or (values & {-1.0, 0.0} and not only_bools):
        sets = [reading.labels or LABEL_SETS[-1.0 not in values]]
    offsets: tuple[Literal["", "first", "last"], ...] = ("first", "last") if more else ("",)
    returns = trained.names if isinstance(trained, Weights) else ""
    return [form._replace(labels=labels, offset=offset, returns=returns) for labels in sets for offset in offsets]


def _data(dimension: int, *, bias: bool) -> list[tuple[Any, list[Label]]]:
    """Return sets of a few points, as many as rows do not have coordinates, with labels.

    Who knows other labels, and so learns from one of the two alone, is wrong on one of the last sets.
    """
    first = np.array([[2.0, 1.0], [1.0, 2.0], [3.0, 1.0], [-1.0, -2.0], [-2.0, -1.0], [-2.0, -3.0]])
    second = np.array([[2.0, 1.0], [1.0, 2.0], [3.0, 1.0], [-1.0, 2.0], [-2.0, -1.0], [4.0, 1.0]])
    sides = second[:, 0] - second[:, 1] if dimension != 1 else second[:, 0]
    number = 6 if dimension == 5 else 5  # noqa: PLR2004 - likewise
    return [
        (
            np.column_stack([plane[:number, place % 2] for place in range(dimension or 2)]) + (3 if bias else 0),
            [1 if side > 0 else -1 for side in labels[:number]],
        )
        for plane, labels in ((first, first[:, 0]), (second, sides), (second, -sides))
    ]


def _learns(batch: Batch) -> bool:
    return _right(batch) == sum([len(told) for _, told in _data(batch.reading.dimension, bias=False)]) * (
        1 + batch.reading.bias
    )


def _right(batch: Batch) -> int:
    """Return how many of some points a program learns, as it is read."""
    right, form = 0, batch.form
    for points, told in [
        data for bias in {False, batch.reading.bias} for data in _data(batch.reading.dimension, bias=bias)
    ]:
        try:
            with within(TRIAL_SECONDS):
                answers = form.answers(form.trained(batch.program, points, told, 60 * _TRIED_PASSES), points)
            read = [_label(answer, form.labels[0], label) for answer, label in zip(answers, told, strict=True)]
            right += sum(map(eq, read, told))
        except TooLongError:
            return right
        except (Exception, SystemExit):  # noqa: BLE001 - likewise
            right -= 1
    return right
