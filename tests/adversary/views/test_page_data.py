"""What a page says is exact, was judged before, and runs nobody's code."""

import json
import shlex
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from shown_files import changed
from stored_grade import COUNTEREXAMPLE, GRADE

from adversary.game.play import play
from adversary.views.export.tex_table import tex_table
from adversary.views.figures.charts import chart_of
from adversary.views.game.files import VIEWS, view_file
from adversary.views.game.view import drawn, drawn_root, number_text
from adversary.views.page.challenge import class_challenge, margin_challenge
from adversary.views.page.page import html_page, island
from learners.loading.sources import find
from learners.protocol import exact_weights
from learners.registry import LEARNERS
from learners.runner.runner import LocalRunner
from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_texts
from proofs.exact.errors import InputError
from proofs.settings import Halfspaces
from proofs.solvers.budget import Budget


def data_of(path: Path) -> Any:
    return view_file(path, 60).data


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    play("perceptron", margin="1/sqrt(7)", output=tmp_path / "trace.jsonl")
    return tmp_path / "trace.jsonl"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    play("halving", against="halving-worst-case", concept_class="intervals:5", output=tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def test_the_squeeze_is_exact_though_the_margin_is_a_root(trace: Path) -> None:
    found = data_of(trace)
    moments = found.moments
    assert [moment.squares for moment in moments[:3]] == [
        ["0", "0", "0", "0"],
        ["1/7", "1/7", "1", "1"],
        ["4/7", "4/7", "2", "2"],
    ]
    assert moments[7].squares == ["7", "7", "7", "7"]
    assert all(moment.broken == [] for moment in moments)
    assert [norm.text for norm in found.sums] == ["0", "1/7", "2/7", "3/7", "4/7", "5/7", "6/7", "1"]
    assert {entry.margin for entry in found.rounds} == {"1/7"}
    assert found.allowed == 7


def test_weights_are_shown_of_a_learner_of_ours_that_predicts_what_is_recorded(trace: Path) -> None:
    assert "something else in round 1" in data_of(changed(trace, 1, predicted=-1)).no_weights
    assert "not one of this program's" in data_of(changed(trace, 0, learner="always-plus")).no_weights


def test_weights_that_pages_follow_begin_at_0() -> None:
    followed = [name for name in LEARNERS if find(name).card().weights]
    assert "perceptron" in followed
    for name in followed:
        runner = LocalRunner(find(name))
        runner.begin(Halfspaces(4, Fraction(1, 16)))
        assert exact_weights(runner.learner) == {}, name


@pytest.mark.parametrize("name", ["evil.py", "exec:./evil", "sklearn:Perceptron", "homogeneous:perceptron", "a?b=c"])
def test_a_name_in_a_trace_runs_no_code(name: str, trace: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    Path("evil.py").write_text("open('ran', 'w')\nclass L:\n    weights = {}\n")
    Path("evil").write_text("#!/bin/sh\ntouch ran\n")
    Path("evil").chmod(0o755)
    assert "not one of this program's" in data_of(changed(trace, 0, learner=name)).no_weights
    assert not Path("ran").exists()


def test_a_target_that_is_no_sum_of_the_points_does_not_grow(trace: Path) -> None:
    footer = json.loads(trace.read_text().splitlines()[-1])
    direction = [[index, "1"] if index else [0, "2"] for index, _ in footer["target"]["direction"]]
    other = changed(trace, -1, target={"direction": direction, "scale_squared": "1/10"})
    found = data_of(other)
    assert found.sums is None
    assert found.target.norm.text == "1"
    assert found.verdict.valid is False


def test_long_numbers_are_near_and_never_infinite() -> None:
    huge = Fraction(10**900, 3)
    assert number_text(Fraction(1, 3)) == "1/3"
    assert number_text(Fraction(10**200, 3 * 10**200 + 1)) == "≈0.333333"
    assert number_text(huge) == "above 1e300"
    assert drawn(-huge) == -1e300
    assert drawn_root(Fraction(-1, 4)) == -0.5


def test_a_certificate_is_shown_as_what_its_tree_does_to_halving(tmp_path: Path) -> None:
    certificate = {"format": "forced-mistakes/littlestone/1", "class": "at most one of 2", "points": 2}
    certificate |= {"concepts": ["--", "+-", "-+"], "at_least": 1, "tree": [0, 0, 1]}
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(certificate))
    found = view_file(path, 60)
    assert found.kind == "certificate"
    assert found.data.certificate == {"universal bound": 1, "upper bound": None}
    assert [(entry.said, entry.label) for entry in found.data.rounds] == [(-1, 1)]
    path.write_text(json.dumps(certificate | {"at_least": 2}))
    wrong = view_file(path, 60).data
    assert wrong.verdict.valid is False
    assert wrong.rounds == []
    assert wrong.tree is None


def test_a_class_that_is_not_the_one_of_its_name_is_not_called_valid(game: Path) -> None:
    found = data_of(changed(game, 0, **{"class": "thresholds:15"}))
    assert found.verdict.valid is False
    assert "NOT the table" in found.verdict.reason


def test_what_the_page_says_to_type_is_quoted(trace: Path) -> None:
    other = trace.with_name("-$(touch ran) 'x.jsonl")
    trace.rename(other)
    assert shlex.split(data_of(other).verdict.how) == ["adversary", "check", f"./{other.name}"]


def test_a_file_is_called_by_its_name_and_no_learner_is_vouched_for(trace: Path) -> None:
    found = view_file(changed(trace, 0, learner="homework/ann/student.py:Mine"), 60)
    assert found.title == "student.py:Mine against standard-basis"
    assert found.data.verdict.statements[1] == ("2 run bound: the recorded learner made 7 mistakes on this sequence")
    assert view_file(changed(trace, 0, learner="</a> b/c"), 60).data.learner == "</a> b/c"


SILENT = {"why": "forfeit", "rounds": [{"x": [[0, "1"]], "predicted": None, "label": 1}], "mistakes": 0}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"allowed": 2}, "has 2 mistakes, and by its own word that is allowed"),
        (SILENT | {"allowed": None, "fault": "raised: no"}, "in no round, so there is no game to show: raised: no"),
    ],
)
def test_a_counterexample_that_is_none_is_refused(changes: dict[str, Any], why: str, tmp_path: Path) -> None:
    path = tmp_path / "grade.json"
    path.write_text(json.dumps(GRADE))
    assert view_file(path, 60).data.story.allowed == 1
    path.write_text(json.dumps(GRADE | {"counterexample": COUNTEREXAMPLE | changes}))
    with pytest.raises(InputError, match=why):
        view_file(path, 60)


def test_a_bound_below_0_is_no_line_and_every_view_says_so_in_the_same_words(tmp_path: Path) -> None:
    (tmp_path / "grade.json").write_text(json.dumps(GRADE | {"counterexample": COUNTEREXAMPLE | {"allowed": -1}}))
    view = view_file(tmp_path / "grade.json", 60)
    story, says = view.data.story, "the bound does not even allow 0, so no learner keeps it"
    assert (story.allowed, f"the bound {story.unkept}") == (None, says)
    assert f"That makes 2 mistakes, and {says}: " in story.told
    assert f"The grader says: {says}, for the best margin" in tex_table([view], 60)["caption"]
    assert chart_of([view]).notes == [f"{says.capitalize()}."]
    assert view.bounds(alone=True) == view.theorems(alone=True)


def test_what_is_neither_is_refused_in_one_line(tmp_path: Path, game: Path) -> None:
    path = tmp_path / "something"
    for text in ("", "[]", "{}", '{"counterexample": 1, "checks": []}', "\x00", '{"digest": "1", "grade": null}'):
        path.write_text(text)
        with pytest.raises(InputError, match=r"is not a trace|is none"):
            view_file(path, 60)
    with pytest.raises(InputError, match="missing: No such file"):
        view_file(tmp_path / "missing", 60)
    with pytest.raises(InputError, match="seconds should be a number above 0"):
        view_file(game, 0)


def test_each_view_has_a_script() -> None:
    page = html_page("t", {"rounds": [], "verdict": None, "lines": [], "rules": [], "why": []})
    assert all(f"settings.{view.script} = " in page for view in VIEWS.values())


def test_an_island_ends_where_it_should() -> None:
    text = island({"</script>": ["<!--<script>", "&\u2028\u2029\ud800"]})
    assert text.isascii()
    assert not set("<>&") & set(text)
    assert json.loads(text) == {"</script>": ["<!--<script>", "&\u2028\u2029\ud800"]}


def test_a_page_asks_nobody_for_anything(trace: Path) -> None:
    found = view_file(trace, 60)
    page = html_page(found.title, found.data)
    assert len(page) < 1_000_000
    assert "default-src &#39;none&#39;; script-src &#39;sha256-" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    calls = "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("
    assert not [word for word in (" src=", " href=", " style=", *calls) if word in page]


@pytest.mark.long
def test_a_challenge_has_its_whole_adversary_in_it() -> None:
    data = class_challenge(find_class("thresholds:7"), Budget())
    assert data["tree"][0] == 3
    assert data["count"] == 3
    assert margin_challenge(Fraction(1, 7))["norms"][-1] == "1"
    assert margin_challenge(Fraction(2, 5))["count"] == 2
    assert margin_challenge(Fraction(1, 7), 9)["dimension"] == 9
    with pytest.raises(InputError, match="at most 1,000 rounds"):
        margin_challenge(Fraction(1, 1001))
    with pytest.raises(InputError, match="13 mistakes can be forced; a challenge has at most 10"):
        margin_challenge(Fraction(1, 10**7), 2)
    with pytest.raises(InputError, match="0 mistakes can be forced"):
        class_challenge(class_of_texts("one", ["++"]), Budget())
    with pytest.raises(InputError, match="too many for a page"):
        class_challenge(find_class("thresholds:1000"), Budget())


def test_a_challenge_in_the_plane_is_a_tree_whose_every_leaf_explains_its_way() -> None:
    """From the page's own texts: each point has norm 1, and each target norm at most 1 and the margin on its way."""
    data = margin_challenge(Fraction(1, 100), 2)
    assert (data["count"], data["adversary"]) == (4, "mistake-tree")
    assert any("4 is optimal" in line for line in data["why"])

    def leaves(tree: Any, way: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        if isinstance(tree, int):
            yield tree, way
            return
        point, minus, plus = tree
        yield from leaves(minus, (*way, (point, -1)))
        yield from leaves(plus, (*way, (point, 1)))

    found = list(leaves(data["tree"], ()))
    assert sorted(target for target, _ in found) == list(range(16))
    for number, way in found:
        target = data["space"]["targets"][number]
        v, scale = {index: Fraction(text) for index, text in target["direction"]}, Fraction(target["scale"])
        assert scale * sum(value**2 for value in v.values()) == Fraction(target["norm"]) <= 1
        assert len(way) == 4
        for point, label in way:
            x = {index: Fraction(text) for index, text, _ in data["space"]["points"][point]["x"]}
            assert sum(value**2 for value in x.values()) == 1
            product = label * sum((value * v.get(index, 0) for index, value in x.items()), Fraction(0))
            assert product > 0
            assert scale * product**2 >= Fraction(1, 100)
