"""Right and wrong Perceptrons in unusual styles: the verdict is on what runs, as a script would run it."""

from pathlib import Path

import pytest
from sampled_kinds import sampled

from adversary.grading.grade import grade
from adversary.search.attack import attack

pytestmark = pytest.mark.full

PREDICT = "    def predict(self, x):\n        return 1 if sum(a * b for a, b in zip(self.w, x)) > 0 else -1\n"
UPDATE = (
    "    def update(self, x, y):\n        if self.predict(x) != y:\n"
    "            self.w = [a + y * float(b) for a, b in zip(self.w, x)]\n"
)
INIT = "    def __init__(self, dimension):\n        self.w = [0.0] * dimension\n"
NEW = "    def __new__(cls, *args{}):\n        return super().__new__(cls)\n"
RIGHT = INIT + PREDICT + UPDATE

FEWER = sampled("perceptron", 8)
"""What a style does, it does in the first games."""

STYLES = {
    "rebinds predict to the same": ("class P:\n" + INIT + UPDATE + PREDICT.replace("x):\n", "x):\n        self.predict = self.predict\n"), "passed"),
    "sets predict in init": ("class P:\n" + RIGHT.replace("def predict", "def rule").replace("dimension\n", "dimension\n        self.predict = self.rule\n"), "passed"),
    "delegates": ("class _P:\n" + RIGHT + "class P:\n    def __init__(self, dimension):\n        self.inner = _P(dimension)\n    def __getattr__(self, name):\n        return getattr(self.inner, name)\n", "passed"),
    "new takes anything": ("class P:\n" + NEW.format(", **kwargs") + RIGHT, "passed"),
    "new takes places": ("class P:\n" + NEW.format("") + RIGHT, "passed"),
    "places for a base": ("class _B:\n" + RIGHT.replace("self, dimension", "self, rate, dimension") + "class P(_B):\n    def __init__(self, *args):\n        super().__init__(1, *args)\n", "passed"),
    "a helper for the dimension": ("def size(dimension, **rest):\n    return dimension\nclass P:\n" + RIGHT.replace("self, dimension):", "self, **kwargs):\n        dimension = size(**kwargs)"), "passed"),
    "a metaclass": ("class M(type):\n    def __call__(cls, *args, **kwargs):\n        return super().__call__(*args, **kwargs)\nclass P(metaclass=M):\n" + RIGHT, "passed"),
    "a decorated constructor": ("def logged(f):\n    def inner(*args, **kwargs):\n        return f(*args, **kwargs)\n    return inner\nclass P:\n" + RIGHT.replace("    def __init__", "    @logged\n    def __init__"), "passed"),
    "a dataclass": ("from dataclasses import dataclass, field\n@dataclass\nclass P:\n    dimension: int\n    w: list = field(init=False)\n    def __post_init__(self):\n        self.w = [0.0] * self.dimension\n" + PREDICT + UPDATE, "passed"),
    "a plus for ever": ("class P:\n" + INIT + UPDATE + PREDICT.replace("x):\n", "x):\n        self.predict = lambda x: 1\n"), "failed"),
    "a plus for ever, in the class": ("class P:\n" + INIT + UPDATE + PREDICT.replace("x):\n", "x):\n        P.predict = lambda self, x: 1\n"), "failed"),
    "learns once": ("class P:\n" + INIT + PREDICT + UPDATE.replace("y):\n", "y):\n        self.update = lambda x, y: None\n"), "failed"),
}  # fmt: skip


def written(folder: Path, text: str) -> Path:
    """Write a submission."""
    path = folder / "student.py"
    path.write_text(text)
    return path


@pytest.mark.parametrize("style", STYLES)
def test_the_verdict_does_not_depend_on_the_style(style: str, tmp_path: Path) -> None:
    text, verdict = STYLES[style]
    assert grade(written(tmp_path, text), FEWER, isolation="plain").verdict == verdict


@pytest.mark.parametrize("style", ["a plus for ever", "new takes anything"])
def test_an_attack_in_a_process_of_its_own_agrees(style: str, tmp_path: Path) -> None:
    text, verdict = STYLES[style]
    found = attack(str(written(tmp_path, text)), "1/delta2", seconds=5, isolation="plain")
    assert (found.verdict == "refuted") == (verdict == "failed")


def test_a_submission_that_tests_itself_keeps_to_itself(tmp_path: Path) -> None:
    text = (
        "from learners.protocol import Label\nfrom adversary.grading.grade import grade\nclass P:\n" + RIGHT + "\n"
        "def look():\n    from adversary.search.grader import Grader\n"
        'if __name__ == "__main__":\n    print(grade(__file__, "perceptron").verdict)\n'
    )
    assert grade(written(tmp_path, text), FEWER, isolation="plain").verdict == "passed"
    found = grade(written(tmp_path, text + "look()\n"), FEWER, isolation="plain")
    assert [check.found for check in found.checks if check.status == "failed"] == [
        "imported adversary.search.grader, which is ours"
    ]
