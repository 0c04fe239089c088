"""Which games are played to learners that are graded, and which of them first."""

from functools import partial
from itertools import takewhile

from adversary.search.games.game import passes
from adversary.search.games.halfspace_games import BASES, ESSENTIAL_SPACES, MARGINS, MAX_ESSENTIAL_BASIS, unit_games


def test_the_games_on_orthonormal_points_come_first() -> None:
    bases = list(takewhile(lambda game: "orthonormal basis of dimension" in game.space.name, unit_games()))
    for name in ("orthonormal basis", "another orthonormal basis"):
        sizes = [game.space.setting.dimension for game in bases if game.space.name.startswith(name)]
        assert sizes == [size for size in BASES if name == "orthonormal basis" or 1 < size <= 60]
    assert {game.space.setting.margin_squared * game.space.setting.dimension for game in bases} == {1}


def test_a_slow_learner_plays_small_games_first() -> None:
    names = [game.space.name for game in unit_games() if not game.extra]
    small = [f"orthonormal basis of dimension {size}" for size in BASES if size <= MAX_ESSENTIAL_BASIS]
    assert names == [*small, *[space for space in ESSENTIAL_SPACES if "plane" not in space for _ in MARGINS]]


def test_samples_are_shown_for_longer_than_a_right_learner_errs() -> None:
    for game in unit_games():
        if isinstance(game.run, partial) and game.run.func is passes:
            assert game.run.keywords["rounds"] > 1 / game.space.setting.margin_squared
