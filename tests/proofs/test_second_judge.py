"""Two judges: sympy's second opinion on what the trusted checker finds."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typer
from conftest import DATA, Ran

from adversary.cli import check as cli
from adversary.game import ending, judge, second_opinion
from adversary.game.judge import Verdict
from adversary.game.play import play
from adversary.game.second_opinion import judge_twice, second_judge
from adversary.views.cells import render
from adversary.views.terminal.show import game_table
from learners.runner.child import python_command
from proofs import checker
from proofs.checker import Report
from proofs.exact.errors import InputError
from proofs.second_judge import MAX_JUDGED_ROUNDS, Judgment, answer_to, judges_differ, judgment, read_judgment

Run = Callable[..., Ran]
CERTIFICATES = DATA / "certificates"


def of(report: Report) -> Judgment:
    """Return what the checker has found."""
    return Judgment(report.norm_squared, report.margin_squared, report.realizable, report.hinge)


@pytest.mark.parametrize("against", ["standard-basis", "orthonormal"])
@pytest.mark.parametrize("margin_squared", ["1", "2/5", "1/7", "1/30"])
def test_sympy_agrees_with_the_checker(against: str, margin_squared: str, tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    game = play("perceptron", against=against, margin_squared=margin_squared, output=trace, replay=False)
    assert judgment(trace) == of(checker.check(trace))
    assert game.second_opinion.word == "agrees"


def test_sympy_agrees_on_a_claim_that_fails(tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    game = play("perceptron", margin_squared="2/5", as_printed=True, output=trace, replay=False)
    assert judgment(trace) == of(checker.check(trace)) == Judgment(Fraction(6, 5), Fraction(2, 5), realizable=False)
    assert (game.second_opinion.word, game.reason) == ("agrees", "the target's norm² is 6/5, above 1")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"norm_squared": Fraction(9, 10)}, "sympy finds norm² 1, the checker 9/10"),
        ({"margin_squared": Fraction(1, 5)}, "sympy finds margin² 1/4, the checker 1/5"),
        ({"margin_squared": None}, "sympy finds margin² 1/4, the checker None"),
        ({"realizable": False}, "sympy finds realizable True, the checker False"),
    ],
)
def test_sympy_contradicts_a_wrong_report(wrong: dict[str, Any], says: str, tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    play("perceptron", margin="1/2", output=trace, replay=False)
    assert judges_differ(judgment(trace), of(checker.check(trace)._replace(**wrong))) == says


def test_sympy_reads_whatever_the_checker_reads() -> None:
    found = 0
    for folder in ("valid", "invalid"):
        for path in sorted((CERTIFICATES / folder).glob("*.jsonl")):
            assert judgment(path) == of(checker.check(path)), path
            found += 1
    assert found > 20


def test_a_game_as_long_as_may_be_gets_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play("always-plus", margin="1/2", output=tmp_path / "t.jsonl", replay=False)
    monkeypatch.setattr("proofs.second_judge.MAX_JUDGED_ROUNDS", game.played)
    assert judgment(tmp_path / "t.jsonl").realizable
    monkeypatch.setattr("proofs.second_judge.MAX_JUDGED_ROUNDS", game.played - 1)
    with pytest.raises(InputError, match="at most 3 rounds"):
        judgment(tmp_path / "t.jsonl")


def test_a_long_game_gets_no_second_opinion(tmp_path: Path, adversary: Run) -> None:
    trace = tmp_path / "t.jsonl"
    game = play("always-plus", margin_squared=Fraction(1, MAX_JUDGED_ROUNDS + 1), output=trace, replay=False)
    assert game.second_opinion.word == "not asked"
    assert "sympy was not asked: its opinion is on at most 2,000 rounds" in " ".join(render(game_table(game)).split())
    with pytest.raises(InputError, match="at most 2,000 rounds"):
        judgment(trace)
    checked = adversary("check", trace, "--json")
    assert (checked.code, checked.json["second_opinion"]) == (0, "not asked")


# ------------------------------------------------------------------------------------------------ in the reports


def test_play_and_check_name_both_judges(adversary: Run) -> None:
    played = adversary("play", "perceptron", "--margin", "1/4", "-o", "t.jsonl")
    assert played.out.count("judges  the trusted checker; sympy agrees on points and target\n") == 1
    assert (
        adversary("check", "t.jsonl").out.count("judges   the trusted checker; sympy agrees on points and target\n")
        == 1
    )
    assert adversary("check", "t.jsonl", "--json").json["second_opinion"] == "agrees"
    assert adversary("play", "perceptron", "--margin", "1/4", "--json").json["second_opinion"] == "agrees"


def test_on_a_finite_class_nobody_is_asked(adversary: Run) -> None:
    played = adversary("play", "halving", "--class", "thresholds:3", "-o", "t.jsonl", "--json")
    assert (played.code, played.json["second_opinion"]) == (0, "not asked")
    checked = adversary("check", "t.jsonl", "--json")
    assert (checked.code, checked.json["second_opinion"]) == (0, "not asked")
    assert "judges" not in adversary("check", "t.jsonl").out


def test_a_certificate_of_the_margin_game_has_no_second_opinion(adversary: Run) -> None:
    adversary("value", "--dimension", 2, "--margin", "1/2", "-o", "c.json")
    assert adversary("check", "c.json", "--json").json["second_opinion"] == "not asked"


def test_a_trace_that_hides_its_setting_is_judged_twice_as_well(adversary: Run, tmp_path: Path) -> None:
    adversary("play", "perceptron", "--margin", "1/4", "-o", "t.jsonl")
    text = (tmp_path / "t.jsonl").read_text()
    (tmp_path / "t.jsonl").write_text(text.replace('"halfspaces"', '"\\u0068alfspaces"'))
    assert adversary("check", "t.jsonl", "--json").json["second_opinion"] == "agrees"


def wrong_judge(path: Path | str) -> Verdict:
    """Judge, and get the norm wrong."""
    found = judge.judge_file(path)
    return replace(found, target={**found.target, "norm_squared": Fraction(1, 2)})


def test_a_difference_is_no_proof_and_names_both_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "judge_file", wrong_judge)
    game = play("perceptron", margin="1/4")
    assert (game.ok, game.tight, game.second_opinion.word) == (False, False, "differs")
    assert game.reason == "sympy finds norm² 1, the checker 1/2"
    said = " ".join(render(game_table(game)).split())
    assert "judges the trusted checker and sympy differ: sympy finds norm² 1, the checker 1/2" in said


def test_a_difference_is_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play("perceptron", margin="1/4", output=tmp_path / "t.jsonl")
    monkeypatch.setattr(second_opinion, "judge_file", wrong_judge)
    with pytest.raises(typer.Exit) as ended:
        cli.check(file=tmp_path / "t.jsonl", as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert ended.value.exit_code == 1
    assert (found["valid"], found["second_opinion"]) == (False, "differs")
    assert found["reason"] == "sympy finds norm² 1, the checker 1/2"


# ------------------------------------------------------------------------------------------------ what goes wrong


@pytest.mark.full
@pytest.mark.parametrize(
    ("command", "because"),
    [
        (["false"], "its process has ended"),
        (["sh", "-c", "kill -9 $$"], "its process has ended"),
        (["sleep", "100"], "it took too long"),
        (["sh", "-c", "echo nonsense >/dev/fd/$2; sleep 100", "sh"], "its answer cannot be read"),
        (["sh", "-c", "head -c 2000000 /dev/zero >/dev/fd/$2; sleep 100", "sh"], "its answer is too long"),
        (["/no/such/program"], "its process cannot be started: No such file or directory"),
        (python_command("raise SystemExit(0)"), "its process has ended"),
    ],
)
def test_a_judge_that_fails_was_not_asked(command: list[str], because: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_opinion, "resting", [])
    monkeypatch.setattr(second_opinion, "ANSWER_SECONDS", 0.5 if command[0] == "sleep" else 60.0)
    monkeypatch.setattr(second_opinion, "python_command", lambda _: command)
    game = play("perceptron", margin="1/4")
    assert (game.ok, game.tight, game.second_opinion.word) == (True, True, "not asked")
    assert game.second_opinion.because == because
    assert f"sympy was not asked: {because}" in " ".join(render(game_table(game)).split())
    assert second_opinion.resting == []


def test_what_it_cannot_read_is_no_difference(tmp_path: Path) -> None:
    with second_judge(wanted=True) as second:
        second.read(tmp_path / "no such file")
        verdict = judge.judge_file(CERTIFICATES / "valid" / "standard_basis.jsonl")
        opinion = second.opinion(verdict)
    assert opinion.word == "not asked"
    assert opinion.because == "it cannot read the trace: No such file or directory"
    (tmp_path / "empty").touch()
    assert answer_to(str(tmp_path / "empty")) == "it cannot read the trace: it has changed"


@pytest.mark.full
def test_a_trace_may_be_an_open_file_of_ours_alone() -> None:
    with (CERTIFICATES / "valid" / "standard_basis.jsonl").open() as file:
        assert judge_twice(f"/dev/fd/{file.fileno()}", lambda: None)[1].word == "agrees"


@pytest.mark.full
def test_one_judge_serves_many_games_and_none_gets_anothers_answer(tmp_path: Path) -> None:
    play("perceptron", margin="1/2")
    (first,) = second_opinion.resting
    assert play("perceptron", margin="1/3").second_opinion.word == "agrees"
    assert second_opinion.resting == [first]
    (tmp_path / "t.jsonl").write_text("no trace")
    with second_judge(wanted=True) as second:  # asked, and not listened to
        second.read(tmp_path / "t.jsonl")
    assert second_opinion.resting == []
    assert play("perceptron", margin="1/3").second_opinion.word == "agrees"


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.full
def test_nothing_is_left_running(tmp_path: Path) -> None:
    code = (
        "from adversary import play\nfrom adversary.game import second_opinion\nplay('perceptron', margin='1/3')\n"
        "print(second_opinion.resting[0]._child._process.pid, flush=True)\nimport os, sys\n"
    )
    for end in ("", "os.kill(os.getpid(), 9)"):
        done = subprocess.run([sys.executable, "-c", code + end], capture_output=True, text=True, check=False)
        assert done.returncode == (-signal.SIGKILL if end else 0), done.stderr
        pid = int(done.stdout)
        deadline = time.monotonic() + 250
        while running(pid):  # with nobody who asks, it ends by itself
            assert time.monotonic() < deadline
            time.sleep(0.05)


TRACE_OF_SYMPY = """
import json, sys
from proofs.second_judge import answer_to, import_matrices
import_matrices()
print(json.dumps([answer_to({trace!r}), "sympy.core.expr" in sys.modules, "sympy.solvers" in sys.modules]))
"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("before", "everything"),
    [
        pytest.param("", False, id="a-part-of-sympy"),
        pytest.param("import sympy", True, id="sympy-is-there"),
        pytest.param(
            "import sys\nsys.modules['sympy.polys.matrices.domainmatrix'] = None", True, id="a-part-is-not-enough"
        ),
    ],
)
@pytest.mark.parametrize("game", [{"margin_squared": "2/7"}, {"against": "hinge", "mistakes": 5, "scale": "1/2"}])
def test_a_judge_says_the_same_with_a_part_of_sympy(
    game: dict[str, Any], before: str, everything: bool, tmp_path: Path
) -> None:
    trace = str(tmp_path / "t.jsonl")
    play("perceptron", output=trace, replay=False, second_opinion=False, **game)
    code = before + TRACE_OF_SYMPY.format(trace=trace)
    done = subprocess.run(python_command(code), capture_output=True, text=True, check=True)
    found = read_judgment(json.dumps(json.loads(done.stdout)[0]).encode())
    assert (found, json.loads(done.stdout)[1:]) == (of(checker.check(trace)), [True, everything])
