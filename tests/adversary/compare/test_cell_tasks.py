"""A comparison shared out among processes: the cells are those of a comparison that is played here."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adversary.compare import compare as comparing
from adversary.compare import compare_against as against
from adversary.compare.cell_tasks import CellTask, pack, play_cells, read_cell_task, unpack, write_traces
from adversary.compare.comparison import Cell, Comparison, read_cell, write_cell
from adversary.tasks.where import Where
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_rows
from proofs.settings import Finite, Halfspaces

pytestmark = pytest.mark.usefixtures("two_replays")

PLENTY = 3600.0
"""Seconds that no search in these tests needs."""

OWN = class_of_rows(
    "own", [0, 1, 3, 6], ["left", "=x", "ö"], ["none", "one", "two", "three"], [[0], [Fraction(1, 3)], [2]]
)
MARGINS = [Fraction(4, 9), Fraction(1, 2)]
TWO = Where(jobs=2)


def without_trace(found: Comparison) -> list[Cell]:
    return [replace(cell, trace=None) for cell in found.cells]


def test_what_is_played_elsewhere_is_what_is_played_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner_file: Callable[..., str]
) -> None:
    forfeits = learner_file("return 0")
    learners = ["perceptron", "averaging", forfeits, Perceptron]
    monkeypatch.chdir(tmp_path)
    traces = Path("traces")
    traces.mkdir()
    told: list[tuple[int, int, str]] = []
    found = comparing.compare(
        learners,
        MARGINS,
        [OWN],
        seconds=PLENTY,
        traces=traces,
        where=TWO,
        progress=lambda *said: told.append(said),
    )
    assert [(cell.learner, cell.place) for cell in found.cells[3:5]] == [
        ("Perceptron", "δ² = 1/2"),
        ("perceptron", "δ² = 4/9"),
    ]
    assert told[-1][:2] == (11, 12)
    assert {what.partition(":")[0] for _, _, what in told} == {"", "perceptron", "averaging", forfeits, "Perceptron"}
    kept = {cell.trace for cell in found.cells if cell.trace}
    assert kept == {str(path) for path in traces.iterdir()}
    for number, learner in enumerate(learners):
        alone = tmp_path / f"alone{number}"
        alone.mkdir()
        one = comparing.compare([learner], MARGINS, [OWN], seconds=PLENTY, traces=alone)
        cells = found.cells[number :: len(learners)]
        assert [replace(cell, trace=None) for cell in cells] == without_trace(one)
        for place, (cell, same) in enumerate(zip(cells, one.cells, strict=True)):
            assert (cell.trace is None) == (same.trace is None)
            if cell.trace is not None and same.trace is not None:
                assert cell.trace == f"traces/{place * len(learners) + number + 1}.jsonl"
                assert Path(cell.trace).read_bytes() == Path(same.trace).read_bytes()


def test_games_against_one_adversary_are_the_same_elsewhere(tmp_path: Path) -> None:
    learners, sizes = ["perceptron", "balanced-winnow", "soa"], [4, 8]
    found = against.compare_against(learners, "hadamard", sizes, seed=2, traces=tmp_path, where=TWO)
    assert [(cell.dimension, cell.mistakes) for cell in found.cells] == [
        (4, 2), (4, 2), (4, None), (8, 4), (8, 3), (8, None),
    ]  # fmt: skip
    alone = [against.compare_against([one], "hadamard", [size], seed=2).cells for size in sizes for one in learners[:2]]
    assert [cell for cell in without_trace(found) if cell.plays] == [cell for (cell,) in alone]
    assert {cell.trace for cell in found.cells if cell.plays} == {str(path) for path in tmp_path.iterdir()}
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["1.jsonl", "2.jsonl", "4.jsonl", "5.jsonl"]


def test_a_trace_that_nobody_asks_for_is_not_packed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    packed: list[bytes] = []

    def noted(trace: bytes) -> str:
        packed.append(trace)
        return pack(trace)

    monkeypatch.setattr("adversary.compare.cell_tasks.pack", noted)
    (cell,) = against.compare_against(["perceptron"], "hadamard", [4]).cells
    assert (cell.mistakes, cell.trace, packed) == (2, None, [])
    against.compare_against(["perceptron"], "hadamard", [4], traces=tmp_path)
    assert packed == [(tmp_path / "1.jsonl").read_bytes()]


PLAY = comparing._play  # noqa: SLF001 - what plays here


def test_a_task_is_what_is_played_here(tmp_path: Path) -> None:
    options = {"lower": 9, "seconds": PLENTY, "seed": 1}
    for setting in (Halfspaces(9, Fraction(1, 9)), Finite(OWN)):
        share = CellTask(find("randomized-halving"), setting, options)
        asked = json.loads(json.dumps(share.to_json() | {"with": {}}))
        assert read_cell_task(asked) == share
        here = PLAY(share, tmp_path / "here.jsonl", lambda _what: None)
        elsewhere = json.loads(json.dumps(comparing.search_cell(asked)))
        assert read_cell(elsewhere["cell"], setting) == replace(here, trace=None)
        assert (elsewhere["trace"] is None) == (here.trace is None)
        if here.trace is not None:
            assert unpack(elsewhere["trace"]) == Path(here.trace).read_bytes()
    assert type(here.mistakes) is Fraction


@pytest.mark.parametrize("number", [0, 7, Fraction(13, 12), Fraction(2), Fraction(1, 10**5000), None])
def test_a_cell_comes_back_as_it_was(number: Any) -> None:
    cell = Cell("me", Finite(find_class("cube:2")), number, "x", 3, 2, number, note="\ud800\n", trace="t", span=1)
    back = read_cell(json.loads(json.dumps(write_cell(cell))), cell.setting)
    assert back == cell
    assert (type(back.mistakes), type(back.upper)) == (type(number), type(number))


QUARTER = Halfspaces(4, Fraction(1, 4))
OPTIONS = {"lower": 4, "seconds": PLENTY, "seed": 0}


def test_one_that_takes_its_process_down_has_a_cell_that_says_so(tmp_path: Path) -> None:
    shares = [CellTask(find(name), QUARTER, OPTIONS) for name in ("perceptron", "averaging")]
    played = play_cells(shares, PLAY, "compare_tasks:one_fails", where=TWO)
    perceptron, averaging = write_traces(played, tmp_path)
    assert (perceptron.mistakes, perceptron.exact) == (4, True)
    assert (averaging.mistakes, averaging.search, averaging.trace) == (None, "none", None)
    assert averaging.note == "its games were not played to the end: SystemExit: 3"
    assert [path.name for path in tmp_path.iterdir()] == ["1.jsonl"]
    assert not Comparison(("perceptron", "averaging"), (perceptron, averaging), 1.0, 0).settled


def test_a_process_may_be_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner_file: Callable[..., str]
) -> None:
    """The first task takes its process there; the second one's file is looked for, read, and played from there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(Path(learner_file("return 1")).read_text())
    for output in ("1.jsonl", "2.jsonl"):
        Path(output).write_text("of an earlier run")
    found = [CellTask(find("own.py"), setting, OPTIONS) for setting in (QUARTER, Halfspaces(4, Fraction(1, 3)))]
    cells = write_traces(play_cells(found, PLAY, "compare_tasks:elsewhere", where=Where(jobs=1)), Path())
    assert [cell.trace for cell in cells] == ["1.jsonl", "2.jsonl"]
    assert [(cell.learner, type(cell.mistakes)) for cell in cells] == [("own.py", int)] * 2
    here = PLAY(found[0], Path("here.jsonl"), lambda _what: None)
    assert here == replace(cells[0], trace="here.jsonl")
    assert Path("1.jsonl").read_bytes() == Path("here.jsonl").read_bytes()
