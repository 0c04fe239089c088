"""Every kind of page, wide and narrow, light and dark: axe-core finds nothing serious, and all text can be read."""

from fractions import Fraction
from importlib import resources
from pathlib import Path

import pytest
from browser import Browser
from conftest import ROOT
from shown_files import shown, trace
from tournaments import finite, forfeited, halfspaces, tournament

from adversary.grading.grade import grade
from adversary.grading.result import Marks, Part
from adversary.views.figures.tree import TreeFigure, class_tree, tree_file
from adversary.views.page.challenge import class_challenge, margin_challenge
from adversary.views.page.page import html_page
from adversary.views.page.reports import write_course_index, write_reports
from adversary.views.page.tournament_pages import tournament_report
from proofs.classes.catalog import find_class
from proofs.solvers.budget import Budget
from proofs.solvers.dimensions import dimensions

GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "bars": ("perceptron", {"margin": "1/4"}),
    "ball": ("perceptron", {"margin": "1/sqrt(3)"}),
    "plane": ("perceptron", {"margin": "1/10", "dimension": 2}),
    "signs": (str(ROOT / "examples/broken/wrong_sign.py"), {"margin": "1/10", "dimension": 2}),
    "hinge": ("perceptron", {"against": "hinge", "mistakes": 10, "scale": "2/5"}),
    "halving": ("halving", {"against": "halving-worst-case", "concept_class": "intervals:11"}),
    "tree": ("soa", {"concept_class": "halfspaces:3"}),
    "lies": ("halving", {"concept_class": "thresholds:7", "lies": 1}),
    "coins": ("randomized-halving", {"against": "worst-sequence", "concept_class": "singletons:8"}),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Write a page of every kind."""
    folder = tmp_path_factory.mktemp("readable")
    found = [shown(trace(folder, learner, name, **options)) for name, (learner, options) in GAMES.items()]
    dimensions(find_class("thresholds:7"), ("littlestone",)).certify().write(folder / "certificate.json")
    found.append(shown(folder / "certificate.json"))
    budget = Budget(seconds=60)
    for name, data in (
        ("challenge-basis", margin_challenge(Fraction(1, 25))),
        ("challenge-ball", margin_challenge(Fraction(1, 64), 3)),
        ("challenge-class", class_challenge(find_class("intervals:7"), budget)),
    ):
        found.append(folder / f"{name}.html")
        found[-1].write_text(html_page(data["title"], data))
    names = {str(ROOT / "examples/broken/wrong_sign.py"): "failed", str(ROOT / "examples/student.py"): "passed"}
    grades = [grade(learner, "perceptron", isolation="plain") for learner in names]
    assert [found.verdict for found in grades] == [*names.values()]
    write_reports(folder, grades, names)
    found += [folder / f"{name}.html" for name in ("failed", "failed.game", "passed", "index")]
    (folder / "course").mkdir()
    part = Part("", Fraction(100))
    write_course_index(folder / "course", [Marks(found.learner, (part,), (found,)) for found in grades], ["a"], names)
    found.append(folder / "course" / "index.html")
    games = [halfspaces("perceptron", 2, 4), forfeited(halfspaces("student.py", 2, 4)), finite("soa", "cube:2", 2, 2)]
    found.append(folder / "tournament.html")
    found[-1].write_text(tournament_report(tournament(*games), {1: "games/00001.html"}, ["results.csv"]))
    return found


@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_can_be_read_by_everybody(width: int, pages: list[Path], chromium: Browser) -> None:
    pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python: the extra dev")
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    faults: dict[str, list[str]] = {}
    for page in pages:
        with chromium.open(page, width) as opened:
            opened.page.evaluate(axe)
            opened.page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
            wide = opened.page.evaluate("document.documentElement.scrollWidth")
            faults[page.name] = opened.faults() + ([f"{wide} px wide"] if wide > width else [])
            opened.page.emulate_media(color_scheme="dark")
            faults[page.name] += opened.faults("color-contrast")
    assert faults == {page.name: [] for page in pages}


@pytest.mark.parametrize("name", ["intervals:5", "intervals:11"])
def test_a_tree_fits_its_page_in_dark_colors_too(name: str, tmp_path: Path, chromium: Browser) -> None:
    graph = class_tree(find_class(name))
    assert TreeFigure(graph).width <= 5.5
    svg = tree_file(graph, "tree.svg")
    assert isinstance(svg, bytes)
    (tmp_path / "tree.html").write_bytes(b"<!DOCTYPE html><body>" + svg[svg.index(b"<svg") :])
    with chromium.open(tmp_path / "tree.html", 390, dark=True) as opened:
        box = opened.page.locator("svg").bounding_box()
        assert box["x"] + box["width"] <= 390
        assert box["height"] / box["width"] == pytest.approx(
            TreeFigure(graph).height / TreeFigure(graph).width, rel=0.01
        )
        assert "invert" in opened.page.evaluate("getComputedStyle(document.querySelector('svg')).filter")
