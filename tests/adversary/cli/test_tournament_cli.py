"""The command tournament, run as a user runs it."""

import csv
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

Run = Callable[..., Ran]

EXAMPLES = ROOT / "examples"


@pytest.mark.long
def test_a_wrong_sign_is_ranked_below_a_learner_that_is_right(adversary: Run, tmp_path: Path) -> None:
    """No adversary of ours tells them apart: each forces the bound on everybody."""
    learners = "perceptron", "averaging", EXAMPLES / "broken" / "wrong_sign.py"
    done = adversary("tournament", *learners, "--margin", "1/2..1/3", "-o", "worst/")
    assert done.code == 0, done.err
    (group,) = adversary("tournament", *learners, "--margin", "1/2..1/3", "--json", "--cache", "worst").json["groups"]
    assert [(placing["rank"], placing["learner"]) for placing in group["ranking"]] == [
        (rank, str(learner)) for rank, learner in enumerate(learners, 1)
    ]
    assert "of 3 learners, perceptron made the fewest mistakes" in done.out
    assert (tmp_path / "worst" / "report.html").exists()
    forced = adversary("tournament", *learners, "--margin", "1/2", "--against", "standard-basis", "--json")
    assert [placing["rank"] for placing in forced.json["groups"][0]["ranking"]] == [1, 1, 1]


def test_a_table_a_csv_and_a_figure(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "=student.py").write_text((EXAMPLES / "student.py").read_text())
    done = adversary("tournament", "perceptron", "=student.py", "-m", "1/2..1/3", "-o", "c.csv", "-o", "c.svg")
    assert done.code == 0, done.err
    assert "= 9" in done.out
    with (tmp_path / "c.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["learner"], row["margin_squared"], row["mistakes"], row["upper"]) for row in rows] == [
        ("perceptron", "1/4", "4", "4"), ("'=student.py", "1/4", "4", ""),
        ("perceptron", "1/9", "9", "9"), ("'=student.py", "1/9", "9", ""),
    ]  # fmt: skip
    drawn = "".join(ET.parse(tmp_path / "c.svg").getroot().itertext())  # noqa: S314 - our own
    for text in ("perceptron", "=student.py", "forced on every deterministic learner"):
        assert text in drawn


@pytest.mark.long
def test_classes_in_a_figure(adversary: Run, tmp_path: Path) -> None:
    names = "halving", "first-consistent", "always-plus", "randomized-halving"
    done = adversary("tournament", *names, "--class", "cube:2,singletons:4", "-o", "c.pdf", "--json")
    assert done.code == 0, done.err
    assert (tmp_path / "c.pdf").read_bytes().startswith(b"%PDF")
    cells = [(cell["learner"], cell["mistakes"], cell["unbounded"]) for cell in done.json["cells"][:4]]
    assert cells[:2] == [("halving", 2, False), ("first-consistent", 2, False)]
    assert cells[2][2]
    assert done.json["cells"][4]["class"] == "singletons:4"


def test_the_game_of_a_lone_cell_on_a_class_is_shown(adversary: Run) -> None:
    asked = ["tournament", "--class", "thresholds:3", "--lies", 1]
    out = adversary(*asked, "weighted-majority").out
    assert "found       exactly 5\nreached by  2:-1 2:+1 (a lie) 2:-1 1:-1 1:-1\ntarget      x ≤ 0\n" in out
    assert "for ever    1:-1\n" in adversary(*asked, "halving").out
    counted = "--count", "updates", "--limit", "states=1"
    updates = adversary("tournament", "perceptron-ties", "--class", "cube:1", *counted)
    assert "found       at least 1\n" in updates.out
    assert updates.code == 1
