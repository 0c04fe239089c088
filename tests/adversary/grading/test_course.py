"""Several kinds in one run: weights, points, and every report of them."""

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT, Ran

from adversary.grading.kinds.registry import read_course
from adversary.grading.result import Finding, Grade, Marks, marked, points_got
from adversary.views.words import decimal
from proofs.exact.errors import InputError

Run = Callable[..., Ran]
COURSE = read_course(str(ROOT / "examples" / "course.toml")) or ()
STRICT = ROOT / "examples" / "broken" / "strict_inequality.py"


def test_points_are_split_by_weight() -> None:
    assert [(Path(part.kind).name, part.points) for part in COURSE] == [
        ("perceptron", Fraction(75)),
        ("my_kind.toml", Fraction(25)),
    ]
    assert read_course("perceptron") is None
    assert read_course(str(ROOT / "examples" / "my_kind.toml")) is None


def graded(*statuses: str) -> Grade:
    checks = tuple([Finding(f"check {n}", status, "", "") for n, status in enumerate(statuses)])  # type: ignore[arg-type]
    return Grade("a.py", "kind", checks, None, 1, 1, 1.0, ())


def test_marks_add_up() -> None:
    (found,) = marked(COURSE, [[graded("passed", "failed", "skipped")], [graded("passed", "unknown")]])
    assert [got for _, _, got in found.rows()] == [25, Fraction(25, 2)]
    assert (found.points, found.verdict) == (Fraction(75, 2), "failed")
    assert found.to_json()["points"] == "75/2"
    assert points_got(graded("passed", "skipped"), 100) == 100  # which is what passed means
    assert points_got(graded(), 100) == 0
    error = Marks("a.py", COURSE, (graded("passed"), graded("unknown")))
    assert (error.verdict, error.points) == ("error", Fraction(75))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[[parts]]\nkind = "percetron"', "part 1: unknown kind 'percetron'; did you mean 'perceptron'?"),
        ('[[parts]]\nkind = "halving"\n[[parts]]\nkind = "nothing.toml"', "nothing.toml cannot be read"),
        ('[[parts]]\nkind = "halving"\nweigth = 1', "part 1: 'weigth'; did you mean 'weight'?"),
        ('[[parts]]\nkind = "halving"\nweight = 0.5', "part 1: weight is an integer from 1 to 1,000,000, not 0.5"),
        ('[[parts]]\nkind = "halving"\nweight = true', "not True"),
        ("[[parts]]\nweight = 1", "part 1: kind is missing"),
        ('[[parts]]\nkind = "halving"\n[[parts]]\nkind = "halving"', "the kind halving appears twice"),
        ('[[parts]]\nkind = "c.toml"', "has parts of its own"),
        ('name = "x"\n[[parts]]\nkind = "halving"', "unknown key beside [[parts]]"),
        ("parts = 3", "parts are written as [[parts]]"),
    ],
)
def test_what_is_wrong_with_a_course_is_one_line(text: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(text)
    with pytest.raises(InputError) as error:
        read_course(str(tmp_path / "c.toml"))
    assert line in str(error.value)
    assert "\n" not in str(error.value)


def test_one_run_grades_as_all_kinds(adversary: Run, tmp_path: Path) -> None:
    home = tmp_path / "handed in"
    home.mkdir()
    (home / "strict.py").write_text(STRICT.read_text())
    (home / "broken.py").write_text("class A:\n    def predict(self, x)\n")
    (tmp_path / "twice.toml").write_text('setting = "halfspaces"\nbound = "2*R2/gamma2"\n')
    (tmp_path / "c.toml").write_text(
        '[[parts]]\nkind = "perceptron"\nweight = 2\n[[parts]]\nkind = "twice.toml"\nweight = 3\n'
    )
    outputs = ["--csv", "g.csv", "--results", "results", "--reports", "out", "--junit", "g.xml"]
    ran = adversary("grade", home, "--as", "c.toml", "--isolation", "plain", "--json", *outputs)
    assert ran.code == 1, ran
    broken, strict = ran.json
    assert (broken["verdict"], broken["points"]) == ("error", "0")
    parts = strict["parts"]
    assert [(part["kind"], part["of"]) for part in parts] == [("perceptron", "40"), ("twice.toml", "60")]
    assert strict["points"] == str(sum(Fraction(part["points"]) for part in parts))
    assert all(0 < Fraction(part["points"]) < Fraction(part["of"]) for part in parts)
    with (tmp_path / "g.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["learner"] for row in rows] == ["broken.py", "strict.py"]
    assert float(rows[1]["points"]) == pytest.approx(float(Fraction(strict["points"])), abs=0.005)
    assert rows[1]["twice.toml: verdict"] == "failed"
    found = json.loads((tmp_path / "results" / "strict.json").read_text())
    assert found["score"] == float(Fraction(strict["points"]))
    assert sum(test["max_score"] for test in found["tests"]) == pytest.approx(100)
    assert {test["name"].partition(":")[0] for test in found["tests"]} == {"perceptron", "twice.toml"}
    for place in ("out/perceptron/strict.html", "out/twice/strict.game.html", "out/twice/index.md", "out/grades.csv"):
        assert (tmp_path / place).is_file()
    index = (tmp_path / "out" / "index.html").read_text()
    for part, home_of in zip(parts, ("perceptron", "twice"), strict=True):
        points = decimal(Fraction(part["points"]))
        assert f'<a href="{home_of}/strict.html">failed</a>, {points}</td>' in index
        assert f"[failed]({home_of}/strict.md), {points}" in (tmp_path / "out" / "index.md").read_text()
        assert (tmp_path / "out" / home_of / "index.html").is_file()
    assert f'<td class="number">{decimal(Fraction(strict["points"]))}</td>' in index
    assert not (tmp_path / "g.csv.store.jsonl").exists()
    one = adversary("grade", home / "strict.py", "--as", "c.toml", "--isolation", "plain")
    assert one.code == 1
    assert "together" in one.out
    refused = adversary("grade", home, "--as", "c.toml", "--pytest", "t.py")
    assert refused.code == 2
    assert "c.toml has several kinds: -o and --pytest are for one of them" in refused.err
