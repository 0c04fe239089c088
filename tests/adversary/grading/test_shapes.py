"""Programs in the shapes that people write: how they are read, and that their verdicts are right."""

import csv

import pytest
from conftest import DATA

from adversary.grading.grade import grade

SHAPES = DATA / "shapes"
ROWS = list(csv.DictReader((SHAPES / "results.tsv").read_text().splitlines(), delimiter="\t"))


@pytest.mark.full
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_a_program_is_graded_as_its_author_wrote_it(row: dict[str, str]) -> None:
    found = grade(SHAPES / row["file"], row["as"], seconds=120)
    assert (found.verdict, found.problem) == (row["verdict"], None)
    assert row["verdict"] == "passed" or found.counterexample is not None
