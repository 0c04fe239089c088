"""Cells as tasks: played by other processes they are the same, and stored ones are checked by their traces."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adversary.compare.cell_search import CellSearch
from adversary.compare.cell_tasks import (
    SEARCHES,
    check_cell,
    play_cells,
    play_task,
    played,
    search_of,
    task_of,
    unpack,
    write_traces,
)
from adversary.compare.compare import compare
from adversary.compare.comparison import Cell, Comparison, read_cell, write_cell
from adversary.tasks.store import Store
from adversary.tasks.task import NOT_CHECKED
from adversary.tasks.where import Where
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_rows
from proofs.settings import Finite, Halfspaces, SearchSetting

pytestmark = pytest.mark.usefixtures("local_learners")

PLENTY = 3600.0
"""Seconds that no search in these tests needs."""

OWN = class_of_rows(
    "own", [0, 1, 3, 6], ["left", "=x", "ö"], ["none", "one", "two", "three"], [[0], [Fraction(1, 3)], [2]]
)
QUARTER = Halfspaces(4, Fraction(1, 4))


def search(learner: str, setting: SearchSetting = QUARTER) -> CellSearch:
    return SEARCHES[setting.kind].of(find(learner), setting, seconds=PLENTY, seed=1)


@pytest.mark.full
def test_what_is_played_elsewhere_is_what_is_played_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner_file: Callable[..., str]
) -> None:
    forfeits = learner_file("return 0")
    learners = ["perceptron", forfeits, Perceptron]
    monkeypatch.chdir(tmp_path)
    traces, told = Path("traces"), list[tuple[int, int, str]]()
    options: dict[str, Any] = {"classes": [OWN], "seconds": PLENTY}
    found = compare(
        learners,
        [Fraction(4, 9)],
        **options,
        traces=traces,
        where=Where(jobs=2),
        progress=lambda *said: told.append(said),
    )
    assert told[-1][:2] == (5, 6)
    assert {what.partition(":")[0] for _, _, what in told} == {"", "perceptron", forfeits, "Perceptron"}
    assert {cell.trace for cell in found.cells if cell.trace} == {str(path) for path in traces.iterdir()}
    for number, learner in enumerate(learners):
        alone = tmp_path / f"alone{number}"
        one = compare([learner], [Fraction(4, 9)], **options, traces=alone)
        for place, (cell, same) in enumerate(zip(found.cells[number::3], one.cells, strict=True)):
            assert replace(cell, trace=None) == replace(same, trace=None)
            assert (cell.trace is None) == (same.trace is None)
            if cell.trace is not None and same.trace is not None:
                assert cell.trace == f"traces/{place * 3 + number + 1}.jsonl"
                assert Path(cell.trace).read_bytes() == Path(same.trace).read_bytes()


def test_a_task_is_what_is_played_here() -> None:
    for setting in (Halfspaces(9, Fraction(1, 9)), Finite(OWN), Finite(OWN, 1)):
        asked = search("randomized-halving", setting)
        request = json.loads(json.dumps(task_of(asked).request))
        assert search_of(request) == asked
        here = played(asked)
        assert read_cell(json.loads(json.dumps(play_task(request))), setting) == here
        assert here.trace is None


@pytest.mark.parametrize("number", [0, 7, Fraction(13, 12), Fraction(2), Fraction(1, 10**5000), None])
def test_a_cell_comes_back_as_it_was(number: Any) -> None:
    cell = Cell("me", Finite(find_class("cube:2")), number, "x", 3, 2, number, note="\ud800\n", trace="t", cycle=1)
    back = read_cell(json.loads(json.dumps(write_cell(cell))), cell.setting)
    assert back == cell
    assert (type(back.mistakes), type(back.upper)) == (type(number), type(number))


@pytest.mark.full
def test_one_that_takes_its_process_down_has_a_cell_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adversary.compare.cell_tasks.FUNCTION", "compare_tasks:one_fails")
    found = play_cells([search("perceptron"), search("averaging")], where=Where(jobs=2))
    perceptron, averaging = write_traces(found, tmp_path)
    assert (perceptron.mistakes, perceptron.exact) == (4, True)
    assert (averaging.mistakes, averaging.search, averaging.trace) == (None, "none", None)
    assert averaging.note == "its games were not played to the end: SystemExit: 3"
    assert [path.name for path in tmp_path.iterdir()] == ["1.jsonl"]
    assert not Comparison(("perceptron", "averaging"), (perceptron, averaging), 1.0, 0).settled


@pytest.mark.full
def test_a_process_may_be_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner_file: Callable[..., str]
) -> None:
    """The first task takes its process there; the second one's file is looked for, read, and played from there."""
    monkeypatch.setattr("adversary.compare.cell_tasks.FUNCTION", "compare_tasks:elsewhere")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(Path(learner_file("return 1")).read_text())
    for output in ("1.jsonl", "2.jsonl"):
        Path(output).write_text("of an earlier run")
    found = [search("own.py"), search("own.py", Halfspaces(4, Fraction(1, 3)))]
    cells = play_cells(found, where=Where(jobs=1))
    assert [(cell.learner, type(cell.mistakes)) for cell in cells] == [("own.py", int)] * 2
    assert played(found[0]) == cells[0]
    assert [cell.trace for cell in write_traces(cells, Path())] == ["1.jsonl", "2.jsonl"]
    assert Path("1.jsonl").read_bytes() == unpack(cells[0].game or "")


def test_cells_are_kept_one_by_one_and_a_run_that_was_ended_goes_on(tmp_path: Path) -> None:
    margins = [Fraction(1, 4), Fraction(1, 9), Fraction(1, 16)]
    done: list[int] = []

    def compared(name: str, stop: int = 9) -> dict[str, bytes]:
        def progress(number: int, _total: int, _what: str) -> None:
            done.append(number)
            if number == stop:
                raise KeyboardInterrupt

        with Store(tmp_path / "kept") as store:
            compare(["perceptron"], margins, traces=tmp_path / name, where=Where(2), store=store, progress=progress)
        return {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}

    with pytest.raises(KeyboardInterrupt):
        compared("ended", 1)
    done.clear()
    traces = compared("again")
    assert (len(traces), done[0]) == (3, 1)
    done.clear()
    assert compared("once more") == traces
    assert done == [3], "all are kept"


# ------------------------------------------------------------------------------------------------ stored cells


@cache
def stored() -> str:
    """Return the cell of averaging as a store has it."""
    return json.dumps(play_task(task_of(search("averaging")).request))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "!!!!"}, "Only base64 data is allowed"),
        ({"game": "aGVsbG8="}, "incorrect header check"),
        ({"game": 7}, "Expected `str | null`, got `int` - at `$.game`"),
        ({"game": None}, "mistakes, and no trace of their game"),
        ({"mistakes": "x/y"}, "- at `$.mistakes`"),
        ({"mistakes": {"fraction": ["1", "0"]}}, "Fraction(1, 0)"),
        ({"mistakes": 99}, "mistakes should be 4, but is 99"),
        ({"rounds": 99}, "rounds should be "),
        ({"lower": 99}, "lower should be 4, but is 99"),
        ({"learner": "soa"}, "learner should be averaging, but is soa"),
        ({"trace": "/etc/passwd"}, "trace should be None"),
        ({"adversary": "littlestone"}, "its trace is of another game"),
        ({"search": "not needed", "exact": True}, "should be "),
    ],
)
def test_an_edited_cell_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises((ValueError, ArithmeticError)) as refused:
        check_cell(task_of(search("averaging")), json.loads(stored()) | change)
    assert why in str(refused.value)


def test_the_trace_of_another_game_is_refused() -> None:
    other = play_task(task_of(search("perceptron")).request)
    with pytest.raises(ValueError, match="its trace is of another game"):
        check_cell(task_of(search("averaging")), json.loads(stored()) | {"game": other["game"]})
    for setting in (Halfspaces(5, Fraction(1, 5)), Finite(OWN)):
        with pytest.raises(ValueError, match="its trace is of another game"):
            check_cell(task_of(search("averaging", setting)), json.loads(stored()))


def test_what_no_trace_shows_is_said_not_to_be_checked() -> None:
    averaging = check_cell(task_of(search("averaging")), json.loads(stored()))
    assert averaging["unchecked"] == f"what its search says of larger numbers: {NOT_CHECKED}"
    shown = write_traces([read_cell(averaging, QUARTER)], None)[0]
    assert (shown.note, shown.unchecked) == (averaging["unchecked"], None)
    perceptron = task_of(search("perceptron"))
    assert check_cell(perceptron, play_task(perceptron.request))["unchecked"] is None, "a theorem says the rest"
