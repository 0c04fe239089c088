"""The command compare, run as a user runs it."""

import csv
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

from conftest import ROOT, Ran

Run = Callable[..., Ran]

STUDENT = ROOT / "examples" / "student.py"


def test_a_table_a_csv_and_a_figure(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "=student.py").write_text(STUDENT.read_text())
    done = adversary(
        "compare", "perceptron", "=student.py", "--margins", "1/2..1/3", "--csv", "c.csv", "--plot", "c.svg"
    )
    assert done.code == 0, done.err
    assert "= 9" in done.out
    with (tmp_path / "c.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["learner"], row["size"], row["mistakes"], row["upper_bound"]) for row in rows] == [
        ("perceptron", "4", "4", "4"), ("'=student.py", "4", "4", ""),
        ("perceptron", "9", "9", "9"), ("'=student.py", "9", "9", ""),
    ]  # fmt: skip
    drawn = "".join(ET.parse(tmp_path / "c.svg").getroot().itertext())  # noqa: S314 - our own
    assert "perceptron" in drawn
    assert "=student.py" in drawn
    assert "forced on every deterministic learner" in drawn


def test_classes_in_a_figure(adversary: Run, tmp_path: Path) -> None:
    names = "halving", "first-consistent", "always-plus", "randomized-halving"
    done = adversary("compare", *names, "--class", "cube:2", "--class", "singletons:4", "--plot", "c.pdf", "--json")
    assert done.code == 0, done.err
    assert (tmp_path / "c.pdf").read_bytes().startswith(b"%PDF")
    first = [(cell["learner"], cell["mistakes"], cell["unbounded"]) for cell in done.json["cells"][:4]]
    assert first[:2] == [("halving", 2, False), ("first-consistent", 2, False)]
    assert first[2][2]
    assert done.json["cells"][4]["class"] == "singletons:4"


def test_a_file_that_does_not_suit_the_setting_does_not_play(adversary: Run, tmp_path: Path) -> None:
    needs = "class Learner:\n    def __init__(self, concepts): pass\n"
    (tmp_path / "needs.py").write_text(f"{needs}    def predict(self, x): return 1\n    def update(self, x, y): pass\n")
    done = adversary("compare", "perceptron", "needs.py", "--margins", "1/2", "--json")
    assert done.code == 0, done.err
    assert [cell["plays"] for cell in done.json["cells"]] == [True, False]
    assert done.json["cells"][1]["note"].startswith("does not play this setting: ")


def test_a_module_beside_a_file_is_found_and_the_folder_of_traces_is_made(adversary: Run, tmp_path: Path) -> None:
    learner = "import helper\nclass Learner:\n    def predict(self, x): return helper.LABEL\n"
    (tmp_path / "imports.py").write_text(f"{learner}    def update(self, x, y): pass\n")
    (tmp_path / "helper.py").write_text("LABEL = 1\n")
    options = ["--class", "thresholds:3", "--traces", "new/traces", "--json"]
    done = adversary("compare", "halving", "imports.py", *options)
    assert done.code == 0, done.err
    assert [cell["search"] for cell in done.json["cells"]] == ["not needed", "complete"]
    assert all(cell["mistakes"] for cell in done.json["cells"])
    assert {path.name for path in (tmp_path / "new" / "traces").iterdir()} == {"1.jsonl", "2.jsonl"}


def test_the_game_of_a_lone_cell_on_a_class_is_shown(adversary: Run) -> None:
    asked = ["compare", "--class", "thresholds:3", "--lies", 1]
    shown = adversary(*asked, "weighted-majority").out
    assert "found       exactly 5\nreached by  2:-1 2:+1 (a lie) 2:-1 1:-1 1:-1\ntarget      x ≤ 0\n" in shown
    assert "for ever    1:-1\n" in adversary(*asked, "halving").out
    updates = adversary("compare", "perceptron-ties", "--class", "cube:1", "--count", "updates", "--states", 1)
    assert "found       at least 1\n" in updates.out
    assert updates.code == 1
