"""The figure of a tournament: what it shows is what was played, and names stay text."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from tournaments import HOSTILE, finite, forfeited, halfspaces, searched, tournament

from adversary.tasks.task import NOT_CHECKED
from adversary.tournaments.cell import Cell, Tournament
from adversary.views.figures.tournament_figure import ENOUGH, FORCED, draw_panel, mistakes_figure, write_mistakes
from adversary.views.terminal.tournament_table import worst_cells
from adversary.views.words import short_names
from proofs.exact.errors import InputError

MIXED = tournament(
    *(halfspaces("perceptron", delta, delta**2) for delta in (2, 3, 4)),
    *(halfspaces("averaging", delta, delta**2 + (delta == 4)) for delta in (2, 4)),
    forfeited(replace(halfspaces("averaging", 3, 5), mistakes=None)),
    halfspaces("coins", 2, Fraction(10, 3)),
    finite("soa", "thresholds:7", 3, 3),
    finite("soa", "cube:9", 9, None),
    finite("halving", "thresholds:7", 4, 3),
)


def axes_of(label: str, *cells: Cell) -> Any:
    """Return the axes of a panel."""
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    panel: dict[str, list[Cell]] = {}
    for cell in worst_cells(cells).values():
        panel.setdefault(cell.learner, []).append(cell)
    draw_panel(axes, label, panel)
    return axes


def lines(axes: Any) -> dict[str, list[list[float]]]:
    """Return the places of what is in the legend."""
    return {str(line.get_label()): np.asarray(line.get_xydata()).tolist() for line in axes.get_lines()}


def texts(svg: bytes | None) -> list[str]:
    assert svg is not None
    return [text.strip() for text in ET.fromstring(svg.decode()).itertext() if text.strip()]  # noqa: S314 - our own


def test_each_learner_has_its_numbers_where_they_belong() -> None:
    drawn = lines(axes_of("1/δ²", *[cell for cell in MIXED.cells if cell.setting == "halfspaces"]))
    assert drawn["perceptron"] == drawn[FORCED] == [[4, 4], [9, 9], [16, 16]]
    assert drawn["averaging"] == [[4, 4], [16, 17]], "no forfeit"
    assert drawn["coins"] == [[4, pytest.approx(10 / 3)]]
    assert ENOUGH not in drawn


def test_the_largest_number_of_mistakes_is_drawn_and_a_number_that_may_be_larger_is_hollow() -> None:
    drawn = axes_of("1/δ²", halfspaces("a", 3, 5), halfspaces("a", 3, 8, adversary="x"), halfspaces("a", 3, 7))
    assert lines(drawn)["a"] == [[9, 8]]
    drawn = axes_of("1/δ²", searched("a", 2, 4), searched("a", 3, 20, at_limit=True), searched("b", 2, 4, exact=True))
    assert (lines(drawn)["a"], lines(drawn)["a, or more"]) == ([[4, 4]], [[9, 20]])
    faces = {str(line.get_label()): line.get_markerfacecolor() for line in drawn.get_lines()}
    assert (faces["a, or more"], faces["a"]) == ("white", "C0")


def test_what_can_go_on_for_ever_has_a_sign() -> None:
    drawn = axes_of(
        "", finite("plus", "cube:2", 5, 2, search="complete", unbounded=True), finite("soa", "cube:2", 2, 2)
    )
    assert [text.get_text() for text in drawn.texts] == ["∞"]
    assert "plus" not in lines(drawn)


def test_in_a_small_dimension_the_value_of_the_game_is_between_its_bounds() -> None:
    cells = [
        replace(searched("perceptron", 2, 8), margin_squared=Fraction(1, inverse), dimension=3, lower=least, bound=most)
        for inverse, least, most in ((4, 3, 3), (9, 4, 4), (11, 4, 5), (25, 6, 6))
    ]
    drawn = axes_of("1/δ²", *cells)
    assert lines(drawn)[ENOUGH] == [[4, 3], [9, 4], [11, 5], [25, 6]]
    assert lines(drawn)[FORCED] == [[4, 3], [9, 4], [11, 4], [25, 6]]
    styles = {str(line.get_label()): line.get_drawstyle() for line in drawn.get_lines()}
    assert (styles[FORCED], styles[ENOUGH]) == ("steps-post", "steps-pre"), "bounds never decrease"


def test_one_margin_is_drawn_against_the_dimension() -> None:
    games = [halfspaces("a", 2, n, dimension=n, bound=n, lower=n) for n in (1, 2, 4)]
    assert {"dimension", "mistakes", "a"} <= {*texts(mistakes_figure(tournament(*games), "svg"))}
    assert "1/δ²" in texts(mistakes_figure(MIXED, "svg"))


def test_names_are_shown_as_they_are_and_nothing_runs(tmp_path: Path) -> None:
    names = "a$b$.py", "_x.py", HOSTILE
    write_mistakes(tmp_path / "c.svg", tournament(*[halfspaces(name, 2, 4) for name in names]))
    svg = (tmp_path / "c.svg").read_bytes()
    assert {*names[:2], *short_names(["<", HOSTILE])[1:]} - {*texts(svg)} <= {*short_names([HOSTILE])}
    assert b"<script" not in svg
    assert not any(NOT_CHECKED in text for text in texts(svg))


def test_stored_cells_are_said_not_to_be_checked() -> None:
    cell = searched("perceptron", 2, 4, note=f"what its search says: {NOT_CHECKED}")
    found = texts(mistakes_figure(tournament(cell), "svg"))
    assert {"what searches say of some cells:", NOT_CHECKED} <= set(found)


@pytest.mark.parametrize(
    "nothing",
    [
        Tournament("", ()),
        tournament(halfspaces("a", 10**150, 4)),
        tournament(replace(halfspaces("a", 2, 4), mistakes=None)),
    ],
    ids=["no game", "beyond floats", "no number"],
)
def test_where_there_is_nothing_to_draw_it_is_said(nothing: Tournament, tmp_path: Path) -> None:
    assert mistakes_figure(nothing, "svg") is None
    with pytest.raises(InputError, match=r"cannot draw .*c\.svg: no learner has a number of mistakes"):
        write_mistakes(tmp_path / "c.svg", nothing)
    with pytest.raises(InputError, match=r"cannot draw c\.gif: a figure is a \.pdf, \.png or \.svg"):
        write_mistakes("c.gif", MIXED)


@pytest.mark.full
def test_the_same_tournament_has_the_same_file_in_each_format() -> None:
    for ending, head in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        figure = mistakes_figure(MIXED, ending)
        assert figure == mistakes_figure(MIXED, ending)
        assert figure is not None
        assert figure.startswith(head)


def test_short_names_are_told_apart() -> None:
    long = [f"folder/{'x' * 30}_{number}.py" for number in (1, 2)]
    assert short_names(["perceptron", *long]) == ["perceptron", "folder/xxxx…xxxxxxx_1.py", "folder/xxxx…xxxxxxx_2.py"]
    same = [f"{'a' * 20}{middle}{'b' * 20}" for middle in "xy"]
    assert short_names(same) == ["1: aaaaaaaa…bbbbbbbbbbbb", "2: aaaaaaaa…bbbbbbbbbbbb"]
    assert short_names(["点" * 13]) == ["点点点点点 …点点点点点点"]
