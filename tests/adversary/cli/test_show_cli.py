"""adversary show, and the page of play --me."""

from collections.abc import Callable
from pathlib import Path

from conftest import Ran

Run = Callable[..., Ran]


def test_a_page_is_written_where_it_is_asked_for(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "perceptron", "--margin", "1/10", "-o", "t.jsonl")
    ran = adversary("show", "t.jsonl", "-o", "page.html", "--json")
    assert ran.code == 0
    assert ran.json["page"] == "page.html"
    assert {key: ran.json[key] for key in ("kind", "valid", "rounds", "mistakes", "reason")} == {
        "kind": "game",
        "valid": True,
        "rounds": 100,
        "mistakes": 100,
        "reason": None,
    }
    assert 'data-rounds="100" data-round="0" data-mistakes="0"' in (tmp_path / "page.html").read_text()


def test_by_default_it_is_named_like_the_file_and_replaces_only_pages(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "halving", "--class", "thresholds:3", "-o", "game.jsonl")
    assert adversary("show", "game.jsonl").code == 0
    assert adversary("show", "game.jsonl").code == 0
    (tmp_path / "game.html").write_text("mine")
    ran = adversary("show", "game.jsonl")
    assert ran.code == 2
    assert "is no page of this program's" in ran.err
    assert (tmp_path / "game.html").read_text() == "mine"
    ran = adversary("show", "game.jsonl", "-o", "game.jsonl")
    assert ran.code == 2
    assert ran.err == "adversary: cannot write game.jsonl: a page is a .html file\n"


def test_a_file_that_is_not_valid_is_shown_with_exit_code_1(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "perceptron", "--margin", "sqrt(2/5)", "--against", "standard-basis?as-printed", "-o", "t.jsonl")
    ran = adversary("show", "t.jsonl", "--json")
    assert ran.code == 1
    assert ran.json["valid"] is False
    assert ran.json["reason"] == "the target's norm² is 6/5, above 1"
    assert (tmp_path / "t.html").is_file()


def test_a_grade_is_shown_by_its_counterexample(adversary: Run, tmp_path: Path) -> None:
    (tmp_path / "l.py").write_text(
        "class L:\n    def predict(self, x):\n        return 1\n    def update(self, x, y):\n        pass\n"
    )
    (tmp_path / "grade.json").write_text(adversary("grade", "l.py", "--as", "perceptron", "--json").out)
    ran = adversary("show", "grade.json", "--json")
    assert ran.code == 0
    assert ran.json["kind"] == "counterexample"


def test_a_challenge_is_by_a_margin_or_a_class(adversary: Run, tmp_path: Path) -> None:
    assert adversary("play", "--me", "--class", "thresholds:15", "-o", "c.html", "--json").json["rounds"] == 4
    assert adversary("play", "--me", "--margin", "1/5", "-o", "page.html", "--json").json == {
        "page": "page.html",
        "rounds": 25,
        "adversary": "standard-basis",
        "json_version": 1,
    }
    plane = adversary("play", "--me", "--margin", "1/10", "--dimension", "2", "-o", "plane.html", "--json").json
    assert (plane["rounds"], plane["adversary"]) == (4, "mistake-tree")
