"""Results show themselves in a notebook: their tables, and their page in a frame that can do nothing else."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from conftest import ROOT

from adversary.game import play as game
from adversary.game.play import play
from adversary.grading.grade import grade
from adversary.grading.result import Grade
from adversary.search.attack import Attack, attack
from adversary.views import notebook
from adversary.views.game.files import stored_counterexample
from adversary.views.notebook import Page
from proofs.classes.catalog import find_class
from proofs.exact.errors import InputError
from proofs.solvers.budget import Budget
from proofs.solvers.dimensions import dimensions

pytestmark = pytest.mark.xdist_group("notebook")  # one worker plays the games that all tests look at

HOSTILE = '</iframe></script><script>alert(1)</script><img src=x onerror=alert(2)>"\' srcdoc="<b>\u202e'


class Frames(HTMLParser):
    """The frames in a cell, and the other tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.frames: list[dict[str, str | None]] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "iframe":
            self.frames.append(dict(attrs))


def frame_of(result: Any) -> dict[str, str | None]:
    found = Frames(result._repr_html_())
    assert found.tags <= {"table", "tr", "th", "td", "p", "pre", "br", "iframe"}
    (frame,) = found.frames
    return frame


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    """A result of each kind, and a game of each setting: none of them has a file."""
    return {
        "halfspaces": play("perceptron", margin="1/3"),
        "finite": play("halving", against="halving-worst-case", concept_class="intervals:5"),
        "printed": play("always-plus", margin_squared="2/5", as_printed=True),
        "dimension": dimensions(find_class("thresholds:7")),
        "grade": grade(str(ROOT / "examples/broken/strict_inequality.py"), kind="perceptron"),
        "attack": attack("perceptron", "R2/gamma2 - 1", seconds=20),
    }


LAST = {
    "halfspaces": (9, "9"),
    "finite": (3, "3"),
    "printed": (3, "3"),
    "dimension": (3, "3"),
    "grade": (2, "2"),
    "attack": (1, "1"),
}


@pytest.mark.parametrize("name", LAST)
def test_a_cell_shows_the_tables_and_the_page(name: str, results: dict[str, Any]) -> None:
    frame = frame_of(results[name])
    page = results[name].show()
    assert isinstance(page, Page)
    assert frame["sandbox"] == "allow-scripts"
    assert frame["srcdoc"] == page.html
    assert frame["title"] == page.title
    assert "default-src &#39;none&#39;" in page.html
    assert Frames(page._repr_html_()).frames == [frame]
    assert "/adversary-" not in page.html  # the folder of the file that was judged is no longer there


@pytest.mark.parametrize("name", LAST)
def test_its_frame_works_in_a_browser(name: str, results: dict[str, Any], tmp_path: Path, chromium: Browser) -> None:
    rounds, mistakes = LAST[name]
    (tmp_path / "cell.html").write_text(f"<!DOCTYPE html><title>a cell</title>{results[name]._repr_html_()}")
    with chromium.open(tmp_path / "cell.html") as opened:
        inside = opened.page.frame_locator("iframe")
        inside.get_by_role("button", name="Last", exact=True).click()
        body = inside.locator("body")
        assert body.get_attribute("data-rounds") == body.get_attribute("data-round") == str(rounds)
        assert body.get_attribute("data-mistakes") == mistakes
        opened.press("Home")
        assert body.get_attribute("data-round") == "0"
        assert opened.complaints in ([], ["about:srcdoc"])
        opened.complaints.clear()


def test_what_anybody_says_stays_text(results: dict[str, Any], tmp_path: Path, chromium: Browser) -> None:
    found: Attack = results["attack"]
    assert found.counterexample is not None
    hostile = replace(found, learner=HOSTILE, counterexample=replace(found.counterexample, learner=HOSTILE))
    frame = frame_of(hostile)
    assert "<img" not in str(frame["srcdoc"])
    (tmp_path / "cell.html").write_text(f"<!DOCTYPE html><title>a cell</title>{hostile._repr_html_()}")
    with chromium.open(tmp_path / "cell.html") as opened:
        inside = opened.page.frame_locator("iframe")
        assert "<img src=x onerror=alert(2)>" in inside.locator("body").inner_text()
        assert inside.locator("img, iframe").count() == opened.page.locator("img").count() == 0
        assert opened.complaints in ([], ["about:srcdoc"])
        opened.complaints.clear()


def test_a_page_is_kept_for_a_browser(results: dict[str, Any], tmp_path: Path) -> None:
    page = results["halfspaces"].show()
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page.html
    assert repr(page) == "<a page, 'perceptron against standard-basis': .save('page.html') keeps it>"
    with pytest.raises(InputError, match="there is no folder"):
        page.save(tmp_path / "none" / "page.html")


def test_a_page_says_how_to_check_what_it_shows(results: dict[str, Any], tmp_path: Path) -> None:
    assert "then adversary check game.jsonl" in results["halfspaces"].show().html
    kept = play("perceptron", margin="1/2", output=tmp_path / "kept.jsonl", replay=False)
    assert f"adversary check {tmp_path / 'kept.jsonl'}" in kept.show().html
    assert "--as perceptron -o game.jsonl" in results["grade"].show().html
    assert "adversary attack perceptron --bound" in results["attack"].show().html
    on_class = replace(results["attack"], class_name="my class.csv", seed=7)
    page = on_class.show().html
    assert "my class.csv" in page[page.index("adversary attack perceptron --bound") :][:100]
    assert "--seed 7" in page
    (tmp_path / "attack.json").write_text(json.dumps(on_class.to_json()))
    stored = stored_counterexample(tmp_path / "attack.json")
    assert stored is not None
    assert stored[1] == "adversary attack perceptron --bound 'R2/gamma2 - 1' --class 'my class.csv' --seed 7"
    assert "save('certificate.json'), then" in results["dimension"].show().html


def test_what_is_too_large_says_so_instead(monkeypatch: pytest.MonkeyPatch, results: dict[str, Any]) -> None:
    monkeypatch.setattr(game, "MAX_RECORDED", 100)
    long = play("perceptron", margin="1/3", replay=False)
    assert long.recorded is None
    assert "No page: a game of 9 rounds is not kept in memory" in long._repr_html_()
    with pytest.raises(InputError, match="adversary show"):
        long.show()
    monkeypatch.setattr(notebook, "MAX_FRAMED_ROUNDS", 8)
    assert "takes seconds to draw: .show() does it" in results["halfspaces"]._repr_html_()
    assert isinstance(results["halfspaces"].show(), Page)
    monkeypatch.setattr(notebook, "MAX_FRAMED", 1000)
    assert "is too large for a notebook" in results["finite"]._repr_html_()
    monkeypatch.setattr(notebook, "MAX_DRAWN_LABELS", 10)
    assert not Frames(results["dimension"]._repr_html_()).frames
    for name in ("halfspaces", "finite", "dimension"):
        assert "iframe" not in results[name]._repr_html_()


def test_nothing_to_show_is_an_error_when_it_is_asked_for() -> None:
    passed = Grade("l", "k", (), None, 0, 0, 0.0, ())
    nothing = Attack("l", "M <= 1", None, 3, 0, {}, 0.0, ())
    unknown = dimensions(find_class("intervals:8"), ("littlestone",), Budget(states=1))
    for result in (passed, nothing, unknown, dimensions(find_class("thresholds:3"), ("vc",))):
        assert re.fullmatch("(<table>.*</table>|<p>.*</p>)+", result._repr_html_())
        assert "iframe" not in result._repr_html_()
        with pytest.raises(InputError, match=r"page"):
            result.show()


def test_a_forfeit_is_shown_as_far_as_it_went() -> None:
    class Zero:
        def predict(self, x: object) -> int:
            return 0

        def update(self, x: object, y: int) -> None:
            pass

    found = play(Zero, margin=Fraction(1, 2))
    assert found.played == 0
    assert "not valid" in str(frame_of(found)["srcdoc"])
