"""Programs in the shapes that people write: how they are read, and that their verdicts are right."""

import csv
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import DATA, ENDED_TRIALS, Ran

from adversary.grading.grade import grade

pytestmark = ENDED_TRIALS

SHAPES = DATA / "shapes"
ROWS = list(csv.DictReader((SHAPES / "results.tsv").read_text().splitlines(), delimiter="\t"))


@pytest.mark.full
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_a_program_is_graded_as_its_author_wrote_it(row: dict[str, str]) -> None:
    found = grade(SHAPES / row["file"], row["as"], seconds=120)
    assert (found.verdict, found.problem) == (row["verdict"], None)
    assert row["verdict"] == "passed" or found.counterexample is not None


KIND = 'kind = "perceptron"\nadapter = "adapter.py"\n'


@pytest.mark.parametrize(
    ("adapter", "kind", "says"),
    [
        (None, KIND, "cannot be read: No such file"),
        ("def adapt(submission):\n    if:\n", KIND, "is not Python, line 2"),
        ("def other(submission): pass\n", KIND, r"has no function adapt\(submission\)"),
        ("", 'kind = "perceptron"\nadapter = 3\n', "adapter is missing, or no text"),
        ("", 'kind = "perceptron"\nlabels = 5\n', r"labels are \[-1, 1\] or \[0, 1\], not 5"),
        ("", 'kind = "perceptron"\ndimension = 7\n', "few games in dimension 7, or none; those with enough: 2, 3"),
        ("", 'kind = "halving"\ndimension = 2\n', "the kind halving takes no parameters"),
        ("", 'kind = "perceptron"\ndimension = 0\n', "dimension is an integer from 1"),
        (None, '[[parts]]\nkind = "perceptron"\nadapter = "adapter.py"\n', "cannot be read: No such file"),
    ],
)
def test_what_a_kind_says_of_submissions_is_checked_before_they_run(
    adapter: str | None, kind: str, says: str, adversary: Callable[..., Ran], tmp_path: Path
) -> None:
    (tmp_path / "student.py").write_text("open('ran', 'w')\n")
    (tmp_path / "kind.toml").write_text(kind)
    if adapter is not None:
        (tmp_path / "adapter.py").write_text(adapter)
    ran = adversary("grade", "student.py", "--as", "kind.toml")
    assert ran.code == 2
    assert re.search(says, ran.refusal)


NETWORK = "class Network:\n    def guess(self, x): return 1\n"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("return None", "the adapter adapter.py returns no learner"),
        ("return 1 / 0", r"the adapter adapter.py raised ZeroDivisionError: division by zero \(line 2\)"),
        ("return submission.Other", "the adapter adapter.py raised AttributeError"),
        (
            "return type('L', (), {'predict': lambda s, x: 1 / 0, 'update': lambda s, x, y: None})",
            r"adapter.py, line 2\)",
        ),
    ],
)
def test_an_adapter_that_raises_is_no_failure_of_a_submission(body: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(NETWORK)
    (tmp_path / "adapter.py").write_text(f"def adapt(submission):\n    {body}\n")
    (tmp_path / "kind.toml").write_text(KIND)
    found = grade(tmp_path / "student.py", str(tmp_path / "kind.toml"))
    assert found.verdict == "error"
    assert re.search(says, found.problem or "")


def test_a_course_has_an_adapter_for_all_its_parts(adversary: Callable[..., Ran], tmp_path: Path) -> None:
    """And so that a part may have another; what is exported for Gradescope has both files."""
    (tmp_path / "student.py").write_text(NETWORK)
    for name, answer in (("first", 1), ("second", -1)):
        learner = f"type('L', (), {{'predict': lambda s, x: {answer}, 'update': lambda s, x, y: None}})"
        (tmp_path / f"{name}.py").write_text(f"def adapt(submission):\n    return {learner}\n")
    part = '[[parts]]\nkind = "consistent"\n'
    (tmp_path / "course.toml").write_text(
        f'adapter = "first.py"\n{part}name = "a"\n{part}name = "b"\nadapter = "second.py"\n'
    )
    ran = adversary("grade", "student.py", "--as", "course.toml", "--json")
    answers = [part["grade"]["counterexample"]["rounds"][-1]["predicted"] for part in ran.json["parts"]]
    assert answers == [1, -1]
    adversary("grade", "--as", "course.toml", "--gradescope", "autograder")
    assert {"first.py", "second.py"} <= {path.name for path in (tmp_path / "autograder").iterdir()}


SIGN = """import numpy as np
class P:
    def __init__(self, dimension): self.w = np.zeros(dimension)
    def predict(self, x): return np.sign(self.w @ x)
    def update(self, x, y): self.w = self.w + {step} * x
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "kind", "verdict", "reads"),
    [
        (SIGN.format(step="y * (self.predict(x) != y)"), "perceptron", "passed", "class P, 0 as 1"),
        (SIGN.format(step="(y - self.predict(x))"), "perceptron?half_step=true", "passed", "class P, 0 as 1"),
        (SIGN.format(step="-y * (self.predict(x) != y)"), "perceptron", "failed", "class P, 0 as 1"),
        (SIGN.format(step="y * (self.predict(x) != y)"), "perceptron?dimension=2", "passed", "class P, 0 as 1"),
    ],
)
def test_a_learner_that_says_0_on_ties(text: str, kind: str, verdict: str, reads: str, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(text)
    found = grade(tmp_path / "student.py", kind, seconds=120)
    assert (found.verdict, found.reads) == (verdict, reads)


@pytest.mark.full
def test_an_endless_loop_is_found_in_the_method_that_has_it(tmp_path: Path) -> None:
    """The program takes lists and arrays, in columns and rows: there are many ways to try it, each of them endless."""
    lines = [
        "class P:",
        "    def fit(self, X, y):",
        "        self.w = [0.0] * len(X[0])",
        "        while any(label * self.score(x) <= 0 for x, label in zip(X, y)): pass",
        "    def score(self, x): return sum(a * b for a, b in zip(self.w, x))",
        "    def predict(self, x): return 1 if self.score(x) >= 0 else -1",
    ]
    (tmp_path / "student.py").write_text("\n".join(lines))
    found = grade(tmp_path / "student.py", "batch-perceptron")
    assert (found.verdict, found.fault and found.fault.call) == ("failed", "training and predict")
    assert found.excerpt == tuple(f"  {number} | {lines[number - 1]}" for number in (2, 3, 4))


TRUE_OR_FALSE = """import numpy as np
class P:
    def __init__(self, d): self.w = np.zeros(d)
    def predict(self, x): return {answer}
    def {update}(self, x, y): self.w = self.w {sign} {step} * x
"""
COMPARED = {"answer": "self.w @ x > 0", "update": "update", "sign": "+", "step": "y * ((self.w @ x > 0) != (y > 0))"}
SUBTRACTED = {
    "answer": "bool(x @ self.w > 0)",
    "update": "partial_fit",
    "sign": "+",
    "step": "(y - int(self.predict(x)))",
}


@pytest.mark.long
@pytest.mark.parametrize("sign", ["+", "-"])
@pytest.mark.parametrize(
    ("text", "reads"),
    [
        (COMPARED, "class P, 0 as -1, dimension = d"),
        (COMPARED | {"answer": "np.array([self.w @ x > 0])"}, "class P, 0 as -1, dimension = d"),
        (SUBTRACTED, "class P, predict and partial_fit, labels 0 and 1, dimension = d"),
    ],
)
def test_a_learner_that_says_true_or_false_is_told_the_labels_that_it_knows(
    text: dict[str, str], reads: str, sign: str, tmp_path: Path
) -> None:
    """A right one passes; a wrong one fails for its own bug, and not because it was told labels that it does not know."""
    (tmp_path / "student.py").write_text(TRUE_OR_FALSE.format(**text | {"sign": sign}))
    found = grade(tmp_path / "student.py", "perceptron", seconds=120)
    assert (found.verdict, found.reads) == ("passed" if sign == "+" else "failed", reads)
    assert sign == "+" or found.likenesses[0].told.startswith("wrong sign")
    assert ("# here the answer 0 or False counts as -1" in found.reproduce) == (sign == "-" and "0 as -1" in reads)


TWO_WEIGHTS = """class P:
    def __init__(self): self.a = self.b = 0.0
    def predict(self, x): return 1 if self.a * x[0] + self.b * x[1] >= 0 else -1
    def update(self, x, y):
        if self.predict(x) != y: self.a += y * x[0]; self.b {sign}= y * x[1]
"""


@pytest.mark.parametrize(("sign", "verdict"), [("+", "passed"), ("-", "failed")])
def test_a_program_for_one_dimension_is_graded_there(sign: str, verdict: str, tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(TWO_WEIGHTS.format(sign=sign))
    found = grade(tmp_path / "student.py", "perceptron?dimension=2", seconds=120)
    assert found.verdict == verdict
    if found.counterexample:
        assert found.counterexample.fault is None
        assert found.counterexample.setting.dimension == 2


@pytest.mark.full
def test_half_steps_have_a_bound_that_is_reached_by_no_right_learner() -> None:
    """(K + H/2)²γ² ≤ R²(K + H/4) for K steps and H half steps implies K + H ≤ 9R²/(8γ²), here by counting."""
    for bound in range(1, 60):
        most = max(
            steps + half
            for steps in range(2 * bound)
            for half in range(4 * bound)
            if Fraction(2 * steps + half, 2) ** 2 <= bound * Fraction(4 * steps + half, 4)
        )
        assert most <= Fraction(9 * bound, 8)
