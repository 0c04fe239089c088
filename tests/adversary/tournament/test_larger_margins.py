"""Which cells of a comparison take a game from a larger margin, and what is said of searches that were cut short."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from adversary.tasks.store import Store
from adversary.tasks.task import TaskOutcome, Where
from adversary.tournament import run
from adversary.tournament.run import better_of, run_tournament, with_larger_margins
from adversary.tournament.specification import Asked, Pair, TournamentSpecification
from proofs.exact.errors import InputError

MARGINS = tuple(Fraction(1, n) for n in (2, 3, 4, 5))


def pairs(*learners: str) -> list[Pair]:
    return [Pair(learner, None, Asked(margin)) for margin in MARGINS for learner in learners]


def outcomes(*mistakes: int | None, searches: tuple[str, ...] = ("complete",) * 4) -> list[TaskOutcome]:
    """Return what searches have found, and negative numbers of mistakes for those of the strategy."""
    return [
        TaskOutcome({
            "mistakes": number and abs(number),
            "adversary": "standard-basis" if (number or 0) < 0 else "search: one",
            "search": search,
            "inherits": True,
            "game": f"trace {number}",
            "note": None,
            "fault": None,
        })
        for number, search in zip(mistakes, searches, strict=True)
    ]  # fmt: skip


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
    played = outcomes(*mistakes)
    ended, larger = with_larger_margins(pairs("averaging"), played)
    assert ended == played
    assert {number: value["mistakes"] for number, value in larger.items()} == again
    unlike = [replace(outcome, value=outcome.value | {"inherits": False}) for outcome in played]
    assert with_larger_margins(pairs("averaging"), unlike) == (unlike, {})


def test_each_learner_has_its_own_games_and_the_order_does_not_matter() -> None:
    first, second = outcomes(9, 4, 5, 6), outcomes(3, 4, 5, 6)
    both = [outcome for pair in zip(first, second, strict=True) for outcome in pair]
    assert set(with_larger_margins(pairs("averaging", "perceptron"), both)[1]) == {2, 4, 6}
    assert set(with_larger_margins(pairs("averaging")[::-1], first[::-1])[1]) == {0, 1, 2}


def test_a_search_after_one_that_was_cut_short_is_so_too() -> None:
    played = outcomes(3, 4, None, 2, searches=("complete", "cut short", "complete", "none"))
    played[3].value["note"] = "no search"
    ended, larger = with_larger_margins(pairs("averaging"), played)
    assert [outcome.value["search"] for outcome in ended] == ["complete", "cut short", "cut short", "cut short"]
    late = "the search at a larger margin was cut short"
    assert [outcome.value["note"] for outcome in ended] == [None, None, None, f"no search; {late}"]
    assert larger[3]["mistakes"] == 4


@pytest.mark.parametrize(
    ("lost", "rest"),
    [
        ({"search": "none"}, "cut short"),
        (None, "cut short"),
        ({"unfit": "it does not play"}, "complete"),
        ({"search": "none", "fault": "it raised"}, "complete"),
    ],
)
def test_a_search_after_one_that_was_not_played_is_not_complete(lost: dict[str, Any] | None, rest: str) -> None:
    played = outcomes(None, 4, 4, 4)
    value = None if lost is None else played[0].value | {"inherits": False} | lost
    ended, _ = with_larger_margins(pairs("averaging"), [replace(played[0], value=value), *played[1:]])
    assert [outcome.value["search"] for outcome in ended[1:]] == [rest] * 3


@pytest.mark.parametrize(
    ("again", "counts"),
    [
        ({"mistakes": 9}, True),
        ({"fault": "it raised", "reason": "it raised"}, True),
        ({"reason": "it does not play the same game twice the same way"}, True),
        ({"reason": "not deterministic: in round 3 it said -1"}, True),
        ({"failure": "OSError: too many open files"}, False),
        ({"reason": "the replay was not finished: in round 3: no answer in time"}, False),
        ({}, False),
    ],
)
def test_a_cell_keeps_its_own_game_unless_that_of_a_larger_margin_says_more(
    again: dict[str, Any], counts: bool
) -> None:
    own = replace(outcomes(9, 4, 5, 6)[1], stored=True)
    own.value["note"] = "a note"
    tried = TaskOutcome({"mistakes": None, "fault": None, "reason": None} | again)
    if "failure" in again:
        tried = TaskOutcome(None, again["failure"])
    why = again.get("failure") or again.get("reason") or "it could not be judged"
    note = f"a note; with the game of a larger margin, which may be worse: {why}"
    kept = replace(own, value=own.value | {"search": "cut short", "note": note})
    assert better_of(own, tried) == (tried if counts else kept)


def test_the_game_of_a_larger_margin_is_judged_at_a_smaller_one_and_kept(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 1/√10 nothing is found but what the strategy does, as if the search had missed the worst game."""
    monkeypatch.setattr("adversary.tournament.margin_search.MAX_SEARCHED", 9)
    spec = TournamentSpecification(("averaging",), (Fraction(1, 9), Fraction(1, 10)), seconds=3600.0)
    told, cells = list[str](), list[Any]()
    for _ in range(2):
        with Store(tmp_path / "kept") as store:
            tournament = run_tournament(spec, Where(1), store, lambda _done, _total, name: told.append(name))
        cells.append([(cell.mistakes, cell.margin_squared, cell.rounds) for cell in tournament.cells])
        assert {cell.trace for cell in tournament.cells} == set(tournament.traces)
    assert cells[0] == cells[1]
    assert [number for number, *_ in cells[0]] == [20, 20]
    assert told == ["", "averaging", "averaging", "averaging: a game of a larger margin", ""]


def test_what_has_no_game_anywhere_is_one_line() -> None:
    spec = TournamentSpecification(("perceptron",), (Fraction(1, 4),), against=("hinge",))
    with pytest.raises(InputError, match="there is no game to play, since no adversary fits a setting: hinge: "):
        run.run_tournament(spec)
