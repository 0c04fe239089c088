"""Which cells of a comparison take a game from a larger margin, and what is said of searches that were cut short."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from adversary.runs.store import Store
from adversary.runs.where import Where
from adversary.search import compare
from adversary.search.comparison import Search, Standing, write_standing
from adversary.search.larger_margins import with_larger_margins
from adversary.search.shares import PlayedCell, Share, play_shares
from learners.loading.sources import find
from proofs.formats.settings import Halfspaces

SETTINGS = [Halfspaces(n, Fraction(1, n)) for n in (2, 3, 4, 5)]


def cells(learner: str, *mistakes: int | None, searches: tuple[Search, ...] = ("complete",) * 4) -> list[PlayedCell]:
    """Return cells that a search has found, and negative numbers of mistakes for those of the strategy."""
    return [
        PlayedCell(
            Standing(
                learner,
                setting,
                number and abs(number),
                "standard-basis" if (number or 0) < 0 else "search: one",
                search=search,
                inherits=True,
            ),
            f"trace {number}",
        )
        for setting, number, search in zip(SETTINGS, mistakes, searches, strict=True)
    ]


def shares(learner: str) -> list[Share]:
    return [Share(find(learner), setting, {"seed": 0}) for setting in SETTINGS]


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
    found = with_larger_margins(shares("averaging"), played, 1)
    assert found.cells == played
    assert {number: share.options["larger"]["mistakes"] for number, share in found.again.items()} == again
    for number, share in found.again.items():
        assert share.options["trace"] == f"trace {again[number]}"
        assert share.options["own"] == write_standing(played[number].standing)
        assert share.setting == SETTINGS[number]
    unlike = [cell._replace(standing=replace(cell.standing, inherits=False)) for cell in played]
    assert with_larger_margins(shares("averaging"), unlike, 1) == (unlike, {})


def test_each_learner_has_its_own_games() -> None:
    first, second = cells("averaging", 9, 4, 5, 6), cells("perceptron", 3, 4, 5, 6)
    both = [cell for pair in zip(first, second, strict=True) for cell in pair]
    asked = [share for pair in zip(shares("averaging"), shares("perceptron"), strict=True) for share in pair]
    assert set(with_larger_margins(asked, both, 2).again) == {2, 4, 6}


def test_a_search_after_one_that_was_cut_short_is_so_too() -> None:
    played = cells("averaging", 3, 4, None, 2, searches=("complete", "cut short", "complete", "none"))
    played[3] = played[3]._replace(standing=replace(played[3].standing, note="no search"))
    found = with_larger_margins(shares("averaging"), played, 1)
    assert found.cells[:2] == played[:2]
    assert [cell.standing.search for cell in found.cells] == ["complete", "cut short", "cut short", "cut short"]
    late = "the search at a larger margin was cut short"
    assert [cell.standing.note for cell in found.cells] == [None, None, None, f"no search; {late}"]
    assert found.again[3].options["own"]["note"] == f"no search; {late}"


def test_the_game_of_a_larger_margin_is_played_in_another_process_and_kept(tmp_path: Path) -> None:
    options = {"lower": 9, "seconds": 3600.0, "seed": 0}
    asked = [Share(find("averaging"), Halfspaces(n, Fraction(1, n)), options) for n in (9, 10)]
    play = compare._play, compare._play_again  # noqa: SLF001 - what plays here
    (first,) = play_shares(asked[:1], play[0], "adversary.search.compare:search_cell")
    weak = replace(first.standing, setting=asked[1].setting, mistakes=10, adversary="standard-basis")
    again = list(with_larger_margins(asked, [first, PlayedCell(weak, None)], 1).again.values())
    told: list[int] = []
    for _ in range(2):
        with Store(tmp_path / "kept") as store:
            (found,) = play_shares(
                again,
                play[1],
                "adversary.search.compare:play_larger_margin",
                where=Where(1),
                store=store,
                progress=lambda done, _all, _name: told.append(done),
            )
        assert found.standing == replace(first.standing, setting=asked[1].setting)
        assert found.packed is not None
    assert told == [0, 1, 1]
