"""Which cells of a comparison take a game from a larger margin, and what is said of searches that were cut short."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adversary.compare import compare
from adversary.compare.cell_search import CellSearch
from adversary.compare.cell_tasks import SEARCHES, pack, play_cells
from adversary.compare.compare import better_of, with_larger_margins
from adversary.compare.comparison import Cell, Search
from adversary.tasks.store import Store
from adversary.tasks.where import Where
from learners.loading.sources import find
from proofs.settings import Halfspaces

SETTINGS = [Halfspaces(n, Fraction(1, n)) for n in (2, 3, 4, 5)]


def cells(learner: str, *mistakes: int | None, searches: tuple[Search, ...] = ("complete",) * 4) -> list[Cell]:
    """Return cells that a search has found, and negative numbers of mistakes for those of the strategy."""
    return [
        Cell(
            learner,
            setting,
            number and abs(number),
            "standard-basis" if (number or 0) < 0 else "search: one",
            search=search,
            inherits=True,
            game=f"trace {number}",
        )
        for setting, number, search in zip(SETTINGS, mistakes, searches, strict=True)
    ]


def searches(learner: str) -> list[CellSearch]:
    return [SEARCHES["halfspaces"].of(find(learner), setting, seconds=3600.0) for setting in SETTINGS]


@pytest.mark.parametrize(
    ("mistakes", "again"),
    [
        ((3, 4, 5, 6), {}),
        ((9, 4, 5, 6), {1: 9, 2: 9, 3: 9}),
        ((4, 9, 5, 9), {2: 9}),  # as many are no more
        ((4, 3, 6, 5), {1: 4, 3: 6}),
        ((-9, 4, 5, 3), {3: 5}),  # the strategy is played at each margin
        ((9, None, 5, -10), {2: 9}),  # what does not play its own game again is given no other
        ((None, 9, 5, 6), {2: 9, 3: 9}),
    ],
)
def test_the_best_search_so_far_counts_where_it_is_better(
    mistakes: tuple[int | None, ...], again: dict[int, int]
) -> None:
    played = cells("averaging", *mistakes)
    found, asked = with_larger_margins(searches("averaging"), played, 1)
    assert found == played
    assert {number: search.larger and search.larger.mistakes for number, search in asked.items()} == again
    for number, search in asked.items():
        assert search.larger is not None
        assert (search.larger.game, search.own) == (f"trace {again[number]}", played[number])
        assert search.setting == SETTINGS[number]
    unlike = [replace(cell, inherits=False) for cell in played]
    assert with_larger_margins(searches("averaging"), unlike, 1) == (unlike, {})


def test_each_learner_has_its_own_games() -> None:
    first, second = cells("averaging", 9, 4, 5, 6), cells("perceptron", 3, 4, 5, 6)
    both = [cell for pair in zip(first, second, strict=True) for cell in pair]
    asked = [search for pair in zip(searches("averaging"), searches("perceptron"), strict=True) for search in pair]
    assert set(with_larger_margins(asked, both, 2)[1]) == {2, 4, 6}


def test_a_search_after_one_that_was_cut_short_is_so_too() -> None:
    played = cells("averaging", 3, 4, None, 2, searches=("complete", "cut short", "complete", "none"))
    played[3] = replace(played[3], note="no search")
    found, again = with_larger_margins(searches("averaging"), played, 1)
    assert found[:2] == played[:2]
    assert [cell.search for cell in found] == ["complete", "cut short", "cut short", "cut short"]
    late = "the search at a larger margin was cut short"
    assert [cell.note for cell in found] == [None, None, None, f"no search; {late}"]
    assert again[3].own == found[3]


@pytest.mark.parametrize("lost", [{"search": "none"}, {"search": "none", "plays": False}, {"fault": "it raised"}])
def test_a_search_after_one_that_was_not_played_is_not_complete(lost: dict[str, Any]) -> None:
    played = cells("averaging", None, 4, 4, 4)
    played[0] = replace(played[0], inherits=False, adversary=None, game=None, **lost)
    found, _ = with_larger_margins(searches("averaging"), played, 1)
    rest = "cut short" if lost == {"search": "none"} else "complete"
    assert [cell.search for cell in found[1:]] == [rest] * 3


@pytest.mark.parametrize(
    ("again", "counts"),
    [
        ({"mistakes": 9}, True),
        ({"fault": "it raised", "note": "forfeits: it raised"}, True),
        ({"note": "it does not play the same game twice the same way"}, True),
        ({"note": "not deterministic: in round 3 it said -1"}, True),
        ({"note": "its games were not played to the end: OSError: too many open files"}, False),
        ({"note": "the replay was not finished: in round 3: no answer in time"}, False),
        ({}, False),
    ],
)
def test_a_cell_keeps_its_own_game_unless_that_of_a_larger_margin_says_more(
    again: dict[str, Any], counts: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first, second, *_ = cells("averaging", 9, 4, 5, 6)
    second = replace(second, game=pack(b"its own"), rounds=7, note="a note")
    tried = Cell("averaging", second.setting, **again)
    found = better_of(second, tried)
    if counts:
        assert found == tried
        return
    why = again.get("note", "it could not be judged")
    note = f"a note; with the game of a larger margin, which may be worse: {why}"
    assert found == replace(second, search="cut short", note=note)
    answers = iter([[replace(first, game=pack(b"first")), second], [tried]])
    monkeypatch.setattr(compare, "play_cells", lambda *_given, **_options: next(answers))
    made = compare.compare(["averaging"], [Fraction(1, 2), Fraction(1, 3)], traces=tmp_path)
    assert made.cells[1] == replace(found, trace=str(tmp_path / "2.jsonl"), game=None)
    assert (tmp_path / "2.jsonl").read_bytes() == b"its own"
    assert not made.settled


@pytest.mark.full
def test_the_game_of_a_larger_margin_is_played_in_another_process_and_kept(tmp_path: Path) -> None:
    asked = [
        SEARCHES["halfspaces"].of(find("averaging"), Halfspaces(n, Fraction(1, n)), seconds=3600.0) for n in (9, 10)
    ]
    (first,) = play_cells(asked[:1])
    weak = replace(first, setting=asked[1].setting, mistakes=10, lower=10, adversary="standard-basis")
    again = list(with_larger_margins(asked, [first, weak], 1)[1].values())
    told: list[int] = []
    for _ in range(2):
        with Store(tmp_path / "kept") as store:
            (found,) = play_cells(again, where=Where(1), store=store, progress=lambda done, *_: told.append(done))
        assert found.game is not None
        assert replace(found, game=first.game, unchecked=None) == replace(first, setting=asked[1].setting, lower=10)
    assert told == [0, 1, 1]
