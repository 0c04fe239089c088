"""Whatever the width of a terminal is, the result comes first, and no name and no number is cut."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

from adversary.cli.main import COMMANDS

Run = Callable[..., Ran]

FIRST = {
    "play perceptron --margin 1/2 --steps": "4 mistakes in 4 rounds, and no deterministic learner can do better (tight)",
    "play weighted-majority --class singletons:4 --lies 1": "3 mistakes in 3 rounds (not tight)",
    "play perceptron --margin 1/12 --watch": "144 mistakes in 144 rounds, and no deterministic learner",
    "play averaging --against scripted:examples/averaging.jsonl": "11 mistakes in 24 rounds",
    "check game.jsonl": "verdict  valid: 1 mistake in 1 round",
    "check bad.jsonl": "verdict  NOT VALID: the target's norm² is ",
    "dimension intervals:5": "The best deterministic learner makes 3 mistakes in the worst case.",
    "dimension singletons:2 --only littlestone": "The best deterministic learner makes 1 mistake in the worst case.",
    "dimension intervals:3..6 thresholds:4": "class ",
    "value --dimension 2 --margin 1/3": "value        3 mistakes can be forced, and no more",
    "value --dimension 4 --margin 1/4 --seconds 1": "value        unknown: at least 6 mistakes can be forced, and at most 7",
    "value --dimension 2 --margin 1/2..1/4": "dimension ",
    "value --dimension 4 --mistakes 6": "1/δ² ",
    "value examples/iris_two_classes.csv --constant": "separable   yes",
    "claims": "94 printed statements: 3 are false, ",
    "claims hsu": "15 printed statements: ",
    "claims notes3-1.4": "notes3-1.4  false → ",
    "claims examples/my_claim.py --verbose": "mine-1   false → ",
    "list": " 37  learners ",
    "list learners": "learners",
    "list adversaries": "adversaries",
    "list classes": "classes",
    "list kinds": "kinds",
    "list theorems": "",
    "show intervals:5": "mistake tree of intervals:5",
    "atlas --points 2 --largest size": "classes  ",
    "attack perceptron --bound R2/gamma2-1 --seconds 5": "verdict  REFUTED: ",
    "attack halving --bound log2(C) --class intervals:3 --lies 1 --seconds 5": "verdict  REFUTED: ",
    "attack --relation RL<=L/2 --points 2": "verdict    REFUTED by a class of ",
    "tournament halving soa first-consistent --class intervals:3..6 --verbose": "Finite classes: ",
    "--help": "Force mistakes on online learners",
    **{f"{name} --help": "Usage: " for name in COMMANDS},
}
"""Commands, and how their outputs begin."""

LONGEST = 20
"""Characters of a word that stands in one line however narrow the terminal is."""


@pytest.fixture
def files(adversary: Run, tmp_path: Path) -> None:
    """Write a game, and one with a target that is too long."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    assert adversary("play", "perceptron", "--margin", "1", "-o", "game.jsonl").code == 0
    game = (tmp_path / "game.jsonl").read_text()
    (tmp_path / "bad.jsonl").write_text(game.replace('"scale_squared":"1"', '"scale_squared":"4"'))
    assert "4" in (tmp_path / "bad.jsonl").read_text().splitlines()[-1]


@pytest.mark.parametrize("line", FIRST)
def test_no_line_is_too_long_and_no_word_is_lost(
    line: str, adversary: Run, files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = {}
    widths = (80,) if line.endswith("--help") else (60, 80)  # what is to be copied does not wrap
    for width in (*widths, 1000):
        monkeypatch.setenv("COLUMNS", str(width))
        ran[width] = adversary(*line.split()).out
    if not line.endswith("--help"):
        assert ran[80].startswith(FIRST[line])
    wide = {word for word in ran[1000].split() if not set(word) <= set("─│├└") and len(word) <= LONGEST}
    for width in widths:
        lines = ran[width].splitlines()
        assert [text for text in lines if len(text) > width and len(text.split()) > 1] == []
        if not line.startswith("attack"):  # which tells how long it took
            assert wide - set(ran[width].split()) == set()


def test_the_help_has_every_command_in_one_line(adversary: Run) -> None:
    lines = [text.split()[0] for text in adversary("--help").out.splitlines() if text.startswith("  ")]
    assert sorted(lines) == sorted(COMMANDS)


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("grade student.py --as percep", "perceptron"),
        ("play so", "soa"),
        ("play -m 1/2 -m 1/3 --against little", "littlestone"),
        ("play soa --against little", "littlestone"),
        ("play soa --class interv", "intervals:"),
        ("attack weighted", "weighted-majority"),
        ("tournament perceptron halv", "halving"),
        ("dimension interv", "intervals:"),
        ("list learn", "learners"),
        ("show interv", "intervals:"),
    ],
)
def test_a_shell_completes_names(line: str, completed: str, adversary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_ADVERSARY_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"adversary {line}")
    monkeypatch.setenv("COMP_CWORD", str(len(line.split())))
    assert adversary().out == f"{completed}\n"
