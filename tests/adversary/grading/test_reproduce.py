"""The first screen of a failed grade, and lines of Python that show the same answers without this program."""

import csv
import re
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from conftest import DATA, ENDED_TRIALS, ROOT

from adversary.grading.grade import grade
from adversary.grading.result import Grade
from adversary.search.counterexample import is_trained
from adversary.views.cells import render
from adversary.views.terminal.grade_table import LINES, WIDTH, grade_table
from learners.loading.code_file import code_cells

pytestmark = ENDED_TRIALS

BROKEN = ROOT / "examples" / "broken"
FIRST = [
    (BROKEN / "strict_inequality.py", "perceptron", "w never changes", ""),
    (BROKEN / "first_consistent.py", "halving", "let all consistent concepts vote", ""),
    (BROKEN / "shared_state.py", "perceptron", "shares what it learns", ""),
    (DATA / "shapes" / "s_batch_06.py", "batch-perceptron", "leaves out the last example", "passes = epochs"),
    (DATA / "shapes" / "s_online_04.py", "perceptron?bias=true", "changes in one direction only", "labels 0 and 1"),
]
FAILED = {
    "perceptron": sorted((ROOT / "benchmarks" / "submissions" / "perceptron" / "wrong").glob("*.py")),
    "halving": sorted((ROOT / "benchmarks" / "submissions" / "halving" / "wrong").glob("*.py")),
    "winnow": sorted((ROOT / "benchmarks" / "submissions" / "winnow" / "wrong").glob("*.py")),
    "kernel-perceptron": sorted((ROOT / "benchmarks" / "submissions" / "kernel" / "wrong").glob("*.py")),
}


SHAPES = [
    (DATA / "shapes" / row["file"], row["as"])
    for row in csv.DictReader((DATA / "shapes" / "results.tsv").read_text().splitlines(), delimiter="\t")
    if row["verdict"] == "failed"
]


def screen(found: Grade) -> str:
    """Return the report as a terminal of 80 columns shows it, which has 24 lines."""
    text = render(grade_table(found), width=WIDTH)
    assert text.count("\n") <= LINES, text
    assert max(map(len, text.splitlines())) <= WIDTH
    return text


def printed(found: Grade, path: Path) -> list[str]:
    """Return what the lines print, run beside the file, or below its classes."""
    code, (place, *_) = "\n".join(found.reproduce), found.reproduce
    assert "adversary" not in code
    if place.startswith("# below"):
        source = path.read_text().split("if __name__")[0]
        if path.suffix == ".ipynb":
            source = "\n".join(
                cell.code for cell in code_cells(path) if "class " in cell.code or "import numpy" in cell.code
            )
        code = f"{source}\n{code}"
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as out:
        patch.syspath_prepend(str(path.parent))
        patch.delitem(sys.modules, path.stem, raising=False)
        exec(compile(code, "run_it.py", "exec"), {"__name__": "run_it"})  # noqa: S102 - of our examples
        sys.modules.pop(path.stem, None)
    return out.getvalue().split("\n")


def require_same(found: Grade, path: Path) -> None:
    """Compare what the lines print with the counterexample's answers and labels."""
    game = found.counterexample
    assert game is not None
    lines = printed(found, path)
    if is_trained(game):
        (said, truth), points = re.findall(r"\[([^\]]*)\]", " ".join(lines)), [entry.x for entry in game.rounds]
        answers, labels = re.findall(r"-?\d+", re.sub(r"int\d+|float\d+", "", said)), truth.split()
        place = list(dict.fromkeys(points)).index(points[-1])
        assert float(answers[place]) != float(labels[place]), lines
        return
    pairs = [line.split() for line in lines[: len(game.before) + len(game.rounds)]][len(game.before) :]
    said = [-1 if float(answer) <= 0 else 1 for answer, _ in pairs]
    assert [answer == (-1 if float(label) <= 0 else 1) for answer, (_, label) in zip(said, pairs, strict=True)] == [
        not entry.mistake for entry in game.rounds
    ], lines


@pytest.mark.parametrize(
    ("path", "kind", "bug", "reads"),
    [*FIRST[:3], *[pytest.param(*case, marks=pytest.mark.long) for case in FIRST[3:]]],
    ids=[path.stem for path, *_ in FIRST],
)
def test_a_failed_grade_says_the_bug_on_its_first_screen(path: Path, kind: str, bug: str, reads: str) -> None:
    found = grade(path, kind, isolation="plain")
    shown = " ".join(screen(found).split())
    assert "FAILED" in shown
    assert "0 of 100 points" in shown
    assert bug in shown.partition("game")[0]
    assert reads in shown
    assert all(" ".join(line.split()) in shown for line in found.reproduce)
    assert "s²" not in shown  # no notation of proofs
    require_same(found, path)
    assert "realizable" in render(grade_table(found, verbose=True))


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "kind"),
    [*SHAPES, *[(path, kind) for kind, paths in FAILED.items() for path in paths]],
    ids=lambda value: str(value)[-24:],
)
def test_the_lines_play_the_same_game(path: Path, kind: str) -> None:
    found = grade(path, kind, isolation="plain")
    assert found.verdict == "failed"
    screen(found)
    missing = "which is not installed here" in found.reads
    if found.reproduce and found.counterexample and not found.counterexample.fault and not missing:
        require_same(found, path)


def test_no_lines_call_a_predict_that_there_is_not(tmp_path: Path) -> None:
    """A learner that tosses coins has none."""
    path = tmp_path / "coin.py"
    path.write_text("class Coin:\n    def probability(self, x): return 1\n    def update(self, x, y): pass\n")
    found = grade(path, "perceptron", isolation="plain")
    assert str(found.fault).startswith("illegal label: ")
    assert found.reproduce == ()
