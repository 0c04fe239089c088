"""A session in Python, from the first game to the margin of data; `python tests/session.py` runs it with pandas."""

# mypy: ignore-errors

import importlib.util
from fractions import Fraction
from pathlib import Path

import numpy as np

import adversary as adv

STUDENT = Path(__file__).parent.parent / "examples" / "student.py"
spec = importlib.util.spec_from_file_location("student", STUDENT)
assert spec and spec.loader
student = importlib.util.module_from_spec(spec)
spec.loader.exec_module(student)
MyPerceptron = student.Student

X, y = [[1, 0.5], [0.5, 1], [-1, -0.5], [0.1, -1]], [1, 1, -1, -1]

game = adv.play("perceptron", margin="1/10")
print(game)
assert (game.mistakes, len(game.rounds)) == (100, 100)
assert list(game.rounds[0].point) == [1] + [0] * 99
assert np.asarray([entry.point for entry in game.rounds]).shape == (100, 100)
assert game.to_frame().mistake.all()
assert game.plot().get_xlabel()
assert game.show().html.startswith("<!DOCTYPE html>")
assert adv.play(MyPerceptron, margin=0.5).mistakes == 4
assert adv.play(lambda x, past: past[-1].label if past else 1, margin="1/2").mistakes == 4

grade = adv.grade(MyPerceptron, "perceptron", seconds=60)
assert (grade.verdict, grade.counterexample, grade.rounds) == ("passed", None, [])
failed = adv.grade(Path(__file__).parent.parent / "examples/broken/wrong_sign.py", "perceptron")
print(failed.counterexample.to_frame())
assert list(failed.counterexample.rounds) == failed.rounds

found = adv.attack(MyPerceptron, bound="R2/gamma2 - 1", seconds=20)
print(found)
assert found.verdict == "refuted"
assert len(found.rounds) == len(found.counterexample.to_frame())

dimension = adv.dimension("intervals:5")
assert (dimension.littlestone, dimension.vc) == (3, 2)
assert dimension.bounds("littlestone").at_most == 3
assert adv.dimension([[1, 0], [0, 1], [1, 1]]).littlestone == 1
assert adv.value(dimension=3, margin="1/3").exact
assert adv.margin(X, y).margin_squared == adv.margin(np.array(X), np.array(y)).margin_squared > Fraction(1, 4)

table = adv.tournament("perceptron", MyPerceptron, margin="1/2", against="standard-basis")
print(table)
assert len(table.to_frame()) == 2
game.save("trace.jsonl")
assert adv.check("trace.jsonl").valid
assert adv.find_class("thresholds:7").size == 8
assert len(adv.trees.littlestone(adv.find_class("thresholds:7"))) == 15
assert {"perceptron", "halving"} <= {card["name"] for card in adv.list_of("learners")}
