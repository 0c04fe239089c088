"""Comparisons and the book of claims, ended at any moment: what was done is not done again, and the end is the same."""

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import stores
from conftest import Ran
from processes import require_end

from adversary.compare.compare import compare
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED
from adversary.tasks.where import Where

pytestmark = pytest.mark.full

Run = Callable[..., Ran]

NOTES = """
from pathlib import Path

class Noted:
    def __init__(self, dimension):
        with Path({notes!r}).open("a") as file:
            file.write(f"{{dimension}}\\n")

    def predict(self, x):
        return 1

    def update(self, x, y):
        pass
"""
SIZES = [2, 4, 8, 16, 32, 64]


def kept(folder: Path) -> list[str]:
    """Return the keys of what is in the store, in order."""
    try:
        *lines, _ = (folder / "kept").read_text().split("\n")
    except FileNotFoundError:
        return []
    return [json.loads(line)["key"] for line in lines[1:]]


def kill_when_kept(number: int, folder: Path, *arguments: object) -> None:
    """Start a command, and kill it when so many results are kept."""
    process = subprocess.Popen(
        [sys.executable, "-m", "adversary", *map(str, arguments)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"RUN_OF_A_TEST": str(folder)},
    )
    until = time.monotonic() + 120
    while len(kept(folder)) < number:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.005)
    process.kill()
    process.communicate(timeout=60)
    require_end("RUN_OF_A_TEST", str(folder))


def test_a_comparison_goes_on_where_it_was_killed(adversary: Run, tmp_path: Path) -> None:
    noted, notes = tmp_path / "noted.py", tmp_path / "notes"
    noted.write_text(NOTES.format(notes=str(notes)))
    (tmp_path / "traces").mkdir()
    asked = ["compare", "noted.py", "--against", "hadamard", "--dimensions", ",".join(map(str, SIZES)), "--jobs", 1]
    asked += ["--traces", "traces", "--csv", "c.csv", "--plot", "c.svg", "--json"]
    undisturbed = adversary(*asked)
    files = {path.name: path.read_bytes() for path in (*tmp_path.glob("c.*"), *tmp_path.glob("traces/*"))}
    once = Counter(notes.read_text().split())
    assert undisturbed.code == 0
    assert (len(files), set(once)) == (8, set(map(str, SIZES)))
    for path in (notes, *tmp_path.glob("c.*"), *tmp_path.glob("traces/*")):
        path.unlink()
    for number in (2, 4):
        kill_when_kept(number, tmp_path, *asked, "--keep", "kept")
    done = len(kept(tmp_path))
    before = Counter(notes.read_text().split())
    again = adversary(*asked, "--keep", "kept")
    assert f"adversary: {done} cells of an earlier run taken from kept\n" in again.err
    assert (again.code, again.out) == (0, undisturbed.out)
    assert files == {path.name: path.read_bytes() for path in (*tmp_path.glob("c.*"), *tmp_path.glob("traces/*"))}
    assert all(times == 1 for times in Counter(kept(tmp_path)).values())
    after = Counter(notes.read_text().split())
    for size in map(str, SIZES[:done]):  # one job takes them in order
        assert after[size] == before[size]
    assert (after[str(SIZES[0])], len(kept(tmp_path))) == (once[str(SIZES[0])], len(SIZES))
    (tmp_path / "traces" / "1.jsonl").unlink()
    assert adversary(*asked, "--keep", "kept").out == undisturbed.out
    assert (tmp_path / "traces" / "1.jsonl").read_bytes() == files["1.jsonl"]
    assert Counter(notes.read_text().split()) == after
    noted.write_text(noted.read_text().replace("return 1", "return -1"))
    changed = adversary(*asked, "--keep", "kept")
    assert "earlier run" not in changed.err
    assert len(kept(tmp_path)) == 2 * len(SIZES)


def test_cells_are_kept_one_by_one_whatever_of_them_is_lost(tmp_path: Path) -> None:
    margins = [Fraction(1, 2), Fraction(1, 3)]

    def compared(number: int) -> tuple[object, dict[str, bytes]]:
        (folder := tmp_path / str(number)).mkdir()
        with Store(tmp_path / "kept") as store:
            found = compare(["averaging"], margins, traces=folder, where=Where(2), store=store)
        return found.cells[0].mistakes, {path.name: path.read_bytes() for path in folder.iterdir()}

    first = compared(0)
    lines = (tmp_path / "kept").read_bytes().splitlines(keepends=True)
    assert (len(lines), len(first[1])) == (3, 2)
    (tmp_path / "kept").write_bytes(b"".join([lines[0], lines[2], lines[1][:50]]))
    assert compared(1) == first
    assert (tmp_path / "kept").read_bytes().splitlines()[1] == lines[2].rstrip()
    assert sorted(kept(tmp_path)) == sorted(json.loads(line)["key"] for line in lines[1:])


def test_the_book_goes_on_where_it_was_killed(adversary: Run, tmp_path: Path) -> None:
    asked = ["claims", "tight", "--json", "--seconds", "0.2"]
    undisturbed = adversary(*asked)
    for number in (1, 4):
        kill_when_kept(number, tmp_path, *asked, "--keep", "kept", "--jobs", 2)
    done = len(kept(tmp_path))
    again = adversary(*asked, "--keep", "kept")
    assert again.err == f"adversary: {done} readings of an earlier run taken from kept\n"
    assert (again.code, [row["verdict"] for row in again.json]) == (
        undisturbed.code,
        [row["verdict"] for row in undisturbed.json],
    )
    assert len(kept(tmp_path)) == len(set(kept(tmp_path))) == len(again.json)
    stored = adversary(*asked, "--keep", "kept").out
    assert stored.replace(f" ({NOT_CHECKED})", "") == again.out.replace(f" ({NOT_CHECKED})", "")
    alone = adversary("claims", "tight-soa", "--json", "--seconds", "0.2", "--keep", "kept")
    assert "of an earlier run taken from kept" in alone.err
    assert adversary("claims", "tight-soa", "--json", "--seconds", "0.3", "--keep", "kept").err == ""


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["compare", "noted.py", "--margins", "1/2", "--keep", "noted.py"], "cannot write noted.py: that is the input"),
        (["compare", "perceptron", "--margins", "1/2", "--csv", "c", "--keep", "c"], "the same file, c"),
        (
            ["compare", "perceptron", "--margins", "1/2", "--traces", ".", "--keep", "1.jsonl"],
            "1.jsonl may be the name",
        ),
        (
            ["compare", "perceptron", "--margins", "1/2", "--traces", ".", "--csv", "x/../12.jsonl"],
            "12.jsonl may be the",
        ),
        (["compare", "nobody", "--margins", "1/2", "--keep", "new"], "unknown learner 'nobody'"),
        (["claims", "tight", "--seconds", "0", "--keep", "new"], "the seconds for a reading should be above 0"),
        (["compare", "perceptron", "--margins", "1/2", "--keep", "other"], "other has something else than results"),
        (["claims", "tight", "--keep", "other"], "other has something else than results"),
        (["claims", "tight", "--keep", "nowhere/kept"], "cannot keep results in nowhere/kept"),
    ],
)
def test_what_cannot_be_kept_is_said_in_one_line(
    adversary: Run, tmp_path: Path, arguments: list[str], line: str
) -> None:
    (tmp_path / "x").mkdir()
    for name in ("noted.py", "other"):
        (tmp_path / name).write_text(NOTES)
    before = {path.name for path in tmp_path.iterdir()}
    ran = adversary(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("adversary: ")
    assert line in ran.err
    assert ran.err.count("\n") == 1
    assert (tmp_path / "other").read_text() == NOTES
    assert {path.name for path in tmp_path.iterdir()} == before


COMPARED = ["compare", "averaging", "--margins", "1/2"]


@pytest.mark.parametrize(
    ("arguments", "change", "why"),
    [
        (COMPARED, lambda v: v.update(trace="!!!!"), "Only base64 data is allowed"),
        (COMPARED, lambda v: v.update(trace="aGVsbG8="), "incorrect header check"),
        (COMPARED, lambda v: v.update(trace=7), "Expected `str | null`, got `int` - at `$.trace`"),
        (COMPARED, lambda v: v["cell"].update(mistakes="x/y"), "- at `$.mistakes`"),
        (COMPARED, lambda v: v["cell"].update(mistakes={"fraction": ["1", "0"]}), "ZeroDivisionError"),
        (COMPARED, lambda v: v.update(cell=[]), "Expected `object`, got `array` - at `$.cell`"),
        (COMPARED, lambda v: v["cell"].update(mistakes=99), "mistakes should be 4, but is 99"),
        (COMPARED, lambda v: v["cell"].update(rounds=99), "rounds should be "),
        (COMPARED, lambda v: v["cell"].update(lower=99), "lower should be 4, but is 99"),
        (COMPARED, lambda v: v["cell"].update(learner="soa"), "learner should be averaging, but is soa"),
        (COMPARED, lambda v: v.update(trace=None), "mistakes, and no trace of their game"),
        (COMPARED, lambda v: v["cell"].update(search="not needed", exact=True), "should be "),
        (["claims", "tight-soa"], lambda v: v.update(verdict="certain"), "Invalid enum value 'certain'"),
        (["claims", "tight-soa"], lambda v: v.update(evidence=3), "Expected `str`, got `int` - at `$.evidence`"),
        (["claims", "tight-soa"], lambda v: v.clear(), "Object missing required field `id`"),
        (["claims", "tight-soa"], lambda v: v.update(verdict="refuted"), "by the theorem littlestone, not refuted"),
    ],
)
def test_an_edited_store_is_refused_in_one_line(
    adversary: Run, tmp_path: Path, arguments: list[str], change: Callable[[Any], object], why: str
) -> None:
    asked = [*arguments, "--keep", "kept"]
    adversary(*asked)
    assert stores.edit(tmp_path / "kept", change) > 0
    ran = adversary(*asked)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert re.match(r"adversary: kept, line \d+, has been changed: ", ran.err)
    assert why in ran.err
    assert ran.err.endswith("; remove that line, and its result is found again\n")


def test_the_trace_of_another_game_is_refused(adversary: Run, tmp_path: Path) -> None:
    asked = ["compare", "perceptron", "averaging", "--against", "hadamard", "--dimensions", "4", "--keep", "kept"]
    adversary(*asked)
    first, second = stores.values(tmp_path / "kept")
    swapped = {first["trace"]: second["trace"], second["trace"]: first["trace"]}
    stores.edit(tmp_path / "kept", lambda value: value.update(trace=swapped[value["trace"]]))
    assert "has been changed: its trace is of another game" in adversary(*asked).err


def test_what_no_trace_shows_is_said_everywhere_not_to_be_checked(adversary: Run, tmp_path: Path) -> None:
    asked = ["compare", "averaging", "perceptron", "--margins", "1/2", "--csv", "c.csv", "--keep", "kept"]
    fresh = adversary(*asked)
    assert NOT_CHECKED not in fresh.out + (tmp_path / "c.csv").read_text()
    stored = adversary(*asked)
    told = f"averaging: what its search says of larger numbers: {NOT_CHECKED}"
    assert told in stored.out
    assert [NOT_CHECKED in row for row in (tmp_path / "c.csv").read_text().splitlines()] == [False, True, False]
    notes = [cell["note"] for cell in adversary(*asked, "--json").json["cells"]]
    assert [NOT_CHECKED in (note or "") for note in notes] == [True, False], "of the perceptron a theorem says the rest"


def test_a_stored_verdict_is_said_everywhere_not_to_be_checked(adversary: Run, tmp_path: Path) -> None:
    asked = ["claims", "tight", "--seconds", "0.2", "--keep", "kept"]
    assert NOT_CHECKED not in adversary(*asked).out
    stores.edit(tmp_path / "kept", lambda row: row.update(reading="1 = 2"))
    rows = adversary(*asked, "--json").json
    assert not any(row["reading"] == "1 = 2" for row in rows), "what the book says is taken from the book"
    shown = [row["theorem"] and row["evidence"] == f"theorem {row['theorem']}" for row in rows]
    assert [NOT_CHECKED in row["evidence"] for row in rows] == [not one for one in shown]
    assert any(shown)
    assert not all(shown)
    many = f"{NOT_CHECKED}: {shown.count(False)} readings"
    assert many in adversary(*asked).out
    assert many in adversary(*asked, "--errata").out
    assert NOT_CHECKED in adversary(*asked, "--latex").out
