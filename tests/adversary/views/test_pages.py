"""Pages in a real browser: every control by mouse and by key, the last round's counts, and text that stays text."""

import json
import re
from fractions import Fraction
from itertools import pairwise, product
from math import asin, copysign, pi, sqrt
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
    play(ROOT / "examples/broken/wrong_sign.py", margin="1/10", dimension=2, output=folder / "signs.jsonl")
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
        assert opened.state == (rounds, rounds, mistakes)  # the end first
        opened.press("Home", "End")
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
        opened.press("Home", "ArrowRight")
        assert "no mistake; 4 concepts left." in opened.sentence()
        assert opened.page.locator("tr.gone td.undefined").count() == 1
        assert opened.page.locator("tr[data-row='1']").inner_text().split()[4:7] == ["4", ":", "0"]


def test_play_plays_and_space_stops_it(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:
        button = opened.page.get_by_role("button", name="Play", exact=True)
        opened.press("Home", "ArrowRight", " ")
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
        assert "has length √(6/5), of at most 1, so the target is not legal" in opened.text()
        assert "y⟨v,x⟩ ≥ δ" not in opened.text()
        assert "universal bound" not in opened.text()
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:
        assert "trusted checker: the game is valid" in opened.text()
        assert opened.page.locator("header .good").inner_text() == "trusted checker: the game is valid"
        assert "3 universal bound: every deterministic learner makes at least 25 mistakes" in opened.text()
        opened.press("End")
        assert opened.page.locator(".legend").first.inner_text() == "δM = ⟨w,v⟩ = 5 ≤ ‖w‖ = √M = 5"
        assert "≰" not in opened.text()
    with chromium.open(shown(files / "plane.jsonl")) as opened:
        opened.press("End")
        assert "≰" in opened.text()
        assert "The chain breaks in round 2: in round 2 w changed, though y(w·x) = " in opened.text()


def test_w_and_v_of_many_dimensions_are_bars(files: Path, chromium: Browser) -> None:
    sizes = "[...document.querySelectorAll('.bar.{}')].map((bar) => Number(bar.getAttribute('height')))"
    with chromium.open(shown(files / "halfspaces.jsonl")) as opened:
        w, v = (opened.page.evaluate(sizes.format(name)) for name in "wv")
        assert len(w) == 25
        assert w == v  # w has the direction of v in the end
        assert len(set(w)) == 1
        opened.press("ArrowLeft")
        assert opened.page.evaluate(sizes.format("w")) == [*w[:-1], 0]


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
    with chromium.open(shown(files / "plane.jsonl")) as opened:
        halves = []
        opened.press("Home")
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
        rules = opened.page.get_by_text("you predict its label, and it answers").bounding_box()
        buttons = opened.page.get_by_role("button", name="Predict +1").bounding_box()
        assert rules["y"] < buttons["y"] < 600  # they are on the screen of a phone
        again = opened.page.get_by_role("button", name="Play again")
        assert again.count() == 0
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
        assert again.is_visible()
        trace.write_text(opened.page.get_by_label("The trace of this game").input_value())
    findings = judge_file(trace)
    assert (findings.valid, findings.mistakes, findings.rounds) == (True, mistakes, rounds)
    assert [found["statement"] for found in findings.statements] == ["realizable"]


def test_a_failing_learners_page_does_not_lead_with_valid(files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "grade.json")) as opened:
        assert opened.page.locator("header .badge").inner_text() == "the learner made too many mistakes"
        assert opened.page.locator("header .good").count() == 0
        assert "trusted checker: the game is valid; the learner failed in it" in opened.text()


def square_of(text: str) -> Fraction:
    """Return the square of a number as a page shows it exactly, with the number's sign."""
    found = re.fullmatch(r"(−?)(√?)\(?([0-9/]+)\)?", text)
    assert found
    negative, root, digits = found.groups()
    square = Fraction(digits) if root else Fraction(digits) ** 2
    return -square if negative else square


HEIGHTS = """(round) => {
  const chart = document.querySelector(".chart");
  const ticks = [...chart.querySelectorAll(".grid")].map((tick) => [Number(tick.textContent.replace("−", "-")), Number(tick.querySelector("line").getAttribute("y1"))]);
  const [[low, bottom], [high, top]] = [ticks[0], ticks[ticks.length - 1]];
  const value = (y) => low + ((high - low) * (bottom - y)) / (bottom - top);
  return [...chart.querySelectorAll("polyline")].map((line) => value(Number(line.getAttribute("points").split(" ")[round].split(",")[1])));
}"""
"""Where the curves are in a round, by the ticks of the axis."""


@pytest.mark.parametrize(("name", "rate"), [("ball.jsonl", 1), ("signs.jsonl", -1)])
def test_the_numbers_of_the_proof_are_those_of_the_trace(name: str, rate: int, files: Path, chromium: Browser) -> None:
    """Add up w from the rounds of the file, and compare its numbers with those in the legend, and with the curves."""
    header, *rounds, footer = [json.loads(line) for line in (files / name).read_text().splitlines()]
    direction = {index: Fraction(text) for index, text in footer["target"]["direction"]}
    scale, delta = Fraction(footer["target"]["scale_squared"]), Fraction(header["margin_squared"])
    w = dict[int, Fraction]()
    with chromium.open(shown(files / name)) as opened:
        opened.press("Home")
        for number, entry in enumerate(rounds, 1):
            opened.press("ArrowRight")
            for index, text in entry["x"]:
                w[index] = w.get(index, Fraction(0)) + rate * entry["label"] * Fraction(text)
            product = sum((value * direction.get(index, 0) for index, value in w.items()), Fraction(0))
            squares: dict[str, Fraction] = {
                "δM": delta * number**2,
                "⟨w,v⟩": scale * product * abs(product),
                "‖w‖": sum((value**2 for value in w.values()), Fraction(0)),
                "√M": Fraction(number),
            }
            items = [
                text.split(" = ") for text in opened.page.locator(".legend").first.locator(".item").all_inner_texts()
            ]
            assert {name: square_of(last) for *names, last in items for name in names} == squares
            curves = [copysign(sqrt(abs(squares[names[0]])), squares[names[0]]) for names in items]
            assert opened.page.evaluate(HEIGHTS, number) == pytest.approx(curves, abs=0.02)
            squared = list(squares.values())
            signs = ["≤" if small <= large else "≰" for small, large in pairwise(squared)]
            if len(items) == 4:
                assert re.findall("[≤≰]", opened.page.locator(".legend").first.inner_text()) == signs
        assert ("The chain breaks in round 1: in round 1 w changed by something else than y·x." in opened.text()) == (
            rate < 0
        )


def test_a_students_own_w_is_in_the_trace_and_on_the_page(files: Path, chromium: Browser) -> None:
    *rounds, footer = [json.loads(line) for line in (files / "signs.jsonl").read_text().splitlines()][1:]
    assert len(footer["w"]) == len(rounds) + 1
    drawn = "[...document.querySelectorAll('.plane .arrow')].map((arrow) => arrow.getAttribute('class'))"
    with chromium.open(shown(files / "signs.jsonl")) as opened:
        assert opened.page.evaluate(drawn) == ["arrow w", "arrow w textbook", "arrow v"]
        row = opened.page.locator("tr[data-row='1'] td").all_inner_texts()
        assert row == ["(1, 0)", "−1", "+1 ✗", "(−1, 0) ≠", "(1, 0)"]
    strange = files / "strange.jsonl"
    for w in (["x"], [[[0, "1"]]] * len(rounds), {"a": 1}, 7, [[]] * len(rounds) + [[[0, "1/0"]]]):
        strange.write_bytes((files / "signs.jsonl").read_bytes())
        view = view_file(changed(strange, -1, w=w), 60)
        assert view.data.moments is None
        assert view.data.verdict.valid


@pytest.mark.parametrize("width", [390, 1280])
def test_the_end_comes_first_and_controls_do_not_cover_the_chart(width: int, files: Path, chromium: Browser) -> None:
    with chromium.open(shown(files / "halfspaces.jsonl"), width) as opened:
        title, result = (opened.page.locator(f"header {tag}") for tag in ("h1", ".result"))
        assert result.inner_text() == "25 mistakes forced; no deterministic learner does better."
        chart, controls = opened.page.locator(".chart").first.bounding_box(), opened.page.locator(".controls")
        bar = controls.bounding_box()
        assert title.bounding_box()["y"] < result.bounding_box()["y"] < bar["y"] < bar["y"] + bar["height"] < chart["y"]
        assert opened.page.evaluate("getComputedStyle(document.querySelector('.controls')).position") == "static"
        assert [title.text_content() for title in opened.page.locator(".chart .title").all()] == ["round", "length"]


def test_one_mistake_is_one(tmp_path: Path, chromium: Browser) -> None:
    play("perceptron", margin="1", output=tmp_path / "one.jsonl")
    with chromium.open(shown(tmp_path / "one.jsonl")) as opened:
        assert opened.page.locator(".result").inner_text() == "1 mistake forced; no deterministic learner does better."
        assert "1 mistakes" not in opened.text()


def test_a_challenge_names_the_concept(tmp_path: Path, chromium: Browser) -> None:
    data = class_challenge(find_class("thresholds:7"), Budget(seconds=60))
    page = tmp_path / "challenge.html"
    page.write_text(html_page(data["title"], data))
    with chromium.open(page, 390) as opened:
        table = opened.page.locator(".concepts")
        assert table.evaluate("(node) => node.scrollWidth <= node.clientWidth")  # all columns
        opened.press("+", "+", "+")
        assert "It is x ≤ 0.\n" in opened.text()
        assert "concept 0" not in opened.text()
