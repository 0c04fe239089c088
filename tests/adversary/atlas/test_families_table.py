"""The table of families as it is printed and written, its certificates, and the files for Combinatorial Parameters."""

import csv
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import stores
from conftest import DATA
from here import run_here

from adversary.atlas.certificates import LIES, NEEDS_NONE, STATEMENT_OF
from adversary.atlas.families import FamilyRow, FamilyTable, family_table, slug
from adversary.files import made_folder, remove
from adversary.game.judge import UndecidedError, judge_file
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED, Task, TaskOutcome
from adversary.tasks.where import Where
from adversary.views.cells import render
from adversary.views.export.combinatorial_parameters import (
    OURS,
    THEIRS,
    class_entries,
    parameter_entries,
    value_entries,
    write_entries,
)
from adversary.views.terminal.families_table import families_json, families_table, write_families
from proofs.atlas.families import FAMILY_STATES
from proofs.atlas.quantities import MEANINGS
from proofs.exact.errors import InputError
from proofs.solvers.budget import Bounds

SOME = ("monotone", "halfspaces")
SCHEMAS = DATA / "combinatorial-parameters"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adversary.tasks.engine.run", run_here)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def found(folder: Path) -> FamilyTable:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adversary.tasks.engine.run", run_here)
        return family_table(SOME, folder=folder)


def test_what_is_listed_as_certified_the_checker_finds_proved(found: FamilyTable) -> None:
    assert [row.name for row in found.rows] == [
        *(f"halfspaces:{n}" for n in (1, 2, 3)),
        *(f"monotone:{n}" for n in (1, 2, 3, 4)),
    ]
    assert found.unknown == 0
    for row in found.rows:
        assert row.certificate is not None
        proved = judge_file(row.certificate)
        assert proved.valid
        assert proved.about["class"] == row.name
        assert set(row.certified) == {*STATEMENT_OF, *LIES}
        assert set(row.without) == {"VC", "star"} == {*MEANINGS} - {*STATEMENT_OF, *LIES, *NEEDS_NONE}
        for name in STATEMENT_OF:
            (statement,) = [one for one in proved.statements if one["statement"] == STATEMENT_OF[name]]
            assert str(statement["mistakes"]) == str(row.bounds[name].value)
        for name, lies in LIES.items():
            both = [one for one in proved.statements if "bound" in one["statement"] and one.get("lies", 0) == lies]
            assert [one["mistakes"] for one in both] == [row.bounds[name].value] * 2


@pytest.mark.usefixtures("here")
def test_what_ran_out_is_shown_as_bounds_and_not_certified(tmp_path: Path) -> None:
    found = family_table(["monotone"], 3, folder=tmp_path)
    assert found.unknown > 0
    shown = families_json(found)
    for row, one in zip(found.rows, shown["families"], strict=True):
        between = {name for name, value in one["values"].items() if isinstance(value, dict)}
        assert between == set(one["ran_out"]) == {name for name, b in row.bounds.items() if b.value is None}
        assert not between & {*row.certified, *row.without}
        assert {*row.certified, *row.without, *between, *NEEDS_NONE} == set(MEANINGS)
    text = render(families_table(found))
    assert "2 to 16" in text
    assert "monotone:4, star: between 2 and 16, as 3 states did not suffice" in text
    write_families(tmp_path / "families.csv", found)
    cells = list(csv.DictReader(StringIO((tmp_path / "families.csv").read_text())))
    assert cells[3]["star"] == "between 2 and 16"
    settled = {entry["short_name"] for entry in value_entries(found)}
    assert "littlestone_dimension_monotone_3" in settled
    assert "star_number_monotone_4" not in settled


def test_the_table_has_every_value(found: FamilyTable, tmp_path: Path) -> None:
    write_families(tmp_path / "families.csv", found)
    cells = list(csv.DictReader(StringIO((tmp_path / "families.csv").read_text())))
    for row, line in zip(found.rows, cells, strict=True):
        assert {name: line[name] for name in MEANINGS} == {name: str(row.bounds[name].value) for name in MEANINGS}
        assert line["certified"].split() == row.certified
        assert (line["class"], line["certificate"]) == (row.name, row.certificate.name if row.certificate else "")
    text = render(families_table(found))
    assert "1829/512" in text
    assert "7 certificates, each accepted by the trusted checker; not VC, star" in text
    assert "unknown" not in text


@pytest.mark.usefixtures("here")
def test_without_a_folder_nothing_is_called_certified() -> None:
    found = family_table(["symmetric"])
    assert all(not row.certified and row.certificate is None for row in found.rows)
    assert "certified  nothing: -o DIR" in render(families_table(found))
    assert not any("Certified" in entry["details"] for entry in value_entries(found))


def test_a_class_that_failed_is_missing_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(tasks: Sequence[Task], *given: Any, **named: Any) -> list[TaskOutcome]:
        return [TaskOutcome(None, "it took too long"), *run_here(tasks[1:], *given)]

    monkeypatch.setattr("adversary.tasks.engine.run", run)
    found = family_table(["symmetric"])
    assert [row.name for row in found.rows] == [f"symmetric:{n}" for n in (2, 3, 4, 5)]
    assert found.failures == families_json(found)["failures"] == ["symmetric:1: it took too long"]
    assert "failed     symmetric:1: it took too long" in render(families_table(found))


def stored(row: FamilyRow, certificate: Any) -> list[TaskOutcome]:
    """Return what is known of a class as the store has it."""
    bounds = {name: [str(b.at_least), str(b.at_most), b.ran_out] for name, b in row.bounds.items()}
    return [TaskOutcome({"bounds": bounds, "witnesses": row.witnesses, "certificate": certificate})]


def test_a_stored_certificate_that_was_changed_is_not_written(
    found: FamilyTable, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = json.loads((folder / "monotone-1.json").read_text())
    for value in certificate["values"]:
        if value["statement"] == "upper bound":
            value["mistakes"] = 0

    def run(tasks: Sequence[Task], *_: Any, **__: Any) -> list[TaskOutcome]:
        return stored(found.rows[3], certificate) + run_here(tasks[1:])

    monkeypatch.setattr("adversary.tasks.engine.run", run)
    table = family_table(["monotone"], folder=tmp_path)
    (failure,) = table.failures
    assert failure.startswith("monotone:1: the trusted checker refuses a certificate that was made here: ")
    assert [row.name for row in table.rows] == ["monotone:2", "monotone:3", "monotone:4"]
    assert not (tmp_path / "monotone-1.json").exists()


def test_a_certificate_that_the_checker_gives_up_on_is_not_listed(
    found: FamilyTable, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = json.loads((folder / "monotone-1.json").read_text())

    def judge(_path: Path) -> Any:
        raise UndecidedError("it takes too much arithmetic")

    def run(tasks: Sequence[Task], *_: Any, **__: Any) -> list[TaskOutcome]:
        done = stored(found.rows[3], certificate) + run_here(tasks[1:])
        monkeypatch.setattr("adversary.game.certified.judge_file", judge)  # only now, when all has been computed
        return done

    monkeypatch.setattr("adversary.tasks.engine.run", run)
    table = family_table(["monotone"], folder=tmp_path)
    assert all((row.certificate, row.certified) == (None, []) for row in table.rows)
    assert list(tmp_path.iterdir()) == []
    assert "certified  nothing: the budget did not suffice" in render(families_table(table, ["families.csv"]))


def test_a_class_without_a_certificate_is_named(found: FamilyTable) -> None:
    rows = [*found.rows[:3], replace(found.rows[3], certificate=None, certified=[])]
    assert "not VC, star; nothing of monotone:1" in render(families_table(replace(found, rows=rows), ["families.csv"]))


def test_a_table_of_which_all_that_is_known_is_certified_says_nothing_of_the_rest(found: FamilyTable) -> None:
    row = found.rows[0]
    bounds = row.bounds | {name: Bounds(0, 9, "3 states") for name in ("VC", "star")}
    text = render(families_table(FamilyTable([replace(row, bounds=bounds)], [])))
    assert re.search("certified *1 certificate, each accepted by the trusted checker *$", text, re.MULTILINE)


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    def until_two(done: int, _total: int, name: str) -> None:
        if name and done == 2:
            raise KeyboardInterrupt

    with Store(tmp_path / "store") as store, pytest.raises(KeyboardInterrupt):
        family_table(["polynomials"], where=Where(jobs=1), store=store, folder=tmp_path, progress=until_two)
    kept = (tmp_path / "store").read_bytes()
    steps: list[int] = []
    with Store(tmp_path / "store") as store:
        again = family_table(
            ["polynomials"],
            where=Where(jobs=1),
            store=store,
            folder=tmp_path,
            progress=lambda done, _total, _name: steps.append(done),
        )
    assert (tmp_path / "store").read_bytes().startswith(kept)
    assert steps == [2, 3]
    assert again.unknown == 0
    assert all(row.certificate for row in again.rows)
    first, _, last = again.rows
    assert (first.unchecked, last.unchecked) == (["VC", "star"], [])
    write_families(tmp_path / "families.csv", again)
    with (tmp_path / "families.csv").open() as file:
        told = [row[NOT_CHECKED] for row in csv.DictReader(file)]
    assert told == ["VC star", "VC star", ""]
    said = [row["stored_not_checked"] for row in families_json(again)["families"]]
    assert said == [["VC", "star"], ["VC", "star"], []]
    assert f"{NOT_CHECKED}  {first.name}: VC, star" in render(families_table(again))
    details = {entry["short_name"]: entry["details"] for entry in value_entries(again)}
    assert details[f"vc_dimension_{slug(first.name)}"].endswith(" Stored, not checked.")
    assert "Stored" not in details[f"littlestone_dimension_{slug(first.name)}"]
    assert "Stored" not in details[f"vc_dimension_{slug(last.name)}"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with a family, and its certificates."""
    folder = tmp_path_factory.mktemp("kept")
    with Store(folder / "store") as store:
        family_table(["affine-parities"], where=Where(jobs=1), store=store, folder=folder)
    return folder / "store"


def again(kept: Path, folder: Path, change: Callable[[Any], object]) -> FamilyTable:
    """Edit a copy of the store, and go on with it."""
    (folder / "store").write_bytes(kept.read_bytes())
    assert stores.edit(folder / "store", change) == 4
    with Store(folder / "store") as store:
        return family_table(["affine-parities"], where=Where(jobs=1), store=store, folder=folder)


EDITED = {
    "bounds that are not two": (lambda v: v["bounds"].update(VC=["9"]), "Expected `array` of length 3, got 1"),
    "no number": (lambda v: v["bounds"].update(VC=["x", "9", ""]), "Invalid literal for Fraction: 'x'"),
    "bounds that cross": (lambda v: v["bounds"].update(VC=["9", "8", ""]), "VC is at least 9 and at most 8"),
    "a quantity less": (lambda v: v["bounds"].pop("VC"), "its bounds are those of "),
    "another size": (lambda v: v["bounds"].update(size=["9", "9", ""]), "but is 9"),
    "no witness": (lambda v: v["witnesses"].clear(), "its witnesses are those of "),
    "a witness that is no text": (lambda v: v["witnesses"].update(VC=1), "Expected `str`, got `int`"),
    "another class": (lambda v: v["certificate"].update(concepts=["+"]), "its certificate is about another class"),
    "a value that is none": (lambda v: v["certificate"].update(values=[3]), "got `int` - at `$.certificate.values[0]`"),
    "no certificate": (lambda v: v.update(certificate=[]), "Expected `object`, got `array` - at `$.certificate`"),
    "nothing": (lambda v: v.clear(), "Object missing required field `bounds`"),
}


@pytest.mark.parametrize(("change", "why"), EDITED.values(), ids=EDITED)
def test_an_edited_store_is_refused_in_one_line(
    kept: Path, tmp_path: Path, change: Callable[[Any], object], why: str
) -> None:
    with pytest.raises(InputError) as refused:
        again(kept, tmp_path, change)
    assert str(refused.value).startswith(f"{tmp_path / 'store'}, line ")
    assert why in str(refused.value)


def test_an_edited_value_is_not_called_certified(kept: Path, tmp_path: Path) -> None:
    found = again(kept, tmp_path, lambda value: value["bounds"].update(L=["9", "9", ""]))
    assert all("L" not in row.certified and "L" in row.unchecked for row in found.rows)
    assert "L, VC, star" in render(families_table(found))


@pytest.mark.parametrize("change", [{"points": "x"}, {"format": "none"}])
def test_an_edited_certificate_is_refused(kept: Path, tmp_path: Path, change: dict[str, str]) -> None:
    found = again(kept, tmp_path, lambda value: value["certificate"].update(change))
    assert (len(found.rows), len(found.failures)) == (0, 4)


# ------------------------------------------------------------------------------------------------ the database


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


def test_entries_are_as_the_database_says(found: FamilyTable) -> None:
    tables = {"classes": class_entries(found), "parameters": parameter_entries(), "values": value_entries(found)}
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
    assert len(tables["values"]) == len(found.rows) * len(THEIRS | OURS)


def test_definitions_define(found: FamilyTable) -> None:
    definitions = {entry["short_name"]: entry["definition"] for entry in parameter_entries()}
    for name, part in (
        ("halving_mistakes_worst_ties", "can be made to make more mistakes in all."),
        ("halving_mistakes_best_ties", "can be made to make fewer mistakes in all."),
        ("randomized_littlestone_dimension", "forced on every learner, randomized or not, "),
        ("littlestone_dimension_one_lie", "explains but for at most one label."),
    ):
        assert part in definitions.pop(name)
    assert not definitions
    assert class_entries(found)[0]["definition"].endswith("for n = 1, …, 5. Here n = 1.")


def test_an_entry_says_how_it_was_computed(found: FamilyTable) -> None:
    entries = {entry["short_name"]: entry for entry in value_entries(found)}
    certified = entries["littlestone_dimension_monotone_4"]
    assert certified["value"] == "$6$"
    assert certified["name"] == "Littlestone dimension of Monotone functions (monotone:4)"
    assert certified["details"].endswith("“universal bound and upper bound” proved in certificates/monotone-4.json.")
    assert entries["randomized_littlestone_dimension_monotone_4"]["value"] == r"$\frac{1829}{512}$"
    assert "without a certificate. Lower bound: shattered: 0" in entries["vc_dimension_monotone_4"]["details"]


@pytest.mark.usefixtures("here")
def test_numbers_of_entries_do_not_depend_on_what_else_is_computed(found: FamilyTable, tmp_path: Path) -> None:
    fewer = family_table(["monotone"])
    numbers = {entry["short_name"]: entry["id"] for entry in [*class_entries(found), *value_entries(found)]}
    assert {e["short_name"]: e["id"] for e in [*class_entries(fewer), *value_entries(fewer)]}.items() <= numbers.items()
    for part in (fewer, found):
        write_entries(tmp_path, part)
    written = [json.loads(path.read_text()) for path in sorted((tmp_path / "data" / "values").iterdir())]
    assert written == value_entries(found)
    assert len(list((tmp_path / "data" / "classes").iterdir())) == len(found.rows)


@pytest.mark.usefixtures("here")
def test_an_entry_names_a_certificate_that_proves_it_also_after_a_run_that_knows_less(tmp_path: Path) -> None:
    for states in (FAMILY_STATES, 1):
        table = family_table(["symmetric"], states, folder=made_folder(tmp_path / "certificates"))
        write_entries(tmp_path, table)
    assert table.unknown > 0
    certificates = {path.name: judge_file(path) for path in (tmp_path / "certificates").iterdir()}
    assert certificates.keys() == {row.certificate.name for row in table.rows if row.certificate}
    assert 0 < len(certificates) < len(table.rows)
    statements = {
        f"certificates/{name}": {one["statement"] for one in judged.statements} for name, judged in certificates.items()
    }
    written = [json.loads(path.read_text()) for path in sorted((tmp_path / "data" / "values").iterdir())]
    assert written == value_entries(table)
    named = [found for entry in written if (found := re.search("“(.*)” proved in (.*)[.]$", entry["details"]))]
    assert named
    for found in named:
        assert set(found[1].split(" and ")) <= statements[found[2]]


def test_an_earlier_file_that_cannot_be_removed_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "monotone-1.json").mkdir()
    with pytest.raises(InputError, match=r"^cannot remove .*monotone-1\.json: "):
        remove(tmp_path / "monotone-1.json")
