"""Batch programs as online learners: what is shown is data, and a point that returns is answered by training on it.

Of a point that it has not been shown, such a learner says +1. If it is asked about a point of its data, the program is
trained on all of the data, from the beginning, with as many passes as Novikoff's theorem needs (Shalev-Shwartz and
Ben-David, Theorem 9.1): a pass without an update is consistent, and after B = R²/γ² updates none can follow. So a right
program never contradicts its data, whatever its order and its rate.
"""

import ast
from collections.abc import Iterable, Sequence
from fractions import Fraction
from inspect import Parameter
from math import isqrt
from operator import eq
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from learners.protocol import Fault, Label, as_label, opposite, plain_answer
from learners.shapes.limits import TooLongError, within
from learners.shapes.programs import NO_LIMIT, Name, Program, Trained, Weights, program_of
from learners.shapes.reading import Reading
from learners.shapes.recipe import Recipe
from proofs.exact.errors import InputError, counted, one_line

LABEL_SETS = (-1, 1), (0, 1)

MOST_PASSES = 2_000
"""That a program is asked to make: simpler points may need more."""

TRIAL_SECONDS = 1.0
"""Of computing, for each way in which a program may be called."""

_TRIED_PASSES = 20
"""On the data on which it is found out how a program is called."""


class Form(NamedTuple):
    """How a program is called: points in columns or rows, in lists or arrays, asked about all at once or one by one.

    ``column`` says that labels are a column, and ``offset_first`` that the offset is the first of its weights.
    """

    columns: bool = False
    lists: bool = False
    column: bool = False
    table: bool = False
    labels: tuple[int, int] = LABEL_SETS[0]
    offset_first: bool = False

    @property
    def text(self) -> str:
        """The form in words."""
        parts = ["columns" if self.columns else "rows", *(["lists"] if self.lists else [])]
        return ", ".join([*parts, *(["labels as a column"] if self.column else [])])

    def trained(self, program: Program, points: Any, labels: Iterable[Label], passes: int) -> Trained:
        """Train a program on points, rows of a table, and their labels."""
        x: Any = points.T.copy() if self.columns else points.copy()
        y: Any = np.array([self.labels[label > 0] for label in labels])
        if program.joined:
            x = np.column_stack([points, y])
        y = y[None, :] if self.columns else y[:, None] if self.column else y
        return program.train(x.tolist(), y.tolist(), passes) if self.lists else program.train(x, y, passes)

    def answers(self, trained: Trained, points: Any) -> list[Any]:
        """Return the answers for points, rows of a table, as the program gives them."""
        if isinstance(trained, Weights):
            positive = trained.scores(points, offset_first=self.offset_first) >= 0
            return [self.labels[bool(sign)] for sign in positive]
        if self.table:
            answers = np.asarray(trained(self._shown(points))).ravel()
            if answers.size != len(points):
                raise ValueError(f"{answers.size} answers for {len(points)} points")
            return [*answers]
        return [_single(trained(self._shown(points[number : number + 1], alone=True))) for number in range(len(points))]

    def recipe(self, program: Program, weights: Weights | None, *, whole: bool) -> Recipe | None:
        """Return how a program is called in this form, as code; ``weights`` are what training returns, if it does."""
        code = program.code
        if code is None or not (code.answer or (weights and weights.names)):
            return None
        as_list = ".tolist()" if self.lists else ""
        x, y = Name(f"X.T{as_list}" if self.columns else f"X{as_list}"), Name(f"y{as_list}")
        y = Name("y[None, :]") if self.columns else Name("y[:, None]") if self.column else y
        lines = code.lines(x, y)
        if weights and not code.answer:
            lines[0] = f"{weights.names}{lines[0].removeprefix('w')}"
            scores = "X @ np.ravel(w) + b" if "b" in weights.names else "X @ np.ravel(w)"
            if weights.w.size > _data(bias=False)[0].shape[1]:
                parts = ("1:", "0") if self.offset_first else (":-1", "-1")
                scores = "X @ np.ravel(w)[{}] + np.ravel(w)[{}]".format(*parts)
            answer = f"np.where({scores} >= 0, 1, {self.labels[0]})"
        elif self.table:
            answer = code.answer.format(x)
        else:
            answer = f"[{code.answer.format('x[:, None]' if self.columns else f'x{as_list}')} for x in X]"
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

    def __init__(  # noqa: PLR0913, PLR0917 - a program, how it is read, and what is known of it then
        self,
        program: Program,
        reading: Reading,
        form: Form,
        remarks: Sequence[str] = (),
        weights: Weights | None = None,
    ) -> None:
        self.program, self.reading, self.form = program, reading, form
        self.recipe = form.recipe(program, weights, whole=not remarks)
        self.card = None
        labels = "labels 0 and 1" if form.labels[0] == 0 else "labels -1 and 1"
        self.most = program.most if program.most < NO_LIMIT else 0
        fixed = counted(program.most, "pass", "es") if program.most < NO_LIMIT else "as many passes as it makes"
        passes = f"passes = {program.passes}" if program.passes else fixed
        joined = ["the label last in each row"] if program.joined else []
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
        _seed()
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
    """Return an answer as a label; 0 for "neither", where labels are -1 and 1, is the wrong one. Raises Fault."""
    try:
        return as_label(answer)
    except Fault:
        if np.size(answer) != 1 or plain_answer(np.asarray(answer)) != 0:
            raise
        return -1 if negative == 0 else opposite(truth)


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
    program = program_of(module, named, file, trees)
    complaints = dict[str, None]()
    endless: list[Form] = []
    for form in FORMS:
        for labels in [reading.labels] if reading.labels else LABEL_SETS:
            tried = form._replace(labels=labels)
            try:
                answers = _tried(program, tried)
            except InputError:
                raise
            except TooLongError:
                endless.append(tried)
                continue
            except (Exception, SystemExit) as error:  # noqa: BLE001 - the program's own code, called as it may not know
                complaints.setdefault(one_line(f"{form.text}: {type(error).__name__}: {error}", 150))
                break
            weights = answers if isinstance(answers, Weights) else None
            form = _with_labels(program, tried, reading, None if isinstance(answers, Weights) else answers)
            return Batch(program, reading, form, remarks, weights)
    if endless:  # it is wrong, perhaps: its games will tell
        return Batch(program, reading, endless[0], remarks)
    raise InputError(f"{file}: {program.name} cannot be called; {next(iter(complaints))}")


def _tried(program: Program, form: Form) -> list[Any] | Weights:
    """Return the answers of a program on the data on which it is found out how it is called, or the weights."""
    points, told = _data(bias=False)
    with within(TRIAL_SECONDS):
        trained = form.trained(program, points, told, _TRIED_PASSES)
        if not isinstance(trained, Weights):
            return form.answers(trained, points)
    if trained.w.size not in (points.shape[1], points.shape[1] + 1):
        raise ValueError(f"{trained.w.size} weights for {points.shape[1]} features")
    return trained


def _data(*, bias: bool) -> tuple[Any, list[Label]]:
    """Return five points of two coordinates, so that rows are no columns, and their labels."""
    points = np.array([[2.0, 1.0], [1.0, 2.0], [3.0, 1.0], [-1.0, -2.0], [-2.0, -1.0]])
    return points + (3 if bias else 0), [1, 1, 1, -1, -1]


def _with_labels(program: Program, form: Form, reading: Reading, answers: Sequence[Any] | None) -> Form:
    """Return the form with the labels that the program knows: those that it answers, or those that it learns."""
    if reading.labels:
        return form._replace(labels=reading.labels)
    values = {float(np.asarray(answer).ravel()[0]) for answer in answers or ()}
    if values & {-1.0, 0.0}:
        return form._replace(labels=LABEL_SETS[-1.0 not in values])
    sets = (form.labels, LABEL_SETS[form.labels == LABEL_SETS[0]])
    tries = [form._replace(labels=labels, offset_first=first) for labels in sets for first in (False, True)]
    return max(tries, key=lambda tried: _right(program, tried, reading))


def _right(program: Program, form: Form, reading: Reading) -> int:
    """Return how many of some points a program learns in a form."""
    right = 0
    for bias in {False, reading.bias}:
        points, told = _data(bias=bias)
        try:
            with within(TRIAL_SECONDS):
                answers = form.answers(form.trained(program, points, told, 60 * _TRIED_PASSES), points)
            read = [_label(answer, form.labels[0], label) for answer, label in zip(answers, told, strict=True)]
            right += sum(map(eq, read, told))
        except (Exception, SystemExit):  # noqa: BLE001 - likewise
            right -= 1
    return right
