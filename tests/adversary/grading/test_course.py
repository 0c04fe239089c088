"""Several kinds in one run: weights, points, and every report of them."""

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

import pytest
from conftest import ROOT, Ran
from sampled_kinds import KIND, RIGHT

from adversary.grading.course import read_course
from adversary.grading.folder import grade_submission
from adversary.grading.kinds.find import find_kind
from adversary.grading.result import (
    SIDE_EFFECTS,
    Finding,
    Grade,
    Marks,
    Part,
    marked,
    points_got,
    read_grade,
    scores,
    weighed,
    write_grade,
)
from adversary.search.determinism import ANSWERS, DETERMINISTIC
from adversary.views.excerpt import points_text
from adversary.views.words import decimal
from proofs.exact.errors import InputError

Run = Callable[..., Ran]
COURSE = read_course(str(ROOT / "examples" / "course.toml")) or ()
WRONG = "class Student:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n"


def test_points_are_split_by_weight() -> None:
    assert [(Path(part.kind).name, part.points) for part in COURSE] == [
        ("perceptron", Fraction(75)),
        ("my_kind.toml", Fraction(25)),
    ]
    assert read_course("perceptron") is None
    assert read_course(str(ROOT / "examples" / "my_kind.toml")) is None


def graded(*statuses: str, names: Sequence[str] = (), weights: Sequence[int] = ()) -> Grade:
    checks = [Finding(f"check {n}", status, "", "") for n, status in enumerate(statuses)]  # type: ignore[arg-type]
    checks = [replace(check, name=name) for check, name in zip_longest(checks, names) if name] or checks
    checks = (
        [replace(check, weight=weight) for check, weight in zip(checks, weights, strict=True)] if weights else checks
    )
    return Grade("a.py", "kind", tuple(checks), None, 1, 1, 1.0, ())


def test_marks_add_up() -> None:
    (found,) = marked(COURSE, [[graded("passed", "failed", "skipped")], [graded("passed", "unknown")]])
    assert [got for _, _, got in found.rows()] == [25, Fraction(25, 2)]
    assert (found.points, found.verdict) == (Fraction(75, 2), "failed")
    assert found.to_json()["points"] == "75/2"
    assert found.to_json()["parts"][0]["earned"] == {"check 0": "25"}
    assert points_got(graded("passed", "skipped"), 100) == 100  # which is what passed means
    assert points_got(graded(), 100) == 0
    error = Marks("a.py", COURSE, (graded("passed"), graded("unknown")))
    assert (error.verdict, error.points) == ("error", Fraction(75))


NAMES = (ANSWERS, "unit points", DETERMINISTIC, SIDE_EFFECTS)
WORTH = "Each of the 4 required checks is worth 25"
UNLESS = 'but none earns points unless "unit points" passes'


@pytest.mark.parametrize(
    ("statuses", "points", "told"),
    [
        (("failed", "skipped", "skipped", "passed"), 0, f"0 of 100. {WORTH}, {UNLESS}"),
        (("passed", "failed", "skipped", "passed"), 0, f"0 of 100. {WORTH}, {UNLESS}"),
        (("passed", "unknown", "unknown", "passed"), 0, f"0 of 100. {WORTH}, {UNLESS}"),
        (("failed", "skipped", "skipped", "failed"), 0, f"0 of 100. {WORTH}"),
        (
            ("passed", "passed", "failed", "passed"),
            75,
            f'75 of 100: 25 for "answers with labels", 25 for "unit points", 25 for "keeps to itself". {WORTH}',
        ),
        (("failed", "passed", "skipped", "skipped"), 25, f'25 of 100: 25 for "unit points". {WORTH}'),
        (("passed", "passed", "passed", "passed"), 100, "100 of 100"),
    ],
)
def test_conduct_earns_points_only_beside_a_game(statuses: tuple[str, ...], points: int, told: str) -> None:
    grade = graded(*statuses, names=NAMES)
    assert points_got(grade, 100) == points
    assert points_text(grade) == told
    assert points_text(grade, Fraction(100, 3)).partition(" of ")[2].startswith("33.33")


def test_checks_are_weighed() -> None:
    grade = graded("passed", "passed", "failed", "passed", names=NAMES, weights=(0, 3, 1, 0))
    assert [got for _, got, _ in scores(grade)] == [0, 75, 0, 0]
    assert [most for _, _, most in scores(grade)] == [0, 75, 25, 0]
    assert (
        points_text(grade) == '75 of 100: 75 for "unit points". Shares: 75 for "unit points", 25 for "is deterministic"'
    )
    assert points_got(weighed(grade, {DETERMINISTIC: 0}), 10) == 10
    assert read_grade(write_grade(grade)) == grade
    old = write_grade(grade)
    for check in old["checks"]:
        del check["weight"]  # as an earlier version has written it
    assert [check.weight for check in read_grade(old).checks] == [1, 1, 1, 1]
    part = Part("kind", Fraction(40), weights={ANSWERS: 4})
    assert [got for _, _, got in marked([part], [[grade]])[0].rows()] == [40 * Fraction(7, 8)]


def test_a_kind_weighs_its_checks(tmp_path: Path) -> None:
    (tmp_path / "k.toml").write_text(f'{KIND}checks = {{ "the games of this kind" = 5, "is deterministic" = 0 }}\n')
    (tmp_path / "a.py").write_text(
        "class A:\n    def predict(self, x): return None\n    def update(self, x, y): pass\n"
    )
    assert find_kind(str(tmp_path / "k.toml")).weights == {"the games of this kind": 5, DETERMINISTIC: 0}
    found = weighed(graded("passed", "passed", names=("the games of this kind", DETERMINISTIC)), {DETERMINISTIC: 0})
    assert [most for _, _, most in scores(found)] == [100, 0]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[[parts]]\nkind = "percetron"', "part 1: unknown kind 'percetron'; did you mean 'perceptron'?"),
        ('[[parts]]\nkind = "halving"\n[[parts]]\nkind = "nothing.toml"', "nothing.toml cannot be read"),
        ('[[parts]]\nkind = "halving"\nweigth = 1', "part 1: 'weigth'; did you mean 'weight'?"),
        ('[[parts]]\nkind = "halving"\nweight = 0.5', "part 1: weight is an integer from 1 to 1,000,000, not 0.5"),
        ('[[parts]]\nkind = "halving"\nweight = true', "not True"),
        ("[[parts]]\nweight = 1", "part 1: kind is missing"),
        ('[[parts]]\nkind = "halving"\n[[parts]]\nkind = "halving"', "c.toml: halving appears twice; name it once"),
        ('[[parts]]\nkind = "c.toml"', "unknown key in"),
        ('name = "x"\n[[parts]]\nkind = "halving"', "unknown key next to [[parts]]"),
        ("parts = 3", "parts are written as [[parts]]"),
        (
            '[[parts]]\nkind="halving"\nname="a"\n[[parts]]\nkind="winnow"\nname="a"',
            "c.toml: a appears twice; name it once",
        ),
        ('[[parts]]\nkind = "halving"\nfile = "a.py"\nfolder = "b"', "part 1: give a file or a folder, not both"),
        ('[[parts]]\nkind = "halving"\nfile = "a.txt"', "part 1: file is a .py or .ipynb file in each submission"),
        ('[[parts]]\nkind = "halving"\nfile = "../a.py"', "part 1: ../a.py is not inside of each submission"),
        ('[[parts]]\nkind = "halving"\nfolder = "/"', "part 1: / is not inside of each submission"),
        ('[[parts]]\nkind = "halving"\nfile = 3', "part 1: file is a text, not 3"),
        ('[[parts]]\nkind = "halving"\nclass = "a b"', "part 1: class is the name of a class, not a b"),
        ('[[parts]]\nkind = "halving"\nchecks = 3', "part 1: checks are written as checks = {"),
        ('[[parts]]\nkind = "halving"\nchecks = {"is determinist" = 1}', "did you mean 'is deterministic'?"),
        (
            '[[parts]]\nkind = "halving"\nchecks = {"is deterministic" = -1}',
            "is an integer from 0 to 1,000,000, not -1",
        ),
        ('[[parts]]\nkind = "halving"\nchecks = {"finite classes" = 0}', "some check of a game should have a weight"),
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
    (home / "wrong.py").write_text(WRONG)
    (home / "broken.py").write_text("class A:\n    def predict(self, x)\n")
    for name in ("small", "twice"):
        (tmp_path / f"{name}.toml").write_text(KIND)
    (tmp_path / "c.toml").write_text(
        '[[parts]]\nkind = "small.toml"\nweight = 2\n[[parts]]\nkind = "twice.toml"\nweight = 3\n'
    )
    outputs = ["-o", "g.csv", "-o", "out/"]
    ran = adversary("grade", home, "--as", "c.toml", "--isolation", "plain", "--json", *outputs)
    assert ran.code == 1, ran
    broken, wrong = ran.json
    assert (broken["verdict"], broken["points"]) == ("error", "0")
    parts = wrong["parts"]
    assert [(part["kind"], part["of"]) for part in parts] == [("small.toml", "40"), ("twice.toml", "60")]
    assert wrong["points"] == str(sum(Fraction(part["points"]) for part in parts))
    assert [part["points"] for part in parts] == ["0", "0"]  # it fails the first games of both
    with (tmp_path / "g.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["learner"] for row in rows] == ["broken.py", "wrong.py"]
    assert float(rows[1]["points"]) == pytest.approx(float(Fraction(wrong["points"])), abs=0.005)
    assert rows[1]["twice.toml: verdict"] == "failed"
    found = json.loads((tmp_path / "out" / "results" / "wrong.json").read_text())
    assert found["score"] == float(Fraction(wrong["points"]))
    assert sum(test["max_score"] for test in found["tests"]) == pytest.approx(100)
    assert {test["name"].partition(":")[0] for test in found["tests"]} == {"small.toml", "twice.toml"}
    for place in ("out/small/wrong.html", "out/twice/wrong.game.html", "out/twice/index.md", "out/grades.csv"):
        assert (tmp_path / place).is_file()
    index = (tmp_path / "out" / "index.html").read_text()
    for part, home_of in zip(parts, ("small", "twice"), strict=True):
        points = decimal(Fraction(part["points"]))
        assert f'<a href="{home_of}/wrong.html">failed</a>, {points}</td>' in index
        assert f"[failed]({home_of}/wrong.md), {points}" in (tmp_path / "out" / "index.md").read_text()
        assert (tmp_path / "out" / home_of / "index.html").is_file()
    assert f'<td data-title="points" class="number">{decimal(Fraction(wrong["points"]))}</td>' in index
    assert not (tmp_path / "g.csv.store.jsonl").exists()
    one = adversary("grade", home / "wrong.py", "--as", "c.toml", "--isolation", "plain")
    assert one.code == 1
    assert "together" in one.out
    refused = adversary("grade", home, "--as", "c.toml", "-o", "t.py")
    assert refused.code == 2
    assert "c.toml has several kinds, and a .py file is for one of them" in refused.err


# ------------------------------------------------------------------------------------------------ several exercises

EXERCISES = """
[[parts]]
name = "Halving"
kind = "small.toml"
file = "halving.py"
weight = 2

[[parts]]
name = "Any name"
kind = "small.toml"
folder = "week 2"

[[parts]]
kind = "consistent.toml"
file = "both.py"
class = "Second"
"""
BOTH = f"{WRONG.replace('Student', 'First')}{RIGHT.replace('Student', 'Second')}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return the folder of submissions: ann's are right, bob's are wrong or missing."""
    (tmp_path / "small.toml").write_text(KIND)
    (tmp_path / "consistent.toml").write_text(KIND.replace("small", "consistent"))
    (tmp_path / "c.toml").write_text(EXERCISES)
    found = tmp_path / "term"
    files = {
        "ann/halving.py": RIGHT,
        "ann/week 2/mine.py": RIGHT,
        "ann/week 2/tests.py": "",
        "ann/both.py": BOTH,
        "bob/Halving.py": RIGHT,
        "bob/week 2/mine.py": WRONG,
        "bob/both.py": BOTH.replace("Second", "Third"),
        "both.py": BOTH,
    }
    for name, text in files.items():
        (found / name).parent.mkdir(parents=True, exist_ok=True)
        (found / name).write_text(text)
    return found


def test_each_part_grades_its_own_file(adversary: Run, home: Path, tmp_path: Path) -> None:
    outputs = ["-o", "g.csv", "-o", "out/"]
    ran = adversary("grade", home, "--as", "c.toml", "--isolation", "plain", "--json", *outputs)
    assert ran.code == 1, ran
    ann, bob, both = ran.json
    assert [one["learner"] for one in ran.json] == ["ann", "bob", "both.py"]
    assert (ann["verdict"], ann["points"]) == ("passed", "100")
    assert [(part["name"], part["wanted"], part["of"]) for part in ann["parts"]] == [
        ("Halving", "halving.py", "50"),
        ("Any name", "week 2", "25"),
        ("consistent.toml", "both.py:Second", "25"),
    ]
    assert sum(map(Fraction, ann["parts"][0]["earned"].values())) == 50
    assert [part["grade"]["verdict"] for part in bob["parts"]] == ["error", "failed", "error"]
    assert [part["points"] for part in bob["parts"]] == ["0", "0", "0"]
    missing, _, unnamed = [part["grade"]["problem"] for part in bob["parts"]]
    assert missing == 'halving.py is missing: the part "Halving" asks for it; did you mean Halving.py?'
    assert "unknown class in bob/both.py: 'Second'; did you mean" in unnamed or "known: First, Third" in unnamed
    assert [part["grade"]["verdict"] for part in both["parts"]] == ["error", "error", "passed"]
    assert both["parts"][0]["grade"]["problem"] == (
        'the part "Halving" asks for halving.py: hand in a file of this name, or a folder with it'
    )
    with (tmp_path / "g.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["Any name: points"] for row in rows] == ["25", "0", "0"]
    index = (tmp_path / "out" / "index.html").read_text()
    cell = '<td data-title="Halving, of 50" class="status passed"><a href="Halving/ann.html">passed</a>, 50</td>'
    assert cell in index  # on a phone, where there are no columns, the title stands before it
    report = (tmp_path / "out" / "consistent" / "ann.md").read_text()
    assert "Graded as consistent, in both.py:Second, in " in report
    assert "- **points**: 25 of 25" in report


@pytest.mark.full
def test_one_submission_of_several_files(adversary: Run, home: Path, tmp_path: Path) -> None:
    asked = "grade", "--as", "c.toml", "--isolation", "plain"
    ran = adversary(*asked, "-o", "r.json", home / "ann")
    assert ran.code == 0, ran
    assert "Any name: week 2\n" in ran.out
    assert "together" in ran.out
    assert json.loads((tmp_path / "r.json").read_text())["score"] == 100
    half = adversary(*asked, home / "bob", "--json")
    assert half.code == 1
    assert half.json["learner"] == str(home / "bob")
    assert [part["grade"]["verdict"] for part in half.json["parts"]] == ["error", "failed", "error"]
    (home / "eve").mkdir()
    (home / "eve" / "both.py").write_text("import nothing_like_that\n")
    nothing = adversary(*asked, home / "eve")
    assert nothing.code == 2
    assert nothing.err.startswith('adversary: halving.py is missing: the part "Halving" asks for it')
    refused = adversary(*asked, home / "ann", "-o", home / "ann" / "r.json")
    assert "it is in the folder of the submissions" in refused.refusal


def test_a_class_of_one_file_is_a_part(home: Path, local_learners: None) -> None:
    part = Part(str(home.parent / "small.toml"), Fraction(10), class_name="Second")
    assert grade_submission(home / "both.py", part).verdict == "passed"
    assert grade_submission(home / "ann", part).problem is None  # the only file with that class
    first = grade_submission(home / "both.py", replace(part, class_name="First"))
    assert (first.verdict, first.learner) == ("failed", str(home / "both.py"))
    assert first.counterexample is not None
    assert first.counterexample.learner == first.learner
