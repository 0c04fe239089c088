"""The drawing of a game on a page: where points lie in a plane, and what it shows of each round."""

from dataclasses import replace
from fractions import Fraction

import pytest

from adversary.search.counterexample import Counterexample, Weighed
from adversary.views.page.drawing import MOST, RADIUS, drawing
from proofs.exact.vectors import Vector, vector
from proofs.formats.trace import Round
from proofs.settings import Halfspaces


def game_on(*points: tuple[int, ...], times: int = 1) -> Counterexample:
    """Return a game that shows these points, each with the label +1, with a w of its own."""
    shown = [vector(enumerate(x)) for x in points] * times
    rounds = tuple([Round(x, -1, 1) for x in shown])
    own: list[Vector] = [vector({}), *shown]
    setting = Halfspaces(len(points[0]), Fraction(1, 9), unit_norm=False)
    return Counterexample("a.py", setting, rounds, "mistakes", weights=Weighed(tuple(own), tuple(own), None, 1))


def test_a_round_shows_its_point_and_w_before_it() -> None:
    drawn = drawing(game_on((0, 3), (4, 0)))
    assert drawn is not None
    first, second = drawn["rounds"]
    assert (first["name"], first["said"], first["truth"], first["wrong"]) == ("A", "-1", "+1", True)
    assert first["arrows"] == []  # w = 0
    assert [kind for kind, *_ in second["arrows"]] == ["own", "book"]
    assert second["arrows"][0][2].startswith("M0.0 -63.0")  # as long as 3 where the longest w is 4 and 84
    assert [(point["x"], point["y"], point["shown"]) for point in second["points"]] == [
        ("0.0", f"{-RADIUS * 3 / 4:.1f}", False),
        (f"{RADIUS:.1f}", "0.0", True),
    ]
    assert drawn["height"] == 100


@pytest.mark.parametrize(
    ("points", "height"),
    [
        ([(1,), (-1,)], 40),
        ([(1, 0, 0), (0, 0, 1)], 100),
        ([(1, 1, 1, 0), (1, 2, 1, 1)], 100),
        ([(1, 0, 0), (0, 1, 0), (0, 0, 1)], None),
    ],
)
def test_what_lies_in_a_plane_is_drawn(points: list[tuple[int, ...]], height: int | None) -> None:
    drawn = drawing(game_on(*points))
    assert (drawn and drawn["height"]) == height


def test_a_long_game_is_drawn_in_part_and_one_in_two_ways_not_at_all() -> None:
    game = game_on((1, 0), (0, 1), times=10)
    drawn = drawing(game)
    assert drawn is not None
    assert (len(drawn["rounds"]), drawn["left"]) == (MOST, 20 - MOST)
    assert drawing(replace(game, again=(1,))) is None
    assert drawing(replace(game, rounds=())) is None
    without = drawing(replace(game, weights=None))
    assert without is not None
    assert not any(entry["arrows"] for entry in without["rounds"])
