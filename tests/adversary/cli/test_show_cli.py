"""adversary show, and the page of play --me."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

Run = Callable[..., Ran]


def test_by_default_it_is_named_like_the_file_and_replaces_only_pages(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "halving", "--class", "thresholds:3", "-o", "game.jsonl")
    assert adversary("show", "game.jsonl").code == 0
    assert adversary("show", "game.jsonl").code == 0
    (tmp_path / "game.html").write_text("mine")
    ran = adversary("show", "game.jsonl")
    assert ran.code == 2
    assert "is no page of this program's" in ran.err
    assert (tmp_path / "game.html").read_text() == "mine"


def test_the_endings_decide_what_is_written(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "perceptron", "--margin", "1/4", "-o", "t.jsonl")
    ran = adversary("show", "t.jsonl", "-o", "f.svg", "-o", "t.tex", "-o", "p.html", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert {"figure": "f.svg", "table": "t.tex", "page": "p.html", "chart": "squeeze"}.items() <= ran.json.items()
    assert "2 run bound: the recorded learner made 16 mistakes on this sequence" in ran.json["caption"]
    [file] = ran.json["files"]
    judged = {"valid": True, "rounds": 16, "mistakes": 16, "reason": None}
    assert {"file": "t.jsonl", "kind": "game", **judged}.items() <= file.items()
    assert (tmp_path / "f.svg").read_text().startswith("<?xml")
    assert (tmp_path / "t.tex").read_text().startswith("% A table by")
    assert "written  f.png" in adversary("show", "t.jsonl", "-o", "f.png").out


def test_of_what_is_not_valid_there_is_a_page_alone(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "perceptron", "--margin", "sqrt(2/5)", "--against", "standard-basis?as-printed", "-o", "t.jsonl")
    adversary("play", "perceptron", "--margin", "sqrt(2/5)", "-o", "right.jsonl")
    for names, place in ((["t.jsonl"], "f.pdf"), (["t.jsonl"], "f.tex"), (["t.jsonl", "right.jsonl"], "f.pdf")):
        ran = adversary("show", *names, "-o", place)
        assert ran.code == 1
        assert "t.jsonl: the target's norm² is 6/5, above 1" in ran.out
        assert sorted(path.name for path in tmp_path.iterdir()) == ["right.jsonl", "t.jsonl"]
    ran = adversary("show", "t.jsonl", "-o", "p.html", "-o", "f.pdf", "--json")
    assert (ran.code, ran.json["page"], ran.json["figure"], ran.json["valid"]) == (1, "p.html", None, False)
    assert ran.json["reason"] == "the target's norm² is 6/5, above 1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.html", "right.jsonl", "t.jsonl"]


@pytest.mark.long
def test_a_counterexample_is_shown_and_drawn(adversary: Run, learner_file: Callable[..., str], tmp_path: Path) -> None:
    student = learner_file("return 1")
    for name, command in (
        ("grade", ("grade", student, "--as", "perceptron")),
        ("attack", ("attack", student, "--bound", "R2/gamma2")),
    ):
        (tmp_path / f"{name}.json").write_text(adversary(*command, "--json").out)
        ran = adversary("show", f"{name}.json", "-o", "f.svg", "-o", "p.html", "--json")
        assert (ran.code, ran.json["chart"], ran.json["kind"]) == (0, "mistakes", "counterexample")
    assert "a counterexample to R2/gamma2" in ran.json["caption"]


def test_a_class_is_a_tree(adversary: Run, tmp_path: Path) -> None:
    printed = adversary("show", "thresholds:7")
    assert (printed.code, printed.out.count("|V| = 1,")) == (0, 8)
    assert "a mistake" in adversary("show", "intervals:3", "--chart", "halving?tie=negative").out
    ran = adversary("show", "intervals:4", "-o", "t.dot", "-o", "t.svg")
    tree = "shows  mistake tree of intervals:4\n"
    assert (ran.code, ran.out, ran.err) == (0, f"tree   t.dot\n{tree}tree   t.svg\n{tree}", "")
    assert adversary("show", "thresholds:3", "-o", "t.html").code == 0
    assert "Littlestone dimension of thresholds:3" in (tmp_path / "t.html").read_text()
    ran = adversary("show", "intervals:5", "--depth", "2")
    assert ran.out.splitlines()[0] == "mistake tree of intervals:5: the first 2 levels of 4, 12 of 15 nodes left out"
    assert len(ran.out.splitlines()) == 4
    (tmp_path / "class.json").write_text('{"concepts": ["+-", "-+"]}')
    assert adversary("show", "class.json", "--json").json["nodes"] == 3


def test_a_game_on_a_class_is_a_tree_too(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "halving", "--class", "intervals:5", "-o", "game.jsonl")
    assert "* the play" in adversary("show", "game.jsonl", "--chart", "tree").out
    ran = adversary("show", "game.jsonl", "-o", "g.dot", "--depth", "2", "--json")
    assert (ran.json["figure"], ran.json["chart"]) == ("g.dot", "tree")
    assert "the first 2 levels of 4" in ran.json["caption"]
    assert (tmp_path / "g.dot").read_text().startswith("digraph {")
