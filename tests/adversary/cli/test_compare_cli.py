"""The command compare, run as a user runs it."""

import csv
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
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


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["perceptron"], "compare needs settings"),
        (["percepton", "--margins", "1/3"], "did you mean 'perceptron'?"),
        (["perceptron", "--margins", "1/3..x"], "is not a range of margins"),
        (["perceptron", "--class", "nothing:3"], "unknown class"),
        (["perceptron", "--margins", "1/3", "--plot", "c.gif"], "a figure is a .pdf, .png or .svg"),
        (["perceptron", "--margins", "1/3", "--plot", "c.svg", "--csv", "c.svg"], "two outputs"),
        (["perceptron", "--margins", "1/3", "--traces", "nowhere"], "there is no folder nowhere"),
        (["perceptron", "--margins", "1/3", "--seconds", "0"], "--seconds should be above 0"),
        (["halving", "--margins", "1/3"], "it sees numbers of points"),
    ],
)
def test_bad_input_is_one_line(adversary: Run, arguments: list[str], line: str) -> None:
    done = adversary("compare", *arguments)
    assert (done.code, done.out) == (2, "")
    assert line in done.err
    assert done.err.count("\n") == 1
