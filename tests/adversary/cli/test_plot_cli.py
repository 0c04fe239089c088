"""adversary plot."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

Run = Callable[..., Ran]

pytest.importorskip("matplotlib", reason="figures need matplotlib: the extra plots")


def test_a_figure_is_written_and_what_it_shows_is_told(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "perceptron", "--margin", "1/4", "-o", "t.jsonl")
    ran = adversary("plot", "t.jsonl", "-o", "f.svg", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert {"figure": "f.svg", "table": None, "chart": "squeeze", "left_out": []}.items() <= ran.json.items()
    assert "2 run bound: the recorded learner made 16 mistakes on this sequence" in ran.json["caption"]
    [file] = ran.json["files"]
    judged = {"valid": True, "rounds": 16, "mistakes": 16, "reason": None}
    assert {"file": "t.jsonl", "kind": "game", **judged}.items() <= file.items()
    assert (tmp_path / "f.svg").read_text().startswith("<?xml")


def test_by_default_it_is_named_like_the_file_and_replaces_only_figures(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "halving", "--class", "thresholds:3", "-o", "game.jsonl")
    assert adversary("plot", "game.jsonl").code == 0
    assert adversary("plot", "game.jsonl", "--chart", "mistakes").code == 0
    (tmp_path / "game.pdf").write_text("mine")
    ran = adversary("plot", "game.jsonl")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "no figure of this program" in ran.err
    assert (tmp_path / "game.pdf").read_text() == "mine"


def test_what_is_not_valid_is_not_drawn(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "perceptron", "--margin", "sqrt(2/5)", "--against", "standard-basis?as-printed", "-o", "t.jsonl")
    adversary("play", "perceptron", "--margin", "sqrt(2/5)", "-o", "right.jsonl")
    for more in ([], ["--tex"], ["right.jsonl"]):
        ran = adversary("plot", "t.jsonl", *more, "-o", "f.tex" if "--tex" in more else "f.pdf")
        assert ran.code == 1
        assert "t.jsonl: the target's norm² is 6/5, above 1" in ran.out
        assert sorted(path.name for path in tmp_path.iterdir()) == ["right.jsonl", "t.jsonl"]
    ran = adversary("plot", "t.jsonl", "--json")
    assert (ran.code, ran.json["figure"], ran.json["files"][0]["valid"]) == (1, None, False)
    ran = adversary("plot", "t.jsonl", "--tex", "--json")
    assert (ran.code, "tex" in ran.json) == (1, False)


def test_a_table_goes_to_standard_output_or_a_file(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "halving", "--class", "thresholds:3", "-o", "game.jsonl")
    printed = adversary("plot", "game.jsonl", "--tex")
    assert printed.code == 0
    assert adversary("plot", "game.jsonl", "--tex", "--json").json["tex"] == printed.out
    ran = adversary("plot", "game.jsonl", "--tex", "-o", "t.tex", "--json")
    assert ran.json["table"] == "t.tex"
    assert (tmp_path / "t.tex").read_text() == printed.out


def test_an_attack_is_drawn_and_shown_by_its_counterexample(
    adversary: Run, learner_file: Callable[..., str], tmp_path: Path
) -> None:
    student = learner_file("return 1")
    (tmp_path / "attack.json").write_text(adversary("attack", student, "--bound", "R2/gamma2", "--json").out)
    ran = adversary("plot", "attack.json", "-o", "f.svg", "--json")
    assert (ran.code, ran.json["chart"], ran.json["files"][0]["kind"]) == (0, "mistakes", "counterexample")
    assert "a counterexample to R2/gamma2" in ran.json["caption"]
    assert adversary("show", "attack.json", "-o", "page.html", "--json").json["kind"] == "counterexample"


def test_a_tree_has_only_so_many_levels(adversary: Run, tmp_path: Path) -> None:
    ran = adversary("tree", "intervals:5", "--depth", "2")
    assert ran.out.splitlines()[0] == "mistake tree of intervals:5: the first 2 levels of 4, 12 of 15 nodes left out"
    assert len(ran.out.splitlines()) == 4
    assert adversary("tree", "intervals:5", "--depth", "2", "-o", "t.pdf").code == 0
    assert (tmp_path / "t.pdf").read_bytes().startswith(b"%PDF")
    ran = adversary("tree", "intervals:5", "--depth", "0")
    assert (ran.code, ran.err) == (2, "adversary: --depth is a number of levels, at least 1, but is 0\n")
