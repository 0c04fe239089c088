"""Reports on grades, whatever a submission has printed."""

import ast
import csv
import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any, Literal
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from sampled_kinds import KIND

from adversary.grading.result import Finding, Grade, scores
from adversary.search.counterexample import Counterexample
from adversary.views.cells import Table, columns, inert, render, to_html, write_csv
from adversary.views.excerpt import MAX_LINES, output_lines, rounds_table
from adversary.views.export import autograder
from adversary.views.export.autograder import write_autograder
from adversary.views.export.grades_csv import GRADE_COLUMNS, grades_csv
from adversary.views.export.gradescope import results, whole
from adversary.views.export.junit import junit
from adversary.views.export.otter import otter_test
from adversary.views.export.pytest_file import pytest_file
from adversary.views.markup import code_block, inline, markdown_table
from adversary.views.page.page import page_of
from adversary.views.template import breakable
from adversary.views.terminal.grade_table import grade_table, summary_table
from learners.protocol import Fault
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.exact.vectors import Target, Vector, basis_vector
from proofs.formats.trace import Round
from proofs.settings import Finite, Halfspaces

HOSTILE = '```\n</pre></code></testcase><script>alert(1)</script>\n| a | b | \\| `c` **d** [e](f) &lt; $g$\n\x1b[31mred\x1b[0m\x00\u202e\ud800\n=cmd()|\' /C calc\'!A0\n# h\n- i\n1. j\n---\n"""\\\n{{ k }}{% l %}]]>'
OUR_MARKS = {"passed", "failed", "error", "not tried", "unknown", "expected", "found", "detail", "A game that shows it"}
Label = Literal[-1, 1]


def halfspace_game(count: int = 2, why: Literal["mistakes", "contradiction", "forfeit"] = "mistakes") -> Counterexample:
    first, second = basis_vector(0), Vector(((0, Fraction(3, 5)), (1, Fraction(-4, 5))))
    rounds = [Round((first, second)[n % 2], 1, (-1, 1)[n % 2]) for n in range(count)]
    fault = None
    if why == "contradiction":
        rounds = [Round(first, 1, -1), Round(second, 1, 1), Round(first, 1, -1)]
    if why == "forfeit":
        rounds, fault = [Round(first, 1, -1), Round(second, None, 1)], f"raised: predict raised KeyError: {HOSTILE}"
    target = Target(Vector(((0, -1), (1, -2))), Fraction(1, 5))
    setting = Halfspaces(2, Fraction(1, 5))
    return Counterexample("student.py", setting, tuple(rounds), why, "1/delta2", 0, "because", target, fault=fault)


def finite_game(*points: int, before: tuple[tuple[int, Label], ...] = ()) -> Counterexample:
    table = find_class("thresholds:3")
    rounds = tuple([Round(point, -1, 1) for point in points or (0, 1)])
    found = Counterexample("student.py", Finite(table), rounds, "mistakes", "log2(C)", 1, "log₂ 4 = 2", 3)
    return replace(found, before=before)


CHECKS = (
    Finding("predicts labels", "passed", "+1 or -1", "so it does", "in 100 games"),
    Finding("keeps its bound", "failed", "at most 0 mistakes", "1 mistake", "game 7"),
    Finding("shares no state", "skipped", "nothing is shared", ""),
    Finding("is conservative", "failed", "no move without a mistake", "it moves", required=False),
)


def graded(
    checks: tuple[Finding, ...] = CHECKS,
    found: Counterexample | None = None,
    output: str = "",
    problem: str | None = None,
) -> Grade:
    return Grade("student.py", "perceptron", checks, found, 120, 3400, 1.25, ("limits", "bubblewrap"), output, problem)


PASSED = graded(tuple(replace(check, status="passed") for check in CHECKS[:2]))
FAILED = graded(found=halfspace_game())
LATE = graded((CHECKS[0], Finding("keeps its bound", "unknown", "at most 0", "the time did not suffice")))
BROKEN = graded((), problem="student.py, line 3: invalid syntax")
EVIL_CHECKS = tuple(
    replace(check, name=f"{check.name} {HOSTILE}", expected=HOSTILE, found=HOSTILE, detail=HOSTILE) for check in CHECKS
)
EVIL = replace(
    graded(EVIL_CHECKS, halfspace_game(why="forfeit"), HOSTILE * 5),
    learner=f"=cmd()|{HOSTILE}.py",
    isolation=(HOSTILE,),
)
EVIL_PROBLEM = replace(EVIL, checks=(), counterexample=None, problem=HOSTILE)
FORFEIT = graded(found=halfspace_game(why="forfeit"))
CONTRADICTION = graded(found=halfspace_game(why="contradiction"))
NO_GAME = replace(halfspace_game(why="forfeit"), rounds=(), fault="raised: the constructor raised")
UNMADE = graded(found=NO_GAME)
ALL = [PASSED, FAILED, LATE, BROKEN, EVIL, EVIL_PROBLEM, FORFEIT, CONTRADICTION, graded(found=finite_game()), UNMADE]


# ------------------------------------------------------------------------------------------------ tables


@pytest.mark.parametrize("grade", ALL)
def test_tables_are_plain_text(grade: Grade) -> None:
    text = render(grade_table(grade), summary_table([grade, grade]))
    assert all(character.isprintable() or character == "\n" for character in text)
    assert grade.verdict in text
    assert "2 learners: " in text


def test_a_summary_counts() -> None:
    text = render(summary_table([PASSED, replace(PASSED, isolation=("no bubblewrap (it is not installed)",))]))
    assert re.search(r"\nran in +limits, bubblewrap\n +no bubblewrap \(it is not installed\)\n", text)
    text = render(summary_table(ALL), width=120)
    assert "10 learners: 1 passed, 6 failed, 3 error; grading took, without waits for a processor, 12.5 s" in text
    assert "no violation in 120 games, 3,400 rounds in all" in text
    assert "0 learners: 0 passed" in render(summary_table([]))


def test_a_summary_says_where_the_rest_of_what_it_cuts_is() -> None:
    many = [replace(BROKEN, learner=f"s{number}.py", problem="no " * 100) for number in range(13)]
    text = " ".join(render(summary_table(many)).split())
    assert "13 of 13 cannot be graded: s0.py, " in text
    assert "s11.py, … (13 in all: -o DIR/)" in text
    assert "more what ends in … is whole in -o DIR/" in text
    told = " ".join(render(summary_table(many, "report/")).split())
    assert "(13 in all: report/)" in told
    assert "more what ends in … is whole in report/" in told
    assert "more" not in render(summary_table([BROKEN] * 12))
    assert "more" not in render(summary_table([replace(BROKEN, problem="it raised Oops: and so on …")]))


def test_long_games_and_outputs_are_cut() -> None:
    assert [row[0] for row in rounds_table(halfspace_game(12)).rows] == [str(number) for number in range(1, 13)]
    rows = rounds_table(halfspace_game(1000)).rows
    assert [row[0] for row in rows] == [*map(str, range(1, 7)), "…", *map(str, range(996, 1001))]
    assert rows[6][1] == "989 more rounds"
    assert len(output_lines("x\n" * MAX_LINES)) == MAX_LINES
    assert output_lines("x\n" * 1000)[-1] == "… (989 more lines)"
    assert output_lines("") == []
    assert output_lines("a\r\x1b[2Jb") == ["a", r"\x1b[2Jb"]


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert attrs in ([], [("style", "text-align:left")])
        if tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("grade", ALL)
def test_html_is_escaped(grade: Grade) -> None:
    tags = Tags(to_html(grade_table(grade, verbose=True)))
    assert not tags.open
    assert tags.seen <= {"table", "tr", "th", "td", "p", "pre", "small", "br"}
    assert grade.verdict in tags.text.lower()
    assert grade._repr_html_().startswith(to_html(grade_table(grade)))
    if grade.output:
        assert "</pre></code></testcase><script>alert(1)</script>" in tags.text


# ------------------------------------------------------------------------------------------------ Gradescope


@pytest.mark.parametrize("grade", ALL)
def test_gradescope_results_are_json_and_add_up(grade: Grade) -> None:
    for points in (100, 7, 0):
        found = results(grade, points)
        assert json.loads(json.dumps(found, allow_nan=False)) == found
        json.dumps(found, ensure_ascii=False).encode()
        exact = float(sum(got for _, got, _ in scores(grade, points)))
        assert abs(found["score"] - exact) < 1
        numbers = [test[key] for test in found["tests"] for key in ("score", "max_score")]
        assert all(type(number) is int for number in [*numbers, found["score"]])
        assert sum(test["max_score"] for test in found["tests"]) == points
        assert sum(test["score"] for test in found["tests"]) == found["score"]
        assert found["score"] == points or grade.verdict != "passed"
        for test in found["tests"]:
            if test.get("status") == "passed":
                assert test["score"] == test["max_score"] or "no credit yet: " in test["output"]


@given(st.lists(st.integers(0, 20), min_size=1, max_size=9))
def test_whole_points_have_the_same_sum(weights: list[int]) -> None:
    shares = [Fraction(100 * weight, sum(weights)) if sum(weights) else Fraction(0) for weight in weights]
    parts = whole(shares)
    assert sum(parts) == sum(shares)
    assert all(abs(part - share) < 1 for part, share in zip(parts, shares, strict=True))


def test_gradescope_knows_the_fields() -> None:
    found = results(FAILED)
    assert set(found) == {
        *("score", "execution_time", "output", "output_format", "test_output_format", "test_name_format"),
        *("visibility", "stdout_visibility", "extra_data", "tests", "leaderboard"),
    }
    assert [(test["name"], test.get("status"), test["max_score"]) for test in found["tests"]] == [
        ("predicts labels", "passed", 34),
        ("keeps its bound", "failed", 33),
        ("shares no state", None, 33),
        ("is conservative", None, 0),
    ]
    assert [test["number"] for test in found["tests"]] == ["1", "2", "3", "4"]
    assert found["leaderboard"][1] == {"name": "seconds", "value": 1.25, "order": "asc"}
    assert "A game that shows it" in found["tests"][1]["output"]
    assert results(PASSED)["score"] == 100
    assert isinstance(results(PASSED)["score"], int)
    assert results(PASSED)["leaderboard"][0] == {"name": "games survived", "value": 120}


def test_a_skipped_check_costs_nothing_where_the_verdict_is_passed() -> None:
    found = results(graded((*PASSED.checks, CHECKS[2])))
    assert (found["score"], [test["max_score"] for test in found["tests"]]) == (100, [50, 50, 0])
    assert "status" not in found["tests"][2]


def outputs(grade: Grade) -> list[str]:
    found = results(grade)
    return [found["output"], *[test["output"] for test in found["tests"]]]


@pytest.mark.parametrize("grade", [EVIL, EVIL_PROBLEM])
def test_nothing_breaks_out_of_the_markdown(grade: Grade) -> None:
    for preset in ("commonmark", "js-default"):
        markdown = MarkdownIt(preset, {"html": True}).enable("table")
        for output in outputs(grade):
            shown = markdown.render(output)
            tags = Tags(re.sub(r' (style|start)="[^"]*"', "", shown))
            assert tags.seen <= {"p", "strong", "em", "table", "thead", "tbody", "tr", "th", "td", "pre", "code"}
            assert set(re.findall("<strong>(.*?)</strong>", shown, re.DOTALL)) <= OUR_MARKS
            assert set(re.findall("<em>(.*?)</em>", shown, re.DOTALL)) <= {"optional properties: failed"}
            assert all(character.isprintable() or character == "\n" for character in shown)
            for row in re.findall(r"<tr>(.*?)</tr>", shown, re.DOTALL):
                assert len(re.findall("<t[hd]", row)) == 4
    assert "<pre>" in MarkdownIt().render(outputs(grade)[0])


@pytest.mark.parametrize(
    "text", [*HOSTILE.splitlines(), "+ a", "1) b", "=", "a_b_c", "<http://x>", ": c", "~~d~~", "&amp;"]
)
def test_inline_markdown_shows_the_text(text: str) -> None:
    markdown = MarkdownIt("commonmark").enable("table")
    expected = " ".join(text.split())
    if expected.isprintable():
        assert Tags(markdown.render(inline(text))).text.strip() == expected
        assert Tags(markdown.render(code_block([text]))).text.strip() == expected
        rows = Tags(markdown.render(markdown_table(Table(columns("a"), [[text]])))).text.split("\n")
        assert expected in rows


def test_an_address_in_inline_markdown_is_no_link() -> None:
    shown = inline("see WWW.evil.com, www.x.org, http://a.b and me@x.org")
    assert not re.search(r"(?i)www\.|://|@", shown)  # what GitHub makes a link without any mark
    assert Tags(MarkdownIt("commonmark").render(shown)).text.strip() == (
        "see WWW.evil.com, www.x.org, http://a.b and me@x.org"
    )


# ------------------------------------------------------------------------------------------------ JUnit, CSV, otter


def test_junit_parses_and_counts() -> None:
    root = ET.fromstring(junit(ALL))  # noqa: S314 - we have just written it
    assert root.tag == "testsuites"
    assert root.attrib["tests"] == str(len(root.findall(".//testcase")))
    assert [suite.get("failures") for suite in root] == ["0", "1", "0", "0", "1", "0", "1", "1", "1", "1"]
    assert [suite.get("errors") for suite in root] == ["0", "0", "1", "1", "0", "1", "0", "0", "0", "0"]
    assert [suite.get("skipped") for suite in root] == ["0", "2", "0", "0", "2", "0", "2", "2", "2", "2"]
    assert (
        root[1].findtext("testcase/failure", "").startswith("expected: at most 0 mistakes\nfound: 1 mistake\ngame 7\n")
    )
    assert "the truth is -1" in root[1].findtext("testcase/failure", "")
    printed = root[4].findtext("system-out", "")
    assert "[31mred" in printed
    assert "</testcase>" in printed
    assert {child.tag for child in root.iter("testcase") for child in child} == {"failure", "error", "skipped"}
    ET.fromstring(junit([]))  # noqa: S314 - likewise


def test_csv_cells_are_no_formulas(tmp_path: Path) -> None:
    path = tmp_path / "grades.csv"
    write_csv(path, grades_csv([*ALL, replace(PASSED, learner="\t=1+1"), replace(PASSED, learner="@SUM(A1)")]))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == GRADE_COLUMNS
    assert all(not value.startswith(("=", "+", "-", "@", "\t")) for row in rows for value in row.values())
    assert [row["learner"][:3] for row in rows[-2:]] == ["'=1", "'@S"]
    assert rows[1] == {
        "learner": "student.py",
        "points": "33.33",
        "of": "100",
        "verdict": "failed",
        "bug": "fails: keeps its bound",
        "failed_check": "keeps its bound",
        "found": "1 mistake",
        "mistakes": "1",
        "allowed": "0",
        "rounds_of_counterexample": "2",
        "seconds": "1.250",
        "summary": "keeps its bound: 1 mistake",
    }
    assert inert("\uff1d1") == "'\uff1d1"
    with pytest.raises(InputError, match="there is no folder"):
        write_csv(tmp_path / "none" / "grades.csv", grades_csv([]))


def test_otter_grades_by_our_api(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def grade(path: str, kind: str) -> Grade:
        asked.append((path, kind))
        return PASSED if kind == "perceptron" else EVIL

    module = ModuleType("adversary.grading.grade")
    module.grade = grade  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "adversary.grading.grade", module)
    strange = "it's \"my\"\n'''\\.py"
    for kind, learner, failed in (("perceptron", "submission.py", 0), ("halving", strange, 1)):
        text = otter_test(kind, learner, points=3)
        tree = ast.parse(text)
        assert isinstance(tree.body[0], ast.Assign)
        test: dict[str, Any] = ast.literal_eval(tree.body[0].value)
        assert test["points"] == 3
        code = test["suites"][0]["cases"][0]["code"]
        example = doctest.DocTestParser().get_doctest(code, {}, "q1", None, None)
        assert doctest.DocTestRunner(verbose=False).run(example, out=lambda _: 0).failed == failed
        assert asked.pop() == (learner, kind)


# ------------------------------------------------------------------------------------------------ the student's test

LEARNER = """\
import numpy as np

class Student:
    shared = {shared}

    def __init__(self, {arguments}):
        self.calls = 0

    def predict(self, x):
        {predict}

    def update(self, x, y):
        self.calls += 1
        self.shared.append(y)
"""


def run_pytest(*files: Path) -> dict[str, str]:
    """Run files in one pytest; return the outcome of each."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-rA", "--tb=short"]
    places = {path.parent: path.relative_to(path.parents[1]).as_posix() for path in files}
    done = subprocess.run(
        [*command, "--import-mode=importlib", *places.values()],
        cwd=files[0].parents[1],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert "error" not in done.stdout.splitlines()[-1], done.stdout
    found = re.findall(r"^(PASSED|FAILED) (\w+)/test_game.py::", done.stdout, re.MULTILINE)
    return {"": done.stdout, **{folder: outcome for outcome, folder in found}}


def in_folder(folder: Path, found: Counterexample, *, path: str = "student.py", **parts: str) -> Path:
    folder.mkdir()
    parts = {"shared": "[]", "arguments": "dimension", "predict": "return 1", **parts}
    (folder / "student.py").write_text(LEARNER.format(**parts))
    test = folder / "test_game.py"
    test.write_text(pytest_file(found, path), encoding="utf-8")
    return test


@pytest.mark.full
def test_the_students_test_fails_until_the_learner_is_fixed(tmp_path: Path) -> None:
    sees = "assert x.dtype == float and x.shape == (2,) and not x.flags.writeable; "
    mistakes, contradiction = halfspace_game(), halfspace_game(why="contradiction")
    forfeit, finite, shared = halfspace_game(why="forfeit"), finite_game(), finite_game(0, 1, before=((2, -1),))
    fault = Fault("timeout", "predict gave no answer within 0.2 s", limit="call", seconds=0.2)
    hangs = replace(forfeit, fault=str(fault), failure=fault)
    concepts = "concepts, dimension=0"
    cases = {
        "mistakes": (mistakes, {"predict": sees + "return 1"}, {"predict": sees + "return np.int64(-1 if x[0] == 1 else 1)"}),
        "contradiction": (contradiction, {}, {"predict": "return -1 if self.calls == 2 else 1"}),
        "forfeit": (forfeit, {"predict": "return 1 if self.calls == 0 else {}['x']"}, {"predict": sees + "return -1"}),
        "illegal": (forfeit, {"predict": "return 2"}, {"arguments": "margin_squared, dimension"}),
        "exits": (forfeit, {"predict": "import os; os._exit(0)"}, {}),
        "hangs": (hangs, {"predict": "\n        while True:\n            try: pass\n            except Exception: pass"}, {}),
        "unmade": (NO_GAME, {"arguments": "size, dimension"}, {}),
        "finite": (finite, {"predict": "return -1"}, {"arguments": concepts, "predict": "return int(self.calls > 0) * 2 - 1"}),
        "shared": (shared, {"predict": "return -1 if -1 in self.shared else 1"}, {}),
    }  # fmt: skip
    tests = []
    for name, (found, broken, fixed) in cases.items():
        tests.append(in_folder(tmp_path / f"{name}_broken", found, **broken))
        tests.append(in_folder(tmp_path / f"{name}_fixed", found, path="student.py:Student", **fixed))
    outcomes = run_pytest(*tests)
    log = outcomes.pop("")
    assert outcomes == {f"{name}_{state}": outcome for name in cases for state, outcome in
                        (("broken", "FAILED"), ("fixed", "PASSED"))}, log  # fmt: skip
    assert "Round 1 shows (1, 0): it says +1, the truth is -1." in log
    assert "no answer within 0.2 s" in log


@pytest.mark.parametrize("found", [halfspace_game(why="forfeit"), replace(halfspace_game(), reason=HOSTILE)])
def test_the_students_test_is_python_whatever_is_in_it(found: Counterexample) -> None:
    strange = 'it\'s "my"\n\'\'\'"""\\.py'
    text = pytest_file(replace(found, learner=f"{strange}:{HOSTILE}"), strange)
    tree = ast.parse(text)
    assert (ast.get_docstring(tree) or "").startswith('A game in which it\'s "my"')
    assert "\x1b" not in text
    values = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    assert ast.literal_eval(values["CLASS"]) == HOSTILE
    assert ast.literal_eval(values["ROUNDS"])[1][0] == {0: "3/5", 1: "-4/5"}
    imported = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    assert imported <= {"importlib.util", "inspect", "os", "signal", "sys", "numpy", "pytest"}


def test_the_students_test_may_show_vectors() -> None:
    found = finite_game(0, 2)
    assert "    (2, 1),  # it said -1" in pytest_file(found, "student.py")
    assert '    ({0: "3"}, 1),  # it said -1' in pytest_file(found, "student.py", as_vectors=True)


# ------------------------------------------------------------------------------------------------ the autograder

BASH = shutil.which("bash") or "bash"
STUB = """\
#!/usr/bin/env bash
printf '%s\\n' "$@" > "$AUTOGRADER_ROOT/asked"
{body}
"""
LEARNER_FILE = "class Student:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n"


class Harness:
    """Gradescope, in a folder."""

    def __init__(self, root: Path, kind: str = "perceptron") -> None:
        self.root = root
        for name in ("submission", "bin"):
            (root / name).mkdir(parents=True)
        self.source = root / "source"
        write_autograder(self.source, kind)

    def run(self, files: dict[str, str], body: str = "exit 0") -> Any:
        shutil.rmtree(self.root / "submission")
        for name, text in files.items():
            (self.root / "submission" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / "submission" / name).write_text(text)
        stub = self.root / "bin" / "adversary"
        stub.write_text(STUB.format(body=body))
        stub.chmod(0o755)
        for name in ("asked", "results/results.json"):
            (self.root / name).unlink(missing_ok=True)
        path = os.pathsep.join([str(self.root / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            [BASH, str(self.source / "run_autograder")],
            env={**os.environ, "PATH": path, "AUTOGRADER_ROOT": str(self.root)},
            cwd=self.root,
            capture_output=True,
            text=True,
            timeout=250,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert sorted(path.name for path in (self.root / "results").iterdir()) == ["results.json"]
        return json.loads((self.root / "results" / "results.json").read_text())

    @property
    def asked(self) -> list[str]:
        return (self.root / "asked").read_text().splitlines()


WRITES = 'printf \'{"score": 42}\' > "$5"'


@pytest.fixture(scope="module")
def harness(tmp_path_factory: pytest.TempPathFactory) -> Harness:
    return Harness(tmp_path_factory.mktemp("gradescope") / "a b")


@pytest.mark.full
@pytest.mark.parametrize(
    ("files", "chosen"),
    [
        ({"my learner.py": LEARNER_FILE}, "my learner.py"),
        ({"x/-o.py": LEARNER_FILE, "notes.txt": ""}, "-o.py"),
        ({"main.py": LEARNER_FILE, "perceptron.py": "import numpy"}, "main.py"),
        ({"main.py": LEARNER_FILE, "perceptron.py": LEARNER_FILE}, "perceptron.py"),
        ({"main.py": LEARNER_FILE, "student.py": LEARNER_FILE, "a.py": ""}, "student.py"),
        ({"perceptron.py": LEARNER_FILE, "student.py": LEARNER_FILE}, "perceptron.py"),
        ({"a.py": "", "student.py": "from a import *"}, "student.py"),
        ({"a.py": LEARNER_FILE, "b.py": LEARNER_FILE}, None),
        ({"a.py": "", "b.py": ""}, None),
        ({"notes.txt": ""}, None),
    ],
)
def test_run_autograder_chooses_the_file_to_grade(files: dict[str, str], chosen: str | None, harness: Harness) -> None:
    found = harness.run(files, f"{WRITES}; exit 1")
    if chosen is None:
        assert found["score"] == 0
        assert "Please hand in one" in found["output"]
    else:
        place, home = (str(harness.root / name) for name in ("results/results.json", "submission"))
        words = ["grade", "--as", "perceptron", "-o", place, "--visible", home, "--", chosen]
        assert (harness.asked, found) == (words, {"score": 42})


@pytest.mark.full
@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("echo 'Traceback' >&2; exit 139", "The grader itself failed, with exit code 139."),
        ('printf \'{"score": \' > "$5"; kill -9 $$', "The grader itself failed, with exit code 137."),
        ('printf "[]" > "$5"; exit 0', "The grader itself failed, with exit code 0."),
        ('rm -f "$5"; echo \'x.py, "é" \\ line 3: bad\'  >&2; exit 2', "could not be graded: x.py, ???? ? line 3: bad"),
        ('rm -rf "$(dirname "$5")"; mkdir "$(dirname "$5")"; exit 3', "The grader itself failed, with exit code 3."),
    ],
)
def test_run_autograder_leaves_results_where_the_grader_fails(body: str, says: str, harness: Harness) -> None:
    found = harness.run({"student.py": LEARNER_FILE}, body)
    assert (found["score"], found["stdout_visibility"]) == (0, "hidden")
    assert says in found["output"]


@pytest.mark.full
def test_the_autograders_folder(tmp_path: Path) -> None:
    kind = tmp_path / "it's my kind.toml"
    kind.write_text(KIND)
    folder = tmp_path / "upload"
    written = write_autograder(folder, str(kind))
    names = [path.name for path in written]
    assert names == ["README.md", "forced-mistakes", kind.name, "run_autograder", "setup.sh"]
    for name in ("setup.sh", "run_autograder"):
        assert os.access(folder / name, os.X_OK)
        subprocess.run([BASH, "-n", str(folder / name)], check=True)
    assert (folder / kind.name).read_text() == KIND
    texts = [(folder / name).read_text() for name in ("setup.sh", "run_autograder", "README.md")]
    assert not [text for text in texts if str(ROOT) in text or str(tmp_path) in text or "http" in text]
    assert "the grader takes the only notebook (`.ipynb`)" in texts[2]
    assert [path.suffix for path in (folder / "forced-mistakes").iterdir()] == [".whl"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it's my kind.toml", "upload"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("beside", "chosen"),
    [((), "forced-mistakes/"), (("forced_mistakes-9.whl",), ""), (("forced_mistakes-9.tar.gz",), "")],
)
def test_setup_installs_what_lies_beside_it_or_else_what_was_packed(
    beside: tuple[str, ...], chosen: str, tmp_path: Path
) -> None:
    folder = tmp_path / "a source"
    write_autograder(folder, "halving")
    for name in beside:
        (folder / name).write_text("")
    script = (folder / "setup.sh").read_text()
    choice = script[script.index("packages=(") : script.index('"$root/venv/bin/python" -m pip')]
    lines = f'set -euo pipefail; shopt -s nullglob; source=$1\n{choice}\necho "$package"'
    done = subprocess.run([BASH, "-c", lines, "bash", folder], capture_output=True, text=True, check=True)
    name = beside[0] if beside else next((folder / "forced-mistakes").iterdir()).name
    assert done.stdout == f"{folder}/{chosen}{name}\n"


@pytest.mark.long
def test_an_earlier_autograder_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "upload"
    write_autograder(folder, "halving")
    (folder / "forced_mistakes-0.1.0-py3-none-any.whl").write_text("mine")
    before = sorted(path.name for path in folder.iterdir())
    write_autograder(folder, "winnow")
    assert sorted(path.name for path in folder.iterdir()) == before
    assert "kind=winnow" in (folder / "run_autograder").read_text()
    other = tmp_path / "other"
    other.mkdir()
    write_autograder(other, "winnow")  # an empty folder will do
    thesis = tmp_path / "thesis"
    thesis.mkdir()
    (thesis / "thesis.tex").write_text("mine")
    with pytest.raises(InputError, match=r"is not empty, and what is in it is not an autograder; name a new folder"):
        write_autograder(thesis, "halving")
    assert [path.name for path in thesis.iterdir()] == ["thesis.tex"]


SEVERAL = {
    "course.toml": '[[parts]]\nkind = "one.toml"\nfile = "a.py"\n[[parts]]\nkind = "two.toml"\nfolder = "my week"\nweight = 2\n',
    "one.toml": KIND,
    "two.toml": KIND.replace('"thresholds:3"', '"rows.csv"'),
    "rows.csv": "1,-1\n-1,1\n",
}


def several(home: Path) -> str:
    """Write a course with several custom kinds, one of them with a class from a file; return the course's path."""
    home.mkdir()
    for name, text in SEVERAL.items():
        (home / name).write_text(text)
    return str(home / "course.toml")


def test_an_autograder_takes_all_kinds_of_a_course_and_their_classes(tmp_path: Path) -> None:
    folder = tmp_path / "upload"
    write_autograder(folder, several(tmp_path / "mine"))
    assert {path.name for path in folder.iterdir()} == {
        *SEVERAL,
        *("README.md", "forced-mistakes", "run_autograder", "setup.sh"),
    }
    assert all((folder / name).read_text() == text for name, text in SEVERAL.items())
    readme = (folder / "README.md").read_text()
    assert "- `my week`: " in readme
    assert ", 66.67 points" in readme
    (tmp_path / "other.toml").write_text('[[parts]]\nkind = "mine/one.toml"\n')
    with pytest.raises(InputError, match=r"copies only files in the folder of other\.toml"):
        write_autograder(tmp_path / "new", str(tmp_path / "other.toml"))
    assert not (tmp_path / "new").exists()


@pytest.mark.full
@pytest.mark.parametrize(
    ("files", "home"),
    [
        ({"a.py": "", "my week/b.py": ""}, "submission"),
        ({"my week/b.py": "", "notes.txt": ""}, "submission"),
        ({"-hw 1/a.py": "", "zz/b.py": ""}, "-hw 1"),
        ({"b.py": ""}, None),
    ],
)
def test_run_autograder_grades_a_course_of_several_files(
    files: dict[str, str], home: str | None, tmp_path: Path
) -> None:
    harness = Harness(tmp_path / "root", several(tmp_path / "mine"))
    found = harness.run(files, WRITES)
    if home is None:
        assert (found["score"], found["output"]) == (
            0,
            "None of the required files is there. Please hand in a.py, my week.",
        )
    else:
        assert (harness.asked[-2:], found) == (["--", home], {"score": 42})


def test_unusable_autograders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "work" / "forced-mistakes").mkdir(parents=True)
    for folder, kind, says in (
        ("upload", "none.toml", "none.toml cannot be read"),
        ("upload", "a\nb", "unknown kind"),
        ("upload", "", "unknown kind"),
        ("file", "halving", "Not a directory"),
        ("none/upload", "halving", "No such file or directory"),
        ("work", "halving", "what is in it is not an autograder"),
    ):
        with pytest.raises(InputError, match=says):
            write_autograder(tmp_path / folder, kind)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(autograder, "write_wheel", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_autograder(tmp_path / "new", "halving")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "work"]


def test_a_line_may_end_after_the_separators_of_a_name_and_a_name_stays_text() -> None:
    assert breakable("week_1/my-file.py") == "week_<wbr>1/<wbr>my-<wbr>file.<wbr>py"
    assert breakable("<b>_x") == "&lt;b&gt;_<wbr>x"
    rows = [[{"text": "a_b.py", "file": "a_b", "after": "", "look": ""}]]
    page = page_of("index.html", title="", totals="", head=[], rows=rows, groups=[], around=[])
    assert '<a href="a_b.html">a_<wbr>b.<wbr>py</a>' in page
