"""Whatever stands in files and names, a terminal is shown one printable line of it; numbers are short, or marked."""

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT, Ran
from hypothesis import given
from hypothesis import strategies as st

from adversary.game.judge import judge_file
from adversary.game.play import play
from adversary.game.second_opinion import NOT_ASKED
from adversary.grading.result import Grade, Marks, Part
from adversary.views.cells import Column, Table, joined, line, render, stack
from adversary.views.terminal.grade_table import marks_table, summary_table
from adversary.views.terminal.show import findings_table, game_table
from adversary.views.words import WIDEST_EXACT, cell_number, long_number
from proofs.classes.catalog import find_class
from proofs.solvers.dimensions import dimensions

Run = Callable[..., Ran]

HOSTILE = (
    "a\nproved    3 universal bound: every deterministic learner makes at least 99 mistakes\nverdict   valid\r"
    "verdict   valid\x1b[2J\x1b[31m\x1b]0;title\x07[bold red]b[/] :bomb: \u202egnorw\u2066\u200b\x85\u2028\u2029\x9b1mc"
)
"""A name that would write lines of ours, clear the terminal, color it, turn the reading direction, and hide itself."""

FORGED = ("proved", "verdict", "3 universal")


def inert(ran: Ran, forged: int) -> None:
    """See that an output has no character that a terminal obeys, and just so many lines that begin like a verdict."""
    assert ran.code in (0, 1), ran.err
    shown = ran.out + ran.err
    assert [c for c in shown if not c.isprintable() and c != "\n"] == []
    assert "a proved 3 universal bound" in re.sub(r"\s+", " ", shown)  # the name is shown, and in one line
    begun = [found for found in shown.splitlines() if found.startswith(FORGED)]
    assert len(begun) == forged, begun
    assert all(found.partition("verdict")[0].strip() == "" for found in begun if found.startswith("verdict"))


def test_long_words_of_grades_are_folded_and_not_cut() -> None:
    grade = Grade("L" * 150, "perceptron", (), None, 0, 0, 0.0, (), problem="F" * 150)
    marks = Marks(grade.learner, (Part("perceptron", Fraction(1), name="P" * 150),), (grade,))
    for shown, letters in ((marks_table([marks]), "LPF"), (summary_table([grade]), "LF")):
        text = render(shown)
        assert "…" not in text
        counts = [text.count(letter) for letter in letters]
        assert min(counts) >= 150
        assert {count % 150 for count in counts} == {0}  # a learner's name comes again where the table is split


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Path]:
    """Write a certificate, traces, tables and data whose names are hostile, into the folder of ``adversary``."""
    certificate = dimensions(find_class("thresholds:3"), ("littlestone",)).certify().certificate
    (tmp_path / "certificate.json").write_text(json.dumps(certificate | {"class": HOSTILE}) + "\n")
    play("halving", concept_class="thresholds:3", output=tmp_path / "game.jsonl")
    header, *rest = (tmp_path / "game.jsonl").read_text().splitlines(keepends=True)
    names = {"class": HOSTILE, "learner": HOSTILE, "adversary": HOSTILE}
    (tmp_path / "game.jsonl").write_text(json.dumps(json.loads(header) | names) + "\n" + "".join(rest))
    points = {"name": HOSTILE, "points": [HOSTILE, "q"], "concepts": {f"{HOSTILE}1": "++", f"{HOSTILE}2": "--"}}
    (tmp_path / "class.json").write_text(json.dumps(points))
    (tmp_path / "data.csv").write_text(f'1,0,"{HOSTILE}"\n0,1,plain\n', newline="")
    (tmp_path / "claim.py").write_text(
        f"from proofs.claims.model import Claim, Reading\nN = {HOSTILE!r}\n"
        "CLAIMS = (Claim(N, N, N, N, (Reading(N, violated=lambda c: N, candidates=lambda: [N], correction=N),)),)\n"
    )
    (tmp_path / f"{HOSTILE[:80]}.py").write_text(
        f"class L:\n    def predict(self, x): raise ValueError({HOSTILE!r})\n    def update(self, x, y): pass\n"
    )
    return tmp_path  # type: ignore[return-value]


VIEWS = {
    "check certificate.json": 2,
    "check game.jsonl": 2,
    "show game.jsonl --chart tree": 0,
    "show class.json": 0,
    "dimension class.json": 0,
    "play always-plus --against scripted:game.jsonl": 1,
    "play halving --class class.json": 1,
    "tournament halving --class class.json": 0,
    "value data.csv": 0,
    "claims claim.py": 0,
    "claims claim.py --verbose": 0,
    'attack first-consistent --bound "L - 1" --class class.json --seconds 5': 2,
}
"""Commands, and how many of their lines begin like a verdict: their own. ``3 universal`` lines are indented."""


@pytest.mark.parametrize("command", VIEWS)
def test_no_name_writes_a_line_of_ours(command: str, files: Path, adversary: Run) -> None:
    import shlex

    ran = adversary(*shlex.split(command))
    inert(ran, VIEWS[command])
    if "tree" not in command:  # which cuts long names
        assert "[bold red]b[/] :bomb:" in re.sub(r"\s+", " ", ran.out)


def test_neither_does_a_players_file(files: Path, adversary: Run) -> None:
    inert(adversary("play", f"{HOSTILE[:80]}.py", "--margin", "1/2"), 1)  # "proved  nothing"
    inert(adversary("grade", f"{HOSTILE[:80]}.py", "--as", "perceptron", "--seconds", "5", "--verbose"), 0)


def test_files_of_graphs_are_well_formed(files: Path, adversary: Run) -> None:
    for source in ("class.json", "game.jsonl"):
        assert adversary("show", source, "-o", "out.svg", "-o", "out.dot", "--chart", "tree").code == 0
        ET.parse(files / "out.svg")  # noqa: S314 - our own file
        for name in ("out.svg", "out.dot"):
            written = (files / name).read_text(encoding="utf-8")
            assert [c for c in written if not c.isprintable() and c != "\n"] == []
        assert (files / "out.dot").read_text().count("\n  label=") == 1


@pytest.mark.full
def test_checks_of_a_learner_are_told_in_lines_of_ours(tmp_path: Path, adversary: Run) -> None:
    forger = (
        "import json, os, sys\n"
        "pipe = int(sys.argv[-1])\n"
        f"forged = {{'name': {HOSTILE!r}, 'status': 'passed', 'reason': {HOSTILE!r}}}\n"
        "os.write(pipe, ((json.dumps(forged) + '\\n') * 13).encode())\n"
        "class L:\n    def predict(self, x): return 1\n    def update(self, x, y): pass\n"
    )
    (tmp_path / "forger.py").write_text(forger)
    shown = adversary("grade", "forger.py", "--as", "any").out
    assert [c for c in shown if not c.isprintable() and c != "\n"] == []
    assert not [text for text in shown.splitlines() if text.startswith(FORGED[::2])]


def test_a_cell_is_one_line_and_ours_may_have_more() -> None:
    assert render(stack(line("a\nb [red]c[/]"))) == "a b [red]c[/]\n"
    assert render(joined(["a\x1b", "", line("b\nc")], "\n")) == "a\\x1b\nb c\n"
    assert render(Table([Column("a\nb")], [])).startswith("a b\n")


def test_only_cells_hands_texts_to_rich() -> None:
    allowed = {"cells.py", "progress.py"}
    for path in (ROOT / "adversary").rglob("*.py"):
        found = re.findall(r"^ *(?:from|import) rich\b.*$", path.read_text(), re.MULTILINE)
        assert path.name in allowed or all(text.startswith("from rich.cells import") for text in found), path


class Far:
    plan: ClassVar = {"margin_squared": Fraction(1), "dimension": 2}
    shown = False

    def next_point(self) -> Any:
        self.shown, before = True, self.shown
        return None if before else [10**400, 1]

    def label(self, x: Any, predicted: Any) -> Any:
        return -predicted

    def target(self) -> Any:
        return [10**400, 1], 1


def test_long_numbers_are_shortened_and_exact_in_the_trace(tmp_path: Path) -> None:
    shown = render(game_table(play("perceptron", against=Far(), steps=True, output=tmp_path / "g.jsonl")))
    checked = render(findings_table(judge_file(tmp_path / "g.jsonl"), "learner", NOT_ASKED))
    for text in (shown, checked):
        assert not re.search("[0-9]{41}", text)
        assert "norm² is 100000… (801 digits), not 1" in " ".join(text.split())
    assert "(≈1.00000e+400, 1)" in shown
    assert f'"1{400 * "0"}"' in (tmp_path / "g.jsonl").read_text()


# ------------------------------------------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (1_234_567, "1,234,567"),
        (12_345_678, "≈1.2·10^7"),
        (10**10, "10^10"),
        (15 * 10**30, "1.5·10^31"),
        (10**360, "10^360"),
        (10**5000 + 1, "≈1·10^5000"),  # more digits than Python writes
        (-(10**20) - 1, "≈-1·10^20"),
        (Fraction(10, 3), "10/3"),
        (Fraction(123_456_789, 1000), "≈123457"),
        (Fraction(99_999_999, 10**7), "≈10.00"),
        (Fraction(1, 10**400), "10^-400"),
        (Fraction(4, 3 * 10**360), "≈1.3·10^-360"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_number_is_short(value: Fraction | int, shown: str) -> None:
    assert cell_number(value) == shown


def test_where_there_is_room_a_fraction_has_its_float() -> None:
    assert [long_number(value) for value in (10**10, Fraction(10, 3), 10**360, Fraction(10**361, 6))] == [
        "10,000,000,000", "10/3 ≈ 3.33333", "10^360", "≈1.7·10^360",
    ]  # fmt: skip


@given(
    st.integers()
    | st.fractions()
    | st.builds(lambda a, b: Fraction(a) * Fraction(10) ** b, st.integers(), st.integers(-400, 400))
)
def test_what_is_not_marked_is_exact_and_what_is_marked_is_near(value: Fraction | int) -> None:
    shown = cell_number(value)
    digits, _, power = shown.removeprefix("≈").replace(",", "").partition("10^")
    mantissa = {"": "1", "-": "-1"}.get(digits.rstrip("·"), digits.rstrip("·")) if power else digits
    read = Fraction(mantissa) * Fraction(10) ** int(power or 0)
    if shown.startswith("≈"):
        size = max(value, -value)
        assert 20 * abs(read - value) <= size
        assert len(str(value)) > WIDEST_EXACT or size >= 10**6  # with its commas it is longer
    else:
        assert read == value
