"""The tables for Canvas, Moodle and Gradescope, and the ids by which these know students."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import DATA, Ran

from adversary.views.export.lms_csv import read_ids, write_lms
from proofs.exact.errors import InputError

IDS = "file,id\nann.py,17\nbob.py,u-4\ncy.py,9\n"


@pytest.fixture
def ids(tmp_path: Path) -> Callable[[str], Path]:
    def written(text: str) -> Path:
        (tmp_path / "ids.csv").write_text(text)
        return tmp_path / "ids.csv"

    return written


def test_each_system_gets_its_header(ids: Callable[[str], Path], tmp_path: Path) -> None:
    points = {"ann.py": Fraction(100), "bob.py": Fraction(200, 7)}
    write_lms(tmp_path, "perceptron", points, read_ids(ids(IDS), [*points]))
    for name in ("canvas", "moodle", "gradescope"):
        assert (tmp_path / f"{name}.csv").read_text() == (DATA / "lms" / f"{name}.csv").read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (IDS.replace("bob.py,u-4\n", ""), "has no id for bob.py"),
        (IDS.replace("u-4", ""), "has no id for bob.py"),
        (IDS.replace("u-4", "17"), "gives the id 17 to ann.py and bob.py"),
        (IDS + "ann.py,3\n", "has two rows for ann.py"),
        ("name,number\nann.py,17\n", "has no id for ann.py: its columns are file and id"),
    ],
)
def test_who_has_no_id_or_one_twice_is_said(text: str, words: str, ids: Callable[[str], Path]) -> None:
    with pytest.raises(InputError, match=words):
        read_ids(ids(text), ["ann.py", "bob.py"])


def test_ids_are_looked_at_before_grading(adversary: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "ann.py").write_text("class A:\n    pass\n")
    (tmp_path / "ids.csv").write_text(IDS.replace("ann", "zoe"))
    options = ["ann.py", "--as", "perceptron", "--csv-id", "ids.csv"]
    ran = adversary("grade", *options, "-o", "out/")
    assert ran.code == 2
    assert "ids.csv has no id for ann.py" in ran.err
    assert not (tmp_path / "out").exists()
    ran = adversary("grade", *options)
    assert (ran.code, "add -o DIR/" in ran.err) == (2, True)
