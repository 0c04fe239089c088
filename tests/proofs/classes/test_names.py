"""Names of points and concepts in files: kept where a reader would not find them, used where they can be."""

import json
from pathlib import Path

import pytest

from adversary.game.judge import judge_file
from adversary.game.play import play
from proofs.classes.catalog import class_of_file, find_class, names_to_write
from proofs.classes.concepts import ConceptClass, class_of_rows, class_of_texts
from proofs.solvers.certificates import littlestone_certificate
from proofs.solvers.littlestone import Littlestone

ANIMALS = class_of_rows("animals", [0b01, 0b10, 0b11], ["flies", "swims"], ["bat", "eel", "swan"])
POINTS_ALONE = class_of_rows("animals", [0b01, 0b10, 0b11], ["flies", "swims"])


def called(table: ConceptClass) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    return table.point_names, table.concept_names


@pytest.mark.parametrize(
    "table", [ANIMALS, POINTS_ALONE, find_class("intervals:3"), class_of_texts("own", ["+-", "-+"])]
)
def test_a_certificate_and_a_trace_have_the_class_s_names(table: ConceptClass, tmp_path: Path) -> None:
    certificate = littlestone_certificate(Littlestone(table))
    (tmp_path / "c.json").write_text(json.dumps(certificate) + "\n")
    play("halving", concept_class=table, output=tmp_path / "g.jsonl")
    header = json.loads((tmp_path / "g.jsonl").read_text().partition("\n")[0])
    for file, first in ((tmp_path / "c.json", certificate), (tmp_path / "g.jsonl", header)):
        findings = judge_file(file)
        assert findings.valid
        assert called(findings.setting.concept_class) == called(table)
        assert ("point_names" in first) == (table.name == "animals")  # the others' are found by the class's name


def test_a_file_that_has_its_points_numbered_from_1_needs_no_names() -> None:
    assert names_to_write(class_of_rows("own", [0b01, 0b10], ["1", "2"])) == {}
    assert class_of_file("own", ["+-", "-+"]).point_names == ("1", "2")


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (["a\x1b[31m", " b\n"], ("a\\x1b[31m", "b")),
        (["a", "a "], ("1", "2")),
        (["a", ""], ("1", "2")),
        (["a"], ("1", "2")),
        (["a", 2], ("1", "2")),
        ({"a": 1, "b": 2}, ("1", "2")),
        ("ab", ("1", "2")),
    ],
)
def test_anybody_s_names_are_inert_or_not_used(names: object, points: tuple[str, ...]) -> None:
    assert class_of_file("own", ["+-", "-+"], names).point_names == points
    assert class_of_file("own", ["+-", "-+"], None, names).concept_names == (None if points == ("1", "2") else points)


def test_the_catalog_s_class_keeps_the_catalog_s_names() -> None:
    table = find_class("thresholds:2")
    texts = [table.row_text(concept) for concept in range(table.size)]
    assert class_of_file(table.name, texts, ["2", "1"]) == table
