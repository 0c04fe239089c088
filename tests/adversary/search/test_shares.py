"""A comparison shared out among processes: the cells are those of a comparison that is played here."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adversary.runs.where import Where
from adversary.search import compare as comparing
from adversary.search import compare_against as against
from adversary.search.comparison import Comparison, Standing, read_standing, write_standing
from adversary.search.shares import Share, play_shares, read_share
from learners.algorithms.perceptron import Perceptron
from learners.loading.sources import find
from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_rows
from proofs.formats.settings import Finite, Halfspaces

PLENTY = 3600.0
"""Seconds that no search in these tests needs."""

OWN = class_of_rows(
    "own", [0, 1, 3, 6], ["left", "=x", "ö"], ["none", "one", "two", "three"], [[0], [Fraction(1, 3)], [2]]
)
MARGINS = [Fraction(4, 9), Fraction(1, 2)]
TWO = Where(jobs=2)


def without_trace(found: Comparison) -> list[Standing]:
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
    assert {what.partition(":")[0] for _, _, what in told} == {"perceptron", "averaging", forfeits, "Perceptron"}
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


PLAY = comparing._play  # noqa: SLF001 - what plays here


def test_a_task_is_what_is_played_here() -> None:
    options = {"lowers": [9, 2], "seconds": PLENTY, "seed": 1}
    share = Share(find("randomized-halving"), (Halfspaces(9, Fraction(1, 9)), Finite(OWN)), (None, None), options)
    asked = json.loads(json.dumps(share.to_json()))
    assert read_share(asked) == share
    here = PLAY(share, lambda _done, _what: None)
    elsewhere = json.loads(json.dumps(comparing.play_learner(asked)))
    assert [read_standing(cell, one) for cell, one in zip(elsewhere, share.settings, strict=True)] == here
    assert type(here[1].mistakes) is Fraction


@pytest.mark.parametrize("number", [0, 7, Fraction(13, 12), Fraction(2), Fraction(1, 10**5000), None])
def test_a_cell_comes_back_as_it_was(number: Any) -> None:
    cell = Standing("me", Finite(find_class("cube:2")), number, "x", 3, 2, number, note="\ud800\n", trace="t", span=1)
    back = read_standing(json.loads(json.dumps(write_standing(cell))), cell.setting)
    assert back == cell
    assert (type(back.mistakes), type(back.upper)) == (type(number), type(number))


def shares(folder: Path) -> list[Share]:
    options = {"lowers": [4], "seconds": PLENTY, "seed": 0}
    names = "perceptron", "averaging"
    return [Share(find(name), (Halfspaces(4, Fraction(1, 4)),), (folder / f"{name}.jsonl",), options) for name in names]


def play_instead(folder: Path, function: str) -> list[Standing]:
    rows = play_shares(shares(folder), PLAY, f"compare_tasks:{function}", TWO, lambda *_: None)
    return [cell for (cell,) in rows]


def test_one_that_takes_its_process_down_has_a_cell_that_says_so(tmp_path: Path) -> None:
    perceptron, averaging = play_instead(tmp_path, "one_fails")
    assert (perceptron.mistakes, perceptron.exact) == (4, True)
    assert (averaging.mistakes, averaging.search, averaging.trace) == (None, "none", None)
    assert averaging.note == "its games were not played to the end: SystemExit: 3"
    assert [path.name for path in tmp_path.iterdir()] == ["perceptron.jsonl"]
    assert not Comparison(("perceptron", "averaging"), (perceptron, averaging), 1.0, 0).settled


def test_a_process_may_be_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner_file: Callable[..., str]
) -> None:
    """The first task takes its process there; the second one's file is looked for, read, and played from there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(Path(learner_file("return 1")).read_text())
    options = {"lowers": [4], "seconds": PLENTY, "seed": 0}
    outputs = Path("first.jsonl"), Path("second.jsonl")
    for output in outputs:
        output.write_text("of an earlier run")
    found = [Share(find("own.py"), (Halfspaces(4, Fraction(1, 4)),), (output,), options) for output in outputs]
    cells = [cell for (cell,) in play_shares(found, PLAY, "compare_tasks:elsewhere", Where(jobs=1), lambda *_: None)]
    assert [cell.trace for cell in cells] == ["first.jsonl", "second.jsonl"]
    assert [(cell.learner, type(cell.mistakes)) for cell in cells] == [("own.py", int)] * 2
    (here,) = PLAY(replace(found[0], outputs=(Path("here.jsonl"),)), lambda _done, _what: None)
    assert here == replace(cells[0], trace="here.jsonl")
    assert {Path(name).read_bytes() for name in ("first.jsonl", "second.jsonl")} == {Path("here.jsonl").read_bytes()}
