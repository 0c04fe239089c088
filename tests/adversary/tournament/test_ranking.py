"""The ranking: exact means over the same games, ties, who stands apart, and what mistakes are compared with."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tournaments import read_tournament

from adversary.tournaments.cell import WORST, Cell, Tournament, Unfit, lines_of
from adversary.tournaments.ranking import Placing, matrix, rank
from adversary.tournaments.search import bound_of
from proofs.classes.catalog import find_class
from proofs.margin_game.lower import best_lower
from proofs.settings import Finite, Halfspaces

F = Fraction


def game(number: int, learner: str, adversary: str, mistakes: Any, bound: int | None, **more: Any) -> Cell:
    """Return a certified game on halfspaces."""
    usual: dict[str, Any] = {
        "margin_squared": F(1, 9),
        "rounds": 9,
        "statements": ({"statement": "realizable"}, {"statement": "run bound", "mistakes": str(mistakes)}),
        "realizable": True,
        "replayed": True,
    }
    return Cell(number, learner, adversary, "halfspaces", mistakes=mistakes, bound=bound, **usual | more)


def forfeit(number: int, learner: str, adversary: str) -> Cell:
    """Return a forfeited game."""
    return game(number, learner, adversary, 0, 9, termination="forfeit", fault="raised: x", statements=())


GAMES = (
    game(1, "a", "x", 3, 9),
    game(2, "b", "x", 9, 9),
    game(3, "c", "x", F(5, 2), 9),
    forfeit(4, "d", "x"),
    game(5, "a", "y", 4, 4),
    game(6, "b", "y", F(4, 3), 4),
    game(7, "c", "y", F(1), 4),
    game(8, "d", "y", 0, 4),
    game(9, "e", "y", 0, 4),
    game(10, "a", "z", 7, None),
    game(11, "b", "z", 7, 0),
)


def test_scores_are_means_and_ties_share_a_rank() -> None:
    (group,) = rank(Tournament("", GAMES))
    # By hand, for c: the mean of 5/18 and 1/4; for a, of 1/3 and 1; for b, of 1 and 1/3.
    assert [(placing.rank, placing.learner, placing.score, placing.games) for placing in group.ranked] == [
        (1, "c", F(19, 72), 2),
        (2, "a", F(2, 3), 2),
        (2, "b", F(2, 3), 2),
    ]
    assert (group.slots, group.uncounted) == (2, 1)


def test_a_forfeit_is_no_game_without_mistakes_and_who_lacks_games_has_no_rank() -> None:
    (group,) = rank(Tournament("", GAMES))
    assert group.apart == (
        Placing(None, "d", F(0), games=1, lacks=1, forfeits=1, uncertified=0, failed=0),
        Placing(None, "e", F(0), games=1, lacks=1, forfeits=0, uncertified=0, failed=0),
    )


def test_the_rank_below_a_tie_counts_the_tied() -> None:
    games = [
        game(number, name, "x", mistakes, 9)
        for number, (name, mistakes) in enumerate(zip("abc", (1, 1, 2), strict=True), 1)
    ]
    (group,) = rank(Tournament("", tuple(games)))
    assert [placing.rank for placing in group.ranked] == [1, 1, 3]


def test_games_of_an_adversary_that_failed_do_not_count_for_anybody_nor_against_anybody() -> None:
    fails = Unfit("a", "x", "it raised", by_adversary=True)
    lost = game(12, "e", "x", None, 9, termination="failed", statements=())
    odd = game(13, "c", "x", None, 9, statements=())
    (group,) = rank(Tournament("", (*GAMES, lost, odd), (fails,)))
    assert [(placing.rank, placing.learner, placing.score) for placing in group.ranked] == [
        (1, "d", F(0)),  # which has forfeited its game with x
        (1, "e", F(0)),
        (3, "c", F(1, 4)),
        (4, "b", F(1, 3)),
        (5, "a", F(1)),
    ]
    assert (group.slots, group.void, group.apart) == (1, ("x",), ())


def test_who_has_met_nobody_but_an_adversary_that_failed_has_no_rank() -> None:
    fails = Unfit("a", "x", "it raised", by_adversary=True)
    (group,) = rank(Tournament("", (*GAMES, forfeit(12, "f", "x")), (fails,)))
    assert group.apart == (Placing(None, "f", None, games=0, lacks=1, forfeits=0, uncertified=0, failed=0),)


def test_what_no_target_explains_or_the_replay_contradicts_does_not_count() -> None:
    lies = replace(GAMES[0], realizable=False, statements=())
    (group,) = rank(Tournament("", (lies, *GAMES[1:])))
    assert group.void == ("x",)
    differs = replace(GAMES[0], replayed=False, statements=GAMES[0].statements[:1])
    (group,) = rank(Tournament("", (differs, *GAMES[1:])))
    assert not group.void
    assert (group.apart[0].learner, group.apart[0].uncertified) == ("a", 1)


def test_an_adversary_that_shows_nobody_a_point_takes_no_rank_from_anybody() -> None:
    empty = {"rounds": 0, "statements": ()}
    blank = [game(number, name, "w", None, 9, **empty) for number, name in enumerate("abcd", 12)]
    shut = replace(forfeit(16, "e", "w"), rounds=0)
    (before,) = rank(Tournament("", GAMES))
    (group,) = rank(Tournament("", (*GAMES, *blank, shut)))
    assert (group.standings, group.slots) == (before.standings, before.slots)
    assert (group.uncounted, group.blank, before.blank) == (before.uncounted + 1, (("w", 1),), ())
    shown = game(16, "e", "w", 0, 9)
    (group,) = rank(Tournament("", (*GAMES, *blank, shown)))
    assert (group.slots, group.blank, group.ranked) == (before.slots + 1, (), ())


def test_an_adversary_of_ours_is_void_in_no_case_and_what_is_not_judged_is_no_failure() -> None:
    for adversary, realizable, void in (
        ("orthonormal", False, ()),
        ("x", None, ()),
        ("x.py", False, ("x.py",)),
        ("scripted:x", False, ("scripted:x",)),
    ):
        games = [replace(cell, adversary=adversary) for cell in GAMES[:2]]
        games[0] = replace(games[0], realizable=realizable, statements=())
        (group,) = rank(Tournament("", tuple(games)))
        assert group.void == void, adversary


def test_games_that_a_user_s_adversary_plays_in_its_own_setting_are_told_apart_by_what_was_asked() -> None:
    games = [
        game(number, name, "own.py", mistakes, 9, asked={"margin_squared": asked})
        for number, (name, asked, mistakes) in enumerate(
            [("a", "1/4", 3), ("b", "1/4", 9), ("a", "1/9", 9), ("b", "1/9", 9)], 1
        )
    ]
    (group,) = rank(Tournament("", tuple(games)))
    assert group.slots == 2
    assert [(placing.rank, placing.learner, placing.score, placing.lacks) for placing in group.standings] == [
        (1, "a", F(2, 3), 0),
        (2, "b", F(1), 0),
    ]


def test_worst_games_are_compared_whoever_played_them() -> None:
    cells = [
        game(number, name, adversary, mistakes, 9, search="complete")
        for number, (name, adversary, mistakes) in enumerate(
            [("a", "standard-basis", 9), ("b", "search: one", 20), ("c", "search: another", 85)], 1
        )
    ]
    found = Tournament("", tuple(cells))
    assert [(placing.rank, placing.learner) for placing in rank(found)[0].ranked] == [(1, "a"), (2, "b"), (3, "c")]
    assert {entry["adversary"] for entry in matrix(found)} == {WORST}


def test_who_can_be_led_for_ever_has_no_rank() -> None:
    cells = game(1, "a", "x", 1, 9, search="complete", unbounded=True), game(2, "b", "x", 9, 9, search="complete")
    (group,) = rank(Tournament("", cells))
    assert [(placing.rank, placing.learner, placing.unbounded) for placing in group.standings] == [
        (1, "b", 0),
        (None, "a", 1),
    ]


def test_the_matrix_has_the_worst_of_each_pair() -> None:
    more = game(12, "a", "x", 9, 9, seed=2)
    cells = {(cell["learner"], cell["adversary"]): cell for cell in matrix(Tournament("", (*GAMES, more)))}
    assert (cells["a", "x"]["worst"], cells["a", "x"]["games"]) == (F(1), 2)
    assert (cells["d", "x"]["worst"], cells["d", "x"]["forfeits"]) == (None, 1)
    assert cells["a", "z"]["worst"] is None


@given(st.permutations(GAMES))
def test_the_order_in_which_games_end_changes_nothing(games: list[Cell]) -> None:
    shuffled, ordered = Tournament("", tuple(games)), Tournament("", GAMES)
    assert rank(shuffled) == rank(ordered)
    assert matrix(shuffled) == matrix(ordered)


fractions = st.fractions(0, 50, max_denominator=60)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz"), fractions, st.integers(0, 9)), max_size=12))
def test_what_is_written_is_read_again(entries: list[tuple[str, str, Fraction, int]]) -> None:
    games = tuple(game(number, *entry) for number, entry in enumerate(entries, 1))
    with TemporaryDirectory() as folder:
        Path(folder, "results.jsonl").write_text(lines_of(games))
        again = read_tournament(folder)
    assert again.cells == games


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz"), fractions), unique_by=lambda entry: entry[:2])
)
def test_a_rank_is_one_more_than_there_are_better_ones(entries: list[tuple[str, str, Fraction]]) -> None:
    games = tuple(game(number, *entry, 9) for number, entry in enumerate(entries, 1))
    for group in rank(Tournament("", games)):
        for placing in group.ranked:
            assert placing.score is not None
            assert placing.rank == 1 + sum(
                other.score < placing.score for other in group.ranked if other.score is not None
            )
            own = [
                F(cell.mistakes) / 9 for cell in games if cell.learner == placing.learner if cell.mistakes is not None
            ]
            assert placing.score == sum(own, F(0)) / group.slots
        assert {placing.lacks for placing in group.ranked} <= {0}


# ------------------------------------------------------------------------------------------------ bounds


@pytest.mark.parametrize(
    ("name", "lies", "value"), [("thresholds:7", 0, 3), ("intervals:10", 1, 8), ("parities:10", 0, 10)]
)
def test_the_bound_of_a_class_is_its_littlestone_dimension(name: str, lies: int, value: int) -> None:
    assert bound_of(Finite(find_class(name), lies)) == value


@pytest.mark.parametrize(
    ("dimension", "inverse", "value"),
    [
        (2, 100, 4),
        (3, 9, 4),
        (9, 9, 9),
        (9, 100, 100),  # a dimension for which no other bound is looked for
        (2, 1, 1),
    ],
)
def test_the_bound_of_a_margin_is_the_best_that_is_proved_where_the_dimension_is_small(
    dimension: int, inverse: int, value: int
) -> None:
    assert bound_of(Halfspaces(dimension, Fraction(1, inverse))) == value
    assert bound_of(Halfspaces(dimension, Fraction(1, inverse), unit_norm=False)) is None


def test_no_lower_bound_is_above_the_bound() -> None:
    for dimension in (2, 3):
        for inverse in (2, 3, 5, 9, 16, 50, 400):
            squared = Fraction(1, inverse)
            assert best_lower(dimension, squared).mistakes <= (bound_of(Halfspaces(dimension, squared)) or 0)
