"""Pages in a real browser: every control by mouse and by key, the last round's counts, and text that stays text."""

import json
from fractions import Fraction
from itertools import product
from math import asin, pi, sqrt
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from conftest import ROOT
from shown_files import changed, shown
from stored_grade import COUNTEREXAMPLE, GRADE

from adversary.game.judge import judge_file
from adversary.game.play import play
from adversary.views.game.files import view_file
from adversary.views.page.challenge import class_challenge, margin_challenge
from adversary.views.page.page import html_page
from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_texts
from proofs.solvers.budget import Budget
from proofs.solvers.certificates import littlestone_certificate
from proofs.solvers.dimensions import dimensions

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)><!--<script>${alert(3)}{{7*7}}\u202e\u2028&lt;"


PARTIAL = class_of_texts("partial", ["---", "*-+", "+--", "+-+", "+*-"])
"""The first round of Halving's worst game shows the second point, where one concept is undefined, and is no mistake."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a file of each kind that is shown."""
    folder = tmp_path_factory.mktemp("pages")
    play("perceptron", margin="1/5", output=folder / "halfspaces.jsonl")
    play("perceptron", margin="1/sqrt(3)", output=folder / "ball.jsonl")
    play("averaging", against=f"scripted:{ROOT / 'examples/averaging.jsonl'}", output=folder / "plane.jsonl")
    play("perceptron", margin_squared="2/5", as_printed=True, output=folder / "printed.jsonl")
    play("halving", against="halving-worst-case", concept_class="intervals:11", output=folder / "finite.jsonl")
    play("soa", concept_class="halfspaces:3", output=folder / "tree.jsonl")
    play("halving", against="halving-worst-case", concept_class=PARTIAL, output=folder / "partial.jsonl")
    play("randomized-halving", against="worst-sequence", concept_class="singletons:8", output=folder / "coins.jsonl")
    play("perceptron", against="hinge", mistakes=10, scale="2/5", output=folder / "hinge.jsonl")
    solver = dimensions(find_class("halfspaces:3"), ("littlestone",)).solver
    assert solver is not None
    (folder / "certificate.json").write_text(json.dumps(littlestone_certificate(solver)) + "\n")
    (folder / "grade.json").write_text(json.dumps(GRADE))
    return folder


LAST = {
    "halfspaces.jsonl": (25, "25"),
    "ball.jsonl": (3, "3"),
    "plane.jsonl": (24, "11"),
    "printed.jsonl": (3, "3"),
    "finite.jsonl": (6, "6"),
    "tree.jsonl": (6, "6"),
    "partial.jsonl": (3, "2"),
    "coins.jsonl": (7, "481/280"),
    "hinge.jsonl": (10, "10"),
    "certificate.json": (6, "6"),
    "grade.json": (2, "2"),
}


@pytest.mark.parametrize("name", LAST)
def test_every_control_works_by_mouse_and_by_key_on_a_narrow_and_dark_page_too(
    name: str, files: Path, chromium: Browser
) -> None:
    rounds, mistakes = LAST[name]
    with chromium.open(shown(files / name), 360, dark=True) as opened:
        assert opened.state[:2] == (rounds, 1)  # where there is something to see
        assert opened.sentence().startswith(f"Round 1 of {rounds} shows ")
        opened.press("End")
        assert opened.state == (rounds, rounds, mistakes)
        assert f"Round {rounds} of {rounds}" in opened.sentence()
        opened.press("ArrowLeft")
        assert opened.state[1] == rounds - 1
        opened.press("ArrowRight", "ArrowRight")  # one more than there are
        assert opened.state[1] == rounds
        opened.press("Home")
        assert opened.state == (rounds, 0, "0")
        opened.click("Next")
        assert opened.state[1] == 1
        assert opened.sentence().startswith(f"Round 1 of {rounds} shows ")
        opened.click("Last")
        assert opened.state == (rounds, rounds, mistakes)
        opened.click("Previous")
        assert opened.state[1] == rounds - 1
        opened.click("First")
        assert opened.state[1] == 0
        slider = opened.page.get_by_role("slider", name="Round")
        slider.fill(str(rounds - 1))
        assert opened.state[1] == rounds - 1
        slider.press("ArrowRight")
        assert opened.state[1] == rounds
        opened.page.locator("tr[data-row='2']").click()
        assert opened.state[1] == 2
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
        dark = opened.page.evaluate("getComputedStyle(document.body).backgroundColor")
        opened.page.emulate_media(color_scheme="light")
        assert opened.page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_undefined_labels_are_neither_plus_nor_minus(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "partial.jsonl")) as opened:
        assert opened.page.locator("td.undefined").all_inner_texts() == ["*", "*"]
        assert "no mistake; 4 concepts left." in opened.sentence()
        assert opened.page.locator("tr.gone td.undefined").count() == 1
        assert opened.page.get_by_label("4 votes for −1, 0 for +1").count() == 1


def test_play_plays_and_space_stops_it(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:
        button = opened.page.get_by_role("button", name="Play", exact=True)
        opened.press(" ")
        assert button.get_attribute("aria-pressed") == "true"
        opened.page.locator("body[data-round='2']").wait_for()
        opened.press(" ")
        assert button.get_attribute("aria-pressed") == "false"
        opened.click("Play")
        assert button.get_attribute("aria-pressed") == "true"
        opened.press(" ")  # the button has the focus, and is pressed but once
        assert button.get_attribute("aria-pressed") == "false"
        opened.press("End", " ")
        assert opened.state[1] == 0  # from the end it begins anew


def test_what_is_not_valid_and_a_squeeze_that_breaks_are_told(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "printed.jsonl")) as opened:
        assert "NOT VALID" in opened.text()
        assert "the target's norm² is 6/5, above 1" in opened.text()
        opened.press("End")
        assert "This is more than 1, so the target is not legal" in opened.text()
        assert "universal bound" not in opened.text()
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:
        assert "trusted checker: the game is valid" in opened.text()
        assert opened.page.locator("header .good").inner_text() == "trusted checker: the game is valid"
        assert "3 universal bound: every deterministic learner makes at least 25 mistakes" in opened.text()
        opened.press("End")
        assert "δM = 5 ≤ ⟨w,v⟩ = 5 ≤ ‖w‖ = 5 ≤ √M = 5" in opened.text()
        assert "≰" not in opened.text()
    with chromium.open(shown(files / "plane.jsonl")) as opened:
        opened.press("End")
        assert "≰" in opened.text()
        assert "The chain breaks in round 2" in opened.text()


def test_coordinates_can_be_chosen(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:
        opened.press("End")
        label = opened.page.locator("svg.plane")
        assert label.get_attribute("aria-label") == "Drawing of round 25 in coordinates x24, x25"
        opened.page.get_by_role("checkbox").uncheck()
        opened.page.get_by_label("second coordinate").fill("7")
        assert label.get_attribute("aria-label") == "Drawing of round 25 in coordinates x1, x7"
        opened.page.get_by_label("third coordinate").fill("9")
        opened.page.get_by_label("Turn the ball").fill("90")
        assert label.get_attribute("aria-label") == "Drawing of round 25 in coordinates x1, x7, x9"


SPOTS = """[...document.querySelectorAll('circle.left-over')].length"""


def test_the_cone_that_is_left_is_drawn_on_the_ball_and_in_the_plane(
    files: Path, tmp_path: Path, chromium: Browser
) -> None:
    with chromium.open(shown(files / "ball.jsonl")) as opened:
        opened.press("Home")
        counts = [opened.page.evaluate(SPOTS)]
        for _ in range(3):  # an octant is left by three orthogonal points
            opened.press("ArrowRight")
            counts.append(opened.page.evaluate(SPOTS))
        assert counts[0] == 700
        assert [round(700 / count) for count in counts] == [1, 2, 4, 8]
        assert "the directions that agree with all labels so far" in opened.text()
        assert opened.page.locator(".cap-around").count() == 72
        left = "examplesOf(data.rounds, 3).every((x) => inner(x, data.target.v.map((pair) => pair[1])) >= data.clear - 1e-9)"
        assert opened.page.evaluate(left)
        opened.page.get_by_label("third coordinate").fill("")
        assert opened.page.evaluate(SPOTS) == 0  # a projection has no such cone
    with chromium.open(shown(files / "plane.jsonl")) as opened:
        halves = []
        for _ in range(24):
            opened.press("ArrowRight")
            halves.append(
                opened.page.evaluate("arcLeft(examplesOf(data.rounds.slice(0, document.body.dataset.round), 2)).half")
            )
        assert halves[0] == pytest.approx(pi / 2)
        assert halves == sorted(halves, reverse=True)
        assert halves[-1] > asin(sqrt(1 / 10)) - 1e-9  # around its target
        assert opened.page.locator("polygon.left-over").count() == 1
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:
        opened.press("End")
        assert opened.page.locator(".left-over").count() == 0
    (tmp_path / "ball.jsonl").write_bytes((files / "ball.jsonl").read_bytes())
    with chromium.open(shown(changed(tmp_path / "ball.jsonl", 2, label=1))) as opened:  # which its target denies
        opened.press("End")
        assert opened.page.locator(".cap-around").count() == 0
        assert opened.page.locator(".left-over").count() > 0


def hostile(record: dict[str, Any]) -> dict[str, Any]:
    """Return a line of a file whose every text of anybody's is an attack."""
    texts = "learner", "adversary", "class", "fault", "reason", "bound"
    found: dict[str, Any] = {key: HOSTILE if key in texts else value for key, value in record.items()}
    return found | {key: hostile(value) for key, value in found.items() if key == "counterexample"}


@pytest.mark.parametrize("name", ["halfspaces.jsonl", "finite.jsonl", "hinge.jsonl", "certificate.json", "grade.json"])
def test_text_of_anybody_stays_text(name: str, files: Path, chromium: Browser) -> None:
    records = [json.loads(line) for line in (files / name).read_text().splitlines()]
    if len(records) > 1:
        records[-1] |= {"termination": "forfeit", "fault": ""}
    path = files / f"hostile-{name}"
    path.write_text("".join(json.dumps(hostile(record)) + "\n" for record in records))
    page = shown(path)
    assert "<img" not in page.read_text()
    with chromium.open(page) as opened:
        opened.press("End")
        assert "<img src=x onerror=alert(2)><!--<script>${alert(3)}{{7*7}}\\u202e" in opened.text()
        assert opened.page.evaluate("document.querySelectorAll('img, iframe, link, object').length") == 0
        assert opened.page.evaluate("document.querySelectorAll('script').length") == 2


ON_A_CLASS = COUNTEREXAMPLE | {
    "setting": {"setting": "finite", "class": "thresholds:1", "points": 1, "concepts": ["-", "+"]},
    "rounds": [{"x": 0, "predicted": -1, "label": 1}] * 2,
    "bound": "L",
    "target": {"concept": 1},
}
IN_FEATURE_SPACE = COUNTEREXAMPLE | {"features": [[[0, "1"]]] * 2, "bound": ""}


@pytest.mark.parametrize("by", ["grader", "search"])
@pytest.mark.parametrize("found", [COUNTEREXAMPLE, ON_A_CLASS, IN_FEATURE_SPACE], ids=["halfspaces", "class", "kernel"])
def test_a_counterexample_says_who_allowed_how_much(
    found: dict[str, Any], by: str, tmp_path: Path, chromium: Browser
) -> None:
    attack = {"learner": "student.py", "bound": found["bound"], "exhaustive": {}, "counterexample": found}
    (tmp_path / "found.json").write_text(json.dumps(attack if by == "search" else GRADE | {"counterexample": found}))
    with chromium.open(shown(tmp_path / "found.json")) as opened:
        text = opened.text()
        broken = "the bound" if by == "search" else "its specification"
        assert opened.page.inner_text("h1") == opened.page.title() == f"student.py breaks {broken}"
    allows = f"bound “{found['bound']}”" if found["bound"] else by
    assert f"2 mistakes, where the {allows} allows 1." in text
    assert "Why no more mistakes were allowed" in text
    assert "Every round of this game is needed" in text
    assert f"The {by} wrote this paragraph" in text
    assert ("the points that the learner was shown" in text) == bool(found["features"])


@pytest.mark.parametrize("found", [COUNTEREXAMPLE, ON_A_CLASS], ids=["halfspaces", "class"])
def test_a_bound_that_no_learner_keeps_is_no_line(found: dict[str, Any], tmp_path: Path, chromium: Browser) -> None:
    (tmp_path / "found.json").write_text(json.dumps(GRADE | {"counterexample": found | {"allowed": -1}}))
    with chromium.open(shown(tmp_path / "found.json")) as opened:
        text = opened.text()
    assert f"2 mistakes, and the bound “{found['bound']}” does not even allow 0, so no learner keeps it." in text
    assert "allowed, says the grader" not in text
    assert "-1." not in text


LATER = "new Promise((done) => setTimeout(() => { try { done(eval('1')); } catch (e) { done(e.name); } }, 0))"
"""When nobody who drives the browser has allowed it: what eval comes to."""


def test_nothing_else_than_its_own_script_runs(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:
        assert opened.page.evaluate(LATER) == "EvalError"
        opened.page.evaluate(
            "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = 1'}))"
        )
        assert opened.page.evaluate("window.ran") is None
        assert opened.page.evaluate("fetch('https://example.org/').catch((e) => e.name)") == "TypeError"
        opened.page.wait_for_timeout(200)
        assert len(opened.complaints) >= 2
        assert all("Content Security Policy" in line for line in opened.complaints)
        opened.complaints.clear()


MAX_ELEMENTS = 1_500
"""Of a page, however long its game is: so it opens in less than two seconds."""


def test_ten_thousand_rounds_take_no_more_elements_than_a_few_hundred(tmp_path: Path, chromium: Browser) -> None:
    play("perceptron", margin="1/100", output=tmp_path / "long.jsonl", replay=False)
    found = view_file(tmp_path / "long.jsonl", 200)
    assert found.data.moments is not None
    page = tmp_path / "long.html"
    page.write_text(html_page(found.title, found.data))
    with chromium.open(page) as opened:
        assert opened.state == (10_000, 1, "1")
        opened.press("End")
        assert opened.state == (10_000, 10_000, "10000")
        assert opened.page.evaluate("document.querySelectorAll('*').length") < MAX_ELEMENTS
        opened.press("ArrowLeft", "Home", "ArrowRight")
        assert opened.state == (10_000, 1, "1")


def test_without_scripts_it_says_what_is_proved(files: Path, chromium: Browser) -> None:
    page = shown(files / "printed.jsonl")
    assert "The trusted checker says: not valid: the target's norm² is 6/5, above 1." in chromium.text_without_scripts(
        page
    )
    page.write_text(html_page("You are the learner", margin_challenge(Fraction(1, 7))))
    assert "every deterministic learner errs 7 times" in chromium.text_without_scripts(page)


@pytest.mark.parametrize("what", ["margin", "plane", "space", "sum of trees", "class", "partial"])
def test_a_challenge_ends_with_a_trace_that_the_checker_accepts(what: str, tmp_path: Path, chromium: Browser) -> None:
    if what == "margin":
        data, rounds = margin_challenge(Fraction(1, 10)), 10
    elif what == "plane":
        data, rounds = margin_challenge(Fraction(1, 100), 2), 4
    elif what == "space":
        data, rounds = margin_challenge(Fraction(1, 9), 3), 4
    elif what == "sum of trees":
        data, rounds = margin_challenge(Fraction(1, 9), 6), 7
    elif what == "class":
        data, rounds = class_challenge(find_class("thresholds:15"), Budget(seconds=60)), 4
    else:
        texts = [f"{''.join(signs)}*{'+-*'[number % 3]}" for number, signs in enumerate(product("+-", repeat=3))]
        data, rounds = class_challenge(class_of_texts("partial", texts), Budget(seconds=60)), 3
    page = tmp_path / "challenge.html"
    page.write_text(html_page(data["title"], data))
    with chromium.open(page, dark=True) as opened:
        assert opened.state == (rounds, 0, "0")
        opened.click("Predict +1")
        opened.click("Predict −1")
        assert opened.state == (rounds, 2, "2")
        opened.press("+", *["-"] * (rounds - 3))
        assert opened.state == (rounds, rounds, str(rounds))
        opened.press("+", "-")  # the game is over
        assert opened.state == (rounds, rounds, str(rounds))
        assert f"The game is over: {rounds} mistakes in {rounds} rounds." in opened.sentence()
        trace = tmp_path / "game.jsonl"
        with opened.page.expect_download() as download:
            opened.page.get_by_text("Download the trace of this game").click()
        assert download.value.suggested_filename == trace.name
        download.value.save_as(trace)
        assert trace.read_text() == opened.page.get_by_label("The trace of this game").input_value()
        opened.complaints.clear()  # the address of the download
        opened.click("Play again")
        assert opened.state == (rounds, 0, "0")
    findings = judge_file(trace)
    assert findings.valid
    assert findings.mistakes == rounds
    assert [found["statement"] for found in findings.statements] == ["realizable", "universal bound"]


@pytest.mark.parametrize("what", ["margin", "class"])
def test_a_challenge_against_chance_can_be_won(what: str, tmp_path: Path, chromium: Browser) -> None:
    """A learner that says what it has been told of a point errs on each point once at most: fewer times than rounds."""
    if what == "margin":
        data, points, rounds = margin_challenge(Fraction(1, 4)), 4, 12
    else:
        data, points, rounds = class_challenge(find_class("cube:2"), Budget(seconds=60)), 2, 6
    page, trace, known = tmp_path / "challenge.html", tmp_path / "game.jsonl", dict[str, str]()
    page.write_text(html_page(data["title"], data))
    with chromium.open(page, width=400) as opened:
        buttons = opened.page.get_by_role("button", name="Predict +1").bounding_box()
        table = opened.page.locator(".duel .panel").bounding_box()
        assert buttons["y"] < table["y"] < 600  # both are on the screen of a phone
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= 400
        opened.click("A hidden target, random points")
        for played in range(rounds):
            asked = opened.sentence().rpartition("label of ")[2]
            assert opened.state[:2] == (rounds, played)
            opened.press(known.get(asked, "+"))
            known[asked] = opened.page.locator(".rows tbody td:nth-child(4)").first.inner_text()[0].replace("−", "-")
        mistakes = int(opened.state[2])
        assert mistakes <= points < rounds
        assert f"The game is over: {mistakes} mistake" in opened.sentence()
        trace.write_text(opened.page.get_by_label("The trace of this game").input_value())
    findings = judge_file(trace)
    assert (findings.valid, findings.mistakes, findings.rounds) == (True, mistakes, rounds)
    assert [found["statement"] for found in findings.statements] == ["realizable"]


def test_a_failing_learners_page_does_not_lead_with_valid(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "grade.json")) as opened:
        assert opened.page.locator("header .badge").inner_text() == "the learner made too many mistakes"
        assert opened.page.locator("header .good").count() == 0
        assert "trusted checker: the game is valid; the learner failed in it" in opened.text()


DASHES = """[...document.querySelectorAll('.chart polyline.later')].map((line) => line.style.strokeDasharray)"""


def test_lines_that_lie_on_each_other_take_turns(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:  # δM = ⟨w,v⟩ and ‖w‖ = √M, all along
        assert set(opened.page.evaluate(DASHES)) == {"12, 12"}
        assert "their dashes alternate" in opened.text()
    with chromium.open(shown(files / "grade.json")) as opened:
        assert set(opened.page.evaluate(DASHES)) == {""}
