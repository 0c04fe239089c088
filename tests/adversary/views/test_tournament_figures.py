"""The figures of a tournament: what they show is what was played, exactly, and readable without color."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from adversary.tournament.result import Tournament, Unfit
from adversary.views.figures.tournament_figures import (
    HEIGHT,
    WIDTH,
    Curve,
    Scale,
    _look,
    figures,
    log_chart,
    mistakes_figure,
)
from adversary.views.figures.tournament_tables import ABOVE, CELL, departures, departures_table, heatmap
from hypothesis import given
from hypothesis import strategies as st
from tournaments import HOSTILE, finite, forfeited, halfspaces, many, tournament

from adversary.views.figures.drawing import HATCH, Box, Drawing, Line, Mark, Words
from adversary.views.words import ratio_text, short_names

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing: Drawing | None) -> list[str]:
    assert drawing is not None
    return [item.text for item in drawing.items if isinstance(item, Words)]


def cells(drawing: Drawing | None) -> dict[tuple[str, str], tuple[str, Box]]:
    """Return what stands in the cells of a table, line by line, with their boxes, by their rows' and columns' names."""
    assert drawing is not None
    words = [item for item in drawing.items if isinstance(item, Words)]
    boxes = [item for item in drawing.items if isinstance(item, Box)]
    columns = {item.x: item.text for item in words if item.turned}
    rows = {item.y: item.text for item in words if item.anchor == "end"}
    found = {}
    for box in boxes:
        (column,) = [name for x, name in columns.items() if box.x < x < box.x + box.width]
        (row,) = [name for y, name in rows.items() if box.y < y < box.y + box.height]
        inside = [w.text for w in words if w.anchor == "middle" and box.x < w.x < box.x + box.width and box.y < w.y < box.y + box.height]  # fmt: skip
        found[row, column] = " ".join(inside), box
    return found


MIXED = tournament(
    *(halfspaces("perceptron", delta, delta**2) for delta in (2, 3, 4)),
    *(halfspaces("averaging", delta, delta**2 + (delta == 4)) for delta in (2, 4)),
    forfeited(halfspaces("averaging", 3, 5)),
    halfspaces("coins", 2, Fraction(10, 3)),
    halfspaces("coins", 3, 9, statements=({"statement": "realizable"},)),
    replace(halfspaces("coins", 4, None), termination="failed", statements=()),
    finite("soa", "thresholds:7", 3, 3),
    finite("soa", "cube:9", 9, None),
    finite("soa", "single", 0, 0),
    finite("halving", "thresholds:7", 4, 3),
    unfit=(Unfit("halving", "standard-basis", "it learns finite classes"),),
)


# ------------------------------------------------------------------------------------------------ mistakes


def test_marks_lie_where_the_logarithms_of_the_exact_numbers_are() -> None:
    drawing = mistakes_figure(MIXED)
    assert drawing is not None
    marks = [item for item in drawing.items if isinstance(item, Mark) and item.tip]
    tips = {mark.tip: (mark.x, mark.y) for mark in marks}
    assert "perceptron: 16 at 1/δ² = 16, against standard-basis" in tips
    assert "coins (expected): 10/3 ≈ 3.33333 at 1/δ² = 4, against standard-basis" in tips
    assert len(marks) == 3 + 2 + 1  # no forfeit, nothing uncertified, nothing without a result
    places = [tips[f"perceptron: {n} at 1/δ² = {n}, against standard-basis"] for n in (4, 9, 16)]
    (x4, y4), _, (x16, y16) = places
    across, up = Scale([4, 9, 16], WIDTH), Scale([4, 9, 16, 17, Fraction(10, 3)], HEIGHT)
    assert (x16 - x4, y4 - y16) == pytest.approx((across(16) - across(4), up(16) - up(4)))
    assert across(16) - across(4) == pytest.approx(across(36) - across(9))


def test_both_bounds_the_numbers_and_what_is_left_out_are_told() -> None:
    told = texts(mistakes_figure(MIXED))
    assert {"4", "9", "16", "1/δ²", "mistakes", "perceptron", "averaging", "coins (expected)"} <= set(told)
    assert "upper bound: an optimal deterministic learner never makes more" in told
    assert "lower bound: forced on every deterministic learner by an adversary here" in told
    assert "Not drawn: 1 game forfeited." in told
    assert {"Not drawn: 1 game without a result.", "Not drawn: 1 game not certified."} <= {*told}
    assert "soa" not in told


def test_the_largest_number_of_mistakes_is_drawn() -> None:
    found = mistakes_figure(
        tournament(halfspaces("a", 3, 5), halfspaces("a", 3, 8, adversary="x"), halfspaces("a", 3, 7))
    )
    assert found is not None
    assert [item.tip for item in found.items if isinstance(item, Mark) and item.tip] == ["a: 8 at 1/δ² = 9, against x"]


def test_a_line_is_broken_where_the_learner_has_no_certified_game() -> None:
    drawing = mistakes_figure(tournament(
        *(halfspaces("a", delta, delta) for delta in (2, 3, 4, 5, 6)),
        *(halfspaces("b", delta, delta + 1) for delta in (2, 3, 5, 6)), forfeited(halfspaces("b", 4, 1)),
    ))  # fmt: skip
    assert drawing is not None
    lines = {
        name: [len(item.points) for item in drawing.items if isinstance(item, Line) and item.tip == name]
        for name in "ab"
    }
    assert lines == {"a": [5], "b": [2, 2]}


def test_learners_in_the_same_places_are_told() -> None:
    found = tournament(
        *(halfspaces(name, delta, delta) for delta in (2, 3) for name in "abcdefghi"), halfspaces("z", 2, 2)
    )
    assert "All in the same places: a, b, c, d, e, f, g, h and 1 more learner." in texts(mistakes_figure(found))
    assert not any("same places" in text for text in texts(mistakes_figure(MIXED)))


def test_no_mistakes_lie_below_all_others_and_one_margin_is_enough() -> None:
    drawing = mistakes_figure(tournament(halfspaces("a", 3, 0), halfspaces("b", 3, 9)))
    assert drawing is not None
    low, high = [item.y for item in drawing.items if isinstance(item, Mark) and item.tip]
    assert low > high
    assert "0" in texts(drawing)


def test_games_with_one_margin_are_drawn_against_the_dimension() -> None:
    span = {"statement": "span bound", "mistakes": 4}
    games = [
        halfspaces("a", 1, number, dimension=size, unit_norm=False, lower=None, bound=None) for size, number in ((4, 2), (8, 4))
    ]  # fmt: skip
    drawing = mistakes_figure(tournament(games[0], replace(games[1], statements=(*games[1].statements, span))))
    assert drawing is not None
    assert drawing.title == "Mistakes against the dimension"
    assert {"dimension", "4", "8", "span bound: sign⟨w,x⟩ with w in the span of past points"} <= {*texts(drawing)}
    assert [item.tip for item in drawing.items if isinstance(item, Mark) and item.tip] == [
        "a: 2 at dimension = 4, against standard-basis",
        "a: 4 at dimension = 8, against standard-basis",
    ]


def test_there_is_no_chart_of_margins_without_certified_games_on_halfspaces() -> None:
    assert mistakes_figure(tournament(finite("soa", "thresholds:7", 3, 3))) is None
    assert mistakes_figure(tournament(forfeited(halfspaces("a", 3, 0)))) is None
    assert set(figures(tournament(finite("soa", "thresholds:7", 3, 3)))) == {"heatmap", "leaving"}
    assert figures(Tournament("", ())) == {}


def test_points_of_any_norm_have_another_bound_and_are_left_out() -> None:
    drawing = mistakes_figure(tournament(halfspaces("a", 3, 9), halfspaces("a", 4, 99, unit_norm=False)))
    assert "16" not in texts(drawing)
    assert "Not drawn: 1 game with points of any norm." in texts(drawing)


def test_bounds_of_several_dimensions_are_said_to_be_the_largest() -> None:
    several = tournament(halfspaces("a", 3, 5, dimension=5, bound=5), *(halfspaces("a", n, n * n) for n in (2, 3)))
    sentence = "Some δ were played in several dimensions; the bounds are the largest of them."
    assert sentence in texts(mistakes_figure(several))
    assert sentence not in texts(mistakes_figure(MIXED))


def test_many_learners_are_drawn_differently() -> None:
    looks = [_look(number) for number in range(216)]
    assert len(set(looks)) == 216


@given(st.lists(st.fractions(min_value=Fraction(1, 1000)), min_size=1, max_size=20, unique=True))
def test_a_scale_keeps_the_order_and_its_length(values: list[Fraction]) -> None:
    scale = Scale(values, 600)
    places = [scale(value) for value in sorted(values)]
    assert all(a <= b + 1e-6 for a, b in pairwise(places))
    assert -1e-6 <= places[0] <= places[-1] <= 600 + 1e-6
    ticks = [x for x, _ in scale.ticks(30)]
    assert all(abs(a - b) >= 30 for a, b in pairwise(ticks))


def test_numbers_beyond_floats_have_places() -> None:
    huge = Curve("a", [(10**400, 10**399, ""), (Fraction(10**401, 3), 7, "")])
    assert log_chart([huge], [], "", (), title="Cost", axes=("rounds", "seconds")).svg().startswith("<svg")


def test_another_chart_names_its_axes_and_has_fractions_and_no_gaps() -> None:
    fast = Curve("fast", [(n, Fraction(n, 700), "") for n in (10, 1_000, 100_000)])
    slow = Curve("slow", [(n, Fraction(n, 70), "") for n in (30, 3_000)])
    drawing = log_chart([fast, slow], [], "", (), title="Cost", axes=("rounds", "seconds"), gaps=False)
    assert drawing.title == "Cost"
    assert {"rounds", "seconds", "1/10", "1", "10", "100", "1,000"} <= set(texts(drawing))
    lines = [item for item in drawing.items if isinstance(item, Line) and item.tip]
    assert [(line.tip, len(line.points)) for line in lines] == [("fast", 3), ("slow", 2)]


def test_an_axis_has_exact_numbers_alone() -> None:
    values = [4, 16_777_216, 10**360]
    assert [text for _, text in Scale(values, 600).ticks(1)] == ["10^360", "4"]
    assert [text for _, text in Scale([33_333_333], 600).ticks(1)] == ["5·10^7", "2·10^7"]


# ------------------------------------------------------------------------------------------------ tables


def test_a_cell_of_the_heatmap_says_what_became_of_the_games() -> None:
    found = cells(heatmap(MIXED))
    assert {place: text for place, (text, _) in found.items()} == {
        ("perceptron", "standard-basis"): "1",
        ("averaging", "standard-basis"): "1.06 1 F",
        ("coins", "standard-basis"): "0.83 2 !",
        ("soa", "littlestone"): "1 1 ? 1 /0",
        ("halving", "littlestone"): "1.33",
        ("halving", "standard-basis"): "–",
        ("soa", "standard-basis"): "",
        ("perceptron", "littlestone"): "",
        ("averaging", "littlestone"): "",
        ("coins", "littlestone"): "",
    }
    _, box = found["averaging", "standard-basis"]
    assert box.fill == ABOVE
    assert box.thick > 2
    assert box.tip == "M/bound = 17/16 = 1.0625; 3 games: 2 certified, 1 forfeited"
    assert found["halving", "standard-basis"][1].tip == "does not fit: it learns finite classes"


def test_no_round_no_mistakes_and_a_bound_of_0_look_differently() -> None:
    empty = replace(finite("empty", "single", 0, 0, statements=()), rounds=0)
    found = tournament(empty, finite("none", "cube:3", 0, 3), finite("zero", "single", 0, 0), finite("bad", "x", 1, 0))
    shown = {row: (text, box.thick > 2) for (row, _), (text, box) in cells(heatmap(found)).items()}
    assert shown == {"empty": ("∅", False), "none": ("0", False), "zero": ("/0", False), "bad": ("/0", True)}
    assert cells(departures_table(found))["empty", "single"][0] == "∅"
    assert {one.learner: one.text for one in departures(found)} == {
        "empty": "1 game without a round",
        "none": "within the bound everywhere it played, in 1 setting",
        "zero": "within the bound everywhere it played, in 1 setting",
        "bad": "leaves the bound at x: 1 > 0, against littlestone",
    }


def test_forfeits_alone_are_hatched_and_no_number() -> None:
    found = cells(heatmap(tournament(forfeited(halfspaces("a", 2, 4)), forfeited(halfspaces("a", 3, 4)))))
    text, box = found["a", "standard-basis"]
    assert text == "F"
    assert box.hatched
    assert {element.get("stroke") for element in box.svg().iter("path")} == {HATCH}


@given(st.fractions(min_value=0, max_value=3))
def test_what_is_not_one_is_never_shown_as_one(value: Fraction) -> None:
    shown = ratio_text(value)
    assert (shown == "1") == (value == 1)
    assert (shown == "0") == (value == 0)
    assert shown not in {"1.00", "0.00"}
    if shown[0] in "<>":
        assert (value > int(shown[1])) == (shown[0] == ">")
    else:
        assert abs(Fraction(shown) - value) <= Fraction(1, 200)


def test_where_each_learner_leaves_the_bound() -> None:
    assert {found.learner: found.text for found in departures(MIXED)} == {
        "perceptron": "within the bound everywhere it played, in 3 settings",
        "averaging": "leaves the bound at 1/δ² = 16, d = 16: 17 > 16, against standard-basis; 1 game forfeited",
        "coins": "within the bound in 1 setting; 1 game without a result; 1 game not certified",
        "soa": "within the bound in 2 settings; bound unknown in 1 setting",
        "halving": "leaves the bound at thresholds:7: 4 > 3, against littlestone",
    }


def test_a_bound_that_no_float_holds_has_room_in_its_cell() -> None:
    found = cells(
        departures_table(tournament(halfspaces("a", 10**180, 4, dimension=4), halfspaces("a", 3, 4, bound=10**99 + 7)))
    )
    (huge, _), (near, box) = found["a", "1/δ² = 10^360, d = 4"], found["a", "1/δ² = 9, d = 9"]
    assert (huge, near) == ("4 ≤ 10^360", "4 ≤ ≈1·10^99")
    assert box.width > CELL


def test_the_first_setting_beyond_the_bound_is_marked_in_each_group() -> None:
    games = [halfspaces("a", delta, delta**2 + (delta > 2)) for delta in (4, 2, 3)]
    classes = [finite("a", name, 4, 3, concepts=size) for name, size in (("large", 9), ("small", 4))]
    found = cells(departures_table(tournament(*games, *classes)))
    assert {column: text for (_, column), (text, _) in found.items()} == {
        "1/δ² = 4, d = 4": "4 ≤ 4",
        "1/δ² = 9, d = 9": "10 > 9",
        "1/δ² = 16, d = 16": "17 > 16",
        "small": "4 > 3",
        "large": "4 > 3",
    }
    framed = [column for (_, column), (_, box) in found.items() if box.thick > 2]
    assert sorted(framed) == ["1/δ² = 9, d = 9", "small"]
    (only,) = departures(tournament(*games, *classes))
    assert only.text.startswith(
        "leaves the bound at 1/δ² = 9, d = 9: 10 > 9, against standard-basis; leaves the bound at small"
    )


def test_a_forfeit_is_within_no_bound() -> None:
    (found,) = departures(tournament(forfeited(halfspaces("a", 3, 50))))
    assert found.text == "1 game forfeited"
    assert cells(departures_table(tournament(forfeited(halfspaces("a", 3, 50)))))["a", "1/δ² = 9, d = 9"][0] == "F"


def test_lies_and_hinge_games_are_named() -> None:
    hinge = replace(finite("a", "", 2, None), setting="hinge", concept_class=None, lies=None)
    columns = {column for _, column in cells(departures_table(tournament(finite("a", "cube:3", 2, 5, lies=2), hinge)))}
    assert columns == {"cube:3, 2 lies", "hinge"}


# ------------------------------------------------------------------------------------------------ files


def test_fifty_learners_and_thirty_adversaries_all_have_their_cells_and_names() -> None:
    found = figures(many(50, 30, range(2, 5)))
    assert len(cells(found["heatmap"])) == 1_500
    assert len(cells(found["leaving"])) == 150
    entries = [text for text in texts(found["mistakes"]) if text.startswith("a learner")]
    assert len(set(entries)) == 50


def test_short_names_are_told_apart() -> None:
    long = [f"folder/{'x' * 60}_{number}.py" for number in (1, 2)]
    assert short_names(["perceptron", *long]) == ["perceptron", "folder/xxxx…xxxxxxx_1.py", "folder/xxxx…xxxxxxx_2.py"]
    same = [f"{'a' * 20}{number}{'b' * 20}" for number in (1, 2)]
    assert short_names(same) == ["1: aaaaaaaa…bbbbbbbbbbbb", "2: aaaaaaaa…bbbbbbbbbbbb"]
    assert short_names(["点" * 13]) == ["点点点点点 …点点点点点点"]


def test_names_stay_text_and_nothing_needs_a_style() -> None:
    games = [halfspaces(HOSTILE, 2, 5, adversary=HOSTILE), forfeited(halfspaces(HOSTILE, 3, 5), HOSTILE)]
    classes = [finite(HOSTILE, HOSTILE, 5, 3)]
    found = figures(tournament(*games, *classes, unfit=(Unfit(HOSTILE, HOSTILE, HOSTILE),)))
    assert set(found) == {"mistakes", "heatmap", "leaving"}
    for drawing in found.values():
        root = ET.fromstring(drawing.svg())  # noqa: S314 - our own
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "title", "desc", "path", "g", "rect", "text", "circle"}
        assert not [element for element in root.iter() if {"style", "href", "onload"} & set(element.attrib)]
        told = " ".join(text for element in root.iter() for text in [element.text or ""])
        assert "<script>alert(1)</script>" in told
        assert "\u202e" not in told
        assert "7*7" in told


def test_the_same_tournament_has_the_same_files() -> None:
    for name, drawing in figures(MIXED).items():
        assert drawing.svg() == figures(MIXED)[name].svg()


def test_pdf_and_png_are_drawn_of_the_same_scenes() -> None:
    pytest.importorskip("matplotlib", reason="needs matplotlib: the extra plots")
    for drawing in [*figures(MIXED).values()][:2]:
        png = drawing.figure("png")
        assert drawing.figure("pdf").startswith(b"%PDF")
        assert png.startswith(b"\x89PNG")
        width = int.from_bytes(png[16:20], "big")
        assert width == pytest.approx(drawing.width / 96 * 200, abs=2)
