"""How people's programs are read: what is found out, what is pinned, and what is refused."""

import re
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from conftest import ENDED_TRIALS

from learners.loading.sources import Source, find
from learners.shapes import batch
from learners.shapes.limits import TooLongError, within
from learners.shapes.reading import Reading, taken_by
from proofs.exact.errors import InputError

pytestmark = ENDED_TRIALS

BATCH = Reading(batch=True)
CLASS = """import numpy as np
class P:
    def __init__(self{asks}):
        {begin}
    def fit(self, X, y{more}):
        self.w = np.zeros(X.shape[1])
        for _ in range({passes}):
            for x, label in zip(X, y):
                if label * (x @ self.w) <= 0:
                    self.w = self.w + label * x
    def predict(self, x):
        return 1 if x @ self.w >= 0 else -1
"""
USUAL = {"asks": "", "begin": "pass", "more": "", "passes": "30"}
EITHER = """import numpy as np
def train(X, y, T):
    y = np.ravel(y)
    rows = X if len(X) == len(y) else X.T
    w = np.zeros(rows.shape[1])
    for _ in range(T):
        for x, label in zip(rows, y):
            if label * (x @ w) <= 0: w = w + label * x
    return lambda points: np.where((points if np.shape(points)[-1] == len(w) else points.T) @ w >= 0, 1, -1)
"""
PAIRS = """import numpy as np
def pla(eta, dataset, limit=50):
    w = np.zeros(len(dataset[0][0]))
    for _ in range(limit):
        for x, y in dataset:
            if y * (w @ x) <= 0: w += y * eta * x
    return w
"""
ROWS = """def predict(row, weights):
    total = weights[0] + sum([weights[i + 1] * row[i] for i in range(len(row) - 1)])
    return 1.0 if total >= 0.0 else 0.0
def train_weights(train, l_rate, n_epoch):
    weights = [0.0 for i in range(len(train[0]))]
    for epoch in range(n_epoch):
        for row in train:
            error = row[-1] - predict(row, weights)
            weights[0] += l_rate * error
            for i in range(len(row) - 1): weights[i + 1] += l_rate * error * row[i]
    return weights
"""
COUNTS = """import numpy as np
def perceptron(X, Y):
    w, updates = np.zeros(X.shape[1]), 0
    while any(np.where(X @ w > 0, 1, -1) != Y):
        for x, y in zip(X, Y):
            if y * (w @ x) <= 0: w, updates = w + y * x, updates + 1
    return w, updates
"""
TRUE_OR_FALSE = """import numpy as np
def train(X, y, T):
    w = np.zeros(X.shape[1])
    for _ in range(T):
        for x, label in zip(X, y): w = w + {step} * x
    return w
def predict(X, w): return X @ w > 0
"""
ONLINE = """class P:
    def __init__(self, {d}): self.w = [0.0] * {d}
    def {predict}(self, x): return 1 if sum(a * b for a, b in zip(self.w, x)) >= 0 else -1
    def {update}(self, {arguments}):
        if self.{predict}(x) != y: self.w = [a + y * b for a, b in zip(self.w, x)]
"""
RIVER = {"d": "n_features", "predict": "predict_one", "update": "learn_one", "arguments": "x, y"}
IN_CLASS = "class P, fit and predict, rows, labels -1 and 1"


def source_of(text: str, reading: Reading, folder: Path) -> Source:
    (folder / "learner.py").write_text(text)
    return msgspec.structs.replace(find(folder / "learner.py"), reading=reading)


def read(text: str, reading: Reading, folder: Path) -> str:
    source = source_of(text, reading, folder)
    return str(getattr(source.factory, "reads", ""))


@pytest.mark.parametrize(
    ("text", "reading", "reads"),
    [
        (CLASS.format(**USUAL | {"asks": ", n_iter=9", "begin": "self.n = n_iter", "passes": "self.n"}), BATCH,
         f"{IN_CLASS}, passes = n_iter"),
        (CLASS.format(**USUAL | {"more": ", cycles=9", "passes": "cycles"}), BATCH, f"{IN_CLASS}, passes = cycles"),
        (CLASS.format(**USUAL | {"begin": "self.epochs = 9", "passes": "self.epochs"}), BATCH, f"{IN_CLASS}, passes = epochs"),
        (CLASS.format(**USUAL), BATCH, f"{IN_CLASS}, 30 passes"),
        (CLASS.format(**USUAL | {"begin": "self.epochs = 9"}), BATCH, f"{IN_CLASS}, 30 passes"),
        (CLASS.format(**USUAL | {"passes": "sum([10, 20])"}), BATCH, f"{IN_CLASS}, 8 passes"),  # at least: it is measured
        (PAIRS, BATCH, "function pla(eta, dataset, limit), rows, pairs with the label, labels -1 and 1, passes = limit"),
        (ROWS, Reading(batch=True, bias=True),
         "function train_weights(train, l_rate, n_epoch), predict, rows, the label last in each row, labels 0 and 1, passes = n_epoch"),
        (COUNTS, BATCH, "function perceptron(X, Y), rows, labels -1 and 1, as many passes as it makes"),
        (EITHER, Reading(batch=True, shape="columns"), "function train(X, y, T), columns, labels -1 and 1, passes = T"),
        (TRUE_OR_FALSE.format(step="label * ((x @ w > 0) != (label > 0))"), BATCH, "function train(X, y, T), predict, rows, labels -1 and 1, passes = T"),
        (TRUE_OR_FALSE.format(step="(label - int(x @ w > 0))"), BATCH, "function train(X, y, T), predict, rows, labels 0 and 1, passes = T"),
        (ONLINE.format(**RIVER), Reading(), "class P, predict_one and learn_one, dimension = n_features"),
        (ONLINE.format(**RIVER), Reading(labels=(0, 1)), "class P, predict_one and learn_one, labels 0 and 1, dimension = n_features"),
        (ONLINE.format(**RIVER | {"arguments": "x, y, pred=None"}), Reading(), "class P, predict_one and learn_one, dimension = n_features"),
        (ONLINE.format(**RIVER).replace("self", "this"), Reading(), "class P, predict_one and learn_one, dimension = n_features"),
        (ONLINE.format(**RIVER | {"arguments": "y, x"}).replace("self", "s"), Reading(label_first=True),
         "class P, predict_one and learn_one, dimension = n_features"),
        (ONLINE.format(**RIVER | {"arguments": "y, x"}), Reading(label_first=True),
         "class P, predict_one and learn_one, dimension = n_features"),
        ("import no_such_package\n" + ONLINE.format(d="dimension", predict="predict", update="update", arguments="x, y"), Reading(),
         "without the package no_such_package (learner.py, line 1), which is not installed here"),
        ("1 / 0\nprint(later)\n" + ONLINE.format(d="dimension", predict="predict", update="update", arguments="x, y"), Reading(),
         "without what comes after an error: ZeroDivisionError: division by zero (learner.py, line 1)"),
    ],
)  # fmt: skip
def test_how_it_is_read(text: str, reading: Reading, reads: str, tmp_path: Path) -> None:
    assert read(text, reading, tmp_path) == reads


@pytest.mark.parametrize(
    ("text", "reading", "says"),
    [
        (EITHER, BATCH, 'in two ways; write into the kind\'s file: shape = "rows" or shape = "columns"'),
        (COUNTS, Reading(batch=True, shape="columns"), "cannot be called; columns"),
        (PAIRS, Reading(batch=True, shape="rows, lists"), "is read as: .*; its kind wants: rows, lists"),
        (ONLINE.format(**RIVER), Reading(shape="class P, classify and learn"), "is read as: class P, .*; its kind wants"),
        (ONLINE.format(**RIVER), Reading(shape="class Q"), "Q"),
        (ONLINE.format(**RIVER | {"arguments": "y, x"}), Reading(), r"learn_one\(y, x\) takes the label first"),
        (ONLINE.format(**RIVER | {"arguments": "y, x"}).replace("self", "s"), Reading(), r"learn_one\(y, x\) takes the label first"),
        (ONLINE.format(**RIVER | {"update": "update", "predict": "predict", "arguments": "x, y, y_hat"}), Reading(), "update requires y_hat: give what is no point"),
        (ONLINE.format(**RIVER), BATCH, "it learns in rounds: grade it as perceptron"),
        (COUNTS, Reading(), r"function perceptron\(X, Y\): grade it as batch-perceptron"),
        ("def predict(w, x): pass\ndef update(w, x, y): pass\n", Reading(), "outside of a class: move them into one$"),
        (CLASS.format(**USUAL).replace("fit", "partial_fit"), Reading(), r"no update; its partial_fit takes a table: let it take one point"),
        ("def train(X, y, T):\n    if:\n", BATCH, "line 2: invalid syntax"),
    ],
)  # fmt: skip
def test_what_is_refused(text: str, reading: Reading, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read(text, reading, tmp_path)
    assert re.search(says, str(error.value))
    assert "\n" not in str(error.value)


def test_a_line_that_says_how_it_was_read_can_be_pinned(tmp_path: Path) -> None:
    for text, reading in ((PAIRS, BATCH), (ROWS, Reading(batch=True, bias=True)), (CLASS.format(**USUAL), BATCH)):
        reads = read(text, reading, tmp_path)
        assert read(text, msgspec.structs.replace(reading, shape=reads), tmp_path) == reads


@pytest.mark.full
def test_a_number_beside_w_is_an_offset_only_where_there_is_one(tmp_path: Path) -> None:
    """A program may return how many updates it has made."""
    import numpy as np

    points: Any = np.array([[1.0], [-1.0]])
    for bias, answers in ((False, [1, -1]), (True, [1, 1])):
        source = source_of(COUNTS, Reading(batch=True, bias=bias), tmp_path)
        batch: Any = source.factory
        assert batch.form.answers(batch.form.trained(batch.program, points, [1, -1], 9), points) == answers


def test_what_a_method_takes_is_told_without_its_learner() -> None:
    class Learner:
        def plain(this, x: object, y: int) -> None: ...  # noqa: N805 - as some call it

        def rest(*args: object, y: int) -> None: ...

        @staticmethod
        def static(x: object, y: int) -> None: ...

        @classmethod
        def of_class(cls, x: object, y: int) -> None: ...

        class Nested:
            def __init__(self, x: object, y: int) -> None: ...

    taken = {
        name: [each.name for each in taken_by(Learner, name)] for name in vars(Learner) if not name.startswith("_")
    }
    assert taken.pop("rest") == ["y"]
    assert taken == dict.fromkeys(("plain", "static", "of_class", "Nested"), ["x", "y"])
    assert [each.name for each in taken_by(Learner(), "plain")] == ["x", "y"]


def test_a_batch_program_that_says_false_says_the_negative_label(tmp_path: Path) -> None:
    source = source_of(TRUE_OR_FALSE.format(step="label * ((x @ w > 0) != (label > 0))"), BATCH, tmp_path)
    learner = source.factory(dimension=2, margin_squared=Fraction(1, 4))
    learner.update(np.array([1.0, 0.0]), -1)
    learner.update(np.array([0.0, 1.0]), 1)
    assert [learner.predict(x) for x in np.eye(2)] == [-1, 1]


ENDLESS = """class P:
    def fit(self, X, y):
        self.w = [0.0] * len(X[0])
        while any(label * self.score(x) <= 0 for x, label in zip(X, y)): pass
        return self
    def score(self, x): return sum(a * b for a, b in zip(self.w, x))
    def predict(self, x): return 1 if self.score(x) >= 0 else -1
"""


def test_a_program_that_trains_without_end_is_not_tried_twice_in_the_same_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that knows how it is read tries no other way, which would be as late."""
    for name in ("FIRST_SECONDS", "TRIAL_SECONDS"):
        monkeypatch.setattr(batch, name, 0.05)
    tried, trained = list[batch.Form](), batch.Form.trained

    def noted(form: batch.Form, *data: Any) -> Any:
        tried.append(form)
        return trained(form, *data)

    monkeypatch.setattr(batch.Form, "trained", noted)
    reads, trials = read(ENDLESS, BATCH, tmp_path), len(tried)
    assert not any(form.table and not form.columns for form in tried)  # as long as without a table
    assert read(ENDLESS, Reading(batch=True, shape=reads), tmp_path) == reads
    assert len(tried) == trials + 1


ONLY_TABLES = """import numpy as np
class P:
    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        while any((x @ self.w > 0) != t for x, t in zip(X, y)):
            for x, t in zip(X, y): self.w = self.w + (t - (x @ self.w > 0)) * x
    def predict(self, X): return np.array([1 * (X[i] @ self.w > 0) for i in range(X.shape[0] * X.shape[1] // X.shape[1])])
"""
UNLIKE = """import numpy as np
class P:
    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        for _ in range(50):
            for x, t in zip(X, y):
                if t * (x @ self.w) <= 0: self.w = self.w + t * x
    def predict(self, x):
        score = np.atleast_2d(x) @ self.w
        return 1 if score[0] >= 0 else np.sign(score)
"""


@pytest.mark.long
def test_other_labels_may_end_what_some_do_not(tmp_path: Path) -> None:
    """With -1 for 0 its loop is endless; and it is asked about a table only."""
    assert "labels 0 and 1" in read(ONLY_TABLES, BATCH, tmp_path)


def test_answers_may_be_of_unlike_shapes(tmp_path: Path) -> None:
    assert "labels -1 and 1" in read(UNLIKE, BATCH, tmp_path)


@pytest.mark.timeout(20)
def test_a_limit_is_reached_again_where_an_exception_is_lost() -> None:
    with pytest.raises(TooLongError), within(0.02):
        with suppress(TooLongError):
            while True:
                pass
        while True:
            pass
