"""The program that writes dimensions of families of classes as files for Combinatorial Parameters."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, ROOT

from adversary.files import made_folder
from adversary.game.judge import judge_file

sys.path.append(str(ROOT / "benchmarks"))  # its programs are no package
from combinatorial_parameters import (
    OURS,
    STATES,
    THEIRS,
    Row,
    class_entries,
    main,
    parameter_entries,
    solved,
    value_entries,
    write_entries,
)

pytestmark = [pytest.mark.full, pytest.mark.xdist_group("parameters")]  # it is about a program of benchmarks/

SCHEMAS = DATA / "combinatorial-parameters"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    return solved(("monotone", "halfspaces"), folder=tmp_path_factory.mktemp("certificates"))


def conforms(entry: dict[str, Any], table: str) -> None:
    """Hold an entry to the columns that the database's own schema.json has for its table."""
    columns = {column["name"]: column for column in json.loads((SCHEMAS / f"{table}.json").read_text())["columns"]}
    kinds = {"integer": int, "string": str, "text": str, "latex": str, "boolean": bool}
    assert {name for name, column in columns.items() if column["required"]} <= set(entry) <= set(columns)
    for name, value in entry.items():
        column = columns[name]
        assert column["type"] != "reference"  # the database fills these in itself
        if column["type"] == "enum":
            assert value in [choice["value"] for choice in column["enum"]]
        else:
            assert type(value) is kinds[column["type"]]
            assert value != ""


def test_entries_are_as_the_database_says(rows: list[Row]) -> None:
    tables = {"classes": class_entries(rows), "parameters": parameter_entries(), "values": value_entries(rows)}
    for table, entries in tables.items():
        for entry in entries:
            conforms(entry, table)
        assert (
            len({entry["id"] for entry in entries}) == len({entry["short_name"] for entry in entries}) == len(entries)
        )
        assert min(entry["id"] for entry in entries) >= 1_000
    theirs = set(json.loads((SCHEMAS / "parameter_names.json").read_text()))
    ours = {entry["short_name"] for entry in tables["parameters"]}
    assert set(THEIRS.values()) <= theirs
    assert not ours & theirs
    classes = {entry["short_name"] for entry in tables["classes"]}
    for entry in tables["values"]:
        kind, _, short = entry["class_id"].partition("/")
        assert (kind, short in classes) == ("#classes", True)
        kind, _, short = entry["parameter_id"].partition("/")
        assert (kind, short in theirs | ours) == ("#parameters", True)
    assert len(tables["values"]) == len(rows) * len(THEIRS | OURS)


def test_numbers_of_entries_do_not_depend_on_what_else_is_computed(rows: list[Row], tmp_path: Path) -> None:
    fewer = solved(["monotone"])
    numbers = {entry["short_name"]: entry["id"] for entry in [*class_entries(rows), *value_entries(rows)]}
    assert {e["short_name"]: e["id"] for e in [*class_entries(fewer), *value_entries(fewer)]}.items() <= numbers.items()
    for part in (fewer, rows):
        write_entries(tmp_path, part)
    written = [json.loads(path.read_text()) for path in sorted((tmp_path / "data" / "values").iterdir())]
    assert written == value_entries(rows)
    assert len(list((tmp_path / "data" / "classes").iterdir())) == len(rows)


def test_an_entry_names_a_certificate_that_proves_it_also_after_a_run_that_knows_less(tmp_path: Path) -> None:
    for states in (STATES, 1):
        table = solved(["symmetric"], states, made_folder(tmp_path / "certificates"))
        write_entries(tmp_path, table)
    assert any(row.solved.ran_out for row in table)
    certificates = {path.name: judge_file(path) for path in (tmp_path / "certificates").iterdir()}
    assert certificates.keys() == {row.certificate for row in table if row.certificate}
    assert 0 < len(certificates) < len(table)
    statements = {
        f"certificates/{name}": {entry["statement"] for entry in judged.statements}
        for name, judged in certificates.items()
    }
    written = [json.loads(path.read_text()) for path in sorted((tmp_path / "data" / "values").iterdir())]
    assert written == value_entries(table)
    named = [found for entry in written if (found := re.search("“(.*)” proved in (.*)[.]$", entry["details"]))]
    assert named
    for found in named:
        assert set(found[1].split(" and ")) <= statements[found[2]]


def test_only_what_is_known_exactly_is_a_value() -> None:
    rows = solved(["monotone"], 3)
    settled = {entry["short_name"] for entry in value_entries(rows)}
    assert "littlestone_dimension_monotone_3" in settled
    assert "star_number_monotone_4" not in settled
    assert not any("Certified" in entry["details"] for entry in value_entries(rows))


def test_the_program_writes_all_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["combinatorial_parameters.py", str(tmp_path / "out"), "symmetric"])
    assert main() == 0
    assert len(list((tmp_path / "out" / "data" / "classes").iterdir())) == 5
    assert len(list((tmp_path / "out" / "certificates").iterdir())) == 5
