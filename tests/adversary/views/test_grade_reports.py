"""Reports on submissions: their files' names, pages that stay inert, hints, and folders of outputs."""

import csv
import html
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from conftest import ROOT, Ran
from hypothesis import given, settings
from hypothesis import strategies as st
from sampled_kinds import KIND, RIGHT

from adversary.game.judge import judge_file
from adversary.grading.grade import grade
from adversary.grading.hints import failing_lines, hints
from adversary.grading.result import Finding, Grade, Likeness, read_grade
from adversary.search.counterexample import Counterexample
from adversary.search.spaces.pools import all_simpler, burden, simpler, unit
from adversary.views.excerpt import rounds_table, story
from adversary.views.export.outputs import file_names
from adversary.views.export.pytest_file import pytest_file
from adversary.views.page.reports import grade_markdown, grade_report, write_reports
from learners.checks.properties import OPTIONAL_PROPERTIES
from proofs.classes.catalog import find_class
from proofs.exact.vectors import vector
from proofs.formats.trace import Round
from proofs.settings import Finite, Halfspaces

pytestmark = pytest.mark.xdist_group("reports")  # one worker makes the grades that all tests look at

Run = Callable[..., Ran]
HOSTILE = "</pre><script>alert(1)</script><img src=x onerror=alert(2)>[a](javascript:alert(3))|`x`\u202e{{7*7}}"
STRICT = ROOT / "examples" / "broken" / "strict_inequality.py"

SIGN = """import numpy as np


class Learner:
    def __init__(self, dimension):
        self.w = np.zeros(dimension)

    def predict(self, x):
        return np.sign(self.w @ x)

    def update(self, x, y):
        self.w += y * x
"""

RAISES = """class Learner:
    def predict(self, x):
        # <b>& "quoted"
        return 1 // 0

    def update(self, x, y):
        pass
"""


@given(
    st.lists(st.text(max_size=30) | st.sampled_from(["a.py", "A.py", "a", "a.ipynb", "index.py", "../x"]), unique=True)
)
def test_names_of_files_are_safe_and_different(names: list[str]) -> None:
    found = file_names(names)
    assert list(found) == names
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}", file) for file in found.values())
    assert len({file.casefold() for file in found.values()}) == len(names)
    assert not {"index", "grades", "con"} & {file.casefold() for file in found.values()}


def test_a_name_that_is_safe_stays_and_cannot_be_taken() -> None:
    assert file_names(["alice.py", "bob.ipynb", "carol"]) == {"alice.py": "alice", "bob.ipynb": "bob", "carol": "carol"}
    mark = file_names(["a b.py"])["a b.py"]
    both = file_names(["a b.py", f"{mark}.py"])
    assert both["a b.py"] == mark
    assert both[f"{mark}.py"] != mark


@pytest.fixture(scope="module")
def strict() -> Grade:
    return grade(str(STRICT), "perceptron", isolation="plain")


def hostile(found: Grade) -> Grade:
    """Return a grade whose every text is an attack."""
    checks = tuple([replace(check, found=HOSTILE, detail=HOSTILE, expected=HOSTILE) for check in found.checks])
    game = found.counterexample and replace(found.counterexample, reason=HOSTILE, learner=HOSTILE)
    texts = {"learner": HOSTILE, "kind": HOSTILE, "output": HOSTILE, "excerpt": (f"> 1 | {HOSTILE}",)}
    return replace(found, checks=checks, counterexample=game, isolation=(HOSTILE,), **texts)  # type: ignore[arg-type]


@pytest.fixture
def attacked(strict: Grade, tmp_path: Path) -> Path:
    """Return a folder of reports on a grade whose every text is an attack."""
    write_reports(tmp_path, [hostile(strict)], {HOSTILE: "safe"})
    return tmp_path


def test_pages_are_inert_whatever_a_submission_says(attacked: Path) -> None:
    for name in ("safe.html", "index.html"):
        text = (attacked / name).read_text()
        assert re.search("default-src 'none'; (script-src 'sha256-[^']+'; )?style-src 'sha256-", html.unescape(text))
        assert text.count("<script") == (name == "index.html")
        assert re.findall(r"<script>alert|<img|<iframe|javascript:alert\(3\)[\"']", text) == []
    for name in ("safe.md", "index.md"):
        text = (attacked / name).read_text()
        outside = "\n".join(line for line in text.split("\n") if not line.startswith("    "))
        assert "<script" not in outside
        assert "](javascript" not in outside


def test_a_browser_shows_what_a_submission_says_as_text(attacked: Path, chromium: Browser) -> None:
    for name in ("safe.html", "index.html", "safe.game.html"):
        for width in (420, 1280):
            with chromium.open(attacked / name, width=width, dark=width == 420) as opened:
                assert "<script>alert(1)</script>" in opened.text()
                assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with chromium.open(attacked / "safe.html") as opened:
        link = opened.page.get_by_role("link", name="Step through this game")
        assert link.get_attribute("href") == "safe.game.html"


def test_an_index_is_sorted_filtered_and_grouped(strict: Grade, tmp_path: Path, chromium: Browser) -> None:
    likeness = Likeness("a Perceptron with a wrong sign", "Add.", 40, 2, bug="wrong sign", told="wrong sign")
    grades = [replace(strict, learner=f"s{n}.py", likenesses=(likeness,) if n % 2 else ()) for n in range(5)]
    write_reports(tmp_path, grades, {f"s{n}.py": f"s{n}" for n in range(5)})
    with chromium.open(tmp_path / "index.html") as opened:
        rows = opened.page.locator("#games tbody tr")
        assert "3 of 5: fails: unit points: s0.py, s2.py, s4.py" in opened.text()
        opened.page.get_by_role("listitem").filter(has_text="wrong sign").get_by_role("button").click()
        assert [row.split()[0] for row in rows.all_inner_texts()] == ["s1.py", "s3.py"]
        opened.page.get_by_role("searchbox").fill("")
        for learner in ("s4.py", "s0.py"):
            opened.page.locator("#games thead button").first.click()
            assert rows.first.inner_text().split()[0] == learner


def test_a_page_says_each_fact_that_there_is(strict: Grade) -> None:
    page = html.unescape(grade_report(strict, game="x.game.html", index="index.html"))
    for text in (page, grade_markdown(strict, game="x.game.html", index="index.md")):
        assert "unit points: 2 mistakes, where 1 is allowed" in text
        assert "as said at the top" in text
        assert "1 game, 2 rounds" in text
        assert "x.game.html" in text
        left = '"is deterministic", "does not depend on the hash seed", "shares no state": another check failed first'
        assert left in text.replace("\\", "")
        assert text.count("Round 1 shows (1)") == 1
        assert "skipped" not in text


def test_a_report_on_one_file(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("grade", STRICT, "--as", "perceptron", "--isolation", "plain", "-o", "out/")
    assert ran.code == 1
    assert "reports  out/index.html" in ran.out
    (tmp_path / "small.toml").write_text(KIND)
    (tmp_path / "wrong.py").write_text(RIGHT.replace("> 0", "< 0"))
    found = adversary("grade", "wrong.py", "--as", "small.toml", "--isolation", "plain", "--json").json
    assert found["hints"] == hints(read_grade(found)) != []
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "counterexample.jsonl",
        "grades.csv",
        "grades.xml",
        "index.html",
        "index.md",
        "results.json",
        "strict_inequality.game.html",
        "strict_inequality.html",
        "strict_inequality.md",
        "test_learner.py",
    ]
    assert "\nGraded as perceptron, in " in (tmp_path / "out/strict_inequality.md").read_text()


@pytest.mark.full
def test_outputs_of_a_folder_are_folders(adversary: Run, tmp_path: Path) -> None:
    home = tmp_path / "handed in"
    home.mkdir()
    (home / "strict.py").write_text(STRICT.read_text())
    (home / "=cmd <b>.py").write_text(RAISES)
    (home / "half.ipynb").write_text(notebook("class A:\n    pass"))
    options = ["--as", "perceptron", "--isolation", "plain", "--jobs", "2"]
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "half.game.html").write_text("of an earlier run")
    ran = adversary("grade", home, *options, "-o", "out/")
    assert ran.code == 1, ran
    mark = file_names(["=cmd <b>.py"])["=cmd <b>.py"]
    assert f"renamed  =cmd <b>.py is {mark}" in ran.out
    out = tmp_path / "out"
    names = {
        folder: sorted(path.name for path in (out / folder).iterdir()) for folder in ("traces", "tests", "results", ".")
    }
    assert names["traces"] == sorted([f"{mark}.jsonl", "strict.jsonl"])
    assert judge_file(out / "traces" / f"{mark}.jsonl").rounds == 0  # it fails in its first round
    assert judge_file(out / "traces" / "strict.jsonl").mistakes == 2
    assert names["tests"] == sorted([f"test_{mark}.py", "test_strict.py"])
    assert names["results"] == sorted([f"{mark}.json", "half.json", "strict.json"])
    assert json.loads((out / "results" / "half.json").read_text())["score"] == 0
    assert "half.game.html" not in names["."]
    assert {"half.html", "half.md", f"{mark}.html", "strict.game.html", "index.html"} <= set(names["."])
    assert not any("store" in name for name in names["."])
    with (tmp_path / "out" / "grades.csv").open() as file:
        assert {row["learner"]: row["verdict"] for row in csv.DictReader(file)} == {
            "'=cmd <b>.py": "failed",
            "half.ipynb": "error",
            "strict.py": "failed",
        }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(out / "tests")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "2 failed" in done.stdout, done


@pytest.mark.long
def test_reports_go_on_where_grading_was_interrupted(adversary: Run, tmp_path: Path) -> None:
    home = tmp_path / "handed in"
    home.mkdir()
    for name in ("a", "b"):
        (home / f"{name}.py").write_text(RAISES)
    options = ["--as", "perceptron", "--isolation", "plain", "-o", "out", "--jobs", "1"]
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "index.md").mkdir()  # so that writing fails after grading, and what is graded is kept
    assert adversary("grade", home, *options).code == 2
    kept = tmp_path / "out" / "store.jsonl"
    header, first, _second = kept.read_text().splitlines()
    kept.write_text(f"{header}\n{first}\n")
    (tmp_path / "out" / "index.md").rmdir()
    assert adversary("grade", home, *options).code == 1
    assert not kept.exists()
    assert {"a.html", "b.html"} <= {path.name for path in (tmp_path / "out").iterdir()}


# ------------------------------------------------------------------------------------------------ notebooks


def notebook(*cells: str | list[str]) -> str:
    """Return a notebook with these cells, each followed by one of text."""
    written: list[dict[str, Any]] = []
    for source in cells:
        written += [
            {"cell_type": "code", "source": source, "outputs": [{"text": "class Fake: predict update"}]},
            {"cell_type": "markdown", "source": ["def predict(", "no code"]},
        ]
    return json.dumps({"nbformat": 4, "cells": written})


PERCEPTRON = (ROOT / "examples" / "student.py").read_text()


@pytest.mark.long
def test_a_notebook_is_graded_and_played_as_a_file_is(adversary: Run, strict: Grade, tmp_path: Path) -> None:
    cells: list[str | list[str]] = [
        "%matplotlib inline\n!pip install x\nimport numpy as np",
        PERCEPTRON.splitlines(keepends=True),
        "%%bash\nrm *",
    ]
    (tmp_path / "a.ipynb").write_text(notebook(*cells, "%%time\n  \nx = (7\n% 3)", "np.ones?\n?np"))
    (tmp_path / "a.py").write_text(PERCEPTRON)
    games = [adversary("play", name, "--margin", "1/5", "--json").json for name in ("a.ipynb", "a.py")]
    assert games[0]["mistakes"] == games[1]["mistakes"] == 25
    assert games[0]["replayed"] is True
    (tmp_path / "strict.ipynb").write_text(notebook(STRICT.read_text()))
    found = grade(str(tmp_path / "strict.ipynb"), "perceptron", isolation="plain")
    assert strict.counterexample is not None
    assert found.counterexample == replace(strict.counterexample, learner=str(tmp_path / "strict.ipynb"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (notebook("import numpy", "%%time\nclass A:\n  def f(self)\n    pass"), ", cell 2, line 3: expected ':'"),
        (
            notebook("x = 1", "y = 2\nz = x / 0"),
            " cannot be imported: ZeroDivisionError: division by zero ({0}, cell 2, line 2)",
        ),
        ("{}", " is not a Jupyter notebook: save it as one of version 4, or as a .py file"),
        ("[" * 100_000, " is not a Jupyter notebook"),
        (notebook("x = 1"), " has no class with the methods predict(x) and update(x, y)"),
    ],
)
def test_what_is_wrong_with_a_notebook_is_one_line(text: str, line: str, adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(text)
    ran = adversary("play", "a.ipynb", "--margin", "1/5")
    assert ran.code == 2
    assert f"a.ipynb{line.format('a.ipynb')}" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.full
def test_what_a_notebook_tries_is_its_own_doing(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(notebook("open('x.txt', 'w')", PERCEPTRON))
    found = grade(str(tmp_path / "a.ipynb"), "perceptron", isolation="plain")
    assert found.verdict == "failed"
    assert any(check.name == "keeps to itself" and "tried to write" in check.found for check in found.checks)


# ------------------------------------------------------------------------------------------------ hints


def test_an_exception_has_its_line_and_those_around_it(tmp_path: Path) -> None:
    path = tmp_path / "raises.py"
    path.write_text(RAISES)
    found = grade(str(path), "perceptron", isolation="plain")
    assert found.summary.endswith("(raises.py, line 4)")
    assert found.excerpt[2:4] == ('  3 |         # <b>& "quoted"', "> 4 |         return 1 // 0")
    assert len(found.excerpt) == 7
    assert read_grade(found.to_json()).excerpt == found.excerpt
    assert "<b>&" not in grade_report(found)
    assert "&lt;b&gt;&amp; &#34;quoted&#34;" in grade_report(found)
    old = {key: value for key, value in found.to_json().items() if key != "excerpt"}
    assert read_grade(old).excerpt == ()


def test_lines_come_from_the_submission_s_own_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("one\ntwo")
    assert failing_lines(path, "a.py, line 2") == ("  1 | one", "> 2 | two")
    for place in ("", "b.py, line 1", "a.py, line 3", "a.py, line 0", "a.py, cell 1, line 1", "a.py, line 2, more"):
        assert failing_lines(path, place) == ()


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "text", "marked"),
    [
        ("a.py", "x = 1\ny = = 2\n", "> 2 | y = = 2"),
        ("a.py", "x = 1\ny = x / 0\n", "> 2 | y = x / 0"),
        ("a.ipynb", notebook("x = 1", "y = 2\nz = = x"), "> 2 | z = = x"),
    ],
)
def test_what_cannot_be_imported_has_its_line(name: str, text: str, marked: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    found = grade(tmp_path / name, "perceptron", isolation="plain")
    assert found.verdict == "error"
    assert found.excerpt[1] == marked, found


@pytest.mark.full
@pytest.mark.parametrize(
    ("answer", "value", "words"),
    [
        (
            "np.sign(0 * self.w[0]) if self.w.any() else -1",  # with no reading and no bug of which it is right
            "0.0 of type float64",
            "0.0 is not a label. If it comes from numpy's sign, decide ties",
        ),
        ("None", "None of type NoneType", "predict ended without a return"),
    ],
)
def test_a_wrong_answer_is_told_what_to_do(answer: str, value: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(SIGN.replace("np.sign(self.w @ x)", answer))
    found = grade(str(path), "perceptron", isolation="plain")
    assert value in found.summary
    (hint,) = hints(found)
    assert words in hint
    if found.counterexample is not None:
        assert "it gives no label, and so forfeits" in story(found.counterexample)
        assert rounds_table(found.counterexample).rows[-1][2] == "no label"
        assert "# it gave no label" in pytest_file(found.counterexample, "a.py")
        assert "no answer" not in "".join([story(found.counterexample), pytest_file(found.counterexample, "a.py")])


def test_a_game_that_is_played_over_and_over_is_said_to_be_and_chance_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        SIGN.replace("import numpy", "import random, numpy").replace("np.sign(", "random.choice((1, -1)) or (")
    )
    found = grade(str(path), "perceptron", isolation="plain").summary
    over = re.search(r"the same game differently \(one of (\d+) rounds?, (\d+) times over\): in round (\d+) .*", found)
    assert over is not None
    rounds, times, number = map(int, over.groups())
    assert times > 1
    assert number <= rounds * times
    assert found.endswith("; its file imports random")


@pytest.mark.long
def test_a_broken_property_is_a_hint_and_no_failure() -> None:
    path = ROOT / "benchmarks" / "submissions" / "perceptron" / "wrong" / "swaps_labels.py"
    found = grade(str(path), "perceptron", isolation="plain")
    optional = [check for check in found.checks if not check.required]
    assert [check.status for check in optional if check.name == "is conservative"] == ["failed"]
    told = hints(found)
    assert OPTIONAL_PROPERTIES[0].hint in told
    textbook = next(hint for hint in told if hint.startswith("The textbook's Perceptron"))
    assert found.counterexample is not None
    number = int(re.findall(r"in round (\d+)", textbook)[0])
    weights = [0] * found.counterexample.setting.dimension
    said = textbook_says(found.counterexample, number, weights)
    assert f"so it says {said:+d}. Your learner says {-said:+d}" in textbook


def textbook_says(found: Counterexample, number: int, weights: list[Any]) -> int:
    """Return what the Perceptron says in a round, as its pseudocode has it; no tie comes before."""
    for entry in found.rounds[:number]:
        x = entry.x.coordinates(len(weights))  # type: ignore[union-attr]
        value = sum(a * b for a, b in zip(weights, x, strict=True))
        says = entry.predicted if value == 0 else 1 if value > 0 else -1
        if entry is found.rounds[number - 1]:
            return int(says or 0)
        if says != entry.label:
            weights[:] = [a + entry.label * b for a, b in zip(weights, x, strict=True)]
    raise AssertionError(number)


def test_an_answer_like_a_lie_is_not_marked_as_wrong() -> None:
    rounds = (Round(0, 1, 1), Round(1, -1, 1), Round(2, 1, 1))
    game = Counterexample("a.py", Finite(find_class("thresholds:3"), 1), rounds, "mistakes", allowed=0, target=1)
    page = grade_report(Grade("a.py", "halving", (Finding("classes", "failed", "", ""),), game, 1, 3, 1.0, ()))
    assert page.count("(a lie)") == len(game.lies) > 0
    assert re.findall(r'<tr( class="wrong")?><td class="number short">(\d)<', page) == [
        (' class="wrong"' if entry.mistake else "", str(number)) for number, entry in enumerate(rounds, 1)
    ]


def test_votes_are_those_of_the_concepts_that_are_left() -> None:
    table = find_class("thresholds:7")
    setting = Finite(table)
    target = 3
    rounds = tuple([Round(x, -table.label(target, x), table.label(target, x)) for x in (0, 6, 3)])  # type: ignore[arg-type]
    game = Counterexample("a.py", setting, rounds, "mistakes", "floor(log2(C))", 2, "", target)
    check = Finding("finite classes", "failed", "few", "3 mistakes")

    def grade_of(kind: str, game: Counterexample) -> Grade:
        return Grade("a.py", kind, (check,), game, 1, 3, 0.1, ())

    told = hints(grade_of("custom", game))
    left = [n for n in range(table.size) if all(table.label(n, x) == table.label(target, x) for x in (0, 6))]
    plus = sum(table.label(n, 3) == 1 for n in left)
    words = f"in round 3: of the {len(left)} concepts that agree with all labels before it, {plus} say +1"
    said = -table.label(target, 3)
    assert told == [
        f"The last mistake of your learner is {words} and {len(left) - plus} say -1. Your learner says {said:+d}."
    ]
    rounds = tuple([Round(x, -table.label(target, x), table.label(target, x)) for x in (2, 3, 3)])  # type: ignore[arg-type]
    (told_of_one,) = hints(grade_of("custom", replace(game, rounds=rounds)))
    assert "of the 1 concept that agrees with all labels before it, " in told_of_one
    assert "1 says" in told_of_one
    first = "Your learner first contradicts all remaining concepts, and is wrong, in round 3: of the "
    for kind in ("optimal", "consistent", "winnow"):  # their learners do not vote
        again = [told for of in (game, replace(game, rounds=rounds)) for told in hints(grade_of(kind, of))]
        assert [told.startswith(first) for told in again] == ([] if kind == "winnow" else [True])


@given(
    st.lists(st.fractions(-9, 9, max_denominator=99), min_size=1, max_size=4),
    st.sampled_from([True, False]),
)
@settings(max_examples=15)
def test_simpler_unit_points_are_unit_points(coordinates: list[Fraction], unit_norm: bool) -> None:
    point = unit([float(value) for value in coordinates]) if unit_norm else vector(enumerate(coordinates))
    space = Halfspaces(len(coordinates) + 1, Fraction(1, 9), unit_norm=unit_norm)
    found = [*simpler(point, space), *[new for (new,) in all_simpler([point], space)]]
    assert found or not point.entries
    for new in found:
        assert not unit_norm or new.norm_squared() == 1
        assert all(index < space.dimension for index, _ in new.entries)


def test_a_point_is_first_replaced_by_its_axes_the_longest_one_before_the_others() -> None:
    point = vector(enumerate((Fraction(1, 3), Fraction(-1, 2))))
    found = simpler(point, Halfspaces(2, Fraction(1, 9), unit_norm=False))
    assert [next(found), next(found)] == [vector({1: -1}), vector({0: 1})]


def test_integers_are_easier_than_fractions_and_small_denominators_than_large_ones() -> None:
    ordered = [
        vector(enumerate(map(Fraction, point.split())))
        for point in ("1", "-1 1", "12 35", "3/2", "4/3", "3/5 4/5", "2/3 2/3 -1/3", "15/17 -8/17")
    ]
    assert sorted(ordered, key=burden) == ordered


@pytest.mark.parametrize("dimension", [2, 3, 4])
def test_points_that_take_the_places_of_several_together_are_unit_points(dimension: int) -> None:
    points = [unit([0.3, -0.5, 0.2, 0.7][:dimension]), unit([-0.3, -0.9, 0.1, 0.1][:dimension])]
    space = Halfspaces(dimension, Fraction(1, 9), unit_norm=True)
    found = list(all_simpler(points, space))
    assert all(x.norm_squared() == 1 for changed in found for x in changed)
    assert min(burden(*changed) for changed in found)[1] < burden(*points)[1] / 3
