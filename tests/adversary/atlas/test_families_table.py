"""The table of families as it is printed and written, and its certificates."""

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
from here import run_here

from adversary.atlas.certificates import COUNTED, LIES, STATEMENT_OF
from adversary.atlas.families import FamilyRow, FamilyTable, family_table
from adversary.files import remove
from adversary.game.judge import judge_file
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED, Task, TaskOutcome
from adversary.tasks.where import Where
from adversary.views.cells import render, write_csv
from adversary.views.terminal.atlas_table import families_csv, families_json, families_table
from proofs import finite_checker
from proofs.atlas.quantities import MEANINGS
from proofs.exact.errors import InputError
from proofs.solvers.budget import Bounds

pytestmark = pytest.mark.xdist_group("families")  # one worker makes the tables that all tests look at

SOME = ("symmetric", "halfspaces")


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
        *(f"symmetric:{n}" for n in (1, 2, 3, 4, 5)),
    ]
    assert found.unknown == 0
    for row in found.rows:
        assert row.certificate is not None
        proved = judge_file(row.certificate)
        assert proved.valid
        assert proved.about["class"] == row.name
        assert set(row.certified) == {*STATEMENT_OF, *LIES}
        assert set(row.without_certificate) == {"VC", "star"} == {*MEANINGS} - {*STATEMENT_OF, *LIES, *COUNTED}
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
        assert not between & {*row.certified, *row.without_certificate}
        assert {*row.certified, *row.without_certificate, *between, *COUNTED} == set(MEANINGS)
    text = render(families_table(found))
    assert "2 to 16" in text
    assert "monotone:4, star: between 2 and 16, as 3 states did not suffice" in text
    write_csv(tmp_path / "families.csv", families_csv(found))
    cells = list(csv.DictReader(StringIO((tmp_path / "families.csv").read_text())))
    assert cells[3]["star"] == "between 2 and 16"


def test_the_table_has_every_value(found: FamilyTable, tmp_path: Path) -> None:
    write_csv(tmp_path / "families.csv", families_csv(found))
    cells = list(csv.DictReader(StringIO((tmp_path / "families.csv").read_text())))
    for row, line in zip(found.rows, cells, strict=True):
        assert {name: line[name] for name in MEANINGS} == {name: str(row.bounds[name].value) for name in MEANINGS}
        assert line["certified"].split() == row.certified
        assert (line["class"], line["certificate"]) == (row.name, row.certificate.name if row.certificate else "")
    text = render(families_table(found))
    assert "105/32" in text  # RL of halfspaces:3
    assert "8 certificates, each accepted by the trusted checker; not VC, star" in text
    assert "unknown" not in text


@pytest.mark.usefixtures("here")
def test_without_a_folder_nothing_is_called_certified() -> None:
    found = family_table(["symmetric"])
    assert all(not row.certified and row.certificate is None for row in found.rows)
    assert "certified  nothing: -o DIR" in render(families_table(found))


def test_a_class_that_failed_is_missing_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(tasks: Sequence[Task], *given: Any, **named: Any) -> list[TaskOutcome]:
        return [TaskOutcome(None, "it took too long"), *run_here(tasks[1:], *given)]

    monkeypatch.setattr("adversary.tasks.engine.run", run)
    found = family_table(["symmetric"])
    assert [row.name for row in found.rows] == [f"symmetric:{n}" for n in (2, 3, 4, 5)]
    assert found.failures == families_json(found)["failures"] == ["symmetric:1: it took too long"]
    assert "failed     symmetric:1: it took too long" in render(families_table(found))


def stored(row: FamilyRow) -> TaskOutcome:
    """Return what is known of a class, and its certificate, as the store has it."""
    bounds = {name: [str(b.at_least), str(b.at_most), b.ran_out] for name, b in row.bounds.items()}
    assert row.certificate
    certificate = json.loads(row.certificate.read_text())
    return TaskOutcome({"bounds": bounds, "witnesses": row.witnesses, "certificate": certificate})


def test_a_stored_certificate_that_was_changed_is_not_written(
    found: FamilyTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = [stored(row) for row in found.rows[3:]]
    for value in outcomes[0].value["certificate"]["values"]:
        if value["statement"] == "upper bound":
            value["mistakes"] = 0
    monkeypatch.setattr("adversary.tasks.engine.run", lambda *_, **__: outcomes)
    table = family_table(["symmetric"], folder=tmp_path)
    (failure,) = table.failures
    assert failure.startswith("symmetric:1: the trusted checker refuses a certificate that was made here: ")
    assert [row.name for row in table.rows] == [f"symmetric:{n}" for n in (2, 3, 4, 5)]
    assert not (tmp_path / "symmetric-1.json").exists()


def test_a_certificate_that_the_checker_gives_up_on_is_not_listed(
    found: FamilyTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(*_: Any) -> Any:
        raise finite_checker.TooMuchError("it takes too much arithmetic")

    outcomes = [stored(row) for row in found.rows[3:]]
    monkeypatch.setattr("adversary.tasks.engine.run", lambda *_, **__: outcomes)
    monkeypatch.setattr(finite_checker, "check", judge)
    table = family_table(["symmetric"], folder=tmp_path)
    assert all((row.certificate, row.certified) == (None, []) for row in table.rows)
    assert list(tmp_path.iterdir()) == []
    assert "certified  nothing: the budget did not suffice" in render(families_table(table, ["families.csv"]))


def test_a_class_without_a_certificate_is_named(found: FamilyTable) -> None:
    rows = [*found.rows[:3], replace(found.rows[3], certificate=None, certified=[])]
    assert "not VC, star; nothing of symmetric:1" in render(families_table(replace(found, rows=rows), ["families.csv"]))


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
        family_table(["halfspaces"], where=Where(jobs=1), store=store, folder=tmp_path, progress=until_two)
    kept = (tmp_path / "store").read_bytes()
    steps: list[int] = []
    with Store(tmp_path / "store") as store:
        again = family_table(
            ["halfspaces"],
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
    assert (first.stored_not_checked, last.stored_not_checked) == (["VC", "star"], [])
    write_csv(tmp_path / "families.csv", families_csv(again))
    with (tmp_path / "families.csv").open() as file:
        told = [row[NOT_CHECKED] for row in csv.DictReader(file)]
    assert told == ["VC star", "VC star", ""]
    said = [row["stored_not_checked"] for row in families_json(again)["families"]]
    assert said == [["VC", "star"], ["VC", "star"], []]
    assert f"{NOT_CHECKED}  {first.name}: VC, star" in render(families_table(again))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with a family, and its certificates."""
    folder = tmp_path_factory.mktemp("kept")
    with Store(folder / "store") as store:
        family_table(["halfspaces"], where=Where(jobs=1), store=store, folder=folder)
    return folder / "store"


def again(kept: Path, folder: Path, change: Callable[[Any], object]) -> FamilyTable:
    """Edit a copy of the store, and go on with it."""
    (folder / "store").write_bytes(kept.read_bytes())
    assert stores.edit(folder / "store", change) == 3
    with Store(folder / "store") as store:
        return family_table(["halfspaces"], where=Where(jobs=1), store=store, folder=folder)


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
    assert all("L" not in row.certified and "L" in row.stored_not_checked for row in found.rows)
    assert "L, VC, star" in render(families_table(found))


@pytest.mark.parametrize("change", [{"points": "x"}, {"format": "none"}])
def test_an_edited_certificate_is_refused(kept: Path, tmp_path: Path, change: dict[str, str]) -> None:
    found = again(kept, tmp_path, lambda value: value["certificate"].update(change))
    assert (len(found.rows), len(found.failures)) == (0, 3)


def test_an_earlier_file_that_cannot_be_removed_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "monotone-1.json").mkdir()
    with pytest.raises(InputError, match=r"^cannot remove .*monotone-1\.json: "):
        remove(tmp_path / "monotone-1.json")
