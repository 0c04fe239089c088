"""Tables for papers: exact numbers, inert names, and LaTeX takes them."""

import json
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from shown_files import certificate, changed, trace

from adversary.game.play import play
from adversary.game.result import FIRST_STEPS, LAST_STEPS
from adversary.search.attack import attack
from adversary.strategies.protocol import Script
from adversary.views.export.tex_table import tex_table
from adversary.views.figures.charts import caption, read_games
from adversary.views.markup import latex_text
from proofs.classes.catalog import find_class
from proofs.classes.concepts import class_of_rows

FULL_WIDTH = "\uff3cinput\uff5bsecret\uff5d \uff15\uff05\uff03"
HOSTILE = r"[3cm]*\input{secret}\write18{touch ran}$&%#_^~{}\\\end{tabular} δ ≤ ‖w‖ ŵ 点🧪 \ocite ά ς ϛ" + FULL_WIDTH


def table(*files: Path) -> dict[str, Any]:
    return tex_table(read_games(files, 60), 60)


def rows(found: dict[str, Any]) -> list[list[str]]:
    body = found["tex"].partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    return [line.removeprefix("{}").removesuffix(r" \\").split(" & ") for line in body.splitlines()]


def test_the_rounds_of_halfspaces_have_the_squares_of_the_squeeze(tmp_path: Path) -> None:
    found = table(trace(tmp_path, "perceptron", margin="1/3"))
    minus = r"\ensuremath{-}1"
    assert rows(found) == [
        [str(n), f"$e_{{{n}}}$", r"\textbf{+1}", minus, str(n), square, str(n)]
        for n, square in enumerate(["1/9", "4/9", "1", "16/9", "25/9", "4", "49/9", "64/9", "9"], 1)
    ]
    assert "3 universal bound: every deterministic learner makes at least 9 mistakes" in found["caption"]
    assert found["left_out"] == []


def test_the_rounds_of_a_class_have_what_is_left(tmp_path: Path) -> None:
    found = rows(table(trace(tmp_path, "halving", concept_class="thresholds:7")))
    assert [row[4:] for row in found] == [["1", "4", "2"], ["2", "2", "1"], ["3", "1", "0"]]


def test_a_long_game_is_cut_and_says_so(tmp_path: Path) -> None:
    found = table(trace(tmp_path, "perceptron", margin="1/10"))
    left = 100 - FIRST_STEPS - LAST_STEPS
    assert len(rows(found)) == FIRST_STEPS + 1 + LAST_STEPS
    assert rows(found)[FIRST_STEPS][1] == f"{left} more rounds"
    assert found["left_out"] == [f"Left out: {left} rounds."]
    assert found["caption"].endswith(found["left_out"][0])


def test_a_certificate_is_a_table_of_dimensions(tmp_path: Path) -> None:
    found = table(certificate(tmp_path, find_class("thresholds:3")))
    assert {row[0]: row[1] for row in rows(found)} == {
        "Littlestone dimension": "2",
        "VC dimension": "1",
        "randomized Littlestone": "1",
        "Halving, negative ties": "2",
        "Halving, positive ties": "2",
        "Halving, adversarial ties": "2",
        "Halving, optimal ties": "2",
        "Randomized Halving": r"13/12 \ensuremath{\approx} 1.08333",
    }
    assert "3 upper bound: some deterministic learner never makes more than 2 mistakes" in found["caption"]


def test_several_games_are_a_row_each(tmp_path: Path) -> None:
    a = trace(tmp_path, "halving", concept_class="intervals:11", against="halving-worst-case")
    b = trace(tmp_path, "soa", concept_class="intervals:11")
    assert rows(table(a, b)) == [
        ["halving", "halving-worst-case", "6", "6", "--", "1, 2"],
        ["soa", "littlestone", "5", "5", "5", "1, 2, 3"],
    ]


def test_a_counterexample_says_what_was_allowed(tmp_path: Path) -> None:
    stored = attack("perceptron", "min(d, 1/gamma2)", seconds=20).to_json()
    (tmp_path / "attack.json").write_text(json.dumps(stored))
    found = table(tmp_path / "attack.json")
    assert len(rows(found)) == len(stored["counterexample"]["rounds"])
    allowed = stored["counterexample"]["allowed"]
    assert f"The search says: at most {allowed} mistake" in found["caption"]


@pytest.mark.full
def test_names_run_no_commands_and_everything_compiles(tmp_path: Path) -> None:
    ugly = [
        changed(trace(tmp_path, "perceptron", margin="1/2"), 0, learner=HOSTILE, adversary=HOSTILE[::-1]),
        changed(trace(tmp_path, "averaging", margin="1/2"), 0, learner="[x] \\", adversary="*"),
    ]
    tables = [table(ugly[0]), table(*ugly), table(trace(tmp_path, "halving", concept_class="thresholds:3"))]
    for found in tables:
        assert found["tex"].isascii()
        commands = set(re.findall(r"\\([a-zA-Z]+)", found["tex"].partition("\n")[2]))  # the first line is a comment
        assert not commands & {"input", "write", "ocite", "tonos", "stigma"}
        assert found["tex"].count(r"\end{tabular}") == 1
    if shutil.which("pdflatex") is None:
        pytest.skip("needs pdflatex, which is not installed: apt-get install texlive-latex-recommended")
    (tmp_path / "secret.tex").write_text(r"\message{SECRET}")
    body = "\n".join(found["tex"] for found in tables)
    head = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
    (tmp_path / "paper.tex").write_text(f"{head}{body}\\end{{document}}\n")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-1_500:]
    assert b"SECRET" not in done.stdout
    assert not (tmp_path / "ran").exists()
    assert (tmp_path / "paper.pdf").is_file()


def test_long_numbers_are_rounded_and_it_is_said(tmp_path: Path) -> None:
    third = Fraction(10**30, 3 * 10**30 + 1)
    (tmp_path / "s.jsonl").write_text(
        json.dumps({"dimension": 2, "margin_squared": str(third), "unit_norm": False})
        + json.dumps({"x": [[0, "1"], [1, str(third)]], "label": 1}).join("\n\n")
        + json.dumps({"target": {"direction": [[0, "1"]], "scale_squared": "1"}})
    )
    found = table(trace(tmp_path, "perceptron", against=f"scripted:{tmp_path / 's.jsonl'}"))
    assert [row[1] for row in rows(found)] == [r"(1, \ensuremath{\approx}0.333333)"]
    assert "Numbers with ≈ are rounded" in found["caption"]
    assert "= ≈" not in found["caption"]


def test_a_certificate_s_points_are_called_as_in_the_class(tmp_path: Path) -> None:
    path = certificate(tmp_path, class_of_rows("animals", [0, 1, 2, 3], ["flies", "swims"]))
    assert ["VC dimension", "2", "shattered: flies, swims"] in rows(table(path))
    assert caption(read_games([path], 60), "A tree", []).startswith(
        "A tree. The Littlestone dimension of animals (4 concepts on 2 points"
    )


def test_a_game_of_a_search_is_called_so(tmp_path: Path) -> None:
    game = Script([(0, -1)], 0)
    play("always-plus", against=game, concept_class="thresholds:3", output=tmp_path / "g.jsonl")
    assert read_games([tmp_path / "g.jsonl"], 60)[0].title == "always-plus against a search"


def test_latex_takes_any_character() -> None:
    assert latex_text("50% of a_1 & {b}") == r"50\% of a\_1 \& \{b\}"
    assert latex_text("‖v‖² ≤ δ₁ⁿ") == (
        r"\ensuremath{\|}v\ensuremath{\|}\ensuremath{^{2}} \ensuremath{\le} \ensuremath{\delta}"
        r"\ensuremath{_{1}}\ensuremath{^{n}}"
    )
    assert latex_text("😀").isascii()
