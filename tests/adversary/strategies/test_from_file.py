"""Adversaries from files, and what they may show."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Ran

from adversary.game.play import play
from adversary.strategies.protocol import AdversaryError, Plan
from learners.protocol import Fault
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.vectors import Target, basis_vector
from proofs.settings import Finite, Halfspaces

Run = Callable[..., Ran]
Write = Callable[[str], str]

EXAMPLE = ROOT / "examples" / "my_adversary.py"


@pytest.fixture
def file(tmp_path: Path) -> Write:
    """Return what writes an adversary's file, whose class has these lines in the place of a good one's."""

    def write(lines: str) -> str:
        good = {
            "next_point": "    def next_point(self): self.n += 1; return [1] if self.n < 4 else None",
            "label": "    def label(self, x, predicted): return 1",
            "target": "    def target(self): return [1]",
        }
        kept = [text for method, text in good.items() if f"def {method}" not in lines]
        text = "\n".join(["import os, sys, time", "class Mine:", "    n = 0", *kept, lines])
        (tmp_path / "mine.py").write_text(text + "\n")
        return "mine.py"

    return write


def test_the_example(adversary: Run, tmp_path: Path) -> None:
    ran = adversary(
        "play", "perceptron", "--against", EXAMPLE, "--margin", "1/5", "--dimension", 25, "--json", "-o", "t.jsonl"
    )
    assert (ran.code, ran.err) == (0, "")
    assert (ran.json["mistakes"], ran.json["bounds"], ran.json["tight"]) == (25, {"lower": 25, "upper": 25}, True)
    assert ran.json["adversary"] == str(EXAMPLE)
    assert len(ran.json["statements"]) == 3
    assert adversary("check", "t.jsonl").code == 0


BREAKS = {
    "    def next_point(self): raise ValueError('no\\n\\x1b[31m more')": r"next_point raised ValueError: no \x1b[31m more",
    "    def next_point(self): sys.exit(3)": "next_point called exit",
    "    def next_point(self): os._exit(3)": "the adversary's process ended with exit code 3 during next_point",
    "    def next_point(self): raise KeyboardInterrupt": "next_point raised KeyboardInterrupt",
    "    def next_point(self): return [0.5]": "Mine showed 0.5, which is a float; exact numbers are ints and Fractions",
    "    def next_point(self): return [1, 0]": "Mine showed 2 coordinates, but the dimension is 1",
    "    def next_point(self): return 1": "Mine showed a value of type int, not a list or tuple of 1 ints and Fractions",
    "    def next_point(self): return [10 ** 2000]": "Mine showed a number of more than 1000 digits",
    "    def next_point(self): return [True]": "Mine showed a bool as a coordinate",
    "    def label(self, x, predicted): return 0": "Mine: label returned 0 of type int; a label is 1 or -1",
    "    def label(self, x, predicted): x.append(1); raise RuntimeError": "label raised RuntimeError",
    "    def label(self): return 1": "label raised TypeError: Mine.label() takes 1 positional argument but 3 were given",
    "    def target(self): return 7": "Mine offered a value of type int, not a list or tuple of 1 ints and Fractions",
    "    def target(self): return [1], 0": "Mine offered a target whose scale_squared is not a Fraction above 0",
    "    def target(self): os.write(int(sys.argv[-1]), b'[]\\n'); time.sleep(9)": "its process answered with nonsense",
    "    def target(self): os.write(int(sys.argv[-1]), b'[{\"direction\": 3}, null]\\n')": "answered with nonsense",
    "    def label(self, x, p): os.write(int(sys.argv[-1]), b'[2, null]\\n')": "label returned 2 of type int",
    "    def next_point(self): os.write(int(sys.argv[-1]), b'[[[0,\"1\"],[0,\"1\"]], null]\\n')": "answered with nonsense",
    "    def next_point(self): os.write(int(sys.argv[-1]), b'[[[5,\"1\"]], null]\\n')": "outside dimension 1",
    "    def __init__(self): 1 / 0": "its constructor raised ZeroDivisionError: division by zero",
    "    def __init__(self, seed): pass": "mine.py needs a seed, like --seed 1",
    "    def __init__(self, concepts): pass": "mine.py needs a finite class, like --class intervals:11",
    "    def __init__(self, depth): pass": "mine.py needs depth",
    "    plan = 7": "the plan of Mine is of type int, not a dict or a Plan",
    "    plan = {'cliams': 3}": "unknown key of the plan of Mine: 'cliams'; did you mean 'claims'?",
    "    plan = {'claims': -1}": "the plan of Mine has claims that are not an int from 0 to 100,000,000",
    "    plan = {'tree': (10 ** 5000, 0, 0)}": "the plan of Mine has a tree that is neither a concept nor",
    "    plan = {'margin_squared': 10 ** 5000}": "the plan of Mine has a margin_squared of more than 1,000 digits",
    "    plan = {'note': 1}": "the plan of Mine has a note that is not a text",
    "    plan = {'tree': (1, 2)}": "the plan of Mine has a tree that is neither a concept nor",
    "    plan = {'dimension': 2}": "the plan of Mine is for a game with --dimension 2, and you asked for 1",
    "    plan = {'dimension': '1'}": "the plan of Mine has a dimension that is not an int",
    "    plan = {'margin_squared': '1.o'}": "the plan of Mine has an unusable margin_squared: '1.o' is not a rational number",
    "    plan = {'margin_squared': 1.0}": "that is not an int, a Fraction or a text like '1/7'",
    "    plan = property(lambda self: 1 / 0)": "its plan raised ZeroDivisionError: division by zero",
    "    plan = {'rounds': 10 ** 9}": "the plan of Mine has rounds that are not an int from 0 to 100,000,000",
    "syntax error": "mine.py, line 7: ",
    "os._exit(0)": "the adversary's process ended with exit code 0 during loading the adversary",
    "1 / 0": "mine.py cannot be imported: ZeroDivisionError: division by zero",
    "class Other(Mine): pass": "mine.py has several adversaries, Mine, Other; keep one class with",
}  # fmt: skip


def marks(lines: str) -> list[pytest.MarkDecorator]:
    """Return what the test of a file has for a mark: one that ends its process, or finds its pipes, has to have one."""
    return [pytest.mark.full] if "os." in lines else []


@pytest.mark.parametrize("lines", [pytest.param(lines, marks=marks(lines)) for lines in BREAKS])
def test_a_file_that_breaks_the_rules_gets_one_line(lines: str, file: Write, adversary: Run, tmp_path: Path) -> None:
    name = file(lines)
    arguments = "--against", name, "--margin", 1, "--dimension", 1, "-o", "t.jsonl"
    ran = adversary("play", "always-minus", *arguments)
    assert BREAKS[lines] in ran.refusal
    assert ran.err.count("mine.py") - BREAKS[lines].count("mine.py") <= 1
    assert not (tmp_path / "t.jsonl").exists()


@pytest.mark.full
@pytest.mark.parametrize(
    ("lines", "limit", "says"),
    [
        ("    def next_point(self):\n        while True: pass", "call=1s", "next_point gave no answer within 1 s"),
        ("    def target(self): time.sleep(60)", "call=1s", "target gave no answer within 1 s"),
        ("    def next_point(self): return [1]", "game=1s", "the game took more than 1 s"),
    ],
)
def test_a_file_that_hangs_is_ended(lines: str, limit: str, says: str, file: Write, adversary: Run) -> None:
    ran = adversary("play", "always-minus", "--against", file(lines), "--margin", 1, "--dimension", 1, "--limit", limit)
    assert says in ran.refusal


SLOW = """
import time
class Slow:
    def predict(self, x):
        time.sleep(0.7)
        return 1
    def update(self, x, y): pass
"""


@pytest.mark.full
def test_what_a_slow_learner_takes_is_not_held_against_it(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    game = "--margin", "1/2", "--dimension", 4, "--limit", "game=2s", "--json"
    ran = adversary("play", "slow.py", "--against", EXAMPLE, *game)
    assert (ran.code, ran.json["fault"]) == (1, "timeout: the game took more than 2 s")


@pytest.mark.full
def test_what_it_prints_is_not_in_the_json(file: Write, adversary: Run) -> None:
    name = file("    def label(self, x, predicted):\n        print('noise')\n        return 1")
    ran = adversary("play", "always-minus", "--against", name, "--margin", 1, "--dimension", 1, "--json")
    assert ran.json["mistakes"] == 3
    assert "noise" in ran.err


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("    def target(self): return [-1]", "round 1: the label is +1, the target says -1"),
        ("    def target(self): return [2]", "the target's norm² is 4, above 1"),
        ("    def target(self): return [1], 4", "the target's norm² is 4, above 1"),
        ("    def target(self): return None", "there is no target"),
        ("    def next_point(self): self.n += 1; return (3,) if self.n < 3 else None", "norm² is 9"),
        ("    plan = {'claims': 2}", "universal bound"),
    ],
)
def test_what_it_claims_is_verified(lines: str, reason: str, file: Write, adversary: Run) -> None:
    ran = adversary("play", "always-minus", "--against", file(lines), "--margin", 1, "--dimension", 1, "--json")
    assert (ran.code, ran.json["bounds"]["lower"]) == (1, None)
    assert reason in ran.json["reason"]


def test_a_plan_may_bring_the_setting_with_it(file: Write, adversary: Run) -> None:
    name = file("    plan = {'dimension': 1, 'margin_squared': 1, 'rounds': 3, 'note': 'as\\n\\x1b[31m I say'}")
    ran = adversary("play", "always-minus", "--against", name, "--json")
    assert (ran.code, ran.json["mistakes"], ran.json["margin_squared"]) == (0, 3, "1")
    shows = "its game shows no bound for every learner: 3 points cannot be orthogonal in dimension 1"
    assert ran.err == f"note: as \\x1b[31m I say; {shows}\n"
    without = adversary("play", "always-minus", "--against", file("    plan = None"))
    assert without.err.endswith("is an adversary of your own: also give a margin and a dimension, or a class\n")


def test_on_a_class(file: Write, adversary: Run) -> None:
    lines = """
    def __init__(self, concept_class, concepts, seed=5):
        assert concepts.shape == (4, 3) and concept_class.size == 4
        self.plan = {"rounds": 2, "claims": 2, "tree": [1, [0, 0, 1], [2, 2, 3]]}
        self.below = self.plan["tree"]
    def next_point(self): return self.below[0] if type(self.below) is list else None
    def label(self, x, predicted):
        self.below = self.below[1 if predicted == 1 else 2]
        return -predicted
    def target(self):
        while type(self.below) is list: self.below = self.below[1]
        return self.below
"""
    ran = adversary("play", "halving", "--against", file(lines), "--class", "thresholds:3", "--json")
    assert ran.code == 0, ran.json
    assert (ran.json["mistakes"], ran.json["bounds"], ran.json["tight"]) == (2, {"lower": 2, "upper": 2}, True)
    assert len(ran.json["statements"]) == 3
    boast = file(lines.replace('"claims": 2', '"claims": 3'))
    less = adversary("play", "halving", "--against", boast, "--class", "thresholds:3", "--json")
    assert (less.code, less.json["bounds"]["lower"], len(less.json["statements"])) == (1, 2, 2)
    assert less.json["reason"] == "universal bound: 3 claimed, 2 shown"
    bare = file(
        lines.replace('"claims": 2, "tree": [1, [0, 0, 1], [2, 2, 3]]', '"claims": 1').replace(
            'self.plan["tree"]', "[1, [0, 0, 1], [2, 2, 3]]"
        )
    )
    found = adversary("play", "halving", "--against", bare, "--class", "thresholds:3", "--json")
    assert (found.code, found.json["bounds"]) == (0, {"lower": 1, "upper": 2})  # from the tree that its points show
    bad = adversary(
        "play", "halving", "--against", file(lines.replace("self.below[0]", "9")), "--class", "thresholds:3"
    )
    assert "Mine showed 9, but a point is an int in range(3)" in bad.err
    seeded = adversary("play", "halving", "--against", file(lines), "--class", "thresholds:3", "--seed", 3, "--json")
    assert seeded.json["seed"] == 3


def test_of_a_randomized_learner_a_file_is_told_the_likely_label_or_nothing(file: Write, adversary: Run) -> None:
    """Who is told −1 answers −1, which its target does not: the first game is not valid."""
    lines = "    def next_point(self): self.n += 1; return 0 if self.n < 2 else None\n    def target(self): return 0\n    def label(self, x, p): return 1 if p is None else -1\n"
    arguments = "--class", "singletons:4", "--json"
    ran = adversary("play", "randomized-halving", "--against", file(lines), *arguments)
    assert (ran.code, ran.json["mistakes"], ran.json["realizable"]) == (1, "1/4", False)
    ran = adversary("play", "randomized-halving", "--against", file(lines + "    oblivious = True"), *arguments)
    assert (ran.code, ran.json["mistakes"]) == (0, "3/4")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nosuch.py", "there is no file nosuch.py"),
        ("standard-basis:x.py", "standard-basis takes no :FILE"),
        (f"{ROOT}/README.md", "README.md is a file, but the name of a file with code ends in .py or .ipynb"),
        ("scripted:x.py", "x.py cannot be read: No such file or directory"),
        (f"{EXAMPLE}:Yours", "unknown class in"),
    ],
)
def test_which_file_is_meant(text: str, says: str, adversary: Run) -> None:
    ran = adversary("play", "perceptron", "--against", text, "--margin", "1/2", "--dimension", 4)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert says in ran.err


def test_it_is_no_output(adversary: Run, file: Write, tmp_path: Path) -> None:
    name = file("")
    before = (tmp_path / name).read_text()
    for against in (name, f"{name}:Mine"):
        ran = adversary("play", "always-minus", "--against", against, "--margin", 1, "--dimension", 1, "-o", name)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert ran.err.startswith(f"adversary: {name}: play writes a trace")
        assert (tmp_path / name).read_text() == before


class Plain:
    """Shows one point three times."""

    def __init__(self, point: Any, target: Any, plan: Any = None) -> None:
        self.point, self.offers, self.left, self.plan = point, target, 3, plan
        self.heard: list[Any] = []

    def next_point(self) -> Any:
        self.left -= 1
        return self.point if self.left >= 0 else None

    def label(self, x: Any, predicted: Any) -> int:
        self.heard.append(x)
        return 1

    def target(self) -> Any:
        return self.offers


@pytest.mark.parametrize(
    ("point", "target"),
    [
        ([0, 1], [0, 1]),
        ((0, Fraction(1)), (0, Fraction(1))),
        ({1: 1}, {1: 1}),
        (np.array([0, 1]), np.array([0, 1])),
        ([np.int64(0), np.int8(1)], ([0, 2], Fraction(1, 4))),
        (basis_vector(1), Target(basis_vector(1), Fraction(1))),
        ([Fraction(3, 5), Fraction(4, 5)], ([3, 4], Fraction(1, 25))),
    ],
)
def test_points_and_targets_may_be_plain(point: Any, target: Any) -> None:
    own: Any = Plain(point, target)
    game = play("always-minus", against=own, margin=1, dimension=2)
    assert (game.ok, game.mistakes, game.realizable) == (True, 3, True), game.reason
    assert all(x is point for x in own.heard)


def test_a_class_gets_the_options_that_its_constructor_names() -> None:
    class Made(Plain):
        def __init__(self, dimension: int) -> None:
            super().__init__([0] * (dimension - 1) + [1], [0] * (dimension - 1) + [1])

    made: Any = Made
    game = play("always-minus", against=made, margin=1, dimension=2)
    assert (game.ok, game.mistakes, game.adversary) == (True, 3, f"{Made.__qualname__}"), game.reason
    needs: Any = Plain
    with pytest.raises(InputError, match=r"^Plain: "):
        play("always-minus", against=needs, margin=1, dimension=2)


def test_a_fault_that_it_raises_is_no_fault_of_the_learner() -> None:
    class Blames(Plain):
        def next_point(self) -> Any:
            raise Fault("timeout", "the learner is slow")

    blames: Any = Blames([1, 0], [1, 0])
    with pytest.raises(AdversaryError, match="the learner is slow"):
        play("always-minus", against=blames, margin=1, dimension=2)


def test_an_object_may_have_a_plan() -> None:
    setting = Halfspaces(2, Fraction(1))
    own: Any = Plain([1, 0], [1, 0], Plan(setting, 3, forces=99))
    game = play("always-minus", against=own)
    assert (game.ok, game.bounds["lower"]) == (True, None)
    cube = find_class("cube:2")
    others: list[tuple[Any, dict[str, Any], str]] = [
        (Plan(setting), {"margin": "1/2"}, "with --margin sqrt(1), and you asked for sqrt(1/4)"),
        (Plan(setting), {"concept_class": "cube:2"}, "without --class, and you asked for cube:2"),
        (Plan(Finite(cube)), {"margin": "1/2", "dimension": 2}, "without --margin, and you asked for sqrt(1/4)"),
        (
            {"margin_squared": "1/2"},
            {"margin": "1/2", "dimension": 2},
            "with --margin sqrt(1/2), and you asked for sqrt(1/4)",
        ),
        (
            Plan(Finite(cube, 0, (0, 1))),
            {"concept_class": cube, "order": "2,1"},
            "with ?order 1,2, and you asked for 2,1",
        ),
    ]
    for plan, given, differs in others:
        other: Any = Plain([1, 0], [1, 0], plan)
        with pytest.raises(InputError, match=re.escape(f"is for a game {differs}")):
            play("always-minus", against=other, **given)
    written: Any = Plain([1, 0], [1, 0], {"margin_squared": "1/4", "dimension": 2})
    assert play("always-minus", against=written).setting == Halfspaces(2, Fraction(1, 4))
    finite: Any = Plain(0, 3, Plan(Finite(cube)))
    assert play("halving", against=finite).ok


def test_a_file_of_bytes_has_no_line(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(b"\0")
    ran = adversary("play", "perceptron", "--against", "mine.py", "--margin", 1, "--dimension", 1)
    assert (ran.code, ran.err) == (2, "adversary: mine.py: source code string cannot contain null bytes\n")
